// What the user keeps at a table for themselves alone: notes, and a plan for the next turn.
import { get, post, put } from "$lib/api";
import type { components } from "$lib/schema";
import type { Choice } from "$lib/types";

export type PersonalView = components["schemas"]["PersonalView"];
type Preview = components["schemas"]["Preview"];

const EMPTY: PersonalView = { notes: "", plan: null, fault: null, notify: null };

/** A table without a server has nobody to keep this, and nobody to wait for. */
export const hosted = () =>
  document.querySelector('meta[name="viae-end"][content="local"]') === null;

export class Personal {
  kept = $state.raw<PersonalView>(EMPTY);
  /** The entries of the plan that is being made, and what could follow. */
  entries = $state.raw<string[]>([]);
  legal = $state.raw<Choice[]>([]);

  constructor(readonly table: string) {}

  private get path(): string {
    return `/api/tables/${this.table}`;
  }

  /** Whether this browser knows of a plan; others are found where people play over days. */
  get known(): boolean {
    return localStorage.getItem(this.note) !== null;
  }

  private get note(): string {
    return `viae.plan.${this.table}`;
  }

  private take(kept: PersonalView): void {
    this.kept = kept;
    if (kept.plan) localStorage.setItem(this.note, "1");
    else localStorage.removeItem(this.note);
  }

  async read(): Promise<void> {
    this.take(await get<PersonalView>(`${this.path}/personal`));
  }

  async keep(changes: Partial<Pick<PersonalView, "notes" | "plan" | "notify">>): Promise<void> {
    this.take(await put<PersonalView>(`${this.path}/personal`, changes));
  }

  /** Try out a plan: what could follow it if it were our turn now. */
  async look(entries: string[]): Promise<void> {
    const tried = await post<Preview>(`${this.path}/plan/preview`, { entries });
    this.entries = entries;
    this.legal = tried.legal as Choice[];
  }
}
