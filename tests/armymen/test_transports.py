"""Transports: getting in, being inside, getting out (AMC-VUNIT-2 to 4)."""

from __future__ import annotations

from itertools import pairwise
from math import cos, dist, radians, sin

import pytest
from attrs import evolve

from tabletop_tui.engine.question import Place
from tabletop_tui.rules.armymen.damage.bail_out_places import CrowdedField
from tabletop_tui.rules.armymen.moving.transports import carriers, out_field, refuse_boarding
from tabletop_tui.rules.armymen.turn.turn import NextActivation
from tabletop_tui.rules.armymen.ways.move_field import SPACING
from tabletop_tui.table.polygons import off
from tests.armymen.build import (
    act,
    artillery,
    battle_of,
    box,
    field,
    gunners,
    inside,
    jeep,
    riflemen,
    snipers,
    stand,
    tank,
    unit,
    wrecked,
)
from tests.playing import allowed, load, options, play, refused, run, unread

rule = pytest.mark.rule


# ---------------------------------------------------------------- transport
@rule("AMC-VUNIT-2", "AMC-VUNIT-3")
def test_a_whole_unit_that_moves_into_contact_may_get_in():
    game = field([riflemen(10, 10, 5), jeep(17.5, 13), gunners(10, 30), riflemen(30, 10, 10)], [gunners(40, 40)])
    act(game, "A1", "advance")
    assert options(game) == {"move": "", "A2": ""}
    play(game, "A2")
    assert unit(game, "A1").aboard == "A2"
    assert unit(game, "A1").models == ()
    assert not game.agenda, "no shot, its activation is over"
    act(game, "A4", "rush")
    assert isinstance(game.question, Place), "ten models find no room, so nothing is asked"


@rule("AMC-VUNIT-3")
def test_the_way_to_a_vehicle_is_shown_beforehand():
    game = field([gunners(10, 10), jeep(15, 10)], [gunners(40, 40)])
    act(game, "A1", "advance")
    shown = game.preview("A2")
    assert shown.path == ("10,10", "13.25,10")
    assert [line.value for line in shown.lines] == ["1 model of 1, 3.2 in"]
    assert game.preview("move") is None


@rule("AMC-VUNIT-2", "AMC-VUPG-1")
def test_several_units_share_the_room_and_only_models_left_count():
    game = field([jeep(18, 13, 0, "truck"), riflemen(12, 10, 5), riflemen(24, 10, 10)], [gunners(40, 40)])
    inside(game, "A2", "A1")
    act(game, "A3", "rush")
    assert isinstance(game.question, Place), "five and ten are more than ten"
    game.agenda.clear()
    stand(game, "A3", *[(24 + 1.5 * n, 10) for n in range(4)])
    act(game, "A3", "rush")
    assert options(game)["A1"] == ""


@rule("AMC-VUNIT-3")
def test_a_vehicle_out_of_reach_picks_nobody_up():
    game = field([riflemen(10, 10, 5), jeep(17.75, 13)], [gunners(40, 40)])
    act(game, "A1", "advance")
    assert options(game)["A2"] == ""
    game.agenda.clear()
    stand(game, "A2", (17.8, 13))
    act(game, "A1", "advance")
    assert isinstance(game.question, Place)


@rule("AMC-VUNIT-4")
def test_a_unit_inside_stays_or_gets_out_by_an_advance_and_may_shoot():
    game = field([jeep(20, 10), riflemen(30, 30, 5)], [gunners(20, 30)])
    rider = inside(game, "A2", "A1")
    act(game, "A2")
    assert allowed(game) == ["stay", "out"]
    play(game, "out")
    assert refused(game, ["20,21"]) == "AMC-VUNIT-4", "more than 6 in from the vehicle's edge"
    play(game, ["20,15"])
    assert rider.aboard == ""
    assert min(dist(a, b) for a, b in pairwise(rider.models)) == SPACING, "not base to base: there is room"
    assert "B1" in options(game), "it may shoot then"


