import { describe, expect, it } from "vitest";
import { find, grow, newNode, promote, prune, read, rowsOf, write, type Lines } from "./tree";

const GAME = [
  "0: play architect",
  "0: done",
  "1: play prefect",
  "1: collect",
  "*: reveal consul-2",
];
const OTHER = ["0: play architect", "0: build roma", "0: done"];

describe("the lines of a study", () => {
  it("keep what was tried out beside the game", () => {
    const root = read({ entries: GAME });
    grow(root, OTHER);
    grow(root, OTHER);
    expect(write(root)).toEqual({
      entries: GAME,
      tree: [{ at: 1, entries: ["0: build roma", "0: done"] }],
    });
  });

  it("go into a record and come back: branches of branches, comments and marks", () => {
    const lines: Lines = {
      entries: GAME,
      tree: [
        { at: 0, entries: [], comment: "the beginning" },
        { at: 1, entries: [], comment: "here" },
        {
          at: 1,
          entries: ["0: build roma", "0: done"],
          comment: "better",
          marks: [{ kind: "arrow", at: "roma", to: "ostia" }],
          tree: [
            { at: 1, entries: [], comment: "a house" },
            { at: 1, entries: ["0: build ostia"] },
          ],
        },
        { at: 5, entries: [], comment: "the end" },
      ],
    };
    expect(write(read(lines))).toEqual(lines);
    expect(find(read(lines), OTHER)?.marks).toEqual([{ kind: "arrow", at: "roma", to: "ostia" }]);
  });

  it("can be told from any line, also from the middle of one", () => {
    const root = read({ entries: GAME });
    grow(root, OTHER);
    const lines = write(root, GAME.slice(0, 2));
    expect(lines.entries).toEqual(GAME.slice(0, 2));
    expect(lines.tree).toEqual([
      { at: 1, entries: OTHER.slice(1) },
      { at: 2, entries: GAME.slice(2) },
    ]);
    expect(write(read(lines), GAME)).toEqual(write(root, GAME));
  });

  it("can be pruned, and another can become the main one", () => {
    const root = read({ entries: GAME });
    grow(root, OTHER);
    promote(root, OTHER);
    expect(write(root).entries).toEqual(OTHER);
    prune(root, GAME.slice(0, 2));
    expect(write(root)).toEqual({ entries: OTHER });
    expect(find(root, GAME)).toBeNull();
    expect(write(newNode())).toEqual({ entries: [] });
  });

  it("are shown turn by turn, a branch below the turn it leaves", () => {
    const root = read({ entries: GAME });
    grow(root, OTHER);
    const rows = rowsOf(root);
    expect(rows.map(({ depth, entries }) => [depth, entries.length])).toEqual([
      [0, 1],
      [0, 1],
      [1, 2],
      [0, 3],
    ]);
    expect(rows[2]!.path).toEqual(OTHER);
    expect(rows.at(-1)!.path).toEqual(GAME);
  });
});
