// What axe finds on a page: nothing.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

export async function clean(page: Page): Promise<void> {
  const builder = new AxeBuilder({ page }).withTags(TAGS).setLegacyMode(true);
  const { violations } = await builder.analyze();
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual(
    [],
  );
}
