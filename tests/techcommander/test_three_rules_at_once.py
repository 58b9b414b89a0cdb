"""Where three special rules meet: expected from the book alone, then asked of the program."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.rules.techcommander.activation.smoke_launching import launchers
from tabletop_tui.rules.techcommander.aiming.defensive_gear import carried, jams
from tabletop_tui.rules.techcommander.aiming.splash import Impact, reaches
from tabletop_tui.rules.techcommander.damage.bubble_shield_drops import DropBubble, drop
from tabletop_tui.rules.techcommander.reactions.covered_ground import Entry
from tabletop_tui.rules.techcommander.reactions.covering_fire import POSTED, FirePosted
from tabletop_tui.rules.techcommander.reactions.hatch_fire import FireFromHatch
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.skulls.skull_effects import ChooseGift, Destiny, GiveAway, Spring
from tabletop_tui.rules.techcommander.ways.dodging import Dodge
from tests.playing import load, options, play, run, unread
from tests.techcommander.build import act, armed, box, field, gun, kit, line, named, said, unit
from tests.techcommander.test_hatches import inside
from tests.techcommander.test_meetings import lost, shielded
from tests.techcommander.test_rallied_groups import going

rule = pytest.mark.rule
MISS = 20
CLAW = gun(id="claw", name="Claw", opt=0.0, melee=True)


# ---------------------------------------------------------------- what is left to shoot back with
@rule("TC-DUG-4", "TC-REPAIR-1", "TC-RAM-1")
def test_one_who_is_dug_in_with_tools_alone_is_not_asked_to_shoot_back():
    """A repair kit repairs; whoever carries nothing else has no attack to return."""
    tool = gun(id="kit", name="Repair kit", opt=0.0, melee=True, repairs=True)
    game = field([armed("dwarf", 20, 45, CLAW)], [armed("marine", 24, 45, tool, dug_in=True)], dice=(MISS,))
    run(game, ChooseWeapon("A1"))
    play(game, "B1")
    assert game.question is None, game.question
    assert unread(game) == ()


@rule("TC-DUG-4", "TC-MSV-2")
def test_a_weapon_that_fires_more_than_once_a_turn_returns_fire_after_it_was_used():
    foe = armed("marine", 30, 45, gun(again=True), dug_in=True, fired=("gun-1",))
    game = field([armed("dwarf", 20, 45, gun(damage=1))], [foe], dice=(MISS,))
    run(game, ChooseWeapon("A1"))
    play(game, "B1")
    assert options(game)["return"] == ""


@rule("TC-OMEGA-1", "TC-DUG-4", "TC-HIT-11")
def test_an_override_is_one_attack_and_is_answered_once():
    """Three weapons, one attack: whoever is dug in is asked once, when all of them have fired."""
    guns = gun(damage=1), gun(damage=1), gun(id="other", name="Other", damage=1)
    game = field([armed("dwarf", 20, 45, *guns)], [unit("stingray", 40, 45, dug_in=True)], dice=(MISS,) * 3)
    act(game, "A1", "omega-override", "B1")
    assert "return" in options(game)
    assert unread(game) == ()
    play(game, "pass")
    assert game.question is None, game.question


@rule("TC-OMEGA-1", "TC-NLOS-1", "TC-GEAR-7")
def test_in_an_override_what_cannot_be_fired_directly_is_lobbed():
    """All weapons are fired at the one target: a launcher within its minimum range too, lobbed at -6."""
    lobbed = gun(id="hail", name="Hail", nlos=True, min=8.0)
    foe = unit("dwarf", 30, 45)
    game = field([armed("dwarf", 20, 45, gun(), lobbed)], [foe], dice=(11, 5))
    act(game, "A1", "omega-override", "B1")
    needed = [roll.need.number.total for roll in game.events if getattr(roll, "need", None) is not None]
    assert needed == [10, 4], said(game)


@rule("TC-REPAIR-1", "TC-RALATK-1", "TC-DMG-4")
def test_three_who_repair_together_are_added_up_before_the_ac_divides():
    """36 together on AC5 are 7 life; one by one 12 would be 2 each."""
    tool = gun(id="kit", name="Kit", repairs=True, damage=12)
    trio = [armed("marine", 20, y, tool, group="A1") for y in (43, 45.5, 48)]
    game = field([*trio, unit("mammoth", 40, 45, life=2)], [], dice=(1, 1, 1))
    going(game, "repair", dict.fromkeys(("A1", "A2", "A3"), "acts"), "A1+A2+A3")
    play(game, ["20,45"], "A4")
    assert named(game, "A4").life == 9, said(game)


# ---------------------------------------------------------------- parted on the way
@rule("TC-DFA-1", "TC-OCC-1", "TC-COLL-5")
def test_nobody_is_crushed_from_above_who_has_dodged_off_the_roof_that_broke():
    """The roof bears AC2, and an MSV of AC3 comes down on it: the marine rides the collapse out 6 away."""
    house = box("building", 40, 40, 60, 60, ac=2, top=8.0)
    foe = unit("marine", 50, 50, on=house.id)
    game = field([unit("pigeonhawk", 30, 45)], [foe], pieces=(house,), dice=(1, 1))
    act(game, "A1", "death-from-above", "B1", ["46.5,50"], "dodge", ["46.5,50"], "dodge", ["56,50"])
    assert lost(game, "B1") == 0, said(game)
    assert unread(game) == ()


@rule("TC-RAM-1", "TC-BREACH-3", "TC-COLL-5")
def test_nothing_is_rammed_that_has_jumped_clear_of_the_wall_on_the_way():
    """A Mammoth breaks a wall of AC4 beside its target of AC3, which dodges the fall of it."""
    wall = line("wall", (30, 35), (30, 55), ac=4, top=4.0)
    game = field([unit("mammoth", 20, 45)], [unit("pigeonhawk", 35.4, 45)], pieces=(wall,), dice=(1,))
    act(game, "A1", "ram", "B1", ["28.9,45"])
    play(game, "dodge", ["41.4,45"])
    assert named(game, "A1").at == (28.9, 45.0), said(game)
    assert lost(game, "B1") == lost(game, "A1") == 0, said(game)
    assert unread(game) == ()


# ---------------------------------------------------------------- nobody's machine
def empty(**state):
    jammer, guard = kit("ecm"), kit("anti-missile", value=10, rounds=6)
    return armed("pigeonhawk", 40, 45, gun(), kit("jump"), jammer, guard, kit("smoke"), crew=0, **state)


@rule("TC-DISEMBARK-3", "TC-DUG-4", "TC-OVERRUN-2", "TC-HIT-9")
def test_a_machine_that_nobody_crews_neither_returns_fire_nor_dodges_nor_uses_gear():
    game = field([armed("dwarf", 20, 45, gun(damage=1))], [empty(dug_in=True)], dice=(MISS,))
    foe = named(game, "B1")
    assert (carried(foe), jams(foe), launchers(foe)) == ([], False, [])
    run(game, ChooseWeapon("A1"))
    play(game, "B1")
    assert game.question is None, game.question
    run(game, Dodge("B1", "A1", "overrun"))
    assert game.question is None, game.question
    foe.crew = 2
    assert (len(carried(foe)), jams(foe), len(launchers(foe))) == (2, True, 1)
    run(game, Dodge("B1", "A1", "overrun"))
    assert "dodge" in options(game)


@rule("TC-OFFLOAD-3", "TC-OFFLOAD-5", "TC-DISEMBARK-3")
@pytest.mark.parametrize("crew", [1, 2])
def test_a_carrier_whose_last_crew_has_got_off_drives_no_further(crew):
    game = field([unit("hunter-iv", 30, 45), inside("A1")], [unit("dwarf", 80, 80)])
    act(game, "A1", "offload", "offload-first")
    for _ in range(crew):
        play(game, "crew")
        play(game, next(iter(game.question.legal())))
    play(game, "done")
    drives = game.question is not None and type(game.question).__name__ == "Place"
    assert (named(game, "A1").crew, drives) == (2 - crew, crew == 1)


@rule("TC-DUG-2", "TC-SPLASH-1", "TC-BUBBLE-2")
def test_a_unit_in_a_shield_is_not_splashed_by_what_bursts_on_it_and_does_not_answer():
    """What is aimed at somebody inside strikes the shield; who is dug in there was targeted, but cannot shoot out."""
    burst = gun(damage=10, splash=6, radius=4.0)
    game = field([armed("dwarf", 20, 45, burst)], [unit("marine", 40, 45, "rifle", dug_in=True)])
    shielded(game, (40.0, 45.0))
    load(game, 1)
    run(game, ChooseWeapon("A1"))
    play(game, "B1")
    while game.question is not None:
        assert options(game).get("return") is None, said(game)
        play(game, next(iter(game.question.legal())))
    assert (lost(game, "B1"), game.state.bubbles[0].life) == (0, 10), said(game)


@rule("TC-BOARD-2", "TC-RALLY-4", "TC-MSV-1")
def test_a_group_that_fills_both_posts_at_once_costs_the_machine_one_action():
    """It acts as if it were a single unit: the MSV has acted once and, whole again, has its other action left."""
    pair = [unit("crew", 20, y, group="A1") for y in (43, 47)]
    game = field([*pair, unit("pigeonhawk", 24, 45, crew=0)], [unit("dwarf", 80, 80)])
    going(game, "board", dict.fromkeys(("A1", "A2"), "acts"), "A1+A2")
    play(game, ["21.13,45"], "A3:crew", "A3:crew")
    machine = named(game, "A3")
    assert (machine.crew, machine.acted, machine.most_actions) == (2, 1, 2), said(game)


@rule("TC-BOARD-2", "TC-DISEMBARK-3", "TC-ATTACHED-1")
@pytest.mark.parametrize("taken", [True, False])
def test_an_enemy_machine_without_crew_is_taken_over_only_if_nobody_is_in_it(taken):
    riders = [] if taken else [inside("B1")]
    game = field([unit("marine", 23, 45)], [unit("hunter-iv", 30, 45, crew=0), *riders])
    act(game, "A1")
    assert options(game)["board"] == ("" if taken else "TC-BOARD-1")


@rule("TC-SKB-5", "TC-SKB-17", "TC-SKA-8", "TC-DISEMBARK-3")
def test_no_skull_heals_gives_away_or_kills_a_machine_that_nobody_crews():
    """These skulls are about units under the control of the claiming player."""
    game = field([unit("marine", 20, 45, life=3), unit("dwarf", 40, 45, life=5, crew=0)], [unit("dwarf", 80, 80)])
    run(game, Spring("A1"))
    assert [named(game, name).life for name in ("A1", "A2")] == [20, 5]
    run(game, Destiny("A1"))
    assert [named(game, name).eliminated for name in ("A1", "A2")] == [True, False]
    game.agenda.clear()
    run(game, ChooseGift(0))
    assert list(options(game)) == ["A1"]


@rule("TC-SKB-17", "TC-RALLY-3", "TC-RALLY-16")
def test_a_group_of_which_fate_takes_the_middle_falls_apart():
    trio = [unit("marine", x, 45, group="A1") for x in (20, 24.5, 29)]
    game = field(trio, [unit("dwarf", 80, 80)], dice=(1,))
    run(game, GiveAway("A2", 1))
    assert [named(game, name).group for name in ("A1", "A3")] == ["", ""], said(game)


@rule("TC-UNBUT-2", "TC-BOARD-1", "TC-DM-4")
def test_whoever_rides_in_the_carrier_of_a_team_mate_is_asked_himself_to_fire_from_its_hatch():
    truck = unit("hunter-iv", 30, 45)
    rider = unit("marine", None, 0, "rifle", aboard="A1", hatch=True)
    game = field([truck], [rider], [unit("dwarf", 38, 45)], teams=(0, 0, 1))
    run(game, FireFromHatch("A1"))
    assert (game.question.seat, "B1" in options(game)) == (1, True)


@rule("TC-RALASLT-2", "TC-INFIL-3", "TC-INFIL-9")
@pytest.mark.parametrize(("x", "aimed"), [(42, "B2"), (22, "B1")])
def test_an_assault_passes_over_who_is_infiltrated_unless_he_is_within_6(x, aimed):
    pair = [armed("marine", 15, y, gun(opt=40), group="A1") for y in (43, 47)]
    foes = [unit("marine", x, 43, infiltrated=True, acted=1), unit("marine", x + 1, 46, acted=1)]
    game = field(pair, foes, dice=(MISS, MISS))
    going(game, "rallied-assault", dict.fromkeys(("A1", "A2"), "acts"), "A1+A2")
    play(game, "B1", ["15,43"], ["15,47"])
    assert [key for key, refused in options(game).items() if key.startswith("B") and not refused] == [aimed], said(game)


@rule("TC-BUBBLE-9", "TC-BUBBLE-11", "TC-RALATK-1", "TC-OMEGA-1")
@pytest.mark.parametrize(("damage", "left"), [(6, 8), (10, 0), (15, 0)])
def test_all_shots_of_a_group_or_an_override_count_against_a_shield(damage, left):
    """Two hits on a shield of 20 take both, a life for each point; what is left over is lost."""
    pair = [armed("marine", 20, y, gun(damage=damage), group="A1") for y in (43, 47)]
    game = shielded(field(pair, [unit("pirate", 40, 45, acted=1)], dice=(1, 1)), (40.0, 45.0))
    going(game, "rallied-attack", dict.fromkeys(("A1", "A2"), "acts"), "A1+A2")
    play(game, ["20,45"], "bubble-1")
    assert (game.state.bubbles[0].life, lost(game, "B1")) == (left, 0), said(game)
    guns = gun(damage=damage), gun(damage=damage)
    game = shielded(field([armed("dwarf", 20, 45, *guns)], [unit("dwarf", 80, 80)], dice=(1, 1)), (40.0, 45.0))
    act(game, "A1", "omega-override", "bubble-1")
    assert game.state.bubbles[0].life == left, said(game)


# ---------------------------------------------------------------- gear against a group
ROCKET = {"id": "rocket", "name": "Rocket", "missile": True, "damage": 12}


def guarded(*arms, dice=()):
    """A group of as many marines, each with one of these, at a Herald with ECM and an anti-missile gun."""
    group = [armed("marine", 20, 43 + 2.5 * n, gun(**one), group="A1") for n, one in enumerate(arms)]
    foe = armed("herald", 40, 45, kit("ecm"), kit("anti-missile", value=10, rounds=6))
    game = field(group, [foe], dice=dice)
    names = [f"A{n}" for n in range(1, len(arms) + 1)]
    going(game, "rallied-attack", dict.fromkeys(names, "acts"), "+".join(names))
    play(game, ["20,45"], "B1")
    return game


@rule("TC-HIT-9", "TC-RALATK-1", "TC-GEAR-5")
@pytest.mark.parametrize(("second", "asked"), [({}, False), (ROCKET, True), ({"fire_control": 1}, True)])
def test_gear_is_asked_for_where_it_helps_against_any_shot_of_a_group(second, asked):
    """The first fires a plain rifle, against which nothing helps; the other a missile, or with fire control."""
    game = guarded({}, second, dice=(MISS, MISS))
    assert (game.question is not None) is asked, said(game)
    assert not asked or "and 1 more weapon with it" in game.question.prompt


@rule("TC-HIT-9", "TC-RALATK-1", "TC-GEAR-10")
def test_one_use_of_an_anti_missile_stops_one_missile_of_a_group():
    """Three rockets hit, and 10 or less stops one of them: 24 of 36 damage, 6 life at AC4."""
    game = guarded(ROCKET, ROCKET, ROCKET, dice=(1, 10, 1, 1))
    play(game, "B1:anti-missile-1")
    fire = next(option for option in game.question.options if option.key == "fire")
    assert fire.cost.count("or less") == 3, "the numbers of all three"
    play(game, "fire")
    assert (unread(game), named(game, "B1").uses) == ((), {"anti-missile-1": 1}), said(game)
    assert lost(game, "B1") == 6, said(game)


@rule("TC-BUBBLE-1", "TC-BUBBLE-3", "TC-RALATK-1")
def test_of_a_group_those_around_whom_a_shield_was_dropped_fire_no_more_and_the_others_do():
    """Another pirate drops his shield around the first of two: he cannot shoot out of it, the second fires alone."""
    pair = [armed("marine", 20, 43, gun(), group="A1"), armed("marine", 20, 47.9, gun(), group="A1")]
    game = field(pair, [unit("marine", 38, 45, acted=1), unit("pirate", 20, 41, acted=1)], dice=(1,))
    going(game, "rallied-attack", dict.fromkeys(("A1", "A2"), "acts"), "A1+A2")
    game.orders = {(1, "bubble"): "always"}
    play(game, [middle_of(game)], "B1", "bubble:B2:bubble-1", ["20,40"])
    play(game, "fire")
    assert (unread(game), game.state.bubbles[0].life, lost(game, "B1")) == ((), 20, 10), said(game)
    assert (named(game, "A1").fired, named(game, "A2").fired) == ((), ("gun-1",))


def middle_of(game):
    """Where a group is that stays."""
    return game.question.field.here


@rule("TC-WAGER-2", "TC-RALATK-1", "TC-RALLY-4")
@pytest.mark.parametrize(("dice", "won"), [((1, 1), True), ((MISS, 1), True), ((1, MISS), False)])
def test_a_wager_is_won_by_a_kill_of_a_group_in_which_its_unit_has_hit(dice, won):
    """The second of two carries the token: 10 points more for the first kill in which he has a part."""
    pair = [armed("marine", 20, 43, gun(damage=20), group="A1"), armed("marine", 20, 47, gun(damage=20), group="A1")]
    game = field(pair, [unit("marine", 30, 45, acted=1)], dice=dice, game="deathmatch")
    named(game, "A2").wager = True
    going(game, "rallied-attack", dict.fromkeys(("A1", "A2"), "acts"), "A1+A2")
    play(game, ["20,45"], "B1")
    assert named(game, "B1").eliminated, said(game)
    assert (game.state.players[0].score, named(game, "A2").wager) == ((1 + 5 + 10, False) if won else (1 + 5, True))


# ---------------------------------------------------------------- shields above each other
@rule("TC-BUBBLE-4", "TC-BUBBLE-13", "TC-RANGE-9")
def test_a_shield_on_a_roof_and_one_below_it_do_not_overlap():
    """Shields are 2 high: one on a roof 8 up leaves one on the ground alone, standing or eliminated."""
    house = box("building", 40, 40, 60, 60, ac=4, top=8.0)
    roof, ground = unit("pirate", 42, 50, on=house.id), unit("pirate", 37, 50)
    game = field([roof, ground], [unit("dwarf", 80, 80)], pieces=(house,))
    drop(game, named(game, "A2"), (37.0, 49.0))
    drop(game, named(game, "A1"), (42.0, 49.0))
    assert [(one.foot, one.life) for one in game.state.bubbles] == [(0.0, 20), (8.0, 20)], said(game)
    spent, _ = game.state.bubbles
    game.state.bubbles = (evolve(spent, life=0),)
    assert DropBubble(game.state, named(game, "A1"), "bubble-1").refuse() is None
    named(game, "A1").models, named(game, "A1").on = ((37.0, 53.0),), "ground"
    assert DropBubble(game.state, named(game, "A1"), "bubble-1").refuse().rule == "TC-BUBBLE-13"


@rule("TC-BUBBLE-7", "TC-SPLASH-7", "TC-RANGE-9")
@pytest.mark.parametrize(("height", "taken"), [(8.5, True), (0.5, False)])
def test_a_shield_on_the_ground_is_not_between_those_on_the_roof_above_it(height, taken):
    """A burst on the roof reaches who stands there; one in the shield below does not come out of it."""
    bridge = box("bridge", 30, 40, 60, 50, ac=4, bottom=7.0, top=8.0)
    foe = unit("marine", 47, 45, on=bridge.id)
    game = shielded(field([unit("dwarf", 80, 80)], [foe], pieces=(bridge,)), (45.0, 45.0))
    assert reaches(game.state, Impact((45.0, 45.0), height), named(game, "B1"), 9.0) is taken


@rule("TC-POSTUP-3", "TC-DUG-5", "TC-GEAR-10")
@pytest.mark.parametrize(
    ("changes", "state", "refused"),
    [
        ({"rounds": 1}, {"uses": {"gun-1": 1}}, "TC-POSTUP-3"),
        ({"again": True}, {"fired": ("gun-1",)}, ""),
        ({}, {"fired": ("gun-1",)}, "TC-POSTUP-3"),
    ],
)
def test_whoever_is_posted_up_fires_what_he_may_fire_at_that_moment(changes, state, refused):
    """A last round spent in a return attack is spent; a weapon that fires more than once a turn is there again."""
    watcher = armed("dwarf", 45, 45, gun(**changes), posted=270.0, **state)
    game = field([unit("marine", 30, 45)], [watcher])
    fire = FirePosted(game.state, Entry(1.0, POSTED, "B1", "A1", ("gun-1",)))
    refusal = fire.refuse()
    assert (refusal.rule if refusal else "") == refused
