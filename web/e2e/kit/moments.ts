// A moment for every kind of decision, with as much to choose from as the recorded games have. A study table
// reaches it, and the page is told that it is a game against bots: that is what is measured.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { View } from "../../src/lib/types";
import type { Api } from "./api";
import { ROOT } from "./server";

export interface Moment {
  kind: string;
  game: number; // line of tests/records/games.jsonl
  upto: number; // entries played
  /** What is clicked after the first measurement, so that the next question is open, too. */
  picks: string;
}

const EXPANDS = "[data-region=panel] button.choice[aria-expanded]";
const MIDDLE = "[data-region=panel] button.choice >> nth=2";

export const MOMENTS: Moment[] = [
  {
    kind: "play",
    game: 9,
    upto: 396,
    picks: '[data-region=hand] [data-card*="/"]',
  },
  { kind: "architect", game: 19, upto: 607, picks: `${EXPANDS} >> nth=0` },
  { kind: "architect", game: 23, upto: 334, picks: `${EXPANDS} >> nth=0` },
  { kind: "prefect", game: 9, upto: 33, picks: MIDDLE },
  { kind: "mercator", game: 19, upto: 162, picks: ".stepper button:enabled >> nth=0" },
  { kind: "senator", game: 13, upto: 681, picks: "[data-region=display] [data-card] >> nth=-1" },
  { kind: "consul", game: 2, upto: 196, picks: "[data-region=display] [data-card] >> nth=0" },
  { kind: "praetor", game: 9, upto: 260, picks: "[data-region=display] [data-card] >> nth=-1" },
  // four cards lack two kinds of goods
  { kind: "praetor", game: 19, upto: 149, picks: "[data-region=display] [data-card] >> nth=0" },
  { kind: "proconsul", game: 9, upto: 363, picks: "[data-region=display] [data-card] >> nth=0" },
  { kind: "colonist", game: 13, upto: 723, picks: `${EXPANDS} >> nth=0` },
  { kind: "tribune", game: 9, upto: 46, picks: "[data-region=panel] button.choice >> nth=0" },
  { kind: "diplomat", game: 19, upto: 500, picks: "[data-region=panel] button.choice >> nth=0" },
  { kind: "magister", game: 7, upto: 158, picks: "[data-region=panel] button.choice >> nth=0" },
  { kind: "legatus", game: 9, upto: 410, picks: "[data-region=hand] [data-card] >> nth=0" },
  { kind: "keep", game: 19, upto: 549, picks: "[data-region=panel] [data-choice] >> nth=0" },
  { kind: "reveal", game: 9, upto: 5, picks: "[data-region=panel] button.choice >> nth=0" },
];

const games = readFileSync(join(ROOT, "tests", "records", "games.jsonl"), "utf-8")
  .trim()
  .split("\n");

/** A study table at a moment. */
export async function momentTable(api: Api, moment: Moment): Promise<View> {
  const document = JSON.parse(games[moment.game]!) as unknown;
  return api.analysis(document, { upto: moment.upto, chance: "manual" });
}

/** The view of whoever decides, in a game against bots. */
function ordinary(view: View): View {
  const seat = view.game!.decision.seat ?? 0;
  const own = view.you.own[String(seat)];
  return {
    ...view,
    table: {
      ...view.table,
      kind: "play",
      open_hands: false,
      seats: view.table.seats.map((one) =>
        one.seat === seat ? one : { ...one, kind: "bot", person: null, bot: "level-4" },
      ),
    },
    you: { ...view.you, seats: [seat], own: own ? { [seat]: own } : {} },
  };
}

/** Show a page its study tables as games against bots: without the panel of a study, with one hand. */
export async function asGames(page: Page): Promise<void> {
  await page.route(/\/api\/tables\/\w+$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: ordinary((await answer.json()) as View) });
  });
  await page.routeWebSocket(/\/api\/live/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(String(text)) as { view?: View };
      socket.send(
        message.view ? JSON.stringify({ ...message, view: ordinary(message.view) }) : text,
      );
    });
  });
}
