"""What a blast would come to: exact chances over every place to which it may scatter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import dist, prod

import numpy as np
import numpy.typing as npt
from attrs import field as attr_field

from tabletop_tui.engine import odds
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.aiming.blast_limits import Mark, ShellField, shell_tally
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter, lost_power
from tabletop_tui.rules.crimsondusk.aiming.volley_preview import Salvo
from tabletop_tui.rules.crimsondusk.damage.damage import Hit, death_chance
from tabletop_tui.rules.crimsondusk.damage.special_ammunition import GAS, HARMLESS, RULES, SAYS, ring_tally
from tabletop_tui.rules.crimsondusk.shooting.pinning import is_non_com, pin_chance
from tabletop_tui.rules.crimsondusk.shooting.target_choice_odds import PickingOut, picking_out
from tabletop_tui.rules.crimsondusk.shooting.volley_odds import among
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES, chance, need_of, words
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.skirmish.template_fields import caught_lines
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot, spot_text

Values = npt.NDArray[np.float64]
Parts = npt.NDArray[np.int8]
"""For each place where it may land and each model 2 under the circle, 1 in the ring, 0 for neither."""
MOST_DIGITS = 39
"""So many digits to the base of three a whole number of 64 bits has."""
SHOWN = 4
"""Of so many units it is said how likely they are hit."""


@frozen
class Struck:
    """The chances of one unit in a blast."""

    unit: str
    hit: float
    """That any model of it is hit."""
    kills: odds.Chances
    pinned: float


@frozen
class Landing:
    """Where a shot may land if it is off the point or on it, and what a hit is worth then."""

    places: Values
    hits: tuple[tuple[Hit, float], ...]
    """What a hit may be worth, with its share."""
    share: float
    """How likely this is."""


def landings(field: ShellField, shooter: Shooter, spot: Spot, mark: Mark) -> tuple[Landing, Landing]:
    """On the point, and scattered."""
    tally = shell_tally(field.battle, field.unit, shooter, mark)
    salvo = Salvo(shooter, field.weapon, 1, tally, False, field.man.soldier.has("critical-shot"))
    need = need_of(tally)
    faces = [face for face in range(1, SIDES + 1) if need.counts(face)]
    worth: dict[Hit, float] = {}
    for face in faces:
        worth[salvo.hit(face)] = worth.get(salvo.hit(face), 0.0) + 1 / len(faces)
    on = chance(tally)
    plain = Hit(field.weapon.p, field.weapon.at, field.weapon.name)
    return Landing(np.array([spot]), tuple(worth.items()), on), Landing(around(spot), ((plain, 1.0),), 1 - on)


def around(spot: Spot, step: int = 1) -> Values:
    """Every place to which a shot at a spot may scatter, all equally likely (CD-TRAIT-3); `step` in degrees."""
    ways = np.arange(step, 361, step)
    far, way = np.repeat(np.arange(1, SIDES + 1), len(ways)), np.radians(np.tile(ways, SIDES))
    places: Values = np.stack([spot[0] + far * np.sin(way), spot[1] - far * np.cos(way)], axis=1).round(2)
    return places


def parts_of(field: ShellField, unit: Unit, places: Values) -> Parts:
    """Which models of a unit a shot would catch at each of these places."""
    models = np.array(unit.models)
    away = np.hypot(*np.moveaxis(places[:, None, :] - models[None, :, :], 2, 0)) - field.reach - unit.radius
    ring = (away <= field.ring + TINY).astype(np.int8) if field.ring else np.zeros(away.shape, np.int8)
    parts: Parts = np.where(away <= TINY, np.int8(2), ring)
    return parts


def struck(field: ShellField, shooter: Shooter, spot: Spot, mark: Mark) -> Iterator[Struck]:
    """The chances of each unit that might be hit."""
    found = landings(field, shooter, spot, mark)
    furthest = SIDES + field.reach + field.ring
    for unit in field.battle.on_table():
        if all(dist(spot, there) > furthest + unit.radius + 2 * TINY for there in unit.models):
            continue
        outcomes = [
            (landing.share * count / len(landing.places), row, landing.hits)
            for landing in found
            for row, count in counted_rows(parts_of(field, unit, landing.places))
        ]
        aimed = mark.target is not None and mark.target.id == unit.id
        if aimed or any(any(row) for _, row, _ in outcomes):
            yield of_unit(field, shooter, unit, outcomes, aimed)


def struck_instead(field: ShellField, shooter: Shooter, nearest: Unit | None) -> Iterator[Struck]:
    """The same of a shot that goes at the nearest section, as far as that can be aimed at."""
    spot = None if nearest is None else field.nearest(nearest)
    mark = None if spot is None else field.mark(spot)
    if spot is not None and isinstance(mark, Mark):
        yield from struck(field, shooter, spot, mark)


def either(likely: float, one: Iterable[Struck], other: Iterable[Struck]) -> Iterator[Struck]:
    """The chances of each unit where the one comes true with this probability, and else the other."""
    first, second = ({part.unit: part for part in parts} for parts in (one, other))
    for name in {**first, **second}:
        a, b = (parts.get(name, Struck(name, 0.0, odds.NOTHING, 0.0)) for parts in (first, second))
        hit, pinned = (likely * x + (1 - likely) * y for x, y in ((a.hit, b.hit), (a.pinned, b.pinned)))
        yield Struck(name, hit, odds.mixed(likely, a.kills, b.kills), pinned)


def counted_rows(parts: Parts) -> Iterator[tuple[tuple[int, ...], int]]:
    """The different ways in which a unit is caught, and at how many places it is so."""
    codes = parts[:, parts.any(axis=0)].astype(object if parts.shape[1] > MOST_DIGITS else np.int64)
    codes = codes @ np.array([3**digit for digit in range(codes.shape[1])], codes.dtype)
    _, places, counts = np.unique(codes, return_index=True, return_counts=True)
    return ((tuple(map(int, parts[place])), int(count)) for place, count in zip(places, counts, strict=True))


def of_unit(
    field: ShellField,
    shooter: Shooter,
    unit: Unit,
    outcomes: Sequence[tuple[float, tuple[int, ...], tuple[tuple[Hit, float], ...]]],
    aimed: bool,
) -> Struck:
    """All those ways together, each as likely as it is."""
    battle, kills, hit, pinned = field.battle, [0.0] * (unit.left + 1), 0.0, 0.0
    fails = [1 - chance(ring_tally(battle, unit, man)) for man in unit.men]
    dying = {hits: [deadly(field, shooter, unit, man, hits) for man in unit.men] for _, _, hits in outcomes}
    pins = Pins(battle, unit, int(field.weapon.pinning), aimed)
    for share, row, hits in outcomes:
        reached = [(0.0, fail, 1.0)[part] for part, fail in zip(row, fails, strict=True)]
        missed = prod(1 - one for one in reached)
        fallen = among(tuple(one * dies for one, dies in zip(reached, dying[hits], strict=True)))
        hit += share * (1 - missed)
        for lost, likely in enumerate(fallen):
            kills[lost] += share * likely
        pinned += share * pins.after(fallen, missed)
    return Struck(unit.id, hit, tuple(kills), pinned)


def deadly(field: ShellField, shooter: Shooter, unit: Unit, man: Man, hits: Sequence[tuple[Hit, float]]) -> float:
    """How likely a model that is caught dies."""
    if unit.hull is not None:
        return 0.0
    if shooter.load == GAS:
        return 0.0 if man.soldier.has("gas-mask") else 1 - chance(ring_tally(field.battle, unit, man))
    if shooter.load in HARMLESS:
        return 0.0
    return death_chance(man, [hits])


@frozen
class Pins:
    """How likely a unit is pinned by a blast."""

    battle: Battle
    unit: Unit
    pinning: int
    """1 for a weapon that pins by itself."""
    aimed: bool
    """Whether it is shot at even if it is missed."""
    kept: dict[tuple[int, int], float] = attr_field(factory=dict)

    def after(self, fallen: Sequence[float], missed: float) -> float:
        """By the chances of its losses, and that nobody of it is hit."""
        if self.unit.hull is not None:
            return 0.0
        found = sum(likely * self.of(lost, 1 + self.pinning) for lost, likely in enumerate(fallen[: self.unit.left]))
        found -= missed * self.of(0, 1 + self.pinning)
        counts = self.pinning or is_non_com(self.unit) or self.unit.shots + 1 >= self.unit.left
        return found + missed * self.of(0, 0) if self.aimed and counts else found

    def of(self, lost: int, penalty: int) -> float:
        """After so many losses."""
        found = self.kept.get((lost, penalty))
        if found is None:
            found = pin_chance(self.battle, self.unit, penalty, lost)
            self.kept[lost, penalty] = found
        return found


# ---------------------------------------------------------------- as it is shown
def preview_blast(field: ShellField, shooter: Shooter, spot: Spot, mark: Mark, tested: bool) -> Preview:
    """What the shot needs, who is under it and in its ring, and the chances with all that it may scatter to.

    With a test first it goes at the nearest section if that fails (CD-SHOOT-5), and the chances are those of both.
    """
    tally = shell_tally(field.battle, field.unit, shooter, mark)
    test = picking_out(field.battle, field.unit) if tested else None
    on = chance(tally) * (1.0 if test is None else test.passed)
    lines = needs_lines(field, shooter, mark, test)
    sight = spot_text(field.origin), spot_text(spot)
    if mark.gap > field.weapon.range + TINY:
        lines.append(Line("beyond range", "no damage; a hit forces a pinning test", rules=("CD-TRAIT-7",), mood="bad"))
        return Preview(tuple(lines), (Chance("hits", on),), sight=sight, view="clear")
    lines += caught_lines(field.caught([spot_text(spot)]), field.bases, ("CD-TRAIT-4", "CD-TRAIT-5"))
    likely = struck(field, shooter, spot, mark)
    if test is not None:
        likely = either(test.passed, likely, struck_instead(field, shooter, test.nearest))
    found = sorted(likely, key=lambda one: -one.hit)
    expected = sum(odds.mean(one.kills) for one in found if field.battle.units[one.unit].seat != field.unit.seat)
    chances = tuple(chances_of(on, found))
    return Preview(tuple(lines), chances, expected, "models killed", sight=sight, view="clear")


def needs_lines(field: ShellField, shooter: Shooter, mark: Mark, test: PickingOut | None) -> list[Line]:
    """What it is aimed at, what it needs, what the ammunition does."""
    tally = shell_tally(field.battle, field.unit, shooter, mark)
    lines = [Line("aimed at", mark.target.name if mark.target is not None else "a bare place", rules=("CD-TRAIT-2",))]
    lines += test.lines if test is not None else []
    lines.append(Line(field.weapon.name, words(tally), tally, tally.rules))
    if less := lost_power(tally):
        lines.append(Line("P and AT", f"{less} less on the point", rules=("CD-IMP-1",), mood="bad"))
    if shooter.load:
        lines.append(Line("does", SAYS[shooter.load], rules=(RULES[shooter.load],)))
    return lines


def chances_of(on: float, found: Sequence[Struck]) -> Iterator[Chance]:
    """On the point; of each unit that may be caught that it is hit, and that it is pinned."""
    yield Chance("on the point", on)
    for one in found[:SHOWN]:
        yield Chance(f"{one.unit} hit", one.hit)
        yield Chance(f"{one.unit} pinned", one.pinned)
