// An attempt at a puzzle: its table, the turn that is played there, the grade, and turns that are shown afterwards.
import { get, post, Refusal } from "$lib/api";
import { t } from "$lib/i18n.svelte";
import { me } from "$lib/session.svelte";
import type { Board, Told, View } from "$lib/types";
import { gradeAnswer } from "../analysis/engine";
import { isNamed } from "../analysis/words";
import { warmUp } from "../local/warm";
import { Acting } from "../table/acting/acting.svelte";
import { loadBoard } from "../table/boards";
import { GameLog } from "../table/gamelog.svelte";
import { Animator } from "../table/animator.svelte";
import { progress } from "./progress.svelte";
import { PuzzleRoom } from "./puzzleroom.svelte";
import { begun, type Puzzle, type PuzzleGrade } from "./set";
import { giveUp, giveUpLeft, hold, letGo } from "./tables";

const RIVALS = ["Aulus", "Flavia", "Marcus", "Tullia", "Gaius", "Sabina"] as const;

/** A table with all that belongs to it. */
export interface Place {
  room: PuzzleRoom;
  acting: Acting;
  animator: Animator;
  board: Board;
}

export class Attempt {
  place = $state.raw<Place | null>(null);
  phase = $state<"opening" | "playing" | "grading" | "graded">("opening");
  grade = $state.raw<PuzzleGrade | null>(null);
  /** How much the rating changed; null if this answer does not count. */
  gained = $state<number | null>(null);
  /** The player gave up. */
  shown = $state(false);
  /** From 0 to 1, while what grades is being loaded. */
  loaded = $state(1);
  problem = $state.raw<Refusal | null>(null);
  /** Which turn is on the board. */
  line = $state<"yours" | "best" | "start">("start");

  private gone = false;
  private table = "";
  private yours: string[] = [];
  private leading = Promise.resolve();

  constructor(
    readonly puzzle: Puzzle,
    readonly day: string | null,
  ) {}

  /** How many entries the turn has when the player begins. */
  private get start(): number {
    return begun(this.puzzle).length;
  }

  /** Whether an answer counts: only the first one does. */
  get counts(): boolean {
    return progress.score(this.puzzle.id) === undefined;
  }

  async open(): Promise<void> {
    await this.trying(async () => {
      void warmUp().catch(() => undefined); // told when it is needed
      if (!me.person) await me.beGuest(t("learn.guest"));
      await giveUpLeft();
      const made = await post<View>("/api/study", {
        document: this.document(),
        chance: this.puzzle.kind === "last-round" ? "auto" : "manual",
      });
      this.table = made.table.id;
      hold(this.table);
      if (this.gone) return this.leave(false);
      const [room, board] = await Promise.all([this.enter(made.table.id), loadBoard(made.table)]);
      if (this.gone) return room.close();
      const gameLog = new GameLog(room);
      const animator = new Animator(room);
      const acting = new Acting(room, gameLog);
      room.listen(() => this.follow());
      this.place = { room, acting, animator, board };
      this.phase = "playing";
    });
  }

  private async enter(table: string): Promise<PuzzleRoom> {
    const room = new PuzzleRoom(table, this.puzzle);
    await room.open();
    if (room.refusal) throw room.refusal;
    return room;
  }

  /** The position, with names for everybody. */
  private document(): object {
    const position = this.puzzle.position as { players: { name: string }[] };
    const own = me.person?.name ?? t("learn.guest");
    const rivals = RIVALS.filter((name) => name !== own);
    const players = position.players.map((player, seat) => ({
      ...player,
      name: seat === this.puzzle.seat ? own : rivals[seat],
    }));
    return { ...position, players };
  }

  /** The player's turn is over as soon as somebody else decides. */
  private follow(): void {
    const game = this.place?.room.view?.game;
    const { room } = this.place ?? {};
    if (this.phase !== "playing" || !room || !game || game.entries === this.start) return;
    if (game.over || !room.seats.includes(game.decision.seat ?? -1)) void this.finish();
  }

