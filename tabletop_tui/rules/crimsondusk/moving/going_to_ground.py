"""Going to ground and standing up again (CD-GTG-3, CD-GTG-4)."""

from __future__ import annotations

from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.reactions.overwatch_fire import (
    Appear,
    watched_by,
)
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.skill_tests import passes, skill_tally
from tabletop_tui.rules.crimsondusk.state.units import Unit


@frozen
class TryGround(Step):
    title = "Try the ground"
    says = "A skill test with +1, without command bonus: passed, the section has gone to ground."
    unit: str
    rules = ("CD-GTG-3",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        # Failed, its owner may try again with another AP, or do something else (CD-GTG-5).
        if passes(game, unit.seat, f"{unit.does('goes')} to ground", ground_tally(unit), self.rules):
            unit.ground, unit.ground_part = True, ""
            game.emit(Status(f"{unit.does('has')} gone to ground", self.rules, unit.seat, unit.id, "gone to ground"))


def ground_tally(unit: Unit) -> Tally:
    return skill_tally(unit.quality).plus(-1, "going to ground", "CD-GTG-3")


@frozen
class Stand(Step):
    title = "Stand"
    says = "Its owner lets a section stand up."
    unit: str
    rules = ("CD-GTG-4",)

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        before = tuple(watched_by(game.state, unit))
        unit.ground, unit.ground_part = False, ""
        game.emit(Status(f"{unit.does('stands')} up", self.rules, unit.seat, unit.id, "gone to ground", False))
        game.push(Appear(unit.id, before))
