"""Who sees a unit: at each place where it stands, the answer is that by which its rulebook lets it be shot at."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tabletop_tui.engine.scenes import TableScene
from tabletop_tui.engine.sight_grades import graded
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rules.armymen.sight import sight as of_army_men
from tabletop_tui.rules.crimsondusk.sight import sight as of_crimson_dusk
from tabletop_tui.rules.pmc2640.sight import sight as of_pmc
from tabletop_tui.table.points import spot_text

SEES: dict[str, Callable[[Any, Any, Any], bool]] = {
    "armymen/backyard": of_army_men.sees,
    "crimsondusk/crossroads": of_crimson_dusk.sees,
    "pmc2640/relay-nine-destroy": lambda battle, one, other: of_pmc.no_sight(battle, one, other) is None,
}


@pytest.mark.parametrize("scenario", SEES)
def test_a_unit_is_seen_where_it_stands_if_it_is_seen_at_all(scenario: str) -> None:
    """Its middle and each of its models, for every pair of units at several moments of a game."""
    session, chooser = Session.new(new_game.set_table(*new_game.find_scenario(scenario), seed=4)), Random(4)
    found, seen, asked = session.system, 0, 0
    for moment in (60, 90):
        while session.question is not None and len(session.history) < moment:
            session.answer(session.question.sample(chooser))
        game = session.game
        scene, battle = found.scene(game), game.state
        assert isinstance(scene, TableScene)
        units = {line.unit: battle.units[line.unit] for line in found.roster(game) if line.unit in scene.bases}
        for viewer in units.values():
            for target in units.values():
                if viewer.seat == target.seat:
                    continue
                wanted = SEES[scenario](battle, viewer, target)
                spots = [next(token.spot for token in scene.tokens if token.unit == target.id)]
                spots += [spot_text((base.x, base.y)) for base in scene.bases[target.id]]
                for spot in spots:
                    grade = graded(found.grades, found.view(game, viewer.id, spot))
                    assert grade is not None
                    assert (grade.rank < grade.last) == wanted, (viewer.id, target.id, spot)
                    seen += wanted
                    asked += 1
    assert 0 < seen < asked
    assert asked > 200
