"""Positions of games, each with what counts of its sides and with how its game ended.

Games are played by `Replies`, as computers imagine them: now and then by one of the next best answers, so that games
differ; no clock is asked, so that the same seed gives the same games everywhere. What is learnt from them is tried in
games of the players that people meet.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from attrs import asdict, frozen

from tabletop_tui import paths
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, DiceQuestion
from tabletop_tui.engine.setup import Setup
from tabletop_tui.lab.pairings import Match, matches_of
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.play.players import COMPUTERS
from tabletop_tui.play.thinking.playout_policy import Replies
from tabletop_tui.rulebook.registry import system

KEPT_IN = Path(__file__).parents[2] / "build" / "foretelling"
"""Where games are kept that were played."""
SLIPS = 15
"""So many answers in a hundred are not the best at first sight, but one of the best three."""
KEPT = 8
"""So many positions of a game are kept, by chance."""
MOST_ANSWERS = 4_000
LARGE = {"salt-flat-find-6"}
"""Scenarios that are left out: a game of one takes as long as twenty of another."""
LEARN, HELD_OUT = 1, 1_000_000
"""The first seed of the games to learn from, and of all others."""


@frozen
class Position:
    """What was seen of a position, and what came of it."""

    scenario: str
    size: str
    """The scenario's size in the rulebook's words."""
    seed: int
    player: str
    round: int
    to_come: float
    sides: tuple[Mapping[str, float], ...]
    """What counts of each team, in the order of the teams."""
    won: int
    """Which of them won; -1 for a draw."""
    played: str = ""
    """The day on which the game was played, as 2026-11-27; "" where that was not written down."""


def line_of(position: Position) -> str:
    return json.dumps(asdict(position), separators=(",", ":"), sort_keys=True)


def position_of(line: str) -> Position:
    """A position from its line."""
    one = json.loads(line)
    return Position(**{**one, "sides": tuple(one["sides"])})


Chooser = Callable[[Game[Any], int], Answer]


def slipping(setup: Setup) -> Chooser:
    """Quick answers, some of them not the best."""
    luck, replies = SplitMix64(setup.seed, 0), Replies()

    def choose(game: Game[Any], number: int) -> Answer:
        chance = luck.at(number)
        ranked = replies.ranked(game, chance)
        return chance.choice(ranked[:3]) if chance.below(100) < SLIPS else ranked[0]

    return choose


def by_computers(setup: Setup) -> Chooser:
    """The computers that the set-up names."""
    players = [COMPUTERS[seat.player](setup.seed, number) for number, seat in enumerate(setup.seats)]

    def choose(game: Game[Any], number: int) -> Answer:
        assert game.question is not None
        return players[game.question.seat].choose(game, number)

    return choose


def positions(match: Match, size: str, learning: bool) -> list[Position]:
    """Positions of one game; none of a game that comes to no end."""
    setup = match.setup
    found = system(setup.system)
    game = found.start(setup)
    choose = slipping(setup) if learning else by_computers(setup)
    luck, kept, seen = SplitMix64(setup.seed, 7), list[tuple[int, float, list[Any]]](), 0
    for number in range(MOST_ANSWERS):
        question = game.advance()
        game.events = []
        if question is None:
            break
        if not isinstance(question, DiceQuestion):
            seen += 1
            place = len(kept) if len(kept) < KEPT else luck.at(number).below(seen)
            if place < KEPT:  # every position so far has the same chance to be among those that are kept
                one = found.standing(game).round, found.foresight.to_come(game.state), found.sides(game)  # type: ignore[attr-defined]
                kept[place : place + 1] = [one]
        game.take(choose(game, number))
    if game.result is None:
        return []
    teams = sorted({seat.team for seat in setup.seats})
    winners = {setup.seats[seat].team for seat in game.result.winners}
    won = teams.index(winners.pop()) if len(winners) == 1 else -1
    player = "replies" if learning else match.players[0]
    return [
        Position(match.setup.scenario.get("id", match.name), size, setup.seed, player, number, left, tuple(sides), won)
        for number, left, sides in kept
        if len(sides) == len(teams)
    ]


# ---------------------------------------------------------------- many games
def games_of(rulebook: str, games: int, first: int, player: str = "greedy") -> list[tuple[Match, str]]:
    """So many games of all shipped scenarios, the same number of each, with the size of the scenario."""
    rules = system(rulebook)
    shipped = [
        one for one in rules.scenarios([paths.shipped("scenarios")]) if one.setup is None and one.id not in LARGE
    ]
    found = []
    for number, scenario in enumerate(shipped):
        share = games * (number + 1) // len(shipped) - games * number // len(shipped)
        matches = matches_of(rules, scenario, players=(player,), games=share, first_seed=first)
        found += [(match, scenario.size) for match in matches]
    return found


def _one(work: tuple[Match, str, bool]) -> list[Position]:
    return positions(*work)


def played(work: Sequence[tuple[Match, str]], learning: bool, workers: int = 1) -> Iterator[list[Position]]:
    """The positions of these games, game by game in their order, whoever plays them."""
    tasks = [(match, size, learning) for match, size in work]
    if workers < 2:
        yield from map(_one, tasks)
        return
    with get_context("spawn").Pool(workers) as pool:
        yield from pool.imap(_one, tasks, chunksize=4)
