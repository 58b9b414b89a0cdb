"""Guard reactions (AMC-GUARD): a move that comes into sight is halted, shot at, and goes on."""

from __future__ import annotations

import json
from random import Random

import pytest

from tabletop_tui.engine.codec import AGENDA
from tabletop_tui.rules.armymen.melee.melee import CloseUp
from tabletop_tui.rules.armymen.reactions.guard_halts import figures, first_hidden, points
from tabletop_tui.rules.armymen.reactions.guarded_march import UnitMarch
from tabletop_tui.rules.armymen.shooting.shooting_limits import shots
from tabletop_tui.rules.armymen.sight.sight import sees
from tabletop_tui.rules.armymen.system import NAMES
from tests.armymen.build import (
    act,
    box,
    field,
    gunners,
    inside,
    jeep,
    mortars,
    recruits,
    riflemen,
    said,
    snipers,
    stand,
    unit,
    wrecked,
)
from tests.playing import allowed, load, options, play, run, unread

rule = pytest.mark.rule
HOUSE = box("building", 8, 18, 17, 22)
"""Between a mover in the north and a guard in the south, both at x = 14; further east they see each other."""


def at(key):
    """After how many inches that halts."""
    return float(key.partition(":")[2])


def on_guard(game, *names):
    for name in names:
        unit(game, name).guarding = True
    return game


@rule("AMC-GUARD-1", "AMC-ACT-4")
def test_guard_neither_moves_nor_shoots_and_lasts_until_the_next_activation():
    game = field([gunners(14, 10)], [gunners(14, 30)])
    act(game, "A1", "guard")
    assert unit(game, "A1").guarding
    assert not game.agenda
    act(game, "A1")
    assert not unit(game, "A1").guarding


@rule("AMC-GUARD-1", "AMC-MELEE-2", "AMC-MELEE-3")
def test_a_unit_on_guard_that_is_charged_closes_up_and_strikes():
    game = on_guard(field([gunners(10, 10)], [riflemen(10, 20, 5)]), "B1")
    stand(game, "B1", (10, 20), (10, 24))
    load(game, *(1, 1), *(4, 4), *(1, 1))
    act(game, "A1", "charge", "B1", ["10,19"])
    assert "B1 Riflemen close up" in said(game)
    assert unit(game, "B1").models[1] == (10, 21), "3 in at most, behind the first"
    assert unit(game, "A1").destroyed, "both struck"
    assert unread(game) == ()
    assert unit(game, "B1").guarding, "until its next activation or its reaction"


@rule("AMC-GUARD-2", "AMC-GUARD-3")
def test_who_comes_into_sight_by_its_move_may_be_halted_at_any_point_after():
    game = on_guard(field([gunners(14, 10, 3)], [riflemen(14, 30, 5)], pieces=(HOUSE,)), "B1")
    act(game, "A1", "rush", ["26,11.5"])
    assert game.question.seat == 1
    keys = [key for key in allowed(game) if key != "pass"]
    assert [at(key) for key in keys if at(key).is_integer()] == list(range(5, 13)), "every inch once it is in sight"
    assert at(keys[0]) == 4.93, "the line from its first soldier past the corner at 17, 22 to the last of them"
    load(game, 1, 1, 1, 1, 1)
    play(game, keys[0])
    assert unit(game, "A1").models[0][0] == pytest.approx(26, abs=0.01), "the move goes on after the shot"
    assert not unit(game, "B1").guarding, "one reaction for each Guard"


@rule("AMC-GUARD-2")
def test_who_was_in_sight_all_along_gives_no_reaction():
    game = on_guard(field([gunners(14, 10)], [riflemen(14, 30, 5)]), "B1")
    act(game, "A1", "rush", ["14,20"])
    assert not game.agenda
    assert unit(game, "B1").guarding


@rule("AMC-GUARD-2")
def test_coming_into_range_is_not_coming_into_sight():
    beside = (box("building", 24, 30, 26, 34),)
    game = on_guard(field([gunners(26, 12)], [riflemen(14, 38)], pieces=beside), "B1")
    assert sees(game.state, unit(game, "B1"), unit(game, "A1"))
    act(game, "A1", "rush", ["20,22"])
    assert game.question is None
    assert unit(game, "B1").guarding


