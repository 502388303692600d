// The animation of entries on the board: a colonist travels, a house rises, a marker turns, goods appear.
// All of it is drawn over the state before the entry, and what it leaves stays until the game changes.
import { tick, untrack } from "svelte";
import { moves } from "$lib/settings.svelte";
import type { Board, Game, Kind, Told } from "$lib/types";
import { Track } from "./curve";
import type { Layout, Point } from "./layout";
import { eased, runner } from "./motion";
import { pieces as piecesOf, type Hidden, type Piece } from "./pieces";
import { route } from "./route";

/** What there is on the board before the entry. */
export interface Scene {
  board: Board;
  layout: Layout | null;
  game: Game;
  pieces: Piece[];
  grow: number;
}

const FADE = 120; // all that is left of a motion where nothing may move
const FLIP = 250;

export class BoardAnimation {
  /** The colonist that is not where the game has it. */
  hidden = $state.raw<Hidden | null>(null);
  travel = $state.raw<{ seat: number; kind: Kind } | null>(null);
  rising = $state.raw<{ city: string; seat: number } | null>(null);
  flipped = $state.raw<Record<string, "goods" | "coins">>({});
  pops = $state.raw<{ key: string; x: number; y: number; good: string }[]>([]);

  // The drawings of these things, which are moved without redrawing the rest.
  carrier = $state<SVGGElement>();
  grown = $state<SVGElement | null>(null);
  popped = $state<SVGGElement>();
  marks = $state<Record<string, SVGGElement>>({});

  private running = runner();
  private base: Game | null = null;

  constructor(private scene: () => Scene) {}

  /** The game as it is now: another one than was played on ends and clears everything. */
  follow(game: Game): void {
    if (game !== this.base) untrack(() => this.sweep());
  }

  finish(): void {
    this.running.finish();
  }

  async play(told: Told, millis: number): Promise<void> {
    this.sweep();
    const { layout, game } = this.scene();
    this.base = game;
    const { actor, colonist, city, to, from, province } = told;
    if (!layout || typeof actor !== "number" || millis <= 0) return;
    if (told.kind === "move" && colonist && from && typeof to === "string") {
      await this.travels(layout, { seat: actor, kind: colonist, at: from }, to, millis);
    } else if (told.kind === "build" && city) {
      await this.rises(city, actor, millis);
    } else if (told.kind === "settle" && city && colonist) {
      await this.settles(layout, actor, colonist, city, millis);
    } else if (told.kind === "produce" && province) {
      await this.produces(layout, province, millis);
    } else if (told.kind === "collect") {
      const turned = Object.keys(game.markers).filter((id) => game.markers[id]?.side === "coins");
      await this.flips(turned, "goods", millis);
    }
  }

  private sweep(): void {
    this.running.finish();
    this.hidden = null;
    this.travel = null;
    this.rising = null;
    this.flipped = {};
    this.pops = [];
  }

  /** Calls `frame` until the time is over; where nothing may move, only for a short fade (`still`). */
  private async run(millis: number, frame: (share: number, still: boolean) => void): Promise<void> {
    await tick(); // until what moves is there
    const still = !moves();
    await this.running.run(still ? Math.min(FADE, millis) : millis, (share) => frame(share, still));
  }

  private carry([x, y]: Point, size: number, opacity = 1): void {
    this.carrier?.setAttribute("transform", `translate(${x} ${y}) scale(${size})`);
    this.carrier?.setAttribute("opacity", String(opacity));
  }

  private async travels(layout: Layout, from: Hidden, to: string, millis: number): Promise<void> {
    const { board, pieces, grow } = this.scene();
    const { seat, kind, at } = from;
    const line = route(
      board,
      layout,
      kind,
      at,
      to,
      pieces.map((piece) => piece.at),
    );
    if (!line) return;
    const start = pieces.find((one) => one.seat === seat && one.kind === kind && one.at === at);
    const small = start?.scale ?? 1; // in a city it is smaller and stands beside
    const track = new Track(start && small < 1 ? [[start.x, start.y], ...line] : line);
    this.hidden = from;
    this.travel = { seat, kind };
    await this.run(millis, (share, still) => {
      const way = still ? 1 : eased(share);
      const size = small + (1 - small) * Math.min(1, way * 4);
      this.carry(track.at(way * track.length), size * grow, still ? share : 1);
    });
  }

  private async rises(city: string, seat: number, millis: number): Promise<void> {
    this.rising = { city, seat };
    await this.run(millis, (share, still) => {
      this.grown?.setAttribute("transform", `scale(${still ? 1 : 0.6 + 0.4 * eased(share)})`);
      this.grown?.setAttribute("opacity", String(Math.min(1, share * 3)));
    });
  }

  private async settles(
    layout: Layout,
    seat: number,
    kind: Kind,
    city: string,
    millis: number,
  ): Promise<void> {
    const { game, pieces, grow } = this.scene();
    const players = game.players.map((player) =>
      player.seat === seat
        ? { ...player, colonists: [...player.colonists, { kind, at: city }] }
        : player,
    );
    const before = pieces.map(({ key }) => key);
    const piece = piecesOf(layout, { ...game, players }, grow).find(
      ({ key, at }) => at === city && !before.includes(key),
    );
    if (!piece) return;
    this.travel = { seat, kind };
    await this.run(millis, (share, still) => {
      const size = still ? 1 : 0.6 + 0.4 * eased(share);
      this.carry([piece.x, piece.y], piece.scale * size * grow, Math.min(1, share * 3));
    });
  }

  private async produces(layout: Layout, province: string, millis: number): Promise<void> {
    const { board, game, grow } = this.scene();
    this.pops = board.cities.flatMap(({ id, province: where }) => {
      const city = layout.cities[id];
      const state = game.cities[id];
      if (where !== province || !city || !state?.houses.length) return [];
      return [{ key: id, x: city.x, y: city.y, good: state.good }];
    });
    const turns = game.markers[province]?.side === "goods" ? [province] : [];
    await Promise.all([
      this.flips(turns, "coins", Math.min(millis, FLIP)),
      this.run(millis, (share, still) => {
        const up = (still ? 14 : 14 * eased(share)) * grow;
        const seen = still || share < 0.7 ? 1 : 1 - (share - 0.7) / 0.3;
        this.popped?.setAttribute("transform", `translate(0 ${-up})`);
        this.popped?.setAttribute("opacity", String(seen));
      }),
    ]);
    this.pops = [];
  }

  private async flips(ids: string[], side: "goods" | "coins", millis: number): Promise<void> {
    if (!ids.length) return;
    let half = false;
    await this.run(millis, (share, still) => {
      if (share >= 0.5 && !half) {
        half = true;
        this.flipped = { ...this.flipped, ...Object.fromEntries(ids.map((id) => [id, side])) };
      }
      const wide = still || share >= 1 ? 1 : Math.max(0.04, Math.abs(1 - 2 * share));
      for (const id of ids) this.marks[id]?.setAttribute("transform", `scale(${wide} 1)`);
    });
  }
}
