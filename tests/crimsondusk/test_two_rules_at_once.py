"""Where two subsystems meet: what the book says of one while the other is at work."""

from __future__ import annotations

from random import Random

import pytest

from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.damage.casualties import kill
from tabletop_tui.rules.crimsondusk.damage.damage import AllotHits, ChooseHits, Hit, refuse_allotment, spread
from tabletop_tui.rules.crimsondusk.damage.vehicle_damage import out_of_action
from tabletop_tui.rules.crimsondusk.melee.strikes import attacks, blow_tally
from tabletop_tui.rules.crimsondusk.moving.casualty_recovery import get_up
from tabletop_tui.rules.crimsondusk.moving.entering_melee import Engage
from tabletop_tui.rules.crimsondusk.moving.section_march import Walk
from tabletop_tui.rules.crimsondusk.shooting.blasts import Explode, Shell
from tabletop_tui.rules.crimsondusk.shooting.shooting import PickOutTarget, Volley
from tabletop_tui.rules.crimsondusk.state.battle import Cloud
from tabletop_tui.rules.crimsondusk.ways.driving_limits import declared_field
from tests.crimsondusk.build import (
    activate,
    at,
    battle_of,
    box,
    field,
    leader,
    line,
    man,
    said,
    section,
    soldier,
    squad,
    told_rules,
    unit,
    vehicle,
)
from tests.playing import allowed, options, play, refused, run, unread

rule = pytest.mark.rule


# ---------------------------------------------------------------- contact and fire in one AP
def contact(*others):
    """Four with SMGs, of whom two can come into contact with B1, which is five to the north; others of the enemy."""
    game = activate(field([squad(20, 20, 4, "Rg", "smg")], [squad(20, 17, 4), *others], dice=(1,) * 40), "A1", "each")
    orders = {f"A1-{number}": "walk-and-fire:smg" for number in range(1, 5)}
    play(game, orders)
    return game


@rule("CD-SHOOT-7", "CD-ACT-5", "CD-MOVE-3")
def test_nobody_shoots_into_the_melee_that_his_comrades_have_just_begun():
    game = contact()
    play(game, ["22.25,18.01"])
    assert unit(game, "A1").foes == ("B1",)
    if game.question is not None:
        assert options(game).get("B1") == "CD-SHOOT-7"
        play(game, "hold")
    assert (unit(game, "B1").shots, unit(game, "B1").left) == (0, 4)


@rule("CD-ACT-5", "CD-SHOOT-7")
def test_who_is_not_in_contact_may_shoot_at_others_in_that_ap_and_who_is_may_not():
    game = field([section(20, 20, *[soldier("Rg", "smg")] * 2)], [leader(20, 17.5), squad(40, 20, 4)], dice=(1,) * 20)
    activate(game, "A1", "each", {"A1-1": "walk-and-fire:smg", "A1-2": "fire:smg"}, ["20,18.5"])
    assert unit(game, "A1").foes == ("B1",)
    assert options(game)["B1"] == "CD-SHOOT-7"
    assert "SMG" in game.question.prompt
    assert "2 SMG" not in game.question.prompt, "the one in contact fights"
    play(game, "hold")


# ---------------------------------------------------------------- tests that fail
@rule("CD-SHOOT-5", "CD-DIV-3", "CD-BLDG-1")
def test_shots_at_a_building_go_at_the_nearest_section_when_the_test_is_failed():
    house = box("house", 28, 10, 34, 16)
    game = field([squad(10, 10, 4)], [squad(10, 18, 4, av=30)], pieces=(house,), dice=(1, 1, 1, 1, 1, 1))
    activate(game, "A1", "shoot", house.id)
    assert unit(game, "B1").shots == 0, "four shots, and its test for them"
    assert not unread(game)
    assert not battle_of(game).damage
    assert "CD-PIN-1" in told_rules(game)