@rule("AMC-VUNIT-4")
def test_inside_nobody_can_be_charged_and_nobody_spots():
    game = field([gunners(10, 10)], [jeep(20, 30), snipers(40, 40)])
    inside(game, "B2", "B1")
    act(game, "A1", "hold")
    assert list(options(game)) == ["B1", "hold"]
    game.agenda.clear()
    stand(game, "A1", (10, 25))
    act(game, "A1", "charge")
    assert list(options(game)) == ["B1"], "the vehicle alone"


# ---------------------------------------------------------------- the boundary cases: getting in
@rule("AMC-VUNIT-2", "AMC-VUPG-1", "AMC-VUPG-2")
@pytest.mark.parametrize(("upgrades", "room"), [((), 5), (("truck",), 10), (("apc",), 10)])
def test_what_counts_is_the_models_left(upgrades, room):
    game = field([riflemen(10, 10, 10), jeep(17, 13, 0, *upgrades)], [gunners(40, 40)])
    for left, fits in ((room, True), (room + 1, False)):
        one = unit(game, "A1")
        one.models, one.arms = ((10, 10),) * left, (("rifle",),) * left
        refusal = refuse_boarding(battle_of(game), one, unit(game, "A2"), 6)
        assert (refusal is None) is fits
        if not fits:
            assert (refusal.why, refusal.rule) == (
                f"{left} models, but there is room for {room or 'none'}",
                "AMC-VUNIT-2",
            )


@rule("AMC-VUNIT-2")
def test_small_units_share_a_jeep_to_the_last_seat():
    game = field(
        [jeep(18, 13), gunners(14, 13, 3), snipers(10, 13), snipers(10, 15), gunners(12, 10)], [gunners(40, 40)]
    )
    inside(game, "A2", "A1")
    inside(game, "A3", "A1")
    assert refuse_boarding(battle_of(game), unit(game, "A4"), unit(game, "A1"), 12) is None, "the fifth"
    inside(game, "A4", "A1")
    assert refuse_boarding(battle_of(game), unit(game, "A5"), unit(game, "A1"), 12).rule == "AMC-VUNIT-2"
    unit(game, "A2").arms = unit(game, "A2").arms[:2]
    assert refuse_boarding(battle_of(game), unit(game, "A5"), unit(game, "A1"), 12) is None, "one inside has fallen"


@rule("AMC-VUNIT-2", "AMC-VUNIT-6", "AMC-VUNIT-7")
def test_only_own_carriers_take_somebody_and_only_infantry():
    game = field([riflemen(10, 10), tank(15, 11), artillery(15, 15)], [jeep(10, 19), tank(40, 40)])
    assert carriers(battle_of(game), unit(game, "A1")) == []
    act(game, "A1", "advance")
    assert isinstance(game.question, Place)
    two = field([jeep(10, 10), jeep(16, 10)], [gunners(40, 40)])
    assert carriers(battle_of(two), unit(two, "A1")) == []
    act(two, "A1", "advance")
    assert isinstance(two.question, Place), "a jeep does not get into a jeep"


@rule("AMC-VUNIT-3", "AMC-ACT-5", "AMC-ACT-6")
@pytest.mark.parametrize(("action", "inches"), [("advance", 6), ("rush", 12)])
def test_contact_is_made_within_the_move_of_the_action(action, inches):
    game = field([gunners(10, 10), jeep(10 + 1.75 + inches, 10)], [gunners(40, 40)])
    act(game, "A1", action, "A2")
    assert unit(game, "A1").aboard == "A2"
    assert game.question is None, "no shot from inside"
    far = field([gunners(10, 10), jeep(10 + 1.77 + inches, 10)], [gunners(40, 40)])
    act(far, "A1", action)
    assert isinstance(far.question, Place)


@rule("AMC-VUNIT-3")
@pytest.mark.parametrize("turn", range(0, 360, 15))
def test_a_vehicle_is_got_into_from_every_side(turn):
    x, y = round(20 + 6 * sin(radians(turn)), 2), round(20 - 6 * cos(radians(turn)), 2)
    game = field([gunners(20, 20), jeep(x, y)], [gunners(40, 40)])
    act(game, "A1", "advance", "A2")
    assert unit(game, "A1").aboard == "A2"


