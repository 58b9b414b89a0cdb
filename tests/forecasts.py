"""Forecasts against what comes of them: shots of seeded games, each played out often with dice of its own.

    python -m tests.forecasts BOOK[/SCENARIO] [SHOTS] [PLAYS]

tells the losses that were foretold and those that came, and every shot where the two are further apart than chance
explains.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import sqrt
from random import Random
from typing import Any

from attrs import frozen

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Pick
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.screens.battle.answer_draft import Draft

COUNTED = ("models killed", "models lost", "life lost", "Integrity lost")
"""What is expected of a shot and can be read off the roster."""
ANSWERS, GAMES = 250, 40
SIGMAS = 5.0
BY_CHANCE = 0.05
"""So much of a loss may a shot that was foretold as sure differ by, for rounding of places."""


@frozen
class Played:
    """One answer: what it was to cost its target, and what it did on average, in so many plays."""

    answer: str
    told: tuple[str, ...]
    expected: float
    mean: float
    spread: float
    """The standard deviation of the loss of one play."""
    plays: int

    @property
    def apart(self) -> float:
        """How far the two are apart, in standard deviations of the mean."""
        return abs(self.mean - self.expected) / (max(self.spread, BY_CHANCE) / sqrt(self.plays))


def left(game: Game[Any], tag: str) -> int:
    """What is left of a unit, by the roster."""
    line = next((line for line in game.system.roster(game) if line.tag == tag), None)
    return line.left.left if line is not None and line.left is not None and line.state != "lost" else 0


def aims_at(game: Game[Any], answer: str, known: Preview) -> bool:
    """Whether an answer is the unit that is shot at, as far as the preview says at whom."""
    target = next((line.value for line in known.lines if line.label == "target"), answer)
    return target.split()[0] == answer and left(game, answer) > 0


def outcome(game: Game[Any], answer: Any, seed: int) -> Game[Any]:
    """The game when this answer has run its course; whoever is asked on the way answers as carefully as Enter does."""
    depth, end, chooser = len(game.agenda), game.clone(), Random(seed)
    end.dice = SeededDice(seed=seed)
    end.take(answer)  # it was judged when it was first offered
    while len(end.agenda) >= depth:
        if end.step() is not None:
            continue
        question = end.question
        assert question is not None
        reply = Draft(question).answer("")
        end.answer(reply if reply is not None and question.refuse(reply) is None else question.sample(chooser))
    return end


def play_out(game: Game[Any], answer: str, told: tuple[str, ...], expected: float, plays: int, seed: int) -> Played:
    """Give the answer so often, each time with other dice."""
    before = left(game, answer)
    lost = [before - left(outcome(game, answer, seed + number), answer) for number in range(plays)]
    mean = sum(lost) / plays
    return Played(answer, told, expected, mean, sqrt(sum((one - mean) ** 2 for one in lost) / plays), plays)


def shots(name: str, most: int, plays: int) -> Iterator[Played]:
    """The first shots of games of a scenario, answered by what promises most, played out so often."""
    count = 0
    for seed in range(GAMES):
        game = Session.new(new_game.set_table(*new_game.find_scenario(name), seed=seed)).game
        chooser = Random(seed)
        for number in range(ANSWERS):
            if count == most or (question := game.advance()) is None:
                break
            some = question.suggest(12) or [question.sample(chooser)]
            answer = max(some, key=lambda one: game.system.appraise(game, one)) if chooser.random() < 0.6 else None
            answer = question.sample(chooser) if answer is None else answer
            known = game.preview(answer) if isinstance(question, Pick) else None
            if known is not None and known.expected and known.expects in COUNTED and aims_at(game, answer, known):
                told = tuple(f"{line.label} {line.value}" for line in known.lines)
                first = 1000 * (seed * ANSWERS + number)
                one = play_out(game, answer, told, known.expected, plays, first)
                if one.apart > SIGMAS / 2:  # looked at more closely before it is blamed
                    one = play_out(game, answer, told, known.expected, 8 * plays, first + 500)
                yield one
                count += 1
            game.answer(answer)


def main(name: str, most: int = 200, plays: int = 60) -> int:
    """Print what was foretold and what came; the number of shots that were foretold wrongly."""
    found = list(shots(name if "/" in name else f"{name}/quick-start", most, plays))
    expected, really = (sum(values) for values in zip(*((one.expected, one.mean) for one in found), strict=True))
    print(f"{name}: {len(found)} shots, {expected:.1f} lost as foretold, {really:.1f} as it came")
    wrong = [one for one in found if one.apart > SIGMAS]
    for one in wrong:
        print(
            f"  {one.answer}: {one.expected:.3f} foretold, {one.mean:.3f} in {one.plays} plays; {'; '.join(one.told)}"
        )
    return len(wrong)


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1], *map(int, sys.argv[2:]))))
