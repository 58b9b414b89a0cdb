"""Breaches late in a move, places that are fired at, machines that nobody crews, and what heights change."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.rules.techcommander.aiming.shot_declaration import Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally
from tabletop_tui.rules.techcommander.anytime.anytime_windows import BeforeAction
from tabletop_tui.rules.techcommander.anytime.infiltration_declarations import ChooseInfiltrated
from tabletop_tui.rules.techcommander.groups.rallied_fire import Assault
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.skulls.skull_effects import Anger, Navigator
from tabletop_tui.rules.techcommander.state.battle import REVEALED, Bubble
from tabletop_tui.rules.techcommander.state.infiltration import reveal
from tabletop_tui.rules.techcommander.unit_actions.fire_for_effect import ChooseShell
from tabletop_tui.rules.techcommander.victory import objectives, victory
from tests.playing import load, options, play, run
from tests.techcommander.build import act, armed, box, doing, field, gun, line, named, unit

rule = pytest.mark.rule


# ---------------------------------------------------------------- breaches late in a move
@rule("TC-BREACH-1", "TC-BREACH-2", "TC-BREACH-3")
@pytest.mark.parametrize(
    ("gap", "end"), [(7.0, 42.5), (17.99, 47.5), (18.0, 48.0), (20.0, 50.0), (23.9, 53.9), (24.1, None)]
)
def test_a_breach_with_the_last_of_the_speed_is_made_and_then_the_machine_stops(gap, end):
    """Speed 24: a quarter is 6. Whoever touches the house after 18 or more has nothing left and stops there."""
    house = box("building", 31 + gap, 30, 60, 60, ac=1)
    game = field([unit("stingray", 30, 45)], [], pieces=(house,))
    run(game, ChooseMove("A1"))
    wanted = {7.0: ["42.5,45"], 17.99: ["48,45"]}.get(gap, ["54.5,45"])
    if gap == 17.99:
        assert game.refuse(["48.5,45"]).rule == "TC-BREACH-3", "a hundredth is left"
    if end is None:
        assert game.refuse(wanted) is not None
        return
    assert game.refuse(wanted) is None, game.refuse(wanted)
    play(game, wanted)
    assert house.id in game.state.ruins
    assert named(game, "A1").at[0] == pytest.approx(30 + gap if gap >= 18 else float(wanted[0].split(",")[0]), abs=0.04)


@rule("TC-BREACH-3")
def test_the_place_of_a_late_breach_is_offered():
    house = box("building", 51, 30, 70, 60, ac=1)
    game = field([unit("stingray", 30, 45)], [], pieces=(house,))
    run(game, ChooseMove("A1"))
    offered = [spot for spot in game.question.field.cells() if float(spot.split(",")[0]) > 49]
    assert offered
    assert all(game.refuse([spot]) is None for spot in offered)


# ---------------------------------------------------------------- fire at places
def shelling(shooter, spot, *pieces, foes=()):
    game = field([shooter], list(foes), pieces=tuple(pieces))
    doing(game, "A1", "fire-for-effect")
    run(game, ChooseShell("A1"))
    play(game, next(key for key in options(game) if key != "hold"))
    refusal = game.refuse([spot])
    return game, refusal.rule if refusal is not None else ""


SHELL = gun(splash=5, radius=3.0, min=6.0)


@rule("TC-FFE-1", "TC-GEAR-7", "TC-LOS-1")
def test_a_direct_weapon_fires_at_no_place_that_it_does_not_see():
    house = box("tower", 40, 30, 50, 60)
    assert shelling(armed("dwarf", 30, 45, SHELL), "70,45", house)[1] == "TC-COVER-6"
    assert shelling(armed("dwarf", 30, 45, SHELL), "38,70", house)[1] == ""
    assert shelling(armed("dwarf", 30, 45, evolve(SHELL, nlos=True)), "70,45", house)[1] == ""


@rule("TC-FFE-1", "TC-FFE-2", "TC-GEAR-8", "TC-NLOS-2")
def test_the_minimum_range_holds_for_direct_fire_at_places_a_lobbed_shot_takes_8():
    assert shelling(armed("dwarf", 30, 45, SHELL), "38,45")[1] == "TC-GEAR-8"
    assert shelling(armed("dwarf", 30, 45, SHELL), "39,45")[1] == ""
    game, refused = shelling(armed("dwarf", 30, 45, evolve(SHELL, nlos=True)), "38,45")
    assert refused == ""
    assert "4 or less" not in game.question.field.cost(["40,45"])
    assert game.question.field.cost(["38,45"]).startswith("3 or less"), "10, Wet Wire Jacks, -8"
    assert game.question.field.cost(["40,45"]).startswith("7 or less"), "-4"


@rule("TC-LOS-5", "TC-FFE-1")
def test_no_place_in_a_room_that_is_shut_in_can_be_fired_at_from_outside():
    walls = [line("wall", (50, 40), (60, 40), (60, 50), (50, 50), (50, 40), top=5.0)]
    roof = box("bridge", 49, 39, 61, 51, bottom=5.0, top=6.0)
    lob = evolve(SHELL, nlos=True)
    assert shelling(armed("dwarf", 30, 45, lob), "55,45", *walls, roof)[1] == "TC-LOS-5"
    assert shelling(armed("dwarf", 30, 45, lob), "55,45", *walls)[1] == ""


@rule("TC-BUBBLE-6", "TC-FFE-1")
def test_fire_at_a_place_in_a_shield_strikes_the_shield():
    game, _ = shelling(armed("dwarf", 30, 45, SHELL), "60,45", foes=[unit("marine", 61, 45)])
    game.state.bubbles = (Bubble("bubble-1", 1, (60.0, 45.0)),)
    load(game, 1)
    play(game, ["60,45"])
    assert (named(game, "B1").life, game.state.bubbles[0].life) == (20, 10)


# ---------------------------------------------------------------- machines that nobody crews
@rule("TC-DISEMBARK-3", "TC-SCEN-6", "TC-SCEN-8", "TC-SCEN-1")
def test_a_machine_that_nobody_crews_holds_nothing_and_keeps_no_side_alive():
    def teams(crew):
        game = field([unit("stingray", 45, 45, crew=crew)], [unit("marine", 10, 10)])
        game.state.tokens = ((47.0, 45.0),)
        found = objectives.controls(game.state, (45.0, 45.0)), objectives.beside(game.state, (47.0, 45.0))
        return *found, victory.standing_teams(game.state)

    assert teams(2) == (0, 0, {0, 1})
    assert teams(0) == (None, None, {1})


# ---------------------------------------------------------------- heights
HILL = box("hill", 40, 35, 60, 55, top=2.0)


@rule("TC-SKULL-5", "TC-SKULL-3")
@pytest.mark.parametrize(("start", "on", "claims"), [((38.0, 45.0), "ground", True), ((41.5, 45.0), HILL.id, True)])
def test_a_skull_on_a_hill_is_claimed_from_the_hill(start, on, claims):
    def claimed(who, jumps, goal, **changes):
        walker = unit(who, *start, on=on, card_changes={"jump": jumps, "speed": 18} if who != "crew" else None)
        game = field([walker], [], pieces=(HILL,), game="deathmatch")
        game.state.skull = (45.0, 45.0)
        act(game, "A1", "move", [goal])
        return game.state.claimed == "A1"

    assert claimed("marine", True, "48,45") is claims
    assert claimed("crew", False, "48,45") is claims
    assert not claimed("crew", False, "38,30")


@rule("TC-SKULL-5")
def test_a_skull_on_a_hill_is_not_claimed_from_below_its_edge():
    game = field([unit("crew", 39, 45)], [], pieces=(HILL,), game="deathmatch")
    game.state.skull = (40.0, 45.0)
    act(game, "A1", "move", ["39,30"])
    assert game.state.claimed == ""


@rule("TC-SKB-2")
@pytest.mark.parametrize("kind", ["hill", "bunker"])
def test_anger_goes_at_the_nearest_on_a_hill_or_a_roof(kind):
    top = box(kind, 40, 35, 60, 55, top=2.0)
    foes = [unit("marine", 50, 45, on=top.id), unit("marine", 80, 80)]
    game = field([unit("marine", 20, 45)], foes, pieces=(top,), game="deathmatch", dice=(20,))
    run(game, Anger("A1"))
    assert options(game)["B1"] == ""
    play(game, "B1")
    spot = next(iter(game.question.field.candidates()))
    play(game, [f"{spot[0]},{spot[1]}"])
    assert named(game, "A1").on == top.id
    crew = field([unit("crew", 20, 45)], foes, pieces=(top,), game="deathmatch")
    run(crew, Anger("A1"))
    assert ("B1" in options(crew) and options(crew)["B1"] == "") if kind == "hill" else crew.question is None


@rule("TC-SKB-16")
def test_navigator_goes_to_a_roof_and_the_group_with_him():
    roof = box("bunker", 40, 35, 60, 55, top=3.0)
    game = field([unit("marine", 20, 45, group="A1"), unit("marine", 22, 45, group="A1")], [], pieces=(roof,))
    run(game, Navigator("A1"))
    assert game.refuse(["50,45"]) is None
    play(game, ["50,45", f"on={roof.id}"])
    play(game, ["52.5,45", f"on={roof.id}"])
    assert [named(game, name).on for name in ("A1", "A2")] == [roof.id, roof.id]
    assert named(game, "A2").group == named(game, "A1").group != ""


@rule("TC-POP-1", "TC-MOVE-5")
@pytest.mark.parametrize(("x", "high"), [(50.0, 2), (30.0, 14), (39.6, 2), (39.4, 14)])
def test_nobody_pops_up_through_a_bridge(x, high):
    bridge = box("bridge", 40, 35, 60, 55)  # its lower side is 3 up, and a trooper 1 high
    game = field([armed("marine", x, 45, gun(weight=45, portable=True))], [unit("dwarf", 50, 70)], pieces=(bridge,))
    act(game, "A1", "pop-and-shoot")
    assert game.question.high == high


@rule("TC-RALASLT-2", "TC-RANGE-9")
def test_the_nearest_of_an_assaulted_group_is_the_nearest_in_space():
    roof = box("tower", 44, 42, 48, 48, top=6.0)
    foes = [unit("marine", 46, 45, on=roof.id), unit("marine", 40, 38)]
    game = field([unit("marine", 40, 45, "rifle")], foes, pieces=(roof,))
    run(doing(game, "A1", "rallied-assault"), Assault(("A1",), ("B1", "B2")))
    assert "B2" in options(game), "5 away; the other is 4 away as seen from above, and 6 up"
    assert "B1" not in options(game)


# ---------------------------------------------------------------- infiltration
@rule("TC-INFIL-3", "TC-REPAIR-1")
def test_who_is_infiltrated_is_hidden_from_enemies_only():
    medic = armed("stingray", 20, 45, gun(repairs=True))
    game = field([medic, unit("marine", 26, 45, infiltrated=True, life=10)], [])
    run(game, ChooseWeapon("A1", repairs=True))
    assert options(game)["A2"] == ""


@rule("TC-INFIL-1", "TC-INFIL-2")
def test_a_player_declares_his_units_infiltrated_and_shows_them_again():
    game = field([unit("marine", 20, 45), unit("marine", 30, 45), unit("marine", 40, 45), unit("dwarf", 60, 45)], [])
    reveal(game, named(game, "A2"), "TC-INFIL-8")
    assert named(game, "A2").has(REVEALED)
    game.orders = {(0, "infiltrate"): "always"}
    run(game, BeforeAction(0))
    play(game, "infiltrate")
    assert options(game) == {"A1": "", "A2": "TC-INFIL-1", "A3": "", "done": ""}
    play(game, "A1")
    assert named(game, "A1").hidden
    assert options(game) == {"A2": "TC-INFIL-1", "A3": "", "done": ""}
    play(game, "done")
    run(game, ChooseInfiltrated(0))
    play(game, "A1", "done")
    assert not named(game, "A1").infiltrated


@rule("TC-POSTUP-4", "TC-NLOS-2")
@pytest.mark.parametrize(("covered", "lobbed", "number"), [(False, False, 14), (False, True, 8), (True, True, 6)])
def test_a_lobbed_shot_at_one_posted_up_takes_2_only_where_he_has_cover(covered, lobbed, number):
    wall = (box("bunker", 24, 42, 25, 45, top=5.0),) if covered else ()
    target = unit("dwarf", 27, 45, posted=270.0)
    game = field([armed("dwarf", 10, 45, gun(nlos=True), card_changes={"bonus": 0})], [target], pieces=wall)
    aim = aim_at(game.state, Salvo("A1", ("gun-1",), nlos=lobbed), named(game, "B1"))
    assert (aim.band.modifier < 0) is covered
    assert hit_tally(aim).total == number, "10 + AC4, -6 for the lob, -2 for posted up in cover"
