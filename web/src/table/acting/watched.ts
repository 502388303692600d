// Whether a part of the page is visible now: a small panel need not repeat what is above it.
import type { Acting } from "./acting.svelte";

/** For `use:`-like attachment: keeps `acting.seen` right while the element is there. */
export function watched(
  acting: Acting,
  part: "hand" | "display",
  on: boolean,
): (node: Element) => () => void {
  return (node) => {
    if (!on || typeof IntersectionObserver === "undefined") return () => {};
    const eye = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting) acting.seen.add(part);
      else acting.seen.delete(part);
    });
    eye.observe(node);
    return () => {
      eye.disconnect();
      acting.seen.delete(part);
    };
  };
}
