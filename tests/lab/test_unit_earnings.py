"""What a unit earned: the value of those that it took off the table, by its part of the harm."""

from __future__ import annotations

from attrs import evolve

from tabletop_tui.engine.badges import Left
from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.events import Began, Event, Fell, Harmed, Scored, Shot, Status
from tabletop_tui.lab.match_record import UnitRecord
from tabletop_tui.lab.unit_earnings import unit_records
from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.play.session import Session

COSTS = {"A1": 40, "A2": 20, "B1": 60, "B2": 30}


def after(*events: Event, lost: str = "", left: dict[str, float] | None = None) -> dict[str, UnitRecord]:
    """How each unit did after these events."""
    health = dict.fromkeys(COSTS, 1.0) | (left or {})
    begun = [line(unit) for unit in COSTS]
    roster = [line(unit, "lost" if unit in lost else "", health[unit]) for unit in COSTS]
    return {one.unit: one for one in unit_records(events, begun, roster, [0, 1], COSTS)}


def line(unit: str, state: str = "", health: float = 1.0, models: int = 0) -> RosterLine:
    """A line of a roster; of a unit of so many models, if it is counted in them."""
    left = Left(round(health * models), models, "models") if models else None
    return RosterLine(unit, unit, f"Unit {unit}", "AB".index(unit[0]), "", state, health, left=left)


def sections(*events: Event, **ended: RosterLine) -> dict[str, UnitRecord]:
    """How each of four units of ten models did, of which these ended so."""
    begun = {unit: line(unit, models=10) for unit in COSTS}
    rosters = list(begun.values()), list((begun | ended).values())
    return {one.unit: one for one in unit_records(events, *rosters, [0, 1], COSTS)}


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


# ---------------------------------------------------------------- units that are counted in models
def test_a_section_that_joined_another_has_lost_only_what_fell_before():
    """B1, for 60 points, lost 2 of its 10 models: a fifth, which A1 and A2 share. The other 8 went over to B2."""
    found = sections(harmed("B1", 1, "A1"), harmed("B1", 1, "A2"), B1=line("B1", "joined", 0.0, 10))
    assert (found["A1"].earned, found["A2"].earned) == (6, 6)
    assert (found["B1"].lost, found["B1"].left) == (0, 0.8)


def test_a_section_that_others_joined_has_lost_what_fell():
    """B2, for 30 points, lost 4 of its 10 models; 4 of B1 joined it, and its roster says 10 of 10 again."""
    found = sections(harmed("B2", 4, "A1"), B2=line("B2", "", 1.0, 10))
    assert found["A1"].earned == 12
    assert found["B2"].left == 0.6


def test_more_models_than_a_section_began_with_are_worth_more_than_it_cost():
    """B2 had 14 models when 4 had joined it, and lost them all."""
    found = sections(harmed("B2", 14, "A1"), Fell("B2 falls", (), 1, "B2", by="A1"), B2=line("B2", "lost", 0.0, 14))
    assert found["A1"].earned == 42
    assert found["B2"].lost == 1


def test_who_gets_through_unhurt_earns_its_enemies_nothing():
    found = sections(harmed("B1", 1, "A1"), B1=line("B1", "through", 0.0, 10), B2=line("B2", "through", 0.0, 10))
    assert found["A1"].earned == 6
    assert [found[unit].left for unit in ("B1", "B2")] == [0.9, 1.0]


def test_a_model_that_is_on_its_feet_again_is_not_lost():
    """All 10 fell and one got up: nine tenths of 60 points, and the section is there."""
    fell = Fell("B1 falls", (), 1, "B1", by="A1")
    risen = Status("B1-3 is on its feet", (), 1, "B1", "on its feet")
    found = sections(harmed("B1", 10, "A1"), fell, risen, B1=line("B1", "", 0.1, 10))
    assert found["A1"].earned == 54
    assert (found["B1"].lost, found["B1"].left) == (0, 0.1)


def test_what_was_repaired_is_not_lost_and_what_was_hurt_before_the_game_neither():
    begun = [line("A1"), line("B1", "", 0.5), line("B2")]
    ended = [line("A1"), line("B1", "", 0.25), line("B2")]
    found = unit_records([harmed("B1", 1, "A1"), harmed("B2", 5, "A1")], begun, ended, [0, 1], COSTS)
    assert found[0].earned == 15, "a quarter of B1, for 60 points"


def test_a_vehicle_of_crimson_dusk_that_got_through_is_as_whole_as_it_was():
    system, scenario = find_scenario("crimsondusk/convoy")
    session = Session.new(set_table(system, scenario, players=["random", "random"], seed=1))
    battle = session.game.state
    truck = next(unit for unit in battle.units.values() if unit.hull is not None)
    truck.hull = evolve(truck.hull, harm=truck.type.dam // 2)
    hurt = next(one for one in system.roster(session.game) if one.unit == truck.id).health
    battle.remove(truck, "through")
    (through,) = (one for one in system.roster(session.game) if one.unit == truck.id)
    assert (through.state, through.health) == ("through", hurt)
    assert 0 < hurt < 1
