// Whether a pane goes on above or below what is seen of it: `data-above` and `data-below`, for its looks.

/** For `{@attach}`: keeps both attributes right while the pane is there. */
export function fades(node: HTMLElement): () => void {
  const see = () => {
    const below = node.scrollHeight - node.scrollTop - node.clientHeight;
    node.toggleAttribute("data-above", node.scrollTop > 4);
    node.toggleAttribute("data-below", below > 4);
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
