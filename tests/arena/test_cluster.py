"""On a Ray cluster the same games are played as here."""

from __future__ import annotations

import re
import sys

import pytest

from tests.arena.made_up import without_times
from viae import ViaeError
from viae.arena.match import MatchSettings, play_match
from viae.extras import command

PLAN = MatchSettings(
    bots=("random", "greedy"), boards=("italia",), games=10, seed=1, max_turns=4, control=True
)


def test_a_local_cluster_plays_the_same_games_as_one_process() -> None:
    pytest.importorskip("ray")
    from viae.arena.cluster import Cluster

    here = [without_times(played.result) for played in play_match(PLAN)]
    workers = Cluster(PLAN, "local", jobs=2)
    assert workers.size == 2
    there = [without_times(played.result) for played in play_match(PLAN, workers=workers)]
    assert there == here
    assert len(there) == 15


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("127.0.0.1:1", "no Ray cluster answers at 127.0.0.1:1"),
        ("ray://127.0.0.1:1", "no Ray cluster answers at ray://127.0.0.1:1"),
        ("127.0.0.1:99999", "no Ray cluster answers"),
        ("somewhere", "“somewhere” is no address of a Ray cluster; write HOST:PORT"),
    ],
)
def test_an_address_where_nobody_answers_is_told(address: str, said: str) -> None:
    pytest.importorskip("ray")
    from viae.arena.cluster import Cluster

    with pytest.raises(ViaeError, match=said):
        Cluster(PLAN, address)


class SlowRay:
    """Ray on a machine so busy that it starts only at the last of some tries."""

    def __init__(
        self, tries: int, said: str = "The current node timed out during startup."
    ) -> None:
        self.left = tries
        self.said = said
        self.done: list[str] = []

    def init(self, **_settings: object) -> None:
        self.left -= 1
        self.done.append("init")
        if self.left:
            raise Exception(self.said)

    def shutdown(self) -> None:
        self.done.append("shutdown")


def test_a_cluster_that_starts_too_slowly_is_started_again() -> None:
    from viae.arena.cluster import STARTS, _connect

    ray = SlowRay(3)
    _connect(ray, "local", 2)
    assert ray.done == ["init", "shutdown", "init", "shutdown", "init"]
    with pytest.raises(ViaeError, match="could not start here"):
        _connect(SlowRay(STARTS + 1), "local", 2)
    with pytest.raises(Exception, match="no memory"):
        _connect(SlowRay(2, "no memory"), "local", 2)


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from viae.arena.cluster import Cluster

    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ViaeError, match=re.escape(command("cluster"))):
        Cluster(PLAN)
