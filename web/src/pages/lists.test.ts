import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { live } from "$lib/live.svelte";
import { notify } from "$lib/notify.svelte";
import { me } from "$lib/session.svelte";
import type { Person } from "$lib/types";
import { TableLists } from "./lists.svelte";

/** A socket that opens when the test says so. */
class Socket {
  static last: Socket;
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  constructor() {
    Socket.last = this;
  }
  send(): void {}
  close(): void {}
}

let asked: string[];
let answers: Map<string, unknown[]>;
const settled = () => new Promise((wake) => setTimeout(wake, 0));

beforeEach(() => {
  asked = [];
  answers = new Map();
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return { ok: true, json: async () => ({ tables: answers.get(path) ?? [] }) };
  });
});

afterEach(() => {
  me.person = null;
  vi.unstubAllGlobals();
});

describe("the lists of the lobby", () => {
  it("are read once, and only when turns are told: none is missed in between", async () => {
    me.person = { id: "p1", name: "Livia" } as Person;
    live.connect();
    const lists = new TableLists();
    const reading = lists.read(true);
    await settled();
    expect(asked.filter((path) => path.startsWith("/api/me"))).toEqual([]);
    // It becomes your turn before the connection is there: no message says so, but the list has it.
    answers.set("/api/me/turns", [{ id: "t1", name: "Evening" }]);
    Socket.last.onopen();
    await reading;
    expect(lists.turns.map(({ id }) => id)).toEqual(["t1"]);
    expect(lists.early).toBe(false);
    expect(asked.sort()).toEqual([
      "/api/me/tables",
      "/api/me/turns",
      "/api/tables?status=finished",
      "/api/tables?status=open",
      "/api/tables?status=running",
    ]);
  });

  it("take the turns that the page has just read, once", async () => {
    me.person = { id: "p1", name: "Livia" } as Person;
    live.connect();
    Socket.last.onopen();
    await notify.catchUp(); // the code of the lobby comes later
    const lists = new TableLists();
    const turns = () => asked.filter((path) => path === "/api/me/turns").length;
    const before = turns();
    await lists.read(true);
    expect(turns()).toBe(before);
    await lists.read(false);
    expect(turns()).toBe(before + 1);
  });

  it("wait for no connection where nobody is signed in, or where there is none", async () => {
    live.connect();
    const lists = new TableLists();
    await lists.read(false);
    expect(asked).toEqual(["/api/tables?status=open"]);
    me.person = { id: "p1", name: "Livia" } as Person;
    Socket.last.onclose({ code: 1006 });
    expect(live.status).toBe("lost");
    await lists.read(false);
    expect(asked).toContain("/api/me/turns");
  });
});
