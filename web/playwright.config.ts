// The tests in a real browser: the built client against `viae serve` on SQLite. Chromium is the machine's.
import { defineConfig } from "@playwright/test";

// What is measured is measured alone, after everything else; not when only some files were asked for.
const FIGURES = "budgets.spec.ts";
const whole = process.argv.slice(3).every((word) => /^--?(?!g)/.test(word));

export default defineConfig({
  testDir: "e2e",
  projects: [
    {
      name: "play",
      testMatch: "*.spec.ts",
      testIgnore: FIGURES,
      ...(whole ? { teardown: "figures" } : {}),
    },
    { name: "figures", testMatch: FIGURES, fullyParallel: false },
  ],
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [["line"], ["./e2e/kit/figures.ts"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.VIAE_CHROMIUM || "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--headless",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
      ],
    },
  },
});
