"""The greedy player: it shoots at what it hurts most, goes where it is wanted, charges whom it beats, ends games."""

from __future__ import annotations

from math import dist

import pytest

from tabletop_tui.engine.events import Shot
from tabletop_tui.engine.game import Game
from tabletop_tui.play.players.greedy_player import Greedy
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.computer.answer_values import (
    appraise,
    best_shot,
    danger,
    place_worth,
    shoots,
    shot_worth,
)
from tabletop_tui.rules.crimsondusk.shooting.blasts import ChooseSpot
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.skill_tests import chance, skill_tally
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.system import SYSTEM
from tabletop_tui.rules.crimsondusk.turn.activation import Activate
from tests.crimsondusk.build import battle_of, box, field, leader, section, soldier, squad, unit
from tests.crimsondusk.test_whole_games import begun
from tests.playing import run


def choice(game: Game) -> object:
    question = game.advance()
    return max(question.legal(), key=lambda answer: appraise(game, answer))


def asked(mine, theirs, name="A1"):
    game = field(mine, theirs)
    run(game, Activate(name))
    return game


def test_it_shoots_where_somebody_is_in_reach():
    assert choice(asked([squad(10, 30)], [squad(10, 15)])) == "shoot"


def test_it_shoots_at_those_whom_it_hurts_most():
    game = asked([squad(10, 30, 8)], [squad(6, 18, 5, av=6), squad(14, 18, 5, av=14)])
    game.answer("shoot")
    assert choice(game) == "B1"


def test_another_target_than_the_nearest_is_worth_what_the_test_may_bring():
    """Failed, the shots go at the nearest: for three men alike it is not worth the risk, for weak ones it is."""
    near, alike, weak = squad(2, 23, 5, av=10), squad(14, 21, 5, av=10), squad(14, 21, 8, av=5)

    def worth(*enemies, at):
        game = asked([squad(10, 30, 8)], list(enemies))
        game.answer("shoot")
        game.advance()
        return appraise(game, at)

    passed = chance(skill_tally(unit(asked([squad(10, 30, 8)], [near]), "A1").quality))
    for other in (alike, weak):
        alone = worth(other, at="B1")
        assert worth(near, other, at="B2") == pytest.approx(passed * alone + (1 - passed) * worth(near, at="B1"))
    assert worth(near, alike, at="B1") >= worth(near, alike, at="B2")
    assert worth(near, weak, at="B2") > worth(near, weak, at="B1")


def test_the_best_shot_is_the_best_of_all_shots_each_worked_out_by_itself():
    """The nearest is worked out once for all that may miss; fewer men at a time, so that no earlier number fits."""
    near, alike, weak = squad(2, 23, 5, av=10), squad(14, 21, 5, av=10), squad(14, 21, 8, av=5)
    seen = 0
    for enemies in ([near], [near, alike], [near, weak]):
        battle = field([squad(10, 30, 8)], enemies).state
        mine, theirs = battle.units["A1"], battle.enemies(0)
        for men in range(1, 9):
            shooters = tuple(Shooter(man.id, man.soldier.weapons[0].id) for man in mine.men[:men])
            each = [shot_worth(battle, mine, target, shooters) for target in theirs]
            assert best_shot(battle, mine, shooters) == max(each)
            seen += len(set(each)) == len(theirs)
        for _ in range(1, theirs[0].left):
            before = best_shot(battle, mine, shooters)
            theirs[0].drop([theirs[0].men[0].id])
            seen += best_shot(battle, mine, shooters) != before
    assert seen >= 28


def test_where_some_have_to_stay_every_place_for_the_others_has_a_worth():
    """Who stays is there as well when it is weighed who can shoot from there."""
    game = asked([squad(10, 30, 5)], [squad(10, 15)])
    unit(game, "A1").alter(["A1-1"], stunned=1)
    run(game, Activate("A1"))
    game.answer("move")
    question = game.advance()
    looked_at = question.suggest(12)
    assert len(question.field.places(looked_at[0])[0]) == 4
    for answer in looked_at:
        models = (unit(game, "A1").models[0], *question.field.places(answer)[0])
        assert appraise(game, answer) == place_worth(battle_of(game), unit(game, "A1"), models)


def test_five_men_do_not_walk_before_ten_rifles():
    """Beside them a wood hides them from all of the ten but a few."""
    game = field([squad(30, 36, 5)], [squad(30, 10, 10)], (box("woods", 20, 20, 26, 30),))
    run(game, Activate("A1"))
    game.answer("move")
    question = game.advance()

    def exposed(answer):
        probe = unit(game, "A1").clone()
        probe.models = question.field.places(answer)[0]
        return danger(battle_of(game), probe)

    looked_at = question.suggest(24)
    assert max(map(exposed, looked_at)) > 30, "the blunder is among them"
    assert exposed(max(looked_at, key=lambda answer: appraise(game, answer))) < 5


