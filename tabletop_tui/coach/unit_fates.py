"""What becomes of each unit in the games that were played out: who is lost more often, who is harmed more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletop_tui.coach.answer_comparison import FEWEST, SURE, Ending, Fate, error_of, mean
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.wording import does, percent

OFTENER = 0.15
"""The least share of the games by which a unit has to be lost more often for that to be told ..."""
HARM = 0.1
"""... and the least share of its health by which it has to be harmed more."""
MOST = 2
"""So many units of a side are named at most."""


def fates(game: Game[Any], seat: int) -> tuple[Fate, ...]:
    """How all units stand that count for a side."""
    teams = [one.team for one in game.setup.seats]
    return tuple(
        Fate(
            line.unit,
            f"{line.tag} {line.name}",
            teams[line.seat] == teams[seat],
            0.0 if line.state == "lost" else line.health,
            line.state == "lost",
        )
        for line in game.system.roster(game)
        if line.counts
    )


def fate_words(own: bool, better: Sequence[Ending], other: Sequence[Ending]) -> list[str]:
    """Which units of a side fare better or worse after the first of two answers, in the same playouts of each.

    Those that matter most come first; none where no unit's fate differs beyond doubt. Only what speaks for the first
    answer is told: own units that fare better, others that fare worse.
    """
    found = list[tuple[float, str]]()
    units = {fate.unit: fate.name for ending in (*better, *other) for fate in ending.fates if fate.own is own}
    for unit, name in units.items():
        pairs = [
            (one, two)
            for here, there in zip(better, other, strict=False)
            if (one := here.fate(unit)) is not None and (two := there.fate(unit)) is not None
        ]
        if len(pairs) < FEWEST:
            continue
        lost = [float(one.lost) for one, _ in pairs], [float(two.lost) for _, two in pairs]
        health = [one.health for one, _ in pairs], [two.health for _, two in pairs]
        sign = 1 if own else -1
        if _differ(lost[1], lost[0], sign, OFTENER):
            said = f"{does(name, 'is')} lost {'less' if own else 'more'} often ({_instead(*lost)})"
            found.append((_apart(*lost) + _apart(*health), said))
        elif _differ(health[0], health[1], sign, HARM):
            said = f"{does(name, 'is')} harmed {'less' if own else 'more'} ({_instead(*health, ' left')})"
            found.append((_apart(*health), said))
    return [said for _, said in sorted(found, key=lambda one: -one[0])[:MOST]]


def _differ(more: Sequence[float], less: Sequence[float], sign: int, least: float) -> bool:
    """Whether the first is larger (smaller, with the sign -1) by so much at least, and that beyond doubt."""
    by = [sign * (one - two) for one, two in zip(more, less, strict=True)]
    return mean(by) >= least and mean(by) > SURE * error_of(by)


def _apart(one: Sequence[float], other: Sequence[float]) -> float:
    return abs(mean(one) - mean(other))


def _instead(one: Sequence[float], other: Sequence[float], what: str = "") -> str:
    return f"{percent(mean(one))}{what} instead of {percent(mean(other))}"
