import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { me } from "$lib/session.svelte";
import Card from "./Card.svelte";
import Dialog from "./Dialog.svelte";
import { CARD_IDS, testCatalogue } from "./fixture";
import Good from "./Good.svelte";
import Icon from "./Icon.svelte";
import { ICONS, type IconName } from "./icons";
import Pictogram from "./Pictogram.svelte";
import Price from "./Price.svelte";
import Store from "./Store.svelte";
import Tip from "./Tip.svelte";

const text = (words: string) => createRawSnippet(() => ({ render: () => `<span>${words}</span>` }));

beforeEach(() => {
  me.catalogue = testCatalogue();
});

afterEach(cleanup);

describe("a card", () => {
  const spoken = (container: HTMLElement) => container.querySelector(".hidden-text")?.textContent;

  it.each(["full", "compact", "row", "chip"] as const)("is drawn as %s for every id", (form) => {
    for (const card of CARD_IDS) {
      const { container, unmount } = render(Card, { card, form });
      expect(container.querySelectorAll("svg").length, card).toBeGreaterThan(0);
      expect(container.querySelector("button, a, [tabindex]")).toBeNull();
      unmount();
    }
  });

  it("is read aloud in one sentence", () => {
    const { container } = render(Card, {
      card: "prefect-2",
      form: "compact",
      cost: { wine: 1 },
      surcharge: ["any", "cloth"],
      points: 6,
      state: "blocked",
      reason: "lacks wine",
    });
    expect(spoken(container)).toBe(
      "Prefect II, Saturnus: Produce in a province or collect coins; scores 1 per province, now 6 points; " +
        "1 wine; surcharge 1 good of your choice, 1 cloth; lacks wine",
    );
    const others = [...container.querySelectorAll(".card > *:not(.hidden-text)")];
    expect(others.every((one) => one.getAttribute("aria-hidden") === "true")).toBe(true);
  });

  it("says that there is no surcharge", () => {
    const { container } = render(Card, { card: "consul-2", form: "compact", surcharge: [] });
    expect(spoken(container)).toMatch(/1 cloth; no surcharge$/);
  });

  it("shows every god of a legatus", () => {
    const { container } = render(Card, { card: "legatus", form: "full" });
    expect(container.querySelectorAll(".band svg")).toHaveLength(3);
  });
});

describe("small pictures", () => {
  it("read a good with its number", () => {
    render(Good, { good: "tool", count: 2 });
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe("2 tools");
  });

  it("read a price once", () => {
    const { container } = render(Price, { goods: { brick: 1, food: 1 }, coins: 4 });
    expect(container.querySelector(".hidden-text")?.textContent).toBe("1 brick, 1 food, 4 coins");
    expect(screen.queryByRole("img")).toBeNull();
    expect(container.querySelectorAll("svg")).toHaveLength(3);
  });

  it("say what costs nothing", () => {
    const { container } = render(Price, { goods: {} });
    expect(container.querySelector(".hidden-text")?.textContent).toBe("free");
  });

  it("draw many of a good as a number", () => {
    const { container } = render(Price, { goods: { brick: 5 } });
    expect(container.querySelectorAll("svg")).toHaveLength(1);
    expect(container.textContent).toContain("5");
  });

  it("have something to draw under every name", () => {
    for (const name of Object.keys(ICONS) as IconName[]) {
      const { container, unmount } = render(Icon, { name });
      expect(container.querySelectorAll("path").length, name).toBeGreaterThan(0);
      unmount();
    }
    const { container } = render(Pictogram, { role: "prefect/architect" });
    expect(container.querySelectorAll("g")).toHaveLength(2);
  });
});

describe("the store", () => {
  it("has twelve spaces and says what is in them", () => {
    const { container } = render(Store, {
      goods: { brick: 2, food: 2, tool: 1, wine: 2, cloth: 1 },
      colonists: { land: 1, sea: 1 },
      seat: 0,
    });
    expect(container.querySelectorAll(".space")).toHaveLength(12);
    expect(container.querySelectorAll(".space.empty")).toHaveLength(2);
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
      "Store: 2 brick, 2 food, 1 tool, 2 wine, 1 cloth, 1 colonist, 1 ship, 2 spaces free",
    );
  });
});

