import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Decision } from "$lib/types";
import { Refusal } from "$lib/api";
import { words } from "$lib/i18n.svelte";
import { change, settings } from "$lib/settings.svelte";
import ActionPanel from "./ActionPanel.svelte";
import DisplayRow from "./DisplayRow.svelte";
import { board, NAMES, scene, sceneOf, viewOf, type Name, type Scene } from "./fixtures/load";
import { ofKind, tradesOf } from "./grouping";
import Hand from "./Hand.svelte";

const usual = { ...settings };
beforeEach(() => change({ confirm: true, skipEmpty: false, keys: true, language: "en" }));
afterEach(() => {
  cleanup();
  change(usual);
});

function show(one: Scene, compact = false): HTMLElement {
  const { container } = render(ActionPanel, { acting: one.acting, room: one.room, board, compact });
  return container;
}

function showHand({ acting, room }: Scene, form: "dock" | "grid"): HTMLElement {
  return render(Hand, { acting, room, seat: acting.seat, form }).container;
}

function showDisplay({ acting, room }: Scene, form: "column" | "list"): HTMLElement {
  return render(DisplayRow, { acting, room, form }).container;
}

const all = (place: HTMLElement, what: string) => [...place.querySelectorAll<HTMLElement>(what)];
const send = async (place: HTMLElement) => {
  const button = place.querySelector<HTMLElement>('[data-act="send"]:not(:disabled)');
  if (button) await fireEvent.click(button);
};

/**
 * Every way of clicking through a panel: one choice, one that opens more of them, goods one after the other,
 * steppers to their ends. Gives the entries that were sent.
 */
async function reached(name: Name, compact: boolean): Promise<Set<string>> {
  const one = scene(name);
  const place = show(one, compact);
  const choices = () => all(place, "button[data-choice]:not(:disabled)");
  const attempt = async (clicks: () => Promise<void>) => {
    const game = { ...one.view.game!, number: one.room.view!.game!.number + 1 };
    one.room.view = { ...one.view, game }; // the same question again
    await tick();
    await clicks();
    await send(place);
  };

  let count = 0;
  await attempt(async () => {
    count = choices().length; // and what is chosen by itself is sent
  });
  await attempt(async () => {
    const done = place.querySelector<HTMLElement>('[data-act="done"]');
    if (done) await fireEvent.click(done);
  });
  for (let first = 0; first < count; first++) {
    let more = 0;
    await attempt(async () => {
      const before = new Set(choices());
      await fireEvent.click(choices()[first]!);
      more = choices().filter((row) => !before.has(row)).length;
    });
    for (let second = 0; second < more; second++) {
      await attempt(async () => {
        const old = new Set(choices());
        await fireEvent.click(choices()[first]!);
        await fireEvent.click(choices().filter((row) => !old.has(row))[second]!);
      });
    }
    if (!one.acting.decision!.batch) continue;
    for (let second = 0; second < count; second++) {
      await attempt(async () => {
        for (const index of [first, second]) await fireEvent.click(choices()[index]!);
      });
    }
  }
  const trades = tradesOf(one.view.you.legal).filter((trade) => trade.entries.size);
  for (const [index, trade] of trades.entries()) {
    for (const [key, most] of [
      ["ArrowUp", trade.most],
      ["ArrowDown", -trade.least],
    ] as const) {
      for (let steps = 1; steps <= most; steps++) {
        await attempt(async () => {
          const stepper = all(place, '[role="spinbutton"]')[index]!;
          for (let n = 0; n < steps; n++) await fireEvent.keyDown(stepper, { key });
        });
      }
    }
  }
  return new Set(one.played);
}

