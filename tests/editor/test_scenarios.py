"""Scenarios are written in a form: each shipped one as it is, and one of one's own for each rulebook, played."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from tabletop_tui.editor import form_rows
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.form_rows import Row
from tabletop_tui.editor.forms import scenario_rows
from tabletop_tui.editor.own import trial_games
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play.new_game import set_table
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.rulebook.scenario_form import ScenarioForm

ROOT = Path(__file__).parents[2]
SYSTEMS = sorted(system_ids())
FIRST = {
    "mechcom": ("outpost", {}),
    "armymen": ("sandbox", {}),
    "pmc2640": ("dead-laboratory", {"type": "capture", "turns": 3}),
    "crimsondusk": ("depot", {"turns": 3}),
    "techcommander": ("foundry", {"turns": 2}),
}
"""A map for each rulebook, and what is said besides."""


def form_of(name: str) -> ScenarioForm:
    form = scenario_rows.form_of(system(name))
    assert form is not None
    return form


def shipped(name: str) -> list[Path]:
    return sorted((ROOT / "scenarios" / name).glob("*.toml"))


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_shipped_scenario_opened_and_saved_is_the_same_to_the_byte(name: str, tmp_path: Path) -> None:
    form = form_of(name)
    known = scenario_rows.Known()
    for path in shipped(name):
        document = Document.opened(path)
        for row in scenario_rows.rows(form, document.data, known):
            if row.kind != "act" and row.value is not None:
                document.change("again", lambda data, row=row: scenario_rows.put(form, data, row.key, row.value))  # type: ignore[misc]
        document.save(tmp_path / path.name)
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_scenario_of_ones_own_is_written_row_by_row_and_played(name: str, home: Path) -> None:
    form, found = form_of(name), system(name)
    map_id, more = FIRST[name]
    path = home / "scenarios" / name / "mine.toml"
    document = Document.begun(path, scenario_rows.begun(found, "Mine", map_id))
    for key, value in more.items():
        document.change(key, lambda data, key=key, value=value: scenario_rows.put(form, data, key, value))  # type: ignore[misc]
    info = trial_games.info_of(document)
    known = scenario_rows.known_of(found, info.data)
    forces = trial_games.forces_for(document, info)
    assert {one.value for one in known.forces} >= set(forces)
    assert map_id in [one.value for one in known.maps]
    document.change("a force", lambda data: scenario_rows.put(form, data, "forces.0", forces[0]))
    assert document.data["forces"] == forces
    assert not document.faults()
    info = trial_games.of_scenario(document)
    players = ["keyboard", *["greedy"] * (info.seats - 1)]
    session = Session.new(set_table(found, info, (), players, seed=1))
    for _ in range(3):
        if session.waits_for_person and session.question is not None:
            session.answer(next(session.question.legal()))
        elif session.question is not None:
            session.computer_answers()
    assert session.history
    document.save()
    assert trial_games.info_of(Document.opened(path)).name == "Mine"


def row_of(form: ScenarioForm, data: dict[str, object], key: str) -> Row:
    return next(row for row in scenario_rows.rows(form, data, scenario_rows.Known()) if row.key == key)


def test_rows_come_and_go_with_what_they_hang_on() -> None:
    form = form_of("mechcom")
    data = scenario_rows.begun(system("mechcom"), "Mine", "old-fort")
    keys = [row.key for row in scenario_rows.rows(form, data, scenario_rows.Known())]
    assert "objective" not in keys
    scenario_rows.put(form, data, "type", "control-zone")
    scenario_rows.put(form, data, "objective", "0711")
    scenario_rows.put(form, data, "defender", 2)
    keys = [row.key for row in scenario_rows.rows(form, data, scenario_rows.Known())]
    assert {"objective", "defender"} <= set(keys)
    scenario_rows.put(form, data, "objective", None)
    assert "objective" not in data


def test_lists_follow_the_number_of_seats() -> None:
    form = form_of("mechcom")
    data = scenario_rows.begun(system("mechcom"), "Mine", "crater")
    scenario_rows.put(form, data, "seats", 4)
    scenario_rows.put(form, data, "teams.2", 1)
    assert data["teams"] == [1, 2, 1, 4]
    scenario_rows.put(form, data, "seats", 3)
    assert data["teams"] == [1, 2, 1]
    scenario_rows.put(form, data, "teams.0", None)
    assert "teams" not in data


def test_goals_and_missions_are_lists() -> None:
    form = form_of("crimsondusk")
    data = scenario_rows.begun(system("crimsondusk"), "Mine", "crossroads")
    scenario_rows.put(form, data, "mission", "crossroads")
    scenario_rows.put(form, data, "goal.+", [24, 24])
    scenario_rows.put(form, data, "goal.0.name", "The crossing")
    assert data["goal"] == [{"name": "The crossing", "spot": [24, 24]}]
    scenario_rows.put(form, data, "goal.0.name", None)
    assert "goal" not in data
    form = form_of("techcommander")
    data = scenario_rows.begun(system("techcommander"), "Mine", "refinery")
    scenario_rows.put(form, data, "missions.control", True)
    scenario_rows.put(form, data, "missions.elimination", False)
    assert data["missions"] == ["control"]
    scenario_rows.put(form, data, "missions.control", False)
    assert data["missions"] == ["control"]  # one there is at least


@pytest.mark.parametrize("name", SYSTEMS)
def test_forged_scenarios_are_told_and_never_raise(name: str, tmp_path: Path) -> None:
    form = form_of(name)
    path = shipped(name)[0]
    text = Document.opened(path)
    for key in form.keys:
        for value in (5, -1, "x", [], [[]], {}, [{"odd": 1}], True, 1e9):
            document = Document(tmp_path / "x.toml", text.text)
            document.change("forge", lambda data, key=key, value=value: data.update({key.key: value}))  # type: ignore[misc]
            faults = document.faults()
            assert all(fault.fix for fault in faults)
            rows = scenario_rows.rows(form, document.data, scenario_rows.Known())
            form_rows.beside(rows, [fault.place for fault in faults])
            assert all(isinstance(row.shown, str) for row in rows)


def test_what_is_typed_into_a_row_is_looked_at() -> None:
    form = form_of("armymen")
    data = scenario_rows.begun(system("armymen"), "Mine", "sandbox")
    rounds = row_of(form, data, "rounds")
    assert form_rows.read(rounds, "6") == 6
    assert form_rows.read(rounds, "") is None
    for odd in ("0", "21", "x", "1.5", "nan", "1e9"):
        with pytest.raises(Wrong):
            form_rows.read(rounds, odd)
    with pytest.raises(Wrong):
        form_rows.read(row_of(form, data, "name"), " ")
    with pytest.raises(Wrong):
        form_rows.value_of("[1, 2")


def test_a_scenario_without_its_map_says_so(tmp_path: Path) -> None:
    data = scenario_rows.begun(system("mechcom"), "Mine", "nowhere")
    document = Document.begun(tmp_path / "mine.toml", deepcopy(data))
    with pytest.raises(BadFile, match="unknown map"):
        trial_games.info_of(document)
    assert [fault.place for fault in document.faults()] == ["map"]
