// The view of the board in its pane: zoom and place, drawn by moving the drawn world.
import { tick } from "svelte";
import { centred, fit, growth, held, panned, toBoard, toPane, zoomed, type View } from "./camera";
import type { Box, Point } from "./layout";

const READABLE = 1; // px per unit at which everything can be read

interface Place {
  x: number;
  y: number;
}

export class BoardView {
  frame = $state<HTMLDivElement>();
  world = $state<HTMLDivElement>();
  pane = $state.raw({ w: 948, h: 664 });
  /** The zoom at which the world was drawn. */
  settled = $state(1);
  /** It changes with every frame of a gesture and is therefore no state. */
  now: View = { zoom: 1, x: 0, y: 0 };
  /** The view was moved by hand since the last question. */
  byHand = false;
  /** Told when the view has moved. */
  onmoved: (() => void) | null = null;

  readonly core = $derived.by((): Box => this.coreOf());
  readonly fitted = $derived.by(() => fit(this.pane, this.core));
  readonly scale = $derived.by(() => this.fitted.k * this.settled);
  readonly grow = $derived.by(() => growth(this.scale));
  readonly reach = $derived.by(() => 12.5 / this.scale);

  constructor(private coreOf: () => Box) {
    $effect(() => {
      const node = this.frame;
      if (!node) return;
      const watch = new ResizeObserver(() => {
        if (node.clientWidth && node.clientHeight)
          this.pane = { w: node.clientWidth, h: node.clientHeight };
      });
      watch.observe(node);
      return () => watch.disconnect();
    });
    $effect(() => {
      this.now = held(this.now, this.pane);
      void this.fitted;
      void this.settled;
      this.place();
    });
  }

  /** Look somewhere; `ended` when the gesture is over and the world is drawn again. */
  look(next: View, ended: boolean): void {
    const { now } = this;
    const changed = next.zoom !== now.zoom || next.x !== now.x || next.y !== now.y;
    this.now = next;
    if (changed) {
      this.onmoved?.();
      this.place();
    }
    if (ended) this.settled = next.zoom;
  }

  pan(dx: number, dy: number): void {
    this.byHand = true;
    this.look(panned(this.now, this.pane, dx, dy), true);
  }

  zoomBy(factor: number, at: Point = [this.pane.w / 2, this.pane.h / 2]): void {
    this.byHand = true;
    this.look(zoomed(this.now, this.pane, factor, at), true);
  }

  showAll(): void {
    this.byHand = true;
    this.look({ zoom: 1, x: 0, y: 0 }, true);
  }

  /** Where a place of the board is in the pane. */
  pinned({ x, y }: Place): Point {
    const [left, top] = toPane(this.now, this.pane, this.core, [x, y]);
    return [left, top];
  }

  /** The place of the board at a point of the pane, its middle if none is named. */
  under(point: Point = [this.pane.w / 2, this.pane.h / 2]): Point {
    return toBoard(this.now, this.pane, this.core, point);
  }

  /** Push the view so that a place is well inside it. */
  reveal(place: Place): void {
    const { w, h } = this.pane;
    const [left, top] = this.pinned(place);
    const edge = Math.min(48, w / 6);
    if (left < edge || top < edge || left > w - edge || top > h - edge) this.centre(place);
  }

  /** Where none of these is in view, push the board to them, or show all if they lie too far apart. */
  bringIn(wanted: readonly Place[]): void {
    const { w, h } = this.pane;
    const inside = ([left, top]: readonly number[]) =>
      left! > 0 && top! > 0 && left! < w && top! < h;
    if (!wanted.length || wanted.some((place) => inside(this.pinned(place)))) return;
    const xs = wanted.map(({ x }) => x);
    const ys = wanted.map(({ y }) => y);
    const middle: Point = [
      (Math.min(...xs) + Math.max(...xs)) / 2,
      (Math.min(...ys) + Math.max(...ys)) / 2,
    ];
    const next = centred(this.now, this.pane, this.core, middle);
    const all = wanted.every(({ x, y }) => inside(toPane(next, this.pane, this.core, [x, y])));
    if (all) this.look(next, true);
    else this.showAll();
  }

  /** Zoom so that these fill the pane and their names can be read; once moved by hand, it stays. */
  zoomTo(wanted: readonly Place[]): void {
    if (!wanted.length || this.byHand) return;
    const { pane, fitted, core } = this;
    const xs = wanted.map(({ x }) => x);
    const ys = wanted.map(({ y }) => y);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    const room = 36; // px around them
    const wide = Math.max(1, pane.w - 2 * room) / Math.max(1, right - left);
    const high = Math.max(1, pane.h - 2 * room) / Math.max(1, bottom - top);
    const zoom = Math.max(1, Math.min(wide, high, READABLE) / fitted.k);
    const middle: Point = [(left + right) / 2, (top + bottom) / 2];
    this.look(centred(this.now, pane, core, middle, zoom), true);
  }

  /** Set the keyboard's focus on what has this key. */
  focusHit(key: string): void {
    void tick().then(() => {
      const hits = this.frame?.querySelectorAll<SVGElement>(".hit") ?? [];
      for (const hit of hits) {
        if (hit.getAttribute("data-key") === key) hit.focus({ preventScroll: true });
      }
    });
  }

  private centre({ x, y }: Place): void {
    this.look(centred(this.now, this.pane, this.core, [x, y]), true);
  }

  private place(): void {
    const { x, y, zoom } = this.now;
    if (this.world) {
      this.world.style.transform = `translate(${-x}px, ${-y}px) scale(${zoom / this.settled})`;
    }
  }
}