@rule("CD-SHOOT-6", "CD-DIV-3", "CD-SHOOT-5")
def test_at_weapons_keep_their_target_when_the_test_of_the_rifles_is_failed():
    men = soldier("Rg", "panzerfaust"), soldier("Rg", "rifle"), soldier("Rg", "rifle"), soldier("Rg", "rifle")
    game = field([section(20, 20, *men)], [squad(20, 12, 4, av=30), vehicle(24, 28, "truck")], dice=(1,) * 5)
    shooters = Shooter("A1-1", "panzerfaust"), *(Shooter(f"A1-{n}", "rifle") for n in (2, 3, 4))
    run(game, PickOutTarget("A1", "B2", shooters))
    assert unit(game, "B1").shots == 3
    text = said(game)
    assert "Panzerfaust" in text
    assert "shoots at B2 Truck with 1 Panzerfaust" in text or "shoot at B2 Truck with 1 Panzerfaust" in text


# ---------------------------------------------------------------- pinning weapons beyond range
@rule("CD-TRAIT-15", "CD-SHOOT-3", "CD-TRAIT-14")
@pytest.mark.parametrize(("die", "penalty"), [(10, 1), (2, 0)])
def test_a_hit_beyond_range_by_a_pinning_weapon_makes_the_test_harder(die, penalty):
    game = field([section(10, 3, soldier("Rg", "bolt-gun"))], [squad(10, 4 + 20, 4)], dice=(die, 5, 5))
    run(game, Volley("A1", "B1", (Shooter("A1-1", "bolt-gun"),)))
    rolls = [
        event for event in game.events if getattr(event, "need", None) is not None and "pinning test" in event.text
    ]
    assert len(rolls) == (1 if penalty else 0), "a miss beyond range does not count at all"
    if penalty:
        assert rolls[0].need is not None
        assert rolls[0].need.number.total == 6


# ---------------------------------------------------------------- blasts, walls, fire
@rule("CD-BLDG-1", "CD-BLDG-4", "CD-TRAIT-4")
@pytest.mark.parametrize(("y", "hit"), [(20.5, True), (20.51, False)])
def test_a_blast_hits_each_section_of_a_wall_that_its_circle_touches(y, hit):
    wall = line("wall", (10, 20), (22, 20))
    game = field([section(10, 40, soldier("Rg", "grenade-launcher"))], [], pieces=(wall,), dice=(10, 10, 10, 10))
    run(game, Explode("A1", Shooter("A1-1", "grenade-launcher"), (13.0, y), Hit(5, 0, "Grenade Launcher")))
    assert battle_of(game).damage == ({f"{wall.id}#0": 5, f"{wall.id}#1": 5} if hit else {})


@rule("CD-AMMO-6")
def test_a_vehicle_does_not_drive_through_fire_of_its_own_will():
    game = field([vehicle(20, 24, "truck", "lmg")], [squad(60, 40)])
    unit(game, "A1").alter_hull(speed=8, declared=1)
    fire = Cloud("fire", (26.0, 24.0), 1.0, "B1", 2)
    battle_of(game).clouds = (fire,)
    asked = declared_field(battle_of(game), unit(game, "A1"))
    refusal = asked.refuse(["straight=8"])
    assert refusal is not None
    assert refusal.rule == "CD-AMMO-6"
    assert asked.refuse(["straight=1", "spin=60", "straight=7"]) is None
    battle_of(game).clouds = (Cloud("fire", (21.0, 24.0), 1.0, "B1", 2),)
    assert declared_field(battle_of(game), unit(game, "A1")).refuse(["straight=8"]) is None, "it stands in it"


# ---------------------------------------------------------------- a wall, and attackers from both sides
@rule("CD-MEL-12", "CD-MEL-13")
def test_a_wall_helps_only_against_those_who_have_it_before_them():
    wall = line("fence", (5, 20.6), (40, 20.6))
    game = field(
        [at(squad(0, 0, 2), (20, 21.1), (21.5, 21.1)), at(squad(0, 0, 2), (20, 19.1), (21.5, 19.1))],
        [squad(20, 20.1, 2)],
        pieces=(wall,),
    )
    run(game, Engage("A1"), Engage("A2"))
    victim = unit(game, "B1").men[0]
    assert victim.behind
    needs = []
    for name in ("A1", "A2"):
        one = unit(game, name)
        (attack,) = attacks(one.men[0].soldier, False)
        tally = blow_tally(battle_of(game), one.men[0], attack, unit(game, "B1"), victim, one.models[0])
        needs.append(("CD-MEL-12" in tally.rules, tally.total))
    assert [behind for behind, _ in needs] == [True, False]
    assert needs[0][1] == needs[1][1] + 2


