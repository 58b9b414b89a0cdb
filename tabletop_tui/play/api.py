"""Rulebooks, scenarios and games for programs in Python: the functions that `tabletop_tui` itself offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tabletop_tui.play.new_game import find_force, find_scenario, go_on, scenarios_of, set_table
from tabletop_tui.play.position_files import setup_in
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system, systems
from tabletop_tui.rulebook.system import ScenarioInfo, System


def rulebooks() -> list[System]:
    """Every rulebook that is installed and sound, by its id."""
    return systems([])


def scenarios(rulebook: str) -> list[ScenarioInfo]:
    """The scenarios of the rulebook of this id, shipped and the player's own; files at fault are left out.

    KeyError for a rulebook that is not installed, BadFile for one that is broken.
    """
    return scenarios_of(system(rulebook), [])


def new_game(
    scenario: str | Path,
    *,
    forces: Sequence[str | Path] = (),
    players: Sequence[str] = (),
    seed: int | None = None,
    journal: str | Path | None = None,
) -> Session:
    """A new game of a scenario (an id as 'armymen/quick-start', or a file), run on to its first question.

    `forces` (ids or files) and `players`, for each seat in turn: who is left out is the scenario's own force, and
    'keyboard', who answers by `Session.answer`; the others answer in `Session.run`. Without a seed it is drawn; without
    a journal nothing is saved. BadChoice for what cannot be played so, BadFile for a file at fault, JournalError where
    the journal stands already.
    """
    found, info = find_scenario(str(scenario))
    chosen = [find_force(found, str(force)) for force in forces]
    setup = set_table(found, info, chosen, players, seed=seed)
    return Session.new(setup, None if journal is None else Path(journal))


def new_position(
    position: Mapping[str, Any],
    *,
    players: Sequence[str] = (),
    dice: str = "seeded",
    journal: str | Path | None = None,
) -> Session:
    """A game from a position, written as a position file has it (docs/from-python.md), run on to its first question.

    Its own `dice` come first, then those of its `seed`; with dice="typed" all are asked for. BadFile, with all places,
    for a position that cannot be; BadChoice for players and dice that cannot.
    """
    setup = go_on(setup_in(position), players, position.get("seed", 0), dice)
    return Session.new(setup, None if journal is None else Path(journal))


def load_game(journal: str | Path) -> Session:
    """The game of a journal, to play on. JournalError, and nothing touched, if it cannot be replayed whole."""
    return Session.load(Path(journal))
