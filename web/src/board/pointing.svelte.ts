// What pointer and focus are on, what the board says about it, and what picking it leads to.
import { tick, untrack } from "svelte";
import type { Kind } from "$lib/types";
import type { BoardView } from "./boardview.svelte";
import { SMALL } from "./camera";
import type { Point } from "./layout";
import { around, type Spot } from "./spots";
import type { Target } from "./types";

/** What can be pointed at, what can be done there, and who wants to know. */
export interface Field {
  spots: Spot[];
  legal: Map<string, Target[]>;
  onpick?: (target: Target) => void;
  onplace?: (what: "city" | "path" | "province", id: string, kind?: Kind) => void;
}

const REST = 450; // ms after which a pointer rests

export class Pointing {
  hovered = $state<string | null>(null);
  /** What has the one tab stop of the board. */
  current = $state<string | null>(null);
  /** What has the focus and is shown with a ring. */
  focused = $state<string | null>(null);
  /** What is explained, and where in the pane. */
  post = $state.raw<{ spot: Spot; left: number; top: number } | null>(null);
  /** The open list of targets that lie too close together. */
  among = $state.raw<{ targets: Target[]; spots: Spot[]; left: number; top: number } | null>(null);
  /** The pointer moves: nothing breathes. */
  still = $state(false);

  /** Where the tab key leads: the last place, or one where something can be done. */
  readonly stop = $derived.by(() => {
    const { spots } = this.field;
    return this.spot(this.current) ? this.current : (this.open[0] ?? spots[0]?.key ?? null);
  });
  readonly ring = $derived.by(() => this.spot(this.focused) ?? null);
  /** The keys of the places where something can be done. */
  readonly open = $derived.by(() => [...this.field.legal.keys()].filter((key) => this.spot(key)));

  private pause: ReturnType<typeof setTimeout> | undefined;
  private question = ""; // the places of the last question
  private quiet: string | null = null; // picked a moment ago: needs no explanation

  constructor(
    private view: BoardView,
    private fieldOf: () => Field,
  ) {
    view.onmoved = () => (this.post = null);
  }

  get field(): Field {
    return this.fieldOf();
  }

  spot(key: string | null): Spot | undefined {
    return this.field.spots.find((one) => one.key === key);
  }

  /** Say what is at a spot, if it is in view. */
  explain(spot: Spot): void {
    const [left, top] = this.view.pinned(spot);
    const { w, h } = this.view.pane;
    if (left < -20 || top < -20 || left > w + 20 || top > h + 20) return;
    this.post = { spot, left, top };
  }

  /** The pointer is at a point of the pane, or has left it. */
  hover(point: Point | null): void {
    const spot = point && !this.among ? this.near(point, false)[0] : undefined;
    clearTimeout(this.pause);
    this.still = Boolean(point) && this.field.legal.size > 0;
    if (spot?.key !== this.hovered) {
      this.hovered = spot?.key ?? null;
      this.post = null;
      if (this.hovered !== this.quiet) this.quiet = null;
    }
    // Once the pointer rests, animations continue, and what it rests on is explained.
    this.pause = setTimeout(() => {
      this.still = false;
      if (spot && !this.post && spot.key !== this.quiet) this.explain(spot);
    }, REST);
  }

  /** Somebody clicked or tapped at a point of the pane. */
  pick(point: Point, touch: boolean, event: MouseEvent): void {
    if (this.among) {
      this.among = null;
      return;
    }
    const target = event.target as Element;
    const marked = this.spot(target.closest?.("[data-key]")?.getAttribute("data-key") ?? null);
    // A click of a screen reader has no coordinates, and a chip belongs to its city.
    if (marked && (event.detail === 0 || !target.matches(".hit"))) {
      this.choose(marked);
      return;
    }
    const found = this.near(point, touch);
    const can = found.filter(({ key }) => this.field.legal.has(key));
    if (touch && can.length > 1) this.offer(can, point);
    else if (found[0]) this.choose(found[0], touch);
    else this.post = null;
  }