# ---------------------------------------------------------------- hits and the range of what has hit
@rule("CD-HIT-15")
def test_a_hit_of_a_pistol_is_not_allotted_beyond_its_range():
    men = soldier("Rg", "pistol"), soldier("Rg", "rifle")
    game = field([section(20, 20, *men)], [at(squad(0, 0, 3), (20, 29), (20, 31), (20, 34))], dice=(10, 10, 1, 1))
    run(game, Volley("A1", "B1", (Shooter("A1-1", "pistol"), Shooter("A1-2", "rifle"))))
    question = game.question
    assert type(game.agenda[-1]) is ChooseHits
    pistol = next(item for item in question.items if "Pistol" in str(item))
    rifle = next(item for item in question.items if "Rifle" in str(item))
    assert sorted(pistol.refusals) == ["B1-3"]
    assert not rifle.refusals
    assert refused(game, {pistol.key: "B1-3", rifle.key: "B1-1"}) == "CD-HIT-15"
    play(game, {pistol.key: "B1-1", rifle.key: "B1-3"})


@rule("CD-HIT-15")
@pytest.mark.parametrize(
    ("reach", "asked"),
    [
        ((("B1-1",), ("B1-2",)), False),
        ((("B1-1",), ("B1-1", "B1-2")), False),
        ((("B1-1",), ("B1-1",)), False),
        ((("B1-1",), ("B1-1", "B1-2", "B1-3")), True),
        ((("B1-1", "B1-2"), ("B1-1", "B1-2")), True),
        ((("B1-1",), ("B1-1", "B1-2"), ("B1-1", "B1-2", "B1-3")), False),
        ((("B1-1",), ("B1-1", "B1-2"), ("B1-1", "B1-2")), True),
    ],
)
def test_the_owner_is_asked_only_where_some_hit_may_go_to_another(reach, asked):
    hits = (Hit(4, 0, "Pistol"), Hit(4, 1, "Rifle"), Hit(5, 1, "Rifle"))[: len(reach)]
    game = field([squad(20, 20, 2)], [squad(20, 30, 3)], dice=(1,) * len(reach))
    run(game, AllotHits("B1", hits, ("B1-1", "B1-2", "B1-3"), "A1", reach))
    assert bool(game.agenda and type(game.agenda[-1]) is ChooseHits) == asked


@rule("CD-HIT-15")
def test_nobody_has_a_second_hit_while_somebody_has_none_who_could_have_one_of_them():
    names, hit = ("B1-1", "B1-2", "B1-3"), Hit(4, 0, "Rifle")
    reach = (("B1-1",), ("B1-1", "B1-2"), names)
    game = field([squad(20, 20, 2)], [squad(20, 30, 3)])
    given = spread(unit(game, "B1"), [hit] * 3, names, reach)
    assert sorted(name for name, _ in given) == list(names)
    assert refuse_allotment(names, reach, {"1": "B1-1", "2": "B1-2", "3": "B1-3"}) is None
    assert refuse_allotment(names, reach, {"1": "B1-1", "2": "B1-2", "3": "B1-2"}) is not None
    only = (("B1-1",), ("B1-1",))
    assert refuse_allotment(names, only, {"1": "B1-1", "2": "B1-1"}) is None
    assert [name for name, _ in spread(unit(game, "B1"), [hit] * 2, names, only)] == ["B1-1", "B1-1"]


# ---------------------------------------------------------------- those who ride
def riding(kind="truck", speed=0, theirs=(), **changes):
    game = field([vehicle(20, 24, kind, "lmg"), squad(10, 10, 4, "Rg", "rifle")], theirs or [squad(60, 40)], **changes)
    rider = unit(game, "A2")
    rider.aboard, rider.models = "A1", ()
    unit(game, "A1").alter_hull(speed=speed)
    return game


