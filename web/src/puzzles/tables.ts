// The tables of puzzles, which are of no use afterwards: each is given up once its page is left. A page may be closed
// at any time, so they are remembered; those of other tabs are left alone.
import { post } from "$lib/api";

const PLACE = "viae.puzzles.table"; // ids, with commas between

/** What lets go of the tables of this page. */
const held = new Map<string, () => void>();

function remembered(): string[] {
  try {
    return (localStorage.getItem(PLACE) ?? "").split(",").filter(Boolean);
  } catch {
    return [];
  }
}

function remember(tables: string[]): void {
  try {
    if (tables.length) localStorage.setItem(PLACE, tables.join(","));
    else localStorage.removeItem(PLACE);
  } catch {
    // A browser that keeps nothing: the table stays among the studies.
  }
}

/** This page has a table. */
export function hold(table: string): void {
  remember([...remembered(), table]);
  const gone = new Promise<void>((free) => held.set(table, free));
  // Not on addresses that are not secure: there the latest tab has all tables.
  void navigator.locks?.request(nameOf(table), {}, () => gone);
}

const nameOf = (table: string): string => `viae.puzzles ${table}`;

/** This page has it no longer; somebody goes on with it. */
export function letGo(table: string): void {
  remember(remembered().filter((one) => one !== table));
  held.get(table)?.();
  held.delete(table);
}

/** This page has it no longer, nor does anybody else. */
export async function giveUp(table: string): Promise<void> {
  letGo(table);
  await post(`/api/tables/${table}/resign`, {}).catch(() => null);
}

/** Give up the tables of pages that are gone. */
export async function giveUpLeft(): Promise<void> {
  for (const table of remembered()) {
    if (!navigator.locks) await giveUp(table);
    else {
      const work = (lock: Lock | null) => (lock ? giveUp(table) : undefined);
      await navigator.locks.request(nameOf(table), { ifAvailable: true }, work);
    }
  }
}
