// What is prepared without clicks: a name, a table, entries; with the cookie of the page's browser.
import { randomBytes } from "node:crypto";
import { expect, type APIRequestContext, type Page } from "@playwright/test";
import type { Choice, Session, View } from "../../src/lib/types";

export const newKey = (): string => randomBytes(12).toString("hex");

export type Plan = Record<string, unknown>;
type Seat = Record<string, unknown>;

export const ME: Seat = { kind: "me" };
export const OPEN: Seat = { kind: "open" };
export const bot = (name: string): Seat => ({ kind: "bot", bot: name });
export const here = (name: string): Seat => ({ kind: "me", name });

export class Api {
  private csrf: string | null = null;
  id = "";
  name = "";

  constructor(
    readonly request: APIRequestContext,
    private base = "", // of another server than the worker's
  ) {}

  async ask<T>(method: string, path: string, data?: unknown, status = [200, 201]): Promise<T> {
    const answer = await this.request.fetch(this.base + path, {
      method,
      ...(data === undefined ? {} : { data }),
      headers: this.csrf ? { "X-Viae-Csrf": this.csrf } : {},
    });
    expect(status, `${method} ${path}: ${await answer.text()}`).toContain(answer.status());
    return (await answer.json()) as T;
  }

  get<T>(path: string): Promise<T> {
    return this.ask<T>("GET", path);
  }

  post<T>(path: string, data: unknown = {}): Promise<T> {
    return this.ask<T>("POST", path, data);
  }

  async guest(name: string): Promise<this> {
    return this.know(await this.post<Session>("/api/session", { name }));
  }

  async register(name: string, password = "correct horse"): Promise<this> {
    return this.know(await this.post<Session>("/api/accounts", { name, password }));
  }

  /** As whoever the browser is already. */
  async same(): Promise<this> {
    return this.know(await this.get<Session>("/api/session"));
  }

  private know(session: Session): this {
    this.csrf = session.csrf ?? null;
    this.id = session.person?.id ?? "";
    this.name = session.person?.name ?? "";
    return this;
  }

  /** A table; with no open seat the game begins. */
  newTable(seats: Seat[], plan: Plan = {}): Promise<View> {
    return this.post<View>("/api/tables", {
      key: newKey(),
      seats,
      start: !seats.some((seat) => seat.kind === "open"),
      ...plan,
    });
  }

  analysis(document: unknown, plan: Plan = {}): Promise<View> {
    return this.post<View>("/api/study", { document, ...plan });
  }

  view(table: string): Promise<View> {
    return this.get<View>(`/api/tables/${table}`);
  }

  play(table: string, number: number, entry: string): Promise<unknown> {
    return this.post(`/api/tables/${table}/entries`, { number, entry, key: newKey() });
  }

  /** Play for oneself until something is asked, or the game is over. */
  async playUntil(
    table: string,
    choose: (view: View) => Choice,
    until: (view: View) => boolean,
    most = 20_000,
  ): Promise<View> {
    for (let round = 0; round < most; round++) {
      const view = await this.view(table);
      if (until(view)) return view;
      if (view.table.status !== "running") throw new Error("the game was over before");
      if (view.you.decides) await this.play(table, view.game!.number, choose(view).entry);
      else await new Promise((wake) => setTimeout(wake, 15));
    }
    throw new Error("it did not come to that");
  }
}

/** Requests as the person of a page. */
export async function asGuest(page: Page, name: string): Promise<Api> {
  return new Api(page.request).guest(name);
}

export async function asAccount(page: Page, name: string): Promise<Api> {
  return new Api(page.request).register(name);
}
