// A table that the user plays at or watches: its latest view, news, who is there, what can be sent.
import { get, newKey, post, Refusal, rememberKey } from "./api";
import { applyDelta } from "./delta";
import { takeEarly } from "./early";
import { Listeners, type Stop } from "./listeners";
import { live, type LiveMessage, type Watcher } from "./live.svelte";
import type { News, Preview, View } from "./types";

export interface RoomNews {
  number: number;
  news: News;
  view: View | null; // the last message of each change carries it
}

/** What is told of a table. After `fresh` nothing of what was known before counts; `view` brings no news. */
export type RoomEvent =
  { type: "fresh"; view: View } | { type: "view"; view: View } | ({ type: "news" } & RoomNews);

export class Room implements Watcher {
  readonly table: string;
  number = 0;
  /** The truth as the server last told it. */
  view = $state.raw<View | null>(null);
  people = $state.raw<string[]>([]);
  /** Set when the table cannot be seen: its code and message. */
  refusal = $state.raw<Refusal | null>(null);
  /** An entry is on its way. */
  sending = $state(false);

  private listeners = new Listeners<RoomEvent>();
  /** The last view of the live connection: what it tells next is what changes in it. */
  private base: View | null = null;

  constructor(table: string) {
    this.table = table;
  }

  /** Listen to everything that happens here, in order, until the room is closed. */
  listen(listener: (event: RoomEvent) => void): Stop {
    return this.listeners.listen(listener);
  }

  /** Open the table. By the key of its link a named user joins it; whoever has no name only watches. */
  async open(key?: string | null, named = true): Promise<void> {
    try {
      if (key && named) await post(`/api/tables/${this.table}/enter`, { key });
      else if (key) rememberKey(this.table, key);
      this.view = this.shape(await ((key ? null : takeEarly(this.table)) ?? this.read()));
      this.number = this.view.table.news;
      this.refusal = null; // only now: until then the page asks for what was missing
      this.listeners.tell({ type: "fresh", view: this.view });
      live.watch(this);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      this.refusal = problem;
    }
  }

  /** What is shown of a view that was told. */
  protected shape(view: View): View {
    return view;
  }

  private read(): Promise<View> {
    return get<View>(`/api/tables/${this.table}`);
  }

  close(): void {
    live.unwatch(this.table);
    this.listeners.clear();
  }

  take(message: LiveMessage): void {
    if (message.type === "presence") this.people = message.people;
    else if (message.type === "news") {
      const { number, news, delta } = message;
      const told =
        delta && this.base ? (applyDelta(this.base, delta) as View) : (message.view ?? null);
      const view = told && this.told(told);
      this.listeners.tell({ type: "news", number, news, view });
    } else if (message.type === "watching" || message.type === "behind") {
      const fresh = message.type === "behind" || message.skipped;
      const view = this.told(message.view);
      this.listeners.tell({ type: fresh ? "fresh" : "view", view });
    }
  }

  private told(view: View): View {
    this.base = view;
    return (this.view = this.shape(view));
  }

  /** Play an entry of the present decision; a race that was lost is silent, the new view counts. */
  async play(entry: string): Promise<void> {
    const number = this.view?.game?.number;
    if (number === undefined) return;
    await this.acting({ type: "play", table: this.table, number, entry, key: newKey() });
  }

  /** Take back one entry, or go back to this number of entries. */
  async undo(to?: number): Promise<void> {
    const number = this.view?.game?.number;
    if (number === undefined) return;
    const where = to === undefined ? {} : { to };
    await this.acting({ type: "undo", table: this.table, number, ...where, key: newKey() });
  }

  /** The post is repeated with the same key until it is acknowledged or refused: it plays once. */
  private async acting(message: { type: string; [field: string]: unknown }): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          await live.send(message);
          return;
        } catch (problem) {
          if (!(problem instanceof Refusal)) throw problem;
          if (problem.kind === "stale") {
            const told = problem.failure.view;
            if (told) {
              const view = (this.view = this.shape(told));
              this.listeners.tell({ type: "view", view });
            }
            return;
          }
          if (problem.kind !== "offline" || attempt >= 100) throw problem;
          await new Promise((wake) => setTimeout(wake, 300));
        }
      }
    } finally {
      this.sending = false;
    }
  }

  /** The moves of others are still shown for so many seconds: the clock starts after them. */
  async showing(number: number, seconds: number): Promise<void> {
    try {
      await live.send({ type: "showing", table: this.table, number, seconds });
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem; // without a connection the time runs as it did
    }
  }

  say(text: string): Promise<void> {
    return live.send({ type: "chat", table: this.table, text, key: newKey() });
  }

  preview(entries: string[]): Promise<Preview> {
    const number = this.view?.game?.number ?? 0;
    return post<Preview>(`/api/tables/${this.table}/preview`, { number, entries });
  }

  /** A request about this table, e.g. `ask("resign", { seat: 0 })`; the news bring the new view. */
  ask<T = unknown>(what: string, body: unknown = {}): Promise<T> {
    return post<T>(`/api/tables/${this.table}/${what}`, body);
  }
}
