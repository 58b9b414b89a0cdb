"""What one rule leaves behind for the next: coordinated marks, garrisons, assaults that fail and who flees then."""

from __future__ import annotations

from math import dist

import pytest

from tabletop_tui.rules.pmc2640.assault.assault import ChooseAssaulted
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Attack, crossfire, firepower
from tabletop_tui.rules.pmc2640.shooting.shooting import Collapse, Shoot
from tabletop_tui.rules.pmc2640.state import distances, terrain_state
from tabletop_tui.rules.pmc2640.state.battle import Location
from tabletop_tui.rules.pmc2640.state.victory import capturer, losses
from tabletop_tui.rules.pmc2640.turn.fleeing import Flee, FleePhase
from tabletop_tui.rules.pmc2640.turn.turn import ActionPhase, Rally
from tests.playing import options, play, run, unread
from tests.pmc2640.build import battle_of, box, buggy, field, rifles, unit, wall
from tests.pmc2640.test_special import command

rule = pytest.mark.rule
HOUSE = box("b", "building", 20, 20, 24, 24)


def housed(game, name="A1"):
    """The same with a unit in the house."""
    unit(game, name).models, unit(game, name).building = (), HOUSE.id
    return game


@rule("PMC-SR-2", "PMC-SR-12", "PMC-SR-3")
def test_a_marker_that_is_coordinated_brings_its_gun_in_besides_the_two():
    mine = [command(16, 30), rifles(20, 30, size=1, markerlights=True), rifles(24, 40, size=1, indirect=True, range=48)]
    game = field([*mine, rifles(28, 30, size=1)], [rifles(20, 15, size=1), rifles(45, 5), rifles(40, 5)], dice=(0,))
    run(game, ActionPhase())
    play(game, "A1", "coordinate", "A2", "designate", ["20,30"], "B1:A3")
    assert unit(game, "A3").activated
    assert set(options(game)) == {"A4", "enough"}, "one of the two is still to come"
    play(game, "A4", "move", ["28,32"])
    assert game.question.seat == 1


@rule("PMC-SR-1", "PMC-BLDG-3")
def test_a_garrison_is_coordinated_within_12_of_its_walls_and_fires():
    for x, allowed in ((36.25, True), (36.3, False)):
        game = housed(field([rifles(0, 0), command(x, 22), rifles(x, 30, size=1)], [rifles(22, 10)], pieces=(HOUSE,)))
        run(game, ActionPhase())
        play(game, "A2", "coordinate")
        assert ("A1" in options(game)) == allowed
    game = housed(field([rifles(0, 0), command(36, 22)], [rifles(22, 10)], pieces=(HOUSE,), dice=(0,)))
    run(game, ActionPhase())
    play(game, "A2", "coordinate", "A1")
    assert options(game)["move"] == "PMC-BLDG-3"
    play(game, "fire", "B1", "main")
    assert unit(game, "B1").shot_by == ("A1",)


@rule("PMC-SR-9", "PMC-BLDG-4")
def test_inspiration_from_within_a_building_reaches_from_its_walls():
    for x, asked in ((36.25, True), (36.3, False)):
        mine = [rifles(0, 0, inspiring=True), rifles(x, 22)]
        game = housed(field(mine, [rifles(5, 5)], pieces=(HOUSE,), dice=(1, 1, 1, 1)))
        unit(game, "A2").suppression = 4
        run(game, Rally("A2"))
        assert (game.question is not None) == asked


@rule("PMC-OBJ-4", "PMC-BLDG-4")
def test_a_garrison_holds_an_objective_within_4_of_its_walls_and_contests_it():
    for x, seat in ((29.0, 0), (29.05, None)):
        game = housed(field([rifles(0, 0)], [rifles(5, 5)], pieces=(HOUSE,)))
        battle_of(game).locations = {"L1": Location("L1", (x, 22.0), "true")}
        assert capturer(battle_of(game)) == seat
    unit(game, "B1").models = ((32.0, 22.0),)
    battle_of(game).locations = {"L1": Location("L1", (29.0, 22.0), "true")}
    assert capturer(battle_of(game)) is None


@rule("PMC-ASSLT-5", "PMC-FLEE-6")
def test_attackers_who_were_stopped_may_go_to_cover_in_the_same_phase():
    # 9 + 2 + 1 = 12 against 7: five hits, five points on Morale 4.
    wood = box("w", "woods", 18, 22, 22, 28)
    game = field([rifles(20, 20, defence=7)], [rifles(25.5, 20)], pieces=(wood,), dice=(9, 2, 2, 2, 2, 2))
    run(game, ChooseAssaulted("A1"))
    play(game, "B1", "B1", "main")
    stopped = unit(game, "A1")
    assert (stopped.status, stopped.models[0]) == ("Suppressed", (20, 20))
    run(game, FleePhase())
    assert game.question.about == "A1"
    play(game, ["20,24.35"])
    assert stopped.models[0] == (20, 23), "Move 4, less an inch for the wood"


