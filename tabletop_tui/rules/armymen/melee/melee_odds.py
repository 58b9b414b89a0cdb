"""What a melee would come to, beforehand: the exact chances of its first fighting round and of its end.

Who strikes in the first fighting round is known once the side is chosen from which the charge comes; else, and in all
later rounds, every model is taken to come to blows. The melee goes on until one unit is destroyed (AMC-MELEE-8).
"""

from __future__ import annotations

from functools import lru_cache

from tabletop_tui.engine import odds
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.roll_wording import counted_dice
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.armymen.damage.damage import destroyed_chance
from tabletop_tui.rules.armymen.shooting.block_dice import own_dice
from tabletop_tui.rules.armymen.shooting.shooting_odds import losses, vehicle_hits
from tabletop_tui.rules.armymen.sight import sight
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.quality_tests import chance


@frozen
class Side:
    """What one side of a melee rolls."""

    attacks: int
    """Of each model."""
    bonus: int
    """Attack dice of the whole unit (AMC-MELEE-4, AMC-TERR-4, AMC-TERR-5)."""
    test: float
    """The chance of one of its quality tests."""
    blocks: int
    """Dice to block beside those for the hits."""
    vehicle: bool = False

    def dice(self, models: int) -> int:
        """The attack dice of so many models of it that strike."""
        return models * self.attacks + self.bonus if models and not self.vehicle else 0

    def wounds(self, models: int, other: Side) -> odds.Chances:
        """The distribution of the wounds that so many models of it cause in a fighting round."""
        dice = self.dice(models)
        if not dice:
            return odds.NOTHING
        hits = odds.repeat((1 - self.test, self.test), dice)
        if other.vehicle:
            hits = vehicle_hits(hits, odds.NOTHING)
        return losses(hits, other.blocks, other.test)


def sides(battle: Battle, unit: Unit, target: Unit) -> tuple[Side, Side]:
    """The charger's side and its target's, as they would be if the charge began now."""
    high, low = sight.elevated(battle, unit.models), sight.elevated(battle, target.models)
    return side_of(unit, 1 + int(high and not low)), side_of(target, int(low and not high))


def side_of(unit: Unit, bonus: int) -> Side:
    blocks = own_dice(unit, Tally("Block dice", 0)).total
    return Side(unit.melee.attacks, bonus, chance(unit), blocks, unit.vehicle)


@lru_cache(maxsize=4096)
def fates(mine: Side, theirs: Side, models: int, others: int) -> tuple[float, float]:
    """The chance that the other unit is destroyed in the end, and that this one is; it may be both."""
    gone, lost, again = fighting_round(mine, theirs, models, others, (models, others))
    return gone / (1 - again), lost / (1 - again)


def fighting_round(
    mine: Side, theirs: Side, models: int, others: int, blows: tuple[int, int]
) -> tuple[float, float, float]:
    """Both fates from a round on in which `blows` of each side strike, and the chance that it changes nothing."""
    gone = lost = again = 0.0
    strikes, answers = mine.wounds(blows[0], theirs), theirs.wounds(blows[1], mine)
    for wounds, p in enumerate(strikes):
        for taken, q in enumerate(answers):
            share = p * q
            if wounds >= others or taken >= models:
                gone += share * (wounds >= others)
                lost += share * (taken >= models)
            elif not wounds and not taken:
                again += share
            else:
                fail, failed = 1 - theirs.test if wounds > taken else 0.0, 1 - mine.test if taken > wounds else 0.0
                then = fates(mine, theirs, models - taken, others - wounds)
                gone += share * (fail + (1 - fail - failed) * then[0])
                lost += share * (failed + (1 - fail - failed) * then[1])
    return gone, lost, again


def melee_fates(battle: Battle, unit: Unit, target: Unit, blows: tuple[int, int] | None = None) -> tuple[float, float]:
    """The chance that a charge destroys its target, a Pinned one by its test already, and that it ends the charger.

    `blows`: how many of each side strike in the first fighting round; all of them where that is not known.
    """
    if target.vehicle:
        return 1.0, 0.0
    mine, theirs = sides(battle, unit, target)
    gone, lost = fates(mine, theirs, unit.left, target.left)
    if blows is not None:
        first = fighting_round(mine, theirs, unit.left, target.left, blows)
        gone, lost = (first[0] + first[2] * gone, first[1] + first[2] * lost) if any(blows) else (0.0, 0.0)
    fights = chance(target) if target.pinned else 1.0
    return 1 - fights + fights * gone, fights * lost


def preview_charge(
    battle: Battle, unit: Unit, target: Unit, arc: str = "", blows: tuple[int, int] | None = None
) -> Preview:
    """Both sides' strikes, and what comes of them; `arc` is the side of a vehicle that the charge goes for.

    `blows`: how many of each side strike in the first fighting round; all of them where that is not known.
    """
    mine, theirs = sides(battle, unit, target)
    first, second = blows or (unit.left, target.left)
    wounds = mine.wounds(first, theirs)
    lines = [
        Line("target", target.name, mood="head"),
        Line("strikes", strikes(unit, mine, first), rules=("AMC-MELEE-3", "AMC-MELEE-4")),
    ]
    chances = [Chance("any wound", odds.at_least(wounds, 1))]
    if target.vehicle:
        lines.append(Line("strikes back", "never", rules=("AMC-VEH-4",), mood="good"))
        if arc:
            lines.append(Line("side hit", arc, rules=("AMC-DMG-5", "AMC-DMG-6", "AMC-DMG-7")))
            chances.append(Chance("destroyed at once", destroyed_at_once(wounds, arc, theirs.test)))
        return Preview(tuple(lines), tuple(chances), odds.mean(wounds), "wounds")
    answers = theirs.wounds(second, mine)
    lines.append(Line("strikes back", strikes(target, theirs, second), rules=("AMC-MELEE-3",)))
    if target.pinned:
        lines.append(Line("Pinned", f"it survives {chance(target):.0%}", rules=("AMC-MORALE-4",), mood="good"))
    more = sum(p * q for number, p in enumerate(wounds) for other, q in enumerate(answers) if number > other)
    gone, lost = melee_fates(battle, unit, target, blows)
    chances += [Chance("more wounds", more), Chance("destroys it", gone), Chance("is destroyed", lost)]
    return Preview(tuple(lines), tuple(chances), odds.mean(wounds), "wounds")


def strikes(unit: Unit, side: Side, models: int) -> str:
    """As in 'Bayonet, 6 of 10 models, 13 dice'."""
    who = counted(models, "model") if models == unit.left else f"{models} of {counted(unit.left, 'model')}"
    return f"{unit.melee.name}, {who}, {counted_dice(side.dice(models))}"


def destroyed_at_once(wounds: odds.Chances, arc: str, test: float) -> float:
    """The chance that a vehicle is destroyed in one fighting round: by damage, or by the test for fewer wounds."""
    stands = sum(p * (1 - destroyed_chance(arc)) ** number * test for number, p in enumerate(wounds) if number)
    return 1 - wounds[0] - stands
