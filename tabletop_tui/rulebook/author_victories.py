"""Victories that the author of a scenario has written: told to players as aims, weighed by whoever thinks."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.goals import AskFact, Condition, Happened, IsSo, Joined, Totals
from tabletop_tui.engine.outcome_chances import Prospects
from tabletop_tui.rulebook import battle_facts

HEEDED = 0.35
"""How much of what is open between winning and losing an author's victory decides that is as good as reached."""


def told_aims(game: Game[Any], standing: Standing) -> Standing:
    """What is wanted of the players, with what the author of the scenario wants of them."""
    aims = [one.aim for one in game.story.moments if one.aim] if game.story is not None else []
    return evolve(standing, goal="; ".join([standing.goal, *aims])) if aims else standing


def heeded(game: Game[Any], seat: int, prospects: Prospects) -> Prospects:
    """How the game may end for a seat, with the victories of its author in sight: those near count most."""
    story = game.story
    if story is None:
        return prospects
    ask: AskFact = lambda name: battle_facts.fact_or_false(game, name)  # noqa: E731
    team = game.setup.seats[seat].team
    near = far = 0.0
    for number, moment in enumerate(story.moments):
        if moment.wins and number not in story.told:
            reached = nearness(moment.when, story.totals, ask)
            if any(game.setup.seats[winner].team == team for winner in moment.wins):
                near = max(near, reached)
            else:
                far = max(far, reached)
    pull = HEEDED * (near - far)
    win, lose = prospects.win, max(0.0, 1.0 - prospects.win - prospects.draw)
    shift = pull * (1.0 - win) if pull > 0 else pull * (1.0 - lose)
    win = min(1.0, max(0.0, win + shift))
    draw = min(prospects.draw, 1.0 - win)
    return Prospects(win, draw, 1.0 - win - draw)


def nearness(condition: Condition, totals: Totals, ask: AskFact) -> float:
    """How near a condition is to holding: 1 where it does, else less, by how much of it is still wanting."""
    if condition.holds(totals, ask):
        return 1.0
    if isinstance(condition, Happened):
        return min(0.9, totals.get(condition, 0) / condition.least) if condition.least > 0 else 0.0
    if isinstance(condition, Joined):
        parts = [nearness(one, totals, ask) for one in condition.all]
        parts += [max(nearness(one, totals, ask) for one in condition.any)] if condition.any else []
        parts += [0.0 if one.holds(totals, ask) else 1.0 for one in condition.none]
        return 0.9 * sum(parts) / len(parts) if parts else 0.0
    if isinstance(condition, IsSo):
        value = ask(condition.fact)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return 0.0
        if condition.least is not None and 0 <= value < condition.least:
            return 0.9 * value / condition.least
        if condition.most is not None and value > condition.most:
            return 0.9 * max(condition.most, 1.0) / max(value, 1.0)
    return 0.0
