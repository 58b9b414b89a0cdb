"""The commands of the editor that need no screen: a map from a picture, a plan of a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_tui import cli
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.play.text_view import battlefield
from tabletop_tui.reports.table_plan import pieces, plan_of


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
