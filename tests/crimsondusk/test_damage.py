"""Hits and what they do: allotment, wounds, stuns, AT (CD-HIT-15, CD-WND, CD-TRAIT-12)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.damage.damage import AllotHits, Hit, RollDamage, kill_chance
from tests.crimsondusk.build import (
    activate,
    assign,
    box,
    field,
    labelled,
    leader,
    man,
    section,
    soldier,
    squad,
    stock,
    unit,
)
from tests.playing import refused, run, unread

rule = pytest.mark.rule
RIFLE = Hit(4, 0, "Rifle")


@rule("CD-WND-1", "CD-WND-2", "CD-WND-3", "CD-CHAR-1")
@pytest.mark.parametrize(("face", "left", "stunned"), [(4, 1, 0), (5, 1, 2), (6, 0, 0)])
def test_an_auto_cannon_against_av_13(face, left, stunned):
    game = field([leader(10, 10)], [leader(10, 25, av=13)], dice=(face,))
    run(game, RollDamage("B1", (("B1-1", Hit(8, 0, "Auto cannon")),), "A1"))
    assert unit(game, "B1").left == left
    assert not left or man(game, "B1-1").stunned == stunned


@rule("CD-WND-1", "CD-WND-2")
def test_who_was_killed_by_one_hit_is_not_called_stunned_by_the_next():
    game = field([leader(10, 10)], [squad(10, 25, 2, av=8)], dice=(5, 4))
    run(game, RollDamage("B1", (("B1-1", RIFLE), ("B1-1", RIFLE)), "A1"))
    assert unit(game, "B1").left == 1
    assert not any("stunned next turn" in event.text for event in game.events)


@rule("CD-WND-4", "CD-SKILL-2")
def test_no_natural_face_decides_about_damage():
    game = field([leader(10, 10)], [squad(10, 25, 4, av=15), squad(30, 25, 4, av=4)], dice=(10, 1))
    run(game, RollDamage("B1", (("B1-1", RIFLE),), "A1"))
    run(game, RollDamage("B2", (("B2-1", RIFLE),), "A1"))
    assert (unit(game, "B1").left, unit(game, "B2").left) == (4, 3)


@rule("CD-WND-2")
def test_a_stunned_model_does_nothing_in_the_next_turn_but_acts_in_this_one():
    game = field([leader(10, 10)], [squad(10, 25, 4)], dice=(4,))
    run(game, RollDamage("B1", (("B1-1", RIFLE),), "A1"))
    battle = game.state
    assert not battle.is_stunned(man(game, "B1-1"))
    battle.turn = 2
    assert battle.is_stunned(man(game, "B1-1"))
    battle.turn = 3
    assert not battle.is_stunned(man(game, "B1-1"))


@rule("CD-HIT-15")
def test_five_hits_on_three_in_view_one_each_and_then_as_the_owner_likes():
    game = field([squad(10, 10, 5)], [squad(10, 25, 5)], dice=(*[1] * 5, 10))
    run(game, AllotHits("B1", (RIFLE,) * 5, ("B1-1", "B1-2", "B1-3"), "A1"))
    assert [label.key for label in game.question.labels] == ["B1-1", "B1-2", "B1-3"]
    assert refused(game, labelled(game, "B1-1", "B1-2", "B1-1", "B1-2", "B1-1")) == "CD-HIT-15"
    assign(game, "B1-1", "B1-2", "B1-3", "B1-1", "B1-1")
    assert len(unread(game)) == 1
    assert unit(game, "B1").left == 5


@rule("CD-HIT-15")
def test_only_models_that_are_seen_within_reach_take_hits():
    house = (box("house", 12.3, 20, 40, 24),)
    game = field([leader(10, 10, 0, "Vt", "lmg")], [squad(10, 25, 5, "Rg")], pieces=house, dice=(9, 9, 1, 1))
    activate(game, "A1", "shoot", "B1")
    assert "B1-5" not in {event.text for event in game.events}
    text = " ".join(event.text for event in game.events)
    assert "B1-1" in text
    assert "B1-4" not in text


@rule("CD-HIT-15")
def test_plain_men_take_the_rest_before_a_leader_or_the_gunner():
    game = field(
        [leader(10, 10)], [section(10, 25, soldier("Rg", "lmg"), *[soldier("Rg", "rifle")] * 3)], dice=(10, 10, 10)
    )
    run(game, AllotHits("B1", (RIFLE,) * 3, ("B1-1", "B1-2", "B1-3", "B1-4"), "A1"))
    assign(game)
    assert [one.id for one in unit(game, "B1").men] == ["B1-1"]


@rule("CD-WPN-4", "CD-TRAIT-12")
@pytest.mark.parametrize(("av", "power"), [(11, 5), (12, 5), (13, 12), (16, 12)])
def test_at_counts_from_av_13_on(av, power):
    assert Hit(5, 12, "RPG").power(soldier(av=av))[0] == power


@rule("CD-CHAR-6")
@pytest.mark.parametrize(
    ("armour", "av"), [("none", 6), ("flak", 8), ("carapace", 10), ("full-carapace", 11), ("powered", 13), ("thas", 15)]
)
def test_armour_values(armour, av):
    assert stock().armours[armour].av == av


@rule("CD-EQ-MONSTER-1", "CD-EQ-MONSTER-2")
def test_a_monster_dies_when_its_damage_is_over_its_number():
    game = field([leader(10, 10)], [section(10, 25, soldier(av=12, monster=25), size=2.0)], dice=(1, 1))
    rpg = Hit(5, 12, "RPG")
    run(game, RollDamage("B1", (("B1-1", rpg),), "A1"))
    assert man(game, "B1-1").harm == 24
    run(game, RollDamage("B1", (("B1-1", rpg),), "A1"))
    assert unit(game, "B1").gone == "killed"


@rule("CD-WND-1")
def test_the_chance_to_kill_is_what_the_dice_give():
    assert kill_chance(soldier(av=8), RIFLE) == 0.6
    assert kill_chance(soldier(av=14), RIFLE) == 0.0
    assert kill_chance(soldier(av=3), RIFLE) == 1.0
