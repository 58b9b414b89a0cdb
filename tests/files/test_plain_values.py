"""Plain values at the limits of what a file may hold, shapes of terrain, and what is written for None."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan
from typing import Any

import pytest

from tabletop_tui.files import validation
from tabletop_tui.files.fault_places import place_words
from tabletop_tui.files.map_shapes import corners_of
from tabletop_tui.files.toml_writing import carried_over, file_stem, with_dashes, without_dashes
from tabletop_tui.files.validation import Faults, Wrong, a_line, a_name, an_id, one_of, two_digits


def fault(check: Callable[..., Any], *given: Any) -> str:
    """What is said against these values, '' if nothing is."""
    try:
        check(*given)
    except Wrong as wrong:
        return str(wrong)
    return ""


@pytest.mark.parametrize(
    ("check", "sound", "unsound", "said"),
    [
        (validation.whole, [0, 9999, -9999], [10000, -10000], "give a number of at most 9999"),
        (validation.whole, [], [True, 1.0, "1"], "give a whole number"),
        (validation.number, [0, 9999, -9999.0], [9999.5, -inf], "give a number of at most 9999"),
        (validation.number, [], [nan, True, "1"], "give a number, not"),
        (validation.text, ["", "a\tb\nc"], ["a\x1bc"], "give a text without control characters"),
        (validation.truth, [True, False], [0, 1, "true"], "give true or false"),
    ],
)
def test_a_value_is_taken_up_to_its_limit(check: Callable[[Any], Any], sound: list[Any], unsound: list[Any], said: str):
    assert [check(value) for value in sound] == sound
    assert [said in fault(check, value) for value in unsound] == [True] * len(unsound)


def test_names_lines_and_ids_have_a_length():
    place = "mech[0].name"
    assert [fault(a_name, name, place) == "" for name in ("x" * 60, "x" * 61, " ", "a\nb")] == [
        True,
        False,
        False,
        False,
    ]
    assert [fault(a_line, line, place) == "" for line in ("", "x" * 200, "x" * 201, "a\nb")] == [
        True,
        True,
        False,
        False,
    ]
    assert [fault(an_id, name, place) == "" for name in ("a-1", "x" * 40, "x" * 41, "-a", "A")] == [True, True] + [
        False
    ] * 3
    assert [two_digits(text) for text in ("1", "07", "99", "0", "100", "-1", "²", "")] == [True] * 3 + [False] * 5


def test_limits_are_sound_themselves():
    for check in (validation.between, validation.within):
        assert [fault(check, value, 1, 3, "round") == "" for value in (0, 1, 3, 4)] == [False, True, True, False]


def test_an_unknown_word_is_told_with_the_nearest_and_with_all_where_they_are_few():
    assert str(one_of("medum", ["medium", "light"], "class")) == (
        "unknown class 'medum'; did you mean 'medium'? (one of: light, medium)"
    )
    words = [f"word{number:02}" for number in range(17)]
    assert "(one of: word00" in str(one_of(3, words[:16], "kind"))
    assert str(one_of(3, words, "kind")) == "unknown kind 3"
    assert str(one_of("x", [], "kind")) == "unknown kind 'x'; there is none to choose"


def test_all_faults_are_told_from_outside_with_their_places():
    faults = Faults()
    for place, inner in (("weapons", "[2].range"), ("crew", "name"), ("", "cost")):
        with faults.of(place):
            raise Wrong("give a number", inner)
    with pytest.raises(Wrong) as raised:
        faults.raise_any()
    assert [one.place for one in raised.value.inside("tank").all] == [
        "tank.weapons[2].range",
        "tank.crew.name",
        "tank.cost",
    ]


def test_a_shape_is_written_in_one_of_three_ways():
    points, circle, box = ((0.0, 0.0), (4.0, 0.0), (0.0, 3.0)), (5.0, 5.0, 2.0), (1.0, 2.0, 5.0, 4.0)
    assert corners_of(points, (), ()) == points
    assert corners_of((), (), box) == ((1.0, 2.0), (5.0, 2.0), (5.0, 4.0), (1.0, 4.0))
    turned = corners_of((), (), box, 90.0)
    assert [(round(x, 2), round(y, 2)) for x, y in turned] == [(4.0, 1.0), (4.0, 5.0), (2.0, 5.0), (2.0, 1.0)]
    assert corners_of((), circle, ())[:4] == ((7.0, 5.0), (6.73, 6.0), (6.0, 6.73), (5.0, 7.0))
    assert len(corners_of((), circle, ())) == 12
    refused = [
        ((points, circle, ()), "give one of points, circle and box"),
        (((), (), ()), "give one of points, circle and box"),
        (((), circle[:2], ()), "circle: a circle is"),
        (((), (), box[:3]), "box: a box is"),
        ((points, (), (), 1.0), "turned: only a box is turned"),
        (((), (), box, 361.0), "turned: a box is turned by -360 to 360 degrees"),
        (((), (), box, nan), "turned: a box is turned by -360 to 360 degrees"),
    ]
    assert [fault(corners_of, *given).startswith(said) for given, said in refused] == [True] * len(refused)


def test_none_is_a_dash_in_a_file_and_a_dash_is_two():
    data = {"a": None, "b": ["-", "--", "", "a-", {"c": None}], "d": 1.5, "e": True}
    written = with_dashes(data)
    assert written == {"a": "-", "b": ["--", "---", "", "a-", {"c": "-"}], "d": 1.5, "e": True}
    assert without_dashes(written) == data
    with pytest.raises(Wrong, match=r"^b\.c is inf, and only numbers"):
        without_dashes({"b": [{"c": inf}]})


def test_what_somebody_else_changed_meanwhile_stays():
    before, after = {"same": 1, "mine": 1, "gone": 1}, {"same": 1, "mine": 2, "new": 3}
    assert carried_over({"same": 7, "mine": 5, "gone": 1, "theirs": 9}, before, after) == {
        "same": 7,
        "mine": 2,
        "new": 3,
        "theirs": 9,
    }


def test_a_name_becomes_the_name_of_a_file():
    assert [file_stem(name, "game") for name in ("Élan, 2nd try!", "  ", "漢字", "x" * 39 + " y")] == [
        "elan-2nd-try",
        "game",
        "game",
        "x" * 39,
    ]


def test_a_place_in_a_file_is_called_as_on_the_screen():
    unit = {"id": "B1", "weapon": [{"name": "Lance"}, {}]}
    data = {
        "seat": [{}, {"name": "Us"}],
        "unit": [unit, {}],
        "piece": [{"kind": "wall"}, {}],
        "task": [{}, {"name": "Eyes"}],
    }
    cases = {
        "name": "name",
        "seat[0].force": "Red: force",
        "seat[1]": "Us",
        "unit[0].weapon[0].range": "B1: weapon 1 (Lance): range",
        "unit[0].weapon[1]": "B1: weapon 2",
        "unit[1].at": "unit 2: at",
        "unit[7].at": "unit 8: at",
        "piece[0].points": "t1 wall: points",
        "piece[1]": "t2",
        "task[1].goal": "task 2 (Eyes): goal",
        "task[2]": "task 3",
    }
    assert {place: place_words(place, data) for place in cases} == cases