describe("a dialog", () => {
  it("has a name and closes by its button, once", async () => {
    const onclose = vi.fn();
    render(Dialog, { open: true, title: "Leave?", onclose, children: text("Sure?") });
    await tick();
    expect(screen.getByRole("dialog", { name: "Leave?" })).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Close" }));
    await tick();
    expect(onclose).toHaveBeenCalledTimes(1);
    expect(screen.queryByText("Sure?")).toBeNull();
  });

  it("closes by a click beside it, not inside", async () => {
    const onclose = vi.fn();
    render(Dialog, { open: true, title: "Leave?", onclose, children: text("Sure?") });
    await tick();
    await fireEvent.click(screen.getByText("Sure?"));
    expect(onclose).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole("dialog"));
    expect(onclose).toHaveBeenCalledTimes(1);
  });
});

describe("a tip", () => {
  it("explains by a click, and Escape takes it away", async () => {
    vi.useFakeTimers();
    render(Tip, { topic: "vesta", children: text("V") });
    expect(screen.queryByText(/wealth/)).toBeNull();
    const button = screen.getByRole("button");
    await fireEvent.click(button);
    await vi.runAllTimersAsync();
    expect(screen.getByText(/wealth/)).toBeTruthy();
    expect(document.querySelector('a[href="/rules/vesta"]')).toBeTruthy();
    await fireEvent.keyDown(button, { key: "Escape" });
    expect(screen.queryByText(/wealth/)).toBeNull();
    vi.useRealTimers();
  });

  it("leaves a control inside it alone", () => {
    const children = createRawSnippet(() => ({ render: () => "<button>Prefect</button>" }));
    render(Tip, { topic: "prefect", around: true, children });
    expect(screen.getAllByRole("button")).toHaveLength(1);
  });

  it("says of a card what it does and how each of its gods scores", async () => {
    vi.useFakeTimers();
    const { unmount } = render(Tip, { card: "smith-1", children: text("S") });
    const explained = async () => {
      await fireEvent.click(screen.getByRole("button"));
      await vi.runAllTimersAsync();
      return document.querySelector(".bubble")?.textContent?.replace(/\s+/g, " ");
    };
    expect(await explained()).toMatch(/Smith.*1 tool per house.*Minerva: 3 per tool house/);
    expect(document.querySelector('a[href="/rules/smith"]')).toBeTruthy();
    unmount();
    render(Tip, { card: "legatus", children: text("L") });
    expect(await explained()).toMatch(/Jupiter: 1 point.*Saturnus: 1 point.*Venus: /);
    vi.useRealTimers();
  });

  it.each([true, false])(
    "explains by a long touch, which picks nothing (around: %s)",
    async (around) => {
      vi.useFakeTimers();
      const picked = vi.fn();
      const children = createRawSnippet(() => ({
        render: () => (around ? "<button>Card</button>" : "<span>Card</span>"),
        setup: (node) => node.addEventListener("click", picked),
      }));
      render(Tip, { topic: "vesta", around, children });
      const card = screen.getByText("Card");
      const touch = { pointerType: "touch", bubbles: true };
      await fireEvent.pointerDown(card, touch);
      await vi.advanceTimersByTimeAsync(400);
      expect(screen.queryByText(/wealth/)).toBeNull();
      await vi.advanceTimersByTimeAsync(200);
      expect(screen.getByText(/wealth/)).toBeTruthy();
      await fireEvent.pointerUp(card, touch);
      await fireEvent.click(card);
      expect(picked).not.toHaveBeenCalled();
      expect(screen.getByText(/wealth/)).toBeTruthy();
      await fireEvent.pointerDown(card, touch);
      await fireEvent.pointerUp(card, touch);
      await fireEvent.click(card);
      expect(picked).toHaveBeenCalledTimes(1);
      vi.useRealTimers();
    },
  );
});
