// The live connection: one for all tables that are watched. It remembers the number of the
// last news, reconnects by itself, and asks for what it missed. Listeners register here for all messages,
// at a `Room` for what happens at its table.
import { keyOf, Refusal } from "./api";
import type { Delta } from "./delta";
import { end, type Line } from "./end";
import { Listeners, type Stop } from "./listeners";
import type { Failure, News, Reason, View } from "./types";

export type LiveMessage =
  | { type: "hello"; person: { id: string; name: string } | null }
  | { type: "watching"; table: string; number: number; skipped: boolean; view: View }
  | { type: "news"; table: string; number: number; news: News; view?: View; delta?: Delta }
  | { type: "turn"; table: string; yours: boolean }
  | { type: "presence"; table: string; people: string[] }
  | { type: "behind"; table: string; after: number; number: number; view: View }
  | { type: "done"; id: number }
  | { type: "error"; id?: number; error: Failure }
  | { type: "announcement"; text: string }
  | ({ type: "goodbye" } & Reason);

export interface Watcher {
  table: string;
  number: number; // of the last message it had; 0 before the first
  take(message: LiveMessage): void;
}

type Waiting = { resolve: () => void; reject: (why: Refusal) => void };

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
const PING = 20_000;
const ENDED = 4401; // how the server closes connections of a session that has ended
const PATIENCE = 10_000; // whoever waits for the connection then goes on without it

class Live {
  status = $state<"idle" | "connecting" | "open" | "lost">("idle");
  attempts = $state(0);
  /** How often it was opened: more than once means that something may have been missed. */
  connections = $state(0);

  /** What to do when the session of the connection has ended. */
  onended: () => void = () => undefined;

  private tried: () => void = () => undefined;
  private readonly firstTry = new Promise<void>((resolve) => (this.tried = resolve));
  private listeners = new Listeners<LiveMessage>();
  private line: Line | null = null;
  private watchers = new Map<string, Watcher>();
  private waiting = new Map<number, Waiting>();
  private next = 1;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private heard = 0;

  constructor() {
    // A device without a line keeps dead sockets for long, and need not wait when it has one again.
    addEventListener("offline", () => {
      if (!this.line || end.alone) return;
      this.line.close();
      this.dropped();
    });
    addEventListener("online", () => {
      if (this.status === "lost") this.now();
    });
  }

  /** Open the connection if it is not there. */
  connect(): void {
    if (this.line) return;
    clearTimeout(this.timer);
    this.status = this.attempts ? "lost" : "connecting";
    const line: Line = end.connect({
      open: () => {
        if (this.line !== line) return;
        this.status = "open";
        this.attempts = 0;
        this.connections += 1;
        this.heard = Date.now();
        this.tried();
        for (const watcher of this.watchers.values()) this.ask(watcher);
        clearInterval(this.pinger);
        this.pinger = setInterval(() => this.ping(), PING);
      },
      message: (text) => {
        this.heard = Date.now();
        this.take(JSON.parse(text) as LiveMessage);
      },
      close: (code) => {
        if (this.line !== line) return;
        this.dropped();
        if (code === ENDED) this.onended();
      },
    });
    this.line = line;
  }

  /**
   * Wait for the first connection, as long as it may still come. Once it is open every turn is told: what is
   * read from then on misses none.
   */
  async whenOpen(): Promise<void> {
    if (this.status !== "connecting") return;
    await Promise.race([this.firstTry, new Promise((wake) => setTimeout(wake, PATIENCE))]);
  }

  /** Try again at once. */
  now(): void {
    if (this.status !== "open") {
      const old = this.line;
      this.line = null;
      old?.close();
      this.connect();
    }
  }

  /** Leave and come back, for instance as somebody else. */
  restart(): void {
    const old = this.line;
    this.line = null;
    old?.close();
    this.refuseAll();
    this.attempts = 0;
    if (this.watchers.size || this.status !== "idle") this.connect();
  }

  /** Listen to every message, whichever page is open. */
  listen(listener: (message: LiveMessage) => void): Stop {
    return this.listeners.listen(listener);
  }

  watch(watcher: Watcher): void {
    this.watchers.set(watcher.table, watcher);
    if (this.status === "open") this.ask(watcher);
    else this.connect();
  }

  unwatch(table: string): void {
    this.watchers.delete(table);
    if (this.status === "open") this.post({ type: "unwatch", table, id: this.next++ });
  }

  /** Send a message and wait for its acknowledgement; a Refusal says why not. */
  send(message: { type: string; [field: string]: unknown }): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.status !== "open") {
        reject(Refusal.offline());
        return;
      }
      const id = this.next++;
      this.waiting.set(id, { resolve, reject });
      this.post({ ...message, id });
    });
  }

  private ask(watcher: Watcher): void {
    const after = watcher.number ? { after: watcher.number } : {};
    const key = keyOf(watcher.table);
    const by = key ? { key } : {};
    const what = { table: watcher.table, deltas: true };
    this.post({ type: "watch", ...what, ...after, ...by, id: this.next++ });
  }

  private post(message: object): void {
    this.line?.send(JSON.stringify(message));
  }

  private ping(): void {
    if (Date.now() - this.heard > 2.5 * PING) {
      this.line?.close(); // the line is dead, though nobody said so
      this.dropped();
    } else this.post({ type: "ping", id: this.next++ });
  }

  /** A message has come. */
  take(message: LiveMessage): void {
    this.listeners.tell(message);
    if (message.type === "done" || message.type === "error") {
      const id = message.id;
      const waiting = id === undefined ? undefined : this.waiting.get(id);
      if (id !== undefined) this.waiting.delete(id);
      if (message.type === "done") waiting?.resolve();
      else waiting?.reject(new Refusal(message.error, 0));
      return;
    }
    if ("table" in message) {
      const watcher = this.watchers.get(message.table);
      if (!watcher) return;
      if (message.type === "news" && message.number <= watcher.number) return; // had it already
      if ("number" in message) watcher.number = message.number;
      watcher.take(message);
    }
  }

  private dropped(): void {
    this.line = null;
    this.tried();
    clearInterval(this.pinger);
    this.refuseAll();
    this.status = "lost";
    this.attempts += 1;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.attempts - 1));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  private refuseAll(): void {
    const lost = Refusal.offline();
    for (const waiting of this.waiting.values()) waiting.reject(lost);
    this.waiting.clear();
  }
}

export const live = new Live();