@rule("AMC-VUNIT-3", "AMC-TERR-2")
def test_difficult_terrain_bars_the_way_to_a_vehicle_as_any_other():
    river = (box("river", 0, 12, 48, 13),)
    game = field([gunners(10, 10), jeep(10, 17.75)], [gunners(40, 40)], pieces=river)
    act(game, "A1", "rush", "A2")
    assert unit(game, "A1").aboard == "A2", "6 in through the river"
    far = field([gunners(10, 10), jeep(10, 18)], [gunners(40, 40)], pieces=river)
    refusal = refuse_boarding(battle_of(far), unit(far, "A1"), unit(far, "A2"), 12)
    assert refusal.rule == "AMC-TERR-2"


@rule("AMC-VUNIT-3", "AMC-MOVE-3")
def test_the_way_to_a_vehicle_keeps_an_inch_off_all_others():
    game = field([gunners(10, 10), jeep(10, 18)], [gunners(10, 14)])
    assert refuse_boarding(battle_of(game), unit(game, "A1"), unit(game, "A2"), 7).rule == "AMC-VUNIT-3"
    assert refuse_boarding(battle_of(game), unit(game, "A1"), unit(game, "A2"), 12) is None, "around him"
    act(game, "A1", "rush")
    assert options(game) == {"move": "", "A2": ""}
    game.answer("A2")
    (track,) = game.agenda[-1].tracks
    assert min(off(a, b, (10, 14)) for a, b in pairwise(track)) > 2, "more than 1 in from base to base"
    game.advance()
    assert unit(game, "A1").aboard == "A2"


@rule("AMC-VUNIT-3")
def test_who_stands_against_a_vehicle_may_get_in_and_the_driver_picks_nobody_up():
    game = field([gunners(10, 10), jeep(11.75, 10)], [gunners(40, 40)])
    act(game, "A2", "advance", ["11.75,10"])
    assert not unit(game, "A1").aboard
    act(game, "A1", "advance", "A2")
    assert unit(game, "A1").aboard == "A2"


@rule("AMC-VUNIT-3")
def test_a_vehicle_may_be_left_alone():
    game = field([gunners(10, 10), jeep(15, 10)], [gunners(10, 30)])
    act(game, "A1", "advance", "move", ["10,12"])
    assert unit(game, "A1").models == ((10, 12),)
    assert allowed(game) == ["B1", "hold"]


@rule("AMC-VUNIT-3", "AMC-GUARD-3")
@pytest.mark.parametrize(("hits", "aboard"), [(1, "A2"), (3, "")])
def test_who_is_shot_at_on_the_way_gets_in_if_anybody_is_left(hits, aboard):
    house = (box("building", 8, 18, 17, 22),)
    game = field([gunners(14, 10, 3), jeep(26, 11.5)], [gunners(14, 30)], pieces=house)
    unit(game, "B1").guarding = True
    act(game, "A1", "rush", "A2")
    assert game.question.seat == 1
    load(game, *[6] * hits, *[1] * (3 - hits), *[1] * (hits + 2))  # a die more each for the reaction and for cover
    play(game, allowed(game)[0], *(["0"] if hits < 3 else []))
    assert unread(game) == ()
    assert unit(game, "A1").aboard == aboard
    assert unit(game, "A1").destroyed == (hits == 3)


@rule("AMC-VUNIT-3", "AMC-GUARD-3")
@pytest.mark.parametrize(("lost", "aboard"), [("0", ""), ("1", "A2")])
def test_nobody_gets_in_if_he_who_reached_the_vehicle_was_shot(lost, aboard):
    house = (box("building", 8, 18, 16, 22),)
    game = field([gunners(14, 10, 3), jeep(21.75, 10)], [gunners(14, 30)], pieces=house)
    stand(game, "A1", (14, 10), (11, 10))
    unit(game, "B1").guarding = True
    act(game, "A1", "advance", "A2")
    load(game, *(6, 1, 1), *(1, 1), 4)  # a hit, two dice to block, the test of morale
    play(game, allowed(game)[-2], lost)
    assert unread(game) == ()
    assert unit(game, "A1").aboard == aboard
    assert unit(game, "A1").left == 1


