// The service worker: the client works without a network, and all its files are of one version.
//
// tools/precache.mjs bundles it once the client is built, when all files and their digests are known.
// Handlers of other events (push, for one) belong into modules of their own and are added at the end.
import { Precache, type BuiltFile } from "./precache";
import { addPush, type PushScope } from "./push";
import type { Scope } from "./scope";

declare const BUILT_FILES: BuiltFile[];
declare const BUILT_VERSION: string;
/** Whether pages come from a server, which may be newer than what is kept here. */
declare const BUILT_FOR_SERVER: boolean;

const worker = self as unknown as Scope;
const precache = new Precache(BUILT_FILES, BUILT_VERSION, new URL("./", worker.location.href));

worker.addEventListener("install", (event) => event.waitUntil(precache.install()));

worker.addEventListener("activate", (event) => {
  event.waitUntil(precache.clean().then(() => worker.clients.claim()));
});

/**
 * The page: one that hosts its tables itself is the one that is kept, whatever has become of its server; a page of
 * a server is the server's own while it can be reached.
 */
async function page(request: Request): Promise<Response> {
  const address = precache.pageOf(request.url);
  const kept = () => precache.get(address);
  const asks = BUILT_FOR_SERVER && !address.endsWith("/local.html");
  return asks ? fetch(request).catch(kept) : kept();
}

const home = new URL("./", worker.location.href).href;

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    const [address = ""] = request.url.split(/[?#]/);
    const ours = BUILT_FOR_SERVER
      ? !address.startsWith(`${home}api/`)
      : address === home || precache.addressOf({ method: "GET", url: address }) !== null;
    if (ours) event.respondWith(page(request));
    return;
  }
  const address = precache.addressOf(request);
  if (!address) return;
  const answer = precache.get(address);
  event.respondWith(answer);
  // A large file on a slow line takes longer than browsers let a worker idle.
  event.waitUntil(answer.then(() => precache.arrived(address)).catch(() => undefined));
});

worker.addEventListener("message", (event) => {
  const [port] = event.ports;
  if (event.data.kind === "take-over") void worker.skipWaiting();
  if (event.data.kind === "complete") {
    const told = (ok: boolean) => port?.postMessage({ ok });
    event.waitUntil(
      precache.complete().then(
        () => told(true),
        () => told(false),
      ),
    );
  }
});

if (BUILT_FOR_SERVER) addPush(self as unknown as PushScope);
