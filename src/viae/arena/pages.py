"""Pages: how a report looks, as Markdown and as HTML.

The HTML stands alone: drawings are inside, nothing is fetched. It follows the reader's choice of
light or dark, and reads on a phone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

FONT = "'Source Sans 3','Segoe UI','Noto Sans','Liberation Sans',Helvetica,Arial,sans-serif"
SERIF = "'EB Garamond','Iowan Old Style',Palatino,Georgia,'Liberation Serif',serif"
LIGHT = """--page:#ece5d8;--panel:#fbf8f1;--ink:#2a251e;--soft:#6a6052;
--line:#ddd5c4;--accent:#0a6b63;--series-1:#0a6b63;--series-2:#b4502a;--series-3:#27647f;
--series-4:#6d4a8c;--series-5:#94690a;--series-6:#5b6470"""
DARK = """--page:#14161a;--panel:#1f2227;--ink:#e9e4da;--soft:#a9a294;
--line:#363b43;--accent:#6fcabd;--series-1:#5cc4b5;--series-2:#e8946b;--series-3:#84bbd8;
--series-4:#bda1dc;--series-5:#dcb54c;--series-6:#a5afbb"""
COLORS = (
    f":root{{color-scheme:light dark;{LIGHT}}}\n"
    f"@media (prefers-color-scheme:dark){{:root{{{DARK}}}}}\n"
)
LAYOUT = f"""*{{box-sizing:border-box}}
body{{margin:0;background:var(--page);color:var(--ink);font-family:{FONT};line-height:1.5}}
main,header,footer{{max-width:84rem;margin:0 auto;padding:0 1rem}}
header{{padding-top:2.2rem}}
h1,h2{{font-family:{SERIF};line-height:1.2;font-weight:600;overflow-wrap:anywhere}}
h1{{font-size:clamp(1.7rem,6vw,2.6rem);margin:0 0 .6rem}}
h2{{font-size:1.35rem;margin:0 0 .3rem}}
header p{{font-size:1.1rem;max-width:46rem;margin:0 0 1.2rem}}
dl{{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.6rem;
margin:0 0 1.4rem}}
dl div,article,pre{{background:var(--panel);border:1px solid var(--line);border-radius:.7rem}}
dl div{{padding:.5rem .8rem}}
dt{{color:var(--soft);font-size:.8rem}}
dd{{margin:0;font-size:1.1rem;font-weight:600;overflow-wrap:anywhere}}
main{{columns:25rem;column-gap:1.2rem}}
.first{{column-span:all;display:grid;gap:.5rem 2rem;grid-template-columns:minmax(0,1fr)}}
@media (min-width:60rem){{.first{{grid-template-columns:minmax(0,2fr) minmax(0,3fr)}}
.first h2,.first p{{margin:0;grid-column:1/-1}}}}
article{{break-inside:avoid;padding:1.1rem 1.1rem .9rem;margin:0 0 1.2rem}}
article p{{color:var(--soft);margin:0 0 .7rem;font-size:.95rem}}
figure{{margin:0}}
svg{{display:block;width:100%;height:auto;max-width:32rem;margin:0 auto}}
details{{margin-top:.6rem}}
summary{{cursor:pointer;color:var(--accent);padding:.3rem 0}}
.table{{overflow-x:auto}}
table{{border-collapse:collapse;font-size:.86rem;font-variant-numeric:tabular-nums;width:100%}}
th,td{{text-align:right;padding:.3rem .45rem;border-bottom:1px solid var(--line);
white-space:nowrap}}
th{{color:var(--soft);font-weight:600}}
th:first-child,td:first-child{{text-align:left}}
footer{{padding-bottom:2.5rem}}
pre{{overflow-x:auto;padding:.9rem 1rem;margin:.4rem 0;font-size:.88rem}}
#faults td{{white-space:normal;text-align:left}}
@media print{{main{{columns:2}}details{{display:none}}}}
"""
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header><h1>{title}</h1><p>{lead}</p>{facts}</header>
<main>
{body}
</main>
{again}
</body>
</html>
"""
MARKS = frozenset("\\|*_`<>[]")  # what Markdown would take for something else


class Section(NamedTuple):
    """A part of a report: words, a drawing and a table, each of which may be missing."""

    key: str
    title: str
    text: str
    drawing: str = ""
    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class Page(NamedTuple):
    """A report: its title, the main result in a sentence, figures for the top, and its parts."""

    title: str
    lead: str
    facts: Sequence[tuple[str, str]]
    sections: Sequence[Section]
    command: str = ""  # that played the games


def markdown(page: Page) -> str:
    """The page as Markdown; its drawings are files beside it."""
    lines = [f"# {_escape(page.title)}", "", _escape(page.lead), ""]
    lines += _table(("", ""), page.facts) if page.facts else []
    for part in page.sections:
        lines += [f"## {part.title}", "", _escape(part.text), ""]
        if part.drawing:
            lines += [f"![{part.title}]({part.key}.svg)", ""]
        if part.rows:
            lines += _table(part.header, part.rows)
    if page.command:
        lines += ["## Again", "", "```console", f"$ {page.command}", "```", ""]
    return "\n".join(lines)


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    def line(cells: Iterable[str]) -> str:
        return "| " + " | ".join(_escape(cell) for cell in cells) + " |"

    return [line(header), line("---" for _ in header), *(line(row) for row in rows), ""]


def _escape(text: str) -> str:
    """Text on one line that Markdown leaves as it is."""
    return "".join(f"\\{sign}" if sign in MARKS else sign for sign in " ".join(text.splitlines()))


def drawing_alone(drawing: str) -> str:
    """A drawing as a file of its own: with the colours that a page would give it."""
    style = f"<style>{COLORS}svg{{font-family:{FONT}}}</style>"
    return drawing.replace(">", f">\n{style}", 1)


def html(page: Page) -> str:
    """The page as HTML, with everything inside."""
    tiles = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in page.facts
    )
    again = f"<h2>Again</h2><pre><code>{escape(page.command)}</code></pre>"
    return PAGE.format(
        title=escape(page.title),
        lead=escape(page.lead),
        facts=f"<dl>{tiles}</dl>" if tiles else "",
        body="\n".join(_article(part, not at) for at, part in enumerate(page.sections)),
        again=f"<footer>{again}</footer>" if page.command else "",
        style=f"{COLORS}{LAYOUT}",
    )


def _article(part: Section, first: bool) -> str:
    table = _html_table(part.header, part.rows) if part.rows else ""
    figure = ""
    if part.drawing:
        label = escape(part.title, quote=True)
        drawing = part.drawing.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
        figure = f"<figure>{drawing}</figure>"
        if table and not first:
            table = f"<details><summary>The figures</summary>{table}</details>"
    kind = ' class="first"' if first else ""
    return (
        f'<article id="{part.key}"{kind}><h2>{escape(part.title)}</h2>'
        f"<p>{escape(part.text)}</p>{figure}{table}</article>"
    )


def _html_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in header)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="table">{table}</div>'
