"""The ledger of a game: what each answer and the dice behind it did to the chances of all seats, so that it adds up.

As GNU Backgammon accounts in equity: before each answer a seat has the chance of the best answer that is known, after
it the chance of the answer that was given, and before the next answer what the dice have made of that. The first step
is the error, the second is luck. So the start, all errors and all luck of a game sum up to its result, and where no
die is rolled between two answers nothing changes but by an error.

The books are made from the end backwards: what an answer was worth is known best from where it led to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

from tabletop_tui.coach.answer_comparison import SURE
from tabletop_tui.coach.answer_judging import Judgement
from tabletop_tui.records import frozen

Shares = tuple[float, ...]
"""The chance of each seat: a win counts 1, a draw half."""


@frozen
class Change:
    """What became of the chances by one answer, and by the dice that it led to."""

    answer: int
    """The number of the answer, counted from 0."""
    seat: int
    before: Shares
    """Before it, if the best that is known is answered ..."""
    after: Shares
    """... after it, before the dice ..."""
    then: Shares
    """... and before the next answer."""
    error: float = 0.0
    """The standard error of what the answer cost."""
    ended: bool = False
    """Whether it was no answer to a question: its seat gave up, or all agreed on a draw."""

    @property
    def cost(self) -> float:
        """What the answer cost its seat; to give up is none."""
        return 0.0 if self.ended else self.before[self.seat] - self.after[self.seat]

    def luck(self, seat: int) -> float:
        """What the dice brought a seat."""
        return self.then[seat] - self.after[seat]


@frozen
class Account:
    """What a seat began with, and what brought it to where it stands: the sum of all is `end`."""

    start: float
    errors: float
    """What its own errors cost it ..."""
    gifts: float
    """... and what those of all others brought it ..."""
    luck: float
    """... and the dice."""
    end: float
    left: float = 0.0
    """What it brought that somebody gave up, or that all agreed on a draw: no answer is judged by that."""


def account(changes: Sequence[Change], seat: int) -> Account:
    """The account of a seat, over all changes or over a stretch of them, which is not empty."""
    answers = [one for one in changes if not one.ended]
    own = sum(one.after[seat] - one.before[seat] for one in answers if one.seat == seat)
    others = sum(one.after[seat] - one.before[seat] for one in answers if one.seat != seat)
    left = sum(one.after[seat] - one.before[seat] for one in changes if one.ended)
    luck = sum(one.luck(seat) for one in changes)
    return Account(changes[0].before[seat], -own, others, luck, changes[-1].then[seat], left)


@frozen
class Given:
    """What the ledger wants to know of an answer: whose it was, and whether dice were rolled for what came of it."""

    seat: int
    rolled: bool
    ended: bool = False
    """Whether it ended the game by a word: who gives up, or agrees on a draw, has no dice to thank or to blame."""


def ledger(
    standing: Sequence[Shares],
    teams: Sequence[int],
    answers: Sequence[Given],
    judgements: Mapping[int, Judgement],
    playouts: int,
) -> list[Change]:
    """The changes of a game, in its order.

    `standing` is how the game stood before each answer and at the end, by the rulebook's own sums; it counts where an
    answer has not been judged. What looked like an error was played on oftener than `playouts`, and alone costs.
    """
    found: list[Change] = []
    then, regained = standing[-1] if standing else (), None
    for number in range(len(answers) - 1, -1, -1):
        given, judged = answers[number], judgements.get(number)
        if given.ended:
            found.append(Change(number, given.seat, standing[number], then, then, ended=True))
            then, regained = standing[number], None
            continue
        after, error = then, 0.0
        if given.rolled:
            after = (
                standing[number] if judged is None else with_share(standing[number], teams, given.seat, judged.share)
            )
        cost = 0.0
        if judged is not None and judged.playouts > playouts:
            cost, error = judged.cost, judged.error
            if cost > 0 and not given.rolled and regained is not None and regained.seat == given.seat:
                cost = less_regained(cost, judged, after[given.seat], regained)
        cost = max(-after[given.seat], min(cost, 1.0 - after[given.seat]))
        before = with_share(after, teams, given.seat, after[given.seat] + cost) if cost else after
        found.append(Change(number, given.seat, before, after, then, error))
        then, regained = before, judged
    return found[::-1]


def less_regained(cost: float, judged: Judgement, after: float, following: Judgement) -> float:
    """What an answer cost, less what a better way of going on from it has made good, so that a mistake counts once.

    An answer is judged by how it is followed as a rule. Where the next question shows a better way, beyond doubt, the
    answer was not as bad as that.
    """
    gain, doubt = after - judged.share, hypot(judged.share_error, following.share_error)
    return max(0.0, cost - gain) if gain > SURE * doubt else cost


def with_share(shares: Shares, teams: Sequence[int], seat: int, share: float) -> Shares:
    """The chances if a seat, and so its team, has this one; what is left is the others', in the same proportions."""
    team = teams[seat]
    known = {one: shares[place] for place, one in enumerate(teams)}
    others = sum(one for other, one in known.items() if other != team)
    left = 1.0 - share
    scale = left / others if others > 0 else 0.0
    even = left / max(1, len(known) - 1)
    return tuple(
        share if one == team else shares[place] * scale if others > 0 else even for place, one in enumerate(teams)
    )
