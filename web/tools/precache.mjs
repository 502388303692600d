// Bundles the service worker of a built folder: it knows every file by its digest.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { build } from "vite";
import { here } from "./atlas.mjs";

/** Files that are not asked for by the client: old fonts beside new ones, lists of the build. */
const LEFT_OUT =
  /\.(woff|map)$|^\.vite\/|^sw\.js$|^licences\.txt$|^screenshots\/|^sources\.sha256$/;
/** Files that are kept when they are used for the first time: the finest coasts, letters of other languages. */
const USED = /\/land-10m-|-(vietnamese|greek|greek-ext|cyrillic-ext|latin-ext)-\d+-normal-/;

/** Files of Python, which pages run themselves; see python.mjs. */
export const PYTHON = /^assets\/(python|pyodide)-[0-9a-f]{8}\//;

/** Every file below a folder, by its path with `/`. @returns {string[]} */
export const filesIn = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();

/** @returns {import("../src/sw/precache").BuiltFile[]} */
const describe = (/** @type {string} */ folder) =>
  filesIn(folder)
    .filter((path) => !LEFT_OUT.test(path))
    .map((path) => {
      const content = readFileSync(join(folder, path));
      return {
        path,
        bytes: content.length,
        digest: createHash("sha256").update(content).digest("hex"),
        group: PYTHON.test(path) ? "python" : USED.test(path) ? "used" : "always",
      };
    });

/** Write sw.js into a folder that is complete. */
export async function serviceWorker(/** @type {string} */ folder, /** @type {boolean} */ server) {
  const files = describe(folder);
  const version = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 16);
  await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    define: {
      BUILT_FILES: JSON.stringify(files),
      BUILT_VERSION: JSON.stringify(version),
      BUILT_FOR_SERVER: String(server),
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2022",
      lib: {
        entry: here("../src/sw/sw.ts"),
        formats: ["iife"],
        name: "viae",
        fileName: () => "sw.js",
      },
    },
  });
}
