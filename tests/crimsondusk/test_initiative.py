"""Initiative, naming, alternation and holding (CD-INIT, CD-ACT, CD-HOLD)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.turn.activation_order import NextGo
from tabletop_tui.rules.crimsondusk.turn.initiative import RollInitiative, initiative_tally
from tests.crimsondusk.build import battle_of, field, leader, section, soldier, squad, told_rules, unit
from tests.playing import allowed, options, play, refused, run, unread

rule = pytest.mark.rule


def wait(game, *names):
    """All but these have acted already."""
    for one in battle_of(game).units.values():
        one.activated = one.id not in names


@rule("CD-INIT-2")
@pytest.mark.parametrize(("quality", "adds"), [("Ir", 0), ("Rg", 0), ("Vt", 1), ("El", 2)])
def test_the_best_quality_adds(quality, adds):
    game = field([squad(10, 10, 5, "Ir"), squad(30, 10, 5, quality)])
    assert initiative_tally(battle_of(game), 0).total == adds


@rule("CD-INIT-3")
@pytest.mark.parametrize("barred", ["pinned", "melee", "confused"])
def test_a_leader_who_is_barred_leaves_it_to_the_next(barred):
    game = field([leader(10, 10, cb=2, quality="Rg"), leader(20, 10, cb=1, quality="Rg")])
    best = unit(game, "A1")
    assert initiative_tally(battle_of(game), 0).total == 2
    if barred == "pinned":
        best.pinned_from = best.pinned_to = 2
    elif barred == "melee":
        best.foes = ("B1",)
    else:
        best.confused_from = 1
    assert initiative_tally(battle_of(game), 0).total == 1


@rule("CD-INIT-1", "CD-INIT-4")
def test_a_tie_is_rolled_again_by_both_with_the_same_modifiers():
    mine = [leader(10, 10, cb=2, quality="Rg"), leader(20, 10, cb=1, quality="Rg"), squad(30, 10)]
    game = field(mine, [squad(10, 40, 2, "El")], dice=(6, 5, 3, 1))
    unit(game, "A1").foes = ("B1",)  # in melee: its +2 does not count, 6 + 1 against 5 + 2
    run(game, RollInitiative())
    assert battle_of(game).initiative == 0  # 3 + 1 against 1 + 2
    assert "CD-INIT-4" in told_rules(game)
    assert not unread(game)


@rule("CD-INIT-5", "CD-ACT-2")
def test_the_winner_may_name_an_enemy_whose_owner_plays_it_and_then_goes_himself():
    game = field([squad(10, 10), squad(30, 10)], [squad(10, 40), squad(30, 40)], dice=(9, 2))
    run(game, RollInitiative())
    assert game.question.seat == 0
    play(game, "B1")
    assert (game.question.seat, game.question.about) == (1, "B1")
    play(game, "end")
    assert game.question.seat == 0
    assert "B2" not in allowed(game)  # only the first activation can be forced


@rule("CD-INIT-5")
def test_a_confused_enemy_cannot_be_named_but_a_confused_unit_of_ones_own_can():
    game = field([squad(10, 10), squad(30, 10)], [squad(10, 40), squad(30, 40)], dice=(9, 2))
    unit(game, "B1").confused_from = unit(game, "A1").confused_from = 1
    run(game, RollInitiative())
    assert options(game)["B1"] == "CD-INIT-5"
    assert not options(game)["A1"]


@rule("CD-ACT-3")
def test_a_unit_in_melee_is_not_activated_and_cannot_be_named():
    game = field([squad(10, 10), squad(30, 10)], [squad(10, 40), squad(30, 40)], dice=(9, 2))
    unit(game, "B1").foes, unit(game, "A1").foes = ("A1",), ("B1",)
    run(game, RollInitiative())
    assert options(game)["B1"] == options(game)["A1"] == "CD-ACT-3"


@rule("CD-ACT-2", "CD-ACT-6", "CD-TURN-1")
def test_play_alternates_and_who_has_nobody_left_is_skipped():
    game = field([squad(10, 10), squad(20, 10), squad(30, 10)], [squad(10, 40)])
    run(game, NextGo(0))
    seats = []
    while game.question is not None:
        seats.append(game.question.seat)
        play(game, "end" if "end" in options(game) else allowed(game)[0])
    assert seats == [0, 0, 1, 0, 0, 0]
    assert all(one.activated for one in battle_of(game).units.values())


@rule("CD-ACT-2")
def test_nobody_may_pass():
    game = field([squad(10, 10), squad(20, 10)], [squad(10, 40)])
    run(game, NextGo(0))
    assert allowed(game) == ["A1", "A2"]


@rule("CD-HOLD-1")
def test_the_side_with_fewer_may_hold_one_unit_which_acts_last():
    game = field([squad(10, 10), squad(20, 10)], [squad(10, 40), squad(20, 40), squad(30, 40)], dice=(9, 2))
    run(game, RollInitiative())
    assert "hold:A1" in allowed(game)
    play(game, "hold:A1")
    assert refused(game, "A1") == "CD-HOLD-1"
    assert not [key for key in allowed(game) if key.startswith("hold")]
    order = []
    while game.question is not None:
        if "end" in options(game):
            order.append(game.question.about)
            play(game, "end")
        else:
            play(game, allowed(game)[0])
    assert order == ["A2", "B1", "B2", "B3", "A1"]


@rule("CD-HOLD-1")
def test_units_in_melee_do_not_count_and_equal_numbers_hold_nothing():
    four, six = [squad(10 * n, 10) for n in range(1, 5)], [squad(10 * n, 40) for n in range(1, 7)]
    game = field(four, six, dice=(9, 2))
    for name in ("B1", "B2"):
        unit(game, name).foes = ("A9",)
    run(game, RollInitiative())
    assert battle_of(game).may_hold == -1
    assert not [key for key in allowed(game) if key.startswith("hold")]


@rule("CD-ACT-1")
def test_ap_that_are_left_are_lost_when_the_owner_ends():
    game = field([squad(10, 10), squad(30, 10)], [squad(10, 40)])
    run(game, NextGo(0))
    play(game, "A1", "move", ["13,10"], "end")
    assert unit(game, "A1").activated
    assert game.question is None or game.question.seat == 1


def test_a_mixed_force_takes_its_best_rating():
    game = field([section(10, 10, *[soldier("Ir")] * 5, soldier("El"))])
    assert initiative_tally(battle_of(game), 0).total == 2
