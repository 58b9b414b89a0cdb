"""Whoever stands on a table, as a page tells it: where each unit is, what is left of it, what is the matter with it.

What a state form would have to say besides stands there by its keys, so that the page brings all of a battle back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen

from tabletop_tui.editor.form_rows import as_toml
from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.scenes import Base, TableScene
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play.position_setup import states_of
from tabletop_tui.reports.table_plan_measures import spot_said
from tabletop_tui.rulebook.position import AT, MODELS
from tabletop_tui.rulebook.position_form import Positioned, PositionField
from tabletop_tui.rulebook.position_writing import States

TOLD = (AT, MODELS, "left", "facing", "score", "turn", "round", "phase")
"""Keys of which the page tells in other words."""


@frozen
class PlanUnit:
    """A unit in the list of a page."""

    tag: str
    name: str
    seat: str
    place: str
    left: str
    state: str
    exactly: str
    """The keys of its state form with what they say."""


def units_of(game: Game[State]) -> list[PlanUnit]:
    """All units of a battle as it stands, those that are gone too: they have lost a side something."""
    scene = game.system.scene(game)
    bases = scene.bases if isinstance(scene, TableScene) else {}
    written, found = _states_of(game), []
    for line in game.system.roster(game):
        place = _formed(game, line.unit, bases.get(line.unit, ())) or line.spot.replace(",", "/")
        left = f"{line.left.brief} {line.left.what}" if line.left is not None else ""
        state = ", ".join(filter(None, (line.state, line.told)))
        seat = game.setup.seats[line.seat].name
        keys = "" if written is None else _said(game, written.form.unit_fields, written.units.get(line.unit, {}))
        found.append(PlanUnit(line.tag, line.name, seat, place or "not on the table", left, state, keys))
    return found


def sides_of(game: Game[State]) -> list[str]:
    """A line for each side: its force, and what a form says of it; then one of the battle, if there is anything."""
    written, lines = _states_of(game), []
    for number, seat in enumerate(game.setup.seats):
        force = str(seat.force.get("name", ""))
        keys = "" if written is None else _said(game, written.form.seat_fields, written.seats[number])
        lines.append((seat.name, [force if force != seat.name else "", keys]))
    if written is not None:
        lines.append(("The battle", [_said(game, written.form.battle_fields, written.battle)]))
    return [f"{who}: {'; '.join(filter(None, said))}" for who, said in lines if any(said)]


def _states_of(game: Game[State]) -> States | None:
    """None for a rulebook without positions."""
    try:
        return states_of(game)
    except Wrong:
        return None


def _said(game: Game[State], fields: Iterable[PositionField], said: Mapping[str, Any]) -> str:
    """Keys with what they say, sides by their names; a truth is its key alone."""
    sides, words = [seat.name for seat in game.setup.seats], []
    for one in fields:
        value, name = said.get(one.key), one.key.replace("-", " ")
        if one.key in TOLD or value in (None, "", [], {}):
            continue
        called = next((word for choice, word in one.choices(game.state, sides) if choice == value), as_toml(value))
        words.append(name if value is True else f"not {name}" if value is False else f"{name} {called}")
    return "; ".join(words)


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
