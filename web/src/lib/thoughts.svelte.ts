// What bots of this device think about at the moment: how far they are, and a way to make them play at once.
import { SvelteMap } from "svelte/reactivity";

export interface Thinking {
  /** From 0 to 1; null as long as it is unknown. */
  progress: number | null;
  /** Stop it: a quicker bot decides. */
  hurry(): void;
}

/** By table. On a server bots think elsewhere, and nothing is known of it. */
export const thoughts = new SvelteMap<string, Thinking>();
