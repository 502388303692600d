// What the board can be asked to light up, and what it says when something is picked.
import type { Goods, Kind } from "$lib/types";

/** A place where something can be done. Path ids can exist for land and sea: hence `kind`. */
export interface Target {
  what: "city" | "path" | "province" | "colonist";
  place: string;
  kind?: Kind;
  seat?: number;
  label: string; // what a click would do, for the screen reader
  steps?: number;
  price?: { coins: number; goods: Goods };
  ghost?: number; // the seat whose house would stand here
}

/** Where somebody acted a moment ago. */
export interface Recent {
  seat: number;
  place: string;
  kind?: Kind;
}
