// Makes a folder of static files that needs no server, from the client that was built for the server: its page
// hosts its tables itself, has the policy of the server in it, and works below any path.
//   node tools/site.mjs FROM TO
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { filesIn, serviceWorker } from "./precache.mjs";

/** The policy of the server (viae/server/http/middleware.py), as far as a page can set it itself. */
export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline';" +
  " img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self';" +
  " worker-src 'self'; base-uri 'none'; form-action 'self'";

/** What only a server needs: its own page, lists of the build, old fonts. */
const LEFT_OUT = /^(index\.html|local\.html|sw\.js|sources\.sha256|\.vite\/.*)$|\.woff$/;

const [from, to] = process.argv.slice(2).map((path) => resolve(path));
if (!from || !to) throw new Error("name two folders: node tools/site.mjs FROM TO");
rmSync(to, { recursive: true, force: true });
for (const path of filesIn(from).filter((one) => !LEFT_OUT.test(one))) {
  mkdirSync(dirname(join(to, path)), { recursive: true });
  cpSync(join(from, path), join(to, path));
}
const page = readFileSync(join(from, "local.html"), "utf8");
const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`;
writeFileSync(join(to, "index.html"), page.replace("<head>", `<head>\n    ${policy}`));
await serviceWorker(to, false);
