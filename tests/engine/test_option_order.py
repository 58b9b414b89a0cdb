"""The order in which ways to answer are listed."""

from attrs import evolve

from tabletop_tui.engine.option_order import Folded, arranged, careful, each_once, in_turn
from tabletop_tui.engine.question import Option
from tabletop_tui.engine.refusal import Refusal

NO = Refusal("too far", "X-1")
ENEMY, FAR = Option("B1", "B1 Jeep"), Option("B2", "B2 Truck", NO)
WALLS = [Option(f"w{number}", f"wall {number}", group="Terrain") for number in range(3)]


def keys(options):
    return [option.key for option in options]


def test_what_may_be_done_comes_first_then_the_groups_then_what_is_refused():
    found = arranged([FAR, *WALLS, ENEMY])
    assert keys(found) == ["B1", "group Terrain", "B2"]
    assert isinstance(found[1], Folded)
    assert found[1].label == "Terrain: 3"


def test_a_group_that_is_opened_is_listed_one_by_one():
    assert keys(arranged([FAR, *WALLS, ENEMY], {"Terrain"})) == ["B1", "w0", "w1", "w2", "B2"]


def test_few_of_a_group_and_a_group_without_anything_beside_it_are_not_folded():
    assert keys(arranged([*WALLS[:2], ENEMY])) == ["B1", "w0", "w1"]
    four = [*WALLS, Option("w3", "wall 3", group="Terrain")]
    assert keys(arranged([*four, ENEMY])) == ["B1", "group Terrain"]
    assert keys(arranged([FAR, *WALLS])) == ["w0", "w1", "w2", "B2"]


def test_a_careful_player_takes_what_is_best_of_what_may_be_taken():
    spent, idle = evolve(ENEMY, deliberate=True), evolve(ENEMY, idle="nothing would come of it")
    assert careful([FAR, spent, idle, ENEMY, ENEMY]) == 3
    assert careful([FAR, spent]) == 1
    assert careful([FAR, FAR]) == 0


def test_rows_take_turns_and_nothing_comes_twice():
    assert [*in_turn("ace", "bd", "")] == ["a", "b", "c", "d", "e"]
    assert [*each_once("abca")] == ["a", "b", "c"]


def test_of_those_that_cost_nothing_unasked_an_attack_that_is_worth_something_comes_before_what_is_worth_most():
    move, shot, other = Option("move", "Move"), Option("shot", "Shoot", attacks=True), Option("run", "Run")
    worths = {"move": 5.0, "shot": 0.5, "run": 6.0}
    options = [move, shot, other]
    assert careful(options) == 0
    assert careful(options, worths.__getitem__) == 1
    assert careful(options, {**worths, "shot": 0.0}.__getitem__) == 2, "a shot of which nothing can come is none"
    asked = [move, evolve(shot, warning="is the action spent on that?"), other]
    assert careful(asked, worths.__getitem__) == 2
    assert careful([FAR, evolve(move, refusal=NO)], worths.__getitem__) == 0


def test_what_is_seldom_used_is_listed_behind_the_rest_and_before_what_is_idle():
    rare, idle = Option("jump", "Jump", seldom=True), Option("hold", "Hold", idle="it does nothing")
    assert keys(arranged([rare, idle, FAR, ENEMY])) == ["B1", "jump", "hold", "B2"]
