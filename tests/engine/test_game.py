"""How any game runs: steps, questions, interrupts, dice, copies. The toy system stands for all."""

from random import Random

import pytest

from tabletop_tui.engine.dice import ScriptedDice
from tabletop_tui.engine.events import Harmed, Narrated, Rolled
from tabletop_tui.engine.game import AskDice, Game, Step
from tabletop_tui.engine.goals import Happened
from tabletop_tui.engine.question import DiceQuestion, Pick
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.engine.scenario_script import Moment, Story
from tests.toy import NAMES, TOY, ChooseDeed, ChooseToken, EndRound, OfferDodge, Shoot, StartRound, toy_setup


def a_game(*dice: int, **options: object) -> Game:
    """A toy game with these dice written down; without any, as the options say."""
    game = TOY.start(toy_setup(**options))  # type: ignore[arg-type]
    if dice:
        game.dice = ScriptedDice(unread=dice)
    return game


def answer(game: Game, *answers: object) -> None:
    for value in answers:
        game.advance()
        game.answer(value)
    game.advance()


def test_the_agenda_says_where_we_are():
    game = a_game(2, 5)
    game.advance()
    assert game.agenda == [EndRound(), *(ChooseToken(seat) for seat in (0, 1, 0, 1))], (
        "Blue rolled higher, so it begins"
    )
    assert game.question is not None
    assert game.question.seat == 1, "Blue rolled higher, so it begins"


def test_an_interrupt_lies_on_top_and_the_interrupted_goes_on_after_it():
    game = a_game(5, 2, 6, 4, 1)
    answer(game, "A1", "shoot", {"B1": 1, "B2": 2})
    assert game.agenda[-2:] == [OfferDodge("A1", "B2", 2), OfferDodge("A1", "B1", 1)]
    assert game.question is not None
    assert game.question.seat == 1, "the other seat is asked in the middle of this one's deed"
    answer(game, "no")
    assert game.agenda[-1] == OfferDodge("A1", "B2", 2)
    answer(game, "no")
    assert game.agenda[-1] == ChooseToken(1)
    assert game.state.health == {"A1": 3, "A2": 3, "B1": 2, "B2": 2}


def test_a_roll_is_logged_with_what_it_needed():
    game = a_game(5, 2, 4, 3, 4, 1)
    answer(game, "A1", "shoot", {"B1": 3}, "yes")
    *_, dodge, shots = (event for event in game.events if isinstance(event, Rolled))
    assert (dodge.seat, dodge.faces, dodge.good, dodge.chance) == (1, (4,), (False,), 2 / 6)
    assert (shots.seat, shots.faces, shots.good) == (0, (3, 4, 1), (True, True, False))
    assert str(shots.need.number) == "Hit 3 = 4 token, -1 it stumbles"
    assert shots.chance == 4 / 6
    assert [event.amount for event in game.events if isinstance(event, Harmed)] == [2]


def test_a_refused_answer_changes_nothing_and_names_the_rule():
    game = a_game(5, 2)
    answer(game, "A1", "walk", ["0201"], "none")
    before = TOY.dump(game), len(game.events)
    with pytest.raises(Refused, match=r"it has acted in this round \[TOY-ROUND-2\]"):
        game.answer("A1")
    assert (TOY.dump(game), len(game.events)) == before


def test_nothing_can_be_answered_while_steps_run_or_after_the_end():
    game = a_game(5, 2)
    assert game.question is None
    with pytest.raises(Refused, match="no question waits"):
        game.answer("A1")
    game.advance()
    TOY.agree_draw(game)
    assert game.question is None
    with pytest.raises(Refused, match="the game is over"):
        game.answer("A1")
    assert game.step() is None


def test_step_by_step_is_the_same_game():
    one, other = a_game(seed=9), a_game(seed=9)
    chooser = Random(4)
    while (question := one.advance()) is not None:
        steps = []
        while (step := other.step()) is not None:
            steps.append(step)
        assert other.waiting
        value = question.sample(chooser)
        one.answer(value)
        other.answer(value)
    while other.step() is not None:
        pass
    assert TOY.dump(one) == TOY.dump(other)
    assert one.events == other.events
    assert one.result == other.result


def test_a_clone_in_mid_question_goes_its_own_way():
    game = a_game(seed=2)
    answer(game, game.advance().sample(Random(1)))  # type: ignore[union-attr]
    before = TOY.dump(game)
    clone = game.clone()
    assert TOY.dump(clone) == before
    while (question := clone.advance()) is not None:
        clone.answer(question.sample(Random(3)))
    assert TOY.dump(game) == before
    assert game.result is None
    assert clone.result is not None


