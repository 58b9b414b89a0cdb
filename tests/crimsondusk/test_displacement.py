"""What has moved: whichever way models change their place, it counts as having moved (CD-HIT-8, CD-WPN-3, CD-AIM-1)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.aiming.to_hit import against
from tabletop_tui.rules.crimsondusk.collisions.ramming_infantry import JumpAside
from tabletop_tui.rules.crimsondusk.damage.building_damage import collapse
from tabletop_tui.rules.crimsondusk.melee.melee_results import fall_back, follow
from tabletop_tui.rules.crimsondusk.moving.entering_melee import Engage
from tabletop_tui.rules.crimsondusk.moving.model_orders import Order
from tabletop_tui.rules.crimsondusk.orders.spending_ap import work
from tabletop_tui.rules.crimsondusk.state.relocation import has_moved
from tabletop_tui.rules.crimsondusk.turn.turn import begin_turn
from tabletop_tui.rules.crimsondusk.vehicles.driving import ChooseWay
from tabletop_tui.rules.crimsondusk.vehicles.transports import GetOn
from tests.crimsondusk.build import activate, at, battle_of, box, field, man, section, soldier, squad, unit, vehicle
from tests.playing import options, play, run

rule = pytest.mark.rule
LOADED = {"loading": "mmg", "paid": 1, "aimed": "mmg"}


def gunners(x=20.0, y=20.0):
    """A gun and three riflemen in a row, the gun half loaded and aimed."""
    return section(x, y, soldier("Rg", "mmg"), *[soldier("Rg", "rifle")] * 3)


def loaded(game, name="A1"):
    unit(game, name).alter([f"{name}-1"], **LOADED)
    return game


def lies_on(game, name="A1"):
    one = man(game, f"{name}-1")
    return one.aimed, one.loading, one.paid, one.unready


MOVED = ("", "", 0, 2)
"""Nothing aimed nor half loaded, and the gun has to be made ready by its two."""


@rule("CD-MWIN-3", "CD-HIT-8", "CD-TRAIT-8", "CD-WPN-3", "CD-AIM-1")
def test_who_falls_back_has_moved():
    game = loaded(field([gunners()], [squad(20, 22, 4)]))
    fall_back(game, unit(game, "A1"), (0.0, -1.0), 7)
    assert [one.moved for one in unit(game, "A1").men] == [7.0] * 4
    assert lies_on(game) == MOVED
    begin_turn(unit(game, "A1"))
    tally = against(battle_of(game), unit(game, "A1"), [(20, 40)], {0})
    assert "CD-HIT-8" in tally.rules


@rule("CD-MWIN-7", "CD-HIT-8", "CD-TRAIT-8", "CD-WPN-3")
def test_who_pursues_has_moved():
    game = loaded(field([gunners()], [squad(20, 10, 4)]))
    follow(game, unit(game, "A1"), (0.0, 1.0), 6.0, "")
    assert [one.moved for one in unit(game, "A1").men] == [6.0] * 4
    assert lies_on(game) == MOVED


@rule("CD-PASS-2", "CD-WPN-3", "CD-AIM-1", "CD-TRAIT-8")
def test_who_boards_has_moved():
    game = loaded(field([gunners(), vehicle(22, 23, "truck")], [squad(60, 40, 4)]))
    run(game, GetOn("A1", "A2", False))
    assert lies_on(game) == MOVED


@rule("CD-PASS-4", "CD-HIT-8", "CD-TRAIT-8", "CD-WPN-3", "CD-AIM-1")
def test_who_gets_off_has_moved():
    game = loaded(field([gunners(), vehicle(22, 23, "truck")], [squad(60, 40, 4)]))
    unit(game, "A1").aboard, unit(game, "A1").models = "A2", ()
    activate(game, "A1", "off", game_landing(game))
    assert unit(game, "A1").models
    assert all(0 <= one.moved <= 2 for one in unit(game, "A1").men)
    assert any(one.moved > 0.5 for one in unit(game, "A1").men)
    assert lies_on(game)[:3] == MOVED[:3]
    assert man(game, "A1-1").unready == 2


def game_landing(game):
    """A block below the truck."""
    return ["22,26"]


@rule("CD-VMEL-2", "CD-WPN-3", "CD-TRAIT-9")
def test_who_is_moved_aside_has_moved_and_his_gun_with_him_alone():
    game = loaded(field([gunners()], [vehicle(10, 20, "truck")]))
    run(game, JumpAside("B1", "A1", "A1-1", (10.0, 20.0, 90.0), ((0.0, 20.0),)))
    assert man(game, "A1-1").moved > 0
    assert lies_on(game) == ("", "", 0, 4), "one is missing: two AP for each of two"


@rule("CD-BLDG-1", "CD-WPN-3", "CD-TRAIT-8")
def test_who_stands_beside_his_building_when_it_has_fallen_has_moved():
    house = box("house", 18, 18, 28, 22)
    game = loaded(field([gunners()], [squad(60, 40, 4)], pieces=(house,)))
    collapse(game, unit(game, "B1"), house)
    assert min(one.moved for one in unit(game, "A1").men) > 0
    assert lies_on(game) == MOVED


@rule("CD-WPN-3", "CD-AIM-1", "CD-ACT-5")
def test_a_melee_ends_aim_and_loading():
    game = loaded(field([gunners()], [squad(20, 21, 4)]))
    run(game, Engage("A1"))
    assert lies_on(game) == ("", "", 0, 0)


@rule("CD-AIM-3")
def test_an_aim_is_gone_when_the_vehicle_drives_and_a_half_loaded_weapon_is_not():
    game = loaded(field([gunners(), vehicle(22, 23, "truck")], [squad(60, 40, 4)]))
    unit(game, "A1").aboard, unit(game, "A1").models = "A2", ()
    unit(game, "A2").alter_hull(speed=5, declared=1)
    run(game, ChooseWay("A2"))
    play(game, ["straight=5"])
    assert lies_on(game) == ("", "mmg", 1, 0)


# ---------------------------------------------------------------- making ready
READY = Order("A1-1", "ready", "mmg")


@rule("CD-TRAIT-8", "CD-TRAIT-9")
@pytest.mark.parametrize(("gap", "needed"), [(1.0, 2), (1.01, 4)])
def test_who_stands_more_than_1_away_is_not_of_the_team_neither_firing_nor_making_ready(gap, needed):
    game = field([at(gunners(), (20, 20), (20, 21 + gap), (20, 30), (20, 32))], [squad(60, 40, 4)])
    unit(game, "A1").alter(["A1-1"], unready=2)
    for left in reversed(range(needed)):
        work(unit(game, "A1"), (READY,))
        assert man(game, "A1-1").unready == left
    (shot,) = work(unit(game, "A1"), (Order("A1-1", "fire", "mmg"),))
    assert shot.missing == (needed == 4)


@rule("CD-PASS-4", "CD-OW-4")
def test_who_gets_off_in_view_of_an_enemy_on_overwatch_has_come_into_sight():
    game = field([squad(20, 20, 4), vehicle(22, 23, "truck")], [squad(22, 40, 4)])
    unit(game, "A1").aboard, unit(game, "A1").models = "A2", ()
    unit(game, "B1").overwatch = True
    activate(game, "A1", "off", game_landing(game))
    assert (game.question.seat, options(game)) == (1, {"fire": "", "pass": ""})


@rule("CD-TRAIT-8", "CD-TRAIT-9")
def test_one_man_moves_with_one_gun_and_makes_one_ready():
    men = soldier("Rg", "mmg"), soldier("Rg", "rifle"), soldier("Rg", "mmg")
    game = field([section(20, 20, *men)], [squad(60, 40, 4)])
    has_moved(unit(game, "A1"), {"A1-1": 2.0, "A1-2": 2.0, "A1-3": 2.0})
    assert [man(game, f"A1-{n}").unready for n in (1, 3)] == [2, 4]
    work(unit(game, "A1"), (READY, Order("A1-3", "ready", "mmg")))
    assert [man(game, f"A1-{n}").unready for n in (1, 3)] == [1, 4]
