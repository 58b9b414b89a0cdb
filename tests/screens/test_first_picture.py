"""What is loaded and compiled until the first picture of a battle: counted, for the clock depends on the machine."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

OPENING = """
import asyncio, json, sys
compiled = []
sys.addaudithook(lambda event, about: compiled.append(about[1]) if event == "compile" else None)
from tabletop_tui.cli import commands
from tabletop_tui.app import TabletopApp
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session

async def first_picture(session):
    async with TabletopApp(session).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = type(pilot.app.screen).__name__
        made = sum(str(name).startswith("<") for name in compiled)  # no modules: those may have their bytecode, or not
        print(json.dumps({"screen": screen, "compiled": made, "loaded": [*sys.modules]}))

found, scenario = new_game.find_scenario(sys.argv[1])
asyncio.run(first_picture(Session.new(new_game.set_table(found, scenario, (), ["keyboard"] * scenario.seats, seed=1))))
"""


class Limits(NamedTuple):
    ours: int
    """Modules of the program."""
    others: int
    """Modules of everything else, Python's own with them."""
    compiled: int
    """Pieces of source that are compiled: methods of classes by attrs, and types that are looked up by their text."""


LIMITS = {
    "mechcom/quick-start": Limits(375, 480, 1400),
    "pmc2640/quick-start": Limits(420, 610, 1240),
    "armymen/quick-start": Limits(405, 610, 1200),
    "crimsondusk/quick-start": Limits(460, 610, 1430),
    "techcommander/quick-start": Limits(505, 610, 1560),
}


@pytest.mark.parametrize("scenario", LIMITS)
def test_a_battle_loads_no_more_than_its_first_picture_needs(scenario: str, home: Path):
    done = subprocess.run([sys.executable, "-c", OPENING, scenario], capture_output=True, text=True, check=True)
    told = json.loads(done.stdout.splitlines()[-1])
    ours = [name for name in told["loaded"] if name.startswith("tabletop_tui")]
    found = Limits(len(ours), len(told["loaded"]) - len(ours), told["compiled"])
    assert told["screen"] == "BattleScreen"
    assert all(least < most for least, most in zip(found, LIMITS[scenario], strict=True)), found
    assert f"tabletop_tui.rules.{scenario.partition('/')[0]}.system" in ours
