"""The collector leaves out what has been there for a while, and still finds all garbage in time."""

import subprocess
import sys
import textwrap

from tests.server.serving import SOURCES

# In a process of its own: what is frozen concerns the whole process.
SCRIPT = textwrap.dedent("""
    import gc
    import weakref
    from viae.server.process.garbage import Garbage

    class Connection:
        def __init__(self):
            self.itself = self  # so that only the collector frees it

    gc.collect()
    few = len(gc.get_objects()) + 1000
    garbage = Garbage(few)
    gone = [weakref.ref(Connection())]
    garbage.look()
    assert gone.pop()() is None, "new garbage is freed at once"
    assert gc.get_freeze_count() > 0

    def look_at_some():
        some = [Connection() for _ in range(few // 10)]
        garbage.look()
        return [weakref.ref(one) for one in some]

    kept = look_at_some()
    garbage.look()
    assert all(one() is not None for one in kept), "what was frozen is left out"
    for _ in range(15):
        look_at_some()
    assert all(one() is None for one in kept), "nothing stays for ever"
    assert gc.get_freeze_count() < 3 * few
""")


def test_what_was_frozen_is_looked_through_when_it_has_doubled() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": SOURCES, "VIAE_PURE": "1"},
    )
    assert done.returncode == 0, done.stderr
