import { expect, test } from "vitest";
import { applyDelta } from "./delta";

test("what changed is applied, and the rest is shared", () => {
  const old = { a: 1, gone: 2, list: [{ x: 1 }, { x: 2 }], same: { deep: [1] } };
  const found = applyDelta(old, {
    a: [5],
    gone: [],
    list: { "1": { x: [3], y: [[]] } },
    fresh: [{ z: null }],
  }) as typeof old;
  expect(found).toEqual({
    a: 5,
    list: [{ x: 1 }, { x: 3, y: [] }],
    same: { deep: [1] },
    fresh: { z: null },
  });
  expect(found.same).toBe(old.same);
  expect(old.list[1]).toEqual({ x: 2 });
  expect(applyDelta(old, [null])).toBeNull();
  expect(applyDelta(old, {})).toEqual(old);
});
