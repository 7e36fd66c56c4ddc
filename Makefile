# Three commands matter: `make play`, `make menu` and `make test`. All set up what they need in .venv.
PYTHON ?= python3
BIN := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
# Runs a command as a step: `$(STEP) NAME COMMAND` prints a line with the time; the log is in build/logs.
STEP := @sh tools/step.sh
HOW := To type knobel without a path: . $(BIN)/activate (or play in the terminal with: make menu)
MAKEFLAGS += --no-print-directory
QUIETLY := --quiet --disable-pip-version-check --no-compile
NPM := $(BIN)/python web/tools/npm.py
WEB := src/knobel/server/web/index.html
WEB_SOURCES := $(shell find web/src web/public web/plugins web/worker web/index.html web/*.ts web/*.js -type f)
# Folders too, because they change when a file goes.
WEB_ALL := $(shell find web/. -path web/./node_modules -prune -o -print)
CHECKED := web/node_modules/.cache/knobel
# One more than there are processors: tests of servers and browsers wait for these now and then.
PROCESSES = $(shell $(PYTHON) -c 'import os; print(1 + (os.cpu_count() or 1))')
PYTEST = $(BIN)/pytest --numprocesses=$(PROCESSES) --dist=worksteal
# What starts processes, databases or browsers, compiles solvers, or installs environments.
SLOW := cli server web coach/test_plain.py test_add_a_game.py test_new_game.py test_docs.py test_environments.py test_homes.py test_light.py test_pytest.py
SLOW_LAB := arena cli games plot sim solving envs/test_learner.py test_docs.py test_documents.py test_environments.py test_gallery.py test_light.py test_sources.py
# Processes of tests load the same modules again and again.
unexport PYTHONDONTWRITEBYTECODE
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate

define install
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Knobel needs Python 3.11 or newer; try make PYTHON=python3.12")'
$(STEP) environment $(PYTHON) -m venv .venv
$(STEP) packages $(BIN)/python -m pip install $(QUIETLY) --require-hashes -r requirements/$(1).txt
$(STEP) knobel $(BIN)/python -m pip install $(QUIETLY) --no-deps --no-build-isolation $(2:%=--editable %)
endef

.PHONY: setup play menu web site docs pages dist notes github-release test nightly test-again check check-lab pytest unit unit-lab web-lint-again web-test web-check web-lint web-unit lint format mutants bench adapters torch-adapters chaos load shots previews pictures plots golden strategy strategy-numbers strength distributions sources lock clean new-game

# What `make play` needs is a part of what developers need, so each has a lock and a marker of its own.
setup: .venv/ready
	@$(if $(filter setup,$(MAKECMDGOALS)),echo '$(HOW)',:)

.venv/play: requirements/play.txt pyproject.toml src/knobel/version.py
	$(call install,play,.)
	@touch $@

.venv/ready: requirements/dev.txt pyproject.toml src/knobel/version.py lab/pyproject.toml lab/hatch_build.py
	$(call install,dev,. ./lab)
	@touch .venv/play $@

play: .venv/play web
	@echo '$(HOW)'
	@$(BIN)/knobel

# In the terminal, without a browser.
menu: .venv/play
	@$(BIN)/knobel menu

web: $(WEB)

# The static edition: files that any host serves, with an engine for the browser. `make site SITE=folder`
SITE ?= build/site
site: .venv/play web
	$(BIN)/knobel site --out $(SITE)

# The documents as a site: files that any host serves, in build/docs.
docs: setup
	$(STEP) documents $(BIN)/python -m tools.docs.site

# What the project's own host shows: the documents, and the static edition in a folder of its own, where its service worker stays.
pages: export KNOBEL_PLAY := app/index.html
pages: site docs
	rm -rf build/pages
	cp -r build/docs build/pages
	cp -r $(SITE) build/pages/app

# A release: wheel, source distribution and static edition of the last commit, built twice, compared and tried.
dist: setup web/node_modules/ready
	$(BIN)/python -m tools.dist

# What is new in this version, in build/notes.md; with TAG=v1.2.3 only if that is its tag.
notes: setup
	$(BIN)/python -m tools.notes $(TAG)

# Publishes what `make dist notes` made, as a release of this tag.
github-release:
	gh release create "$(TAG)" --verify-tag --notes-file build/notes.md dist/*

$(WEB): web/package-lock.json $(WEB_SOURCES) | web/node_modules/play
	$(STEP) "web app" $(NPM) run build

web/node_modules/play: web/package.json web/package-lock.json | .venv/play
	$(STEP) "web packages" $(NPM) ci --omit=dev
	@touch $@

web/node_modules/ready: web/package.json web/package-lock.json | .venv/ready
	$(STEP) "web packages" $(NPM) ci
	@touch web/node_modules/play $@

# Tests wait for processes and browsers now and then; checkers use that time.
test: setup web/node_modules/ready
	@$(MAKE) web
	@$(MAKE) --jobs=2 pytest web-lint lint web-unit web-check

# All that others walk in pairs that cover: every size, theme, language, game and variant with every other.
nightly: export KNOBEL_NIGHTLY := 1
nightly: test

# Again and again, to find tests that depend on luck or speed: `make test-again RUNS=10 BUSY=4`
RUNS ?= 10
BUSY ?= 0
test-again: setup
	$(BIN)/python -m tools.repeat --runs $(RUNS) --busy $(BUSY)

# What most contributors run: the game alone, without browsers, server processes and the laboratory.
check: setup web/node_modules/ready
	@$(MAKE) --jobs=2 unit web-lint-again lint web-unit web-check

# The laboratory, without what compiles solvers or starts processes.
check-lab: setup
	@$(MAKE) --jobs=2 unit-lab lint

# Packages are installed without compiled code. Of processes that start together each would make its own: one goes first.
.venv/warm: .venv/ready
	$(STEP) "compiled code" sh -c '$(BIN)/pytest --collect-only --quiet || true'
	@touch $@

pytest: .venv/warm web
	@$(PYTEST)

unit: .venv/warm
	@$(PYTEST) tests $(SLOW:%=--ignore=tests/%)

unit-lab: .venv/warm
	@$(PYTEST) lab/tests $(SLOW_LAB:%=--ignore=lab/tests/%)

web-test: web-check web-lint web-unit

web-check: $(CHECKED)/check

web-lint: $(CHECKED)/lint

web-lint-again: $(CHECKED)/lint-again

web-unit: $(CHECKED)/test

# The web app is checked again when anything below web/ has changed since it passed.
$(CHECKED)/%: $(WEB_ALL) | web/node_modules/ready
	@mkdir -p $(@D)
	@touch $@.begun
	$(STEP) "web $*" $(NPM) run $(*:lint-again=lint:again)
	@mv $@.begun $@
	@$(if $(filter lint,$*),cp -p $@ $@-again,:)

lint: setup
	$(STEP) lint $(BIN)/ruff check
	$(STEP) format $(BIN)/ruff format --check
	$(STEP) types $(BIN)/mypy

format: setup
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

mutants: setup
	$(BIN)/mutmut run
	$(BIN)/mutmut results

bench: setup .venv-bench/ready
	.venv-bench/bin/python -m lab.bench.environments
	.venv-bench/bin/python -m lab.bench.playouts
	.venv-bench/bin/python -m lab.bench.solvers
	.venv-bench/bin/python -m lab.bench.simulation
	$(BIN)/python bench/hints.py

# Our games in OpenSpiel, with its search in the first seat, and in SuperSuit.
adapters: setup .venv-bench/ready .venv-adapters/ready
	for game in $$($(BIN)/knobel games --json | $(BIN)/python -c 'import json, sys; print(*(game["key"] for game in json.load(sys.stdin)))'); do \
		.venv-bench/bin/python lab/docs/research/openspiel_game.py $$game --games 2 || exit 1; done
	.venv-bench/bin/python lab/docs/research/openspiel_game.py hexhex --simulations 20
	.venv-adapters/bin/python lab/docs/research/frameworks.py supersuit

# What needs PyTorch, which has other files for every processor: versions are fixed, files are not.
torch-adapters: .venv-torch/ready .venv-ray/ready
	.venv-torch/bin/python lab/docs/research/frameworks.py tianshou
	.venv-ray/bin/python lab/docs/research/frameworks.py rllib

# Both packages for environments that have no tool to build them. Being on the path is not enough: what the laboratory
# adds to games is found by what its installed package declares.
EDITABLE := build/editable
$(EDITABLE)/ready: pyproject.toml lab/pyproject.toml lab/hatch_build.py | .venv/ready
	rm -rf $(EDITABLE)
	$(BIN)/python -m hatchling build --target wheel:editable --directory $(EDITABLE)
	cd lab && ../$(BIN)/python -m hatchling build --target wheel:editable --directory ../$(EDITABLE)
	touch $@

.venv-torch/ready .venv-ray/ready: .venv-%/ready: requirements/%.in $(EDITABLE)/ready
	$(PYTHON) -m venv .venv-$*
	.venv-$*/bin/python -m pip install $(QUIETLY) -r requirements/$*.in
	.venv-$*/bin/python -m pip install $(QUIETLY) --no-deps --force-reinstall $(EDITABLE)/*.whl
	touch $@

.venv-adapters/ready: requirements/adapters.txt $(EDITABLE)/ready
	$(PYTHON) -m venv .venv-adapters
	.venv-adapters/bin/python -m pip install $(QUIETLY) --require-hashes -r requirements/adapters.txt
	.venv-adapters/bin/python -m pip install $(QUIETLY) --no-deps --force-reinstall $(EDITABLE)/*.whl
	touch $@

.venv-bench/ready: requirements/bench.txt requirements/bench-build.txt $(EDITABLE)/ready
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install $(QUIETLY) --require-hashes -r requirements/bench-build.txt
	.venv-bench/bin/python -m pip install $(QUIETLY) --require-hashes --no-build-isolation -r requirements/bench.txt
	.venv-bench/bin/python -m pip install $(QUIETLY) --no-deps --force-reinstall $(EDITABLE)/*.whl
	touch $@

chaos: setup
	$(BIN)/python -m tools.server.chaos

load: setup
	$(BIN)/python -m bench.load

shots: setup web
	$(BIN)/python -m tools.shots

previews: setup web
	$(BIN)/python -m tools.previews

pictures: setup web
	$(BIN)/python -m tools.shots --best --out docs/images

plots: setup
	$(BIN)/python -m lab.tools.plots

# What is written is the same whatever somebody has solved.
golden: export KNOBEL_TABLES := /dev/null
golden: setup
	$(BIN)/python -m tools.golden

# A game of one's own in this tree, from a template that can be played at once: `make new-game KEY=my_game`
new-game: setup
	@$(BIN)/python -m tools.new_game $(KEY)

strategy: setup
	$(BIN)/python -m lab.tools.strategy

strategy-numbers: setup
	$(BIN)/python -m lab.tools.strategy --measure $(AGAIN) $(GAMES)

strength: setup
	$(BIN)/python -m lab.tools.strength

sources: setup
	$(BIN)/python -m lab.tools.sources

distributions: setup
	$(BIN)/python -m lab.tools.distributions $(AGAIN)

lock: setup
	$(COMPILE) --all-extras pyproject.toml lab/pyproject.toml requirements/dev.in --no-emit-package knobel --output-file requirements/dev.txt
	$(COMPILE) pyproject.toml requirements/play.in --constraint requirements/dev.txt --output-file requirements/play.txt
	$(COMPILE) --extra host pyproject.toml --constraint requirements/dev.txt --output-file requirements/server.txt
	$(COMPILE) requirements/bench-build.in --output-file requirements/bench-build.txt
	$(COMPILE) requirements/bench.in --output-file requirements/bench.txt
	$(COMPILE) requirements/adapters.in --output-file requirements/adapters.txt

clean:
	rm -rf .venv .venv-bench .venv-adapters .venv-torch .venv-ray $(EDITABLE) web/node_modules src/knobel/server/web mutants dist build/cache .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
