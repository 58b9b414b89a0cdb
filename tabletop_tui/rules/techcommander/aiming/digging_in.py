"""Dug in (TC-DUG-1): by an action, or as crew and troops that have not acted yet may declare (TC-DUG-2)."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.reactions import Offered
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.standing_orders import OfferKind
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.aiming.ready_weapons import ready_copies
from tabletop_tui.rules.techcommander.aiming.to_hit import BASE
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import distance
from tabletop_tui.rules.techcommander.state.infiltration import hidden_from
from tabletop_tui.rules.techcommander.state.shot_targets import stand

DIG_IN = OfferKind(
    "dig-in",
    "declare dug in",
    "Asked when an enemy with a weapon left is named for an action, and could attack crew or troops that may dig in.",
    "TC-DUG-2",
)

LIKELY = 5
"""Who needs less than so much on a die is not worth a question."""


@frozen
class DigIn(Step):
    title = "Dig in"
    says = "The unit is dug in until it leaves its place."
    unit: str
    rules = ("TC-DIGIN-1", "TC-DUG-1", "TC-DUG-6")

    def run(self, game: Game[Battle]) -> None:
        dig_in(game, game.state.units[self.unit], self.rules)


def dig_in(game: Game[Battle], unit: Unit, rules: tuple[str, ...]) -> None:
    if not unit.dug_in:
        unit.dug_in = True
        game.emit(Status(f"{unit.name} is dug in", rules, unit.seat, unit.id, "dug in"))


def refuse_declaring(unit: Unit) -> Refusal | None:
    """Why a unit cannot be declared dug in without an action, or None (TC-DUG-2, TC-DIGIN-2)."""
    if unit.acted or unit.done:
        return Refusal("it has acted this turn", "TC-DUG-2")
    return Refusal("it is dug in", "TC-DUG-3") if unit.dug_in else None


def may_declare(unit: Unit) -> bool:
    return unit.sheet.on_foot and unit.on_table and refuse_declaring(unit) is None


@frozen
class ToDeclare(Offered):
    """To declare crew or troops dug in."""

    units: tuple[Unit, ...]
    exposed: bool
    """Whether an enemy could attack one of them now."""
    kind = DIG_IN
    rule = "TC-DUG-2"
    says = "No action: -2 to hit, and one attack in return, until it moves."

    @property
    def key(self) -> str:
        return f"dig:{self.units[0].id}" if len(self.units) == 1 else "dig:all"

    @property
    def label(self) -> str:
        return f"Dig in: {self.units[0].name if len(self.units) == 1 else f'all {len(self.units)}'}"

    @property
    def target(self) -> str:
        return self.units[0].id if len(self.units) == 1 else ""

    @property
    def matters(self) -> bool:
        return self.exposed

    def steps(self) -> Sequence[Step]:
        return [Declare(tuple(unit.id for unit in self.units))]


@frozen
class Declare(Step):
    title = "Declare dug in"
    says = "Crew and troops that have not acted are dug in by announcement; it is no action."
    units: tuple[str, ...]
    rules = ("TC-DUG-2", "TC-DIGIN-2")

    def run(self, game: Game[Battle]) -> None:
        for name in self.units:
            dig_in(game, game.state.units[name], self.rules)


def threatened(battle: Battle, unit: Unit, enemies: Sequence[Unit]) -> bool:
    """Whether one of the enemies that were named could hit a unit in its action, as far as that is plain now."""
    return any(not hidden_from(battle, enemy, unit) and could_hit(battle, enemy, unit) for enemy in enemies)


def could_hit(battle: Battle, enemy: Unit, unit: Unit) -> bool:
    """Whether an enemy that comes as near as it can would hit a unit in the open, one time in four at least."""
    far = max(0.0, distance(battle, stand(battle, enemy), unit) - enemy.speed)
    left = [enemy.sheet.arms[copy] for copy in ready_copies(enemy)]
    return any(
        BASE + unit.ac + weapon.fire_control - weapon.drop * ceil(max(0.0, far - weapon.opt) / weapon.per) >= LIKELY
        for weapon in left
    )


def declaring(battle: Battle, seat: int, named: tuple[str, ...]) -> list[Offered]:
    """Whom a seat may declare dug in, all at once or one by one; `named` are the enemies about to act."""
    able = [unit for unit in battle.side(seat) if may_declare(unit)]
    enemies = [battle.units[name] for name in named]
    exposed = {unit.id: threatened(battle, unit, enemies) for unit in able}
    ones = [ToDeclare((unit,), exposed[unit.id]) for unit in able]
    both = [ToDeclare(tuple(able), any(exposed.values()))] if len(able) > 1 else []
    return [*both, *ones]
