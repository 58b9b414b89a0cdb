"""What is fought for besides the enemy, and who has won."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.turn.setup import SetUp
from tabletop_tui.rules.techcommander.victory.objectives import (
    DiceForAttacker,
    DrawObjectives,
    ScatterTokens,
    beside,
    controls,
    score_recon,
)
from tabletop_tui.rules.techcommander.victory.victory import EndTurn, objectives
from tests.playing import run
from tests.techcommander.build import box, field, named, said, unit


def holders(game) -> list[int | None]:
    return [one.team for one in objectives(game.state)]


# ---------------------------------------------------------------- recon
@pytest.mark.rule("TC-SCEN-5")
def test_tokens_are_scattered_by_two_dice_where_somebody_can_reach_them():
    rocks = box("rocks", 40, 40, 50, 50)
    game = field(
        [unit("dwarf")], [unit("dwarf")], pieces=(rocks,), missions=("recon",), tokens=2, dice=(3, 4, 10, 10, 20, 1)
    )
    run(game, ScatterTokens())  # 10,10 is amid the rocks: rolled again
    assert game.state.tokens == ((11.25, 15.75), (87.75, 2.25))


@pytest.mark.rule("TC-SCEN-6")
def test_a_token_is_a_point_for_who_alone_has_a_survivor_beside_it():
    game = field(
        [unit("marine", 21, 20), unit("marine", 40, 42.1)],
        [unit("dwarf", 17, 20), unit("dwarf", 63, 60)],
        missions=("recon",),
    )
    game.state.tokens = ((20.0, 20.0), (40.0, 41.0), (60.0, 60.0))
    assert [beside(game.state, spot) for spot in game.state.tokens] == [None, None, 1]  # 40,41 is 0.1 too far
    named(game, "B1").life = 0
    score_recon(game)
    score_recon(game)
    assert [player.recon for player in game.state.players] == [2, 2]
    assert [player.score for player in game.state.players] == [0, 0]
    assert len(game.state.tokens) == 3


@pytest.mark.rule("TC-SCEN-7")
def test_most_recon_points_have_the_objective_whatever_the_kills():
    game = field([unit("dwarf", 10, 10)], [unit("dwarf", 60, 60)], missions=("recon",), turns=1)
    game.state.alter(0, recon=2, score=0)
    game.state.alter(1, recon=1, score=9)
    run(game, EndTurn())
    assert game.result.winners == (0,)


# ---------------------------------------------------------------- control
@pytest.mark.rule("TC-SCEN-8")
def test_a_point_is_controlled_by_who_is_alone_within_12():
    game = field([unit("dwarf", 60, 45)], [unit("marine", 45, 31.9, infiltrated=True)], missions=("control",))
    assert controls(game.state, (45.0, 45.0)) == 0  # 15 less 3 is 12 still; the marine is 12.1 away
    named(game, "B1").models = ((45.0, 32.0),)
    assert controls(game.state, (45.0, 45.0)) is None  # infiltrated units count too
    named(game, "A1").models = ((61.0, 45.0),)
    assert controls(game.state, (45.0, 45.0)) == 1


@pytest.mark.rule("TC-SCEN-9")
def test_control_is_looked_at_only_when_the_time_is_up():
    game = field([unit("dwarf", 45, 40)], [unit("dwarf", 80, 80)], missions=("control",), turns=2)
    object.__setattr__(game.state.table, "points", ((45.0, 45.0),))
    run(game, EndTurn())
    assert game.result is None
    game.state.turn = 2
    run(game, EndTurn())
    assert game.result.winners == (0,)


# ---------------------------------------------------------------- invasion
def works():
    return (box("building", 20, 20, 26, 26), box("building", 40, 40, 46, 46), box("rocks", 60, 60, 66, 66, ac=0))


@pytest.mark.rule("TC-SCEN-10")
def test_pieces_that_can_be_destroyed_are_drawn_and_the_attacker_is_diced_for():
    sides = [unit("dwarf")], [unit("dwarf")]
    game = field(*sides, pieces=works(), missions=("invasion",), objectives=3, dice=(7, 7, 4, 9, 2))
    run(game, DiceForAttacker(), DrawObjectives())
    assert game.state.attacker == 1  # 7 ties 7; 9 beats 4
    assert set(game.state.objectives) == {"building-20-20", "building-40-40"}


@pytest.mark.rule("TC-SCEN-11", "TC-SCEN-13")
def test_the_attacker_has_won_once_all_is_destroyed_and_the_defender_at_the_end():
    game = field([unit("dwarf", 5, 5)], [unit("dwarf", 80, 80)], pieces=works(), missions=("invasion",), turns=3)
    game.state.attacker, game.state.objectives = 0, ("building-20-20", "building-40-40")
    game.state.ruins = ("building-20-20",)
    run(game, EndTurn())
    assert game.result is None
    assert holders(game) == [1]
    game.state.ruins = ("building-20-20", "building-40-40")
    run(game, EndTurn())
    assert game.result.winners == (0,)


# ---------------------------------------------------------------- all together
@pytest.mark.rule("TC-SCEN-12", "TC-VICT-1")
def test_of_a_hybrid_most_objectives_win():
    game = field(
        [unit("dwarf", 45, 40)], [unit("dwarf", 80, 80)], missions=("elimination", "recon", "control"), turns=1
    )
    object.__setattr__(game.state.table, "points", ((45.0, 45.0),))
    game.state.alter(0, recon=3)
    game.state.alter(1, score=9)
    assert holders(game) == [1, 0, 0]
    run(game, EndTurn())
    assert game.result.winners == (0,)


@pytest.mark.rule("TC-VICT-2")
def test_total_elimination_beats_objectives_and_a_tie_of_them_goes_to_the_kills():
    game = field([unit("dwarf", 45, 40)], [unit("dwarf", 80, 80, life=0)], missions=("recon",), turns=1)
    game.state.alter(1, recon=5)
    run(game, EndTurn())
    assert game.result.winners == (0,)
    tied = field([unit("dwarf", 45, 40)], [unit("dwarf", 80, 80)], missions=("recon",), turns=1)
    tied.state.alter(0, score=1)
    run(tied, EndTurn())
    assert tied.result.winners == (0,)


@pytest.mark.rule("TC-SCEN-4")
def test_a_raid_called_on_time_goes_by_the_ac_of_kills():
    game = field([unit("dwarf", 5, 5)], [unit("dwarf", 80, 80)], missions=("raid",), turns=1, attacker=1)
    game.state.alter(1, score=2)
    run(game, EndTurn())
    assert game.result.winners == (1,)


def test_the_attacker_is_told_at_the_start():
    game = field([unit("dwarf")], [unit("dwarf")], missions=("raid",), attacker=1)
    run(game, SetUp())
    assert "Blue attacks" in said(game)
    assert game.state.players[1].hot == ("B1",)