# ---------------------------------------------------------------- typed dice
def test_typed_dice_are_asked_for_and_the_step_runs_again():
    game = a_game(dice="typed")
    question = game.advance()
    assert isinstance(question, DiceQuestion)
    assert (question.seat, question.count, question.prompt) == (0, 1, "1D6 for initiative")
    assert game.state.round == 0, "the step that wanted dice has been taken back whole"
    assert game.events == []
    game.answer([4])
    question = game.advance()
    assert isinstance(question, DiceQuestion)
    assert question.seat == 1
    assert game.agenda[-1] == AskDice(question.roll, 0, (4,)), "the first die of the same step is kept"
    assert game.state.round == 0
    game.answer([6])
    question = game.advance()
    assert isinstance(question, Pick)
    assert question.seat == 1
    assert game.state.round == 1
    assert [event.text for event in game.events] == [
        "Round 1",
        "Initiative: 4",
        "Initiative: 6",
    ]
    assert game.dice.unread == ()


def test_typed_dice_in_the_midst_of_an_interrupt():
    game = a_game(dice="typed")
    answer(game, [6], [1], "A1", "shoot", {"B1": 3}, "yes")
    assert isinstance(game.question, DiceQuestion)
    assert (game.question.seat, game.question.roll.why) == (1, "dodge")
    assert game.agenda[-2] == Shoot("A1", "B1", 3, True)
    answer(game, [2])
    assert isinstance(game.question, DiceQuestion)
    assert (game.question.seat, game.question.count) == (0, 3)
    answer(game, [3, 3, 3])
    assert game.state.health["B1"] == 0
    assert game.state.scores == (1, 0)


def test_typed_dice_that_cannot_be_are_refused():
    game = a_game(dice="typed")
    game.advance()
    for wrong, why in (([7], "has no 7"), ([1, 2], "1 die is rolled, but 2"), ([], "0 faces"), ("3", "give 1 face")):
        with pytest.raises(Refused, match=why):
            game.answer(wrong)
    game.answer([3])


def with_story(game: Game, *parts: Happened) -> Game:
    """The game, with a moment for each of these."""
    game.story = Story(tuple(Moment(part, f"{part.event} came") for part in parts), lambda *_: None)
    return game


def test_a_story_is_told_where_the_rulebook_asks_and_never_where_dice_are_awaited():
    game = with_story(a_game(dice="typed"), Happened("Closed"))
    answer(game, [4], [6], *["none"] * 4)
    assert isinstance(game.question, DiceQuestion)
    assert [event.text for event in game.events][-1] == "Round 1 ends"
    thought = game.imagine(1)
    thought.run()
    assert (thought.events, thought.story.told) == ([], frozenset()), "whoever thinks ahead tells it no earlier"
    answer(game, [4], [6])
    assert [event.text for event in game.events][-4:] == ["Round 2", "Initiative: 4", "Initiative: 6", "Closed came"]


def test_the_same_game_with_typed_and_with_seeded_dice():
    told = [Happened(event) for event in ("Moved", "Harmed", "Closed")] + [Happened("Rolled", least=9)]
    seeded, typed = with_story(a_game(seed=11), *told), with_story(a_game(dice="typed"), *told)
    chooser = Random(5)
    while (question := seeded.advance()) is not None:
        faces = seeded.dice.drawn
        while isinstance(asked := typed.advance(), DiceQuestion):
            typed.answer(faces[: asked.count])
            del faces[: asked.count]
        value = question.sample(chooser)
        seeded.answer(value)
        typed.answer(value)
    faces = seeded.dice.drawn
    while isinstance(asked := typed.advance(), DiceQuestion):
        typed.answer(faces[: asked.count])
        del faces[: asked.count]
    assert TOY.dump(seeded) == TOY.dump(typed)
    assert seeded.events == typed.events
    assert sum(isinstance(event, Narrated) for event in typed.events) == len(told)


# ---------------------------------------------------------------- steps in words and as data
def test_a_step_is_called_by_its_title():
    assert StartRound().describe(a_game()) == "Start round"


def test_steps_go_to_data_and_back_and_unknown_ones_are_refused():
    game = a_game(dice="typed")
    game.advance()
    data = NAMES.write_agenda(game)
    assert NAMES.read_agenda({"agenda": data}) == game.agenda
    assert NAMES.read({"step": "choose deed", "token": "A1"}, Step) == ChooseDeed("A1")
    with pytest.raises(ValueError, match="'teleport' is no step of"):
        NAMES.read({"step": "teleport"}, Step)
