// How long the review of a game takes in the tab: from the click to the first full curve, the engine's start included.
// Measured alone by `make bench`, beside the bar; see speed.ts. The native figures are those of benchmarks/analysis.py.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { asGuest } from "../kit/api";
import { FIGURE } from "../kit/figures";
import { ROOT } from "../kit/server";
import { QUICK, test } from "../kit/test";

const FIRST_CURVE = 10_000; // ms, for a game by four of 100 turns
const MAKE = "import json, analysis; print(json.dumps(analysis.game_of(analysis.TURNS)))";
const CHECK = process.env.VIAE_BENCH_CHECK === "1";

test.use({ wishes: QUICK });

test("a review has its first curve soon", async ({ page }) => {
  const record: unknown = JSON.parse(
    execFileSync(join(ROOT, ".venv", "bin", "python"), ["-c", MAKE], {
      cwd: join(ROOT, "benchmarks"),
      encoding: "utf-8",
      maxBuffer: 1 << 24,
    }),
  );
  const api = await asGuest(page, "Livia");
  const { table } = await api.analysis(record);
  const began = Date.now();
  await page.goto(`/t/${table.id}/review`);
  await page.waitForFunction(() => document.querySelector("[data-phase=working]") !== null, null, {
    polling: "raf",
    timeout: 300_000,
  });
  const review = page.locator('[data-region="review"]');
  await review.getByRole("tab", { name: "Players" }).click();
  // The players' accuracy comes with the first whole curve.
  await expect(review.getByText("accuracy").first()).toBeVisible({ timeout: 300_000 });
  const taken = Date.now() - began;
  await page.getByRole("button", { name: "Stop" }).click();
  const figure = { figure: "review: first full curve", ms: taken, bar: FIRST_CURVE };
  test.info().annotations.push({ type: FIGURE, description: JSON.stringify(figure) });
  if (CHECK) expect(taken).toBeLessThanOrEqual(FIRST_CURVE);
});
