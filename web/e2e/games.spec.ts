// A whole game of each variant through the page, to the final score; its record holds.
import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { asGuest, bot, ME } from "./kit/api";
import { Driver } from "./kit/driver";
import { VIAE } from "./kit/server";
import { expect, PHONE, QUICK, test } from "./kit/test";

/** Download record by the page's menu and let `viae replay` check it. */
async function replayed(page: Page, file: string): Promise<string> {
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download record" }).click();
  await (await coming).saveAs(file);
  return execFileSync(VIAE, ["replay", file], { encoding: "utf-8", stdio: "pipe" });
}

const GAMES = [
  { variant: "concordia", players: 2, board: "italia", viewport: null },
  { variant: "venus", players: 2, board: "hellas", viewport: PHONE },
  { variant: "venus-team", players: 4, board: "imperium", viewport: null },
] as const;

test.use({ wishes: QUICK });

for (const { variant, players, board, viewport } of GAMES) {
  test(`a whole game of ${variant}`, async ({ page }, testInfo) => {
    if (viewport) await page.setViewportSize(viewport);
    const api = await asGuest(page, "Livia");
    const seats = [ME, ...Array.from({ length: players - 1 }, () => bot("greedy"))];
    const made = await api.newTable(seats, { variant, board, shuffle: false });
    const driver = new Driver(page);
    await page.goto(`/t/${made.table.id}`);
    await driver.ready();

    const end = await driver.play();
    expect(end.table.status).toBe("finished");
    const { result } = await api.view(made.table.id).then((view) => view.table);
    const totals = result!.teams ?? result!.scores;
    await expect(page.getByRole("heading", { level: 1, name: /wins? with/ })).toContainText(
      String(totals[result!.winner]),
    );
    const sums = page.locator("tfoot tr").first().locator("td");
    await expect(sums).toHaveText(result!.scores.map(String));

    const said = await replayed(page, testInfo.outputPath("record.json"));
    expect(said).toMatch(/\b1\b/);
    expect(driver.played.length).toBeGreaterThan(30);
  });
}
