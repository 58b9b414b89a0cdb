"""Movement, running, difficult ground and obstacles (CD-MOVE, CD-RUN)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.shown.overlays import threats
from tabletop_tui.rules.crimsondusk.ways.movement_limits import halved
from tests.crimsondusk.build import activate, box, each, field, leader, line, squad, unit
from tests.playing import options, play, refused

rule = pytest.mark.rule


@rule("CD-MOVE-1", "CD-MOVE-2", "CD-RUN-1", "CD-EQ-JUMP-1")
@pytest.mark.parametrize(
    ("trait", "walk", "run"), [({}, 2, 4), ({"quick": 1}, 3, 6), ({"fast": 1}, 4, 8), ({"jump_pack": 1}, 4, 8)]
)
def test_how_far_for_one_ap(trait, walk, run):
    for action, far in (("move", walk), ("run", run)):
        game = activate(field([leader(10, 10, **trait)]), "A1", action)
        assert not refused(game, [f"{10 + far},10"])
        assert refused(game, [f"{10.01 + far},10"])


@rule("CD-RUN-1")
@pytest.mark.parametrize(("av", "runs"), [(9, True), (10, False)])
def test_only_av_9_or_less_runs(av, runs):
    game = activate(field([leader(10, 10, av=av)]))
    assert options(game)["run"] == ("" if runs else "CD-RUN-1")


@rule("CD-MOVE-4")
@pytest.mark.parametrize(("far", "half"), [(2, 1), (3, 2), (4, 2), (6, 3), (8, 4), (1, 1)])
def test_half_is_rounded_up(far, half):
    assert halved(far) == half


@rule("CD-MOVE-4")
def test_a_fast_model_that_enters_scree_in_mid_ap_goes_2():
    scree = (box("scree", 11, 5, 20, 15),)
    game = activate(field([leader(10, 10, av=10, fast=1)], pieces=scree), "A1", "move")
    assert not refused(game, ["12,10"])
    assert refused(game, ["12.01,10"]) == "CD-MOVE-4"
    assert not refused(game, ["10,14"])  # beside it the whole way is free
    assert refused(game, ["13,10"]) == "CD-MOVE-4"


@rule("CD-MOVE-4")
def test_running_is_doubled_first_and_halved_after():
    game = activate(field([leader(10, 10)], pieces=(box("marsh", 5, 5, 20, 15),)), "A1", "run")
    assert not refused(game, ["12,10"])
    assert refused(game, ["12.01,10"]) == "CD-MOVE-4"


@rule("CD-MOVE-6")
def test_a_low_wall_is_crossed_as_difficult_terrain_and_a_high_one_not_at_all():
    game = activate(field([leader(10, 10)], pieces=(line("wall", (11, 5), (11, 15)),)), "A1", "run")
    assert not refused(game, ["12,10"])
    assert refused(game, ["12.01,10"]) == "CD-MOVE-4"
    game = activate(field([leader(10, 10)], pieces=(line("high-wall", (11, 5), (11, 15)),)), "A1", "run")
    assert refused(game, ["12,10"]) == "CD-MOVE-6"


@rule("CD-EQ-JUMP-1", "CD-MOVE-6")
@pytest.mark.parametrize("kind", ["wall", "high-wall"])
def test_a_jump_pack_leaps_over_both(kind):
    game = activate(field([leader(10, 10, jump_pack=1)], pieces=(line(kind, (11, 5), (11, 15)),)), "A1", "move")
    assert not refused(game, ["14,10"])


@rule("CD-MOVE-7")
def test_nobody_leaves_the_table_stands_on_another_or_goes_through_an_enemy():
    game = activate(field([leader(1, 10), leader(2.5, 10)], [leader(1, 12.5)]), "A1", "run")
    assert refused(game, ["0.4,10"]) == "CD-MOVE-7"
    assert refused(game, ["2,10.2"]) == "CD-MOVE-7"  # on a friend
    assert not refused(game, ["4,10"])  # but through one
    assert refused(game, ["1,14"]) == "CD-MOVE-7"  # through an enemy


@rule("CD-RUN-3", "CD-HIT-8")
def test_three_ap_of_running_are_18_units_for_a_quick_model():
    game = activate(field([leader(10, 10, av=9, quick=1)]), "A1", "run", ["16,10"], "run", ["22,10"], "run", ["28,10"])
    assert unit(game, "A1").ran
    assert unit(game, "A1").men[0].moved == 18


@rule("CD-RUN-3")
def test_one_who_is_told_to_run_and_stays_has_not_run():
    game = activate(field([leader(10, 10)]), "A1", "run", ["10,10"])
    assert not unit(game, "A1").ran


@rule("CD-MOVE-1")
def test_walkers_and_runners_of_a_section_go_in_one_question():
    game = activate(field([squad(10, 10, 4)]), "A1")
    each(game, "walk", "run", "run", "run")
    assert refused(game, ["12.25,13"]) == "CD-RUN-1"
    assert not refused(game, ["12.25,12"])


@rule("CD-CONF-1")
def test_the_confused_come_no_nearer_to_whom_they_see():
    game = field([leader(10, 10)], [leader(30, 10)])
    unit(game, "A1").confused_from = 1
    activate(game, "A1", "move")
    assert refused(game, ["11,10"]) == "CD-CONF-1"
    assert not refused(game, ["9,10"])
    assert not refused(game, ["10,8"])


@rule("CD-CONF-1")
def test_the_confused_may_come_nearer_to_whom_they_do_not_see():
    game = field([leader(10, 10)], [leader(30, 10)], pieces=(box("house", 18, 5, 22, 15),))
    unit(game, "A1").confused_from = 1
    activate(game, "A1", "move")
    assert not refused(game, ["11,10"])


@rule("CD-PIN-8")
def test_the_pinned_make_no_step_in_their_pinned_turn():
    game = field([squad(10, 10, ap=5)])
    unit(game, "A1").pinned_from = unit(game, "A1").pinned_to = 1
    activate(game)
    assert options(game)["move"] == options(game)["run"] == "CD-PIN-8"
    assert "AP 1 of 3" in game.question.prompt


@rule("CD-MOVE-3", "CD-ACT-4", "CD-ACT-5")
def test_a_charge_ends_the_activation_and_puts_both_in_melee():
    game = activate(field([squad(10, 10)], [squad(10, 12)]), "A1", "charge:B1")
    assert (unit(game, "A1").foes, unit(game, "B1").foes) == (("B1",), ("A1",))
    assert unit(game, "B1").activated
    assert game.question is None


@rule("CD-MOVE-3")
def test_a_plain_move_into_contact_is_a_charge_as_well():
    game = activate(field([leader(10, 10)], [leader(13, 10)]), "A1", "move", ["12,10"])
    assert unit(game, "A1").foes == ("B1",)
    assert unit(game, "A1").charged == 1


@rule("CD-SR-FEARSOME-1")
@pytest.mark.parametrize(("face", "goes"), [(4, True), (3, False)])
def test_a_fearsome_enemy_is_only_touched_after_a_test(face, goes):
    game = field([leader(10, 10)], [leader(13, 10, fearsome=1)], dice=(face,))
    activate(game, "A1", "move", ["12,10"])
    assert (unit(game, "A1").foes == ("B1",)) == goes
    assert unit(game, "A1").spent == 1
    assert unit(game, "A1").models == (((12.0, 10.0),) if goes else ((10, 10),))


def test_a_move_is_told_and_paid():
    game = activate(field([squad(10, 10)]), "A1", "move", ["13,11"])
    assert "moves to 13, 11" in game.events[-1].text
    play(game, "end")
    assert game.question is None


@rule("CD-SHOOT-1", "CD-LOS-5")
def test_who_steps_back_does_not_hide_itself_from_those_who_may_shoot_at_it():
    """Where it stood it blocks the line to where it goes, and is no longer there."""
    game = activate(field([leader(10, 10)], [leader(10, 25), leader(40, 60)]), "A1", "move")
    shown = {line.label: line.value for line in game.preview(["10,8"]).lines}
    assert shown["exposed to"] == "B1"
    assert shown["could shoot at"] == "B1"
    assert threats(game.state, unit(game, "A1")).labels["10,8"] == "1", "so says the overlay"
