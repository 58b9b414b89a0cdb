"""Maps of any height: reading them, climbing, looking, painting them."""

from __future__ import annotations

import pytest

from tabletop_tui.play.text_view import battlefield
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rules.mechcom.files.loader import board_of
from tabletop_tui.rules.mechcom.moving.move_field import MoveField
from tabletop_tui.rules.mechcom.shooting.shooting import height_bonus
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.state.battlefield import Map
from tests.mechcom.build import activate, ground, gun, mech, model, skirmish
from tests.playing import options

rule = pytest.mark.rule
STAIRS = {f"h05{row:02d}": f"{row - 4}." for row in range(5, 17)}
"""A flight of stairs to the south: 0505 is level 1, 0516 level 12."""


@rule("MC-GRID-2", "MC-PIECE-1")
def test_a_map_is_read_and_written_whatever_its_levels():
    text = "0. 9f 10~\n99B 1, 00="
    found = Map.parse("Test", text)
    assert found.level == {"0101": 0, "0201": 9, "0301": 10, "0102": 99, "0202": 1, "0302": 0}
    assert Map.parse("Test", found.text()).level == found.level
    assert found.text() == "0. 9f 10~\n99B 1, 0="


@rule("MC-GRID-2")
@pytest.mark.parametrize("cell", ["100.", "-1.", ".", "4", "1.5.", "²."])
def test_what_is_no_level_is_told_with_its_place(cell):
    with pytest.raises(ValueError, match=r"row 2, cell 1: .* is not a level from 0 to 99 and one of"):
        Map.parse("Test", f"0. 0.\n{cell} 0.")


@rule("MC-GRID-2")
def test_a_board_of_high_ground_can_be_played_on():
    assert board_of("Peak", "\n".join(" ".join(["42."] * 7) for _ in range(7)), "ground").level["0101"] == 42


@rule("MC-ELEV-1", "MC-ELEV-2")
def test_stairs_are_climbed_a_level_at_a_time_however_high_they_lead():
    game = activate(skirmish(mech(movement=6) @ "0512", mech() @ "1420", map=ground(**STAIRS)), "A1")
    cells = MoveField(game.state, model(game, "A1"), 6).cells()
    assert [cells[spot] for spot in ("0513", "0514", "0515", "0511", "0507")] == ["2", "4", "6", "1", "5"]
    assert "0412" not in cells, "a step down of eight levels"


@rule("MC-ELEV-7", "MC-ELEV-8", "MC-ELEV-4")
def test_height_counts_in_sight_and_fire_however_high():
    game = skirmish(mech(weapons=[gun(range=9)]) @ "0516", mech() @ "0520", map=ground(**STAIRS))
    shooter, target = model(game, "A1"), model(game, "B1")
    assert height_bonus(game.state, shooter, target) == 6
    assert sight.sees(game.state, shooter, target)
    game.state.map = Map.parse("Wall", ground(**STAIRS, h0518="14."))
    assert sight.no_sight(game.state, shooter, target).rule == "MC-ELEV-4"
    activate(game, "A1")
    assert options(game)["shoot:Gun"] == "MC-SHOOT-1"


@rule("MC-GRID-2", "MC-GRID-1")
def test_the_printed_map_shows_high_ground_in_the_width_of_a_hex():
    game = skirmish(mech() @ "0516", mech() @ "0520", map=ground(**STAIRS))
    game.system = system("mechcom")
    lines = battlefield(game.system.scene(game))
    assert any("_11" in line for line in lines), "0515, without a model"
    assert any("\\_12/" in line for line in lines), "0516, under A1"
    assert lines[-1].endswith("1-99 height")
