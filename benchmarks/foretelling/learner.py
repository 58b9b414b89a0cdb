"""The learner: the weights by which games are foretold best, for any rulebook.

The model is that of `rulebook.outcome_prediction`: a conditional logit, whose log-likelihood has one peak. Newton's
steps find it, with a ridge that keeps weights small that a few games hang on. Sums are taken in the order of the games
and weights are written to a few digits, so that the same games give the same file.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import log

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from benchmarks.foretelling.positions import Position
from tabletop_tui.rulebook.outcome_prediction import ALWAYS, Weights

RIDGES = (10.0, 30.0, 100.0, 300.0)
"""So many positions' worth of doubt there may be about each weight, in units of what its feature varies by."""
BEND = 1.0
"""So much of the same doubt there is about what a weight is at the end of a battle being another than at its start."""
STEPS, HALVINGS = 60, 20
ENOUGH, LEAST = 1e-10, 1e-6
"""A step that is none; and what varies by less than this is the same for all sides."""
DIGITS = 4
Floats = NDArray[np.float64]


@frozen
class Sample:
    """Positions as numbers: for each of the ways in which a game may end a row, all that is worth anything in it."""

    names: tuple[str, ...]
    rows: Floats
    """Positions x ways to end (each side wins, then a draw) x features, at the end and with all to come."""
    possible: Floats
    """Which ways to end there are: 1 or 0, positions x ways."""
    ended: NDArray[np.int64]
    """The way in which each game ended."""


def names_of(positions: Sequence[Position]) -> tuple[str, ...]:
    return tuple(sorted({name for position in positions for side in position.sides for name in side}))


def sample(positions: Sequence[Position], names: Sequence[str]) -> Sample:
    """The positions as the model sees them."""
    count, sides = len(names), max(len(position.sides) for position in positions)
    rows = np.zeros((len(positions), sides + 1, 4 * count + 2))
    possible = np.zeros((len(positions), sides + 1))
    ended = np.zeros(len(positions), dtype=np.int64)
    for number, position in enumerate(positions):
        own = np.array([[side.get(name, 0.0) for name in names] for side in position.sides])
        mean, later = own.mean(axis=0), position.to_come
        for place, one in enumerate(own):
            rows[number, place, : 2 * count] = np.concatenate([one * (1 - later), one * later])
        both = np.concatenate([mean * (1 - later), mean * later])
        rows[number, sides] = np.concatenate([both, both, [1 - later, later]])
        possible[number, : len(own)] = possible[number, sides] = 1.0
        ended[number] = position.won if position.won >= 0 else sides
    return Sample(tuple(names), rows, possible, ended)


def fitted(found: Sample, ridge: float, good: Collection[str] = (), bad: Collection[str] = ()) -> Floats:
    """The weights at the peak, by Newton's method; those of `good` features are never below 0, of `bad` ones above.

    What is on its bound and would go beyond stays there; all others take Newton's step, shortened where it overshoots.
    """
    scale, doubt = scale_of(found), ridge * doubt_of(len(found.names))
    rows, signs = found.rows / scale, signs_of(found.names, good, bad)
    weights, most = np.zeros(rows.shape[2]), -np.inf
    for _ in range(STEPS):
        slope, bend = slope_and_bend(rows, found, weights, doubt)
        free = ~((signs * weights <= 0) & (signs != 0) & (signs * slope <= 0))
        step = np.zeros(len(weights))
        step[free] = np.linalg.solve(bend[np.ix_(free, free)], slope[free])
        for _ in range(HALVINGS):
            tried = np.where(signs * (weights + step) < 0, 0.0, weights + step)
            if (worth := likelihood(rows, found, tried, doubt)) >= most:
                break
            step /= 2
        moved, weights, most = float(np.abs(tried - weights).max()), tried, worth
        if moved < ENOUGH:
            break
    return np.asarray(weights / scale)


