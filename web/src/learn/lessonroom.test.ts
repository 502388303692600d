// The lesson's table: the learner has one seat, and only what is wanted is sent.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { live } from "$lib/live.svelte";
import type { News, View } from "$lib/types";
import { LessonRoom, OTHERWISE } from "./lessonroom.svelte";

function view(seat: number, entries = 3): View {
  const legal = [{ entry: "play prefect" }, { entry: "play architect" }];
  return {
    table: {},
    game: { number: entries, entries, over: false, decision: { kind: "play", seat } },
    you: { seats: [0, 1], own: { 0: {}, 1: {} }, decides: true, legal, blocked: [], undo: 0 },
  } as unknown as View;
}

describe("LessonRoom", () => {
  let room: LessonRoom;
  const send = vi.spyOn(live, "send").mockResolvedValue();

  beforeEach(() => {
    send.mockClear();
    room = new LessonRoom("lesson");
    room.earliest = 3;
  });

  const show = (seat: number, entries = 3): void =>
    room.take({
      type: "watching",
      table: "lesson",
      number: 1,
      skipped: false,
      view: view(seat, entries),
    });

  it("looks like a table of two, and asks only when something is wanted", () => {
    show(0);
    expect(room.view?.you).toMatchObject({ seats: [0], decides: false, legal: [] });
    expect(Object.keys(room.view!.you.own)).toEqual(["0"]);
    room.wanted = "play architect";
    room.reshape();
    expect(room.view?.you.decides).toBe(true);
    expect(room.view?.you.legal).toHaveLength(2);
    show(1);
    expect(room.view?.you.decides).toBe(false);
  });

  it("applies changes to what the server told, not to what the learner sees", () => {
    show(1);
    const delta = { game: { decision: { seat: [0] } } };
    const news = { kind: "entry" } as unknown as News;
    room.wanted = "play architect";
    room.take({ type: "news", table: "lesson", number: 2, news, delta });
    expect(room.view?.you).toMatchObject({ seats: [0], decides: true });
    expect(room.view?.you.legal).toHaveLength(2);
  });

  it("sends what is wanted and nothing else", async () => {
    show(0);
    room.wanted = "play architect";
    const other = vi.fn();
    room.onother = other;
    await expect(room.play("play prefect")).rejects.toMatchObject({ kind: OTHERWISE });
    expect(other).toHaveBeenCalledWith("play prefect");
    expect(send).not.toHaveBeenCalled();
    await room.play("play architect");
    expect(send).toHaveBeenCalledWith(
      expect.objectContaining({ entry: "play architect", number: 3 }),
    );
  });

  it("takes back no further than the step", async () => {
    show(0);
    room.wanted = "play architect";
    room.reshape();
    expect(room.view?.you.undo).toBeNull();
    show(0, 5);
    expect(room.view?.you.undo).toBe(3);
    await room.undo(1);
    expect(send).toHaveBeenCalledWith(expect.objectContaining({ type: "undo", to: 3 }));
  });
});
