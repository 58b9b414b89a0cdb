"""Words that go with a name, or with a number."""

import pytest

from tabletop_tui.engine.wording import does, verb_of


@pytest.mark.parametrize(
    ("verb", "plural"),
    [("shoots", "shoot"), ("rallies", "rally"), ("passes", "pass"), ("rushes", "rush"), ("is", "are"), ("has", "have")],
)
def test_a_verb_goes_with_its_name(verb, plural):
    assert verb_of("A1 Sniper", verb) == verb
    assert verb_of("A2 Riflemen", verb) == plural
    assert does("A2 Riflemen", verb) == f"A2 Riflemen {plural}"
