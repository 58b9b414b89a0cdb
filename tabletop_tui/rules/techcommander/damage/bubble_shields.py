"""Bubble shields (TC-BUBBLE-5): who is inside, which shots they stop, what damages them."""

from __future__ import annotations

from math import dist

from attrs import evolve

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.wording import sentence
from tabletop_tui.rules.techcommander.damage.damage import Blow
from tabletop_tui.rules.techcommander.state.battle import Battle, Bubble, Unit
from tabletop_tui.rules.techcommander.state.infiltration import reveal
from tabletop_tui.rules.techcommander.state.profiles import FULL_LIFE
from tabletop_tui.rules.techcommander.state.shot_targets import (
    BUBBLE_HEIGHT,
    BUBBLE_RADIUS,
    Mark,
    Point,
    called,
    is_exposed,
    stand,
)
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot


def standing(battle: Battle) -> list[Bubble]:
    """The shields that are there; those eliminated this turn are kept to the end of it (TC-BUBBLE-13)."""
    return [bubble for bubble in battle.bubbles if bubble.life > 0]


def holds(battle: Battle, bubble: Bubble, unit: Unit) -> bool:
    """Whether a unit is wholly inside a shield: base and height (TC-BUBBLE-1)."""
    unit = stand(battle, unit)
    flat = dist(unit.at, bubble.spot) + unit.radius <= BUBBLE_RADIUS + TINY
    return flat and fits_under(bubble, unit, battle.foot(unit))


def fits_under(bubble: Bubble, unit: Unit, foot: float) -> bool:
    """Whether a unit whose surface is so high is between the bottom and the top of a shield."""
    return bubble.foot - TINY <= foot and foot + unit.sheet.height <= bubble.foot + BUBBLE_HEIGHT + TINY


def around(battle: Battle, unit: Unit) -> list[Bubble]:
    """The shields inside which a unit is."""
    found = stand(battle, unit)
    return [bubble for bubble in standing(battle) if found.on_table and holds(battle, bubble, found)]


def conceals(battle: Battle, unit: Unit) -> bool:
    """Whether a unit is infiltrated and in no shield, which reveals all in it (TC-INFIL-3, TC-BUBBLE-2)."""
    return unit.hidden and not around(battle, unit)


def reveal_inside(game: Game[Battle], unit: Unit) -> None:
    """Whoever is inside a shield is revealed, a unit or one in its hatch (TC-BUBBLE-2, TC-BUBBLE-8, TC-UNBUT-1)."""
    for one in findable(game.state, unit):
        if around(game.state, one):
            reveal(game, one, "TC-BUBBLE-8")


def findable(battle: Battle, unit: Unit) -> list[Unit]:
    """Those who are infiltrated of a unit and whoever stands in its hatch."""
    return [one for one in (unit, *battle.passengers(unit)) if one.hidden and is_exposed(one)]


def around_mark(battle: Battle, target: Mark) -> list[Bubble]:
    """The shields inside which something is that is shot at, a unit or a place of the table."""
    if isinstance(target, Unit):
        return around(battle, target)
    if isinstance(target, Point):
        return [one for one in standing(battle) if one.foot <= TINY and dist(one.spot, target.spot) <= BUBBLE_RADIUS]
    return [target] if isinstance(target, Bubble) else []


def stopping(battle: Battle, unit: Unit, target: Mark) -> Bubble | None:
    """The shield around the target that a shot from outside strikes instead (TC-BUBBLE-6); None for none."""
    if not battle.bubbles:
        return None
    mine = around(battle, unit)
    theirs = [] if isinstance(target, Bubble) else around_mark(battle, target)
    return next((bubble for bubble in theirs if bubble not in mine), None)


def encloses(battle: Battle, unit: Unit, target: Mark) -> bool:
    """Whether the shooter is inside a shield and the target is neither in it nor the shield itself (TC-BUBBLE-1)."""
    if not battle.bubbles:
        return False
    theirs = around_mark(battle, target)
    return any(bubble not in theirs for bubble in around(battle, unit))


def divides(battle: Battle, spot: Spot, height: float, unit: Unit) -> bool:
    """Whether a shield is between a place, so high, and a unit, one inside and one outside (TC-BUBBLE-7)."""
    return any(covers(bubble, spot, height) != holds(battle, bubble, unit) for bubble in standing(battle))


def covers(bubble: Bubble, spot: Spot, height: float) -> bool:
    """Whether a place in space is inside a shield."""
    above = height - bubble.foot
    return dist(spot, bubble.spot) < BUBBLE_RADIUS and -TINY <= above <= BUBBLE_HEIGHT + TINY


def overlap(bubble: Bubble, other: Bubble) -> bool:
    """Whether two shields share room: not one on a roof and one below it (TC-BUBBLE-4, TC-RANGE-9)."""
    apart = abs(bubble.foot - other.foot) >= BUBBLE_HEIGHT - TINY
    return not apart and dist(bubble.spot, other.spot) < 2 * BUBBLE_RADIUS - TINY


def hit_bubble(game: Game[Battle], bubble: Bubble, blow: Blow) -> None:
    """Damage comes at a shield, a life for each point; at 0 it is gone at once (TC-BUBBLE-9, TC-BUBBLE-11)."""
    battle = game.state
    before = next(one.life for one in battle.bubbles if one.id == bubble.id)  # another hit may have come first
    if before <= 0:
        return
    left = max(0, before - blow.damage)
    battle.bubbles = tuple(evolve(one, life=left) if one.id == bubble.id else one for one in battle.bubbles)
    text = f"{called(bubble)} takes {blow.damage} damage: {left} left" if left else f"{called(bubble)} fails"
    game.emit(Event(sentence(text), ("TC-BUBBLE-9", "TC-BUBBLE-11"), blow.seat))


def recharge(battle: Battle) -> None:
    """At the end of the turn shields are whole again, and those eliminated forgotten (TC-BUBBLE-10)."""
    battle.bubbles = tuple(evolve(bubble, life=FULL_LIFE) for bubble in standing(battle))
