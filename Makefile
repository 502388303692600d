# Viae's commands; `make` alone lists them. Each one first sets up what it needs, in .venv.
#
# The files .venv/made, dev, project, compiled, envs, arena, server, npm, web, docs and bench are stamps
# of what was set up.
# Logs of the steps are in build/log.

VENV := .venv
PYTHON_IN := $(VENV)/bin/python
PIP := $(PYTHON_IN) -m pip install --quiet --no-input --disable-pip-version-check
STEP := @scripts/step
COMPILED := $(wildcard src/viae/rules/*.py src/viae/rules/*/*.py src/viae/bots/core/*.py)

WEB := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/src/layouts/*' \
	-not -path 'web/e2e/*' -not -path 'web/test-results/*' -not -name '*.test.ts' 2>/dev/null)

PYTEST := $(PYTHON_IN) -m pytest --numprocesses=auto --dist=worksteal
# The tests that have to reach every line of the rules. Measuring makes the rules slow, so it is done for these alone.
COVERING := tests/rules tests/perft tests/test_notation.py tests/test_explain.py tests/envs/test_rollouts.py
DOCTESTED := src $(wildcard README.md)
GAMES ?= 10000
ENVS := --extra pettingzoo --extra openspiel --extra gym --extra dataset
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help setup play test check lint format layouts boards examples golden nightly bench load docs web api e2e shots sdist wheel version compile lock codes clean force
.DELETE_ON_ERROR:
.NOTPARALLEL: # `check` is tests, then games; pytest has workers of its own

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
ifeq ($(wildcard src/viae/server/web/index.html),)
$(VENV)/web: force
endif

help: ## list the commands
	@echo "Viae. Each command sets up what it needs by itself:"
	@echo
	@sed -n 's/^\([a-z0-9]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) \
		| awk -F '\t' '{ printf "  make %-9s %s\n", $$1, $$2 }'
	@echo
	@echo "ARGS are handed on, e.g.: make play ARGS=\"--port 9000\"; PYTHON names the Python to use."

setup: $(VENV)/compiled $(VENV)/envs $(VENV)/arena $(VENV)/server $(VENV)/web ## create .venv with everything for play and test, compile the rules, build the client
	$(if $(filter setup,$(MAKECMDGOALS)),@echo "  Ready. Next: make play or make test.",@:)

play: $(VENV)/compiled $(VENV)/server $(VENV)/web ## open tables in the browser: with friends, against bots
	@$(VENV)/bin/viae serve $(ARGS)

test: setup lint ## run the gates and all tests; the rules interpreted with coverage, then compiled
	@$(compiled) || echo "  The rules are not compiled: tests/compiled is left out."
	@VIAE_PURE=1 $(PYTEST) --cov --cov-report=term --cov-fail-under=98 $(ARGS) $(COVERING)
	@VIAE_PURE=1 $(PYTEST) --doctest-modules --doctest-glob='*.md' $(ARGS) $(DOCTESTED) tests \
		$(addprefix --ignore=,tests/compiled $(COVERING))
	@if $(compiled); then VIAE_PURE=0 $(PYTEST) $(ARGS) tests/compiled; fi
	@scripts/npm run --silent test
	@$(browser_tests)

check: test nightly ## everything: gates, tests, 10,000 random games

lint: $(VENV)/project $(VENV)/envs $(VENV)/arena $(VENV)/server $(VENV)/web ## run the gates: ruff, mypy, the layers of imports, the client's
	$(STEP) "ruff check" $(PYTHON_IN) -m ruff check
	$(STEP) "ruff format" $(PYTHON_IN) -m ruff format --check
	$(STEP) "mypy" $(PYTHON_IN) -m mypy
	$(STEP) "import layers" $(VENV)/bin/lint-imports
	$(STEP) "web: types, eslint, prettier" scripts/npm run check

format: $(VENV)/project $(VENV)/npm ## format the code and fix what ruff can fix
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

nightly: setup ## play 10,000 random games and check every state (GAMES=n for another number)
	@$(PYTHON_IN) -m viae.testing --games $(GAMES) $(ARGS)

bench: setup $(VENV)/bench ## measure the speed of the rules (next to catanatron), the bots and the client
	@$(VENV)/bin/viae bench $(ARGS)
	@$(PYTHON_IN) benchmarks/turns.py $(filter --check,$(ARGS))
	@$(browser_bench)

load: setup ## load-test the server: 500 live tables, 2,000 sockets, 100 entries per second
	@$(PYTHON_IN) benchmarks/load.py $(ARGS)

web: $(VENV)/web ## build the browser client

api: $(VENV)/project $(VENV)/server $(VENV)/npm ## write the OpenAPI document and the client's types from it
	@$(PYTHON_IN) -m viae.server.http.openapi docs/openapi.json
	@scripts/npm run --silent api

e2e: E2E = $(ARGS)
e2e: setup ## play in a real browser: the client against the real server
	@$(browser_tests)

shots: setup ## take pictures of every screen: those the documentation shows, the others into build/shots
	@VIAE_CHROMIUM=$$(scripts/browser) scripts/npm run --silent shots -- $(ARGS)

wheel: $(VENV)/web ## build a wheel with the client inside, into dist/
	$(STEP) "wheel" $(PYTHON_IN) -m pip wheel --no-deps --wheel-dir dist .

sdist: $(VENV)/project $(VENV)/web ## pack the sources with the built client, into dist/
	@mkdir -p dist
	$(STEP) "sdist" $(PYTHON_IN) -c "from setuptools.build_meta import build_sdist; build_sdist('dist')"

version: ## check that a tag may be released: make version TAG=v0.2.0
	@scripts/version "$(TAG)"

docs: setup $(VENV)/docs ## build the documentation site into site/
	$(STEP) "docs" env NO_MKDOCS_2_WARNING=1 $(PYTHON_IN) -m mkdocs build --strict
	@echo "  Open site/index.html."

compile: $(VENV)/project ## compile the rules; unlike in setup, a failure is an error
	$(STEP) "compile the rules" env VIAE_COMPILE=1 $(PYTHON_IN) setup.py --quiet build_ext --inplace
	@touch $(VENV)/compiled

lock: $(VENV)/made ## upgrade all tools and lock their versions in requirements/
	@test -x .venv-lock/bin/uv || $(PYTHON_IN) -m venv .venv-lock
	$(STEP) "install uv" .venv-lock/bin/python -m pip install --upgrade uv
	$(STEP) "lock dev" $(lock_one) --extra dev --output-file requirements/dev.txt
	$(STEP) "lock docs" $(lock_one) -c requirements/dev.txt --extra docs -o requirements/docs.txt
	$(STEP) "lock bench" $(lock_one) -c requirements/dev.txt --extra bench -o requirements/bench.txt
	$(STEP) "lock envs" $(lock_one) -c requirements/dev.txt $(ENVS) -o requirements/envs.txt
	$(STEP) "lock arena" $(lock_one) -c requirements/dev.txt -c requirements/envs.txt \
		--extra arena --extra cluster -o requirements/arena.txt
	$(STEP) "lock server" $(lock_one) -c requirements/dev.txt -c requirements/envs.txt -c requirements/arena.txt \
		--extra server -o requirements/server.txt
	$(STEP) "lock node" $(subst -c requirements/constraints.txt pyproject.toml,,$(lock_one)) \
		requirements/node.in -o requirements/node.txt

clean: ## remove everything that was built, except .venv
	@rm -rf build dist site src/*.egg-info htmlcov .coverage .coverage.* .venv-lock
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
lock_one = .venv-lock/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --custom-compile-command "make lock" \
	-c requirements/constraints.txt pyproject.toml

force:

$(VENV)/made:
	$(STEP) "make .venv" env PYTHON="$(PYTHON)" scripts/venv

$(VENV)/dev: requirements/dev.txt $(VENV)/made
	$(STEP) "install the tools" $(PIP) --require-hashes -r $<
	@touch $@

$(VENV)/docs $(VENV)/bench $(VENV)/envs $(VENV)/arena $(VENV)/server: $(VENV)/%: requirements/%.txt $(VENV)/dev
	$(STEP) "install for $*" $(PIP) --require-hashes -r $<
	@touch $@

$(VENV)/project: pyproject.toml $(VENV)/dev
	$(STEP) "install viae" env VIAE_COMPILE=0 $(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# Without a C compiler setup.py says so and the rules stay interpreted: no stamp then.
$(VENV)/compiled: $(COMPILED) setup.py $(VENV)/project
	$(STEP) "compile the rules" $(PYTHON_IN) setup.py --quiet build_ext --inplace
	@if $(compiled); then touch $@; fi

$(VENV)/npm: web/package-lock.json web/package.json web/.npmrc $(VENV)/made
	$(STEP) "install for the client" scripts/npm ci
	@touch $@

$(VENV)/web: $(WEB) $(VENV)/npm
	$(STEP) "build the client" scripts/npm run build
	@touch $@
