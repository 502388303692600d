// Colours as people with other colour vision see them, and what stands beside the colour.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { GOODS } from "$lib/types";
import { GODS } from "./names";
import { godPaths, goodPath, markPath, SEATS } from "./shapes";

type Three = [number, number, number];
type Matrix = [Three, Three, Three];

const css = readFileSync(resolve("src/app.css"), "utf8");
const [light = "", dark = ""] = [":root {", ':root[data-theme="dark"] {'].map((start) => {
  const from = css.indexOf(start);
  return css.slice(from, css.indexOf("\n}", from));
});

function token(name: string, theme: "light" | "dark" = "light"): Three {
  const find = (block: string) => new RegExp(`--${name}:\\s*([^;]+);`).exec(block)?.[1]?.trim();
  const value = (theme === "dark" ? find(dark) : undefined) ?? find(light) ?? "";
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (other) return token(other, theme);
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1];
  if (!hex) throw new Error(`no colour ${name}: “${value}”`);
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex;
  return [0, 2, 4].map((i) => parseInt(full.slice(i, i + 2), 16) / 255) as Three;
}

const linear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const times = (m: Matrix, v: Three): Three =>
  m.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]) as Three;

/** Full protanopia, deuteranopia and tritanopia, for linear RGB (Machado, Oliveira, Fernandes 2009). */
const VISIONS: Record<string, Matrix> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const XYZ: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];

function lab(colour: Three, vision: Matrix): Three {
  const seen = times(vision, colour.map(linear) as Three).map((v) => Math.min(1, Math.max(0, v)));
  const [x, y, z] = times(XYZ, seen as Three);
  const f = (v: number): number => (v > 216 / 24389 ? Math.cbrt(v) : ((24389 / 27) * v + 16) / 116);
  const [fx, fy, fz] = [f(x / 0.95047), f(y), f(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/** CIEDE2000. */
function difference([l1, a1, b1]: Three, [l2, a2, b2]: Three): number {
  const rad = Math.PI / 180;
  const c7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7;
  const g = 0.5 * (1 - Math.sqrt(c7 / (c7 + 25 ** 7)));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const hue = (b: number, a: number): number => (a || b ? (Math.atan2(b, a) / rad + 360) % 360 : 0);
  const [h1, h2] = [hue(b1, p1), hue(b2, p2)];
  const grey = c1 * c2 === 0;
  let turn = grey ? 0 : h2 - h1;
  if (turn > 180) turn -= 360;
  else if (turn < -180) turn += 360;
  const dh = 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * rad);
  const [dl, dc] = [l2 - l1, c2 - c1];
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  let h = h1 + h2;
  if (!grey) {
    if (Math.abs(h1 - h2) > 180) h += h < 360 ? 360 : -360;
    h /= 2;
  }
  const cos = (degrees: number): number => Math.cos(degrees * rad);
  const t =
    1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const [sc, sh] = [1 + 0.045 * c, 1 + 0.015 * c * t];
  const m7 = c ** 7;
  const rt =
    -2 * Math.sqrt(m7 / (m7 + 25 ** 7)) * Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * rad);
  return Math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh));
}

function contrast(one: Three, other: Three): number {
  const light = (colour: Three): number => times(XYZ, colour.map(linear) as Three)[1] + 0.05;
  const [a, b] = [light(one), light(other)];
  return Math.max(a, b) / Math.min(a, b);
}

function closest(names: readonly string[], vision: Matrix): { pair: string; by: number } {
  let found = { pair: "", by: Infinity };
  names.forEach((one, i) => {
    for (const other of names.slice(i + 1)) {
      const by = difference(lab(token(one), vision), lab(token(other), vision));
      if (by < found.by) found = { pair: `${one} and ${other}`, by };
    }
  });
  return found;
}

const seats = Array.from({ length: SEATS }, (_, seat) => `seat${seat}`);

describe("the measure", () => {
  it("gives the published differences", () => {
    const pairs: [Three, Three, number][] = [
      [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
      [[50, -1, 2], [50, 0, 0], 2.3669],
      [[50, 2.49, -0.001], [50, -2.49, 0.0011], 7.2195],
      [[50, 2.5, 0], [73, 25, -18], 27.1492],
      [[90.8027, -2.0831, 1.441], [91.1528, -1.6435, 0.0447], 1.4441],
      [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
    ];
    for (const [one, other, wanted] of pairs) expect(difference(one, other)).toBeCloseTo(wanted, 4);
  });

  it("sees red and green alike where somebody cannot tell them apart", () => {
    const [red, green]: Three[] = [
      [0.65, 0.35, 0.2],
      [0.45, 0.47, 0.15],
    ];
    const by = (vision: string) =>
      difference(lab(red!, VISIONS[vision]!), lab(green!, VISIONS[vision]!));
    expect(by("deutan")).toBeLessThan(by("usual") / 2);
  });
});

describe.each(Object.entries(VISIONS))("for %s eyes", (_name, vision) => {
  it("the seats differ", () => {
    const { pair, by } = closest(seats, vision);
    expect(by, pair).toBeGreaterThan(18);
  });

  it("the goods differ", () => {
    const { pair, by } = closest(GOODS, vision);
    expect(by, pair).toBeGreaterThan(18);
  });
});

describe("without any colour", () => {
  it("each seat has its own mark, each good its own shape, each god its own symbol", () => {
    expect(new Set(seats.map((_, seat) => markPath(seat))).size).toBe(SEATS);
    expect(new Set(GOODS.map(goodPath)).size).toBe(GOODS.length);
    expect(new Set(GODS.map((god) => JSON.stringify(godPaths(god)))).size).toBe(GODS.length);
  });
});

describe("contrast", () => {
  it.each(seats)("the mark stands out on %s", (seat) => {
    const ink = seat.replace("seat", "seat-ink");
    expect(contrast(token(seat), token(ink))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(GOODS)("the letter stands out on %s", (good) => {
    expect(contrast(token(good), token(`${good}-ink`))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(GODS)("white stands out on the band of %s, and its symbol on panels", (god) => {
    expect(contrast([1, 1, 1], token(`god-${god}`))).toBeGreaterThanOrEqual(4.5);
    for (const theme of ["light", "dark"] as const)
      for (const ground of ["panel", "panel2"])
        expect(
          contrast(token(`symbol-${god}`, theme), token(ground, theme)),
          `${ground}, ${theme}`,
        ).toBeGreaterThanOrEqual(4.5);
  });

  it("the value stands out on a coin", () => {
    for (const theme of ["light", "dark"] as const)
      expect(contrast(token("coin", theme), token("coin-ink", theme))).toBeGreaterThanOrEqual(4.5);
  });
});