@rule("PMC-ASSLT-12", "PMC-FLEE-2")
def test_attackers_who_are_broken_fall_back_an_inch_and_flee_at_the_end_of_the_phase():
    game = field([rifles(20, 20, size=1, defence=5)], [rifles(25, 20, size=1, assault=5)], dice=(0, 9, *[2] * 9))
    run(game, ChooseAssaulted("A1"))
    play(game, "B1")
    while game.question is not None:
        play(game, "wait")
    loser = unit(game, "A1")
    assert loser.broken
    before = distances.distance(battle_of(game), loser, unit(game, "B1"))
    run(game, Flee("A1"))
    assert distances.distance(battle_of(game), loser, unit(game, "B1")) == pytest.approx(before + 6, abs=0.02)


@rule("PMC-SR-7", "PMC-FLEE-2", "PMC-TERR-7")
def test_survivors_of_a_collapse_flee_out_of_the_rubble_an_inch_less():
    game = field([rifles(0, 0, size=1)], [rifles(22, 10)], pieces=(HOUSE,), dice=(1, 1, 1, 1))
    terrain_state.destroy_piece(battle_of(housed(game)), HOUSE.id)
    run(game, Collapse("A1", "B1"))
    unit(game, "A1").suppression = 12
    start = unit(game, "A1").models[0]
    run(game, Flee("A1"))
    assert dist(start, unit(game, "A1").models[0]) == pytest.approx(5, abs=0.02)


@rule("PMC-XFIRE-1", "PMC-XFIRE-4", "PMC-SR-15")
def test_a_mortar_is_one_of_two_shooters_but_has_no_crossfire_bonus_itself():
    mine = [rifles(20, 20, basic_only=True, range=48), rifles(32, 20)]
    game = field(mine, [rifles(26, 20)], dice=(0,))
    run(game, Shoot(Attack("A1", "B1")))
    assert "PMC-XFIRE-1" in firepower(battle_of(game), Attack("A2", "B1")).rules
    unit(game, "B1").shot_by = ("A2",)
    assert crossfire(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    assert firepower(battle_of(game), Attack("A1", "B1")).total == 2 + 1
    assert firepower(battle_of(game), Attack("A1", "B1", "auxiliary")).total == 1 + 1 + 2 + 2 + 1


@rule("PMC-FLEE-4", "PMC-OBJ-2")
def test_who_flees_off_the_table_counts_towards_the_half_and_who_is_overrun_towards_both():
    game = field([rifles(20, 20)], [rifles(20, 2.5, size=1), *(rifles(5 + 4 * n, 40) for n in range(4))])
    unit(game, "B1").suppression = 12
    run(game, Flee("B1"))
    lost = losses(battle_of(game), 1)
    assert (unit(game, "B1").gone, lost.gone, lost.destroyed) == ("fled", 1, 0)
    unit(game, "B2").suppression = 12
    unit(game, "B2").models = ((25.0, 20.0),)
    run(game, ChooseAssaulted("A1"))
    play(game, "B2")
    lost = losses(battle_of(game), 1)
    assert (unit(game, "B2").gone, lost.gone, lost.destroyed, lost.left) == ("destroyed", 2, 1, 1)


@rule("PMC-VEH-13", "PMC-LOS-2", "PMC-OVER-2")
def test_a_wreck_hides_who_was_behind_the_vehicle_and_the_count_of_the_phase_stands():
    mine = [rifles(20, 20, size=1, firepower=9), rifles(5, 44, size=1)]
    game = field(mine, [buggy(28, 20, 90), rifles(34, 20, size=1)], dice=(9, *[2] * 15, 1))
    run(game, ActionPhase())
    assert battle_of(game).in_a_row == (1, 1)
    play(game, "A1", "fire", "B1", "main")
    assert unit(game, "B1").gone == "destroyed"
    assert battle_of(game).in_a_row == (1, 1), "two to one now"
    assert game.question.seat == 1
    play(game, "B2")
    assert options(game)["fire"], "the wreck is in between"


@rule("PMC-FLEE-7", "PMC-LIN-1")
def test_who_is_behind_a_low_wall_already_does_not_go_to_the_wood():
    wood = box("w", "woods", 14, 22, 18, 26)
    for pieces, asked in (((wood,), True), ((wood, wall("l", 16, 19, 24, 19)), False)):
        game = field([rifles(20, 20, size=1)], [rifles(20, 8)], pieces=pieces)
        unit(game, "A1").suppression = unit(game, "A1").morale + 1
        run(game, FleePhase())
        assert (game.question is not None) == asked
        assert not unread(game)
