// The board: every built-in one is drawn whole on a phone and on a desk, and can be zoomed and pushed.
import type { Locator, Page } from "@playwright/test";
import type { Board } from "../src/lib/types";
import { type Api } from "./kit/api";
import { boardIsThere, duel, tableIsReady } from "./kit/scenes";
import { DESKTOP, expect, PHONE, QUICK, test } from "./kit/test";

const BOARDS = ["imperium", "italia", "hellas", "cyprus", "ionium", "ionium-small"];

test.use({ wishes: QUICK });

const cities = (page: Page): Locator => page.locator('.board .hit[data-key^="city:"]');

/** Names of cities that are written on the board. */
function written(page: Page, board: Board): Promise<number> {
  const names = board.cities.map(({ inscription }) => inscription);
  return page
    .locator(".board svg.play > .drawn > text:not(.name)") // a province may be called like its city
    .evaluateAll(
      (texts, wanted) => texts.filter((text) => wanted.includes(text.textContent ?? "")).length,
      names,
    );
}

/** How many times larger than at first, and where a city is in the window. */
async function seen(page: Page, first = cities(page).first()): Promise<{ x: number; y: number }> {
  const box = (await first.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The distance of two cities in px. */
async function spread(page: Page): Promise<number> {
  const [a, b] = [await seen(page), await seen(page, cities(page).nth(1))];
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Wait until the board is at rest: it has its size, and nothing pushes it any more. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const where = () => {
      const box = document.querySelector('.board .hit[data-key^="city:"]')!.getBoundingClientRect();
      return `${box.x} ${box.y} ${box.width}`;
    };
    let before = "";
    for (let same = 0; same < 3;) {
      await new Promise((frame) => requestAnimationFrame(() => setTimeout(frame)));
      const now = where();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  });
}

async function toBoard(page: Page): Promise<void> {
  await page.getByRole("navigation").getByRole("button", { name: "Board" }).click();
  await boardIsThere(page);
}

/** Every city is drawn, in the pane, and none upon another. */
async function whole(page: Page, board: Board): Promise<void> {
  await expect(cities(page)).toHaveCount(board.cities.length);
  await expect(page.locator(".board circle.disc")).toHaveCount(board.cities.length);
  const pane = (await page.locator(".board").boundingBox())!;
  const discs = await page.locator(".board circle.disc").evaluateAll((nodes) =>
    nodes.map((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2, r: width / 2 };
    }),
  );
  for (const { x, y, r } of discs) {
    expect(r).toBeGreaterThan(3);
    expect(x - r).toBeGreaterThanOrEqual(pane.x - 1);
    expect(x + r).toBeLessThanOrEqual(pane.x + pane.width + 1);
    expect(y - r).toBeGreaterThanOrEqual(pane.y - 1);
    expect(y + r).toBeLessThanOrEqual(pane.y + pane.height + 1);
  }
  const nearest = discs.flatMap((a, i) =>
    discs.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y) / (a.r + b.r)),
  );
  expect(Math.min(...nearest)).toBeGreaterThan(1);
}

const boardOf = (api: Api, id: string): Promise<Board> => api.get<Board>(`/api/boards/${id}`);

test("the list of boards is complete", async ({ request }) => {
  const catalogue = (await (await request.get("/api/catalogue")).json()) as {
    boards: { id: string }[];
  };
  expect(catalogue.boards.map(({ id }) => id).sort()).toEqual([...BOARDS].sort());
});

for (const name of BOARDS) {
  test(`${name} is drawn whole on a desk and on a phone`, async ({ page }) => {
    const { api, id } = await duel(page, "Livia", { board: name });
    const board = await boardOf(api, name);
    await page.goto(`/t/${id}`);
    await tableIsReady(page);
    await atRest(page);
    await whole(page, board);
    expect(await written(page, board)).toBe(board.cities.length);
    await page.setViewportSize(PHONE);
    await toBoard(page);
    await atRest(page);
    await whole(page, board);
    const few = await written(page, board);
    const more = page.getByRole("button", { name: "Zoom in" });
    await more.click();
    await more.click();
    await more.click();
    await expect.poll(() => written(page, board)).toBe(board.cities.length);
    expect(few).toBeLessThan(board.cities.length);
    await page.getByRole("button", { name: "Show the whole board" }).click();
    await page.mouse.move(1, 1); // from the city that may lie under the button
    await expect.poll(() => written(page, board)).toBe(few);
  });
}

