"""The overlay of sight against the single lines: the same places, whatever stands, burns or drives where."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tabletop_tui.play import new_game
from tabletop_tui.rules.crimsondusk.sight import sight, sight_map
from tabletop_tui.rules.crimsondusk.state.battle import Battle, Cloud
from tabletop_tui.rules.crimsondusk.system import SYSTEM
from tabletop_tui.table.line_of_sight import lattice


def under_way(scenario: str, seed: int, answers: int) -> Battle:
    found, info = new_game.find_scenario(f"crimsondusk/{scenario}")
    game, chooser = SYSTEM.start(new_game.set_table(found, info, (), ["random"] * 2, seed=seed)), Random(seed)
    for _ in range(answers):
        question = game.advance()
        if question is None:
            break
        game.answer(question.sample(chooser))
    return game.state


@pytest.mark.long
@pytest.mark.rule("CD-LOS-2", "CD-LOS-3", "CD-LOS-4", "CD-LOS-5", "CD-BLDG-6", "CD-AMMO-2")
@pytest.mark.parametrize(
    ("scenario", "seed", "answers"), [("crossroads", 1, 60), ("convoy", 2, 90), ("convoy", 3, 150)]
)
def test_the_map_says_of_every_place_what_a_single_line_says(scenario, seed, answers):
    battle = under_way(scenario, seed, answers)
    battle.clouds = (*battle.clouds, Cloud("smoke", (20.0, 20.0), 3.0, "", 99))
    width, height = int(battle.table.width), int(battle.table.height)
    places = lattice(width, height)
    for unit in list(battle.on_table())[::3]:
        blinds = sight.blinds_between(battle, unit, None, [(0.0, 0.0), (float(width), float(height))])
        single = [
            all(sight.blocked(blinds, eye, (x, y)) is not None for eye in unit.models) for x, y in places.tolist()
        ]
        found = sight_map.unseen(battle, unit, places)
        assert 0 < np.count_nonzero(found) < len(places)
        assert [tuple(places[n]) for n in np.nonzero(found != np.array(single))[0]] == []
