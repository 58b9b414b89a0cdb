"""The list of units on a printed page: typed into the editor as it stands there, it is the battle again."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from tabletop_tui.editor.positions import position_edits as edits
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.scenes import TableScene
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play import new_game
from tabletop_tui.play.position_files import opened
from tabletop_tui.play.position_setup import setup_of, written
from tabletop_tui.play.session import Session
from tabletop_tui.reports.table_plan_units import note_of, units_of
from tabletop_tui.rulebook.position import UNITS, Position

FORMATIONS = {"armymen": 2, "crimsondusk": 2, "mechcom": 0, "pmc2640": 8, "techcommander": 0}
"""So many units are told by the middle of their formation at least, in the games of a book that are looked at here."""


def dumped(game: Game[Any]) -> Any:
    return json.loads(json.dumps(game.system.dump(game)))


@pytest.mark.parametrize("book", FORMATIONS)
def test_what_a_page_says_of_places_typed_in_again_is_the_battle(book: str) -> None:
    session = Session.new(new_game.set_table(*new_game.find_scenario(f"{book}/quick-start"), seed=6))
    chooser, found = Random(6), Counter[str]()
    while session.question is not None and found["pages"] < 4 and len(session.history) < 300:
        session.answer(session.question.sample(chooser))
        if len(session.history) % 9:
            continue
        try:
            table = written(session.game).table()
        except Wrong:
            continue
        scene = session.system.scene(session.game)
        said = {line.tag: line.place for line in units_of(session.game)}
        for entry in table[UNITS]:
            if any(entry.pop(key, None) for key in edits.PLACES):
                edits.put(table, entry["id"], edits.words_typed(said[entry["id"]]))
                found["units"] += 1
                several = isinstance(scene, TableScene) and len(scene.bases.get(entry["id"], ())) > 1
                found["formations"] += several and edits.MODELS not in entry
        again = opened(session.system, setup_of(session.system, Position.of(table)))
        assert dumped(again) == dumped(session.game)
        found["pages"] += 1
    assert found["pages"] == 4, found
    assert found["units"] >= 12, found
    assert found["formations"] >= FORMATIONS[book], found
    assert bool(note_of(session.game)) == (book not in ("mechcom", "techcommander"))
