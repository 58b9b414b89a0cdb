"""Charging: who can be reached, the side, the ways into contact, closing up (AMC-MOVE-4, AMC-MELEE-1, AMC-MELEE-2)."""

from __future__ import annotations

from itertools import pairwise, permutations
from math import dist
from random import Random

import pytest

from tabletop_tui.engine.question import Place
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rules.armymen.melee.charging import refuse_charge
from tabletop_tui.rules.armymen.melee.melee import Charged, CloseUp, Melee, Settle
from tabletop_tui.rules.armymen.reactions.guarded_march import UnitMarch
from tabletop_tui.rules.armymen.sight import sight
from tabletop_tui.rules.armymen.sight.sight import arc
from tabletop_tui.rules.armymen.ways.charge_assignment import into_contact
from tabletop_tui.rules.armymen.ways.charge_move import length, look_for_way, refuse_reach, touching
from tabletop_tui.rules.armymen.ways.standing_checks import incoherent
from tabletop_tui.skirmish.unit_place_fields import Plan
from tests.armymen.build import act, battle_of, box, field, gunners, jeep, recruits, riflemen, said, stand, tank, unit
from tests.playing import allowed, load, options, play, refused, run, unread

rule = pytest.mark.rule
WALL = [(10 + 1.02 * n, 15) for n in range(-9, 10)]
"""Bases side by side, from 0.8 to 19.2: nobody goes through, and it is far around."""


def ends(game):
    """Where the models of A1 would be after a charge at B1 that the engine chooses."""
    battle = battle_of(game)
    return [track[-1] for track in into_contact(battle, unit(game, "A1"), unit(game, "B1"), 12.0)]


def moved(game, start, after):
    return max(dist(a, b) for a, b in zip(start, after, strict=True))


