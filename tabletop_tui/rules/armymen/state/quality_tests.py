"""Quality tests (AMC-GEN-2): one D6 each, 4 or more succeeds; Recruits re-roll successes, Veterans failures."""

from __future__ import annotations

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.rules.armymen.state.battle import Battle, Unit

NEEDED = 4
SNIPERS_NEED = 2


def needed(unit: Unit, shooting: bool) -> Tally:
    """What a die of this unit needs; Snipers 2 when shooting (AMC-UNIT-8)."""
    tally = Tally("Quality", NEEDED, "quality test", "AMC-GEN-2")
    return tally.plus(SNIPERS_NEED - NEEDED, "Snipers", "AMC-UNIT-8") if shooting and unit.sheet.sniper else tally


def quality_tests(
    game: Game[Battle],
    unit: Unit,
    count: int,
    why: str,
    shooting: bool = False,
    pool: Tally | None = None,
    counts: str = "",
    rules: tuple[str, ...] = (),
) -> int:
    """Take so many quality tests together, bonus dice among them (AMC-GEN-3); how many succeed.

    Re-rolls are taken wherever they must or can help. `pool` says why there are so many, `counts` what a success is,
    `rules` by what they are taken.
    """
    if count <= 0:
        return 0
    need = needed(unit, shooting)
    rules = (*rules, *need.rules) if rules else ()  # else the check names those of its need
    good = game.check(Check(unit.seat, why, need, dice=count, pool=pool, rules=rules, counts=counts, bulk=True)).count
    quality = unit.sheet.quality
    if quality == "recruits" and good:
        again = f"{why}, re-roll of successes"
        check = Check(unit.seat, again, need, dice=good, rules=("AMC-UNIT-2",), counts=counts, bulk=True)
        return game.check(check).count
    if quality == "veterans" and good < count:
        again = f"{why}, re-roll of failures"
        more = Check(unit.seat, again, need, dice=count - good, rules=("AMC-UNIT-5",), counts=counts, bulk=True)
        return good + game.check(more).count
    return good


def words(unit: Unit, shooting: bool = False) -> str:
    """What a test of this unit needs and how likely it is, as in '4+ 75%'."""
    return f"{needed(unit, shooting).total}+ {chance(unit, shooting):.0%}"


def chance(unit: Unit, shooting: bool = False) -> float:
    """The chance of one test to succeed, its re-roll included."""
    single = (7 - needed(unit, shooting).total) / 6
    quality = unit.sheet.quality
    if quality == "recruits":
        return single * single
    return 1 - (1 - single) ** 2 if quality == "veterans" else single
