"""A player who presses only Enter: what that answers on the battle screen, and what it may never cost him.

    python -m tests.careless [BOOK[/SCENARIO]] [SEED]

tells how often Enter answered, where it answered nothing, and what it cost.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from attrs import define, field, frozen

from tabletop_tui.engine.events import Began, Closed, Event, Shot
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.place_fields import Templated
from tabletop_tui.engine.question import Answer, DiceQuestion, Option, Pick, Place, Question
from tabletop_tui.engine.reactions import AskOffer
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.screens.battle.answer_draft import Draft
from tabletop_tui.screens.battle.battle_model import BattleModel
from tabletop_tui.screens.battle.place_keys import good_places

LOSING = ("ChooseCasualty", "ChooseHits", "ChooseReaction", "OfferReaction")
"""Questions in which one's own side may be harmed whatever is answered, by the names of their steps."""
BURST = " explodes at "
"""What is told of a mech that was destroyed before: it comes when an activation ends, whatever is answered."""


@frozen
class Pressed:
    """What Enter answers at a question, or a second Enter where the first only leads to a good place."""

    answer: Answer | None
    """None where it answers nothing."""
    kept: str = ""
    """Why it answers nothing: what is asked first, or why it is refused."""


def pressed(model: BattleModel) -> Pressed:
    """The same for the question that waits, as the battle screen puts it."""
    question = model.question
    assert question is not None
    draft = Draft(question, worth=model.worth_of(question))
    answer = draft.answer("")
    if isinstance(question, Place) and draft.piece is None:
        answer = place_taken(model, question)
    elif answer is None:
        answer = model.usual_number(question)
    if answer is None:
        return Pressed(None, draft.wanted())
    if (refusal := question.refuse(answer)) is not None:
        return Pressed(None, str(refusal))
    warning = question.warning(answer)
    return Pressed(None, warning) if warning else Pressed(answer)


def place_taken(model: BattleModel, question: Place) -> Answer:
    """Where an Enter puts down, or two lead: the place of those suggested that is worth most, as models stand there."""
    if isinstance(question.field, Templated):
        return [model.first_spot(question)]
    good = good_places(model.game, question)
    return good[0] if good else question.suggest(1)[0]


# ---------------------------------------------------------------- what he must not lose
def spent(game: Game[Any]) -> Counter[tuple[int, str, str]]:
    """How often everything has been used that can be used so many times only: whose, of which unit, what."""
    found: Counter[tuple[int, str, str]] = Counter()
    state = game.state
    if game.system.id == "techcommander":
        for unit in state.units.values():
            found.update({(unit.seat, unit.id, copy): used for copy, used in unit.uses.items()})
    elif game.system.id == "mechcom":
        for model in state.models.values():
            shots = {one.name: model.shots.get(one.name, 0) for one in model.sheet.weapons if one.perks.ammo}
            limited = {**model.uses, **shots}
            found.update({(model.seat, model.id, name): used for name, used in limited.items()})
    return found


def losses(game: Game[Any], seat: int) -> dict[str, int]:
    """What is left of each unit of a seat."""
    roster = game.system.roster(game)
    return {line.tag: line.left.left for line in roster if line.seat == seat and line.left is not None}


def plain(option: Option) -> bool:
    """Whether it may be taken without a thought."""
    return option.refusal is None and not (option.deliberate or option.idle or option.warning)


