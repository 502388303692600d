import { describe, expect, it } from "vitest";
import { Drawing, type Mark } from "./drawing.svelte";

describe("drawing into a study", () => {
  it("makes arrows and rings of picked places, and removes them by the same", () => {
    const drawing = new Drawing();
    const kept: Mark[][] = [];
    drawing.onchange = (marks) => kept.push(marks);
    drawing.toggle();
    drawing.place("roma");
    expect(drawing.shown).toEqual([{ kind: "ring", at: "roma" }]); // where it begins
    expect(kept).toEqual([]);
    drawing.place("sea:roma~ostia");
    drawing.place("roma");
    drawing.place("roma");
    const arrow: Mark = { kind: "arrow", at: "roma", to: "sea:roma~ostia" };
    expect(drawing.marks).toEqual([arrow, { kind: "ring", at: "roma" }]);
    drawing.place("roma");
    drawing.place("sea:roma~ostia");
    expect(kept.at(-1)).toEqual([{ kind: "ring", at: "roma" }]);
    drawing.clear();
    expect([drawing.shown, kept.length]).toEqual([[], 4]);
  });

  it("forgets where an arrow began when the moment changes", () => {
    const drawing = new Drawing();
    drawing.place("roma");
    drawing.follow([{ kind: "ring", at: "massilia" }]);
    expect(drawing.shown).toEqual([{ kind: "ring", at: "massilia" }]);
  });
});
