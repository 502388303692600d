// Packs what a browser needs to run the Python of Viae, into two folders below assets/ of a folder given as argument:
//   pyodide/  the interpreter (npm package pyodide), with the part of its standard library that is of use
//   python/   viae.zip, the modules that need no server; what a page asks for before they are there (the
//             catalogue, the boards); the puzzles, for their page alone; files.json, the sizes of what is loaded
// The modules that Viae uses are compiled by that very interpreter, so that a page need not do it at every
// start. The same sources give the same bytes. As all names in assets/, those of the folders end in a digest of what is
// in them: a page never gets files of another version.
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { loadPyodide } from "pyodide";
import { here } from "./atlas.mjs";
import { filesIn, PYTHON } from "./precache.mjs";

const FROM = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));
const FILES = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"];
const LOCK = "pyodide-lock.json"; // the packages that could be added to the interpreter: none

const PACK = `
import ast, importlib, io, json, os, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

# Of Viae: what needs processes, a server or numpy stays out.
OUT = ("_rules__mypyc", "arena", "cli", "envs", "extras.py", "learn", "server", "testing", "workers.py", "analysis/plot.py",
       "bots/net.py", "bots/process.py", "bots/program.py", "bots/remote.py", "bots/serve.py", "bots/weights/README.md",
       "bots/weights/yardstick")
# Of the standard library: tools, servers, network and windows, which a page has no use for.
UNUSED = {
    "_aix_support", "_android_support", "_apple_support", "_ios_support", "_osx_support", "_pyrepl",
    "antigravity", "bdb", "cProfile", "cmd", "code", "codeop", "compileall", "dbm", "doctest", "ensurepip",
    "filecmp", "ftplib", "getpass", "idlelib", "imaplib", "mailbox", "mimetypes", "modulefinder",
    "multiprocessing", "netrc", "nturl2path", "pdb", "pickletools", "poplib", "profile", "pstats", "pty",
    "pydoc", "pydoc_data", "sched", "smtplib", "socketserver", "sqlite3", "tabnanny", "telnetlib", "this",
    "timeit", "trace", "tracemalloc", "tty", "turtle", "unittest", "venv", "wave", "webbrowser", "wsgiref",
    "xml", "xmlrpc", "zipapp", "tomllib", "curses", "tkinter", "lib2to3", "test", "argparse", "colorsys",
    "configparser", "csv", "ctypes", "fileinput", "getopt", "gettext", "html", "optparse", "plistlib", "py_compile",
    "pyclbr", "rlcompleter", "shelve", "symtable", "tarfile", "uuid", "zoneinfo", "_markupbase", "_pydatetime",
    "_pyio", "_sysconfigdata__emscripten_wasm32-emscripten",
    # Of these only what something imports.
    "email", "http", "logging",
}
WHEN = (2000, 1, 1, 0, 0, 0)

def without_docstrings(content, name):
    tree = ast.parse(content, name)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            if ast.get_docstring(node, clean=False) is not None:
                rest = node.body[1:]
                if not rest and not isinstance(node, ast.Module):
                    rest = [ast.copy_location(ast.Pass(), node.body[0])]
                node.body = rest
    return tree

def pack(files, compiled):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in sorted(files):
            content = files[name]
            if name in compiled:
                code = compile(without_docstrings(content, name), name, "exec", dont_inherit=True)
                content = bytes(_code_to_hash_pyc(code, bytes(8), False))
                name += "c"
            info = zipfile.ZipInfo(name, WHEN)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, content, compresslevel=9)
    return packed.getvalue()

def viae():
    files = {}
    for folder, _, names in os.walk("/viae/src/viae"):
        for name in names:
            path = os.path.join(folder, name)
            inside = os.path.relpath(path, "/viae/src/viae")
            if name.endswith((".py", ".json", ".npz", ".md")) and not inside.startswith(OUT):
                files["viae/" + inside] = open(path, "rb").read()
    return pack(files, {name for name in files if name.endswith(".py")})

def early():
    """Answers to the first requests of a page, by their file in python/."""
    sys.path.insert(0, "/viae/src")
    from viae.data import board_figures, board_names, load_board
    from viae.table.catalogue import choices
    found = {f"boards/{name}.json": board_figures(load_board(name)) for name in board_names()}
    found["catalogue.json"] = choices()
    return {name: json.dumps(value, ensure_ascii=False, separators=(",", ":")) for name, value in found.items()}

def used():
    """The modules of the standard library that Viae imports, as paths in their archive."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, "/viae/src")
    for path in zipfile.ZipFile(io.BytesIO(viae())).namelist():
        if path.endswith(".pyc"):
            importlib.import_module(path.removesuffix(".pyc").removesuffix("/__init__").replace("/", "."))
    inside = f"/lib/python{sys.version_info[0]}{sys.version_info[1]}.zip/"
    files = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
    return {file.removeprefix(inside) for file in files if file.startswith(inside)}

def standard_library():
    with zipfile.ZipFile("/pyodide/python_stdlib.zip") as archive:
        # Encodings of languages that nothing here reads.
        keep = {"__init__", "aliases", "utf_8", "ascii", "latin_1", "cp437", "idna", "punycode",
                "utf_8_sig", "utf_16", "utf_16_le", "utf_16_be", "utf_32", "unicode_escape", "raw_unicode_escape"}
        files = {}
        needed = used()
        for name in archive.namelist():
            top, _, rest = name.partition("/")
            if name.endswith("/"):
                continue
            if top.removesuffix(".py") in UNUSED and name not in needed:
                continue
            if top == "encodings" and rest.removesuffix(".py") not in keep:
                continue
            files[name] = archive.read(name)
    return pack(files, needed)
`;

