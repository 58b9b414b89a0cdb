"""Lines of sight (CD-LOS)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.sight import cover, sight
from tabletop_tui.rules.crimsondusk.state.battle import Cloud
from tests.crimsondusk.build import at, battle_of, box, field, leader, line, squad, unit

rule = pytest.mark.rule


def seen(game, a="A1", b="B1"):
    battle = battle_of(game)
    forth = sight.sees(battle, unit(game, a), unit(game, b))
    assert forth == sight.sees(battle, unit(game, b), unit(game, a)), "sight is mutual here"
    return forth


def why_not(game):
    return str(sight.refuse_sight(battle_of(game), unit(game, "A1"), unit(game, "B1")))


@rule("CD-LOS-1", "CD-GEN-3")
def test_a_house_blocks_the_line_between_the_middles():
    assert seen(field([leader(10, 10)], [leader(30, 10)]))
    assert not seen(field([leader(10, 10)], [leader(30, 10)], pieces=(box("house", 18, 5, 22, 15),)))
    assert seen(field([leader(10, 10)], [leader(30, 10)], pieces=(box("house", 18, 10.01, 22, 15),)))


@rule("CD-LOS-2")
@pytest.mark.parametrize(("x", "fine"), [(23.5, True), (23.51, False)])
def test_a_base_is_seen_up_to_3_deep_in_a_wood(x, fine):
    game = field([leader(10, 10)], [leader(x, 10)], pieces=(box("woods", 20, 5, 40, 15),))
    assert seen(game) == fine
    assert fine or why_not(game) == "3.01 u deep in the woods [CD-LOS-2]"


@rule("CD-LOS-2")
def test_depth_is_measured_along_the_line():
    woods = (box("woods", 20, 0, 40, 40),)
    assert seen(field([leader(10, 10)], [leader(23.4, 10)], pieces=woods))
    assert not seen(field([leader(16.6, 16.8)], [leader(23.4, 10)], pieces=woods))


@rule("CD-LOS-3")
def test_nobody_sees_through_a_wood_however_narrow():
    assert not seen(field([leader(10, 10)], [leader(30, 10)], pieces=(box("woods", 19, 5, 20, 15),)))


@rule("CD-LOS-4")
@pytest.mark.parametrize(("gap", "fine"), [(3.0, True), (3.01, False)])
def test_two_in_a_wood_see_each_other_within_3(gap, fine):
    game = field([leader(10, 10)], [leader(11 + gap, 10)], pieces=(box("woods", 0, 0, 40, 40),))
    assert seen(game) == fine
    assert fine or why_not(game) == "3.01 u apart in the woods [CD-LOS-4]"


@rule("CD-LOS-5")
def test_a_section_blocks_with_its_bases_and_with_the_gaps_between_neighbours():
    mine, theirs = [leader(10, 10)], [leader(10, 30)]
    friends = at(squad(0, 0, 2), (9, 20), (11.5, 20))
    assert not seen(field([*mine, friends], theirs))
    assert not seen(field(mine, [*theirs, friends]))
    assert seen(field([*mine, at(squad(0, 0, 2), (8, 20), (11.1, 20))], theirs))  # 2.1 apart: more than its spacing


@rule("CD-LOS-5")
def test_the_own_section_and_the_targets_never_block():
    game = field([at(squad(0, 0, 2), (10, 10), (10, 12))], [at(squad(0, 0, 2), (10, 30), (10, 32))])
    assert sight.seen(battle_of(game), unit(game, "A1"), unit(game, "B1")) == ((0, 1), (0, 1))


@rule("CD-LOS-6")
@pytest.mark.parametrize(
    ("between", "target", "fine"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_one_that_has_gone_to_ground_hides_only_others_who_have(between, target, fine):
    game = field([leader(10, 10), leader(10, 20)], [leader(10, 30)])
    unit(game, "A2").ground, unit(game, "B1").ground = between, target
    assert sight.sees(battle_of(game), unit(game, "A1"), unit(game, "B1")) == fine


@rule("CD-LOS-8")
def test_low_walls_hide_nobody_but_conceal_who_is_behind_them_and_high_ones_hide():
    wall = (line("wall", (5, 28.6), (15, 28.6)),)
    game = field([leader(10, 10)], [leader(10, 30)], pieces=wall)
    assert seen(game)
    assert cover.status(battle_of(game), unit(game, "B1"), unit(game, "A1").models) == "concealed"
    far = field([leader(10, 10)], [leader(10, 30)], pieces=(line("wall", (5, 28.4), (15, 28.4)),))
    assert cover.status(battle_of(far), unit(far, "B1"), unit(far, "A1").models) == ""
    assert not seen(field([leader(10, 10)], [leader(10, 30)], pieces=(line("high-wall", (5, 20), (15, 20)),)))


@rule("CD-LOS-8")
def test_a_wall_on_the_other_side_conceals_nobody():
    game = field([leader(10, 10)], [leader(10, 30)], pieces=(line("wall", (5, 31), (15, 31)),))
    assert cover.status(battle_of(game), unit(game, "B1"), unit(game, "A1").models) == ""


@rule("CD-BLDG-6")
def test_who_is_inside_sees_out_and_is_seen():
    assert seen(field([leader(10, 10)], [leader(30, 10)], pieces=(box("house", 28, 5, 34, 15),)))


@rule("CD-AMMO-2")
def test_smoke_is_not_shot_through_or_out_of_but_into():
    game = field([leader(10, 10)], [leader(20, 10)])
    battle = battle_of(game)
    battle.clouds = (Cloud("smoke", (15, 10), 1.5, "A9", 2),)
    assert not seen(game)
    battle.clouds = (Cloud("smoke", (20.5, 10), 1.5, "A9", 2),)
    assert sight.sees(battle, unit(game, "A1"), unit(game, "B1"))
    assert not sight.sees(battle, unit(game, "B1"), unit(game, "A1"))


@rule("CD-LOS-2")
def test_who_stands_on_the_border_of_a_wood_is_seen_along_it():
    game = field([at(squad(0, 0, 1), (12, 1))], [at(squad(0, 0, 1), (12, 14))], pieces=(box("woods", 5, 10, 12, 16),))
    assert sight.sees(battle_of(game), unit(game, "A1"), unit(game, "B1"))
