"""Make the pictures of a folder small; usage: shrink.py FROM.

Those that a page of the documentation shows go to docs/assets/shots, the others to build/shots.
Each is written as WebP in two ways, and the smaller one is kept: with a little loss, which suits
the board, and with few colours and no loss, which suits pages of text.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs/assets/shots"
OTHERS = ROOT / "build/shots"
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


def shown() -> set[str]:
    """The names of the pictures that the README and the documentation show."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    text = "".join(page.read_text("utf-8") for page in pages)
    return set(re.findall(r"assets/shots/([\w-]+)\.webp", text))


def shrink(source: Path) -> int:
    """Write all pictures of a folder small; how many bytes those of the documentation have."""
    wanted = shown()
    for path in sorted(source.glob("*.png")):
        goal = (DOCS if path.stem in wanted else OTHERS) / f"{path.stem}.webp"
        goal.parent.mkdir(parents=True, exist_ok=True)
        with Image.open(path) as picture:
            goal.write_bytes(small(picture.convert("RGB")))
    return sum(path.stat().st_size for path in DOCS.iterdir())


if __name__ == "__main__":
    total = shrink(Path(sys.argv[1]))
    sys.stdout.write(f"{total / 1e6:.1f} MB of pictures in the documentation\n")
