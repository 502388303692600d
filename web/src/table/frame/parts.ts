// The parts of a table that `TableFrame` places, and the pages a small screen shows them on.
import type { Snippet } from "svelte";
import type { IconName } from "$pieces/icons";

export interface Page<Id extends string> {
  id: Id;
  label: string;
  icon: IconName;
  note?: string; // spoken, and seen as a dot
}

export interface Parts {
  /** The board, then what lies over it (class `over`). */
  board: Snippet;
  /** Above the board: news and problems. */
  notices?: Snippet;
  /** What is read first: at the top of a small screen and of the rail. */
  lead?: Snippet;
  /** What is asked. On a small screen the sheet holds it. */
  action?: Snippet;
  display?: Snippet;
  /** Below the board: the hand, or the controls of a replay. */
  dock?: Snippet;
  /** At the right: players, points, log. */
  rail?: Snippet;
  /** The name of the rail for screen readers. */
  railLabel?: string;
  /** How many rem of the rail stay above what is asked; without it, a usual share. */
  kept?: number;
  /** Everybody in one line, where the rail is not in sight. */
  strip?: Snippet;
}

/** Small screens show one part at a time. */
export interface Paging<Id extends string> {
  pages: Page<Id>[]; // the page "board" is the board, the page "log" fills the height
  pagesLabel: string;
  page: Id;
  onpage: (id: Id) => void;
  content: Snippet<[Id]>; // of any page but the board
  /** Between the page and the tabs: what belongs to every page. */
  sheet?: Snippet;
}