  /** Do what can be done at a spot, or tell who listens that it was chosen. */
  choose(spot: Spot, explained = false): void {
    this.current = spot.key;
    const { legal, onpick, onplace } = this.field;
    const can = legal.get(spot.key) ?? [];
    if (can.length > 1) this.offer([spot], this.view.pinned(spot));
    else if (can[0]) {
      this.post = null;
      this.quiet = spot.key;
      onpick?.(can[0]);
    } else {
      if (explained) this.explain(spot);
      if (spot.what === "colonist") onplace?.("city", spot.id);
      else onplace?.(spot.what, spot.id, spot.kind);
    }
  }

  /** Somebody chose from the open list. */
  chooseAmong(index: number): void {
    const target = this.among?.targets[index];
    this.among = null;
    if (target) this.field.onpick?.(target);
    void tick().then(() => this.focus(this.stop));
  }

  closeList(): void {
    this.among = null;
    this.focus(this.stop);
  }

  /** New questions: an open list is out of date, and the answers come into view; so does what a lesson looks at. */
  asked(targets: Target[], look: readonly string[] = []): void {
    untrack(() => {
      this.among = null;
      const { view } = this;
      const { spots, legal } = this.field;
      const asked = [...legal.keys(), ...look].sort().join();
      if (asked !== this.question) view.byHand = false;
      this.question = asked;
      const looked = look.flatMap((id) => [id, ...id.split("~")]);
      const places = spots.filter(({ key, id }) => legal.has(key) || looked.includes(id));
      if (view.fitted.k < SMALL) {
        // A small screen shows the places that can be chosen, as large as they fit.
        if (targets.length || looked.length) view.zoomTo(places);
        else if (!view.byHand && view.now.zoom > 1) view.showAll();
      } else if (targets.length && view.now.zoom > 1) view.bringIn(places);
    });
  }

  /** Bring a spot into view and set the keyboard's focus there. */
  focus(key: string | null): void {
    const spot = this.spot(key);
    if (!spot) return;
    this.current = spot.key;
    this.view.reveal(spot);
    this.view.focusHit(spot.key);
  }

  /** The same for a city, path or province by its id. */
  focusOn(id: string): void {
    const [head = "", rest] = id.split(":");
    const spot =
      this.spot(id) ??
      this.field.spots.find((one) => one.id === (rest ?? id) && (!rest || one.kind === head));
    if (spot) this.focus(spot.key);
  }

  /** Go to the next (1) or previous (−1) place where something can be done. */
  step(way: 1 | -1): void {
    const { open: keys, view } = this;
    if (!keys.length) return;
    const inside = view.frame?.contains(document.activeElement) ?? false;
    const now = inside ? keys.indexOf(this.current ?? "") : -1;
    const next =
      now < 0 ? (way > 0 ? 0 : keys.length - 1) : (now + way + keys.length) % keys.length;
    this.focus(keys[next] ?? null);
  }

  /** Zoom at what has the focus, else at the middle. */
  zoomBy(factor: number): void {
    const spot = this.spot(this.focused);
    this.view.zoomBy(factor, spot && this.view.pinned(spot));
  }

  /** The board goes away. */
  end(): void {
    clearTimeout(this.pause);
  }

  /** The spots at a point of the pane, legal ones first. */
  private near(point: Point, touch: boolean): Spot[] {
    const { view } = this;
    const { spots, legal } = this.field;
    const real = view.fitted.k * view.now.zoom;
    const found = around(view.under(point), spots, (touch ? 22 : 12) / real, view.grow);
    return [
      ...found.filter(({ key }) => legal.has(key)),
      ...found.filter(({ key }) => !legal.has(key)),
    ];
  }

  /** Open a list of all that can be done at these spots. */
  private offer(where: Spot[], [left, top]: Point): void {
    const pairs = where.flatMap((spot) =>
      (this.field.legal.get(spot.key) ?? []).map((target) => ({ spot, target })),
    );
    const { w, h } = this.view.pane;
    this.post = null;
    this.among = {
      spots: pairs.map(({ spot }) => spot),
      targets: pairs.map(({ target }) => target),
      left: Math.max(8, Math.min(left - 40, w - 288)),
      top: Math.max(8, Math.min(top + 12, h - 56 * (pairs.length + 1))),
    };
  }
}
