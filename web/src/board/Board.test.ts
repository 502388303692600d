// The board in a page: what it draws, what it says, and what keys and clicks do.
import { cleanup, fireEvent, render, waitFor } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Told } from "$lib/types";
import Board from "./Board.svelte";
import { builtIn, game } from "./kit";
import MiniBoard from "./MiniBoard.svelte";
import type { Target } from "./types";

const board = builtIn("imperium");
const names = ["Livia", "Marcus"];

beforeAll(() => {
  if (typeof matchMedia !== "function") {
    vi.stubGlobal("matchMedia", (media: string) => ({ media, matches: false }));
  }
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

afterEach(cleanup);

const build = (place: string): Target => ({
  what: "city",
  place,
  label: "build for 2 coins",
  price: { coins: 2, goods: { brick: 1 } },
  ghost: 0,
});

async function shown(props: Partial<Parameters<typeof render<typeof Board>>[1]> = {}) {
  const state = game(
    board,
    [
      ["land", "roma"],
      ["sea", "carthago~roma"],
    ],
    [["sea", "massilia~valentia"]],
  );
  const result = render(Board, { board, game: state, names, ...(props as object) });
  await waitFor(() => expect(result.container.querySelector(".hit")).not.toBeNull());
  const hit = (key: string) =>
    result.container.querySelector<SVGElement>(`.hit[data-key="${key}"]`)!;
  return { ...result, state, hit };
}

describe("the board", () => {
  it("is a group with one tab stop and a name for everything", async () => {
    const { container, getByRole } = await shown();
    expect(getByRole("group", { name: "Imperium board" })).toBeTruthy();
    const hits = [...container.querySelectorAll(".hit")];
    expect(hits.filter((hit) => hit.getAttribute("tabindex") === "0")).toHaveLength(1);
    expect(hits.every((hit) => (hit.getAttribute("aria-label")?.length ?? 0) > 3)).toBe(true);
    expect(hits.some((hit) => /board\.|game\./.test(hit.getAttribute("aria-label")!))).toBe(false);
  });

  it("picks a target by click, and reports a place where nothing is legal", async () => {
    const onpick = vi.fn();
    const onplace = vi.fn();
    const { hit, container } = await shown({ targets: [build("carthago")], onpick, onplace });
    expect(container.querySelectorAll(".chip")).toHaveLength(1);
    expect(container.querySelectorAll(".ghost")).toHaveLength(1);
    await fireEvent.click(hit("city:carthago"), { detail: 0 });
    expect(onpick).toHaveBeenCalledWith(expect.objectContaining({ place: "carthago" }));
    await fireEvent.click(hit("sea:carthago~roma"), { detail: 0 });
    expect(onplace).toHaveBeenCalledWith("path", "carthago~roma", "sea");
    expect(onpick).toHaveBeenCalledTimes(1);
  });

  it("goes through targets by N and P, to the nearest by arrows, and picks by Enter", async () => {
    const onpick = vi.fn();
    const targets = [build("carthago"), build("syracusae"), build("massilia")];
    const { hit } = await shown({ targets, onpick });
    hit("city:carthago").focus();
    const now = () => document.activeElement?.getAttribute("data-key");
    const press = async (key: string, more: object = {}) => {
      await fireEvent.keyDown(document.activeElement!, { key, ...more });
      await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await press("n");
    expect(now()).toBe("city:syracusae");
    await press("p");
    await press("p");
    expect(now()).toBe("city:massilia");
    await press("ArrowDown");
    expect(now()).toBe("city:carthago");
    await press("ArrowRight");
    expect(now()).toBe("city:syracusae");
    await press("Enter");
    expect(onpick).toHaveBeenCalledWith(expect.objectContaining({ place: "syracusae" }));
    hit("city:carthago").focus();
    await press("ArrowRight", { shiftKey: true });
    expect(now()).not.toBe("city:syracusae"); // what lies between counts too
  });

  it("offers a list where one place means several things", async () => {
    const onpick = vi.fn();
    const second = { ...build("carthago"), label: "settle a ship", price: undefined };
    const { hit, getByRole } = await shown({ targets: [build("carthago"), second], onpick });
    await fireEvent.click(hit("city:carthago"), { detail: 0 });
    expect(onpick).not.toHaveBeenCalled();
    const list = getByRole("dialog");
    await fireEvent.click([...list.querySelectorAll("button")][1]!);
    expect(onpick).toHaveBeenCalledWith(second);
  });

  it("marks the selected colonist and says so", async () => {
    const own: Target = {
      what: "colonist",
      place: "carthago~roma",
      kind: "sea",
      seat: 0,
      label: "",
    };
    const { hit } = await shown({ targets: [own], selected: own });
    expect(hit("sea:carthago~roma").getAttribute("aria-label")).toBe(
      "Your ship on Carthago–Roma, selected.",
    );
    expect(hit("sea:carthago~roma").getAttribute("aria-pressed")).toBe("true");
  });

  it("zooms by keys and buttons between 1 and 4", async () => {
    const { hit, container, getByRole } = await shown();
    const width = () => Number(container.querySelector("svg.play")!.getAttribute("width"));
    const plain = width();
    hit("city:roma").focus();
    for (let i = 0; i < 9; i++) await fireEvent.keyDown(hit("city:roma"), { key: "+" });
    expect(width()).toBeCloseTo(4 * plain);
    await fireEvent.click(getByRole("button", { name: "Zoom out" }));
    expect(width()).toBeLessThan(3 * plain);
    await fireEvent.keyDown(hit("city:roma"), { key: "0" });
    expect(width()).toBeCloseTo(plain);
  });

  it("brings targets into view where none is to be seen, and leaves the view alone else", async () => {
    const { hit, container, rerender } = await shown();
    const world = () => container.querySelector<HTMLElement>(".world")!.style.transform;
    hit("city:isca").focus();
    await fireEvent.focusIn(hit("city:isca"));
    for (let i = 0; i < 9; i++) await fireEvent.keyDown(hit("city:isca"), { key: "+" });
    for (let i = 0; i < 40; i++) {
      await fireEvent.keyDown(hit("city:isca"), { key: "ArrowLeft", ctrlKey: true });
      await fireEvent.keyDown(hit("city:isca"), { key: "ArrowUp", ctrlKey: true });
    }
    const before = world();
    expect(before).toContain("translate(0px, 0px)");
    await rerender({ targets: [build("isca"), build("petra")] });
    expect(world()).toBe(before);
    await rerender({ targets: [build("petra")] });
    expect(world()).not.toBe(before);
    const width = Number(container.querySelector("svg.play")!.getAttribute("width"));
    expect(width).toBeGreaterThan(3000); // still as large
    await rerender({ targets: [build("isca"), build("sinope")] });
    expect(Number(container.querySelector("svg.play")!.getAttribute("width"))).toBeLessThan(1000);
  });

  it("shows a move happen, ends it at once when asked, and takes the new state", async () => {
    const { component, container, state, rerender } = await shown();
    const pieces = () => container.querySelectorAll('use[href*="-sea-"]').length;
    const before = pieces();
    const told: Told = {
      number: 2,
      actor: 0,
      entry: "",
      changes: [],
      steps: 1,
      kind: "move",
      colonist: "sea",
      from: "carthago~roma",
      to: "carthago~syracusae",
    };
    let done = false;
    const moving = component.animate(told, 60_000).then(() => (done = true));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(done).toBe(false);
    expect(pieces()).toBe(before); // it left its place and travels
    component.finish();
    await moving;
    expect(done).toBe(true);
    await rerender({ game: { ...state } });
    expect(pieces()).toBe(before);
  });

  it("resolves at once for entries that show nothing on the board", async () => {
    const { component } = await shown();
    await component.animate(
      { number: 2, actor: 0, entry: "done", changes: [], kind: "done" },
      60_000,
    );
    await component.animate(
      { number: 2, actor: "*", entry: "", changes: [], kind: "reveal", card: "smith-1" },
      60_000,
    );
  });
});

describe("the small picture", () => {
  it("has a name and is drawn for a built-in board", async () => {
    const { container, getByRole } = render(MiniBoard, { boardId: "cyprus" });
    expect(getByRole("img").getAttribute("aria-label")).toContain("Cyprus");
    await waitFor(() => expect(container.querySelectorAll("circle").length).toBeGreaterThan(20));
  });

  it("does without one for a board it does not know", () => {
    const { container } = render(MiniBoard, { boardId: "my-own" });
    expect(container.querySelectorAll("circle").length).toBeGreaterThan(2);
  });
});
