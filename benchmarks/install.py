"""What an installation of viae brings: its size and how long it takes to import.

    python benchmarks/install.py

Builds a wheel of this checkout with the Python that runs this script, which needs the tools of
`make setup`, installs it into an empty folder with pip and measures there. Fails above 100 ms or
3 MB; `viae bench` has the same figures for the package that runs it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from viae.cli.bench import BARS, import_ms, installed_bytes

HERE = Path(__file__).resolve().parents[1]
PARTS = ("src", "pyproject.toml", "setup.py", "README.md", "LICENSE")
BUILT = shutil.ignore_patterns("*.so", "*.pyd", "*.egg-info", "__pycache__")


def main() -> int:
    """Build, install, measure; 1 if a bar is missed."""
    with tempfile.TemporaryDirectory() as folder:
        site = install(Path(folder))
        compiled = any(path.suffix in (".so", ".pyd") for path in (site / "viae").iterdir())
        figures = {
            "installed_mb": installed_bytes(site) / 1e6,
            "import_ms": import_ms("import viae", site),
        }
        print(f"viae with {'compiled' if compiled else 'interpreted'} rules")
        print(f"{'from viae import Game, ms':26}{import_ms('from viae import Game', site):8.1f}")
    missed = 0
    for bar in (bar for bar in BARS if bar.figure in figures):
        held = bar.holds(figures[bar.figure])
        missed += not held
        print(f"{bar.figure:26}{figures[bar.figure]:8.1f}  {bar}  {'holds' if held else 'missed'}")
    return 1 if missed else 0


def install(folder: Path) -> Path:
    """Build in a copy, so that nothing is left in the checkout; where the package then lies."""
    tree, wheels, site = folder / "tree", folder / "wheels", folder / "site"
    tree.mkdir()
    for part in PARTS:
        if (HERE / part).is_dir():
            shutil.copytree(HERE / part, tree / part, ignore=BUILT)
        else:
            shutil.copy(HERE / part, tree)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(wheels), str(tree)]
    subprocess.run(build, check=True)
    wheel = next(wheels.glob("viae-*.whl"))
    subprocess.run([*pip, "install", "--no-deps", "--target", str(site), str(wheel)], check=True)
    return site


if __name__ == "__main__":
    sys.exit(main())
