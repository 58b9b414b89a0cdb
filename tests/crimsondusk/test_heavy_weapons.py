"""Heavy weapons and their crews (CD-TRAIT-8 to 10), gun fighters."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.aiming.volley_preview import salvos, weapon_of
from tabletop_tui.rules.crimsondusk.moving.model_orders import Order
from tabletop_tui.rules.crimsondusk.orders.spending_ap import SpendPoint, work
from tabletop_tui.rules.crimsondusk.state.relocation import has_moved
from tabletop_tui.rules.crimsondusk.state.units import SPLIT
from tabletop_tui.rules.crimsondusk.state.weapons import crew_of
from tests.crimsondusk.build import activate, at, battle_of, field, man, section, soldier, squad, unit
from tests.playing import play, run, unread

rule = pytest.mark.rule


def team(mates=2, gun="grenade-machine-gun", gap=0.5, **traits):
    men = soldier("Rg", gun, **traits), *[soldier("Rg", "assault-rifle")] * mates
    return at(section(0, 0, *men), *((10 + (1 + gap) * number, 10) for number in range(1 + mates)))


def fired(game, *orders):
    return work(unit(game, "A1"), tuple(orders))


FIRE = Order("A1-1", "fire", "grenade-machine-gun")


@rule("CD-TRAIT-10")
@pytest.mark.parametrize(("mates", "rof"), [(2, 2), (1, 1)])
def test_a_smaller_crew_fires_more_slowly(mates, rof):
    game = field([team(mates)], [squad(10, 24, 4)])
    (shot,) = fired(game, FIRE)
    assert weapon_of(unit(game, "A1"), shot).rof == rof


@rule("CD-TRAIT-10", "CD-WPN-3")
def test_a_grenade_machine_gun_with_one_man_takes_two_ap_a_shot():
    game = field([team(0)], [squad(10, 24, 4)])
    assert fired(game, FIRE) == ()
    assert (man(game, "A1-1").loading, man(game, "A1-1").paid) == ("grenade-machine-gun", 1)
    (shot,) = fired(game, FIRE)
    assert weapon_of(unit(game, "A1"), shot).shots == 1


@rule("CD-TRAIT-10")
def test_who_shoots_himself_or_stands_too_far_off_serves_no_gun():
    game = field([team(2)], [squad(10, 24, 4)])
    (shot, _) = fired(game, FIRE, Order("A1-3", "fire", "assault-rifle"))
    assert shot.missing == 1
    game = field([team(2, gap=1.01)], [squad(10, 24, 4)])
    assert crew_of(unit(game, "A1"), man(game, "A1-1"), []) == []
    game = field([team(2, gap=1.0)], [squad(10, 24, 4)])
    assert crew_of(unit(game, "A1"), man(game, "A1-1"), []) == ["A1-2", "A1-3"], "each beside the one before"


@rule("CD-TRAIT-10", "CD-WND-2")
def test_the_stunned_serve_no_gun():
    beside = at(team(2), (10, 10), (11.5, 10), (8.5, 10))
    game = field([beside], [squad(10, 24, 4)])
    unit(game, "A1").alter(["A1-2"], stunned=1)
    (shot,) = work(unit(game, "A1"), (FIRE,), ["A1-2"])
    assert shot.missing == 1


@rule("CD-TRAIT-8", "CD-AP-2")
def test_when_all_shoot_the_crew_serves_the_gun():
    crew = section(10, 10, soldier("Rg", "hmg"), *[soldier("Rg", "assault-rifle")] * 4)
    game = activate(field([crew], [squad(10, 24, 9, av=30)], dice=(1,) * 6), "A1", "shoot", "B1")
    assert unread(game) == (), "four of the gun, two rifles"
    assert unit(game, "B1").shots == 6


@rule("CD-TRAIT-9")
@pytest.mark.parametrize(("moved", "needed"), [(("A1-1", "A1-2", "A1-3"), 3), (("A1-1", "A1-2"), 6), (("A1-1",), 9)])
def test_moved_by_fewer_it_takes_longer_to_make_ready(moved, needed):
    game = field([team(2)], [squad(10, 24, 4)])
    has_moved(unit(game, "A1"), dict.fromkeys(moved, 2.0))
    assert man(game, "A1-1").unready == needed


@rule("CD-TRAIT-8")
def test_each_ap_of_making_ready_is_used_by_all_the_team():
    game = field([team(3)], [squad(10, 24, 4)])
    unit(game, "A1").alter(["A1-1"], unready=2)
    ready = Order("A1-1", "ready", "grenade-machine-gun")
    fired(game, ready, Order("A1-4", "fire", "assault-rifle"))
    assert man(game, "A1-1").unready == 1, "the fourth is not of the team"
    fired(game, ready, Order("A1-2", "fire", "assault-rifle"))
    assert man(game, "A1-1").unready == 1
    fired(game, ready)
    assert man(game, "A1-1").unready == 0


@rule("CD-EQ-POWERED", "CD-EQ-THAS", "CD-EQ-MONSTER-3", "CD-TRAIT-10")
@pytest.mark.parametrize(
    ("trait", "number", "missing"), [("powered_armour", 1, 1), ("thas", 1, 0), ("monster", 25, 0), ("scope", 1, 2)]
)
def test_strength_stands_in_for_a_crew(trait, number, missing):
    game = field([team(0, **{trait: number})], [squad(10, 24, 4)])
    one = man(game, "A1-1")
    orders = (FIRE,) * 1
    shots = fired(game, *orders) or fired(game, *orders) or fired(game, *orders)
    assert shots[0].missing == missing
    assert one.part != SPLIT


# ---------------------------------------------------------------- two pistols
def fighter(*pistols):
    return section(10, 10, soldier("Vt", *pistols, gun_fighter=1))


@rule("CD-SR-GUNFIGHTER")
def test_a_gun_fighter_shoots_two_pistols_together_at_one_less():
    game = field([fighter("pistol", "pistol")], [squad(10, 14, 4, av=30)])
    (both,) = salvos(battle_of(game), unit(game, "A1"), unit(game, "B1"), (Shooter("A1-1", "two-pistols"),))
    (one,) = salvos(battle_of(game), unit(game, "A1"), unit(game, "B1"), (Shooter("A1-1", "pistol"),))
    assert (both.dice, one.dice) == (2, 1)
    assert both.tally.total == one.tally.total + 1
    assert "CD-SR-GUNFIGHTER" in both.tally.rules


@rule("CD-SR-GUNFIGHTER")
def test_he_may_shoot_one_and_needs_two_to_shoot_two():
    game = field([fighter("pistol", "pistol")], [squad(10, 14, 4, av=30)], dice=(1, 1))
    run(game, SpendPoint("A1", (Order("A1-1", "fire", "pistol"),)))
    play(game, "B1")
    assert unread(game) == (1,)
    assert [weapon.id for weapon in soldier("Vt", "pistol", gun_fighter=1).at_hand] == ["pistol"]
    assert [weapon.id for weapon in soldier("Vt", "pistol", "pistol").at_hand] == ["pistol", "pistol"]
