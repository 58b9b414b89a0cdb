"""What rulebooks say of their scenario files agrees with what their readers take."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import NOTHING, fields

from tabletop_tui import paths
from tabletop_tui.engine.scenes import HexScene
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.play.new_game import find_force, set_table
from tabletop_tui.rulebook.force_builder import muster_of
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.rulebook.scenario_form import HEAD, HasScenarioForm, ScenarioForm
from tabletop_tui.rulebook.scenario_script_files import MOMENTS

SYSTEMS = sorted(system_ids())


def form_of(name: str) -> ScenarioForm:
    found = system(name)
    assert isinstance(found, HasScenarioForm)
    return found.scenario_form


def shipped(name: str) -> list[Path]:
    folder = Path(__file__).parents[2] / "scenarios" / name
    return sorted(folder.glob("*.toml"))


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_form_has_every_key_of_the_file_with_its_default(name: str) -> None:
    form, muster = form_of(name), muster_of(system(name), paths.roster_folders())
    assert muster is not None
    file = muster.source.kinds["scenario"]
    told = {one.name: one.default for one in fields(file) if one.name not in (*HEAD, MOMENTS)}
    assert {key.key for key in form.keys} == set(told)
    for key in form.keys:
        default = told[key.key]
        if key.key == "stalemate":
            continue  # the reader says what holds, not the class
        if default is NOTHING:
            assert key.default is None, key.key
        else:
            assert key.default == (list(default) if isinstance(default, tuple) else default) or default is None, key.key


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_form_names_rules_that_there_are_in_few_words(name: str) -> None:
    known = {rule.id for rule in system(name).reference()}
    for key in form_of(name).keys:
        assert len(key.label) <= 16
        assert {*key.rules, *(choice.rule for choice in key.choices if choice.rule)} <= known, key.key
        assert key.says.endswith(".")


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_shipped_scenario_is_within_its_form(name: str) -> None:
    form = form_of(name)
    for path in shipped(name):
        table = toml_table(path)
        listed = {key.key for key in form.belonging(table)}
        assert set(table) - {*HEAD, MOMENTS} <= listed, path
        for key in form.keys:
            value = table.get(key.key)
            if key.choices and value is not None:
                values = value if isinstance(value, list) else [value]
                assert set(values) <= {choice.value for choice in key.choices}, path


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_a_scenario_lays_lies_on_its_map(name: str) -> None:
    form, found = form_of(name), system(name)
    for path in shipped(name):
        info = found.scenario(path, paths.scenario_folders())
        setup = set_table(found, info, [find_force(found, force) for force in info.forces], seed=1)
        scene = found.scene(found.start(setup))
        laid = form.laid(info.data)
        assert laid or name == "techcommander", path
        for one in laid:
            if isinstance(scene, HexScene):
                assert set() < one.hexes <= set(scene.grid.hexes), (path, one.name)
            else:
                assert one.points
                assert all(0 <= x <= scene.width and 0 <= y <= scene.height for x, y in one.points)
        for choice in form.pieces(info.data):
            assert choice.value
            assert choice.says


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_blank_scenario_on_a_shipped_map_has_all_that_is_needed(name: str) -> None:
    form = form_of(name)
    first = toml_table(shipped(name)[0])["map"]
    blank = form.blank(name, "Mine", first)
    assert (blank["kind"], blank["map"]) == ("scenario", first)
    assert all(key.default is not None or key.key in blank for key in form.keys)


def test_a_scenario_that_speaks_of_its_own_map_fits_no_other() -> None:
    """One that names a building, a hex or places of its map cannot be tried on another one."""
    bound = {
        f"{name}/{path.stem}"
        for name in SYSTEMS
        for path in shipped(name)
        if form_of(name).of_one_map(toml_table(path))
    }
    assert bound == {
        "crimsondusk/crossing-by-dark",
        "crimsondusk/crossroads",
        "crimsondusk/hold-the-house",
        "mechcom/fort-relief",
        "mechcom/fort-siege",
        "pmc2640/relay-nine-destroy",
        "pmc2640/relay-nine-destroy-2",
        "techcommander/deathmatch-teams",
    }
