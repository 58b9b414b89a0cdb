"""How melees end (CD-MWIN) and confusion (CD-CONF, CD-COH-5)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.melee.melee_results import BreakingOff
from tabletop_tui.rules.crimsondusk.melee.strikes import Melee
from tabletop_tui.rules.crimsondusk.moving.entering_melee import Engage
from tabletop_tui.rules.crimsondusk.turn.turn import Recover
from tests.crimsondusk.build import at, battle_of, box, field, leader, said, squad, told_rules, unit
from tests.playing import allowed, play, run, unread

rule = pytest.mark.rule
STAY = ("stay", "stay")


def fought(kills, *dice, mine=None, theirs=None, pieces=(), friends=()):
    """A1 at 20,20 and B1 south of it have struck; these are the kills."""
    one = mine or at(squad(0, 0, 4), (20, 20), (21.5, 20), (23, 20), (24.5, 20))
    other = theirs or at(squad(0, 0, 4), (20, 21), (21.5, 21), (23, 21), (24.5, 21))
    game = field([one], [other, *friends], pieces=pieces, dice=dice)
    run(game, Engage("A1"))
    run(game, BreakingOff(Melee(("A1", "B1"), kills)))
    return game


@rule("CD-MWIN-1", "CD-MWIN-4")
def test_the_side_with_fewer_kills_is_tested_and_may_stand():
    game = fought((2, 0), 5)
    play(game, *STAY)
    assert not unread(game)
    assert unit(game, "B1").foes == ("A1",)
    assert unit(game, "B1").confused_from == 0


@rule("CD-MWIN-2")
def test_with_equal_kills_nobody_is_tested():
    game = fought((1, 1))
    play(game, *STAY)
    assert "CD-MWIN-2" in told_rules(game)
    assert unit(game, "A1").foes == ("B1",)


@rule("CD-MWIN-3", "CD-MWIN-5", "CD-MWIN-7")
def test_who_fails_falls_back_is_confused_and_is_followed():
    game = fought((2, 0), 4, 8, 3)
    play(game, *STAY, "B1")
    assert unit(game, "B1").models[0] == (20, 29)
    assert unit(game, "A1").models[0] == (20, 23)
    assert unit(game, "B1").confused_from == 2
    assert not unit(game, "A1").foes
    assert not unit(game, "B1").foes


@rule("CD-MWIN-6")
def test_a_higher_roll_catches_them_with_an_automatic_hit_each():
    game = fought((2, 0), 4, 3, 8, 10, 10, 1, 1)
    play(game, *STAY, "B1")
    assert unit(game, "B1").left == 2
    assert unit(game, "B1").models[0][1] == 21
    assert unit(game, "B1").foes == ("A1",)
    assert unit(game, "B1").confused_from == 2


@rule("CD-MWIN-7")
def test_equal_rolls_do_not_catch_and_the_victors_stop_1_short():
    game = fought((2, 0), 4, 5, 5)
    play(game, *STAY, "B1")
    assert unit(game, "B1").models[0] == (20, 26)
    assert unit(game, "A1").models[0] == (20, 24)  # edges 1 apart


@rule("CD-MWIN-8")
def test_victors_may_consolidate_by_a_test_and_have_to_pursue_if_it_fails():
    game = fought((2, 0), 4, 5, 6)
    play(game, *STAY, "consolidate", ["22.25,19"])
    assert unit(game, "A1").models[0][1] == 19
    game = fought((2, 0), 4, 4, 6, 2)
    play(game, *STAY, "consolidate")
    assert unit(game, "A1").models[0] == (20, 22)


@rule("CD-MWIN-9")
def test_a_pursuit_into_a_new_enemy_is_a_charge_in_the_next_turn():
    mine = at(squad(0, 0, 5), (18.5, 20), (20, 20), (21.5, 20), (23, 20), (24.5, 20))
    theirs = at(squad(0, 0, 3), (20, 21), (21.5, 21), (23, 21))
    game = fought((2, 0), 4, 9, 7, mine=mine, theirs=theirs, friends=(at(squad(0, 0, 1), (18.5, 25)),))
    play(game, *STAY, "B1")
    assert unit(game, "A1").models[0] == (18.5, 24)
    assert unit(game, "A1").foes == ("B2",)
    assert unit(game, "A1").charged == 2


@rule("CD-MWIN-3")
def test_a_fall_back_stops_short_of_walls_and_models_and_leaves_the_table():
    game = fought((2, 0), 4, 9, 1, pieces=(box("house", 10, 25, 40, 30),))
    play(game, *STAY, "B1")
    assert 24.3 < unit(game, "B1").models[0][1] < 24.5
    high = at(squad(0, 0, 4), (20, 45), (21.5, 45), (23, 45), (24.5, 45))
    low = at(squad(0, 0, 4), (20, 46), (21.5, 46), (23, 46), (24.5, 46))
    game = fought((2, 0), 4, 9, 1, mine=high, theirs=low)
    play(game, *STAY, "B1")
    assert unit(game, "B1").gone == "fled"


@rule("CD-MWIN-10")
def test_breaking_off_replaces_the_test_and_the_enemy_acts_as_the_victor():
    game = fought((0, 2), 6, 3)
    play(game, "break", "stay")
    assert game.question.seat == 1
    play(game, "A1")
    assert unit(game, "A1").models[0] == (20, 14)
    assert unit(game, "B1").models[0] == (20, 18)
    assert unit(game, "A1").confused_from == 2


@rule("CD-MWIN-10")
def test_whom_all_their_enemies_leave_is_not_tested_though_it_has_fewer_kills():
    game = fought((2, 0), 6, 3)
    play(game, "break", "stay")
    assert game.question.seat == 1
    play(game, "A1")
    assert (unit(game, "A1").models[0], unit(game, "B1").models[0]) == ((20, 14), (20, 18))
    assert (unit(game, "A1").confused_from, unit(game, "B1").confused_from) == (2, 0)


@rule("CD-MWIN-10", "CD-MWIN-1")
def test_whom_only_some_of_their_enemies_leave_is_tested_all_the_same():
    mine = [at(squad(0, 0, 1), (20, 20)), at(squad(0, 0, 1), (22, 20))]
    game = field(mine, [at(squad(0, 0, 2), (20, 21), (22, 21))], dice=(1, 3, 5))
    run(game, Engage("A1"), Engage("A2"))
    run(game, BreakingOff(Melee(("A1", "A2", "B1"), (2, 0))))
    play(game, "break", "stay", "stay")
    assert unit(game, "B1").confused_from == 2
    assert game.question is None, "both sides fall back, nobody pursues"


@rule("CD-PIN-8", "CD-MWIN-5")
def test_victors_who_serve_a_pin_do_not_pursue_and_losers_who_do_fall_back():
    for pinned, south in (("A1", 27), ("B1", 27)):
        game = fought((2, 0), 1, 6, 3)
        unit(game, pinned).pinned_from = unit(game, pinned).pinned_to = 1
        play(game, "stay", "stay")
        if pinned == "B1":
            play(game, "B1")
        assert unit(game, "B1").models[0] == (20, south)
        assert unit(game, "A1").models[0] == ((20, 20) if pinned == "A1" else (20, 23))


@rule("CD-MWIN-10")
def test_if_both_break_off_both_fall_back_and_nobody_pursues():
    game = fought((0, 2), 3, 4)
    play(game, "break", "break")
    assert (unit(game, "A1").models[0], unit(game, "B1").models[0]) == ((20, 17), (20, 25))
    assert game.question is None


@rule("CD-MWIN-11", "CD-CONF-3")
def test_the_confused_have_to_break_off():
    game = field([at(squad(0, 0, 1), (20, 20))], [at(squad(0, 0, 1), (20, 21))], dice=(6, 3))
    run(game, Engage("A1"))
    unit(game, "B1").confused_from = 1
    run(game, BreakingOff(Melee(("A1", "B1"), (0, 0))))
    assert game.question.seat == 0
    play(game, "stay", "B1")
    assert unit(game, "B1").models == ((20, 27),)


@rule("CD-SR-NONCOM-2")
def test_non_combatants_break_off_as_well():
    theirs = at(squad(0, 0, 1, "Ir", non_com=1), (20, 21))
    game = fought((0, 0), 6, 3, mine=at(squad(0, 0, 1), (20, 20)), theirs=theirs)
    play(game, "stay")
    assert allowed(game) == ["B1", "consolidate"]


@rule("CD-SR-FEARSOME-2", "CD-SR-TERRIFY-2")
@pytest.mark.parametrize(
    ("trait", "face"),
    [({"fearsome": 1}, 6), ({"terrifying": 1}, 7), ({"fearsome": 1, "terrifying": 1}, 7)],
)
def test_fearsome_victors_make_the_test_harder(trait, face):
    for roll, stands in ((face, True), (face - 1, False)):
        game = fought((2, 0), roll, 5, 1, mine=at(squad(0, 0, 1, **trait), (20, 20)))
        play(game, *STAY)
        assert (unit(game, "B1").confused_from == 0) == stands


@rule("CD-MWIN-12")
def test_if_nobody_has_gone_all_who_are_not_in_contact_may_close_up_the_victors_first():
    mine = at(squad(0, 0, 4), (20, 20), (21.5, 19), (23, 19), (24.5, 19))
    theirs = at(squad(0, 0, 4), (20, 21), (21.5, 22), (23, 22), (24.5, 22))
    game = fought((0, 2), 5, mine=mine, theirs=theirs)
    play(game, *STAY)
    assert game.question.seat == 1
    assert [one.id for one in game.question.field.men] == ["B1-2", "B1-3", "B1-4"]
    play(game, ["23,22"])
    assert game.question.seat == 0


@rule("CD-MWIN-13", "CD-MEL-13")
def test_whoever_touches_nobody_any_more_is_out_of_it():
    game = fought((1, 1))
    unit(game, "A1").models = ((20, 10), (21.5, 10), (23, 10), (24.5, 10))
    unit(game, "B1").alter_all(behind=True)
    play(game, *STAY)
    while game.question is not None:
        play(game, [next(iter(game.question.field.cells()))])
    assert not unit(game, "A1").foes
    assert not any(one.behind for one in unit(game, "B1").men)


@rule("CD-MEL-13")
def test_losers_are_no_longer_behind_their_obstacle():
    game = fought((2, 0), 5)
    unit(game, "B1").alter_all(behind=True)
    play(game, *STAY)
    assert not any(one.behind for one in unit(game, "B1").men)


@rule("CD-COH-5")
@pytest.mark.parametrize(("face", "recovers"), [(4, True), (3, False)])
def test_recovery_from_confusion(face, recovers):
    game = field([squad(10, 10, 3, "Vt")], [leader(10, 40)], dice=(face,))
    unit(game, "A1").confused_from = 1
    battle_of(game).turn = 2
    run(game, Recover("A1"))
    assert battle_of(game).is_confused(unit(game, "A1")) == (not recovers)
    assert ("no longer confused" in said(game)) == recovers


@rule("CD-MWIN-7")
def test_losers_that_are_stopped_are_not_caught_and_the_victors_stop_1_short_of_them():
    wall = (box("house", 0, 24, 60, 26),)
    game = fought((2, 0), 4, 8, 6, pieces=wall)
    play(game, *STAY, "B1")
    assert unit(game, "B1").models[0][1] == pytest.approx(23.45)
    assert unit(game, "A1").models[0][1] == pytest.approx(21.45)
    assert not unit(game, "A1").foes
