// The log of a table: its valid entries, from the history and then from the news, without gaps or
// duplicates; the chat; and all other news.
import { get, Refusal } from "$lib/api";
import type { Room, RoomNews } from "$lib/room.svelte";
import type { News, RatingChange, Said, Told } from "$lib/types";
import { turnsOf } from "./log";

const PAGE = 150;
const UNREAD = -1; // no number of a row: what is here has gaps

type Noted =
  | Exclude<News, { kind: "entries" } | { kind: "chat" }>
  | { kind: "undo"; at: number; by: number | null; count: number };

/** An item of the log that is not an entry, and the number of entries before it. */
export interface Note {
  key: number;
  after: number;
  news: Noted;
}

export class GameLog {
  /** The entries that count from number `first` on. */
  entries = $state.raw<Told[]>([]);
  first = $state(0);
  notes = $state.raw<Note[]>([]);
  said = $state.raw<Said[]>([]);
  /** The number of the last message that was seen. */
  heard = $state(0);
  ratings = $state.raw<RatingChange[]>([]);
  loading = $state(false);

  private next = 0; // the number of the row that comes next, undos counted
  private round = 0;
  private keys = 0;

  /** Settled when the latest page is here. */
  ready: Promise<void> = Promise.resolve();

  constructor(readonly room: Room) {
    room.listen((event) => {
      if (event.type === "fresh") {
        if (event.view.game) void this.load();
      } else if (event.type === "news") {
        if (event.news.kind === "started") void this.load();
        this.take(event);
      } else this.check();
    });
  }

  /** How many entries came before the latest turn; null if it is not known. News do not say where turns begin. */
  get turnStart(): number | null {
    const { players = 0, variant } = this.room.view?.table ?? {};
    const turns = turnsOf(this.entries, this.first, { players, team: variant === "venus-team" });
    return turns.at(-1)?.start ?? null;
  }

  get total(): number {
    return this.first + this.entries.length;
  }

  /** Read the latest page, then the ones before it. Without a connection the next view has it read again. */
  async load(): Promise<void> {
    const round = ++this.round;
    const here = () => round === this.round;
    this.ready = this.loadLatest(here);
    try {
      await this.ready;
      await this.loadEarlier(here);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (here()) this.next = UNREAD;
    }
  }

  private async loadEarlier(here: () => boolean): Promise<void> {
    while (here() && this.first > 0) {
      const first = Math.max(0, this.first - PAGE);
      const page = await this.page(first, this.first);
      if (!here() || first + page.length !== this.first) return;
      this.entries = [...page, ...this.entries];
      this.first = first;
    }
  }

  private async loadLatest(here: () => boolean): Promise<void> {
    this.loading = true;
    try {
      while (here()) {
        const { entries: total = 0, number = 0 } = this.room.view?.game ?? {};
        const first = Math.max(0, total - PAGE);
        const page = await this.page(first, total);
        if (!here()) return;
        if (number !== (this.room.view?.game?.number ?? 0)) continue; // it went on meanwhile
        this.next = number;
        this.entries = page;
        this.first = first;
        break;
      }
    } finally {
      if (here()) this.loading = false;
    }
  }

  async loadChat(): Promise<void> {
    const { messages } = await get<{ messages: Said[] }>(`/api/tables/${this.room.table}/chat`);
    const last = messages.at(-1)?.number ?? 0;
    this.heard = Math.max(this.heard, last);
    this.said = [...messages, ...this.said.filter((one) => one.number > last)];
  }

  take(item: RoomNews): void {
    const { news, number } = item;
    if (news.kind === "entries") this.add(news.entries, news.at);
    else if (news.kind === "chat") {
      if (this.said.some((one) => one.number === number)) return;
      const { text, name, seat, at } = news;
      this.said = [...this.said, { number, text, name, seat, at }];
    } else {
      if (news.kind === "rated") this.ratings = news.ratings;
      this.note(news);
    }
    this.check();
  }

  /** Compare with the view, once it is there; read again what does not fit. */
  check(): void {
    const game = this.room.view?.game;
    if (!game || this.loading || game.number < this.next) return; // its view is still to come
    if (game.number !== this.next || game.entries !== this.total) void this.load();
  }

  private add(told: Told[], at: number): void {
    if (this.loading) return; // what is being read has it, or is read again
    for (const one of told) {
      if (one.number < this.next) continue;
      if (one.number > this.next) return; // something is missing: `check` reads it
      this.next += 1;
      if (one.kind !== "undo") {
        this.entries = [...this.entries, { ...one, number: this.total }];
        continue;
      }
      const to = Number(one.to);
      const count = this.total - to;
      this.entries = this.entries.slice(0, Math.max(0, to - this.first));
      this.first = Math.min(this.first, to);
      this.notes = this.notes.filter((note) => note.after <= to);
      this.note({ kind: "undo", at, by: typeof one.actor === "number" ? one.actor : null, count });
    }
  }

  private note(news: Noted): void {
    this.notes = [...this.notes, { key: this.keys++, after: this.total, news }].slice(-200);
  }

  private async page(first: number, last: number): Promise<Told[]> {
    const found: Told[] = [];
    // One answer holds so many entries; a long game comes in several.
    while (first + found.length < last) {
      const from = first + found.length;
      const path = `/api/tables/${this.room.table}/history?first=${from}&last=${last}`;
      const { entries } = await get<{ entries: Told[] }>(path);
      if (!entries.length) break;
      found.push(...entries);
    }
    return found;
  }
}
