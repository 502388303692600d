// Starts Python in a worker: the interpreter and Viae, from files beside the page.
import type { PyodideAPI } from "pyodide";
import type { Places } from "$lib/home";
import { makeNet } from "./net";
import type { Failed, Fault, Loading } from "./messages";

export type Python = PyodideAPI;

export class NoPython extends Error {
  constructor(
    readonly fault: Fault,
    text: string,
  ) {
    super(text);
  }
}

/** The browser's own: while the interpreter starts, there is another one in its place. */
const plain = self.fetch.bind(self);
const VIAE = "viae.zip"; // the other files are the interpreter's
const TYPES: Record<string, string> = { wasm: "application/wasm", json: "application/json" };
const MODULES = `
import sys
sys.path.insert(0, "/viae")
import viae_net
from viae.bots import evaluation
from viae.bots.browser import JavaScript
evaluation.use(JavaScript(viae_net.makeNet))
`;

/** Counts the bytes of the files as they come. */
class Counter {
  readonly #sizes: Map<string, number>;
  readonly #total: number;
  #loaded = 0;

  constructor(
    places: Places,
    sizes: Record<string, number>,
    private tell: (loading: Loading) => void,
  ) {
    this.#sizes = new Map(
      Object.entries(sizes).map(([name, size]) => {
        const folder = name === VIAE ? places.python : places.pyodide;
        return [new URL(name, folder).href, size];
      }),
    );
    this.#total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    this.#told();
  }

  /** A file; its copy is counted, so that browsers know the original by its address. */
  async fetch(address: string): Promise<Response> {
    const size = this.#sizes.get(address);
    const answer = await plain(address);
    if (size === undefined) return answer;
    if (!answer.ok) throw new NoPython("files", `${address}: ${answer.status}`);
    void this.#count(answer.clone(), size);
    const type = TYPES[address.split(".").at(-1) ?? ""];
    if (!type || answer.headers.get("Content-Type")?.startsWith(type)) return answer;
    return new Response(answer.body, { headers: { "Content-Type": type } });
  }

  async #count(copy: Response, size: number): Promise<void> {
    let counted = 0;
    const reader = copy.body?.getReader();
    for (;;) {
      const part = await reader?.read().catch(() => undefined);
      if (!part || part.done) break;
      counted += part.value.length;
      this.#loaded += part.value.length;
      this.#told();
    }
    this.#loaded += size - counted;
    this.#told();
  }

  #told(): void {
    this.tell({ kind: "loading", loaded: this.#loaded, total: this.#total });
  }
}

/** Python with Viae; NoPython says why not. */
export async function startPython(
  places: Places,
  tell: (loading: Loading) => void,
): Promise<Python> {
  if (typeof WebAssembly === "undefined") throw new NoPython("wasm", "no WebAssembly");
  let counter: Counter;
  try {
    const answer = await fetch(new URL("files.json", places.python));
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    counter = new Counter(places, (await answer.json()) as Record<string, number>, tell);
  } catch (problem) {
    throw new NoPython("files", String(problem));
  }
  const index = places.pyodide;
  const fetching = counter.fetch(new URL(VIAE, places.python).href);
  fetching.catch(() => undefined); // told below
  try {
    // The interpreter fetches its files itself: by the counter, until it has started.
    const counted = counter.fetch.bind(counter);
    self.fetch = (what, how) => {
      const address = new URL(typeof what === "string" ? what : "url" in what ? what.url : what);
      return how?.method ? plain(what, how) : counted(address.href);
    };
    const { loadPyodide } = (await import(/* @vite-ignore */ `${index}pyodide.mjs`)) as {
      loadPyodide: typeof import("pyodide").loadPyodide;
    };
    const python = await loadPyodide({ indexURL: index, env: { VIAE_PURE: "1", HOME: "/home" } });
    python.unpackArchive(await (await fetching).arrayBuffer(), "zip", { extractDir: "/viae" });
    python.registerJsModule("viae_net", { makeNet });
    python.runPython(MODULES);
    return python;
  } catch (problem) {
    if (problem instanceof NoPython) throw problem;
    const files = problem instanceof TypeError; // what fetch throws without a network
    throw new NoPython(files ? "files" : "python", String(problem));
  } finally {
    self.fetch = plain;
  }
}

export const failed = (problem: unknown): Failed => ({
  kind: "failed",
  fault: problem instanceof NoPython ? problem.fault : "python",
  text: String(problem),
});
