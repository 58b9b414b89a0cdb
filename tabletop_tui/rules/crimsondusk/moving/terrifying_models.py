"""Terrifying models (CD-SR-TERRIFY-1): who acts within 5 units of one, or comes so near, is tested or freezes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import dist

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.skill_tests import helped, passes, skill_tally
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.intervals import Spans, united
from tabletop_tui.table.motion_intervals import Path
from tabletop_tui.table.points import Spot

NEAR = 5.0
"""Edge to edge, in units, exactly that included."""


def terrors(battle: Battle, unit: Unit) -> Iterator[tuple[Spot, float]]:
    """Where terrifying enemies of a section stand, and how near from middle to middle one feels them."""
    for enemy in battle.enemies(unit.seat):
        for man, spot in zip(enemy.men, enemy.models, strict=True):
            if man.soldier.has("terrifying"):
                yield spot, NEAR + unit.radius + enemy.radius + TINY


def is_terrified(battle: Battle, unit: Unit) -> bool:
    """Whether any model of a section is within 5 units of a terrifying one."""
    return any(dist(spot, there) <= near for there, near in terrors(battle, unit) for spot in unit.models)


def terrified_parts(battle: Battle, unit: Unit, paths: Sequence[Path]) -> Spans:
    """On which parts of its way any of a section's models is within 5 units of a terrifying one."""
    near = terrors(battle, unit)
    return united(chain.from_iterable(path.near(spot, reach) for spot, reach in near for path in paths))


@frozen
class FaceTerror(Step):
    title = "Face terror"
    says = "A skill test of a section near a terrifying enemy: failed, it freezes, and the AP in hand is lost."
    unit: str
    moving: bool
    """Whether it has come so near on its way; else it has just been activated there."""
    rules = ("CD-SR-TERRIFY-1",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if not unit.living:
            return
        if self.moving:
            unit.dreaded = battle.turn
        tally = helped(battle, unit, skill_tally(unit.quality))
        if passes(game, unit.seat, f"{unit.does('faces')} somebody terrifying", tally, self.rules):
            return
        if not self.moving:
            unit.spent += 1
        unit.frozen = unit.spent
        unit.alter_all(aimed="", loading="", paid=0)
        game.emit(Event(f"{unit.does('freezes')}: AP {unit.spent} is lost", self.rules, unit.seat))