@rule("AMC-VUNIT-3", "AMC-TERR-3")
def test_mines_on_the_way_to_a_vehicle_go_off_before_the_unit_gets_in():
    mines = (box("minefield", 5, 12, 15, 13),)
    game = field([gunners(10, 10), jeep(10, 17)], [gunners(40, 40)], pieces=mines, dice=(1, 1))
    act(game, "A1", "advance", "A2")
    assert unit(game, "A1").destroyed
    assert unit(game, "A1").aboard == ""


# ---------------------------------------------------------------- the boundary cases: inside and out
@rule("AMC-VUNIT-4", "AMC-ACT-1")
def test_inside_nothing_but_staying_and_getting_out_is_open():
    game = field([jeep(20, 10), riflemen(30, 30)], [gunners(20, 30)])
    rider = inside(game, "A2", "A1")
    act(game, "A2")
    assert options(game) == {"stay": "", "out": ""}
    play(game, "stay")
    assert game.question is None, "no shot from inside"
    assert rider.aboard == "A1"
    assert rider.activated


@rule("AMC-VUNIT-4")
def test_a_unit_gets_out_after_its_vehicle_has_moved():
    game = field([jeep(10, 10), gunners(30, 30)], [gunners(40, 40)])
    rider = inside(game, "A2", "A1")
    act(game, "A1", "rush", ["30,10"])
    assert rider.aboard == "A1", "it is carried along"
    act(game, "A2", "out", ["34,10"])
    assert rider.models == ((34, 10),)


@rule("AMC-VUNIT-4", "AMC-ROUND-1")
def test_who_got_in_this_round_has_acted():
    game = field([gunners(10, 10), jeep(15, 10), gunners(30, 30)], [gunners(40, 40)])
    act(game, "A1", "advance", "A2")
    unit(game, "B1").activated = True
    run(game, NextActivation())
    assert options(game) == {"A1": "AMC-ROUND-1", "A2": "", "A3": ""}
    assert battle_of(game).active == "", "the next one is not yet chosen"


@rule("AMC-VUNIT-4")
@pytest.mark.parametrize(("y", "why"), [(17.75, ""), (17.77, "AMC-VUNIT-4"), (11.75, ""), (11.7, "AMC-VUNIT-4")])
def test_six_inches_from_the_edge_of_the_vehicle_and_not_on_it(y, why):
    game = field([jeep(20, 10), gunners(30, 30)], [gunners(40, 40)])
    inside(game, "A2", "A1")
    act(game, "A2", "out")
    assert refused(game, [f"20,{y}"]) == why


@rule("AMC-VUNIT-4", "AMC-VUNIT-5")
def test_every_place_around_the_vehicle_is_offered():
    game = field([jeep(20, 20), gunners(30, 30)], [gunners(45, 45)])
    inside(game, "A2", "A1")
    act(game, "A2", "out")
    away = {(x, y): dist((x, y), (20, 20)) for x in range(10, 31) for y in range(10, 31)}
    assert set(game.question.field.cells()) == {f"{x},{y}" for (x, y), far in away.items() if 1.75 <= far <= 7.75}
    wreck = wrecked(gunners(1, 1), hits=(1, 4))
    assert set(wreck.question.field.cells()) == {f"{x},{y}" for (x, y), far in away.items() if far <= 4.75}


@rule("AMC-VUNIT-5")
def test_one_by_one_they_are_put_wherever_there_is_room():
    game = field([riflemen(1, 1)], [jeep(20, 20), riflemen(1, 1)])
    crowd = CrowdedField(
        *(5, 0.5, 1.01),
        battle=battle_of(game),
        unit=unit(game, "B2"),
        around=(20, 20),
        edge=1.25,
        reach=3.0,
        rule="AMC-VUNIT-5",
    )
    unit(game, "B1").models = unit(game, "A1").models = unit(game, "B2").models = ()
    spots = {(20 + x / 2, 20 + y / 2) for x in range(-12, 13) for y in range(-12, 13)}
    assert set(crowd.free) == {spot for spot in spots if dist(spot, (20, 20)) <= 4.75}
    assert crowd.wanted == 5
    assert len(crowd.scattered((24, 20))) == 5
    assert crowd.scattered((24, 20))[0] == (24, 20), "the first where it was said, the others near it"


