"""Scans (TC-SCAN-1): who scans how far, what it rolls, and whom a scan reveals."""

from __future__ import annotations

from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import distance
from tabletop_tui.rules.techcommander.state.infiltration import reveal
from tabletop_tui.rules.techcommander.state.profiles import Gear
from tabletop_tui.rules.techcommander.state.shot_targets import foes
from tabletop_tui.table.bases import TINY

NEEDED = 12
HALF_MOVE, FULL_MOVE = -1, -4


def scanners(unit: Unit) -> list[Gear]:
    return [gear for gear in unit.gear().values() if gear.does == "scanner"]


def scan_range(unit: Unit) -> float:
    """How far it scans: its speed, unless its gear says otherwise, in centimetres (TC-SCAN-2)."""
    return max((gear.radius for gear in scanners(unit) if gear.radius), default=unit.full_speed)


def scan_tally(unit: Unit) -> Tally:
    """What a scan must not pass: 12, with its gear, less what it moved in this action (TC-SCAN-2, TC-SCAN-5)."""
    tally = Tally("Scan", NEEDED, "for every unit", "TC-SCAN-1")
    tally = tally.plus(max((gear.value for gear in scanners(unit)), default=0), "scanner", "TC-SCAN-2")
    if unit.moved > unit.speed / 2 + TINY:
        return tally.plus(FULL_MOVE, "moved more than half", "TC-SCAN-5")
    return tally.plus(HALF_MOVE if unit.moved > TINY else 0, "moved half", "TC-SCAN-5")


def in_scan(battle: Battle, unit: Unit) -> list[Unit]:
    """The infiltrated enemies within its scan range, those in hatches too."""
    near = scan_range(unit) + TINY
    return [enemy for enemy in foes(battle, unit.seat) if enemy.hidden and distance(battle, unit, enemy) <= near]


@frozen
class Scan(Step):
    title = "Scan"
    says = "Each scanner rolls and is revealed; after all have rolled, what their scans have found is revealed."
    units: tuple[str, ...]
    rules = ("TC-SCAN-1", "TC-SCAN-3", "TC-RALLY-13")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        found: dict[str, Unit] = {}
        for unit in (battle.units[name] for name in self.units):
            needed = Need(scan_tally(unit), "at most")
            check = Check(unit.seat, f"{unit.name}: scan", needed, sides=SIDES, rules=self.rules[:1])
            if game.check(check).passed:
                found |= {enemy.id: enemy for enemy in in_scan(battle, unit)}
            if unit.infiltrated:
                reveal(game, unit, "TC-SCAN-3")
        for enemy in found.values():
            reveal(game, enemy, "TC-INFIL-8")
        if not found:
            seat = battle.units[self.units[0]].seat
            game.emit(Event("The scan finds nobody", self.rules[:1], seat))
