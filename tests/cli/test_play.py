"""`viae play`: answers, helps, undo, saving, resuming, bots, and whole games of every variant."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.running import DOCS, lines, run, script, spawn
from viae import Game

FULL_GAMES = [
    ("concordia", 2, "italia"),
    ("venus", 2, "hellas"),
    ("venus-team", 4, "cyprus"),
]
HOT_SEAT = ("--bots", "0", "--seed", "5")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def play(*arguments: str | Path, typed: str = "", width: int = 80) -> str:
    return run("play", *arguments, typed=typed, width=width).stdout


def saved(name: str = "viae-game.json") -> list[str]:
    entries: list[str] = json.loads(Path(name).read_text(encoding="utf-8"))["entries"]
    return entries


# Whole games


@pytest.mark.parametrize(("variant", "players", "board"), FULL_GAMES)
def test_a_whole_game_is_played_and_its_record_replays(
    variant: str, players: int, board: str
) -> None:
    entries = script(variant, players, board, seed=9)
    text = play(
        *("--variant", variant, "--players", str(players), "--board", board),
        *("--bots", "0", "--seed", "9"),
        typed=lines(*entries, "game.json"),
    )
    assert "final score" in text
    assert " with " in text
    assert "Saved to game.json." in text
    record = json.loads(Path("game.json").read_text(encoding="utf-8"))
    assert [entry for entry in record["entries"] if entry[0] != "*"] == [
        f"{actor}: {words}" for actor, words in zip(_actors(record), entries, strict=True)
    ]
    assert (
        run("replay", "game.json").stdout
        == f"1 games, {len(record['entries'])} entries, 0 failures\n"
    )


def _actors(record: dict[str, list[str]]) -> list[str]:
    return [entry[0] for entry in record["entries"] if entry[0] != "*"]


def test_a_whole_game_by_numbers_in_a_process_of_its_own(tmp_path: Path) -> None:
    # Entry 1 always exists; 3,000 answers are more than any game of this seed needs.
    done = spawn(
        *("play", "-p", "2", "-b", "italia", "--bots", "1", "--seed", "2", "--save", "g.json"),
        typed=lines(*["1"] * 400),
        folder=tmp_path,
    )
    assert "Livia> 1" in done.stdout
    assert spawn("replay", "g.json", folder=tmp_path).stdout.endswith("0 failures\n")


def test_bots_alone_play_to_the_end() -> None:
    text = play("--bots", "2", "-p", "2", "--seed", "1", "-b", "hellas")
    assert "final score" in text
    assert "The record is in viae-game.json" in text


# Answers


def test_an_entry_by_number_by_words_and_in_short() -> None:
    play(*HOT_SEAT, typed=lines("1", "MOVE   sea roma  massilia~roma", "d"))
    assert saved() == ["0: play architect", "0: move sea roma massilia~roma", "0: done"]


def test_an_entry_may_name_its_actor() -> None:
    play(*HOT_SEAT, typed=lines("0: play prefect", "0:produce gallia"))
    assert saved() == ["0: play prefect", "0: produce gallia"]


def test_the_verb_may_be_left_out() -> None:
    play(*HOT_SEAT, typed=lines("prefect", "gall"))
    assert saved() == ["0: play prefect", "0: produce gallia"]


def test_a_word_that_fits_several_entries_lists_them() -> None:
    text = play(*HOT_SEAT, typed=lines("architect", "massilia"))
    assert "Which one?" in text
    assert "move land roma massilia~novaria" in text[text.index("Which one?") :]
    assert "move sea roma massilia~roma" in text[text.index("Which one?") :]
    assert saved() == ["0: play architect"]


def test_a_single_hit_of_a_search_is_offered_not_played() -> None:
    text = play(*HOT_SEAT, typed=lines("1", "vindobona"))
    assert "This one?" in text
    assert saved() == ["0: play architect"]


def test_an_empty_answer_repeats_the_menu_and_plays_the_only_entry() -> None:
    text = play(*HOT_SEAT, "-p", "2", typed=lines("", "diplomat", ""))
    assert text.count("Play a card") == 3
    assert saved() == ["0: play diplomat", "0: done"]


def test_a_number_out_of_range_is_refused() -> None:
    text = play(*HOT_SEAT, typed=lines("0", "7", "99999999999999999999"))
    assert text.count("The numbers go from 1 to 6.") == 3


def test_an_illegal_entry_is_refused_with_its_rule() -> None:
    text = play(*HOT_SEAT, typed=lines("architect", "build roma"))
    assert "“build roma” is illegal" in text
    assert "R5.2" in text
    assert saved() == ["0: play architect"]


def test_an_entry_of_somebody_else_is_refused() -> None:
    assert "out of turn" in play(*HOT_SEAT, typed=lines("1: play prefect"))


def test_nonsense_is_refused_with_a_guess() -> None:
    text = play(*HOT_SEAT, typed=lines("zzz", "prefekt", "buidl massilia"))
    assert "Nothing you can play now is called “zzz”." in text
    assert "Did you mean prefect?" in text
    assert "did you mean build" in text


def test_list_shows_every_legal_entry() -> None:
    text = play(*HOT_SEAT, typed=lines("architect", "list"))
    game = Game.new(seed=5)
    game.play("play architect")
    assert all(entry in text for entry in game.legal())


# Helps


def test_help_explains_the_decision_and_the_words() -> None:
    text = play(*HOT_SEAT, typed=lines("help", "prefect", "?"))
    assert "(R4.1)" in text
    assert "(R5.3)" in text
    assert "goes back to your previous decision" in text


def test_show_board_display_and_score() -> None:
    text = play(*HOT_SEAT, typed=lines("show"))
    for word in ("Britannia", "londinium", "capital", "hand", "Saturnus", "in store 2 land, 2 sea"):
        assert word in text
    assert "Britannia" in play(*HOT_SEAT, typed=lines("board"))
    assert "surcharge" in play(*HOT_SEAT, typed=lines("display"))
    assert "if it ended now" in play(*HOT_SEAT, typed=lines("score"))


def test_the_log_tells_what_happened() -> None:
    typed = lines("log", "prefect", "produce gallia", "log", "log 0")
    text = play(*HOT_SEAT, typed=typed)
    assert "Nothing has happened yet." in text
    assert "· Livia plays prefect, lets Gallia produce" in text


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("prefect", "R5.3"),
        ("prefect-3", "lies in deck 3"),
        ("prefect/architect-1", "R5.11"),
        ("prefect/mercator", "R5.4"),
        ("mason-1", "3 points for each of your houses"),
        ("legatus", "R10.8"),
        ("senator", "position"),
        ("jupiter", "R9.2"),
        ("tribun", "R5.1"),
        ("specialist", "R5.8"),
    ],
)
def test_rules_explain_cards_and_gods(word: str, said: str) -> None:
    assert said in play(*HOT_SEAT, typed=lines(f"rules {word}"))


def test_rules_lists_what_it_knows() -> None:
    text = play(*HOT_SEAT, typed=lines("rules", "rules xyzzy"))
    assert text.count("Cards: tribune") == 2
    assert "“xyzzy” is neither a card nor a god." in text


# Undo


def test_undo_goes_back_to_ones_own_decision_past_bots_and_reveals() -> None:
    typed = lines("senator", "1", "done", "undo", "undo", "undo", "undo", "prefect")
    text = play("--seed", "5", typed=typed)
    assert "taken back: 0: done" in text
    assert "taken back: 0: play senator" in text
    assert "There is no decision of yours to go back to." in text
    assert saved() == ["0: play prefect"]


def test_undo_works_in_a_game_that_was_loaded() -> None:
    play(*HOT_SEAT, typed=lines("prefect", "produce gallia", "quit"))
    play("--load", "viae-game.json", typed=lines("undo", "u", "tribune"))
    assert saved() == ["0: play tribune"]


def test_the_log_forgets_what_was_taken_back() -> None:
    text = play(*HOT_SEAT, typed=lines("prefect", "undo", "tribune", "log"))
    assert text.rindex("Livia plays tribune") > text.rindex("taken back")
    assert "· Livia plays prefect" not in text


# Saving and resuming


def test_quit_saves_and_says_how_to_go_on() -> None:
    text = play(*HOT_SEAT, typed=lines("prefect", "quit", "never read"))
    assert "Continue with: viae play --load viae-game.json" in text
    assert "never read" not in text


def test_where_viae_is_not_on_the_path_its_path_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As after `make play`, which starts .venv/bin/viae."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.argv", [os.path.join(".venv", "bin", "viae"), "play"])
    text = play(*HOT_SEAT, typed=lines("prefect", "quit"))
    assert (
        f"Continue with: {os.path.join('.venv', 'bin', 'viae')} play --load viae-game.json" in text
    )


def test_the_end_of_input_saves_too() -> None:
    assert "Continue with" in play(*HOT_SEAT, typed=lines("prefect"))
    assert saved() == ["0: play prefect"]


def test_quit_without_saving() -> None:
    play(*HOT_SEAT, typed=lines("prefect", "quit!"))
    assert os.listdir() == []


def test_a_game_nobody_played_is_not_saved() -> None:
    assert "nothing is saved" in play(*HOT_SEAT, typed=lines("q"))
    assert os.listdir() == []


def test_an_earlier_game_is_not_overwritten() -> None:
    play(*HOT_SEAT, typed=lines("prefect"))
    play(*HOT_SEAT, typed=lines("tribune"))
    assert saved() == ["0: play prefect"]
    assert saved("viae-game-2.json") == ["0: play tribune"]


def test_a_loaded_game_goes_on_where_it_stopped_with_its_bots() -> None:
    play("--seed", "5", "--bots", "you,you,random", typed=lines("prefect", "gallia"))
    text = play("--load", "viae-game.json", typed=lines("tribune", "done", "quit"))
    assert "Aurelia bot" in text
    assert "Aurelia plays" in text
    assert saved()[:4] == ["0: play prefect", "0: produce gallia", "1: play tribune", "1: done"]


def test_bots_can_be_chosen_anew_for_a_loaded_game() -> None:
    play(*HOT_SEAT, typed=lines("prefect", "gallia"))
    assert "Marcus plays" in play("--load", "viae-game.json", "--bots", "2")


def test_save_keeps_the_game_up_to_date() -> None:
    play(*HOT_SEAT, "--save", "mine.json", typed=lines("prefect", "quit!"))
    assert saved("mine.json") == ["0: play prefect"]


def test_save_inside_a_game() -> None:
    typed = lines("save", "prefect", "save mine.json", "save", "gallia", "quit!")
    text = play(*HOT_SEAT, typed=typed)
    assert "Say where: save FILE." in text
    assert text.count("Saved to mine.json") == 2
    assert saved("mine.json") == ["0: play prefect", "0: produce gallia"]


def test_save_replaces_a_file_only_when_told_so() -> None:
    Path("mine.json").write_text("precious", encoding="utf-8")
    text = play(*HOT_SEAT, typed=lines("prefect", "save mine.json", "quit!"))
    assert "“save! mine.json” replaces it" in text
    assert Path("mine.json").read_text(encoding="utf-8") == "precious"
    play(*HOT_SEAT, typed=lines("prefect", "save! mine.json", "quit!"))
    assert saved("mine.json") == ["0: play prefect"]


def test_a_place_that_cannot_be_written_does_not_end_the_game() -> None:
    text = play(*HOT_SEAT, typed=lines("prefect", "save nowhere/x.json", "gallia", "quit"))
    assert "nowhere/x.json cannot be written" in text
    assert saved() == ["0: play prefect", "0: produce gallia"]


def test_a_file_that_becomes_unwritable_does_not_end_the_game(tmp_path: Path) -> None:
    folder = tmp_path / "sub"
    folder.mkdir()
    # A folder takes the place of the file's part, as a full disk would.
    (folder / "g.json.part").mkdir()
    text = play(*HOT_SEAT, "--save", folder / "g.json", typed=lines("prefect", "gallia", "quit"))
    assert "cannot be written" in " ".join(text.split())  # a long path wraps the line
    assert saved() == ["0: play prefect", "0: produce gallia"]


def test_quit_stays_when_nothing_can_be_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viae.cli.session.free_name", lambda: "nowhere/x.json")
    text = play(*HOT_SEAT, typed=lines("prefect", "quit", "gallia", "save here.json", "quit"))
    assert "“save FILE” saves elsewhere" in text
    assert saved("here.json") == ["0: play prefect", "0: produce gallia"]


def test_save_refuses_a_file_that_is_there() -> None:
    Path("mine.json").write_text("precious", encoding="utf-8")
    said = run("play", *HOT_SEAT, "--save", "mine.json", status=2).stderr
    assert "mine.json already exists" in said


def test_save_refuses_a_folder_that_is_not_there() -> None:
    assert "no folder" in run("play", "--save", "no/where.json", status=2).stderr


def test_somebody_elses_record_is_not_written_to() -> None:
    record = DOCS / "examples" / "opening.json"
    before = record.read_bytes()
    text = play("--load", record, typed=lines("tribune", "quit"))
    assert record.read_bytes() == before
    assert "--load viae-game.json" in text


def test_a_position_can_be_played_and_saved() -> None:
    Path("p.json").write_text(
        run("show", DOCS / "examples" / "opening.json", "--position").stdout, encoding="utf-8"
    )
    text = play("--load", "p.json", typed=lines("tribune", "save q.json", "quit"))
    assert "2 players" in text
    text = play("--load", "q.json", typed=lines("log", "undo", "log"))
    assert text.index("· Livia plays tribune") < text.index("Nothing has happened yet.")


def test_a_finished_game_is_shown_and_left_as_it_is() -> None:
    before = (DOCS / "examples" / "final.json").read_bytes()
    text = play("--load", DOCS / "examples" / "final.json")
    assert "Livia wins with 147 points." in text
    assert (DOCS / "examples" / "final.json").read_bytes() == before


def test_at_the_end_the_record_is_offered() -> None:
    watched = ("-p", "2", "-b", "italia", "--bots", "2", "--seed", "9")
    assert "Save the record?" in play(*watched, typed=lines("no"))
    assert os.listdir() == []
    play(*watched, typed=lines("yes"))
    assert os.listdir() == ["viae-game.json"]
    Path("viae-game.json").unlink()
    Path("taken.json").write_text("precious", encoding="utf-8")
    play(*watched, typed=lines("taken.json"))
    assert Path("taken.json").read_text(encoding="utf-8") == "precious"
    assert "result" in json.loads(Path("viae-game.json").read_text(encoding="utf-8"))


# Seats


@pytest.mark.parametrize(
    ("arguments", "seats"),
    [
        ((), "0 Livia, 1 Marcus, 2 Aurelia."),
        (("--names", "Ada"), "0 Ada, 1 Livia, 2 Marcus."),
        (("--names", "Ada, Bo, Cy"), "0 Ada, 1 Bo, 2 Cy."),
        (("--bots", "random,you,random", "--names", "Ada"), "0 Livia, 1 Ada, 2 Marcus."),
        (("--bots", "random"), "0 Livia, 1 Marcus, 2 Aurelia."),
        (("--bots", "none", "--names", "Ada,Bo"), "0 Ada, 1 Bo, 2 Livia."),
        (("--variant", "venus-team"), "0 Livia, 1 Marcus, 2 Aurelia, 3 Gaius."),
    ],
)
def test_who_sits_where(arguments: tuple[str, ...], seats: str) -> None:
    assert f"Seats: {seats}" in play(*arguments)


def test_new_is_another_name_of_play() -> None:
    assert "Seats: 0 Livia" in run("new", "--players", "2").stdout


def test_advice_about_the_number_of_players() -> None:
    assert "at its best with 3 to 5" in play("--players", "2")


def test_options_reach_the_game() -> None:
    play(
        *(*HOT_SEAT, "--intermediate-scoring", "--colonist-income", "2x", "--display", "wine"),
        typed=lines("prefect"),
    )
    record = json.loads(Path("viae-game.json").read_text(encoding="utf-8"))
    assert record["options"] == {
        "intermediate_scoring": True,
        "colonist_income": "2x",
        "display": "wine",
    }
    assert record["meta"] == {"seed": 5, "bots": [None, None, None]}


def test_the_same_seed_is_the_same_game_with_the_same_bots() -> None:
    one = play("--seed", "8", typed=lines("prefect", "1", "quit!"))
    assert one == play("--seed", "8", typed=lines("prefect", "1", "quit!"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--board", "atlantis"), "no board or file of this name"),
        (("--players", "7"), "not 7 (R1.1)"),
        (("--players", "0"), "not in the range"),
        (("--variant", "chess"), "is not one of"),
        (("--variant", "venus-team", "--intermediate-scoring"), "team play (R1.3)"),
        (("--bots", "4"), "4 bots, but 3 players"),
        (("--bots", "oracle"), "no bot “oracle”"),
        (("--bots", "you,random"), "names 2 seats of 3"),
        (("--names", "a,b,c,d"), "4 names"),
        (("--names", "a,b"), "2 names for 1 people"),
        (("--load", "nothing.json"), "No such file"),
        (("--load", "-"), "--load needs a file"),
        (
            (
                "--load",
                ".",
            ),
            "directory",
        ),
        (("--load", "x.json", "--board", "italia", "--display", "wine"), "--board, --display"),
        (("--game", "2"), "--game chooses a game"),
        (("--seed", "-1"), "not in the range"),
        (("--display", "silk"), "is not one of"),
    ],
)
def test_bad_wishes_are_told(arguments: tuple[str, ...], said: str) -> None:
    result = run("play", *arguments, status=2)
    assert said in " ".join(result.stderr.replace("│", " ").split())


def test_a_file_of_several_games_needs_a_number() -> None:
    run("simulate", "--games", "2", "--max-entries", "5", "--records", "g.jsonl")
    assert "--game NUMBER" in run("play", "--load", "g.jsonl", status=2).stderr
    text = play("--load", "g.jsonl", "--game", "2", "--bots", "0", typed=lines("save x.json"))
    assert "Saved to x.json" in text
    assert len(Path("g.jsonl").read_text(encoding="utf-8").splitlines()) == 2


# The screen


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize(("variant", "players"), [("venus", 5), ("venus-team", 6)])
def test_no_line_is_wider_than_the_terminal(variant: str, players: int, width: int) -> None:
    typed = lines("show", "architect", "list", "done", "help")
    text = play("-v", variant, "-p", str(players), "--seed", "1", typed=typed, width=width)
    wide = [line for line in text.splitlines() if len(line.rstrip()) > width]
    assert [line for line in wide if "viae play --load" not in line] == []  # a command to copy


def test_no_colour_is_sent_where_none_is_wanted() -> None:
    assert "\x1b" not in play(*HOT_SEAT, typed=lines("show"))


def test_strange_names_do_no_harm() -> None:
    names = "[bold]x, \x1b[31mred ,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    text = play(*HOT_SEAT, "--names", names, typed=lines("show"))
    assert "\x1b" not in text
    assert "[bold]x" in text
    assert "aaaaaaaaaaa…" in text


def test_equal_names_are_told_apart() -> None:
    assert "0 Ada 0, 1 Ada 1, 2 Bo." in play(*HOT_SEAT, "--names", "Ada,Ada,Bo")
