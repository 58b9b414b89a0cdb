"""Launching smoke (TC-SMOKE-12): free, at the beginning or the end of an action of the unit, a use each time.

The cloud lies around the unit that launches it, on the surface where that stands, until the turn ends (TC-SMOKE-11).
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.reactions import Offered, Window
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.standing_orders import OfferKind
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.sight import sight
from tabletop_tui.rules.techcommander.sight.smoke import in_the_way
from tabletop_tui.rules.techcommander.state.battle import Battle, Cloud, Unit
from tabletop_tui.rules.techcommander.state.limited_use_gear import FromKit
from tabletop_tui.rules.techcommander.state.profiles import Gear
from tabletop_tui.rules.techcommander.state.shot_targets import stand
from tabletop_tui.rules.techcommander.state.unit_refusals import OfUnits

SMOKE = OfferKind(
    "smoke",
    "smoke",
    "Asked when one of your units has acted, can launch smoke and is in the sight of an enemy.",
    "TC-SMOKE-12",
)


def launchers(unit: Unit) -> list[tuple[str, Gear]]:
    """The gear with which it can launch smoke, whether or not any is left."""
    return [(copy, gear) for copy, gear in unit.gear().items() if gear.does == "smoke"]


def exposed(battle: Battle, unit: Unit) -> bool:
    """Whether an enemy that can still act sees it without smoke in between."""
    return any(
        not enemy.eliminated
        and sight.band(sight.hidden(battle, enemy, unit)) is not sight.BLOCKED
        and not in_the_way(battle, enemy, unit)
        for enemy in battle.enemies(unit.seat)
    )


@frozen
class LaunchSmoke(FromKit):
    """To launch one cloud."""

    kind = SMOKE
    rule = "TC-SMOKE-12"
    says = "A cloud around it: -6 on every direct shot through it until the turn ends."
    battle: Battle
    unit: Unit
    copy: str
    ends: bool
    """Whether the action is at its end."""

    @property
    def key(self) -> str:
        return f"smoke:{self.unit.id}:{self.copy}"

    @property
    def label(self) -> str:
        return f"{self.unit.id} launches {self.thing}"

    def refuse(self) -> Refusal | None:
        return Refusal("no uses left", "TC-ACT-4") if self.unit.left(self.copy) == 0 else None

    @property
    def matters(self) -> bool:
        return self.ends and not self.battle.cleared and exposed(self.battle, self.unit)

    def steps(self) -> Sequence[Step]:
        return [Launch(self.unit.id, self.copy)]


@frozen
class Smokes(OfUnits, Window):
    title = "Smoke"
    says = "At the beginning and at the end of its action a unit may launch smoke."
    units: tuple[str, ...]
    ends: bool = False
    rules = ("TC-SMOKE-12",)

    def seats(self, game: Game[Battle]) -> Sequence[int]:
        return (game.state.units[self.units[0]].seat,)

    def offers(self, game: Game[Battle], seat: int) -> Sequence[Offered]:
        battle = game.state
        units = [battle.units[name] for name in self.units if battle.units[name].on_table]
        return [LaunchSmoke(battle, unit, copy, self.ends) for unit in units for copy, _ in launchers(unit)]

    def prompt(self, game: Game[Battle], seat: int) -> str:
        when = "has acted" if self.ends else "acts"
        return f"{game.state.units[self.units[0]].name} {when}: smoke?"

    def about(self, game: Game[Battle]) -> str:
        return self.units[0]


@frozen
class Launch(Step):
    title = "Launch smoke"
    says = "A cloud of smoke lies around the unit until the turn ends."
    unit: str
    copy: str
    rules = ("TC-SMOKE-1", "TC-SMOKE-12")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        gear, where = unit.sheet.kit[self.copy], stand(battle, unit)
        unit.use(self.copy)
        battle.clouds = (*battle.clouds, Cloud(where.at, gear.radius, gear.height, battle.foot(where)))
        game.emit(Status(f"{unit.name} launches smoke", self.rules, unit.seat, unit.id, "smoke"))
