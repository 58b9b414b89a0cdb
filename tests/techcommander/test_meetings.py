"""Where two rules meet, a test for each pair that no other test holds (`pairs.toml`)."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_tui.engine.reactions import PASS
from tabletop_tui.rules.techcommander.activation.smoke_launching import Launch
from tabletop_tui.rules.techcommander.aiming.digging_in import may_declare
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally
from tabletop_tui.rules.techcommander.anytime import anytime_windows
from tabletop_tui.rules.techcommander.anytime.air_strikes import strike_tally
from tabletop_tui.rules.techcommander.anytime.bombardment import Bombard
from tabletop_tui.rules.techcommander.close_combat.death_from_above import crash_tally
from tabletop_tui.rules.techcommander.close_combat.ramming import ram_tally
from tabletop_tui.rules.techcommander.damage import bubble_shields
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.moving.overrunning import OVERRUN
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.skulls.skull_effects import Navigator
from tabletop_tui.rules.techcommander.state.battle import Bubble, Cloud
from tabletop_tui.rules.techcommander.state.infiltration import hidden_from
from tabletop_tui.rules.techcommander.state.rallied_groups import regroup
from tabletop_tui.rules.techcommander.state.surface_heights import top_at
from tabletop_tui.rules.techcommander.turn.activation_order import refuse_order
from tabletop_tui.rules.techcommander.turn.turn import ResolveDamage
from tabletop_tui.rules.techcommander.unit_actions.fire_for_effect import ChooseShell
from tabletop_tui.rules.techcommander.unit_actions.scanning import in_scan, scan_range, scan_tally
from tabletop_tui.rules.techcommander.unit_actions.stance_actions import ToFreeScan
from tabletop_tui.rules.techcommander.ways.collapse import Collapse
from tabletop_tui.rules.techcommander.ways.dodging import RollDodge
from tabletop_tui.rules.techcommander.ways.falling import Fall
from tabletop_tui.table.points import spot_text
from tests.playing import load, options, play, run, unread
from tests.techcommander.build import act, armed, box, doing, field, gun, kit, named, said, unit
from tests.techcommander.test_groups_as_one import PAIR, TWO, attack, pair
from tests.techcommander.test_hatches import inside, rider
from tests.techcommander.test_machines import truck
from tests.techcommander.test_rallied_groups import going

rule = pytest.mark.rule
PLAIN = {"bonus": 0}
"""A Dwarf without its Wet Wire Jacks."""


def number(game: Any, shooter: str, target: str, copy: str = "gun-1", **salvo: Any) -> int:
    """What a die of a shot must not pass."""
    return hit_tally(aim_at(game.state, Salvo(shooter, (copy,), **salvo), named(game, target))).total


def shielded(game: Any, *spots: tuple[float, float]) -> Any:
    game.state.bubbles = tuple(Bubble(f"bubble-{n}", 1, spot) for n, spot in enumerate(spots, 1))
    return game


def smoky(game: Any, spot: tuple[float, float], radius: float = 4.0, height: float = 4.0) -> Any:
    game.state.clouds = (Cloud(spot, radius, height),)
    return game


def lost(game: Any, name: str) -> int:
    return 20 - named(game, name).life


def answered_by_passing(game: Any) -> Any:
    """Every question that can be passed is."""
    while game.question is not None and PASS in getattr(game.question, "keys", options(game)):
        play(game, PASS)
    return game


# ---------------------------------------------------------------- moves
@rule("TC-NLOS-1", "TC-HIT-12")
def test_a_lobbed_shot_after_a_move_takes_both():
    game = field([armed("dwarf", 10, 45, gun(nlos=True), card_changes=PLAIN, moved=5.0)], [unit("marine", 30, 45)])
    assert number(game, "A1", "B1") == 10
    assert number(game, "A1", "B1", nlos=True) == 4, "10 + AC1 - 6 - 1"


@rule("TC-ACT-5", "TC-ACT-6", "TC-DISEMBARK-3")
def test_a_machine_short_of_crew_moves_as_it_did_and_one_without_does_not():
    game = field([unit("dwarf", 10, 45, crew=1), unit("dwarf", 30, 45, crew=0)], [])
    assert (named(game, "A1").speed, named(game, "A1").most_actions) == (named(game, "A2").sheet.speed, 1)
    assert refuse_order(named(game, "A1")) is None
    assert refuse_order(named(game, "A2")).rule == "TC-DISEMBARK-3"


# ---------------------------------------------------------------- jumps
@rule("TC-INFIL-6", "TC-POP-1")
def test_a_hidden_unit_that_pops_up_rolls_first_and_stays_hidden_up_there():
    for roll, hidden in ((10, True), (11, False)):
        foe = unit("dwarf", 30, 45)
        game = field([unit("marine", 10, 45, "rifle", infiltrated=True)], [foe], order=(0, 1), dice=(roll,))
        act(game, "A1", "pop-and-shoot")
        assert named(game, "A1").hidden is hidden
        assert unread(game) == ()


@rule("TC-BUBBLE-1", "TC-POP-1")
def test_from_a_jump_out_of_a_shield_one_shoots_over_its_edge_no_more_than_from_the_ground():
    game = shielded(field([armed("marine", 10, 45, gun())], [unit("dwarf", 30, 45)]), (10, 45))
    act(game, "A1", "pop-and-shoot", 10)
    assert options(game)["B1"] == "TC-BUBBLE-1"


@rule("TC-SMOKE-4", "TC-SMOKE-10")
def test_from_a_jump_one_looks_over_smoke():
    game = smoky(field([armed("marine", 10, 45, gun(opt=40))], [unit("stingray", 40, 45)]), (14, 45), 2.0, 3.0)
    assert number(game, "A1", "B1") == 6
    assert number(game, "A1", "B1", raised=14.0) == 12


@rule("TC-LINK-1", "TC-POP-1")
def test_an_msv_links_its_guns_in_a_jump():
    game = field([armed("pigeonhawk", 10, 45, gun(link=2), gun(link=2), kit("jump"))], [unit("dwarf", 30, 45)])
    act(game, "A1", "pop-and-shoot", 5, "link:2")
    load(game, 20, 20)
    play(game, "B1")
    assert named(game, "A1").fired == ("gun-1", "gun-2")


@rule("TC-HIT-9", "TC-POP-1")
def test_gear_is_asked_for_against_a_shot_from_a_jump():
    game = field([armed("marine", 10, 45, gun(fire_control=2))], [armed("stingray", 30, 45, kit("ecm"))])
    act(game, "A1", "pop-and-shoot", 5, "B1")
    assert (game.question.seat, "B1:ecm-1" in options(game)) == (1, True)


@rule("TC-READY-2", "TC-POP-1")
def test_who_jumps_along_is_met_by_readied_fire_and_who_only_pops_up_is_not():
    def game_with(*answers):
        game = field([armed("marine", 50, 45, gun())], [unit("dwarf", 20, 45, "lance", readied=1)])
        return act(game, "A1", *answers)

    assert game_with("jump-assault", ["42,45"]).question.seat == 1
    assert game_with("pop-and-shoot").question.seat == 0


@rule("TC-DUG-6", "TC-POP-1", "TC-JUMPASLT-1")
def test_pop_and_shoot_keeps_dug_in_a_jump_assault_elsewhere_does_not():
    def dug_in(*answers):
        game = field([armed("marine", 10, 45, gun(), dug_in=True)], [unit("dwarf", 30, 45)])
        act(game, "A1", *answers, "hold")
        return named(game, "A1").dug_in

    assert dug_in("pop-and-shoot", 5)
    assert dug_in("jump-assault", ["10,45"], 5)
    assert not dug_in("jump-assault", ["12,45"], 5)


@rule("TC-OCC-1", "TC-ELEV-1")
@pytest.mark.parametrize("ac", [2, 3])
def test_a_machine_that_jumps_on_to_a_roof_too_weak_for_it_breaks_it(ac):
    roof = box("bunker", 20, 40, 32, 52, ac=ac, top=3.0)
    game = field([unit("pigeonhawk", 14, 46)], [], pieces=(roof,), dice=(20,) * 8)
    act(game, "A1", "move", ["26,46", f"on={roof.id}"])
    assert (roof.id in game.state.ruins) is (ac == 2)


@rule("TC-ACT-5", "TC-JUMPASLT-1")
def test_a_machine_short_of_crew_jumps_and_has_no_fire_control():
    def game_with(crew):
        foe = unit("dwarf", 30, 45)
        game = field([armed("pigeonhawk", 10, 45, gun(fire_control=2), kit("jump"), crew=crew)], [foe])
        act(game, "A1", "pop-and-shoot", 5)
        return next(one.cost for one in game.question.options if one.key == "B1")

    assert (game_with(2), game_with(1)) == ("15 or less", "13 or less")


@rule("TC-RED-3", "TC-POP-1")
def test_a_failed_jury_rig_halves_the_height_of_a_jump():
    heights = []
    for roll in (10, 11):
        game = field([armed("marine", 10, 45, gun(), life=5)], [unit("dwarf", 30, 45)], dice=(roll,))
        act(game, "A1", "pop-and-shoot")
        heights.append(game.question.high)
    assert heights == [named(game, "A1").sheet.speed, named(game, "A1").sheet.speed // 2]


# ---------------------------------------------------------------- falls
ROOF = box("bunker", 20, 40, 40, 50, top=8.0, ac=6)


def fallen(*units, roof=ROOF, dice=(), **more):
    """The roof goes, and whoever is on it."""
    game = field(list(units), [], pieces=(roof,), dice=dice, **more)
    game.state.ruins = (roof.id,)
    for one in list(game.state.on_table()):
        if one.on == roof.id:
            run(game, Fall(one.id, danger=roof.id))
    return game


@rule("TC-FALL-4", "TC-COLL-1", "TC-UNBUT-1")
def test_passengers_are_not_hurt_as_their_carrier_falls():
    game = fallen(truck(30, 45, on=ROOF.id), rider("A1"), inside("A1"), dice=(5, 5, 5, 5))
    assert [lost(game, name) for name in ("A1", "A2", "A3")] == [10, 0, 0], "two stories, AC2: four D20, halved"


@rule("TC-INFIL-3", "TC-FALL-4")
def test_a_fall_hurts_and_does_not_reveal_the_infiltrated():
    grounded = unit("marine", 30, 45, on=ROOF.id, infiltrated=True, card_changes={"jump": False})
    game = fallen(grounded, dice=(3, 4))
    assert (lost(game, "A1"), named(game, "A1").hidden) == (7, True)


@rule("TC-HIT-11", "TC-FALL-4")
def test_plating_helps_against_a_fall():
    game = fallen(armed("stingray", 30, 45, kit("plating", value=6), on=ROOF.id), dice=(5, 5, 5, 5))
    assert lost(game, "A1") == (20 - 6) // 2


@rule("TC-READY-2", "TC-FALL-1")
def test_falling_is_no_movement_that_readied_fire_answers():
    game = field([unit("stingray", 30, 45, on=ROOF.id)], [unit("dwarf", 50, 45, "lance", readied=1)], pieces=(ROOF,))
    game.state.ruins = (ROOF.id,)
    load(game, 1, 1, 1, 1)
    run(game, Fall("A1", danger=ROOF.id))
    assert game.question is None


@rule("TC-DUG-6", "TC-FALL-3")
def test_who_falls_is_no_longer_dug_in():
    below = [unit("crew", 30, 45, on=ROOF.id, dug_in=True), unit("marine", 31, 45)]
    game = fallen(*below, dice=(1, 1))
    play(game, ["28.5,45"])
    assert (named(game, "A1").on, named(game, "A1").dug_in) == ("ground", False)


@rule("TC-RALLY-3", "TC-RALLY-16", "TC-RANGE-9")
def test_a_group_one_of_which_falls_far_is_cut():
    high = box("bunker", 20, 40, 29, 50, top=8.0, ac=6)
    low = box("bunker", 29.5, 40, 40, 50, top=8.0, ac=6)
    mates = [unit("crew", x, 45, on=on.id, group="A1") for x, on in ((27.5, high), (31.0, low))]
    game = field(mates, [], pieces=(high, low), dice=(1, 1))
    game.state.ruins = (low.id,)
    run(game, Fall("A2", danger=low.id))
    regroup(game)
    assert [named(game, name).group for name in ("A1", "A2")] == ["", ""]


@rule("TC-SPLASH-1", "TC-FFE-1")
def test_fire_at_a_place_beside_a_building_brings_nobody_down():
    house = box("building", 30, 40, 40, 50, ac=1)
    game = field(
        [armed("dwarf", 10, 45, gun(splash=90, radius=3.0))], [unit("marine", 35, 45, on=house.id)], pieces=(house,)
    )
    run(doing(game, "A1", "fire-for-effect"), ChooseShell("A1"))
    play(game, "gun-1")
    load(game, 1)
    play(game, ["29,45"])
    assert (game.state.ruins, game.state.damage, named(game, "B1").on) == ((), {}, house.id)


@rule("TC-RAM-3", "TC-FALL-1")
def test_a_ram_that_destroys_a_bunker_brings_down_who_stands_on_it():
    bunker = box("bunker", 30, 40, 40, 50, ac=5, top=4.0)
    game = field([unit("dwarf", 20, 45)], [unit("crew", 35, 45, on=bunker.id)], pieces=(bunker,))
    game.state.damage = {bunker.id: 19}
    load(game, 1, 20, *(1,) * 12)
    act(game, "A1", "ram", bunker.id, ["26.98,45"])
    assert game.state.ruins == (bunker.id,)
    assert named(game, "B1").on == "ground"


@rule("TC-PHASE-7", "TC-FALL-3", "TC-TERR-1")
def test_survivors_of_a_machine_on_a_bridge_that_fell_with_it_come_down_below():
    bridge = box("bridge", 20, 40, 40, 52, ac=3)
    game = field([truck(30, 46, on=bridge.id, life=-1, crew=1, acted=1)], [unit("dwarf", 70, 70)], pieces=(bridge,))
    load(game, *(1,) * 8)
    run(game, Collapse(bridge.id))
    assert named(game, "A1").on == "ground"
    load(game, 1)
    run(game, ResolveDamage())
    play(game, "try")
    play(game, ["30,46"])
    assert [(one.sheet.name, one.on) for one in game.state.on_table() if one.seat == 0] == [("Crew", "ground")]


@rule("TC-RED-1", "TC-RED-2", "TC-DMG-2", "TC-COLL-6")
def test_who_falls_into_the_red_rolls_at_his_next_action():
    game = fallen(unit("crew", 30, 45, on=ROOF.id), dice=(8, 8))
    assert named(game, "A1").life == 4
    load(game, 10)
    act(game, "A1", "move")
    assert "gut check" in said(game)


@rule("TC-SKULL-5", "TC-FALL-3")
def test_who_falls_beside_the_skull_claims_it_only_by_his_next_action():
    game = field([unit("crew", 30, 45, on=ROOF.id)], [], pieces=(ROOF,), dice=(1, 1), game="deathmatch")
    game.state.ruins, game.state.skull = (ROOF.id,), (30.0, 45.0)
    run(game, Fall("A1", danger=ROOF.id))
    assert game.state.claimed == ""
    act(game, "A1", "move")
    assert game.state.claimed == "A1"


# ---------------------------------------------------------------- dodges
@rule("TC-OVERRUN-2", "TC-ELEV-3")
def test_a_dodge_is_a_move_with_what_the_ground_asks():
    house = box("building", 25, 35, 35, 55)
    game = field([unit("crew", 22, 45)], [unit("dwarf", 14, 45)], pieces=(house,), dice=(12,))
    run(game, RollDodge("A1", "B1", OVERRUN))
    assert game.refuse(["27,45"]) is not None, "no ladder leads up"
    assert game.refuse(["22,50"]) is None


@rule("TC-OVERRUN-2", "TC-INFIL-6", "TC-DUG-6")
def test_a_hidden_unit_that_is_run_over_dodges_and_stays_hidden():
    game = field([unit("stingray", 10, 45)], [unit("marine", 20, 45, infiltrated=True, dug_in=True)], dice=(12,))
    act(game, "A1", "overrun", ["30,45"])
    play(game, "dodge", ["20,50"])
    assert named(game, "B1").hidden


@rule("TC-OVERRUN-2", "TC-DUG-6")
def test_who_dodges_is_no_longer_dug_in():
    game = field([unit("stingray", 10, 45)], [unit("marine", 20, 45, dug_in=True)], dice=(12,))
    act(game, "A1", "overrun", ["30,45"])
    play(game, "dodge", ["20,50"])
    assert not named(game, "B1").dug_in


@rule("TC-READY-2", "TC-OVERRUN-2")
def test_a_dodge_is_not_met_by_readied_fire():
    game = field(
        [unit("marine", 43, 45)], [unit("stingray", 52, 45), unit("dwarf", 20, 60, "lance", readied=1)], dice=(12,)
    )
    run(game, RollDodge("A1", "B1", OVERRUN))
    play(game, ["38,48"])
    assert game.question is None


@rule("TC-RED-2", "TC-OVERRUN-2")
def test_one_in_the_red_dodges_without_a_jury_rig():
    game = field([unit("stingray", 10, 45)], [unit("marine", 20, 45, life=2)], dice=(12,))
    act(game, "A1", "overrun", ["30,45"])
    play(game, "dodge", ["20,50"])
    assert (unread(game), lost(game, "B1")) == ((), 18)


# ---------------------------------------------------------------- climbs
@rule("TC-UNBUT-1", "TC-ELEV-2")
def test_a_carrier_takes_its_passengers_up_a_ramp():
    hill = box("hill", 20, 35, 50, 55, top=2.0)
    game = field([truck(14, 45), rider("A1")], [unit("marine", 40, 45, on=hill.id)], pieces=(hill,))
    game.orders = {(0, "hatch"): "never"}
    act(game, "A1", "move", ["26,45"])
    assert named(game, "A1").on == hill.id
    assert aim_at(game.state, Salvo("A2", ("rifle-1",), reaction="hatch"), named(game, "B1")).range == pytest.approx(
        11.0
    )


@rule("TC-ELEV-3", "TC-INFIL-6", "TC-SCAN-5")
def test_a_ladder_is_climbed_hidden():
    house, ladder = box("building", 20, 40, 30, 50, top=4.0), box("ladder", 19.6, 44, 20, 46, on="building-20-40")
    who = unit("marine", 18, 45, infiltrated=True, card_changes={"jump": False})
    game = field([who], [], pieces=(house, ladder), order=(1, 0))
    act(game, "A1", "move", ["22,45"])
    assert (named(game, "A1").on, named(game, "A1").hidden) == (house.id, True)


@rule("TC-ELEV-3", "TC-SCAN-5")
def test_a_climb_counts_as_moved_for_a_scan():
    house, ladder = box("building", 20, 40, 30, 50, top=4.0), box("ladder", 19.6, 44, 20, 46, on="building-20-40")
    game = field([unit("crew", 18.9, 45)], [], pieces=(house, ladder), dice=(20,))
    run(doing(game, "A1", "scan"), ChooseMove("A1"))
    play(game, ["22,45"])
    assert named(game, "A1").moved == pytest.approx(3.1 + 4)
    assert scan_tally(named(game, "A1")).total == 11


@rule("TC-RANGE-9", "TC-READY-2")
@pytest.mark.parametrize(("top", "met"), [(2.0, True), (12.0, False)])
def test_who_climbs_into_range_is_met_where_he_is_that_high(top, met):
    """At the end 11.3 as seen from above, up to there never so near."""
    house, ladder = box("tower", 40, 40, 50, 50, top=top), box("ladder", 50, 44, 50.4, 46, on="tower-40-40")
    watcher = armed("dwarf", 45, 60, gun(opt=11.5), readied=1, card_changes={"height": 30.0})
    game = field([unit("crew", 52, 45)], [watcher], pieces=(house, ladder))
    act(game, "A1", "move", ["48,45"])
    assert (game.question is not None) is met


@rule("TC-RALLY-8", "TC-ELEV-3")
def test_a_group_climbs_only_where_each_of_it_can():
    house, ladder = box("building", 20, 40, 40, 50, top=4.0), box("ladder", 19.6, 44, 20, 46, on="building-20-40")
    mates = [unit("crew", x, 45, group="A1") for x in (15, 18)]
    game = field(mates, [], pieces=(house, ladder))
    going(game, "move", TWO, PAIR)
    assert game.refuse(["24,45"]) is None
    apart = field([unit("crew", 18, y, group="A1") for y in (45, 48)], [], pieces=(house, ladder))
    going(apart, "move", TWO, PAIR)
    assert apart.refuse(["24,46.5"]).rule == "TC-ELEV-3"


@rule("TC-TERR-1", "TC-ELEV-3")
def test_a_ladder_of_a_building_that_is_gone_leads_nowhere():
    house, ladder = box("building", 20, 40, 30, 50, top=4.0), box("ladder", 19.6, 44, 20, 46, on="building-20-40")
    game = field([unit("crew", 18, 45)], [], pieces=(house, ladder))
    game.state.ruins = (house.id,)
    act(game, "A1", "move", ["25,45"])
    assert named(game, "A1").on == "ground"


# ---------------------------------------------------------------- surfaces
HIGH = box("tower", 20, 40, 30, 50, top=8.0, ac=6)


@rule("TC-INFIL-9", "TC-RANGE-9")
@pytest.mark.parametrize(("x", "sees"), [(26.0, True), (19.0, False)])
def test_people_within_6_in_space_see_the_hidden_those_on_a_high_roof_do_not(x, sees):
    on = HIGH.id if not sees else "ground"
    viewer = unit("marine", 22 if not sees else 20, 45 if not sees else 30, on=on)
    spot = (18.0, 45.0) if not sees else (26.0, 30.0)
    game = field([viewer], [unit("marine", *spot, infiltrated=True)], pieces=(HIGH,))
    assert hidden_from(game.state, named(game, "A1"), named(game, "B1")) is not sees, x


@rule("TC-SCAN-2", "TC-RANGE-9")
def test_a_scan_measures_in_space():
    foes = [unit("marine", 25, 45, on=HIGH.id, infiltrated=True), unit("marine", 25, 27, infiltrated=True)]
    game = field([unit("crew", 8, 45, card_changes=None)], foes, pieces=(HIGH,))
    assert scan_range(named(game, "A1")) > 15
    far = [one.id for one in in_scan(game.state, named(game, "A1"))]
    game.state.units["A1"].models = ((4.5, 45.0),)
    nearer = [one.id for one in in_scan(game.state, named(game, "A1"))]
    assert ("B1" in far, "B1" in nearer) == (True, named(game, "A1").sheet.speed >= (18.5**2 + 64) ** 0.5)


@rule("TC-BUBBLE-5", "TC-BUBBLE-1")
def test_a_shield_on_the_ground_does_not_hold_who_stands_on_a_roof_above():
    low = box("bunker", 20, 40, 30, 50, top=3.0)
    game = shielded(field([unit("marine", 25, 45, on=low.id), unit("marine", 25, 52)], [], pieces=(low,)), (25, 50))
    assert [bool(bubble_shields.around(game.state, named(game, name))) for name in ("A1", "A2")] == [False, True]


@rule("TC-SMOKE-1", "TC-SMOKE-12")
def test_a_cloud_lies_on_the_surface_from_which_it_was_launched():
    smoke = kit("smoke", radius=4, height=4, rounds=1)
    game = field([armed("marine", 25, 45, smoke, on=HIGH.id)], [], pieces=(HIGH,))
    run(game, Launch("A1", "smoke-1"))
    (cloud,) = game.state.clouds
    assert (cloud.foot, cloud.height) == (8.0, 4)


@rule("TC-RANGE-9", "TC-POSTUP-2")
@pytest.mark.parametrize(("opt", "met"), [(14.0, False), (16.2, True)])
def test_a_watch_from_a_roof_measures_in_space(opt, met):
    watcher = armed("marine", 29.4, 45, gun(opt=opt), on=HIGH.id, readied=1)
    game = field([unit("marine", 55, 45)], [watcher], pieces=(HIGH,))
    act(game, "A1", "move", ["45.4,45"])
    assert (game.question is not None) is met, "14 along and 8 up"


@rule("TC-SPLASH-4", "TC-RANGE-9")
def test_splash_at_the_foot_of_a_tower_does_not_take_who_stands_on_it():
    foes = [unit("marine", 29, 45, on=HIGH.id), unit("marine", 33, 45)]
    game = field([armed("dwarf", 50, 45, gun(splash=5, radius=4.0))], foes, pieces=(HIGH,), dice=(1,))
    run(doing(game, "A1", "fire-for-effect"), ChooseShell("A1"))
    play(game, "gun-1", ["32,48"])
    assert [lost(game, name) for name in ("B1", "B2")] == [0, 5]


@rule("TC-ADJ-1", "TC-BOARD-1")
def test_nobody_boards_a_machine_below_the_roof_on_which_he_stands():
    low = box("bunker", 20, 40, 30, 50, top=3.0)
    game = field([unit("crew", 28.5, 45, on=low.id), truck(31.4, 45)], [], pieces=(low,))
    act(game, "A1", "board", ["28.5,45"])
    assert [key for key in options(game) if key != "stay"] == []


@rule("TC-PHASE-7")
def test_survivors_of_a_machine_on_a_roof_stand_on_the_roof():
    roof = box("bunker", 20, 40, 40, 50, top=3.0, ac=5)
    game = field(
        [truck(30, 45, on=roof.id, life=-1, crew=1, acted=1)], [unit("dwarf", 70, 70)], pieces=(roof,), dice=(1,)
    )
    run(game, ResolveDamage())
    play(game, "try", ["30,45"])
    assert [one.on for one in game.state.on_table() if one.seat == 0] == [roof.id]


@rule("TC-PERK-9", "TC-SKB-1")
def test_a_bombardment_takes_those_on_roofs_too():
    game = field([], [unit("marine", 25, 45, on=HIGH.id)], pieces=(HIGH,), dice=(1,) * 4)
    run(game, Bombard(0, ((25.0, 45.0),)))
    assert lost(game, "B1") == 4


# ---------------------------------------------------------------- hatches
@rule("TC-BUBBLE-1", "TC-UNBUT-1")
def test_who_is_in_the_hatch_of_a_carrier_in_a_shield_is_in_it():
    game = shielded(field([armed("dwarf", 10, 45, gun(damage=8))], [truck(30, 45), rider()], dice=(1,)), (30, 45))
    run(game, ChooseWeapon("A1"))
    play(game, "B2")
    assert (lost(game, "B2"), game.state.bubbles[0].life) == (0, 12)


@rule("TC-HIT-9", "TC-UNBUT-1")
def test_gear_of_who_stands_in_a_hatch_is_asked_for_when_he_is_shot_at():
    mate = armed("marine", 0, 0, kit("ecm"), aboard="B1", hatch=True)
    game = field([armed("dwarf", 10, 45, gun(fire_control=2))], [truck(30, 45), mate])
    named(game, "B2").models = ()
    run(game, ChooseWeapon("A1"))
    play(game, "B2")
    assert "B2:ecm-1" in options(game)


@rule("TC-READY-3", "TC-UNBUT-1")
def test_readied_fire_may_go_at_who_stands_in_the_hatch_of_what_comes():
    game = field([truck(50, 45), rider("A1")], [armed("dwarf", 20, 45, gun(), readied=1)])
    game.orders = {(0, "hatch"): "never"}
    act(game, "A1", "move", ["40,45"])
    assert [key for key in options(game) if key != PASS] == ["readied:B1:A1"], "what came is the carrier"


@rule("TC-RALLY-3", "TC-ATTACHED-1")
def test_who_gets_in_leaves_his_group():
    game = field([unit("marine", 20, 45, group="A1"), unit("marine", 23, 45, group="A1"), truck(26, 45)], [])
    act(game, "A2", "board", ["23,45"], "A3:passenger")
    assert [named(game, name).group for name in ("A1", "A2")] == ["", ""]


@rule("TC-SPLASH-5", "TC-UNBUT-1")
def test_fire_at_a_place_takes_who_stands_in_a_hatch():
    game = field([armed("dwarf", 10, 45, gun(splash=6, radius=4.0))], [truck(30, 45), rider(), inside()], dice=(1,))
    run(doing(game, "A1", "fire-for-effect"), ChooseShell("A1"))
    play(game, "gun-1", ["26,45"])
    assert [lost(game, name) for name in ("B1", "B2", "B3")] == [3, 6, 0]


@rule("TC-RAM-1", "TC-RAM-3")
def test_a_ram_hurts_the_carrier_and_not_who_stands_in_its_hatch():
    game = field([unit("dwarf", 20, 45)], [truck(30, 45), rider()], dice=(1, 5))
    act(game, "A1", "ram")
    assert "B2" not in options(game)
    play(game, "B1", ["25,45"])
    assert [lost(game, name) for name in ("B1", "B2")] == [10, 0]


@rule("TC-RED-2", "TC-UNBUT-2")
def test_one_in_the_red_rolls_before_he_fires_from_a_hatch():
    game = field([truck(20, 45), rider("A1", life=3)], [unit("dwarf", 38, 45)], dice=(10,))
    act(game, "A1", "move", ["24,45"])
    play(game, "A2")
    assert "gut check" in said(game)


# ---------------------------------------------------------------- infiltration
@rule("TC-SMOKE-12", "TC-INFIL-6")
def test_a_hidden_unit_launches_smoke_and_stays_hidden():
    smoke = kit("smoke", radius=4, height=4, rounds=1)
    game = field([armed("marine", 25, 45, smoke, infiltrated=True)], [], order=(0, 1))
    run(game, Launch("A1", "smoke-1"))
    assert named(game, "A1").hidden


@rule("TC-INFIL-3", "TC-ATK-2")
def test_shots_are_not_split_on_to_the_infiltrated():
    foes = [unit("marine", 30, 45), unit("marine", 30, 50), unit("marine", 30, 40, infiltrated=True)]
    game = field([armed("dwarf", 10, 45, gun(shots=3))], foes)
    run(game, ChooseWeapon("A1"))
    play(game, "split")
    assert game.refuse({"B1": 2, "B3": 1}).rule == "TC-INFIL-3"
    assert game.refuse({"B1": 2, "B2": 1}) is None


@rule("TC-LASER-1", "TC-INFIL-3")
def test_a_hidden_designator_marks_nobody():
    def designated(hidden):
        mate = armed("marine", 20, 60, kit("designator"), infiltrated=hidden)
        game = field([armed("dwarf", 10, 45, gun(missile=True)), mate], [unit("dwarf", 30, 45)])
        return aim_at(game.state, Salvo("A1", ("gun-1",)), named(game, "B1")).designated

    assert (designated(False), designated(True)) == (True, False)


@rule("TC-INFIL-4", "TC-HIT-9")
def test_no_gear_is_asked_of_the_hidden_whom_splash_takes():
    hidden = armed("marine", 30, 48.2, kit("ecm"), infiltrated=True)
    game = field([armed("dwarf", 10, 47, gun(splash=6, radius=4.0))], [unit("marine", 30, 45), hidden], dice=(1,))
    run(game, ChooseWeapon("A1"))
    play(game, "B1")
    while game.question is not None:
        assert game.question.seat == 0, "only the attacker is asked, where it bursts"
        play(game, [spot_text(game.question.field.candidates()[0])])
    assert lost(game, "B2") == 6
    assert named(game, "B2").hidden


@rule("TC-DUG-2", "TC-INFIL-6")
def test_the_hidden_dig_in_and_stay_hidden():
    game = field([unit("marine", 20, 45, infiltrated=True)], [unit("dwarf", 50, 45)], order=(0, 1))
    assert may_declare(named(game, "A1"))
    game.orders = {(0, "dig-in"): "always"}
    run(game, anytime_windows.BeforeAction(0))
    play(game, "dig:A1")
    assert (named(game, "A1").dug_in, named(game, "A1").hidden) == (True, True)


@rule("TC-RALLY-8", "TC-INFIL-6", "TC-RED-2")
def test_each_hidden_member_of_a_group_makes_his_own_stealth_roll():
    game = field(pair(gun(), infiltrated=True), [unit("dwarf", 60, 45)], order=(0, 1), dice=(10, 11))
    game.orders = {(1, "dig-in"): "never"}
    going(game, "move", TWO, PAIR)
    assert [named(game, name).hidden for name in ("A1", "A2")] == [True, False]


@rule("TC-RALLY-8", "TC-RED-2")
def test_each_member_in_the_red_makes_his_own_gut_check():
    game = field(pair(gun(), life=4), [unit("dwarf", 60, 45)], dice=(10, 11))
    going(game, "move", TWO, PAIR)
    assert [named(game, name).limps for name in ("A1", "A2")] == [False, True]
    assert game.question.field.allowance == named(game, "A2").speed, "the group goes as slowly as who limps"


@rule("TC-INFIL-4", "TC-FFE-1")
def test_fire_at_a_place_takes_the_hidden():
    game = field(
        [armed("dwarf", 10, 45, gun(splash=6, radius=4.0))], [unit("marine", 30, 45, infiltrated=True)], dice=(1,)
    )
    run(doing(game, "A1", "fire-for-effect"), ChooseShell("A1"))
    play(game, "gun-1", ["27,45"])
    assert (lost(game, "B1"), named(game, "B1").hidden) == (6, True)


@rule("TC-COLL-1")
def test_a_collapse_hurts_the_hidden_and_reveals_nobody():
    hidden = unit("marine", 32, 45, infiltrated=True, card_changes={"jump": False})
    wall = box("building", 20, 40, 30, 50, ac=3)
    game = field([], [hidden], pieces=(wall,), dice=(4, 5))
    run(game, Collapse(wall.id))
    assert (lost(game, "B1"), named(game, "B1").hidden) == (9, True)


@rule("TC-BOARD-1", "TC-INFIL-6")
def test_who_boards_hidden_is_hidden_aboard():
    game = field([unit("marine", 23, 45, infiltrated=True), truck(26, 45)], [unit("dwarf", 60, 45)], order=(1, 0))
    act(game, "A1", "board", ["23,45"], "A2:passenger")
    assert (named(game, "A1").aboard, named(game, "A1").hidden) == ("A2", True)


# ---------------------------------------------------------------- scans
@rule("TC-POSTUP-5", "TC-READY-4")
def test_a_scan_ends_posted_up():
    game = field([unit("marine", 20, 45, posted=90.0, readied=1)], [], dice=(20,))
    act(game, "A1", "scan", ["20,45"])
    assert (named(game, "A1").posted, named(game, "A1").readied) == (None, 0)


@rule("TC-DUG-6", "TC-SCAN-1")
def test_a_scan_on_the_spot_keeps_dug_in():
    for end, kept in (("20,45", True), ("22,45", False)):
        game = field([unit("marine", 20, 45, dug_in=True)], [], dice=(20,))
        act(game, "A1", "scan", [end])
        assert named(game, "A1").dug_in is kept


@rule("TC-SCAN-4", "TC-ACT-6")
def test_a_machine_short_of_crew_has_no_free_scan():
    game = field([unit("dwarf", 20, 45), unit("dwarf", 30, 45, crew=1)], [])
    refusals = [ToFreeScan(game.state, (named(game, name),)).refuse() for name in ("A1", "A2")]
    assert [one and one.rule for one in refusals] == [None, "TC-ACT-6"]


@rule("TC-RED-3", "TC-SCAN-2")
def test_one_that_limps_scans_as_far_as_ever():
    game = field([unit("marine", 20, 45), unit("marine", 30, 45, limps=True)], [])
    assert scan_range(named(game, "A1")) == scan_range(named(game, "A2"))


@rule("TC-SKULL-5", "TC-SCAN-1")
def test_a_scan_claims_the_skull_beside_which_it_is_made():
    game = field([unit("marine", 20, 45)], [], game="deathmatch", dice=(20,))
    game.state.skull = (21.0, 45.0)
    act(game, "A1", "scan", ["20,45"])
    assert game.state.claimed == "A1"


# ---------------------------------------------------------------- shields
@rule("TC-SMOKE-1", "TC-BUBBLE-9")
def test_smoke_in_front_of_a_shield_hampers_shots_at_it():
    game = smoky(shielded(field([armed("dwarf", 10, 45, gun(), card_changes=PLAIN)], []), (40, 45)), (25, 45), 6.0)
    tally = hit_tally(aim_at(game.state, Salvo("A1", ("gun-1",)), game.state.bubbles[0]))
    assert "TC-SMOKE-1" in tally.rules


@rule("TC-BUBBLE-6", "TC-NLOS-1")
def test_a_lobbed_shot_strikes_the_shield_as_well():
    game = shielded(
        field([armed("dwarf", 10, 45, gun(nlos=True, damage=6))], [unit("marine", 30, 45)], dice=(1,)), (30, 45)
    )
    run(game, ChooseWeapon("A1"))
    play(game, "nlos", "B1")
    assert (lost(game, "B1"), game.state.bubbles[0].life) == (0, 14)


@rule("TC-BUBBLE-1", "TC-READY-2")
def test_a_readied_unit_in_a_shield_has_no_shot_at_what_is_outside():
    game = shielded(field([unit("marine", 60, 45)], [armed("marine", 20, 45, gun(), readied=1)]), (20, 45))
    act(game, "A1", "move", ["44,45"])
    assert game.question is None or options(game).get("readied:B1:A1") is None
    open_ = field([unit("marine", 60, 45)], [armed("marine", 20, 45, gun(), readied=1)])
    act(open_, "A1", "move", ["42,45"])
    assert open_.question is not None


@rule("TC-BUBBLE-6", "TC-BUBBLE-9")
def test_a_shot_at_the_dug_in_in_a_shield_is_rolled_against_the_shield():
    game = shielded(
        field([armed("dwarf", 10, 45, gun(), card_changes=PLAIN)], [unit("marine", 28, 45, dug_in=True)]), (28, 45)
    )
    run(game, ChooseWeapon("A1"))
    assert next(one.cost for one in game.question.options if one.key == "B1") == "15 or less", "10 + AC5"


@rule("TC-BUBBLE-6", "TC-COLL-1")
def test_a_shield_does_not_keep_a_collapse_off():
    house = box("building", 20, 40, 30, 50, ac=3)
    grounded = unit("marine", 32, 45, card_changes={"jump": False})
    game = shielded(field([], [grounded], pieces=(house,), dice=(4, 5)), (32, 45))
    run(game, Collapse(house.id))
    assert lost(game, "B1") == 9


@rule("TC-BUBBLE-3", "TC-RED-2")
def test_one_in_the_red_drops_a_shield_without_a_roll():
    game = field([armed("marine", 20, 45, kit("bubble", rounds=1), life=2)], [])
    game.orders = {(0, "bubble"): "always"}
    run(game, anytime_windows.BeforeAction(0))
    key = next(key for key in options(game) if key.startswith("bubble"))
    play(game, key, ["20,46"])
    assert len(game.state.bubbles) == 1


@rule("TC-PERK-9", "TC-BUBBLE-6")
def test_a_bombardment_is_no_shot_and_goes_through_shields():
    game = shielded(field([], [unit("marine", 25, 45)], dice=(1,) * 4), (25, 45))
    run(game, Bombard(0, ((25.0, 45.0),)))
    assert (lost(game, "B1"), game.state.bubbles[0].life) == (4, 20)


# ---------------------------------------------------------------- smoke
@rule("TC-SMOKE-1", "TC-SENTRY-2", "TC-READY-2")
def test_reaction_shots_through_smoke_take_6_off():
    game = field([unit("marine", 50, 45)], [armed("dwarf", 20, 45, gun(), readied=1, card_changes=PLAIN)])
    smoky(game, (32, 45), 4.0, 8.0)
    act(game, "A1", "move", ["40,45"])
    cost = next(one.cost for one in game.question.options if one.key.startswith("readied"))
    assert cost.endswith("5 or less"), "10 + AC1 - 6"


@rule("TC-SMOKE-6", "TC-DUG-3")
def test_smoke_and_dug_in_add_up():
    game = field([armed("dwarf", 10, 45, gun(), card_changes=PLAIN)], [unit("marine", 30, 45, dug_in=True)])
    assert number(game, "A1", "B1") == 9
    assert number(smoky(game, (20, 45), 4.0, 8.0), "A1", "B1") == 3


@rule("TC-RALLY-8", "TC-SMOKE-4")
def test_each_member_of_a_group_has_his_own_line_through_smoke():
    game = smoky(field(pair(gun(opt=40)), [unit("stingray", 40, 47)]), (24, 40), 4.0, 4.0)
    attack(game, "rallied-attack", ["20,45"])
    assert next(one.cost for one in game.question.options if one.key == "B1") == "2 attacks: 6, 12 or less"


@rule("TC-SMOKE-1", "TC-FFE-2")
def test_fire_at_a_place_through_smoke_takes_6_off():
    def cost(clouded):
        game = field([armed("dwarf", 10, 45, gun(splash=6, radius=3.0), card_changes=PLAIN)], [])
        if clouded:
            smoky(game, (18, 45), 4.0, 8.0)
        run(doing(game, "A1", "fire-for-effect"), ChooseShell("A1"))
        play(game, "gun-1")
        return game.question.field.cost(["28,45"])

    assert cost(False).startswith("6 or less")
    assert cost(True).startswith("0 or less")


# ---------------------------------------------------------------- linked and split
@rule("TC-LINK-1", "TC-MODE-3", "TC-NLOS-2")
def test_linked_launchers_lob_together():
    arms = [gun(nlos=True, link=2), gun(nlos=True, link=2)]
    game = field([armed("dwarf", 10, 45, *arms, card_changes=PLAIN)], [unit("marine", 30, 45)], dice=(5, 5))
    run(game, ChooseWeapon("A1"))
    play(game, "link:2", "nlos", "B1")
    assert lost(game, "B1") == 20, "both hit on 5 or less"


@rule("TC-POSTUP-3", "TC-LINK-1")
def test_a_posted_up_machine_links_its_copies_and_has_used_all_of_them():
    watcher = armed("dwarf", 20, 45, gun(link=2), gun(link=2), posted=90.0)
    game = field([unit("marine", 50, 45)], [watcher])
    act(game, "A1", "move", ["40,45"])
    play(game, "posted:B1:A1", "link:2")
    load(game, 20, 20)
    play(game, "A1")
    assert named(game, "B1").fired == ("gun-1", "gun-2")


@rule("TC-DUG-4", "TC-ATK-2")
def test_split_shots_at_two_dug_in_units_are_answered_by_both():
    foes = [armed("marine", 28, y, gun(), dug_in=True) for y in (42, 48)]
    game = field([armed("dwarf", 10, 45, gun(shots=2))], foes, dice=(20, 20))
    run(game, ChooseWeapon("A1"))
    play(game, "split", {"B1": 1, "B2": 1})
    asked = []
    while game.question is not None:
        asked.append(game.question.about)
        play(game, PASS)
    assert asked == ["B1", "B2"]


@rule("TC-LINK-1", "TC-FFE-1")
def test_linked_launchers_fire_at_one_place():
    arms = [gun(link=2, splash=6, radius=3.0) for _ in range(2)]
    game = field([armed("dwarf", 10, 45, *arms)], [unit("marine", 30, 45)], dice=(1, 1))
    run(doing(game, "A1", "fire-for-effect"), ChooseShell("A1"))
    play(game, "gun-1+gun-2", ["27,45"])
    assert (lost(game, "B1"), unread(game)) == (12, ())


@rule("TC-LINK-3", "TC-DMG-2")
def test_linked_hits_on_a_building_are_added_up():
    house = box("building", 30, 40, 40, 50, ac=4)
    game = field(
        [armed("dwarf", 10, 45, gun(link=2, damage=6), gun(link=2, damage=6))], [], pieces=(house,), dice=(1, 1)
    )
    run(game, ChooseWeapon("A1"))
    play(game, "link:2", house.id)
    assert game.state.damage[house.id] == 3, "12 by AC4"


# ---------------------------------------------------------------- without line of sight, designated
@rule("TC-HIT-9", "TC-NLOS-1")
def test_gear_is_asked_for_against_a_lobbed_shot():
    game = field([armed("dwarf", 10, 45, gun(nlos=True, fire_control=2))], [armed("stingray", 30, 45, kit("ecm"))])
    run(game, ChooseWeapon("A1"))
    play(game, "nlos", "B1")
    assert "B1:ecm-1" in options(game)


@rule("TC-DUG-3", "TC-DUG-4")
def test_the_dug_in_take_2_off_a_lobbed_shot_and_answer_it_only_with_a_shot_that_they_have():
    house = box("tower", 18, 30, 22, 60)
    foe = armed("marine", 28, 45, gun(), dug_in=True)
    game = field([armed("dwarf", 10, 45, gun(nlos=True), card_changes=PLAIN)], [foe], pieces=(house,), dice=(20,))
    assert number(game, "A1", "B1") == 3, "10 + AC1 - 6 - 2"
    run(game, ChooseWeapon("A1"))
    play(game, "B1")
    assert game.question is None, "it sees nobody to shoot back at"


@rule("TC-RALLY-8", "TC-NLOS-1")
def test_a_member_who_sees_nothing_lobs_with_his_group():
    house = box("tower", 24, 38, 27, 46)
    game = field(pair(gun(nlos=True)), [unit("stingray", 40, 47)], pieces=(house,))
    attack(game, "rallied-attack", ["20,45"])
    assert next(one.cost for one in game.question.options if one.key == "B1") == "2 attacks: 6, 12 or less"


@rule("TC-LASER-1", "TC-DISEMBARK-3")
def test_a_machine_that_nobody_crews_designates_nothing():
    found = []
    for crew in (2, 0):
        mate = armed("dwarf", 20, 60, kit("designator"), crew=crew)
        game = field([armed("dwarf", 10, 45, gun(missile=True)), mate], [unit("dwarf", 30, 45)])
        found.append(aim_at(game.state, Salvo("A1", ("gun-1",)), named(game, "B1")).designated)
    assert found == [True, False]


# ---------------------------------------------------------------- gear
@rule("TC-REACT-1", "TC-HIT-9")
def test_gear_is_asked_for_against_posted_fire():
    watcher = armed("dwarf", 20, 45, gun(fire_control=2), posted=90.0)
    game = field([armed("stingray", 50, 45, kit("ecm"))], [watcher])
    act(game, "A1", "move", ["40,45"])
    play(game, "posted:B1:A1", "A1")
    assert (game.question.seat, "A1:ecm-1" in options(game)) == (0, True)


@rule("TC-HIT-9", "TC-DUG-3")
def test_gear_and_dug_in_both_count():
    foe = armed("marine", 28, 45, kit("ecm"), dug_in=True)
    game = field([armed("dwarf", 10, 45, gun(fire_control=2), card_changes=PLAIN)], [foe])
    assert number(game, "A1", "B1") == 11
    assert number(game, "A1", "B1", gear=("B1:ecm-1",)) == 9


@rule("TC-HIT-11", "TC-COLL-6")
def test_plating_helps_against_a_collapse():
    house = box("building", 20, 40, 30, 50, ac=5)
    game = field([], [armed("stingray", 33, 45, kit("plating", value=6))], pieces=(house,), dice=(7, 7, 7))
    run(game, Collapse(house.id))
    assert lost(game, "B1") == (21 - 6) // 2


# ---------------------------------------------------------------- who watches
@rule("TC-DUG-6", "TC-POSTUP-2")
def test_posted_fire_at_a_dug_in_mover_cannot_be_for_he_left_his_place():
    game = field([unit("marine", 50, 45, dug_in=True)], [unit("dwarf", 20, 45, "lance", posted=90.0)])
    act(game, "A1", "move", ["40,45"])
    assert game.question.seat == 1
    assert not named(game, "A1").dug_in


@rule("TC-SENTRY-5", "TC-RAM-1")
def test_a_machine_that_a_sentry_stops_does_not_ram():
    eye = gun(id="eye", name="Eye", sentry=True, damage=200)
    game = field([unit("dwarf", 56, 45)], [armed("stingray", 20, 45, eye), unit("stingray", 42, 45)], dice=(1,))
    act(game, "A1", "ram", "B2", ["47,45"])
    key = next(key for key in options(game) if key.startswith("sentry"))
    play(game, key, "eye-1", "A1")
    assert named(game, "A1").at[0] > 47.1
    assert (lost(game, "B2"), unread(game)) == (0, ())


@rule("TC-BREACH-2", "TC-SENTRY-2")
def test_what_a_machine_breaches_no_longer_hides_it_from_a_sentry():
    house = box("building", 30, 35, 36, 55, ac=1, top=8.0)
    eye = gun(id="eye", name="Eye", sentry=True)
    game = field([unit("dwarf", 44, 45)], [armed("stingray", 15, 45, eye)], pieces=(house,))
    act(game, "A1", "move", ["35,45"])
    assert game.state.ruins == (house.id,)
    assert any(key.startswith("sentry") for key in options(game))


@rule("TC-POSTUP-5", "TC-READY-4", "TC-DUG-6")
def test_who_gets_in_is_no_longer_posted_up():
    game = field([unit("marine", 23, 45, posted=90.0, readied=1), truck(26, 45)], [])
    act(game, "A1", "board", ["23,45"], "A2:passenger")
    assert (named(game, "A1").posted, named(game, "A1").readied) == (None, 0)


@rule("TC-DUG-6", "TC-BOARD-1")
def test_who_gets_in_is_no_longer_dug_in():
    game = field([unit("marine", 23, 45, dug_in=True), truck(26, 45)], [])
    act(game, "A1", "board", ["23,45"], "A2:passenger")
    assert not named(game, "A1").dug_in


@rule("TC-DISEMBARK-3", "TC-READY-2")
def test_a_machine_without_crew_watches_nothing():
    for crew, seat in ((2, 1), (0, None)):
        game = field([unit("marine", 50, 45)], [unit("dwarf", 20, 45, "lance", posted=90.0, crew=crew)])
        act(game, "A1", "move", ["40,45"])
        assert (game.question.seat if game.question is not None else None) == seat


@rule("TC-SKB-16", "TC-READY-2", "TC-DUG-6")
def test_being_set_down_by_a_skull_is_met_by_nobody():
    game = field([unit("marine", 60, 45)], [unit("dwarf", 20, 45, "lance", readied=1)])
    run(game, Navigator("A1"))
    play(game, ["30,45"])
    assert game.question is None


# ---------------------------------------------------------------- dug in
@rule("TC-DUG-4", "TC-FFE-1")
def test_fire_at_a_place_is_not_answered_by_the_dug_in_whom_it_takes():
    foe = armed("marine", 30, 45, gun(), dug_in=True)
    game = field([armed("dwarf", 10, 45, gun(splash=6, radius=3.0))], [foe], dice=(1,))
    run(doing(game, "A1", "fire-for-effect"), ChooseShell("A1"))
    play(game, "gun-1", ["27,45"])
    assert (lost(game, "B1"), game.question) == (6, None)


@rule("TC-DUG-3", "TC-DFA-2", "TC-RAM-2")
def test_dug_in_counts_against_death_from_above():
    game = field([unit("pigeonhawk", 10, 45)], [unit("marine", 30, 45), unit("marine", 30, 50, dug_in=True)])
    numbers = [crash_tally(game.state, named(game, "A1"), named(game, name)).total for name in ("B1", "B2")]
    assert numbers == [11, 9]


@rule("TC-COLL-6", "TC-DUG-3")
def test_dug_in_does_not_help_against_a_collapse():
    house = box("building", 20, 40, 30, 50, ac=3)
    game = field([], [unit("crew", 32, 45, dug_in=True)], pieces=(house,), dice=(4, 5))
    run(game, Collapse(house.id))
    assert (lost(game, "B1"), named(game, "B1").dug_in) == (9, True)


@rule("TC-DUG-6", "TC-SKB-16")
def test_who_is_moved_by_a_skull_is_no_longer_dug_in():
    game = field([unit("marine", 60, 45, dug_in=True)], [])
    run(game, Navigator("A1"))
    play(game, ["30,45"])
    assert not named(game, "A1").dug_in


@rule("TC-SKB-1", "TC-PERK-7", "TC-DUG-3")
def test_dug_in_takes_2_off_missiles_from_above():
    game = field([], [unit("marine", 30, 45), unit("marine", 40, 45, dug_in=True)])
    first, second = (strike_tally(game.state, named(game, name)).total for name in ("B1", "B2"))
    assert first - second == 2


# ---------------------------------------------------------------- groups
@rule("TC-RALLY-16", "TC-COLL-5")
def test_a_group_that_a_collapse_drives_apart_falls_into_smaller_ones():
    house = box("building", 20, 40, 30, 50, ac=3)
    game = field([unit("marine", 32, y, group="A1") for y in (43, 47)], [], pieces=(house,), dice=(12, 12))
    run(game, Collapse(house.id))
    play(game, "dodge", ["32,37.5"], "dodge", ["32,52.5"])
    regroup(game)
    assert [named(game, name).group for name in ("A1", "A2")] == ["", ""]


@rule("TC-RALLY-16", "TC-PHASE-6")
def test_a_group_of_which_the_middle_falls_is_cut_when_that_is_removed():
    game = field([unit("marine", 20, y, group="A1") for y in (40, 44.5, 49)], [])
    named(game, "A2").life, named(game, "A2").acted = -1, 1
    run(game, ResolveDamage())
    regroup(game)
    assert [named(game, name).group for name in ("A1", "A3")] == ["", ""]


# ---------------------------------------------------------------- crews, and in the red
@rule("TC-ACT-5", "TC-FFE-2", "TC-RED-5")
@pytest.mark.parametrize(("state", "number"), [({}, 8), ({"crew": 1}, 6), ({"limps": True}, 6)])
def test_a_short_crew_fires_at_places_without_fire_control(state, number):
    shell = gun(splash=6, radius=3.0, fire_control=2)
    game = field([armed("dwarf", 10, 45, shell, card_changes=PLAIN, **state)], [])
    run(doing(game, "A1", "fire-for-effect"), ChooseShell("A1"))
    play(game, "gun-1")
    assert game.question.field.cost(["28,45"]).startswith(f"{number} or less")


@rule("TC-RED-5", "TC-FFE-2")
def test_a_failed_jury_rig_costs_fire_control_at_places_too():
    shell = gun(splash=6, radius=3.0, fire_control=2)
    game = field([armed("dwarf", 10, 45, shell, card_changes=PLAIN, life=5)], [], dice=(11,))
    act(game, "A1", "fire-for-effect", ["10,45"], "gun-1")
    assert game.question.field.cost(["28,45"]).startswith("6 or less")


@rule("TC-RAM-2", "TC-ACT-5", "TC-RED-5")
@pytest.mark.parametrize(("state", "number"), [({}, 14), ({"crew": 1}, 12)])
def test_a_short_crew_rams_without_its_fire_control(state, number):
    game = field([unit("dwarf", 10, 45, **state)], [unit("stingray", 30, 45)])
    assert ram_tally(game.state, named(game, "A1"), "B1").total == number


@rule("TC-RAM-2", "TC-RED-5")
def test_a_failed_jury_rig_takes_the_2_of_a_ram():
    game = field([unit("dwarf", 10, 45, life=5)], [unit("stingray", 18, 45)], dice=(11, 13))
    act(game, "A1", "ram", "B1", ["13,45"])
    assert lost(game, "B1") == 0, "13 misses on 12 or less"


@rule("TC-RED-3", "TC-BOARD-1")
def test_one_who_fails_his_gut_check_boards_within_a_quarter_of_his_speed():
    game = field([unit("crew", 20, 45, life=3), truck(26, 45)], [], dice=(11,))
    act(game, "A1", "board")
    assert game.question.field.allowance == named(game, "A1").sheet.speed / 4


@rule("TC-SKULL-5", "TC-ATTACHED-3")
def test_who_boards_past_a_skull_claims_it():
    game = field([unit("marine", 18, 45), truck(26, 45)], [], game="deathmatch")
    game.state.skull = (20.5, 45.0)
    act(game, "A1", "board", ["23,45"])
    assert game.state.claimed == "A1"
    play(game, "A2:passenger")
    assert named(game, "A1").aboard == "A2"


@rule("TC-ACT-5", "TC-RED-2")
def test_a_machine_in_the_red_with_a_short_crew_loses_fire_control_once():
    game = field(
        [armed("dwarf", 10, 45, gun(fire_control=2), card_changes=PLAIN, crew=1, limps=True)], [unit("marine", 28, 45)]
    )
    assert number(game, "A1", "B1") == 11


@rule("TC-SKULL-5", "TC-CREW-1")
def test_crew_on_foot_claim_a_skull():
    game = field([unit("crew", 18, 45), unit("dwarf", 40, 45)], [], game="deathmatch")
    game.state.skull = (21.0, 45.0)
    act(game, "A2", "move", ["25,45"])
    assert game.state.claimed == ""
    act(game, "A1", "move", ["20,45"])
    assert game.state.claimed == "A1"


@rule("TC-SKULL-3", "TC-TERR-1")
def test_a_skull_on_a_bridge_that_is_gone_lies_on_the_ground():
    bridge = box("bridge", 20, 40, 40, 50)
    game = field([unit("crew", 25, 45)], [], pieces=(bridge,), game="deathmatch")
    game.state.skull = (30.0, 45.0)
    assert top_at(game.state, game.state.skull) == bridge.id
    game.state.ruins = (bridge.id,)
    act(game, "A1", "move", ["31,45"])
    assert game.state.claimed == "A1"