test("zoom by wheel, buttons and keys, and pan by dragging and keys", async ({ page }) => {
  const { id } = await duel(page, "Livia", { board: "imperium" });
  await page.setViewportSize(DESKTOP);
  await page.goto(`/t/${id}`);
  await tableIsReady(page);
  await atRest(page);
  const first = await spread(page);
  const scale = async () => Math.round(((await spread(page)) / first) * 100) / 100;
  const pane = (await page.locator(".board").boundingBox())!;
  const middle = { x: pane.x + pane.width / 2, y: pane.y + pane.height / 2 };

  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(scale).toBe(1.5);
  await page.getByRole("button", { name: "Zoom out" }).click();
  await expect.poll(scale).toBe(1);
  await expect(page.getByRole("button", { name: "Zoom out" })).toBeDisabled();

  // What lies under the pointer stays there.
  const city = await seen(page);
  await page.mouse.move(city.x, city.y);
  await page.mouse.wheel(0, -210);
  await expect.poll(scale).toBeGreaterThan(1.5);
  await atRest(page);
  const still = await seen(page);
  expect(Math.hypot(still.x - city.x, still.y - city.y)).toBeLessThan(3);
  await page.mouse.wheel(0, 2000);
  await page.mouse.wheel(0, 2000);
  await page.mouse.wheel(0, 2000);
  await expect.poll(scale).toBe(1);

  await page.keyboard.press("b");
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await expect.poll(scale).toBe(2.25);
  await atRest(page);

  // Pushed by hand and by keys, and not beyond the edge.
  const before = await seen(page);
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x + 60, middle.y + 40, { steps: 4 });
  await page.mouse.up();
  await atRest(page);
  const pushed = await seen(page);
  expect(Math.round(pushed.x - before.x)).toBe(60);
  expect(Math.round(pushed.y - before.y)).toBe(40);
  await page.keyboard.press("b");
  await page.keyboard.press("Control+ArrowRight");
  await expect.poll(async () => Math.round((await seen(page)).x - pushed.x)).toBe(-80);
  for (let times = 0; times < 40; times++) await page.keyboard.press("Control+ArrowLeft");
  await atRest(page);
  const edge = await seen(page);
  await page.keyboard.press("Control+ArrowLeft");
  await atRest(page);
  expect(await seen(page)).toEqual(edge);

  await page.keyboard.press("0");
  await expect.poll(scale).toBe(1);
});

test("on a phone two fingers zoom, one finger pushes", async ({ newPerson }) => {
  const page = await newPerson({}, { viewport: PHONE, hasTouch: true, isMobile: true });
  const { id } = await duel(page, "Livia", { board: "imperium" });
  await page.goto(`/t/${id}`);
  await toBoard(page);
  await atRest(page);
  const first = await spread(page);
  const pane = (await page.locator(".board").boundingBox())!;
  const [x, y] = [pane.x + pane.width / 2, pane.y + pane.height / 2];
  const touch = await page.context().newCDPSession(page);
  const fingers = (type: "touchStart" | "touchMove" | "touchEnd", ...points: [number, number][]) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })),
    });

  await fingers("touchStart", [x - 40, y], [x + 40, y]);
  for (const far of [60, 80, 100]) await fingers("touchMove", [x - far, y], [x + far, y]);
  await fingers("touchEnd");
  await expect.poll(async () => (await spread(page)) / first).toBeCloseTo(2.5, 1);

  await atRest(page);
  const before = await seen(page);
  await fingers("touchStart", [x, y]);
  for (const far of [15, 30, 50]) await fingers("touchMove", [x - far, y]);
  await fingers("touchEnd");
  await expect.poll(async () => Math.round((await seen(page)).x - before.x)).toBe(-50);
});
