"""The browser client beside the engine: words for all there is, and a build that is in order."""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from viae.bots.registry import BUILT_IN, COMPARED
from viae.server.http import static
from viae.server.http.routes.catalogue import catalogue
from viae.server.people.words import LANGUAGES as WRITTEN

WEB = Path(__file__).parents[2] / "web"
LANGUAGES = sorted(folder.name for folder in (WEB / "messages").iterdir() if folder.is_dir())
LIMIT = 250_000  # bytes of JavaScript on the first load, packed


@cache
def texts(language: str, part: str) -> dict[str, str]:
    found = json.loads((WEB / "messages" / language / f"{part}.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


@cache
def known() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(catalogue())
    return found


def test_the_server_writes_mails_in_every_language_of_the_client() -> None:
    assert sorted(WRITTEN) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_the_catalogue_has_a_name(language: str) -> None:
    names = texts(language, "game")
    options = known()["options"]
    wanted = {
        *(f"good.{good['id']}" for good in known()["goods"]),
        *(f"board.{board['id']}" for board in known()["boards"]),
        *(f"variant.{variant}" for variant in known()["variants"]),
        *(f"bot.{bot['name']}" for bot in known()["bots"]),
        *(f"option.{option}" for option in options),
        *(f"option-value.{option}.{value}" for option in options for value in options[option]
          if isinstance(value, str)),
        *(f"god.{god}" for card in known()["cards"].values() for god in card["gods"]),
        *(f"role.{side}" for card in known()["cards"].values()
          for side in card["sides"] or [card["role"]]),
    }  # fmt: skip
    assert not wanted - set(names)
    assert len(wanted) > 50


def built() -> Path:
    """The folder of the built client; the test is left out where there is none."""
    folder = static.page_folder()
    if not (folder / ".vite" / "manifest.json").is_file():
        pytest.skip("the client is not built: make web")
    return folder


def chunks(manifest: dict[str, Any], *first: str) -> set[str]:
    """The files of these entries and of all they import at once."""
    found: set[str] = set()
    waiting = list(first)
    while waiting:
        entry = manifest[waiting.pop()]
        if entry["file"] not in found:
            found.add(entry["file"])
            waiting.extend(entry.get("imports", []))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["src/pages/Lobby.svelte", "src/table/TablePage.svelte"])
def test_the_first_load_is_small(page: str, language: str) -> None:
    folder = built()
    manifest = json.loads((folder / ".vite" / "manifest.json").read_text(encoding="utf-8"))
    texts_of_all_pages = f"src/lib/texts/{language}.ts"
    layout = "src/layouts/mini/imperium.json" if "Lobby" in page else "src/layouts/imperium.json"
    wanted = chunks(manifest, "index.html", page, layout, texts_of_all_pages)
    size = sum(len(gzip.compress((folder / name).read_bytes(), 9)) for name in wanted)
    assert size <= LIMIT


def test_the_page_needs_nothing_that_the_policy_forbids() -> None:
    folder = built()
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page)
    for name in re.findall(r'(?:src|href)="/([^"]+)"', page):
        assert (folder / name).is_file(), name
    app = json.loads((folder / "manifest.webmanifest").read_text(encoding="utf-8"))
    for icon in app["icons"]:
        assert (folder / icon["src"].lstrip("/")).is_file()


def test_a_page_offers_the_bots_whose_nets_it_gets() -> None:
    (folder,) = built().glob("assets/python-????????")
    with ZipFile(folder / "viae.zip") as packed:
        nets = {name for name in packed.namelist() if name.endswith(".npz")}
    assert nets == {"viae/bots/weights/learned.npz", "viae/bots/weights/team.npz"}
    offered = json.loads((folder / "catalogue.json").read_text(encoding="utf-8"))["bots"]
    assert {bot["name"] for bot in offered} == set(BUILT_IN) - set(COMPARED)


def test_no_file_of_the_build_leads_to_another_site() -> None:
    folder = built()
    allowed = re.compile(r"https?://(?:www\.w3\.org/|svelte\.dev/|\$\{|127\.0\.0\.1|localhost)")
    for path in folder.rglob("*.*"):
        if path.suffix in (".js", ".css", ".html", ".webmanifest"):
            found = re.findall(r"https?://[^\s\"'`)<]{3,40}", path.read_text(encoding="utf-8"))
            assert not [one for one in found if not allowed.match(one)], path.name
