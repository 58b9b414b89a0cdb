"""What the book says of one subsystem while another is at work: rows of pairs.toml that no other test holds."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.aiming.blast_limits import Mark, shell_field, shell_tally
from tabletop_tui.rules.crimsondusk.aiming.salvos import salvos
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.collisions.ramming import JumpAside
from tabletop_tui.rules.crimsondusk.damage.casualties import kill
from tabletop_tui.rules.crimsondusk.damage.damage import Hit
from tabletop_tui.rules.crimsondusk.damage.vehicle_damage import HitVehicle
from tabletop_tui.rules.crimsondusk.melee.melee_results import fall_back
from tabletop_tui.rules.crimsondusk.moving.fallen import get_up
from tabletop_tui.rules.crimsondusk.moving.movement import Engage, Walk
from tabletop_tui.rules.crimsondusk.moving.orders import Order
from tabletop_tui.rules.crimsondusk.moving.terror import FaceTerror
from tabletop_tui.rules.crimsondusk.orders.spending import work
from tabletop_tui.rules.crimsondusk.shooting.blasts import Explode
from tabletop_tui.rules.crimsondusk.shooting.flames import flame_field
from tabletop_tui.rules.crimsondusk.shooting.overwatch_fire import armed, watched_by
from tabletop_tui.rules.crimsondusk.shooting.pinning import pin, pinning_tally
from tabletop_tui.rules.crimsondusk.state.battle import Cloud
from tabletop_tui.rules.crimsondusk.vehicles.transports import passers
from tabletop_tui.rules.crimsondusk.ways.movement_limits import allowance, move_field
from tabletop_tui.table.driving import Pose, Straight, Way
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
    told_rules,
    unit,
    vehicle,
)
from tests.playing import options, play, run

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
