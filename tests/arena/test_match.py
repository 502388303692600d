"""Matches: every bot at every seat on the same deals, whoever plays them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, repeat
from typing import Any

import pytest

from tests.arena.made_up import FIXTURE, without_times
from tests.bots.asking import registered
from viae import Game, SetupError, ViaeError
from viae.arena.match import Fixture, Match, MatchSettings, Stopped, line_up, play_match, rotations
from viae.arena.replay import replay
from viae.arena.results import CONTROL, Result
from viae.bots import Observation

SMALL = MatchSettings(bots=("random", "random"), boards=("italia",), games=2, seed=1, max_turns=12)


class Last:
    """Plays the last entry of the list, and tells how much time it was given."""

    seen: list[float | None] = []  # noqa: RUF012 - of all seats of all games

    def choose(self, observation: Observation) -> int:
        self.seen.append(observation.time)
        return observation.legal[-1]


class Broken:
    """Cannot play."""

    def choose(self, observation: Observation) -> int:
        raise ArithmeticError("I have never learned it")


@pytest.fixture(autouse=True)
def bots_of_these_tests() -> Iterator[None]:
    with registered("last", lambda seed: Last()), registered("broken", lambda seed: Broken()):
        yield


def results(settings: MatchSettings, jobs: int = 1) -> list[Result]:
    return [without_times(played.result) for played in play_match(settings, jobs)]


def records(settings: MatchSettings) -> list[dict[str, Any]]:
    return [json.loads(played.line) for played in play_match(settings)]


@pytest.mark.parametrize(
    ("names", "variant", "players", "seats"),
    [
        ("a b", "concordia", None, "a b"),
        ("a b c d e", "concordia", None, "a b c d e"),
        ("a b", "concordia", 4, "a b b b"),
        ("a", "concordia", None, "a a a"),
        ("a", "venus", 5, "a a a a a"),
        ("a b", "venus-team", None, "a b a b"),
        ("a b", "venus-team", 6, "a b b a b b"),
        ("a b c", "venus-team", None, "a b c a b c"),
        ("a b c d", "venus-team", None, "a b c d"),
        ("a b c d e f", "venus-team", None, "a b c d e f"),
        ("a", "venus-team", None, "a a a a"),
    ],
)
def test_names_tell_who_sits_where(
    names: str, variant: str, players: int | None, seats: str
) -> None:
    assert " ".join(line_up(names.split(), variant, players)) == seats


@pytest.mark.parametrize(
    ("names", "variant", "players", "said"),
    [
        ("a b c", "concordia", 4, "3 names for 4 players; name a bot for each seat"),
        ("a b c", "concordia", 2, "3 names for 2 players"),
        ("a b c", "venus-team", 4, "3 names for 4 players in teams; name a bot for each team"),
        ("a b c d e", "venus-team", None, "5 names for 4 players in teams"),
    ],
)
def test_names_that_do_not_fit_are_refused(
    names: str, variant: str, players: int | None, said: str
) -> None:
    with pytest.raises(SetupError, match=said):
        line_up(names.split(), variant, players)


@pytest.mark.parametrize(
    ("seats", "number"),
    [("a a a", 1), ("a b", 2), ("a b b b", 4), ("a b a b", 2), ("a b c d", 4), ("a a b b", 4)],
)
def test_as_many_rotations_as_there_are_different_seatings(seats: str, number: int) -> None:
    assert rotations(seats.split()) == number


@pytest.mark.parametrize(
    ("bots", "variant", "players"),
    [
        (("random", "last"), "concordia", 2),
        (("random", "last"), "concordia", 4),
        (("random", "last", "greedy"), "venus", 3),
        (("random", "last"), "venus-team", 4),
        (("random", "last"), "venus-team", 6),
        (("random", "last", "greedy", "greedy"), "venus-team", 4),
    ],
)
def test_every_bot_sits_at_every_seat_equally_often_on_the_same_deals(
    bots: tuple[str, ...], variant: str, players: int
) -> None:
    match = Match(MatchSettings(bots=bots, variant=variant, players=players, games=7))
    sat: Counter[tuple[str, int]] = Counter()
    deals: dict[int, list[list[str]]] = {}
    for fixture in match.fixtures():
        seating = match.seating(fixture.rotation)
        sat.update((name, seat) for seat, name in enumerate(seating))
        deals.setdefault(fixture.deal, []).append(seating)
    for name in set(match.seats):
        assert len({sat[name, seat] for seat in range(players)}) == 1
    # Every deal is played with the same seatings, each of them once.
    first = deals[0]
    assert all(seatings == first for seatings in deals.values())
    assert len({tuple(seating) for seating in first}) == len(first) == match.rotations
    assert match.games == len(match.fixtures()) == len(first) * len(deals) >= 7


def test_partners_stay_partners() -> None:
    match = Match(MatchSettings(bots=("random", "last"), variant="venus-team"))
    for rotation in range(match.rotations):
        seating = match.seating(rotation)
        assert seating[:2] == seating[2:]


def test_a_deal_is_the_same_at_all_rotations_and_another_is_not() -> None:
    settings = replace(SMALL, bots=("random", "last"), games=4, max_turns=2)
    one, turned, other, _ = records(settings)
    for key in ("tokens", "display"):
        assert one[key] == turned[key]
        assert one[key] != other[key]
    assert one["players"] == ["bot:random", "bot:last"]
    assert turned["players"] == ["bot:last", "bot:random"]
    assert one["meta"]["seed"] == turned["meta"]["seed"] != other["meta"]["seed"]


def test_the_seed_of_a_record_sets_up_the_same_game_and_draws_the_same_cards() -> None:
    (record,) = records(replace(SMALL, games=1))
    game = Game.new("italia", players=record["players"], seed=record["meta"]["seed"])
    for entry in record["entries"]:
        if not entry.startswith("*"):
            game.play(entry)
    assert game.entries == record["entries"]


def test_the_number_of_processes_changes_nothing() -> None:
    settings = replace(SMALL, bots=("random", "greedy"), games=8, control=True)
    assert results(settings) == results(settings, jobs=2)


def test_a_longer_match_and_one_on_more_boards_hold_the_same_games() -> None:
    settings = replace(SMALL, bots=("random", "last"), max_turns=3)
    more = {result.key: result for result in results(replace(settings, games=6))}
    boards = {
        result.key: result for result in results(replace(settings, boards=("cyprus", "italia")))
    }
    for result in results(settings):
        assert more[result.key] == result
        assert boards[result.key] == result
    assert len(boards) == 2 * settings.games


def test_games_are_rounded_up_to_full_sets() -> None:
    match = Match(MatchSettings(bots=("random", "last"), players=3, games=10))
    assert (match.games, match.deals, match.rotations) == (12, 4, 3)
    assert Match(MatchSettings(bots=("random",), games=0)).fixtures() == []


@pytest.mark.parametrize(("variant", "players"), [("concordia", 2), ("venus-team", 4)])
def test_a_record_replays(variant: str, players: int) -> None:
    settings = replace(SMALL, variant=variant, players=players, max_turns=None, games=1)
    (record,) = records(settings)
    assert replay(record) == (len(record["entries"]), [])
    assert record["result"]["scores"] == record["meta"]["arena"]["scores"]
    assert len(record["meta"]["arena"]["sides"]) == 2


def test_a_game_that_runs_on_is_scored_as_it_stands() -> None:
    """R8.3: such a record has no result; the arena counts the points all the same."""
    (record,) = records(replace(SMALL, games=1, max_turns=5))
    told = record["meta"]["arena"]
    assert "result" not in record
    assert replay(record).faults == []
    assert told["capped"]
    assert told["turns"] == [5, 5]
    assert told["sides"][told["winner"]] == max(told["sides"])
    game = Game.from_record(record, chance="manual")
    assert [score.total for score in game.scores()] == told["scores"]


def test_a_result_tells_what_was_bought_and_built() -> None:
    (played,) = play_match(replace(SMALL, games=1, max_turns=None))
    result = played.result
    entries = json.loads(played.line)["entries"]
    for seat in range(2):
        bought = [text.split()[2] for text in entries if text.startswith(f"{seat}: purchase")]
        built = [text for text in entries if text.startswith(f"{seat}: build")]
        assert sorted(result.cards[seat]) == sorted(bought)
        assert sum(result.houses[seat]) == len(built)
        assert sum(result.gods[seat]) == result.scores[seat]
        assert len(result.microseconds[seat]) == result.turns[seat]


def test_without_records_a_line_has_the_result_alone() -> None:
    (played,) = play_match(replace(SMALL, games=1, records=False))
    line = json.loads(played.line)
    assert list(line) == ["meta"]
    assert Result(**line["meta"]["arena"]) == played.result


def test_the_mirror_match_is_the_second_bots_on_the_same_deals() -> None:
    settings = replace(SMALL, bots=("last", "random"), max_turns=2, games=4, control=True)
    found = results(settings)
    mirrored = [result for result in found if result.rotation == CONTROL]
    assert len(found) == 6
    assert [result.deal for result in mirrored] == [0, 1]
    assert all(result.bots == ["random", "random"] for result in mirrored)
    assert {result.seed for result in mirrored} == {result.seed for result in found}


def test_bots_are_told_how_much_time_they_have() -> None:
    Last.seen.clear()
    results(replace(SMALL, bots=("last",), players=2, games=1, max_turns=1, time=3600.0))
    assert Last.seen
    assert all(left is not None and 0 < left <= 3600 for left in Last.seen)


def test_a_bot_that_fails_is_replaced_and_the_fault_is_kept() -> None:
    (result, *_) = results(replace(SMALL, bots=("broken", "random"), max_turns=3))
    (fault,) = result.faults
    assert (fault["seat"], fault["name"], fault["kind"]) == (0, "broken", "crash")
    assert "never learned" in fault["text"]
    assert result.bots == ["broken", "random"]


def test_a_match_can_be_stopped_in_the_middle_of_a_game() -> None:
    asked = iter([False] * 30 + [True])
    played = list(play_match(replace(SMALL, games=50), stop=lambda: next(asked)))
    assert len(played) == 1  # 24 turns; the second game was given up
    with pytest.raises(Stopped):
        Match(SMALL).play(FIXTURE, lambda: True)


def test_several_processes_can_be_stopped_too() -> None:
    settings = replace(SMALL, games=100_000, records=False)
    asked = chain(repeat(False, 10), repeat(True))
    played = list(play_match(settings, jobs=2, stop=lambda: next(asked)))
    assert 0 < len(played) < 10_000


def test_only_the_games_that_are_asked_for_are_played() -> None:
    fixtures = [Fixture("italia", 5, 0), Fixture("italia", 2, 0)]
    played = list(play_match(replace(SMALL, games=10), fixtures=fixtures))
    assert [one.result.deal for one in played] == [5, 2]


def test_a_bot_that_other_processes_do_not_have_is_told() -> None:
    settings = replace(SMALL, bots=("last", "random"))
    with pytest.raises(SetupError, match="no bot “last”"):
        list(play_match(settings, jobs=2))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (MatchSettings(bots=()), "name the bots that play"),
        (MatchSettings(bots=("oracle", "random")), "no bot “oracle”"),
        (MatchSettings(bots=("random",), players=9), "2, 3, 4 or 5 players, not 9"),
        (MatchSettings(bots=("random",), variant="venus-team", players=5), "4 or 6 players, not 5"),
        (MatchSettings(bots=("random",) * 6), "not 6"),
        (MatchSettings(bots=("random",), variant="chess"), "there is no variant"),
        (MatchSettings(bots=("random",), boards=("italia", "atlantis")), "no board"),
        (MatchSettings(bots=("random",), boards=()), "name a board"),
        (MatchSettings(bots=("random", "random"), control=True), "there is only one"),
        (MatchSettings(bots=("random",), games=-1), "whole number from 0 on"),
        (MatchSettings(bots=("random",), seed=-1), "a seed is"),
        (MatchSettings(bots=("random",), players=0), "not 0"),
        (MatchSettings(bots=("random",), time=0.0), "more than 0 seconds"),
        (MatchSettings(bots=("random",), time=float("inf")), "more than 0 seconds"),
        (MatchSettings(bots=("random",), max_turns=0), "1 or more"),
        (MatchSettings(bots=("random",), options={"display": "silk"}), "display is"),
        (MatchSettings(bots=("random", "random", "random"), players=4), "3 names for 4 players"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: MatchSettings, said: str) -> None:
    with pytest.raises(SetupError, match=said):
        Match(settings)


def test_all_faults_of_a_plan_are_told_at_once() -> None:
    with pytest.raises(SetupError) as problem:
        Match(MatchSettings(bots=("oracle", "sibyl"), boards=("atlantis",), games=-1))
    assert len(problem.value.faults) == 4


def test_a_crew_that_loses_a_process_says_so() -> None:
    from concurrent.futures import Future
    from concurrent.futures.process import BrokenProcessPool

    from viae.arena.pool import Chunk, Processes

    workers = Processes(SMALL, 1)
    died: Future[Chunk] = Future()
    died.set_exception(BrokenProcessPool())
    workers._under_way = {died}
    with pytest.raises(ViaeError, match="has died"):
        workers.finished()
    assert workers.close() == []


def test_what_others_have_finished_is_not_lost_with_a_worker() -> None:
    from viae.arena.pool import Chunk, hand_out

    match = Match(SMALL)
    games = match.fixtures()
    second = match.play(games[1])

    class Losing:
        """The second game is finished before the first, whose worker is lost."""

        size = 2
        chunks: tuple[Chunk, ...] = (Chunk(1, [second], 1.0),)

        def start(self, first: int, fixtures: Sequence[Fixture]) -> None:
            pass

        def finished(self) -> list[Chunk]:
            if not self.chunks:
                raise ViaeError("a process has died")
            found, self.chunks = self.chunks, ()
            return list(found)

        def close(self) -> list[Chunk]:
            return []

    coming = hand_out(Losing(), games)
    assert next(coming) == second
    with pytest.raises(ViaeError, match="has died"):
        next(coming)
