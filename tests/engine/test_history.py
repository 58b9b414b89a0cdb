"""The course of a game: which copies are kept for the way back, and what an answer runs on to."""

from tabletop_tui.engine.history import Entry, Timeline
from tabletop_tui.engine.question import Pick
from tests.toy import TOY, ChooseToken, EndRound, toy_setup


def passed(course: Timeline, answers: int) -> None:
    """So many times nobody's token acts: four answers a round."""
    for _ in range(answers):
        course.answer(Entry(course.game.agenda[-1].seat, "none"))  # type: ignore[attr-defined]


def test_few_copies_are_kept_and_the_nearest_one_brings_back_the_same_game() -> None:
    """Of each of a person's last 32 answers, of every 32nd among the last 512, of every 256th before that."""
    course = Timeline(TOY.start(toy_setup(rounds=999)))
    course.begin(None)
    standing = {}
    for number in range(0, 1100, 55):
        standing[number] = TOY.dump(course.game)
        passed(course, 55)
    assert sorted(course._copies) == [0, 256, 512, *range(608, 1056, 32), 1056, *range(1069, 1101)]
    for number in sorted(standing, reverse=True):
        course.go_to(number)
        assert TOY.dump(course.game) == standing[number]
    assert len(course.undone) == 1100


def test_of_a_computers_answers_only_every_32nd_has_a_copy() -> None:
    course = Timeline(TOY.start(toy_setup(rounds=99)))
    course.begin(None)
    for number in range(70):
        course.answer(Entry(0, "none", person=number == 66))
    assert sorted(course._copies) == [0, 32, 64, 67]


def test_an_answer_runs_on_to_the_next_question_unless_the_game_is_to_wait_at_its_steps() -> None:
    course = Timeline(TOY.start(toy_setup(rounds=2)))
    course.begin(None)
    passed(course, 3)
    fast, slow = Timeline(course.game.clone()), Timeline(course.game.clone())
    for one in (fast, slow):
        one.begin(None)
    first = fast.game.agenda[-1].seat  # type: ignore[attr-defined]
    settled = fast.answer(Entry(first, "none"))
    assert settled is fast.game
    assert [event.text for event in fast.entries[-1].events][:2] == ["Round 1 ends", "Round 2"]
    ahead = slow.answer(Entry(first, "none"), run=False)
    assert slow.game.agenda == [EndRound()], "it waits to be stepped"
    assert slow.entries[-1].events == []
    assert isinstance(ahead.question, Pick)
    assert isinstance(ahead.agenda[-1], ChooseToken)
    assert TOY.dump(ahead) == TOY.dump(settled)
