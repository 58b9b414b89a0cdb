"""Designate is refused only where no move leads to a mark (PMC-SR-11, PMC-GEN-11): held against moves by chance."""

from __future__ import annotations

from math import cos, radians, sin
from random import Random

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.rules.pmc2640.shooting.markerlight_targets import markable, refuse_designate, refuse_mark
from tabletop_tui.rules.pmc2640.ways.move_field import MoveField
from tabletop_tui.rules.pmc2640.ways.standing_checks import refuse_overlap, refuse_stand
from tabletop_tui.skirmish.unit_place_fields import Plan
from tabletop_tui.table import bases, formations
from tests.pmc2640.build import battle_of, field, rifles, unit
from tests.pmc2640.crowds import TURNS, somewhere, terrain, tries

POSITIONS, TRIES = 100, 250
MOST_IN_VAIN = 0.2
"""Of the positions in which it is offered, so many may have a move to a mark that chance does not find."""


def out_of_mark(chance: Random) -> Game:
    """A1 can mark nobody from where it stands: B1 is out of reach, or near and out of sight."""
    while True:
        size, spot = chance.choice((1, 2, 4, 6)), somewhere(chance)
        far, angle = chance.choice((chance.uniform(25, 29.5), chance.uniform(5, 15))), radians(chance.uniform(0, 360))
        x, y = round(spot[0] + far * cos(angle), 2), round(spot[1] + far * sin(angle), 2)
        if not (2 < x < 46 and 2 < y < 43):
            continue
        mine = [
            rifles(0, 0, size=size, markerlights=True),
            rifles(1, 47, size=1, indirect=True, range=90),
            rifles(*somewhere(chance), size=3),
        ]
        game = field(mine, [rifles(x, y, size=chance.choice((1, 2, 4)))], pieces=terrain(chance, 25))
        battle, one = battle_of(game), unit(game, "A1")
        shape = formations.turned(
            formations.formation(chance.choice(formations.FORMATIONS[1:]), size, 1.0), chance.choice(TURNS)
        )
        one.models = formations.shifted(shape, spot)
        stands = all(refuse_stand(battle, each, each.models) is None for each in battle.units.values())
        if stands and refuse_overlap(one, one.models) is None and not markable(battle, one):
            return game


def marking_move(game: Game, chance: Random) -> Plan | None:
    """A legal move by chance from whose end B1 is marked."""
    probe = battle_of(game).clone()
    one, enemy = unit(game, "A1"), probe.units["B1"]
    (x, y), far, ghost = bases.centre(one.models), one.type.move, probe.units["A1"]
    moves = MoveField(battle_of(game), one, far)
    for plan in tries(chance, x - far, y - far, x + far, y + far, len(one.models), TRIES):
        ghost.models = moves.ends(plan)
        if refuse_mark(probe, ghost, enemy) is None and moves.judge_answer(plan)[0] is None:
            return plan
    return None


@pytest.mark.rule("PMC-SR-11", "PMC-GEN-11")
def test_it_is_refused_only_where_no_move_leads_to_a_mark():
    looked = {(refused, found): 0 for refused in (True, False) for found in (True, False)}
    for seed in range(POSITIONS):
        chance = Random(seed)
        game = out_of_mark(chance)
        refusal = refuse_designate(battle_of(game), unit(game, "A1"))
        plan = marking_move(game, chance)
        looked[refusal is not None, plan is not None] += 1
        assert refusal is None or plan is None, (seed, refusal, plan)
    assert looked[True, False] >= 5, looked
    assert looked[False, True] >= POSITIONS / 3, looked
    assert looked[False, False] <= MOST_IN_VAIN * (looked[False, True] + looked[False, False]), looked
