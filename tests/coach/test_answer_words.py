"""Answers in words: what was given, and what waits to be given."""

from __future__ import annotations

import pytest

from tabletop_tui.coach.answer_words import called, entry_words
from tabletop_tui.engine.history import Entry
from tests.toy import TOY, ChooseDeed, ChooseSpot, toy_setup


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (Entry(0, "walk"), "Walk"),
        (Entry(0, "fly"), "fly"),
        (Entry(0, {"dodge": "never"}, kind="order"), "standing order, dodge: never"),
        (Entry(-1, kind="draw"), "a draw is agreed"),
        (Entry(0, kind="concede"), "gives up"),
    ],
)
def test_what_a_seat_did_is_said_as_a_reader_sees_it(entry: Entry, words: str) -> None:
    game = TOY.start(toy_setup())
    game.advance()
    game.agenda = [ChooseDeed("A1")]
    game.ask_anew()
    assert game.question is not None
    assert entry_words(game.question, entry) == words


def test_a_way_is_said_by_its_end_and_what_it_leads_over() -> None:
    game = TOY.start(toy_setup())
    game.advance()
    game.agenda = [ChooseSpot("A1")]
    game.ask_anew()
    assert called(game, ["0102"]) == "to 0102"
    assert called(game, ["0202", "0103"]) == "to 0103 by 0202"
    assert called(game, ["0202", "0203", "0103", "turn=30"]) == "to 0103 by 0202, 0203, turn 30"
    assert called(game, ["turn=30", "form=line"]) == "turn 30, form line"
