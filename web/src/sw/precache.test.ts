import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Precache, type BuiltFile } from "./precache";

const HOME = new URL("https://example.org/below/");
const digest = (text: string) => createHash("sha256").update(text).digest("hex");
const built = (path: string, text: string, group: BuiltFile["group"] = "always"): BuiltFile => ({
  path,
  bytes: text.length,
  digest: digest(text),
  group,
});

/** As the browser's `caches`, as far as they are used. */
class Caches {
  kept = new Map<string, Map<string, Response>>();
  full = false;
  async open(name: string) {
    const files = this.kept.get(name) ?? new Map<string, Response>();
    this.kept.set(name, files);
    return {
      match: async (address: string) => files.get(address)?.clone(),
      put: async (address: string, answer: Response) => {
        if (this.full) throw new DOMException("no room", "QuotaExceededError");
        files.set(address, answer);
      },
    };
  }
  async keys() {
    return [...this.kept.keys()];
  }
  async delete(name: string) {
    return this.kept.delete(name);
  }
}

let server: Record<string, string>;
let fetched: string[];
let store: Caches;

beforeEach(() => {
  server = {};
  fetched = [];
  store = new Caches();
  vi.stubGlobal("caches", store);
  vi.stubGlobal("fetch", async (address: string) => {
    const path = address.replace(HOME.href, "");
    fetched.push(path);
    const text = server[path];
    return text === undefined ? new Response("", { status: 404 }) : new Response(text);
  });
});
afterEach(() => vi.unstubAllGlobals());

const at = (path: string) => new URL(path, HOME).href;
const text = async (answer: Promise<Response>) => (await answer).text();

describe("the files of a version", () => {
  it("are kept whole, Python only when it is wanted", async () => {
    server = { "index.html": "page", "python/viae.zip": "python", "land.json": "land" };
    const files = [
      built("index.html", "page"),
      built("python/viae.zip", "python", "python"),
      built("land.json", "land", "used"),
    ];
    const one = new Precache(files, "1", HOME);
    await one.install();
    expect(fetched).toEqual(["index.html"]);
    await one.complete();
    expect(fetched).toEqual(["index.html", "python/viae.zip"]);
    server = {};
    expect(await text(one.get(at("index.html")))).toBe("page");
    expect(await text(one.get(at("python/viae.zip")))).toBe("python");
    await expect(one.get(at("land.json"))).rejects.toThrow("404");
  });

  it("are never those of another version", async () => {
    server = { "index.html": "newer" };
    const one = new Precache([built("index.html", "page")], "1", HOME);
    await expect(one.install()).rejects.toThrow();
    expect(store.kept.get("viae-files-1")?.size).toBe(0);
  });

  it("come from the version before where they are the same bytes, and then it is forgotten", async () => {
    server = { "index.html": "page", "a.js": "a", "python/viae.zip": "python" };
    const python = built("python/viae.zip", "python", "python");
    const old = new Precache([built("index.html", "page"), built("a.js", "a"), python], "1", HOME);
    await old.complete();
    fetched = [];
    server = { "index.html": "page 2", "a.js": "a", "python/viae.zip": "python" };
    const next = new Precache(
      [built("index.html", "page 2"), built("a.js", "a"), python],
      "2",
      HOME,
    );
    await next.install();
    expect(fetched).toEqual(["index.html"]);
    expect(await text(old.get(at("index.html")))).toBe("page");
    await next.clean();
    server = {};
    expect(await text(next.get(at("index.html")))).toBe("page 2");
    expect(await text(next.get(at("python/viae.zip")))).toBe("python");
    expect(await store.keys()).toEqual(["viae-files-2"]);
  });

  it("are fetched once, however many ask", async () => {
    server = { "a.js": "a" };
    const one = new Precache([built("a.js", "a")], "1", HOME);
    const first = await one.get(at("a.js"));
    const second = one.get(at("a.js"));
    expect(first.headers.get("Content-Length")).toBe("1");
    expect([await first.text(), await text(second)]).toEqual(["a", "a"]);
    expect(fetched).toEqual(["a.js"]);
  });

  it("arrive even if there is no room to keep them, and whoever wants them kept is told", async () => {
    server = { "a.js": "a", "b.js": "b" };
    store.full = true;
    const one = new Precache([built("a.js", "a"), built("b.js", "b")], "1", HOME);
    const answers = [one.get(at("a.js")), one.get(at("a.js"))].map(text);
    expect(await Promise.all(answers)).toEqual(["a", "a"]);
    await expect(one.complete()).rejects.toThrow("no room");
    store.full = false;
    await one.complete();
    expect([...store.kept.get("viae-files-1")!.keys()].sort()).toEqual([at("a.js"), at("b.js")]);
  });

  it("are found by their address, whatever is asked behind it", () => {
    const one = new Precache([built("index.html", "page"), built("a.js", "a")], "1", HOME);
    expect(one.addressOf({ method: "GET", url: at("a.js?x=1#y") })).toBe(at("a.js"));
    expect(one.addressOf({ method: "POST", url: at("a.js") })).toBeNull();
    expect(one.addressOf({ method: "GET", url: at("api/session") })).toBeNull();
    expect(one.pageOf(at("?x=1"))).toBe(at("index.html"));
  });
});
