"""The commands of the editor that need no screen: a map from a picture, a plan of a table."""

from __future__ import annotations

import re
from html import unescape
from math import dist, hypot
from pathlib import Path

import pytest

from tabletop_tui import cli
from tabletop_tui.editor.maps.map_scene import form_of
from tabletop_tui.editor.maps.table_map_editing import TableBench
from tabletop_tui.editor.own import new_maps
from tabletop_tui.engine.scenes import TableScene
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.play import position_files
from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.play.text_view import battlefield
from tabletop_tui.reports.table_plan import plan_of
from tabletop_tui.reports.table_plan_measures import pieces, spot_said, to_bring
from tabletop_tui.reports.table_plan_units import sheet_of
from tabletop_tui.rulebook.map_vocabulary import TableForm
from tabletop_tui.rulebook.registry import system
from tests.editor.hands import ROOT


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    found, info = find_scenario("mechcom/fort-siege")
    game = found.start(set_table(found, info, seed=1))
    file = tmp_path / "fort.txt"
    file.write_text("\n".join(battlefield(found.scene(game))))
    return file


def test_a_picture_becomes_a_map_file(picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = tmp_path / "own.toml"
    assert cli.run(["edit", "--import", str(picture), "--name", "My fort", "--to", str(to)]) == 0
    said = capsys.readouterr().out
    assert f"Written: {to}" in said
    assert "sand" in said
    assert toml_table(to)["name"] == "My fort"
    assert cli.run(["edit", "--import", str(picture), "--to", str(to)]) == cli.BAD
    assert "exists already" in capsys.readouterr().err
    assert cli.run(["edit", "nonsense", "--import", str(picture), "--to", str(tmp_path / "x.toml")]) == cli.BAD
    assert "unknown rulebook" in capsys.readouterr().err
    assert cli.run(["edit", "--import", str(tmp_path / "none.txt"), "--to", str(to)]) == cli.BAD


@pytest.mark.parametrize(
    "word", ["fort-siege", "armymen/backyard", "crimsondusk/depot", "pmc2640/salt-flat", "control"]
)
def test_a_plan_has_every_piece_with_its_measures(word: str, tmp_path: Path) -> None:
    page, picture = tmp_path / "plan.html", tmp_path / "plan.svg"
    assert cli.run(["print", word, "--to", str(page)]) == 0
    assert cli.run(["print", word, "--to", str(picture)]) == 0
    assert picture.read_text().startswith("<svg")
    assert picture.read_text().strip() in page.read_text()
    assert cli.run(["print", word, "--to", str(page)]) == cli.BAD
    assert cli.run(["print", word]) == cli.BAD
    assert "<script" not in plan_of(word, "html")


@pytest.mark.parametrize("book", ["armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander"])
def test_a_position_is_printed_with_all_that_stands_there(book: str, tmp_path: Path) -> None:
    """Each unit with its tag, name and state; each model with its place; whose turn it is."""
    path = ROOT / "tests/golden" / book / "position.toml"
    page, picture = tmp_path / "plan.html", tmp_path / "plan.svg"
    assert cli.run(["print", str(path), "--to", str(page)]) == 0
    assert cli.run(["print", str(path), "--to", str(picture)]) == 0
    said = unescape(page.read_text())
    found = system(book)
    info = position_files.read(found, path)
    assert info.setup is not None
    game = position_files.opened(found, info.setup)
    scene, question = found.scene(game), game.question
    assert question is not None
    assert f"{game.setup.seats[question.seat].name}: {question.prompt}" in said
    roster = found.roster(game)
    assert len(roster) > 3
    for line in roster:
        row = next(one for one in said.splitlines() if f'<td class="number">{line.tag}</td>' in one)
        assert line.name in row
        assert line.told in row
    sheet = sheet_of(game)
    states = {unit.tag: unit.exactly for unit in sheet.units}
    assert any(states.values()) or book == "mechcom", "in a set-up nothing is so yet"
    assert all(f"<td>{state}</td>" in said for state in states.values() if state)
    assert len(sheet.sides) >= 2
    assert all(line in said for line in (*sheet.sides, sheet.table, sheet.turn, sheet.lacking))
    if isinstance(scene, TableScene):
        models = [base for bases in scene.bases.values() for base in bases]
        assert models
        assert all(f"<td>{unit.place}</td>" in said for unit in sheet.units)
        single = [spot_said((bases[0].x, bases[0].y)) for bases in scene.bases.values() if len(bases) == 1]
        assert all(place in said for place in single)
        assert picture.read_text().count("<circle") == len(models)


@pytest.mark.parametrize("book", ["armymen", "crimsondusk", "pmc2640", "techcommander"])
def test_the_plan_of_a_box_that_stands_askew_is_laid_by_tape(book: str) -> None:
    """Its sides, middle and angle as they were typed; the ends of a diagonal, so far apart; and what to bring."""
    form = form_of(book)
    assert isinstance(form, TableForm)
    bench, unit = TableBench(new_maps.empty(book, form, "Yard", 48, 48), form), form.unit.short
    bench.take_kind(next(kind.id for kind in form.kinds if not kind.line))
    boxes = [(6, 4, 14, 12, 15), (6, 4, 30, 12, -40), (2.5, 7.25, 14, 30, 77), (5, 5, 30, 30, 0)]
    for wide, high, x, y, angle in boxes:
        assert not bench.type_measures(f"{wide}x{high} at {x},{y} turned {angle}")
    assert not bench.type_measures("r3 at 40,40")
    listed = [piece for piece in pieces(bench.scene) if "turned" in piece.place]
    wanted = {
        (f"{wide:g} x {high:g} {unit}", f"its middle at {x}/{y}, turned {angle}° clockwise")
        for wide, high, x, y, angle in boxes[:3]
    }
    assert {(piece.size, piece.place) for piece in listed} == wanted
    for piece in listed:
        long, x, y, u, v = (float(part) for part in re.findall(r"-?\d+(?:\.\d+)?", piece.more)[:5])
        assert dist((x, y), (u, v)) == pytest.approx(long, abs=0.02)
        assert hypot(*map(float, re.findall(r"\d+(?:\.\d+)?", piece.size))) == pytest.approx(long, abs=0.03)
    brought = to_bring(bench.scene)
    assert sum(int(line.split(" x ")[0]) for line in brought) == 5
    assert any(line.startswith("2 x ") and f"6 x 4 {unit}" in line for line in brought)
    assert any(f"radius 3 {unit}" in line for line in brought)


def test_the_list_says_where_a_piece_lies() -> None:
    found, info = find_scenario("techcommander/control")
    game = found.start(set_table(found, info, seed=1))
    listed = pieces(found.scene(game))
    hall = next(piece for piece in listed if piece.what.startswith("building: warehouse"))
    assert (hall.size, hall.place) == ("14 x 10 cm", "26 from the west, 30 from the north")
    assert [piece.number for piece in listed] == [str(number) for number in range(1, len(listed) + 1)]


def test_hexes_are_counted() -> None:
    found, info = find_scenario("mechcom/fort-siege")
    scene = found.scene(found.start(set_table(found, info, seed=1)))
    counts = [int(piece.number.split()[0]) for piece in pieces(scene)]
    assert sum(counts) == 14 * 20
