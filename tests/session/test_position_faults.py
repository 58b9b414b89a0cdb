"""A position file full of mistakes: each has its place and its fix, all of them are told at once, and no others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.position_files import by_hand
from tabletop_tui.rulebook.registry import system

SEATS = [{"name": "Red", "edge": "west"}, {"name": "Blue"}]


def pmc(*units: dict[str, Any], **more: Any) -> dict[str, Any]:
    head = {"system": "pmc2640", "kind": "position", "name": "Wrong", "map": "bare-ground", "go": "A"}
    return {**head, "seat": [dict(seat) for seat in SEATS], "unit": list(units), **more}


def unit(name: str, kind: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "unit": kind, **more}


THIRTEEN = pmc(
    unit("A1", "rookie", at="12,40"),
    unit("A2", "rookies", at="60,60"),
    unit("A2", "recruits", at="20,40"),
    unit("A3", "grenadiers", at="24,40", lefft=3),
    unit("A4", "grenadiers", at="6,40", left=30),
    unit("A5", "recruits", at="24,40"),
    unit("B1", "nomads", at="12,5 form=blok"),
    unit("B2", "nomads", at="12;8"),
    unit("B3", "light-mg", at="28,5", activated="yes"),
    go="A9",
    turn="two",
    trun=3,
)
TOLD = {
    "trun": "did you mean 'turn'?",
    "unit[3].lefft": "did you mean 'left'?",
    "unit[2].id": "A2 is there twice; take one out, or number it anew",
    "unit[0].unit": "did you mean 'rookies'?",
    "go": "unknown unit or seat 'A9' (one of: A1, A2, A3, A4, A5, B1, B2, B3)",
    "unit[6].at": "'form=blok' is neither a place nor form=",
    "unit[7].at": "'12;8' is no place; places are written x,y",
    "unit[8].activated": "give true or false, not 'yes'",
    "turn": "give a whole number, not 'two'",
    "seat.edge": "give two opposite edges",
    "unit[1].at": "60,60 puts a model where it cannot be",
    "unit[4].left": "it has 0 to 6 models",
    "units": "A3 and A5 stand on each other",
}
MECHS = {
    "system": "mechcom",
    "kind": "position",
    "name": "Wrong",
    "scenario": "quick-start",
    "go": "A",
    "round": "one",
    "seat": [{"force": "charter-patrol"}, {"force": "labours-patrol"}],
    "unit": [
        {"id": "A1", "at": "0499", "conditions": ["Burnt"]},
        {"id": "A2", "at": "0405", "energy": "all", "heet": 2},
        {"id": "B1", "at": "0405", "integrity": 99},
        {"id": "B2", "at": "0505"},
    ],
}
MECHS_TOLD = {
    "unit[1].heet": "did you mean 'heat'?",
    "unit[0].at": "there is no hex '0499' on this map",
    "unit[0].conditions": "unknown condition 'Burnt'; did you mean 'Burned'?",
    "unit[1].energy": "give a whole number, not 'all'",
    "unit[2].at": "A2 stands in 0405 already",
    "round": "give a whole number, not 'one'",
}


def faults(table: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(BadFile) as wrong:
        by_hand(system(table["system"]), Path("mine.toml"), table)
    assert len({one.place for one in wrong.value.all}) == len(wrong.value.all)
    return {one.place: one.fix for one in wrong.value.all}


@pytest.mark.parametrize(("table", "told"), [(THIRTEEN, TOLD), (MECHS, MECHS_TOLD)])
def test_all_mistakes_are_told_at_once_and_no_others(table: dict[str, Any], told: dict[str, str]) -> None:
    found = faults(table)
    assert set(found) == set(told), found
    for place, words in told.items():
        assert words in found[place]


def test_who_comes_behind_somebody_left_out_keeps_number_and_place() -> None:
    """A fault of a unit whose number changes where another is left out is told of it as it was written."""
    table = pmc(
        unit("A1", "rookies", at="60,60"),
        unit("A2", "rookies", at="12,40", suppression=-1),
        unit("A3", "rookies", at="20,40"),
        unit("A4", "rookies", at="20.2,40"),
        unit("B1", "nomads", at="12,5"),
        go="A1",
        seat=[{}, {}],
    )
    found = faults(table)
    assert set(found) == {"unit[0].at", "unit[1].suppression", "units"}, found
    assert found["units"] == "A3 and A4 stand on each other"


def test_a_missing_map_is_told_with_what_can_be_told_without_it() -> None:
    assert set(faults({**THIRTEEN, "map": "bare-grond"})) == {"trun", "unit[3].lefft", "unit[2].id", "map"}
