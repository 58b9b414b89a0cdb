"""Where two special rules meet in one action: expected from the book alone, then asked of the program."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.durations import Lasting, turn_end
from tabletop_tui.rules.techcommander.close_combat.ramming import ram_tally
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.skulls.skull_effects import least
from tabletop_tui.rules.techcommander.state.battle import UNSHIELDED
from tests.playing import load, options, play, run
from tests.techcommander.build import act, armed, box, field, gun, kit, line, named, said, unit
from tests.techcommander.test_hatches import inside, rider
from tests.techcommander.test_machines import truck
from tests.techcommander.test_meetings import PLAIN, lost, number, smoky

rule = pytest.mark.rule
MISSES = 20


@rule("TC-DFA-1", "TC-DUG-4")
def test_whom_one_falls_on_from_above_shoots_back_if_he_is_dug_in():
    """The attack targets him, so he may return it once, hit or missed."""
    marine = armed("marine", 30, 45, gun(), dug_in=True)
    game = field([unit("pigeonhawk", 20, 45, "lance")], [marine], dice=(MISSES,))
    act(game, "A1", "death-from-above", "B1", ["26.5,45"])
    assert game.question is not None, said(game)
    assert (game.question.seat, "return" in options(game)) == (1, True)


@rule("TC-WALL-1", "TC-DUG-3", "TC-DUG-4")
def test_who_is_shot_through_a_wall_is_no_target_dug_in_or_not():
    """The shot is at the wall: nothing is taken off for digging in, and nobody shoots back."""
    door = line("door", (30, 10), (30, 30))
    for dug_in in (False, True):
        foe = armed("marine", 31, 20, gun(), dug_in=dug_in)
        game = field([armed("dwarf", 10, 20, gun(damage=15), card_changes=PLAIN)], [foe], pieces=(door,), dice=(11,))
        run(game, ChooseWeapon("A1"))
        play(game, f"{door.id}>B1")
        assert (lost(game, "B1"), game.question) == (8, None), said(game)


@rule("TC-SPLASH-1", "TC-DUG-3", "TC-DUG-4")
def test_splash_takes_the_dug_in_beside_the_target_and_they_do_not_shoot_back():
    """Splash is rolled for nobody: it takes whoever is near enough, and only who is targeted may answer."""
    near = armed("marine", 30, 47.5, gun(), dug_in=True)
    game = field([armed("dwarf", 10, 45, gun(splash=6, radius=4.0))], [unit("marine", 30, 45), near], dice=(1,))
    run(game, ChooseWeapon("A1"))
    play(game, "B1")
    play(game, next(game.question.legal()))
    while game.question is not None:
        assert "return" not in options(game)
        play(game, next(game.question.legal()))
    assert (lost(game, "B2"), game.question) == (6, None), said(game)


@rule("TC-REPAIR-1", "TC-HIT-3", "TC-SMOKE-1")
def test_a_repair_is_as_hard_as_a_shot():
    """It works like an attack: AC helps, range beyond OPT and smoke hamper. 10 + AC4 - 6 for smoke on the way."""
    tool = gun(id="repair", name="Repair kit", repairs=True)
    game = field([armed("marine", 10, 45, tool, card_changes=PLAIN), unit("dwarf", 26, 45, life=3)], [])
    assert number(game, "A1", "A2", "repair-1") == 14
    assert number(smoky(game, (18.0, 45.0)), "A1", "A2", "repair-1") == 8


@rule("TC-POSTUP-4", "TC-SMOKE-1", "TC-HIT-7")
def test_smoke_is_no_cover_for_a_unit_that_is_posted_up():
    """-2 is for a posted up unit that has a valid cover modifier; smoke is a modifier of its own."""
    game = field([armed("dwarf", 10, 45, gun(), card_changes=PLAIN)], [unit("marine", 30, 45, posted=270.0)])
    assert number(game, "A1", "B1") == 11
    assert number(smoky(game, (20.0, 45.0)), "A1", "B1") == 5
    low = box("tank", 26, 43, 28, 47, top=0.9)
    half = field([armed("dwarf", 10, 45, gun(), card_changes=PLAIN)], [unit("marine", 30, 45)], pieces=(low,))
    covered = number(half, "A1", "B1")
    named(half, "B1").posted = 270.0
    assert covered < 11, "some of it is hidden"
    assert number(half, "A1", "B1") == covered - 2


@rule("TC-OMEGA-1", "TC-SENTRY-1")
def test_a_sentry_gun_that_fired_in_an_override_watches_no_more():
    """All weapons fire in the override; whatever has been used for an attack this turn is no sentry any more."""
    watch = gun(id="sentry", name="Sentry", sentry=True, opt=30.0)
    game = field(
        [armed("dwarf", 30, 45, watch), unit("marine", 80, 80)], [armed("dwarf", 45, 45), unit("dwarf", 50, 60)]
    )
    load(game, MISSES)
    act(game, "A1", "omega-override")
    play(game, "B1")
    assert "sentry-1" in named(game, "A1").fired, said(game)


@rule("TC-AUTO-1", "TC-RED-4", "TC-RED-5")
def test_a_vehicle_in_the_red_that_fails_its_jury_rig_goes_half_as_far_and_fires_at_one_less_without_fire_control():
    """Auto-stabilised: -1 whatever it has moved; fire control 2 is lost, and so is half of its speed."""
    game = field([armed("stingray", 10, 45, gun(fire_control=2), life=4)], [unit("dwarf", 24, 45)], dice=(11,))
    speed = named(game, "A1").speed
    act(game, "A1", "attack")
    assert named(game, "A1").limps
    assert game.question.field.allowance == speed / 2
    named(game, "A1").moved = speed / 2
    assert number(game, "A1", "B1") == 10 + 4 - 1


@rule("TC-RAM-2", "TC-RAM-4", "TC-DUG-4")
def test_a_dug_in_machine_that_is_rammed_in_vain_shoots_back_before_the_rammer_drives_on():
    """The return attack is immediate; what is left of the rammer's speed comes after it."""
    foe = armed("stingray", 30, 45, gun(), dug_in=True)
    game = field([unit("dwarf", 20, 45)], [foe], dice=(MISSES,))
    act(game, "A1", "ram", "B1", ["25,45"])
    assert (game.question.seat, "return" in options(game)) == (1, True), said(game)
    play(game, "pass")
    assert (game.question.seat, type(game.question).__name__) == (0, "Place")