@rule("CD-AIM-3", "CD-OW-8", "CD-PASS-9")
@pytest.mark.parametrize(
    ("kind", "speed", "aim", "watch"),
    [("truck", 0, "", ""), ("truck", 4, "CD-AIM-3", "CD-OW-8"), ("apc", 0, "CD-PASS-9", "CD-PASS-9")],
)
def test_who_rides_on_an_open_vehicle_that_stands_aims_and_goes_on_overwatch(kind, speed, aim, watch):
    found = options(activate(riding(kind, speed), "A2"))
    assert (found["aim"], found["overwatch"]) == (aim, watch)


@rule("CD-AIM-1", "CD-AIM-3")
def test_an_aim_taken_aboard_counts_for_the_next_ap():
    game = activate(riding(theirs=[squad(20, 40, 4)], dice=(1,) * 20), "A2", "aim", "shoot")
    play(game, "B1")
    assert "CD-HIT-14" in told_rules(game)


@rule("CD-OW-4", "CD-OW-8")
@pytest.mark.parametrize("drives", [False, True])
def test_who_rides_fires_from_overwatch_until_the_vehicle_moves(drives):
    game = riding(theirs=[leader(20, 70 - 8)], dice=(1,) * 20)
    activate(game, "A2", "overwatch")
    assert unit(game, "A2").overwatch
    if drives:
        activate(game, "A1", 4, "drive", ["straight=4"], "end")
        assert not unit(game, "A2").overwatch
        return
    game = riding(theirs=[at(leader(0, 0), (20, 47))], pieces=(box("house", 10, 38, 30, 42),), dice=(1,) * 20)
    unit(game, "A2").overwatch = True
    unit(game, "B1").models = ((8.5, 44.0),)
    activate(game, "B1", "run", ["4.5,44"])
    assert (game.question.seat, allowed(game)) == (0, ["fire", "pass"])
    play(game, "fire")
    assert unit(game, "B1").shots + ("CD-PIN-1" in told_rules(game)) >= 1
    assert not unit(game, "A2").overwatch


@rule("CD-PASS-4", "CD-PASS-2")
def test_a_standing_vehicle_from_which_somebody_gets_off_does_not_move_in_that_turn():
    game = activate(riding(), "A2", "off", ["20,27"], "end")
    assert unit(game, "A2").models
    activate(game, "A1")
    assert unit(game, "A1").hull.speed == 0
    assert unit(game, "A1").hull.declared == 1


@rule("CD-PASS-4", "CD-AP-3")
def test_nobody_gets_off_whose_ap_are_spent():
    game = riding()
    unit(game, "A2").alter(["A2-1"], done=1)
    assert options(activate(game, "A2"))["off"] == "CD-AP-3"
    assert man(game, "A2-1").done == 1


# ---------------------------------------------------------------- boarding and getting off, and what forbids a step
def before_a_truck(theirs=(), pieces=(), **changes):
    game = field([vehicle(20, 24, "truck"), squad(18, 20.5, 4)], theirs or [squad(60, 40)], pieces)
    for key, value in changes.items():
        setattr(unit(game, "A2"), key, value)
    return game


@rule("CD-CONF-1", "CD-PASS-2")
@pytest.mark.parametrize(("y", "refusal"), [(44, "CD-CONF-1"), (4, "")])
def test_the_confused_do_not_board_towards_an_enemy_that_they_see(y, refusal):
    game = before_a_truck([leader(40, y)], confused_from=1)
    unit(game, "A1").models = ((20.25, 24.0),)
    assert options(activate(game, "A2"))["board:A1"] == refusal


@rule("CD-AMMO-6", "CD-PASS-2", "CD-PASS-4")
def test_nobody_boards_through_fire_or_gets_off_into_it():
    game = before_a_truck()
    battle_of(game).clouds = (Cloud("fire", (20.25, 22.3), 1.0, "B1", 2),)
    assert options(activate(game, "A2"))["board:A1"] == "CD-AMMO-6"
    game = riding()
    battle_of(game).clouds = (Cloud("fire", (20.0, 27.0), 1.0, "B1", 2),)
    activate(game, "A2", "off")
    assert refused(game, ["20,27"]) == "CD-AMMO-6"
    play(game, ["20,21"])