@rule("AMC-VUNIT-4", "AMC-MOVE-1", "AMC-MOVE-3")
def test_getting_out_the_unit_keeps_together_and_off_all_but_its_vehicle():
    game = field([jeep(20, 10), riflemen(30, 30)], [gunners(20, 16)])
    inside(game, "A2", "A1")
    act(game, "A2", "out")
    assert refused(game, ["20,7", "form=line"]) == ""
    assert refused(game, ["20,14"]) == "AMC-MOVE-3", "too near to the enemy"
    assert refused(game, ["20,7", "form=line", "model1=0,-3"]) == "AMC-MOVE-1"


@rule("AMC-VUNIT-4")
def test_where_there_is_no_room_the_unit_stays_inside():
    game = field([jeep(2, 2), riflemen(30, 30)], [riflemen(8, 8, 10)])
    inside(game, "A2", "A1")
    unit(game, "B1").models = tuple((x + 0.5, y + 0.5) for x in range(0, 12, 2) for y in range(0, 12, 2) if x + y > 2)
    act(game, "A2")
    assert options(game) == {"stay": "", "out": "AMC-VUNIT-4"}


@rule("AMC-VUNIT-4")
def test_where_a_block_finds_room_only_base_to_base_it_gets_out_so():
    game = field([jeep(10, 10), riflemen(30, 30)], [riflemen(8, 8, 10)])
    inside(game, "A2", "A1")
    dense = evolve(out_field(battle_of(game), unit(game, "A2")), spacing=1.01)
    block = [(x, y) for x, y, _ in dense.stands(["10,13"])]
    spots = [(x / 4, y / 4) for x in range(2, 80) for y in range(2, 80)]
    unit(game, "B1").models = tuple(spot for spot in spots if min(dist(spot, one) for one in block) > 2.01)
    act(game, "A2", "out")
    assert refused(game, ["10,13"]) == ""
    assert all(refused(game, [cell]) == "" for cell in game.question.field.cells())
    play(game, ["10,13"])
    assert len(unit(game, "A2").models) == 5


@rule("AMC-VUNIT-4", "AMC-TERR-3")
def test_who_gets_out_across_mines_rolls_for_them():
    game = field(
        [jeep(20, 10), gunners(30, 30)], [gunners(40, 40)], pieces=(box("minefield", 15, 12, 25, 13),), dice=(2,)
    )
    inside(game, "A2", "A1")
    act(game, "A2", "out", ["20,14"])
    assert unread(game) == ()


@rule("AMC-VUNIT-4", "AMC-SHOOT-1", "AMC-GUARD-2")
def test_those_inside_are_no_target_and_do_not_react():
    game = field([gunners(20, 10)], [jeep(20, 30), gunners(40, 40)], pieces=(box("building", 15, 18, 25, 22),))
    rider = inside(game, "B2", "B1")
    rider.guarding = True  # no rule lets it come to this
    act(game, "A1", "rush", ["30,10"])
    assert game.question is None


@rule("AMC-ROUND-2", "AMC-VUNIT-4")
def test_who_is_inside_is_found_where_its_vehicle_stands():
    game = field([jeep(20, 10), riflemen(30, 30), gunners(40, 40)], [gunners(45, 45)])
    inside(game, "A2", "A1")
    unit(game, "B1").activated = True
    run(game, NextActivation())
    shown = {option.key: (option.label, option.target) for option in game.question.options}
    assert shown == {
        "A1": ("A1 Jeep", "A1"),
        "A2": ("A2 Riflemen (in A1)", "A1"),
        "A3": ("A3 Gunner", "A3"),
    }