@rule("AMC-GUARD-2")
def test_a_guard_out_of_range_does_not_react_and_the_owner_may_let_pass():
    game = on_guard(field([gunners(14, 4)], [riflemen(14, 46, 5)], pieces=(HOUSE,)), "B1")
    act(game, "A1", "rush", ["26,4"])
    assert not game.agenda
    game = on_guard(field([gunners(14, 10)], [riflemen(14, 30, 5)], pieces=(HOUSE,)), "B1")
    act(game, "A1", "rush", ["26,10"], "pass")
    assert unit(game, "B1").guarding
    assert unit(game, "A1").models == ((26, 10),)


@rule("AMC-GUARD-3", "AMC-SHOOT-1")
def test_exactly_at_its_range_a_guard_reaches():
    wide = (box("building", 8, 18, 21, 22),)
    game = on_guard(field([gunners(14, 9)], [gunners(26, 46)], pieces=wide), "B1")
    act(game, "A1", "rush", ["26,9"])
    assert allowed(game) == ["B1:12", "pass"], "36 in at the end, more an inch before"


@rule("AMC-GUARD-3", "AMC-SHOOT-1")
def test_a_guard_reaches_as_far_as_the_longest_of_its_weapons():
    game = on_guard(field([gunners(14, 10)], [riflemen(14, 30, 5, "grenades")], pieces=(HOUSE,)), "B1")
    act(game, "A1", "rush", ["26,10"])
    assert allowed(game)[-2:] == ["B1:12", "pass"], "too far for the grenades"


@rule("AMC-GUARD-3", "AMC-SHOOT-1")
def test_range_and_sight_are_those_at_the_halt():
    game = on_guard(field([gunners(14, 10)], [riflemen(14, 31, 5)], pieces=(HOUSE,)), "B1")
    act(game, "A1", "rush", ["26,10"])
    shot = game.preview(allowed(game)[-2])
    assert shot is not None
    assert [line.value for line in shot.lines if line.label == "fire"] == ["1 Rifle"], "the others are too far away"


@rule("AMC-GUARD-4")
def test_the_target_of_a_reaction_has_one_die_more_to_block():
    game = on_guard(field([gunners(14, 10, 3)], [gunners(14, 30)], pieces=(HOUSE,)), "B1")
    act(game, "A1", "rush", ["26,11.5"])
    load(game, 4, 1, 1, 4, 1)
    play(game, allowed(game)[-2])
    assert unread(game) == (), "one hit, two dice to block"


@rule("AMC-GUARD-4", "AMC-UNIT-8", "AMC-UNIT-9")
def test_snipers_on_guard_shoot_as_snipers_and_leave_only_that_die():
    game = on_guard(field([gunners(14, 10, 3)], [snipers(14, 30)], pieces=(HOUSE,)), "B1")
    act(game, "A1", "rush", ["26,11.5"])
    load(game, 2, 4)
    play(game, allowed(game)[-2])
    assert unread(game) == ()
    assert unit(game, "A1").left == 3, "a 2 hits, and the die for the reaction is all that blocks it"


@rule("AMC-GUARD-3", "AMC-MORALE-2")
def test_a_mover_that_is_pinned_by_it_still_finishes_its_action():
    game = on_guard(field([riflemen(14, 4, 5)], [gunners(14, 30, 3)], pieces=(HOUSE,)), "B1")
    act(game, "A1", "rush", ["26,7"])
    load(game, *[6] * 3, *[1] * 6, *[1] * 4, 1)
    play(game, allowed(game)[0], "rest")
    assert unit(game, "A1").pinned
    assert unit(game, "A1").left == 2
    assert unit(game, "A1").models[0][0] > 24
    assert not game.agenda


@rule("AMC-GUARD-3", "AMC-MORALE-2", "AMC-ACT-5")
def test_who_is_pinned_on_his_advance_still_shoots():
    game = on_guard(field([gunners(17, 10, 3)], [gunners(14, 30)], pieces=(HOUSE,)), "B1")
    act(game, "A1", "advance", ["22,11.5"])
    load(game, *[6] * 2, 1, *[1] * 3, 1)  # two hits; a die more for the reaction; morale
    play(game, allowed(game)[-2], "rest")
    assert unread(game) == ()
    assert unit(game, "A1").pinned
    assert allowed(game) == ["B1", "hold"]


@rule("AMC-GUARD-3", "AMC-MORALE-2", "AMC-MORALE-4")
def test_who_is_pinned_on_his_charge_fights_without_a_test():
    game = on_guard(field([gunners(14, 14, 3)], [gunners(14, 30), gunners(21, 14)], pieces=(HOUSE,)), "B1")
    act(game, "A1", "charge", "B2", ["22,14"])
    load(game, *[6] * 2, 1, *[1] * 3, 1)  # two hits; a die more for the reaction; morale
    play(game, allowed(game)[-2], "0")
    load(game, *(4, 4), *(1, 1), 1)
    play(game, "1")
    assert unread(game) == ()
    assert unit(game, "A1").pinned
    assert unit(game, "B2").destroyed


