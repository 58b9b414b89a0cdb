"""The dice of a machine that is its own weapon (TC-RAM-2, TC-DFA-2): the tally of a shot without what is of shots."""

from __future__ import annotations

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.modifiers import Modifier, Tally
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Aim, Salvo
from tabletop_tui.rules.techcommander.aiming.to_hit import BASE, SOURCES, need_of
from tabletop_tui.rules.techcommander.sight import smoke
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import touches
from tabletop_tui.rules.techcommander.state.profiles import MOST_SIZE_BONUS, Weapon
from tabletop_tui.rules.techcommander.state.terrain import Feature

BODY = Weapon(id="body", name="Body", shots=1, damage=0, opt=0.0)
"""What it hits with, as a weapon."""
OF_SHOTS = ("TC-SMOKE", "TC-HIT-3", "TC-HIT-4", "TC-HIT-12", "TC-AUTO", "TC-ATTACK", "TC-RANGE", "TC-DATA", "TC-POP")
"""The rules of modifiers that do not count here, or are counted here in another way."""
IN_SMOKE = -2


def defences(battle: Battle, unit: Unit, target: Unit) -> list[Modifier]:
    """What helps the target against a machine that comes at it (TC-RAM-2)."""
    aim = Aim(battle, unit, BODY, target, Salvo(unit.id, ()))
    found = (one for source in SOURCES for one in source(aim))
    return [one for one in found if one.value < 0 and not one.rule.startswith(OF_SHOTS)]


def smoke_between(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether smoke is on the way, or around either (TC-SMOKE-7)."""
    return smoke.blinds_ram(battle, unit, target)


def mostly_in_smoke(battle: Battle, target: Unit) -> bool:
    """Whether more than half of it is in a cloud (TC-SMOKE-8)."""
    return smoke.mostly_inside(battle, target)


def body_tally(battle: Battle, unit: Unit, target: Unit | Feature, what: str) -> Tally:
    """The number to hit with the machine itself, before fire control."""
    size = target.size if isinstance(target, Feature) else target.ac
    tally = Tally(what, BASE, "base", "TC-HIT-2").plus(min(size, MOST_SIZE_BONUS), f"AC{size}", "TC-HIT-3")
    for one in defences(battle, unit, target) if isinstance(target, Unit) else ():
        tally = tally.plus(one.value, one.reason, one.rule)
    return tally


def in_contact(game: Game[Battle], unit: Unit, target: Unit | Feature) -> bool:
    """Whether it still touches what it came at: a roof or a wall that fell on the way may have parted them."""
    if touches(game.state, unit, target):
        return True
    if not isinstance(target, Unit) or target.on_table:
        called = target.name if isinstance(target, Unit) else f"the {target.called}"
        game.emit(Event(f"{unit.name} no longer touches {called}", ("TC-ADJ-1",), unit.seat))
    return False


def hits(game: Game[Battle], unit: Unit, tally: Tally, why: str, rules: tuple[str, ...]) -> bool:
    check = Check(unit.seat, why, need_of(tally), sides=SIDES, rules=rules)
    return game.check(check).passed


def rolled_damage(game: Game[Battle], unit: Unit, why: str, rule: str) -> int:
    """One D20 times the AC of the machine (TC-RAM-3, TC-OVERRUN-3, TC-TRAMPLE-4)."""
    check = Check(unit.seat, why, sides=SIDES, rules=(rule,))
    return game.check(check, lambda rolled: f"{rolled.total * unit.ac} damage").total * unit.ac


ALL_ARMOUR = 10**6
"""Of a blow that ignores all armour."""
