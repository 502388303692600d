// The moment of a replay or a review in the address of the page; while the user steps quickly, only the last one.
import { keyOf } from "$lib/api";
import { router } from "$lib/router.svelte";
import type { Playback } from "./playback.svelte";

const PAUSE = 300; // ms

export class MomentAddress {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private table: string,
    private page: "replay" | "review",
    private playback: Playback,
  ) {}

  /** Whether the address lags behind the moment that is shown. */
  get late(): boolean {
    return this.#timer !== undefined;
  }

  /** The moment has changed; `settled` if no other one is about to follow. */
  moved(settled: boolean): void {
    clearTimeout(this.#timer);
    if (settled) this.#write();
    else this.#timer = setTimeout(() => this.#write(), PAUSE);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #write(): void {
    this.stop();
    this.#timer = undefined;
    const path = `/t/${this.table}/${this.page}`;
    if (router.path !== path) return; // the user has gone on to another page
    const key = keyOf(this.table);
    const by = key ? `key=${encodeURIComponent(key)}&` : "";
    router.go(`${path}?${by}at=${this.playback.at}`, true);
  }
}
