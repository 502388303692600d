// What can be done with a table as a whole: another game, trying things out, links to it.
import { get, keyOf, newKey, post, Refusal } from "$lib/api";
import { router } from "$lib/router.svelte";
import type { Board, Table, View } from "$lib/types";

/** Go to the next game on the same terms. */
export async function rematch(table: string): Promise<void> {
  const view = await post<View>(`/api/tables/${table}/rematch`);
  router.go(`/t/${view.table.id}`);
}

/**
 * Open a study table with this game, as it is or as it was after the given number of entries; with what is tried
 * out from there.
 */
export async function analyse(table: Table, upto?: number, entries: string[] = []): Promise<void> {
  const here = `/api/tables/${table.id}`;
  const at = upto === undefined ? {} : { upto };
  let plan: object;
  try {
    plan = { document: await get<object>(`${here}/record`), ...at };
  } catch (problem) {
    if (!(problem instanceof Refusal) || problem.kind !== "conflict") throw problem;
    const when = upto === undefined ? "" : `?at=${upto}`; // a game that began with a position
    plan = { document: await get<object>(`${here}/position${when}`) };
  }
  if (table.board_file) {
    const board = await get<Board>(`/api/boards/${encodeURIComponent(table.board_file)}`);
    plan = { ...plan, board_file: board };
  }
  const view = await post<View>("/api/study", plan);
  await playAll(view.table.id, view.game?.number ?? 0, entries);
  router.go(`/t/${view.table.id}`);
}

/** Play entries of one turn at a study table, the first as the given row. */
export async function playAll(table: string, number: number, entries: string[]): Promise<void> {
  for (const [n, entry] of entries.entries()) {
    await post(`/api/tables/${table}/entries`, { number: number + n, entry, key: newKey() });
  }
}

type Linked = Pick<Table, "id" | "visibility" | "key">;

/** The path of a table in the page; of a private one with its key. */
export function pathTo(table: Linked, path = "", query: Record<string, string> = {}): string {
  const key = table.visibility === "link" ? (table.key ?? keyOf(table.id)) : null;
  const asked = new URLSearchParams(key ? { key, ...query } : query).toString();
  return `/t/${table.id}${path}${asked && `?${asked}`}`;
}

/** The address others can come by. */
export function linkTo(table: Linked, path = "", query: Record<string, string> = {}): string {
  return router.address(pathTo(table, path, query));
}

/** Put a text where it can be pasted from; false if the browser does not let us. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
