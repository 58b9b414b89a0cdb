"""A printed position: typed into the editor as it stands there, it is the battle again, whatever was the matter."""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play import new_game, position_files
from tabletop_tui.play.briefing import briefing
from tabletop_tui.play.position_setup import written
from tabletop_tui.play.scenario_from_map import map_paths
from tabletop_tui.play.session import Session
from tabletop_tui.reports.table_plan import page_of_game
from tabletop_tui.rulebook.registry import system
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
        assert again.system.standing(again).last == session.game.system.standing(session.game).last
        found["pages"] += 1
        found["formations"] += sum(map(formed, paper_of(page).tables["Units"]))
    assert found["pages"] == 3, found
    assert found["formations"] >= SCENARIOS[scenario], found


OWN = {
    "armymen": {"unit": "riflemen"},
    "crimsondusk": {
        "name": "Rifles",
        "quality": "Rg",
        "armour": "flak",
        "model": [{"count": 4, "weapons": ["rifle"]}],
    },
    "mechcom": {"mech": "sentinel"},
    "pmc2640": {"unit": "regulars"},
    "techcommander": {"unit": "marine"},
}
"""What is bought for either side of an own table."""
PLACES = {"mechcom": ("0303", "0505")}


@pytest.mark.parametrize("book", OWN)
def test_a_battle_on_a_map_lasts_as_long_as_its_position_and_its_page_say(book: str) -> None:
    """The length is kept by what is saved and by what is typed from paper; without one it is the rulebook's."""
    where = map_paths(system(book))[0].stem
    spots = PLACES.get(book, ("10,10", "10,30"))
    units = [{"id": f"{seat}1", "at": spot, **OWN[book]} for seat, spot in zip("AB", spots, strict=True)]
    table = {"system": book, "map": where, "go": "A", "unit": units}
    usual = position_files.game_of(table)
    usual.advance()
    game = position_files.game_of({**table, "length": 3})
    game.advance()
    last = game.system.standing(game).last
    assert last == 3 != usual.system.standing(usual).last
    assert (written(usual).length, written(game).length) == (None, 3)
    page = page_of_game(game, "Here", "")
    assert "length 3" in paper_of(page).line("The battle: ")
    assert re.fullmatch("3 (turns|rounds)(, then a die may end it)?", paper_of(page).line("It lasts: "))
    assert briefing(system(book), game).length == paper_of(page).line("It lasts: ")
    again = position_files.game_of(typed_in(page, book))
    assert again.system.standing(again).last == 3
    assert dumped(again) == dumped(game)
    with pytest.raises(BadFile, match=r"give \d to \d+") as refused:
        position_files.game_of({**table, "length": 1000})
    assert refused.value.place == "length"
