// The keys of the table: digits choose, Enter sends, Esc unselects, letters lead to regions. Arrows, N, P
// and zoom are the board's own. What a single character does can be switched off in the settings.
import { settings } from "$lib/settings.svelte";
import { focusInto, REGIONS, type Acting, type Region } from "./acting.svelte";

const TEXT =
  "input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]";
const PRESSED =
  "button, a[href], summary, [role=button], [role=tab], [role=menuitem], [role=switch], input";

const LETTERS: Record<string, Region> = {
  b: "board",
  h: "hand",
  m: "display",
  l: "log",
  s: "scores",
};

/** All keys with the name of their explanation, as the help lists them. */
export const HELP: readonly [string[], string][] = [
  [["1", "9"], "digits"],
  [["Enter"], "enter"],
  [["Esc"], "escape"],
  [["U"], "undo"],
  [["D"], "done"],
  [["←", "↑", "↓", "→"], "arrows"],
  [["N", "P"], "targets"],
  [["F6"], "region"],
  [["B"], "board"],
  [["H"], "hand"],
  [["M"], "display"],
  [["L"], "log"],
  [["S"], "scores"],
  [["+", "−", "0"], "zoom"],
  [["?"], "help"],
];

/** The Latin letter of a key, on keyboards of other scripts too. */
export function letterOf(event: KeyboardEvent): string {
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase();
  if (event.key.length !== 1 || !/\p{L}/u.test(event.key)) return "";
  return /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : "";
}

function visible(place: Element): boolean {
  return !("checkVisibility" in place) || place.checkVisibility();
}

/** What digits choose from: the rows of the panel, else the cards that take their place. */
export function numbered(): HTMLElement[] {
  for (const region of ["panel", "hand", "display"]) {
    const found = document.querySelectorAll<HTMLElement>(
      `[data-region="${region}"] [data-choice]:not(:disabled)`,
    );
    const shown = [...found].filter(visible);
    if (shown.length) return shown;
  }
  return [];
}

/** The next region from where the focus is. */
export function nextRegion(back: boolean): HTMLElement | null {
  const places = REGIONS.flatMap((name) => {
    const found = document.querySelector<HTMLElement>(`[data-region="${name}"]`);
    return found && visible(found) ? [found] : [];
  });
  const here = document.activeElement?.closest<HTMLElement>("[data-region]");
  const at = here ? places.indexOf(here) : -1;
  if (at < 0) return (back ? places.at(-1) : places[0]) ?? null;
  return places.at((at + (back ? -1 : 1)) % places.length) ?? null;
}

/** A key was pressed somewhere on the page. */
export function pressed(event: KeyboardEvent, acting: Acting, help: () => void): void {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (document.querySelector("dialog[open]")) return;
  const target = event.target instanceof Element ? event.target : null;
  if (event.key === "F6") {
    focusInto(nextRegion(event.shiftKey));
    event.preventDefault();
    return;
  }
  if (target?.closest(TEXT)) return;
  if (event.key === "Escape") {
    if (acting.cancel()) event.preventDefault();
    return;
  }
  if (event.key === "Enter") {
    if (event.repeat) return;
    const chosen = target?.closest('[data-choice][aria-pressed="true"]') && acting.chosen;
    if (target?.closest(PRESSED) && !chosen) return;
    event.preventDefault();
    acting.confirm();
    return;
  }
  if (settings.keys && !event.repeat && character(event, acting, help)) event.preventDefault();
}

function character(event: KeyboardEvent, acting: Acting, help: () => void): boolean {
  if (event.key === "?") {
    help();
    return true;
  }
  if (/^[1-9]$/.test(event.key)) {
    const row = numbered()[Number(event.key) - 1];
    if (!row) return false;
    row.focus();
    if (row instanceof HTMLButtonElement) row.click();
    return true;
  }
  const letter = letterOf(event);
  if (letter === "u" && acting.undoable !== null) void acting.undo();
  else if (letter === "d" && acting.done) acting.finish();
  else if (LETTERS[letter]) void acting.go(LETTERS[letter]);
  else return false;
  return true;
}

/** Left and right along a row of cards. */
export function along(event: KeyboardEvent): void {
  const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const list = event.currentTarget;
  if (!way || !(list instanceof HTMLElement)) return;
  const cards = [...list.querySelectorAll<HTMLElement>("button:not(:disabled)")];
  const at = cards.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? undefined : cards[at + way];
  if (!next) return;
  next.focus();
  event.preventDefault();
  event.stopPropagation();
}