@rule("AMC-GUARD-2", "AMC-SHOOT-1")
def test_a_guard_without_anything_to_shoot_with_does_not_react():
    game = on_guard(field([gunners(14, 10)], [gunners(14, 30)], pieces=(HOUSE,)), "B1")
    unit(game, "B1").arms = ((),)
    act(game, "A1", "rush", ["26,10"])
    assert game.question is None
    game = on_guard(field([gunners(14, 16)], [gunners(24, 24)], pieces=(HOUSE,)), "B1")
    unit(game, "B1").arms = ((),)
    act(game, "A1", "charge", "B1")
    load(game, *(4, 4), *(1, 1), 1)
    play(game, next(iter(game.question.legal())))
    assert unread(game) == ()
    assert unit(game, "B1").destroyed


@rule("AMC-GUARD-3")
def test_a_mover_that_is_wiped_out_moves_no_more():
    game = on_guard(field([snipers(14, 10)], [gunners(14, 30)], pieces=(HOUSE,)), "B1")
    act(game, "A1", "rush", ["26,10"])
    load(game, 6, 6, 6, 1, 1, 1, 1)
    play(game, allowed(game)[0])
    assert unit(game, "A1").destroyed
    assert not game.agenda


@rule("AMC-GUARD-2")
def test_several_guards_react_one_after_another():
    game = on_guard(field([recruits(14, 4, 10)], [gunners(14, 30), gunners(16, 30)], pieces=(HOUSE,)), "B1", "B2")
    act(game, "A1", "rush", ["26,6.25"])
    guards = {key.partition(":")[0] for key in allowed(game)}
    assert guards == {"B1", "B2", "pass"}
    first = next(key for key in allowed(game) if key.startswith("B1"))
    load(game, 1, 1, 1)
    play(game, first)
    assert min(at(key) for key in allowed(game) if key != "pass") >= at(first), "nobody goes back"
    load(game, 1, 1, 1)
    play(game, allowed(game)[0])
    assert not game.agenda


@rule("AMC-GUARD-2", "AMC-GUARD-3")
@pytest.mark.parametrize("order", ["use", "never"])
def test_a_guard_shoots_or_not_by_standing_order(order):
    """Unasked it halts the move where most of it can shoot: all five; or it lets it pass, and the log says so."""
    game = on_guard(field([gunners(14, 10, 3)], [riflemen(14, 30, 5)], pieces=(HOUSE,)), "B1")
    game.orders = {(1, "guard"): order}
    load(game, 1, 1, 1, 1, 1)
    act(game, "A1", "rush", ["26,11.5"])
    assert game.question is None
    assert unit(game, "B1").guarding == (order == "never")
    assert ("B1 Riflemen halt A1 Gunners" in said(game)) == (order == "use")
    assert ("B1 Riflemen shoot: 1 1 1 1 1, needs 4 or more" in said(game)) == (order == "use")
    assert ("Not asked, by standing order: fire on Guard" in said(game)) == (order == "never")


@rule("AMC-GUARD-2")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_owner_of_the_guard_is_asked_whoever_moves(seat):
    sides = [gunners(14, 10)], [gunners(14, 30)]
    game = field(*(sides if seat else sides[::-1]), pieces=(HOUSE,))
    mover, guard = ("A1", "B1") if seat else ("B1", "A1")
    on_guard(game, guard)
    act(game, mover, "rush", ["26,10"])
    assert game.question.seat == seat
    assert {key.partition(":")[0] for key in allowed(game)} == {guard, "pass"}


@rule("AMC-GUARD-2")
def test_of_several_guards_any_may_be_the_first():
    game = on_guard(field([recruits(14, 4, 10)], [gunners(14, 30), gunners(16, 30)], pieces=(HOUSE,)), "B1", "B2")
    act(game, "A1", "rush", ["26,6.25"])
    load(game, 1, 1, 1)
    play(game, next(key for key in allowed(game) if key.startswith("B2")))
    assert {key.partition(":")[0] for key in allowed(game)} == {"B1", "pass"}


