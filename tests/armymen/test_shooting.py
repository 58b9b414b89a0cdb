"""Shooting, cover, weapons, morale (AMC-SHOOT, AMC-TERR, AMC-WPN, AMC-MORALE, AMC-GEN)."""

from __future__ import annotations

import pytest

from tabletop_tui.engine import odds
from tabletop_tui.rules.armymen.damage import Casualties, Morale
from tabletop_tui.rules.armymen.shoot import (
    Shoot,
    blocking,
    default_fire,
    fire_losses,
    losses,
    refuse_target,
    roll_hits,
    usable,
)
from tests.armymen.build import (
    act,
    allowed,
    artillery,
    battle_of,
    box,
    field,
    gunners,
    jeep,
    load,
    mortars,
    options,
    play,
    recruits,
    riflemen,
    run,
    sandbags,
    snipers,
    stand,
    tank,
    unit,
    unread,
    veterans,
)

rule = pytest.mark.rule


def shoot(game, one="A1", other="B1"):
    """Everything that can fire does."""
    battle = battle_of(game)
    target, shooter = battle.units[other], battle.units[one]
    run(game, Shoot(one, other, default_fire(shooter, usable(battle, shooter, target), target)))
    return game


# ---------------------------------------------------------------- who fires at whom
@rule("AMC-SHOOT-1")
def test_exactly_at_range_is_in_range_model_by_model():
    game = field([riflemen(10, 5, 5)], [gunners(10, 36)])
    battle = battle_of(game)
    fire = usable(battle, unit(game, "A1"), unit(game, "B1"))
    assert [number for number, _ in fire] == [4], "the last model is 24 in away from base to base"
    stand(game, "B1", (10, 36.1))
    assert refuse_target(battle, unit(game, "A1"), unit(game, "B1")).rule == "AMC-SHOOT-1"


@rule("AMC-SHOOT-1")
def test_only_terrain_blocks_the_line_of_sight():
    game = field([gunners(10, 10)], [gunners(10, 30), gunners(10, 20)], pieces=(box("building", 30, 14, 40, 18),))
    battle = battle_of(game)
    assert refuse_target(battle, unit(game, "A1"), unit(game, "B1")) is None, "models do not block"
    stand(game, "A1", (35, 10))
    stand(game, "B1", (35, 22))
    assert refuse_target(battle, unit(game, "A1"), unit(game, "B1")).rule == "AMC-SHOOT-1"
    stand(game, "B1", (35, 17))
    assert refuse_target(battle, unit(game, "A1"), unit(game, "B1")) is None, "who stands in it is seen"


@rule("AMC-SHOOT-1", "AMC-UPG-3")
def test_a_soldier_with_two_weapons_in_range_fires_one_of_them():
    game = field([riflemen(10, 10, 5, "grenades")], [gunners(10, 22)])
    act(game, "A1", "hold", "B1")
    assert allowed(game) == ["rifle", "grenade", "none"]
    load(game, 3, *[1] * 7)
    play(game, "grenade")
    assert unread(game) == (), "D6 attacks of the grenade and four rifles"


