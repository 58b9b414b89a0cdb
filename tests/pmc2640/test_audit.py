"""Which states of a battle there can be."""

from __future__ import annotations

import json

import pytest
from attrs import evolve

from tabletop_tui.files.validation import Wrong
from tabletop_tui.play import new_game, position_files
from tabletop_tui.play.session import Session
from tabletop_tui.rules.pmc2640.files.validation import check_piece
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece

rule = pytest.mark.rule


@rule("PMC-TERR-2")
def test_a_wall_of_full_length_may_seem_a_hundredth_longer():
    """The ends of a made wall are kept to the hundredth of an inch."""
    check_piece(MapPiece("w1", "low-wall", ((0.0, 0.0), (6.01, 0.0))))
    with pytest.raises(Wrong, match="a section of a wall"):
        check_piece(MapPiece("w1", "low-wall", ((0.0, 0.0), (6.02, 0.0))))


@rule("PMC-SETUP-2")
def test_a_position_on_a_made_table_is_opened():
    """With this seed there is a wall of full length."""
    session = Session.new(new_game.set_table(*new_game.find_scenario("pmc2640/wasteland-find"), seed=1))
    while not session.game.state.edges:
        question = session.question
        session.answer(next(question.legal()))
    table = session.system.dump(session.game)
    assert table["table"] is not None
    setup = evolve(session.setup, position=json.loads(json.dumps(table)))
    assert position_files.opened(session.system, setup).state.table.pieces
