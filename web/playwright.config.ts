// The tests in a real browser: the built client against `viae serve` on SQLite. Chromium is the machine's.
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

// The timeouts are there for what hangs. No test depends on how fast the machine is; speed is measured by
// `npm run bench`.
export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  outputDir: "test-results",
  fullyParallel: true,
  workers: Math.min(availableParallelism() + 1, 4), // each waits for pages and servers half of the time
  forbidOnly: true,
  // In continuous integration a failed test gets a second try; the report calls it flaky, which is a fault
  // to be found: in the client or in the test.
  retries: process.env.CI ? 1 : 0,
  maxFailures: process.env.CI ? 8 : 0,
  timeout: 900_000,
  expect: { timeout: 90_000 },
  reporter: [["line"], ["./e2e/kit/figures.ts"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    serviceWorkers: "block", // but for the tests of it: others count requests
    timezoneId: "UTC",
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
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
