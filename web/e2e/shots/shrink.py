"""Make the pictures of a folder small: few colours, WebP without loss; usage: shrink.py FROM TO."""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

COLOURS = 72


def shrink(source: Path, goal: Path) -> int:
    """Write all pictures anew; how many bytes the folder has then."""
    goal.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.glob("*.png")):
        with Image.open(path) as picture:
            few = picture.convert("RGB").quantize(
                COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
            )
        name = goal / path.with_suffix(".webp").name
        few.convert("RGB").save(name, lossless=True, quality=80, method=6)
    return sum(path.stat().st_size for path in goal.iterdir())


if __name__ == "__main__":
    total = shrink(Path(sys.argv[1]), Path(sys.argv[2]))
    sys.stdout.write(f"{total / 1e6:.1f} MB of pictures\n")
