// Faces: every bot has one, the same each time, and the levels are told apart.
import { describe, expect, it } from "vitest";
import { faceOf } from "./faces";

describe("faces", () => {
  it("tell the eight levels apart", () => {
    const drawn = Array.from({ length: 8 }, (_, n) => JSON.stringify(faceOf(`level-${n + 1}`)));
    expect(new Set(drawn).size).toBe(8);
  });

  it("follow from the name where nobody drew one, without its settings", () => {
    expect(faceOf("mine:deep=3")).toEqual(faceOf("mine"));
    expect(faceOf("mine")).not.toEqual(faceOf("yours"));
  });
});
