// Makes src/layouts/ from layouts/: adds the coast of Natural Earth (npm package world-atlas) to each
// board's drawing, and writes a small picture of each for the lists. Run before the page is built,
// served or tested: `npm run layouts`. What is up to date is left alone; --force writes all of them.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { coarser, landRings, pathOf, simplified, zonesOf } from "../src/board/coast.js";
import { ATLAS, here, LAYOUTS, worldLand } from "./atlas.mjs";

/**
 * @typedef {import("../src/board/coast.js").Point} Point
 * @typedef {import("../src/board/coast.js").Box} Box
 */

const TO = here("../src/layouts/");
const SOURCES = [ATLAS, here("../src/board/coast.js"), here("./layouts.mjs"), here("./atlas.mjs")];

/** The rings of path data made of M, L and Z alone. @returns {Point[][]} */
function ringsOf(/** @type {string} */ d) {
  return d
    .split("M")
    .filter(Boolean)
    .map((part) =>
      part
        .replace("Z", "")
        .split("L")
        .map((pair) => /** @type {Point} */ (pair.trim().split(/[ ,]/).map(Number))),
    );
}

const rough = (/** @type {string} */ d, /** @type {number} */ tolerance) =>
  pathOf(
    ringsOf(d).map((ring) => simplified(ring, () => tolerance)),
    0,
  );

const rounded = (/** @type {string} */ d) =>
  d.replace(/-?\d+\.\d+/g, (figure) => String(Math.round(Number(figure))));

const lines = (/** @type {Record<string, { d: string }>} */ paths) =>
  Object.values(paths)
    .map(({ d }) => rounded(d))
    .join("");

function mtime(/** @type {string} */ path) {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

mkdirSync(`${TO}mini`, { recursive: true });
const newest = Math.max(...SOURCES.map(mtime));
const boards = readdirSync(LAYOUTS)
  .filter((name) => name.endsWith(".json"))
  .filter(
    (name) =>
      process.argv.includes("--force") ||
      Math.min(mtime(TO + name), mtime(`${TO}mini/${name}`)) <=
        Math.max(newest, mtime(LAYOUTS + name)),
  );

if (boards.length) {
  const land = worldLand();
  for (const name of boards) {
    const layout = JSON.parse(readFileSync(LAYOUTS + name, "utf8"));
    const [x, y, w, h] = layout.viewBox;
    const { box, zones } = zonesOf(layout.viewBox, layout.bleed);
    const rings = landRings(land, layout.projection, box);
    const full = JSON.stringify({ ...layout, land: pathOf(coarser(rings, zones)) });
    writeFileSync(TO + name, full);

    /** @type {Box} */
    const near = [x - 0.6 * w, y - 0.1 * h, x + 1.6 * w, y + 1.1 * h];
    const all = /** @type {{ tint: number, area: string }[]} */ (Object.values(layout.provinces));
    const mini = JSON.stringify({
      viewBox: layout.viewBox,
      land: pathOf(
        coarser(landRings(land, layout.projection, near), [
          { box: near, tolerance: 2.4, islet: 60 },
        ]),
        0,
      ),
      areas: all.map(({ tint, area }) => ({ tint, d: rough(area, 2.5) })),
      frontier: rough(layout.frontier, 3),
      roads: lines(layout.paths.land),
      lanes: lines(layout.paths.sea),
      cities: Object.entries(layout.cities)
        .filter(([id]) => id !== layout.capital.id)
        .map(([, city]) => [Math.round(city.x), Math.round(city.y)]),
      capital: [layout.cities[layout.capital.id].x, layout.cities[layout.capital.id].y].map(
        Math.round,
      ),
    });
    writeFileSync(`${TO}mini/${name}`, mini);
    console.log(
      `${name}: ${(full.length / 1024).toFixed(0)} kB, small ${(mini.length / 1024).toFixed(0)} kB`,
    );
  }
}