@rule("AMC-GUARD-2")
def test_vehicles_and_units_that_leave_one_are_reacted_to():
    game = on_guard(field([jeep(14, 10), gunners(40, 5)], [gunners(14, 30)], pieces=(HOUSE,)), "B1")
    act(game, "A1", "advance", ["26,10"])
    assert "B1" in allowed(game)[0]
    game = on_guard(field([jeep(26, 10), gunners(40, 5)], [gunners(26, 30)]), "B1")
    inside(game, "A2", "A1")
    act(game, "A2", "out", ["26,13"])
    assert game.question.seat == 1, "it could not be seen inside"
    assert options(game)["pass"] == ""


# ---------------------------------------------------------------- the boundary cases
def marching(game, *answers):
    """A1 acts; the march that waits for the guards."""
    act(game, "A1", *answers)
    return game.agenda[-1].march


@rule("AMC-GUARD-2")
def test_one_model_that_is_seen_at_the_start_is_enough_for_no_reaction():
    game = on_guard(field([gunners(14, 10, 3)], [gunners(14, 30)], pieces=(HOUSE,)), "B1")
    stand(game, "A1", (20.5, 10), (22, 10))
    act(game, "A1", "rush", ["25,10"])
    assert game.question is None
    assert unit(game, "B1").guarding


@rule("AMC-GUARD-2")
def test_one_model_on_guard_that_sees_it_at_the_start_is_enough_for_no_reaction():
    game = on_guard(field([gunners(14, 10)], [gunners(14, 30, 3)], pieces=(HOUSE,)), "B1")
    stand(game, "B1", (14, 30), (26, 22))
    act(game, "A1", "rush", ["26,10"])
    assert game.question is None, "the second model has seen it all along"
    stand(game, "A1", (14, 10))
    stand(game, "B1", (14, 30))
    act(game, "A1", "rush", ["26,10"])
    assert game.question.seat == 1


@rule("AMC-GUARD-2", "AMC-MELEE-2", "AMC-VUNIT-5")
def test_closing_up_and_being_put_out_of_a_wreck_are_no_moves_to_react_to():
    game = on_guard(field([gunners(22, 13), gunners(14, 30)], [gunners(18, 13)], pieces=(HOUSE,)), "A2")
    seer, closer = unit(game, "A2"), unit(game, "B1")
    assert not sees(game.state, seer, closer)
    run(game, CloseUp("B1", "A1"))
    assert game.question is None
    assert closer.models == ((21, 13),)
    assert sees(game.state, seer, closer)
    assert seer.guarding
    wreck = on_guard(wrecked(gunners(1, 1), hits=(1, 4)), "A1")
    play(wreck, ["20,21"])
    assert unit(wreck, "B2").models == ((20, 21),)
    assert wreck.question is None
    assert unit(wreck, "A1").guarding


@rule("AMC-GUARD-2")
def test_who_is_lost_from_sight_and_comes_back_gives_a_reaction():
    shed = box("building", 12, 18, 16, 22)
    game = on_guard(field([gunners(8, 10)], [gunners(14, 30)], pieces=(shed,)), "B1")
    assert sees(game.state, unit(game, "B1"), unit(game, "A1"))
    march = marching(game, "rush", ["20,10"])
    assert allowed(game) == ["B1:11.01", "B1:12", "pass"], "behind the shed from 9 to 19"
    assert march.done == 0


@rule("AMC-GUARD-2")
def test_units_that_are_not_on_guard_and_friends_do_not_react():
    game = field([gunners(14, 10), gunners(16, 30)], [riflemen(14, 32, 5)], pieces=(HOUSE,))
    on_guard(game, "A2")
    act(game, "A1", "rush", ["26,10"])
    assert sees(game.state, unit(game, "A2"), unit(game, "A1")), "as it did not before"
    assert game.question is None


@rule("AMC-GUARD-2", "AMC-UNIT-11")
def test_a_mortar_on_guard_needs_its_own_line_of_sight():
    wide = box("building", 0, 18, 40, 22)
    game = on_guard(field([gunners(14, 10)], [mortars(14, 30), gunners(44, 12)], pieces=(wide,)), "B1")
    act(game, "A1", "rush", ["26,10"])
    assert game.question is None, "the friend sees it all along, the mortar never"


