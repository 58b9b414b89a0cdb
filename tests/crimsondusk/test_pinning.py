"""Pinning (CD-PIN)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.shooting.pinning import UnderFire, pinning_tally
from tabletop_tui.rules.crimsondusk.state.battle import Fire
from tests.crimsondusk.build import activate, battle_of, box, field, leader, lose, squad, unit
from tests.playing import options, play, refused, run, unread

rule = pytest.mark.rule


def under_fire(game, shots, **changes):
    run(game, UnderFire(Fire("B1", "A1", shots, unit(game, "B1").left, **changes)))
    return unit(game, "B1")


@rule("CD-PIN-1", "CD-PIN-2")
def test_shots_of_the_turn_add_up_until_they_are_as_many_as_the_models():
    game = field([squad(10, 10)], [squad(10, 30, 7)], dice=(5,))
    assert under_fire(game, 4).shots == 4
    assert len(unread(game)) == 1
    assert under_fire(game, 3).shots == 0  # tested at the seventh, and the count begins anew
    assert not unread(game)


@rule("CD-PIN-1")
def test_the_models_when_the_shots_were_fired_count_not_those_that_are_left():
    game = field([squad(10, 10)], [squad(10, 30, 5)])
    lose(game, "B1", 1)
    run(game, UnderFire(Fire("B1", "A1", 4, 5)))
    assert unit(game, "B1").shots == 4


@rule("CD-PIN-3")
@pytest.mark.parametrize(("lost", "minus"), [(0, 0), (1, 1), (2, 1), (3, 2), (5, 3), (8, 4)])
def test_losses_make_it_harder_by_the_worst_line_alone(lost, minus):
    game = field([squad(10, 10)], [squad(10, 30, 10)])
    lose(game, "B1", lost) if lost else None
    assert pinning_tally(battle_of(game), unit(game, "B1"), 0).total == 5 + minus


@rule("CD-PIN-3")
def test_two_of_seven_are_a_quarter():
    game = field([squad(10, 10)], [squad(10, 30, 7)])
    lose(game, "B1", 2)
    assert pinning_tally(battle_of(game), unit(game, "B1"), 0).total == 7


@rule("CD-PIN-4")
def test_a_command_bonus_helps():
    game = field([squad(10, 10)], [squad(10, 30), leader(10, 32, cb=2)])
    assert pinning_tally(battle_of(game), unit(game, "B1"), 0).total == 3


@rule("CD-PIN-5")
def test_passed_it_has_no_effect():
    game = field([squad(10, 10)], [squad(10, 30)], dice=(5,))
    section = under_fire(game, 5)
    assert not battle_of(game).is_pinned(section)
    assert not section.ground


@rule("CD-PIN-6", "CD-PIN-8")
def test_failed_in_the_open_it_drops_and_is_pinned_to_the_end_of_the_next_turn():
    game = field([squad(10, 10)], [squad(10, 30, ap=5)], dice=(4,))
    section, battle = under_fire(game, 5), battle_of(game)
    assert section.ground
    assert (battle.is_pinned(section), battle.serves_pin(section), battle.points_of(section)) == (True, False, 5)
    battle.turn = 2
    assert (battle.is_pinned(section), battle.serves_pin(section), battle.points_of(section)) == (True, True, 3)
    battle.turn = 3
    assert (battle.is_pinned(section), battle.points_of(section)) == (False, 5)


@rule("CD-PIN-8")
def test_a_new_failure_renews_it_and_ap_are_halved_once():
    game = field([squad(10, 10)], [squad(10, 30, ap=3)], dice=(4, 4))
    section, battle = under_fire(game, 5), battle_of(game)
    battle.turn = 2
    under_fire(game, 5)
    assert battle.points_of(section) == 2
    battle.turn = 3
    assert (battle.serves_pin(section), battle.points_of(section)) == (True, 2)
    battle.turn = 4
    assert not battle.is_pinned(section)


@rule("CD-PIN-7")
def test_failed_in_cover_it_stays_upright():
    game = field([squad(10, 10)], [squad(10, 30)], pieces=(box("scrub", 5, 25, 40, 40),), dice=(4,))
    section = under_fire(game, 5)
    assert battle_of(game).is_pinned(section)
    assert not section.ground


@rule("CD-PIN-6")
def test_the_bulky_stay_upright_and_are_pinned():
    game = field([squad(10, 10)], [squad(10, 30, av=12)], dice=(4,))
    section = under_fire(game, 5)
    assert battle_of(game).is_pinned(section)
    assert not section.ground


@rule("CD-TRAIT-14", "CD-TRAIT-15")
def test_a_pinning_weapon_forces_the_test_and_makes_it_harder_once():
    game = field([squad(10, 10)], [squad(10, 30)], dice=(5,))
    section = under_fire(game, 1, forced=True, penalty=1)
    assert battle_of(game).is_pinned(section)


@rule("CD-SR-BRAINDEAD")
def test_the_brain_dead_are_never_pinned():
    game = field([squad(10, 10)], [squad(10, 30, brain_dead=1)])
    assert not battle_of(game).is_pinned(under_fire(game, 9, forced=True))


@rule("CD-SR-NONCOM-1")
def test_a_non_combatant_is_pinned_by_a_single_shot():
    game = field([squad(10, 10)], [squad(10, 30, 5, "Ir", non_com=1)])
    assert battle_of(game).is_pinned(under_fire(game, 1))


@pytest.mark.parametrize(
    ("answer", "dice", "pinned"), [("again", (4, 5), False), ("again", (4, 4), True), ("pinned", (4,), True)]
)
def test_a_fanatic_may_roll_once_more(answer, dice, pinned):
    game = field([squad(10, 10)], [squad(10, 30, fanatic=1)], dice=dice)
    section = under_fire(game, 5)
    play(game, answer)
    assert battle_of(game).is_pinned(section) == pinned
    assert game.question is None
    assert not unread(game)


@rule("CD-SR-FANATIC")
def test_pinned_fanatics_move_towards_the_nearest_cover_and_nowhere_else():
    scrub = (box("scrub", 20, 0, 30, 40), box("woods", 50, 0, 60, 40))
    for trait, near in (({"fanatic": 1}, ""), ({}, "CD-PIN-8")):
        game = field([leader(10, 10, av=12, **trait)], [squad(10, 40)], pieces=scrub)
        unit(game, "A1").pinned_from = unit(game, "A1").pinned_to = 1
        activate(game)
        assert options(game)["move"] == near
    game = field([leader(10, 10, av=12, fanatic=1)], [squad(10, 40)], pieces=scrub)
    unit(game, "A1").pinned_from = unit(game, "A1").pinned_to = 1
    activate(game, "A1", "move")
    assert not refused(game, ["11.5,10"])
    assert refused(game, ["8.5,10"]) == "CD-SR-FANATIC"
