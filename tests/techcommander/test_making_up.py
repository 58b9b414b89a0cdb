"""One question makes up a shot: weapon, copies, round, direct or not, targets, split; gear, and the change of mind."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.durations import Lasting, turn_end
from tabletop_tui.engine.reactions import PASS
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon, SplitShots
from tabletop_tui.rules.techcommander.shooting.defensive_gear_window import DefensiveGear
from tabletop_tui.rules.techcommander.shooting.fire_or_change import FireOrChange
from tabletop_tui.rules.techcommander.state.battle import UNSHIELDED
from tabletop_tui.rules.techcommander.state.profiles import Mode
from tests.playing import load, options, play, refused, run, unread
from tests.techcommander.build import armed, field, gun, kit, named, unit

TRIPLE = gun(shots=3, damage=8, link=2)


def asked(shooter, *foes, friends=(), answers=()):
    game = field([shooter, *friends], list(foes))
    run(game, ChooseWeapon("A1"))
    play(game, *answers)
    return game


# ---------------------------------------------------------------- what is in hand
@pytest.mark.parametrize(("few", "first"), [(10, "tube-1"), (30, "gun-1")])
def test_what_can_hurt_nobody_is_not_in_hand_before_what_can(few, first):
    """A shot of 10 is stopped by the armour of 12; of what does harm, that comes first which never runs out."""
    tube = gun(id="tube", name="Tube", damage=36, rounds=1)
    game = asked(armed("dwarf", 10, 10, gun(damage=few), tube), unit("dwarf", 20, 10))
    step = game.agenda[-1]
    assert step.salvo(game.state).copies == (first,)
    target = next(option for option in game.question.options if option.key == "B1")
    assert not target.idle


# ---------------------------------------------------------------- copies
@pytest.mark.rule("TC-LINK-1", "TC-GEAR-6", "TC-GEAR-10", "TC-GEN-6")
def test_as_many_copies_as_the_weapon_links_are_fired_together_and_each_spends_a_round():
    weapon = gun(shots=3, damage=8, link=2, rounds=6)
    game = asked(armed("dwarf", 10, 10, weapon, weapon, weapon), unit("dwarf", 30, 10))
    (link,) = (option for option in game.question.options if option.key.startswith("link"))
    assert (link.key, link.label, link.hotkey, link.cost) == ("link:2", "Link 2 Guns", "j", "6x8")
    load(game, 1, 1, 20, 1, 1, 20)
    play(game, "link:2", "B1")
    shooter = named(game, "A1")
    assert (shooter.uses, shooter.fired) == ({"gun-1": 1, "gun-2": 1}, ("gun-1", "gun-2"))
    assert named(game, "B1").life == 15, "4 hits of 8 less 12 are 20, at AC4 5"
    assert unread(game) == ()


@pytest.mark.rule("TC-GEAR-6", "TC-MSV-2")
def test_13_what_cannot_be_linked_is_fired_one_by_one_unless_gear_links_it():
    single = gun(damage=40)
    game = asked(armed("dwarf", 10, 10, single, single), unit("dwarf", 30, 10))
    assert not any(key.startswith("link") for key in options(game))
    load(game, 20)
    play(game, "gun-1", "B1")
    run(game, ChooseWeapon("A1"))
    assert options(game)["gun-1"] == "TC-MSV-2"
    assert options(game)["gun-2"] == ""
    linked = asked(armed("dwarf", 10, 10, single, single, kit("linker")), unit("dwarf", 30, 10))
    assert options(linked)["link:2"] == ""


@pytest.mark.rule("TC-AUTO-2")
def test_a_vehicle_fires_all_its_copies_whatever_they_link():
    single = gun()
    game = asked(armed("stingray", 10, 10, single, single, single), unit("dwarf", 30, 10))
    assert [key for key in options(game) if key.startswith("link")] == ["link:2", "link:3"]


# ---------------------------------------------------------------- targets
@pytest.mark.rule("TC-HIT-1", "TC-ATK-2", "TC-LINK-2", "TC-GEAR-11")
def test_shots_are_split_before_the_dice_over_no_more_targets_than_one_copy_has_shots():
    foes = [unit("marine", 30, y) for y in (4, 8, 12, 16)]
    game = asked(armed("dwarf", 10, 10, TRIPLE, TRIPLE), *foes, answers=["link:2", "split"])
    assert isinstance(game.agenda[-1], SplitShots)
    assert refused(game, {"B1": 2, "B2": 2, "B3": 1, "B4": 1}) == "TC-LINK-2"
    assert "not to the 6" in refused(game, {"B1": 3})
    preview = game.preview({"B1": 2, "B2": 4})
    assert [line.label for line in preview.lines] == ["B1 Marine", "B2 Marine"]
    load(game, 1, 20, 20, 20, 20, 1)
    play(game, {"B1": 2, "B2": 4})
    assert (named(game, "B1").life, named(game, "B2").life) == (12, 12)
    assert unread(game) == ()


@pytest.mark.rule("TC-MODE-1", "TC-MODE-3")
def test_the_round_in_hand_shows_in_prompt_and_preview():
    modes = (Mode(id="he", name="HE"), Mode(id="ap", name="AP", ignores=12, damage=16))
    weapon = gun(damage=16, modes=modes)
    game = asked(armed("dwarf", 10, 10, weapon), unit("dwarf", 30, 10))
    assert game.preview("B1").expected == pytest.approx(0.75 * 1), "16 less 12 at AC4"
    play(game, "mode:ap")
    assert "AP" in game.question.prompt
    assert game.preview("B1").expected == pytest.approx(0.75 * 4)


@pytest.mark.rule("TC-HIT-11")
def test_the_preview_has_exact_chances_of_life_red_and_elimination():
    game = asked(armed("marine", 10, 10, gun(shots=2, damage=10)), unit("marine", 30, 10, life=20))
    foreseen = game.preview("B1")
    assert {one.what: one.probability for one in foreseen.chances} == pytest.approx(
        {"eliminated": 0.55**2, "hurt": 2 * 0.55 * 0.45, "nothing": 0.45**2}
    )


# ---------------------------------------------------------------- gear, and the change of mind
def ecm_game():
    weapon, other = gun(fire_control=3), gun(id="rifle", name="Rifle")
    game = field([armed("dwarf", 10, 10, weapon, other)], [armed("dwarf", 30, 10, kit("ecm"))])
    run(game, ChooseWeapon("A1"))
    return game


@pytest.mark.rule("TC-HIT-9", "TC-HIT-10")
def test_12_the_defender_negates_fire_control_and_the_attacker_takes_another_weapon():
    game = ecm_game()
    play(game, "gun-1", "B1")
    assert (game.question.seat, options(game)) == (1, {"B1:ecm-1": "", PASS: ""})
    play(game, "B1:ecm-1")
    assert isinstance(game.agenda[-1], FireOrChange)
    assert game.question.prompt.upper() == "A1 DWARF: THE TARGET USES ECM OF B1. FIRE ALL THE SAME?"
    assert game.question.options[0].cost == f"{10 + 4 + 1} or less"
    play(game, "change")
    assert (named(game, "A1").fired, named(game, "A1").uses, named(game, "B1").uses) == ((), {}, {})
    load(game, 20)
    play(game, "rifle-1", "B1")
    assert named(game, "A1").fired == ("rifle-1",), "without fire control there is nothing to negate"
    assert unread(game) == ()


@pytest.mark.rule("TC-HIT-9")
def test_before_a_shot_it_is_told_which_gear_the_enemy_may_use_against_it():
    game = ecm_game()
    play(game, "gun-1")
    (told,) = (line for line in game.preview("B1").lines if line.mood == "bad")
    assert (told.label, told.value.upper(), told.rules) == ("the enemy may first use", "ECM", ("TC-HIT-9",))
    game = ecm_game()
    play(game, "rifle-1")
    assert all(line.mood != "bad" for line in game.preview("B1").lines), "it has no fire control to be negated"


@pytest.mark.rule("TC-HIT-10")
def test_an_attacker_may_hold_his_fire_after_all():
    game = ecm_game()
    play(game, "gun-1", "B1", "B1:ecm-1", "hold")
    assert named(game, "A1").fired == ()
    assert game.question is None


@pytest.mark.rule("TC-HIT-9", "TC-ACT-4")
@pytest.mark.parametrize(("face", "life"), [(10, 20), (11, 10)])
def test_an_anti_missile_stops_one_missile_on_10_or_less_and_spends_a_use(face, life):
    shield = kit("anti-missile", value=10, rounds=1)
    game = field([armed("dwarf", 10, 10, gun(missile=True))], [armed("marine", 30, 10, shield)])
    run(game, ChooseWeapon("A1"))
    load(game, 1, face)
    play(game, "B1", "B1:anti-missile-1", "fire")
    assert (named(game, "B1").life, named(game, "B1").uses) == (life, {"anti-missile-1": 1})
    assert unread(game) == ()
    named(game, "A1").fired = ()
    run(game, ChooseWeapon("A1"))
    load(game, 20)
    play(game, "B1")
    assert unread(game) == (), "it has no use left, so nobody was asked"


@pytest.mark.rule("TC-OMEGA-4")
def test_gear_that_is_off_is_not_offered():
    game = ecm_game()
    named(game, "B1").lasting = (Lasting(UNSHIELDED, "TC-OMEGA-4", turn_end()),)
    load(game, 20)
    play(game, "gun-1", "B1")
    assert unread(game) == ()
    assert not any(isinstance(step, DefensiveGear) for step in game.agenda)
