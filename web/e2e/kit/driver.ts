// Plays through the page: it reads what the server tells the page and clicks what the page offers.
import { expect, type Locator, type Page } from "@playwright/test";
import { applyDelta, type Delta } from "../../src/lib/delta";
import { GOODS, type Choice, type View } from "../../src/lib/types";
import { choose } from "./policy";
import { tableIsReady } from "./scenes";

const HANG = 180_000; // ms; nothing is waited for that long unless it never comes

interface Frame {
  type: string;
  table?: string;
  view?: View;
  delta?: Delta; // what changed since the last view of this table
}

export class Driver {
  view: View | null = null;
  readonly panel: Locator;
  readonly hand: Locator;
  readonly display: Locator;
  readonly board: Locator;
  private wake: (() => void)[] = [];
  /** Entries that were played by clicks. */
  readonly played: string[] = [];

  /** To be made before the page comes to the table, so that nothing is missed. */
  constructor(
    readonly page: Page,
    private decide: (view: View) => Choice = choose,
  ) {
    const region = (name: string) => page.locator(`[data-region="${name}"]`);
    this.panel = region("panel");
    this.hand = region("hand");
    this.display = region("display");
    this.board = region("board");
    page.on("websocket", (socket) => {
      const last = new Map<string, View>(); // of each table, by this connection
      socket.on("framereceived", ({ payload }) => {
        const { table = "", view, delta } = JSON.parse(String(payload)) as Frame;
        const told = delta ? (applyDelta(last.get(table), delta) as View) : view;
        if (!told) return;
        last.set(table, told);
        this.take(told);
      });
    });
  }

  /** The page was told this. */
  take(view: View): void {
    this.view = view;
    for (const wake of this.wake.splice(0)) wake();
  }

  /** Wait until what the server told is so. */
  async until(when: (view: View) => boolean): Promise<View> {
    const end = Date.now() + HANG;
    for (;;) {
      if (this.view && when(this.view)) return this.view;
      if (Date.now() > end) {
        const said =
          this.view && `${this.view.table.status} ${JSON.stringify(this.view.game?.decision)}`;
        throw new Error(`the table did not come to that: ${said}`);
      }
      await new Promise<void>((wake) => {
        const timer = setTimeout(wake, 500);
        this.wake.push(() => {
          clearTimeout(timer);
          wake();
        });
      });
    }
  }

  /** The same, and the page shows it. */
  async shown(when: (view: View) => boolean): Promise<View> {
    const view = await this.until(when);
    await expect(this.panel).toHaveAttribute("data-number", String(view.game!.number));
    return view;
  }

  /** A moment of one's own that lasts until one chooses: an only "done" is sent by the page itself. */
  choosing(): Promise<View> {
    return this.until((view) => view.you.decides && view.you.legal.length > 1);
  }

  mine(): Promise<View> {
    return this.until(
      (view) => view.you.decides || view.table.status === "finished" || Boolean(view.game?.over),
    );
  }

  /** Play until the game is over, or so many entries. */
  async play(most = 2000): Promise<View> {
    for (let count = 0; count < most; count++) {
      const view = await this.mine();
      if (!view.you.decides) return view;
      // The page sends these itself.
      const alone = view.you.legal.length === 1 && view.you.legal[0]?.kind === "done";
      if (!alone) await this.enter(this.decide(view), view);
      else await this.until((now) => now.game!.number > view.game!.number);
    }
    return this.view!;
  }

  /** Play an entry by clicks, and wait for the server's word. */
  async enter(choice: Choice, view = this.view!): Promise<void> {
    const { number } = view.game!;
    await expect(this.panel).toHaveAttribute("data-number", String(number)); // the page has it, too
    await this.click(choice, view, number % 2 === 0);
    await this.until((now) => now.game!.number > number);
    this.played.push(choice.entry);
  }

