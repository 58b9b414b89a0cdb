"""Skill tests (CD-SKILL): one D10 by quality, a natural 1 and 10 apart; who helps with a command bonus."""

from __future__ import annotations

from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.coherency import is_with, leader_of
from tabletop_tui.rules.crimsondusk.state.profiles import QUALITY_WORDS, Quality
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit

SIDES = 10
NEEDED: dict[Quality, int] = {"Ir": 6, "Rg": 5, "Vt": 4, "El": 3}


def skill_tally(quality: Quality) -> Tally:
    """What a die of this quality needs, before anything changes it. Modifiers of the die are taken off the number."""
    return Tally("Skill test", NEEDED[quality], QUALITY_WORDS[quality], "CD-SKILL-1")


def helped(battle: Battle, unit: Unit, tally: Tally) -> Tally:
    """The same with the command bonus of the best personality who is with the section (CD-CHAR-8)."""
    bonus, leader = command_bonus(battle, unit)
    return tally.plus(-bonus, f"command of {leader}", "CD-CHAR-8")


def command_bonus(battle: Battle, unit: Unit) -> tuple[int, str]:
    """The best command bonus for the tests of a section, and whose it is; one who is alone does not help himself."""
    best, name = 0, ""
    for leader in battle.side(unit.seat):
        if not leader.models or (number := leader_of(leader)) is None or (leader.id == unit.id and unit.left == 1):
            continue
        bonus = leader.men[number].soldier.cb
        if bonus > best and (is_with(leader, unit) or in_touch(leader.men[number], unit)):
            best, name = bonus, leader.id
    return best, name


def in_touch(leader: Man, unit: Unit) -> bool:
    """Whether both carry communicators, so that neither sight nor coherency matters (CD-EQ-COMMS)."""
    return leader.soldier.has("communicators") and any(soldier.has("communicators") for soldier in unit.soldiers)


def need_of(tally: Tally) -> Need:
    """A number to be reached on a D10, natural 1 and 10 apart (CD-SKILL-2)."""
    return Need(tally, always=(10,), never=(1,))


def passes(game: Game[Battle], seat: int, why: str, tally: Tally, rules: tuple[str, ...] = ()) -> bool:
    """Take a test; whether it is passed."""
    check = Check(seat, why, need_of(tally), sides=SIDES, rules=tuple(dict.fromkeys((*rules, *tally.rules))))
    return game.check(check, lambda rolled: "passed" if rolled.passed else "failed").passed


def chance(tally: Tally) -> float:
    """The chance of a test to be passed."""
    return need_of(tally).chance(SIDES)


def words(tally: Tally) -> str:
    """What a test needs and how likely it is, as in '5+ 60%'."""
    return f"{max(2, min(10, tally.total))}+ {chance(tally):.0%}"
