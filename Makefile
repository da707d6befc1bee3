# On a new machine, `make league` or `make test` installs what it needs; `make help` lists all targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LEAGUE := build/league
ALL := build/league-all
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check --no-build-isolation
LOCKED := $(PIP_INSTALL) --require-hashes --requirement
BUF := $(VENV)/node_modules/.bin/buf
TSC := $(VENV)/node_modules/.bin/tsc
COMPILED := build/compiled
TESTERS = $(shell $(PYTHON) -c 'import os; print(3 * os.cpu_count() // 2)')
PYTEST = $(BIN)/pytest --numprocesses $(TESTERS) --dist loadfile --no-loadscope-reorder  # extra workers: tests often wait

PROOFS := $(BIN)/python tools/proofs.py
LOCK := build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--no-emit-index-url

# `make audit` ignores axe-playwright-python, which only tests use: its metadata name no licence, but its licence file is
# the MIT licence.
LICENCES := Apache;BSD;ISC;LGPL;MIT;MPL;Mozilla;PSF

.PHONY: help league league-all bots check test test-all test-compiled prove lint lint-python lint-bots format proto docs bench compiled lock audit clean

help:  ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

league: $(LEAGUE)/.installed  ## Install the arena, play a league of the house bots in Python, and print the standings
	$(LEAGUE)/bin/arena run-league
	@printf '%s\n' '' 'Next (arena stands for $(LEAGUE)/bin/arena):' \
		'arena play verraeter --me random greedy banker: play a match against bots in a browser' \
		'arena sandbox: see how strictly bots are confined on this machine, and what to install for more' \
		'make league-all: compile the arena if there is a C compiler, and play bots in up to six languages'

league-all:  ## Install the compiled arena, play a league of the house bots of all languages, and print the standings
	@$(MAKE) --no-print-directory --jobs 2 $(ALL)/.installed
	@$(ALL)/bin/arena --version
	$(ALL)/bin/arena run-league languages

bots: $(VENV)/.installed  ## Build the house bots of all languages whose tools are installed
	$(BIN)/arena build

check: lint-python  ## Check Python's style and types, and run the quick tests that the last change can affect
	tests=$$($(BIN)/python tools/reach.py) && { [ -z "$$tests" ] || $(PYTEST) -m "not slow" $$tests || [ $$? = 5 ]; }

test: $(VENV)/.dev  ## Run the tests, except test suites with a recorded proof that they passed on the same files
	$(PYTEST) --ignore tests/hostile --ignore tests/sandbox
	$(PYTEST) tests/hostile tests/sandbox  # separately, because they use up memory and processes that other tests need

test-all: export ARENA_TESTS = all
test-all: export ARENA_SKIP_NOTHING = 1
test-all: $(VENV)/.dev  ## Run all tests with full counts, for a release; ignores the recorded proofs
	$(MAKE) --no-print-directory lint test-compiled test

prove: $(VENV)/.dev  ## Run the test suites for which proofs are recorded, and record new proofs of those that pass
	ARENA_PROVE=1 $(MAKE) --no-print-directory lint-bots
	$(MAKE) --no-print-directory test-compiled
	$(PROOFS) record compiled
	ARENA_PROVE=1 $(PYTEST) -m proved

test-compiled: compiled  ## Run the tests of compiled modules on the compiled modules
	cd $(COMPILED) && $(CURDIR)/$(PYTEST) tests/rules tests/games tests/match tests/protocol tests/transport \
		tests/bots/test_memory.py tests/end_to_end/test_league.py \
		--ignore tests/transport/processes --ignore tests/transport/machine

lint-python: $(VENV)/.dev
	$(BIN)/ruff format --check --quiet
	$(BIN)/ruff check --quiet
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports

lint: lint-python $(BUF) $(TSC) lint-bots  ## Check format, style, types, layers, protocol and generated code
	$(BIN)/python tools/generate_stubs.py --check
	$(BUF) lint proto
	$(BUF) format --diff --exit-code proto
	$(BUF) breaking proto --against proto/published.binpb
	$(TSC) --project tools/pages.json

lint-bots: $(VENV)/.dev  # without MAKEFLAGS, because Cargo would use make's job server
	env -u MAKEFLAGS $(BIN)/python tools/lint_bots.py

format: $(VENV)/.dev  ## Format the sources
	$(BIN)/ruff format --quiet
	$(BIN)/ruff check --fix --quiet

proto: $(VENV)/.dev  ## Generate the Python stubs
	$(BIN)/python tools/generate_stubs.py

docs: $(VENV)/.dev  ## Build the documentation site into build/site
	$(BIN)/python -m tools.docsite

compiled: $(VENV)/.dev  ## Compile a copy of the tracked files into build/compiled
	rm -rf $(COMPILED)
	git checkout-index --all --prefix=$(COMPILED)/
	cd $(COMPILED) && $(CURDIR)/$(BIN)/python setup.py --quiet build_ext --inplace

