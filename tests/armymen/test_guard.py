"""Guard reactions (AMC-GUARD): a move that comes into sight is halted, shot at, and goes on."""

from __future__ import annotations

import pytest

from tests.armymen.build import (
    act,
    allowed,
    box,
    field,
    gunners,
    jeep,
    load,
    options,
    play,
    recruits,
    riflemen,
    snipers,
    unit,
    unread,
)

rule = pytest.mark.rule
HOUSE = box("building", 8, 18, 17, 22)
"""Between a mover in the north and a guard in the south, both at x = 14; further east they see each other."""


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


@rule("AMC-GUARD-2", "AMC-GUARD-3")
def test_who_comes_into_sight_by_its_move_may_be_halted_at_any_point_after():
    game = on_guard(field([gunners(14, 10, 3)], [riflemen(14, 30, 5)], pieces=(HOUSE,)), "B1")
    act(game, "A1", "rush", ["26,11.5"])
    assert game.question.seat == 1
    keys = [key for key in allowed(game) if key != "pass"]
    numbers = [int(key.partition(":")[2]) for key in keys]
    assert numbers == list(range(numbers[0], 13)), "every inch from the first in sight to the last"
    assert numbers[0] > 0
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
def test_a_guard_out_of_range_does_not_react_and_the_owner_may_let_pass():
    game = on_guard(field([gunners(14, 4)], [riflemen(14, 46, 5)], pieces=(HOUSE,)), "B1")
    act(game, "A1", "rush", ["26,4"])
    assert not game.agenda
    game = on_guard(field([gunners(14, 10)], [riflemen(14, 30, 5)], pieces=(HOUSE,)), "B1")
    act(game, "A1", "rush", ["26,10"], "pass")
    assert unit(game, "B1").guarding
    assert unit(game, "A1").models == ((26, 10),)


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
    later = [int(key.partition(":")[2]) for key in allowed(game) if key != "pass"]
    assert min(later) >= int(first.partition(":")[2]), "nobody goes back"
    load(game, 1, 1, 1)
    play(game, allowed(game)[0])
    assert not game.agenda


@rule("AMC-GUARD-2")
def test_vehicles_and_units_that_leave_one_are_reacted_to():
    game = on_guard(field([jeep(14, 10), gunners(40, 5)], [gunners(14, 30)], pieces=(HOUSE,)), "B1")
    act(game, "A1", "advance", ["26,10"])
    assert "B1" in allowed(game)[0]
    game = on_guard(field([jeep(26, 10), gunners(40, 5)], [gunners(26, 30)]), "B1")
    passenger = unit(game, "A2")
    passenger.models, passenger.aboard = (), "A1"
    act(game, "A2", "out", ["26,13"])
    assert game.question.seat == 1, "it could not be seen inside"
    assert options(game)["pass"] == ""
