"""Who answers: people, computer players and scripts, all through the same door."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from attrs import evolve

from tabletop_tui.engine.setup import PERSON, Setup
from tabletop_tui.play.computer_protocol import Computer
from tabletop_tui.play.players.greedy_player import Greedy
from tabletop_tui.play.players.planning_player import Planning
from tabletop_tui.play.players.random_player import Random
from tabletop_tui.play.players.scripted_player import Written
from tabletop_tui.play.thinking.difficulty_levels import LEVELS, STYLES

__all__ = ["COMPUTERS", "PERSON", "PLAYERS", "Computer", "Planning", "Random", "Written", "seated"]

LEVELLED = ("easy", "fair", "strong", "strong:careful", "strong:bold")
"""The players that plan: a level, perhaps with a style."""


def _planning(word: str) -> Callable[[int, int], Planning]:
    name, _, style = word.partition(":")
    return partial(Planning, level=evolve(LEVELS[name], style=STYLES[style]))


COMPUTERS: dict[str, Callable[[int, int], Computer]] = {
    **{word: _planning(word) for word in LEVELLED},
    "greedy": Greedy,
    "random": Random,
}
PLAYERS = (PERSON, *COMPUTERS)
"""Every word that SeatSetup.player may hold."""


PLAYER_WORDS = {
    PERSON: "a person at this keyboard",
    "easy": "computer: easy, looks a little ahead and often slips",
    "fair": "computer: fair, looks ahead and slips now and then",
    "strong": "computer: strong, thinks mostly for less than a second",
    "strong:careful": "computer: strong, and fears losses",
    "strong:bold": "computer: strong, and loves gains",
    "greedy": "computer: greedy, takes what looks best at once",
    "random": "computer: random, any legal answer",
}
"""What a player is offered as."""


def seated(setup: Setup) -> list[Computer | None]:
    """For each seat its computer player, None where a person sits. ValueError for a player that does not exist."""
    players: list[Computer | None] = []
    for number, seat in enumerate(setup.seats):
        if seat.player == PERSON:
            players.append(None)
        elif seat.player in COMPUTERS and setup.lesson is not None:
            players.append(Written(setup.seed, number, setup.lesson.enemy))
        elif seat.player in COMPUTERS:
            players.append(COMPUTERS[seat.player](setup.seed, number))
        else:
            raise ValueError(f"{seat.player!r} plays no seat; choose one of: {', '.join(PLAYERS)}")
    return players
