// Games in the browser's storage (IndexedDB). A game is its start and its entries; entries are only ever
// added. One page owns the storage: whoever opened it last for writing; all others cannot write.

export type Outcome = "" | "full" | "failed" | "lost";

interface SavedEntry {
  game: string;
  number: number;
}

/** What is written in one go, as `viae.local.surroundings.Changes`. */
interface Changes {
  tables?: { id: string }[];
  starts?: { game: string }[];
  entries?: SavedEntry[];
  boards?: { id: string; body: unknown }[];
  facts?: Record<string, unknown>;
}

const VERSION = 1;
const STORES = ["tables", "starts", "entries", "boards", "facts", "owner"] as const;
const OWNER = "owner";

export const nameOf = (home: string): string => `viae:${new URL(home).pathname}`;

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("storage"));
  });
}

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, VERSION);
  request.onupgradeneeded = () => {
    const base = request.result;
    base.createObjectStore("tables", { keyPath: "id" });
    base.createObjectStore("starts", { keyPath: "game" });
    base.createObjectStore("entries", { keyPath: ["game", "number"] });
    base.createObjectStore("boards", { keyPath: "id" });
    base.createObjectStore("facts");
    base.createObjectStore("owner");
  };
  return done(request);
}

export class Storage {
  readonly #base: IDBDatabase;
  #owner = "";

  private constructor(base: IDBDatabase) {
    this.#base = base;
    base.onversionchange = () => base.close(); // a newer version in another tab
  }

  static async open(name: string): Promise<Storage> {
    return new Storage(await open(name));
  }

  close(): void {
    this.#base.close();
  }

  /** From now on only this page writes; an error says why it cannot. */
  async own(): Promise<void> {
    const owner = crypto.getRandomValues(new Uint32Array(4)).join("-");
    const work = this.#base.transaction("owner", "readwrite", { durability: "strict" });
    work.objectStore("owner").put(owner, OWNER);
    // Whether there is room shows only at the end.
    await new Promise<void>((resolve, reject) => {
      work.oncomplete = () => resolve();
      work.onabort = () => reject(work.error ?? new Error("storage"));
    });
    this.#owner = owner;
  }

  #read<T>(store: (typeof STORES)[number], ask: (from: IDBObjectStore) => IDBRequest<T>) {
    return done(ask(this.#base.transaction(store).objectStore(store)));
  }

  tables(): Promise<unknown[]> {
    return this.#read("tables", (from) => from.getAll());
  }

  async facts(): Promise<Record<string, unknown>> {
    const from = this.#base.transaction("facts").objectStore("facts");
    const [names, values] = await Promise.all([done(from.getAllKeys()), done(from.getAll())]);
    return Object.fromEntries(names.map((name, index) => [String(name), values[index]]));
  }

  async game(table: string): Promise<{ start: unknown; entries: unknown[] }> {
    const work = this.#base.transaction(["starts", "entries"]);
    const all = IDBKeyRange.bound([table, 0], [table, Infinity]);
    const [start, entries] = await Promise.all([
      done(work.objectStore("starts").get(table)),
      done(work.objectStore("entries").getAll(all)),
    ]);
    if (!start) throw new Error(`the game of table ${table} is missing`);
    return { start, entries };
  }

  async board(key: string): Promise<unknown> {
    const found = await this.#read<{ body: unknown } | undefined>("boards", (from) =>
      from.get(key),
    );
    return found?.body ?? null;
  }

  /** Write all of it or nothing; it is on the disk when this says so. */
  save(changes: Changes): Promise<Outcome> {
    return new Promise((resolve) => {
      let work: IDBTransaction;
      try {
        work = this.#base.transaction([...STORES], "readwrite", { durability: "strict" });
      } catch {
        resolve("failed");
        return;
      }
      let lost = false;
      const to = (name: (typeof STORES)[number]) => work.objectStore(name);
      work.oncomplete = () => resolve("");
      work.onabort = () => {
        if (lost) resolve("lost");
        else resolve(work.error?.name === "QuotaExceededError" ? "full" : "failed");
      };
      const asked = to("owner").get(OWNER);
      asked.onsuccess = () => {
        if (asked.result !== this.#owner) {
          lost = true; // another page has taken over: nothing of this one counts any more
          work.abort();
          return;
        }
        try {
          for (const entry of changes.entries ?? []) to("entries").add(entry);
          for (const start of changes.starts ?? []) to("starts").put(start);
          for (const table of changes.tables ?? []) to("tables").put(table);
          for (const board of changes.boards ?? []) to("boards").put(board);
          for (const [name, fact] of Object.entries(changes.facts ?? {})) {
            to("facts").put(fact, name);
          }
        } catch {
          work.abort();
        }
      };
    });
  }
}
