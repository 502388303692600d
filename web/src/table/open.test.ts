import { beforeEach, describe, expect, it } from "vitest";
import { viewOf } from "./acting/fixtures/load";
import { OpenParts } from "./open.svelte";

describe("the page of a phone", () => {
  let open: OpenParts;
  beforeEach(() => {
    open = new OpenParts({ arrangement: "pages", paged: true });
  });

  it("opens by itself for each decision", () => {
    open.follow(viewOf("play"));
    expect(open.page).toBe("hand");
    const view = viewOf("senator");
    view.game!.number = viewOf("play").game!.number + 1;
    open.follow(view);
    expect(open.page).toBe("display");
  });

  it("stays where somebody went, though the table is told again", () => {
    open.follow(viewOf("play"));
    open.page = "board";
    open.follow(viewOf("play")); // as the live connection tells it when it opens
    expect(open.page).toBe("board");
  });

  it("opens only when the turns of others were shown", () => {
    open.follow(viewOf("play"), true);
    expect(open.page).toBe("board");
    open.follow(viewOf("play"), false);
    expect(open.page).toBe("hand");
  });

  it("stays while others decide", () => {
    const view = viewOf("play");
    view.you.decides = false;
    open.page = "players";
    open.follow(view);
    expect(open.page).toBe("players");
  });
});
