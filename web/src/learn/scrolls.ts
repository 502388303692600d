// A part that scrolls sideways can be reached with the Tab key, one that fits is no stop.
export function scrolls(node: HTMLElement): () => void {
  const look = (): void => {
    node.tabIndex = node.scrollWidth > node.clientWidth ? 0 : -1;
  };
  look();
  if (!("ResizeObserver" in globalThis)) return () => {};
  const observer = new ResizeObserver(look);
  observer.observe(node);
  return () => observer.disconnect();
}
