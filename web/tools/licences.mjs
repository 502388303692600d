// The licences of everything that a built client ships, as one text.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { here } from "./atlas.mjs";

const MODULES = here("../node_modules/");

/** What is built into the client, or lies beside it. */
const SHIPPED = [
  "svelte",
  "clsx",
  "esm-env",
  "intl-messageformat",
  "@formatjs/icu-messageformat-parser",
  "@formatjs/icu-skeleton-parser",
  "@formatjs/fast-memoize",
  "d3-array",
  "d3-delaunay",
  "d3-geo",
  "delaunator",
  "internmap",
  "robust-predicates",
  "topojson-client",
  "world-atlas",
  "@fontsource/cinzel",
  "@fontsource/eb-garamond",
  "@fontsource/source-sans-3",
  "pyodide",
];

/** For packages that come without the text of their licence. @type {Record<string, string>} */
const NOTES = {
  pyodide: `Pyodide is licensed under the Mozilla Public License 2.0, https://www.mozilla.org/MPL/2.0/;
its source is https://github.com/pyodide/pyodide. It contains CPython, licensed under the Python Software
Foundation License Version 2, https://docs.python.org/3/license.html, with parts under the zlib, bzip2,
libffi (MIT), SQLite (public domain) and Emscripten (MIT) licences. Modules of its standard library that
Viae has no use for are left out here; the others are unchanged, some of them compiled.`,
  "world-atlas": "The coasts are made with Natural Earth, which is in the public domain.",
};

/** The text. */
export function licences() {
  const parts = [`Viae\n\n${readFileSync(here("../../LICENSE"), "utf8").trim()}`];
  for (const name of SHIPPED) {
    const folder = join(MODULES, name);
    if (!existsSync(folder)) throw new Error(`${name} is shipped, but not installed`);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    const text = file ? readFileSync(join(folder, file), "utf8").trim() : `Licence: ${license}`;
    parts.push([`${name} ${version}`, NOTES[name], text].filter(Boolean).join("\n\n"));
  }
  return parts.join(`\n\n${"-".repeat(78)}\n\n`) + "\n";
}
