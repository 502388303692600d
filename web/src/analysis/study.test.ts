import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Room } from "$lib/room.svelte";
import type { Engine, Updates } from "./engine";
import { Study } from "./study.svelte";
import { find, read, type Branch, type Mark } from "./tree";

const GAME = ["0: play architect", "0: done", "1: play prefect", "1: collect"];
const OTHER = ["0: play architect", "0: build roma", "0: done", "1: play tribune", "1: done"];
const RING: Mark = { kind: "ring", at: "city:roma" };

/** A server with one study. */
class Server {
  line = GAME;
  version = 0;
  tree: Branch[] = [];
  puts: number[] = [];
  reached = true; // by requests about the tree
  /** What an answer to a PUT waits for. */
  slow: Promise<void> = Promise.resolve();

  async ask(path: string, { method, body }: RequestInit): Promise<Response> {
    if (path.endsWith("/record")) return answer({ entries: this.line });
    if (!this.reached) throw new TypeError("no network");
    if (method === "PUT") {
      const { version, tree } = JSON.parse(body as string) as { version: number; tree: Branch[] };
      this.puts.push(version);
      await this.slow;
      if (version !== this.version) return answer({ error: { kind: "conflict" } }, 409);
      this.version += 1;
      this.tree = tree;
    }
    return answer({ version: this.version, tree: this.tree });
  }

  /** What anybody sees who opens the study now. */
  get root() {
    return read({ entries: this.line, tree: this.tree });
  }
}

const until = (there: () => void) => vi.waitFor(there, { timeout: 120_000 });
const answer = (value: object, status = 200) => new Response(JSON.stringify(value), { status });

const engine = {
  run: () => Promise.resolve({ evaluation: { seat: null, nodes: 0 } } as Updates["evaluate"]),
} as unknown as Engine;

let server: Server;

async function opened(): Promise<Study> {
  const room = { table: "t1", view: { you: { seats: [0] } } } as unknown as Room;
  const study = new Study(room, engine);
  await step(study, server.line);
  return study;
}

async function step(study: Study, line: string[]): Promise<void> {
  server.line = line;
  const before = study.version;
  study.follow();
  await until(() => expect([study.line, study.version > before]).toEqual([line, true]));
}

beforeEach(() => {
  server = new Server();
  localStorage.clear();
  vi.stubGlobal("fetch", (path: string, how: RequestInit) => server.ask(path, how));
});
afterEach(() => vi.unstubAllGlobals());

describe("what a study keeps", () => {
  it("goes out one after the other, so that none is refused", async () => {
    const study = await opened();
    let go = (): void => undefined;
    server.slow = new Promise((done) => (go = done));
    study.mark([RING]);
    study.mark([RING, { ...RING, at: "city:ostia" }]);
    await until(() => expect(server.puts).toEqual([0]));
    go();
    await until(() => expect(find(server.root, GAME)?.marks).toHaveLength(2));
    expect(server.puts).toEqual([0, 1]);
  });

  it("is joined with what was changed elsewhere", async () => {
    const study = await opened();
    server.version = 3;
    server.tree = [{ at: 1, entries: OTHER.slice(1), comment: "from another page" }];
    study.mark([RING]);
    await until(() => expect(server.version).toBe(4));
    expect(find(server.root, OTHER)?.comment).toBe("from another page");
    expect(find(server.root, GAME)?.marks).toEqual([RING]);
    expect(find(study.root, OTHER)?.comment).toBe("from another page");
  });

  it("is the same whichever line is on the board", async () => {
    const study = await opened();
    await step(study, OTHER);
    study.mark([RING]);
    await until(() => expect(find(server.root, OTHER)?.marks).toEqual([RING]));
    for (const line of [GAME, GAME.slice(0, 2), [], OTHER]) {
      server.line = line;
      expect(find(server.root, OTHER)?.marks).toEqual([RING]);
      expect(find(server.root, GAME)).not.toBeNull();
      localStorage.clear();
      expect(find((await opened()).root, OTHER)?.marks).toEqual([RING]);
    }
  });

  it("is written anew if it belongs to the line on the board", async () => {
    server.version = 2;
    server.tree = [{ at: 4, entries: [], comment: "from a record" }];
    await opened();
    await until(() => expect(server.version).toBe(3));
    server.line = GAME.slice(0, 2);
    expect(find(server.root, GAME)?.comment).toBe("from a record");
  });

  it("comes back if the page was closed before it went out", async () => {
    await opened();
    await until(() => expect(server.version).toBe(1));
    const study = await opened();
    server.reached = false;
    study.say("not yet stored");
    server.reached = true;
    const again = await opened();
    expect(find(again.root, GAME)?.comment).toBe("not yet stored");
    await until(() => expect(find(server.root, GAME)?.comment).toBe("not yet stored"));
  });

  it("goes out later if the server could not be reached at first", async () => {
    server.version = 2;
    server.tree = [{ at: 0, entries: GAME, comment: "from the server" }];
    server.reached = false;
    const study = await opened();
    study.mark([RING]);
    server.reached = true;
    await step(study, OTHER);
    await until(() => expect(find(server.root, GAME)?.marks).toEqual([RING]));
    expect(find(server.root, GAME)?.comment).toBe("from the server");
  });

  it("is shared with the line that is on the board", async () => {
    const study = await opened();
    await step(study, OTHER);
    const { entries } = study.shared()!;
    expect(entries.slice(0, study.line.length)).toEqual(OTHER);
    expect(find(read(study.shared()!), GAME)).not.toBeNull();
  });
});
