"""Buildings (CD-BLDG): going in and out, sight and cover, damage, the table, collapse."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.question import Pick
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.damage.building_damage import Crack, piece_of, ruined, sections_of, tens
from tabletop_tui.rules.crimsondusk.damage.damage import Hit
from tabletop_tui.rules.crimsondusk.shooting.buildings import Batter, battering
from tabletop_tui.rules.crimsondusk.shooting.shooting import ChooseTarget
from tabletop_tui.rules.crimsondusk.sight import cover, sight
from tabletop_tui.rules.crimsondusk.state.terrain import KINDS
from tabletop_tui.rules.crimsondusk.ways.move_field import move_field
from tests.crimsondusk.build import (
    activate,
    at,
    battle_of,
    box,
    field,
    leader,
    line,
    said,
    section,
    soldier,
    squad,
    stock,
    unit,
)
from tests.playing import options, play, refused, run, unread

rule = pytest.mark.rule
HOUSE = box("house", 10, 10, 16, 16)
NAME = HOUSE.id
AUTO_CANNON = (Shooter("A1-1", "auto-cannon"),)


def way(game, *spots, name="A1"):
    one = unit(game, name)
    refusal = move_field(battle_of(game), one, {man.id: False for man in one.men}).refuse(list(spots))
    return "" if refusal is None else refusal.rule


# ---------------------------------------------------------------- in and out
@rule("CD-BLDG-5", "CD-BLDG-6")
def test_one_enters_or_leaves_with_an_ap_at_any_side_and_stands_wholly_inside():
    game = field([leader(9.2, 13)], pieces=(HOUSE,))
    assert way(game, "10.5,13") == ""
    assert way(game, "10.49,13") == "CD-BLDG-6", "in the wall"
    game = field([leader(10.6, 10.6)], pieces=(HOUSE,))
    assert way(game, "9.4,10.6") == ""
    assert way(game, "10.6,9.4") == ""
    assert way(game, "12,10.6") == "", "within it as anywhere"


@rule("CD-BLDG-5")
def test_nobody_goes_through_a_building_in_one_ap():
    game = field([leader(9.4, 10.6, fast=1)], pieces=(HOUSE,))
    assert way(game, "10.6,9.4") == "CD-BLDG-5", "in at one side and out at the next"
    assert way(game, "10.6,10.6", "9.4,11") == "CD-BLDG-5"
    assert way(game, "9.4,9.4", "10.6,9.4") == ""


@rule("CD-EQ-JUMP-1", "CD-BLDG-5")
def test_a_jump_pack_leaps_over_a_house():
    small = box("house", 10, 10, 11.5, 16)
    assert way(field([leader(9.4, 13, fast=1)], pieces=(small,)), "12.2,13") == "CD-BLDG-5"
    assert way(field([leader(9.4, 13, jump_pack=1)], pieces=(small,)), "12.2,13") == ""


@rule("CD-BLDG-5", "CD-BLDG-6")
def test_inside_one_is_concealed_and_sees_out():
    inside = at(squad(0, 0, 4), (11, 11), (12.5, 11), (14, 11), (12.5, 12.5))
    game = field([inside], [squad(30, 12, 4)], (HOUSE,))
    battle = battle_of(game)
    one, other = unit(game, "A1"), unit(game, "B1")
    assert sight.sees(battle, one, other)
    assert sight.sees(battle, other, one)
    assert cover.status(battle, one, other.models) == "concealed"


# ---------------------------------------------------------------- pinning test
@rule("CD-BLDG-3", "CD-BLDG-4", "CD-BLDG-5")
def test_what_houses_walls_and_bunkers_withstand():
    assert (KINDS["house"].av, KINDS["house"].dam) == (14, 60)
    assert (KINDS["wall"].av, KINDS["wall"].dam) == (14, 15)
    assert (KINDS["bunker"].av, KINDS["bunker"].dam) == (18, 60)


@rule("CD-BLDG-1", "CD-HIT-9")
def test_a_building_is_shot_at_as_irregular_and_large_with_a_test_if_an_enemy_is_in_sight():
    game = field([section(3, 13, soldier("Rg", "auto-cannon", "assault-rifle"))], [squad(60, 40, 4)], (HOUSE,))
    run(game, ChooseTarget("A1", AUTO_CANNON))
    assert options(game)[NAME] == ""
    told = game.preview(NAME)
    assert any(row.tally is not None and row.tally.total == 6 + 2 - 2 - 1 for row in told.lines if row.label == "A1-1")
    assert any(row.label == "test first" for row in told.lines)


@rule("CD-SHOOT-3", "CD-BLDG-1")
def test_beyond_its_range_a_weapon_does_a_building_no_harm_and_at_half_as_much_again_it_reaches_none():
    """An assault rifle has a range of 24, from the edge of the base (radius 0.5) to the nearest wall."""
    shooters, weapon = (Shooter("A1-1", "assault-rifle"),), stock().weapons["assault-rifle"]
    assert (weapon.range, weapon.furthest) == (24, 36)
    for gap, beyond in ((24, [False]), (24.02, [True]), (36, [True]), (36.02, [])):
        game = field([leader(16 + 0.5 + gap, 13)], pieces=(HOUSE,), dice=(10, 10, 10))
        found = battering(battle_of(game), unit(game, "A1"), HOUSE, shooters)
        assert [salvo.beyond for salvo in found] == beyond, gap
        run(game, Batter("A1", NAME, shooters))
        assert len(unread(game)) == 3 - len(beyond) - (gap == 24), "a die to hit; only within range one against its AV"


@rule("CD-BLDG-1", "CD-BLDG-3")
def test_what_is_foretold_of_a_shot_at_a_house():
    game = field([section(3, 13, soldier("Rg", "auto-cannon"))], pieces=(HOUSE,))
    run(game, ChooseTarget("A1", AUTO_CANNON))
    told = game.preview(NAME)
    (hit,) = [row.tally.total for row in told.lines if row.label == "A1-1"]
    through = (11 - hit) / 10 * 4 / 10
    assert hit == 5
    assert [one.probability for one in told.chances] == pytest.approx([through, through]), "7 or more: 8 + 7 is over 14"
    assert told.expected == pytest.approx(8 * through)


@rule("CD-BLDG-1")
def test_p_is_added_where_the_die_is_over_av_and_twice_at():
    game = field([leader(3, 13)], pieces=(HOUSE,), dice=(6, 7))
    run(game, Crack("A1", NAME, Hit(8, 0, "Auto cannon")))
    assert battle_of(game).damage == {}, "14 is not over 14"
    run(game, Crack("A1", NAME, Hit(8, 0, "Auto cannon")))
    assert battle_of(game).damage == {NAME: 8}
    game.dice.unread = (3, 1, 1, 1)
    run(game, Crack("A1", NAME, Hit(5, 12, "RPG")))
    assert battle_of(game).damage == {NAME: 32}
    assert unread(game) == (), "three rolls: over 10, over 20, over 30"


@rule("CD-VTGT-6", "CD-BLDG-1")
@pytest.mark.parametrize(("damage", "passed"), [(0, 0), (10, 0), (11, 1), (20, 1), (24, 2), (60, 5), (61, 6)])
def test_how_many_tens_are_passed(damage, passed):
    assert tens(damage) == passed


def held(*dice, damage=5):
    """A house with damage of 5 and two models in it; the next hit of P 8 goes through and passes 10."""
    inside = at(squad(0, 0, 2, av=8), (11, 11), (12.5, 11))
    game = field([leader(3, 13)], [inside], (HOUSE,), dice=(10, *dice))
    battle_of(game).damage = {NAME: damage}
    run(game, Crack("A1", NAME, Hit(8, 0, "Auto cannon")))
    assert unread(game) == ()
    return game


@rule("CD-BLDG-2")
def test_the_table_of_buildings():
    assert unit(held(8, 2, 1), "B1").number("B1-2") is None, "1 + 8 is over 8"
    assert unit(held(9, 1, 1), "B1").number("B1-1") is None
    assert unit(held(6, 2), "B1").man("B1-2").stunned == 2
    assert unit(held(7, 1), "B1").man("B1-1").stunned == 2
    assert "furniture" in said(held(5))
    assert battle_of(held(10, 6)).damage == {NAME: 19}
    assert battle_of(held(10, 10, 1)).damage == {NAME: 23}, "over 20 by the table: another roll"


@rule("CD-BLDG-1")
def test_over_its_dam_it_is_destroyed_and_those_inside_stand_beside_it_unharmed():
    game = held(damage=53)
    battle = battle_of(game)
    assert battle.ruins == (NAME,)
    assert unit(game, "B1").left == 2
    for spot in unit(game, "B1").models:
        assert not HOUSE.holds(spot)
        assert HOUSE.figure.distance(spot) == pytest.approx(0.5, abs=0.03)
    assert [piece.kind for piece in battle.table.pieces] == ["rubble"]
    assert way(field([leader(9, 13)], pieces=battle.table.pieces), "11,13") == "CD-MOVE-4"
    battle.damage = {}
    assert piece_of(battle, NAME) is None


@rule("CD-BLDG-1")
def test_exactly_its_dam_is_not_enough():
    game = held(damage=52)
    assert battle_of(game).damage == {NAME: 60}
    assert battle_of(game).ruins == ()


@rule("CD-BLDG-4")
def test_a_wall_falls_section_by_section():
    wall = line("wall", (10, 20), (19, 20))
    assert [part.points for part in sections_of(wall)] == [
        ((10, 20), (13, 20)),
        ((13, 20), (16, 20)),
        ((16, 20), (19, 20)),
    ]
    game = field([leader(14, 13)], pieces=(wall,), dice=(10,))
    middle = f"{wall.id}#1"
    battle = battle_of(game)
    battle.damage = {middle: 8}
    run(game, Crack("A1", middle, Hit(8, 0, "Auto cannon")))
    assert battle.ruins == (middle,)
    assert [piece.points for piece in battle.table.pieces] == [((10, 20), (13, 20)), ((16, 20), (19, 20))]
    assert [piece.id for piece in ruined(battle.table, battle.ruins).pieces] == [f"{wall.id}#0", f"{wall.id}#2"]


@rule("CD-BLDG-1", "CD-SHOOT-3")
def test_a_volley_at_a_house():
    men = section(3, 13, *[soldier("Rg", "auto-cannon")] * 2)
    game = field([men], [], (HOUSE,), dice=(5, 4, 7))
    run(game, Batter("A1", NAME, (Shooter("A1-1", "auto-cannon"), Shooter("A1-2", "auto-cannon"))))
    assert unread(game) == ()
    assert battle_of(game).damage == {NAME: 8}


@rule("CD-BLDG-5", "CD-AP-2")
def test_a_section_goes_into_a_house_by_keys():
    game = activate(field([leader(9.2, 13)], [squad(60, 40, 4)], (HOUSE,)), "A1", "move", ["11,13"])
    assert unit(game, "A1").models == ((11.0, 13.0),)
    assert isinstance(game.question, Pick)
    play(game, "move")
    assert refused(game, ["16.8,13"])


@rule("CD-EQ-THERMAL", "CD-BLDG-1")
def test_a_thermal_detonator_has_p_14_against_a_building_that_its_bearer_touches():
    game = field([leader(9.5, 13, thermal_detonator=1)], [], (HOUSE,), dice=(1, 1))
    activate(game, "A1", "demolish")
    assert unread(game) == ()
    assert battle_of(game).damage == {NAME: 14}
    game = activate(field([leader(9.4, 13, thermal_detonator=1)], [], (HOUSE,)), "A1")
    assert options(game)["demolish"] == "CD-EQ-THERMAL"