@rule("AMC-VEH-3")
def test_a_vehicle_fires_everything_it_has():
    game = field([tank(10, 10, 180, "tank-mg")], [riflemen(10, 40)])
    fire = default_fire(unit(game, "A1"), usable(battle_of(game), unit(game, "A1"), unit(game, "B1")), unit(game, "B1"))
    assert sorted(name for _, name in fire) == ["cannon", "machinegun"]
    stand(game, "B1", (10, 55))
    fire = usable(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    assert [name for _, name in fire] == ["cannon"], "each weapon by its own range"


@rule("AMC-UNIT-11", "AMC-VUNIT-10")
@pytest.mark.parametrize("gun", [mortars(10, 5), artillery(10, 5)])
def test_indirect_weapons_shoot_at_what_a_friend_sees(gun):
    house = box("building", 5, 12, 15, 16)
    game = field([gun, gunners(40, 30)], [riflemen(10, 24)], pieces=(house,))
    battle = battle_of(game)
    assert refuse_target(battle, unit(game, "A1"), unit(game, "B1")) is None
    battle.destroy(unit(game, "A2"))
    assert refuse_target(battle, unit(game, "A1"), unit(game, "B1")) is not None
    game = field([gunners(10, 5), gunners(40, 30)], [riflemen(10, 24)], pieces=(house,))
    assert refuse_target(battle_of(game), unit(game, "A1"), unit(game, "B1")) is not None, "others need to see"


@rule("AMC-VUNIT-9", "AMC-VUNIT-8")
def test_artillery_shoots_only_with_hold_and_moves_six_inches():
    game = field([artillery(10, 10)], [riflemen(10, 40)])
    act(game, "A1", "advance", ["10,16"])
    assert not game.agenda, "no shot after an Advance"


# ---------------------------------------------------------------- the rolls
@rule("AMC-SHOOT-2", "AMC-SHOOT-3", "AMC-SHOOT-4", "AMC-GEN-2")
def test_attacks_hit_on_four_hits_are_blocked_on_four_and_the_rest_are_casualties():
    game = field([riflemen(10, 10, 5)], [riflemen(10, 25, 5)], dice=(4, 3, 6, 5, 1, 4, 3, 2))
    shoot(game)
    assert unread(game) == (), "three hits, three dice to block"
    assert "2 to go" in game.question.prompt
    assert game.question.seat == 1, "the defender chooses"


@rule("AMC-SHOOT-4")
def test_surplus_casualties_are_lost_and_the_defender_chooses():
    game = field([], [riflemen(10, 25, 5, "bazooka")])
    run(game, Casualties("B1", 1))
    assert "bazooka" in game.question.options[0].label.lower()
    play(game, "3")
    assert unit(game, "B1").arms[0] == ("bazooka",)
    run(game, Casualties("B1", 9))
    assert unit(game, "B1").destroyed


@rule("AMC-SHOOT-4")
def test_the_rest_is_taken_from_plain_soldiers_first():
    game = field([], [riflemen(10, 25, 5, "bazooka", "c4")])
    run(game, Casualties("B1", 3))
    play(game, "rest")
    assert sorted(unit(game, "B1").arms) == [("bazooka",), ("rifle", "c4")]


@rule("AMC-UNIT-2", "AMC-GEN-2")
def test_recruits_re_roll_each_success_once():
    game = field([recruits(10, 10, 5)], [gunners(10, 25)], dice=(4, 5, 1, 2, 6, 3, 4, 1, 1))
    shoot(game)
    assert unread(game) == (), "three successes rolled again: one stands, one die to block"
    assert unit(game, "B1").destroyed


@rule("AMC-UNIT-5", "AMC-GEN-2")
def test_veterans_re_roll_each_failure_once():
    game = field([veterans(10, 10, 5)], [riflemen(10, 25, 5)], dice=(4, 1, 1, 1, 1, 4, 3, 3, 3, 4, 4))
    shoot(game)
    assert unread(game) == (), "four failures rolled again: two hits, both blocked"
    assert unit(game, "B1").left == 5


@rule("AMC-UNIT-8", "AMC-UNIT-9")
def test_snipers_hit_on_two_and_infantry_blocks_only_with_extra_dice():
    game = field([snipers(10, 10, 3)], [riflemen(10, 25, 5)], dice=(2, 2, 1))
    shoot(game)
    assert unread(game) == ()
    assert "2 to go" in game.question.prompt, "no dice to block at all"
    game = field([snipers(10, 10, 3)], [riflemen(10, 25, 5)], pieces=(box("woods", 5, 24, 15, 34),), dice=(2, 2, 1, 4))
    shoot(game)
    assert unread(game) == (), "the die of cover remains"
    assert "1 to go" in game.question.prompt


@rule("AMC-UNIT-9")
def test_vehicles_block_snipers_in_full():
    game = field([snipers(10, 10, 3)], [jeep(10, 25)])
    assert blocking(battle_of(game), unit(game, "A1"), unit(game, "B1"), [(10, 10)], 2).total == 3


@rule("AMC-GEN-3")
def test_bonus_dice_are_added_once_to_the_whole_roll():
    game = field([riflemen(10, 10, 10)], [riflemen(10, 30, 10)], pieces=(box("woods", 5, 29, 20, 40),))
    unit(game, "B1").hunkered = True
    tally = blocking(battle_of(game), unit(game, "A1"), unit(game, "B1"), [(10, 10)], 4)
    assert (tally.total, tally.rules) == (6, ("AMC-SHOOT-3", "AMC-ACT-3", "AMC-TERR-1"))


# ---------------------------------------------------------------- cover
@rule("AMC-TERR-1")
def test_most_models_have_to_be_in_or_behind_cover():
    woods = box("woods", 9, 24, 11, 28.2)
    game = field([gunners(10, 10)], [riflemen(10, 25, 5)], pieces=(woods,))
    battle = battle_of(game)
    assert "AMC-TERR-1" in blocking(battle, unit(game, "A1"), unit(game, "B1"), [(40, 27)], 1).rules, "3 of 5 are in"
    stand(game, "B1", (10, 25), (10, 26.5), (10, 29.5), (10, 31))
    assert "AMC-TERR-1" not in blocking(battle, unit(game, "A1"), unit(game, "B1"), [(40, 27)], 1).rules, "2 of 4"


@rule("AMC-TERR-1")
def test_behind_sandbags_is_judged_from_the_shooters():
    game = field([gunners(12, 10)], [gunners(12, 25), jeep(30, 25)], pieces=(sandbags(8, 23, 16, 23),))
    battle = battle_of(game)
    assert "AMC-TERR-1" in blocking(battle, unit(game, "A1"), unit(game, "B1"), [(12, 10)], 1).rules
    assert "AMC-TERR-1" not in blocking(battle, unit(game, "A1"), unit(game, "B1"), [(12, 40)], 1).rules
    assert "AMC-TERR-1" not in blocking(battle, unit(game, "A1"), unit(game, "B1"), [(12, 22.5)], 1).rules, "he hugs it"
    assert "AMC-TERR-1" not in blocking(battle, unit(game, "A1"), unit(game, "B2"), [(12, 10)], 1).rules, "a vehicle"


@rule("AMC-TERR-6")
def test_who_is_shot_at_from_below_counts_as_in_cover_but_not_twice():
    hill = box("hill", 5, 20, 15, 40)
    game = field([gunners(10, 10)], [riflemen(10, 25, 5), jeep(10, 38)], pieces=(hill,))
    battle = battle_of(game)
    tally = blocking(battle, unit(game, "A1"), unit(game, "B1"), [(10, 10)], 2)
    assert (tally.total, tally.rules[-1]) == (3, "AMC-TERR-6")
    assert blocking(battle, unit(game, "A1"), unit(game, "B1"), [(10, 22)], 2).total == 2, "from the same height"
    assert blocking(battle, unit(game, "A1"), unit(game, "B2"), [(10, 10)], 2).total == 3, "a Jeep has its armour only"
    both = field([gunners(10, 10)], [riflemen(10, 25, 5)], pieces=(hill, box("woods", 6, 21, 14, 36)))
    assert blocking(battle_of(both), unit(both, "A1"), unit(both, "B1"), [(10, 10)], 2).total == 3


# ---------------------------------------------------------------- weapons
@rule("AMC-WPN-4")
def test_a_dice_weapon_rolls_its_attacks_each_time():
    game = field([riflemen(10, 10, 5, "flamethrower")], [gunners(10, 22)], dice=(2, 3, *[1] * 9))
    shoot(game)
    assert unread(game) == (), "2D6 give five attacks, with four rifles nine dice"


@rule("AMC-WPN-2", "AMC-WPN-3", "AMC-VEH-5")
def test_against_vehicles_plain_hits_are_halved_together_and_starred_ones_doubled():
    game = field([riflemen(10, 10, 5, "bazooka")], [jeep(10, 25)], dice=(2, 4, 4, 4, 1, 4, 1, *[4] * 3, *[1] * 1))
    shoot(game)
    # Two attacks of the bazooka: one hit, doubled. Four rifles: three hits, halved to one. Three hits, four dice.
    assert unread(game) == ()
    assert "3 hits halved, 1 with * doubled" in "\n".join(event.text for event in game.events)


@rule("AMC-WPN-2")
def test_one_plain_hit_on_a_vehicle_is_none():
    game = field([gunners(10, 10)], [tank(10, 25)], dice=(4, 1, 1))
    assert roll_hits(game, unit(game, "A1"), unit(game, "B1"), 3, 0, shooting=True) == 0


@rule("AMC-WPN-3")
def test_the_asterisk_does_nothing_to_infantry():
    game = field([riflemen(10, 10, 5, "bazooka")], [riflemen(10, 25, 5)], dice=(4, 4, 4))
    assert roll_hits(game, unit(game, "A1"), unit(game, "B1"), 1, 2, shooting=True) == 3


# ---------------------------------------------------------------- morale
@rule("AMC-MORALE-1", "AMC-MORALE-2")
def test_half_or_less_after_shooting_takes_a_test_and_is_pinned():
    game = field([], [riflemen(10, 25, 10)])
    for left, dice, pinned in ((6, (), False), (5, (4,), False), (5, (3,), True)):
        unit(game, "B1").pinned = False
        stand(game, "B1", *[(10, 25 + n) for n in range(left)])
        unit(game, "B1").arms = (("rifle",),) * left
        load(game, *dice)
        run(game, Morale("B1"))
        assert unread(game) == ()
        assert unit(game, "B1").pinned == pinned
    run(game, Morale("B1"))
    assert unread(game) == (), "who is Pinned already does not test again"


@rule("AMC-MORALE-1")
def test_half_is_not_rounded_and_single_models_never_test():
    game = field([], [riflemen(10, 25, 5), gunners(30, 30, 1)])
    stand(game, "B1", (10, 25), (10, 26.5), (10, 28))
    run(game, Morale("B1"), Morale("B2"))
    assert unread(game) == (), "3 of 5 are more than half"


@rule("AMC-MORALE-3", "AMC-MORALE-5", "AMC-MORALE-6")
def test_a_pinned_unit_is_tested_when_it_is_activated():
    game = field([riflemen(10, 10), riflemen(30, 10)], [riflemen(10, 40)], dice=(4,))
    unit(game, "A1").pinned = unit(game, "A2").pinned = True
    act(game, "A1")
    assert not unit(game, "A1").pinned
    assert "hold" in options(game)
    game.agenda.clear()
    load(game, 3)
    act(game, "A2")
    assert unit(game, "A2").destroyed
    assert not game.agenda


# ---------------------------------------------------------------- odds
def test_the_chances_shown_are_those_of_the_dice():
    """Two rifles at infantry in cover: every way the dice can fall, counted."""
    game = field([riflemen(10, 10, 5)], [riflemen(10, 25, 5)])
    stand(game, "A1", (10, 10), (10, 11.5))
    target, shooter = unit(game, "B1"), unit(game, "A1")
    fire = default_fire(shooter, usable(battle_of(game), shooter, target), target)
    lost, _ = fire_losses(battle_of(game), shooter, target, fire, False)
    assert lost == pytest.approx((0.25 + 0.5 * 0.5 + 0.25 * 0.25, 0.5 * 0.5 + 0.25 * 0.5, 0.25 * 0.25))
    assert odds.mean(losses((0.0, 0.0, 1.0), 1, 0.5)) == pytest.approx((2 * 1 + 1 * 3) / 8)
