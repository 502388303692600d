// Long computations beside the page: functions of Viae (Python), each in a worker, several where the device
// has cores. They tell how far they are, and can be stopped at any time; a worker that does not stop is ended.
import { Refusal } from "$lib/api";
import { places, type Places } from "$lib/home";
import type { Failure } from "$lib/types";
import type { FromTask, Loading, ToTask } from "./messages";

export interface Wish<P> {
  /** Told how far it is: a number from 0 to 1, or whatever the function tells. */
  onprogress?: (how: P) => void;
  /** Stops it: the promise is rejected with the reason of the signal. */
  signal?: AbortSignal;
  /** Told while Python itself is being loaded. */
  onloading?: (loading: Loading) => void;
}

interface Task {
  id: number;
  name: string;
  arguments: string;
  wish: Wish<unknown>;
  resolve(value: unknown): void;
  reject(why: unknown): void;
}

type MakeWorker = () => Worker;

const MOST = 4;
const PATIENCE = 700; // ms that a worker has to stop by itself
const make: MakeWorker = () =>
  new Worker(new URL("./task.worker.ts", import.meta.url), { type: "module", name: "viae-task" });

/** As many as leave a core for the page and the host of its tables. */
const cores = (): number => Math.min(MOST, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));

/** A worker, with the task it has. */
class Thinker {
  task: Task | null = null;
  /** The task was stopped: its worker has until then to say so. */
  late: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly worker: Worker,
    ended: (thinker: Thinker, fault: string | null) => void,
  ) {
    worker.onmessage = ({ data }: MessageEvent<FromTask>) => {
      const { task } = this;
      if (data.kind === "failed") return ended(this, data.text);
      if (data.kind === "loading") return task?.wish.onloading?.(data);
      if (data.kind === "ready" || !task || data.id !== task.id) return;
      if (data.kind === "progress") {
        if (!this.late) task.wish.onprogress?.(JSON.parse(data.text));
        return;
      }
      clearTimeout(this.late);
      this.late = undefined;
      if (data.kind === "broken") task.reject(new Error(data.text));
      else if (data.kind === "done") {
        const answer = JSON.parse(data.text) as { value?: unknown; error?: Failure };
        if (answer.error) task.reject(new Refusal(answer.error));
        else task.resolve(answer.value);
      }
      this.task = null;
      ended(this, null);
    };
    worker.onerror = (event) => ended(this, event.message || "a worker has failed");
  }

  begin(task: Task): void {
    this.task = task;
    const message: ToTask = {
      kind: "run",
      id: task.id,
      name: task.name,
      arguments: task.arguments,
    };
    this.worker.postMessage(message);
  }
}

export class Pool {
  #thinkers: Thinker[] = [];
  #waiting: Task[] = [];
  #next = 1;

  constructor(
    private make: MakeWorker,
    private size: number,
    private from: () => Places,
  ) {}

  /**
   * The result of a function of Viae, such as `run("viae.local.tasks:bot_turn", {…})`. Arguments and result are
   * JSON. A Refusal if it refuses them.
   */
  run<T, P = number>(name: string, given: object, wish: Wish<P> = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const { signal } = wish;
      if (signal?.aborted) return reject(signal.reason as Error);
      const task: Task = {
        id: this.#next++,
        name,
        arguments: JSON.stringify(given),
        wish: wish as Wish<unknown>,
        resolve: resolve as (value: unknown) => void,
        reject,
      };
      signal?.addEventListener("abort", () => this.#stop(task, signal.reason), { once: true });
      this.#waiting.push(task);
      this.#go();
    });
  }

  /** Let a worker start before it is needed. */
  warm(): void {
    if (!this.#thinkers.length) this.#add();
  }

  /** How many computations run. */
  get busy(): number {
    return this.#thinkers.filter((one) => one.task).length;
  }

  #add(): Thinker {
    const thinker = new Thinker(this.make(), (one, fault) => {
      if (fault !== null) this.#drop(one, new Error(fault));
      this.#go();
    });
    thinker.worker.postMessage({ kind: "start", places: this.from() } satisfies ToTask);
    this.#thinkers.push(thinker);
    return thinker;
  }

  #go(): void {
    while (this.#waiting.length) {
      const free =
        this.#thinkers.find((one) => !one.task) ??
        (this.#thinkers.length < this.size ? this.#add() : null);
      if (!free) return;
      free.begin(this.#waiting.shift()!);
    }
  }

  #drop(thinker: Thinker, why: unknown): void {
    clearTimeout(thinker.late);
    thinker.worker.terminate();
    this.#thinkers = this.#thinkers.filter((one) => one !== thinker);
    thinker.task?.reject(why);
    thinker.task = null;
  }

  #stop(task: Task, why: unknown): void {
    const thinker = this.#thinkers.find((one) => one.task === task);
    if (thinker) {
      task.reject(why);
      thinker.worker.postMessage({ kind: "stop", id: task.id } satisfies ToTask);
      thinker.late = setTimeout(() => {
        this.#drop(thinker, why);
        this.warm(); // the next one need not wait
        this.#go();
      }, PATIENCE);
    } else if (this.#waiting.includes(task)) {
      this.#waiting = this.#waiting.filter((one) => one !== task);
      task.reject(why);
    }
    this.#go();
  }

  /** End all workers. */
  close(): void {
    for (const task of this.#waiting.splice(0)) task.reject(Refusal.offline());
    for (const thinker of [...this.#thinkers]) this.#drop(thinker, Refusal.offline());
  }
}

/** The pool of this page. */
export const pool = new Pool(make, cores(), places);
