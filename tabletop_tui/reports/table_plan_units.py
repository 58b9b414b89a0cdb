"""Whoever stands on a table, as a page tells it: where each unit is, what is left of it, what is the matter with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.views import Base, TableScene
from tabletop_tui.reports.table_plan_measures import spot_said
from tabletop_tui.rulebook.position import AT
from tabletop_tui.rulebook.position_form import Positioned, PositionField


@frozen
class PlanUnit:
    """A unit in the list of a page."""

    tag: str
    name: str
    seat: str
    place: str
    left: str
    state: str


def units_of(game: Game[State]) -> list[PlanUnit]:
    """All units of a battle as it stands, those that are gone too: they have lost a side something."""
    scene = game.system.scene(game)
    bases = scene.bases if isinstance(scene, TableScene) else {}
    found = []
    for line in game.system.roster(game):
        place = _formed(game, line.unit, bases.get(line.unit, ())) or line.spot.replace(",", "/")
        left = f"{line.left.brief} {line.left.what}" if line.left is not None else ""
        state = ", ".join(filter(None, (line.state, line.told)))
        seat = game.setup.seats[line.seat].name
        found.append(PlanUnit(line.tag, line.name, seat, place or "not on the table", left, state))
    return found


def _formed(game: Game[State], unit: str, models: Sequence[Base]) -> str:
    """Where models stand: the middle of their formation where a position can say it so, else the place of each."""
    field, system = _placing(game), game.system
    if len(models) > 1 and field is not None and isinstance(system, Positioned):
        formed = field.get(game.state, system.position.units(game.state)[unit])
        if formed is not None:
            return str(formed).replace(",", "/")
    places = ", ".join(spot_said((base.x, base.y)) for base in models)
    turned = {round(base.facing) for base in models if base.facing is not None}
    return f"{places}, facing {turned.pop()}\u00b0" if len(turned) == 1 else places


def _placing(game: Game[Any]) -> PositionField | None:
    """The key by which a position says where a unit stands; None where there is none."""
    fields = game.system.position.unit_fields if isinstance(game.system, Positioned) else ()
    return next((field for field in fields if field.key == AT), None)


def note_of(game: Game[State]) -> str:
    """How the places of units are meant; '' where each unit has but one."""
    spacing, scene = getattr(_placing(game), "spacing", None), game.system.scene(game)
    if spacing is None or not isinstance(scene, TableScene):
        return ""
    return (
        "One place for several models is the middle of their formation, a block where no other is named; neighbours "
        f"stand {spacing:g} {scene.unit} apart, from middle to middle. The editor takes every place as it stands here."
    )
