// A replay shows what was: the board of each moment, turn by turn, and its record is the table's.
import { readFileSync } from "node:fs";
import type { Game } from "../src/lib/types";
import { boardIsThere, played } from "./kit/scenes";
import { expect, QUICK, test } from "./kit/test";

test.use({ wishes: QUICK });

test("every moment is drawn as it was", async ({ page }) => {
  const { api, id, view } = await played(page, 24);
  const total = view.game!.entries;
  const { moments } = await api.get<{ moments: Game[] }>(
    `/api/tables/${id}/moments?first=0&count=50`,
  );
  const houses = (at: number) =>
    moments[at]!.players.reduce((all, player) => all + player.houses.length, 0);
  const begins = moments.flatMap((game, at) => (game.turn.begins && at > 0 ? [at] : []));
  const slider = page.getByRole("slider", { name: "Moment of the game" });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const drawn = () => page.locator('.board svg.play > .drawn use[href*="-house-"]').count();

  await page.goto(`/t/${id}/replay`);
  await boardIsThere(page);
  await expect(slider).toHaveValue(String(total));
  expect(houses(total)).toBeGreaterThan(0);
  await expect.poll(drawn).toBe(houses(total));
  for (const at of [0, 9, 17, total - 1]) {
    await slider.fill(String(at));
    await expect.poll(drawn).toBe(houses(at));
    await expect(slider).toHaveAttribute("aria-valuetext", new RegExp(` of ${total}: `));
    const line = page.locator(`.log [data-entry="${at - 1}"]`); // not every entry has one
    if (await line.count()) await expect(line).toHaveClass(/\bnow\b/);
  }

  await button("To the beginning").click();
  for (const turn of begins.slice(0, 3)) {
    await button("Next turn").click();
    await expect(slider).toHaveValue(String(turn));
  }
  await button("Previous turn").click();
  await expect(slider).toHaveValue(String(begins[1]));
  await page.locator("main").focus();
  await page.keyboard.press("PageDown");
  await expect(slider).toHaveValue(String(begins[2]));
  await page.keyboard.press("ArrowLeft");
  await expect(slider).toHaveValue(String(begins[2]! - 1));

  // By itself to the end, there it stops.
  await slider.fill(String(total - 5));
  await page.getByRole("combobox", { name: "Speed" }).selectOption("very fast");
  await page.locator("main").focus();
  await page.keyboard.press("Space");
  await expect(slider).toHaveValue(String(total));
  await expect(button("Play")).toBeVisible();
  await expect.poll(drawn).toBe(houses(total));

  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download record" }).click();
  const record: unknown = JSON.parse(readFileSync(await (await coming).path(), "utf-8"));
  expect(record).toEqual(await api.get(`/api/tables/${id}/record`));

  // On from a moment, at a table of one's own.
  await slider.fill("7");
  await button("Analyse from here").click();
  await expect(page).not.toHaveURL(/replay/);
  await boardIsThere(page);
  const copy = await api.view(/\/t\/([^/?]+)/.exec(page.url())![1]!);
  expect(copy.table.kind).toBe("study");
  expect(copy.game!.entries).toBe(7);
});
