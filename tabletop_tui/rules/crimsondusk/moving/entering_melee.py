"""Two sections that have come into contact are in melee (CD-ACT-3), and who is behind an obstacle then (CD-MEL-12)."""

from __future__ import annotations

from math import dist

from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.sight.cover import sheltered
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.ways.movement_limits import CLOSE
from tabletop_tui.table.polygons import overlap


def pairs_in_contact(one: Unit, other: Unit) -> list[tuple[int, int]]:
    """The models of two units that touch each other, by their numbers."""
    touch = one.radius + other.radius + CLOSE
    if not overlap(one.box, other.box, touch):
        return []
    return [
        (a, b)
        for a, spot in enumerate(one.models)
        for b, there in enumerate(other.models)
        if dist(spot, there) <= touch
    ]


@frozen
class Engage(Step):
    title = "Engage"
    says = "An AP is done: a section of which a model is in contact now is in melee, and so is the one that it touches."
    unit: str
    next_turn: bool = False
    """Whether it came there after the melees of this turn, and charges in the next one (CD-MWIN-9)."""
    rules = ("CD-ACT-5", "CD-MEL-1", "CD-MEL-2")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if unit.hull is not None:
            return
        for enemy in battle.enemies(unit.seat):
            if enemy.hull is None and enemy.id not in unit.foes and pairs_in_contact(unit, enemy):
                engage(battle, unit, enemy, battle.turn + self.next_turn)
                text = f"{unit.does('is')} in contact with {enemy.name}: melee"
                game.emit(Status(text, ("CD-ACT-5", "CD-MEL-1"), unit.seat, enemy.id, "in melee"))


def engage(battle: Battle, unit: Unit, enemy: Unit, turn: int) -> None:
    """Put two sections into melee: one that acts or waits is done, nobody lies or watches any more (CD-ACT-3)."""
    for one, other in ((unit, enemy), (enemy, unit)):
        if not one.fighting:
            one.met = turn
        one.foes = tuple(sorted({*one.foes, other.id}))
        one.ground = one.overwatch = False
        one.activated = True
        one.alter_all(aimed="", loading="", paid=0)  # whoever fights does something else (CD-AIM-1, CD-WPN-3)
    unit.charged = turn
    enemy.alter(behind_from(battle, unit, enemy), behind=True)


def behind_from(battle: Battle, unit: Unit, enemy: Unit) -> list[str]:
    """Which of a contacted section are behind an obstacle, as seen from the nearest who contact it (CD-MEL-12)."""
    nearest = [min(unit.models, key=lambda eye: dist(eye, spot)) for spot in enemy.models]
    rows = zip(enemy.men, enemy.models, nearest, strict=True)
    return [man.id for man, spot, eye in rows if sheltered(battle, enemy, spot, eye)]
