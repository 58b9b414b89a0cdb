"""Targets, range, dividing fire and the number to hit (CD-SHOOT, CD-HIT, CD-IMP, CD-DIV)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.aiming.to_hit import SHOOTING, Shooter, column
from tabletop_tui.rules.crimsondusk.aiming.volley_preview import salvos
from tabletop_tui.rules.crimsondusk.shooting.shot_calculator import on_table
from tabletop_tui.rules.crimsondusk.state.profiles import QUALITIES
from tests.crimsondusk.build import (
    activate,
    at,
    battle_of,
    box,
    field,
    labelled,
    leader,
    man,
    said,
    section,
    soldier,
    squad,
    unit,
)
from tests.playing import allowed, options, play, refused

rule = pytest.mark.rule


def needs(game, name="A1-1", target="B1", weapon="", **changes):
    """What the first salvo of a man at a target needs, and what a hit by a natural 10 is worth."""
    one = man(game, name)
    shooter = Shooter(name, weapon or one.soldier.weapons[0].id, **changes)
    (salvo,) = salvos(battle_of(game), unit(game, name.partition("-")[0]), unit(game, target), (shooter,))
    return salvo


@rule("CD-HIT-1")
@pytest.mark.parametrize("quality", QUALITIES)
def test_the_table_of_hits(quality):
    table = {"Ir": (7, 7, 7, 8), "Rg": (6, 7, 7, 7), "Vt": (6, 6, 7, 7), "El": (5, 6, 6, 7)}
    assert table == SHOOTING
    for other, number in zip(QUALITIES, table[quality], strict=True):
        game = field([leader(10, 10, quality=quality)], [leader(10, 25, quality=other)])
        assert needs(game).tally.total == number


@rule("CD-HIT-1")
def test_a_mixed_target_counts_as_its_commonest_quality_the_worse_of_equals():
    game = field([leader(10, 10)], [section(10, 25, soldier("El"), soldier("El"), soldier("Rg"), soldier("Rg"))])
    assert column(unit(game, "B1")) == "Rg"
    game = field([leader(10, 10)], [section(10, 25, soldier("El"), soldier("El"), soldier("Rg"))])
    assert column(unit(game, "B1")) == "El"


@rule("CD-HIT-4", "CD-CHAR-4")
def test_sm_is_added_to_the_die():
    game = field([leader(10, 10, quality="Rg", sm=-1)], [leader(10, 25, quality="Rg")])
    assert needs(game).tally.total == 8


@rule("CD-HIT-2", "CD-HIT-7", "CD-TRAIT-13", "CD-HIT-6", "CD-HIT-11")
@pytest.mark.parametrize(("weapon", "number"), [("assault-rifle", 11), ("shotgun", 8)])
def test_elite_at_a_hidden_camouflaged_veteran_section_3_away(weapon, number):
    scrub = (box("scrub", 5, 12, 40, 20),)
    game = field([leader(10, 10, 0, "El", weapon)], [squad(10, 14, 3, "Vt", camouflage=1)], pieces=scrub)
    unit(game, "B1").ground = True
    assert needs(game).tally.total == 6 + 2 + 1 + 1 if weapon == "assault-rifle" else 7
    assert needs(game).tally.total == (10 if weapon == "assault-rifle" else 7)


@rule("CD-IMP-1")
def test_an_impossible_hit_loses_p_for_each_point_above_10():
    scrub = (box("scrub", 5, 20, 40, 30),)
    game = field([leader(10, 10, 0, "Ir", sm=-1)], [squad(10, 23, 3, "El")], pieces=scrub)
    unit(game, "B1").ground = True
    salvo = needs(game, gone=-1.0)  # it has moved in this AP
    assert salvo.tally.total == 8 + 1 + 2 + 1
    assert salvo.hit(10).p == 2


@rule("CD-HIT-8", "CD-HIT-12", "CD-RUN-3")
@pytest.mark.parametrize(
    ("moved", "ran", "number"), [(5.9, False, 7), (6.0, False, 8), (18.0, True, 9), (0.0, True, 6)]
)
def test_movement_of_the_target_in_the_turn_before(moved, ran, number):
    game = field([leader(10, 10)], [leader(10, 25)])
    unit(game, "B1").alter_all(moved_before=moved)
    unit(game, "B1").ran_before = ran
    assert needs(game).tally.total == number


@rule("CD-HIT-8")
def test_of_a_section_the_model_that_moved_least_counts():
    game = field([leader(10, 10)], [squad(10, 25, 4, "Vt")])
    unit(game, "B1").alter(["B1-1", "B1-2", "B1-3"], moved_before=12.0)
    assert needs(game).tally.total == 7


@rule("CD-HIT-9", "CD-HIT-10")
@pytest.mark.parametrize(("size", "number"), [(2.0, 7), (2.1, 6), (0.5, 7), (0.4, 8)])
def test_large_and_small_targets(size, number):
    game = field([leader(10, 10)], [at(section(10, 30, soldier("Vt"), size=size), (10, 30))])
    assert needs(game).tally.total == number


@rule("CD-HIT-9", "CD-HIT-10")
@pytest.mark.parametrize(("size", "word"), [(0.49, "small"), (0.5, ""), (2, ""), (2.01, "large")])
def test_a_shot_on_the_table_is_told_with_the_size_of_its_target(size, word):
    game = field([squad(10, 10, 2)], [section(10, 20, soldier(), size=size)])
    told = on_table(battle_of(game), "A1", "B1").told
    assert "".join(one for one in ("small", "large") if one in told) == word


@rule("CD-HIT-11", "CD-TRAIT-1")
@pytest.mark.parametrize(
    ("gap", "weapon", "number"), [(4.0, "rifle", 8), (4.01, "rifle", 7), (0.5, "rifle", 8), (3.0, "pistol", 7)]
)
def test_short_range(gap, weapon, number):
    game = field([leader(10, 10, 0, "Vt", weapon)], [leader(10, 11 + gap)])
    assert needs(game).tally.total == number


@rule("CD-TRAIT-16", "CD-EQ-SCOPE")
def test_weapons_and_scopes_that_change_the_die():
    game = field(
        [leader(10, 10, 0, "Rg", "bolt-gun"), leader(20, 10, 0, "Rg", scope=1)], [leader(15, 25, quality="Rg")]
    )
    assert needs(game, "A1-1").tally.total == 8
    assert needs(game, "A2-1").tally.total == 6


@rule("CD-W-SNIPER")
def test_the_scope_of_a_sniper_rifle_is_not_added_again():
    game = field([leader(10, 10, 0, "Rg", "sniper-rifle", scope=1)], [leader(15, 25, quality="Rg")])
    assert needs(game).tally.total == 6


# ---------------------------------------------------------------- range
@rule("CD-SHOOT-2", "CD-SHOOT-3", "CD-WPN-1")
@pytest.mark.parametrize(("gap", "beyond"), [(36.0, False), (36.01, True), (54.0, True), (54.01, None)])
def test_range_and_half_as_far_again(gap, beyond):
    game = field([leader(10, 10, 0, "Vt", "lmg")], [leader(11 + gap, 10)])
    found = salvos(battle_of(game), unit(game, "A1"), unit(game, "B1"), (Shooter("A1-1", "lmg"),))
    assert [salvo.beyond for salvo in found] == ([] if beyond is None else [beyond])


@rule("CD-SHOOT-3", "CD-SHOOT-4")
def test_beyond_range_a_hit_counts_as_a_shot_and_does_nothing_and_a_miss_is_nothing():
    game = field([leader(10, 10, 0, "Vt", "lmg")], [squad(48, 10, 5)], dice=(9, 2))
    activate(game, "A1", "shoot", "B1")
    assert unit(game, "B1").shots == 1
    assert unit(game, "B1").left == 5
    assert "who takes the" not in game.question.prompt


@rule("CD-TRAIT-11C")
def test_a_flamethrower_does_not_reach_beyond_its_range():
    game = field([leader(10, 10, 0, "Vt", "flamethrower")], [leader(23.01, 10)])
    assert not salvos(battle_of(game), unit(game, "A1"), unit(game, "B1"), (Shooter("A1-1", "flamethrower"),))


# ---------------------------------------------------------------- at whom
def two_targets(*dice, quality="Rg"):
    return field([squad(10, 10, 4, quality, "rifle")], [squad(30, 20, 5), squad(10, 20, 5)], dice=dice)


@rule("CD-SHOOT-5")
def test_the_nearest_section_is_shot_at_freely_and_another_after_a_test():
    game = activate(two_targets(4, 1, 1, 1, 1), "A1", "shoot")
    assert next(option.key for option in game.question.options) == "B2"
    assert game.question.option("B1").cost.startswith("test")
    told = {row.label: row.value for row in game.preview("B1").lines}
    assert told["failed"] == "shoots at B2 Section, the nearest"
    assert told["shots got then"] == "4 of 5"
    play(game, "B1")
    assert "shoots at B2 Section, the nearest" in said(game)
    assert unit(game, "B2").shots == 4


@rule("CD-SHOOT-5")
def test_a_passed_test_lets_them_shoot_at_another():
    game = activate(two_targets(5, 1, 1, 1, 1), "A1", "shoot", "B1")
    assert (unit(game, "B1").shots, unit(game, "B2").shots) == (4, 0)


@rule("CD-SHOOT-5")
def test_one_that_is_not_in_sight_does_not_press():
    house = (box("house", 5, 13, 20, 17),)
    game = field([squad(10, 10, 4, "Rg", "rifle")], [squad(30, 20, 5), squad(10, 20, 5)], pieces=house, dice=(1,) * 4)
    activate(game, "A1", "shoot")
    assert game.question.option("B1").cost == ""
    assert options(game)["B2"] == "CD-BLDG-6"


@rule("CD-SHOOT-6")
def test_at_weapons_shoot_at_the_nearest_armour_without_a_test():
    men = [soldier("Rg", "panzerfaust")] * 4
    game = field([section(10, 10, *men)], [squad(10, 18, 5), squad(10, 22, 5, av=13)], dice=(1,) * 4)
    unit(game, "B1").ground = True  # so that it hides nobody
    activate(game, "A1", "shoot")
    assert game.question.option("B2").cost == ""
    plain = field([squad(10, 10)], [squad(10, 18, 5), squad(10, 22, 5, av=13)])
    unit(plain, "B1").ground = True
    assert activate(plain, "A1", "shoot").question.option("B2").cost != ""


@rule("CD-SHOOT-7")
def test_nobody_shoots_into_melee_and_it_is_not_the_nearest():
    game = two_targets(1, 1, 1, 1)
    unit(game, "B2").foes = ("A9",)
    activate(game, "A1", "shoot")
    assert options(game)["B2"] == "CD-SHOOT-7"
    assert game.question.option("B1").cost == ""


@rule("CD-CONF-2")
def test_the_confused_do_not_fire():
    game = two_targets()
    unit(game, "A1").confused_from = 1
    activate(game)
    assert refused(game, "shoot") == "CD-CONF-2"
    assert refused(game, "overwatch") == "CD-CONF-2"


@rule("CD-DIV-1", "CD-DIV-2", "CD-DIV-3")
def test_divided_fire_names_all_targets_first_and_tests_each_group_by_itself():
    men = [soldier("Rg", "rifle")] * 3 + [soldier("Rg", "lmg")]
    game = field([section(10, 10, *men)], [squad(30, 20, 6), squad(10, 20, 6)], dice=(1, 1, 1, 4, 1, 1))
    activate(game, "A1", "shoot", "divide")
    assert set(game.question.default.values()) == {"B2"}
    answer = labelled(game, rest="B2") | {"A1-4": "B1"}
    assert unit(game, "B2").shots == 0
    play(game, answer)
    assert unit(game, "B2").shots == 5  # 3, and the 2 of the LMG, whose test failed
    assert unit(game, "B1").shots == 0


@rule("CD-SHOOT-1")
def test_a_model_fires_with_as_many_ap_as_it_has():
    game = activate(field([leader(10, 10)], [squad(10, 25, 5)], dice=(1, 1, 1)))
    for _ in range(3):
        play(game, "shoot", "B1")
    assert game.question is None
    assert unit(game, "B1").shots == 3


@rule("CD-SHOOT-2")
def test_nobody_in_sight_is_no_target():
    game = activate(field([leader(10, 10)], [leader(30, 10)], pieces=(box("house", 18, 5, 22, 15),)))
    assert "shoot" not in allowed(game)
