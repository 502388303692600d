// Firefox, driven over WebDriver BiDi by puppeteer-core.
import { writeFile } from "node:fs/promises";
import puppeteer from "puppeteer-core";

/**
 * A page in Debian's Firefox, or in the one that VIAE_FIREFOX names.
 *
 * @param {{ width: number; height: number; dark?: boolean }} look
 * @returns {Promise<import("./run.mjs").Page>}
 */
export async function firefox({ width, height, dark = false }) {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.VIAE_FIREFOX || "/usr/bin/firefox-esr",
    headless: true,
    protocolTimeout: 600_000,
    defaultViewport: { width, height },
    extraPrefsFirefox: { "intl.accept_languages": "en-GB", "ui.systemUsesDarkTheme": dark ? 1 : 0 },
  });
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  /** @type {string[]} */
  const said = [];
  page.on("pageerror", (problem) => said.push(String(problem)));
  return {
    name: "firefox",
    said,
    goto: (url) => page.goto(url, { waitUntil: "domcontentloaded", timeout: 300_000 }),
    run: (script) => page.evaluate(`(() => { ${script} })()`),
    press: (key) => page.keyboard.press(/** @type {import("puppeteer-core").KeyInput} */ (key)),
    click: async (selector) => {
      const found = await page.waitForSelector(selector, { visible: true, timeout: 180_000 });
      await found?.click();
    },
    shot: async (file) => writeFile(file, await page.screenshot()),
    close: () => browser.close(),
  };
}
