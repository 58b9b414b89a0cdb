"""What a shot needs and does, before any die: the tally, and the exact chances of what becomes of the target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from tabletop_tui.engine import odds
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.aiming import splash
from tabletop_tui.rules.techcommander.aiming.shooting_limits import through
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Aim, aim_at
from tabletop_tui.rules.techcommander.aiming.to_hit import chance_of, hit_tally
from tabletop_tui.rules.techcommander.damage.bubble_shields import stopping
from tabletop_tui.rules.techcommander.damage.damage import armour, life_lost
from tabletop_tui.rules.techcommander.state import shot_targets
from tabletop_tui.rules.techcommander.state.battle import IN_THE_RED, SIDES, Battle, Bubble, Unit
from tabletop_tui.rules.techcommander.state.profiles import FULL_LIFE
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.table.bases import middle_text
from tabletop_tui.table.points import spot_text

NOTHING = "nothing"
ENDS = ("eliminated", "destroyed", "in the red", "hurt", "healed", NOTHING)
"""What may become of a target, the worst first."""
LIFE_LOST = "life lost"


def struck(aim: Aim) -> Aim:
    """The aim that is rolled for: at the shield where one is in between (TC-BUBBLE-6)."""
    return aim if aim.shield is None else aim_at(aim.battle, aim.salvo, aim.shield)


def hits(aim: Aim, dice: int, tally: Tally | None = None) -> odds.Chances:
    """How many of so many dice hit and are not stopped; `tally` is the number to hit, where it is known."""
    chance = chance_of((hit_tally(aim) if tally is None else tally).total)
    found = odds.repeat((1 - chance, chance), dice)
    for gear in aim.applied("anti-missile").values() if aim.weapon.missile else ():
        stop = gear.value / SIDES
        stopped = [0.0] * len(found)
        for count, part in enumerate(found):
            stopped[count] += part * (1 - stop if count else 1.0)
            if count:
                stopped[count - 1] += part * stop
        found = tuple(stopped)
    return found


def loss(aim: Aim, count: int, unit: Unit | None) -> int:
    """The life that the target, or the unit behind it, loses by so many hits."""
    return lost_by(aim, count * aim.damage, unit)


def lost_by(aim: Aim, damage: int, unit: Unit | None) -> int:
    """The same by a sum of damage; nothing loses more life than it has."""
    target = aim.target
    if unit is not None and isinstance(target, Feature):
        if stopping(aim.battle, aim.unit, unit) is not None:
            return 0
        return really_lost(unit, through(damage, target, aim), aim.ignores)
    if isinstance(target, Unit):
        if aim.weapon.repairs and not target.eliminated:
            return min(FULL_LIFE - target.life, damage // target.ac)
        return really_lost(target, damage, aim.ignores)
    lost = damage // target.size if isinstance(target, Feature) and target.size else damage
    return min(lost, life_of(aim.battle, target)) if isinstance(target, Bubble | Feature) else lost


def really_lost(unit: Unit, damage: int, ignores: int = 0, splash: int = 0) -> int:
    """The life that a unit loses by so much damage, as far as it has it."""
    return min(life_lost(unit, damage, ignores, splash), max(0, unit.life))


def life_of(battle: Battle, target: Bubble | Feature) -> int:
    """The life that a shield or a piece of terrain has."""
    return target.life if isinstance(target, Bubble) else battle.piece_life(target)


def end(aim: Aim, lost: int, unit: Unit | None) -> str:
    """What has become of it by this loss; what it was before is no outcome of it."""
    target = unit or aim.target
    if aim.weapon.repairs:
        return "healed" if lost else NOTHING
    if isinstance(target, Unit):
        if target.eliminated or not lost:
            return NOTHING
        left = target.life - lost
        return "eliminated" if left <= 0 else "in the red" if left <= IN_THE_RED < target.life else "hurt"
    life = life_of(aim.battle, target) if isinstance(target, Bubble | Feature) else 0
    return "destroyed" if life and lost >= life else "hurt" if lost else NOTHING


@frozen
class Outcome:
    """What so many dice at one target come to."""

    tally: Tally
    ends: dict[str, float]
    """The chance of each of ENDS."""
    expected: float
    """The life that is lost, on average."""


def outcome(aim: Aim, dice: int, unit: Unit | None = None, tally: Tally | None = None) -> Outcome:
    """The same as `preview`, without words; `tally` is the number to hit what the shots strike, where it is known."""
    rolled = struck(aim)
    tally = hit_tally(rolled) if tally is None else tally
    ends, expected = dict[str, float](), 0.0
    for count, chance in enumerate(hits(rolled, dice, tally)):
        lost = loss(rolled, count, unit)
        what = end(rolled, lost, unit)
        ends[what] = ends.get(what, 0.0) + chance
        expected += lost * chance
    return Outcome(tally, ends, expected)


def preview(aim: Aim, dice: int, unit: Unit | None = None, found: Outcome | None = None) -> Preview:
    """The tally and the chances of so many dice at one target; `unit` is who is behind the wall that it is."""
    known, rolled = found or outcome(aim, dice, unit), struck(aim)
    tally = known.tally
    lines = [Line("To hit", f"{tally.total} or less", tally, tally.rules)]
    if rolled is not aim:
        lines.append(Line("Shield", f"the shots strike {shot_targets.called(rolled.target)}", rules=("TC-BUBBLE-6",)))
    hit = unit or rolled.target
    if isinstance(hit, Unit) and (less := armour(hit)) and not aim.weapon.repairs:
        lines.append(Line("Armour", f"takes {less} off the sum", rules=("TC-HIT-11",)))
    spots = (
        middle_text(shot_targets.stand(aim.battle, aim.unit).models),
        spot_text(shot_targets.spot_of(aim.battle, aim.target)),
    )
    lost, chances = life_words(rolled), chances_of(known.ends)
    if isinstance(rolled.target, Bubble):
        lost, chances = f"{LIFE_LOST} by the shield", tuple(evolve(one, what=f"shield {one.what}") for one in chances)
    return Preview(tuple(lines), chances, known.expected, lost, sight=spots, view=aim.band.grade.label)


def chances_of(ends: Mapping[str, float]) -> tuple[Chance, ...]:
    """The chances of what may become of a target, the worst first."""
    return tuple(Chance(what, ends[what], what == NOTHING) for what in ENDS if ends.get(what))


def life_words(aim: Aim) -> str:
    """What is expected of a shot."""
    return "life restored" if aim.weapon.repairs else LIFE_LOST


def preview_all(parts: Sequence[tuple[Aim, int, Unit | None]]) -> Preview:
    """The same of several targets; each chance says of whom."""
    if len(parts) == 1:
        return preview(*parts[0])
    lines, chances, expected = list[Line](), list[Chance](), 0.0
    for aim, dice, unit in parts:
        one, name = preview(aim, dice, unit), shot_targets.called(unit or aim.target)
        lines += [
            Line(name, f"{dice} {'die' if dice == 1 else 'dice'}, {line.value}", line.tally, line.rules)
            for line in one.lines[:1]
        ]
        chances += [Chance(f"{name} {chance.what}", chance.probability, chance.none) for chance in one.chances]
        expected += one.expected or 0.0
    worst = sorted(chances, key=lambda chance: next(n for n, what in enumerate(ENDS) if chance.what.endswith(what)))
    return Preview(tuple(lines), tuple(worst), expected, LIFE_LOST)


def preview_pooled(aims: Sequence[tuple[Aim, int]], unit: Unit | None = None) -> Preview:
    """The chances of several weapons at one target, of which the damage is added up (TC-OMEGA-1, TC-RALATK-1)."""
    sums: dict[int, float] = {0: 1.0}
    rolled = [(struck(aim), dice) for aim, dice in aims]
    for aim, dice in rolled:
        found: dict[int, float] = {}
        for before, chance in sums.items():
            for count, part in enumerate(hits(aim, dice)):
                damage = before + count * aim.damage
                found[damage] = found.get(damage, 0.0) + chance * part
        sums = found
    first, ends, expected = rolled[0][0], dict[str, float](), 0.0
    for damage, chance in sums.items():
        lost = lost_by(first, damage, unit)
        what = end(first, lost, unit)
        ends[what] = ends.get(what, 0.0) + chance
        expected += lost * chance
    lines = tuple(
        Line(f"{aim.weapon.name}, {dice}", f"{hit_tally(aim).total} or less", hit_tally(aim), hit_tally(aim).rules)
        for aim, dice in rolled
    )
    return Preview(lines, chances_of(ends), expected, life_words(first))


def preview_place(aim: Aim, dice: int) -> Preview:
    """Fire at a place: the number, and the chances of each unit that its splash takes."""
    if aim.shield is not None:
        return preview(aim, dice)
    tally = hit_tally(aim)
    impact = splash.impact_at(aim.battle, aim.target, shot_targets.spot_of(aim.battle, aim.target))
    lines, chances, expected = [Line("To hit", f"{tally.total} or less", tally, tally.rules)], list[Chance](), 0.0
    for unit in splash.taken(aim.battle, impact, aim.radius, aim.target):
        for count, chance in enumerate(hits(aim, dice)):
            expected += really_lost(unit, count * aim.splash, 0, count * aim.splash) * chance
        fallen = sum(
            chance
            for count, chance in enumerate(hits(aim, dice))
            if life_lost(unit, count * aim.splash, 0, count * aim.splash) >= unit.life > 0
        )
        chances.append(Chance(f"{unit.name} eliminated", fallen))
    return Preview(tuple(lines), tuple(chances), expected, LIFE_LOST)
