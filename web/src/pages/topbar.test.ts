// The bar above every page: what it calls the tab.
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import { bar } from "$lib/bar.svelte";
import { needPart } from "$lib/i18n.svelte";
import { router } from "$lib/router.svelte";
import TopBar from "./TopBar.svelte";

afterEach(() => {
  cleanup();
  bar.clear();
  router.path = "/";
});

const titled = (title: string) => vi.waitFor(() => expect(document.title).toBe(title));

it.each([
  ["/", "Viae"],
  ["/puzzles", "Puzzles – Viae"],
  ["/study", "Analyse – Viae"],
  ["/rules/prefect", "Rules – Viae"],
  ["/nowhere", "The road ends here – Viae"],
])("calls the tab of %s “%s”", async (path, title) => {
  router.path = path;
  render(TopBar);
  await titled(title);
});

it("calls the tab by the title of the bar, and by a text that comes later", async () => {
  router.path = "/puzzles/today";
  bar.set({ title: "Puzzle of the day" });
  render(TopBar);
  await titled("Puzzle of the day – Viae");
  bar.clear();
  router.path = "/notifications";
  await needPart("account");
  await titled("Notifications – Viae");
});
