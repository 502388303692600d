// The pages around the table: arriving, accounts, new tables, import, people, settings, rules.
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Table, View } from "../src/lib/types";
import { Api, asGuest } from "./kit/api";
import { boardIsThere, EXAMPLES, example, played } from "./kit/scenes";
import { expect, test } from "./kit/test";

const idOf = (page: Page): string => /\/t\/([^/?]+)/.exec(page.url())![1]!;
const group = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
const choose = (page: Page, from: string, name: string) =>
  group(page, from).getByRole("radio", { name, exact: true }).check();

/** The browser tells of each refusal of the server. */
const REFUSED = /status of (401|422)/;

test("a newcomer plays with one click, keeps the table with an account, and comes back to it", async ({
  page,
  complaints,
}) => {
  complaints.allow(REFUSED);
  await page.goto("/");
  await expect(page.getByLabel("Your name")).not.toHaveValue("");
  await page.getByRole("button", { name: "Play now" }).click();
  await boardIsThere(page);
  const id = idOf(page);
  const api = await new Api(page.request).same();
  const { table, you } = await api.view(id);
  expect(table.status).toBe("running");
  expect(table.seats.map((seat) => seat.kind).sort()).toEqual(["bot", "bot", "bot", "person"]);
  expect(you.seats).toHaveLength(1);

  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("link", { name: "Account" }).click();
  const name = `Livia ${Date.now() % 1e6}`;
  const make = page.locator("form").filter({ hasText: "You keep all your seats and games." });
  await make.getByLabel("Name").fill(name);
  await make.getByLabel("Password", { exact: true }).fill("short");
  await make.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText(`You are signed in as ${name}.`)).toBeHidden();
  await make.getByLabel("Password", { exact: true }).fill("tessera quadrata");
  await make.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText(`You are signed in as ${name}.`)).toBeVisible();

  const card = page.locator("article.card").filter({ hasText: table.name });
  await page.getByRole("link", { name: "Viae, go to the lobby" }).click();
  await expect(card).toBeVisible();

  await page.goto("/account");
  await page.getByRole("button", { name: "Sign out here" }).click();
  await expect(page.getByRole("button", { name: "Play now" })).toBeVisible();
  await expect(card).toBeHidden();

  await page.getByRole("link", { name: "Sign in" }).first().click();
  const enter = page.locator("form").filter({ has: page.getByRole("button", { name: "Sign in" }) });
  await enter.getByLabel("Name").fill(name);
  await enter.getByLabel("Password", { exact: true }).fill("tessera rotunda");
  await enter.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("Wrong name or password.");
  await enter.getByLabel("Password", { exact: true }).fill("tessera quadrata");
  await enter.getByRole("button", { name: "Sign in" }).click();
  await card.getByRole("link").click();
  await boardIsThere(page);
  expect(idOf(page)).toBe(id);
  expect((await (await new Api(page.request).same()).view(id)).you.seats).toEqual(you.seats);
});

test("a new table has the options that were chosen", async ({ page }) => {
  const api = await asGuest(page, "Livia");
  await page.goto("/new");
  await page.getByRole("radio", { name: /^Hellas/ }).check();
  await choose(page, "Game", "Venus");
  await choose(page, "Number of players", "4");
  await choose(page, "Clock", "Per turn");
  await page.getByLabel("Who sits at seat 2").selectOption({ label: "Open seat" });
  await page.getByRole("switch", { name: "Live score" }).click();
  await page.getByRole("switch", { name: "Open hands" }).click();
  await page.getByRole("switch", { name: "Random seating" }).click();
  await page.getByLabel("Name of the table").fill("Via Egnatia");
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByText("Via Egnatia").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy", exact: true })).toBeVisible();

  const { table } = await api.view(idOf(page));
  expect(table).toMatchObject({
    name: "Via Egnatia",
    status: "open",
    board: "hellas",
    variant: "venus",
    players: 4,
    open_hands: true,
  } satisfies Partial<Table>);
  expect(table.clock.kind).toBe("turn");
  expect(table.seats.map((seat) => seat.kind)).toEqual(["person", "open", "bot", "bot"]);

  await page.getByRole("button", { name: "Fill with bots and start" }).click();
  await boardIsThere(page);
  expect((await api.view(table.id)).table.status).toBe("running");
});

test("a board of one's own is drawn, and a faulty one is explained", async ({
  page,
  complaints,
}) => {
  complaints.allow(REFUSED);
  const api = await asGuest(page, "Livia");
  await page.goto("/new");
  await page.getByRole("radio", { name: /^Your own board/ }).check();
  const file = page.getByLabel("Board file");

  const faulty = example("sicilia.json") as {
    cities: Record<string, unknown>[];
    paths: unknown[];
  };
  faulty.cities[0]!.province = "atlantis";
  faulty.cities[1]!.lat = 999;
  await file.setInputFiles({
    name: "faulty.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(faulty)),
  });
  await page.getByRole("button", { name: "Start the game" }).click();
  await expect(page.getByRole("alert").first()).toContainText("The table could not be created");
  const faults = group(page, "Board").getByRole("listitem");
  await expect(faults.filter({ hasText: "atlantis" })).toHaveCount(1);
  expect(await faults.count()).toBeGreaterThan(1);

  await file.setInputFiles({
    name: "words.json",
    mimeType: "application/json",
    buffer: Buffer.from("no board"),
  });
  await expect(faults).toHaveText(["“words.json” is not a JSON file with an object."]);

  await file.setInputFiles(join(EXAMPLES, "sicilia.json"));
  await expect(page.getByText("Read: Sicilia insula.")).toBeVisible();
  await page.getByRole("button", { name: "Start the game" }).click();
  await boardIsThere(page);
  const { cities } = example("sicilia.json") as { cities: unknown[] };
  await expect(page.locator('.board .hit[data-key^="city:"]')).toHaveCount(cities.length);
  await expect(page.locator(".board circle.disc")).toHaveCount(cities.length);
  await expect(page.locator("header.bar")).toContainText("Sicilia insula");
  expect((await api.view(idOf(page))).table.board_file).toBeTruthy();
});

