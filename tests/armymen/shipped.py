"""The armies and scenarios that Army Men is shipped with, by id: `LISTED["backyard"].data`."""

from __future__ import annotations

from pathlib import Path

from tabletop_tui.rules.armymen.files.loader import BOOK
from tests.armymen.build import ROSTERS

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "scenarios"
LISTED = {info.id: info for info in BOOK.list_scenarios([SCENARIOS])}
FORCES = {info.id: info for info in BOOK.list_forces([ROSTERS])}
