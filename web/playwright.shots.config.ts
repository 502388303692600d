// The pictures of every screen for the documentation: `npm run shots`. What is taken is in e2e/shots.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import usual from "./playwright.config";

export default defineConfig({
  testDir: "e2e/shots",
  testMatch: "scenes.ts",
  outputDir: join(tmpdir(), "viae-shots-results"),
  globalTeardown: "./e2e/shots/shrink.ts",
  workers: 1, // one server at an address that is the same every time: it can be read in a picture
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [["line"]],
  use: { ...usual.use, deviceScaleFactor: 1, screenshot: "off" },
});