describe("every legal entry can be given in the panel alone", () => {
  it.each(NAMES)("%s", async (name) => {
    const wanted = viewOf(name).you.legal.map((one) => one.entry);
    expect(wanted).not.toEqual([]);
    expect([...(await reached(name, false))].sort()).toEqual([...wanted].sort());
  });

  it.each(["play", "architect", "senator", "keep", "colonist"] as const)(
    "%s on a phone",
    async (name) => {
      const wanted = viewOf(name).you.legal.map((one) => one.entry);
      expect(wanted).not.toEqual([]);
      expect([...(await reached(name, true))].sort()).toEqual([...wanted].sort());
    },
  );

  it("also of a kind that is not known here", async () => {
    const view = viewOf("tribune");
    view.game!.decision = { ...view.game!.decision, kind: "augur" } as unknown as Decision;
    const one = sceneOf(view);
    const place = show(one);
    const rows = all(place, "[data-choice]");
    expect(rows.map((row) => row.dataset.entry).sort()).toEqual(
      view.you.legal
        .filter((entry) => entry.kind !== "done")
        .map((entry) => entry.entry)
        .sort(),
    );
    await fireEvent.click(rows[0]!);
    await send(place);
    expect(one.played).toEqual([rows[0]!.dataset.entry]);
  });
});

describe("the panel", () => {
  it.each(NAMES)("of %s has a title, no missing text and no raw id", (name) => {
    const silent = vi.spyOn(console, "warn").mockImplementation(() => {});
    const place = show(scene(name));
    expect(place.querySelector("h2")!.textContent!.trim()).not.toBe("");
    expect(place.textContent).not.toMatch(/(acting|game|table)\.[a-z]/);
    expect(silent).not.toHaveBeenCalled();
    silent.mockRestore();
  });

  it("says what is left", () => {
    expect(show(scene("mercator")).textContent).toContain("2 trades left");
    cleanup();
    expect(show(scene("senator")).textContent).toContain("0 of 2 bought");
    cleanup();
    const one = scene("architect");
    const place = show(one);
    expect(all(place, ".dots i").length).toBe(one.acting.decision!.steps);
  });

  it("asks before the turn ends, and can go back", async () => {
    const one = scene("architect");
    const place = show(one);
    await fireEvent.click(place.querySelector('[data-act="done"]')!);
    expect(one.played).toEqual([]);
    expect(place.querySelector('[data-act="send"]')!.textContent).toContain("End turn");
    await fireEvent.click(place.querySelector('[data-act="back"]')!);
    expect(place.querySelector('[data-act="send"]')).toBeNull();
    await fireEvent.click(place.querySelector('[data-act="done"]')!);
    await send(place);
    expect(one.played).toEqual(["done"]);
  });

  it("has Undo only where it is possible", async () => {
    const view = viewOf("architect");
    view.you.undo = null;
    expect(show(sceneOf(view)).querySelector('[data-act="undo"]')).toBeNull();
    cleanup();
    const one = scene("architect");
    const undo = vi.spyOn(one.room, "undo").mockResolvedValue();
    await fireEvent.click(show(one).querySelector('[data-act="undo"]')!);
    expect(undo).toHaveBeenCalledOnce();
  });

  it("shows a refusal with its rule, and that nothing was changed", async () => {
    const one = scene("architect");
    const failure = {
      kind: "illegal",
      code: "build.own-house",
      rule: "R5.2",
      values: { city: "carthago" },
      message: "the player already has a house in carthago (R5.2)",
    };
    vi.mocked(one.room.play).mockRejectedValueOnce(new Refusal(failure, 409));
    const place = show(one);
    await one.acting.send("build roma");
    await tick();
    const alert = place.querySelector('[role="alert"]')!;
    expect(alert.textContent).toContain("You already have a house in Carthago.");
    expect(alert.textContent).toContain("Nothing was changed.");
    expect(alert.querySelector("a")!.getAttribute("href")).toBe("/rules/R5.2");
    await fireEvent.click(alert.querySelector("button")!);
    expect(alert.textContent!.trim()).toBe("");
  });

  it("sends an empty decision by itself where that is wanted", async () => {
    change({ skipEmpty: true });
    const one = scene("tribune-empty");
    show(one);
    await tick();
    expect(one.played).toEqual(["done"]);
  });

  it("says why something cannot be done", () => {
    const place = show(scene("diplomat"));
    expect(place.textContent).toContain("no card there");
    cleanup();
    expect(show(scene("senator")).textContent).toContain("missing:");
  });

  it("shows what the turn would cost and bring", async () => {
    const one = scene("mercator");
    const place = show(one);
    const sale = ofKind(one.acting.legal, "sell").find((entry) => entry.count === 1)!;
    one.acting.set(sale);
    await tick();
    expect(place.querySelector("footer")!.textContent).toContain(`gain ${sale.gain.coins} coins`);
  });

  it("tells who acts while others decide", () => {
    const view = viewOf("architect");
    view.you.decides = false;
    view.you.legal = [];
    const seat = view.game!.decision.seat!;
    const place = show(sceneOf(view));
    expect(place.querySelector("h2")!.textContent).toBe(`${view.table.seats[seat]!.name}’s turn`);
    expect(place.querySelector("[data-choice]")).toBeNull();
  });
});

