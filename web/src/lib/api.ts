// Requests to the server: JSON both ways, the token if something changes, typed refusals.
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

let token: string | null = null;

export function useToken(csrf: string | null): void {
  token = csrf;
}

/** A key for a post: the same post twice plays once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token && method !== "GET") headers["X-Viae-Csrf"] = token;
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw Refusal.offline();
  }
  const value = (await answer.json().catch(() => null)) as { error?: Failure } | null;
  if (!answer.ok) {
    throw value?.error
      ? new Refusal(value.error, answer.status)
      : Refusal.of("failed", "server.failed", answer.status);
  }
  return value as T;
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("POST", path, body);
export const put = <T>(path: string, body: unknown): Promise<T> => ask<T>("PUT", path, body);
export const patch = <T>(path: string, body: unknown): Promise<T> => ask<T>("PATCH", path, body);
export const remove = <T>(path: string): Promise<T> => ask<T>("DELETE", path);

export async function readSession(): Promise<Session> {
  const session = await get<Session>("/api/session");
  useToken(session.csrf);
  return session;
}
