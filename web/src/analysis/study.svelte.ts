// A study table: the evaluation of its present moment while it gets better, and the tree of all lines that were
// looked at. The table itself is the place in the tree: to go to another line is to lead the game there.
import { get, put, Refusal } from "$lib/api";
import type { Room } from "$lib/room.svelte";
import { engine as usual, type Engine, type Evaluation, type TurnOption } from "./engine";
import {
  find,
  grow,
  join,
  newNode,
  onward,
  promote,
  prune,
  read,
  write,
  type Branch,
  type Lines,
  type Mark,
  type Node,
} from "./tree";

/** Simulations in each go. Only a long one is broken off when the board changes: starting anew takes time, too. */
const GOES = [0, 32, 128] as const;
const SAVING = 1500; // ms after the last change
const PAUSE = 250; // ms; whoever steps quickly is not followed at each step

type Document = Lines & { [key: string]: unknown };

const nameOf = (table: string): string => `viae.study.${table}`;

/** The lines in this browser. */
interface Kept extends Lines {
  /** They follow the ones of this version, and the server has not got them yet. */
  after?: number;
}

/** Give a study the lines it begins with, before it is opened. */
export function bringLines(table: string, lines: Lines, after?: number): void {
  try {
    localStorage.setItem(nameOf(table), JSON.stringify({ ...write(read(lines)), after }));
  } catch {
    // Without storage the branches are lost, the game is not.
  }
}

export class Study {
  evaluation = $state.raw<Evaluation | null>(null);
  /** What is looked at does not count for the present board any more. */
  stale = $state(false);
  working = $state(false);
  on = $state(true);
  loaded = $state(0);
  problem = $state.raw<Refusal | null>(null);
  /** Grows when the tree changes. */
  version = $state(0);
  /** The line that is on the board. */
  line = $state.raw<string[]>([]);
  root: Node = newNode();

  private document: Document | null = null;
  private position: object | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private round = 0;
  private long: AbortController | null = null;
  private saved = -1; // the version of the tree that the server has; -1 before it is known
  private saving: ReturnType<typeof setTimeout> | undefined;
  private sending = false;
  private after: number | undefined; // the version that changes follow which the server has not got

  constructor(
    readonly room: Room,
    private engine: Engine = usual,
  ) {
    try {
      const kept = localStorage.getItem(nameOf(room.table));
      if (kept) {
        const lines = JSON.parse(kept) as Kept;
        this.root = read(lines);
        this.after = lines.after;
      }
    } catch {
      this.root = newNode();
    }
  }

  /** Whether there is a record, and with it a tree. */
  get branching(): boolean {
    return this.document !== null;
  }

