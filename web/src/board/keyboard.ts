// Keys and focus on the board: arrows to what is nearest, N and P through what can be done, zoom.
import { settings } from "$lib/settings.svelte";
import type { BoardView } from "./boardview.svelte";
import type { Point } from "./layout";
import type { Pointing } from "./pointing.svelte";
import { inDirection, type Spot } from "./spots";

const ARROWS: Record<string, Point> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
const PUSH = 80; // pixels by which an arrow pushes the board

const TEXT = "input, textarea, select, [contenteditable]";

/** The way through what can be done: 1 for N, −1 for P, on keyboards of other scripts too. */
function stepOf(event: KeyboardEvent): 1 | -1 | 0 {
  if (event.code === "KeyN" || event.key === "n") return 1;
  return event.code === "KeyP" || event.key === "p" ? -1 : 0;
}

export function keyboard(node: HTMLElement, view: BoardView, pointing: Pointing): () => void {
  function keydown(event: KeyboardEvent) {
    const target = event.target as Element;
    if (event.altKey || event.metaKey || target.closest("button, [data-still]")) return;
    const spot = pointing.spot(target.getAttribute("data-key"));
    const arrow = ARROWS[event.key];
    const stepping = settings.keys && pointing.field.legal.size > 0;
    const way = stepOf(event);
    if (arrow && event.ctrlKey) push(arrow);
    else if (event.ctrlKey) return;
    else if (arrow) go(spot, arrow, event.shiftKey);
    else if ((event.key === "Enter" || event.key === " ") && spot) {
      if (!event.repeat) pointing.choose(spot);
    } else if (event.key === "+" || event.key === "=") pointing.zoomBy(1.5);
    else if (event.key === "-" || event.key === "−") pointing.zoomBy(1 / 1.5);
    else if (event.key === "0" || event.key === "Home") view.showAll();
    else if (stepping && way) pointing.step(way);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const push = ([dx, dy]: Point) => view.pan(-dx * PUSH, -dy * PUSH);

  /** To what is nearest in a direction: among what can be done, or among `all`. */
  function go(from: Spot | undefined, direction: Point, all: boolean) {
    const { spots, legal } = pointing.field;
    const open = all || !legal.size ? spots : spots.filter(({ key }) => legal.has(key));
    const next = inDirection(
      from ? [from.x, from.y] : view.under(),
      direction,
      open.filter((spot) => spot !== from),
    );
    if (next) pointing.focus(next.key);
    else if (view.now.zoom > 1) push(direction);
  }

  function focusin(event: FocusEvent) {
    const hit = event.target as Element;
    const key = hit.getAttribute("data-key");
    if (!key) return;
    const visible = hit.matches(":focus-visible");
    pointing.current = key;
    pointing.focused = visible ? key : null;
    const spot = pointing.spot(key);
    if (spot && visible) pointing.explain(spot);
  }

  function focusout() {
    // An element that is removed while it has the focus sends its event in the middle of an update.
    queueMicrotask(() => {
      if (view.frame?.contains(document.activeElement)) return;
      pointing.focused = null;
      pointing.post = null;
    });
  }

  /** N and P lead to the board from wherever the focus is. */
  function elsewhere(event: KeyboardEvent) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (!settings.keys || !pointing.field.legal.size || target?.closest(TEXT)) return;
    if (node.contains(target) || document.querySelector("dialog[open]")) return;
    if (!node.offsetParent) return; // another page of a small screen
    const way = stepOf(event);
    if (!way) return;
    pointing.step(way);
    event.preventDefault();
  }

  const listening = new AbortController();
  const { signal } = listening;
  node.addEventListener("keydown", keydown, { signal });
  node.addEventListener("focusin", focusin, { signal });
  node.addEventListener("focusout", focusout, { signal });
  window.addEventListener("keydown", elsewhere, { signal });
  return () => listening.abort();
}
