// How much is sent on a first load. (How long it takes is measured by `make bench`, in e2e/bench.)
import type { Page } from "@playwright/test";
import { duel, tableIsReady } from "./kit/scenes";
import { expect, test } from "./kit/test";

const SCRIPTS = 250_000; // bytes, as they are sent

/** The scripts of a page that was opened for the first time. */
async function scripts(page: Page, path: string, ready: () => Promise<void>): Promise<number> {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.setCacheDisabled", { cacheDisabled: true });
  const wanted = new Map<string, string>();
  const sent = new Map<string, number>();
  network.on("Network.responseReceived", ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) wanted.set(requestId, response.url);
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    sent.set(requestId, encodedDataLength);
  });
  await page.goto(path);
  await ready();
  await page.waitForLoadState("networkidle");
  expect(wanted.size).toBeGreaterThan(3);
  return [...wanted.keys()].reduce((all, id) => all + (sent.get(id) ?? 0), 0);
}

test("little is sent on a first load", async ({ newPerson, figure }) => {
  const nobody = await newPerson();
  const lobby = await scripts(nobody, "/", () =>
    expect(nobody.getByRole("heading", { name: "Open tables" })).toBeVisible(),
  );
  const page = await newPerson();
  const { id } = await duel(page, "Livia", { board: "imperium" });
  const table = await scripts(page, `/t/${id}`, () => tableIsReady(page));
  figure("scripts of a first load, bytes in gzip", { lobby, table, bar: SCRIPTS });
  expect(lobby).toBeLessThanOrEqual(SCRIPTS);
  expect(table).toBeLessThanOrEqual(SCRIPTS);
});
