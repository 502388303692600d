// The end in this page: a worker hosts the tables of this device and answers as a server would.
import { Refusal } from "$lib/api";
import type { Answer, Line, LineEvents } from "$lib/end";
import { places } from "$lib/home";
import { Bots } from "./bots";
import type { Fault, FromHost, ToHost, Unsaved } from "./messages";
import { Ownership } from "./ownership";
import { pool } from "./pool";
import { nameOf, Storage } from "./storage";

type Waiting = { resolve: (answer: Answer) => void; reject: (why: Refusal) => void };
type ReadyHost = { worker: Worker };

/** A frame that shows one position (src/learn/Playground.svelte) hosts nothing, so that a page can have several. */
const ASLEEP = location.hash.startsWith("#/embed?");
const GONE = 1001; // as a server that goes away closes connections
const CLOSING = 5000; // ms that a worker has to end what it has begun

class Local {
  /** "elsewhere": another page hosts the games. */
  phase = $state<"starting" | "ready" | "elsewhere" | "failed">("starting");
  /** Bytes of Python that are here, and in all. */
  loaded = $state(0);
  total = $state(0);
  fault = $state<Fault | null>(null);
  /** Why nothing can be saved at the moment. */
  unsaved = $state<Unsaved>("");

  #worker: Worker | null = null;
  #ready!: Promise<ReadyHost>;
  #started!: (host: ReadyHost) => void;
  #failed!: (why: Refusal) => void;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  #line: LineEvents | null = null;
  #closed: () => void = () => undefined;
  readonly #places = places();
  readonly #bots = new Bots(pool, (thought, codes) => {
    const { table, number, seat } = thought;
    this.#post({ kind: "decided", table, number, seat, codes });
  });
  readonly #owner = new Ownership(nameOf(this.#places.home), {
    gained: () => this.#start(),
    lost: () => this.#stop(),
  });

  constructor() {
    this.#renew();
    if (ASLEEP) return;
    const missing = this.#missing();
    if (missing) this.#fail(missing);
    else void this.#owner.claim().then((got) => got || (this.phase = "elsewhere"));
  }

  #missing(): Fault | null {
    if (typeof WebAssembly === "undefined" || typeof Worker === "undefined") return "wasm";
    return typeof indexedDB === "undefined" || indexedDB === null ? "storage" : null;
  }

  #renew(): void {
    this.#ready = new Promise((resolve, reject) => {
      this.#started = resolve;
      this.#failed = reject;
    });
    this.#ready.catch(() => undefined); // told to whoever asks
  }

  /** Let this page host the games, instead of the other one. */
  takeOver(): void {
    this.#owner.takeOver();
  }

  #start(): void {
    this.phase = "starting";
    this.loaded = 0;
    this.unsaved = "";
    const worker = new Worker(new URL("./host.worker.ts", import.meta.url), {
      type: "module",
      name: "viae-host",
    });
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromHost>) => this.#hear(data, worker);
    worker.onerror = (event) => {
      console.error(event.message);
      this.#fail("python");
    };
    this.#post({ kind: "start", places: this.#places });
  }

  #hear(message: FromHost, worker: Worker): void {
    switch (message.kind) {
      case "loading":
        this.loaded = message.loaded;
        this.total = message.total;
        break;
      case "ready":
        this.phase = "ready";
        this.#started({ worker });
        this.#greet();
        pool.warm();
        break;
      case "failed":
        console.error(message.text);
        this.#fail(message.fault);
        break;
      case "answer": {
        const [status, value] = JSON.parse(message.text) as [number, unknown];
        this.#waiting.get(message.id)?.resolve({ status, value });
        this.#waiting.delete(message.id);
        break;
      }
      case "message":
        this.#line?.message(message.text);
        break;
      case "think":
        this.#bots.think(message.thought);
        break;
      case "unsaved":
        this.unsaved = message.why;
        break;
      case "lost":
        this.#owner.dropped();
        break;
      case "closed":
        this.#closed();
    }
  }

  #fail(fault: Fault): void {
    this.phase = "failed";
    this.fault = fault;
    const why = Refusal.of("failed", `client.no-${fault}`);
    this.#failed(why);
    // It may have been there already: what waits for it, and what comes now, gets no answer either.
    this.#renew();
    this.#failed(why);
    this.#refuse(why);
  }

  #refuse(why: Refusal): void {
    for (const waiting of this.#waiting.values()) waiting.reject(why);
    this.#waiting.clear();
  }

  /** Another page hosts the games from now on: end what is under way, so that nothing is lost. */
  async #stop(): Promise<void> {
    const worker = this.#worker;
    this.#bots.close();
    if (this.phase === "ready") {
      const closed = new Promise<void>((resolve) => (this.#closed = resolve));
      this.#post({ kind: "close" });
      await Promise.race([closed, new Promise((late) => setTimeout(late, CLOSING))]);
    }
    worker?.terminate();
    this.#worker = null;
    this.phase = "elsewhere";
    this.#renew();
    this.#refuse(Refusal.of("offline", "client.elsewhere"));
    const line = this.#line;
    this.#line = null;
    line?.close(GONE);
  }

  #post(message: ToHost): void {
    this.#worker?.postMessage(message);
  }

  /** What files and the storage can answer is answered before Python is there. */
  async #early(method: string, path: string): Promise<unknown> {
    if (method !== "GET") return undefined;
    if (path === "/api/catalogue") return this.#file("catalogue.json");
    const board = /^\/api\/boards\/([a-z-]+)$/.exec(path)?.[1];
    if (board) return this.#file(`boards/${board}.json`);
    if (path !== "/api/session" || this.phase === "ready") return undefined;
    try {
      const storage = await Storage.open(nameOf(this.#places.home));
      const { person } = await storage.facts();
      storage.close();
      return { person: person ?? null, csrf: null };
    } catch {
      return { person: null, csrf: null };
    }
  }

  async #file(path: string): Promise<unknown> {
    const answer = await fetch(new URL(path, this.#places.python));
    return answer.ok ? ((await answer.json()) as unknown) : undefined;
  }

  async ready(): Promise<void> {
    await this.#ready;
  }

  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const value = await this.#early(method, path);
    if (value !== undefined) return { status: 200, value };
    await this.#ready;
    const id = this.#next++;
    const answer = new Promise<Answer>((resolve, reject) =>
      this.#waiting.set(id, { resolve, reject }),
    );
    const text = body === undefined ? "" : JSON.stringify(body);
    this.#post({ kind: "ask", id, method, path, body: text });
    // Browsers delete what they did not promise to keep when a device runs out of room.
    if (method === "POST" && path === "/api/tables") void navigator.storage?.persist?.();
    return answer;
  }

  /** Live messages, once the host is there. */
  connect(events: LineEvents): Line {
    this.#line = events;
    if (this.phase === "ready") this.#greet();
    return {
      send: (text) => this.#post({ kind: "take", text }),
      close: () => {
        if (this.#line === events) this.#line = null;
      },
    };
  }

  #greet(): void {
    if (!this.#line) return;
    this.#post({ kind: "hello" });
    this.#line.open();
  }
}

export const local = new Local();
