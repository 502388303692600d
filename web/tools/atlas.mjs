// What the tools that draw boards share: the folders, and the land of the world (Natural Earth, from
// the npm package world-atlas).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { feature } from "topojson-client";
import { polygonsOf, whole } from "../src/board/coast.js";

/** The path of a file beside this one. */
export const here = (/** @type {string} */ path) => join(import.meta.dirname, path);

export const ATLAS = createRequire(import.meta.url).resolve("world-atlas/land-10m.json");
export const BOARDS = here("../../src/viae/data/boards/");
export const LAYOUTS = here("../layouts/");

/** All land. */
export function worldAtlas() {
  const atlas = JSON.parse(readFileSync(ATLAS, "utf8"));
  return /** @type {import("../src/board/coast.js").Land} */ (
    /** @type {unknown} */ (feature(atlas, atlas.objects.land))
  );
}

/** The polygons of all land. */
export const worldLand = () => whole(polygonsOf(worldAtlas()));