@rule("AMC-GUARD-3")
def test_every_inch_of_the_way_is_offered_and_the_last_is_its_end():
    game = on_guard(field([gunners(14, 10)], [riflemen(14, 30, 5)], pieces=(HOUSE,)), "B1")
    march = marching(game, "rush", ["18,10", "25.5,10"])
    assert len(march.tracks[0]) == 3
    *keys, last, _ = allowed(game)
    assert [at(key) for key in keys if at(key).is_integer()] == list(range(7, 12))
    assert last == "B1:11.5"
    load(game, 1, 1, 1, 1, 1)
    play(game, last)
    assert unit(game, "A1").models == ((25.5, 10),)
    assert "B1 Riflemen halt A1 Gunner at 25.5, 10" in said(game)


@rule("AMC-GUARD-3")
def test_the_survivors_go_on_each_on_its_own_way():
    game = on_guard(field([riflemen(14, 4)], [gunners(14, 30, 3)], pieces=(HOUSE,)), "B1")
    march = marching(game, "rush", ["22,7", "form=line"])
    ends = [track[-1] for track in march.tracks]
    load(game, *[6] * 2, *[1] * 7, *[1] * 4)  # two hits; a die more each for the reaction and for cover
    play(game, allowed(game)[-3], "1", "2")  # the second and the fourth fall
    assert unit(game, "A1").models == (ends[0], ends[2], ends[4])


@rule("AMC-GUARD-3")
def test_two_guards_halt_one_move_and_the_second_heeds_what_the_first_saw():
    game = on_guard(field([gunners(14, 10, 3)], [gunners(14, 30), riflemen(36, 10)], pieces=(HOUSE,)), "B1", "B2")
    march = marching(game, "rush", ["26,11.5"])
    assert {key.partition(":")[0] for key in allowed(game)} == {"B1", "pass"}, "B2 sees it all along"
    load(game, *[6, 1, 1], 1, 1, 1)  # two of them are still behind the house, and so in cover
    play(game, allowed(game)[0], "0")
    assert game.question is None, "what B2 saw at the start still counts, whoever has fallen since"
    assert unit(game, "B2").guarding
    assert march.unit == "A1"


@rule("AMC-GUARD-2", "AMC-GUARD-3")
def test_at_a_halt_only_what_is_behind_counts_as_lost_from_sight():
    shed = box("building", 17, 12, 19, 16)
    game = on_guard(field([gunners(10, 10)], [gunners(10, 30), gunners(18, 22)], pieces=(shed,)), "B1", "B2")
    load(game, 1, 1, 1)
    run(game, UnitMarch("A1", (((10, 10), (22, 10)),), 0.0, unseen=("B1",)))
    assert {key.partition(":")[0] for key in allowed(game)} == {"B1", "B2", "pass"}
    later = [key for key in allowed(game) if key.startswith("B2")]
    play(game, "B1:1")
    assert [key for key in allowed(game) if key.startswith("B2")] == later == ["B2:10.01", "B2:11", "B2:12"]


@rule("AMC-GUARD-2", "AMC-GUARD-3")
def test_whom_a_guard_saw_behind_the_halt_still_counts_when_another_has_halted_them_since():
    """B3 saw the first of them from the start, and the others from the third inch on."""
    wall = box("building", 14, 12, 17, 14)
    guards = [gunners(10, 30), gunners(12, 30), gunners(20, 11)]
    game = on_guard(field([gunners(10, 10, 3)], guards, pieces=(wall,)), "B1", "B2", "B3")
    tracks = ((10, 10), (22, 10)), ((10, 16), (22, 16)), ((10, 17.5), (22, 17.5))
    stand(game, "A1", *(track[0] for track in tracks))
    run(game, UnitMarch("A1", tracks, 0.0, unseen=("B1", "B2")))
    load(game, 6, 1, 1, 1, 1)
    play(game, "B1:6", "0")
    assert {key.partition(":")[0] for key in allowed(game)} == {"B2", "pass"}
    load(game, 1, 1, 1)
    play(game, "B2:7")
    assert game.question is None
    assert unit(game, "B3").guarding


@rule("AMC-GUARD-3")
def test_the_rest_of_a_way_is_halted_at_as_before_when_he_who_had_the_longest_falls():
    game = on_guard(field([gunners(14, 10, 3)], [gunners(14, 30), gunners(16, 30)]), "B1", "B2")
    tracks = ((14, 10), (26, 10)), ((14, 11.5), (20, 11.5)), ((14, 13), (20, 13))
    load(game, 6, 1, 1, 1, 1)
    run(game, UnitMarch("A1", tracks, 0.0, unseen=("B1", "B2")))
    play(game, "B1:9", "0")
    assert unit(game, "A1").models == ((18.5, 11.5), (18.5, 13)), "three quarters of the way"
    assert allowed(game) == [f"B2:{number}" for number in range(9, 13)] + ["pass"]
    assert [option.target for option in game.question.options[:4:3]] == ["18.5,12.25", "20,12.25"]
    load(game, 1, 1, 1)
    play(game, "B2:11")
    assert unit(game, "A1").models == ((20, 11.5), (20, 13))


