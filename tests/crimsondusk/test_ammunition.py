"""Extra ammunition (CD-AMMO) and gas masks."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.damage.damage import Hit
from tabletop_tui.rules.crimsondusk.shooting.blasts import Explode, Shell
from tabletop_tui.rules.crimsondusk.sight import sight
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import refuse_fire
from tabletop_tui.rules.crimsondusk.state.profiles import Ammunition
from tabletop_tui.rules.crimsondusk.turn.turn import EndTurn
from tabletop_tui.rules.crimsondusk.ways.move_field import move_field
from tests.crimsondusk.build import (
    activate,
    at,
    battle_of,
    field,
    leader,
    man,
    section,
    soldier,
    squad,
    stock,
    unit,
)
from tests.playing import allowed, play, refused, run, unread

rule = pytest.mark.rule


def loads(*names: str) -> tuple[Ammunition, ...]:
    return tuple(stock().ammunition[name] for name in names)


def grenadier(*names: str, weapon="thrown-grenade"):
    one = soldier("Rg", weapon)
    one.loads = loads(*names)
    return section(10, 10, one)


def explode(game, load, spot, p=0, at_=0, weapon="thrown-grenade"):
    run(game, Explode("A1", Shooter("A1-1", weapon, load=load), spot, Hit(p, at_, load), ""))
    return game


@rule("CD-AMMO-1")
def test_the_owner_says_what_each_shot_is():
    game = field([grenadier("smoke", "gas")], [squad(10, 16, 4)], dice=(9, 10))
    run(game, Shell("A1", Shooter("A1-1", "thrown-grenade")))
    assert allowed(game) == ["usual", "smoke", "gas"]
    play(game, "smoke")
    assert refused(game, ["23,10"]) == "CD-SHOOT-3", "the range of what it is thrown with"
    lines = {row.label: row.value for row in game.preview(["10,13"]).lines}
    assert "Nobody shoots through it" in lines["does"]
    play(game, ["10,14"])
    (cloud,) = battle_of(game).clouds
    assert (cloud.kind, cloud.radius) == ("smoke", 1.5)


@rule("CD-AMMO-1", "CD-WPN-5")
def test_only_what_is_carried_for_a_weapon_is_offered():
    game = field([grenadier("incendiary", "smoke", weapon="grenade-launcher")], [squad(10, 16, 4)])
    run(game, Shell("A1", Shooter("A1-1", "grenade-launcher")))
    assert allowed(game) == ["usual", "smoke"], "incendiary grenades are thrown only"


@rule("CD-AMMO-2")
def test_a_model_in_the_near_side_of_smoke_may_be_shot_at_one_behind_it_not():
    game = field([grenadier("smoke")], [at(squad(0, 0, 3), (10, 19), (12.5, 21), (10, 23))], dice=(10,))
    explode(game, "smoke", (10.0, 20.0))
    battle = battle_of(game)
    one, other = unit(game, "A1"), unit(game, "B1")
    assert sight.seen(battle, one, other)[0] == (0, 1), "in it; beside it; not behind it"
    assert sight.seen(battle, other, one)[0] == (), "nobody shoots out of it"


@rule("CD-AMMO-2", "CD-TURN-4")
def test_smoke_lasts_until_its_section_acts_again_or_the_next_turn_is_over():
    game = field([grenadier("smoke")], [leader(60, 40)])
    explode(game, "smoke", (10.0, 20.0))
    battle = battle_of(game)
    activate(game, "A1", "end")
    assert battle.clouds == ()
    explode(game, "smoke", (10.0, 20.0))
    game.agenda.clear()
    EndTurn().run(game)
    assert battle.clouds
    battle.turn += 1
    EndTurn().run(game)
    assert battle.clouds == ()


@rule("CD-AMMO-3", "CD-EQ-GASMASK")
def test_gas_takes_a_test_of_each_model_under_it_and_nothing_of_the_ring_or_of_masks():
    men = [soldier("Rg", av=30), soldier("Rg", av=30, gas_mask=1), soldier("Rg", av=30), soldier("Rg", av=30)]
    target = at(section(0, 0, *men), (20, 20), (21.5, 20), (18.5, 20), (17.9, 22))
    game = field([grenadier("gas")], [target], dice=(4, 5, 10))
    explode(game, "gas", (20.0, 20.0))
    assert unread(game) == (), "two tests, then pinning"
    assert {one.id for one in unit(game, "B1").men} == {"B1-2", "B1-3", "B1-4"}


@rule("CD-AMMO-4", "CD-MOVE-4")
def test_tanglefoot_makes_all_ground_difficult_for_the_whole_next_turn():
    game = field([grenadier("tanglefoot")], [leader(20, 20)], dice=(10,))
    explode(game, "tanglefoot", (20.0, 20.0))
    battle = battle_of(game)

    def far(*spot):
        return move_field(battle, unit(game, "B1"), {"B1-1": False}).refuse([f"{spot[0]},{spot[1]}"])

    assert far(22, 20) is None, "this turn not yet"
    battle.turn = 2
    refusal = far(21.5, 20)
    assert refusal is not None
    assert refusal.rule == "CD-MOVE-4"
    assert far(21, 20) is None
    battle.turn = 3
    assert far(22, 20) is None


@rule("CD-AMMO-5", "CD-TRAIT-12")
def test_an_incendiary_grenade_has_p_5_and_at_9():
    game = field([grenadier("incendiary")], [leader(10, 16, av=13)], dice=(9, 5, 10))
    run(game, Shell("A1", Shooter("A1-1", "thrown-grenade")))
    play(game, "incendiary", ["10,16"])
    assert unit(game, "B1").gone, "5 + 9 is over 13"
    (cloud,) = battle_of(game).clouds
    assert (cloud.kind, cloud.radius) == ("fire", 1.0)


@rule("CD-AMMO-6")
def test_nobody_moves_through_fire_but_whoever_is_in_it_may_leave():
    game = field([grenadier("incendiary")], [leader(20, 20), leader(20, 22.51)], dice=(10, 1, 10))
    explode(game, "incendiary", (20.0, 21.0))
    battle = battle_of(game)
    outside, inside = unit(game, "B2"), unit(game, "B1")
    refusal = move_field(battle, outside, {"B2-1": False}).refuse(["20,22.3"])
    assert refusal is not None
    assert refusal.rule == "CD-AMMO-6"
    assert move_field(battle, inside, {"B1-1": False}).refuse(["20,18.5"]) is None


@rule("CD-AMMO-7")
def test_flash_bangs_hit_in_the_ring_too_and_take_fire_melee_and_all_but_one_move():
    target = at(section(0, 0, *[soldier("Rg", "rifle", av=30)] * 2), (20, 20), (22.5, 20))
    game = field([grenadier("flash-bang")], [target], dice=(4, 10))
    explode(game, "flash-bang", (20.0, 20.0))
    battle = battle_of(game)
    one, other = unit(game, "B1").men
    assert one.flashed == other.flashed == 2
    assert refuse_fire(battle, unit(game, "B1"), one, one.soldier.weapons[0]) is None
    battle.turn = 2
    refusal = refuse_fire(battle, unit(game, "B1"), one, one.soldier.weapons[0])
    assert refusal is not None
    assert refusal.rule == "CD-AMMO-7"
    activate(game, "B1", "move", ["21.25,18.2"])
    assert refused(game, "move") == "CD-AMMO-7"
    assert man(game, "B1-1").moved == 1.8
