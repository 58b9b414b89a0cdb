"""The chance to win, to draw and to lose, foretold from what can be seen of the sides: the same sums for all rulebooks.

A rulebook says what counts of a side (`features`) and which share of the battle is still to come (`to_come`), which
scales every weight. Each side has a strength, the sum of its weighted features; a side wins with a chance in proportion
to e^strength, and a draw has what Davidson's model of comparisons with ties gives it: e^(the mean of all strengths and
of what else counts for a draw). For two sides that is a logistic regression on the difference of their features. The
weights are found by `make train`, and lie beside the rulebook with what they were found from.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from math import exp

from attrs import field

from tabletop_tui.records import frozen

Features = Mapping[str, float]
FILE = "chances.toml"
ALWAYS = "always"
"""The feature of a draw that every position has."""


@frozen
class Weights:
    """What a feature is worth: at the end of a battle, and with all of it to come."""

    sides: Mapping[str, tuple[float, float]]
    draws: Mapping[str, tuple[float, float]]
    made: Mapping[str, object] = field(factory=dict)
    """What they were found from."""

    def chances(self, sides: Sequence[Features], to_come: float) -> tuple[list[float], float]:
        """For each side the chance that it wins, and the chance of a draw."""
        strengths = [summed(self.sides, one, to_come) for one in sides]
        best, mean, always = max(strengths), sum(strengths) / len(sides), self.draws[ALWAYS]
        even = (
            always[0]
            + (always[1] - always[0]) * to_come
            + sum(summed(self.draws, one, to_come) for one in sides) / len(sides)
        )
        wins = [exp(max(LEAST, one - best)) for one in strengths]
        draw = exp(min(-LEAST, max(LEAST, mean - best + even)))
        whole = sum(wins) + draw
        return [one / whole for one in wins], draw / whole


@frozen
class Weighed:
    """The features of a side: of each what it is, and what it adds to the strength of the side."""

    features: Features
    worth: Mapping[str, float]


@frozen
class Outlook:
    """How a battle stands for a seat: its own side, and the others."""

    own: Weighed
    others: tuple[Weighed, ...]

    @staticmethod
    def side(features: Features, weights: Weights, to_come: float) -> Weighed:
        """A side with what its features are worth while so much is to come."""
        worth = {name: summed(weights.sides, {name: value}, to_come) for name, value in features.items()}
        return Weighed(features, worth)


LEAST = -30.0
"""The exponent that counts for nothing."""


def summed(weights: Mapping[str, tuple[float, float]], features: Features, to_come: float) -> float:
    """The sum of weighted features; those without a weight count for nothing."""
    found = 0.0
    for name, value in features.items():
        if value and name in weights:
            end, start = weights[name]
            found += value * (end + (start - end) * to_come)
    return found


def read_weights(package: str) -> Weights | None:
    """The weights of a rulebook's package; None where it has none."""
    path = files(package).joinpath(FILE)
    if not path.is_file():
        return None
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    tables = (
        {name: (float(one), float(other)) for name, (one, other) in data[key].items()} for key in ("side", "draw")
    )
    sides, draws = tables
    return Weights(sides, draws, data["made"])
