"""What tests of every rulebook do with its forces: put one together row by row, read a ready one and write it back."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from tabletop_tui.files.toml_writing import toml_text
from tabletop_tui.rulebook.force_builder import Muster, Offer
from tabletop_tui.rulebook.system import System


def bought(shop: Muster, *entries: str, **values: Any) -> dict[str, Any]:
    """A force with these values, for which these entries were bought one after another."""
    force = {**shop.blank(), **values}
    for entry in entries:
        force = shop.add(force, entry)
    return force


def slot(shop: Muster, force: dict[str, Any], row: int, name: str) -> dict[str, Offer]:
    """What can be chosen in one respect for a row of a force, by id."""
    return {offer.id: offer for offer in next(one for one in shop.choices(force, row) if one.id == name).offers}


def read_and_written_back(shop: Muster, system: System, rosters: Path, path: Path) -> None:
    """A ready force is sound, costs what the list says, and is written as it was."""
    force = shop.read(path)
    assert shop.fault(force) is None
    assert shop.cost(force) == {info.id: info.cost for info in system.forces([rosters])}[path.stem]
    assert tomllib.loads(toml_text(shop.table(force))) == tomllib.loads(path.read_text(encoding="utf-8"))
