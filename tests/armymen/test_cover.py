"""Cover and height: block dice beside those for the hits."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.armymen.shooting.block_dice import blocking
from tabletop_tui.rules.armymen.sight.sight import cover
from tests.armymen.build import battle_of, box, field, jeep, riflemen, sandbags, stand, tank, unit

rule = pytest.mark.rule


def cover_dice(game, reaction=False):
    """The dice beyond one a hit of B1, shot at by A1."""
    battle, shooter = battle_of(game), unit(game, "A1")
    return blocking(battle, shooter, unit(game, "B1"), list(shooter.models), 1, reaction).total - 1


@rule("AMC-TERR-1")
@pytest.mark.parametrize(("inside", "dice"), [(4, 0), (5, 0), (6, 1), (10, 1)])
def test_most_is_more_than_half_of_the_models_left(inside, dice):
    game = field([riflemen(20, 40)], [riflemen(20, 10, 10)], pieces=(box("woods", 10, 5, 20.5, 12.5),))
    spots = [(15.0 + n * 0.5, 10.0) for n in range(inside)] + [(30.0 + n, 10.0) for n in range(10 - inside)]
    stand(game, "B1", *spots)
    assert cover_dice(game) == dice


@rule("AMC-TERR-1")
@pytest.mark.parametrize(("kind", "dice"), [("woods", 1), ("building", 1), ("hill", 1), ("mud", 0), ("minefield", 0)])
def test_what_gives_cover(kind, dice):
    game = field([riflemen(20, 40)], [riflemen(20, 8)], pieces=(box(kind, 10, 5, 30, 16),))
    assert cover_dice(game) == dice


@rule("AMC-TERR-1")
def test_behind_cover_is_judged_from_the_shooters():
    wall = (sandbags(15, 18, 25, 18),)
    assert cover_dice(field([riflemen(20, 30)], [riflemen(20, 10)], pieces=wall)) == 1
    assert cover_dice(field([riflemen(40, 10)], [riflemen(20, 10)], pieces=wall)) == 0
    assert cover_dice(field([riflemen(20, 18.9)], [riflemen(20, 10)], pieces=wall)) == 0, "he fires over it"
    game = field([riflemen(20, 30)], [riflemen(20, 10)], pieces=wall)
    stand(game, "A1", (20, 19.5))
    assert cover_dice(game) == 0, "exactly 1 in from the edge of his base is near enough"
    stand(game, "A1", (20, 19.51))
    assert cover_dice(game) == 1


@rule("AMC-TERR-1")
def test_woods_are_no_cover_from_those_in_them_but_from_those_beside_them():
    woods = (box("woods", 10, 20, 30, 30),)
    game = field([riflemen(20, 30)], [riflemen(20, 8)], pieces=woods)
    stand(game, "A1", (20, 25))
    assert cover_dice(game) == 0, "he fires out of them"
    stand(game, "A1", (20, 30.1))
    assert cover_dice(game) == 1, "they lie between"


@rule("AMC-TERR-1")
def test_the_nearest_shooter_counts_for_each_model():
    game = field([riflemen(20, 30)], [riflemen(20, 10)], pieces=(sandbags(15, 18, 25, 18),))
    stand(game, "A1", (20, 30), (30, 12))
    assert cover_dice(game) == 0, "the man on the flank is nearer"


@rule("AMC-TERR-1")
def test_cover_counts_once_and_never_for_vehicles():
    pieces = (box("woods", 10, 5, 30, 17), sandbags(10, 20, 30, 20))
    assert cover_dice(field([riflemen(20, 40)], [riflemen(20, 8)], pieces=pieces)) == 1
    assert cover_dice(field([riflemen(20, 40)], [jeep(20, 10)], pieces=pieces)) == 1, "its own die of armour"


@rule("AMC-TERR-1")
def test_cover_says_what_gives_it():
    pieces = (sandbags(10, 20, 19, 20), box("woods", 21, 15, 30, 22))
    game = field([riflemen(20, 40)], [riflemen(20, 18)], pieces=pieces)
    stand(game, "B1", (15, 18), (16.5, 18), (22, 18), (23.5, 18))
    battle, shooter = battle_of(game), unit(game, "A1")
    dice = blocking(battle, shooter, unit(game, "B1"), list(shooter.models), 1)
    assert str(dice) == "Block dice 2 = 1 hit, +1 cover, sandbags and woods"


@rule("AMC-TERR-6")
def test_a_unit_shot_at_from_below_counts_as_in_cover():
    hill = box("hill", 10, 5, 30, 17)
    assert cover_dice(field([riflemen(20, 40)], [riflemen(20, 8)], pieces=(hill,))) == 1
    both = (hill, box("hill", 10, 35, 30, 47))
    assert cover_dice(field([riflemen(20, 38)], [riflemen(20, 8)], pieces=both)) == 0
    assert cover_dice(field([riflemen(20, 8)], [riflemen(20, 40)], pieces=(hill,))) == 0
    assert cover_dice(field([riflemen(20, 40)], [riflemen(20, 8)], pieces=(hill, sandbags(10, 20, 30, 20)))) == 1
    assert cover_dice(field([riflemen(20, 40)], [tank(20, 10)], pieces=(hill,))) == 3, "vehicles have no cover"


@rule("AMC-TERR-1")
def test_in_woods_there_is_cover_from_those_in_the_same_woods_and_none_for_vehicles():
    woods = (box("woods", 10, 5, 30, 45),)
    assert cover_dice(field([riflemen(20, 30)], [riflemen(20, 10)], pieces=woods)) == 1
    game = field([riflemen(20, 30)], [jeep(20, 10)], pieces=woods)
    assert not cover(battle_of(game), unit(game, "A1").models, unit(game, "A1").radius, unit(game, "B1"))


@rule("AMC-TERR-6")
def test_one_of_several_hills_is_enough():
    hills = (box("hill", 10, 5, 30, 17), box("hill", 40, 40, 46, 46))
    assert cover_dice(field([riflemen(20, 40)], [riflemen(20, 8)], pieces=hills)) == 1


@rule("AMC-TERR-6")
def test_elevation_is_where_most_models_stand():
    game = field([riflemen(20, 40)], [riflemen(20, 8)], pieces=(box("hill", 10, 5, 30, 12.4),))
    assert cover_dice(game) == 1, "three of five"
    stand(game, "B1", (20, 8), (20, 9.5), (20, 14), (20, 15.5))
    assert cover_dice(game) == 0, "two of four"
