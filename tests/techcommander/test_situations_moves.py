"""Situations of moves and machines, each in the four ways: typed dice, dice at a word, saved in between, taken back."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.state.distances import distance
from tabletop_tui.rules.techcommander.turn.actions import ChooseAction
from tabletop_tui.rules.techcommander.ways.collapse import Collapse
from tests.playing import refused, run
from tests.techcommander.build import box, field, named, unit
from tests.techcommander.situations import played
from tests.techcommander.test_machines import truck


@pytest.mark.rule("TC-HIND-2", "TC-HIND-3")
def test_4_through_a_river_and_a_swamp():
    pieces = (box("river", 22, 0, 22.5, 90), box("swamp", 23, 0, 23.2, 90))

    def build(card="dwarf", speed=13):
        return field([unit(card, 20, 45, card_changes={"speed": speed})], [], pieces=pieces)

    assert refused(run(build(), ChooseMove("A1")), ["23.26,45"]) == "TC-HIND-3"
    why = run(build(speed=14), ChooseMove("A1")).refuse(["23.51,45"])
    assert str(why) == "3.51 cm through the swamp, 3.5 allowed [TC-HIND-3]"
    assert named(played(build, (ChooseMove("A1"),), (["23.25,45"],)), "A1").at == (23.25, 45.0)
    jets = played(lambda: build("pigeonhawk"), (ChooseMove("A1"),), (["33,45"],))
    assert named(jets, "A1").at == (33.0, 45.0)


@pytest.mark.rule("TC-ELEV-1")
def test_5_over_a_tower():
    def build(top=18.0):
        jumper = unit("pigeonhawk", 20, 45, card_changes={"speed": 18})
        return field([jumper], [], pieces=(box("tower", 25, 40, 30, 50, top=top),))

    assert named(played(build, (ChooseMove("A1"),), (["38,45"],)), "A1").at == (38.0, 45.0)
    assert refused(run(build(18.5), ChooseMove("A1")), ["38,45"]) == "TC-ELEV-1"


def test_6_the_height_of_a_roof_counts_in_a_distance():
    def build():
        roof = (box("building", 15, 40, 25, 50, top=9.0),)
        return field([unit("marine", 20, 45, on=roof[0].id)], [unit("dwarf", 40, 45)], pieces=roof)

    game = played(build, (ChooseMove("B1"),), (["36,45"],))  # 12 from base to base as seen from above
    assert distance(game.state, named(game, "A1"), named(game, "B1")) == 15.0


@pytest.mark.rule("TC-COLL-2", "TC-COLL-6")
def test_17_a_tower_comes_down():
    def build():
        tower = (box("tower", 40, 40, 50, 50, ac=5, reach=6.0),)
        near, big = unit("stingray", 57.5, 45), unit("dwarf", 45, 55, card_changes={"ac": 5})
        return field([near, big, unit("marine", 45, 37)], [], pieces=tower)

    game = played(build, (Collapse("tower-40-40"),), ("dodge", ["45,33"]), (10, 10, 10, 12))
    assert [named(game, name).life for name in ("A1", "A2", "A3")] == [5, 20, 20]
    assert named(game, "A3").at == (45.0, 33.0)


@pytest.mark.rule("TC-FALL-4", "TC-FALL-5")
def test_18_over_a_ledge():
    def build(card="stingray", top=5.0, **changes):
        roof = (box("bunker", 20, 40, 40, 50, top=top, ac=6),)
        return field([unit(card, 35, 45, on=roof[0].id, card_changes=changes)], [], pieces=roof)

    over, steps = (["45,45"],), (ChooseMove("A1"),)
    wheels = played(lambda: build(locomotion="wheeled"), steps, over, (7, 8))
    assert named(wheels, "A1").life == 20 - 7
    legs = played(lambda: build("herald", 9.0), steps, over, (1, 1, 1, 1, 1, 1, 1, 5))
    assert named(legs, "A1").life == 20 - 3
    assert named(played(lambda: build("herald", 3.0), steps, over), "A1").life == 20


@pytest.mark.rule("TC-UNBUT-2", "TC-UNBUT-3")
def test_26_fire_from_the_hatch():
    def build():
        gunner = unit("marine", None, 0, "rifle", aboard="A1", hatch=True)
        return field([truck(20, 45), gunner], [unit("dwarf", 45, 45)])

    game = run(build(), ChooseAction(("A1",)))
    game.answer("move")
    game.advance()
    game.answer(["30,45"])
    game.advance()
    assert game.question.about == "A1"
    answers = ("move", ["30,45"], "pass", "pass")
    assert named(played(build, (ChooseAction(("A1",)),), answers, middle=2), "A1").at == (30.0, 45.0)


@pytest.mark.rule("TC-OFFLOAD-2")
def test_27_set_down_and_waiting():
    def build():
        mates = [unit("marine", None, 0, "rifle", aboard="A1") for _ in range(2)]
        return field([truck(20, 45), *mates], [])

    first, second = ("A2", ["20,48"], "move", ["20,55"]), ("A3", ["20,48"], "wait", "done", ["20,40"])
    answers = ("offload", "offload-first", *first, *second)
    game = played(build, (ChooseAction(("A1",)),), answers, middle=5)
    assert [named(game, name).acted for name in ("A1", "A2", "A3")] == [1, 1, 0]
