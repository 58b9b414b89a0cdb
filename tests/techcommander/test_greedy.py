"""The computer player shoots where it can, comes nearer where it cannot, and goes for what is fought for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import dist
from random import Random

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.option_order import TERRAIN
from tabletop_tui.play.players.greedy_player import Greedy
from tabletop_tui.rules.techcommander.computer import answer_values
from tabletop_tui.rules.techcommander.computer.answer_values import aim_worth, best_shot
from tabletop_tui.rules.techcommander.computer.rough_shot_odds import best_from, hidden_at, shot_at, volleys
from tabletop_tui.rules.techcommander.computer.wanted_places import shortfall
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.shooting.attack_choices import AimAt, ChooseWeapon
from tabletop_tui.rules.techcommander.sight import sight
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.system import SYSTEM
from tabletop_tui.rules.techcommander.turn.actions import ChooseAction
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot, spot_text
from tests.playing import play, run
from tests.techcommander.build import box, field, named, unit
from tests.techcommander.test_whole_games import begun


def answered(game: Game) -> str:
    """What the greedy player would answer."""
    game.system = SYSTEM
    return Greedy(1, game.question.seat, seconds=10.0).choose(game, 1)


def test_it_attacks_who_is_in_view_and_range():
    game = field([unit("dwarf", 20, 20)], [unit("stingray", 45, 20)])
    assert answered(run(game, ChooseAction(("A1",)))) in ("attack", "attack-and-cover")


def test_it_links_its_guns_at_the_best_target():
    game = field([unit("dwarf", 20, 20)], [unit("pigeonhawk", 45, 20), unit("pigeonhawk", 45, 60)])
    run(game, ChooseWeapon("A1"))
    for _ in range(4):
        if (answer := answered(game)).startswith("B"):
            break
        play(game, answer)
    assert answer == "B1"
    assert (
        len(game.agenda[-1].salvo(game.state).copies) == 2 or game.agenda[-1].salvo(game.state).copies[0] == "lance-1"
    )


def test_it_comes_nearer_where_nobody_is_in_range():
    game = field([unit("dwarf", 10, 80)], [unit("stingray", 80, 10)])
    run(game, ChooseMove("A1"))
    before = dist(named(game, "A1").at, (80.0, 10.0))
    play(game, answered(game))
    assert dist(named(game, "A1").at, (80.0, 10.0)) < before - 5


def test_a_scout_goes_to_the_token_and_stays_there():
    game = field([unit("pigeonhawk", 30, 30), unit("dwarf", 80, 80)], [unit("dwarf", 10, 80)], missions=("recon",))
    game.state.tokens = ((40.0, 40.0),)
    run(game, ChooseMove("A1"))
    play(game, answered(game))
    assert dist(named(game, "A1").at, (40.0, 40.0)) < 3.5
    assert shortfall(game.state, named(game, "A1"), (40.0, 40.0)) <= shortfall(
        game.state, named(game, "A1"), (60.0, 40.0)
    )


def test_it_sees_alike_from_both_ends_of_a_table():
    """What it thinks of a place does not depend on which way round the table lies."""

    def turned(x: float, y: float) -> Spot:
        return 90 - x, 90 - y

    def worth(turn: Callable[[float, float], Spot]) -> list[float]:
        (left, top), (right, bottom) = sorted((turn(35, 43), turn(46, 55)))
        house = box("building", left, min(top, bottom), right, max(top, bottom))
        game = field([unit("stingray", *turn(29, 51))], [unit("dwarf", *turn(58, 47))], pieces=(house,))
        game.system = SYSTEM
        run(game, ChooseMove("A1"))
        places = ([spot_text(turn(x, y))] for x in (21, 27, 33) for y in range(55, 63))
        return [SYSTEM.appraise(game, place) for place in places if game.question.refuse(place) is None]

    here, there = worth(lambda x, y: (x, y)), worth(turned)
    assert len(here) > 15
    assert len(set(here)) > 5
    assert there == pytest.approx(here)


def test_its_estimate_knows_cover_and_range():
    game = field([unit("dwarf", 10, 45)], [unit("stingray", 60, 45)], pieces=(box("building", 40, 30, 44, 60),))
    dwarf, stingray = named(game, "A1"), named(game, "B1")
    assert hidden_at(game.state, stingray, dwarf, (30.0, 46.0)) == 1.0
    assert best_from(game.state, dwarf, (30.0, 46.0)) == 0.0
    assert best_from(game.state, dwarf, (40.0, 20.0)) > best_from(game.state, dwarf, (10.0, 10.0)) >= 0.0


def test_scenery_is_suggested_where_nothing_else_can_be_shot_at_and_where_it_is_to_be_destroyed():
    houses = tuple(box("building", 30 + 10 * place, 60, 34 + 10 * place, 64) for place in range(5))
    game = field([unit("dwarf", 20, 20)], [unit("stingray", 45, 20)], pieces=houses)
    assert set(run(game, ChooseWeapon("A1")).question.suggest(5)) & {house.id for house in houses} == set()
    game.state.objectives = (houses[4].id,)
    game.ask_anew()
    question = game.question
    assert question is not None
    assert {"B1", "hold", houses[4].id} <= set(question.suggest(5))
    alone = field([unit("dwarf", 20, 20)], [unit("stingray", 85, 85, infiltrated=True)], pieces=houses)
    found = run(alone, ChooseWeapon("A1")).question.suggest(5)
    assert [name for name in found if name.startswith("building")] == [house.id for house in houses[:3]]


@pytest.mark.parametrize("seed", range(3))
def test_what_it_does_not_look_at_would_not_have_been_the_best(seed):
    game, chooser, compared = begun("elimination", seed), Random(seed), 0
    while compared < 40:
        question = game.advance()
        assert question is not None
        battle, unit = game.state, chooser.choice(list(game.state.units.values()))
        if battle.turn and unit.models and not unit.gone:
            spot = chooser.choice([unit.at, (chooser.uniform(5, 85), chooser.uniform(5, 85))])
            far = dist(unit.at, spot)
            values = [
                shot_at(weapon, copies, unit, enemy, away(unit, enemy, spot), hidden(battle, unit, enemy, spot), far)
                for enemy in battle.enemies(unit.seat)
                for weapon, copies in volleys(unit)
                if not enemy.eliminated
            ]
            assert best_from(battle, unit, spot) == max(values, default=0.0)
            aims = ChooseWeapon(unit.id).actions(game)
            shots = [aim_worth(one) for one in aims if isinstance(one, AimAt) and one.refuse() is None]
            assert best_shot(ChooseWeapon(unit.id), game) == max(shots, default=0.0)
            compared += bool(values and shots)
        game.answer(question.sample(chooser))


def away(unit: Unit, enemy: Unit, spot: Spot) -> float:
    return max(0.0, dist(spot, enemy.at) - unit.radius - enemy.radius)


def hidden(battle: Battle, unit: Unit, enemy: Unit, spot: Spot) -> float:
    stays = dist(unit.at, spot) <= TINY
    return sight.hidden(battle, unit, enemy) if stays else hidden_at(battle, enemy, unit, spot)


@cache
def winners(seed: int) -> tuple[int, ...]:
    """Who wins a small battle of the greedy player (Red) against chance."""
    game, chooser, number = begun("quick-start", seed), Random(seed), 0
    greedy = Greedy(seed, 0, seconds=10.0)
    while (question := game.advance()) is not None:
        game.answer(greedy.choose(game, number) if question.seat == 0 else question.sample(chooser))
        number += 1
    return game.result.winners


@pytest.mark.long
def test_it_beats_chance():
    assert sum(winners(seed) == (0,) for seed in range(10)) >= 8


def test_it_holds_its_fire_where_there_is_only_scenery():
    game = field([unit("dwarf", 20, 20)], [unit("stingray", 80, 80)], pieces=(box("wall", 30, 15, 32, 25),))
    run(game, ChooseWeapon("A1"))
    walls = [option for option in game.question.options if option.group == TERRAIN and option.refusal is None]
    assert walls, "the wall may be shot at"
    assert answered(game) == "hold"


def test_it_does_not_post_up_where_it_is_posted_up_already():
    game = field([unit("dwarf", 20, 20)], [unit("stingray", 80, 80)], pieces=(box("wall", 40, 0, 44, 60),))
    named(game, "A1").posted = 90.0
    run(game, ChooseAction(("A1",)))
    posting = next(one for one in game.agenda[-1].actions(game) if one.key == "post-up")
    assert answer_values.appraise(game, posting.key) < 0
