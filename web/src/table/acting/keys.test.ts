import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { change, settings } from "$lib/settings.svelte";
import ActionPanel from "./ActionPanel.svelte";
import { board, scene, type Name, type Scene } from "./fixtures/load";
import { letterOf } from "./keys.svelte";

const usual = { ...settings };
beforeEach(() => change({ confirm: true, skipEmpty: false, keys: true }));
afterEach(() => {
  cleanup();
  document.body.innerHTML = "";
  change(usual);
});

function show(name: Name): Scene & { place: HTMLElement } {
  const one = scene(name);
  const { container } = render(ActionPanel, { acting: one.acting, room: one.room, board });
  return { ...one, place: container };
}

const press = (key: string, more: KeyboardEventInit = {}, where: Element = document.body) =>
  fireEvent.keyDown(where, { key, ...more });

describe("keys", () => {
  it("choose the n-th row, send it, and unselect it", async () => {
    const { acting, played, place } = show("prefect");
    await press("2");
    const row = place.querySelectorAll<HTMLElement>("[data-choice]")[1]!;
    expect(acting.chosen?.entry).toBe(row.dataset.entry);
    await press("Escape");
    expect(acting.chosen).toBeNull();
    await press("2");
    await press("Enter");
    expect(played).toEqual([row.dataset.entry]);
  });

  it("end the turn with D, then Enter", async () => {
    const { played } = show("architect");
    await press("d");
    expect(played).toEqual([]);
    await press("Enter");
    expect(played).toEqual(["done"]);
  });

  it("undo with U", async () => {
    const { room } = show("architect");
    const undo = vi.spyOn(room, "undo").mockResolvedValue();
    await press("u");
    expect(undo).toHaveBeenCalledOnce();
  });

  it("do nothing in a text field, with a modifier, or when they are switched off", async () => {
    const { acting, played } = show("prefect");
    const field = document.createElement("textarea");
    document.body.append(field);
    await press("1", {}, field);
    await press("1", { ctrlKey: true });
    change({ keys: false });
    await press("1");
    expect(acting.chosen).toBeNull();
    change({ keys: true });
    await press("1");
    await press("Enter", {}, field);
    expect(played).toEqual([]);
  });

  it("leave Enter to the button that has the focus", async () => {
    const { acting, played, place } = show("prefect");
    await press("1");
    const other = place.querySelectorAll("[data-choice]")[2]!;
    await press("Enter", {}, other);
    expect(played).toEqual([]);
    expect(acting.chosen).not.toBeNull();
  });

  it("send with Enter what is chosen already and has the focus", async () => {
    const { played, place } = show("prefect");
    await tick();
    await tick();
    await press("2");
    const row = place.querySelectorAll<HTMLElement>("[data-choice]")[1]!;
    expect(document.activeElement).toBe(row);
    await press("Enter", {}, row);
    expect(played).toEqual([row.dataset.entry]);
  });

  it("put the focus on the button that ends the turn", async () => {
    const { place } = show("architect");
    await press("1");
    await press("d");
    expect(document.activeElement).toBe(place.querySelector('[data-act="send"]'));
  });

  it("lead to regions, opening them first, and round with F6", async () => {
    const { acting } = show("prefect");
    const log = document.createElement("section");
    log.dataset.region = "log";
    document.body.append(log);
    const opened = vi.fn();
    acting.onregion = opened;
    await press("l");
    await tick();
    expect(opened).toHaveBeenCalledWith("log");
    expect(document.activeElement).toBe(log);
    await press("F6");
    expect(document.activeElement?.closest("[data-region]")).toHaveProperty(
      "dataset.region",
      "panel",
    );
    await press("F6", { shiftKey: true });
    expect(document.activeElement).toBe(log);
  });

  it("are explained with ?", async () => {
    const { place } = show("prefect");
    await press("?");
    await tick();
    expect(place.querySelector("dialog")!.textContent).toContain("confirm the choice");
    expect(place.querySelectorAll("dialog dt").length).toBe(15);
  });

  it("work on a Cyrillic keyboard", () => {
    expect(letterOf(new KeyboardEvent("keydown", { key: "г", code: "KeyU" }))).toBe("u");
    expect(letterOf(new KeyboardEvent("keydown", { key: "D", code: "KeyD" }))).toBe("d");
    expect(letterOf(new KeyboardEvent("keydown", { key: "Tab", code: "Tab" }))).toBe("");
  });
});
