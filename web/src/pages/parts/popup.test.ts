// The small panels below buttons of the bar: what closes them.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Popup from "./Popup.svelte";

let outside: HTMLButtonElement;

beforeEach(async () => {
  outside = document.body.appendChild(document.createElement("button"));
  const text = (html: string) => createRawSnippet(() => ({ render: () => html }));
  render(Popup, {
    label: "Menu",
    button: text("<span>≡</span>"),
    children: text("<div><button data-opens>Resign</button><button>Undo</button></div>"),
  });
  await fireEvent.click(screen.getByRole("button", { name: "Menu" }));
});

afterEach(() => {
  cleanup();
  outside.remove();
});

const open = () => screen.queryByRole("button", { name: "Resign" }) !== null;

describe("a panel of the bar", () => {
  it("stays open when the page sets the focus itself, as it does when a turn begins", async () => {
    outside.focus();
    await fireEvent.focusIn(outside);
    expect(open()).toBe(true);
  });

  it("closes when Tab leaves it", async () => {
    await fireEvent.keyDown(document.body, { key: "Tab" });
    await fireEvent.focusIn(outside);
    expect(open()).toBe(false);
  });

  it("closes by a button that opens a dialog, and by no other", async () => {
    await fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(open()).toBe(true);
    await fireEvent.click(screen.getByRole("button", { name: "Resign" }));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Menu" }));
    await vi.waitFor(() => expect(open()).toBe(false));
  });

  it("closes by a click elsewhere", async () => {
    await fireEvent.pointerDown(outside);
    expect(open()).toBe(false);
  });

  it("closes by Esc, and the button has the focus again", async () => {
    await fireEvent.keyDown(screen.getByRole("button", { name: "Resign" }), { key: "Escape" });
    expect(open()).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Menu" }));
  });
});
