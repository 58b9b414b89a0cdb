"""Positions are put together from nothing in every rulebook, drawn while they are not whole, and played."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from tabletop_tui.editor import form_rows
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.maps.map_scene import form_of as map_form_of
from tabletop_tui.editor.own import new_maps, trial_games
from tabletop_tui.editor.positions import position_edits as edits
from tabletop_tui.editor.positions import position_rows
from tabletop_tui.editor.positions.position_editing import PositionBench
from tabletop_tui.editor.positions.position_sketch import sketched
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.engine.scenes import HexScene
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.play import position_files
from tabletop_tui.play.new_game import set_table
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.school.lesson_files import FOLDERS, KINDS

ROOT = Path(__file__).parents[2]
SYSTEMS = sorted(system_ids())
PLACES = {
    "mechcom": ("0305", "0505", "0308", "0708"),
    "armymen": ("8,8", "20,8", "8,40", "20,40"),
    "pmc2640": ("8,6", "20,6", "8,42", "20,42"),
    "crimsondusk": ("6,4", "16,4", "6,32", "16,32"),
    "techcommander": ("10,8", "22,8", "10,52", "22,52"),
}
STATES: dict[str, tuple[str, Any]] = {
    "mechcom": ("energy", 3),
    "armymen": ("pinned", True),
    "pmc2640": ("suppression", 2),
    "crimsondusk": ("ground", True),
    "techcommander": ("life", 2),
}
"""A state of a unit in each rulebook."""


def bench(name: str, tmp_path: Path) -> PositionBench:
    table = edits.blank(name, "Mine", {"scenario": "quick-start"})
    return PositionBench(Document.begun(tmp_path / "mine.toml", table))


def two_a_side(name: str, tmp_path: Path) -> PositionBench:
    """Two units of what is sold first for each side, all of them on the table."""
    made = bench(name, tmp_path)
    offer = made.sold()[0][0]
    places = iter(PLACES[name])
    for seat in (0, 1):
        made.seat = seat
        for _ in range(2):
            assert made.add(offer).startswith("AB"[seat])
            made.put(next(places))
    return made


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_position_from_nothing_is_told_what_it_lacks_and_drawn_all_the_same(name: str, tmp_path: Path) -> None:
    made = bench(name, tmp_path)
    assert [fault.place for fault in made.sketch.faults] == ["seat[0].force"]
    scene = made.scene
    assert scene is not None
    assert not [token for token in scene.tokens if token.unit in ("A1", "B1") and token.spot]
    made.add(made.sold()[0][0])
    assert made.unit == "A1"
    assert made.nowhere("A1")


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_put_together_is_sound_and_played(name: str, tmp_path: Path) -> None:
    made = two_a_side(name, tmp_path)
    assert made.sketch.sound, made.sketch.faults
    assert [line.unit for line in made.roster()] == ["A1", "A2", "B1", "B2"]
    assert made.question
    info = trial_games.of_position(name, made.table, made.document.path)
    session = Session.new(set_table(system(name), info, (), ["keyboard", "greedy"], seed=1))
    while session.question is not None and len(session.history) < 4:
        if session.waits_for_person:
            session.answer(next(session.question.legal()))
        else:
            session.computer_answers()
    assert session.history
    made.document.save()
    info = position_files.read(system(name), tmp_path / "mine.toml")
    assert info.name == "Mine"


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_state_is_said_and_holds_and_is_taken_back(name: str, tmp_path: Path) -> None:
    made = two_a_side(name, tmp_path)
    made.take("A2")
    key, value = STATES[name]
    row = next(row for row in position_rows.unit_rows(made, "A2") if row.key.endswith(f".{key}"))
    position_rows.put(made, row.key, value)
    assert made.sketch.sound, made.sketch.faults
    assert (edits.entry_of(made.table, "A2") or {})[key] == value
    game = made.sketch.game
    assert game is not None
    field = next(one for one in made.form.unit_fields if one.key == key)
    assert field.get(game.state, made.form.units(game.state)["A2"]) == value
    made.document.undo()
    assert key not in (edits.entry_of(made.table, "A2") or {})


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_ready_force_is_taken_unit_by_unit(name: str, tmp_path: Path) -> None:
    made = bench(name, tmp_path)
    info = made.forces()[0]
    made.take_force(info)
    mine = edits.of_seat(made.table, 0)
    assert mine == [f"A{number}" for number in range(1, len(mine) + 1)]
    assert len(mine) > 1
    assert "seat" not in made.table
    made.remove()
    assert len(edits.of_seat(made.table, 0)) == len(mine) - 1


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_cannot_be_typed_is_refused_and_changes_nothing(name: str, tmp_path: Path) -> None:
    made = two_a_side(name, tmp_path)
    before = made.document.text
    assert made.typed("nonsense there")
    assert made.typed("")
    assert made.document.text == before


def test_formation_and_turn_stay_with_a_unit_that_is_moved(tmp_path: Path) -> None:
    made = two_a_side("armymen", tmp_path)
    made.take("A1")
    made.form_next()
    made.turn(30)
    made.put("12,10")
    assert made.words == ["12,10", "form=line", "turn=30"]
    assert made.sketch.sound
    bases, why = made.trial("30,8")
    assert (len(bases), why) == (5, "")


def test_units_behind_one_that_goes_are_numbered_anew_wherever_they_are_named() -> None:
    table: dict[str, Any] = {
        "go": "A3",
        "held": "A2",
        "unit": [
            {"id": "A1", "name": "A3 is a name"},
            {"id": "A2"},
            {"id": "A3", "aboard": "A2", "men": ["A3-1", "A3-2"], "marks": {"A3-1": {"aimed": "rifle"}}},
            {"id": "B1", "foes": ["A3", "A1"]},
        ],
    }
    edits.remove(table, "A1")
    assert table == {
        "go": "A2",
        "held": "A1",
        "unit": [
            {"id": "A1"},
            {"id": "A2", "aboard": "A1", "men": ["A2-1", "A2-2"], "marks": {"A2-1": {"aimed": "rifle"}}},
            {"id": "B1", "foes": ["A2", "A1"]},
        ],
    }


def task_positions(name: str) -> list[tuple[Path, dict[str, Any]]]:
    found = []
    for kind in KINDS:
        for path in sorted((ROOT / FOLDERS[kind] / name).glob("*.toml"))[1:2]:
            table = toml_table(path)
            found += [(path, one["position"]) for one in table.get("task", [table])[:1]]
    return found


@pytest.mark.parametrize("name", SYSTEMS)
def test_forged_positions_are_told_and_never_raise(name: str) -> None:
    for path, position in task_positions(name):
        assert sketched(name, position).sound, path
        for key in list(position):
            for value in (None, 5, "x", [], {}, [[]], [{"id": 3}], {"a": {"b": [1]}}, -1, 1e9):
                forged = deepcopy(position)
                if value is None:
                    del forged[key]
                else:
                    forged[key] = value
                found = sketched(name, forged)
                assert found.sound or all(fault.fix for fault in found.faults)
        for unit in position["unit"]:
            for key in unit:
                forged = deepcopy(position)
                next(one for one in forged["unit"] if one["id"] == unit["id"])[key] = {"odd": [1, "two"]}
                found = sketched(name, forged)
                assert found.faults or found.sound, json.dumps(forged)[:200]


def test_a_hex_holds_one_model(tmp_path: Path) -> None:
    made = two_a_side("mechcom", tmp_path)
    assert isinstance(made.scene, HexScene)
    made.cursor = "0305"
    assert made.take_here() == ""
    assert made.unit == "A1"
    assert made.typed("0505") == "A1 stands in 0505 already"
    assert made.spot_of("A1") == "0305"


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_players_speak_of_comes_first_and_the_rest_lies_folded(name: str, tmp_path: Path) -> None:
    made, unit = two_a_side(name, tmp_path), "A2"
    every = {row.key for row in position_rows.unit_rows(made, unit)}
    short, whole = (position_rows.state_rows(made, unit, unfolded) for unfolded in (False, True))
    keys = [row.key.rpartition(".")[2] for row in short]
    often = made.form.often
    assert set(often) <= {one.key for one in made.form.unit_fields}
    assert keys[: len(often)] == [*often]
    assert {row.key for row in whole} == every | {position_rows.FOLD}
    assert len(short) < len(whole)
    assert not any("-" in row.label for row in whole if row.group == position_rows.STATE)


SIDES: dict[str, tuple[str, Any, Any, str]] = {
    "mechcom": ("order", ["B", "A"], [1, 0], "Blue, Red"),
    "pmc2640": ("first", "B", 1, "Blue"),
    "crimsondusk": ("initiative", "B", 1, "Blue"),
    "techcommander": ("order", ["B", "A"], [1, 0], "Blue, Red"),
}
"""A key of the battle that says whose something is: as files say it now, as they said it once, in words."""


@pytest.mark.parametrize("name", SIDES)
def test_sides_are_chosen_by_their_names_and_files_that_count_them_are_still_read(name: str, tmp_path: Path) -> None:
    key, written, counted, words = SIDES[name]
    made = two_a_side(name, tmp_path)
    read = {}
    for value in (written, counted):
        made.change("whose", lambda table, value=value: edits.set_of_battle(table, key, value))
        row = next(row for row in position_rows.battle_rows(made) if row.key == key)
        assert (row.kind, row.shown) == ("choice", words)
        assert row.value in [option.value for option in row.options]
        game = made.sketch.game
        assert game is not None
        read[str(value)] = getattr(game.state, key)
    assert len(read) == 2
    assert len(set(map(str, read.values()))) == 1
    made.change("nobody's", lambda table: edits.set_of_battle(table, key, "C" if isinstance(written, str) else ["C"]))
    assert [fault.fix for fault in made.sketch.faults if fault.place == key] == [
        "give a side by its letter, A (Red) or B (Blue), not 'C'"
    ]


TABLES = ("wreckage", "wrecks", "bubbles")
"""What is written as tables, with a seat in each as the program saves it."""


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_row_of_a_position_says_a_side_by_a_number(name: str, tmp_path: Path) -> None:
    made = two_a_side(name, tmp_path)
    rows = position_rows.battle_rows(made, whole=True) + position_rows.seat_rows(made)
    assert len(rows) > 8
    told = [row.says for row in rows if "seat" in row.says and row.key not in TABLES]
    assert told == []
    assert [row.usual for row in rows if row.label in ("order", "initiative", "first") and row.usual.isdecimal()] == (
        ["0"] * 2 if name == "techcommander" else []
    ), "what a side rolled for the initiative is a number, whose it is a name"


LISTS = {
    "mechcom": ("conditions", "Burned, Shocked", ["Burned", "Shocked"]),
    "pmc2640": ("shot-by", "B1, B2", ["B1", "B2"]),
    "crimsondusk": ("foes", "B1", ["B1"]),
}
"""A key of a unit that holds a list, in the rulebooks that have one of words."""


@pytest.mark.parametrize("name", LISTS)
def test_the_words_of_a_list_are_typed_with_commas_alone(name: str, tmp_path: Path) -> None:
    made, (key, typed, said) = two_a_side(name, tmp_path), LISTS[name]
    rows = {row.key.rpartition(".")[2]: row for row in position_rows.unit_rows(made, "A2")}
    for text, value in ((typed, said), (json.dumps(said), said), (said[0], said[:1]), ("", None)):
        assert form_rows.read(rows[key], text) == value
    position_rows.put(made, rows[key].key, said)
    assert not made.fault_of("A2")
    assert "commas" in rows[key].says
    dice = position_rows.battle_rows(made)[-2]
    assert form_rows.read(dice, "6, 2,1") == form_rows.read(dice, "[6, 2, 1]") == [6, 2, 1]
    assert form_rows.read(dice, "6") == [6]


@pytest.mark.parametrize("name", SYSTEMS)
def test_an_empty_map_of_ones_own_is_a_table_for_two_forces(name: str, tmp_path: Path) -> None:
    """Where a rulebook wants something of every map it lies there by itself, or a force says that it waits for it."""
    form = map_form_of(name)
    empty = new_maps.empty(name, form, "Mine", *form.usual[0]).data
    ground = {key: value for key, value in empty.items() if key not in ("system", "kind", "name", "summary")}
    made = PositionBench(Document.begun(tmp_path / "mine.toml", edits.blank(name, "Mine", {"map": ground})))
    info = made.forces()[0]
    if name == "armymen":
        assert made.take_force(info).startswith(f"{info.name} waits for a table that can be drawn: a table has 5 ")
        return
    assert made.scene is not None
    for seat in (0, 1):
        made.seat = seat
        assert made.take_force(info).startswith(f"{info.name}: ")
        assert [line for line in made.roster() if line.seat == seat]


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_round_begins_on_a_table_where_all_stand_already(name: str, tmp_path: Path) -> None:
    """Nobody has set anything up; what a round begins with is rolled and asked, the first one and a later one."""
    made = two_a_side(name, tmp_path)
    begin = next(option for option in made.goes() if option.value == "begin")
    assert begin.words == f"The {'turn' if name in ('crimsondusk', 'pmc2640', 'techcommander') else 'round'} begins"
    made.set_go("begin")
    for number in (1, 3):
        key = "round" if name in ("mechcom", "armymen") else "turn"
        made.change("which", lambda table, number=number, key=key: edits.set_of_battle(table, key, number))
        assert not made.sketch.faults
        setup = position_files.setup_in({**made.document.data})
        assert isinstance(Session.new(evolve(setup, dice="typed")).question, DiceQuestion), "rolled at the table"
        session = Session.new(setup)
        assert session.question is not None
        assert session.system.standing(session.game).round == number


ELSEWHERE: dict[str, tuple[str, Any]] = {
    "mechcom": ("destroyed", True),
    "armymen": ("destroyed", True),
    "pmc2640": ("reserve", "first"),
    "crimsondusk": ("gone", "killed"),
    "techcommander": ("gone", "left"),
}
"""What says in each rulebook that a unit is not on the table."""


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_unit_that_is_put_on_the_table_is_no_longer_elsewhere(name: str, tmp_path: Path) -> None:
    made, (key, value) = two_a_side(name, tmp_path), ELSEWHERE[name]
    made.take("A1")
    made.lift()
    made.change("elsewhere", lambda table: edits.set_of_unit(table, "A1", key, value))
    assert not made.sketch.faults
    place = PLACES[name][0]
    assert made.trial(place)[1] == "", "the cursor over a place where it could stand"
    assert made.put(place) == ""
    assert (made.spot_of("A1"), *made.sketch.faults) == (place,)
    assert key not in (edits.entry_of(made.table, "A1") or {})
    made.document.undo()
    assert (edits.entry_of(made.table, "A1") or {})[key] == value


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_form_of_a_battle_says_how_long_it_lasts(name: str, tmp_path: Path) -> None:
    made = two_a_side(name, tmp_path)
    row = next(row for row in position_rows.battle_rows(made) if row.key == "length")
    game = made.sketch.game
    assert game is not None
    assert row.value is None
    assert row.usual in ("", str(game.system.standing(game).last))
    position_rows.put(made, "length", 3)
    assert not made.sketch.faults
    game = made.sketch.game
    assert game is not None
    assert game.system.standing(game).last == 3
    position_rows.put(made, "length", 1000)
    assert [fault.place for fault in made.sketch.faults] == ["length"]
