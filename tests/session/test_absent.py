"""Who or what is named in an answer and is no option: every rulebook says why, and by which rule."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tabletop_tui.engine.place_fields import Driven
from tabletop_tui.engine.question import Pick, Place, Question, Split
from tabletop_tui.engine.scenes import TableScene
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system
from tabletop_tui.table.points import spot_text
from tests.conformance import a_setup
from tests.session.test_conformance import SHIPPED

OFTEN = 2
"""Once in so many answers all names are tried."""
LONGEST = 500


def keys_of(question: Question) -> list[str]:
    return [option.key for option in question.options] if isinstance(question, Pick | Split) else []


def about_units(question: Question, units: set[str]) -> bool:
    """Whether units are what is chosen among."""
    return any(key.partition(":")[0] in units for key in keys_of(question))


@pytest.mark.parametrize(("name", "place"), SHIPPED)
@pytest.mark.sampled(2)
def test_whoever_is_no_option_is_refused_by_a_rule(name: str, place: int):
    found = system(name)
    known = {rule.id for rule in found.reference()}
    chooser, seen = Random(place), set[str]()
    session = Session.new(a_setup(name, place, player="random", seed=place))
    asked = 0
    while (question := session.question) is not None and len(session.history) < LONGEST:
        seen.update(keys_of(question))
        if isinstance(question, Pick | Split) and chooser.randrange(OFTEN) == 0:
            units = {line.unit for line in found.roster(session.game)}
            for key in sorted((units | seen) - set(keys_of(question))):
                refusal = session.game.refuse(key if isinstance(question, Pick) else {key: question.total})
                assert refusal is not None
                assert refusal.rule in known, f"{question.prompt} {key}: {refusal}"
                if key in units and about_units(question, units):
                    assert "is not one of" not in refusal.why, f"{question.prompt} {key}: {refusal}"
                asked += 1
        session.computer_answers()
    assert asked > 50


@pytest.mark.parametrize(("name", "place"), SHIPPED[::3])
def test_a_place_that_is_not_offered_is_refused_by_a_rule(name: str, place: int):
    found = system(name)
    known = {rule.id for rule in found.reference()}
    chooser = Random(place)
    session = Session.new(a_setup(name, place, player="random", seed=place))
    while (question := session.question) is not None and len(session.history) < LONGEST // 2:
        if isinstance(question, Place) and not isinstance(question.field, Driven):  # those answer with no place
            for spot in places(session, chooser):
                refusal = question.refuse([spot])
                assert refusal is None or refusal.rule in known, f"{question.prompt} {spot}: {refusal}"
        session.computer_answers()


def places(session: Session, chooser: Random) -> Iterator[str]:
    """Some places of the table by chance."""
    scene = session.system.scene(session.game)
    for _ in range(12):
        if isinstance(scene, TableScene):
            yield spot_text((chooser.randint(0, int(scene.width)), chooser.randint(0, int(scene.height))))
        else:
            yield chooser.choice(scene.grid.hexes)
