"""A game at a table: rows become the game, undo is a row, and the same card comes again."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.table.kit import SECRET, TERMS, new_game, play_on
from viae import Game
from viae.data import parse_board
from viae.data.files import packaged
from viae.errors import IllegalEntry, InvalidEntry, OutOfTurn, SetupError, ViaeError
from viae.table.game import TableGame
from viae.table.terms import TableTerms, from_json


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_the_rows_of_a_game_rebuild_it_and_its_record_replays(variant: str, players: int) -> None:
    game = new_game(variant, players)
    rows = play_on(game, 100_000)
    assert game.over
    assert [row.number for row in rows] == list(range(game.rows))
    document = json.loads(json.dumps(game.start_document()))
    again = TableGame.restore(document, (row.text for row in rows), game.terms)
    assert again.state.key() == game.state.key()
    assert (again.turns, again.builds, again.reveals) == (game.turns, game.builds, game.reveals)
    assert again.view() == game.view()
    replayed = Game.from_record(game.record([f"p{seat}" for seat in range(players)]))
    assert replayed.result() == game.result()


def test_the_start_of_a_game_tells_nothing_of_what_is_to_come() -> None:
    secret = b"nobody knows"
    game = TableGame.new(TableTerms(), ["a", "b"], secret)
    document = game.start_document()
    assert "meta" not in document
    assert "seed" not in str(document)
    assert secret.decode() not in str(document)
    assert document["entries"] == []


def test_the_secret_decides_how_a_game_is_dealt() -> None:
    dealt = [
        TableGame.new(TableTerms(), ["a", "b"], secret).start_document()
        for secret in (b"one", b"one", b"two")
    ]
    assert dealt[0] == dealt[1] != dealt[2]


def test_a_game_on_a_board_of_its_own_carries_the_board() -> None:
    document = json.loads(packaged("boards/italia.json")) | {"id": "mine", "name": "Mine"}
    board = parse_board(document, "board")
    game = TableGame.new(TableTerms(board="mine"), ["a", "b"], SECRET, board)
    rows = [row.text for row in play_on(game, 30)]
    again = TableGame.restore(json.loads(json.dumps(game.start_document())), rows)
    assert again.view() == game.view()
    assert again.start.setup.atlas.board == board


def test_terms_that_do_not_fit_are_refused_with_every_fault() -> None:
    wrong = TableTerms(variant="venus-team", options={"display": "cheese"})
    with pytest.raises(SetupError) as caught:
        TableGame.new(wrong, ["a", "b", "c"], b"")
    assert len(caught.value.faults) == 2


def test_terms_are_stored_and_read_again() -> None:
    terms = TableTerms(variant="venus", options={"display": "wine"}, manual_chance=True)
    assert from_json(json.loads(json.dumps(terms.to_json()))) == terms
    assert from_json(TableTerms().to_json(), study=True).shows_hands


def test_an_undo_is_a_row_and_the_same_card_is_drawn_again() -> None:
    game = new_game()
    rows = play_on(game, 400)
    first = next(
        row.number
        for row in rows
        if row.text.startswith("*")
        and not rows[row.number - 1].text.startswith("*")
        and len(game.at(row.number).legal()) > 3
    )
    drawn = rows[first].text
    past = game.at(first - 1)
    again = past.play(rows[first - 1].text, range(3))
    assert [row.text for row in again[:2]] == [rows[first - 1].text, drawn]
    others = set()
    for number in range(60):
        other = TableGame(game.start, secret=bytes([number]))
        other.read_all(row.text for row in rows[: first - 1])
        others.add(other.play(rows[first - 1].text, range(3))[1].text)
    assert others > {drawn}


def test_reading_rows_with_undo_gives_the_same_game() -> None:
    game = new_game()
    rows = play_on(game, 60)
    rows.append(game.undo(40))
    rows += play_on(game, 20, seed=9)
    again = new_game()
    again.read_all(row.text for row in rows)
    assert again.rows == game.rows == len(rows)
    assert again.entries == game.entries
    assert again.state.key() == game.state.key()
    assert again.view() == game.view()


def test_a_copy_does_not_show_what_is_played_on_the_other() -> None:
    game = new_game()
    play_on(game, 30)
    before, copy = game.view(), game.copy()
    play_on(copy, 30)
    copy.undo(3)
    assert game.view() == before


def test_one_goes_back_alone_past_no_reveal_and_no_decision_of_another() -> None:
    game = new_game()
    assert game.undo_limit([0]) == 0
    for words in ("play prefect", "produce italia"):
        game.play(words, [0])
    assert game.actor == 1
    assert game.undo_limit([0]) == 0  # the turn is over, but nobody has decided since
    assert game.undo_limit([1]) == 2
    game.play("play mercator", [1])
    assert game.undo_limit([0]) == 3
    assert game.undo_limit([1]) == 2
    assert game.undo_limit([0, 1]) == 0  # both seats are one person's
    full = new_game()
    rows = play_on(full, 400)
    at = next(row.number for row in rows if row.text.startswith("*"))
    assert full.at(at + 1).undo_limit([0, 1, 2]) == at + 1
    assert full.undo_target(at) < at
    assert full.actor_of(full.undo_target(at)) is not None


def test_an_undo_tells_who_made_it() -> None:
    game = new_game()
    game.play("play prefect", [0])
    game.play("produce italia", [0])
    assert game.copy().undo(1, [0, 2]).item["actor"] == 0
    agreed = game.undo(0)
    assert agreed == (2, "undo 0", agreed.item)
    assert agreed.item["actor"] is None
    assert game.rows == 3


@pytest.mark.parametrize("to", [-1, 2, 99])
def test_an_undo_to_nowhere_is_refused(to: int) -> None:
    game = new_game()
    game.play("play prefect", [0])
    game.play("produce italia", [0])
    with pytest.raises(ViaeError, match="from 0 to 1"):
        game.undo(to)
    assert len(game.entries) == 2


def test_in_a_study_whoever_decides_goes_back_anywhere() -> None:
    study = new_game(terms=TableTerms(study=True))
    play_on(study, 200)
    assert study.undo_limit([-1, 0, 1, 2]) == 0
    assert study.undo_limit([]) == len(study.entries)


def test_chance_by_hand_waits_for_an_entry() -> None:
    study = new_game(terms=TableTerms(study=True, manual_chance=True))
    while study.state.actor >= 0:
        play_on(study, 1, seed=len(study.entries))
    assert study.decides([-1])
    assert not study.decides([0, 1, 2])
    reveal = study.options()["legal"][-1]["entry"]
    assert [row.text for row in study.play(reveal, [-1])] == [f"*: {reveal}"]


def test_wrong_entries_are_told_apart() -> None:
    game = new_game()
    with pytest.raises(InvalidEntry):
        game.play("jump", [0])
    with pytest.raises(InvalidEntry, match="unknown actor"):
        game.play("9: play prefect", [0])
    with pytest.raises(OutOfTurn, match="seat 0 decides now"):
        game.play("play prefect", [1, 2])
    with pytest.raises(OutOfTurn):
        game.play("1: play prefect", [0])
    with pytest.raises(IllegalEntry, match=r"R4\.1") as caught:
        game.play("play consul-2", [0])
    assert "play prefect" in caught.value.legal
    assert game.rows == 0


def test_a_game_from_a_position_goes_on() -> None:
    game = Game.new(players=3, seed=3)
    game.play("play prefect")
    game.play("produce italia")
    table = TableGame.restore(game.position())
    assert table.actor == 1
    table.play("play mercator", [1])
    assert table.position()["entries"] == ["1: play mercator"]
    again = TableGame.restore(table.start_document(), ["1: play mercator"])
    assert again.view() == table.view()


@pytest.mark.parametrize(
    ("part", "whole"),
    [
        (lambda game: game.history(3, 9), lambda game: game.history()[3:9]),
        (
            lambda game: game.moments(3, 4, True, True),
            lambda game: [game.at(number).view(True, True) for number in range(3, 7)],
        ),
        (lambda game: game.history(1000), lambda _game: []),
        (lambda game: game.moments(1000, 4, True, True), lambda _game: []),
    ],
)
def test_a_part_of_the_past_is_the_same_as_in_the_whole(
    part: Callable[[TableGame], list[object]], whole: Callable[[TableGame], list[object]]
) -> None:
    game = new_game()
    play_on(game, 40)
    assert part(game) == whole(game)


def test_the_history_says_where_turns_begin() -> None:
    game = new_game()
    play_on(game, 200)
    items = game.history()
    assert [item["number"] for item in items] == list(range(len(game.entries)))
    assert [f"{item['actor']}: {item['entry']}" for item in items] == game.entries
    begun = [item["number"] for item in items if item.get("turn_begins")]
    assert begun[0] == 0
    for number in begun:
        assert game.at(number).view()["turn"]["begins"]
    assert len(begun) in (game.turns, game.turns - 1)  # the next turn may have no entry yet


def test_the_owner_of_seats_sees_cards_choices_and_how_far_back_is_possible() -> None:
    game = new_game()
    game.play("play prefect", [0])
    own = game.own_view([0, 2], acting=[0, 2])
    assert (own["seats"], own["decides"], own["undo"]) == ([0, 2], True, 0)
    assert list(own["own"]) == ["0", "2"]
    assert {"legal": own["legal"], "blocked": own["blocked"]} == game.options()
    other = game.own_view([1], acting=[1])
    assert not other["decides"]
    assert (other["legal"], other["blocked"], other["undo"]) == ([], [], None)
    replaced = game.own_view([0], acting=[])
    assert (replaced["decides"], replaced["undo"]) == (False, None)
    assert replaced["own"]["0"]["pile"] == ["prefect"]


def test_a_preview_says_what_would_be_and_reveals_no_card() -> None:
    game = new_game()
    while not any(one["reveals"] for one in game.options()["legal"]):
        play_on(game, 1, seed=len(game.entries))
    assert game.actor is not None
    before, seats = game.view(), [game.actor]
    choice = next(one for one in game.options()["legal"] if one["reveals"])
    preview = game.preview([choice["entry"]], seats)
    assert [item["entry"] for item in preview["entries"]] == [choice["entry"]]
    assert preview["changes"] == choice["changes"]
    assert preview["points"] == choice["points"]
    assert preview["game"]["actor"] == "*"
    assert preview["game"]["unseen"] == before["unseen"]
    assert preview["legal"] == []
    assert game.view() == before
    with pytest.raises(OutOfTurn):
        game.preview([choice["entry"]], [seat for seat in range(3) if seat not in seats])


def test_a_preview_of_several_entries_goes_on_from_each_to_the_next() -> None:
    game = new_game()
    preview = game.preview(["play prefect", "produce italia"], [0])
    assert preview["game"]["entries"] == 2
    assert preview["legal"] == []  # the next seat decides
    assert game.preview(["play prefect"], [0])["legal"]
    assert game.rows == 0


def test_the_secret_is_not_in_what_anybody_sees() -> None:
    game = new_game()
    rows = play_on(game, 300)
    shown = [game.view(), game.cards(range(3)), game.options(), game.history()]
    shown += [row.item for row in rows]
    for part in shown:
        assert SECRET.decode() not in json.dumps(part)
