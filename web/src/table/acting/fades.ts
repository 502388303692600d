// Whether a pane goes on above or below what is seen of it: `data-above` and `data-below`, for its looks. One with
// nothing but text in it can then be scrolled by keys.

/** For `{@attach}`: keeps both attributes right while the pane is there. */
export function fades(node: HTMLElement): () => void {
  const see = () => {
    const below = node.scrollHeight - node.scrollTop - node.clientHeight;
    node.toggleAttribute("data-above", node.scrollTop > 4);
    node.toggleAttribute("data-below", below > 4);
    const scrolls = node.scrollTop + below > 0;
    if (scrolls && !node.querySelector("button, a, input, select, [tabindex]")) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  };
  node.addEventListener("scroll", see, { passive: true });
  const ends = [() => node.removeEventListener("scroll", see)];
  if (typeof ResizeObserver !== "undefined") {
    const size = new ResizeObserver(see);
    size.observe(node);
    ends.push(() => size.disconnect());
  }
  const content = new MutationObserver(see);
  content.observe(node, { childList: true, subtree: true });
  ends.push(() => content.disconnect());
  return () => {
    for (const end of ends) end();
  };
}
