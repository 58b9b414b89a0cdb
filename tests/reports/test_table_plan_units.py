"""A printed position: typed into the editor as it stands there, it is the battle again, whatever was the matter."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play import new_game, position_files
from tabletop_tui.play.position_setup import written
from tabletop_tui.play.session import Session
from tabletop_tui.reports.table_plan import page_of_game
from tests.reports.page_typing import paper_of, typed_in

SCENARIOS = {
    "armymen/quick-start": 2,
    "crimsondusk/quick-start": 2,
    "crimsondusk/crossing-by-dark": 0,
    "mechcom/quick-start": 0,
    "mechcom/port-flags": 0,
    "mechcom/fort-relief": 0,
    "pmc2640/quick-start": 2,
    "techcommander/quick-start": 0,
    "techcommander/deathmatch-teams": 0,
}
"""So many units at least are told by the middle of their formation in what is looked at here."""


def dumped(game: Game[Any]) -> Any:
    return json.loads(json.dumps(game.system.dump(game)))


def forces(game: Game[Any]) -> list[dict[str, Any]]:
    """What the forces are made of, whatever they are called."""
    listed = [seat.force.items() for seat in game.setup.seats]
    return [{key: value for key, value in force if isinstance(value, list)} for force in listed]


def formed(row: dict[str, str]) -> bool:
    """Whether several models are told by one place."""
    left, _, what = row["Left"].partition(" ")
    return row["Where it stands"].count("/") == 1 and what == "models" and left.partition("/")[0] not in ("0", "1")


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.sampled(1)
def test_a_position_typed_in_from_its_page_is_the_battle_in_every_field(scenario: str) -> None:
    book = scenario.partition("/")[0]
    session = Session.new(new_game.set_table(*new_game.find_scenario(scenario), seed=6))
    chooser, found = Random(6), Counter[str]()
    while session.question is not None and found["pages"] < 3 and len(session.history) < 400:
        session.answer(session.question.sample(chooser))
        if len(session.history) % 9 and found["pages"]:
            continue
        try:
            written(session.game)
        except Wrong:
            continue
        page = page_of_game(session.game, "Here", "")
        again = position_files.game_of(typed_in(page, book))
        assert dumped(again) == dumped(session.game)
        assert forces(again) == forces(session.game)
        found["pages"] += 1
        found["formations"] += sum(map(formed, paper_of(page).tables["Units"]))
    assert found["pages"] == 3, found
    assert found["formations"] >= SCENARIOS[scenario], found
