"""What the shipped rosters sell does in play what its text says: every ability, every pilot, every special weapon."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from attrs import evolve

from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.mechcom.files.squad_building import Choice, SquadFile, build, over_budget
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.turn.setup import SetUp
from tests.mechcom.build import activate, empty_game, give, ground, mech, model, skirmish
from tests.mechcom.ready import ready, ready_deployables, shop
from tests.playing import options, play, run, unread

TOUGH = mech("Target", integrity=30, stability=7)
DEAR = evolve(mech("Dear"), cost=900)
T = TypeVar("T")
COVERED: set[str] = set()
"""The abilities and pilots that a test of this file names; the last test compares it with what is sold."""


def shows(*names: str) -> Callable[[T], T]:
    """Says which abilities, pilots and deployables of the rosters a test is about."""
    COVERED.update(names)
    return lambda test: test


def facing(
    one: object, *foes: str, dice: tuple[int, ...] = (), friends: tuple[object, ...] = (), **rest: object
) -> Game:
    """A model of the rosters at 0505, active, its friends, and tough enemies at the given hexes."""
    sides = [one @ "0505", *friends]  # type: ignore[operator]
    game = skirmish(sides, [TOUGH @ spot for spot in foes], deployables=ready_deployables(), dice=list(dice), **rest)
    return activate(game, "A1")


def need(game: Game) -> int:
    """What the last attack roll needed."""
    found = [event.need.number for event in game.events if isinstance(event, Rolled) and "shoots" in event.why][-1]
    assert found is not None
    return found.total


def rolled(game: Game, what: str) -> list[int]:
    """How many dice each roll with `what` in its reason had."""
    return [len(event.faces) for event in game.events if isinstance(event, Rolled) and what in event.why]


# ---------------------------------------------------------------- the rulebook's own example
@pytest.mark.rule("MC-FLAV-2", "MC-WEAP-1", "MC-GRID-3", "MC-GRID-1")
def test_a_wasp_aims_its_buzzkill_rifle_at_a_kerberos_5_hexes_away_and_a_level_lower():
    for spot, rule in (("0510", ""), ("0511", "MC-SHOOT-1")):
        game = skirmish(ready("wasp") @ "0505", ready("kerberos") @ spot, map=ground(h0505="1."), dice=[1, 1, 1, 1])
        activate(game, "A1")
        assert options(game)["shoot:Buzzkill Rifle"] == rule
        if not rule:
            play(game, "shoot:Buzzkill Rifle", "B1")
            assert need(game) == 4, "one level of height changes nothing"


# ---------------------------------------------------------------- I.C.S.E.
@shows("Deploy Barricade", "barricade")
def test_the_warden_puts_barricades_that_give_half_cover():
    game = facing(ready("warden"), "0508")
    play(game, "ability:Deploy Barricade", ["0506"])
    wall = model(game, "a1")
    assert (wall.name, wall.integrity, wall.tally("armour").total) == ("a1 Barricade", 3, 3)
    assert sight.cover(game.state, model(game, "B1"), model(game, "A1")).grade == sight.HALF
    assert options(game)["deployable:a1"] == "MC-DEPLOY-3"


@shows("Deploy Sentry", "sentry")
def test_the_warden_puts_one_sentry_that_shoots():
    game = facing(ready("warden", energy=9), "0509", dice=(5, 1, 6))
    play(game, "ability:Deploy Sentry", ["0506"])
    assert options(game)["ability:Deploy Sentry"] == "MC-TAG-1"
    play(game, "deployable:a1", "shoot:Sentry Gun", "B1")
    assert model(game, "B1").integrity == 29


@shows("Shield Wall")
def test_the_wardens_shield_wall_is_a_point_of_armour_for_a_point_of_energy():
    game = skirmish(TOUGH @ "0505", ready("warden") @ "0508", dice=[6, 1, 4, 4])
    activate(game, "A1")
    play(game, "shoot:Gun", "B1", "react")
    assert (model(game, "B1").energy, model(game, "B1").integrity) == (5, 9)


@pytest.mark.rule("MC-SHEET-10")
def test_only_the_marksman_has_the_longbow_with_which_tokens_add_up():
    assert ready("sentinel").weapons[-1].name == "Sidearm"
    game = facing(ready("sentinel", "Marksman"), "0512", dice=(1, 1))
    model(game, "B1").spot = 3
    play(game, "shoot:Longbow", "B1", 2)
    assert (need(game), model(game, "B1").spot) == (2, 1)


def test_the_bastions_howitzer_needs_a_token_and_no_sight_and_sets_fire_by_a_miss():
    game = facing(ready("bastion"), "0510", map=ground(h0507="3."), dice=(1, 2, 3))
    assert options(game)["shoot:Howitzer"] == "MC-SHOOT-1"
    model(game, "B1").spot = 1
    game.ask_anew()
    play(game, "shoot:Howitzer", "B1")
    assert (model(game, "B1").spot, game.state.fires) == (0, {"0511"})
    assert model(game, "A1").ammo_left(model(game, "A1").sheet.weapons[0]) == 3


@shows("trooper")
def test_a_trooper_aims_one_better():
    assert ready("sentinel", pilot="trooper").stats.stability == ready("sentinel").stats.stability - 1
    game = facing(ready("sentinel", pilot="trooper"), "0509", dice=(1, 1, 1))
    play(game, "shoot:Carbine", "B1")
    assert need(game) == 3


@shows("Rally", "captain-vance")
def test_captain_vance_rallies_a_friend_within_3_hexes_once():
    game = facing(ready("warden", pilot="captain-vance"), "1420", friends=(mech() @ "0508", mech() @ "0509"))
    give(game, "A2", "Corroded")
    give(game, "A3", "Corroded")
    game.ask_anew()
    play(game, "ability:Rally")
    assert options(game) == {"A2:Corroded": ""}
    play(game, "A2:Corroded")
    assert model(game, "A2").conditions == {}
    assert options(game)["ability:Rally"] == "MC-TAG-1"


# ---------------------------------------------------------------- Sha'Viðaar
@shows("Veil")
def test_the_ashkar_veils_itself_until_the_end_of_its_next_activation():
    game = facing(ready("ashkar"), "1420", dice=(2, 1, 2, 1))
    play(game, "ability:Veil", "end", "end")
    assert model(game, "A1").has("Invisible")
    play(game, "end")
    assert not model(game, "A1").has("Invisible")


def test_the_ashkars_claws_roll_on_for_each_crit_and_rend():
    game = facing(ready("ashkar"), "0506", dice=(1, 6, 1, 1, 6, 3))
    play(game, "melee:Claws", "B1", "roll", "roll")
    assert rolled(game, "strikes") == [3, 1, 1]
    assert unread(game) == ()


@shows("Amphibious")
def test_the_tidewalker_swims_and_is_submerged():
    game = facing(ready("tidewalker"), "1420", map=ground(h0506="0~"))
    play(game, "move", ["0506"])
    assert model(game, "A1").has("Submerged")


def test_the_tidewalkers_harpoon_tethers_and_its_acid_corrodes():
    game = facing(ready("tidewalker"), "0508", dice=(6, 1, 1, 1, 4, 1, 1, 1, 1))
    play(game, "shoot:Harpoon", "B1", "shoot:Acid", "B1")
    assert {"Tethered", "Corroded"} <= set(model(game, "B1").conditions)
    assert model(game, "A1").has("Tethered")


def test_only_the_deepborn_has_the_eel_lash_and_only_its_crits_shock():
    assert "Eel Lash" not in [weapon.name for weapon in ready("tidewalker").weapons]
    for dice, shocked in (((1, 5, 5), False), ((1, 6, 5), True)):
        game = facing(ready("tidewalker", "Deepborn"), "0506", dice=dice)
        play(game, "melee:Eel Lash", "B1")
        assert model(game, "B1").has("Shocked") == shocked
        assert model(game, "B1").integrity == 26


@shows("Brood", "brood-wing")
def test_the_oracle_sends_out_a_brood_wing():
    game = facing(ready("oracle"), "0508", dice=(5, 1, 4))
    play(game, "ability:Brood", ["0506"], "deployable:a1", "shoot:Spines", "B1")
    assert (model(game, "a1").kind, need(game), model(game, "B1").integrity) == ("wing", 4, 29)


def test_the_oracles_lance_is_volatile_and_its_crits_stun():
    game = facing(ready("oracle"), "0509", dice=(6, 1, 1, 3, 2))
    play(game, "shoot:Psi-lance", "B1")
    assert model(game, "B1").has("Stunned")
    assert model(game, "B1").integrity == 28, "a 3 comes through Armour 4 less 1"


@shows("acolyte")
def test_an_acolyte_is_a_point_of_strength():
    assert ready("ashkar", pilot="acolyte").stats.strength == ready("ashkar").stats.strength + 1


@shows("Foresight", "eldest-uur")
def test_eldest_uur_sees_ahead_and_places_a_mech_anew():
    game = empty_game([[ready("ashkar", pilot="eldest-uur")], [DEAR]], dice=[2, 1, 6, 1])
    run(game, SetUp())
    play(game, "north", ["0501"], ["0520"])
    assert game.question.prompt == "Foresight: place which mech anew?"
    play(game, "A1", ["0902"])
    assert model(game, "A1").hex == "0902"
    assert game.state.round == 1


# ---------------------------------------------------------------- HERAKLES (the Typhon has a file of its own)
def test_the_kerberos_splits_its_tri_barrel_and_rends_with_its_maw():
    game = facing(ready("kerberos"), "0507", "0705", dice=(1, 1, 1, 1))
    play(game, "shoot:Tri-barrel", {"B1": 3, "B2": 1})
    assert rolled(game, "shoots") == [3, 1]
    game = facing(ready("kerberos"), "0506", dice=(4, 2, 1, 1))
    play(game, "melee:Tri-maw", "B1")
    assert model(game, "B1").integrity == 28, "2 + 4 beats 4 + 3 - 2, 1 + 4 does not"


def test_only_the_hunter_has_the_tracer_that_marks_what_it_damages():
    game = facing(ready("kerberos", "Hunter"), "0510", dice=(4, 1, 1, 6))
    play(game, "shoot:Tracer", "B1")
    assert (model(game, "B1").integrity, model(game, "B1").spot) == (29, 1)


@shows("Seers", "seer-wing")
def test_the_pythias_seers_extend_its_sensors():
    game = facing(ready("pythia"), "0516")
    assert options(game)["spot"] == "MC-SPOT-1"
    play(game, "ability:Seers", ["0605"], "deployable:a1", "move", ["0611"], "spot")
    assert options(game) == {"B1": ""}


def test_the_pythias_uplink_hacks_and_its_crits_make_malfunction():
    for dice, broken in (((4, 1, 1), False), ((6, 1, 1, 1), True)):
        game = facing(ready("pythia"), "0510", dice=dice)
        play(game, "shoot:Uplink", "B1")
        assert model(game, "B1").has("Hacked")
        assert model(game, "B1").has("Malfunctioning") == broken


@shows("subroutine")
def test_a_subroutine_is_two_points_of_sensors():
    assert ready("pythia", pilot="subroutine").stats.sensors == ready("pythia").stats.sensors + 2


@shows("Reboot", "ryles-echo")
def test_ryles_echo_reboots_a_friend_within_sensors_once():
    game = facing(ready("kerberos", pilot="ryles-echo"), "1420", friends=(ready("typhon") @ "0510", mech() @ "0511"))
    for name in ("A2", "A3"):
        give(game, name, "Malfunctioning", "Hacked")
    game.ask_anew()
    play(game, "ability:Reboot")
    assert options(game) == {"A2:Malfunctioning": ""}
    play(game, "A2:Malfunctioning")
    assert list(model(game, "A2").conditions) == ["Hacked"]


# ---------------------------------------------------------------- Corpro
@shows("Flight")
def test_the_wasp_flies_up_a_cliff_and_over_water():
    game = facing(ready("wasp"), "1420", map=ground(h0506="3.", h0507="0~"))
    play(game, "move", ["0506", "0507"])
    assert (model(game, "A1").hex, model(game, "A1").conditions) == ("0507", {})


def test_the_wasps_rifle_tracks_and_only_the_crits_of_its_stinger_shock():
    game = facing(ready("wasp"), "0510", dice=(4, 1, 1, 1, 5))
    play(game, "shoot:Buzzkill Rifle", "B1")
    assert model(game, "B1").spot == 1
    game = facing(ready("wasp"), "0506", dice=(1, 6, 1))
    play(game, "melee:Stinger", "B1")
    assert model(game, "B1").has("Shocked")


@shows("Snare Mine", "snare-mine", "Snare")
def test_the_executives_mine_snares_who_stands_beside_it():
    game = facing(ready("executive"), "0507", "0705")
    play(game, "ability:Snare Mine", ["0506"], "deployable:a1", "ability:Snare")
    assert model(game, "B1").has("Immobilized")
    assert not model(game, "B2").has("Immobilized")
    assert not model(game, "A1").has("Immobilized")


def test_the_executive_pays_for_more_shots_and_dazzles_with_the_acquisition_profile():
    game = facing(ready("executive", energy=9), "0510", dice=(1, 1, 1, 1, 1))
    play(game, "shoot:Autocannon", "B1", 2)
    assert (rolled(game, "shoots"), model(game, "A1").energy) == ([5], 4)
    game = facing(ready("executive", "Acquisition"), "0510", dice=(6, 1, 1, 1))
    play(game, "shoot:Dazzler", "B1")
    assert model(game, "B1").has("Blinded")


@shows("Programming")
def test_the_prestiges_plasma_heats_it_and_its_gauss_is_heavy():
    game = facing(ready("prestige"), "0508", dice=(1, 1))
    model(game, "A1").heat = 5
    play(game, "shoot:Plasma", "B1")
    assert model(game, "A1").has("Malfunctioning")
    assert game.state.active == "B1"
    game = facing(ready("prestige"), "0510", dice=(5, 2))
    play(game, "move", ["0504"], "shoot:Gauss", "B1")
    assert need(game) == ready("prestige").stats.stability + 2
    assert model(game, "B1").integrity == 26, "a 2 comes through Armour 4 less 2"


@shows("contractor")
def test_a_contractor_is_a_hex_of_movement():
    assert ready("executive", pilot="contractor").stats.movement == ready("executive").stats.movement + 1


@shows("Evade", "auditor")
def test_the_auditor_evades_an_attack():
    game = skirmish(TOUGH @ "0505", ready("executive", pilot="auditor") @ "0510")
    activate(game, "A1")
    play(game, "shoot:Gun", "B1", "react", ["0511"])
    assert (model(game, "B1").energy, model(game, "A1").energy) == (ready("executive").stats.energy - 2, 3)
    assert game.question.about == "A1"


# ---------------------------------------------------------------- Scrap Monkeys
def test_the_rustjaws_saw_rends_and_bites_back():
    game = facing(ready("rustjaw"), "0506", dice=(4, 4, 1))
    play(game, "melee:Wrecking Saw", "B1")
    strength = ready("rustjaw").stats.strength
    assert strength == 4
    assert model(game, "B1").integrity == 27, "4 + 4 beats 4 + 3 - 1"
    assert model(game, "A1").integrity == ready("rustjaw").stats.integrity - 1


@shows("Junk Barricade")
def test_the_magpies_junk_is_a_barricade():
    game = facing(ready("magpie"), "1420")
    play(game, "ability:Junk Barricade", ["0506"], "ability:Junk Barricade", ["0504"])
    assert model(game, "a2").sheet.name == "Barricade"
    assert options(game)["ability:Junk Barricade"] == "MC-TAG-1"


def test_the_magpies_scatter_is_light_and_rolls_on():
    game = facing(ready("magpie"), "0506", dice=(6, 1, 1, 1, 1, 1, 1, 1))
    play(game, "shoot:Scatter", "B1", "roll")
    assert need(game) == ready("magpie").stats.stability, "no +2 beside the enemy"
    assert rolled(game, "shoots") == [5, 1]


def test_the_gravewalkers_bertha_kicks_and_sets_fire_and_its_net_holds():
    game = facing(ready("gravewalker", energy=9), "0508", dice=(1, 3, 6, 1, 1, 1, 1))
    play(game, "shoot:Big Bertha", "B1", "shoot:Net", "B1")
    assert game.state.fires == {"0509"}
    assert model(game, "A1").integrity == ready("gravewalker").stats.integrity - 1
    assert model(game, "B1").has("Immobilized")


def test_only_the_haunted_throws_firepots():
    game = facing(ready("gravewalker", "Haunted"), "0508", dice=(6, 1, 1, 1, 1))
    play(game, "shoot:Firepot", "B1")
    assert model(game, "B1").has("Burned")


@shows("scavenger")
def test_a_scavenger_is_a_point_of_integrity():
    assert ready("rustjaw", pilot="scavenger").stats.integrity == ready("rustjaw").stats.integrity + 1


@shows("Reawaken", "shaman-gita")
def test_shaman_gita_restores_3_integrity_to_an_adjacent_friend_once():
    game = facing(ready("magpie", pilot="shaman-gita"), "1420", friends=(mech() @ "0506", mech() @ "0508"))
    model(game, "A2").integrity = model(game, "A3").integrity = 2
    game.ask_anew()
    play(game, "ability:Reawaken")
    assert options(game) == {"A2": ""}
    play(game, "A2")
    assert model(game, "A2").integrity == 5
    assert options(game)["ability:Reawaken"] in ("MC-TAG-1", "MC-ABIL-2")


# ---------------------------------------------------------------- Mercenaries
@shows("Smoke", "ghost")
def test_ghost_hides_any_mech_in_smoke_once():
    game = facing(ready("bastion", pilot="ghost"), "1420")
    play(game, "ability:Smoke")
    assert model(game, "A1").has("Invisible")
    model(game, "A1").conditions = {}
    game.ask_anew()
    assert options(game)["ability:Smoke"] == "MC-TAG-1"


@shows("Ready", "old-hand")
def test_the_old_hand_is_ready_with_a_token_on_an_enemy():
    game = empty_game([[ready("wasp", pilot="old-hand")], [DEAR, DEAR]], dice=[6, 1])
    run(game, SetUp())
    play(game, "north", ["0501"], "B1", ["0520"], ["0720"])
    assert options(game) == {"B1": "", "B2": ""}
    play(game, "B2")
    assert model(game, "B2").spot == 1


# ---------------------------------------------------------------- nothing is left out
@shows("Red-Hot Reactor", "Searing Wave", "Vent Coolant")
def test_every_ability_pilot_and_deployable_that_is_sold_is_in_a_test_by_name():
    """The Typhon's own are in test_typhon.py."""
    found = shop()
    entries = [*found.mechs.values(), *found.pilots.values(), *found.deployables.values()]
    sold = {ability.name for entry in entries for ability in entry.abilities} | {*found.pilots, *found.deployables}
    assert sold <= COVERED


@pytest.mark.rule("MC-ARMY-5")
@pytest.mark.parametrize(
    ("mechs", "cost"), [(("sentinel",) * 5, 950), (("sentinel", "captain-vance"), 250), (("bastion",), 260)]
)
def test_how_much_of_the_budget_goes_to_bare_mechs_is_advice_and_no_rule(mechs, cost):
    found = shop()
    choices = [Choice(name) for name in mechs if name in found.mechs]
    pilots = [name for name in mechs if name in found.pilots]
    choices[: len(pilots)] = [Choice(choices[0].mech, pilot=name) for name in pilots]
    squad = build(SquadFile("mechcom", "squad", "Squad", "I.C.S.E.", tuple(choices)), found)
    assert squad.cost == cost
    assert over_budget(squad.name, squad.cost, 1000) is None
