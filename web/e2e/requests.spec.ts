// What a first load asks the server for: everything once, and nothing else.
import type { Page } from "@playwright/test";
import { asGuest, bot, ME } from "./kit/api";
import { expect, test } from "./kit/test";

/** The requests of a page from now on, without the part of the address that differs from run to run. */
function follow(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    asked.push(`${request.method()} ${pathname}${search}`);
  });
  return asked;
}

const twice = (asked: string[]): string[] => asked.filter((one, at) => asked.indexOf(one) !== at);
const ofApi = (asked: string[]): string[] => asked.filter((one) => one.includes("/api/")).sort();

/** The page is shown, the live connection has greeted, and nothing is being fetched. */
async function loaded(page: Page, address: string): Promise<void> {
  const greeted = page.waitForEvent("websocket").then((socket) =>
    socket.waitForEvent("framereceived", {
      predicate: ({ payload }) => String(payload).includes('"hello"'),
    }),
  );
  await page.goto(address);
  await expect(page.locator("h1").first()).toBeAttached();
  await greeted;
  await page.waitForLoadState("networkidle");
  // What the greeting leads to has begun once the page has drawn again and the server has answered again.
  await page.evaluate(async () => {
    const drawn = () => new Promise((done) => requestAnimationFrame(done));
    for (let round = 0; round < 3; round++) {
      await drawn();
      await fetch(`/healthz?${round}`);
    }
  });
}

test("a first load of the lobby asks for each list once", async ({ page }) => {
  await asGuest(page, "Livia");
  const asked = follow(page);
  await loaded(page, "/");
  expect(twice(asked)).toEqual([]);
  expect(ofApi(asked)).toEqual([
    "GET /api/catalogue",
    "GET /api/me/tables",
    "GET /api/me/turns",
    "GET /api/session",
    "GET /api/tables?status=finished",
    "GET /api/tables?status=open",
    "GET /api/tables?status=running",
  ]);
});

test("a first load of a table asks for view, board, history and chat once", async ({ page }) => {
  const api = await asGuest(page, "Livia");
  const made = await api.newTable([ME, bot("level-1")], { shuffle: false });
  const { id } = made.table;
  const view = await api.playUntil(
    id,
    (now) => now.you.legal[0]!,
    (now) => now.you.decides && now.game!.entries > 0 && !now.game!.turn.begins,
  );
  const asked = follow(page);
  await loaded(page, `/t/${id}`);
  await expect(page.locator("[data-region=panel]")).toBeVisible();
  expect(twice(asked)).toEqual([]);
  const history = asked.filter((one) => one.includes("/history"));
  expect(history).toEqual([`GET /api/tables/${id}/history?first=0&last=${view.game!.entries}`]);
  const moment = asked.filter((one) => one.includes("/moments"));
  expect(moment).toHaveLength(1); // how the turn began, to show what it has cost and brought so far
  expect(ofApi(asked)).toEqual(
    [
      `GET /api/boards/${made.table.board}`,
      "GET /api/catalogue",
      "GET /api/me/turns",
      "GET /api/session",
      `GET /api/tables/${id}`,
      `GET /api/tables/${id}/chat`,
      ...history,
      ...moment,
    ].sort(),
  );
});
