// The tutorial to its end: every task is done by clicks, as the coach asks.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Driver } from "./kit/driver";
import { ROOT } from "./kit/server";
import { expect, PHONE, QUICK, test } from "./kit/test";

interface Chapter {
  entries: string[];
}
const file = join(ROOT, "web", "src", "learn", "lesson.json");
const { chapters } = JSON.parse(readFileSync(file, "utf-8")) as { chapters: Chapter[] };

test.use({ wishes: { ...QUICK, skipEmpty: false } });

for (const phone of [false, true]) {
  test(`the tutorial to its end${phone ? " on a phone" : ""}`, async ({ page }) => {
    if (phone) await page.setViewportSize(PHONE);
    const driver = new Driver(page);
    await page.goto("/learn");
    const coach = page.locator("section.coach");
    const title = coach.getByRole("heading", { level: 1 });
    const next = coach.locator('[data-act="next"]');
    const last = coach.getByRole("button", { name: "Play your first game" });
    const tables: string[] = [];
    let steps = 0;
    for (;;) {
      await expect(title).toBeVisible();
      await expect(next.or(last).or(coach.locator(".task")).first()).toBeVisible();
      if (await last.isVisible()) break;
      const said = (await title.textContent())!;
      steps += 1;
      if (await next.isVisible()) await next.click();
      else {
        // A task: the entries of the script that are one's own, until the title changes.
        while ((await title.textContent()) === said) {
          const view = await driver.until(
            (now) => now.you.decides && now.game!.decision.seat === 0,
          );
          if (!tables.includes(view.table.id)) tables.push(view.table.id);
          const line = chapters[tables.length - 1]!.entries[view.game!.entries];
          const wanted = line?.startsWith("0: ") ? line.slice(3) : null;
          if ((await title.textContent()) !== said || !wanted) break;
          await driver.enter(view.you.legal.find((one) => one.entry === wanted)!);
        }
      }
      await expect(title).not.toHaveText(said);
    }
    expect(steps).toBeGreaterThan(20);
    if (phone) return;
    await last.click();
    await expect(page).toHaveURL(/\/t\/\w+$/);
    await expect(page.locator(".board .hit").first()).toBeAttached();
  });
}

test("a lesson is found again after a reload, and steps can be skipped", async ({ page }) => {
  await page.goto("/learn");
  const coach = page.locator("section.coach");
  const title = coach.getByRole("heading", { level: 1 });
  await expect(title).toBeVisible();
  for (let step = 0; step < 5; step++) {
    const said = (await title.textContent())!;
    await coach.locator('[data-act="next"]').click();
    await expect(title).not.toHaveText(said);
  }
  const task = (await title.textContent())!;
  await coach.getByRole("button", { name: "Skip" }).click();
  await expect(title).not.toHaveText(task);
  const here = (await title.textContent())!;
  await page.reload();
  await expect(title).toHaveText(here);
});
