"""How well a side stands: what is fought for, kills, and units with their life."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.turn.concede import concede
from tabletop_tui.rules.techcommander.victory.victory import end_by_objectives
from tests.techcommander.build import box, field, unit
from tests.values import change, gain, value, values

FORCES = ([unit("dwarf", 20, 70), unit("marine", 30, 70)], [unit("dwarf", 20, 20), unit("marine", 30, 20)])


def moved(name, x, y):
    return change(name, models=((float(x), float(y)),))


@pytest.mark.parametrize("game", ["skirmish", "deathmatch"])
def test_two_sides_that_have_the_same_are_level(game):
    assert value(field(*FORCES, game=game)) == pytest.approx(0.0)


@pytest.mark.parametrize("kind", ["skirmish", "deathmatch"])
def test_an_enemy_that_falls_is_worth_more_than_one_that_is_hurt(kind):
    game = field(*FORCES, game=kind)

    def kill(battle):
        battle.units["B1"].life = 0
        battle.alter(0, score=battle.units["B1"].ac)

    dead, hurt = gain(game, kill), gain(game, change("B1", life=8))
    assert dead > hurt > gain(game, change("B1", life=15)) > 0.005
    assert gain(game, change("A1", life=8)) == pytest.approx(-hurt)
    assert gain(game, change("B2", life=8)) < hurt, "one of less AC"


def test_points_decide_a_deathmatch_the_later_the_surer():
    early, late = (field(*FORCES, game="deathmatch", turns=6) for _ in range(2))
    late.state.turn = 6
    for game in (early, late):
        game.state.alter(0, score=5)
    assert value(late) > value(early) + 0.1 > 0.2


def test_points_tokens_and_ways_to_them():
    game = field(*FORCES, missions=("control",), turns=4)
    game.state.table.points = ((45.0, 45.0), (30.0, 45.0))
    game.state.turn = 3
    assert gain(game, moved("A1", 40, 50)) > gain(game, moved("A1", 40, 65)) > 0
    game = field(*FORCES, missions=("recon",), turns=4)
    game.state.tokens = ((45.0, 45.0),)
    game.state.turn = 3
    beside, near = moved("A1", 45, 47), moved("A1", 45, 60)
    assert gain(game, beside) > gain(game, near) > 0
    assert gain(game, lambda battle: battle.alter(0, recon=3)) > 0.3


def test_in_an_invasion_what_falls_counts():
    pieces = (box("building", 40, 40, 50, 50),)
    game = field(*FORCES, pieces=pieces, missions=("invasion",), turns=4)
    game.state.attacker, game.state.objectives = 0, (pieces[0].id,)
    assert gain(game, lambda battle: setattr(battle, "damage", {pieces[0].id: 15})) > 0.1
    assert gain(game, lambda battle: setattr(battle, "ruins", (pieces[0].id,))) > 0.5


def test_teams_stand_as_their_members_do():
    one = [unit("dwarf", 20, 20)]
    game = field(one, one, [unit("dwarf", 20, 70)], [unit("dwarf", 60, 70)], teams=(0, 0, 1, 1))
    change("D1", life=3)(game.state)
    found = values(game)
    assert found[0] == found[1] > 0 > found[2] == found[3]


def test_who_gave_up_has_lost_even_while_others_play_on():
    one = [unit("dwarf", 20, 20)]
    game = field(one, [unit("dwarf", 60, 20)], [unit("dwarf", 20, 70)], game="deathmatch")
    concede(game, 1)
    assert values(game)[1] == -1 < values(game)[0]


@pytest.mark.parametrize(("scores", "expected"), [((3, 1), [1, -1]), ((1, 3), [-1, 1]), ((2, 2), [0, 0])])
def test_only_the_end_is_worth_all(scores, expected):
    game = field(*FORCES)
    for seat, score in enumerate(scores):
        game.state.alter(seat, score=score)
    end_by_objectives(game, "time")
    assert values(game) == expected
