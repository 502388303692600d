// Which puzzles the player wants: chosen on the page of all puzzles, used for the next one, too.
import type { Filter } from "./set";

const PLACE = "viae.puzzles.filter";

function kept(): Partial<Filter> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Filter>;
  } catch {
    return {};
  }
}

class Wish {
  chosen = $state.raw<Filter>({ theme: "", difficulty: "", ...kept() });

  choose(what: Partial<Filter>): void {
    this.chosen = { ...this.chosen, ...what };
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.chosen));
    } catch {
      // A browser that keeps nothing: it lasts until the page is left.
    }
  }
}

export const filter = new Wish();
