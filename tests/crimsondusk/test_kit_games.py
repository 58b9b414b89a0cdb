"""Whole games by chance of forces with all the weapons, ammunition and kit that single sections can carry."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.setup import SeatSetup, Setup
from tabletop_tui.rules.crimsondusk.files.loader import BOOK
from tabletop_tui.rules.crimsondusk.system import SYSTEM
from tests.crimsondusk.build import ROSTERS
from tests.whole_games import to_the_end

SCENARIOS = Path(__file__).parents[2] / "scenarios"
BOMBERS = """
system = "crimsondusk"
kind = "force"
name = "Bombers"
summary = "Blasts, flames and clouds."

[[section]]
name = "Grenadiers"
quality = "Rg"
ap = 3
armour = "flak"
[[section.model]]
count = 2
weapons = ["assault-rifle", "thrown-grenade"]
ammunition = ["smoke", "incendiary", "flash-bang"]
[[section.model]]
weapons = ["grenade-launcher"]
ammunition = ["gas", "tanglefoot", "smoke"]
[[section.model]]
weapons = ["flamethrower"]

[[section]]
name = "Gunners"
quality = "Vt"
ap = 3
armour = "flak"
traits = { gas-mask = 1 }
[[section.model]]
weapons = ["medium-mortar"]
[[section.model]]
weapons = ["grenade-machine-gun"]
[[section.model]]
count = 2
weapons = ["rifle"]
traits = { medi-pack = 1 }
"""
ODDITIES = """
system = "crimsondusk"
kind = "force"
name = "Oddities"
summary = "Tough, jumping, infiltrating, gun fighting."

[[section]]
name = "Jumpers"
quality = "Vt"
ap = 3
armour = "carapace"
traits = { jump-pack = 1, tough = 5 }
[[section.model]]
count = 4
weapons = ["smg"]

[[section]]
name = "Gun fighters"
quality = "El"
ap = 3
armour = "none"
traits = { infiltrate = 1, gun-fighter = 1, critical-shot = 1 }
[[section.model]]
count = 3
weapons = ["pistol", "pistol"]

[[section]]
name = "Beast"
quality = "Rg"
ap = 3
armour = "full-carapace"
personality = true
size = 2.0
traits = { monster = 25, terrifying = 1 }
[[section.model]]
weapons = ["auto-cannon"]
"""


@pytest.fixture(scope="module")
def forces(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    found = []
    for name, text in (("bombers", BOMBERS), ("oddities", ODDITIES)):
        path = tmp_path_factory.mktemp("forces") / f"{name}.toml"
        path.write_text(text, encoding="utf-8")
        found.append(BOOK.read_force(path, [ROSTERS]).data)
    return found


def begun(forces, seed: int) -> Game:
    info = SYSTEM.scenario(SCENARIOS / "crimsondusk" / "quick-start.toml", [SCENARIOS])
    seats = [SeatSetup(f"Seat {number}", number, "random", force) for number, force in enumerate(forces)]
    return SYSTEM.start(Setup("crimsondusk", info.data, seats, seed))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.sampled(2)
def test_games_end_and_are_looked_at_from_all_sides_on_the_way(forces, seed):
    to_the_end(begun(forces, seed), Random(seed), 20, 2000)


def test_they_are_saved_and_opened_in_the_middle_of_anything(forces):
    game, chooser, said = begun(forces, 5), Random(5), set()
    for number in range(120):
        question = game.advance()
        if question is None:
            break
        if number % 10 == 0:
            again = SYSTEM.load(game.setup, json.loads(json.dumps(SYSTEM.dump(game))))
            assert SYSTEM.dump(again) == SYSTEM.dump(game)
        game.answer(question.sample(chooser))
    said = {rule for event in game.events if isinstance(event, Rolled) for rule in event.rules}
    assert said & {"CD-TRAIT-2", "CD-TRAIT-5", "CD-TRAIT-11B", "CD-HIT-1"}