bench: $(VENV)/.dev compiled  ## Measure ratios of speed to other projects and methods, with the compiled modules
	cd $(COMPILED) && for name in games.engine games.playouts games.encoding games.rows games.wire games.decisions games.training \
		leagues.league leagues.boxed leagues.memory leagues.storage leagues.endurance; do \
		$(CURDIR)/$(BIN)/python -m benchmarks.$$name || exit 1; done

lock:  ## Update the lock files: the newest versions that fit together, with the hashes of their files
	$(PYTHON) -m venv --clear build/lock
	build/lock/bin/python -m pip install --quiet uv
	$(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], "pip", sep="\n")' > build/lock/build.txt
	$(LOCK) --upgrade --extra dev --output-file requirements-dev.lock pyproject.toml build/lock/build.txt
	$(LOCK) --constraint requirements-dev.lock --output-file requirements.lock pyproject.toml
	$(LOCK) --constraint requirements-dev.lock --output-file requirements-build.lock build/lock/build.txt

audit: $(VENV)/.dev  ## Check the locked packages for known vulnerabilities, and their licences; needs the package index
	$(PYTHON) -m venv --clear build/audit
	build/audit/bin/python -m pip install --quiet pip-audit pip-licenses
	build/audit/bin/pip-licenses --python $(BIN)/python --summary --partial-match --allow-only '$(LICENCES)' \
		--ignore-packages axe-playwright-python
	build/audit/bin/pip-audit --strict --disable-pip --require-hashes --requirement requirements-dev.lock

clean:  ## Remove everything that make has made
	rm -rf $(VENV) build *.egg-info

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(LOCKED) requirements-build.lock

# `make league` installs the arena into an environment of its own, as people install it: $(VENV) runs the working tree.
# The installed arena is plain Python, so it needs no compiler. The newest pip reads a package index faster. Python
# compiles bytecode on all processors, which pip does not; the rest is compiled when it is first imported.

SOURCES := $(wildcard $(shell git ls-files arena bots examples leaderboards proto))

$(LEAGUE)/.packages: requirements-build.lock requirements.lock
	$(PYTHON) -m venv --clear $(LEAGUE)
	$(LEAGUE)/bin/python $(LOCKED) requirements-build.lock --no-compile
	$(LEAGUE)/bin/python $(LOCKED) requirements.lock --no-compile
	@touch $@

$(LEAGUE)/.installed: $(LEAGUE)/.packages pyproject.toml setup.py $(SOURCES)
	rm -rf build/lib build/lib.* build/bdist.*
	ARENA_PURE=1 $(LEAGUE)/bin/python $(PIP_INSTALL) --no-deps --no-compile .
	-$(LEAGUE)/bin/python -m compileall -qq -j 0 -x '/(pip|setuptools|mypy|mypyc|pygments|tests)/' $(LEAGUE)/lib
	@touch $@

# While one processor compiles the arena, another builds the bots of the league with the arena from the working tree.

$(ALL)/.plain: pyproject.toml requirements-build.lock requirements.lock
	$(PYTHON) -m venv --clear $(ALL)
	$(ALL)/bin/python $(LOCKED) requirements-build.lock
	$(ALL)/bin/python $(LOCKED) requirements.lock
	$(ALL)/bin/python $(PIP_INSTALL) --no-deps --editable .
	@touch $@

$(ALL)/.wheel: $(ALL)/.plain setup.py $(SOURCES)
	rm -rf build/lib build/lib.* build/bdist.* $(ALL)/wheel
	$(ALL)/bin/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir $(ALL)/wheel .
	@touch $@

$(ALL)/.bots: $(ALL)/.plain
	-$(ALL)/bin/arena build --league languages
	@touch $@

$(ALL)/.installed: $(ALL)/.wheel $(ALL)/.bots
	$(ALL)/bin/python $(PIP_INSTALL) --no-deps --force-reinstall $(ALL)/wheel/*.whl
	@touch $@

$(VENV)/.installed: pyproject.toml setup.py requirements.lock | $(VENV)/bin/python
	$(BIN)/python $(LOCKED) requirements.lock
	$(BIN)/python $(PIP_INSTALL) --no-deps --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml setup.py requirements-dev.lock | $(VENV)/bin/python
	$(BIN)/python $(LOCKED) requirements-dev.lock
	$(BIN)/python $(PIP_INSTALL) --no-deps --editable .
	@touch $@ $(VENV)/.installed

# One rule for both: two runs of npm in one folder disturb each other.
$(BUF) $(TSC) &:
	npm install --silent --no-fund --no-audit --prefix $(VENV) @bufbuild/buf@1.75.0 typescript@5.9.3
