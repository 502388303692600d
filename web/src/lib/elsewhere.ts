// Taking a game from this device to a server, and from a server to this device: as a part of an address, so that
// nothing is sent to anybody before the page there is open.
import { get, keyed, Refusal } from "./api";
import { end } from "./end";
import { home } from "./home";
import { pack, unpack } from "./packed";
import { router } from "./router.svelte";
import type { Board, Table } from "./types";

const PLACE = "viae.server";
const LOCAL = "local.html"; // the page of a server for games without it

export interface Brought {
  document: object;
  board_file?: object;
}

/** This page belongs to a server, though it hosts its tables itself. */
export const fromServer = (): boolean => end.alone && location.pathname.endsWith(`/${LOCAL}`);

/** The server to which games of this device can be taken, or nothing. */
export function knownServer(): string {
  if (fromServer()) return home();
  try {
    return localStorage.getItem(PLACE) ?? "";
  } catch {
    return "";
  }
}

/** Whether this is the address of a server. */
export function keepServer(address: string): boolean {
  try {
    const url = new URL(address);
    if (!/^https?:$/.test(url.protocol)) return false;
    localStorage.setItem(PLACE, new URL("/", url).href);
    return true;
  } catch {
    return false;
  }
}

async function packed(table: Pick<Table, "id" | "board_file">): Promise<string> {
  const here = `/api/tables/${table.id}`;
  const brought: Brought = {
    document: await get<object>(keyed(`${here}/record`)).catch((problem: unknown) => {
      // A game that began with a position has no record.
      if (!(problem instanceof Refusal) || problem.kind !== "conflict") throw problem;
      return get<object>(keyed(`${here}/position`));
    }),
  };
  if (table.board_file) {
    brought.board_file = await get<Board>(`/api/boards/${encodeURIComponent(table.board_file)}`);
  }
  return pack(brought);
}

/** The address at which a game opens at the other end: on the known server, or on this device. */
export async function otherAddress(table: Pick<Table, "id" | "board_file">): Promise<string> {
  const record = await packed(table);
  return end.alone
    ? new URL(`import#record=${record}`, knownServer()).href
    : new URL(`${LOCAL}#/import?record=${record}`, home()).href;
}

/** The game that the address of this page brings, if there is one; then the address is forgotten. */
export async function brought(): Promise<Brought | null> {
  const text = router.query.get("record") ?? /^#record=(.+)$/.exec(location.hash)?.[1];
  if (!text) return null;
  router.go("/import", true);
  return (await unpack(text)) as Brought;
}
