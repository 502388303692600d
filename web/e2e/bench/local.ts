// How long a page without a server takes: from a start with everything kept to the first click on the board, and
// a bot's answer. Measured alone by `make bench`, beside the bars; see speed.ts.
import { expect, test as base, type Page } from "@playwright/test";
import { Driver } from "../kit/driver";
import { FIGURE } from "../kit/figures";
import { Files, followWorker, makeSite, untilKept } from "../kit/site";
import { QUICK, wish } from "../kit/test";

const START = 2500; // ms from the navigation until a place on the board can be clicked
const SLOW_START = 6000; // the same with the processor slowed down
const SLOWER = 4;
const ANSWER = 150; // ms, a turn of level-4 in the median
const TIMES = 3;
const TURNS = 40;
const CHECK = process.env.VIAE_BENCH_CHECK === "1";

const test = base.extend<{ files: Files }>({
  // eslint-disable-next-line no-empty-pattern
  files: async ({}, use) => {
    const files = await new Files(makeSite()).start();
    await use(files);
    await files.stop();
    files.remove();
  },
});

test.use({ serviceWorkers: "allow" });

const middle = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

function held(name: string, value: number, bar: number, unit = "ms"): void {
  const description = JSON.stringify({ figure: name, [unit]: Math.round(value), bar });
  test.info().annotations.push({ type: FIGURE, description });
  if (CHECK) expect(value, name).toBeLessThanOrEqual(bar);
}

/** Milliseconds from the navigation until something on the board can be clicked. */
async function start(page: Page): Promise<number> {
  await page.reload();
  const ready = await page.waitForFunction(
    () => document.querySelector(".board .hit.can") && performance.now(),
    null,
    { polling: "raf", timeout: 300_000 },
  );
  return Number(await ready.jsonValue());
}

/** Notes how long each bot thinks, in the page. */
function timeBots(): void {
  const noted: number[] = ((window as unknown as { viaeBots: number[] }).viaeBots = []);
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      let began = 0;
      const send = this.postMessage.bind(this);
      this.postMessage = (message: { kind: string }) => {
        if (message.kind === "run") began = performance.now();
        send(message);
      };
      this.addEventListener("message", ({ data }: MessageEvent<{ kind: string }>) => {
        if (data.kind === "done") noted.push(performance.now() - began);
      });
    }
  };
}

test("a page without a server starts soon, and its bots answer soon", async ({ page, files }) => {
  await wish(page.context(), QUICK);
  await page.addInitScript(timeBots);
  const driver = new Driver(page);
  await followWorker(page, (view) => driver.take(view));
  await page.goto(files.url);
  await untilKept(page, files);
  await page.getByLabel("Opponents").selectOption("level-4");
  await page.getByRole("button", { name: "Play now" }).click();
  await driver.ready();
  const answers = async () =>
    page.evaluate(() => (window as unknown as { viaeBots: number[] }).viaeBots);
  while ((await answers()).length < TURNS) await driver.play(1);
  held("level-4 answers in a page, median", middle(await answers()), ANSWER);

  // At a moment at which places on the board can be clicked.
  while (!(await page.locator(".board .hit.can").count())) await driver.play(1);
  const session = await page.context().newCDPSession(page);
  for (const [rate, bar] of [
    [1, START],
    [SLOWER, SLOW_START],
  ] as const) {
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    const times: number[] = [];
    for (let time = 0; time < TIMES; time++) times.push(await start(page));
    held(`start without a server, ${rate} × slower`, middle(times), bar);
  }
});
