"""What is laid over the table, and the line of sight from the side: what they show is what shots are judged by."""

from __future__ import annotations

from tabletop_tui.rules.techcommander.shown import overlays
from tabletop_tui.rules.techcommander.sight import sight
from tabletop_tui.rules.techcommander.system import SYSTEM
from tests.techcommander.build import box, field, line, named, unit


def game_of():
    pieces = (
        box("building", 30, 30, 40, 40, top=4.0),
        box("hill", 60, 60, 70, 70),
        line("wall", (45, 20), (45, 60)),
        box("bridge", 10, 60, 30, 66),
    )
    mine = [unit("dwarf", 20, 40, posted=90.0), unit("marine", 20, 50, readied=1), unit("marine", 23, 50)]
    return field(mine, [unit("stingray", 60, 42), unit("marine", 52, 48)], pieces=pieces)


def test_the_bands_of_the_whole_table_are_those_of_single_places():
    game = game_of()
    cells = overlays.overlay(game, "sight", "A1").labels
    assert len(cells) == 91 * 91
    places = [f"{x},{y}" for x in range(0, 91, 7) for y in range(0, 91, 7)]
    assert all(cells[place] == overlays.view(game, "A1", place) for place in places)
    assert {cells[place] for place in places} == {grade.label for grade in (sight.OPEN.grade, *GRADES)}


GRADES = [band.grade for band in (sight.MINOR, sight.HALF, sight.HEAVY, sight.BLOCKED)]


def test_bands_come_in_parts_and_the_first_ones_are_those_near_the_unit():
    cells = overlays.Bands(game_of().state, named(game_of(), "A1"))
    assert not cells.search(0.0)
    first = list(cells.survey())[: 6 * 91]
    assert {spot.partition(",")[0] for spot, _ in filter(None, first)} == {"18", "19", "20", "21", "22", "17"}


def test_the_line_from_the_side_says_what_a_shot_would():
    game = game_of()
    viewer, target = named(game, "A1"), named(game, "B1")
    found = SYSTEM.side_view(game, "A1", "60,42")
    share = sight.hidden(game.state, viewer, target)
    assert found is not None
    band = sight.band(share)
    assert found.said.startswith(f"{100 * share:.0f}% hidden: {band.word}")
    assert found.said.endswith(f", {band.modifier}") == (band.modifier != 0)
    assert found.target.name == "B1"
    assert found.eye == 0.75 * viewer.sheet.height
    assert "wall" in {one.name for one in found.between}, "pieces are called by name, not by id"
    assert SYSTEM.side_view(game, "A1", "20,41") is None
    on_hill = SYSTEM.side_view(game, "A1", "65,65")
    assert on_hill is not None
    assert on_hill.target.begin < on_hill.target.end
    assert on_hill.target.name == ""


def test_lines_are_drawn_for_those_who_cover_scan_and_could_rally():
    game = game_of()
    labels = [trace.label for trace in overlays.overlay(game, "threat", "B1").traces]
    assert labels == ["A1 posted up 24 cm", "A1 posted up 20 cm", "A2 ready 18 cm", "A2 ready 12 cm"]
    assert overlays.overlay(game, "scan", "A1").traces[0].label == "scan 15 cm"
    links = [trace for trace in overlays.overlay(game, "rally", "A2").traces if len(trace.points) == 2]
    assert [trace.points for trace in links] == [((20, 50), (23, 50))]
    assert len(overlays.overlay(game, "spawns", "A1").traces) == 8
    assert overlays.overlay(game, "smoke", "A1").traces == ()
