"""A position as far as it can be: the battle to draw while it is still being put together, and all that is wrong.

What is sound is played from; what is not yet (nobody stands anywhere, a unit has no place) is drawn all the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tabletop_tui.engine.game import Game
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play import position_faults, position_files, position_setup
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.position import Position
from tabletop_tui.rulebook.registry import system as system_of_id
from tabletop_tui.rulebook.system import System


@frozen(eq=False)
class Sketch:
    """How a position stands."""

    game: Game[Any] | None
    """To look at; to play from only where nothing is wrong. None where there is not even a table."""
    faults: tuple[Wrong, ...] = ()

    @property
    def sound(self) -> bool:
        return self.game is not None and not self.faults


def sketched(system_id: str, table: Mapping[str, Any]) -> Sketch:
    """A position in a table (a file's, or that of a lesson), as far as it can be."""
    body = {key: value for key, value in table.items() if key not in position_files.HEAD_KEYS}
    return _sketched(system_id, json.dumps(body, default=str))


def forget() -> None:
    """A map or a scenario may have changed of which a position is."""
    _sketched.cache_clear()


@lru_cache(maxsize=32)
def _sketched(system_id: str, text: str) -> Sketch:
    system, body = system_of_id(system_id), json.loads(text)
    try:
        return Sketch(position_files.game_of({"system": system_id, **body}))
    except BadFile as error:
        faults = tuple(Wrong(one.fix, one.place) for one in error.all)
    return Sketch(_lenient(system, body), faults)


def _lenient(system: System, body: Mapping[str, Any]) -> Game[Any] | None:
    """The battle with whatever of the position is sound, else its bare table; None where not even its scenario is."""
    bare = {key: value for key, value in body.items() if key in ("scenario", "map", "go")}
    for table in (body, bare):
        try:
            game = position_setup.sketched(system, Position.of(table))
            system.scene(game)
        except (Wrong, BadFile, *position_faults.FAULTS):
            continue
        return game
    return None