@rule("AMC-GUARD-2")
def test_passing_lets_all_guards_pass_for_this_move():
    game = on_guard(field([gunners(14, 10)], [gunners(14, 30), gunners(16, 30)], pieces=(HOUSE,)), "B1", "B2")
    act(game, "A1", "rush", ["26,10"], "pass")
    assert game.question is None
    assert unit(game, "B1").guarding
    assert unit(game, "B2").guarding


@rule("AMC-GUARD-2")
def test_who_let_one_pass_may_react_to_the_next():
    game = on_guard(field([gunners(14, 10), gunners(12, 10)], [gunners(14, 30)], pieces=(HOUSE,)), "B1")
    act(game, "A1", "rush", ["26,10"], "pass")
    act(game, "A2", "rush", ["23,10"])
    assert game.question.seat == 1
    assert {key.partition(":")[0] for key in allowed(game)} == {"B1", "pass"}


@rule("AMC-GUARD-2", "AMC-UPG-3")
def test_a_reaction_is_used_up_even_if_nobody_fires():
    game = on_guard(field([gunners(14, 20)], [riflemen(14, 30, 5, "grenades")], pieces=(HOUSE,)), "B1")
    stand(game, "A1", (14, 16))
    unit(game, "B1").models, unit(game, "B1").arms = ((16, 24),), (("rifle", "grenade"),)
    act(game, "A1", "rush", ["22,16"])
    play(game, allowed(game)[0])
    assert allowed(game) == ["rifle", "grenade", "none"]
    assert game.question.seat == 1
    play(game, "none")
    assert not unit(game, "B1").guarding
    assert unit(game, "A1").models == ((22, 16),)


@rule("AMC-GUARD-3", "AMC-MORALE-2")
def test_a_pinned_guard_still_reacts():
    game = on_guard(field([gunners(14, 10)], [riflemen(14, 30, 5)], pieces=(HOUSE,)), "B1")
    unit(game, "B1").pinned = True
    act(game, "A1", "rush", ["26,10"])
    assert game.question.seat == 1


@rule("AMC-GUARD-2", "AMC-GUARD-3")
def test_a_charge_is_reacted_to_by_its_target_too():
    game = on_guard(field([gunners(14, 16)], [gunners(24, 24)], pieces=(HOUSE,)), "B1")
    act(game, "A1", "charge", "B1")
    play(game, next(iter(game.question.legal())))
    assert game.question.seat == 1
    load(game, 6, 6, 6, 1, 1, 1, 1, 1)  # a die for cover: it is on its way through the house
    play(game, allowed(game)[0])
    assert unit(game, "A1").destroyed
    assert game.question is None
    assert unit(game, "B1").on_table


@rule("AMC-GUARD-4", "AMC-VEH-5", "AMC-DMG-5", "AMC-DMG-3")
def test_a_vehicle_that_is_halted_faces_along_its_way_and_drives_on():
    game = on_guard(field([jeep(14, 10, 90)], [gunners(34, 20, 3)], pieces=(box("building", 16, 16, 24, 24),)), "B1")
    march = marching(game, "advance", ["14,14", "20,12", "turn=180"])
    load(game, *(6, 6, 1, *[1] * 6), *(1, 1, 1))  # two hits are one; a die each for the hit, the armour, the reaction
    load(game, 3)  # one die: they are at its side, for it drives to the north-east
    play(game, allowed(game)[-2])
    assert unread(game) == ()
    vehicle = unit(game, "A1")
    assert vehicle.models == ((20, 12),)
    assert vehicle.facing == pytest.approx(251.6, abs=0.1), "at the end as it was told to"
    assert vehicle.stuck, "for its next activation; this move is finished"
    assert march.facing == vehicle.facing


