"""Goals as files have them: seats by their letters, and the places that a goal speaks of."""

import pytest

from tabletop_tui.engine.goals import Happened
from tabletop_tui.files.validation import Wrong
from tabletop_tui.rulebook.goal_files import condition_of, goal_places, joined


def test_a_seat_goes_by_its_letter_and_no_other_field_does():
    cases = [
        ({"event": "Fell", "seat": "B"}, (("seat", 1),)),
        ({"event": "Fell", "seat": 1}, (("seat", 1),)),
        ({"event": "Fell", "seat": ["A", "B"]}, (("seat", (0, 1)),)),
        ({"event": "Fell", "seat": "AB"}, (("seat", "AB"),)),
        ({"event": "Fell", "unit": "B"}, (("unit", "B"),)),
    ]
    for table, where in cases:
        found = condition_of(table)
        assert isinstance(found, Happened)
        assert found.where == where, table
    with pytest.raises(Wrong, match="seat: give a number, a text, true or false"):
        condition_of({"event": "Fell", "seat": {}})


def test_a_goal_speaks_of_the_places_of_facts_and_of_ways():
    wanted = joined(
        {
            "all": [
                {"fact": "A1.at", "is": "0304"},
                {"event": "Moved", "unit": "A2", "path": ["0101", "0102"]},
                {"fact": "A1@10,20.distance", "at_most": 3},
            ],
            "any": [
                {"event": "Moved", "path": "0304"},
                {"event": "Harmed", "cause": "shot"},
                {"fact": "A2.lost", "is": 1},
            ],
        }
    )
    assert goal_places(wanted) == ["0304", "0101", "0102", "10,20"]
