"""Which answers are worth a closer look: a few good ones of the many that a question allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from math import dist
from typing import Any

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, DiceQuestion, Pick, Place
from tabletop_tui.engine.scenes import TableScene
from tabletop_tui.play.thinking.playout_policy import at_first_sight
from tabletop_tui.table.points import Spot, parse_spot

MORE = 2
"""So many times as many answers are weighed by the rulebook's own valuation as are looked at closer."""
BESIDE = 0.02
"""What is no unit, in a question about units, is left out where its worth is no more than this share of the best."""
APART = 30
"""Of places that are nearer to each other than this part of the table's shorter side, one is looked at."""


def candidates(game: Game[Any], most: int, given: Answer | None = None) -> list[Answer]:
    """At most so many answers, those that the rulebook values most first, `given` among them; [] without a choice.

    Of several places that are nearly the same there is one, and of several answers that give the same to others of a
    kind, such as a hit to another rifleman; where units can be chosen there is nothing that is worth hardly anything
    beside them, such as a wall. Two answers are always left.
    """
    question = game.question
    if question is None or isinstance(question, DiceQuestion):
        return []
    answers = question.suggest(MORE * most)
    if given is not None and given not in answers:
        answers.append(given)
    if len(answers) < 2:
        return []
    worth = {place: at_first_sight(game, answer) for place, answer in enumerate(answers)}
    found = [answers[place] for place in sorted(worth, key=lambda place: (answers[place] != given, -worth[place]))]
    told = found
    if isinstance(question, Pick):
        scenery = beside_units(game, question, {answers[place]: value for place, value in worth.items()}) - {given}
        told = [answer for answer in found if answer not in scenery]
    elif isinstance(question, Place):
        mine = [answer for answer in found if answer == given]
        told = [*mine, *apart(game, found[len(mine) :])]
    elif isinstance(question, Assign):
        told = of_each_kind(question, found)
        return (told if len(told) > 1 else found[:2])[:most]
    return (told if len(told) > 1 else found)[:most]


def beside_units(game: Game[Any], question: Pick, worth: Mapping[str, float]) -> set[Answer]:
    """The answers about what is no unit, hardly worth anything beside those that are."""
    units = {line.unit for line in game.system.roster(game)}
    targets = {option.key: option.target for option in question.options if option.target}
    best = max((worth[key] for key, target in targets.items() if target in units and key in worth), default=None)
    if best is None:
        return set()
    return {key for key, target in targets.items() if target not in units and worth.get(key, 0.0) <= BESIDE * best}


def of_each_kind(question: Assign, answers: Sequence[Answer]) -> list[Answer]:
    """The first of these answers that give as many of each kind to as many of each kind."""
    firsts: dict[Hashable, Answer] = {}
    for answer in answers:
        firsts.setdefault(kind_of(question, answer), answer)
    return [*firsts.values()]


def kind_of(question: Assign, answer: Mapping[str, str]) -> Hashable:
    """What an answer comes to but for the names: for each label in use what it is, and how many of what have it."""
    items = {item.key: item.group or item.label for item in question.items}
    labels = {label.key: label.label.removeprefix(f"{label.key}: ") for label in question.labels}
    having: dict[str, Counter[str]] = {}
    for key, label in answer.items():
        having.setdefault(label, Counter())[items[key]] += 1
    return frozenset(Counter((labels[one], frozenset(of.items())) for one, of in having.items()).items())


def apart(game: Game[Any], answers: Sequence[Answer]) -> list[Answer]:
    """These answers without those that lead to nearly the same place of an open table as one before."""
    scene = game.system.scene(game)
    if not isinstance(scene, TableScene):
        return [*answers]
    least, taken, found = min(scene.width, scene.height) / APART, list[Spot](), list[Answer]()
    for answer in answers:
        spot = end_of(answer)
        if spot is not None:
            if any(dist(spot, other) < least for other in taken):
                continue
            taken.append(spot)
        found.append(answer)
    return found


def end_of(answer: Answer) -> Spot | None:
    """The place to which an answer leads; None where it names none."""
    spots = [word for word in answer if "=" not in word] if isinstance(answer, list) else []
    return parse_spot(spots[-1]) if spots else None
