"""What a shot would come to, beforehand: exact chances of unblocked hits and of losses, and its preview (AMC-SHOOT)."""

from __future__ import annotations

from functools import lru_cache

from attrs import evolve

from tabletop_tui.engine import odds
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.sight_grades import CLEAR
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.armymen.damage.damage import destroyed_chance
from tabletop_tui.rules.armymen.shooting.block_dice import blocking
from tabletop_tui.rules.armymen.shooting.shooting_limits import Fire
from tabletop_tui.rules.armymen.sight import sight
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.quality_tests import chance, words
from tabletop_tui.table.points import Spot, spot_text


@lru_cache(maxsize=4096)
def losses(hits: odds.Chances, bonus: int, block: float, per_hit: bool = True) -> odds.Chances:
    """The distribution of unblocked hits."""
    found: dict[int, float] = {}
    for number, p in enumerate(hits):
        if not p:
            continue
        dice = (number if per_hit else 0) + bonus
        for blocks, q in enumerate(odds.repeat((1 - block, block), dice)):
            lost = max(0, number - blocks)
            found[lost] = found.get(lost, 0.0) + p * q
    return tuple(found.get(number, 0.0) for number in range(max(found) + 1))


@lru_cache(maxsize=512)
def vehicle_hits(plain: odds.Chances, starred: odds.Chances) -> odds.Chances:
    """The distribution of hits on a vehicle, halved and doubled."""
    halved = [0.0] * (len(plain) // 2 + 1)
    for number, p in enumerate(plain):
        halved[number // 2] += p
    return odds.add(tuple(halved), odds.scaled(starred, 2))


D6 = (0.0, *[1 / 6] * 6)
COUNTED = 4
"""So many losses are shown each with its own chance: 0, 1, 2, 3."""


def attack_counts(unit: Unit, fire: Fire, star: bool) -> odds.Chances:
    """The distribution of the attacks by weapons with (or without) an asterisk."""
    weapons = [unit.sheet.weapon(name) for _, name in fire]
    return _attacks(tuple([(weapon.dice, weapon.attacks) for weapon in weapons if weapon.star == star]))


@lru_cache(maxsize=1024)
def _attacks(each: tuple[tuple[int, int], ...]) -> odds.Chances:
    """The distribution of so many dice, or attacks, together."""
    total = odds.NOTHING
    for dice, attacks in each:
        total = odds.add(total, odds.repeat(D6, dice) if dice else (*[0.0] * attacks, 1.0))
    return total


def fire_losses(battle: Battle, unit: Unit, target: Unit, fire: Fire, reaction: bool) -> tuple[odds.Chances, Tally]:
    """The distribution of unblocked hits of a shot, and the dice beyond one a hit that block it."""
    shooters = [unit.models[number] for number, _ in fire]
    bonus = blocking(battle, unit, target, shooters, 0, reaction)
    return losses_by(unit, target, fire, bonus), bonus


def hit_chances(unit: Unit, target: Unit, fire: Fire) -> odds.Chances:
    """The distribution of the hits of a shot."""
    hit = chance(unit, shooting=True)
    plain, starred = (odds.thin(attack_counts(unit, fire, star), hit) for star in (False, True))
    return vehicle_hits(plain, starred) if target.vehicle else odds.add(plain, starred)


def losses_by(unit: Unit, target: Unit, fire: Fire, bonus: Tally) -> odds.Chances:
    """The distribution of its unblocked hits, by the dice beyond one a hit that block."""
    per_hit = target.vehicle or not unit.sheet.sniper
    return losses(hit_chances(unit, target, fire), bonus.total, chance(target), per_hit)


def preview_fire(battle: Battle, unit: Unit, target: Unit, fire: Fire, reaction: bool) -> Preview:
    """Who fires what, both chances, and the exact distribution of the losses."""
    if not fire:
        return Preview((Line("target", target.name, mood="head"), Line("nobody fires")))
    lost, bonus = fire_losses(battle, unit, target, fire, reaction)
    names = [unit.sheet.weapon(name).name for _, name in fire]
    arms = ", ".join(counted(names.count(name), name) for name in dict.fromkeys(names))
    lines = [
        Line("target", target.name, mood="head"),
        Line("fire", arms, rules=("AMC-SHOOT-1",)),
        Line("each hits", words(unit, shooting=True), rules=("AMC-SHOOT-2", "AMC-GEN-2")),
        Line("each blocks", words(target), rules=("AMC-SHOOT-3",)),
    ]
    none = unit.sheet.sniper and not target.vehicle
    if none:
        lines.append(Line("Block dice for each hit", "0", rules=("AMC-UNIT-9",)))
    if bonus.modifiers:
        beside = "none for each hit" if none else "beyond one for each hit"
        tally = evolve(bonus, name="extra dice", source=beside)
        lines.append(Line("extra Block dice", str(bonus.total), tally, bonus.rules))
    if target.vehicle:
        arc = sight.arc(target, [unit.models[number] for number, _ in fire])
        lines.append(Line("side hit", arc, rules=("AMC-DMG-5", "AMC-DMG-6", "AMC-DMG-7")))
    seen = (spot_text(unit.models[fire[0][0]]), spot_text(target.models[0]))
    chances = loss_chances(battle, target, lost, [unit.models[number] for number, _ in fire])
    expected, counts = odds.mean(lost), "unblocked hits"
    if not target.vehicle:
        expected, counts = odds.mean(odds.capped(lost, target.left)), "models lost"
    return Preview(tuple(lines), tuple(chances), expected, counts, sight=seen, view=CLEAR.label)


def loss_chances(battle: Battle, target: Unit, lost: odds.Chances, attackers: list[Spot]) -> list[Chance]:
    """What the losses come to: a vehicle hit or destroyed; a unit wiped out or Pinned, and so many models gone.

    Whether anything is lost at all comes first, then what the mission counts: a small screen may have no room for all.
    """
    if target.vehicle:
        arc = sight.arc(target, attackers)
        single = destroyed_chance(arc)
        gone = sum(p * (1 - (1 - single) ** number) for number, p in enumerate(lost))
        return [Chance("damaged", odds.at_least(lost, 1)), Chance("destroyed", gone)]
    chances = [Chance("any loss", odds.at_least(lost, 1)), Chance("wiped out", odds.at_least(lost, target.left))]
    half = target.sheet.size / 2
    tested = sum(p for number, p in enumerate(lost) if number and 0 < target.left - number <= half)
    if tested and not target.pinned:
        chances.append(Chance("Pinned", tested * (1 - chance(target))))
    chances += [Chance(f"{number} lost", p) for number, p in enumerate(lost[:COUNTED]) if 0 < number < target.left]
    if min(len(lost), target.left) > COUNTED:
        chances.append(Chance(f"{COUNTED} or more lost", odds.at_least(lost, COUNTED)))
    return chances
