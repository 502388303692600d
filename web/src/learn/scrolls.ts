// Makes a part that scrolls sideways reachable with the Tab key; a part that fits is skipped.
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
