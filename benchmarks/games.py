"""Games to measure: any system's ready scenarios, played by computers."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tabletop_tui import paths
from tabletop_tui.engine.system import SEAT_NAMES, SeatSetup, Setup, System, system
from tabletop_tui.session import Session

SYSTEMS = ("mechcom",)
LONG = 3
"""The scenario, as a place in the list, that goes on as long as anybody lives."""


def setup(name: str, seed: int, players: str = "random", scenario: int = 0) -> Setup:
    """The set-up of a ready scenario with its own forces."""
    rules: System = system(name)
    told = rules.scenarios(paths.scenario_folders())[scenario]
    forces = {force.id: force for force in rules.forces(paths.roster_folders())}
    seats = [SeatSetup(SEAT_NAMES[n], n, players, forces[force].data) for n, force in enumerate(told.forces)]
    return Setup(name, told.data, seats, seed)


def under_way(name: str, path: Path, answers: int, seed: int = 1) -> Session:
    """A game of two people who answered by chance, stopped after so many answers, with its journal at `path`."""
    chooser = Random(seed)
    session = Session.new(setup(name, seed, "keyboard", LONG), path)
    while len(session.history) < answers and session.question is not None:
        session.answer(session.question.sample(chooser))
    return session