@rule("AMC-GUARD-3", "AMC-DMG-5")
def test_a_vehicle_faces_as_it_stood_where_it_has_not_moved_yet():
    game = field([jeep(14, 10, 90)], [gunners(30, 26)])
    march = UnitMarch("A1", (((14, 10), (14, 10)),), 0.0)
    assert march.facing_at(game.state, 1) == 90
    assert UnitMarch("A1", (((14, 10), (14, 20)),), 0.0).facing_at(game.state, 0) == 90
    assert UnitMarch("A1", (((14, 10), (14, 20)),), 0.0).facing_at(game.state, 1) == 180
    bent = UnitMarch("A1", (((14, 10), (14, 14), (20, 14)),), 0.0)
    assert (bent.facing_at(game.state, 4), bent.facing_at(game.state, 5)) == (180, 90), "along the inch behind it"


@rule("AMC-GUARD-2", "AMC-VUNIT-4")
def test_who_gets_out_may_be_halted_from_the_first_inch_on():
    game = on_guard(field([jeep(20, 10), riflemen(1, 1)], [gunners(20, 30), gunners(40, 40)]), "B1")
    rider = inside(game, "A2", "A1")
    act(game, "A2", "out", ["20,14"])
    assert allowed(game) == ["B1:0", "B1:1", "B1:2", "B1:3", "B1:3.3", "pass"]
    load(game, 1, 1, 1)
    play(game, "B1:0")
    assert len(rider.models) == 5
    assert options(game)["B1"] == "", "then it may shoot"


# ---------------------------------------------------------------- where a unit is on its way
@rule("AMC-GUARD-3")
@pytest.mark.parametrize(("lengths", "most"), [((6, 2), 6), ((2, 6), 6), ((5.2,), 5.2), ((0,), 0), ((12,), 12)])
def test_halts_are_counted_along_the_longest_way(lengths, most):
    assert UnitMarch("A1", tuple(((0, 0), (0, far)) for far in lengths), 0.0).length == most


@rule("AMC-GUARD-3")
def test_a_way_of_twelve_inches_in_three_legs_is_twelve_inches_long():
    legs = ((0, 0), (0, 2.3), (0, 10.4), (0, 12))
    assert UnitMarch("A1", (legs,), 0.0).length == 12, "whatever the last digits of their sum are"


@rule("AMC-GUARD-3")
def test_at_a_halt_each_model_has_done_the_same_share_of_its_way_around_every_corner():
    bent, short = ((0, 0), (0, 4), (4, 4)), ((10, 0), (10, 2))

    def at(tracks, inches):
        return UnitMarch("A1", tracks, 0.0).at(inches)

    assert at((bent, short), 0) == ((0, 0), (10, 0))
    assert at((bent, short), 2) == ((0, 2), (10, 0.5))
    assert at((bent, short), 4) == ((0, 4), (10, 1))
    assert at((bent, short), 6) == ((2, 4), (10, 1.5))
    assert at((bent, short), 8) == ((4, 4), (10, 2))
    assert at((((0, 0), (0, 0), (3, 0)),), 1) == ((1, 0),), "a waypoint where it stands"
    assert at((((0, 0),),), 1) == ((0, 0),), "who stays"
    assert at((((0, 0), (3, 4)),), 2.5) == ((1.5, 2),)
    assert at((((0, 0), (0, 4), (4, 4)), ((9, 0), (9, 3))), 2)[1] == (9, 0.75), "not rounded"


@rule("AMC-ACT-5", "AMC-ACT-6")
@pytest.mark.parametrize(("action", "rule_id"), [("advance", "AMC-ACT-5"), ("rush", "AMC-ACT-6")])
def test_what_a_move_costs_is_shown_with_its_rule(action, rule_id):
    game = field([gunners(14, 10)], [gunners(40, 40)])
    act(game, "A1", action)
    shown = game.preview(["14,13"])
    assert shown.path == ("14,10", "14,13")
    assert [(line.label, line.value, line.rules) for line in shown.lines[:2]] == [
        ("cost", f"3.0 of {6 if action == 'advance' else 12} in", (rule_id,)),
        ("exposed to", "nobody", ("AMC-SHOOT-1",)),
    ]
    after = [line.label for line in shown.lines[2:]]
    assert after == (["nobody to shoot at", "B1: 36.5 in away, the longest range is 36"] if action == "advance" else [])


@rule("AMC-GUARD-2", "AMC-SHOOT-1")
def test_a_move_says_beforehand_who_could_shoot_on_the_way_and_at_its_end():
    wide = (box("building", 20, 18, 30, 22),)
    game = on_guard(field([riflemen(10, 10)], [gunners(10, 30), gunners(25, 30), gunners(45, 47)], pieces=wide), "B1")
    act(game, "A1", "advance")
    before = [unit.models for unit in game.state.units.values()]
    shown = {line.label: (line.value, line.mood) for line in game.preview(["10,12"]).lines}
    assert shown["exposed to"] == ("B1, B2", "bad")
    assert [unit.models for unit in game.state.units.values()] == before, "a preview changes nothing"