const PUZZLES = "analysis/puzzles/puzzles.jsonl.gz";
const KEPT = here("../node_modules/.cache/viae-python/");
const FOLDERS = ["pyodide", "python"];

/** A digest of all that is packed, and how. */
function digest() {
  const sum = createHash("sha256");
  const sources = here("../../src/viae/");
  const names = readdirSync(sources, { recursive: true, encoding: "utf8" });
  const packed = names.filter((name) => /\.(py|json|npz|md)$/.test(name)).sort();
  const files = [...packed, PUZZLES].map((name) => join(sources, name));
  for (const file of [...files, join(FROM, "package.json"), import.meta.filename]) {
    sum.update(file.replace(sources, "")).update("\0").update(readFileSync(file));
  }
  return sum.digest("hex").slice(0, 16);
}

/** A digest of all files below a folder. */
function contents(/** @type {string} */ folder) {
  const sum = createHash("sha256");
  for (const path of filesIn(folder)) {
    sum
      .update(path)
      .update("\0")
      .update(readFileSync(join(folder, path)));
  }
  return sum.digest("hex").slice(0, 8);
}

/**
 * Pack into a folder; what was packed before is kept, as it takes a while.
 * @returns {Promise<{ name: string, path: string }[]>} the folders
 */
export async function packPython(/** @type {string} */ to) {
  const kept = join(KEPT, digest());
  if (!existsSync(kept)) {
    rmSync(KEPT, { recursive: true, force: true });
    const made = `${kept}.part`;
    await pack(made);
    cpSync(made, kept, { recursive: true });
    rmSync(made, { recursive: true });
  }
  for (const path of filesIn(to).filter((one) => PYTHON.test(one))) rmSync(join(to, path));
  return FOLDERS.map((name) => {
    const path = `assets/${name}-${contents(join(kept, name))}`;
    cpSync(join(kept, name), join(to, path), { recursive: true });
    return { name, path };
  });
}

async function pack(/** @type {string} */ to) {
  const python = await loadPyodide();
  python.mountNodeFS("/viae", here("../../"));
  python.mountNodeFS("/pyodide", FROM);
  python.runPython(PACK);
  for (const name of FOLDERS) mkdirSync(join(to, name), { recursive: true });
  for (const name of FILES) copyFileSync(join(FROM, name), join(to, "pyodide", name));
  const { info } = JSON.parse(readFileSync(join(FROM, LOCK), "utf8"));
  writeFileSync(join(to, "pyodide", LOCK), JSON.stringify({ info, packages: {} }));
  const bytes = (/** @type {string} */ call) => {
    const packed = python.runPython(call);
    const found = packed.toJs();
    packed.destroy();
    return found;
  };
  writeFileSync(join(to, "pyodide", "python_stdlib.zip"), bytes("standard_library()"));
  writeFileSync(join(to, "python", "viae.zip"), bytes("viae()"));
  mkdirSync(join(to, "python", "boards"));
  for (const [name, text] of bytes("list(early().items())"))
    writeFileSync(join(to, "python", name), text);
  copyFileSync(here(`../../src/viae/${PUZZLES}`), join(to, "python", "puzzles.jsonl.gz"));
  const loaded = [...FILES, LOCK, "python_stdlib.zip"].map((name) => ["pyodide", name]);
  const sizes = [...loaded, ["python", "viae.zip"]].map(([folder = "", name = ""]) => [
    name,
    statSync(join(to, folder, name)).size,
  ]);
  writeFileSync(join(to, "python", "files.json"), JSON.stringify(Object.fromEntries(sizes)));
}

if (process.argv[1] === import.meta.filename) {
  const to = process.argv[2];
  if (!to) throw new Error("name a folder: node tools/python.mjs FOLDER");
  await packPython(to);
}
