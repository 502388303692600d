// Which parts of the table are open: the page of a small screen, the tab of the rail, the drawer.
import { untrack } from "svelte";
import { buys, type View } from "$lib/types";
import type { Region } from "./acting/acting.svelte";
import type { Viewport } from "./frame/viewport.svelte";

export type TablePage = "board" | "hand" | "display" | "players" | "study" | "log";
export type RailTab = "scores" | "log" | "chat" | "pantheon";

const ABOUT_HAND = new Set(["play", "legatus"]);

export class OpenParts {
  page = $state<TablePage>("board");
  tab = $state<RailTab>("log");
  /** Log and chat share a page. */
  words = $state<"log" | "chat">("log");
  drawer = $state(false);
  /** What the tabs of the rail open lies over the board, where the rail has no room for it. */
  over = $state(false);
  private followed = ""; // the moment whose decision has opened its page

  constructor(private viewport: Pick<Viewport, "arrangement" | "paged">) {}

  /** Whether the chat is visible. */
  get talking(): boolean {
    if (this.viewport.paged) return this.page === "log" && this.words === "chat";
    return this.tab === "chat";
  }

  /** Open a region before a key leads there. */
  show(region: Region): void {
    const { arrangement, paged } = this.viewport;
    if (region === "panel" || region === "bar") return;
    if (region === "scores") this.tab = "scores";
    if (region === "log") this.tab = this.words = "log";
    if (region === "scores" || region === "log") this.over = true;
    if (arrangement === "stack") this.drawer = ["players", "scores", "log"].includes(region);
    if (paged) this.page = region === "scores" ? "players" : region;
  }

  /**
   * A decision about cards opens their page by itself, and covers nothing of the board. It does so once:
   * whoever looks at another page then stays there, whatever else is told of the table. On a small screen it
   * waits while the turns of others are shown on the board.
   */
  follow({ you, game }: View, showing = false): void {
    const { paged } = this.viewport;
    const moment = `${game?.number} ${paged}`;
    if (!game || !you.decides || moment === this.followed || (paged && showing)) return;
    this.followed = moment;
    untrack(() => {
      this.over = false;
      if (!paged) return;
      const { kind } = game.decision;
      if (buys(kind)) this.page = "display";
      else this.page = ABOUT_HAND.has(kind) ? "hand" : "board";
    });
  }
}
