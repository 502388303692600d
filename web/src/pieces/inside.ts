// What both forms of a card are told about its inside.
import type { CardFace } from "$lib/types";
import type { SomeGoods } from "./names";

export interface Lacking {
  words: string;
  goods: SomeGoods;
}

export interface CardInside {
  card: string;
  face: CardFace;
  title: string;
  long: string; // how long the title is, as a class
  band: string; // the ground of the band
  scoreColor: string;
  price?: SomeGoods;
  surcharge?: readonly string[];
  now: string; // what it scores now, in words; empty where that is not shown
  reason?: string;
  /** The goods that are the reason, and the words before them, for where there is little room. */
  lacking?: Lacking;
}
