// Requests to the other end: JSON both ways, the token if something changes, typed refusals.
import { end, type Answer } from "./end";
import type { Failure, Session } from "./types";

/** A refusal of the server, or no connection (`kind` "offline"). */
export class Refusal extends Error {
  readonly kind: string;
  constructor(
    readonly failure: Failure,
    readonly status = 0,
  ) {
    super(failure.message);
    this.kind = failure.kind;
  }

  /** There is no connection, or it was lost before the answer came. */
  static offline(): Refusal {
    return Refusal.of("offline", "client.offline");
  }

  /** A refusal that comes from the page itself. */
  static of(kind: string, code: string, status = 0): Refusal {
    return new Refusal({ kind, code, rule: "", values: {}, message: code }, status);
  }
}

// Keys of the links by which tables were opened that are not public, for whoever has no name.
const keys = new Map<string, string>();

export function rememberKey(table: string, key: string): void {
  keys.set(table, key);
}

export function keyOf(table: string): string | undefined {
  return keys.get(table);
}

/** An address of the server, with the key of the table it is about. */
export function keyed(path: string): string {
  const key = keys.get(/^\/api\/tables\/([a-z0-9]+)/.exec(path)?.[1] ?? "");
  return key ? `${path}${path.includes("?") ? "&" : "?"}key=${encodeURIComponent(key)}` : path;
}

let token: string | null = null;

/** Each session has a token of its own; whether this is another one than before. */
export function useToken(csrf: string | null): boolean {
  const changed = token !== csrf;
  token = csrf;
  return changed;
}

/** A key for a post: the same post twice plays once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Answer;
  try {
    answer = await end.ask(method, path, body, token);
  } catch (problem) {
    throw problem instanceof Refusal ? problem : Refusal.offline();
  }
  const { status } = answer;
  if (status < 200 || status >= 300) {
    const failure = (answer.value as { error?: Failure } | null)?.error;
    throw failure ? new Refusal(failure, status) : Refusal.of("failed", "server.failed", status);
  }
  return answer.value as T;
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", keyed(path));
export const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("POST", path, body);
export const put = <T>(path: string, body: unknown): Promise<T> => ask<T>("PUT", path, body);
export const patch = <T>(path: string, body: unknown): Promise<T> => ask<T>("PATCH", path, body);
export const remove = <T>(path: string): Promise<T> => ask<T>("DELETE", path);

export async function readSession(): Promise<Session> {
  const session = await get<Session>("/api/session");
  useToken(session.csrf);
  return session;
}
