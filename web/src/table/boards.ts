// Boards by id, fetched once.
import { get } from "$lib/api";
import type { Board, Table } from "$lib/types";
import { loadLayout, preloadLayout } from "../board/layout";

const known = new Map<string, Promise<Board>>();

/** The board of a table; an own board is known by the id of its file. */
export function loadBoard(table: Pick<Table, "board" | "board_file">): Promise<Board> {
  const id = table.board_file ?? table.board;
  let found = known.get(id);
  if (!found) {
    if (!table.board_file) preloadLayout(table.board);
    found = get<Board>(`/api/boards/${encodeURIComponent(id)}`).then(drawn);
    found.catch(() => known.delete(id));
    known.set(id, found);
  }
  return found;
}

/** A board once it can be drawn, so that the page is laid out once; the board tells if it cannot be. */
async function drawn(board: Board): Promise<Board> {
  await loadLayout(board).catch(() => undefined);
  return board;
}