@define
class Careless:
    """A game in which activations are played by Enter alone, and others by what promises most.

    In half of the former the action is chosen on purpose, and Enter does the rest. Where Enter answers nothing,
    something is chosen by chance.
    """

    session: Session
    chooser: Random
    pressed: int = 0
    """Enters that answered something."""
    kept: Counter[str] = field(factory=Counter)
    """How often Enter answered nothing, by the step that asks."""
    plain_left: int = 0
    """How often Enter left what may not be taken without a thought."""
    alone: Counter[str] = field(factory=Counter)
    """How often there was but one answer to a question that names its answers and is put all the same, by its step."""
    faults: list[str] = field(factory=list)
    _style: tuple[Any, ...] = ()
    _activation: tuple[Any, ...] = ()
    _by_enter: bool = False
    _on_purpose: bool = False
    _purpose: str = ""
    """The action of this activation that was chosen on purpose."""
    _deeds: int = 0
    """Events of the activation so far in which something was done."""

    def play(self, most: int) -> None:
        model = BattleModel(self.session)
        for _ in range(most):
            question = self.session.question
            if question is None:
                return
            model.look_at_game()
            style = model.standing.round, model.standing.active, question.seat
            if style[:2] != self._activation:  # who is asked about a reaction in between begins no other
                self._activation, self._deeds = style[:2], 0
            if style != self._style:
                self._style, self._purpose = style, ""
                self._by_enter, self._on_purpose = self.chooser.random() < 0.6, self.chooser.random() < 0.5
            self._answer(model, question)

    def _answer(self, model: BattleModel, question: Question) -> None:
        game = self.session.game
        named = not isinstance(question, Place | DiceQuestion) and not question.obvious
        if named and len([*islice(question.legal(), 2)]) == 1:
            self.alone[type(game.agenda[-1]).__name__] += 1
        if not self._by_enter:
            some = question.suggest(12) or [question.sample(self.chooser)]
            self._give(max(some, key=lambda answer: game.system.appraise(game, answer)))
            return
        if self._on_purpose and isinstance(question, Pick) and question.about == model.standing.active:
            self._on_purpose = False
            self._deeds += 1
            self._purpose = self.chooser.choice([one.key for one in question.options if one.refusal is None])
            self._give(self._purpose)
            return
        found = pressed(model)
        if found.answer is None:
            self.kept[type(game.agenda[-1]).__name__] += 1
            self._deeds += 1
            self._give(self.chooser.choice(question.suggest(8)))
            return
        self.pressed += 1
        self._enter(model, question, found.answer)

    def _enter(self, model: BattleModel, question: Question, answer: Answer) -> None:
        """Give the answer that Enter stands for, and look at what it has cost."""
        game, seat, asked = self.session.game, question.seat, type(self.session.game.agenda[-1]).__name__
        option = question.option(answer) if isinstance(question, Pick) else None
        if option is not None and isinstance(question, Pick):
            others = [one for one in question.options if one.refusal is None and not plain(one)]
            self.plain_left += len(others)
            if any(map(plain, question.options)) and not plain(option):
                self._fault(question, answer, "something else may be taken without a thought")
        lost, used, active = losses(game, seat), spent(game), model.standing.active
        offered = isinstance(game.agenda[-1], AskOffer)
        happened = self._give(answer)
        for key, count in spent(self.session.game).items():
            chosen = self._chosen_shot(happened) or key[2] in self._purpose
            if count > used[key] and key[0] == seat and not chosen:
                self._fault(question, answer, f"{key[2]} of {key[1]} is spent")
        left = losses(self.session.game, seat)
        burst = any(BURST in event.text for event in happened)
        if (
            asked not in LOSING
            and not offered
            and not burst
            and any(left.get(tag, 0) < count for tag, count in lost.items())
        ):
            self._fault(question, answer, "his own side is harmed")
        self._shots(question, answer, happened, lost)
        now = self.session.game.system.standing(self.session.game)
        chose_own = option is not None and option.target in model.where and option.target in lost
        ended = active and not chose_own and (now.active != active or now.round != model.standing.round)
        legal = isinstance(question, Pick) and sum(one.refusal is None for one in question.options)
        if ended and not self._deeds and legal != 1 and not isinstance(question, DiceQuestion) and not offered:
            self._fault(question, answer, f"the activation of {active} is over, and nothing was done")

    def _chosen_shot(self, happened: Sequence[Event]) -> bool:
        """Whether a weapon was fired: that was chosen with the action."""
        return any(isinstance(event, Shot) for event in happened)

    def _shots(self, question: Question, answer: Answer, happened: Sequence[Event], own: dict[str, int]) -> None:
        """No shot goes at his own side, nor at who is out of the battle."""
        for event in happened:
            if isinstance(event, Shot) and event.target and event.seat == question.seat and event.target in own:
                self._fault(question, answer, f"{event.unit} shoots at {event.target}")

    def _give(self, answer: Answer) -> list[Event]:
        happened = self.session.answer(answer)
        self._deeds += sum(not isinstance(event, Began | Closed) for event in happened)
        return happened

    def _fault(self, question: Question, answer: Answer, what: str) -> None:
        self.faults.append(f"answer {len(self.session.history)}: {question.prompt} {answer}: {what}")


def careless_games(name: str, seeds: Sequence[int], most: int) -> Iterator[Careless]:
    """Games of a scenario, each of so many answers."""
    for seed in seeds:
        setup = new_game.set_table(*new_game.find_scenario(name), seed=seed)
        game = Careless(Session.new(setup), Random(seed))
        game.play(most)
        yield game


def main(name: str, seed: int = 1) -> int:
    """Print what came of one game; the number of faults."""
    (game,) = careless_games(name if "/" in name else f"{name}/quick-start", (seed,), 2000)
    print(f"{name}: {len(game.session.history)} answers, {game.pressed} by Enter; {sum(game.kept.values())} times none")
    print(", ".join(f"{step} {count}" for step, count in game.kept.most_common()))
    print("\n".join(game.faults))
    return len(game.faults)


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1], *map(int, sys.argv[2:]))))
