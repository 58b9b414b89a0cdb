"""What a unit earned: the value of those that it took off the table, by its part of the harm."""

from __future__ import annotations

from tabletop_tui.engine.events import Began, Event, Fell, Harmed, Scored, Shot
from tabletop_tui.engine.views import RosterLine
from tabletop_tui.lab.earnings import unit_records
from tabletop_tui.lab.record import UnitRecord

COSTS = {"A1": 40, "A2": 20, "B1": 60, "B2": 30}


def after(*events: Event, lost: str = "", left: dict[str, float] | None = None) -> dict[str, UnitRecord]:
    """How each unit did after these events."""
    health = dict.fromkeys(COSTS, 1.0) | (left or {})
    roster = [
        RosterLine(unit, unit, f"Unit {unit}", "AB".index(unit[0]), "", "lost" if unit in lost else "", health[unit])
        for unit in COSTS
    ]
    return {one.unit: one for one in unit_records(events, roster, [0, 1], COSTS)}


def harmed(unit: str, amount: int, by: str = "") -> Harmed:
    return Harmed(f"{unit} is hurt", (), "AB".index(unit[0]), unit, amount, 0, by)


def test_a_loss_is_shared_by_the_harm_that_each_did():
    found = after(harmed("B1", 3, "A1"), harmed("B1", 1, "A2"), Fell("B1 falls", (), 1, "B1", by="A2"), lost="B1")
    assert (found["A1"].earned, found["A2"].earned) == (45, 15)
    assert (found["A1"].harm, found["A2"].harm) == (3, 1)
    assert found["B1"].lost == 1
    assert found["B1"].left == 0


def test_who_is_hurt_counts_for_what_is_gone():
    found = after(harmed("B2", 2, "A1"), left={"B2": 0.5})
    assert found["A1"].earned == 15
    assert found["B2"].lost == 0


def test_harm_without_a_doer_is_that_of_whoever_shot_last_or_acts():
    found = after(
        Began("A2 acts", unit="A2"), harmed("B1", 1), Shot("A1 shoots", unit="A1"), harmed("B1", 1), lost="B1"
    )
    assert (found["A1"].earned, found["A2"].earned) == (30, 30)


def test_what_nobody_did_and_what_friends_did_earns_nothing():
    found = after(harmed("B1", 1, "B2"), Fell("B2 flees", (), 1, "B2"), lost="B1 B2")
    assert [one.earned for one in found.values()] == [0, 0, 0, 0]
    assert found["B2"].harm == 0


def test_points_are_of_whoever_acts_on_the_side_that_scores():
    scored = Scored("3 points", (), 0, 3)
    found = after(scored, Began("A1 acts", unit="A1"), scored, Began("B1 acts", unit="B1"), scored)
    assert [one.points for one in found.values()] == [3, 0, 0, 0]


def test_a_unit_that_comes_back_is_lost_as_often_as_it_falls():
    falls = [Fell("B2 falls", (), 1, "B2", by="A1")] * 2
    found = after(*falls)
    assert found["B2"].lost == 2
    assert found["A1"].earned == 60
