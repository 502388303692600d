// Writes a first drawing, layouts/ID.json, for each board of the game that has none: the one the page
// works out for boards of its users. Move what lies badly by hand afterwards. `make layouts` runs it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { runnerImport } from "vite";
import { BOARDS, here, LAYOUTS, worldAtlas } from "./atlas.mjs";

const missing = readdirSync(BOARDS).filter(
  (file) => file.endsWith(".json") && !existsSync(LAYOUTS + file),
);

/** Numbers with at most three digits after the point. */
const short = (/** @type {string} */ _key, /** @type {unknown} */ value) =>
  typeof value === "number" ? Math.round(value * 1000) / 1000 : value;

/** JSON with one line for each city, path and province. @returns {string} */
function lines(/** @type {unknown} */ value, /** @type {string[]} */ at = []) {
  const deep =
    at[0] === "paths" ? 3 : ["cities", "provinces"].includes(at[0] ?? "") ? 2 : at[0] ? 0 : 1;
  if (at.length >= deep || typeof value !== "object" || !value) return JSON.stringify(value, short);
  const indent = " ".repeat(at.length);
  const inside = Object.entries(value).map(
    ([key, one]) => `${indent} ${JSON.stringify(key)}: ${lines(one, [...at, key])}`,
  );
  return `{\n${inside.join(",\n")}\n${indent}}`;
}

if (missing.length) {
  /** @type {{ module: typeof import("../src/board/compute") }} */
  const { module } = await runnerImport(here("../src/board/compute.ts"), {
    configFile: here("../vite.config.ts"),
  });
  const world = worldAtlas();
  for (const file of missing) {
    const board = JSON.parse(readFileSync(BOARDS + file, "utf8"));
    /** @type {import("../src/lib/types").Board["paths"]} */
    const paths = board.paths;
    board.paths = paths.map((path) => ({ ...path, can_stop: path.can_stop ?? true }));
    const layout = await module.computeLayout(board, () => Promise.resolve(world));
    const { land, ...drawing } = layout; // the coast is added by layouts.mjs
    void land;
    writeFileSync(LAYOUTS + file, `${lines(drawing)}\n`);
    console.log(`layouts/${file}: a first drawing, worked out`);
  }
}
