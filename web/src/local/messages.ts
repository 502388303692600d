// What pages and their workers say to each other.
import type { Places } from "$lib/home";

/** Why Python cannot run here. */
export type Fault = "wasm" | "storage" | "full" | "files" | "python";

/** Why nothing can be saved, if so. */
export type Unsaved = "" | "full" | "failed";

export interface Loading {
  kind: "loading";
  loaded: number; // bytes
  total: number;
}

export interface Failed {
  kind: "failed";
  fault: Fault;
  text: string;
}

/** A bot's part of a turn, as `viae.local.surroundings.Thought`. */
export interface Thought {
  table: string;
  number: number;
  seat: number;
  bot: string;
  seed: number;
  moment: string;
}

export type ToHost =
  | { kind: "start"; places: Places }
  | { kind: "ask"; id: number; method: string; path: string; body: string }
  | { kind: "hello" }
  | { kind: "take"; text: string }
  | { kind: "decided"; table: string; number: number; seat: number; codes: string }
  /** Finish what was begun, then say "closed". */
  | { kind: "close" };

export type FromHost =
  | Loading
  | Failed
  | { kind: "ready" }
  | { kind: "answer"; id: number; text: string }
  | { kind: "message"; text: string }
  | { kind: "think"; thought: Thought }
  /** The storage could not be written, or ("") can be again. */
  | { kind: "unsaved"; why: Unsaved }
  /** Another page owns the games now. */
  | { kind: "lost" }
  | { kind: "closed" };

export type ToTask =
  | { kind: "start"; places: Places }
  | { kind: "run"; id: number; name: string; arguments: string }
  | { kind: "stop"; id: number };

export type FromTask =
  | Loading
  | Failed
  | { kind: "ready" }
  | { kind: "progress"; id: number; text: string }
  | { kind: "done"; id: number; text: string }
  | { kind: "stopped"; id: number }
  | { kind: "broken"; id: number; text: string };
