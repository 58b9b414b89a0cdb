"""What a shot needs, told in words: the number to hit without a table (TC-HIT)."""

from __future__ import annotations

from functools import cached_property
from typing import cast

from attrs import evolve

from tabletop_tui.engine import odds
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.shot_calculator import AskedShot, Effect, Fact, TableShot, Told, so_told, taped
from tabletop_tui.rules.techcommander.aiming.ready_weapons import ready_copies, refuse_copy
from tabletop_tui.rules.techcommander.aiming.shooting_limits import refuse_target
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Aim, Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.to_hit import JUMPS, hit_tally, need_of
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Unit, new_unit
from tabletop_tui.rules.techcommander.state.profiles import Catalogue, Gear, Sheet, UnitCard
from tabletop_tui.rules.techcommander.state.terrain import UNIT
from tabletop_tui.table.bases import TINY

STANDS, HALF, FULL = "no", "half", "full"
ECM = Gear(id="ecm", name="ECM", does="ecm")


def facts(sold: Catalogue) -> tuple[Fact, ...]:
    """What matters to a shot at a unit."""
    weapons = tuple(name for name, weapon in sold.weapons.items() if not weapon.melee and not weapon.repairs)
    cards = tuple(sold.units)
    return (
        Fact("weapon", "the weapon", "TC-GEAR-2", weapons[0], weapons),
        Fact("copies", "how many linked copies of it fire", "TC-LINK-1", "1", most=12, whole=True),
        Fact("shooter", "the unit that fires", "TC-DATA-2", cards[0], cards),
        Fact("target", "the unit that is shot at", "TC-HIT-3", cards[0], cards),
        Fact("range", "how far it is, in centimetres", "TC-RANGE-4", "12", most=500),
        Fact("hidden", "how much of the target is hidden, in per cent", "TC-COVER-1", "0", most=100),
        Fact("nlos", "it is fired without line of sight", "TC-NLOS-1"),
        Fact("smoke", "smoke is in the way", "TC-SMOKE-1"),
        Fact("designated", "the target is designated", "TC-LASER-2"),
        Fact("dug-in", "the target is dug in", "TC-DUG-3"),
        Fact("posted", "it is posted up", "TC-POSTUP-4"),
        Fact("hull-down", "it is hull down", "TC-HULL-1"),
        Fact("ecm", "it applies ECM", "TC-HIT-9"),
        Fact("moved", "how far the shooter has moved in this action", "TC-HIT-12", STANDS, (STANDS, HALF, FULL)),
        Fact("jump", "the shooter fires from a jump", "TC-POP-1", STANDS, (STANDS, *JUMPS)),
        Fact("limps", "the shooter has failed its jury rig", "TC-RED-5"),
    )


@frozen(eq=False)
class ToldAim(Aim):
    """An aim of which is told what the table would say."""

    told: Told

    @cached_property
    def hidden(self) -> float:
        return float(self.told["hidden"]) / 100

    @cached_property
    def range(self) -> float:
        return float(self.told["range"])

    @cached_property
    def designated(self) -> bool:
        return "designated" in self.told

    @cached_property
    def smoked(self) -> bool:
        return "smoke" in self.told and not self.nlos

    @cached_property
    def hull_down(self) -> bool:
        return "hull-down" in self.told

    @property
    def at_friend(self) -> bool:
        return False

    @property
    def jump(self) -> str:
        jump = self.told["jump"]
        return "" if jump == STANDS else jump


