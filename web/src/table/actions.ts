// What can be done with a table as a whole: another game, trying things out, links to it.
import { get, post, Refusal } from "$lib/api";
import { router } from "$lib/router.svelte";
import type { Board, Table, View } from "$lib/types";

/** Go to the next game on the same terms. */
export async function rematch(table: string): Promise<void> {
  const view = await post<View>(`/api/tables/${table}/rematch`);
  router.go(`/t/${view.table.id}`);
}

/** Open a study table with this game, as it is or as it was after the given number of entries. */
export async function analyse(table: Table, upto?: number): Promise<void> {
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
  router.go(`/t/${view.table.id}`);
}

/** The address others can come by; of a private table with its key. */
export function linkTo(table: Pick<Table, "id" | "visibility" | "key">, path = ""): string {
  const address = new URL(`/t/${table.id}${path}`, location.origin);
  if (table.visibility === "link" && table.key) address.searchParams.set("key", table.key);
  return address.href;
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
