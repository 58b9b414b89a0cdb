# make play: set up, then start the app.  make test: set up, then run everything that must hold; where cases are many and
# alike a sample of them, and all with make test WHOLE=1.
# make quick: what finds most within a minute or two; make quick BOOK=mechcom: the same for one rulebook.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Many tests wait for a process or a screen: half as many workers again as there are processors keep these busy.
CORES := len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else os.cpu_count() or 1
WORKERS ?= $(shell $(PYTHON) -c "import os; print((3 * ($(CORES)) + 1) // 2)")
# The program starts in half the time where Python may keep what it has compiled.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test quick lowest bench train tree pictures site release pins clean

play: $(VENV)/.play
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/tabletop-tui; else $(BIN)/tabletop-tui play --headless --seat greedy --seat greedy --seed 1; fi

# While one processor checks style, types and layers, another compiles the tests: else each worker would compile them all.
test: $(VENV)/.test
	@$(BIN)/pytest --collect-only -qq >/dev/null 2>&1 & compiling=$$!; \
	for check in "ruff check ." "ruff format --check ." mypy lint-imports; do \
		echo "$$check"; $(BIN)/$$check || { kill $$compiling; exit 1; }; \
	done; \
	wait $$compiling || true
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

# Style, types, layers, the floors below and the rules; no whole games, screens or commands. A new rulebook is in it.
BOOK ?= $(patsubst tabletop_tui/rules/%/__init__.py,%,$(wildcard tabletop_tui/rules/*/__init__.py))
quick: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -q -m "not long" tests/engine tests/table tests/files tests/skirmish tests/forces tests/golden $(addprefix tests/,$(BOOK))

# All measurements, into benchmarks/RESULTS.md; make bench QUICK=1: those that count calls of functions, in four minutes.
bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks $(if $(QUICK),--quick)

# The weights by which it is foretold how games end, anew from games that are played now: make train BOOK=mechcom for one
# rulebook. docs/calibration.md says how true they are.
train: $(VENV)/.bench
	$(BIN)/python -m benchmarks.foretelling $(BOOK) --workers $(shell $(PYTHON) -c "import os; print($(CORES))")

# docs/modules.md anew, from the docstrings of the modules.
tree:
	$(PYTHON) docs/modules.py

pictures: $(VENV)/.pictures
	$(BIN)/python -m docs.pictures
	$(BIN)/python -m docs.moving_picture
	$(BIN)/python -m docs.browser_picture

# The guide as a site, in build/site.
site: $(VENV)/.site
	$(BIN)/python -m docs.site
	$(BIN)/mkdocs build --quiet --strict

# What could be published, in dist/: built, checked, installed and tried out. make release TAG=1 sets the tag as well.
release: $(VENV)/.release
	TAG=$(TAG) $(BIN)/python -m docs.release

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# What is installed is what was tested: every file by its hash, then the program itself, in place. The lists are whole,
# so nothing is resolved (some versions of pip look for the newest of what is asked for by an extra), nor built (but chess).
pip = $(BIN)/python -m pip --disable-pip-version-check
install = $(pip) install --quiet --no-deps
install_pins = $(install) --only-binary :all: --no-binary chess --require-hashes -r requirements/$(1).txt
install_self = $(install) --no-build-isolation -e .
check_all = $(pip) check

$(VENV)/.play: $(BIN)/python pyproject.toml requirements/play.txt
	$(call install_pins,play)
	$(install_self)
	$(check_all)
	@touch $@

$(VENV)/.test: $(BIN)/python pyproject.toml requirements/test.txt
	$(call install_pins,test)
	$(install_self)
	$(check_all)
	@touch $@ $(VENV)/.play

$(VENV)/.bench: $(VENV)/.test requirements/bench.txt
	$(call install_pins,bench)
	$(check_all)
	@touch $@

$(VENV)/.pictures: $(BIN)/python pyproject.toml requirements/pictures.txt
	$(call install_pins,pictures)
	$(install_self)
	$(check_all)
	@touch $@ $(VENV)/.play

$(VENV)/.site: $(BIN)/python requirements/site.txt
	$(call install_pins,site)
	@touch $@

$(VENV)/.release: $(BIN)/python requirements/release.txt
	$(call install_pins,release)
	@touch $@

$(VENV)/.pins: $(BIN)/python requirements/pins.txt
	$(call install_pins,pins)
	@touch $@

# Write the hashes of the versions in constraints.txt anew.
pins: $(VENV)/.pins
	set -e; for name in play test bench pictures site release pins; do \
		from="pyproject.toml requirements/build.in"; [ $$name != pins ] || from=requirements/pins.in; \
		extra=; case $$name in play|pins) ;; *) extra="--extra $$name";; esac; \
		$(BIN)/uv pip compile $$from $$extra --constraints constraints.txt --universal --python-version 3.11 \
			--generate-hashes --no-annotate --no-header -q -o requirements/$$name.txt; \
	done

# The golden games with the lowest versions that pyproject.toml allows, in an environment of their own.
TOOLS := pytest pytest-asyncio pytest-xdist hypothesis
lowest: $(VENV)/.pins
	$(BIN)/uv venv -q --clear --python $(BIN)/python $(VENV)/lowest
	$(BIN)/uv pip install -q --python $(VENV)/lowest --resolution lowest-direct -e .
	$(BIN)/uv pip install -q --python $(VENV)/lowest $(foreach tool,$(TOOLS),$(shell grep '^$(tool)==' constraints.txt))
	$(VENV)/lowest/bin/python -m pytest -q -n 0 tests/golden

clean:
	rm -rf $(VENV) dist build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
