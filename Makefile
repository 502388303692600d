# Viae's commands; `make` alone lists them. Each one first sets up what it needs, in .venv.
#
# The files .venv/made, build, dev, project, compiled, envs, arena, server, npm, web, docs and bench are
# stamps of what was set up: each lock is installed when a command needs it, all into one environment.
# Logs of the steps are in build/log.

VENV := .venv
PYTHON_IN := $(VENV)/bin/python
STEP := @scripts/step
COMPILED := $(wildcard src/viae/rules/*.py src/viae/rules/*/*.py src/viae/bots/core/*.py)

WEB := $(shell find web \( -path web/node_modules -o -path web/src/layouts -o -path web/e2e -o -path web/test-results \) \
	-prune -o -type f -not -name '*.test.ts' -print 2>/dev/null)
# The Python that pages run themselves; scripts/client has the list.
PAGED := $(shell find src/viae \( -name '*.py' -o -name '*.json' -o -name '*.npz' -o -name '*.gz' \) \
	-not -path 'src/viae/server/*' -not -path 'src/viae/cli/*' 2>/dev/null)

# Many tests wait for servers and processes that they started: so there is one worker more than cores.
WORKERS ?= $(shell expr $$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN) + 1)
PYTEST := $(PYTHON_IN) -m pytest --numprocesses=$(WORKERS) --dist=worksteal
# The tests that have to reach every line of the rules. Measuring makes the rules slow, so it is done for these alone.
COVERING := tests/rules tests/perft tests/test_notation.py tests/test_explain.py tests/envs/test_rollouts.py
DOCTESTED := src $(wildcard README.md)
# Modules that are compiled: their examples run with the interpreted rules.
CORE := src/viae/rules src/viae/bots/core
GAMES ?= 10000
ENDINGS ?= 2000
ENVS := --extra pettingzoo --extra openspiel --extra gym --extra dataset
ARGS ?=
KILLS ?= 100

.DEFAULT_GOAL := help
.PHONY: help setup play ready test check lint gates gates-python gates-web format layouts boards examples golden nightly bench crash load docs web api e2e e2e-engines shots sdist wheel site version compile lock codes clean force
.DELETE_ON_ERROR:
ifneq ($(AT_ONCE),1)
.NOTPARALLEL: # `check` is tests, then games; pytest has workers of its own
endif

# A virtual environment that was moved, or whose Python is gone, is rebuilt.
ifneq ($(shell cat $(VENV)/made 2>/dev/null),$(realpath .))
$(VENV)/made: force
endif
ifeq ($(wildcard $(PYTHON_IN)),)
$(VENV)/made: force
endif
# Nothing compiled (yet): try again, a compiler may have come.
ifeq ($(wildcard src/viae/_rules__mypyc.*),)
$(VENV)/compiled: force
endif
ifeq ($(wildcard web/node_modules/.package-lock.json),)
$(VENV)/npm: force
endif
ifeq ($(wildcard src/viae/server/web/sources.sha256),)
$(VENV)/web: force
endif

help: ## list the commands
	@echo "Viae. Each command sets up what it needs by itself:"
	@echo
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) \
		| awk -F '\t' '{ printf "  make %-12s %s\n", $$1, $$2 }'
	@echo
	@echo "ARGS are handed on, e.g.: make play ARGS=\"--port 9000\"; PYTHON names the Python to use."

setup: $(VENV)/dev $(VENV)/envs $(VENV)/arena $(VENV)/server $(VENV)/compiled $(VENV)/npm $(VENV)/web ## create .venv with everything for play and test, compile the rules, build the client
	$(if $(filter setup,$(MAKECMDGOALS)),@echo "  Ready. Next: make play or make test.",@:)

play: ## open tables in the browser: with friends, against bots
	@$(MAKE) --no-print-directory --jobs=2 AT_ONCE=1 ready || { \
		echo "  A step above failed. The log of each step is in build/log."; exit 1; }
	@$(VENV)/bin/viae serve $(ARGS)

# Only the server's libraries; the rules are compiled while the client is built.
ready: $(VENV)/server $(VENV)/compiled $(VENV)/web
	@:

test: setup lint ## run the gates and all tests; the rules interpreted with coverage, everything else on the compiled ones
	@VIAE_PURE=1 $(PYTEST) --cov --cov-report=term --cov-fail-under=98 --doctest-modules $(ARGS) $(CORE) $(COVERING)
	@leave="$(CORE) $(COVERING)"; if ! $(compiled); then \
		echo "  The rules are not compiled: tests/compiled is left out."; leave="$$leave tests/compiled"; fi; \
	VIAE_PURE=0 $(PYTEST) --doctest-modules --doctest-glob='*.md' $(ARGS) $(DOCTESTED) tests \
		$$(printf ' --ignore=%s' $$leave)
	@scripts/npm run --silent test
	@$(browser_tests)

check: test nightly ## everything: gates, tests, 10,000 random games

lint: $(VENV)/project $(VENV)/dev $(VENV)/envs $(VENV)/arena $(VENV)/npm $(VENV)/web ## run the gates: ruff, mypy, the layers of imports, the client's
	@$(MAKE) --no-print-directory --jobs=2 AT_ONCE=1 gates

# The gates of Python and of the client side by side.
gates: gates-python gates-web

gates-python:
	$(STEP) "ruff check" $(PYTHON_IN) -m ruff check
	$(STEP) "ruff format" $(PYTHON_IN) -m ruff format --check
	$(STEP) "mypy" $(PYTHON_IN) -m mypy
	$(STEP) "import layers" $(VENV)/bin/lint-imports

gates-web:
	$(STEP) "web: types, eslint, prettier" scripts/npm run check

format: $(VENV)/dev $(VENV)/npm ## format the code and fix what ruff can fix
	@$(PYTHON_IN) -m ruff check --fix-only --quiet
	@$(PYTHON_IN) -m ruff format
	@scripts/npm run --silent format

codes: setup ## write the list of codes of refusals, for the client and the documentation
	@$(PYTHON_IN) -m tests.server.codes

layouts: $(VENV)/npm ## regenerate the drawings of the boards that the client draws from
	@scripts/npm run --silent layouts -- --force

boards: $(VENV)/npm ## regenerate the pictures of the boards for the documentation
	@scripts/npm run --silent boards

examples: setup ## regenerate the examples of the protocol page
	@$(PYTHON_IN) -m tests.server.examples

golden: setup ## regenerate the golden playthroughs, those of OpenSpiel too
	@$(PYTHON_IN) -m tests.golden $(ARGS)
	$(if $(ARGS),,@$(PYTHON_IN) -m tests.envs.playthroughs)

nightly: E2E = analysis.spec.ts offline.spec.ts puzzles.spec.ts site.spec.ts layout.spec.ts
nightly: setup ## play 10,000 random games and check every state (GAMES=n for another number); games of bots end
	@$(PYTHON_IN) -m viae.testing --games $(GAMES) $(ARGS)
	@$(PYTHON_IN) -m tests.endings --games $(ENDINGS)
	@if $(compiled); then VIAE_TEST_COMMANDS=all VIAE_PURE=0 $(PYTEST) tests/compiled/test_commands.py; fi
	@VIAE_TEST_PUZZLES=all $(PYTEST) tests/analysis/test_puzzles.py
	@$(PYTHON_IN) -m tests.browser.compare games 1000
	@$(PYTHON_IN) -m tests.browser.compare turns 2000
	@VIAE_E2E_ANALYSIS=all; VIAE_E2E_OFFLINE=all; VIAE_E2E_PUZZLES=ten; VIAE_E2E_LAYOUT=full; \
	export VIAE_E2E_ANALYSIS VIAE_E2E_OFFLINE VIAE_E2E_PUZZLES VIAE_E2E_LAYOUT; $(browser_tests)

bench: setup $(VENV)/bench ## measure the speed of the rules (next to catanatron), the bots and the client
	@$(VENV)/bin/viae bench $(ARGS)
	@$(VENV)/bin/viae bench --bots
	@$(PYTHON_IN) benchmarks/turns.py $(filter --check,$(ARGS))
	@$(PYTHON_IN) benchmarks/analysis.py $(filter --check,$(ARGS))
	@$(browser_bench)

crash: setup ## kill servers, workers, bots' processes and PostgreSQL 100 times (KILLS=n) while games are played
	@$(PYTHON_IN) -m tests.server.crash --kills $(KILLS) $(ARGS)

load: setup ## load-test the server: 500 live tables, 2,000 sockets, 100 entries per second
	@$(PYTHON_IN) benchmarks/load.py $(ARGS)

web: $(VENV)/web ## build the browser client

api: $(VENV)/project $(VENV)/server $(VENV)/npm ## write the OpenAPI document and the client's types from it
	@$(PYTHON_IN) -m viae.server.http.openapi docs/openapi.json
	@scripts/npm run --silent api

e2e: E2E = $(ARGS)
e2e: setup ## play in a real browser: the client against the real server
	@$(browser_tests)

e2e-engines: setup ## play a short game in Firefox and in WebKitGTK, with pictures in build/engines
	@scripts/engines
	@scripts/npm run --silent engines -- $(ARGS)

shots: setup ## take pictures of every screen: those the documentation shows, the others into build/shots
	@VIAE_CHROMIUM=$$(scripts/browser) scripts/npm run --silent shots -- $(ARGS)

wheel: $(VENV)/web ## build a wheel with the client inside, into dist/
	@rm -rf build/lib* build/bdist* # setuptools packs what an older build left there, too
	$(STEP) "wheel" $(PYTHON_IN) -m pip wheel --no-deps --wheel-dir dist .

sdist: $(VENV)/project $(VENV)/web ## pack the sources with the built client, into dist/
	@mkdir -p dist
	$(STEP) "sdist" $(PYTHON_IN) -c "from setuptools.build_meta import build_sdist; build_sdist('dist')"

site: $(VENV)/npm $(VENV)/web ## make a folder of static files that plays without a server: dist/site, and a zip of it
	$(STEP) "site" scripts/npm run site
	$(STEP) "zip" $(PYTHON_IN) scripts/zip dist/site dist
	@echo "  Put dist/site on any web space, or: $(PYTHON_IN) -m http.server --bind 127.0.0.1 --directory dist/site 8000"

version: ## check that a tag may be released: make version TAG=v0.2.0
	@scripts/version "$(TAG)"

docs: setup $(VENV)/docs ## build the documentation site into site/
	$(STEP) "docs" env NO_MKDOCS_2_WARNING=1 $(PYTHON_IN) -m mkdocs build --strict
	$(STEP) "the board of the documentation" scripts/npm run docs
	@echo "  Open site/index.html. Browsers search only pages that a server gives them; for the search:"
	@echo "  $(PYTHON_IN) -m http.server --bind 127.0.0.1 --directory site 8000, then http://127.0.0.1:8000"

compile: $(VENV)/project ## compile the rules; unlike in setup, a failure is an error
	$(STEP) "compile the rules" env VIAE_COMPILE=1 $(PYTHON_IN) setup.py --quiet build_ext --inplace
	@touch $(VENV)/compiled

lock: $(VENV)/made ## upgrade all tools and lock their versions in requirements/
	$(STEP) "install uv" $(PYTHON_IN) -m pip install --disable-pip-version-check --upgrade uv
	$(STEP) "lock dev" $(lock_one) --extra dev --output-file requirements/dev.txt
	$(STEP) "lock docs" $(lock_one) -c requirements/dev.txt --extra docs -o requirements/docs.txt
	$(STEP) "lock bench" $(lock_one) -c requirements/dev.txt --extra bench -o requirements/bench.txt
	$(STEP) "lock envs" $(lock_one) -c requirements/dev.txt $(ENVS) -o requirements/envs.txt
	$(STEP) "lock arena" $(lock_one) -c requirements/dev.txt -c requirements/envs.txt \
		--extra arena --extra cluster -o requirements/arena.txt
	$(STEP) "lock server" $(lock_one) -c requirements/dev.txt -c requirements/envs.txt -c requirements/arena.txt \
		--extra server -o requirements/server.txt
	$(STEP) "lock build" $(lock_alone) -c requirements/dev.txt requirements/build.in -o requirements/build.txt
	$(STEP) "lock node" $(lock_alone) requirements/node.in -o requirements/node.txt
	$(STEP) "lock uv" $(lock_alone) requirements/uv.in -o requirements/uv.txt

clean: ## remove everything that was built, except .venv
	@rm -rf build dist site src/*.egg-info htmlcov .coverage .coverage.*
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@rm -rf web/node_modules web/src/layouts src/viae/server/web
	@rm -f $(VENV)/compiled
	@find src tests -name __pycache__ -prune -exec rm -rf {} +
	@find src -name '*.so' -exec rm -f {} +

# --- what the commands stand on ---

compiled = VIAE_PURE=0 $(PYTHON_IN) -c \
	"import sys, viae.engine as engine; sys.exit(engine.status().kind != 'compiled')"

browser_bench = browser=$$(scripts/browser); if [ -n "$$browser" ]; then \
	VIAE_CHROMIUM=$$browser VIAE_BENCH_CHECK=$(if $(filter --check,$(ARGS)),1) \
	scripts/npm run --silent bench; else \
	echo "  There is no Chromium: the client is not measured. Install the package chromium."; fi

browser_tests = browser=$$(scripts/browser); if [ -n "$$browser" ]; then \
	VIAE_CHROMIUM=$$browser scripts/npm run --silent e2e -- $(E2E); else \
	echo "  There is no Chromium: the tests in the browser are left out. Install the package chromium."; fi

# The other locks are bound to the dev lock, so that one environment can hold them all:
# viae bench runs catanatron in its own process, by the same Python, and that brings only networkx.
lock_alone = $(VENV)/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --custom-compile-command "make lock"
lock_one = $(lock_alone) -c requirements/constraints.txt pyproject.toml

force:

$(VENV)/made:
	$(STEP) "make .venv" env PYTHON="$(PYTHON)" scripts/venv

# The tools that compile and install viae: setuptools and mypyc.
$(VENV)/build: requirements/build.txt $(VENV)/made
	$(STEP) "install the compiler" scripts/install $<
	@touch $@

$(VENV)/server: requirements/server.txt $(VENV)/build
	$(STEP) "install the server's libraries" scripts/install $<
	@touch $@

$(VENV)/dev: requirements/dev.txt $(VENV)/build
	$(STEP) "install the tools" scripts/install $<
	@touch $@

$(VENV)/docs $(VENV)/bench $(VENV)/envs $(VENV)/arena: $(VENV)/%: requirements/%.txt $(VENV)/dev
	$(STEP) "install for $*" scripts/install $<
	@touch $@

$(VENV)/project: pyproject.toml $(VENV)/server
	$(STEP) "install viae" env VIAE_COMPILE=0 VIAE_CLIENT=0 $(PYTHON_IN) -m pip install --no-input \
		--disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# Without a C compiler setup.py says so and the rules stay interpreted: no stamp then.
$(VENV)/compiled: $(COMPILED) setup.py $(VENV)/project
	$(STEP) "compile the rules" $(PYTHON_IN) setup.py build_ext --inplace
	@if $(compiled); then touch $@; fi

$(VENV)/npm: web/package-lock.json web/package.json web/.npmrc $(VENV)/made
	$(STEP) "install for the client" scripts/npm ci
	@touch $@

# A client of the same sources, from wherever it came, is not built again and needs no packages.
$(VENV)/web: $(WEB) $(PAGED) $(VENV)/made
	@$(PYTHON_IN) scripts/client check || { $(MAKE) --no-print-directory $(VENV)/npm && \
		scripts/step "build the client" $(PYTHON_IN) scripts/client; }
	@touch $@
