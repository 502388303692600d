"""Worker processes and seeds, as everything that runs many games uses them."""

import os
import signal
import subprocess
import sys

from viae.seeds import derive
from viae.workers import start_workers

MARKS: list[str] = []


def mark(first: str, second: str) -> None:
    MARKS.append(first + second)


def marks() -> list[str]:
    return MARKS


def answers_to_interrupts() -> bool:
    return signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def test_a_worker_is_prepared_before_its_first_task() -> None:
    with start_workers(1, mark, "a", "b") as pool:
        assert pool.submit(marks).result() == ["ab"]
    assert MARKS == []


def test_a_worker_leaves_ctrl_c_to_the_process_that_started_it() -> None:
    with start_workers(1) as pool:
        assert not pool.submit(answers_to_interrupts).result()
    assert answers_to_interrupts()


PARENT = """
import os, sys
from viae.workers import start_workers
if __name__ == "__main__":
    pool = start_workers(1)
    print(pool.submit(os.getpid).result(), flush=True)
    os.kill(os.getpid(), 9)
"""


def test_a_worker_ends_with_the_process_that_started_it(tmp_path: os.PathLike[str]) -> None:
    script = os.path.join(tmp_path, "parent.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(PARENT)
    # The worker holds the pipe open: reading to its end waits until the worker is gone.
    run = subprocess.run(
        [sys.executable, script], stdout=subprocess.PIPE, text=True, check=False, timeout=120
    )
    assert run.returncode == -signal.SIGKILL
    assert int(run.stdout) > 0


def test_derived_seeds_are_those_of_all_games_so_far() -> None:
    assert derive(0, 0) == 6067409321135427
    assert derive(1, "game 0.7", " ") == 4448491454057092
    assert len({derive(seed, number) for seed in range(20) for number in range(20)}) == 400
    assert all(derive(1, number) < 2**53 for number in range(100))
