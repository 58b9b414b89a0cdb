# make play: set up, then start the app.  make test: set up, then run everything that must hold.
# make quick: what finds most within a minute or two; make quick BOOK=mechcom: the same for one rulebook.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Many tests wait for a process or a screen: half as many workers again as there are processors keep these busy.
WORKERS ?= $(shell $(PYTHON) -c "import os; print((3 * (os.cpu_count() or 1) + 1) // 2)")
# The program starts in half the time where Python may keep what it has compiled.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test quick bench pictures pins clean

play: $(VENV)/.play
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/tabletop-tui; else $(BIN)/tabletop-tui play --headless --seat greedy --seat greedy --seed 1; fi

test: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

# Style, types, layers, the floors below and the rules; no whole games, screens or commands. A new rulebook is in it.
BOOK ?= $(patsubst tabletop_tui/rules/%/__init__.py,%,$(wildcard tabletop_tui/rules/*/__init__.py))
quick: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -q -m "not long" tests/engine tests/table tests/forces tests/golden $(addprefix tests/,$(BOOK))

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks

pictures: $(VENV)/.pictures
	$(BIN)/python docs/pictures.py

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# What is installed is what was tested: every file by its hash, then the program itself, in place.
install = $(BIN)/python -m pip install --quiet --disable-pip-version-check
install_pins = $(install) --require-hashes -r requirements/$(1).txt
install_self = $(install) --no-deps --no-build-isolation -e .

$(VENV)/.play: $(BIN)/python pyproject.toml requirements/play.txt
	$(call install_pins,play)
	$(install_self)
	@touch $@

$(VENV)/.test: $(BIN)/python pyproject.toml requirements/test.txt
	$(call install_pins,test)
	$(install_self)
	@touch $@ $(VENV)/.play

$(VENV)/.bench: $(VENV)/.test requirements/bench.txt
	$(call install_pins,bench)
	@touch $@

$(VENV)/.pictures: $(BIN)/python pyproject.toml requirements/pictures.txt
	$(call install_pins,pictures)
	$(install_self)
	@touch $@ $(VENV)/.play

# Write the hashes of the versions in constraints.txt anew; needs uv.
pins:
	for name in play test bench pictures; do \
		extra=; [ $$name = play ] || extra="--extra $$name"; \
		uv pip compile pyproject.toml requirements/build.in $$extra --constraints constraints.txt --universal \
			--python-version 3.11 --generate-hashes --no-annotate --no-header -q -o requirements/$$name.txt; \
	done

clean:
	rm -rf $(VENV) dist build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
