"""Who stands in a hatch: shots, splash, scans, shields and strikes reach him, and he reaches out (TC-UNBUT-1)."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.reactions import PASS
from tabletop_tui.rules.techcommander.aiming.return_fire import ReturnFire
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Salvo, aim_at
from tabletop_tui.rules.techcommander.anytime.bombardment import Bombard
from tabletop_tui.rules.techcommander.anytime.kill_perks import OrbitalScan
from tabletop_tui.rules.techcommander.damage.bubble_shield_drops import drop
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.reactions.hatch_fire import FireFromHatch
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.skulls.skull_effects import Archangel
from tabletop_tui.rules.techcommander.unit_actions.scanning import Scan
from tests.playing import load, options, play, run
from tests.techcommander.build import act, armed, doing, field, gun, kit, named, unit

TRUCK = {"seats": 3, "hatch": 1, "crew": 2, "locomotion": "wheeled"}


def truck(x, y, *carried, **state):
    return armed("stingray", x, y, *carried, card_changes=TRUCK, **state)


def rider(host="B1", **state):
    return unit("marine", None, 0, "rifle", aboard=host, hatch=True, **state)


def inside(host="B1", **state):
    return unit("marine", None, 0, "rifle", aboard=host, **state)


# ---------------------------------------------------------------- found
@pytest.mark.rule("TC-SCAN-1", "TC-PERK-6", "TC-SKB-9", "TC-BUBBLE-8", "TC-ATTACHED-5")
@pytest.mark.parametrize("how", ["scan", "orbital scan", "archangel", "bubble"])
def test_an_infiltrated_unit_in_a_hatch_is_found_one_inside_is_not(how):
    crew = [truck(30, 45), rider(infiltrated=True), inside(infiltrated=True)]
    game = doing(field([unit("marine", 25, 45)], crew, dice=(12,)), "A1", "scan")
    if how == "bubble":
        drop(game, named(game, "A1"), (28.0, 45.0))
    else:
        steps = {"scan": Scan(("A1",)), "orbital scan": OrbitalScan(0), "archangel": Archangel("A1")}
        run(game, steps[how])
    assert [named(game, name).hidden for name in ("B2", "B3")] == [False, True]


# ---------------------------------------------------------------- shot at
@pytest.mark.rule("TC-DUG-4")
def test_the_dug_in_shoot_back_at_who_shot_from_a_hatch():
    game = field([unit("marine", 20, 45, dug_in=True)], [truck(26, 45), rider()], dice=(1,))
    run(doing(game, "B1", "move"), ReturnFire("A1", "B2"))
    assert options(game)["return"] == ""
    play(game, "return", "B2")
    assert named(game, "B2").life == 20 - 10


@pytest.mark.rule("TC-UNBUT-1", "TC-SPLASH-1", "TC-SPLASH-5")
@pytest.mark.parametrize("target", ["B1", "B2"])
def test_splash_on_a_carrier_takes_who_is_in_its_hatch_and_the_other_way_round(target):
    shell = gun(damage=10, splash=4, radius=3.0)
    game = field([armed("dwarf", 10, 45, shell)], [truck(26, 45), rider(), inside()], dice=(1,))
    run(game, ChooseWeapon("A1"))
    play(game, target)
    lost = [20 - named(game, name).life for name in ("B1", "B2", "B3")]
    assert lost == ([5, 4, 0] if target == "B1" else [2, 10, 0])


@pytest.mark.rule("TC-PERK-9", "TC-PTS-8")
def test_a_bombardment_takes_who_stands_in_a_hatch():
    game = field([], [truck(26, 45), rider(), inside()], dice=(1,) * 8)
    run(game, Bombard(0, ((26.0, 45.0),)))
    assert [named(game, name).life for name in ("B1", "B2", "B3")] == [18, 16, 20]


# ---------------------------------------------------------------- what he does
@pytest.mark.rule("TC-LASER-1")
def test_a_designator_works_from_a_hatch_and_not_from_inside():
    def designated(**where):
        mate = armed("marine", 0, 0, kit("designator"), aboard="A2", **where)
        game = field([armed("dwarf", 40, 45, gun(missile=True)), truck(10, 45), mate], [unit("dwarf", 26, 45)])
        named(game, "A3").models = ()
        return aim_at(game.state, Salvo("A1", ("gun-1",)), named(game, "B1")).designated

    assert (designated(hatch=True), designated()) == (True, False)


@pytest.mark.rule("TC-UNBUT-2")
def test_shots_from_a_hatch_all_go_at_one_target():
    mate = armed("marine", 0, 0, gun(shots=3), aboard="A1", hatch=True)
    foes = [unit("marine", 30, 45), unit("marine", 30, 50)]
    game = field([truck(20, 45), mate], foes)
    named(game, "A2").models = ()
    run(doing(game, "A1", "move"), ChooseWeapon("A2", reaction="hatch"))
    assert {"B1", "B2"} <= set(options(game))
    assert "split" not in options(game)


@pytest.mark.rule("TC-UNBUT-2")
@pytest.mark.parametrize("action", ["post-up", "scan", "dig-in"])
def test_the_hatch_is_asked_in_every_action_of_the_carrier(action):
    game = act(field([truck(20, 45), rider("A1")], [unit("dwarf", 30, 45)], dice=(20,)), "A1", action)
    asked = 0
    while game.question is not None:
        step = game.agenda[-1]
        asked += isinstance(getattr(step, "window", None), FireFromHatch)
        play(game, ["20,45"] if isinstance(step, ChooseMove) or not hasattr(game.question, "options") else PASS)
    assert asked >= 1


@pytest.mark.rule("TC-UNBUT-5", "TC-SMOKE-12")
def test_passengers_in_a_hatch_launch_smoke_and_hand_gear_down_while_their_carrier_moves():
    mate = armed("marine", 0, 0, gun(portable=True, weight=8), kit("smoke", radius=4, height=4, rounds=1), aboard="A1")
    friend = armed("marine", 33, 45, card_changes={"capacity": 10.0})
    full = armed("marine", 27, 45, card_changes={"capacity": 5.0})
    game = field([truck(20, 45), mate, friend, full], [unit("dwarf", 44, 45)])
    named(game, "A2").models, named(game, "A2").hatch = (), True
    game.orders = {(0, "hand-down"): "always"}
    act(game, "A1", "move", ["30,45"])
    while "hand:A2:gun-1:A3" not in options(game):
        play(game, PASS)
    assert options(game)["hand:A2:gun-1:A4"] == "TC-EQUIP-1"
    play(game, "hand:A2:gun-1:A3")
    assert "gun-1" in named(game, "A3").weapons()
    assert not named(game, "A2").weapons()
    load(game)
    play(game, "smoke:A2:smoke-1")
    assert [(cloud.spot, cloud.radius) for cloud in game.state.clouds] == [((30.0, 45.0), 4)]


@pytest.mark.rule("TC-INFIL-9", "TC-UNBUT-3")
@pytest.mark.parametrize(("moved", "sees"), [(12.0, True), (12.1, False)])
def test_from_a_hatch_one_sees_the_infiltrated_near_by_unless_the_carrier_made_a_full_move(moved, sees):
    game = field([truck(20, 45, moved=moved), rider("A1")], [unit("marine", 26, 45, infiltrated=True)])
    run(doing(game, "A1", "move"), ChooseWeapon("A2", reaction="hatch"))
    assert (options(game)["B1"] == "") is sees
