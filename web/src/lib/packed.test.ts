import { expect, it } from "vitest";
import { pack, unpack } from "./packed";

it("a document goes into an address and comes back", async () => {
  const value = { entries: Array.from({ length: 300 }, (_, n) => `${n}: build roma ä„“`) };
  const text = await pack(value);
  expect(text).toMatch(/^[\w-]+$/);
  expect(text.length).toBeLessThan(JSON.stringify(value).length / 3);
  expect(await unpack(text)).toEqual(value);
});

it("a damaged text is an error", async () => {
  const text = await pack({ entries: ["0: done"] });
  await expect(unpack(text.slice(0, -6))).rejects.toThrow();
  await expect(unpack("§")).rejects.toThrow();
});
