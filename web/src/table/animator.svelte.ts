// Animates the turns of others: entry by entry, at the chosen pace, over the state before them. Nothing
// waits for it, a click ends it, and what remains is always the server's view.
import type { Room, RoomNews } from "$lib/room.svelte";
import { me } from "$lib/session.svelte";
import { moves, settings, type Speed } from "$lib/settings.svelte";
import type { Game, Told } from "$lib/types";
import type { Recent } from "../board/types";
import { advance } from "./advance";

/** What draws a moving piece: the board. */
export interface AnimatedBoard {
  animate(told: Told, millis: number): Promise<void>;
  finish(): void;
}

interface Pace {
  draw: number; // how long a piece moves
  step: number; // from one entry to the next
}

const PACES: Record<Exclude<Speed, "none">, Pace> = {
  fast: { draw: 200, step: 260 },
  normal: { draw: 350, step: 600 },
  slow: { draw: 700, step: 1200 },
};
const ON_BOARD = new Set(["move", "build", "produce", "collect", "settle"]);
const CALM = 10; // more entries than this at once go faster
const FASTEST = 60;
const TOO_MANY = 80; // nobody wants to watch all of these
const RECENT = 4500;

/** Where an entry happened, to ring it on the board. */
export function recentOf(told: Told): Recent | null {
  if (typeof told.actor !== "number") return null;
  const seat = told.actor;
  if (told.kind === "move") return { seat, place: String(told.to), kind: told.colonist };
  if (told.kind === "build" || told.kind === "settle") return { seat, place: told.city ?? "" };
  if (told.kind === "produce") return { seat, place: told.province ?? "" };
  return null;
}

export class Animator {
  /** The entry that is being drawn. */
  playing = $state.raw<Told | null>(null);
  /** How many entries have been told and are not drawn yet. */
  behind = $state(0);
  recent = $state.raw<Recent[]>([]);
  /** What others did while the page was hidden or the line was down. */
  missed = $state.raw<Told[]>([]);
  drawing: AnimatedBoard | null = null;
  /** Told after each entry that was drawn (for tests and measuring). */
  ondrawn: ((told: Told) => void) | null = null;

  private staged = $state.raw<Game | null>(null);
  private last: Game | null = null;
  private queue: Told[] = [];
  private round = 0;
  private wake: (() => void) | null = null;
  private timers: ReturnType<typeof setTimeout>[] = [];

  constructor(
    readonly room: Room,
    private away: () => boolean = () => document.hidden,
  ) {
    room.listen((event) => {
      if (event.type === "fresh") this.skip();
      else if (event.type === "news") this.take(event);
      this.settle();
    });
    this.settle();
  }

  /** What is to be drawn now. */
  get shown(): Game | null {
    return this.staged ?? this.room.view?.game ?? null;
  }

  get busy(): boolean {
    return this.staged !== null;
  }

  /** What is shown now is what the next entries start from. */
  private settle(): void {
    if (!this.busy) this.last = this.room.view?.game ?? null;
  }

  take(item: RoomNews): void {
    if (item.news.kind !== "entries") return;
    const known = this.queue.at(-1)?.number ?? (this.last?.number ?? 0) - 1;
    const told = item.news.entries.filter((one) => one.number > known);
    if (!told.length) return;
    const own = this.room.view?.you.seats ?? [];
    const mine = told.some((one) => typeof one.actor === "number" && own.includes(one.actor));
    const undone = told.some((one) => one.kind === "undo");
    if (mine) this.missed = [];
    else if (this.away()) this.missed = [...this.missed, ...told].slice(-400);
    if (mine || undone || settings.speed === "none" || this.away() || !this.last) {
      this.skip();
      this.ring(told.at(-1)!, mine);
      return;
    }
    this.queue.push(...told);
    this.behind = this.queue.length;
    if (this.queue.length > TOO_MANY) this.skip();
    else if (!this.playing) void this.run();
  }

  /** End whatever is drawn and show what is. */
  skip(): void {
    this.round += 1;
    this.queue = [];
    this.behind = 0;
    this.playing = null;
    this.staged = null;
    this.last = this.room.view?.game ?? null;
    this.drawing?.finish();
    this.wake?.();
  }

  welcome(): void {
    this.missed = [];
  }

  close(): void {
    this.skip();
    for (const timer of this.timers) clearTimeout(timer);
  }

  private pace(): Pace {
    const pace = PACES[settings.speed === "none" ? "fast" : settings.speed];
    const hurry = Math.min(1, CALM / Math.max(1, this.queue.length));
    return {
      draw: Math.max(FASTEST, pace.draw * hurry),
      step: Math.max(FASTEST, pace.step * hurry),
    };
  }

  /** About how long what is told is still drawn, at most; 40 seconds are the limit of the server. */
  seconds(): number {
    const pace = PACES[settings.speed === "none" ? "fast" : settings.speed];
    let millis = 0;
    for (let left = this.queue.length; left; left--)
      millis += Math.max(FASTEST, pace.step * Math.min(1, CALM / left)) + 100;
    return Math.min(40, Math.ceil(millis / 1000) + 2);
  }

  private async run(): Promise<void> {
    const round = this.round;
    const faces = me.catalogue?.cards ?? {};
    for (;;) {
      const told = this.queue[0];
      const before = this.staged ?? this.last;
      if (!told || !before) break;
      const pace = this.pace();
      const began = performance.now();
      this.playing = told;
      this.staged = before;
      if (ON_BOARD.has(told.kind) && this.drawing && moves()) {
        await Promise.race([this.drawing.animate(told, pace.draw), this.sleep(pace.draw + 500)]);
        if (round !== this.round) return;
      }
      this.staged = advance(before, told, faces);
      this.ring(told, false);
      this.queue.shift();
      this.behind = this.queue.length;
      this.ondrawn?.(told);
      await this.sleep(pace.step - (performance.now() - began));
      if (round !== this.round) return;
    }
    this.skip();
  }

  private sleep(millis: number): Promise<void> {
    return new Promise((resolve) => {
      if (millis <= 0) return resolve();
      this.later(resolve, millis);
      this.wake = () => resolve();
    });
  }

  private ring(told: Told, mine: boolean): void {
    const place = mine ? null : recentOf(told);
    if (!place) return;
    this.recent = [...this.recent.slice(-5), place];
    this.later(() => (this.recent = this.recent.filter((one) => one !== place)), RECENT);
  }

  private later(work: () => void, millis: number): void {
    const timer = setTimeout(() => {
      this.timers = this.timers.filter((one) => one !== timer);
      work();
    }, millis);
    this.timers.push(timer);
  }
}
