"""Games to measure: a small and a large one of each rulebook, played by computers."""

from __future__ import annotations

from pathlib import Path
from random import Random

from attrs import frozen

from tabletop_tui.engine.scenes import HexScene
from tabletop_tui.engine.setup import Setup
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session


@frozen
class Case:
    """A scenario to measure with its own forces."""

    label: str
    scenario: str
    """As in SYSTEM/ID."""
    answers: int = 120
    """After so many the forces have been deployed, and units act."""


CASES = (
    Case("MECHCOM", "mechcom/canyon-deathmatch"),
    Case("MECHCOM, four players", "mechcom/two-against-two"),
    Case("PMC 2640, Priority 1", "pmc2640/laboratory-find"),
    Case("PMC 2640, Priority 2", "pmc2640/glass-valley-find-2"),
    Case("PMC 2640, Priority 6", "pmc2640/salt-flat-find-6", 500),
    Case("Army Men, 300 points", "armymen/backyard"),
    Case("Army Men, 600 points", "armymen/playground"),
    Case("Crimson Dusk, 140 points", "crimsondusk/quick-start"),
    Case("Crimson Dusk, vehicles", "crimsondusk/convoy", 200),
    Case("TechCommander, 12 AC", "techcommander/elimination"),
    Case("TechCommander, deathmatch", "techcommander/deathmatch-teams"),
)
SCREEN_CASES = tuple(case for case in CASES if case.label not in ("PMC 2640, Priority 2", "MECHCOM, four players"))
"""Those whose keys are timed on the screen."""


GROWTH = {
    "mechcom": ("canyon-deathmatch", "port-deathmatch", "four-for-the-crater"),
    "pmc2640": ("quick-start", "glass-valley-find", "wasteland-find", "wasteland-find-2", "salt-flat-find-6"),
    "armymen": ("quick-start", "kitchen-floor", "playground"),
    "crimsondusk": ("quick-start", "crossroads", "convoy"),
    "techcommander": ("quick-start", "elimination", "large-elimination"),
}
"""Of each rulebook scenarios from a small one to a large one, in units or in room."""


def wanted(only: str, part: str) -> list[Case]:
    """The cases that are meant by a part of their name, or by the name of a part of the measurements; '' for all."""
    return [case for case in CASES if only in case.label or only == part]


def setup(case: Case, seed: int, player: str = "random") -> Setup:
    """The set-up of a case."""
    found, scenario = new_game.find_scenario(case.scenario)
    return new_game.set_table(found, scenario, (), [player] * scenario.seats, seed=seed)


def size(case: Case) -> tuple[int, str]:
    """How many units stand on the table or wait to, when the game begins, and how large the table is."""
    session = Session.new(setup(case, 1))
    scene = session.system.scene(session.game)
    table = f"{len(scene.ground)} hexes" if isinstance(scene, HexScene) else f"{scene.width:g} x {scene.height:g}"
    return len(session.system.roster(session.game)), table


def under_way(case: Case, path: Path, answers: int, seed: int = 1, player: str = "keyboard") -> Session:
    """A game in which chance gave so many answers, with its journal at `path`; from there on such players answer."""
    chooser = Random(seed)
    session = Session.new(setup(case, seed, player), path)
    while len(session.history) < answers and session.question is not None:
        session.answer(session.question.sample(chooser))
    return session