def on_table(battle: Battle, shooter: str, target: str, weapon: str = "") -> TableShot:
    """A shot of one unit at another as both stand, with all copies of one weapon that can be fired together.

    Refused where it has none.
    """
    unit, enemy = battle.units[shooter], battle.units[target]
    arms = {copy: one for copy, one in unit.weapons().items() if not one.melee and not one.repairs}
    if not arms:
        raise Refused(Refusal(f"{unit.name} has no weapon to shoot with", "TC-GEAR-2"))
    ready = [copy for copy in ready_copies(unit) if copy in arms]
    named = [copy for copy, one in arms.items() if one.id == weapon]
    first = next((copy for copy in named if copy in ready), None) or next(iter([*named, *ready, *arms]))
    fired = arms[first]
    aim = aim_at(battle, Salvo(unit.id, (first,)), enemy)
    copies = sum(arms[copy].id == fired.id for copy in ready)
    told = so_told(
        weapon=fired.id,
        copies=str(max(1, min(copies, fired.link))),
        range=taped(aim.range),
        hidden=taped(100 * aim.hidden),
        nlos=aim.nlos,
        smoke=aim.smoked,
        designated=aim.designated,
        dug_in=enemy.dug_in,
        posted=enemy.posted is not None,
        hull_down=aim.hull_down,
        moved=STANDS if unit.moved <= TINY else HALF if unit.moved <= unit.speed / 2 + TINY else FULL,
        jump=aim.jump if aim.jump in JUMPS else STANDS,
        limps=unit.limps,
    )
    weapons = tuple(dict.fromkeys(one.id for one in arms.values()))
    return TableShot(unit, enemy, told, weapons, refuse_copy(unit, first, fired) or refuse_target(aim))


def asked(sold: Catalogue, told: Told, table: TableShot | None = None) -> AskedShot:
    """What each die of such a shot needs. Refused where nobody could shoot so."""
    weapon, copies, gap = sold.weapons[told["weapon"]], int(told["copies"]), float(told["range"])
    if not 0 < copies <= weapon.link:
        raise Refused(Refusal(f"{weapon.name}: 1 to {weapon.link} copies fire together, not {copies}", "TC-GEAR-6"))
    if "nlos" in told and not weapon.nlos:
        raise Refused(Refusal(f"{weapon.name} needs a line of sight", "TC-NLOS-1"))
    if float(told["hidden"]) >= 100 and not weapon.nlos:
        raise Refused(Refusal("nothing of the target shows; only weapons without line of sight reach it", "TC-COVER-6"))
    if gap < weapon.min and "nlos" not in told:
        raise Refused(
            Refusal(f"{weapon.name}: {gap:g} {UNIT.short} is too near, a direct shot needs {weapon.min:g}", "TC-GEAR-8")
        )
    if table is None:
        unit = _unit("A1", 0, sold.units[told["shooter"]])
        target = _unit("B1", 1, sold.units[told["target"]])
    else:
        unit, target = table.shooter.clone(), table.target.clone()
        target.sheet = evolve(target.sheet, gear=(*target.sheet.gear, ECM)) if "ecm" in told else target.sheet
    target.dug_in, target.posted = "dug-in" in told, 0.0 if "posted" in told else None
    if "hull-down" in told and target.sheet.kind != "vehicle":
        raise Refused(Refusal(f"{target.sheet.name} is no vehicle, and only vehicles are hull down", "TC-HULL-1"))
    unit.limps = "limps" in told
    unit.moved = {STANDS: 0.0, HALF: unit.speed / 2, FULL: unit.speed}[told["moved"]]
    ecm = next((copy for copy, gear in reversed(target.sheet.kit.items()) if gear.does == ECM.does), "")
    gear = (f"{target.id}:{ecm}",) if "ecm" in told else ()
    raised = 1.0 if told["jump"] != STANDS else 0.0
    salvo = Salvo(unit.id, (f"{weapon.id}-1",), nlos="nlos" in told, raised=raised, gear=gear)
    aim = ToldAim(cast(Battle, None), unit, weapon, target, salvo, told)  # it asks no table
    tally, dice = hit_tally(aim), copies * weapon.shots
    need = need_of(tally)
    chance = need.chance(SIDES)
    damage = odds.scaled(odds.repeat((1 - chance, chance), dice), aim.damage)
    notes = (f"Each hit is {aim.damage} damage; AC and plating say what of it the target loses [TC-DMG-1]",)
    return AskedShot(dice, SIDES, need, notes, effect=Effect("damage before reductions", damage))


def _unit(name: str, seat: int, card: UnitCard) -> Unit:
    return new_unit(name, seat, Sheet(evolve(card), gear=(ECM,)))
