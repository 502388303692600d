// How fast the client is: `npm run bench`. What is measured is in e2e/bench; nothing else runs beside it.
import { defineConfig } from "@playwright/test";
import usual from "./playwright.config";

export default defineConfig({
  ...usual,
  testDir: "e2e/bench",
  testMatch: "*.ts",
  fullyParallel: false,
  workers: 1,
});
