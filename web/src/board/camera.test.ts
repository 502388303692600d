// Fit, zoom and pan.
import { describe, expect, it } from "vitest";
import { centred, fit, growth, held, MOST_ZOOM, panned, toBoard, toPane, zoomed } from "./camera";
import type { Box } from "./layout";

const core: Box = [0, 0, 944, 660];

describe("the fit", () => {
  it("is 1 at the reference table, and the core is in the middle", () => {
    const { k, window } = fit({ w: 948, h: 664 }, core);
    expect(k).toBeCloseTo(1, 2);
    expect(window[2]).toBeGreaterThanOrEqual(944);
    expect(window[0] + window[2] / 2).toBeCloseTo(472);
    expect(window[1] + window[3] / 2).toBeCloseTo(330);
  });

  it("fills a pane of any shape without a letterbox and shows the whole core", () => {
    for (const [w, h] of [
      [390, 460],
      [360, 300],
      [2560, 700],
      [1640, 1140],
    ] as const) {
      const { k, window } = fit({ w, h }, core);
      expect(window[2] * k).toBeCloseTo(w);
      expect(window[3] * k).toBeCloseTo(h);
      expect(window[0]).toBeLessThanOrEqual(0.001);
      expect(window[1]).toBeLessThanOrEqual(0.001);
      expect(window[0] + window[2]).toBeGreaterThanOrEqual(943.99);
      expect(window[1] + window[3]).toBeGreaterThanOrEqual(659.99);
    }
  });

  it("draws pieces larger where the board is small", () => {
    expect(growth(1)).toBe(1);
    expect(growth(0.7)).toBe(1);
    expect(growth(0.49)).toBeCloseTo(1 / 0.7);
    expect(growth(0)).toBeLessThan(3);
  });
});

describe("zoom and pan", () => {
  const pane = { w: 900, h: 600 };

  it("keeps what is under the pointer there", () => {
    const before = { zoom: 1.5, x: 120, y: 80 };
    const point = toBoard(before, pane, core, [400, 250]);
    const after = zoomed(before, pane, 1.7, [400, 250]);
    expect(after.zoom).toBeCloseTo(2.55);
    const [x, y] = toPane(after, pane, core, point);
    expect(x).toBeCloseTo(400);
    expect(y).toBeCloseTo(250);
  });

  it("stays between 1 and 4 times the fit", () => {
    expect(zoomed({ zoom: 3, x: 0, y: 0 }, pane, 9, [0, 0]).zoom).toBe(MOST_ZOOM);
    expect(zoomed({ zoom: 2, x: 500, y: 300 }, pane, 0.01, [5, 5])).toEqual({
      zoom: 1,
      x: 0,
      y: 0,
    });
  });

  it("never shows anything beyond the window of the fit", () => {
    expect(panned({ zoom: 2, x: 10, y: 10 }, pane, 50, 50)).toEqual({ zoom: 2, x: 0, y: 0 });
    expect(held({ zoom: 2, x: 5000, y: 5000 }, pane)).toEqual({ zoom: 2, x: 900, y: 600 });
    expect(panned({ zoom: 1, x: 0, y: 0 }, pane, -90, 40)).toEqual({ zoom: 1, x: 0, y: 0 });
  });

  it("brings a point to the middle where it can", () => {
    const view = centred({ zoom: 3, x: 0, y: 0 }, pane, core, [472, 330]);
    const [x, y] = toPane(view, pane, core, [472, 330]);
    expect(x).toBeCloseTo(450);
    expect(y).toBeCloseTo(300);
    expect(centred({ zoom: 3, x: 9, y: 9 }, pane, core, [0, 0])).toMatchObject({ y: 0 });
  });

  it("goes from px to units and back", () => {
    const view = { zoom: 2.2, x: 33, y: 44 };
    const there = toPane(view, pane, core, toBoard(view, pane, core, [123, 321]));
    expect(there[0]).toBeCloseTo(123);
    expect(there[1]).toBeCloseTo(321);
  });
});
