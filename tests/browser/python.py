"""Running Python scripts in Pyodide, in Node."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run_in_pyodide(script: Path, *arguments: str) -> list[str]:
    """The lines that a script prints in Pyodide, with the sources of this checkout."""
    done = subprocess.run(
        [ROOT / "scripts" / "npm", "run", "--silent", "python", "--", str(script), *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout.splitlines()