# ---------------------------------------------------------------- who can be charged
@rule("AMC-MOVE-4")
@pytest.mark.parametrize(("y", "reached"), [(23, True), (23.02, False)])
def test_exactly_twelve_inches_from_base_to_base_can_be_charged(y, reached):
    game = field([gunners(10, 10)], [gunners(10, y)])
    assert (refuse_charge(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None) is reached


@rule("AMC-PREP-1", "AMC-MELEE-1")
def test_nobody_charges_to_a_place_off_the_table():
    game = field([gunners(30, 1, 3)], [gunners(24, 0.5)])
    act(game, "A1", "charge", "B1")
    ways = game.question.field.ways
    assert min(y for _, y in ways) >= 0.5
    assert any(dist(place, (25, 0.5)) <= 0.1 for place in ways), "beside it there is room"
    for place in ways:
        tracks = game.question.field.tracks(Plan((place,)))
        assert min(y for track in tracks for _, y in track) >= 0.5


@rule("AMC-MOVE-4")
def test_exactly_twelve_inches_aslant_can_be_charged_too():
    level = field([gunners(5.1, 10)], [gunners(18.1, 10)])
    assert sight.distance(unit(level, "A1"), unit(level, "B1")) > 12, "by the last digit"
    assert refuse_charge(battle_of(level), unit(level, "A1"), unit(level, "B1")) is None
    game = field([gunners(10, 10)], [gunners(10, 23)])
    for x, y in ((15, 22), (22, 15), (5, 22)):  # 13 in from middle to middle
        stand(game, "B1", (x, y))
        assert refuse_charge(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None
        act(game, "A1", "charge", "B1")
        assert game.question.field.cells()
        game.agenda.clear()


@rule("AMC-MOVE-4")
def test_one_model_that_reaches_is_enough_and_sight_is_not_asked_for():
    house = box("building", 5, 16, 15, 18)
    game = field([riflemen(10, 10)], [gunners(10, 28)], pieces=(house,))
    assert refuse_charge(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None, "the last one is 11 in away"


@rule("AMC-MOVE-4")
def test_nobody_charges_through_the_bases_of_others():
    game = field([gunners(10, 10)], [gunners(10, 20), riflemen(30, 30)])
    unit(game, "B2").models = tuple(WALL)
    refusal = refuse_charge(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    assert (refusal.rule, refusal.why) == ("AMC-MOVE-4", "no free way of 12 in leads there")
    unit(game, "B2").models = tuple(WALL[7:11])
    assert refuse_charge(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None, "around those few it is near"


@rule("AMC-MOVE-4")
def test_the_way_around_counts():
    game = field([gunners(10, 10)], [gunners(10, 22), tank(10, 16)])
    assert refuse_charge(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None, "11 in, and the bend"
    stand(game, "B1", (10, 23))
    assert refuse_charge(battle_of(game), unit(game, "A1"), unit(game, "B1")) is not None, (
        "12 in straight, and the bend"
    )


@rule("AMC-MOVE-3")
def test_chargers_may_come_within_an_inch_of_others():
    game = field([gunners(10, 10)], [gunners(10, 20), gunners(11.2, 15)])
    unit(game, "B1").pinned = True
    load(game, 1)
    act(game, "A1", "charge", "B1", ["10,19"])
    assert unit(game, "B1").destroyed
    assert unit(game, "A1").models == ((10, 19),), "straight past the other"


@rule("AMC-TERR-2", "AMC-MOVE-4")
def test_difficult_terrain_is_gone_around_or_costs_the_distance():
    river = box("river", 0, 14, 48, 15)
    game = field([gunners(10, 10)], [gunners(10, 17), gunners(10, 18)], pieces=(river,))
    battle = battle_of(game)
    assert refuse_charge(battle, unit(game, "A1"), unit(game, "B1")) is None, "6 in through it"
    refusal = refuse_charge(battle, unit(game, "A1"), unit(game, "B2"))
    assert (refusal.rule, refusal.why) == ("AMC-TERR-2", "7.0 in away, 6 can be reached through difficult terrain")
    pond = field([gunners(10, 10)], [gunners(10, 18)], pieces=(box("mud", 8, 13, 12, 14),))
    assert refuse_charge(battle_of(pond), unit(pond, "A1"), unit(pond, "B1")) is None, "around it"


@rule("AMC-TERR-2")
def test_who_stands_in_woods_slows_the_whole_unit_and_nobody_stays_behind():
    woods = box("woods", 8, 8, 12, 12.5)
    game = field([riflemen(10, 10)], [gunners(10, 24)], pieces=(woods,))  # the first two stand in the woods
    refusal = refuse_charge(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    assert (refusal.rule, refusal.why) == ("AMC-TERR-2", "7.0 in away, 6 can be reached through difficult terrain")
    near = field([riflemen(10, 10)], [riflemen(10, 18)], pieces=(woods,))
    after = ends(near)
    start = unit(near, "A1").models
    assert all(dist(a, b) <= 6.01 for a, b in zip(start, after, strict=True)), "all walk"
    assert after[0] == (10, 16)
    assert incoherent(tuple(after), 0.5) is None


@rule("AMC-TERR-2", "AMC-MELEE-1")
def test_the_unit_runs_round_the_woods_or_walks_through_whichever_brings_more_into_contact():
    woods = box("woods", 11, 10, 14, 17)
    game = field([riflemen(10, 10)], [gunners(17, 13, 3)], pieces=(woods,))
    tracks = into_contact(battle_of(game), unit(game, "A1"), unit(game, "B1"), 12.0)
    through = any(woods.crossed(a, b) for track in tracks for a, b in pairwise(track))
    longest = max(length(track) for track in tracks)
    assert (through, longest <= 12.01) == (False, True)
    assert longest > 6
    assert sum(touching(track[-1], 0.5, unit(game, "B1")) for track in tracks) == 5


# ---------------------------------------------------------------- the side
@rule("AMC-MELEE-1")
def test_the_charger_chooses_the_side_and_the_others_follow_around_it():
    game = field([riflemen(10, 10)], [tank(16, 13, 270)])
    act(game, "A1", "charge", "B1")
    question = game.question
    assert isinstance(question, Place)
    assert (question.seat, question.about) == (0, "B1")
    assert refused(game, ["16,10.8"]) == ""
    assert refused(game, ["12,10"]) == "AMC-MELEE-1", "there nobody touches it"
    assert refused(game, ["here"]), "no place"
    assert all(refused(game, [cell]) == "" for cell in question.field.cells())
    tank_ = unit(game, "B1")
    rear = [(x, y) for x, y, _ in question.field.stands(["18,13"])]
    assert arc(tank_, rear) == "rear", "most of those who touch it"
    front = [(x, y) for x, y, _ in question.field.stands(["14,13"])]
    assert arc(tank_, front) == "front"
    assert all(dist(spot, (16, 13)) <= 2.27 for spot in rear + front)


@rule("AMC-MELEE-1")
def test_the_first_touches_where_it_was_chosen_and_the_way_is_shown():
    game = field([riflemen(10, 10)], [gunners(20, 13)])
    unit(game, "B1").pinned = True
    load(game, 1)
    act(game, "A1", "charge", "B1")
    field_ = game.question.field
    way = field_.path(["21,13"])
    assert (way[-1], len(way) > 2) == ("21,13", True), "around the enemy to its far side"
    assert field_.cost(["21,13"]).endswith(" of 12 in")
    assert field_.path(["30,13"]) == []
    assert field_.cost(["30,13"]) == ""
    assert field_.stands(["30,13"]) == []
    play(game, ["21,13"])
    assert min(dist(spot, (21, 13)) for spot in unit(game, "A1").models) < 0.03


@rule("AMC-MELEE-1")
def test_every_side_that_is_offered_can_be_taken():
    game = field([riflemen(10, 10)], [recruits(16, 12), gunners(13, 20)])
    act(game, "A1", "charge", "B1")
    found = game.question.field
    assert len(found.cells()) > 8
    for cell in found.cells():
        stands = found.stands([cell])
        spots = [(x, y) for x, y, _ in stands]
        x, y = map(float, cell.split(","))
        assert min(dist(spot, (x, y)) for spot in spots) <= 1.0
        assert sum(min(dist(spot, other) for other in unit(game, "B1").models) <= 1.03 for spot in spots) >= 2
        assert all(dist(a, b) >= 0.97 for n, a in enumerate(spots) for b in spots[n + 1 :])


@rule("AMC-MELEE-1")
def test_the_preview_of_a_side_shows_the_way():
    game = field([riflemen(10, 10)], [gunners(16, 12)])
    act(game, "A1", "charge", "B1")
    shown = game.preview(["15,12"])
    assert shown.path[-1] == "15,12"
    assert shown.chances


# ---------------------------------------------------------------- into contact
@rule("AMC-MELEE-1")
def test_all_who_can_touch_the_target_and_the_others_come_as_near_as_they_can():
    game = field([riflemen(10, 10, 10)], [gunners(14, 20)])
    after = ends(game)
    away = sorted(dist(spot, (14, 20)) for spot in after)
    assert away[4] <= 1.02, "five around one"
    assert away[-1] <= 2.05, "and the rest right behind them"
    assert moved(game, unit(game, "A1").models, after) <= 12.01
    assert all(dist(a, b) >= 0.97 for n, a in enumerate(after) for b in after[n + 1 :])


@rule("AMC-MELEE-1")
def test_those_too_far_away_come_as_near_as_twelve_inches_bring_them():
    game = field([riflemen(10, 10)], [gunners(10, 28)])
    after = ends(game)
    assert after[0] == (10, 22), "straight on"
    assert dist(after[4], (10, 28)) <= 1.02


@rule("AMC-MELEE-1")
def test_nobody_ends_on_a_base_whoever_it_is():
    game = field([riflemen(10, 10, 10), gunners(15, 18)], [riflemen(14, 20), jeep(18, 20)])
    after = ends(game)
    others = [(spot, one.radius) for one in battle_of(game).on_table() if one.id != "A1" for spot in one.models]
    assert all(dist(spot, other) >= 0.5 + radius - 0.03 for spot in after for other, radius in others)


@rule("AMC-MELEE-1")
def test_the_ways_of_chargers_lead_around_bases():
    game = field([gunners(10, 10)], [gunners(10, 20), tank(10, 15)])
    (track,) = into_contact(battle_of(game), unit(game, "A1"), unit(game, "B1"), 12.0)
    assert len(track) > 2
    assert all(dist(corner, (10, 15)) >= 2.2 for corner in track)


@rule("AMC-MELEE-1", "AMC-MELEE-2")
def test_if_a_guard_has_shot_those_who_reached_it_the_rest_and_the_defenders_still_close_in():
    game = field([riflemen(10, 10)], [gunners(10, 27)])
    melee = Melee("A1", "B1")
    tracks = into_contact(battle_of(game), unit(game, "A1"), unit(game, "B1"), 12.0)
    stand(game, "A1", (10, 10))  # only the last of the column is left
    load(game, 4, 1, 1, 1)
    run(game, UnitMarch("A1", tracks[:1], 0), Charged(melee))
    assert unit(game, "A1").models == ((10, 22),)
    assert "B1 Gunner closes up" in said(game)
    assert unit(game, "B1").destroyed, "who is 2 in away or less strikes"
    assert unread(game) == ()


@rule("AMC-MELEE-1")
def test_where_a_guard_has_shot_the_front_and_nobody_can_strike_the_activation_is_over():
    game = field([gunners(10, 10)], [gunners(10, 30)])
    battle_of(game).thinned = ("A1",)
    run(game, Charged(Melee("A1", "B1")))
    assert unit(game, "B1").models == ((10, 27),)
    assert "there is no melee" in said(game)
    assert game.question is None
    assert unit(game, "A1").on_table
    assert unit(game, "B1").on_table


# ---------------------------------------------------------------- closing up
@rule("AMC-MELEE-2")
def test_defenders_close_up_by_three_inches_at_most():
    game = field([gunners(10, 10)], [riflemen(10, 11)])
    before = unit(game, "B1").models
    run(game, CloseUp("B1", "A1"))
    after = unit(game, "B1").models
    assert moved(game, before, after) <= 3.01
    assert sum(dist(spot, (10, 10)) <= 1.02 for spot in after) == 3, "the first makes room for the third"
    assert all(dist(new, (10, 10)) < dist(old, (10, 10)) - 1 for old, new in zip(before[1:], after[1:], strict=True))
    assert "B1 Riflemen close up" in said(game)
    run(game, CloseUp("B1", "A1"))
    assert dist(unit(game, "B1").models[3], (10, 10)) <= 2.05


@rule("AMC-MELEE-2")
def test_who_touches_the_enemy_stays_if_that_keeps_nobody_off():
    game = field([gunners(10, 10)], [gunners(10, 11, 3)])
    stand(game, "B1", (10, 11), (10, 12.5))
    run(game, CloseUp("B1", "A1"))
    first, other = unit(game, "B1").models
    assert first == (10, 11)
    assert dist(other, (10, 10)) <= 1.02


@rule("AMC-MELEE-2")
def test_closing_up_nobody_moves_without_need():
    game = field([gunners(10, 10)], [riflemen(10, 11)])
    for _ in range(4):
        run(game, CloseUp("B1", "A1"))
    still = unit(game, "B1").models
    assert all(dist(spot, (10, 10)) <= 1.02 for spot in still)
    run(game, CloseUp("B1", "A1"))
    assert unit(game, "B1").models == still
    assert said(game).count("closes up") <= 4


@rule("AMC-TERR-3", "AMC-MELEE-2")
def test_who_closes_up_across_mines_rolls_for_them():
    mines = (box("minefield", 8, 12, 12, 12.5),)
    game = field([gunners(10, 10)], [gunners(10, 13)], pieces=mines, dice=(2,))
    run(game, CloseUp("B1", "A1"))
    assert unit(game, "B1").models == ((10, 11),)
    assert unread(game) == ()


@rule("AMC-TERR-3", "AMC-MELEE-2", "AMC-MELEE-7")
def test_who_is_blown_up_closing_up_ends_the_melee():
    mines = (box("minefield", 8, 12, 12, 12.5),)
    game = field([gunners(10, 10)], [gunners(10, 13)], pieces=mines, dice=(1, 1))
    run(game, Charged(Melee("A1", "B1")))
    assert unread(game) == ()
    assert unit(game, "B1").destroyed
    assert "strike" not in said(game)


@rule("AMC-TERR-3", "AMC-MELEE-8")
def test_nobody_closes_up_with_one_who_was_blown_up_doing_so():
    mines = (box("minefield", 8, 12, 12, 12.5),)
    game = field([gunners(10, 10)], [gunners(10, 13)], pieces=mines, dice=(1, 1))
    run(game, Settle(Melee("A1", "B1"), 0, 0))
    assert unread(game) == ()
    assert unit(game, "A1").destroyed
    assert unit(game, "B1").models == ((10, 13),)
    assert game.question is None


@rule("AMC-MELEE-1")
def test_a_unit_may_not_reach_where_a_friend_stands_in_the_way_of_boarding():
    game = field([gunners(10, 10), jeep(10, 16), gunners(10, 12)], [gunners(45, 45)])
    battle = battle_of(game)
    refusal = refuse_reach(battle, unit(game, "A1"), unit(game, "A2"), 5.0, "AMC-VUNIT-3", keep=1.0)
    assert refusal.rule == "AMC-VUNIT-3"
    assert refuse_reach(battle, unit(game, "A1"), unit(game, "A2"), 12.0, "AMC-VUNIT-3", keep=1.0) is None


@rule("AMC-VEH-1")
def test_vehicles_do_not_charge():
    game = field([tank(10, 10)], [gunners(10, 16)])
    act(game, "A1")
    assert options(game)["charge"] == "AMC-VEH-1"
    assert "charge" not in allowed(game)


@rule("AMC-MELEE-1")
def test_who_touches_the_target_already_stays_and_another_goes_to_the_side_that_was_chosen():
    game = field([gunners(10, 10, 3)], [gunners(11, 10)])
    stand(game, "A1", (10, 10), (8.5, 10), (7, 10))
    tracks = into_contact(battle_of(game), unit(game, "A1"), unit(game, "B1"), 12.0, (12.0, 10.0))
    assert tracks[0] == ((10, 10),)
    assert (12, 10) in [track[-1] for track in tracks[1:]]
    assert all(dist(track[-1], (11, 10)) <= 1.03 for track in tracks[1:])


@rule("AMC-ACT-7", "AMC-SHOOT-1")
@pytest.mark.parametrize("action", ["charge", "hold"])
def test_the_enemies_that_can_be_had_come_first_the_nearest_before_the_others(action):
    game = field([gunners(10, 10)], [gunners(10, 47.4), gunners(10, 20), gunners(10, 17), gunners(47, 47)])
    act(game, "A1", action)
    found = [key for key in options(game) if key != "hold"]
    assert found == ["B3", "B2", "B1", "B4"]
    assert options(game)["B4"]
    assert (game.question.option("B3").label, game.question.option("B3").cost) == ("B3 Gunner", "6.0 in")


@rule("AMC-MOVE-4", "AMC-VUNIT-3")
def test_what_is_kept_about_who_can_be_reached_is_what_is_found_anew():
    table = new_game.set_table(*new_game.find_scenario("armymen/backyard"), (), ["keyboard"] * 2, seed=3)
    session, chooser, asked = Session.new(table), Random(3), 0
    while session.question is not None and len(session.history) < 70:
        battle = battle_of(session.game)
        for one, other in permutations(battle.on_table(), 2):
            reach = float(one.sheet.rush)
            if sight.distance(one, other) <= reach:
                asked += 1
                found, _ = look_for_way(battle, one, other, reach, 0.0)
                assert (refuse_reach(battle, one, other, reach, "AMC-MOVE-4") is None) == found[0]
        session.answer(session.question.sample(chooser))
    assert asked > 100
