"""What the dice of a game brought each seat, measured so that nobody's luck is to be expected.

Two measures, each of which is zero on average whoever plays and however well. The **surplus** is how many more dice
were good for a seat than was to be expected, by their exact chances. The **luck** is in shares of the game: whenever
dice were rolled for what an answer led to, the same answer is given several times more in copies with other dice, and
luck is the chance after the real dice less the mean chance after the others. The real ones are nothing special among
them, so how true the chances are decides only how much luck explains. A result can then be told less its luck, which is
known from fewer games (`benchmarks/luck_adjustment.py`), as in GNU Backgammon.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletop_tui.coach.luck_analysis import Luck
from tabletop_tui.engine.events import Event, Rolled
from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.setup import Setup
from tabletop_tui.lab.match_record import DiceLuck
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.rulebook.registry import system

REROLLING = 1 << 21
"""In place of a seat: these dice have nothing to do with those of any player."""


def surpluses(events: Iterable[Event], seats: int) -> list[float]:
    """For each seat the surplus of good dice among what happened."""
    found = [Luck() for _ in range(seats)]
    for event in events:
        if isinstance(event, Rolled) and event.seat is not None:
            found[event.seat].add(event)
    return [one.surplus for one in found]


def dice_luck(setup: Setup, answers: Sequence[Answer], rerolls: int) -> tuple[DiceLuck, ...]:
    """The luck of each seat in a game with its own dice and these answers; what was rolled is rolled so often anew."""
    seats = range(len(setup.seats))
    chance = SplitMix64(setup.seed, REROLLING)
    luck, events = [0.0 for _ in seats], list[Event]()
    game = system(setup.system).start(setup)
    for number, answer in enumerate([None, *answers]):
        before = game.clone()
        _go_on(game, number, answer)
        events += game.events
        game.events = []
        if not game.dice.drawn:
            continue
        game.dice.drawn = []
        seeds = chance.at(number)
        others = [before.imagine(seeds.below(1 << 62)) for _ in range(rerolls)]
        for other in others:
            _go_on(other, number, answer)
        for seat in seats:
            mean = sum(_share(other, seat) for other in others) / rerolls
            luck[seat] += _share(game, seat) - mean
    return tuple(DiceLuck(*both) for both in zip(luck, surpluses(events, len(setup.seats)), strict=True))


def _go_on(game: Game[State], number: int, answer: Answer) -> None:
    """From an answer, or from the start, to the next question or the end."""
    if number:
        game.take(answer)
    game.run()


def _share(game: Game[State], seat: int) -> float:
    return game.system.prospects(game, seat).share
