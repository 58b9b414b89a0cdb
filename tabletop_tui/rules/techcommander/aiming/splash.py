"""Splash (TC-SPLASH-1): where each hit bursts, and whom it takes besides the one that was hit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist

from attrs import define, field

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import listed
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Aim
from tabletop_tui.rules.techcommander.damage import bubble_shields
from tabletop_tui.rules.techcommander.sight import sight
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.shot_targets import (
    BUBBLE_HEIGHT,
    BUBBLE_RADIUS,
    Mark,
    Point,
    exposed,
    stand,
)
from tabletop_tui.rules.techcommander.state.terrain import UNIT, Feature
from tabletop_tui.skirmish.template_fields import BlastField
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.hidden_share import Eye, hidden_share, open_line
from tabletop_tui.table.points import Spot, Spots

JUST_OFF = 0.01
"""An impact is so far in front of what was hit, in centimetres, as that hides what is behind it (TC-SPLASH-6)."""
STOPS = 0.75
"""So much cover from the impact stops splash (TC-SPLASH-5)."""


@frozen
class Impact:
    """Where a hit bursts."""

    spot: Spot
    height: float


def width_of(target: Mark, battle: Battle) -> float:
    """The radius on which impacts on it lie, in centimetres; 0 of what has no round outline."""
    if isinstance(target, Unit):
        return stand(battle, target).sheet.width / 2
    return 0.0 if isinstance(target, Feature | Point) else BUBBLE_RADIUS


def toward(start: Spot, end: Spot, far: float) -> Spot:
    """The place so far from one on the line to another."""
    whole = dist(start, end)
    if whole <= TINY:
        return start[0], start[1] - far
    share = far / whole
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def impact_at(battle: Battle, target: Mark, spot: Spot) -> Impact:
    """The impact on a target on the side of a place, half way up."""
    if isinstance(target, Point):
        return Impact(target.spot, 0.0)
    if isinstance(target, Feature):
        near = target.figure.nearest(spot)
        return Impact(toward(near, spot, JUST_OFF), (target.body.bottom + target.body.top) / 2)
    middle = stand(battle, target).at if isinstance(target, Unit) else target.spot
    at = toward(middle, spot, width_of(target, battle) + JUST_OFF)
    if isinstance(target, Unit):
        found = stand(battle, target)
        return Impact(at, battle.foot(found) + found.sheet.height / 2)
    return Impact(at, target.foot + BUBBLE_HEIGHT / 2)


def usual(aim: Aim) -> Impact:
    """The impact right in front of the shooter."""
    return impact_at(aim.battle, aim.target, stand(aim.battle, aim.unit).at)


def sees_impact(battle: Battle, viewer: Unit, impact: Impact) -> bool:
    """Whether nothing is between a unit and an impact."""
    looker = stand(battle, viewer)
    return open_line(sight.bodies(battle, looker), sight.eye_of(battle, looker), impact.spot, impact.height)


def refuse_impact(aim: Aim, impact: Impact) -> Refusal | None:
    """The weapon sees it, unless it needs no line of sight; where a designator helped, he sees it (TC-SPLASH-2)."""
    battle = aim.battle
    if not aim.nlos and not sees_impact(battle, aim.unit, impact):
        return Refusal("the weapon does not see that point", "TC-SPLASH-2")
    helped = aim.weapon.missile and aim.designated and (aim.hidden > 0 or aim.smoked)
    if helped:
        helpers = sight.designators(battle, aim.unit.seat, aim.target)
        if not any(sees_impact(battle, helper, impact) for helper in helpers):
            return Refusal("no unit that designates it sees that point", "TC-SPLASH-3")
    return None


# ---------------------------------------------------------------- whom it takes
def reaches(battle: Battle, impact: Impact, unit: Unit, radius: float) -> bool:
    """Whether splash takes a unit: within the radius to its base edge, in space, and its model not hidden from there
    (TC-SPLASH-4, TC-SPLASH-5, TC-SPLASH-7, TC-RANGE-8, TC-BUBBLE-7)."""
    here = stand(battle, unit)
    flat, foot = max(0.0, dist(here.at, impact.spot) - here.radius), battle.foot(here)
    up = max(0.0, foot - impact.height, impact.height - foot - here.sheet.height)
    if flat * flat + up * up > (radius + TINY) ** 2 or bubble_shields.divides(battle, impact.spot, impact.height, unit):
        return False
    eye = Eye(impact.spot, max(impact.height, JUST_OFF))
    return hidden_share(sight.bodies(battle, here), eye, sight.silhouette(battle, here)) < STOPS - TINY


def taken(battle: Battle, impact: Impact, radius: float, hit: Mark | None) -> list[Unit]:
    """All whom it takes, friend and foe, the infiltrated too (TC-INFIL-4); not the one that was hit (TC-SPLASH-1).

    A hatch hides half of whoever stands in it (TC-UNBUT-1), which does not stop splash (TC-SPLASH-5).
    """
    return [unit for unit in exposed(battle) if unit is not hit and reaches(battle, impact, unit, radius)]


def takes_friends(aim: Aim, impact: Impact) -> str:
    """What is asked before a hit bursts where it takes friends of the shooter, or itself; '' where it takes none."""
    found = taken(aim.battle, impact, aim.radius, aim.target) if aim.splash else []
    names = [unit.name for unit in found if aim.battle.allied(unit.seat, aim.unit.seat)]
    return f"The splash takes {listed(names)} too: is that meant?" if names else ""


def splash_lines(aim: Aim) -> list[Line]:
    """Whom a hit takes besides, if it bursts on the side of the shooter."""
    found = taken(aim.battle, usual(aim), aim.radius, aim.target) if aim.splash else []
    friends = any(aim.battle.allied(unit.seat, aim.unit.seat) for unit in found)
    names = listed([unit.id for unit in found])
    return [Line("splash takes", names, rules=("TC-SPLASH-1",), mood="bad" if friends else "good")] if found else []


def could_take(aim: Aim) -> bool:
    """Whether an impact on the target could take anybody else, so that it matters where it is."""
    if not aim.splash or not isinstance(aim.target, Unit):
        return False
    found = stand(aim.battle, aim.target)
    far = aim.radius + found.sheet.width / 2 + JUST_OFF
    others = (unit for unit in aim.battle.on_table() if unit is not found)
    return any(dist(unit.at, found.at) - unit.radius <= far + TINY for unit in others)


@define(slots=False)
class ImpactField(BlastField):
    """Where on its target a hit may burst: any place on it says the side."""

    length_unit = UNIT
    range_rule = "TC-SPLASH-1"
    aim: Aim = field(kw_only=True)

    def impact(self, spots: Spots) -> Impact:
        return impact_at(self.aim.battle, self.aim.target, spots[-1])

    def spots_of(self, answer: Sequence[str]) -> Spots:
        """The places of an answer that was allowed."""
        spots = self.read(answer)
        assert isinstance(spots, tuple)
        return spots

    def refuse_spots(self, spots: Spots) -> Refusal | None:
        if spots[-1] == spot_of_usual(self.aim):
            return None  # there is always one that will do
        return refuse_impact(self.aim, self.impact(spots))

    def telling(self) -> Iterator[Spot]:
        """The side of the shooter, and toward each other unit."""
        yield spot_of_usual(self.aim)
        for unit in self.aim.battle.on_table():
            if unit.at != self.origin:
                x, y = toward(self.origin, unit.at, self.far / 2)
                yield round(x, 2), round(y, 2)

    def possible(self) -> Iterator[Spot]:
        return self.telling()

    def cost(self, words: Sequence[str]) -> str:
        spots = self.read(words)
        if isinstance(spots, Refusal):
            return ""
        names = [unit.id for unit in taken(self.aim.battle, self.impact(spots), self.aim.radius, self.aim.target)]
        return f"splash: {', '.join(names)}" if names else "splash: nobody"


def spot_of_usual(aim: Aim) -> Spot:
    """The answer that means the side of the shooter."""
    found = stand(aim.battle, aim.target) if isinstance(aim.target, Unit) else None
    assert found is not None
    x, y = toward(found.at, stand(aim.battle, aim.unit).at, found.sheet.width / 4)
    return round(x, 2), round(y, 2)


def impact_field(aim: Aim) -> ImpactField:
    """Where a hit on a unit may burst."""
    battle = aim.battle
    assert isinstance(aim.target, Unit)
    found = stand(battle, aim.target)
    bases = {unit.id: ((*unit.at, unit.radius),) for unit in battle.on_table()}
    table = battle.table
    return ImpactField(table.width, table.height, bases, found.at, found.sheet.width / 2, aim.radius, 0.0, aim=aim)
