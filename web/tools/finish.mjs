// Completes the client that was built for the server, given its folder: Python and its interpreter, the
// licences of what is shipped, the page for games without the server, and last the service worker.
//   node tools/finish.mjs FOLDER
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { here } from "./atlas.mjs";
import { licences } from "./licences.mjs";
import { serviceWorker } from "./precache.mjs";
import { nameFolders } from "./page.mjs";
import { packPython } from "./python.mjs";

/** Says that the page hosts its tables itself. */
export const LOCAL = '<meta name="viae-end" content="local" />';

/**
 * The build has relative addresses. Pages of the server have many addresses (/t/abc), so theirs are absolute.
 * Beside it lies the page for games without the server: the same, but its tables are hosted by a worker.
 * Both name the folders of the Python of their version.
 */
function pages(
  /** @type {string} */ folder,
  /** @type {{ name: string, path: string }[]} */ python,
) {
  const page = nameFolders(readFileSync(join(folder, "index.html"), "utf8"), python);
  const local = page.replaceAll(/(href|src)="\//g, '$1="./');
  writeFileSync(join(folder, "local.html"), local.replace("</head>", `  ${LOCAL}\n  </head>`));
  writeFileSync(join(folder, "index.html"), page.replaceAll(/(href|src)="\.\//g, '$1="/'));
}

/** The pictures that browsers show before they install the page: two of the documentation's. */
function screenshots(/** @type {string} */ folder) {
  mkdirSync(join(folder, "screenshots"), { recursive: true });
  for (const [from, to] of [
    ["desktop", "wide"],
    ["phone", "narrow"],
  ]) {
    const picture = here(`../../docs/assets/shots/table-architect-${from}-light.webp`);
    copyFileSync(picture, join(folder, "screenshots", `table-${to}.webp`));
  }
}

const [to] = process.argv.slice(2);
if (!to) throw new Error("name a folder: node tools/finish.mjs FOLDER");
const folder = resolve(to);
pages(folder, await packPython(folder));
writeFileSync(join(folder, "licences.txt"), licences());
screenshots(folder);
await serviceWorker(folder, true);
