"""Make the pictures of a folder small; usage: shrink.py FROM TO.

Each is written as WebP in two ways, and the smaller one is kept: with a little loss, which suits
the board, and with few colours and no loss, which suits pages of text.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image

QUALITY = 64
COLOURS = 144


def small(picture: Image.Image) -> bytes:
    """A picture as WebP."""
    lossy, exact = io.BytesIO(), io.BytesIO()
    picture.save(lossy, "WEBP", quality=QUALITY, method=6, use_sharp_yuv=True)
    few = picture.quantize(
        COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    ).convert("RGB")
    few.save(exact, "WEBP", lossless=True, quality=80, method=6)
    return min(lossy.getvalue(), exact.getvalue(), key=len)


def shrink(source: Path, goal: Path) -> int:
    """Write all pictures anew; how many bytes the folder has then."""
    goal.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.glob("*.png")):
        with Image.open(path) as picture:
            (goal / path.with_suffix(".webp").name).write_bytes(small(picture.convert("RGB")))
    return sum(path.stat().st_size for path in goal.iterdir())


if __name__ == "__main__":
    total = shrink(Path(sys.argv[1]), Path(sys.argv[2]))
    sys.stdout.write(f"{total / 1e6:.1f} MB of pictures\n")
