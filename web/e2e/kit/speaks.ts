// What a page says, in which language: no text is missing, and none is left in English.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { MESSAGES } from "./languages";

const PARTS = readdirSync(join(MESSAGES, "en")).map((file) => file.replace(".json", ""));
/** The name of a text that was not found stands in its place. */
const KEY = new RegExp(`\\b(${PARTS.join("|")})\\.[a-zA-Z][\\w.-]*`);
/** Words that no text in another language has. */
const ENGLISH =
  /(?<![\p{L}\p{M}])(the|your|you|turn|turns|card|cards|with|coins|of|and|play|player|players|is|are|not|board|goods|house|houses|this|to|move|build)(?![\p{L}\p{M}])/giu;

/** All that is shown or spoken on a page. */
async function said(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const spoken = [
      "aria-label",
      "title",
      "placeholder",
      "alt",
      "aria-valuetext",
      "aria-description",
    ];
    const found: string[] = [document.title];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const text = node.textContent?.trim();
      if (text && !node.parentElement?.closest("script, style, noscript, [lang]:not(html)"))
        found.push(text);
    }
    for (const name of spoken) {
      for (const node of document.querySelectorAll(`[${name}]`)) {
        found.push(node.getAttribute(name)!);
      }
    }
    return [...new Set(found)];
  });
}

export async function speaks(page: Page, language: string, where: string): Promise<void> {
  await expect(page.locator("html"), where).toHaveAttribute("lang", language);
  const texts = await said(page);
  expect(texts.length, where).toBeGreaterThan(8);
  expect(
    texts.filter((text) => KEY.test(text)),
    `${where} has every text`,
  ).toEqual([]);
  if (language === "en") return;
  const foreign = texts
    .filter((text) => !text.startsWith('{"viae"')) // what a record looks like
    .filter((text) => text.replace("viae board", "").search(ENGLISH) >= 0); // a command's name
  expect(foreign, `${where} speaks ${language}`).toEqual([]);
}
