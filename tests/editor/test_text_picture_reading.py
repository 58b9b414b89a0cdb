"""Maps are read from their pictures in plain text: what is drawn of them again is the same picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_tui.editor.maps import text_picture_reading
from tabletop_tui.editor.maps.map_scene import form_of, scene_of
from tabletop_tui.editor.own.map_import import imported, written
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.play.text_view import battlefield, standing_lines
from tabletop_tui.rulebook.map_vocabulary import TableForm
from tabletop_tui.rulebook.registry import system_ids

ROOT = Path(__file__).parents[2]
MAPS = sorted((ROOT / "scenarios").glob("*/maps/*.toml"))
FINER = {"dead-laboratory": 2, "proving-ground": 1}
"""Maps with places finer than a cell says, or hidden by another's tag: so many rows of the picture differ."""


def picture_of(path: Path) -> list[str]:
    form = form_of(path.parents[1].name)
    assert form is not None
    return battlefield(scene_of(toml_table(path), form))


@pytest.mark.parametrize("path", MAPS, ids=[f"{path.parents[1].name}/{path.stem}" for path in MAPS])
def test_a_shipped_map_read_from_its_picture_looks_the_same(path: Path) -> None:
    lines = picture_of(path)
    found = text_picture_reading.found_in("\n".join(["something before", "", *lines]))
    system_id = path.parents[1].name
    forms = {name: form_of(name) for name in system_ids()}
    fitting = [name for name, form in forms.items() if form is not None and text_picture_reading.fits(form, found)]
    assert system_id in fitting
    assert len(fitting) == 1 or not any(line.strip(" 0123456789") for line in lines)
    form = form_of(system_id)
    assert form is not None
    made = text_picture_reading.read(form, found)
    head = {"system": system_id, "kind": "map", "name": "Again"}
    again = battlefield(scene_of({**head, **made.data}, form))
    assert len(again) == len(lines)
    differing = [number for number, (one, other) in enumerate(zip(lines, again, strict=True)) if one != other]
    assert len(differing) == FINER.get(path.stem, 0)


def test_the_ground_of_hexes_comes_back_to_the_letter_but_for_sand(tmp_path: Path) -> None:
    path = ROOT / "scenarios" / "mechcom" / "maps" / "old-fort.toml"
    file = tmp_path / "fort.txt"
    file.write_text("\n".join(picture_of(path)))
    document, lost = imported(file)
    before, after = toml_table(path)["ground"].split(), document.data["ground"].split()
    assert [one.replace(",", ".") for one in before] == after
    assert any("sand" in sentence for sentence in lost)
    assert not document.faults()


def test_what_a_game_without_a_screen_prints_is_enough(tmp_path: Path, home: Path) -> None:
    found, info = find_scenario("crimsondusk/quick-start")
    setup = set_table(found, info, seed=1)
    game = found.start(setup)
    file = tmp_path / "log.txt"
    file.write_text(
        "\n".join(["Seed 1", "", "==== Turn 1 ====", *standing_lines(found, game, setup), "", "result: draw"])
    )
    path, lost = written(file, "", "My depot", None, False)
    assert path.is_relative_to(home)
    assert toml_table(path)["name"] == "My depot"
    assert lost
    assert "map My depot" in found.check(path, [])
    with pytest.raises(BadFile, match="exists already"):
        written(file, "crimsondusk", "x", path, False)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no map here\n",
        "    01  02\n     ___\n01 /   \\___\n",
        "    01  02\n     ___\n01 /&  \\___\n   \\_x_/   \\\n       \\___/\n",
        "    0        6\n",
        "    0        6        99\n  0 ###\n",
        "    0 0\n  0 ###\n",
        "    0" + " 6" * 500,
    ],
)
def test_what_is_no_picture_is_told(text: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.txt"
    file.write_text(text)
    with pytest.raises(BadFile) as error:
        imported(file, "mechcom" if "01" in text else "armymen")
    assert error.value.fix
    with pytest.raises(BadFile, match="unknown rulebook"):
        written(file, "nonsense", "", None, False)


def test_hexes_are_no_open_table() -> None:
    hexes = text_picture_reading.found_in(
        "\n".join(picture_of(MAPS[0].parents[2] / "mechcom" / "maps" / "outpost.toml"))
    )
    form = form_of("armymen")
    assert form is not None
    with pytest.raises(Wrong, match="hexes"):
        text_picture_reading.read(form, hexes)


HEAD = "    0         10        20"
BOMBS = {
    "heads without rows": ("    0 1\nno row\n" * 60_000, "there is no map in it"),
    "numbers of hundreds of digits": (f"    0 {'1' * 400}\n    ##\n", "there is no map in it"),
    "numbers of thousands of digits": (f"    0 {'1' * 5000}\n    ##\n", "there is no map in it"),
    "a long line": (f"{HEAD}\n    {'#' * 400_000}\n", "at most 400 lines of 800 letters"),
    "a long head": (f"    0{' ' * 100_000}10\n    ##\n", "at most 400 lines of 800 letters"),
    "many lines": (f"{HEAD}\n{'    ##' + chr(10)}" + "    ##\n" * 90_000, "at most 400 lines of 800 letters"),
    "many pieces": (f"{HEAD}\n" + (f"    {'# ' * 390}\n\n") * 190, "a map has at most 400 pieces of terrain"),
    "many hexes": (f"    01{'  02' * 200_000}\n01/   \\\n", "at most 400 lines of 800 letters"),
}


@pytest.mark.parametrize(("text", "said"), BOMBS.values(), ids=BOMBS)
def test_a_picture_beyond_all_sense_is_refused_before_it_is_worked_on(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_picture_reading, "_piece", None)
    file = tmp_path / "picture.txt"
    file.write_text(text)
    system_id = "mechcom" if "hexes" in said or text.startswith("    01") else "pmc2640"
    with pytest.raises(BadFile, match=said):
        imported(file, system_id)


def test_a_large_picture_takes_no_more_than_its_cells() -> None:
    """What is above a piece is gathered once, not for each piece anew; a ragged one has no box built around it."""
    form = form_of("pmc2640")
    assert isinstance(form, TableForm)
    sign = next(kind.look.ascii for kind in form.kinds if kind.look.ascii != " " and not kind.line)
    stairs = ["    " + " " * column + sign for column in range(300)]
    made = text_picture_reading.read(form, text_picture_reading.found_in("\n".join([HEAD, *stairs])))
    assert len(made.data["piece"]) == 1
