"""The shipped mechs, pilots and deployables, ready to be placed: `typhon = ready("typhon") @ "0505"`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import evolve

from tabletop_tui.rules.mechcom.files.loader import BOOK
from tabletop_tui.rules.mechcom.files.squad_building import Catalogue
from tabletop_tui.rules.mechcom.state.profiles import Sheet, equip
from tests.mechcom.build import SheetAt

ROSTERS = Path(__file__).parents[2] / "rosters"


def shop() -> Catalogue:
    """All that the shipped rosters sell."""
    return BOOK.catalogue([ROSTERS])


def ready(mech: str, profile: str = "", pilot: str = "", **stats: int) -> SheetAt:
    """A mech of the rosters as it is bought, with some stats changed where a test needs that."""
    found = shop()
    sheet = equip(found.mechs[mech], found.faction[mech], profile, found.pilots[pilot] if pilot else None)
    sheet = evolve(sheet, stats=evolve(sheet.stats, **stats))
    fields: dict[str, Any] = {a.name: getattr(sheet, a.name) for a in Sheet.__attrs_attrs__ if a.init}  # type: ignore[attr-defined]
    return SheetAt(**fields)


def ready_deployables() -> dict[str, Sheet]:
    """What the abilities of the rosters deploy, by id."""
    found = shop()
    return {name: entry.sheet(found.faction[name]) for name, entry in found.deployables.items()}