describe("the focus", () => {
  it("goes to the title when a decision opens", async () => {
    const place = show(scene("prefect"));
    await new Promise(requestAnimationFrame);
    expect(document.activeElement).toBe(place.querySelector("h2"));
  });

  it("stays in a text field", async () => {
    const field = document.createElement("input");
    document.body.append(field);
    field.focus();
    show(scene("prefect"));
    await tick();
    await tick();
    expect(document.activeElement).toBe(field);
    field.remove();
  });
});

describe("the hand", () => {
  it("plays a card by two clicks and raises only the one that was clicked", async () => {
    const one = scene("play");
    const container = showHand(one, "dock");
    const cards = all(container, "[data-choice]");
    expect(cards.length).toBe(one.view.you.own[String(one.acting.seat)]!.hand.length);
    const twice = cards.filter((card) => card.dataset.card === "prefect");
    expect(twice.length).toBe(2);
    await fireEvent.click(twice[1]!);
    expect(twice.map((card) => card.getAttribute("aria-pressed"))).toEqual(["false", "true"]);
    await fireEvent.click(twice[1]!);
    expect(one.played).toEqual(["play prefect"]);
  });

  it("is the partner's while a suggestion is asked", async () => {
    const one = scene("legatus");
    const container = showHand(one, "grid");
    const cards = all(container, "[data-choice]").map((card) => card.dataset.card!);
    expect(cards.sort()).toEqual(
      ofKind(one.view.you.legal, "suggest")
        .map((entry) => entry.card!)
        .sort(),
    );
  });

  it("cannot be played from while another decision is open", () => {
    const one = scene("prefect");
    const container = showHand(one, "dock");
    expect(container.querySelector("[data-choice]")).toBeNull();
    expect(container.querySelectorAll(".card").length).toBeGreaterThan(0);
  });
});

describe("the display", () => {
  it("greys what the player cannot afford, with what is lacking, only during their own purchase", () => {
    const one = scene("senator");
    const container = showDisplay(one, "column");
    expect(container.querySelectorAll(".blocked").length).toBe(one.view.you.blocked.length);
    expect(container.textContent).toContain("missing:");
    expect(container.querySelector(".card.compact .foot .reason svg")).not.toBeNull();
    cleanup();
    const view = viewOf("senator");
    view.you.decides = false;
    const quiet = showDisplay(sceneOf(view), "column");
    expect(quiet.querySelectorAll(".blocked").length).toBe(0);
    expect(quiet.querySelector("[data-choice]")).toBeNull();
  });

  it("buys with the chosen good from the list of a phone", async () => {
    const one = scene("senator");
    const container = showDisplay(one, "list");
    const wanted = one.view.you.legal.filter((entry) => entry.with).at(-1)!;
    await fireEvent.click(container.querySelector(`[data-card="${wanted.card}"]`)!);
    await fireEvent.click(container.querySelector(`[data-entry="${wanted.entry}"]`)!);
    one.acting.confirm();
    expect(one.played).toEqual([wanted.entry]);
  });

  it("shows no surcharge where none is paid", () => {
    const one = scene("consul");
    const container = showDisplay(one, "list");
    expect(container.textContent).not.toContain(
      words.say("game.spoken.surcharge", { goods: "" }).trim() + " 1",
    );
  });
});
