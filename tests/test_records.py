"""What `frozen` of records makes at its first use is what attrs makes at once."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from pathlib import Path

import attrs
import pytest
from attrs import evolve, field

import tabletop_tui
from tabletop_tui.records import frozen, subclasses
from tabletop_tui.rules.techcommander.system import SYSTEM

HERE = Path(tabletop_tui.__file__).parent


@frozen
class Spot:
    x: float
    y: float = 0.0
    note: str = field(default="", eq=False, repr=False)


@attrs.frozen
class Likewise:
    x: float
    y: float = 0.0
    note: str = field(default="", eq=False, repr=False)


@frozen
class Corner(Spot):
    """Nothing of its own."""


@frozen
class Gate(Corner):
    width: float = 1.0


@frozen
class Named:
    name: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named) and self.name.lower() == other.name.lower()

    def __hash__(self) -> int:
        return hash(self.name.lower())


@frozen
class Right(Corner):
    def __attrs_post_init__(self) -> None:
        assert self.x > 0


SPOTS = [(1.0,), (1.0, 2.0), (1.0, 2.0, "here"), (2.0,), (float("nan"),)]


@pytest.mark.parametrize("first", SPOTS)
@pytest.mark.parametrize("second", SPOTS)
def test_it_shows_and_compares_as_attrs_does(first, second):
    ours, theirs = (Spot(*first), Spot(*second)), (Likewise(*first), Likewise(*second))
    assert repr(ours[0]) == repr(theirs[0]).replace("Likewise", "Spot")
    assert (ours[0] == ours[1], ours[0] != ours[1]) == (theirs[0] == theirs[1], theirs[0] != theirs[1])
    assert len({*ours}) == len({*theirs})
    assert ours[0] != theirs[0]


def test_a_class_without_fields_of_its_own_is_another_class_still():
    assert "__attrs_attrs__" not in vars(Corner)
    corner = Corner(1.0, note="north")
    assert (corner, hash(corner), repr(corner)) == (Corner(1.0), hash(Corner(1.0)), "Corner(x=1.0, y=0.0)")
    assert corner != Spot(1.0)
    assert Spot(1.0) != corner
    assert evolve(corner, x=3.0) == Corner(3.0)
    assert Gate(1.0) == Gate(1.0, width=1.0) != Gate(1.0, width=2.0)
    assert pickle.loads(pickle.dumps(corner)).note == "north"
    for spot in (corner, Gate(1.0)):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            spot.x = 2.0
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            spot.z = 2.0
    assert [*subclasses(Spot)] == [Corner, Gate, Right]


def test_what_a_class_says_itself_holds():
    assert Named("a") == Named("A")
    assert len({Named("a"), Named("A")}) == 1
    with pytest.raises(AssertionError):
        Right(-1.0)


def test_few_classes_of_a_rulebook_are_compared_before_it_is_played():
    """Else nothing would be gained: these are the steps of the rulebook with the most of them."""
    package = type(SYSTEM).__module__.rpartition(".")[0]
    from_scratch = f"import sys, {package}.system as s; from tabletop_tui.engine.game import Step; " + (
        "from tabletop_tui.records import subclasses; all = [*subclasses(Step)]; "
        "print(len(all), sum(one.__eq__.__name__ == 'first' for one in all))"
    )

    done = subprocess.run([sys.executable, "-c", from_scratch], capture_output=True, text=True, check=True)
    steps, waiting = map(int, done.stdout.split())
    assert steps == waiting > 100


def test_all_classes_of_values_are_made_here():
    """One that attrs made by itself would be compiled at every start."""
    found = {path.relative_to(HERE).as_posix(): path.read_text(encoding="utf-8") for path in HERE.rglob("*.py")}
    made = re.compile(r"^from attrs import .*\bfrozen\b|^@attrs\.frozen", re.MULTILINE)
    assert len(found) > 700
    assert [name for name, text in found.items() if made.search(text)] == []