@rule("TC-MOVE-9", "TC-HIND-2", "TC-ELEV-4")
def test_a_players_own_flyer_goes_over_walls_houses_and_brush_and_stands_on_what_is_below():
    """It crosses blocking terrain and ignores hindering ground: 24 are 24."""
    house, brush = box("building", 28, 40, 34, 50, ac=3, top=5.0), box("brush", 36, 40, 40, 50)
    pieces = house, brush, line("wall", (42, 30), (42, 60))
    flyer = unit("stingray", 20, 45, card_changes={"locomotion": "flying"})
    game = field([flyer], [unit("dwarf", 80, 80)], pieces=pieces)
    act(game, "A1", "move")
    assert [game.refuse([spot]) for spot in ("38,45", "44,45")] == [None, None]
    play(game, ["44,45"])
    assert (named(game, "A1").at, named(game, "A1").on) == ((44.0, 45.0), "ground")


@rule("TC-REPAIR-1", "TC-UNBUT-1", "TC-ATTACHED-5")
def test_a_friend_in_a_hatch_is_repaired_and_one_wholly_inside_is_not():
    """Repair works like an attack: who stands in a hatch is reached from outside, who is inside is not."""
    tool = gun(id="repair", name="Repair kit", repairs=True, damage=4)
    game = field(
        [armed("marine", 20, 49, tool), truck(20, 45), rider("A2", life=5), inside("A2", life=5)],
        [unit("dwarf", 80, 80)],
    )
    load(game, 1)
    act(game, "A1", "repair", ["20,49"])
    assert (options(game)["A3"], "A4" in options(game)) == ("", False)
    play(game, "A3")
    assert named(game, "A3").life == 9, said(game)


@rule("TC-SKA-6", "TC-ATTACHED-1")
def test_pestilence_marks_the_weakest_on_the_battlefield_aboard_or_not():
    """A passenger is on the battlefield with his carrier; with 3 life he has the least."""
    game = field([unit("marine", 60, 60)], [truck(20, 45), inside(life=3), unit("dwarf", 40, 45, life=5)])
    assert [one.id for one in least(game.state, 0)] == ["B2"]


@rule("TC-RAM-2", "TC-GEAR-5", "TC-OMEGA-4")
def test_ecm_takes_the_fire_control_of_a_ram_unless_it_is_off():
    """Defensive gear negates fire control, of a ram too; after an override the gear is off."""
    game = field([unit("dwarf", 20, 45)], [armed("stingray", 30, 45), armed("stingray", 30, 60, kit("ecm"))])
    plain, jammed = (ram_tally(game.state, named(game, "A1"), name).total for name in ("B1", "B2"))
    assert plain - jammed == 2
    named(game, "B2").lasting = (Lasting(UNSHIELDED, "TC-OMEGA-4", turn_end()),)
    assert ram_tally(game.state, named(game, "A1"), "B2").total == plain
