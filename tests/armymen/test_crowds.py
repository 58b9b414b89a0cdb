"""Crowds by chance that go into contact: all touch for whom there is a place, and whoever can comes to strike."""

from __future__ import annotations

from math import cos, dist, sin, tau
from random import Random

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.rules.armymen.melee.melee import closing_up, strikers
from tabletop_tui.rules.armymen.state.battle import Battle
from tabletop_tui.rules.armymen.ways.charge_assignment import Ranks, into_contact
from tabletop_tui.rules.armymen.ways.charge_move import approaches
from tabletop_tui.table.points import Spot
from tests.armymen.build import battle_of, box, field, recruits, riflemen, stand, unit

rule = pytest.mark.rule
CROWDED = (91, 102, 138, 211, 217, 226, 276, 338, 395, 437, 443)
"""Of 500 crowds, those in which somebody found no way to his place."""


def crowd(chance: Random) -> Game[Battle] | None:
    """Two units close to each other and up to two others among them; None if there is no room for somebody."""
    woods = box("woods", chance.uniform(14, 20), chance.uniform(12, 20), chance.uniform(20, 24), chance.uniform(21, 30))
    others = [riflemen(0, 0) for _ in range(chance.randint(0, 2))]
    pieces = (woods,) if chance.random() < 0.3 else ()
    game = field([riflemen(0, 0, 10)], [recruits(0, 0, 10), *others], pieces=pieces)
    taken: list[Spot] = []
    far = chance.uniform(3, 9)
    for one in battle_of(game).units.values():
        size = chance.randint(1, 8) if one.id in ("A1", "B1") else chance.randint(1, 3)
        middle = {"A1": (20.0, 20.0), "B1": (20.0, 20 + far)}.get(one.id, (chance.uniform(14, 26), 20 + far / 2))
        models: list[Spot] = []
        for _ in range(600):
            (x, y), step = (chance.choice(models), 1.02 + chance.random() ** 3) if models else (middle, chance.random())
            turn = chance.random() * tau
            spot = round(x + step * cos(turn), 2), round(y + step * sin(turn), 2)
            if all(dist(spot, other) >= 1.01 for other in taken) and all(dist(spot, other) < 6 for other in models):
                models.append(spot)
                taken.append(spot)
            if len(models) == size:
                break
        else:
            return None
        one.models = tuple(models)
    return game


@rule("AMC-MELEE-1")
def test_nobody_who_can_touch_the_target_is_left_out_for_want_of_a_way_past_the_others():
    """Those who find none change places; before, one in fifty crowds touched with one less, and so did its forecast."""
    compared = changed = 0
    for seed in (*range(20), *CROWDED):
        game = crowd(Random(seed))
        if game is None:
            continue
        one, other = unit(game, "A1"), unit(game, "B1")
        for way in approaches(battle_of(game), one, other, float(one.sheet.rush)):
            ranks = Ranks(way)
            for able in [ranks, *(Ranks(way, side=spot) for spot in list(ranks.touching.values())[:2])]:
                assert able.count(able.tracks) == len(able.touching), (seed, able.side)
                compared += 1
                changed += able.count(able.one_after_another(able.ends)) < len(able.touching)
    assert (compared > 60, changed >= 15) == (True, True), (compared, changed)


@rule("AMC-MELEE-2", "AMC-MELEE-3")
def test_who_has_to_go_round_his_comrades_comes_as_near_as_that_way_leads():
    game = field(
        [riflemen(10, 10, 10)],
        [recruits(16, 12, 10), riflemen(0, 0)],
        pieces=(box("woods", 18.12, 19.53, 22.16, 24.73),),
    )
    stand(
        game,
        "A1",
        *((19.12, 19.05), (18.11, 18.88), (19.25, 18.04), (16.15, 19.8), (15.19, 19.47)),
        *((17.17, 19.83), (16.46, 21.05), (15.5, 20.58), (17.03, 22.89), (20.76, 20.34)),
    )
    stand(
        game,
        "B1",
        *((20.35, 25.31), (22.02, 25.54), (19.98, 27.11), (21.65, 26.49), (21.14, 24.67)),
        *((21.12, 27.36), (18.84, 26.14), (21.21, 23.65), (23.89, 25.24)),
    )
    stand(game, "B2", (25.19, 24.39), (24.42, 23.72), (23.46, 23.37))
    charger, defender = unit(game, "A1"), unit(game, "B1")
    defender.models = tuple(track[-1] for track in closing_up(battle_of(game), defender, charger))
    assert strikers(defender, charger) == 8, "the last was left out by a hair, at the end of a straight line"


@rule("AMC-MELEE-1", "AMC-MELEE-2", "AMC-MELEE-3")
def test_nobody_is_left_out_of_striking_range_who_could_go_to_a_free_place_in_it():
    """Probed by chance around each enemy model, as the others have gone: such a place would be free and reached."""
    left_out = probed = 0
    for seed in (0, 1, 2, 1666, 2494, 3431):
        for mover, foe, most in (("A1", "B1", 12.0), ("B1", "A1", 3.0)):
            game, chance = crowd(Random(seed)), Random(seed)
            assert game is not None
            one, other = unit(game, mover), unit(game, foe)
            ranks = Ranks(next(iter(approaches(battle_of(game), one, other, most))))
            ends = [track[-1] for track in into_contact(battle_of(game), one, other, most)]
            for number, end in enumerate(ends):
                if min(dist(end, spot) for spot in other.models) <= 3:
                    continue
                left_out += 1
                others = [spot for another, spot in enumerate(ends) if another != number]
                for _ in range(400):
                    (x, y), turn, far = chance.choice(other.models), chance.random() * tau, 1 + 2 * chance.random()
                    spot = round(x + far * cos(turn), 2), round(y + far * sin(turn), 2)
                    probed += 1
                    if dist(one.models[number], spot) > most or not ranks.fits(spot, others):
                        continue
                    free = ranks.linked(spot, others) and ranks.approach.finder.free(spot, one.models[number])
                    assert not free or ranks.go(number, spot, others) is None, (seed, mover, number, spot)
    assert (left_out > 5, probed > 2000) == (True, True), (left_out, probed)
