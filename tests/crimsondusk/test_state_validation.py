"""Positions of Crimson Dusk that were changed by hand are refused in a sentence; those of games never are."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest
from attrs import evolve

from tabletop_tui.engine.setup import Setup
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play import position_files
from tabletop_tui.rules.crimsondusk.system import SYSTEM
from tests.crimsondusk.test_whole_games import begun
from tests.forging import forged, opens_and_plays
from tests.whole_games import never_refused, saved_after


@cache
def saved(answers: int) -> Setup:
    """A game as it stands after so many random answers."""
    return saved_after(begun(answers), answers)


@pytest.mark.parametrize("seed", range(3))
def test_a_genuine_state_is_never_refused(seed):
    never_refused(begun(seed), Random(seed), 150)


@pytest.mark.parametrize("number", range(8))
def test_whatever_is_changed_it_plays_or_is_refused(number):
    chooser = Random(number)
    opened = [
        opens_and_plays(SYSTEM, forged(saved(chooser.choice((3, 14, 25, 40))), chooser), chooser) for _ in range(4)
    ]
    assert len(opened) == 4


def first_on_table(data, seat):
    return next(one for one in data["units"] if one["seat"] == seat and one["models"])


def on_each_other(data):
    first_on_table(data, 1)["models"][0] = [value + 0.1 for value in first_on_table(data, 0)["models"][0]]


CASES = [
    ("a unit of the other side", lambda data: data["units"][0].update(seat=1), "another unit than in the set-up"),
    ("units on each other", on_each_other, "stand on each other"),
    ("off the table", lambda data: first_on_table(data, 0)["models"].__setitem__(0, [-3.0, 500.0]), "is not on the"),
    ("a model too many", lambda data: first_on_table(data, 0)["models"].append([1.0, 1.0]), "number of models"),
    ("a man twice", lambda data: first_on_table(data, 0)["men"].append(first_on_table(data, 0)["men"][0]), "units"),
    ("a stranger", lambda data: first_on_table(data, 0)["men"][0].update(id="A9-1"), "missing or unknown"),
    ("a turn", lambda data: data.update(turn=99), "turn: there is no such turn"),
    ("a phase", lambda data: data.update(phase="Tea"), "phase"),
    ("who is active", lambda data: data.update(active="Z9"), "active: there is no such unit"),
    ("edges", lambda data: data.update(edges=["north", "north"]), "edges: give two opposite edges"),
    ("a pin", lambda data: first_on_table(data, 0).update({"pinned-from": 3, "pinned-to": 1}), "pinned-to"),
    ("a foe", lambda data: first_on_table(data, 0).update(foes=["B1"]), "is not in melee with it"),
    ("who is gone", lambda data: data["units"][0].update(gone="bored"), "gone"),
    ("no end of the agenda", lambda data: data["agenda"].pop(0), "the first of all steps is one of"),
    ("a score", lambda data: data.update(scores=[-4, 0]), "scores"),
]


@pytest.mark.parametrize(("change", "fix"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_does_not_go_together_is_told(change, fix):
    setup = saved(25)
    data = json.loads(json.dumps(setup.position))
    change(data)
    with pytest.raises(BadFile, match=fix):
        position_files.opened(SYSTEM, evolve(setup, position=data))
