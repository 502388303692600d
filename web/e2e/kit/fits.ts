// What is wrong with a page as it is drawn: controls out of sight, small text, small targets, words broken in the
// middle, sideways scrolling.
// Everything is measured in the page, nothing in pictures.

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Wanted {
  text: number; // px, the smallest text
  target: number; // px, the smallest side of a target
  /** With large text a part may scroll to its controls, but nothing that is written is cut. */
  scrolls?: boolean;
}

/** For `page.evaluate`: every fault in words; none if the page fits. */
export function faultsOf({ text, target, scrolls = false }: Wanted): string[] {
  const found: string[] = [];
  const slack = 1; // px, for rounding
  const CONTROLS =
    "button, a[href], input, select, textarea, summary, [role=spinbutton], [role=tab], .hit.can";
  // Reading matter that is as long as it is: it scrolls, and what is asked does not depend on it.
  const LONG = "[data-region=log], [data-region=chat]";

  const named = (node: Element): string => {
    const words = node.getAttribute("aria-label") ?? node.textContent ?? "";
    const where = node.closest("[data-region]")?.getAttribute("data-region") ?? "page";
    const kind = node.getAttribute("class")?.split(" ").slice(0, 3).join(".") ?? "";
    return `${where}: ${node.tagName.toLowerCase()}.${kind} “${words.trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  };
  const shown = (node: Element): boolean =>
    node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !node.closest(".hidden-text, .skip-link, [inert]");

  /** The part of the page in which something can be seen: the window, cut by everything that clips. */
  function seenIn(node: Element, scrolled: boolean): Area {
    let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
    for (let box = node.parentElement; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.position === "fixed") break;
      if (box instanceof SVGElement) continue;
      const rect = box.getBoundingClientRect();
      if (style.overflowX !== "visible") {
        left = Math.max(left, rect.left);
        right = Math.min(right, rect.right);
      }
      if (scrolled && ["auto", "scroll"].includes(style.overflowY)) {
        [top, bottom] = [-Infinity, Infinity];
        break;
      }
      if (style.overflowY !== "visible") {
        top = Math.max(top, rect.top);
        bottom = Math.min(bottom, rect.bottom);
      }
    }
    return { left, top, right, bottom };
  }

  /** Whether a control, or what is drawn in it, is what lies uppermost at a point. */
  function on(node: Element, x: number, y: number): boolean {
    const top = document.elementFromPoint(x, y);
    return top !== null && (node.contains(top) || top.contains(node));
  }

  for (const node of document.querySelectorAll(CONTROLS)) {
    if (!shown(node) || node.closest(LONG)) continue;
    const rect = node.getBoundingClientRect();
    if (!rect.width || !rect.height) continue;
    const area = seenIn(node, scrolls);
    const drawn = node.matches(".hit");
    if (drawn) {
      const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
      if (x < area.left || x > area.right || y < area.top || y > area.bottom)
        found.push(`out of sight: ${named(node)}`);
      // Something that lies over the board: a target below it cannot be reached.
      else if (
        !node.closest("[data-region=board] .board")?.contains(document.elementFromPoint(x, y))
      )
        found.push(`covered: ${named(node)}`);
    } else if (
      rect.left < area.left - slack ||
      rect.right > area.right + slack ||
      rect.top < area.top - slack ||
      rect.bottom > area.bottom + slack
    ) {
      const by = [
        area.left - rect.left,
        rect.right - area.right,
        area.top - rect.top,
        rect.bottom - area.bottom,
      ];
      found.push(`out of sight by ${Math.round(Math.max(...by))} px: ${named(node)}`);
      continue;
    } else {
      const now = seenIn(node, false);
      if (rect.top < now.top - slack || rect.bottom > now.bottom + slack) continue; // it is scrolled to
      // Something of it can be clicked: cards of a full hand may cover each other in part.
      const points = [0.1, 0.3, 0.5, 0.7, 0.9];
      const free = points.some((x) =>
        points.some((y) => on(node, rect.left + rect.width * x, rect.top + rect.height * y)),
      );
      if (!free) found.push(`covered: ${named(node)}`);
    }
    const inline = node.matches("a") && getComputedStyle(node).display === "inline";
    if (!inline && Math.min(rect.width, rect.height) < target - 0.5)
      found.push(`target ${rect.width.toFixed(1)} × ${rect.height.toFixed(1)} px: ${named(node)}`);
  }

  /** The words of a text that go on in the next line. A line may end after a dash, not among letters. */
  function broken(text: Node): string[] {
    const range = document.createRange();
    const lines = (): number => {
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0.1);
      return new Set(rects.map(({ top }) => Math.round(top))).size;
    };
    range.selectNodeContents(text);
    if (lines() < 2) return [];
    return [...(text.textContent ?? "").matchAll(/[\p{L}\p{M}\p{N}]{2,}/gu)].flatMap((word) => {
      // The hyphen at the end of a line counts to what follows a soft hyphen.
      const divided = text.textContent?.[word.index - 1] === "\u00ad" ? 1 : 0;
      range.setStart(text, word.index + divided);
      range.setEnd(text, word.index + word[0].length);
      return lines() > 1 ? [word[0]] : [];
    });
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = new Set<string>();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.textContent?.trim();
    const parent = node.parentElement;
    // What is defined for later use is not drawn here.
    if (!words || !parent || parent.closest("defs") || !shown(parent)) continue;
    let size = parseFloat(getComputedStyle(parent).fontSize);
    if (parent instanceof SVGGraphicsElement) {
      const matrix = parent.getScreenCTM();
      if (matrix) size *= Math.hypot(matrix.b, matrix.d);
    }
    if (size < text - 0.05) small.add(`text of ${size.toFixed(1)} px: ${named(parent)}`);
    if (parent instanceof HTMLElement)
      for (const word of broken(node)) found.push(`broken word “${word}”: ${named(parent)}`);
  }
  // What is drawn by its name: letters inside of it are as large as its place makes them.
  for (const node of document.querySelectorAll("use")) {
    const letters = document.getElementById(node.href.baseVal.slice(1))?.querySelector("text");
    const matrix = node.getScreenCTM();
    if (!letters || !matrix || !shown(node)) continue;
    const size = parseFloat(getComputedStyle(letters).fontSize) * Math.hypot(matrix.b, matrix.d);
    if (size < text - 0.05) small.add(`text of ${size.toFixed(1)} px: board: ${node.href.baseVal}`);
  }
  found.push(...small);

  // Written in a place that is too small for it. What a card does is told in full when it is touched or hovered, and
  // the newest line of the log stands in the log.
  const SHORT = ".compact .text, .news .text, .hidden-text, .hidden-text *";
  for (const node of scrolls ? document.querySelectorAll<HTMLElement>("main *") : []) {
    if (!shown(node) || node.matches(SHORT) || node.closest(LONG)) continue;
    const words = [...node.childNodes].some((one) => one.nodeType === 3 && one.textContent?.trim());
    const { overflowX, overflowY } = getComputedStyle(node);
    const clips = ["hidden", "clip"];
    if (words && clips.includes(overflowX) && node.scrollWidth > node.clientWidth + slack)
      found.push(`cut by ${node.scrollWidth - node.clientWidth} px: ${named(node)}`);
    if (words && clips.includes(overflowY) && node.scrollHeight > node.clientHeight + 3)
      found.push(`cut by ${node.scrollHeight - node.clientHeight} px below: ${named(node)}`);
  }

  // A card says everything inside its edge.
  for (const node of document.querySelectorAll<HTMLElement>(".card")) {
    if (shown(node) && node.scrollHeight > node.clientHeight + 2)
      found.push(`cut by ${node.scrollHeight - node.clientHeight} px: ${named(node)}`);
  }

  const root = document.documentElement;
  if (root.scrollWidth > innerWidth + slack)
    found.push(`the page scrolls sideways: ${root.scrollWidth} px`);
  for (const node of document.querySelectorAll<HTMLElement>("body *")) {
    if (node.scrollWidth <= node.clientWidth + slack || !shown(node)) continue;
    if (["auto", "scroll"].includes(getComputedStyle(node).overflowX))
      found.push(`scrolls sideways: ${named(node)} ${node.scrollWidth} of ${node.clientWidth} px`);
  }
  return found;
}
