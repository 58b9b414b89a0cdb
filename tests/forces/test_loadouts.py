"""Loadouts with counts: so many of each, held against two budgets beside points, with a reason both ways."""

from pathlib import Path

import pytest

from tabletop_tui.editor.own.own_forces import save
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.toml_writing import toml_text
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.reports.force_page import page
from tabletop_tui.rulebook import registry
from tabletop_tui.rulebook.force_builder import Force, muster_of
from tests.drill import DRILL
from tests.drill.muster import SquadMuster

SHOP = SquadMuster()


@pytest.fixture(autouse=True)
def _drill(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, DRILL.id, DRILL)


def team(**weapons: int) -> Force:
    return {**SHOP.blank(), "team": [{"weapons": weapons}]}


def judged(force: Force) -> dict[str, tuple[int, str, str]]:
    """For each weapon the count, and the rule against one more and against one fewer ('' if allowed)."""
    (slot,) = SHOP.choices(force, 0)
    rules = [(offer.refusal.rule if offer.refusal else "", offer.fewer) for offer in slot.offers]
    return {
        offer.id: (offer.count, more, fewer.why if fewer else "")
        for offer, (more, fewer) in zip(slot.offers, rules, strict=True)
    }


def test_counts_go_up_to_each_budget():
    none = "there is none to give back"
    assert judged(team(Rifles=4)) == {"Rifles": (4, "", ""), "Guns": (0, "", none)}
    assert judged(team(Rifles=6)) == {"Rifles": (6, "DRILL-LOAD-2", ""), "Guns": (0, "DRILL-LOAD-2", none)}
    last = "a team carries at least one weapon"
    assert judged(team(Guns=1)) == {"Rifles": (0, "", "there is none to give back"), "Guns": (1, "DRILL-LOAD-3", last)}
    two = {**SHOP.blank(), "team": [{"weapons": {"Rifles": 6}}, {"weapons": {"Rifles": 4}}]}
    assert judged(two)["Guns"][1] == "DRILL-LOAD-2"
    assert SHOP.choices(two, 1)[0].offers[1].refusal.rule == "DRILL-POINTS-1"


def test_what_is_over_a_budget_can_be_given_back():
    force = team(Guns=3)
    assert [one.rule for one in SHOP.fault(force).all] == ["DRILL-LOAD-2", "DRILL-LOAD-3"]
    assert judged(force)["Guns"][2] == ""
    assert SHOP.put_count(force, 0, "weapons", "Guns", 0)["team"] == [{}]
    assert force == team(Guns=3), "a force that is handed in is never changed"


def test_budgets_say_how_much_is_used():
    weight, power = SHOP.budgets(team(Rifles=4, Guns=1), 0)
    assert (weight.used, weight.most, weight.share) == (20, 20, 1.0)
    assert (power.used, power.most) == (2, 3)


def test_a_roster_file_holds_the_counts(tmp_path: Path):
    shop = muster_of(DRILL, [])
    path = tmp_path / "rosters" / "drill" / "alpha.toml"
    info = save(DRILL, shop, {**team(Rifles=3, Guns=1), "name": "Alpha"}, path)
    assert info.data == {"name": "Alpha", "weapons": {"Rifles": 3, "Guns": 1}}
    assert shop.read(path) == {**team(Rifles=3, Guns=1), "name": "Alpha"}
    assert [force.id for force in DRILL.forces([tmp_path / "rosters"])] == ["alpha"]
    assert "Rifles" in page(DRILL, shop, shop.read(path), "md")


@pytest.mark.parametrize(
    ("weapons", "why"),
    [
        ({"Rifles": 7}, "team[0]: the weight is 21, at most 20 is allowed [DRILL-LOAD-2]"),
        ({"Rifles": 0}, "team[0].weapons.Rifles: give a number of at least 1, not 0"),
        ({"Rifle": 1}, "team[0].weapons: unknown weapon 'Rifle'; did you mean 'Rifles'? (one of: Guns, Rifles)"),
        ({"Rifles": "four"}, "give a whole number, not 'four'"),
    ],
)
def test_a_bad_file_names_the_place_and_the_fix(weapons: dict[str, object], why: str, tmp_path: Path):
    path = tmp_path / "bad.toml"
    write_beside(path, toml_text({**SHOP.blank(), "team": [{"weapons": weapons}]}))
    with pytest.raises(BadFile) as caught:
        SHOP.read(path)
    assert why in str(caught.value)
