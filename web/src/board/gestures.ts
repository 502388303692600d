// Wheel, drag, pinch, tap and hover on the pane of the board.
import { panned, zoomed, type Size, type View } from "./camera";
import type { Point } from "./layout";

export interface Listener {
  view(): View;
  pane(): Size;
  /** A new view, while it changes or (`ended`) for good. */
  look(view: View, ended: boolean): void;
  pick(point: Point, touch: boolean, event: MouseEvent): void;
  hover(point: Point | null): void;
}

const SLACK = { mouse: 4, touch: 9 };
const REST = 160; // ms after the last turn of the wheel

export function gestures(node: HTMLElement, listener: Listener): () => void {
  const down = new Map<number, Point>();
  let start: Point | null = null;
  let dragged = false;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  let over: Point | null = null;

  const at = (event: MouseEvent): Point => {
    const box = node.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  function wheel(event: WheelEvent) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 300 : 1;
    const turn = Math.max(-240, Math.min(240, event.deltaY * unit)) * (event.ctrlKey ? 3 : 1);
    listener.look(
      zoomed(listener.view(), listener.pane(), Math.exp(-turn / 420), at(event)),
      false,
    );
    clearTimeout(rest);
    rest = setTimeout(() => listener.look(listener.view(), true), REST);
  }

  function press(event: PointerEvent) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if ((event.target as Element).closest("button, [data-still]")) return;
    down.set(event.pointerId, at(event));
    if (down.size === 1) {
      start = at(event);
      dragged = false;
    } else {
      dragged = true;
      for (const id of down.keys()) node.setPointerCapture(id);
    }
  }

  function move(event: PointerEvent) {
    const before = down.get(event.pointerId);
    const now = at(event);
    if (!before) {
      if (event.pointerType === "mouse" && !down.size) hoverSoon(now);
      return;
    }
    if (down.size === 2) {
      const other = [...down].find(([id]) => id !== event.pointerId)![1];
      const far = (point: Point) =>
        Math.max(20, Math.hypot(point[0] - other[0], point[1] - other[1]));
      const middle: Point = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
      const moved = panned(
        listener.view(),
        listener.pane(),
        (now[0] - before[0]) / 2,
        (now[1] - before[1]) / 2,
      );
      listener.look(zoomed(moved, listener.pane(), far(now) / far(before), middle), false);
      down.set(event.pointerId, now);
      return;
    }
    if (down.size !== 1) return;
    const slack = event.pointerType === "mouse" ? SLACK.mouse : SLACK.touch;
    if (!dragged && start && Math.hypot(now[0] - start[0], now[1] - start[1]) > slack) {
      dragged = true;
      node.setPointerCapture(event.pointerId);
      hoverNow(null);
    }
    if (dragged) {
      listener.look(
        panned(listener.view(), listener.pane(), now[0] - before[0], now[1] - before[1]),
        false,
      );
    }
    down.set(event.pointerId, now);
  }

  function release(event: PointerEvent) {
    if (!down.delete(event.pointerId)) return;
    if (!down.size && dragged) listener.look(listener.view(), true);
  }

  function click(event: MouseEvent) {
    if ((event.target as Element).closest("button, [data-still]")) return;
    if (dragged && event.detail > 0) {
      dragged = false;
      return;
    }
    listener.pick(at(event), (event as PointerEvent).pointerType === "touch", event);
  }

  function hoverSoon(point: Point) {
    over = point;
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      listener.hover(over);
    });
  }

  function hoverNow(point: Point | null) {
    over = point;
    cancelAnimationFrame(frame);
    frame = 0;
    listener.hover(point);
  }

  const leave = () => hoverNow(null);
  const listening = new AbortController();
  const { signal } = listening;
  node.addEventListener("wheel", wheel, { passive: false, signal });
  node.addEventListener("pointerdown", press, { signal });
  node.addEventListener("pointermove", move, { signal });
  node.addEventListener("pointerup", release, { signal });
  node.addEventListener("pointercancel", release, { signal });
  node.addEventListener("pointerleave", leave, { signal });
  node.addEventListener("click", click, { signal });
  return () => {
    clearTimeout(rest);
    cancelAnimationFrame(frame);
    listening.abort();
  };
}
