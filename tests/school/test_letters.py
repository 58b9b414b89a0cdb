"""The keys of a book: an action keeps its letter through all lessons and games, a unit goes by its own number."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tabletop_tui.bindings import BATTLE
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Option, Pick
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system_ids
from tabletop_tui.school.lesson_files import LESSON, listed
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.screens.battle.answer_draft import END, Draft
from tabletop_tui.screens.battle.answer_letters import digits_for
from tests.conformance import a_setup, sampled

COMMANDS = frozenset(BATTLE.letters({}))
NEVER = frozenset("raz?x")
"""The rule, all options, undo, the keys, looking about: they are needed at every question."""
GAMES, ANSWERS = 2, 60


def moments(book: str) -> Iterator[Game[Any]]:
    """Games at questions: of seeded games, and of each lesson's tasks, one of them in each file."""
    for scenario in range(GAMES):
        session, chooser = Session.new(a_setup(book, scenario)), Random(scenario)
        for _ in range(ANSWERS):
            if session.game.question is None:
                break
            yield session.game
            session.answer(sampled(session.game, session.game.question, chooser))
    for lesson in listed(book, LESSON, []):
        played = [number for number, task in enumerate(lesson.tasks) if task.force is None]
        number = played[lesson.chapter % len(played)]
        run = LessonRun(lesson, number)
        verdict = run.run_on()
        for written in lesson.tasks[number].solution:
            if verdict is not None or run.session.question is None:
                break
            yield run.session.game
            verdict = run.answer(written)


@pytest.mark.parametrize("book", sorted(system_ids()))
def test_an_action_keeps_its_letter(book: str) -> None:
    letters, seen = dict[tuple[str, str], str](), 0
    for game in moments(book):
        question = game.question
        if not isinstance(question, Pick):
            continue
        draft = Draft(question, COMMANDS, "e")
        asked = type(game.agenda[-1]).__name__
        for option in question.options:
            if not option.hotkey or option.key == END:
                continue
            assert option.hotkey not in COMMANDS | NEVER, f"{asked}: {option.label} has {option.hotkey}"
            assert draft.letter_of(option) == option.hotkey, f"{asked}: two have {option.hotkey}, {option.label} is one"
            name = option.key if ":" in option.key else option.key.partition(">")[0]
            assert letters.setdefault((asked, name), option.hotkey) == option.hotkey, f"{asked}: {option.label}"
            seen += 1
    assert seen > 100


def test_the_keys_of_all_questions_are_no_letters_of_answers() -> None:
    assert NEVER <= COMMANDS


def test_units_and_models_go_by_their_own_numbers_whoever_shoots() -> None:
    near = [Option("B2", "B2 Nomads", target="B2"), Option("B1", "B1 Recruits", target="B1"), Option("wall", "Wall")]
    assert digits_for(near, ()) == {"B2": "2", "B1": "1", "wall": "3"}
    assert digits_for(near[::-1], ()) == {"B2": "2", "B1": "1", "wall": "3"}
    models = [Option(name, name, target=name) for name in ("A1-4", "A1-2", "A1-12")]
    assert digits_for(models, ()) == {"A1-4": "4", "A1-2": "2"}
    both = [Option(name, name, target=name) for name in ("B2", "C2", "B1")]
    assert digits_for(both, ()) == {"B2": "1", "C2": "2", "B1": "3"}, "by place where two have the same number"
    assert digits_for([Option("hold", "Hold", hotkey="h"), *both[2:]], {"hold"}) == {"B1": "1"}
