"""Where two special rules meet in one move or one volley: expected from the book alone, then asked of the program."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.events import Rolled
from tabletop_tui.rules.armymen.shooting.block_dice import blocking
from tabletop_tui.rules.armymen.shooting.shooting import Shoot
from tests.armymen.build import (
    act,
    battle_of,
    box,
    charge,
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
)
from tests.playing import allowed, options, play, run

rule = pytest.mark.rule


def block_dice(game, hits=1, reaction=False, spot=None):
    shooter = unit(game, "A1")
    return blocking(
        battle_of(game), shooter, unit(game, "B1"), [spot] if spot else list(shooter.models), hits, reaction
    )


@rule("AMC-MORALE-3", "AMC-MORALE-6", "AMC-UNIT-2", "AMC-MELEE-2")
@pytest.mark.parametrize(("dice", "destroyed"), [((4, 3), True), ((3,), True), ((4, 4), False)])
def test_pinned_recruits_that_are_charged_have_to_pass_twice(dice, destroyed):
    """Charged they are tested; a success is rolled again, once. Failed, they are destroyed before anybody strikes."""
    game = field([gunners(10, 10)], [recruits(10, 16)])
    unit(game, "B1").pinned = True
    game.dice = SeededDice(seed=1, first=dice)
    charge(game)
    assert ("strike" in said(game)) == (not destroyed)
    assert not destroyed or (unit(game, "B1").destroyed and game.dice.index == len(dice))


@rule("AMC-TERR-1", "AMC-GUARD-4", "AMC-ACT-3")
def test_cover_height_and_a_halt_each_add_their_die_and_cover_only_once():
    """Two hits: two dice; +1 in cover (in woods and shot at from below: still one), +1 for the halt: four."""
    hill = box("hill", 10, 4, 30, 14)
    woods = box("woods", 12, 5, 28, 12)
    game = field([riflemen(20, 30)], [riflemen(20, 8)], pieces=(hill, woods))
    assert block_dice(game, 2).total == 3
    assert block_dice(game, 2, reaction=True).total == 4


@rule("AMC-UNIT-9", "AMC-TERR-5", "AMC-ACT-3", "AMC-GUARD-4")
def test_against_snipers_below_the_hunkered_have_the_dice_of_height_and_hunker_alone():
    """No die a hit; +1 as in cover since they are shot at from below, +1 hunkered, +1 if it is at a halt."""
    game = field([snipers(20, 30, 3)], [riflemen(20, 8)], pieces=(box("hill", 10, 4, 30, 14),))
    unit(game, "B1").hunkered = True
    assert block_dice(game, 3).total == 2
    assert block_dice(game, 3, reaction=True).total == 3


@rule("AMC-UNIT-11", "AMC-TERR-5", "AMC-TERR-1")
def test_a_mortar_below_a_hill_shoots_up_at_it_however_high_its_bomb_flies():
    """The book asks whence the shots are taken: from lower ground those on the hill count as in cover."""
    hills = box("hill", 10, 4, 30, 14), box("hill", 10, 34, 30, 46)
    assert block_dice(field([mortars(20, 40)], [riflemen(20, 8)], pieces=hills[:1])).total == 2
    assert block_dice(field([mortars(20, 40)], [riflemen(20, 8)], pieces=hills)).total == 1


@rule("AMC-MELEE-3", "AMC-MELEE-5", "AMC-TERR-5", "AMC-UPG-1")
def test_bayonets_from_above_on_a_charge_strike_with_two_each_and_two_more():
    """One soldier charges down: 2 attacks of his bayonet, +1 for the charge, +1 for the height."""
    game = field([riflemen(20, 12, 5, "bayonets")], [gunners(20, 20)], pieces=(box("hill", 10, 4, 30, 16),))
    stand(game, "A1", (20, 12))
    game.dice = SeededDice(seed=1)
    charge(game)
    struck = next(event for event in game.events if isinstance(event, Rolled) and "strike" in event.why)
    assert (struck.seat, len(struck.faces)) == (0, 4), said(game)


@rule("AMC-MORALE-1", "AMC-TERR-3", "AMC-SHOOT-4")
def test_whom_mines_have_brought_to_half_is_tested_when_the_next_shot_takes_another():
    """Mines cause no test. The shot that then takes one more leaves half or less, so it does."""
    game = field([gunners(20, 20)], [riflemen(20, 30, 10)], dice=(4, 1, 1, 1, 6))
    stand(game, "B1", *((18.0 + n, 30.0) for n in range(5)))
    run(game, Shoot("A1", "B1", ((0, "machinegun"),)))
    while game.question is not None:
        play(game, next(game.question.legal()))
    assert unit(game, "B1").left == 4, said(game)
    assert "morale" in said(game).lower() or "Pinned" in said(game), said(game)


@rule("AMC-DMG-4", "AMC-VUNIT-4", "AMC-ACT-1")
def test_from_a_truck_that_may_not_move_one_gets_out_all_the_same():
    """What may not move or turn is the truck; those inside advance out of it as ever."""
    game = field([jeep(20, 20, 0, "truck"), riflemen(1, 1)], [gunners(40, 40)])
    inside(game, "A2", "A1")
    unit(game, "A1").stuck = True
    act(game, "A2")
    out = next(key for key, why in options(game).items() if not why and key != "stay")
    play(game, out)
    while game.question is not None:
        play(game, next(game.question.legal()))
    assert unit(game, "A2").models
    assert not unit(game, "A2").aboard


@rule("AMC-GUARD-3", "AMC-DMG-6", "AMC-VUNIT-5")
def test_a_truck_that_a_guard_destroys_on_its_way_puts_those_inside_out_where_it_was_halted():
    """The way is over there; the survivors stand within 3 in of the wreck and are not halted again."""
    house = box("building", 8, 18, 17, 22)
    game = field([jeep(14, 10, 90.0, "truck"), riflemen(1, 1)], [gunners(14, 30, 3)], pieces=(house,))
    inside(game, "A2", "A1")
    unit(game, "B1").guarding = True
    act(game, "A1", "rush", ["30,10"])
    assert game.question.seat == 1, said(game)
    game.dice = SeededDice(seed=3, first=(*[6] * 9, *[1] * 6, *[6] * 8))  # 9 hits, halved; none is blocked
    play(game, allowed(game)[-2])
    while game.question is not None:
        play(game, next(game.question.legal()))
    assert unit(game, "A1").destroyed, said(game)
    halted = next(event for event in game.events if "halts" in event.text or "halt " in event.text)
    x = float(halted.text.split(" at ")[1].split(",")[0])
    assert all(abs(spot[0] - x) <= 3 + 2 for spot in unit(game, "A2").models), said(game)
    assert unit(game, "A2").models, said(game)
