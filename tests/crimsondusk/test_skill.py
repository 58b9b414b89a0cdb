"""Skill tests, qualities and command (CD-SKILL, CD-CHAR-8)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.state.profiles import QUALITIES
from tabletop_tui.rules.crimsondusk.state.skill_tests import chance, command_bonus, helped, passes, skill_tally
from tests.crimsondusk.build import at, battle_of, field, leader, section, soldier, squad, unit
from tests.playing import unread

rule = pytest.mark.rule


@rule("CD-SKILL-1", "CD-CHAR-2")
@pytest.mark.parametrize(("quality", "needed"), [("Ir", 6), ("Rg", 5), ("Vt", 4), ("El", 3)])
def test_what_each_quality_needs(quality, needed):
    game = field([squad(10, 10)], dice=(needed - 1, needed))
    tally = skill_tally(quality)
    assert [passes(game, 0, "x", tally) for _ in range(2)] == [False, True]
    assert chance(tally) == (11 - needed) / 10


def test_qualities_are_listed_from_the_worst_to_the_best():
    assert QUALITIES == ("Ir", "Rg", "Vt", "El")


@rule("CD-SKILL-2")
def test_a_natural_1_fails_and_a_natural_10_passes_whatever_the_modifiers():
    game = field([squad(10, 10)], dice=(1, 10))
    easy, hard = skill_tally("El").plus(-9, "x", "CD-CHAR-8"), skill_tally("Ir").plus(9, "x", "CD-CHAR-8")
    assert not passes(game, 0, "x", easy)
    assert passes(game, 0, "x", hard)
    assert (chance(easy), chance(hard)) == (0.9, 0.1)


@rule("CD-SKILL-3")
def test_a_mixed_section_rolls_one_die_with_its_worst_quality():
    game = field([section(10, 10, soldier("El"), soldier("Rg"), soldier("Vt"), soldier("Vt"))], dice=(4,))
    mixed = unit(game, "A1")
    assert (mixed.quality, mixed.spacing, mixed.fewest) == ("Rg", 2.0, 4)
    assert not passes(game, 0, "x", skill_tally(mixed.quality))
    assert not unread(game)


@rule("CD-CHAR-8")
@pytest.mark.parametrize(("gap", "bonus"), [(2.0, 1), (2.01, 0)])
def test_a_leader_helps_a_section_within_its_own_spacing(gap, bonus):
    game = field([squad(10, 10), leader(10, 11 + gap)])
    assert command_bonus(battle_of(game), unit(game, "A1"))[0] == bonus


@rule("CD-CHAR-8")
def test_only_the_best_bonus_counts_and_a_leader_alone_does_not_help_himself():
    game = field([squad(10, 10), leader(10, 12, cb=1), leader(13, 12, cb=2)])
    battle = battle_of(game)
    assert helped(battle, unit(game, "A1"), skill_tally("Rg")).total == 3
    assert command_bonus(battle, unit(game, "A2")) == (2, "A3")  # another leader near him helps him
    alone = field([leader(10, 12, cb=2)])
    assert command_bonus(battle_of(alone), unit(alone, "A1")) == (0, "")


@rule("CD-EQ-COMMS")
def test_communicators_carry_the_bonus_anywhere_if_both_have_them():
    both = field([squad(10, 10, communicators=1), leader(60, 40, communicators=1)])
    one = field([squad(10, 10), leader(60, 40, communicators=1)])
    assert command_bonus(battle_of(both), unit(both, "A1")) == (1, "A2")
    assert command_bonus(battle_of(one), unit(one, "A1")) == (0, "")


@rule("CD-CHAR-7")
def test_a_personality_is_a_unit_of_one_with_no_minimum():
    game = field([leader(10, 10), at(squad(20, 20, 4), (20, 20), (21.5, 20), (23, 20), (24.5, 20))])
    assert (unit(game, "A1").fewest, unit(game, "A2").fewest) == (1, 4)
