"""Positions changed by hand end in a sentence or in a game that goes on, never in a fault of the program."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tabletop_tui.engine.setup import Setup
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play import new_game, position_files
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rulebook.system import Audited
from tests.forging import a_position, forged, opens_and_plays

SCENARIOS = (
    "armymen/backyard",
    "pmc2640/quick-start",
    "pmc2640/wasteland-find",
    "mechcom/port-flags",
    "crimsondusk/convoy",
    "techcommander/deathmatch",
)
DEPTHS = {"armymen/backyard": (3, 40, 75), "mechcom/port-flags": (3, 40, 75), "pmc2640/wasteland-find": (60, 90)}
Change = Callable[[dict[str, Any]], object]


@cache
def saved(scenario: str, answers: int) -> Setup:
    return a_position(scenario, answers, answers)


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.long
@pytest.mark.sampled(3)
def test_whatever_is_changed_it_plays_or_is_refused(scenario: str, number: int):
    rules, opened = system(scenario.partition("/")[0]), []
    for chooser in map(Random, (f"{number}-{again}" for again in range(4))):
        answers = chooser.choice(DEPTHS.get(scenario, (5, 30, 60)))
        opened.append(opens_and_plays(rules, forged(saved(scenario, answers), chooser), chooser))
    assert len(opened) == 4


@pytest.mark.parametrize("scenario", ["armymen/kitchen-floor", *SCENARIOS])
def test_a_genuine_state_is_never_refused(scenario: str):
    """Whatever comes up in a game is a state that there can be."""
    found, info = new_game.find_scenario(scenario)
    assert isinstance(found, Audited)
    game, chooser = found.start(new_game.set_table(found, info, seed=3)), Random(3)
    game.advance()
    for number in range(150):
        if (question := game.question) is None:
            break
        if number % 3 == 0:
            found.audit(game)
        game.answer(question.sample(chooser))
        game.advance()
    assert number > 40


# ---------------------------------------------------------------- what does not go together, and what is said of it
def unit(number: int, **changes: Any) -> Change:
    return lambda data: data["units"][number].update(changes)


def model(name: str, **changes: Any) -> Change:
    return lambda data: next(one for one in data["models"] if one["id"] == name).update(changes)


def standing(data: dict[str, Any], seat: int) -> dict[str, Any]:
    return next(one for one in data["units"] if one["seat"] == seat and one["models"])


def on_each_other(data: dict[str, Any]) -> None:
    one, other = standing(data, 0), standing(data, 1)
    x, y = other["models"][0]
    one["models"] = [[x + 0.1, y], *one["models"][1:]]


def off_the_table(data: dict[str, Any]) -> None:
    standing(data, 0)["models"][0] = [-3.0, 500.0]


def one_model_more(data: dict[str, Any]) -> None:
    standing(data, 0)["models"].append([1.0, 1.0])


def absent_unit(data: dict[str, Any]) -> None:
    data["agenda"][-1].update(unit="Z9", seat=0)


def without_bottom(data: dict[str, Any]) -> None:
    del data["agenda"][0]


SHARED: list[tuple[str, Change, str]] = [
    ("a unit of the other side", unit(0, seat=1), "units[0]: it is another unit than in the set-up"),
    ("units on each other", on_each_other, "stand on each other"),
    ("a unit off the table", off_the_table, "is not on the table of"),
    ("a model too many", one_model_more, "it has another number of models"),
    ("no end of the agenda", without_bottom, "agenda[0]: the first of all steps is one of"),
    ("an agenda twice", lambda data: data.update(agenda=data["agenda"] * 60), "agenda: give 1 to 100 steps"),
    ("a number too large", unit(0, facing=1e9), "facing: give a number of at most 9999"),
    ("a direction", unit(0, facing=720.0), "facing: give a direction from 0 to 360"),
    ("true for a number", lambda data: data["agenda"].append({"step": "ChooseUnit", "seat": True}), ""),
    ("a phase", lambda data: data.update(phase="Tea"), "phase"),
    ("who is active", lambda data: data.update(active="Z9"), "active: there is no such unit"),
]
ARMYMEN = [
    ("armymen/backyard", *case)
    for case in [
        *SHARED,
        ("a round", lambda data: data.update(round=99), "round: there is no such round"),
        ("points", lambda data: data.update(scores=[3, 4]), "scores: points are counted when the battle is over"),
        ("a unit aboard nothing", unit(0, aboard="Z1", models=[]), "aboard: it cannot be aboard that"),
        ("pinned vehicle and more", unit(0, guarding=True, hunkered=True), "a unit cannot be all that at once"),
        ("destroyed and armed", unit(0, destroyed=True), "a unit without models is destroyed, and no other"),
        ("edges", lambda data: data.update(edges=["north", "north"]), "edges: give two opposite edges"),
    ]
]
PMC = [
    ("pmc2640/quick-start", *case)
    for case in [
        *SHARED,
        ("suppression", unit(0, suppression=13), "suppression: give 0 to"),
        ("models left", unit(0, left=99), "left: it has 0 to"),
        ("in two places", unit(0, reserve="first", fate="fled"), "places"),
        ("a building", unit(0, models=[], reserve="", building="nowhere"), "there is no such building"),
        ("a location", lambda data: data["locations"].clear(), "locations: these are other locations"),
        ("rubble", lambda data: data.update(rubble=["nothing"]), "rubble: there is no such piece of terrain"),
        ("in a row", lambda data: data.update({"in-a-row": [0, 1]}), "in-a-row: at least 1 unit"),
    ]
]
MECHCOM = [
    ("mechcom/port-flags", *case)
    for case in [
        ("a hex", model("A1", hex="9999"), "hex: there is no such hex"),
        ("a model missing", lambda data: data["models"].pop(0), "is missing, or another than in the set-up"),
        (
            "a model of nobody",
            lambda data: data["models"].append({**data["models"][0], "id": "n9"}),
            "nobody can have deployed 'n9'",
        ),
        ("two in one hex", lambda data: model("A1", hex=data["models"][-1]["hex"])(data), ""),
        ("nothing in a filled hex", lambda data: data["at"].update({"0101": "A1"}), "at: this is not who stands there"),
        ("a condition", model("A1", conditions={"Bored": 1}), "conditions: there is no such condition"),
        ("a type", model("A1", energy="much"), "does not hold together"),
        ("true for a number", model("A1", energy=True), "energy: this is not as it would be written"),
        ("too much", model("A1", integrity=99), "integrity: it has not so much"),
        ("an order", lambda data: data.update(order=[0, 0]), "order: give each seat once"),
        ("the ground", lambda data: data.update(as_printed=True, fires=["0507"]), ""),
        ("a terrain", lambda data: data["became"].update({"0101": "lava"}), "became: there is no such terrain"),
        ("a flag", lambda data: data["pieces"]["FA"].update(seat=1), "pieces.FA: this scenario has no such piece"),
        ("a tether", lambda data: data.update(tethers=[{"one": "A1", "other": "A1", "limit": 3}]), "tethers[0]"),
        ("no end of the agenda", without_bottom, "agenda[0]: the first of all steps is one of"),
        ("scores", lambda data: data.update(scores=[1]), "scores: give points for each seat"),
    ]
]
CASES = [*ARMYMEN, *PMC, *MECHCOM]


@pytest.mark.parametrize(
    ("scenario", "change", "said"),
    [case[:1] + case[2:] for case in CASES],
    ids=[f"{case[0]}: {case[1]}" for case in CASES],
)
def test_what_does_not_go_together_is_told(scenario: str, change: Change, said: str):
    setup = saved(scenario, 60)
    data = json.loads(json.dumps(setup.position))
    change(data)
    with pytest.raises(BadFile) as error:
        position_files.opened(system(setup.system), evolve(setup, position=data))
    assert said in str(error.value)
    assert str(error.value).isprintable()


def test_steps_that_refer_to_units_that_are_not_there():
    for scenario in SCENARIOS:
        setup = saved(scenario, 60)
        data = json.loads(json.dumps(setup.position))
        absent_unit(data)
        with pytest.raises(BadFile):
            position_files.opened(system(setup.system), evolve(setup, position=data))