def test_fire_is_foreseen_while_units_are_placed():
    """Nobody has had an AP before the first turn: whoever could shoot in it counts as somebody who can."""

    def fire(battle):
        return [worth(battle, battle.units[name]) for worth in (shoots, danger) for name in ("A1", "B1")]

    seen = 0
    for far in (4, 12, 20, 44):
        battle = battle_of(field([squad(10, 46)], [squad(10, 46 - far, 8)]))
        in_play = fire(battle)
        battle.turn = 0
        assert fire(battle) == in_play
        seen += sum(worth > 0 for worth in in_play)
    assert seen == 12, "all but those 44 apart"


def test_it_comes_nearer_where_nobody_is_in_reach():
    game = asked([squad(10, 44)], [squad(10, 4)])
    answer = choice(game)
    assert answer in ("run", "move")
    game.answer(answer)
    before = unit(game, "A1").models[0]
    game.advance()
    game.answer(choice(game))
    game.advance()
    assert unit(game, "A1").models[0][1] < before[1] - 1


def test_it_charges_whom_it_beats_and_nobody_else():
    strong = squad(10, 13, 6, "El", "sword", "pistol", savage_assault=1)
    weak = squad(10, 10, 4, "Ir", "rifle", av=6)
    assert choice(asked([strong], [weak])) == "charge:B1"
    weak_ones, elite = squad(10, 13, 5, "Ir", "rifle", av=6), squad(10, 10, 6, "El", "sword", "pistol", av=13)
    assert choice(asked([weak_ones], [elite])) != "charge:B1"


def test_a_leader_stays_with_his_sections():
    game = asked([squad(10, 40), leader(14, 40)], [squad(10, 4)], "A2")
    assert choice(game) not in ("run", "move")


@pytest.mark.parametrize("seed", [1, 3, 5])
def test_whole_battles_are_fought_to_their_end(seed):
    game = begun(seed)
    players = [Greedy(seed, seat, seconds=60.0) for seat in (0, 1)]
    count = 0
    while (question := game.advance()) is not None:
        game.answer(players[question.seat].choose(game, count))
        count += 1
        assert count < 500
    assert game.result is not None
    assert any(isinstance(event, Shot) for event in game.events)
    assert battle_of(game).turn <= battle_of(game).scenario.turns


def gap(battle: Battle, unit: Unit) -> float:
    """How far a unit is from the nearest enemy, in units."""
    spots = [there for enemy in battle.enemies(unit.seat) for there in enemy.models]
    return min(dist(one, there) for one in unit.models for there in spots)


def test_a_leader_is_placed_behind_his_sections():
    """He is a man alone who brings the initiative: in the front row the first burst takes him."""
    looked_at = 0
    for seed in range(4):
        game = begun(seed)
        players = [Greedy(seed, seat) for seat in (0, 1)]
        while (question := game.advance()) is not None and battle_of(game).turn == 0:
            game.answer(players[question.seat].choose(game, 1))
        battle = battle_of(game)
        for seat in (0, 1):
            for chief in (one for one in battle.side(seat) if one.sheet.personality and one.models):
                front = min(abs(y - chief.models[0][1]) for foe in battle.enemies(seat) for _, y in foe.models)
                others = [one for one in battle.side(seat) if one.models and not one.sheet.personality]
                nearer = sum(
                    min(
                        abs(y - there[1]) for foe in battle.enemies(seat) for _, y in foe.models for there in one.models
                    )
                    < front
                    for one in others
                )
                looked_at += 1
                assert nearer >= 1, (seed, seat)
    assert looked_at >= 4


def test_a_blast_at_nobody_is_not_aimed_at_its_own_side():
    """The enemy is out of sight; the shot has to go somewhere, and where it scatters counts."""
    mine = [section(10, 30, soldier("Rg", "grenade-launcher")), squad(8, 38, 6)]
    game = field(mine, [squad(10, 4)], (box("woods", 0, 10, 72, 20),))
    game.system = SYSTEM
    run(game, ChooseSpot("A1", Shooter("A1-1", "grenade-launcher")))
    (spot,) = (tuple(map(float, one.split(","))) for one in Greedy(1, 0, seconds=10.0).choose(game, 1))
    own = [there for one in battle_of(game).side(0) for there in one.models]
    assert min(dist(spot, there) for there in own) > 10, spot


def test_a_blast_is_aimed_where_it_may_not_scatter_on_its_own_side():
    """Two enemy sections alike: one stands at the elbows of its own men, the other does not."""
    mine = [section(36, 40, soldier("Rg", "grenade-launcher")), squad(20, 22, 6)]
    game = field(mine, [squad(20, 18), squad(52, 18)])
    game.system = SYSTEM
    run(game, ChooseSpot("A1", Shooter("A1-1", "grenade-launcher")))
    (spot,) = (tuple(map(float, one.split(","))) for one in Greedy(1, 0, seconds=10.0).choose(game, 1))
    assert spot[0] > 40, spot
