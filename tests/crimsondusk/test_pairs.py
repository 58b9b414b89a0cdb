"""What the book says of one subsystem while another is at work: rows of pairs.toml that no other test holds."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.aiming.blast_limits import Mark, shell_field, shell_tally
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.aiming.volley_preview import salvos
from tabletop_tui.rules.crimsondusk.collisions.ramming_infantry import JumpAside, Ram
from tabletop_tui.rules.crimsondusk.damage.building_damage import collapse, roll_table
from tabletop_tui.rules.crimsondusk.damage.casualties import kill
from tabletop_tui.rules.crimsondusk.damage.damage import Hit
from tabletop_tui.rules.crimsondusk.damage.vehicle_damage import HitVehicle, RollTable
from tabletop_tui.rules.crimsondusk.melee.melee_results import fall_back
from tabletop_tui.rules.crimsondusk.moving.casualty_recovery import get_up
from tabletop_tui.rules.crimsondusk.moving.entering_melee import Engage
from tabletop_tui.rules.crimsondusk.moving.model_orders import Order
from tabletop_tui.rules.crimsondusk.moving.section_march import Walk
from tabletop_tui.rules.crimsondusk.moving.terrifying_models import FaceTerror
from tabletop_tui.rules.crimsondusk.orders.reorganising import ChooseSplit
from tabletop_tui.rules.crimsondusk.orders.spending_ap import work
from tabletop_tui.rules.crimsondusk.reactions.overwatch_fire import armed, watched_by
from tabletop_tui.rules.crimsondusk.shooting.blasts import Explode
from tabletop_tui.rules.crimsondusk.shooting.flames import Burn, flame_field, flame_tally
from tabletop_tui.rules.crimsondusk.shooting.pinning import pin, pinning_tally
from tabletop_tui.rules.crimsondusk.state.battle import Cloud
from tabletop_tui.rules.crimsondusk.vehicles.transports import passers
from tabletop_tui.rules.crimsondusk.ways.move_field import move_field
from tabletop_tui.rules.crimsondusk.ways.movement_limits import allowance
from tabletop_tui.table.driving_paths import Pose, Straight, Way
from tests.crimsondusk.build import (
    activate,
    assign,
    at,
    battle_of,
    box,
    field,
    leader,
    line,
    man,
    section,
    soldier,
    squad,
    told_rules,
    unit,
    vehicle,
)
from tests.playing import options, play, refused, run, unread

rule = pytest.mark.rule


def lying(*theirs, arms=("rifle",), **traits):
    game = field([squad(20, 20, 4, "Rg", *arms, **traits)], theirs or [squad(60, 40)], dice=(10,) * 20)
    unit(game, "A1").ground = True
    return game


@rule("CD-AIM-1", "CD-GTG-1")
def test_going_to_ground_between_aim_and_shot_loses_the_aim():
    game = activate(field([squad(20, 20, 4, "Rg", "rifle")], [squad(20, 40)], dice=(10,) * 9), "A1", "aim", "ground")
    assert unit(game, "A1").ground
    assert not any(one.aimed for one in unit(game, "A1").men)


@rule("CD-GTG-6", "CD-TRAIT-8")
def test_a_heavy_weapon_that_was_crawled_with_has_been_moved():
    game = lying(arms=("mmg",))
    (x, y) = unit(game, "A1").models[0]
    run(game, Walk("A1", (("A1-1", ((x, y), (x, y - 1))),)))
    assert man(game, "A1-1").unready == 4, "moved alone"


@rule("CD-GTG-4", "CD-PIN-6", "CD-ACT-5")
@pytest.mark.parametrize("pinned", [False, True])
def test_whoever_is_engaged_lies_no_more(pinned):
    game = lying(squad(20, 21, 4))
    if pinned:
        unit(game, "A1").pinned_from = unit(game, "A1").pinned_to = 1
    run(game, Engage("B1"))
    assert (unit(game, "A1").foes, unit(game, "A1").ground) == (("B1",), False)


@rule("CD-CONF-1", "CD-CONF-2", "CD-GTG-1")
def test_the_confused_may_go_to_ground():
    game = field([squad(20, 20, 4)], [squad(20, 40)])
    unit(game, "A1").confused_from = 1
    found = options(activate(game, "A1"))
    assert (found["ground"], found["shoot"], found["overwatch"]) == ("", "CD-CONF-2", "CD-CONF-2")


@rule("CD-GTG-6", "CD-EQ-JUMP-1")
def test_who_lies_crawls_with_a_jump_pack_too():
    game = lying(jump_pack=1)
    one = unit(game, "A1")
    assert allowance(one, one.men[0], False) == 1
    one.ground = False
    assert allowance(one, one.men[0], False) == 4


@rule("CD-GTG-6", "CD-PASS-2")
@pytest.mark.parametrize(("gap", "refusal"), [(1.0, ""), (1.1, "CD-PASS-2")])
def test_who_lies_boards_only_what_is_one_away_and_lies_no_more_aboard(gap, refusal):
    game = field([vehicle(20, 24, "truck"), leader(20, 24)], [squad(60, 40)])
    truck = unit(game, "A1")
    unit(game, "A2").models = ((20.0, 24 - truck.radius - 0.5 - gap),)
    unit(game, "A2").ground = True
    assert options(activate(game, "A2"))["board:A1"] == refusal
    if not refusal:
        play(game, "board:A1")
        assert (unit(game, "A2").aboard, unit(game, "A2").ground) == ("A1", False)


@rule("CD-AIM-1", "CD-TRAIT-10", "CD-HIT-14")
def test_an_aimed_heavy_weapon_is_fired_at_two_more_by_its_crew():
    game = field([section(20, 20, soldier("Rg", "auto-cannon"), soldier(), soldier())], [squad(20, 40, 4)])
    work(unit(game, "A1"), (Order("A1-1", "aim", "auto-cannon"),))
    (shot,) = work(unit(game, "A1"), (Order("A1-1", "fire", "auto-cannon"),))
    assert (shot.aimed, shot.missing) == (True, 0)
    (salvo,) = salvos(battle_of(game), unit(game, "A1"), unit(game, "B1"), (shot,))
    assert "CD-HIT-14" in salvo.tally.rules


@rule("CD-AIM-1", "CD-OW-1")
def test_going_on_overwatch_loses_the_aim():
    game = activate(field([squad(20, 20, 4, "Rg", "rifle")], [squad(20, 70 - 10)]), "A1", "aim", "overwatch")
    assert unit(game, "A1").overwatch
    assert not any(one.aimed for one in unit(game, "A1").men)


@rule("CD-PIN-8", "CD-AIM-2", "CD-WPN-3")
def test_a_pinned_man_keeps_his_aim_and_what_he_has_paid():
    game = field([section(20, 20, soldier("Rg", "rpg"), *[soldier()] * 4)], [squad(20, 40)])
    unit(game, "A1").alter(["A1-1"], loading="rpg", paid=2, aimed="rpg")
    pin(game, unit(game, "A1"), "B1", "CD-PIN-8")
    one = man(game, "A1-1")
    assert (one.loading, one.paid, one.aimed) == ("rpg", 2, "rpg")


@rule("CD-SR-TERRIFY-1", "CD-WPN-3", "CD-AIM-1")
def test_who_freezes_loses_aim_and_loading():
    game = field([section(20, 20, soldier("Rg", "rpg"))], [at(leader(0, 0, terrifying=1), (20, 24))], dice=(1,))
    unit(game, "A1").alter(["A1-1"], loading="rpg", paid=2, aimed="rpg")
    run(game, FaceTerror("A1", moving=False))
    one = man(game, "A1-1")
    assert (one.loading, one.paid, one.aimed, unit(game, "A1").spent) == ("", 0, "", 1)


@rule("CD-OW-4", "CD-TRAIT-2")
def test_a_grenade_launcher_fires_from_overwatch_at_the_nearest_model():
    game = field([leader(20, 4)], [section(20, 40, soldier("Rg", "grenade-launcher"))], dice=(10, 10, 10))
    game.state.active, unit(game, "B1").overwatch = "A1", True
    run(game, Walk("A1", (("A1-1", ((20.0, 4.0), (20.0, 8.0))),)))
    assert [one.weapon for one in armed(game.state, unit(game, "B1"), unit(game, "A1"))] == ["grenade-launcher"]
    play(game, "fire")
    assert "CD-TRAIT-2" in told_rules(game)
    assert not unit(game, "A1").living


@rule("CD-AMMO-2", "CD-OW-4", "CD-LOS-1")
def test_smoke_hides_the_enemy_from_those_on_overwatch():
    game = field([leader(20, 10)], [leader(20, 30)])
    unit(game, "B1").overwatch = True
    assert watched_by(battle_of(game), unit(game, "A1")) == ["B1"]
    battle_of(game).clouds = (Cloud("smoke", (20.0, 20.0), 1.5, "A1", 2),)
    assert watched_by(battle_of(game), unit(game, "A1")) == []


@rule("CD-PIN-8", "CD-MWIN-3")
def test_a_pin_does_not_stop_a_fall_back():
    game = field([squad(20, 20, 4)], [squad(20, 21, 4)])
    unit(game, "A1").pinned_from = unit(game, "A1").pinned_to = 1
    assert fall_back(game, unit(game, "A1"), (0.0, -1.0), 6) == 6


@rule("CD-PIN-8", "CD-CONF-2")
def test_pinned_and_confused_at_once_it_neither_fires_nor_moves():
    game = field([squad(20, 20, 4)], [squad(20, 40)])
    one = unit(game, "A1")
    one.pinned_from = one.pinned_to = one.confused_from = 1
    found = options(activate(game, "A1"))
    assert (found["shoot"], found["move"], battle_of(game).points_of(one)) == ("CD-CONF-2", "CD-PIN-8", 2)


@rule("CD-SR-TOUGH", "CD-PIN-3")
def test_the_tough_who_are_down_count_as_lost_in_a_pinning_test():
    game = field([squad(20, 20, 8, tough=5)], [squad(20, 40)])
    before = pinning_tally(battle_of(game), unit(game, "A1"), 0).total
    kill(game, unit(game, "A1"), ["A1-1", "A1-2"], "CD-WND-1")
    assert len(battle_of(game).fallen) == 2
    assert pinning_tally(battle_of(game), unit(game, "A1"), 0).total == before + 2, "a quarter"


@rule("CD-AMMO-2", "CD-TRAIT-11")
def test_no_flame_is_aimed_through_smoke():
    game = field([section(20, 20, soldier("Rg", "flamethrower"))], [leader(20, 28)])
    shooter = Shooter("A1-1", "flamethrower")
    assert flame_field(battle_of(game), unit(game, "A1"), shooter).can_lay()
    battle_of(game).clouds = (Cloud("smoke", (20.0, 24.0), 1.5, "B1", 2),)
    assert not flame_field(battle_of(game), unit(game, "A1"), shooter).can_lay()


@rule("CD-SHOOT-7", "CD-TRAIT-11")
def test_no_flame_begins_on_a_section_in_melee():
    game = field([section(20, 20, soldier("Rg", "flamethrower")), squad(20, 29, 4)], [squad(20, 28, 4)])
    run(game, Engage("A2"))
    assert unit(game, "B1").fighting
    assert not flame_field(battle_of(game), unit(game, "A1"), Shooter("A1-1", "flamethrower")).can_lay()


@rule("CD-ACT-3", "CD-PASS-3")
def test_nobody_in_melee_gets_on_a_vehicle():
    game = field([vehicle(20, 24, "truck"), squad(19.5, 21, 4)], [squad(19.5, 20, 4)])
    way = Way(Pose(20.0, 24.0, 90.0), (Straight(4.0),))
    assert list(passers(battle_of(game), unit(game, "A1"), way)) == ["A2"]
    run(game, Engage("B1"))
    assert list(passers(battle_of(game), unit(game, "A1"), way)) == []


@rule("CD-MOVE-7", "CD-LOS-8")
@pytest.mark.parametrize(("mine", "refusal"), [(True, None), (False, "CD-MOVE-7")])
def test_on_foot_one_goes_through_a_friendly_vehicle_and_not_through_an_enemy_one(mine, refusal):
    bike, runner = vehicle(20, 22.5, "bike"), section(20, 20, soldier("Rg", "smg", fast=1))
    game = field([runner, bike], [squad(60, 40)]) if mine else field([runner], [bike])
    found = move_field(battle_of(game), unit(game, "A1"), {"A1-1": True}).refuse(["20,26"])
    assert (found.rule if found is not None else None) == refusal


@rule("CD-SR-TOUGH", "CD-GTG-4")
def test_who_gets_up_in_a_section_that_lies_lies_with_it():
    game = lying(tough=5)
    kill(game, unit(game, "A1"), ["A1-2"], "CD-WND-1")
    get_up(game, battle_of(game).fallen[0], "CD-SR-TOUGH")
    assert unit(game, "A1").lies(man(game, "A1-2"))


@rule("CD-VMEL-2", "CD-GTG-4")
def test_who_is_moved_aside_while_he_lies_goes_on_lying():
    game = lying(vehicle(10, 20, "truck"))
    run(game, JumpAside("B1", "A1", "A1-1", (10.0, 20.0, 90.0), ((0.0, 20.0),)))
    assert man(game, "A1-1").moved > 0
    assert unit(game, "A1").ground


@rule("CD-AIM-1", "CD-TRAIT-2", "CD-HIT-14")
@pytest.mark.parametrize("aimed", [False, True])
def test_a_blast_can_be_aimed(aimed):
    game = field([section(20, 20, soldier("Rg", "grenade-launcher"))], [squad(20, 40, 4)])
    shooter = Shooter("A1-1", "grenade-launcher", aimed=aimed)
    asked = shell_field(battle_of(game), unit(game, "A1"), shooter)
    mark = asked.mark((20.0, 40.0))
    assert isinstance(mark, Mark)
    assert ("CD-HIT-14" in shell_tally(battle_of(game), unit(game, "A1"), shooter, mark).rules) == aimed


@rule("CD-OW-4", "CD-TRAIT-11")
def test_a_flamethrower_fires_from_overwatch_at_the_one_target():
    game = field([squad(20, 20, 4)], [section(20, 36, soldier("Rg", "flamethrower"))], dice=(10,) * 20)
    game.state.active, unit(game, "B1").overwatch = "A1", True
    one = unit(game, "A1")
    run(
        game,
        Walk("A1", tuple((man.id, (spot, (spot[0], 24.0))) for man, spot in zip(one.men, one.models, strict=True))),
    )
    play(game, "fire")
    assert "CD-TRAIT-11B" in told_rules(game)
    assert battle_of(game).is_pinned(unit(game, "A1"))


@rule("CD-TRAIT-6", "CD-AMMO-1", "CD-AMMO-2")
def test_who_is_hit_by_a_smoke_shell_is_tested_like_by_any_blast():
    game = field([section(20, 40, soldier("Rg", "grenade-launcher"))], [squad(20, 20, 4)], dice=(1,))
    shot = Shooter("A1-1", "grenade-launcher", load="smoke")
    run(game, Explode("A1", shot, (20.0, 20.0), Hit(0, 0, "Smoke")))
    assert [cloud.kind for cloud in battle_of(game).clouds] == ["smoke"]
    assert battle_of(game).is_pinned(unit(game, "B1"))
    assert unit(game, "B1").left == 4


@rule("CD-MWIN-3", "CD-SR-TOUGH", "CD-EQ-MEDI")
def test_the_fallen_stay_where_they_fell_when_their_section_falls_back():
    game = field([squad(20, 20, 5, tough=5)], [squad(20, 21, 4)])
    kill(game, unit(game, "A1"), ["A1-5"], "CD-MEL-4")
    fall_back(game, unit(game, "A1"), (0.0, -1.0), 6)
    assert [one.spot for one in battle_of(game).fallen] == [(26.0, 20.0)]


@rule("CD-PASS-8", "CD-COLL-1", "CD-COLL-3")
def test_a_collision_hits_one_of_those_on_top_as_well():
    game = field([vehicle(20, 24, "truck"), squad(10, 10, 4)], [vehicle(40, 24, "truck")], dice=(1, 3, 1))
    rider = unit(game, "A2")
    rider.aboard, rider.on_top, rider.models = "A1", True, ()
    unit(game, "A1").alter_hull(speed=10)
    run(game, HitVehicle("A1", (Hit(10, 0, "a collision"),), collided=True))
    assert "CD-PASS-8" in told_rules(game)
    assert rider.left == 3


# ---------------------------------------------------------------- aims and heavy weapons
@rule("CD-AIM-1", "CD-TRAIT-11B", "CD-HIT-14")
@pytest.mark.parametrize("aimed", [False, True])
def test_an_aim_counts_in_the_test_of_a_flame(aimed):
    game = field([section(20, 20, soldier("Rg", "flamethrower"))], [leader(20, 28)])
    shooter = Shooter("A1-1", "flamethrower", aimed=aimed)
    tally = flame_tally(battle_of(game), unit(game, "A1"), shooter, unit(game, "B1"), 0)
    assert ("CD-HIT-14" in tally.rules) == aimed


@rule("CD-AIM-1", "CD-REORG-5")
def test_who_is_split_off_keeps_his_aim():
    game = field([leader(20, 18), squad(20, 20, 5, "Rg", "rifle")], [squad(20, 40)])
    unit(game, "A2").alter(["A2-5"], aimed="rifle")
    activate(game, "A1", "split:A2")
    assign(game, rest="stay")
    run(game, ChooseSplit("A2"))
    play(game, {f"A2-{n}": "off" if n == 5 else "stay" for n in range(1, 6)})
    assert (man(game, "A2-5").part, man(game, "A2-5").aimed) == (1, "rifle")


@rule("CD-VDAM-1", "CD-AIM-1", "CD-WPN-3")
def test_a_gunner_who_is_stunned_loses_aim_and_loading():
    game = field([vehicle(20, 24, "truck", "laser-cannon")], [squad(60, 40)], dice=(1,))
    gunner = unit(game, "A1").crew[1]
    unit(game, "A1").alter([gunner.id], loading="laser-cannon", paid=1, aimed="laser-cannon")
    run(game, RollTable("A1", Hit(5, 0, "a shot"), "B1"))
    after = next(one for one in unit(game, "A1").crew if one.gunless)
    assert (after.loading, after.paid, after.aimed) == ("", 0, "")


@rule("CD-BLDG-2", "CD-AIM-1", "CD-WPN-3")
def test_who_is_stunned_in_a_building_loses_aim_and_loading():
    house = box("house", 15, 15, 25, 25)
    game = field([section(20, 20, soldier("Rg", "rpg"))], [squad(60, 40)], pieces=(house,), dice=(6,))
    unit(game, "A1").alter(["A1-1"], loading="rpg", paid=2, aimed="rpg")
    roll_table(game, unit(game, "B1"), house, Hit(5, 0, "a shot"))
    one = man(game, "A1-1")
    assert (one.stunned, one.loading, one.paid, one.aimed) == (2, "", 0, "")


@rule("CD-TRAIT-8", "CD-PIN-8", "CD-CONF-2")
@pytest.mark.parametrize("state", ["pinned", "confused"])
def test_the_pinned_and_the_confused_make_their_weapons_ready(state):
    game = field([section(20, 20, soldier("Rg", "mmg"), soldier(), soldier(), soldier())], [squad(60, 40)])
    one = unit(game, "A1")
    one.alter(["A1-1"], unready=2)
    if state == "pinned":
        one.pinned_from = one.pinned_to = 1
    else:
        one.confused_from = 1
    activate(game, "A1", "ready")
    assert man(game, "A1-1").unready == 1


@rule("CD-TRAIT-8", "CD-EQ-JUMP-1")
def test_a_heavy_weapon_that_jumped_has_moved():
    game = field([section(20, 20, soldier("Rg", "sniper-rifle", jump_pack=1))], [squad(60, 40)])
    run(game, Walk("A1", (("A1-1", ((20.0, 20.0), (20.0, 24.0))),)))
    assert man(game, "A1-1").unready == 1


# ---------------------------------------------------------------- overwatch, fear and jumps
@rule("CD-OW-4", "CD-SR-TERRIFY-1")
def test_on_one_way_both_the_terror_and_the_fire_come_where_each_is_due():
    game = field([leader(20, 10)], [at(leader(0, 0, terrifying=1), (20, 19)), leader(24, 37.5)], dice=(9,))
    game.state.active, unit(game, "B2").overwatch = "A1", True
    run(game, Walk("A1", (("A1-1", ((20.0, 10.0), (20.0, 14.0))),)))
    assert game.question.about == "B2"
    assert 12.8 < unit(game, "A1").models[0][1] < 12.9
    assert unread(game), "the terror comes at 13"
    play(game, "pass")
    assert not unread(game)
    assert (game.question.about, unit(game, "A1").models) == ("B2", ((20, 14),))


@rule("CD-OW-4", "CD-EQ-JUMP-1")
def test_who_leaps_over_a_house_comes_into_sight_behind_it():
    house = box("house", 10, 16, 30, 18)
    game = field([section(20, 15, soldier("Rg", "smg", jump_pack=1))], [leader(20, 30)], (house,))
    game.state.active, unit(game, "B1").overwatch = "A1", True
    assert watched_by(battle_of(game), unit(game, "A1")) == []
    run(game, Walk("A1", (("A1-1", ((20.0, 15.0), (20.0, 19.0))),)))
    assert (game.question.seat, 16 <= unit(game, "A1").models[0][1] < 19) == (1, True)


# ---------------------------------------------------------------- flames and fire
@rule("CD-TRAIT-11C", "CD-REORG-7")
def test_a_flame_pins_the_part_of_a_split_section_that_it_hit():
    game = field(
        [section(20, 20, soldier("Rg", "flamethrower"))], [squad(20, 28, 6)], dice=(10, 10, 10, 10, 1, 1, 1, 1)
    )
    unit(game, "B1").alter(["B1-4", "B1-5", "B1-6"], part=1)
    run(game, Burn("A1", Shooter("A1-1", "flamethrower"), ((20.0, 28.0),) * 4))
    battle, one = battle_of(game), unit(game, "B1")
    assert [battle.is_pinned(one, each) for each in one.men] == [True] * 3 + [False] * 3


@rule("CD-PASS-8", "CD-VDAM-11", "CD-TRAIT-11")
def test_a_flame_on_a_vehicle_hits_one_on_top_for_each_hit():
    game = field([vehicle(20, 24, "apc"), squad(10, 10, 4)], [squad(60, 40)], dice=(2, 1, 10))
    rider = unit(game, "A2")
    rider.aboard, rider.on_top, rider.models = "A1", True, ()
    run(game, HitVehicle("A1", (Hit(5, 0, "Flamethrower"),), spread=True))
    assert (rider.left, len(unit(game, "A1").crew)) == (3, 2), "AV 13: the crew is safe"


@rule("CD-AMMO-6", "CD-EQ-JUMP-1")
def test_a_jump_pack_leads_over_terrain_and_not_through_fire():
    game = field([section(20, 20, soldier("Rg", "smg", jump_pack=1))], [squad(60, 40)])
    battle_of(game).clouds = (Cloud("fire", (20.0, 22.0), 0.5, "B1", 2),)
    found = move_field(battle_of(game), unit(game, "A1"), {"A1-1": False}).refuse(["20,24"])
    assert found is not None
    assert found.rule == "CD-AMMO-6"


# ---------------------------------------------------------------- split sections and the fallen
@rule("CD-COH-4", "CD-SR-TOUGH")
def test_a_man_who_gets_up_does_not_end_the_confusion_of_his_section():
    game = field([squad(20, 20, 4, tough=5)], [squad(60, 40)])
    kill(game, unit(game, "A1"), ["A1-1"], "CD-WND-1")
    battle_of(game).turn = 2
    get_up(game, battle_of(game).fallen[0], "CD-SR-TOUGH")
    assert unit(game, "A1").left == 4
    assert battle_of(game).is_confused(unit(game, "A1"))


@rule("CD-SR-TERRIFY-1", "CD-REORG-6")
def test_a_split_section_is_tested_as_one_by_whoever_terrifies_a_part_of_it():
    game = field([squad(20, 20, 5)], [at(leader(0, 0, terrifying=1), (29, 20))], dice=(1,))
    unit(game, "A1").alter(["A1-4", "A1-5"], part=1)
    activate(game, "A1")
    assert (unit(game, "A1").frozen, unit(game, "A1").spent) == (1, 1)


@rule("CD-VMEL-2", "CD-REORG-5", "CD-REORG-8")
def test_who_is_split_off_and_moved_aside_has_not_gone_back():
    game = field([squad(20, 20, 5)], [vehicle(10, 20, "truck")])
    unit(game, "A1").alter(["A1-1"], part=1)
    run(game, JumpAside("B1", "A1", "A1-1", (10.0, 20.0, 90.0), ((0.0, 20.0),)))
    assert (man(game, "A1-1").part, man(game, "A1-1").moved > 0) == (1, True)


@rule("CD-BLDG-1", "CD-REORG-5", "CD-REORG-8")
def test_who_is_split_off_in_a_building_that_falls_has_not_gone_back():
    house = box("house", 18, 18, 28, 22)
    game = field([squad(20, 20, 5)], [squad(60, 40)], pieces=(house,))
    unit(game, "A1").alter(["A1-1"], part=1)
    collapse(game, unit(game, "B1"), house)
    assert man(game, "A1-1").part == 1


@rule("CD-VMEL-3", "CD-SR-TOUGH")
def test_the_tough_whom_a_vehicle_has_run_over_may_get_up():
    game = field([squad(20, 20, 5, tough=5)], [vehicle(10, 20, "truck")], dice=(1, 10))
    unit(game, "B1").alter_hull(speed=14)
    run(game, Ram("B1", "A1", "A1-1", (10.0, 20.0, 90.0), ((0.0, 20.0),)))
    assert [one.man.id for one in battle_of(game).fallen] == ["A1-1"]


# ---------------------------------------------------------------- riding, jumping, walls
@rule("CD-PASS-2", "CD-EQ-JUMP-1")
@pytest.mark.parametrize(("gap", "refusal"), [(4.0, ""), (4.1, "CD-PASS-2")])
def test_with_a_jump_pack_one_boards_from_four_away(gap, refusal):
    game = field([vehicle(20, 24, "truck"), leader(20, 24, jump_pack=1)], [squad(60, 40)])
    unit(game, "A2").models = ((20.0, 24 - unit(game, "A1").radius - 0.5 - gap),)
    assert options(activate(game, "A2")).get("board:A1", "CD-PASS-2") == refusal


@rule("CD-PASS-4", "CD-MOVE-6")
def test_nobody_gets_off_to_the_other_side_of_a_high_wall():
    wall = line("high-wall", (10, 26.2), (30, 26.2))
    game = field([vehicle(20, 24, "truck"), leader(20, 24)], [squad(60, 40)], pieces=(wall,))
    rider = unit(game, "A2")
    rider.aboard, rider.models = "A1", ()
    activate(game, "A2", "off")
    assert refused(game, ["20,27.5"]) == "CD-MOVE-6"
    play(game, ["20,21"])


# ---------------------------------------------------------------- what was left
@rule("CD-MOVE-7", "CD-VTGT-4")
@pytest.mark.parametrize(("wrecked", "refusal"), [(True, None), (False, "CD-MOVE-7")])
def test_a_wreck_is_nobodys_enemy_and_is_climbed_over(wrecked, refusal):
    game = field([section(20, 20, soldier("Rg", "smg", fast=1))], [vehicle(20, 22.5, "bike")])
    if wrecked:
        unit(game, "B1").gone = "wrecked"
    asked = move_field(battle_of(game), unit(game, "A1"), {"A1-1": True})
    found = asked.refuse(["20,26"])
    assert (found.rule if found is not None else None) == refusal
    on_it = asked.refuse(["20,22.5"])
    assert on_it is not None
    assert on_it.rule == "CD-MOVE-7", "nobody ends on it"


@rule("CD-CONF-2", "CD-AIM-1", "CD-BLDG-1")
def test_the_confused_neither_aim_nor_shoot_at_buildings_and_keep_an_aim_that_they_have():
    game = field([squad(20, 20, 4, "Rg", "rifle")], [squad(60, 5)], pieces=(box("house", 15, 26, 25, 32),))
    one = unit(game, "A1")
    one.confused_from = 1
    one.alter(["A1-1"], aimed="rifle")
    found = options(activate(game, "A1"))
    assert (found["aim"], found["shoot"]) == ("CD-CONF-2", "CD-CONF-2")
    assert man(game, "A1-1").aimed == "rifle"


@rule("CD-TRAIT-11B", "CD-HIT-8", "CD-VTGT-1")
def test_a_flame_is_harder_on_a_vehicle_that_was_fast():
    game = field([section(20, 20, soldier("Rg", "flamethrower"))], [vehicle(20, 28, "truck")])
    unit(game, "B1").alter(["B1-0"], moved_before=12.0)
    tally = flame_tally(battle_of(game), unit(game, "A1"), Shooter("A1-1", "flamethrower"), unit(game, "B1"), 0)
    assert ("CD-HIT-8" in tally.rules, "CD-HIT-9" in tally.rules) == (True, True)


@rule("CD-SR-TOUGH", "CD-BLDG-6")
def test_who_fell_in_a_building_gets_up_in_it():
    house = box("house", 15, 15, 30, 25)
    game = field([squad(20, 20, 5, tough=5)], [squad(60, 40)], pieces=(house,))
    kill(game, unit(game, "A1"), ["A1-2"], "CD-BLDG-2")
    get_up(game, battle_of(game).fallen[0], "CD-SR-TOUGH")
    assert unit(game, "A1").spot_of("A1-2") == (21.5, 20)
