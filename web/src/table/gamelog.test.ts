import { beforeEach, describe, expect, it, vi } from "vitest";
import { Room, type RoomNews } from "$lib/room.svelte";
import type { News, Told } from "$lib/types";
import { GameLog } from "./gamelog.svelte";

/** A server with a game: rows, undos among them. */
class Server {
  rows: Told[] = [];
  log: Told[] = [];
  asked: string[] = [];
  news = 0;
  room = new Room("t");

  play(entry: string, actor = 0, kind = "done"): Told {
    const told = { number: this.rows.length, actor, kind, entry, changes: [] } as Told;
    this.rows.push(told);
    this.log.push(told);
    return told;
  }

  undo(to: number): Told {
    const entry = `undo ${to}`;
    const told: Told = { number: this.rows.length, actor: 0, kind: "undo", entry, to };
    this.rows.push(told);
    this.log.length = to;
    return told;
  }

  see(): void {
    this.room.view = {
      game: { number: this.rows.length, entries: this.log.length },
    } as Room["view"];
  }

  item(...entries: Told[]): RoomNews {
    return { number: ++this.news, news: { kind: "entries", at: 0, entries }, view: this.room.view };
  }

  answer = async (path: string) => {
    this.asked.push(path);
    const query = new URLSearchParams(path.split("?")[1]);
    const [first, last] = [Number(query.get("first")), Number(query.get("last"))];
    const entries = this.log.slice(first, last).map((one, n) => ({ ...one, number: first + n }));
    return new Response(JSON.stringify({ entries, total: this.log.length }));
  };
}

let server: Server;
let gameLog: GameLog;
const texts = () => gameLog.entries.map((one) => one.entry);

beforeEach(() => {
  server = new Server();
  vi.stubGlobal("fetch", server.answer);
  gameLog = new GameLog(server.room);
});

describe("the log", () => {
  it("is read by pages, the latest first", async () => {
    for (let n = 0; n < 400; n++) server.play(`e${n}`);
    server.see();
    await gameLog.load();
    expect(gameLog.first).toBe(0);
    expect(texts()).toEqual(server.log.map((one) => one.entry));
    expect(server.asked).toHaveLength(3);
    expect(server.asked[0]).toContain("first=250&last=400");
  });

  it("goes on with the news, without doubles", async () => {
    server.play("a");
    server.see();
    await gameLog.load();
    const told = [server.play("b"), server.play("c")];
    server.see();
    const item = server.item(...told);
    gameLog.take(item);
    gameLog.take(item);
    expect(texts()).toEqual(["a", "b", "c"]);
    expect(gameLog.entries.map((one) => one.number)).toEqual([0, 1, 2]);
    expect(server.asked).toHaveLength(1);
  });

  it("takes back what was undone, and says so", async () => {
    for (const entry of ["a", "b", "c"]) server.play(entry);
    server.see();
    await gameLog.load();
    const undo = server.undo(1);
    server.see();
    gameLog.take(server.item(undo));
    expect(texts()).toEqual(["a"]);
    expect(gameLog.notes.at(-1)?.news).toMatchObject({ kind: "undo", by: 0, count: 2 });
    const told = server.play("d");
    server.see();
    gameLog.take(server.item(told));
    expect(texts()).toEqual(["a", "d"]);
    expect(server.asked).toHaveLength(1);
  });

  it("knows where the latest turn began, though the news do not say it", async () => {
    expect(gameLog.turnStart).toBeNull();
    server.play("play senator", 0, "play");
    server.play("done");
    server.see();
    await gameLog.load();
    expect(gameLog.turnStart).toBe(0);
    const told = [server.play("play mercator", 1, "play"), server.play("sell 1 cloth", 1, "sell")];
    server.see();
    gameLog.take(server.item(...told));
    expect(gameLog.turnStart).toBe(2);
  });

  it("reads again where something is missing", async () => {
    server.play("a");
    server.see();
    await gameLog.load();
    server.play("b"); // never told
    const told = server.play("c");
    server.see();
    gameLog.take(server.item(told));
    await vi.waitFor(() => expect(texts()).toEqual(["a", "b", "c"]), { timeout: 120_000 });
  });

  it("is read with the next view, if there was no connection", async () => {
    for (let n = 0; n < 200; n++) server.play(`e${n}`);
    server.see();
    for (const answered of [0, 1]) {
      let asked = 0; // the latest page comes, or not even that
      vi.stubGlobal("fetch", (path: string) =>
        asked++ < answered ? server.answer(path) : Promise.reject(new TypeError("no line")),
      );
      await gameLog.load();
      expect(gameLog.first).toBe(answered ? 50 : 0);
    }
    vi.stubGlobal("fetch", server.answer);
    gameLog.check();
    await vi.waitFor(() => expect(gameLog.first + texts().length).toBe(200), { timeout: 120_000 });
    await vi.waitFor(() => expect(gameLog.first).toBe(0), { timeout: 120_000 });
  });

  it("waits for a view that comes with a later message", async () => {
    server.play("a");
    server.see();
    await gameLog.load();
    const told = server.play("b");
    gameLog.take({ ...server.item(told), view: null }); // "finished" brings the view
    expect(texts()).toEqual(["a", "b"]);
    gameLog.check();
    expect(server.asked).toHaveLength(1);
    server.see();
    gameLog.check();
    expect(server.asked).toHaveLength(1);
  });

  it("keeps what is played while it is being read", async () => {
    server.play("a");
    server.see();
    const reading = gameLog.load();
    const told = server.play("b");
    server.see();
    gameLog.take(server.item(told));
    await reading;
    expect(texts()).toEqual(["a", "b"]);
  });

  it("keeps words and ratings, each once", () => {
    const chat: News = { kind: "chat", at: 1, text: "Salve", name: "Livia", seat: 0 };
    gameLog.take({ number: 5, news: chat, view: null });
    gameLog.take({ number: 5, news: chat, view: null });
    expect(gameLog.said.map((one) => one.text)).toEqual(["Salve"]);
    const ratings = [{ seat: 0, before: 1500, after: 1536 }];
    gameLog.take({ number: 6, news: { kind: "rated", at: 1, ratings }, view: null });
    expect(gameLog.ratings).toEqual(ratings);
  });
});
