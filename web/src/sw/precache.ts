// One version of the client, kept whole: every file with its digest, all from the same build.

/** A file of the build. */
export interface BuiltFile {
  path: string; // relative to index.html
  bytes: number;
  digest: string; // SHA-256, hexadecimal
  /** "always": from the first visit on; "python": once a game without a server begins; "used": when first used. */
  group: "always" | "python" | "used";
}

const PREFIX = "viae-files-";

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

function joined(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** A store of files for each version; nothing is ever taken from another one but the same bytes. */
export class Precache {
  readonly #files: Map<string, BuiltFile>;
  readonly #name: string;
  readonly #home: URL;
  readonly #underway = new Map<string, Promise<void>>();

  constructor(files: BuiltFile[], version: string, home: URL) {
    this.#home = home;
    this.#name = PREFIX + version;
    this.#files = new Map(files.map((file) => [new URL(file.path, home).href, file]));
  }

  /** The address of a file of this version for a request, or null if it is none. */
  addressOf(request: Pick<Request, "method" | "url">): string | null {
    if (request.method !== "GET") return null;
    const url = new URL(request.url);
    url.search = "";
    url.hash = "";
    return this.#files.has(url.href) ? url.href : null;
  }

  /** The page for an address: the one of that name, else the first one. */
  pageOf(url: string): string {
    return this.addressOf({ method: "GET", url }) ?? new URL("index.html", this.#home).href;
  }

  /** Keep what a first visit needs; of Python too, if the version before had it. */
  async install(): Promise<void> {
    const had = await this.#olderHas("python");
    await this.#keepAll((file) => file.group === "always" || (file.group === "python" && had));
  }

  /** Keep Python too, so that games without a server can be played without a network. */
  async complete(): Promise<void> {
    await this.#keepAll((file) => file.group !== "used");
  }

  async #keepAll(wanted: (file: BuiltFile) => boolean): Promise<void> {
    const left = [...this.#files].filter(([, file]) => wanted(file)).map(([address]) => address);
    // A few at once, so that a server with little to spare is not flooded.
    const work = Array.from({ length: 4 }, async () => {
      for (let address = left.shift(); address; address = left.shift()) await this.#keep(address);
    });
    await Promise.all(work);
  }

  /** Keep a file; an error says that it could not be kept, for instance as there is no room. */
  async #keep(address: string): Promise<void> {
    const cache = await caches.open(this.#name);
    if (await cache.match(address)) return;
    await (this.#underway.get(address) ?? this.#begin(address, cache, () => undefined));
  }

  /**
   * A file of this version, as it arrives; it ends with an error if it is of another version. A file that
   * cannot be kept arrives all the same.
   */
  async get(address: string): Promise<Response> {
    const cache = await caches.open(this.#name);
    const kept = await cache.match(address);
    if (kept) return kept;
    const underway = this.#underway.get(address);
    if (underway) return underway.catch(() => undefined).then(() => this.get(address));
    return new Promise((arrives, fails) => {
      this.#begin(address, cache, arrives).catch(fails);
    });
  }

  /** Once a file that is on its way has come, or failed to. */
  async arrived(address: string): Promise<void> {
    await this.#underway.get(address)?.catch(() => undefined);
  }

  #begin(address: string, cache: Cache, arrives: (answer: Response) => void): Promise<void> {
    const whole = this.#fetch(address, cache, arrives);
    this.#underway.set(address, whole);
    const ended = () => this.#underway.delete(address);
    whole.then(ended, ended);
    return whole;
  }

  /** Fetch a file and keep it once all of it has come and is right; `arrives` gets it before. */
  async #fetch(address: string, cache: Cache, arrives: (answer: Response) => void): Promise<void> {
    const file = this.#files.get(address)!;
    const older = await this.#fromOlder(address, file.digest);
    if (older) {
      const copy = older.clone();
      arrives(older);
      return cache.put(address, copy);
    }
    // A digest is part of the names in assets/, so that what the browser has of them is right.
    const mode = file.path.startsWith("assets/") ? "default" : "no-cache";
    const answer = await fetch(address, { cache: mode, credentials: "same-origin" });
    if (!answer.ok || !answer.body) throw new Error(`${file.path}: ${answer.status}`);
    const headers = new Headers({ "Content-Length": String(file.bytes) });
    // The policy of the server holds for what is kept, too.
    for (const name of ["Content-Type", "Content-Security-Policy", "X-Content-Type-Options"]) {
      const value = answer.headers.get(name);
      if (value) headers.set(name, value);
    }
    const chunks: Uint8Array[] = [];
    let keeping: Promise<void> = Promise.resolve();
    const checked = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, out) => {
        chunks.push(chunk);
        out.enqueue(chunk);
      },
      flush: async () => {
        const bytes = joined(chunks);
        if (hex(await crypto.subtle.digest("SHA-256", bytes)) !== file.digest) {
          throw new Error(`${file.path} is of another version`);
        }
        keeping = cache.put(address, new Response(bytes, { headers }));
        await keeping.catch(() => undefined); // whoever keeps files is told below
      },
    });
    const [here, there] = answer.body.pipeThrough(checked).tee();
    arrives(new Response(there, { headers }));
    await here.pipeTo(new WritableStream());
    await keeping;
  }

  /** The same bytes, where a version before has them. */
  async #fromOlder(address: string, digest: string): Promise<Response | null> {
    for (const name of await this.#older()) {
      const kept = await (await caches.open(name)).match(address);
      if (!kept) continue;
      const bytes = new Uint8Array(await kept.clone().arrayBuffer());
      if (hex(await crypto.subtle.digest("SHA-256", bytes)) === digest) return kept;
    }
    return null;
  }

  async #olderHas(group: BuiltFile["group"]): Promise<boolean> {
    const address = [...this.#files].find(([, file]) => file.group === group)?.[0];
    for (const name of address ? await this.#older() : []) {
      if (await (await caches.open(name)).match(address!)) return true;
    }
    return false;
  }

  async #older(): Promise<string[]> {
    return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== this.#name);
  }

  /** Forget all other versions. */
  async clean(): Promise<void> {
    await Promise.all((await this.#older()).map((name) => caches.delete(name)));
  }
}
