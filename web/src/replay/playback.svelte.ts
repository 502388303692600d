// The course of a replay: which moment is shown, stepping by entry and by turn, and playing by itself.
import { untrack } from "svelte";
import { Refusal } from "$lib/api";
import { t } from "$lib/i18n.svelte";
import { Room } from "$lib/room.svelte";
import { moves } from "$lib/settings.svelte";
import type { Game, Told, You } from "$lib/types";
import { problemText } from "$pieces/refusals";
import { GameLog } from "../table/gamelog.svelte";
import { turnsOf } from "../table/log";
import { recentOf, type AnimatedBoard } from "../table/animator.svelte";
import { fetchMoments, Moments } from "./moments";

const NOBODY: You = {
  person: null,
  seats: [],
  decides: false,
  own: {},
  legal: [],
  blocked: [],
  undo: null,
  propose: false,
  answer: false,
};
const STEP = 2000; // ms from entry to entry at speed 1

const sleep = (millis: number) => new Promise((wake) => setTimeout(wake, millis));

export class Playback {
  readonly room: Room;
  readonly gameLog: GameLog;
  /** Never opened: it holds the moment that is shown. */
  readonly past: Room;
  /** How many entries are wanted to be seen. */
  at = $state(0);
  /** The moment that is here. */
  shown = $state.raw<Game | null>(null);
  playing = $state(false);
  speed = $state(2);
  problem = $state("");
  /** What draws moving pieces: the board. */
  drawing: AnimatedBoard | null = null;
  /** Told when another moment is wanted; `settled` when it is to stay for a while. */
  onmoved: ((settled: boolean) => void) | null = null;

  private readonly moments: Moments;
  private asking = 0;

  constructor(table: string) {
    this.room = new Room(table);
    this.gameLog = new GameLog(this.room);
    this.past = new Room(table);
    this.moments = new Moments(fetchMoments(table));
    this.room.listen((event) => {
      if (event.type === "fresh") this.moments.cut(0);
      if (event.type === "news" && event.news.kind === "entries") this.undone(event.news.entries);
    });
  }

  readonly total = $derived.by(() => this.room.view?.game?.entries ?? 0);
  readonly you = $derived.by(() => this.room.view?.you ?? NOBODY);
  readonly turns = $derived.by(() => {
    const { table, game } = this.room.view ?? {};
    if (!table) return [];
    return turnsOf(this.gameLog.entries, this.gameLog.first, {
      players: table.players,
      team: table.variant === "venus-team",
      latest: game ? game.turn.number - (game.turn.begins ? 1 : 0) : undefined,
    });
  });
  readonly turn = $derived.by(() => this.turns.findLast((one) => one.start < this.at) ?? null);
  /** The entry that led to this moment. */
  readonly told = $derived.by((): Told | null =>
    this.at > 0 ? (this.gameLog.entries[this.at - 1 - this.gameLog.first] ?? null) : null,
  );
  readonly recent = $derived.by(() => {
    const place = this.told ? recentOf(this.told) : null;
    return place ? [place] : [];
  });

  /** Come in at a moment, the last one if none is named. */
  async open(key: string | null, wanted: string | null, named = true): Promise<void> {
    await this.room.open(key, named);
    const game = this.room.view?.game;
    if (!game) return;
    const at = Number(wanted ?? game.entries);
    this.at = this.inside(Number.isFinite(at) ? Math.floor(at) : 0);
  }

  close(): void {
    this.playing = false;
    this.room.close();
  }

  go(to: number): void {
    const wanted = this.inside(to);
    if (wanted === this.at && this.shown) return;
    this.drawing?.finish();
    this.at = wanted;
    void this.read();
    this.onmoved?.(false);
  }

  /** Go somewhere by hand: it no longer plays. */
  jump(to: number): void {
    this.playing = false;
    this.go(to);
  }

  byTurn(step: 1 | -1): void {
    if (step < 0) return this.jump(this.turns.findLast((one) => one.start < this.at)?.start ?? 0);
    const next = this.turns.find((one) => one.start >= this.at);
    this.jump(next ? next.start + next.entries.length : this.total);
  }

  toggle(): void {
    if (!this.playing && this.at >= this.total) this.go(0);
    this.playing = !this.playing;
    if (!this.playing) this.onmoved?.(true);
  }

  /** Play while `playing` is set; gives how to stop. To be called in an effect. */
  follow(): (() => void) | undefined {
    if (!this.playing) return undefined;
    let gone = false;
    untrack(() => void this.perform(() => gone));
    return () => {
      gone = true;
      untrack(() => this.drawing?.finish());
    };
  }

  /** Read the moment that is wanted, and those near it. */
  async read(): Promise<void> {
    const ask = ++this.asking;
    const wanted = this.at;
    const known = this.moments.known(wanted);
    if (known) this.show(known);
    try {
      const found = await this.moments.at(wanted);
      if (ask !== this.asking) return;
      this.problem = "";
      if (found) this.show(found);
      this.moments.prepare(wanted + 12);
      this.moments.prepare(wanted - 12);
    } catch (refused) {
      if (!(refused instanceof Refusal)) throw refused;
      if (ask === this.asking) this.problem = t("replay.failed", { message: problemText(refused) });
    }
  }

  private inside(at: number): number {
    return Math.max(0, Math.min(this.total, at));
  }

  private show(game: Game): void {
    this.shown = game;
    const view = this.room.view;
    if (view) this.past.view = { table: view.table, game, you: NOBODY };
  }

  private undone(entries: Told[]): void {
    for (const one of entries) {
      if (one.kind !== "undo") continue;
      this.moments.cut(Number(one.to));
      if (this.at > Number(one.to)) this.go(Number(one.to));
    }
  }

  private async perform(gone: () => boolean): Promise<void> {
    while (!gone()) {
      if (this.at >= this.total) {
        this.playing = false;
        this.onmoved?.(true);
        return;
      }
      const began = performance.now();
      const step = STEP / this.speed;
      const next = this.gameLog.entries[this.at - this.gameLog.first];
      if (next && this.drawing && moves() && step > 300) {
        await Promise.race([this.drawing.animate(next, Math.min(450, step / 2)), sleep(step)]);
        if (gone()) return;
      }
      this.at += 1;
      await this.read();
      await sleep(Math.max(30, step - (performance.now() - began)));
    }
  }
}
