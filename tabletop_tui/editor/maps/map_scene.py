"""What a document of a map looks like: the scene that the painters of battles draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_tui.editor.maps import hex_map, table_map
from tabletop_tui.engine.scenes import Scene
from tabletop_tui.rulebook.map_vocabulary import HasMaps, HexForm, MapForm
from tabletop_tui.rulebook.registry import system


def form_of(system_id: str) -> MapForm | None:
    """How maps of a rulebook are made; None where it does not say. KeyError or BadFile for a rulebook of no use."""
    found = system(system_id)
    return found.map_form if isinstance(found, HasMaps) else None


def scene_of(data: Mapping[str, Any], form: MapForm) -> Scene:
    """The scene of a map file's data, whatever is wrong with it."""
    return hex_map.scene_of(data, form) if isinstance(form, HexForm) else table_map.scene_of(data, form)
