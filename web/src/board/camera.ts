// How the board sits in its pane: the fit, zoom from 1 to 4 times the fit, and panning.
import type { Box, Point } from "./layout";

export interface Size {
  w: number;
  h: number;
}

/** What is seen: how far zoomed, and how far the zoomed picture is pushed to the left and up, in px. */
export interface View {
  zoom: number;
  x: number;
  y: number;
}

export const MOST_ZOOM = 4;
export const SMALL = 0.7; // px per unit; below it pieces grow and most inscriptions are hidden

/** Scale of the fit and the window of board units that fills the pane, the core in its middle. */
export function fit(pane: Size, [x, y, w, h]: Box): { k: number; window: Box } {
  const k = Math.min(pane.w / w, pane.h / h) || 1;
  const wide = pane.w / k || w;
  const high = pane.h / k || h;
  return { k, window: [x + (w - wide) / 2, y + (h - high) / 2, wide, high] };
}

/** How much larger pieces, markers and numbers are drawn at this scale, in px per unit. */
export function growth(scale: number): number {
  return scale < SMALL ? 1 / Math.sqrt(Math.max(scale, 0.2)) : 1;
}

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/** The nearest view that is allowed: nothing beyond the window of the fit. */
export function held({ zoom, x, y }: View, pane: Size): View {
  const z = between(1, zoom, MOST_ZOOM);
  return { zoom: z, x: between(0, x, pane.w * (z - 1)), y: between(0, y, pane.h * (z - 1)) };
}

/** Zoom by a factor; what lies under the point (px in the pane) stays there. */
export function zoomed(view: View, pane: Size, factor: number, [px, py]: Point): View {
  const zoom = between(1, view.zoom * factor, MOST_ZOOM);
  const real = zoom / view.zoom;
  return held({ zoom, x: (view.x + px) * real - px, y: (view.y + py) * real - py }, pane);
}

/** Push the picture along with the pointer. */
export function panned(view: View, pane: Size, dx: number, dy: number): View {
  return held({ zoom: view.zoom, x: view.x - dx, y: view.y - dy }, pane);
}

/** From px in the pane to board units. */
export function toBoard(view: View, pane: Size, core: Box, [px, py]: Point): Point {
  const { k, window } = fit(pane, core);
  const scale = k * view.zoom;
  return [window[0] + (px + view.x) / scale, window[1] + (py + view.y) / scale];
}

/** From board units to px in the pane. */
export function toPane(view: View, pane: Size, core: Box, [x, y]: Point): Point {
  const { k, window } = fit(pane, core);
  const scale = k * view.zoom;
  return [(x - window[0]) * scale - view.x, (y - window[1]) * scale - view.y];
}

/** The view at the same zoom (or another) with a point in its middle, as far as that is allowed. */
export function centred(view: View, pane: Size, core: Box, point: Point, zoom = view.zoom): View {
  const z = between(1, zoom, MOST_ZOOM);
  const [px, py] = toPane({ zoom: z, x: 0, y: 0 }, pane, core, point);
  return held({ zoom: z, x: px - pane.w / 2, y: py - pane.h / 2 }, pane);
}
