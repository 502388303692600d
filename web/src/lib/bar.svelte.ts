// What the top bar shows of the page below it. A table page fills it and clears it when it is left.
// The bar itself shows the connection, and the strip "Reconnecting, attempt n" when it is lost.
import type { Snippet } from "svelte";

export interface BarTurn {
  seat: number; // whose mark is shown
  text: string; // "Your turn", "Livia: architect"
  mine?: boolean; // the viewer decides: shown in the accent colour
}

interface Shown {
  /** Name of the table; empty on all other pages. */
  title: string;
  /** "Imperium · 4 players · turn 31" */
  detail: string;
  /** The part of it a phone has room for, "turn 31". */
  short: string;
  turn: BarTurn | null;
  /** The clock as it is to be read now, "1:48"; null without one. */
  clock: string | null;
  /** Further entries of the bar's menu, for instance those of a table. */
  menu: Snippet | null;
}

const EMPTY: Shown = { title: "", detail: "", short: "", turn: null, clock: null, menu: null };

class Bar implements Shown {
  title = $state("");
  detail = $state("");
  short = $state("");
  turn = $state.raw<BarTurn | null>(null);
  clock = $state.raw<string | null>(null);
  menu = $state.raw<Snippet | null>(null);

  set(what: Partial<Shown>): void {
    Object.assign(this, what);
  }

  clear(): void {
    Object.assign(this, EMPTY);
  }
}

export const bar = new Bar();
