// Statistics: games of a file counted in the page, filters, the opening explorer; the server's games; clean.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clean } from "./kit/clean";
import { ROOT } from "./kit/server";
import { expect, PHONE, QUICK, test } from "./kit/test";

test.use({ wishes: QUICK });

interface Game {
  board: string | object;
  variant: string;
  entries: string[];
  players: string[];
  result?: unknown;
}

test("games of a file are counted in the page", async ({ page }) => {
  const file = join(ROOT, "tests", "records", "games.jsonl");
  const games = readFileSync(file, "utf-8")
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line) as Game)
    .filter((game) => game.result);
  // The server's figures come when the test wants them.
  let answer = (): void => undefined;
  const asked = new Promise<void>((go) => (answer = go));
  await page.route("**/api/statistics?*", (route) => asked.then(() => route.continue()));
  await page.goto("/");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Statistics" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Statistics" })).toBeVisible();

  // What is no file of records is refused in words, which stay when figures come.
  const input = page.getByLabel("Games from a file");
  const starts = page.waitForEvent("worker"); // Python, while somebody looks for the file
  const opens = page.waitForEvent("filechooser");
  await page.getByText("Games from a file").click();
  await starts;
  await (
    await opens
  ).setFiles({
    name: "odd.jsonl",
    mimeType: "text/plain",
    buffer: Buffer.from("?"),
  });
  await expect(page.getByRole("alert")).toContainText("odd.jsonl could not be read");
  const told = page.waitForResponse("**/api/statistics?*");
  answer();
  await (await told).finished();
  await expect(page.getByText(/finished here|No public game/)).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("odd.jsonl could not be read");

  await input.setInputFiles(file);
  await expect(page.getByText(`${games.length} games from games.jsonl`)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await clean(page);

  // The filters: games of a board.
  await page.getByLabel("Variant").selectOption("concordia");
  const base = games.filter((game) => game.variant === "concordia");
  const heads = page.locator("dl.heads");
  await expect(heads).toContainText(`Games ${base.length} `);
  await expect(page.getByText("Choose a board to see")).toHaveCount(0);
  await page.getByRole("radio", { name: "Houses" }).check();
  await expect(page.getByText("Choose a board to see")).toBeVisible();
  const board = base[0]!.board as string;
  await page.getByLabel("Board").selectOption(board);
  const here = base.filter((game) => game.board === board);
  await expect(heads).toContainText(`Games ${here.length} `);
  await expect(page).toHaveURL(new RegExp(`board=${board}`));

  // The explorer: the most frequent first card, what followed it, and back.
  const explorer = page.getByRole("region", { name: "Openings" });
  const first = explorer.getByRole("rowheader").first().getByRole("button");
  const name = await first.innerText();
  await first.click();
  const line = explorer.getByRole("navigation");
  await expect(line.getByRole("button", { name })).toHaveAttribute("aria-current", "step");
  await expect(explorer.getByRole("rowheader").first()).toBeVisible();
  await line.getByRole("button", { name: "Start" }).click();
  await expect(explorer.getByRole("rowheader").first()).toHaveText(name);

  // Nothing sticks out on a phone.
  await page.setViewportSize(PHONE);
  await expect(heads).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await clean(page);
  await page.getByRole("button", { name: "Games on this server" }).click();
  await expect(page.getByText(/finished here|No public game/)).toBeVisible();
});
