"""Defensive gear (TC-HIT-9): what there is of it, what each does, when it can be used; against whatever shot."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.standing_orders import OfferKind
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.damage import bubble_shields
from tabletop_tui.rules.techcommander.state.battle import SIDES, UNSHIELDED, Battle, Unit
from tabletop_tui.rules.techcommander.state.limited_use_gear import FromKit
from tabletop_tui.rules.techcommander.state.profiles import Gear

GEAR = OfferKind(
    "defensive-gear",
    "defensive gear",
    "Asked when one of your units is shot at and has gear that would make a difference to this shot.",
    "TC-HIT-9",
)
ECM, ANTI_MISSILE = "ecm", "anti-missile"
DEFENDS = {ECM: "It negates the fire control of this shot.", ANTI_MISSILE: "It may stop one missile that hits."}


@frozen
class OfferedGear(FromKit):
    """To apply a piece of gear of whoever is shot at."""

    kind = GEAR
    rule = "TC-HIT-9"
    unit: Unit
    copy: str
    gear: Gear

    @property
    def label(self) -> str:
        return f"{self.unit.name} uses {self.thing}"

    @property
    def says(self) -> str:  # type: ignore[override]
        return DEFENDS[self.gear.does]

    def steps(self) -> Sequence[Step]:
        return []


def carried(unit: Unit) -> list[tuple[str, Gear]]:
    """The gear that a unit could apply to a shot at it; none where all of it is off (TC-OMEGA-4)."""
    if unit.has(UNSHIELDED):
        return []
    return [(copy, gear) for copy, gear in unit.gear().items() if gear.does in DEFENDS]


def jams(unit: Unit) -> bool:
    """Whether it has ECM that takes fire control from whoever rams it: that costs nothing, so nobody is asked."""
    return any(gear.does == ECM and unit.left(copy) != 0 for copy, gear in carried(unit))


def refuse_gear(battle: Battle, unit: Unit, copy: str, gear: Gear) -> Refusal | None:
    """Why a piece of gear cannot be used now, or None."""
    if unit.left(copy) == 0:
        return Refusal("no uses left", "TC-ACT-4")
    if gear.does == ANTI_MISSILE and bubble_shields.around(battle, unit):
        return Refusal("it does not work inside a shield", "TC-BUBBLE-12")
    return None


def stops(game: Game[Battle], unit: Unit, gear: Gear) -> bool:
    """Whether gear of a unit stops one missile that would hit it (TC-HIT-9)."""
    need = Need(Tally("To stop it", gear.value, gear.name, "TC-HIT-9"), "at most")
    return game.check(Check(unit.seat, f"{unit.name}: {gear.name}", need, sides=SIDES, rules=("TC-HIT-9",))).passed
