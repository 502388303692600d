import { beforeEach, describe, expect, it } from "vitest";
import type { Game } from "$lib/types";
import { Moments, PAGE, type Fetch } from "./moments";

let asked: number[];
let total: number;
let broken: boolean;

const fetch: Fetch = async (first, count) => {
  asked.push(first);
  if (broken) throw new Error("no connection");
  const last = Math.min(total, first + count - 1);
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
  return { moments: numbers.map((entries) => ({ entries }) as Game), total };
};

beforeEach(() => {
  asked = [];
  total = 100;
  broken = false;
});

describe("moments of a replay", () => {
  it("come by pages, each asked for once", async () => {
    const moments = new Moments(fetch);
    expect(moments.known(PAGE + 3)).toBeNull();
    expect((await moments.at(PAGE + 3))?.entries).toBe(PAGE + 3);
    expect((await moments.at(2 * PAGE - 1))?.entries).toBe(2 * PAGE - 1);
    expect(moments.known(PAGE)?.entries).toBe(PAGE);
    expect(asked).toEqual([PAGE]);
    expect(PAGE).toBeLessThanOrEqual(50);
  });

  it("asks for a page once, though it is wanted twice at a time", async () => {
    const moments = new Moments(fetch);
    const [one, two] = await Promise.all([moments.at(4), moments.at(5)]);
    expect([one?.entries, two?.entries]).toEqual([4, 5]);
    expect(asked).toEqual([0]);
  });

  it("prepares pages before they are wanted", async () => {
    const moments = new Moments(fetch);
    moments.prepare(PAGE);
    moments.prepare(PAGE + 1);
    moments.prepare(-5);
    expect((await moments.at(PAGE))?.entries).toBe(PAGE);
    expect(asked).toEqual([PAGE]);
  });

  it("reads a page again that has grown", async () => {
    total = 4;
    const moments = new Moments(fetch);
    expect((await moments.at(4))?.entries).toBe(4);
    expect(await moments.at(7)).toBeNull();
    total = 9;
    expect((await moments.at(7))?.entries).toBe(7);
  });

  it("forgets what was taken back", async () => {
    const moments = new Moments(fetch);
    await moments.at(3);
    await moments.at(PAGE + 3);
    moments.cut(PAGE - 1);
    expect(moments.known(3)?.entries).toBe(3);
    expect(moments.known(PAGE + 3)).toBeNull();
    moments.cut(2);
    expect(moments.known(3)).toBeNull();
  });

  it("keeps a limited number of pages", async () => {
    total = 40 * PAGE;
    const moments = new Moments(fetch);
    for (let page = 0; page < 20; page++) await moments.at(page * PAGE);
    expect(moments.known(0)).toBeNull();
    expect(moments.known(19 * PAGE)).not.toBeNull();
  });

  it("tries again after a failure", async () => {
    const moments = new Moments(fetch);
    broken = true;
    await expect(moments.at(1)).rejects.toThrow();
    broken = false;
    expect((await moments.at(1))?.entries).toBe(1);
  });
});
