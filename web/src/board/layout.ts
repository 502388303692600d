// Drawings of boards: where cities, paths, provinces and coasts lie, in board units.
import type { Board, Kind } from "$lib/types";

export type Point = [number, number];
export type Box = [number, number, number, number];

export interface Label {
  x: number;
  y: number; // the baseline
  anchor: "start" | "middle" | "end";
}

export interface CityDrawing {
  x: number;
  y: number;
  true: Point; // where it lies on the globe, before it made room for others
  label: Label;
}

export interface PathDrawing {
  d: string; // cubic curves from the first end to the second
  length: number;
  stand: Point | null; // null where nobody may stop
  at: number; // the place's share of the length
  sign?: Point; // where nobody may stop: the sign that says so
}

export interface ProvinceDrawing {
  tint: number;
  label: Label;
  marker: Point;
  area: string; // runs out to sea; the coast cuts it
}

export interface Layout {
  board: string;
  viewBox: Box; // the core, which every window shows: x, y, width, height
  bleed: Box;
  projection: { rotate: number[]; angle: number; scale: number; translate: number[] };
  capital: { id: string; tray: { x: number; y: number; w: number; h: number } };
  cities: Record<string, CityDrawing>;
  paths: Record<Kind, Record<string, PathDrawing>>;
  provinces: Record<string, ProvinceDrawing>;
  frontier: string;
  land: string;
}

/** A small picture of a board, for lists. */
export interface MiniLayout {
  viewBox: Box;
  land: string;
  areas: { tint: number; d: string }[];
  frontier: string;
  roads: string;
  lanes: string;
  cities: Point[];
  capital: Point;
}

/**
 * Where an inscription stands beside its thing: at an offset from the thing's middle, but with its
 * whole estimated width inside the window, where both are drawn larger by `grow`.
 */
export function within(
  offset: number,
  wide: number,
  anchor: Label["anchor"],
  middle: number,
  grow: number,
  window: Box,
): number {
  const before = anchor === "start" ? 0 : anchor === "middle" ? wide / 2 : wide;
  const low = (window[0] + 3 - middle) / grow + before;
  const high = (window[0] + window[2] - 3 - middle) / grow - wide + before;
  return Math.max(low, Math.min(high, offset));
}

// Made by tools/layouts.mjs.
const drawn = import.meta.glob<Layout>("../layouts/*.json", { import: "default" });
const small = import.meta.glob<MiniLayout>("../layouts/mini/*.json", { import: "default" });

/** Whether a drawing is of this very board. */
export function fits(layout: Layout, board: Board): boolean {
  return (
    layout.capital.id === board.capital &&
    board.cities.length === Object.keys(layout.cities).length &&
    board.cities.every(({ id }) => layout.cities[id]) &&
    board.provinces.every(({ id }) => layout.provinces[id]) &&
    board.paths.every(({ id, kind, can_stop }) => {
      const path = layout.paths[kind][id];
      return path && (path.stand !== null) === can_stop;
    })
  );
}

const found = new WeakMap<Board, Promise<Layout>>();

/** The drawing of a board: ready-made, or computed for a custom board. */
export function loadLayout(board: Board, id: string = board.id): Promise<Layout> {
  let layout = found.get(board);
  if (!layout) {
    layout = find(board, id);
    found.set(board, layout);
  }
  return layout;
}

/** Begin to fetch the drawing of a board before its figures are there. */
export function preloadLayout(id: string): void {
  void drawn[`../layouts/${id}.json`]?.().catch(() => undefined); // tried again when it is needed
}

async function find(board: Board, id: string): Promise<Layout> {
  const ready = await drawn[`../layouts/${id}.json`]?.();
  if (ready && fits(ready, board)) return ready;
  const { computeLayout } = await import("./compute");
  return computeLayout(board);
}

/** The small picture of a board that comes with the game, or null. */
export async function loadMini(id: string): Promise<MiniLayout | null> {
  return (await small[`../layouts/mini/${id}.json`]?.()) ?? null;
}
