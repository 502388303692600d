// The course of the lesson: which step, at which table, what is played for the others, and how it is
// found again after a reload or a lost connection.
import { get, post, Refusal } from "$lib/api";
import { end } from "$lib/end";
import { t } from "$lib/i18n.svelte";
import { me } from "$lib/session.svelte";
import { moves } from "$lib/settings.svelte";
import type { Board, View } from "$lib/types";
import { Acting } from "../table/acting/acting.svelte";
import { GameLog } from "../table/gamelog.svelte";
import { Animator } from "../table/animator.svelte";
import { CHAPTERS, documentOf, entryOf, LEARNER, scriptOf, STEPS, type Step } from "./lesson";
import { LessonRoom } from "./lessonroom.svelte";

const PLACE = "viae.lesson";
const PATIENCE = 15_000; // for the server to tell what was played
const PACE = 700; // between entries that are shown

interface Kept {
  step: string;
  furthest: number;
  person: string | null;
  tables: (string | null)[];
}

function kept(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

/** A table with all that belongs to it. */
export interface Place {
  chapter: number;
  room: LessonRoom;
  acting: Acting;
  animator: Animator;
}

export class Lesson {
  index = $state(0);
  furthest = $state(0);
  place = $state.raw<Place | null>(null);
  board = $state.raw<Board | null>(null);
  /** The script plays, or a table is made ready. */
  busy = $state(false);
  /** What others do in this step has been played. */
  played = $state(false);
  /** The learner chose something else than the step asks for. */
  other = $state<string | null>(null);
  /** The entry that is wanted from the learner now. */
  wanted = $state<string | null>(null);
  /** Why it does not go on. */
  problem = $state.raw<Refusal | null>(null);

  readonly step = $derived.by((): Step => STEPS[this.index]!);

  private tables: (string | null)[] = CHAPTERS.map(() => null);
  private round = 0;
  private making: Promise<unknown> = Promise.resolve();

  /** Begin, or continue where the learner stopped. */
  async start(): Promise<void> {
    const before = kept();
    const index = STEPS.findIndex((step) => step.id === before.step);
    this.furthest = Math.min(STEPS.length - 1, Math.max(before.furthest ?? 0, index, 0));
    if (me.person && before.person === me.person.id && before.tables?.length === CHAPTERS.length) {
      this.tables = before.tables;
    }
    await this.go(Math.max(0, index));
  }

  next(): Promise<void> {
    return this.go(Math.min(STEPS.length - 1, this.index + 1));
  }

  back(): Promise<void> {
    return this.go(Math.max(0, this.index - 1));
  }

  async restart(): Promise<void> {
    this.furthest = 0;
    await this.go(0);
  }

  /** Try the present step again, for instance when the connection is back. */
  again(): Promise<void> {
    return this.go(this.index);
  }

  /** Come to a step: its table, its moment, and what is played for others in it. */
  async go(index: number): Promise<void> {
    const step = STEPS[index];
    if (!step) return;
    const round = ++this.round;
    const here = () => round === this.round;
    this.index = index;
    this.furthest = Math.max(this.furthest, index);
    this.other = this.problem = null;
    this.played = false;
    this.busy = true;
    this.keep();
    this.ask(null);
    const done = await this.attempt(here, async () => {
      await end.ready();
      const room = await this.inTurn(async () => (here() ? this.enter(step.chapter, here) : null));
      if (!room || !here()) return false;
      await this.bring(room, step, step.at, here);
      if (step.kind === "watch" && here())
        await this.bring(room, step, step.at + step.entries, here);
      if (!here()) return false;
      this.played = true;
      return true;
    });
    if (!done) return;
    this.want();
  }

  /** Do for the learner what the step asks for. */
  async show(): Promise<void> {
    const { step, place } = this;
    if (step.kind !== "do" || !place || this.busy) return;
    const round = ++this.round;
    const here = () => round === this.round;
    this.busy = true;
    this.other = null;
    this.ask(null);
    const done = await this.attempt(here, async () => {
      const from = Math.max(step.at, Math.min(this.count, step.at + step.entries));
      await this.bring(place.room, step, from, here);
      for (let upto = from + 1; here() && upto <= step.at + step.entries; upto++) {
        await this.bring(place.room, step, upto, here);
        if (moves()) await new Promise((wake) => setTimeout(wake, PACE));
      }
      return true;
    });
    if (done) this.follow();
  }

  /** The learner may read on while a table is made: one after the other, so that no table is made twice. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.making.then(work);
    this.making = mine.catch(() => undefined);
    return mine;
  }

  /** Do something of a step; whether it is done and the learner still there. A refusal is shown. */
  private async attempt(here: () => boolean, work: () => Promise<boolean>): Promise<boolean> {
    try {
      return (await work()) && here();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (here()) this.problem = problem;
      return false;
    } finally {
      if (here()) this.busy = false;
    }
  }

  /** The lesson is over: its tables are given up, and it starts again next time. */
  async finish(): Promise<void> {
    this.leave();
    const tables = this.tables;
    this.tables = CHAPTERS.map(() => null);
    this.index = 0;
    this.keep();
    for (const table of tables) {
      if (table) await post(`/api/tables/${table}/resign`, {}).catch(() => null);
    }
  }

  /** Leave the page; everything can be found again. */
  leave(): void {
    this.round += 1;
    this.place?.animator.close();
    this.place?.room.close();
    this.place = null;
  }

  private get count(): number {
    return this.place?.room.view?.game?.entries ?? 0;
  }

  private keep(): void {
    const state: Kept = {
      step: this.step.id,
      furthest: this.furthest,
      person: me.person?.id ?? null,
      tables: this.tables,
    };
    try {
      localStorage.setItem(PLACE, JSON.stringify(state));
    } catch {
      // a browser that keeps nothing: the lesson lasts until the page is left
    }
  }

  // The table

  private async enter(chapter: number, here: () => boolean): Promise<LessonRoom | null> {
    if (this.place?.chapter === chapter && !this.place.room.refusal) return this.place.room;
    if (!me.person) await me.beGuest(t("learn.guest"));
    this.place?.animator.close();
    this.place?.room.close();
    this.place = null;
    const known = this.tables[chapter];
    let room = known ? await this.open(known) : null;
    if (!here()) return null;
    if (!room) {
      const upto = this.step.chapter === chapter ? this.step.at : 0;
      const name = me.person?.name ?? t("learn.guest");
      const document = documentOf(chapter, name, t("learn.rival"), upto);
      const made = await post<View>("/api/study", { document, chance: "manual" });
      this.tables[chapter] = made.table.id;
      this.keep();
      if (!here()) return null;
      room = await this.open(made.table.id);
      if (!room || !here()) return null;
    }
    this.board ??= await get<Board>(`/api/boards/${room.view?.table.board}`);
    const gameLog = new GameLog(room);
    await this.agree(room, chapter, gameLog);
    if (!here()) {
      room.close();
      return null;
    }
    const animator = new Animator(room);
    const acting = new Acting(room, gameLog);
    room.listen((event) => {
      if (event.type !== "view") this.follow();
    });
    room.onother = (entry) => (this.other = entry);
    this.place = { chapter, room, acting, animator };
    return room;
  }

  /** A table that is still there and can be played at, else null. */
  private async open(table: string): Promise<LessonRoom | null> {
    const room = new LessonRoom(table);
    await room.open();
    if (room.refusal) {
      if (room.refusal.kind === "offline") throw room.refusal;
      return null;
    }
    if (room.view?.table.status === "running") return room;
    room.close();
    return null;
  }

  /** Take back what was played there besides the script. */
  private async agree(room: LessonRoom, chapter: number, gameLog: GameLog): Promise<void> {
    const script = CHAPTERS[chapter]?.entries ?? [];
    await gameLog.load();
    const same = gameLog.entries.findIndex(
      (one, at) => one.entry !== entryOf(script[at] ?? "").text,
    );
    if (same >= 0) {
      await room.back(same);
      await this.reached(room, same);
    }
  }

  /** Bring the table to this number of entries, back or forth. */
  private async bring(
    room: LessonRoom,
    step: Step,
    goal: number,
    here: () => boolean,
  ): Promise<void> {
    const script = CHAPTERS[step.chapter]?.entries ?? [];
    const count = () => room.view?.game?.entries ?? 0;
    if (count() > goal) {
      await this.patiently(() => room.back(goal));
      await this.reached(room, goal);
    }
    while (here() && count() < goal) {
      const at = count();
      await this.patiently(() => room.act(entryOf(script[at] ?? "").text));
      await this.reached(room, at + 1);
    }
  }

  /** Too much at once is tried again when the server wants it. */
  private async patiently(doing: () => Promise<void>): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await doing();
        return;
      } catch (problem) {
        if (!(problem instanceof Refusal) || problem.kind !== "too-many" || attempt > 5)
          throw problem;
        await new Promise((wake) => setTimeout(wake, 1000 * (problem.failure.after ?? 1)));
      }
    }
  }

  /** Wait until the table has this number of valid entries. */
  private reached(room: LessonRoom, goal: number): Promise<void> {
    const there = () => room.view?.game?.entries === goal;
    if (there()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const stop = room.listen(() => {
        if (!there()) return;
        clearTimeout(timer);
        stop();
        resolve();
      });
      const timer = setTimeout(() => {
        stop();
        reject(Refusal.offline());
      }, PATIENCE);
    });
  }

  // The learner's part

  private ask(entry: string | null): void {
    const room = this.place?.room;
    this.wanted = entry;
    if (!room) return;
    room.wanted = entry;
    room.earliest = this.step.at;
    room.reshape();
  }

  private want(): void {
    const { step } = this;
    const line = scriptOf(step)[this.count - step.at];
    const wanted = line && step.kind === "do" ? entryOf(line) : null;
    this.ask(wanted?.actor === LEARNER ? wanted.text : null);
  }

  /** Something was played: the next entry is asked for, or the next step comes. */
  private follow(): void {
    if (this.busy || this.step.kind !== "do" || !this.place) return;
    this.other = null;
    if (this.count === this.step.at + this.step.entries) void this.next();
    else this.want();
  }
}
