# `make play`, `make test` and `make check` are all that a newcomer needs; each makes what it needs first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Where Python is told to write no compiled files, every program that a test starts compiles all of ours again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test check rest durations cover lint lint-web types lock audit score soak bench shots dist dist-check clean

play: $(VENV)/.play
	@$(BIN)/clashcam play

# Every line and branch of rules/ and webui/table/ is run by these tests (pyproject.toml, [tool.coverage]): `make cover`, and `make check`, measure that.
COVERED := tests/rules tests/webui/documents tests/webui/table tests/webui/recording

# With these they are the first tier, `make test`, but for what is marked slow. All other tests are the second tier.
QUICK := tests/contract tests/webui/i18n tests/webui/storage tests/vision/recognition \
	tests/vision/tracking/test_tracker.py tests/browser/test_first_light.py \
	$(filter-out tests/test_extras.py tests/test_fuzzed.py tests/test_wheel.py,$(wildcard tests/test_*.py))

# Both cores end together: a worker that has nothing left takes tests from another.
PARALLEL := -n auto --dist worksteal $(DURATIONS:%=--durations=%)

MEASURED = $(BIN)/coverage erase && $(BIN)/coverage run -m pytest $(PARALLEL) $(COVERED) && \
	$(BIN)/coverage combine --quiet && $(BIN)/coverage report

test: $(VENV)/.test lint types
	$(if $(COVERAGE),$(MEASURED) && ,)$(BIN)/pytest $(PARALLEL) -m "not slow" $(if $(COVERAGE),,$(COVERED)) $(QUICK)

# Everything in Python, the first tier with its coverage. The page's scripts are read by `make lint-web`.
check: COVERAGE := yes
check: test rest

rest: $(VENV)/.test
	$(BIN)/pytest $(PARALLEL) -m slow $(if $(COVERAGE),,$(COVERED)) $(QUICK)
	$(BIN)/pytest $(PARALLEL) $(COVERED:%=--ignore=%) $(QUICK:%=--ignore=%)

# The thirty slowest tests of each run; DURATIONS=30 does the same for any of the others.
durations:
	$(MAKE) check DURATIONS=30

cover: $(VENV)/.test
	$(MEASURED)

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# `npx prettier --write` puts the styles into their form.
STYLES := "webui/http/static/**/*.css"
lint-web: node_modules/.package-lock.json
	npx --no-install eslint webui
	npx --no-install tsc --project jsconfig.json
	npx --no-install prettier --check $(STYLES)

types: $(VENV)/.test
	$(BIN)/mypy

score: $(VENV)/.test
	$(BIN)/python -m tests.benchmarks.photos
	$(BIN)/python -m tests.benchmarks.tracking
	$(BIN)/python -m tests.benchmarks.latency
	$(BIN)/python -m tests.benchmarks.crowd
	$(BIN)/python -m tests.benchmarks.changes

soak: $(VENV)/.test
	$(BIN)/python -m tests.benchmarks.kills --count 500
	$(BIN)/python -m tests.benchmarks.kills --count 500 --store postgresql
	$(BIN)/python -m tests.benchmarks.power --count 200
	$(BIN)/python -m tests.benchmarks.damage
	$(BIN)/python -m tests.benchmarks.door
	$(BIN)/python -m tests.benchmarks.strangers
	$(BIN)/python -m tests.benchmarks.camera_faults
	$(BIN)/python -m tests.benchmarks.fuzz
	$(BIN)/python -m tests.benchmarks.fuzz_guided
	$(BIN)/python -m tests.benchmarks.fuzz_described
	$(BIN)/python -m tests.benchmarks.convention
	$(BIN)/python -m tests.benchmarks.soak --hours 8

bench: $(VENV)/.test
	$(BIN)/python -m tests.benchmarks.speed

# The pictures in docs/screenshots; with ALL=FOLDER every page and state at 390, 1366 and 1920, dark and light, in English
# and German, the TV upright, too, into that folder, to look at one by one (about an hour; LOOK="de-dark-390 tv" takes a part).
shots: $(VENV)/.test
	$(BIN)/python -m $(if $(ALL),tests.browser.matrix $(ALL) $(LOOK),tests.browser.shots)

node_modules/.package-lock.json: package.json package-lock.json
	npm ci --no-audit --no-fund --silent

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# The same versions on every machine, checked by their hashes; `make lock` takes newer ones.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

$(VENV)/.play: pyproject.toml requirements.lock | $(BIN)/python
	$(INSTALL) --require-hashes --requirement requirements.lock
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.test: pyproject.toml requirements-test.lock | $(BIN)/python
	$(INSTALL) --require-hashes --requirement requirements-test.lock
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@ $(VENV)/.play

# uv and pip-audit are no part of the program: each comes into a folder of its own.
TOOLS := $(VENV)-tools
$(TOOLS)/.made: | $(BIN)/python
	$(PYTHON) -m venv $(TOOLS)
	$(TOOLS)/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.9,<1' 'pip-audit>=2.9,<3'
	@touch $@

LOCK := $(TOOLS)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-annotate --upgrade --group build pyproject.toml
lock: $(TOOLS)/.made
	$(LOCK) --extra postgres --output-file requirements.lock
	$(LOCK) --extra postgres --extra test --output-file requirements-test.lock
	$(LOCK) --extra postgres --extra release --constraint requirements.lock --output-file requirements-release.lock

# Known flaws of what is locked. It prints and never fails: a new advisory is news, no broken build.
audit: $(TOOLS)/.made
	-$(TOOLS)/bin/pip-audit --requirement requirements.lock --disable-pip --require-hashes --progress-spinner off

# What people download, into dist/ (docs/install.md). `make dist-check` builds the last commit twice and compares every
# byte, then tries the files in bare systems without Python and network (as root, with debootstrap and buildah).
RELEASE := $(VENV)-release
$(RELEASE)/.made: requirements-release.lock | $(BIN)/python
	$(PYTHON) -m venv $(RELEASE)
	$(RELEASE)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $<
	@touch $@

dist: $(RELEASE)/.made
	rm -rf dist
	$(RELEASE)/bin/python -m release --to dist

dist-check: $(RELEASE)/.made $(VENV)/.test dist
	$(RELEASE)/bin/python -m release.twice
	$(BIN)/python -m tests.install --files dist

clean:
	rm -rf $(VENV) $(TOOLS) $(RELEASE) node_modules build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