  private async finish(): Promise<void> {
    const { room } = this.place!;
    this.watch(true);
    this.phase = "grading";
    await this.trying(async () => {
      const { entries } = await get<{ entries: Told[] }>(`/api/tables/${room.table}/history`);
      this.yours = entries
        .slice(this.start)
        .filter(({ actor }) => typeof actor === "number" && room.seats.includes(actor))
        .map(({ actor, entry }) => `${actor}: ${entry}`);
      await this.judge(this.yours);
    });
  }

  /** Grade the turn; also again, when that failed. */
  async judge(entries = this.yours): Promise<void> {
    this.phase = "grading";
    await this.trying(async () => {
      const grade = await gradeAnswer(this.puzzle, entries, (share) => (this.loaded = share));
      if (this.gone) return;
      this.loaded = 1;
      this.take(grade, entries);
    });
  }

  private take(grade: PuzzleGrade | null, entries: readonly string[]): void {
    const counts = !this.shown;
    this.grade = grade;
    this.line = grade ? "yours" : "start";
    this.phase = "graded";
    if (!counts) return;
    void this.trying(async () => {
      this.gained = await progress.answer(this.puzzle, entries, grade?.score ?? 0, this.day);
    });
  }

  /** Give up: the solution is shown, and counts as not solved. */
  async giveUp(): Promise<void> {
    this.watch(true);
    this.take(null, []);
    this.shown = true;
    await this.show("best");
  }

  /** Play a turn on the board: the best one with how it may go on, or the player's. */
  async show(which: "yours" | "best"): Promise<void> {
    const { seat, answers, line } = this.puzzle;
    const own = which === "best" ? answers[0]!.entries : this.yours;
    const entries = own.map((entry) => (isNamed(entry) ? entry : `${seat}: ${entry}`));
    await this.lead(which === "best" ? [...entries, ...line] : entries);
    this.line = which;
  }

  /** Try again, which does not count. */
  async again(): Promise<void> {
    await this.lead([]);
    if (this.problem) return;
    this.grade = this.gained = null;
    this.shown = false;
    this.line = "start";
    this.phase = "playing";
    this.watch(false);
  }

  /** Bring the table back to the beginning, then along these entries; one such wish after the other. */
  private lead(entries: string[]): Promise<void> {
    return (this.leading = this.leading.then(() => this.bring(entries)));
  }

  private async bring(entries: string[]): Promise<void> {
    const { room, animator } = this.place!;
    await this.trying(async () => {
      animator.skip();
      const at = () => room.view?.game;
      const to = this.start;
      // Until the view is there: what comes later would be taken for a turn of the player.
      const go = async (along: string[]) => {
        const made = await room.ask<View>("line", { number: at()!.number, to, entries: along });
        await this.until(() => (at()?.number ?? 0) >= made.game!.number);
      };
      if (at()?.entries !== to) await go([]);
      if (entries.length) await go(entries);
    });
  }

  /** Wait until the table has told something. */
  private until(there: () => boolean): Promise<void> {
    const { room } = this.place!;
    return new Promise((resolve) => {
      if (there()) return resolve();
      const stop = room.listen(() => {
        if (!there() && !this.gone) return;
        stop();
        resolve();
      });
    });
  }

  private watch(watching: boolean): void {
    const { room } = this.place!;
    room.playing = !watching;
    room.reshape();
  }

  private async trying(work: () => Promise<void>): Promise<void> {
    this.problem = null;
    try {
      await work();
    } catch (problem) {
      if (!(problem instanceof Refusal)) console.error(problem);
      if (this.gone) return;
      this.problem =
        problem instanceof Refusal ? problem : Refusal.of("failed", "client.no-python");
    }
  }

  /** Leave the table; unless it is kept to go on with, it is given up. */
  close(keep = false): void {
    this.gone = true;
    this.place?.animator.close();
    this.place?.room.close();
    this.place = null;
    this.leave(keep);
  }

  private leave(keep: boolean): void {
    if (this.table && keep) letGo(this.table);
    else if (this.table) void giveUp(this.table);
    this.table = "";
  }
}
