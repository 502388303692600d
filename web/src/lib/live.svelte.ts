// The live connection: one WebSocket for all tables that are watched. It remembers the number of the
// last news, reconnects by itself, and asks for what it missed. Listeners register here for all messages,
// at a `Room` for what happens at its table.
import { Refusal } from "./api";
import { Listeners, type Stop } from "./listeners";
import type { Failure, News, Reason, View } from "./types";

export type LiveMessage =
  | { type: "hello"; person: { id: string; name: string } | null }
  | { type: "watching"; table: string; number: number; skipped: boolean; view: View }
  | { type: "news"; table: string; number: number; news: News; view?: View }
  | { type: "turn"; table: string; yours: boolean }
  | { type: "presence"; table: string; people: string[] }
  | { type: "behind"; table: string; after: number; number: number; view: View }
  | { type: "done"; id: number }
  | { type: "error"; id?: number; error: Failure }
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
const PATIENCE = 10_000; // whoever waits for the connection then goes on without it

class Live {
  status = $state<"idle" | "connecting" | "open" | "lost">("idle");
  attempts = $state(0);
  /** How often it was opened: more than once means that something may have been missed. */
  connections = $state(0);

  private tried: () => void = () => undefined;
  private readonly firstTry = new Promise<void>((resolve) => (this.tried = resolve));
  private listeners = new Listeners<LiveMessage>();
  private socket: WebSocket | null = null;
  private watchers = new Map<string, Watcher>();
  private waiting = new Map<number, Waiting>();
  private next = 1;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private heard = 0;

  constructor() {
    // A device without a line keeps dead sockets for long, and need not wait when it has one again.
    addEventListener("offline", () => {
      if (!this.socket) return;
      this.socket.close();
      this.dropped();
    });
    addEventListener("online", () => {
      if (this.status === "lost") this.now();
    });
  }

  /** Open the connection if it is not there. */
  connect(): void {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.status = this.attempts ? "lost" : "connecting";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.status = "open";
      this.attempts = 0;
      this.connections += 1;
      this.heard = Date.now();
      this.tried();
      for (const watcher of this.watchers.values()) this.ask(watcher);
      clearInterval(this.pinger);
      this.pinger = setInterval(() => this.ping(), PING);
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.take(JSON.parse(String(event.data)) as LiveMessage);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.dropped();
    };
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
      const old = this.socket;
      this.socket = null;
      old?.close();
      this.connect();
    }
  }

  /** Leave and come back, for instance as somebody else. */
  restart(): void {
    const old = this.socket;
    this.socket = null;
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
    this.post({ type: "watch", table: watcher.table, ...after, id: this.next++ });
  }

  private post(message: object): void {
    this.socket?.send(JSON.stringify(message));
  }

  private ping(): void {
    if (Date.now() - this.heard > 2.5 * PING) {
      this.socket?.close(); // the line is dead, though nobody said so
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
    this.socket = null;
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
