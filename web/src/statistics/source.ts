// Where statistics come from: the server, or games that this page counts itself, in workers.
import { get } from "$lib/api";
import { end } from "$lib/end";
import type { components } from "$lib/schema";

type Schemas = components["schemas"];
export type Statistics = Schemas["StatisticsPage"];
export type Group = Schemas["GroupStatistics"];
export type Opening = Schemas["Opening"];

/** Which games: an empty board stands for all, 0 for any number of players. */
export interface Choice {
  board: string;
  variant: string;
  players: number;
}

/** Prepared files, of which figures are told at once. */
export type Prepared = readonly string[];

/** Games of a file: their sums, and what a page shows of all of them, if the file says so. */
export interface Counted {
  prepared: Prepared;
  page: Statistics | null;
}

const PART = 4_000_000; // characters that a worker counts at once
const MODULE = "viae.analysis.stats.tab";

/** The games of the server, or those that are kept on this device. */
export async function ofServer(choice: Choice, kept: Prepared | null): Promise<Statistics> {
  if (kept) return told(kept, choice);
  return get<Statistics>(`/api/statistics?${asQuery(choice)}`);
}

/** What is chosen, as the query of an address. */
export function asQuery(choice: Choice): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(choice)) if (value) query.set(name, String(value));
  return query.toString();
}

/** The games of this device, counted; null where a server has counted its own. */
export async function ofDevice(): Promise<Prepared | null> {
  if (!end.alone) return null;
  return [await counted(JSON.stringify(await get<object>("/api/local/games")))];
}

/** The figures of counted games. */
export async function told(prepared: Prepared, choice: Choice): Promise<Statistics> {
  const { pool } = await import("../local/pool");
  return pool.run<Statistics>(`${MODULE}:told`, { prepared, ...choice });
}

async function counted(text: string, signal?: AbortSignal): Promise<string> {
  const { pool } = await import("../local/pool");
  return pool.run<string>(`${MODULE}:counted`, { text }, { signal });
}

/** The parts of a file of records: whole lines, about as long as a worker takes at once. */
export async function* parts(
  chunks: AsyncIterable<string>,
  most: number = PART,
): AsyncGenerator<string> {
  let text = "";
  for await (const chunk of chunks) {
    text += chunk;
    const last = text.lastIndexOf("\n");
    // One long document over several lines is not cut: lines of records end with a brace.
    if (text.length < most || last < 0 || !text.slice(0, last).trimEnd().endsWith("}")) continue;
    if (!/^\s*\{.*\}\s*$/m.test(text.slice(0, text.indexOf("\n") + 1))) continue;
    yield text.slice(0, last);
    text = text.slice(last + 1);
  }
  if (text.trim()) yield text;
}

async function* read(file: File): AsyncGenerator<string> {
  const packed = file.name.endsWith(".gz");
  const bytes = packed ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/**
 * Count a file of records, part by part; `oncounted` hears what is counted so far. A prepared file has its first page
 * with it, which needs no Python.
 */
export async function ofFile(
  file: File,
  signal: AbortSignal,
  oncounted: (prepared: Prepared) => void,
): Promise<Counted> {
  const prepared: string[] = [];
  for await (const part of parts(read(file))) {
    const page = prepared.length ? null : firstPage(part);
    if (page) return { prepared: [part], page };
    prepared.push(await counted(part, signal));
    oncounted([...prepared]);
  }
  return { prepared, page: null };
}

/** The page that a prepared file brings along. */
export function firstPage(text: string): Statistics | null {
  if (!text.startsWith('{"viae_statistics":1,')) return null;
  try {
    const { page } = JSON.parse(text) as { page?: Statistics };
    const shown = page?.shown;
    const lists = [page?.groups, shown?.seats, shown?.gods, shown?.cards, shown?.by_seat];
    return page?.format === 1 && lists.every(Array.isArray) ? page : null;
  } catch {
    return null; // Python says what is wrong with it
  }
}
