// Reviews that were computed before, kept in the browser (IndexedDB). What cannot be kept is computed again.
import type { Review } from "./engine";

const NAME = "viae-analysis";
const STORE = "reviews";
const MOST = 40;

interface Kept {
  key: string;
  at: number; // ms
  review: Review;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("storage"));
  });
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: "key" }).createIndex("at", "at");
  };
  return (await done(request)).transaction(STORE, mode).objectStore(STORE);
}

/** A name for a game and how it was looked at: another record or another engine has another one. */
export async function keyFor(game: object, engine: string): Promise<string> {
  const text = JSON.stringify([engine, game]);
  if (!crypto.subtle) return text; // a page that is not served securely
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function keptReview(key: string): Promise<Review | null> {
  try {
    const found = await done<Kept | undefined>((await store("readonly")).get(key));
    return found?.review ?? null;
  } catch {
    return null;
  }
}

export async function keepReview(key: string, review: Review): Promise<void> {
  try {
    const into = await store("readwrite");
    await done(into.put({ key, at: Date.now(), review } satisfies Kept));
    const keys = await done(into.index("at").getAllKeys());
    for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) into.delete(old);
  } catch {
    // The next visit computes it again.
  }
}
