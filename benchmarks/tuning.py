"""The weights by which a rulebook says how well a side stands, fitted to how games end.

Greedy players that slip now and then play against each other. Positions between two activations are kept, each with
what its game came to, and every weight is made larger or smaller as long as `System.evaluate` foretells the ends
better. What is found is worth writing down where it foretells games better that it was not fitted to.

python -m benchmarks.tuning armymen -n 200 --workers 2
"""

from __future__ import annotations

import ast
import multiprocessing
from collections.abc import Iterator, Sequence
from importlib import import_module
from inspect import getsource
from multiprocessing.connection import Connection
from random import Random
from types import ModuleType
from typing import Any

import click

from benchmarks.strength import matches
from tabletop_tui import paths
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.engine.setup import Setup
from tabletop_tui.lab.match import matches_of
from tabletop_tui.play.luck import SplitMix64
from tabletop_tui.play.thinking.replies import Replies
from tabletop_tui.rulebook.registry import system

SLIPS = 20
"""So many answers in a hundred are not the best at first sight alone, but one of the best three."""
EVERY = 2
"""One in so many positions between activations is kept ..."""
MOST_POSITIONS = 700
"""... and of them so many in each process, to fit, and as many to try what was fitted."""
APART = 4
"""One in so many games is not fitted to."""
MOST_ANSWERS = 5_000
STEPS = (1.5, 1.2, 1.1)
"""By so much a weight is made larger and smaller, and then by less ..."""
MOST_LAPS = 4
"""... each weight in turn, so many times at most."""
LEAST = 1e-4
"""Less than this is no gain."""

Weights = dict[str, float | tuple[float, ...]]
Position = tuple[Game[Any], float]


# ---------------------------------------------------------------- weights
def module_of(rulebook: str) -> ModuleType:
    return import_module(f"tabletop_tui.rules.{rulebook}.computer.position_value")


def weights_of(rulebook: str) -> Weights:
    """The weights of a rulebook as they stand, by their names; what its module imports is not among them."""
    module = module_of(rulebook)
    lines = [line for line in ast.parse(getsource(module)).body if isinstance(line, ast.Assign)]
    own = [part.id for line in lines for name in line.targets for part in ast.walk(name) if isinstance(part, ast.Name)]
    return {name: value for name in own if is_weight(value := getattr(module, name))}


def is_weight(value: object) -> bool:
    parts = value if isinstance(value, tuple) else (value,)
    return bool(parts) and all(isinstance(part, int | float) for part in parts)


def changes(weights: Weights, name: str, by: float) -> Iterator[Weights]:
    """The weights with one of them larger, and smaller."""
    value = weights[name]
    for factor in (by, 1 / by):
        if isinstance(value, tuple):
            for place, part in enumerate(value):
                yield {**weights, name: (*value[:place], part * factor, *value[place + 1 :])}
        else:
            yield {**weights, name: value * factor}


# ---------------------------------------------------------------- positions
def positions(setup: Setup) -> Iterator[Position]:
    """Positions of one game, each with what came of it for the first seat: 1 won, 0 drawn, -1 lost."""
    found = system(setup.system)
    game, luck, kept = found.start(setup), SplitMix64(setup.seed, 0), []
    for number in range(MOST_ANSWERS):
        question = game.advance()
        game.events = []
        if question is None:
            break
        chance = luck.at(number)
        standing = found.standing(game)
        between = standing.round and not standing.active and not isinstance(question, DiceQuestion)
        if between and not chance.below(EVERY):
            kept.append(game.clone())
        ranked = Replies().ranked(game, chance)
        game.take(chance.choice(ranked[:3]) if chance.below(100) < SLIPS else ranked[0])
    if game.result is not None:
        winners = game.result.winners
        result = 0.0 if not winners else 1.0 if 0 in winners else -1.0
        yield from ((position, result) for position in kept)


def games_of(rulebook: str, games: int) -> list[Setup]:
    """Games of the scenarios by which players are compared, and as many of those for two that are shipped."""
    found, rules = matches(rulebook, ("greedy", "greedy"), games // 2, 1), system(rulebook)
    shipped = [one for one in rules.scenarios([paths.shipped("scenarios")]) if one.seats == 2 and one.setup is None]
    for number, scenario in enumerate(shipped):
        share = games // 2 * (number + 1) // len(shipped) - games // 2 * number // len(shipped)
        found += matches_of(rules, scenario, games=share, first_seed=1000)
    return [match.setup for match in found]


# ---------------------------------------------------------------- fitting
def judge(pipe: Connection, setups: Sequence[Setup]) -> None:
    """Play these games; then say of weights by how much they foretell amiss: games to fit, and others."""
    found: tuple[list[Position], list[Position]] = [], []
    for number, setup in enumerate(setups):
        found[number % APART == APART - 1].extend(positions(setup))
    chance = Random(1)
    parts = [chance.sample(part, min(MOST_POSITIONS, len(part))) for part in found]
    module = module_of(setups[0].system)
    pipe.send([len(part) for part in parts])
    while True:
        for name, value in pipe.recv().items():
            setattr(module, name, value)
        pipe.send([sum((game.system.evaluate(game, 0) - result) ** 2 for game, result in part) for part in parts])


class Judges:
    """Processes that hold the positions of games."""

    def __init__(self, setups: Sequence[Setup], workers: int) -> None:
        self.pipes = []
        for number in range(workers):
            here, there = multiprocessing.Pipe()
            multiprocessing.Process(target=judge, args=(there, setups[number::workers]), daemon=True).start()
            self.pipes.append(here)
        counts = [pipe.recv() for pipe in self.pipes]
        self.fitted, self.others = (sum(count[part] for count in counts) for part in (0, 1))

    def amiss(self, weights: Weights) -> tuple[float, float]:
        """The mean squared error of what is foretold: in the games to fit, and in the others."""
        for pipe in self.pipes:
            pipe.send(weights)
        parts = [pipe.recv() for pipe in self.pipes]
        return sum(part[0] for part in parts) / self.fitted, sum(part[1] for part in parts) / max(1, self.others)


def fit(judges: Judges, weights: Weights) -> Weights:
    """The weights that foretell best, found by changing one at a time."""
    least = judges.amiss(weights)[0]
    for by in STEPS:
        better, lap = True, 0
        while better and lap < MOST_LAPS:
            better, lap = False, lap + 1
            for name in weights:
                for other in changes(weights, name, by):
                    if (error := judges.amiss(other)[0]) < least - LEAST:
                        least, weights, better = error, other, True
    return weights


@click.command()
@click.argument("rulebook")
@click.option("-n", "--games", default=200, show_default=True, help="How many games.")
@click.option("--workers", default=1, show_default=True, help="On how many processors.")
def main(rulebook: str, games: int, workers: int) -> None:
    """Fit the weights of RULEBOOK to games and print them."""
    weights, judges = weights_of(rulebook), Judges(games_of(rulebook, games), workers)
    fitted = fit(judges, weights)
    for name, value in fitted.items():
        print(f"{name} = {shown(value)}, was {shown(weights[name])}")
    print(f"mean squared error in {judges.fitted} positions to fit, and in {judges.others} others:")
    for word, found in (("before", weights), ("fitted", fitted)):
        near, far = judges.amiss(found)
        print(f"{word} {near:.3f}, {far:.3f}")


def shown(value: float | tuple[float, ...]) -> str:
    return ", ".join(f"{part:.2g}" for part in (value if isinstance(value, tuple) else (value,)))


if __name__ == "__main__":
    main()