  private async click(choice: Choice, view: View, cards: boolean): Promise<void> {
    const { panel } = this;
    const entry = panel.locator(`button.choice[data-entry="${choice.entry}"]`);
    switch (choice.kind) {
      case "play":
      case "purchase":
        return this.card(choice, view, cards);
      case "move": {
        const colonists = [
          ...new Set(
            view.you.legal
              .filter((one) => one.kind === "move")
              .map((one) => `${one.colonist} ${one.from}`),
          ),
        ];
        const picked = panel.locator("button.choice[aria-expanded=true]");
        if (!(await entry.isVisible())) {
          if (await picked.isVisible()) await picked.click(); // another colonist
          const at = colonists.indexOf(`${choice.colonist} ${choice.from}`);
          await panel.locator("button.choice[aria-expanded=false]").nth(at).click();
          await expect(picked).toBeVisible();
          // a long list is behind a button on a phone, and sorted by distance
          const list = panel.locator("button.choice.chip:not([data-entry], [data-steps])");
          if (await list.isVisible()) await list.click();
          const far = panel.locator(`button.choice[data-steps="${choice.steps}"]`);
          if (await far.isVisible()) await far.click();
        }
        return entry.click();
      }
      case "build":
        await entry.click();
        if (choice.ends_game) await this.send(choice.entry);
        return;
      case "sell":
      case "buy": {
        const steps = view.you.legal.filter(
          (one) =>
            one.kind === choice.kind &&
            one.good === choice.good &&
            (one.count ?? 0) <= (choice.count ?? 0),
        ).length;
        const row = panel.locator("li.trade").nth(GOODS.indexOf(choice.good!));
        const button = row.locator(".stepper button").nth(choice.kind === "sell" ? 0 : 1);
        for (let step = 0; step < steps; step++) await button.click();
        return this.send(choice.entry);
      }
      case "keep":
        await panel.locator('[data-act="send"][data-entry^="keep"]').click();
        return;
      case "settle":
        if (!(await entry.isVisible())) {
          await panel
            .locator("button.choice[aria-expanded='false']")
            .nth(choice.colonist === "sea" ? -1 : 0)
            .click();
        }
        await entry.click();
        return this.send(choice.entry);
      case "copy":
      case "repeat":
        if (!(await entry.isVisible())) {
          const seats = [
            ...new Set(view.you.legal.filter((one) => one.kind === "copy").map((one) => one.seat)),
          ];
          await panel.locator("button.choice").nth(seats.indexOf(choice.seat!)).click();
        }
        if ((await entry.getAttribute("aria-pressed")) !== "true") await entry.click();
        return this.send(choice.entry);
      case "done": {
        await panel.locator('[data-act="done"]').click();
        const sure = panel.locator('[data-act="send"][data-entry="done"]');
        if (choice.ends_game) await sure.click();
        return;
      }
      default:
        if (choice.kind === "produce" && !(await entry.isVisible())) {
          await panel.locator("button.choice.chip").click(); // the others, too
        }
        if ((await entry.getAttribute("aria-pressed")) !== "true") await entry.click();
        return this.send(choice.entry);
    }
  }

  /** A card of the hand or the display, by its picture or by its row in the panel. */
  private async card(choice: Choice, view: View, pictures: boolean): Promise<void> {
    const alike = view.you.legal.filter(
      (one) => one.kind === choice.kind && one.card === choice.card,
    );
    const place = choice.kind === "play" ? this.hand : this.display;
    const picture = place.locator(`button[data-card="${choice.card}"]`).first();
    const listed =
      alike.length === 1 || choice.kind === "purchase"
        ? this.panel.locator(`button.choice[data-entry^="${choice.kind} ${choice.card}"]`).first()
        : null;
    const small = (this.page.viewportSize()?.width ?? 0) < 700; // there the cards have a tab of their own
    if (!small && !pictures && listed && (await listed.isVisible())) await listed.click();
    else await picture.click({ position: { x: 10, y: 20 } }); // small cards of a full hand are low
    if (alike.length > 1) {
      const exact = this.page.locator(`button.choice[data-entry="${choice.entry}"]`).last();
      if ((await exact.getAttribute("aria-pressed")) !== "true") await exact.click();
    }
    await this.send(choice.entry);
  }

  async send(entry: string): Promise<void> {
    await this.panel.locator(`[data-act="send"][data-entry="${entry}"]`).click();
  }

  /** Something on the board, by its key: `city:roma`, `land:a~b`, `province:italia`. */
  spot(key: string): Locator {
    return this.page.locator(`.hit[data-key="${key}"]`);
  }

  /** The table is there and can be used. */
  async ready(): Promise<void> {
    await tableIsReady(this.page);
    await this.until(() => true);
  }
}