def signs_of(names: Sequence[str], good: Collection[str], bad: Collection[str]) -> Floats:
    """1 for each weight that must not be below 0, -1 for one that must not be above; what counts for draws is free."""
    own = [1.0 if name in good else -1.0 if name in bad else 0.0 for name in names]
    return np.array([*own, *own, *(0.0 for _ in range(2 * len(names) + 2))])


def pairs_of(names: int) -> list[tuple[int, int]]:
    """The places of the two weights of each feature, at the end and with all to come: of sides, of draws, of all."""
    halves = [(start + place, start + names + place) for start in (0, 2 * names) for place in range(names)]
    return [*halves, (4 * names, 4 * names + 1)]


def scale_of(found: Sample) -> Floats:
    """By how much each feature varies: the same for both of its weights."""
    varied = np.einsum("nwf,nwf->f", *[found.rows - centre(found)] * 2) / len(found.rows)
    for end, start in pairs_of(len(found.names)):
        varied[[end, start]] = (varied[end] + varied[start]) / 2
    spread = np.sqrt(varied)
    return np.asarray(np.where(spread > LEAST, spread, 1.0))


def doubt_of(names: int) -> Floats:
    """How weights are held near 0, and the two of a feature near each other: what no game tells of one, the other does.

    A unit is seldom suppressed in the first turn; no games are not to say that it costs nothing there.
    """
    doubt = np.eye(4 * names + 2)
    for end, start in pairs_of(names):
        doubt[np.ix_([end, start], [end, start])] += BEND * np.array([[1.0, -1.0], [-1.0, 1.0]])
    return doubt


def slope_and_bend(rows: Floats, found: Sample, weights: Floats, doubt: Floats) -> tuple[Floats, Floats]:
    """The slope of the log-likelihood less the doubt, and how it bends down."""
    chances = chances_of(rows, found.possible, weights)
    expected = np.einsum("nw,nwf->nf", chances, rows)
    slope = (rows[np.arange(len(rows)), found.ended] - expected).sum(axis=0) - doubt @ weights
    flat = ((rows - expected[:, None, :]) * np.sqrt(chances)[:, :, None]).reshape(-1, len(weights))
    return slope, np.einsum("if,ig->fg", flat, flat) + doubt


def likelihood(rows: Floats, found: Sample, weights: Floats, doubt: Floats) -> float:
    """The log-likelihood less the doubt."""
    chances = chances_of(rows, found.possible, weights)[np.arange(len(rows)), found.ended]
    return float(np.log(np.maximum(chances, 1e-300)).sum() - float(weights @ doubt @ weights) / 2)


def centre(found: Sample) -> Floats:
    """The mean of the rows of each position, for what is the same in all of them tells nothing."""
    share = found.possible / found.possible.sum(axis=1, keepdims=True)
    mean = np.einsum("nw,nwf->nf", share, found.rows)
    return np.asarray(np.where(found.possible[:, :, None] > 0, mean[:, None, :], found.rows))


def chances_of(rows: Floats, possible: Floats, weights: Floats) -> Floats:
    worth = np.einsum("nwf,f->nw", rows, weights)
    worth = np.where(possible > 0, worth, -np.inf)
    powers = np.exp(worth - worth.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def weights_of(found: Sample, numbers: Floats, made: Mapping[str, object]) -> Weights:
    """The weights as the program uses them."""
    count = len(found.names)
    told = [round(float(number), DIGITS) + 0.0 for number in numbers]
    sides = {name: (told[place], told[count + place]) for place, name in enumerate(found.names)}
    draws = {name: (told[2 * count + place], told[3 * count + place]) for place, name in enumerate(found.names)}
    return Weights(sides, {ALWAYS: (told[4 * count], told[4 * count + 1]), **draws}, made)


def log_loss(weights: Weights, positions: Sequence[Position]) -> float:
    """How badly games are foretold: the mean of -log of the chance of what came."""
    whole = 0.0
    for one in positions:
        wins, draw = weights.chances(one.sides, one.to_come)
        whole -= log(max(1e-9, draw if one.won < 0 else wins[one.won]))
    return whole / len(positions)
