"""What was chosen for the last new game of each rulebook, so that the next one is offered as that was."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tabletop_tui import paths
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.locks import locked
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.toml_writing import toml_text
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.play.setup_checks import seat_name_fault
from tabletop_tui.records import frozen

LATEST, NAMES, DICE = "latest", "names", "dice"


@frozen
class LastChoice:
    """A game as it was chosen: its scenario, and for each seat a force and a player."""

    scenario: str
    forces: tuple[str, ...]
    players: tuple[str, ...]


def path() -> Path:
    return paths.home() / "last-choice.toml"


def latest() -> str:
    """The rulebook of the last new game; '' where there was none."""
    word = _table().get(LATEST)
    return word if isinstance(word, str) else ""


def names() -> tuple[str, ...]:
    """The names that players gave themselves last, seat by seat, whatever they played; () where they had none."""
    found = _table().get(NAMES)
    known = isinstance(found, list) and all(isinstance(one, str) and not seat_name_fault(one) for one in found)
    return tuple(found or ()) if known else ()


def dice() -> str:
    """The kind of dice of the last game on a table of one's own; '' where there was none."""
    word = _table().get(DICE)
    return word if isinstance(word, str) else ""


def last_choice(system_id: str) -> LastChoice | None:
    """What was chosen last for a rulebook; None where nothing was, or where it cannot be read."""
    found = _table().get(system_id)
    if not isinstance(found, dict) or not isinstance(found.get("scenario"), str):
        return None
    lists = [found.get(name) for name in ("forces", "players")]
    if not all(isinstance(one, list) and all(isinstance(word, str) for word in one) for one in lists):
        return None
    forces, players = (tuple(one or ()) for one in lists)
    return LastChoice(found["scenario"], forces, players)


def keep(system_id: str, choice: LastChoice, names: Sequence[str] = (), dice: str = "") -> None:
    """Remember a choice; BadFile if that cannot be done. A file that cannot be read is begun anew."""
    with locked(path()):
        table = {key: value for key, value in _table().items() if key != NAMES}
        table |= ({NAMES: list(names)} if names else {}) | ({DICE: dice} if dice else {})
        told = {"scenario": choice.scenario, "forces": list(choice.forces), "players": list(choice.players)}
        write_beside(path(), toml_text({**table, LATEST: system_id, system_id: told}))


def _table() -> dict[str, Any]:
    """The file as it stands; an empty one where there is none, or none that can be read: nothing hangs on it."""
    try:
        return toml_table(path()) if os.path.exists(path()) else {}
    except BadFile:
        return {}
