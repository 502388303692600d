"""The words of mails and notices, in the languages of the client: a subject and a text."""

# ruff: noqa: E501 - texts are easier to read in long lines

from __future__ import annotations

from string import Template
from typing import Literal, TypeAlias, get_args

LanguageName: TypeAlias = Literal["en", "de", "ru"]
LANGUAGES: tuple[LanguageName, ...] = get_args(LanguageName)
TEXTS: dict[str, dict[str, tuple[str, str]]] = {
    "recover": {
        "en": (
            "Viae: a new password",
            (
                "Hello $name,\n\nsomebody, probably you, wants a new password for your account at Viae."
                " Choose it here within an hour:\n\n$link\n\nIf it was not you, you need not do"
                " anything: your password stays as it is.\n"
            ),
        ),
        "de": (
            "Viae: neues Passwort",
            (
                "Hallo $name,\n\njemand, vermutlich du, möchte ein neues Passwort für dein Konto bei"
                " Viae. Hier kannst du es innerhalb einer Stunde wählen:\n\n$link\n\nWenn du das nicht"
                " warst, brauchst du nichts zu tun: Dein Passwort bleibt, wie es ist.\n"
            ),
        ),
        "ru": (
            "Viae: новый пароль",
            (
                "Здравствуйте, $name!\n\nКто-то, скорее всего вы, запросил новый пароль для вашей"
                " учётной записи в Viae. Задать его можно в течение часа по ссылке:\n\n$link\n\nЕсли"
                " это были не вы, ничего делать не нужно: пароль останется прежним.\n"
            ),
        ),
    },
    "confirm": {
        "en": (
            "Viae: confirm your address",
            (
                "Hello $name,\n\nplease confirm that this address belongs to your account at Viae:\n\n"
                "$link\n\nIf you know nothing of this, ignore this mail.\n"
            ),
        ),
        "de": (
            "Viae: Adresse bestätigen",
            (
                "Hallo $name,\n\nbitte bestätige, dass diese Adresse zu deinem Konto bei Viae gehört:"
                "\n\n$link\n\nWenn du davon nichts weißt, beachte diese Mail nicht weiter.\n"
            ),
        ),
        "ru": (
            "Viae: подтвердите адрес",
            (
                "Здравствуйте, $name!\n\nПодтвердите, что этот адрес относится к вашей учётной записи"
                " в Viae:\n\n$link\n\nЕсли вы об этом ничего не знаете, просто не обращайте внимания"
                " на это письмо.\n"
            ),
        ),
    },
    "turn": {
        "en": ("Your turn: $table", "It is your turn at the table “$table”."),
        "de": ("Du bist dran: $table", "Am Tisch „$table“ bist du dran."),
        "ru": ("Ваш ход: $table", "Ваш ход за столом «$table»."),
    },
    "ended": {
        "en": ("Game over: $table", "The game at the table “$table” is over."),
        "de": ("Partie zu Ende: $table", "Die Partie am Tisch „$table“ ist zu Ende."),
        "ru": ("Партия окончена: $table", "Партия за столом «$table» окончена."),
    },
    "test": {
        "en": ("A test", "This is a test: notifications of Viae arrive here."),
        "de": ("Ein Test", "Das ist ein Test: Benachrichtigungen von Viae kommen hier an."),
        "ru": ("Проверка", "Это проверка: уведомления от Viae сюда доходят."),
    },
    "notices": {
        "en": (
            "Viae: $subject",
            (
                "Hello $name,\n\n$list\n\n-- \nYou get these mails because you asked for them at Viae."
                " Unsubscribe: $stop\n"
            ),
        ),
        "de": (
            "Viae: $subject",
            (
                "Hallo $name,\n\n$list\n\n-- \nDu bekommst diese Mails, weil du sie bei Viae bestellt"
                " hast. Abbestellen: $stop\n"
            ),
        ),
        "ru": (
            "Viae: $subject",
            (
                "Здравствуйте, $name!\n\n$list\n\n-- \nВы получаете эти письма, потому что включили"
                " их в Viae. Отписаться: $stop\n"
            ),
        ),
    },
    "several": {
        "en": ("news from your tables ($n)", ""),
        "de": ("Neues von deinen Tischen ($n)", ""),
        "ru": ("новости ваших столов ($n)", ""),
    },
}


def words(language: str, what: str, **values: str) -> tuple[str, str]:
    """A subject and a text in a language."""
    subject, text = TEXTS[what].get(language) or TEXTS[what]["en"]
    return Template(subject).substitute(values), Template(text).substitute(values)
