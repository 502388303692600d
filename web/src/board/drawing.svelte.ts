// What somebody draws into a study: an arrow from place to place, a ring around a place.
import type { components } from "$lib/schema";

export type Mark = components["schemas"]["Mark"];

const MOST = 60; // marks of a moment

const isSame = (one: Mark, other: Mark): boolean =>
  one.kind === other.kind && one.at === other.at && one.to === other.to;

export class Drawing {
  /** What is picked on the board draws. */
  on = $state(false);
  marks = $state.raw<readonly Mark[]>([]);
  /** Where the arrow begins that is being drawn. */
  from = $state<string | null>(null);
  /** Keeps what was drawn. */
  onchange: ((marks: Mark[]) => void) | null = null;

  readonly shown = $derived.by<readonly Mark[]>(() =>
    this.from === null ? this.marks : [...this.marks, { kind: "ring", at: this.from }],
  );

  toggle(): void {
    this.on = !this.on;
    this.from = null;
  }

  /** Another moment has other marks. */
  follow(marks: readonly Mark[]): void {
    this.marks = marks;
    this.from = null;
  }

  /** A place was picked: two places make an arrow, one place twice a ring; the same again removes it. */
  place(at: string): void {
    const { from } = this;
    if (from === null) {
      this.from = at;
      return;
    }
    const mark: Mark = from === at ? { kind: "ring", at } : { kind: "arrow", at: from, to: at };
    const others = this.marks.filter((one) => !isSame(one, mark));
    const removed = others.length < this.marks.length;
    this.change(removed ? others : [...others, mark].slice(-MOST));
  }

  clear(): void {
    this.change([]);
  }

  private change(marks: Mark[]): void {
    this.follow(marks);
    this.onchange?.(marks);
  }
}
