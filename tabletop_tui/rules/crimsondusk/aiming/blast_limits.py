"""Where a blast may be aimed, and what a shot at that place counts as a shot at (CD-TRAIT-2, CD-TRAIT-18)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import dist

from attrs import define, field

from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter, against, hit_tally
from tabletop_tui.rules.crimsondusk.aiming.volley_preview import weapon_of
from tabletop_tui.rules.crimsondusk.damage.special_ammunition import UNDER_ONLY
from tabletop_tui.rules.crimsondusk.sight import sight
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import Sheet, Soldier, Weapon
from tabletop_tui.rules.crimsondusk.state.terrain import UNIT
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import from_platform, platform
from tabletop_tui.skirmish.template_fields import Bases, BlastField
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import overlap
from tabletop_tui.table.templates import Template

RING = 1.0
"""So much further out a skill test saves a model, in units (CD-TRAIT-5)."""
BLIND = 3
"""The die of a shot that somebody else directs is so much less (CD-TRAIT-18)."""


def bases_on(battle: Battle) -> Bases:
    """The bases of all units on the table."""
    return {unit.id: [(x, y, unit.radius) for x, y in unit.models] for unit in battle.on_table() if not unit.gone}


def ring_of(shooter: Shooter) -> float:
    """How wide the ring around the circle of a shot is (CD-TRAIT-5, CD-AMMO-3)."""
    return 0.0 if shooter.load in UNDER_ONLY else RING


@frozen
class Mark:
    """What a shot at a place counts as a shot at."""

    gap: float
    """How far it is from the shooter, in units."""
    target: Unit | None = None
    """The enemy section of which a model would be reached; None for a bare place ..."""
    number: int = 0
    """... and which model that is."""
    near: float = 0.0
    """How far that model is away."""
    spotter: str = ""
    """The unit that directs the shot, '' if the shooter sees it himself."""


@define(slots=False)
class ShellField(BlastField):
    """Where one model may aim a blast: any place in reach that it sees, or that a friend sees for it."""

    length_unit = UNIT
    range_rule = "CD-SHOOT-3"
    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)
    man: Man = field(kw_only=True)
    weapon: Weapon = field(kw_only=True)
    spotter: str = field(default="", kw_only=True)
    """The unit that directs the shot, if its owner has said which."""

    @cached_property
    def enemies(self) -> list[Unit]:
        return self.battle.enemies(self.unit.seat)

    @cached_property
    def targets(self) -> list[Spot]:
        """The middles of the enemy's models: where a blast is aimed most often."""
        return list(dict.fromkeys((round(x, 2), round(y, 2)) for enemy in self.enemies for x, y in enemy.models))

    @cached_property
    def number(self) -> int:
        found = self.unit.number(self.man.id)
        assert found is not None, self.man.id
        return found

    # ------------------------------------------------------------------ what is seen
    def row(self, viewer: Unit, number: int, enemy: Unit) -> tuple[int, ...]:
        """The models of an enemy that one model sees."""
        rows = self.kept_rows.get((viewer.id, enemy.id))
        if rows is None:
            rows = self.kept_rows[viewer.id, enemy.id] = sight.seen(self.battle, viewer, enemy)
        return rows[number]

    @cached_property
    def kept_rows(self) -> dict[tuple[str, str], sight.Seen]:
        return {}

    @cached_property
    def spotters(self) -> list[tuple[Unit, int]]:
        """The friendly models that see the weapon (CD-TRAIT-18)."""
        if not self.weapon.indirect:
            return []
        friends = [one for one in self.battle.on_table() if one.seat == self.unit.seat]
        return [
            (friend, number)
            for friend in friends
            for number, row in enumerate(sight.seen(self.battle, friend, self.unit))
            if self.number in row and not (friend.id == self.unit.id and number == self.number)
        ]

    @cached_property
    def eyes(self) -> list[tuple[Unit, int, str]]:
        """Who may see the place, the shooter first, and the unit that directs then."""
        others = [(one, number, one.id) for one, number in self.spotters if self.spotter in ("", one.id)]
        return [(self.unit, self.number, ""), *others]

    def reached(self, spot: Spot) -> Iterator[tuple[float, Unit, int]]:
        """The enemy models that circle or ring would touch there, the nearest to the place first."""
        most = self.reach + self.ring + TINY
        found = (
            (dist(spot, there), enemy.id, number, enemy)
            for enemy in self.enemies
            if overlap(enemy.box, (*spot, *spot), most + enemy.radius)
            for number, there in enumerate(enemy.models)
            if dist(spot, there) <= most + enemy.radius
        )
        return ((far, enemy, number) for far, _, number, enemy in sorted(found, key=lambda one: one[:3]))

    def mark(self, spot: Spot) -> Mark | Refusal:
        """What a shot at a place counts as, or why it cannot be aimed there."""
        near = list(self.reached(spot))
        for viewer, eye, spotter in self.eyes:
            if (mark := self.mark_by(spot, near, viewer, eye, spotter)) is not None:
                return mark
        here = self.unit.models[self.number]
        return sight.blocked(self.blinds(self.unit), here, spot) or Refusal("out of sight", "CD-LOS-1")

    def mark_by(
        self, spot: Spot, near: list[tuple[float, Unit, int]], viewer: Unit, eye: int, spotter: str
    ) -> Mark | None:
        """The same as one model sees it, None where it does not."""
        seen = ((enemy, number) for _, enemy, number in near if number in self.row(viewer, eye, enemy))
        if (first := next(seen, None)) is not None:
            enemy, number = first
            there = enemy.models[number]
            away = self.away(there) - enemy.radius
            gap = away if spot == (round(there[0], 2), round(there[1], 2)) else self.away(spot)
            return Mark(max(0.0, gap), enemy, number, max(0.0, away), spotter)
        if sight.blocked(self.blinds(viewer), viewer.models[eye], spot) is None:
            return Mark(max(0.0, self.away(spot)), spotter=spotter)
        return None

    def away(self, spot: Spot) -> float:
        return dist(self.unit.models[self.number], spot) - self.unit.radius

    def blinds(self, viewer: Unit) -> list[sight.Blind]:
        """All that might block a line from a unit to a place anywhere on the table."""
        found = self.kept_blinds.get(viewer.id)
        if found is None:
            corners = [(0.0, 0.0), (self.width, self.height)]
            found = self.kept_blinds[viewer.id] = sight.blinds_between(self.battle, viewer, None, corners)
        return found

    @cached_property
    def kept_blinds(self) -> dict[str, list[sight.Blind]]:
        return {}

    # ------------------------------------------------------------------ what is refused
    def refuse_template(self, template: Template) -> Refusal | None:
        (spot,) = template.spots
        mark = self.mark(spot)
        if isinstance(mark, Refusal):
            return mark
        if mark.gap > self.weapon.furthest + TINY:
            said = self.length_unit.said(mark.gap, self.weapon.furthest)
            return Refusal(f"{said} away, the range is {self.weapon.furthest:g}", "CD-SHOOT-3")
        if mark.target is not None and mark.target.fighting:
            return Refusal(f"{mark.target.does('is')} in melee", "CD-SHOOT-7")
        return None

    def directed_by(self, spot: Spot) -> list[str]:
        """The units that could direct a shot at a place that the shooter does not see (CD-TRAIT-18)."""
        mark = self.mark(spot)
        if isinstance(mark, Refusal) or not mark.spotter:
            return []
        near = list(self.reached(spot))
        marks = [self.mark_by(spot, near, viewer, eye, name) for viewer, eye, name in self.eyes[1:]]
        return list(dict.fromkeys(one.spotter for one in marks if one is not None))

    def nearest(self, target: Unit) -> Spot | None:
        """The middle of the nearest model of a unit at which this may be aimed."""
        spots = [(round(x, 2), round(y, 2)) for x, y in target.models]
        return min(filter(self.may_aim, spots), key=lambda spot: dist(self.origin, spot), default=None)

    def may_aim(self, spot: Spot) -> bool:
        return self.judge((spot,)) is None