@rule("CD-REORG-8", "CD-PASS-2")
def test_a_split_section_does_not_board():
    game = before_a_truck()
    unit(game, "A2").alter(["A2-4"], part=1)
    assert options(activate(game, "A2"))["board:A1"] == "CD-REORG-8"


@rule("CD-PIN-8", "CD-PASS-3", "CD-WND-2")
@pytest.mark.parametrize(
    ("pinned", "stunned", "taken"), [(False, False, True), (True, False, False), (False, True, False)]
)
def test_a_vehicle_takes_up_nobody_in_passing_who_may_not_move(pinned, stunned, taken):
    game = field([vehicle(20, 24, "truck"), squad(19.5, 21, 4)], [squad(60, 40)])
    if pinned:
        unit(game, "A2").pinned_from = unit(game, "A2").pinned_to = 1
    if stunned:
        unit(game, "A2").alter(["A2-1"], stunned=1)
    activate(game, "A1", 4, "drive", ["straight=4"])
    assert ("board:A2" in options(game)) == taken


@rule("CD-OW-7", "CD-VTGT-4")
def test_from_a_wreck_nobody_watches():
    game = riding()
    unit(game, "A2").overwatch = True
    out_of_action(game, unit(game, "A1"), "wrecked", "CD-VTGT-4")
    assert not unit(game, "A2").overwatch


@rule("CD-SR-TOUGH", "CD-REORG-8", "CD-HIT-8", "CD-WPN-3")
def test_who_gets_up_is_of_the_whole_section_that_has_come_together_and_has_nothing_loaded():
    game = field([section(20, 20, *[soldier("Rg", "rpg", tough=2)] * 5)], [squad(60, 40)])
    one = unit(game, "A1")
    one.alter(["A1-5"], part=1, loading="rpg", paid=2, moved=6.0)
    kill(game, one, ["A1-5"], "CD-WND-1")
    battle_of(game).turn = 2
    get_up(game, battle_of(game).fallen[0], "CD-SR-TOUGH")
    back = man(game, "A1-5")
    assert (back.part, back.loading, back.paid, back.moved, back.moved_before) == (0, "", 0, 0.0, 6.0)


# ---------------------------------------------------------------- a vehicle that has driven and stands by now
@rule("CD-PASS-2", "CD-PASS-4")
def test_a_vehicle_that_was_stopped_in_this_turn_has_moved_for_who_gets_on_or_off():
    game = before_a_truck()
    unit(game, "A1").alter(["A1-0"], moved=6.0)
    assert options(activate(game, "A2"))["board:A1"] == "CD-PASS-2"
    game = riding()
    unit(game, "A1").alter(["A1-0"], moved=6.0)
    activate(game, "A2", "off")
    play(game, game.question.sample(Random(1)))
    assert unit(game, "A2").changed == 1, "beside it, and no step more"


# ---------------------------------------------------------------- overwatch where a move ends before its end
@rule("CD-OW-4", "CD-OW-6")
def test_who_has_waited_is_asked_where_the_enemy_drops_and_goes_no_further():
    game = field([leader(20, 10)], [leader(20, 36), leader(21.5, 36.3)], dice=(1, 1))
    game.state.active = "A1"
    for name in ("B1", "B2"):
        unit(game, name).overwatch = True
    run(game, Walk("A1", (("A1-1", ((20.0, 10.0), (20.0, 14.0))),)))
    assert game.question.about == "B1"
    play(game, "pass")
    assert game.question.about == "B2"
    play(game, "fire")
    assert unit(game, "A1").ground, "missed, and pinned by a single shot"
    assert (game.question.about, unit(game, "A1").models[0][1] < 13) == ("B1", True)


@rule("CD-AMMO-2", "CD-TRAIT-2")
def test_who_stands_in_smoke_has_nowhere_to_throw_and_is_not_asked():
    game = field([section(20, 20, soldier("Rg", "thrown-grenade"))], [squad(20, 25, 4)])
    battle_of(game).clouds = (Cloud("smoke", (20.0, 20.0), 1.5, "B1", 2),)
    run(game, Shell("A1", Shooter("A1-1", "thrown-grenade")))
    assert game.question is None
    assert "no place to aim" in said(game)