  /** The board has changed, or the study was opened. */
  follow(): void {
    this.stale = true;
    this.round += 1;
    this.long?.abort();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), PAUSE);
  }

  close(): void {
    this.round += 1;
    clearTimeout(this.timer);
    this.long?.abort();
  }

  toggle(): void {
    this.on = !this.on;
    if (this.on) this.follow();
    else this.close();
    this.working = false;
  }

  private async look(): Promise<void> {
    const round = ++this.round;
    const gone = () => round !== this.round;
    this.problem = null;
    try {
      await this.readGame();
      if (gone() || !this.on) return;
      const game = this.document ?? this.position;
      if (!game) return;
      this.working = true;
      for (const nodes of GOES) {
        const stopper = new AbortController();
        if (nodes) this.long = stopper;
        const { evaluation } = await this.engine.run(
          "evaluate",
          { game, nodes },
          {
            signal: stopper.signal,
            onloading: (share) => (this.loaded = share),
            onupdate: (update) => {
              if (gone() || update.evaluation.nodes < (this.known ?? 0)) return;
              this.evaluation = update.evaluation;
              this.stale = false;
            },
          },
        );
        if (gone()) return;
        if (evaluation.seat === null || (evaluation.complete && evaluation.nodes < nodes)) break;
      }
      this.working = false;
    } catch (problem) {
      if (gone()) return;
      this.working = false;
      this.problem =
        problem instanceof Refusal ? problem : Refusal.of("failed", "client.no-python");
      if (!(problem instanceof Refusal)) console.error(problem);
    }
  }

  /** How many simulations the evaluation of this very board has. */
  private get known(): number | null {
    return this.stale ? null : (this.evaluation?.nodes ?? null);
  }

  private async readGame(): Promise<void> {
    const here = `/api/tables/${this.room.table}`;
    try {
      const found = await get<Document>(`${here}/record`);
      this.document = found;
      this.line = found.entries;
      if (this.saved < 0) await this.load();
      if (find(this.root, found.entries)) this.version += 1;
      else {
        grow(this.root, found.entries);
        this.changed();
      }
      if (this.after !== undefined && this.saving === undefined) this.later();
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.kind !== "conflict") throw problem;
      this.document = null; // it began with a position
      this.position = await get<object>(`${here}/position`);
    }
  }

  // Lines

  /** The branches that the server keeps, with what it has not got; a page without a server has only its own. */
  private async load(): Promise<void> {
    let kept: { version: number; tree: Branch[] };
    try {
      kept = await get(this.treePath);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      this.alone = problem.kind === "unknown";
      if (this.alone) this.saved = 0;
      return; // else it is asked again at the next step
    }
    this.saved = kept.version;
    if (kept.version === 0 || kept.version === this.after) return;
    const mine = this.root;
    this.root = read({ entries: this.line, tree: kept.tree });
    if (this.after !== undefined) join(this.root, mine);
    this.version += 1;
    // Branches of a line are others once the board has left it: they are written anew.
    const whole = find(read({ entries: [], tree: kept.tree }), this.line);
    if (this.mine && (!whole || kept.tree.some(({ at }) => at > 0))) this.after = this.saved;
  }

  private get treePath(): string {
    return `/api/tables/${this.room.table}/tree`;
  }
  private alone = false; // nobody but this browser keeps the branches

  private get mine(): boolean {
    return !this.alone && !!this.room.view?.you.seats.length;
  }

  private changed(): void {
    this.version += 1;
    if (this.mine) this.after = this.saved;
    bringLines(this.room.table, write(this.root), this.after);
    this.later();
  }

  private later(): void {
    clearTimeout(this.saving);
    if (!this.alone) this.saving = setTimeout(() => void this.save(), SAVING);
  }

  /** Send what the server has not got; what changes meanwhile goes after it. */
  private async save(): Promise<void> {
    clearTimeout(this.saving);
    this.saving = undefined;
    if (this.sending || !this.mine) return;
    this.sending = true;
    try {
      while (this.after !== undefined && !this.alone) await this.send();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (problem.kind !== "offline") this.problem = problem;
    } finally {
      this.sending = false;
    }
  }

  private async send(): Promise<void> {
    if (this.saved < 0) await this.load();
    if (this.saved < 0) throw Refusal.offline();
    const sent = this.version;
    try {
      // As branches of the beginning they are the same whichever line is on the board.
      const body = { version: this.saved, tree: write(this.root, []).tree ?? [] };
      this.saved = (await put<{ version: number }>(this.treePath, body)).version;
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.kind !== "conflict") throw problem;
      this.saved = -1; // changed elsewhere: both together
      return;
    }
    this.after = this.version === sent ? undefined : this.saved;
    bringLines(this.room.table, write(this.root), this.after);
  }

  /** The node that is on the board. */
  get here(): Node | null {
    void this.version;
    return find(this.root, this.line);
  }

  /** Lead the game along a line. */
  async go(line: readonly string[]): Promise<void> {
    let to = 0;
    while (to < line.length && line[to] === this.line[to]) to += 1;
    const number = this.room.view?.game?.number ?? 0;
    await this.room.ask("line", { number, to, entries: line.slice(to) });
  }

  /** Play a turn that was found, from the present board. */
  async play(option: TurnOption): Promise<void> {
    const { evaluation } = this;
    if (!evaluation || evaluation.seat === null) return;
    const entries = option.entries.map((entry) => `${evaluation.seat}: ${entry}`);
    const number = this.room.view?.game?.number ?? 0;
    const to = this.room.view?.game?.entries ?? 0;
    await this.room.ask("line", { number, to, entries });
  }

  say(comment: string): void {
    const node = this.here;
    if (!node) return;
    node.comment = comment.trim();
    this.changed();
  }

  mark(marks: Mark[]): void {
    const node = this.here;
    if (!node) return;
    node.marks = marks;
    this.changed();
    void this.save(); // on a phone the panel is gone while somebody draws
  }

  promote(line: readonly string[]): void {
    promote(this.root, line);
    this.changed();
  }

  /** Forget a branch; not the one that is on the board. */
  prune(line: readonly string[]): void {
    if (line.every((entry, n) => this.line[n] === entry)) return;
    prune(this.root, line);
    this.changed();
  }

  /** The record with all branches. */
  record(): Document | null {
    return this.written(write(this.root));
  }

  /** The same for others who are to see this moment: the line on the board is the main one. */
  shared(): Document | null {
    return this.written(write(this.root, onward(this.root, this.line)));
  }

  private written(lines: Lines): Document | null {
    if (!this.document) return null;
    const { result, ...rest } = this.document;
    const { entries } = this.document;
    const same = String(lines.entries) === String(entries);
    return { ...rest, ...(same && result ? { result } : {}), ...lines };
  }
}
