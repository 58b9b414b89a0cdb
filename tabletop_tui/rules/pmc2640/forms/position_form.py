"""Positions of PMC 2640 written by hand: the keys of a unit, a seat and the battle, and what is asked then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.files.validation import Faults, one_of, text, whole
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.position import Position
from tabletop_tui.rulebook.position_choice_fields import WhichSide
from tabletop_tui.rulebook.position_form import (
    CONVERTER,
    PositionField,
    PositionForm,
    SeatField,
    ShorthandField,
    kind_of,
)
from tabletop_tui.rulebook.state_validation import require
from tabletop_tui.rules.pmc2640.files.loader import BOOK
from tabletop_tui.rules.pmc2640.files.validation import plain
from tabletop_tui.rules.pmc2640.moving.reserves import ChooseReserve, allowance, waiting
from tabletop_tui.rules.pmc2640.state.battle import Battle, Location, Unit
from tabletop_tui.rules.pmc2640.state.battlefield import TableMap
from tabletop_tui.rules.pmc2640.state.profiles import Army
from tabletop_tui.rules.pmc2640.turn.activation import ChooseAction
from tabletop_tui.rules.pmc2640.turn.fleeing import FleePhase
from tabletop_tui.rules.pmc2640.turn.turn import ActionPhase, BeginningPhase, ChooseUnit, EndPhase, Go, in_a_row
from tabletop_tui.rules.pmc2640.ways.move_field import SPACING
from tabletop_tui.skirmish.position_fields import At, Models, both_edges

RESERVE, ACTION = "Reserve", "Action"


def keep(unit: Unit, left: int) -> None:
    unit.left = left


@frozen
class Gone(PositionField):
    def put(self, battle: Battle, thing: Unit, value: Any) -> None:
        super().put(battle, thing, value)
        if thing.gone:
            battle.remove(thing, thing.gone)


@frozen
class MadeTable(PositionField):
    """The table with the terrain that was made for it; nothing where it is the scenario's own."""

    def get(self, battle: Battle, thing: Any) -> Any:
        return None if battle.table is battle.scenario.table else plain().unstructure(battle.table)

    def put(self, battle: Battle, thing: Any, value: Any) -> None:
        battle.table = plain().structure(value, TableMap)


@frozen
class Made(ShorthandField):
    """It is on the agenda, and no part of the battle."""

    def put(self, battle: Battle, thing: Any, value: Any) -> None:
        require(0 <= whole(value) < 99, "give 0 to 98")


@frozen
class LocationStates(PositionField):
    """By its id what is known of each location."""

    def get(self, battle: Battle, thing: Any) -> Any:
        return {name: place.state for name, place in battle.locations.items()}

    def put(self, battle: Battle, thing: Any, value: Any) -> None:
        wanted = kind_of(Location, "state")
        for name, state in CONVERTER.structure(value, dict[str, str]).items():
            if name not in battle.locations:
                raise one_of(name, battle.locations, "location")
            battle.locations[name] = evolve(battle.locations[name], state=CONVERTER.structure(state, wanted))


