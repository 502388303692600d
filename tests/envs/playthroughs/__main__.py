"""The command `python -m tests.envs.playthroughs`: write the OpenSpiel playthroughs anew."""

from __future__ import annotations

from . import GAMES, file_of, write

if __name__ == "__main__":
    for variant in GAMES:
        text = write(variant)
        path = file_of(variant)
        changed = not path.exists() or path.read_text("utf-8") != text
        path.write_text(text, "utf-8")
        print(f"{path.name}: {len(text.splitlines())} lines, {'' if changed else 'un'}changed")
