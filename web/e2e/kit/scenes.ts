// Tables that are ready to be looked at.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { Preview, View } from "../../src/lib/types";
import { Api, bot, ME, newKey, type Plan } from "./api";
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
  const api = await new Api(page.request).same();
  if (!api.id) await api.guest(name);
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

/** Wait until the board can be used: at a table, in a replay, in a lesson. */
export async function boardIsThere(page: Page): Promise<void> {
  await expect(page.locator(".board .hit").first()).toBeAttached();
}

/** Wait until a table can be used: it is drawn, and what is played here reaches the server. */
export async function tableIsReady(page: Page): Promise<void> {
  await expect(page.locator('[data-region="panel"]')).toBeVisible();
  // On a phone the hand or the display stands in the place of the board.
  await expect(page.locator(".board .hit, [data-region] [data-card]").first()).toBeAttached();
  await expect(page.locator(".connection.live")).toBeAttached();
}

/** The cards that ask for something when they are played now. */
export async function asking(api: Api, view: View): Promise<string[]> {
  const found: string[] = [];
  for (const { entry } of view.you.legal) {
    const { game } = await api.post<Preview>(`/api/tables/${view.table.id}/preview`, {
      number: view.game!.number,
      entries: [entry],
    });
    if (game.turn.number === view.game!.turn.number) found.push(entry);
  }
  return found;
}

/** Play an entry of one's own, and see the page ask for what follows. */
export async function ask(page: Page, api: Api, table: string, entry: string): Promise<void> {
  const { game } = await api.view(table);
  await api.play(table, game!.number, entry);
  await asked(page, (await api.view(table)).game!.decision.kind);
}

/** Take the last entry back, and see the page ask for a card again. */
export async function takeBack(page: Page, api: Api, table: string): Promise<void> {
  const { game } = await api.view(table);
  await api.post(`/api/tables/${table}/undo`, { number: game!.number, key: newKey() });
  await asked(page, "play");
}

/** The page asks for a decision of this kind, and can be answered. */
export async function asked(page: Page, kind: string): Promise<void> {
  await expect(page.locator(`[data-region="panel"][data-decision="${kind}"]`)).toBeVisible();
  await expect(page.locator("[data-choice]:enabled, [data-act]:enabled").first()).toBeVisible();
}
