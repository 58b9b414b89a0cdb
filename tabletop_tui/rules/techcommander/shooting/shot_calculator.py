"""What a shot needs, told in words: the number to hit without a table (TC-HIT)."""

from __future__ import annotations

from functools import cached_property
from typing import cast

from attrs import evolve, frozen

from tabletop_tui.engine import odds
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.rulebook.shot_calculator import AskedShot, Effect, Fact, Told
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Aim, Salvo
from tabletop_tui.rules.techcommander.aiming.to_hit import JUMPS, hit_tally, need_of
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Unit, new_unit
from tabletop_tui.rules.techcommander.state.profiles import Catalogue, Gear, Sheet, UnitCard

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
    def jump(self) -> str:
        jump = self.told["jump"]
        return "" if jump == STANDS else jump


def asked(sold: Catalogue, told: Told) -> AskedShot:
    """What each die of such a shot needs. Refused where nobody could shoot so."""
    weapon, copies, gap = sold.weapons[told["weapon"]], int(told["copies"]), float(told["range"])
    if not 0 < copies <= weapon.link:
        raise Refused(Refusal(f"{weapon.name}: 1 to {weapon.link} copies fire together, not {copies}", "TC-GEAR-6"))
    if "nlos" in told and not weapon.nlos:
        raise Refused(Refusal(f"{weapon.name} needs a line of sight", "TC-NLOS-1"))
    if float(told["hidden"]) >= 100 and not weapon.nlos:
        raise Refused(Refusal("nothing of the target shows; only weapons without line of sight reach it", "TC-COVER-6"))
    if gap < weapon.min and "nlos" not in told:
        raise Refused(Refusal(f"{weapon.name}: {gap:g} is too near, a direct shot needs {weapon.min:g}", "TC-GEAR-8"))
    unit = _unit("A1", 0, sold.units[told["shooter"]])
    target = _unit("B1", 1, sold.units[told["target"]])
    target.dug_in, target.posted = "dug-in" in told, 0.0 if "posted" in told else None
    if "hull-down" in told and target.sheet.kind != "vehicle":
        raise Refused(Refusal(f"{target.sheet.name} is no vehicle, and only vehicles are hull down", "TC-HULL-1"))
    unit.limps = "limps" in told
    unit.moved = {STANDS: 0.0, HALF: unit.speed / 2, FULL: unit.speed}[told["moved"]]
    gear = ("B1:ecm-1",) if "ecm" in told else ()
    raised = 1.0 if told["jump"] != STANDS else 0.0
    salvo = Salvo("A1", (f"{weapon.id}-1",), nlos="nlos" in told, raised=raised, gear=gear)
    aim = ToldAim(cast(Battle, None), unit, weapon, target, salvo, told)  # it asks no table
    tally, dice = hit_tally(aim), copies * weapon.shots
    need = need_of(tally)
    chance = need.chance(SIDES)
    damage = odds.scaled(odds.repeat((1 - chance, chance), dice), aim.damage)
    notes = (f"Each hit is {aim.damage} damage; AC and plating say what of it the target loses [TC-DMG-1]",)
    return AskedShot(dice, SIDES, need, notes, effect=Effect("damage before reductions", damage))


def _unit(name: str, seat: int, card: UnitCard) -> Unit:
    return new_unit(name, seat, Sheet(evolve(card), gear=(ECM,)))
