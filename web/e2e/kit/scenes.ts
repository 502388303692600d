// Tables that are ready to be looked at.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { View } from "../../src/lib/types";
import { asGuest, bot, ME, type Api, type Plan } from "./api";
import { choose } from "./policy";
import { ROOT } from "./server";

/** A file of docs/examples. */
export const EXAMPLES = join(ROOT, "docs", "examples");
export const example = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(EXAMPLES, name), "utf-8")) as Record<string, unknown>;

/** A game against one bot that begins with one's own turn. */
export async function duel(
  page: Page,
  name = "Livia",
  plan: Plan = {},
): Promise<{ api: Api; id: string; view: View }> {
  const api = await asGuest(page, name);
  const view = await api.newTable([ME, bot("random")], {
    board: "italia",
    shuffle: false,
    ...plan,
  });
  return { api, id: view.table.id, view };
}

/** A game against one bot that has gone on for so many entries; it is one's own turn. */
export async function played(
  page: Page,
  entries: number,
  name = "Livia",
  plan: Plan = {},
): Promise<{ api: Api; id: string; view: View }> {
  const { api, id } = await duel(page, name, plan);
  const view = await api.playUntil(
    id,
    choose,
    ({ game, you }) => game!.entries >= entries && you.decides && game!.turn.begins,
  );
  return { api, id, view };
}

/** Wait until the board can be used. */
export async function boardIsThere(page: Page): Promise<void> {
  await expect(page.locator(".board .hit").first()).toBeAttached();
}
