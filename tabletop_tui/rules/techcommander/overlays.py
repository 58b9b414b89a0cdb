"""What is laid over the table for a unit: where it could go, how far its weapons reach."""

from __future__ import annotations

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.views import Overlay
from tabletop_tui.rules.techcommander import cover, sight
from tabletop_tui.rules.techcommander.battle import Battle, Unit
from tabletop_tui.rules.techcommander.movement_limits import move_field
from tabletop_tui.skirmish import range_rings
from tabletop_tui.skirmish.searching import Sought
from tabletop_tui.table.bases import body
from tabletop_tui.table.heights import Silhouette, hidden_share
from tabletop_tui.table.points import parse_spot

OVERLAYS = ("reach", "range")
GRADES = cover.GRADES


def overlay(game: Game[Battle], name: str, unit_id: str) -> Overlay:
    """One of OVERLAYS for a unit, as the game now stands; empty where the unit is not on the table."""
    battle = game.state
    unit = battle.units.get(unit_id)
    if unit is None or not unit.on_table:
        return Overlay(name, {})
    if name == "reach":
        return Overlay(name, Sought(move_field(battle, unit)))
    return ranges(unit)


def ranges(unit: Unit) -> Overlay:
    """The optimum range of each weapon."""
    labels = {weapon.opt: f"{weapon.name} {weapon.opt:g} cm" for weapon in unit.weapons().values() if weapon.opt}
    return Overlay("range", {}, "sensors", range_rings.rims(body(unit.models, unit.radius), labels))


def view(game: Game[Battle], unit_id: str, where: str) -> str:
    """How well a unit would see a model as high and wide as itself at a spot: the label of one of GRADES."""
    battle = game.state
    unit, place = battle.units.get(unit_id), parse_spot(where)
    if unit is None or not unit.on_table or place is None:
        return ""
    there = Silhouette(place, 0.0, unit.sheet.width, unit.sheet.height)
    return cover.band(hidden_share(sight.bodies(battle, unit), sight.eye_of(battle, unit), there)).grade.label