@rule("AMC-GUARD-2", "AMC-UNIT-11")
def test_of_mortars_on_guard_only_those_that_see_it_themselves_fire():
    wide = (box("building", 8, 18, 22, 22),)
    game = on_guard(field([riflemen(14, 10, 10)], [mortars(20, 30, 3), gunners(40, 12)], pieces=wide), "B1")
    stand(game, "A1", (14, 10))
    stand(game, "B1", (20, 30), (18.5, 30), (14, 30))
    act(game, "A1", "rush", ["26,10"])
    last = allowed(game)[-2]
    assert [line.value for line in game.preview(last).lines if line.label == "fire"] == ["1 Mortar"]
    load(game, 1, 1)
    play(game, last)
    assert unread(game) == (), "one mortar, one attack"


# ---------------------------------------------------------------- exactly where
def in_steps(game, march, steps=200):
    """What each Guard could do, gone over in fine steps: from where to where it can shoot, having lost them before."""
    battle, found = game.state, {}
    for guard in battle.enemies(0):
        probe, lost = battle.units["A1"].clone(), False
        for number in range(steps + 1):
            probe.models = march.at(march.length * number / steps)
            lost = lost or not sees(battle, guard, probe)
            if lost and any(shots(battle, guard, probe, indirect=False)):
                found.setdefault(guard.id, []).append(march.length * number / steps)
    return found


@rule("AMC-GUARD-2", "AMC-GUARD-3")
@pytest.mark.parametrize("seed", [0, 7, 9, 10, 12, 17, 38, 48, 54, 63, 67, 69])
def test_halts_agree_with_a_way_gone_over_in_fine_steps(seed):
    random = Random(seed)

    def anywhere():
        return random.randrange(20, 400) / 10, random.randrange(20, 400) / 10

    houses = [anywhere() for _ in range(4)]
    pieces = tuple(box("building", x, y, x + random.randrange(10, 80) / 10, y + 3) for x, y in houses)
    game = field([gunners(*anywhere(), 3)], [riflemen(*anywhere()), snipers(*anywhere(), 3)], pieces=pieces)
    battle, mover = on_guard(game, "B1", "B2").state, unit(game, "A1")
    (dx, dy), (ex, ey) = anywhere(), anywhere()
    legs = (0, 0), (dx / 4 - 5, dy / 4 - 5), (ex / 3 - 6, ey / 3 - 6)
    march = UnitMarch("A1", tuple(tuple((x + u, y + v) for u, v in legs) for x, y in mover.models), 0.0)
    stepped = in_steps(game, march)
    looked = 0
    for name in ("B1", "B2"):
        guard, probe = unit(game, name), mover.clone()
        places = points(battle, guard, mover, march, unseen=False)
        for inches in places:
            probe.models = march.at(inches)
            assert any(shots(battle, guard, probe, indirect=False)), "whoever is offered shoots"
        if places:
            looked += 1
            lost = first_hidden(figures(battle, guard, march), guard, march)
            probe.models = march.at((lost + 1e-7) * march.length)
            assert not sees(battle, guard, probe), "it has lost them"
            assert lost * march.length < places[0]
        if name in stepped:
            assert places[0] <= stepped[name][0] + 0.01, "none is offered too late"
    assert looked >= (2 if seed in (0, 10, 17) else 1), "so many Guards could shoot"


@rule("AMC-GUARD-3")
def test_a_march_that_waits_at_a_station_is_saved_exactly_and_goes_on_as_before():
    game = on_guard(field([recruits(14, 4, 10)], [gunners(14, 30), gunners(16, 30)], pieces=(HOUSE,)), "B1", "B2")
    act(game, "A1", "rush", ["26,6.25"])
    load(game, 6, 1, 1, 1, 1, 1)
    play(game, allowed(game)[0], "0")
    assert 0 < game.agenda[-1].march.done < game.agenda[-1].march.length, "it waits between two whole inches"
    again = game.clone()
    again.agenda = NAMES.read_agenda(json.loads(json.dumps({AGENDA: NAMES.write_agenda(game)})))
    assert again.agenda == game.agenda
    for one in (game, again):
        load(one, 1, 1, 1)
        play(one, allowed(one)[0])
    assert unit(again, "A1") == unit(game, "A1")
    assert unit(again, "A1").left == 9
