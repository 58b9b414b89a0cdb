"""Blows in melee: order, dice, numbers, power (CD-MEL, CD-MWPN)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.melee.melee import MeleePhase, melees
from tabletop_tui.rules.crimsondusk.melee.strikes import (
    MELEE,
    Melee,
    attacks,
    blow_tally,
    hit_of,
    stages,
    strikers,
    strikes_in,
    victims,
    ways_to_strike,
)
from tabletop_tui.rules.crimsondusk.moving.entering_melee import Engage
from tabletop_tui.rules.crimsondusk.state.profiles import QUALITIES
from tests.crimsondusk.build import (
    assign,
    at,
    battle_of,
    box,
    field,
    labelled,
    leader,
    line,
    man,
    said,
    section,
    soldier,
    squad,
    unit,
)
from tests.playing import play, refused, run, unread

rule = pytest.mark.rule
SWORD = "Sword, axe or spear"


def duel(mine, theirs, *dice, pieces=(), charged="A1"):
    """A1 at 10,10 and B1 at 10,11, in contact; `charged` made it this turn, '' nobody did."""
    game = field([at(mine, (10, 10))], [at(theirs, (10, 11))], pieces=pieces, dice=dice)
    run(game, Engage(charged or "A1"))
    if not charged:
        battle_of(game).turn = 2
    return game


def one(quality="Rg", *arms, **changes):
    return leader(0, 0, 0, quality, *arms, **changes)


def number(game, attacker="A1", target="B1"):
    """What each die of the first model of one unit needs against the first of another."""
    first, other = unit(game, attacker), unit(game, target)
    dice = attacks(first.men[0].soldier, first.met == battle_of(game).turn)
    return [blow_tally(battle_of(game), first.men[0], die, other, other.men[0]).total for die in dice]


@rule("CD-MEL-6", "CD-MEL-7")
@pytest.mark.parametrize("quality", QUALITIES)
def test_the_table_of_blows(quality):
    table = {"Ir": (5, 6, 6, 7), "Rg": (5, 5, 6, 6), "Vt": (4, 5, 5, 6), "El": (4, 4, 5, 6)}
    assert table == MELEE
    for other, needed in zip(QUALITIES, table[quality], strict=True):
        assert number(duel(one(quality), one(other))) == [needed]


@rule("CD-MEL-8", "CD-CHAR-4")
def test_mm_is_added_and_a_natural_10_hits_at_full_power():
    assert number(duel(one(mm=2), one())) == [3]
    assert hit_of(soldier(), attacks(soldier(), False)[0], 10).p == 4


@rule("CD-MEL-9")
def test_a_target_that_was_pinned_in_this_turn_is_hit_more_easily():
    game = duel(one(), one())
    unit(game, "B1").pinned_from = unit(game, "B1").pinned_to = 2  # it failed this turn
    assert number(game) == [4]
    unit(game, "B1").pinned_from = unit(game, "B1").pinned_to = 1  # it serves its pin
    assert number(game) == [4]


@rule("CD-MEL-10", "CD-MEL-11", "CD-MEL-5")
def test_an_irregular_with_sword_and_pistol_at_a_regular():
    game = duel(one("Ir", "sword", "pistol"), one("Rg"))
    assert number(game) == [5, 6]
    assert [die.p for die in attacks(man(game, "A1-1").soldier, False)] == [4, 3]


@rule("CD-MEL-11")
@pytest.mark.parametrize(
    ("arms", "dice"),
    [(("pistol",), 1), (("pistol", "pistol"), 2), (("sword", "sword"), 2), (("sword",), 1)],
)
def test_two_dice_need_two_hands_full(arms, dice):
    assert len(attacks(soldier("Rg", *arms), False)) == dice


@rule("CD-MWPN-1", "CD-MWPN-2", "CD-MWPN-3", "CD-MWPN-4", "CD-MWPN-5", "CD-EQ-POWERED", "CD-EQ-THAS")
@pytest.mark.parametrize(
    ("arms", "traits", "power", "hit"),
    [
        ((), {}, 4, 0),
        (("sword",), {}, 4, 1),
        (("great-weapon",), {}, 5, 1),
        (("power-sword",), {}, 6, 1),
        (("great-power-weapon",), {}, 7, 1),
        (("chainsaw",), {}, 6, 0),
        ((), {"powered_armour": 1}, 5, 0),
        ((), {"thas": 1}, 5, 0),
    ],
)
def test_power_of_blows(arms, traits, power, hit):
    (die,) = attacks(soldier("Rg", *arms, **traits), False)
    assert (die.p, die.hit) == (power, hit)


@rule("CD-MEL-12")
@pytest.mark.parametrize("pieces", [(line("fence", (5, 10.5), (15, 10.5)),), (box("woods", 5, 10.6, 15, 20),)])
def test_minus_2_against_those_behind_an_obstacle_when_contact_was_made(pieces):
    assert number(duel(one(), one(), pieces=pieces)) == [7]
    assert number(duel(one(), one())) == [5]


@rule("CD-MEL-12")
def test_all_of_a_section_that_are_behind_it_are_not_only_those_in_contact():
    wall = (line("fence", (5, 10.5), (10.9, 10.5)),)
    theirs = at(squad(0, 0, 3), (10, 11), (11.1, 11), (12.2, 11))
    game = field([at(one(), (10, 10))], [theirs], pieces=wall)
    run(game, Engage("A1"))
    assert [man.behind for man in unit(game, "B1").men] == [True, True, False]


@rule("CD-MEL-12")
def test_whoever_comes_over_the_obstacle_is_not_behind_it():
    game = duel(one(), one(), pieces=(line("fence", (5, 10.5), (15, 10.5)),))
    assert number(game, "B1", "A1") == [5]


# ---------------------------------------------------------------- when
@rule("CD-MEL-2", "CD-ACT-7")
def test_in_the_turn_of_contact_the_chargers_strike_first_and_the_dead_do_not_strike_back():
    game = duel(one("Ir"), one("El"), 10, 10)
    run(game, MeleePhase())
    assert unit(game, "B1").gone == "killed"
    assert unit(game, "A1").left == 1
    assert not unread(game)


@rule("CD-MEL-3")
def test_later_the_better_quality_strikes_first():
    game = duel(one("Ir"), one("El"), 10, 10, charged="")
    run(game, MeleePhase())
    assert unit(game, "A1").gone == "killed"
    assert not unread(game)


@rule("CD-MEL-4", "CD-MEL-1")
def test_equals_strike_together():
    game = duel(one(), one(), 10, 10, 10, 10, charged="")
    run(game, MeleePhase())
    assert [unit(game, name).gone for name in ("A1", "B1")] == ["killed", "killed"]


@rule("CD-MEL-2", "CD-MEL-3")
def test_the_stages_of_a_turn():
    game = duel(one(), one())
    assert stages(battle_of(game), Melee(("A1", "B1"))) == ("charge", "El", "Vt", "Rg", "Ir")
    battle_of(game).turn = 2
    assert stages(battle_of(game), Melee(("A1", "B1"))) == ("El", "Vt", "Rg", "Ir")


@rule("CD-MEL-2", "CD-MEL-3")
def test_those_who_fought_before_strike_by_quality_after_whoever_joins_them():
    mine = [at(squad(0, 0, 1), (10, 10)), at(squad(0, 0, 1), (10, 12))]
    game = field(mine, [at(squad(0, 0, 1, "Ir"), (10, 11))], dice=(1, 10, 10))
    run(game, Engage("A1"))
    battle_of(game).turn = 2
    run(game, Engage("A2"))
    run(game, MeleePhase())
    assert unread(game) == ()
    assert unit(game, "B1").gone == "killed", "A2 misses, then the regulars of A1 strike before it"


@rule("CD-SR-QUICK")
def test_quick_strike_brings_a_man_into_a_better_band():
    game = duel(one(quick_strike=1), one("El", quick_strike=2), charged="")
    for name, stage in (("A1", "Vt"), ("B1", "El")):
        assert strikes_in(battle_of(game), unit(game, name), unit(game, name).men[0], stage)


@rule("CD-MEL-9", "CD-REORG-7")
def test_of_a_split_section_only_the_pinned_part_is_hit_more_easily():
    game = field([at(squad(0, 0, 1), (10, 10))], [at(squad(0, 0, 2), (10, 11), (10, 8))])
    foe = unit(game, "B1")
    foe.alter(["B1-2"], part=1)
    foe.pinned_from = foe.pinned_to = 1
    foe.pinned_part = "off"
    die = attacks(man(game, "A1-1").soldier, True)[0]
    needs = [blow_tally(battle_of(game), man(game, "A1-1"), die, foe, one).total for one in foe.men]
    assert needs == [5, 4]


@rule("CD-WND-2")
def test_the_stunned_do_not_strike():
    game = duel(one(), one())
    unit(game, "A1").alter_all(stunned=1)
    assert not strikers(battle_of(game), Melee(("A1", "B1")), unit(game, "A1"), "charge")


# ---------------------------------------------------------------- whom
@rule("CD-MEL-14")
@pytest.mark.parametrize(("gap", "reached"), [(2.0, True), (2.01, False)])
def test_whoever_is_within_2_can_be_struck(gap, reached):
    game = field([at(squad(0, 0, 1), (10, 10))], [at(squad(0, 0, 2), (10, 11), (10, 9 - gap))])
    run(game, Engage("A1"))
    found = [name for _, _, name in victims(battle_of(game), Melee(("A1", "B1")), unit(game, "A1"), "A1-1")]
    assert ("B1-2" in found) == reached


@rule("CD-MEL-14")
def test_the_owner_chooses_among_those_in_reach_before_rolling():
    game = field([at(squad(0, 0, 1), (10, 10))], [at(squad(0, 0, 2), (10, 11), (11.2, 11))], dice=(10, 10, 1))
    run(game, Engage("A1"), MeleePhase())
    assert [label.key for label in game.question.labels] == ["B1-1", "B1-2"]
    assert game.question.default == {"A1-1": "B1-1"}
    play(game, {"A1-1": "B1-2"})
    assert [one.id for one in unit(game, "B1").men] == ["B1-1"]


@rule("CD-MWPN-6", "CD-EQ-SHIELD")
@pytest.mark.parametrize(("face", "left"), [(4, 1), (5, 1), (6, 1), (7, 0)])
def test_a_blow_is_a_damage_roll_and_a_shield_adds_2(face, left):
    game = duel(one(), one("Rg", "sword", av=8, shield=1), 10, face, *([1] if left else []))
    run(game, MeleePhase())
    assert unit(game, "B1").left == left


def test_furious_and_savage_assault():
    assert len(attacks(soldier(furious_assault=1), False)) == 2
    assert len(attacks(soldier("Rg", "sword", "pistol", furious_assault=1), False)) == 3
    assert len(attacks(soldier(savage_assault=1), True)) == 2
    assert len(attacks(soldier(savage_assault=1), False)) == 1


@rule("CD-SR-CRITSTRIKE")
def test_a_critical_strike_doubles_p():
    die = attacks(soldier(), False)[0]
    assert [hit_of(soldier(critical_strike=1), die, face).p for face in (9, 10)] == [4, 8]


@rule("CD-ACT-7")
def test_several_melees_are_fought_in_the_order_of_who_has_the_initiative():
    mine = [at(squad(0, 0, 1), (10, 10)), at(squad(0, 0, 1), (40, 10))]
    theirs = [at(squad(0, 0, 1), (10, 11)), at(squad(0, 0, 1), (40, 11))]
    game = field(mine, theirs, dice=(1, 1))
    battle_of(game).initiative = 1
    run(game, Engage("A1"), Engage("A2"))
    assert len(melees(battle_of(game))) == 2
    run(game, MeleePhase())
    assert game.question.seat == 1
    play(game, "A2")
    assert "B2" in said(game)


@rule("CD-MEL-1")
def test_sections_that_touch_by_others_fight_one_melee():
    game = field([at(squad(0, 0, 2), (10, 10), (12, 10))], [at(squad(0, 0, 1), (10, 11)), at(squad(0, 0, 1), (12, 11))])
    run(game, Engage("A1"))
    assert [melee.sections for melee in melees(battle_of(game))] == [("A1", "B1", "B2")]


def test_a_section_of_several_is_asked_for_each_who_has_a_choice():
    game = field([section(10, 10, *[soldier()] * 3)], [section(10, 11, *[soldier()] * 3)], dice=(1,) * 6)
    run(game, Engage("A1"), MeleePhase())
    assert refused(game, labelled(game, "B1-3")) == "CD-MEL-14"
    assign(game)
    assert game.question.seat == 1
    assign(game)
    assert not unread(game)


@rule("CD-SR-FURIOUS", "CD-MEL-11")
def test_the_owner_of_the_furious_says_which_weapon_has_the_third_die_before_any_is_rolled():
    game = duel(one("Rg", "sword", "pistol", furious_assault=1), one("Rg", av=20), *[1] * 4)
    run(game, MeleePhase())
    assert [label.key for label in game.question.labels] == [f"2 {SWORD}, 1 Pistol", f"1 {SWORD}, 2 Pistol"]
    assert game.question.default == {"A1-1": f"2 {SWORD}, 1 Pistol"}
    play(game, {"A1-1": f"1 {SWORD}, 2 Pistol"})
    assert "with Pistol" in said(game)
    faces = [len(event.faces) for event in game.events if hasattr(event, "faces")]
    assert faces[:2] == [1, 2]


@rule("CD-MEL-11", "CD-SR-SAVAGE")
def test_without_a_choice_nobody_is_asked_with_what_he_strikes():
    assert list(ways_to_strike(soldier("Rg", "sword", "pistol"), True)) == [f"1 {SWORD}, 1 Pistol"]
    assert list(ways_to_strike(soldier("Rg", "sword", furious_assault=1), True)) == [f"2 {SWORD}"]
    assert len(ways_to_strike(soldier("Rg", "sword", "pistol", savage_assault=1), True)) == 2
    assert len(ways_to_strike(soldier("Rg", "sword", "pistol", savage_assault=1), False)) == 1
