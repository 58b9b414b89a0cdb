"""Who looks ahead stays out of the enemies' fire, faces the side from which they come, and keeps his crews aboard."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.play.players.greedy_player import Greedy
from tabletop_tui.play.thinking.difficulty_levels import LEVELS
from tabletop_tui.play.thinking.planner import LEAST, Race
from tabletop_tui.play.thinking.playout_policy import Replies, at_first_sight
from tabletop_tui.play.thinking.playouts import Playouts
from tabletop_tui.rules.techcommander.computer.rough_shot_odds import KILL, worth_of
from tabletop_tui.rules.techcommander.computer.wary_values import COMES, all_volleys, danger, danger_from
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.system import SYSTEM
from tabletop_tui.rules.techcommander.ways.pivoting import ChooseFacing
from tests.playing import play, run
from tests.techcommander.build import act, box, field, named, unit

HOUSE = box("building", 40, 30, 46, 60, top=8.0)


def wary(game: Game) -> Greedy:
    game.system = SYSTEM
    return Greedy(1, game.question.seat, seconds=10.0, by=at_first_sight)


def test_a_place_behind_a_house_is_less_dangerous_than_one_in_the_open():
    game = field([unit("dwarf", 30, 20)], [unit("dwarf", 60, 45)], pieces=(HOUSE,))
    battle, dwarf, enemy = game.state, named(game, "A1"), named(game, "B1")
    behind, seen = danger(battle, dwarf, (35.0, 45.0)), danger(battle, dwarf, (52.0, 25.0))
    assert 0.0 < 2 * behind < seen < worth_of(dwarf) * (1.0 + KILL), "it may still come round the house"
    assert danger_from(battle, enemy, dwarf, (52.0, 25.0)) > danger_from(battle, enemy, dwarf, (35.0, 45.0)) / COMES / 2


def test_what_the_enemy_has_fired_is_loaded_again_next_turn():
    game = field([unit("dwarf", 30, 20)], [unit("dwarf", 60, 45)])
    enemy = named(game, "B1")
    before = danger(game.state, named(game, "A1"), (40.0, 45.0))
    enemy.fired = tuple(enemy.sheet.arms)
    assert danger(game.state, named(game, "A1"), (40.0, 45.0)) == before > 0.0
    enemy.crew = 0
    assert list(all_volleys(enemy)) == []
    assert danger(game.state, named(game, "A1"), (40.0, 45.0)) == 0.0, "nobody crews it"


def test_nobody_is_feared_by_whom_he_cannot_see():
    game = field([unit("marine", 30, 20, infiltrated=True)], [unit("dwarf", 60, 45)])
    assert danger(game.state, named(game, "A1"), (50.0, 45.0)) == 0.0


@pytest.mark.parametrize("foes", [((75, 40), (75, 52)), ((70, 45),)], ids=len)
@pytest.mark.parametrize(("start", "share"), [((42, 64), 0.5), ((42, 64), 1.0), ((43, 26), 1.0)])
def test_it_stays_out_of_the_fire_into_which_the_greedy_player_walks(start, share, foes):
    """At the corner of a house, with nobody to shoot at after the move."""
    game = field([unit("dwarf", *start)], [unit("dwarf", *spot) for spot in foes], pieces=(HOUSE,))
    run(game, ChooseMove("A1", share))
    answer = wary(game).choose(game, 1)
    greedy = Greedy(1, 0, seconds=10.0).choose(game, 1)
    battle, dwarf = game.state, named(game, "A1")
    spots = [tuple(map(float, one[0].split(","))) for one in (answer, greedy)]
    least, most = (danger(battle, dwarf, spot) for spot in spots)
    assert least < 0.5 * most
    imagined = Replies(5).weighed(game)
    assert all(value == SYSTEM.appraise_warily(game, one) for one, value in imagined)
    assert len(imagined) > 1


def test_who_is_posted_up_faces_the_nearest_enemy():
    game = field([unit("dwarf", 30, 45, facing=180.0)], [unit("stingray", 60, 45), unit("stingray", 5, 5, life=0)])
    run(game, ChooseFacing("A1"))
    play(game, wary(game).choose(game, 1))
    assert named(game, "A1").facing == pytest.approx(90.0, abs=20.0)


def test_to_put_its_crew_down_is_never_thought_to_better_the_chance():
    """Crews carry no weapon, and a machine that is short of them acts once, without its fire control."""
    game = field([unit("herald", 30, 45), unit("dwarf", 20, 20)], [unit("dwarf", 75, 75), unit("herald", 70, 20)])
    game.system = SYSTEM
    before = SYSTEM.sides(game)[0]
    act(game, "A1", "offload", "offload-first", "crew", ["34,45"])
    after = SYSTEM.sides(game)[0]
    assert len(game.state.side(0)) == 3
    assert (before["command"], after["command"]) == (1, 0)
    assert after["manned"] < before["manned"]
    assert all(after[name] <= before[name] for name in ("units", "life", "alive", "sound", "manned", "command"))


def test_the_worse_a_place_looks_the_more_it_has_to_win_in_imagined_games():
    """The second tank's answer comes after what is imagined, so that little is lost there by walking into its fire."""
    game = field([unit("dwarf", 42, 64)], [unit("dwarf", 75, 40), unit("dwarf", 75, 52)], pieces=(HOUSE,))
    game.system = SYSTEM
    run(game, ChooseMove("A1", 1.0))
    safe, seen = ["45,72"], ["49,61"]
    worse = at_first_sight(game, safe) - at_first_sight(game, seen)
    assert worse > 0.15
    race = Race(Playouts(game, 0, 1), LEVELS["strong"], safe, SplitMix64(1, 0))
    assert race._wanted(safe, 0.0) == LEAST
    assert race._wanted(seen, 0.0) > LEAST + SYSTEM.worry * worse > 2 * LEAST
    bold = Race(Playouts(game, 0, 1), LEVELS["strong"], safe, SplitMix64(1, 0), cautious=False)
    assert bold._wanted(seen, 0.0) == LEAST, "whole set-ups are judged by what comes of them"