class PmcPosition(PositionForm):
    """How positions of PMC 2640 are written."""

    often = ("left", "models", "activated", "suppression", "damage", "facing", "building", "reserve", "fate")
    unit_fields = (
        PositionField("left", "how many models are left"),
        At("at", "the middle of where it stands, in inches, as an answer of the game writes it", spacing=SPACING),
        Models("models", "the place of each model: [[x, y], ...]", lose=keep, spacing=SPACING),
        PositionField("facing", "where a vehicle faces, in degrees clockwise from north"),
        PositionField("suppression", "its Suppression points (PMC-SUPP-1)"),
        PositionField("damage", "the Damage points of a vehicle (PMC-VEH-12)"),
        PositionField("activated", "it has been activated this turn (PMC-GEN-9)"),
        PositionField("shot-by", "the units that have shot at it this phase (PMC-XFIRE-1)"),
        PositionField(
            "reserve", "the half of the force in which it waits: first or second (PMC-RES-1)", words=("first", "second")
        ),
        PositionField("building", "the id of the building that it is in"),
        Gone("fate", "what became of it: destroyed or fled", "gone", words=("destroyed", "fled")),
    )
    seat_fields = (
        SeatField("edge", "its table edge: north or south", "edges", words=("north", "south")),
        SeatField("in-a-row", "how many units it activates in a row this phase (PMC-OVER-1)"),
        SeatField("done", "it has quit this phase (PMC-GEN-10)"),
        SeatField("arriving", "how many units it may still bring on this turn (PMC-FIND-3)"),
        SeatField("in-line", "the unit beside which its others come on this turn (PMC-RES-2)"),
    )
    battle_fields = (
        PositionField("turn", "the turn, 1 if left out"),
        PositionField("phase", f"{ACTION}, if left out, or {RESERVE}", words=(ACTION, RESERVE)),
        WhichSide("first", "the side that activates first this turn: A or B"),
        PositionField("destroyed", "the pieces of terrain that are no more, by their ids"),
        PositionField("rubble", "the buildings that are rubble, by their ids"),
        LocationStates("locations", 'what is known of the locations, as { L1 = "false", L2 = "true" }'),
        PositionField("wrecks", "each wreck with its name, spot and radius (PMC-VEH-13)"),
        PositionField("reacted", "the units that have shot in reaction to the last assault (PMC-ASSLT-3)"),
        PositionField("contested", "the building that the last assault was about"),
        MadeTable("table", "the table with the terrain that was made for it at the start"),
        Made("made", "the activations made in this go, before this one (PMC-OVER-3)"),
    )
    elsewhere = "reserve", "building", "fate"
    bought_with = {"unit": "what it is: an id of the army list"}

    def prepare(self, battle: Battle, position: Position) -> None:
        battle.turn, battle.phase, battle.edges = 1, ACTION, ("south", "north")
        for unit in battle.units.values():
            unit.reserve = ""

    def where(self, battle: Battle, unit: Unit) -> str:
        somewhere = unit.models or unit.building or unit.reserve or unit.gone
        return "" if somewhere else "at, models, building, reserve or fate"

    def derive(self, battle: Battle, position: Position) -> None:
        steady = [sum(not unit.suppressed for unit in battle.side(seat)) for seat in (0, 1)]
        battle.in_a_row = (in_a_row(*steady), in_a_row(*steady[::-1]))
        battle.active = position.unit

    def finish(self, battle: Battle, position: Position) -> None:
        battle.edges = both_edges(battle.edges, position.seats)
        if battle.phase == RESERVE and not any("arriving" in seat for seat in position.seats):
            battle.arriving = tuple(allowance(battle, seat) for seat in (0, 1))

    def agenda(self, battle: Battle, position: Position) -> list[Step]:
        seat, made = position.seat, position.battle.get("made", 0)
        require(battle.phase in (ACTION, RESERVE), f"give {ACTION} or {RESERVE}", "phase")
        if battle.phase == RESERVE:
            require(seat is not None, "a seat brings on its reserve", "go")
            return self.arrival(battle, seat or 0)
        rest: list[Step] = [EndPhase(), FleePhase()]
        if seat is not None:
            return [*rest, ChooseUnit(seat, made)]
        unit = battle.units[position.unit]
        able = unit.on_table and not unit.activated and not unit.suppressed
        require(able, f"{unit.id} cannot be activated: it is not on the table, Suppressed, or has acted", "go")
        return [*rest, Go(unit.seat, made + 1), ChooseAction(unit.id)]

    def ending(self, battle: Battle) -> list[Step]:
        for unit in battle.units.values():
            unit.activated = True
        return [EndPhase(), FleePhase()]

    def arrival(self, battle: Battle, seat: int) -> list[Step]:
        name = battle.seat_names[seat]
        comes = bool(battle.arriving[seat]) and bool(waiting(battle, seat))
        require(comes, f"{name} has no unit in reserve that may come in this turn", "go")
        return [ActionPhase(), ChooseReserve(seat)]

    def beginning(self, battle: Battle) -> list[Step]:
        battle.turn -= 1
        battle.phase = battle.phase if battle.turn else "Set-up"
        return [BeginningPhase()]

    def overwrite(self, battle: Battle) -> None:
        battle.phase = "Beginning"

    def whose(self, game: Game[Battle]) -> int | str | None:
        below, top = [type(step) for step in game.agenda[:-1]], game.agenda[-1]
        if below == [ActionPhase] and isinstance(top, ChooseReserve):
            return top.seat
        if below == [EndPhase, FleePhase] and isinstance(top, ChooseUnit):
            return top.seat
        return top.unit if below == [EndPhase, FleePhase, Go] and isinstance(top, ChooseAction) else None

    def more(self, game: Game[Battle]) -> dict[str, Any]:
        top, below = game.agenda[-1], game.agenda[-2]
        if type(below) is BeginningPhase:
            return {"turn": game.state.turn + 1}
        made = top.made if isinstance(top, ChooseUnit) else below.made - 1 if isinstance(below, Go) else 0
        return {"made": made} if made else {}

    def buy(self, name: str, entries: Sequence[Mapping[str, Any]], folders: Sequence[Path]) -> dict[str, Any]:
        sold, bought, faults = BOOK.catalogue(folders), [], Faults()
        for number, entry in enumerate(entries):
            with faults.of(f"[{number}].unit"):
                if (kind := text(entry.get("unit", ""))) not in sold:
                    raise one_of(kind, sold, "unit")
                bought.append(sold[kind])
        faults.raise_any()
        data: dict[str, Any] = plain().unstructure(Army(name, 1, tuple(bought)))
        return data

    def bought(self, force: Mapping[str, Any], folders: Sequence[Path]) -> list[dict[str, Any]]:
        return [{"unit": unit["id"]} for unit in force["units"]]


FORM = PmcPosition()