def shell_field(battle: Battle, unit: Unit, shooter: Shooter, spotter: str = "") -> ShellField:
    """Where a shooter may aim a blast."""
    weapon, table = weapon_of(unit, shooter), battle.table
    widest = max(one.radius for one in battle.on_table())
    return ShellField(
        table.width,
        table.height,
        bases_on(battle),
        unit.spot_of(shooter.man),
        weapon.furthest + unit.radius + widest,
        weapon.blast / 2,
        ring_of(shooter),
        battle=battle,
        unit=unit,
        man=unit.man(shooter.man),
        weapon=weapon,
        spotter=spotter,
    )


def is_directed(battle: Battle, unit: Unit, man: Man, weapon: Weapon) -> bool:
    """Whether a friend can direct an indirect weapon at an enemy, seen or not by its bearer (CD-TRAIT-18)."""
    if not weapon.indirect:
        return False
    found = shell_field(battle, unit, Shooter(man.id, weapon.id))
    return any(found.judge((spot,)) is None for spot in found.targets)


# ---------------------------------------------------------------- what it needs
def alone(unit: Unit, number: int) -> Unit:
    """A unit as if only one of its models were left: a blast is aimed at that one (CD-TRAIT-2)."""
    one = unit.clone()
    if len(unit.men) == len(unit.models):
        one.men = (unit.men[number],)
    one.models = (unit.models[number],)
    return one


BARE = Unit("", 0, Sheet("a place", ()), (Man("", Soldier("Ir")),))
"""A bare place is shot at like an irregular, with nothing that makes it harder (CD-TRAIT-2)."""


def shell_tally(battle: Battle, unit: Unit, shooter: Shooter, mark: Mark) -> Tally:
    """What a blast needs to land where it is aimed (CD-TRAIT-2, CD-TRAIT-18)."""
    man, weapon = unit.man(shooter.man), weapon_of(unit, shooter)
    if mark.target is None:
        tally = hit_tally(man, weapon, shooter, BARE, mark.gap + weapon.furthest, Tally("To hit", 0))
    else:
        target = alone(mark.target, mark.number)
        side = against(battle, target, [unit.spot_of(shooter.man)], {0})
        tally = hit_tally(man, weapon, shooter, target, mark.near, side)
    if (vehicle := platform(battle, unit)) is not None:
        tally = from_platform(vehicle, weapon, man, tally)
    return tally.plus(BLIND * bool(mark.spotter), f"directed by {mark.spotter}", "CD-TRAIT-18")
