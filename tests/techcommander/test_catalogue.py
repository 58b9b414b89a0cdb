"""What the book says of units, weapons and classes; what may be built; forces."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.rules.techcommander.activation.action_start_and_end import BeginAction
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally
from tabletop_tui.rules.techcommander.files.force_composition import (
    CLASSES,
    free_power,
    free_weight,
    refuse_build,
    refuse_force,
    sheet_of,
)
from tabletop_tui.rules.techcommander.files.loader import BOOK
from tabletop_tui.rules.techcommander.state.profiles import BASES, CREW, Force, Sheet, UnitCard
from tabletop_tui.rules.techcommander.state.terrain import UNIT
from tabletop_tui.rules.techcommander.system import SYSTEM
from tabletop_tui.rules.techcommander.turn.activation_order import NextGo
from tabletop_tui.rules.techcommander.turn.turn import FillPurses
from tests.playing import run
from tests.techcommander.build import ROSTERS, field, named, stock, unit


def sheet(card: str, *build: str, **changes) -> Sheet:
    return sheet_of(evolve(stock().units[card], **changes), stock(), build or None)


def refused(one: Sheet) -> str:
    refusal = refuse_build(one)
    return "" if refusal is None else str(refusal.rule)


# ---------------------------------------------------------------- the families, AC, bases
@pytest.mark.rule("TC-GEN-2")
def test_msvs_act_twice_and_vehicles_and_troops_once():
    game = field([unit("dwarf", 10, 10), unit("stingray", 20, 10), unit("marine", 30, 10)], [unit("dwarf", 80, 80)])
    assert [named(game, name).most_actions for name in ("A1", "A2", "A3")] == [2, 1, 1]


@pytest.mark.rule("TC-UNIT-1", "TC-UNIT-2")
def test_what_a_player_controls_are_units_each_with_a_model_and_gear_is_none():
    game = field([unit("dwarf", 10, 10), unit("marine", 30, 10)], [unit("hunter-iv", 80, 80)])
    assert set(game.state.units) == {"A1", "A2", "B1"}
    assert all(len(one.models) == 1 for one in game.state.on_table())


@pytest.mark.rule("TC-UNIT-3", "TC-STAT-2")
@pytest.mark.parametrize(("card", "ac", "life"), [("marine", 1, 12), ("stingray", 2, 6), ("dwarf", 4, 0)])
def test_ac_is_added_to_hit_and_divides_damage(card, ac, life):
    from tabletop_tui.rules.techcommander.damage.damage import life_lost

    game = field([unit("dwarf", 10, 10)], [unit(card, 30, 10)])
    aim = aim_at(game.state, Salvo("A1", ("lance-1",)), named(game, "B1"))
    assert [one.value for one in hit_tally(aim).modifiers if one.rule == "TC-HIT-3"] == [ac]
    assert life_lost(named(game, "B1"), 12) == life  # a Dwarf has two platings of 6 each


@pytest.mark.rule("TC-BASE-2", "TC-BASE-3", "TC-BASE-4", "TC-BASE-5", "TC-BASE-6", "TC-BASE-7", "TC-BASE-8")
def test_bases_are_as_wide_as_the_book_says():
    wide = {("vehicle", 2): 4, ("vehicle", 3): 6, ("vehicle", 4): 8}
    wide |= {("msv", 3): 5, ("msv", 4): 6, ("msv", 5): 8, ("msv", 6): 8}
    assert {key: BASES[key] for key in wide} == wide
    assert [sheet(card).radius for card in ("marine", "stingray", "hunter-iv", "bulwark")] == [1, 2, 3, 4]
    assert [sheet(card).radius for card in ("pigeonhawk", "dwarf", "mammoth", "colossus")] == [2.5, 3, 4, 4]
    assert CREW.radius == 1


@pytest.mark.rule("TC-SCALE-1")
def test_lengths_are_centimetres():
    assert UNIT.name == "centimetres"
    assert SYSTEM.units == "centimetres"


# ---------------------------------------------------------------- what is named in the book
@pytest.mark.rule("TC-DATA-3", "TC-DATA-4", "TC-DATA-5", "TC-DATA-6", "TC-DATA-7")
def test_the_units_that_the_book_names_are_what_it_says():
    found = {name: (stock().units[name].kind, stock().units[name].ac) for name in stock().units}
    assert (found["stingray"], found["hunter-iv"]) == (("vehicle", 2), ("vehicle", 3))
    assert found["pigeonhawk"] == ("msv", 3)
    assert found["marine"] == found["pirate"] == ("troop", 1)
    assert sheet("stingray").has("smoke")


@pytest.mark.rule("TC-GEAR-4")
def test_a_blackout_has_minus_4_at_32_and_is_not_linkable_by_itself():
    # a Mammoth is 8 across and a Stingray 4: 6 between their middles and the gap
    game = field([unit("mammoth", 10, 10)], [unit("stingray", 10 + 6 + 32, 10)])
    aim = aim_at(game.state, Salvo("A1", ("blackout-1",)), named(game, "B1"))
    assert [one.value for one in hit_tally(aim).modifiers if one.rule == "TC-RANGE-4"] == [-4]
    assert stock().weapons["blackout"].link == 1
    assert stock().gear["linker"].value == 2


@pytest.mark.rule("TC-GEAR-2")
def test_damage_is_that_of_each_shot():
    devastator = stock().weapons["devastator"]
    assert (devastator.shots, devastator.damage) == (3, 8)


# ---------------------------------------------------------------- MSVs
@pytest.mark.rule("TC-MSV-7", "TC-MSV-8", "TC-MSV-9", "TC-MSV-10", "TC-MSV-11", "TC-MSV-12")
def test_the_classes_of_the_msv_standard():
    found = {ac: (one.name, one.total, one.gear, one.power) for ac, one in CLASSES.items()}
    assert found == {
        3: ("light", 30, 15, 30),
        4: ("medium", 40, 20, 40),
        5: ("heavy", 50, 25, 50),
        6: ("ultra heavy", 60, 30, 60),
    }
    assert all(
        one.total == 10 * ac and one.gear == one.total / 2 and one.power == 10 * ac for ac, one in CLASSES.items()
    )


@pytest.mark.rule("TC-MSV-6")
def test_a_chassis_may_have_other_free_weight_and_power_than_its_class_but_not_above_its_ceilings(tmp_path):
    heron = stock().units["heron"]
    assert (free_weight(heron), free_power(heron)) == (16, 28)
    assert free_weight(stock().units["pigeonhawk"]) == 15
    over = catalogue_with(tmp_path, 'id = "odd"\nname = "Odd"\nkind = "msv"\nac = 3\nspeed = 9\ngear_power = 31\n')
    with pytest.raises(BadFile, match="gear_power"):
        BOOK.catalogue([over])


def catalogue_with(folder: Path, unit_table: str) -> Path:
    (folder / "techcommander").mkdir()
    head = 'system = "techcommander"\nkind = "catalogue"\n\n[[unit]]\n'
    (folder / "techcommander" / "mine.toml").write_text(head + unit_table)
    return folder


@pytest.mark.rule("TC-MSV-13", "TC-MSV-15", "TC-MSV-18", "TC-MSV-19")
def test_weight_power_and_mounts_are_checked_over_the_whole_build():
    # a Dwarf may have 20 t and 40 power, of which nothing is built in
    assert not refused(sheet("dwarf", "devastator", "devastator", "devastator", "devastator", "lance", mounts=5))
    heavy = sheet("dwarf", "devastator", "devastator", "devastator", "devastator", "lance", "smoke", "smoke", mounts=5)
    assert refused(heavy) == "TC-MSV-13"  # 16 + 3 + 1 + 1 = 21 t
    hungry = sheet("dwarf", *["scan-array"] * 14)
    assert "42 of 40 power" in str(refuse_build(hungry))  # and only 14 t
    assert not refused(sheet("dwarf", *["scan-array"] * 13))
    assert refused(sheet("dwarf", *["autocannon"] * 5)) == "TC-MSV-18"
    assert not refused(sheet("dwarf", *["autocannon"] * 4))


@pytest.mark.rule("TC-MSV-16", "TC-MSV-17", "TC-GEAR-12")
def test_integrated_gear_costs_nothing_and_neither_kind_comes_off():
    built_in = sheet("dwarf", "smoke", standard=("designator",), integrated=("devastator",) * 9, mounts=9)
    assert not refused(built_in)
    assert [one.id for one in built_in.gear] == ["designator", "smoke"]
    assert refused(sheet("dwarf", *["devastator"] * 9, mounts=9)) == "TC-MSV-13"


@pytest.mark.rule("TC-MSV-3", "TC-MSV-4", "TC-MSV-14")
def test_an_msv_walks_with_its_two_crew_and_they_take_no_seat():
    game = field([unit("colossus", 10, 10)], [unit("dwarf", 60, 60)])
    colossus = named(game, "A1")
    assert (colossus.sheet.card.locomotion, colossus.crew, colossus.sheet.card.seats) == ("legs", 2, 2)
    assert Force("One", (colossus.sheet,)).cost == 6


@pytest.mark.rule("TC-MSV-5", "TC-STAT-4")
def test_a_force_file_takes_the_standard_build_or_another_one():
    volley = next(one for one in SYSTEM.forces([ROSTERS]) if one.id == "long-watch").data["units"][0]
    assert volley["name"] == "Mammoth Volley"
    assert [one["id"] for one in volley["weapons"]].count("apex") == 2
    assert [one.id for one in sheet("mammoth").gear] == ["plating", "linker"]
    assert sheet("mammoth").card.standard == ("plating",)


@pytest.mark.rule("TC-STAT-3")
def test_vehicles_have_no_free_weight():
    assert refused(sheet("stingray", "smoke")) == "TC-STAT-3"


@pytest.mark.rule("TC-STAT-1")
def test_what_is_particular_to_a_unit_stands_on_its_card():
    assert (stock().units["dwarf"].ability, stock().units["dwarf"].bonus) == ("Wet Wire Jacks", 1)


# ---------------------------------------------------------------- people
@pytest.mark.rule("TC-EQUIP-1")
def test_people_carry_so_many_kilograms():
    assert stock().units["engineer"].capacity == 23 == CREW.card.capacity
    assert all(40 <= card.capacity <= 50 for card in stock().units.values() if card.kind == "troop")
    assert not refused(sheet("pirate", "rifle", "rifle", "bubble", "bubble", "bubble"))  # 40 of 40
    assert refused(sheet("pirate", "rifle", "rifle", "bubble", "bubble", "bubble", "suppressor")) == "TC-EQUIP-1"


@pytest.mark.rule("TC-EQUIP-2")
@pytest.mark.parametrize(
    ("card", "build", "speed"),
    [
        ("marine", (), 18),
        ("pirate", (), 19),
        ("ninja", (), 21),
        ("marine", ("rifle", "rifle"), 19),
        ("engineer", (), 20),
    ],
)
def test_each_5_kg_that_are_not_carried_are_a_centimetre_of_speed(card, build, speed):
    assert sheet(card, *build).speed == speed


@pytest.mark.rule("TC-GEAR-1")
def test_who_a_weapon_was_made_for_limits_nobody_but_by_its_weight():
    assert stock().weapons["rifle"].made_for == "troops"
    assert not refused(sheet("dwarf", "rifle"))
    assert refused(sheet("marine", "autocannon")) == "TC-EQUIP-1"  # two tons


@pytest.mark.rule("TC-ECBS-1")
def test_a_suit_says_how_fast_a_troop_is_and_what_it_carries():
    suits = {(card.speed, card.capacity) for card in stock().units.values() if card.kind == "troop"}
    assert len(suits) == sum(card.kind == "troop" for card in stock().units.values())


@pytest.mark.rule("TC-ECBS-4")
def test_power_armour_starts_at_20_life_and_without_any_the_troop_is_eliminated():
    game = field([unit("marine", 10, 10)], [unit("marine", 30, 10, life=0)])
    assert (named(game, "A1").life, named(game, "A1").eliminated, named(game, "B1").eliminated) == (20, False, True)


# ---------------------------------------------------------------- forces and scenarios
@pytest.mark.rule("TC-GAME-2")
def test_a_force_has_at_most_12_ac():
    dwarf, marine = sheet("dwarf"), sheet("marine")
    assert refuse_force(Force("Three", (dwarf,) * 3), 12) is None
    assert refuse_force(Force("More", (dwarf, dwarf, dwarf, marine)), 12).rule == "TC-GAME-2"
    assert refuse_force(Force("Less", (marine,)), 12) is None


@pytest.mark.rule("TC-GAME-1", "TC-SKIR-1", "TC-CMD-2")
def test_a_skirmish_gives_four_actions_and_those_of_command_units_and_then_no_more():
    game = field([unit("herald", 10, 10), unit("dwarf", 20, 10), unit("marine", 30, 10)], [unit("dwarf", 80, 80)])
    run(game, FillPurses())
    assert [game.state.purse(seat) for seat in (0, 1)] == [5, 4]
    game.state.alter(0, base=0, command=0)
    game.state.alter(1, base=0, command=0)
    run(game, NextGo())
    assert game.question is None


def test_shipped_scenarios_are_for_the_forces_that_they_offer():
    forces = {force.id: force for force in SYSTEM.forces([ROSTERS])}
    for info in SYSTEM.scenarios([ROSTERS.parent / "scenarios"]):
        assert SYSTEM.fits(info, [forces[name] for name in info.forces]) is None, info.id


def test_a_card_without_a_class_is_refused(tmp_path):
    over = catalogue_with(tmp_path, 'id = "odd"\nname = "Odd"\nkind = "vehicle"\nac = 2\nspeed = 9\ngear_weight = 1\n')
    with pytest.raises(BadFile, match="gear_weight"):
        BOOK.catalogue([over])


def test_an_action_is_paid_by_the_player():
    game = field([unit("dwarf", 10, 10)], [unit("dwarf", 80, 80)])
    run(game, BeginAction("move", ("A1",)))
    assert game.state.purse(0) == 3


def test_cards_know_their_kind():
    assert UnitCard(id="a", name="A", kind="crew", ac=1, speed=1).kind == "crew"


# ---------------------------------------------------------------- what is not built
def test_nothing_that_is_shipped_needs_what_is_not_built():
    """Inches and the die for doubtful ground: these two, and nobody meets them."""
    assert {one.id for one in SYSTEM.reference() if one.open} == {"TC-SCALE-2", "TC-HIND-5"}
    infos = SYSTEM.scenarios([ROSTERS.parent / "scenarios"])
    tables = [BOOK.scenario_of(info.data, info.id).table for info in infos]
    assert len(tables) > 10
    hinder = [piece for table in tables for piece in table.pieces if piece.hinders]
    assert len(hinder) > 20
    assert {piece.hinders for piece in hinder} == {0.25, 0.5}
    assert SYSTEM.units == "centimetres"
