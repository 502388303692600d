import { afterEach, describe, expect, it, vi } from "vitest";
import { firstPage, ofFile, parts } from "./source";

const run = vi.hoisted(() => vi.fn());
vi.mock("../local/pool", () => ({ pool: { run } }));
afterEach(() => run.mockReset());

const shown = { seats: [], gods: [], cards: [], by_seat: [] };
const page = { format: 1, games: 3, groups: [], shown };
const prepared = (page: unknown) => JSON.stringify({ viae_statistics: 1, groups: [], page });
const file = (...texts: string[]): File => {
  const bytes = texts.map((text) => new TextEncoder().encode(text));
  const stream = () =>
    new ReadableStream({
      start(to) {
        for (const one of bytes) to.enqueue(one);
        to.close();
      },
    });
  return { name: "games.stats", stream } as unknown as File;
};
const never = new AbortController().signal;

describe("a prepared file", () => {
  it("shows its first page without Python", async () => {
    const text = prepared(page);
    expect(await ofFile(file(text), never, () => undefined)).toEqual({ prepared: [text], page });
    expect(run).not.toHaveBeenCalled();
  });

  it("is left to Python if its page is not as it should be, or not there", async () => {
    for (const other of [undefined, {}, { ...page, format: 2 }, { ...page, shown: { seats: 3 } }])
      expect(firstPage(prepared(other))).toBeNull();
    expect(firstPage('{"viae_statistics":1,')).toBeNull();
    run.mockResolvedValue("sums");
    const found = await ofFile(file(prepared(undefined)), never, () => undefined);
    expect(found).toEqual({ prepared: ["sums"], page: null });
  });
});

describe("a file of records", () => {
  it("is counted part by part, and what is counted can be seen", async () => {
    run.mockImplementation((_: string, { text }: { text: string }) =>
      Promise.resolve(`${text.length}`),
    );
    const seen: (readonly string[])[] = [];
    const record = `${JSON.stringify({ entries: "x".repeat(3_000_000) })}\n`;
    await ofFile(file(record, record, record), never, (prepared) => seen.push(prepared));
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.map((one) => one.length)).toEqual(seen.map((_, at) => at + 1));
  });

  it("is cut between lines", async () => {
    async function* chunks(): AsyncGenerator<string> {
      for (const text of ['{"a":1}\n{"b"', ':2}\n{"c":3}', "\n"]) yield await Promise.resolve(text);
    }
    const found: string[] = [];
    for await (const part of parts(chunks(), 5)) found.push(part);
    expect(found).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
  });
});
