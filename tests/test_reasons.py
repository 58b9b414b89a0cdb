"""Why a place is good and why another is refused: reasons that hold there, and refusals that name their rule."""

from collections.abc import Iterator
from random import Random

import pytest

from tabletop_tui.engine.place_fields import Explaining
from tabletop_tui.engine.question import Pick, Place, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.skirmish.candidate_places import interest
from tabletop_tui.skirmish.unit_place_fields import MarchField, Plan
from tabletop_tui.table.bases import centre
from tests.test_targets import BOOKS, chosen


@pytest.mark.parametrize("book", BOOKS)
def test_why_a_place_is_good_is_told_and_holds(book: str) -> None:
    system, scenario = new_game.find_scenario(book)
    session = Session.new(new_game.set_table(system, scenario, seed=3, players=["keyboard"] * 2))
    random, told, places = Random(3), 0, 0
    while places < 12 and session.question is not None:
        question = session.question
        if isinstance(question, Place) and isinstance(question.field, Explaining):
            places += 1
            for answer in question.suggest(6):
                reasons = question.field.reasons(answer)
                told += bool(reasons)
                if isinstance(question.field, MarchField):
                    check(question.field, answer, reasons)
        session.answer(chosen(session.game, BOOKS[book][0], random))
    assert told >= 2 * places >= 20, f"{told} of the answers to {places} questions are explained"


def check(field: MarchField, answer: list[str], reasons: list[str]) -> None:
    """That what is measured holds at the end of an answer."""
    plan, wants = field.read(answer), interest(field)
    assert isinstance(plan, Plan)
    there = centre(field.ends(plan))
    gaps = [((x - there[0]) ** 2 + (y - there[1]) ** 2) ** 0.5 - near for (x, y), near in wants.goals]
    assert ("at what is fought for" in reasons) == any(gap <= 0 for gap in gaps), (answer, reasons)
    in_cover = any(piece.holds(there) for piece in wants.cover if not piece.line)
    in_words = [reason for reason in reasons if reason.startswith("in ") and reason != "in contact"]
    assert bool(in_words) == in_cover, (answer, reasons)
    walls = [reason.partition(" on the line to ") for reason in reasons if " on the line to " in reason]
    terrain = {wants.called(piece) for piece in (*wants.walls, *wants.cover)}
    assert "" not in terrain, "each piece has a name to be called by"
    assert all(name in terrain and enemy in wants.names for name, _, enemy in walls), (reasons, terrain)
    assert len(wants.names) == len(wants.enemies)


def refusals(question: Question, places: list[str]) -> Iterator[Refusal]:
    """What is refused of a question: of options, or of places."""
    if isinstance(question, Pick):
        found = [option.refusal for option in question.options]
    else:
        found = [question.refuse([place]) for place in places] if isinstance(question, Place) else []
    yield from (refusal for refusal in found if refusal is not None)


@pytest.mark.parametrize("book", BOOKS)
def test_a_refusal_names_the_rule_that_forbids(book: str) -> None:
    system, scenario = new_game.find_scenario(book)
    session = Session.new(new_game.set_table(system, scenario, seed=9, players=["keyboard"] * 2))
    random, looked = Random(9), 0
    hexes = system.units == "hexes"
    for _ in range(60):
        if session.question is None:
            break
        where = [(random.uniform(0, 30), random.uniform(0, 30)) for _ in range(6)]
        places = [f"{1 + x / 4:02.0f}{1 + y / 4:02.0f}" if hexes else f"{x:.2f},{y:.2f}" for x, y in where]
        for refusal in refusals(session.question, places):
            looked += 1
            assert all(one.rule for one in refusal.all), (session.question, refusal)
        session.answer(chosen(session.game, BOOKS[book][0], random))
    assert looked > 50, f"{looked} refusals"