test("a record and a position open for analysis", async ({ page, complaints }) => {
  complaints.allow(REFUSED);
  const { api, id, view } = await played(page, 12);
  const record = await api.get<{ entries: string[] }>(`/api/tables/${id}/record`);
  await page.goto("/import");
  const open = page.getByRole("button", { name: "Open", exact: true });
  const text = page.getByLabel("Record or position (JSON)");

  await text.fill('{"viae": 1,');
  await open.click();
  await expect(page.getByText("This is not a JSON object")).toBeVisible();
  await text.fill(JSON.stringify({ ...record, entries: ["0: play nothing"] }));
  await open.click();
  await expect(page.getByRole("alert")).toContainText("This record cannot be opened");

  await text.fill(JSON.stringify(record));
  await expect(page.getByText(`A record with ${record.entries.length} actions.`)).toBeVisible();
  await open.click();
  await boardIsThere(page);
  const copy: View = await api.view(idOf(page));
  expect(copy.table.kind).toBe("study");
  expect(copy.game!.entries).toBe(view.game!.entries);
  expect(copy.you.seats).toEqual([0, 1]);
  await expect(page.locator('[data-region="panel"] [data-choice]').first()).toBeVisible();

  await page.goto("/import");
  await page.locator("label.file input").setInputFiles(join(EXAMPLES, "final.json"));
  await expect(page.getByText("A position.")).toBeVisible();
  await open.click();
  await expect(page.getByRole("heading", { level: 1, name: /wins with/ })).toContainText("147");
});

test("people: a profile and the leaderboard", async ({ page }) => {
  const api = await asGuest(page, "Livia");
  await page.goto("/");
  await page.getByRole("link", { name: "Livia", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Livia" })).toBeVisible();
  await expect(page.getByText("No finished games yet.")).toBeVisible();
  expect(page.url()).toContain(`/people/${api.id}`);

  await page.getByRole("link", { name: "Leaderboard" }).click();
  const variants = page.getByRole("navigation", { name: "Game" }).getByRole("link");
  await expect(variants).toHaveCount(3);
  await variants.nth(1).click();
  await expect(variants.nth(1)).toHaveAttribute("aria-current", "page");
  expect(new URL(page.url()).search).toBe("?variant=venus");
  await expect(page.getByRole("table", { name: "Top players: Venus" })).toContainText("Camilla");

  await page.goto("/nowhere");
  await expect(page.getByRole("heading", { name: "The road ends here" })).toBeVisible();
});

test("settings take effect at once and stay", async ({ page }) => {
  await page.goto("/settings");
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-theme", "light");
  const size = () => root.evaluate((node) => parseFloat(getComputedStyle(node).fontSize));
  const paper = () =>
    page.locator("body").evaluate((node) => getComputedStyle(node).backgroundColor);
  const before = { size: await size(), paper: await paper() };

  await choose(page, "Theme", "Dark");
  await choose(page, "Text size", "150 %");
  await page.getByRole("switch", { name: "Animations" }).click();
  await choose(page, "Language", "Deutsch");

  const changed = async () => {
    await expect(root).toHaveAttribute("lang", "de");
    await expect(page.getByRole("heading", { level: 1, name: "Einstellungen" })).toBeVisible();
    await expect(root).toHaveAttribute("data-theme", "dark");
    expect((await size()) / before.size).toBeCloseTo(1.5, 2);
    expect(await paper()).not.toBe(before.paper);
    await expect(root).toHaveClass(/\bstill\b/);
  };
  await changed();
  await page.reload();
  await changed();
  await page.getByRole("button", { name: "Helles Farbschema" }).click();
  await expect(root).toHaveAttribute("data-theme", "light");
  expect(await paper()).toBe(before.paper);
});

test("the rules are found by a word and by their number", async ({ page }) => {
  await page.goto("/rules");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: "Search the rules" })).toBeFocused();
  await page.keyboard.type("prefect");
  const found = page.getByRole("listbox").getByRole("option");
  await expect(found.first()).toContainText(/prefect/i);
  const first = await found.first().locator(".title").innerText();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    first.replace(/\s*R[\d.]+$/, ""),
  );

  await page.keyboard.press("/");
  await page.keyboard.type("zzzz");
  await expect(page.getByText("Nothing found. Try another word.")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto("/rules/R5.2");
  await expect(page.locator('[data-rule="R5.2"]').first()).toBeInViewport();
  await expect(page.getByRole("link", { name: "Rule R5.2" })).toBeVisible();
});
