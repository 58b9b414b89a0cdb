"""How many answers and keys an activation takes: a scale for whoever shortens the questions of a rulebook.

    python -m tests.presses [BOOK/SCENARIO ...]

Seeded games in which both seats set up as quickly as they can and then take what promises most at once. Keys are
counted as the screen has them, each answer by its shortest road: Enter where it is marked already, its letter or
number, else steps in the list; for a place the arrow keys or Tab; `y` where one is asked whether one is sure.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial

from attrs import define

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.events import Began
from tabletop_tui.engine.question import Answer, Pick, Place, Question
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.screens.battle.answer_draft import Draft
from tabletop_tui.screens.battle.battle_model import BattleModel
from tabletop_tui.table.points import parse_spot

USUAL = (
    "armymen/quick-start",
    "crimsondusk/quick-start",
    "mechcom/quick-start",
    "pmc2640/quick-start",
    "pmc2640/salt-flat-find-6",
    "techcommander/quick-start",
)
ANSWERS, TABS = 400, 24
"""So many answers of a game are counted at most; so many good places are offered by Tab before all others."""


@define
class Presses:
    """What was counted of a game."""

    name: str
    setup_answers: int = 0
    setup_keys: int = 0
    answers: int = 0
    keys: int = 0
    activations: int = 0
    most: int = 0
    """Keys of the activation that took most of them."""

    def told(self) -> str:
        each = max(1, self.activations)
        return (
            f"{self.name:28} set-up {self.setup_answers:3} answers, {self.setup_keys:3} keys;"
            f" an activation {self.answers / each:4.1f} answers, {self.keys / each:4.1f} keys,"
            f" at most {self.most} ({self.activations} counted)"
        )


def keys_of(model: BattleModel, question: Question, answer: Answer) -> int:
    """So many keys it takes to give this answer, from what is marked at first."""
    sure = 1 if question.warning(answer) else 0
    draft = Draft(question)
    if isinstance(question, Place):
        return sure + (1 if draft.piece is not None else placing(model, question, answer))
    if isinstance(question, Pick):
        keys = [option.key for option in draft.options]
        if answer not in keys:  # it is in a group, which is opened first
            return sure + 3
        place = keys.index(answer)
        at_once = place == draft.index or bool(draft.letter_of(draft.options[place])) or place < 9
        return sure + (1 if at_once else 1 + abs(place - draft.index))
    if isinstance(question, Assign):
        return sure + 1 + sum(answer[key] != label for key, label in question.default.items())
    return sure + 1 + len(str(answer)) // 8


def placing(model: BattleModel, question: Place, answer: Answer) -> int:
    """The keys for a place: none to the first spot, else the arrow keys or Tab; one for each word behind it."""
    spot, shape = answer[-1 - sum("=" in word for word in answer)], sum("=" in word for word in answer)
    first = model.first_spot(question)
    if spot == first or not first:  # the cursor lies at the nearest place that is offered
        return 1 + shape
    appraise = partial(model.game.system.appraise, model.game)
    good = [one[0] for one in sorted(question.suggest(TABS), key=appraise, reverse=True)]
    tabs = good.index(spot) + 1 if spot in good else TABS
    here, there = parse_spot(first), parse_spot(spot)
    steps = TABS if here is None or there is None else round(max(abs(here[0] - there[0]), abs(here[1] - there[1])))
    return 1 + min(tabs, max(1, steps)) + shape


def quick(model: BattleModel, question: Question) -> Answer:
    """How somebody sets up who wants to begin: what Enter takes, all at once where that is offered."""
    if isinstance(question, Pick):
        whole = next((one.key for one in question.options if one.key == "line" and one.refusal is None), "")
        return whole or Draft(question).answer("")
    if isinstance(question, Place):
        return question.suggest(1)[0]
    return Draft(question).answer("") or question.suggest(1)[0]


def count(name: str, seed: int = 1) -> Presses:
    """A game of a scenario."""
    found = Presses(name)
    session = Session.new(new_game.set_table(*new_game.find_scenario(name), players=["greedy", "greedy"], seed=seed))
    model, begun, now = BattleModel(session), False, 0
    while (question := session.question) is not None and found.answers < ANSWERS:
        model.look_at_game()
        answer = session.think() if begun else quick(model, question)
        keys = keys_of(model, question, answer)
        began = sum(isinstance(event, Began) and event.level == "activation" for event in session.answer(answer))
        begun = begun or began > 0
        if not begun:
            found.setup_answers, found.setup_keys = found.setup_answers + 1, found.setup_keys + keys
            continue
        found.answers, found.keys, found.activations = found.answers + 1, found.keys + keys, found.activations + began
        now = keys if began else now + keys
        found.most = max(found.most, now)
    session.close()
    return found


def main(names: list[str]) -> Iterator[str]:
    """A line for each scenario."""
    for name in names or USUAL:
        yield count(name).told()


if __name__ == "__main__":
    for line in main(sys.argv[1:]):
        print(line, flush=True)
