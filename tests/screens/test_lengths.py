"""A rulebook that measures in centimetres: nothing that is said of a length speaks of inches."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest

from tabletop_tui.files.map_shapes import check_inside, check_pieces
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play import new_game
from tabletop_tui.play.headless import drive
from tabletop_tui.play.listings import listed
from tabletop_tui.play.session import Session
from tabletop_tui.play.text_view import battlefield
from tabletop_tui.rulebook import registry
from tabletop_tui.table.length_units import CENTIMETRES, INCHES
from tabletop_tui.table.terrain_pieces import Piece
from tests.conformance import a_setup, play_through, there_and_back
from tests.example.snails import SNAILS
from tests.screens.conftest import at

INCH = re.compile(r"\d ?in\b|inch")


@pytest.fixture(autouse=True)
def snails(plain_terminal: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system is known for the time of a test, and no other test hears of it."""
    monkeypatch.setattr(registry, "_registered", {**registry._registered, "snails": SNAILS})


def game() -> Session:
    return Session.new(a_setup("snails", 0))


def test_it_is_a_whole_system(tmp_path: Path) -> None:
    for seed in range(3):
        setup = a_setup("snails", 0, seed=seed)
        play_through(setup, seed, every=5)
        there_and_back(setup, tmp_path / f"{seed}.jsonl", seed)
    assert any("Snails, 2 players, in centimetres" in line for line in listed("systems", []))


def test_a_way_costs_centimetres() -> None:
    session = game()
    field = session.question.field
    assert field.cost(["8,14"]) == "5.0 of 9 cm"
    assert field.refuse(["14.02,10"]).why == "9.02 cm, 9 allowed"
    assert field.refuse(["5,20"]).why == "10.0 cm, 9 allowed"


@pytest.mark.parametrize("unit", [INCHES, CENTIMETRES])
def test_a_file_hears_of_its_own_unit(unit) -> None:
    with pytest.raises(Wrong, match=rf"^objective: 70,5 is not on the table of 60 x 40 {unit.short}$"):
        check_inside((70.0, 5.0), 60.0, 40.0, unit, "objective")
    pond = Piece("pond", "river", ((1.0, 1.0), (5.0, 1.0), (5.0, 50.0)))
    with pytest.raises(Wrong, match=rf"pieces\[0\]\.points: 5,50 is not on the table of 60 x 40 {unit.short}$"):
        check_pieces([pond], 60.0, 40.0, unit)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_tape_prompt_and_panels_speak_of_centimetres(size) -> None:
    async with at(game(), size=size) as player:
        seen = [player.picture]
        await player.press("right right right")
        seen.append(player.picture)
        assert "3.0 of 9 cm" in player.picture
        await player.press("space right t right right right")
        seen.append(player.picture)
        assert "3.0 cm" in player.picture.splitlines()[0]
        await player.press("escape v")
        seen.append(player.picture)
        assert "9 cm" in player.picture
        assert [found for page in seen for found in INCH.findall(page)] == []


def test_without_a_screen_too() -> None:
    said: list[str] = []
    setup = new_game.set_table(SNAILS, SNAILS.scenarios([])[0], players=["greedy", "random"], seed=2)
    session = Session.new(setup)
    drive(session, StringIO(), said.append)
    assert session.over is not None
    assert "\n".join(battlefield(SNAILS.scene(session.game))).count("S1") == 1
    assert [line for line in said if INCH.search(line)] == []
