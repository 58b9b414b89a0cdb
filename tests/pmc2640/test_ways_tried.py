"""Ways on random tables against ways that are tried: none is missed, by foot, by wheel or in an assault."""

from __future__ import annotations

from math import cos, dist, inf, pi, sin
from random import Random

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.ways.charge_move import charge_way, inches_of
from tabletop_tui.rules.pmc2640.ways.move_field import MoveField
from tabletop_tui.rules.pmc2640.ways.nearby_lookup import Surroundings, box_around
from tabletop_tui.rules.pmc2640.ways.pathfinding import Detours
from tabletop_tui.rules.pmc2640.ways.standing_checks import refuse_ends, refuse_stand
from tabletop_tui.skirmish.unit_place_fields import Plan
from tabletop_tui.table.pathfinding import Pathfinder
from tabletop_tui.table.points import Spot, Spots
from tests.pmc2640.build import battle_of, box, buggy, field, rifles, unit, wall

rule = pytest.mark.rule
KINDS = ("building", "water", "rocks", "woods", "ruins")
LEEWAY = 0.03
"""Ways turn a little beyond corners, at places to the hundredth."""


def table(chance: Random, vehicle: bool) -> Game[Battle] | None:
    """One unit in the middle of some terrain, and one to three enemies; None if somebody could not stand there."""

    def place(low: float, high: float) -> float:
        return round(chance.uniform(low, high), 2)

    pieces = []
    for number in range(chance.randint(1, 4)):
        x, y = place(14, 30), place(14, 30)
        if chance.random() < 0.35:
            pieces.append(wall(f"p{number}", x, y, x + place(-6, 6), y + place(-6, 6)))
        else:
            pieces.append(box(f"p{number}", chance.choice(KINDS), x, y, x + place(0.5, 6), y + place(0.5, 6)))
    x, y = place(18, 28), place(18, 28)
    one = buggy(x, y, chance.choice([0, 45, 90, 180, 200])) if vehicle else rifles(x, y, size=chance.choice([1, 4]))
    foes = [rifles(place(15, 30), place(15, 30), size=chance.choice([1, 4])) for _ in range(chance.randint(1, 3))]
    game = field([one], foes, pieces=tuple(pieces))
    units = battle_of(game).units.values()
    return None if any(refuse_stand(battle_of(game), here, here.models) for here in units) else game


def contacts(battle: Battle, one: Unit, foe: Unit) -> Spots:
    """Places in contact with an enemy, all around it."""
    if foe.building:
        rim = battle.table.by_id[foe.building].shape.buffer(one.type.radius, quad_segs=16).exterior
        count = int(rim.length / 0.1)
        return tuple(rim.interpolate(number / count, normalized=True).coords[0] for number in range(count))
    far, turns = one.type.radius + foe.type.radius, [number * pi / 45 for number in range(90)]
    around = [(x + far * cos(turn), y + far * sin(turn)) for x, y in foe.models for turn in turns]
    return tuple(spot for spot in around if all(dist(spot, other) >= far - 1e-6 for other in foe.models))


def tried(battle: Battle, one: Unit, foe: Unit, reach: float) -> float:
    """What the cheapest way into contact takes of those that lead over corners to places all around the enemy."""
    around = Surroundings(battle, one, box_around(one.models, reach + one.type.radius + foe.type.radius), foe.id)
    detours = Detours(around, ((0.0, 0.0),), one.models, reach)
    spots = [spot for spot in contacts(battle, one, foe) if refuse_ends(around, (spot,)) is None]
    best = inf
    for cost, way, _ in sorted([*detours.through.found(), *detours.past.found()], key=lambda found: found[0]):
        for spot in spots:
            if cost + dist(way[-1], spot) < min(best, reach):
                best = min(best, inches_of(around, (*way, spot))[1])
    return best


@rule("PMC-ASSLT-1", "PMC-ASSLT-2", "PMC-TERR-7")
def test_no_way_into_contact_is_missed_that_trying_all_around_the_enemy_finds():
    compared = round_corners = 0
    for seed in range(0, 480, 2):
        game = table(Random(seed), vehicle=False)
        if game is None:
            continue
        battle, one = battle_of(game), unit(game, "A1")
        houses = [piece for piece in battle.table.pieces if piece.kind == "building"]
        if houses and seed % 4 == 0:
            unit(game, "B1").building, unit(game, "B1").models = houses[0].id, ()
        for foe in battle.enemies(0):
            best = tried(battle, one, foe, 6.0)
            if best > 6.0:
                continue
            way = charge_way(battle, one, foe, 6.0)
            assert way is not None, (seed, foe.id, best)
            around = Surroundings(battle, one, box_around(one.models, 8.0), foe.id)
            assert inches_of(around, way)[1] < best + LEEWAY, (seed, foe.id)
            compared, round_corners = compared + 1, round_corners + (len(way) > 2)
    assert (compared > 60, round_corners >= 8) == (True, True), (compared, round_corners)


@rule("PMC-VEH-5", "PMC-MOVE-4", "PMC-MOVE-1")
def test_no_drive_is_refused_that_a_place_to_turn_in_the_open_allows():
    compared = refused = 0
    for seed in range(1, 121, 2):
        chance = Random(seed)
        game = table(chance, vehicle=True)
        if game is None:
            continue
        found = MoveField(battle_of(game), unit(game, "A1"), 14.0)

        def near(share: float, middle: Spot = found.middle, chance: Random = chance) -> Spot:
            return tuple(round(at + chance.uniform(-14, 14) * share, 2) for at in middle)  # type: ignore[return-value]

        for goal in [near(1.0) for _ in range(6)]:
            refusal, taken = found.judge_answer(Plan((goal,)))
            if found.straight(Plan((goal,)))[0] is None:
                continue
            best = 14.0 if refusal is not None else taken
            plans = [Plan((*(near(0.8) for _ in range(chance.choice([1, 1, 2]))), goal)) for _ in range(120)]
            judged = [found.judge_plan(plan) for plan in plans]
            better = [inches for why, inches in judged if why is None and inches < best - LEEWAY]
            assert not better, (seed, goal, best, min(better))
            compared, refused = compared + len(plans), refused + (refusal is not None)
    assert (compared > 4000, refused > 20) == (True, True), (compared, refused)


@rule("PMC-MOVE-4", "PMC-MOVE-1")
def test_round_an_enemy_a_model_may_go_along_the_arc_an_inch_from_its_base():
    """The exact length of tangents and arc is enough, and nothing less is."""
    chance, bent = Random(4), 0
    for _ in range(60):
        start, foe = (20.0, 20.0), (round(chance.uniform(21.6, 24), 2), round(chance.uniform(19, 21), 2))
        goal = round(2 * foe[0] - 20 + chance.uniform(-1, 1), 2), round(2 * foe[1] - 20 + chance.uniform(-1, 1), 2)
        if dist(goal, foe) < 1.6:
            continue
        exact = Pathfinder([(foe, 1.5)]).way(start, goal)
        assert exact is not None
        game = field([rifles(*start, size=1)], [rifles(*foe, size=1)])
        for allowance, allowed in ((exact[0] + 2 * LEEWAY, True), (exact[0] - LEEWAY, False)):
            refusal, _ = MoveField(battle_of(game), unit(game, "A1"), allowance).judge_answer(Plan((goal,)))
            assert (refusal is None) == allowed, (foe, goal, allowance, refusal)
        bent += len(exact[1]) > 2
    assert bent > 40
