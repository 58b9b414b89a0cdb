"""A draw is offered in a battle in which nothing happens any more: a rule of ours, for games that no rulebook ends.

The rulebook says what counts as progress and asks, at the end of each round, whether an offer is due; the set-up says
after how many rounds (`Setup.stalemate`). One player who plays on is enough: the offer comes again after as many more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from attrs import define, evolve

from tabletop_tui.engine.events import Ended, Event
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.place_fields import Chooser
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.answer_values import worth

ROUNDS = 10
"""After so many rounds without progress a draw is offered, where neither scenario nor players say otherwise."""
MOST_ROUNDS = 99

Progress = tuple[int, ...]
"""What a rulebook counts: as long as it stays the same, nothing has happened."""


@frozen
class Stillness:
    """What stood at the end of the last round, and for how many rounds it has."""

    progress: Progress = ()
    rounds: int = 0

    def after(self, progress: Progress) -> Stillness:
        """The same one round later."""
        return Stillness(progress, self.rounds + 1 if progress == self.progress else 0)


def is_due(game: Game[Any], stillness: Stillness) -> bool:
    """Whether a draw is to be offered now that a round is over."""
    limit = game.setup.stalemate or 0
    return limit > 0 and stillness.rounds > 0 and stillness.rounds % limit == 0


@define(slots=True, repr=False)
class DrawOffer(Pick):
    """An offer that a player who answers by chance accepts: to turn it down needs a reason to play on."""

    def sample(self, chooser: Chooser) -> Answer:
        return "draw"


@frozen
class OfferDraw(Ask):
    """A rulebook derives from this and names its rule."""

    title = "A draw is offered"
    says = "Nothing has happened for long: each player in turn may accept a draw, or play on and so end the offer."
    seats: tuple[int, ...]
    """Who is still to be asked, the next one first."""
    rounds: int
    unchanged: ClassVar[str]
    """What has not changed, as in 'no score has changed'."""

    def question(self, game: Game[Any]) -> Question:
        sure = "The battle may end without a winner: accept a draw?"
        options = [
            Option("draw", "Accept a draw", rule=self.rules[0], hotkey="d", deliberate=True, warning=sure),
            Option("on", "Play on", rule=self.rules[0], hotkey="p"),
        ]
        return DrawOffer(self.seats[0], f"{self.why}: a draw?", options, rules=self.rules)

    def take(self, game: Game[Any], answer: Answer) -> None:
        seat, *others = self.seats
        name = game.setup.seats[seat].name
        if answer == "on":
            game.emit(Event(f"{name} plays on", self.rules, seat))
            return
        game.emit(Event(f"{name} accepts a draw", self.rules, seat))
        if others:
            game.push(evolve(self, seats=tuple(others)))
        else:
            game.end(Ended(f"{self.why}: a draw by agreement", self.rules, None, ()), settled=True)

    @property
    def why(self) -> str:
        """What has made the program offer a draw."""
        return f"For {counted(self.rounds, 'round')} {self.unchanged}"


@worth.register
def _(ask: OfferDraw, game: Game[Any], answer: Answer) -> float:
    """A computer sees no way on where nothing has happened for so long."""
    return float(answer == "draw")


def words(rounds: int) -> str:
    """The choice of a number of rounds, as a form shows it."""
    return f"after {counted(rounds, 'round')} in which nothing happens" if rounds else "never"


def choices(own: int) -> Sequence[int]:
    """The numbers of rounds that a form offers, the scenario's own among them."""
    return sorted({0, 5, ROUNDS, 20, own})
