// Past moments of a game, fetched by pages and kept: after 0, 1, 2 … entries.
import { get } from "$lib/api";
import type { Game } from "$lib/types";

export const PAGE = 20;
const KEPT = 15; // pages

export type Fetch = (first: number, count: number) => Promise<{ moments: Game[]; total: number }>;

export function fetchMoments(table: string): Fetch {
  return (first, count) => get(`/api/tables/${table}/moments?first=${first}&count=${count}`);
}

export class Moments {
  private pages = new Map<number, Promise<Game[]>>();
  private read = new Map<number, Game[]>();
  private round = 0;

  constructor(private fetch: Fetch) {}

  /** The moment after this number of entries, if it is already loaded. */
  known(at: number): Game | null {
    return this.read.get(Math.floor(at / PAGE))?.[at % PAGE] ?? null;
  }

  /** The moment after this number of entries; null if the game has fewer. */
  async at(at: number): Promise<Game | null> {
    const number = Math.floor(at / PAGE);
    const here = this.known(at);
    if (here) {
      this.use(number);
      return here;
    }
    if (this.read.has(number)) this.forget(number); // it has grown since
    return (await this.page(number))[at % PAGE] ?? null;
  }

  /** Fetch the page of a moment before it is asked for. */
  prepare(at: number): void {
    const number = Math.floor(at / PAGE);
    if (at >= 0 && !this.pages.has(number)) this.page(number).catch(() => {});
  }

  /** Entries were taken back: the moments after this number are no longer valid. */
  cut(at: number): void {
    for (const number of [...this.pages.keys()]) {
      if ((number + 1) * PAGE > at + 1) this.forget(number);
    }
    this.round += 1;
  }

  private page(number: number): Promise<Game[]> {
    const known = this.pages.get(number);
    if (known) return known;
    const round = this.round;
    const page = this.fetch(number * PAGE, PAGE).then(({ moments }) => {
      if (round === this.round) this.read.set(number, moments);
      return moments;
    });
    page.catch(() => this.forget(number));
    this.pages.set(number, page);
    this.use(number);
    return page;
  }

  /** Move a page to the end of those that go, and let the oldest go. */
  private use(number: number): void {
    const page = this.pages.get(number);
    if (!page) return;
    this.pages.delete(number);
    this.pages.set(number, page);
    for (const oldest of this.pages.keys()) {
      if (this.pages.size <= KEPT) break;
      this.forget(oldest);
    }
  }

  private forget(number: number): void {
    this.pages.delete(number);
    this.read.delete(number);
  }
}
