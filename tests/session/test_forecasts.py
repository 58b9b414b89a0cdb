"""What is foretold of shots comes true on average, in seeded games of every rulebook."""

import pytest

from tabletop_tui.rules.crimsondusk.shooting.target_choice_odds import PickingOut
from tests import forecasts

SHOTS, PLAYS = 25, 16
CASES = ("armymen/quick-start", "crimsondusk/quick-start", "mechcom/quick-start", "pmc2640/quick-start",
         "techcommander/quick-start")  # fmt: skip


LARGER = ("armymen/playground", "crimsondusk/convoy", "mechcom/port-flags", "pmc2640/relay-nine-destroy",
          "techcommander/elimination")  # fmt: skip


@pytest.mark.parametrize("name", [*CASES, *(pytest.param(name, marks=pytest.mark.long) for name in LARGER)])
def test_shots_cost_what_was_foretold(name: str):
    found = list(forecasts.shots(name, SHOTS, PLAYS))
    assert len(found) == SHOTS
    assert [one for one in found if one.apart > forecasts.SIGMAS] == []
    assert sum(one.expected for one in found) == pytest.approx(sum(one.mean for one in found), rel=0.25)


def test_a_forecast_that_leaves_the_test_before_it_out_is_found(monkeypatch: pytest.MonkeyPatch):
    """As the number was told before: what the shots do once the test is passed."""
    monkeypatch.setattr(PickingOut, "passed", 1.0)
    found = forecasts.shots("crimsondusk/quick-start", SHOTS, PLAYS)
    assert any(one.apart > forecasts.SIGMAS for one in found)
