// The puzzles that come with Viae: one file, read when a page of puzzles is opened. A server says how hard people
// found them; without one the ratings are those that the bots gave them.
import { get, Refusal } from "$lib/api";
import { end } from "$lib/end";
import { places } from "$lib/home";
import type { Puzzle } from "../analysis/engine";

export type { Puzzle, PuzzleGrade } from "../analysis/engine";
export type Theme = Puzzle["themes"][number];

export const DIFFICULTIES = ["easy", "medium", "hard"] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];
const HARDER = [1350, 1500] as const; // ratings at which it is medium, and hard

const DAY = 86_400_000; // ms
/** Days from the first of January of the year 1, which is number 1, to that of 1970. */
const BEFORE_1970 = 719_163;

export function difficultyOf({ rating }: Pick<Puzzle, "rating">): Difficulty {
  return DIFFICULTIES[HARDER.filter((least) => rating >= least).length]!;
}

/** A day as it is written, 2030-01-31; the same everywhere in the world. */
export const dayOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10);

let reading: Promise<Puzzle[]> | null = null;

/** All puzzles, by id, as hard as people found them; a Refusal if they cannot be read. */
export function allPuzzles(): Promise<Puzzle[]> {
  reading ??= Promise.all([read(), corrected()])
    .then(([found, ratings]) =>
      found.map((one) => ({ ...one, rating: ratings[one.id] ?? one.rating })),
    )
    .catch((problem: unknown) => {
      reading = null; // another try may have more luck
      throw problem instanceof Refusal ? problem : Refusal.offline();
    });
  return reading;
}

async function read(): Promise<Puzzle[]> {
  const answer = await fetch(new URL("puzzles.jsonl.gz", places().python));
  if (!answer.ok) throw Refusal.offline();
  return parse(new Uint8Array(await answer.arrayBuffer()));
}

async function corrected(): Promise<Record<string, number>> {
  if (end.alone) return {};
  const found = get<{ ratings: Record<string, number> }>("/api/puzzles/ratings");
  return found.then(({ ratings }) => ratings).catch(() => ({}));
}

/** The puzzles of a file; some web servers unpack it on the way. */
export async function parse(bytes: Uint8Array<ArrayBuffer>): Promise<Puzzle[]> {
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const body = new Response(bytes).body!;
  const plain = packed ? body.pipeThrough(new DecompressionStream("gzip")) : body;
  const lines = (await new Response(plain).text()).split("\n").filter(Boolean);
  const found = lines.map((line) => JSON.parse(line) as Puzzle);
  return found.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** The puzzle of a day, as `viae.analysis.puzzles.puzzle_of_day` has it: all have their turn, one after the other. */
export function puzzleOfDay(all: readonly Puzzle[], day: string): Puzzle {
  const number = Date.parse(`${day}T00:00:00Z`) / DAY + BEFORE_1970;
  return all[number % all.length]!;
}

export interface Filter {
  theme: Theme | "";
  difficulty: Difficulty | "";
}

export const fits = (one: Puzzle, { theme, difficulty }: Filter): boolean =>
  (!theme || one.themes.includes(theme)) && (!difficulty || difficultyOf(one) === difficulty);

/** The seats that the player decides for: in the last turn of a team those of both partners. */
export function seatsOf({ kind, variant, players, seat }: Puzzle): number[] {
  const both = kind === "last-round" && variant === "venus-team";
  return both ? [seat, (seat + players / 2) % players] : [seat];
}

/** What the partner has played of the turn already. */
export const begun = ({ position }: Puzzle): readonly string[] =>
  (position as { entries?: string[] }).entries ?? [];

/** A puzzle that has not been tried, about as hard as the player is good; any other if all have been. */
export function nextPuzzle(
  all: readonly Puzzle[],
  filter: Filter,
  rating: number,
  tried: (id: string) => boolean,
  now = "",
  luck = Math.random(),
): Puzzle | null {
  const others = all.filter((one) => one.id !== now && fits(one, filter));
  const fresh = others.filter((one) => !tried(one.id));
  const from = fresh.length ? fresh : others;
  const near = [...from].sort(
    (one, other) => Math.abs(one.rating - rating) - Math.abs(other.rating - rating),
  );
  return near[Math.floor(luck * Math.min(near.length, 8))] ?? null;
}
