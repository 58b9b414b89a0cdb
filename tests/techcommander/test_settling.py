"""Wherever a unit gets to, by whatever it gets there: what it weighs on, what shields it comes into or is behind."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.aiming.shot_declaration import Salvo, aim_at
from tabletop_tui.rules.techcommander.anytime.air_strikes import ChooseStrike
from tabletop_tui.rules.techcommander.close_combat.death_from_above import ToCrush
from tabletop_tui.rules.techcommander.damage.damage import Blow
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.sight import sight
from tabletop_tui.rules.techcommander.state.battle import REVEALED, Bubble
from tabletop_tui.rules.techcommander.turn.turn import Reset
from tabletop_tui.rules.techcommander.ways.collapse import hit_piece
from tabletop_tui.rules.techcommander.ways.dodging import RollDodge
from tabletop_tui.rules.techcommander.ways.falling import Fall
from tests.playing import options, play, run
from tests.techcommander.build import act, armed, box, field, gun, line, named, said, unit

rule = pytest.mark.rule


def shielded(game, *spots):
    game.state.bubbles = tuple(Bubble(f"bubble-{n}", 1, spot) for n, spot in enumerate(spots, 1))
    return game


# ---------------------------------------------------------------- what cannot bear it
@rule("TC-OCC-1", "TC-OCC-2", "TC-FALL-3")
@pytest.mark.parametrize("ac", [2, 3])
def test_one_who_dodges_on_to_a_bridge_that_is_too_weak_breaks_it(ac):
    bridge = box("bridge", 20, 40, 40, 52, ac=ac)
    game = field([unit("pigeonhawk", 16, 46)], [unit("dwarf", 8, 46)], pieces=(bridge,), dice=(12, 20, 20, 20))
    run(game, RollDodge("A1", "B1", "overrun"))
    play(game, ["22,46", f"on={bridge.id}"])
    assert (bridge.id in game.state.ruins) is (ac < 3)


@rule("TC-OCC-1", "TC-FALL-3")
@pytest.mark.parametrize("ac", [2, 3])
def test_one_who_falls_on_to_a_bridge_that_is_too_weak_breaks_it_and_falls_on(ac):
    bridge = box("bridge", 20, 40, 40, 52, ac=ac, top=4.0)
    roof = box("bridge", 10, 30, 50, 60, ac=3, top=8.0, bottom=7.0)
    machine = unit("herald", 30, 46, on="bridge-10-30", card_changes={"ac": 3})
    game = field([machine], [], pieces=(bridge, roof), dice=(1,) * 12)
    hit_piece(game, roof, Blow(60, "", None))
    game.advance()
    assert game.question is None
    assert named(game, "A1").on == ("ground" if ac < 3 else bridge.id)
    assert (bridge.id in game.state.ruins) is (ac < 3)
    assert said(game).count("falls 4 cm") == (2 if ac < 3 else 1)


# ---------------------------------------------------------------- into a shield
@rule("TC-BUBBLE-2", "TC-BUBBLE-8")
@pytest.mark.parametrize(("end", "shown"), [("30,20", True), ("45,20", True), ("24,20", False)])
def test_whoever_comes_into_a_shield_is_revealed_to_the_end_of_the_turn(end, shown):
    game = shielded(
        field([unit("marine", 18, 20, infiltrated=True, card_changes={"speed": 40})], [], order=(1, 0)), (30, 20)
    )
    act(game, "A1", "move", [end])
    assert named(game, "A1").has(REVEALED) is shown


@rule("TC-BUBBLE-2", "TC-FALL-3")
def test_whoever_dodges_or_falls_into_a_shield_is_revealed():
    game = shielded(field([unit("marine", 25, 20, infiltrated=True)], [unit("dwarf", 18, 20)], dice=(12,)), (33, 20))
    run(game, RollDodge("A1", "B1", "overrun"))
    play(game, ["30,20"])
    assert named(game, "A1").has(REVEALED)
    roof = box("bunker", 20, 40, 40, 50, top=3.0)
    fallen = field([unit("marine", 30, 45, on=roof.id, infiltrated=True)], [], pieces=(roof,), dice=(20,))
    fallen.state.ruins = (roof.id,)
    run(shielded(fallen, (30, 45)), Fall("A1", danger=roof.id))
    while fallen.question is not None:
        play(fallen, "pass")
    assert named(fallen, "A1").has(REVEALED)


@rule("TC-BUBBLE-8", "TC-PHASE-8")
def test_whoever_stays_in_a_shield_is_not_hidden_again_as_the_turn_ends():
    game = shielded(
        field([unit("marine", 30, 20, infiltrated=True), unit("marine", 60, 20, infiltrated=True)], []), (30, 20)
    )
    for name in ("A1", "A2"):
        run(game, Reset())
        assert [named(game, name).hidden for name in ("A1", "A2")] == [False, True]


# ---------------------------------------------------------------- at and past a shield
@rule("TC-WALL-1", "TC-BUBBLE-1", "TC-BUBBLE-6")
@pytest.mark.parametrize("inside", [True, False])
def test_what_goes_on_through_a_wall_strikes_the_shield_behind_it(inside):
    wall = line("wall", (28, 10), (28, 30))
    sniper = unit("marine", 10, 20, "sniper")
    game = field([sniper], [unit("marine", 29, 20)], pieces=(wall,), dice=(1,))
    if inside:
        shielded(game, (32, 20))
    run(game, ChooseWeapon("A1"))
    play(game, f"{wall.id}>B1")
    lost = 20 - named(game, "B1").life
    assert lost == (0 if inside else 7)
    if inside:
        assert game.state.bubbles[0].life == 20 - 7
    assert game.state.damage[wall.id] == 14


@rule("TC-BUBBLE-2", "TC-DFA-1", "TC-SKB-1")
@pytest.mark.parametrize("inside", [True, False])
def test_who_is_hidden_in_a_shield_can_be_struck_from_above(inside):
    game = field([unit("pigeonhawk", 20, 20)], [unit("marine", 32, 20, infiltrated=True)])
    if inside:
        shielded(game, (32, 20))
    refusal = ToCrush(game.state, named(game, "A1"), named(game, "B1")).refuse()
    assert (refusal is None) is inside
    run(game, ChooseStrike(0))
    assert options(game)["B1"] == ("" if inside else "TC-INFIL-3")


@rule("TC-REPAIR-1", "TC-BUBBLE-6")
@pytest.mark.parametrize("inside", [True, False])
def test_a_repair_does_not_cross_a_shield_and_harms_none(inside):
    medic = armed("marine", 24, 20, gun(repairs=True, damage=5))
    game = field([medic, unit("marine", 32, 20, life=10)], [], dice=(1,))
    if inside:
        shielded(game, (33, 20))
    run(game, ChooseWeapon("A1", repairs=True))
    assert options(game)["A2"] == ("TC-BUBBLE-6" if inside else "")
    if not inside:
        play(game, "A2")
        assert named(game, "A2").life == 15


@rule("TC-BUBBLE-9", "TC-COVER-1")
def test_who_stands_in_a_shield_hides_nothing_of_it():
    foes = [unit("marine", 27, 20), unit("marine", 28, 22), unit("marine", 28, 18)]
    game = shielded(field([armed("dwarf", 10, 20, gun())], foes), (30, 20))
    aim = aim_at(game.state, Salvo("A1", ("gun-1",)), game.state.bubbles[0])
    assert aim.hidden == 0.0
    outside = shielded(field([armed("marine", 20, 20, gun())], [unit("marine", 23.5, 20)]), (30, 20))
    assert sight.hidden(outside.state, named(outside, "A1"), outside.state.bubbles[0]) > 0.0
