// Runs a Python script in Pyodide, with the sources of this checkout: node tools/run.mjs SCRIPT ARGUMENTS
// Bots compute with src/local/net.ts, as in the browser.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { loadPyodide } from "pyodide";
import ts from "typescript";
import { here } from "./atlas.mjs";

const ROOT = here("../../");

/** The functions of net.ts; Node itself reads no TypeScript. */
async function net() {
  const source = readFileSync(here("../src/local/net.ts"), "utf8");
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const { outputText } = ts.transpileModule(source, { compilerOptions: options });
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`);
}

const [script, ...values] = process.argv.slice(2);
if (!script) throw new Error("name a Python script: node tools/run.mjs SCRIPT");
const python = await loadPyodide({ env: { VIAE_PURE: "1", HOME: "/home" } });
python.mountNodeFS("/viae", ROOT);
python.registerJsModule("viae_net", await net());
python.globals.set("arguments", python.toPy([resolve(script).replace(ROOT, "/viae/"), ...values]));
const RUN = `
import runpy, sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/viae/src", "/viae"]
sys.argv = list(arguments)
import viae_net
from viae.bots import evaluation
from viae.bots.browser import JavaScript
evaluation.use(JavaScript(viae_net.makeNet))
runpy.run_path(sys.argv[0], run_name="__main__")
`;
try {
  python.runPython(RUN);
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : problem); // not the source of Pyodide
  process.exit(1);
}
