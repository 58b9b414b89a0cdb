"""Victory: ours, for the book has none (CD-TURN-3). Every mission adds something to what losses score."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.events import Ended, Event, Scored
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.collisions.vehicle_collisions import take_away
from tabletop_tui.rules.crimsondusk.moving.casualty_recovery import down
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.objectives import (
    drove_through,
    holds_house,
    holds_place,
    is_through,
    leader_of_side,
)
from tabletop_tui.rules.crimsondusk.state.scenario import CONVOY, STANDING, Mission
from tabletop_tui.rules.crimsondusk.state.units import ABANDONED, WRECKED, Unit

RULE = ("CD-TURN-3",)
LOSS, HUNTED_LOSS, LEADER, HOUSE, THROUGH, STOPPED, STANDS = 1, 2, 5, 6, 3, 2, 2
"""Victory points: an enemy unit under half; the same in a hunt; the leader hunted; the house; a vehicle through, one
stopped; a unit that still stands after a last stand."""
THROUGH_WORD = "through"
"""Why a vehicle that has got through is not on the table any more."""
GOALS: dict[Mission, str] = {
    "clash": f"{LOSS} point for each enemy unit below half its models",
    "crossroads": f"1 point a turn for each place held, {LOSS} for each enemy unit below half its models",
    "assassinate": f"{LEADER} points for the enemy leader, {HUNTED_LOSS} for each other unit below half its models",
    "hold-house": f"{HOUSE} points for holding the house at the end, {LOSS} for each enemy unit below half its models",
    "convoy": f"{THROUGH} points for a convoy vehicle that gets through, {STOPPED} for one stopped, {LOSS} a unit",
    "last-stand": f"{STANDS} points for a defending unit that still stands or is lost, {LOSS} for an attacker lost",
}
"""How points are scored, by the mission."""


@frozen
class Gain:
    """Points of a seat, and what for."""

    seat: int
    points: int
    why: str


def lost(battle: Battle, unit: Unit) -> bool:
    """Whether a unit counts as lost: a wreck, or fewer than half of its models."""
    if unit.gone in (WRECKED, ABANDONED):
        return True
    if drove_through(battle, unit):
        return False
    return unit.gone not in ("joined", THROUGH_WORD) and 2 * unit.left < unit.start


def gains(battle: Battle) -> Iterator[Gain]:
    """What each seat would score if the battle ended now, besides what it has scored already."""
    mission = battle.scenario.mission
    leaders = [leader_of_side(battle, seat) for seat in (0, 1)] if mission == "assassinate" else []
    for unit in battle.units.values():
        standing = mission == "last-stand" and unit.seat == STANDING
        if standing and unit.start and unit.gone != "joined" and not lost(battle, unit):
            yield Gain(STANDING, STANDS, f"{unit.name} still stands")
        if drove_through(battle, unit) and unit.sheet.vehicle is not None:
            yield Gain(CONVOY, THROUGH, f"{unit.does('is')} through to the far edge")
        if lost(battle, unit):
            hunted = any(unit is leader for leader in leaders)
            yield Gain(1 - unit.seat, worth(battle, unit, hunted), f"{unit.does('is')} lost")
    if mission == "hold-house" and (seat := holds_house(battle)) is not None:
        yield Gain(seat, HOUSE, f"{battle.scenario.house} is held")


def worth(battle: Battle, unit: Unit, hunted: bool) -> int:
    """What a lost unit scores to its enemy."""
    mission = battle.scenario.mission
    if hunted:
        return LEADER
    if mission == "assassinate":
        return HUNTED_LOSS
    if mission == "convoy" and unit.seat == CONVOY and unit.sheet.vehicle is not None:
        return STOPPED
    return STANDS if mission == "last-stand" and unit.seat == STANDING else LOSS


def points(battle: Battle) -> tuple[int, int]:
    """What each seat has now: what it has scored on the way, and what it would score if the battle ended."""
    total = list(battle.scores)
    for gain in gains(battle):
        total[gain.seat] += gain.points
    return total[0], total[1]


# ---------------------------------------------------------------- on the way
def score_turn(game: Game[Battle]) -> None:
    """What is scored at the end of each turn: places that are held, vehicles of a convoy that are through."""
    battle = game.state
    if battle.scenario.mission == "crossroads":
        for goal in battle.scenario.goals:
            if (seat := holds_place(battle, goal.spot)) is not None:
                gain(game, Gain(seat, 1, f"{goal.name} is held"))
    for unit in list(battle.units.values()):
        if is_through(battle, unit):
            let_through(game, unit)


def gain(game: Game[Battle], gained: Gain) -> None:
    battle, seat = game.state, gained.seat
    scores = list(battle.scores)
    scores[seat] += gained.points
    battle.scores = scores[0], scores[1]
    game.emit(Scored(gained_words(battle, gained), RULE, seat, gained.points))


def gained_words(battle: Battle, gained: Gain) -> str:
    return f"{gained.why}: {counted(gained.points, 'point')} for {battle.seat_names[gained.seat]}"


def let_through(game: Game[Battle], unit: Unit) -> None:
    """A vehicle leaves the table with all that ride in it."""
    battle = game.state
    gain(game, Gain(unit.seat, THROUGH, f"{unit.does('is')} through to the far edge"))
    take_away(battle, unit, THROUGH_WORD)


# ---------------------------------------------------------------- the end
def is_over(battle: Battle) -> bool:
    """Whether the battle ends with this turn: it was the last, or a side has nobody left and nobody to come."""
    coming = {unit.seat for unit in battle.later.values()}
    return battle.turn >= battle.scenario.turns or any(
        not battle.side(seat) and not down(battle, seat) and seat not in coming for seat in (0, 1)
    )


def score(game: Game[Battle]) -> None:
    """Count the points; the higher score wins, equal ones are a draw."""
    battle = game.state
    for gained in gains(battle):
        game.emit(Event(gained_words(battle, gained), RULE, gained.seat))
    totals = points(battle)
    for seat, total in enumerate(totals):
        game.emit(
            Scored(
                f"{battle.seat_names[seat]} scores {counted(total, 'point')}", RULE, seat, total - battle.scores[seat]
            )
        )
    one, other = totals
    winners = () if one == other else (0,) if one > other else (1,)
    text = f"A draw at {counted(one, 'point')} each"
    if winners:
        text = f"{battle.seat_names[winners[0]]} wins by {counted(max(totals), 'point')} to {min(totals)}"
    game.end(Ended(text, RULE, None, winners))
