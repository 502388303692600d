// Around the table: the first minute of a newcomer, the lobby's lists, accounts, settings.
import { asGuest, bot, ME, OPEN } from "./kit/api";
import { Driver } from "./kit/driver";
import { expect, QUICK, test } from "./kit/test";

test("a newcomer gives a name and plays with one click", async ({ page }) => {
  const driver = new Driver(page);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByLabel("Your name").first().fill("Aurelia");
  await page.getByRole("button", { name: /Play now/ }).click();
  await expect(page).toHaveURL(/\/t\/\w+$/);
  await driver.ready();
  const view = await driver.until((now) => now.table.status === "running");
  expect(view.table.seats.map((seat) => seat.kind).sort()).toEqual(["bot", "bot", "bot", "person"]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Aurelia/);
  await driver.mine();
  await expect(page).toHaveTitle(/\(1\) Viae/);
});

test("the lobby lists one's turns, one's tables, open tables and games to watch", async ({
  page,
  newPerson,
}) => {
  const other = await newPerson();
  const marcus = await asGuest(other, "Marcus");
  await marcus.newTable([ME, OPEN], { name: "Via Appia", visibility: "public" });
  await marcus.newTable([ME, bot("random")], { name: "Via Aemilia", visibility: "public" });

  const api = await asGuest(page, "Livia");
  const mine = await api.newTable([ME, bot("random")], { name: "Via Latina", shuffle: false });
  await page.goto("/");
  const part = (name: string) => page.getByRole("region", { name });
  await expect(part("Your turn")).toContainText("Via Latina");
  await expect(part("Open tables")).toContainText("Via Appia");
  await expect(part("Running games to watch")).toContainText("Via Aemilia");
  await expect(page).toHaveTitle(/^\(1\)/);

  await part("Open tables").getByLabel("Pace").selectOption("days");
  await expect(part("Open tables")).toContainText("No open table fits.");
  await part("Open tables").getByLabel("Pace").selectOption("");

  await part("Running games to watch").getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Via Aemilia");
  await expect(page.locator(".board .hit").first()).toBeAttached();
  await expect(page.locator('[data-region="hand"]')).toHaveCount(0);
  await page.goBack();

  await part("Open tables")
    .getByRole("button", { name: /Via Appia/ })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Via Appia");
  await expect(page.getByText("Marcus starts the game")).toBeVisible();
  expect(mine.table.status).toBe("running");
});

test("an account keeps its games from browser to browser", async ({ page, newPerson }) => {
  const name = `Cornelia${Date.now() % 100000}`;
  await asGuest(page, "Cornelia");
  await page.goto("/account");
  const register = page.locator("form").filter({ hasText: "Make an account" }).first();
  await register.getByLabel("Name", { exact: true }).fill(name);
  await register.getByLabel("Password", { exact: true }).fill("correct horse");
  await register.getByRole("button", { name: "Make an account" }).click();
  await expect(page.getByText(`You are signed in as ${name}.`)).toBeVisible();

  const elsewhere = await newPerson();
  await elsewhere.goto("/account");
  const signIn = elsewhere.locator("form").filter({ hasText: "Sign in" }).first();
  await signIn.getByLabel("Name", { exact: true }).fill(name);
  await signIn.getByLabel("Password", { exact: true }).fill("correct horse");
  await signIn.getByRole("button", { name: "Sign in" }).click();
  await expect(elsewhere).toHaveURL(/\/$/);
  await elsewhere.getByRole("link", { name }).click();
  await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText(name);
  await elsewhere.goto("/account");
  await elsewhere.getByRole("button", { name: "Sign out here" }).click();
  await expect(elsewhere.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
});

test("settings are kept and change the page at once", async ({ page }) => {
  await page.goto("/settings");
  const root = page.locator("html");
  await page.getByRole("radio", { name: "Dark" }).first().check({ force: true });
  await expect(root).toHaveAttribute("data-theme", "dark");
  await page.getByRole("radio", { name: "Deutsch" }).first().check({ force: true });
  await expect(root).toHaveAttribute("lang", "de");
  await page.reload();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Einstellungen");
});

test("an address without a page says so", async ({ page }) => {
  await page.goto("/nowhere");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Here the road ends");
  await page.getByRole("link", { name: /lobby/i }).last().click();
  await expect(page).toHaveURL(/\/$/);
});

test.describe("at the table", () => {
  test.use({ wishes: QUICK });

  test("resigning gives the seat to a bot, and a rematch is set up", async ({ page }) => {
    const api = await asGuest(page, "Livia");
    const made = await api.newTable([ME, bot("random")], {});
    const driver = new Driver(page);
    await page.goto(`/t/${made.table.id}`);
    await driver.ready();
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("button", { name: "Resign …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign", exact: true }).click();
    await driver.until((view) => view.table.status === "abandoned");
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("button", { name: "Rematch" }).click();
    await expect(page).not.toHaveURL(new RegExp(made.table.id));
    await expect(page).toHaveURL(/\/t\/\w+$/);
  });
});
