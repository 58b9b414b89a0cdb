# make play: set up, then start the app.  make test: set up, then run everything that must hold.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test bench pictures clean

play: $(VENV)/.play
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/tabletop-tui; else $(BIN)/tabletop-tui play --headless --seat greedy --seat greedy --seed 1; fi

test: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks

pictures: $(VENV)/.pictures
	$(BIN)/python docs/pictures.py

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: $(BIN)/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.test: $(BIN)/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	@touch $@ $(VENV)/.play

$(VENV)/.bench: $(BIN)/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test,bench]'
	@touch $@ $(VENV)/.test $(VENV)/.play

$(VENV)/.pictures: $(BIN)/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[pictures]'
	@touch $@ $(VENV)/.play

clean:
	rm -rf $(VENV) dist build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
