// Study tables with evaluation and branches, a study shared by link, and hints in a game against a bot.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { View } from "../src/lib/types";
import { readFileSync } from "node:fs";
import { asGuest, ME, OPEN } from "./kit/api";
import { clean } from "./kit/clean";
import { choose } from "./kit/policy";
import { duel, example, tableIsReady } from "./kit/scenes";
import { expect, PHONE, QUICK, test } from "./kit/test";

test.use({ wishes: QUICK });

test("the best turns are played, branches kept, and shared by link", async ({
  page,
  context,
  newPerson,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const api = await asGuest(page, "Livia");
  const record = example("opening.json") as { entries: string[] };
  const { table } = await api.analysis(record);
  await page.goto(`/t/${table.id}`);
  await tableIsReady(page);
  const study = page.locator('[data-region="study"]');
  const second = study.locator('button[data-option="1"]');
  await expect(second).toBeEnabled();
  await second.click();
  const now = async (): Promise<View> => api.view(table.id);
  await expect.poll(async () => (await now()).game!.entries).toBeGreaterThan(record.entries.length);

  // Back in the game, another turn makes a branch; a comment stays with its moment.
  const tree = study.locator('[data-region="tree"]');
  await tree.locator("button.row").nth(0).click();
  await expect.poll(async () => (await now()).game!.entries).toBeLessThan(record.entries.length);
  await study.getByLabel("Comment on this moment").fill("The beginning of it all");
  await expect(second).toBeEnabled();
  await second.click();
  await expect(tree.locator("button.branch").first()).toBeVisible();
  await expect(tree.getByText("The beginning of it all")).toBeVisible();

  // An arrow from a place to another, and a ring; both belong to the moment.
  await study.getByRole("button", { name: "Draw arrows" }).click();
  const place = (city: string) => page.locator(`.board .hit[data-key="city:${city}"]`);
  const drawn = page.locator("g.arrows");
  const cities = await page
    .locator('.board .hit[data-key^="city:"]')
    .evaluateAll((hits) => hits.map((hit) => hit.getAttribute("data-key")!.slice(5)));
  for (const city of [cities[0]!, cities[5]!, cities[7]!, cities[7]!])
    await place(city).press("Enter");
  await expect(drawn).toHaveAttribute("data-marks", "2");
  await clean(page);
  await study.getByRole("button", { name: "Draw arrows" }).click();
  await tree.locator("button.row").nth(0).click();
  await expect(drawn).toBeHidden();
  await tree.locator("button.branch").first().click();
  await expect(drawn).toHaveAttribute("data-marks", "2");

  // Whoever gets the link has all of it.
  await study.getByRole("button", { name: "Copy link" }).click();
  await expect(study.getByText("Copied")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await newPerson();
  await other.goto(link);
  const theirs = other.locator('[data-region="tree"]');
  await expect(theirs.locator("button.branch").first()).toBeVisible();
  await expect(theirs.getByText("The beginning of it all")).toBeVisible();
  await theirs.locator("button.branch").first().click();
  await expect(other.locator("g.arrows")).toHaveAttribute("data-marks", "2");

  // Another page can show it in a frame: the board and steps, nothing else.
  await study.getByRole("button", { name: "Copy embed code" }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain("<iframe");
  const html = await copied();
  const foreign = createServer((_, answer) => {
    answer.writeHead(200, { "Content-Type": "text/html" }).end(html);
  });
  await new Promise<void>((ready) => foreign.listen(0, "127.0.0.1", ready));
  await other.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
  const inside = other.frameLocator("iframe");
  await expect(inside.locator(".board .hit").first()).toBeAttached();
  await inside.getByRole("button", { name: "Previous turn" }).click();
  await expect(inside.getByRole("button", { name: "Next turn" })).toBeEnabled();
  await expect(inside.getByRole("banner")).toBeHidden();
  foreign.closeAllConnections();
  foreign.close();

  // The record holds the branches.
  const coming = page.waitForEvent("download");
  await study.getByRole("button", { name: "Record with branches" }).click();
  const saved = await (await coming).createReadStream();
  let text = "";
  for await (const part of saved) text += String(part);
  const { tree: branches } = JSON.parse(text) as { tree: { entries: string[] }[] };
  expect(branches.some((one) => one.entries.length > 0)).toBe(true);
  expect(text).toContain('"kind": "arrow"');
  const picture = page.waitForEvent("download");
  await study.getByRole("button", { name: "Picture (SVG)" }).click();
  expect((await picture).suggestedFilename()).toMatch(/\.svg$/);
  const drawing = readFileSync(await (await picture).path(), "utf-8");
  expect(drawing).toContain("CARTHAGO"); // what stands on the ground, too
  const painted = page.waitForEvent("download");
  await study.getByRole("button", { name: "Picture (PNG)" }).click();
  const bytes = readFileSync(await (await painted).path());
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(bytes.readUInt32BE(16)).toBe(1600); // pixels wide
  const empty = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d")!;
    context.drawImage(image, 0, 0);
    const alpha = context.getImageData(0, 0, image.width, image.height).data;
    return alpha.filter((value, at) => at % 4 === 3 && value === 0).length;
  }, bytes.toString("base64"));
  expect(empty).toBe(0); // the sea is there
});

test("a hint, and whether a turn was a mistake", async ({ page }) => {
  const { api, id, view } = await duel(page);
  await page.setViewportSize(PHONE);
  await page.goto(`/t/${id}`);
  await tableIsReady(page);
  await page.getByRole("navigation").getByRole("button", { name: "Board" }).click();
  const hints = page.locator('[data-region="hints"]');
  await hints.getByRole("button", { name: "Hint" }).click();
  await expect(hints.locator('[data-step="look"]')).toBeVisible();
  await expect(hints.locator('[data-step="turn"]')).toBeHidden();
  await hints.getByRole("button", { name: "Tell me more" }).click();
  await hints.getByRole("button", { name: "Tell me more" }).click();
  await expect(hints.locator('[data-step="turn"]')).toContainText("The turn");

  // A whole turn, and back again.
  const turn = view.game!.turn.number;
  await api.playUntil(id, choose, (now) => now.game!.turn.number > turn + 1 && now.you.decides);
  await page.getByRole("navigation").getByRole("button", { name: "Board" }).click();
  await hints.getByRole("button", { name: "Was that a mistake?" }).click();
  await expect(hints.locator('[data-step="verdict"]')).toBeVisible();
  const back = hints.getByRole("button", { name: "Take back" });
  if (await back.isVisible()) {
    await back.click();
    await expect.poll(async () => (await api.view(id)).game!.entries).toBe(0);
  }
  const record = await api.get<{ meta: { help: unknown[] } }>(`/api/tables/${id}/record`);
  expect(record.meta.help[0]).toEqual({ seat: 0, at: 0 });
});

test("hints among people, where the table allows them", async ({ page, newPerson }) => {
  const api = await asGuest(page, "Livia");
  await page.goto("/new?seats=open");
  await page.getByRole("switch", { name: "Hints" }).check();
  await expect(page.getByRole("switch", { name: "Rated" })).toBeDisabled();
  for (const hints of [true, false]) {
    const { table } = await api.newTable([ME, OPEN], { board: "italia", hints, shuffle: false });
    expect(table.rated).toBe(!hints);
    const other = await newPerson();
    const marcus = await asGuest(other, "Marcus");
    await marcus.post(`/api/tables/${table.id}/enter`, { key: table.key });
    await marcus.post(`/api/tables/${table.id}/sit`, {});
    await api.post(`/api/tables/${table.id}/start`);
    await page.goto(`/t/${table.id}`);
    await tableIsReady(page);
    const box = page.locator('[data-region="hints"]');
    if (hints) await expect(box.getByRole("button", { name: "Hint" })).toBeVisible();
    else await expect(box).toBeHidden();
  }
});
