"""Positions of Army Men written by hand: the keys of a unit and of the battle, and what is asked then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.files.validation import Faults, broken, whole
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.position import Position
from tabletop_tui.rulebook.position_choice_fields import WhichUnit
from tabletop_tui.rulebook.position_form import CONVERTER, Flag, PositionField, PositionForm, SeatField, ShorthandField
from tabletop_tui.rulebook.state_validation import require
from tabletop_tui.rules.armymen.files.force_composition import equip, refuse_choice
from tabletop_tui.rules.armymen.files.loader import BOOK, check_known
from tabletop_tui.rules.armymen.files.validation import plain
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.profiles import Army, Catalogue, Choice
from tabletop_tui.rules.armymen.turn.actions import ChooseAction
from tabletop_tui.rules.armymen.turn.setup import OPPOSITE
from tabletop_tui.rules.armymen.turn.turn import BeginRound, ChooseUnit, EndRound, NextActivation
from tabletop_tui.rules.armymen.ways.move_field import SPACING
from tabletop_tui.skirmish.position_fields import At, Models, both_edges

FEWEST_POINTS = 50


@frozen
class Left(ShorthandField):
    """The first so many of its models are left, with their weapons."""

    def put(self, battle: Any, thing: Unit, value: Any) -> None:
        keep(thing, whole(value))


def keep(unit: Unit, left: int) -> None:
    require(0 < left <= unit.sheet.size, f"give 1 to {unit.sheet.size} models, not {left}")
    unit.arms = unit.sheet.arms[:left]


@frozen
class Arms(PositionField):
    def get(self, battle: Battle, thing: Unit) -> Any:
        return None if thing.destroyed else super().get(battle, thing)


@frozen
class Destroyed(Flag):
    def happen(self, battle: Battle, thing: Unit) -> None:
        battle.destroy(thing)


class ArmyMenPosition(PositionForm):
    """How positions of Army Men are written."""

    often = ("left", "models", "activated", "pinned", "hunkered", "guarding", "aboard", "facing", "destroyed")
    unit_fields = (
        Left("left", "how many models are left: the first ones as they were bought, with their weapons"),
        Arms("arms", "the weapons of each model left, where not simply the first ones are"),
        At("at", "the middle of where it stands, in inches, as an answer of the game writes it", spacing=SPACING),
        Models("models", "the place of each model: [[x, y], ...]", lose=keep, spacing=SPACING),
        PositionField("facing", "where a vehicle faces, in degrees clockwise from north"),
        PositionField("activated", "it has been activated this round (AMC-ROUND-1)"),
        PositionField("pinned", "it is Pinned (AMC-MORALE-3)"),
        PositionField("hunkered", "it is Hunkered until its next activation (AMC-ACT-3)"),
        PositionField("guarding", "it is on Guard, its reaction not yet used (AMC-ACT-4)"),
        PositionField("rattled", "a vehicle that needs a 4 or more to make its next activation (AMC-DMG-2)"),
        PositionField("stuck", "a vehicle that neither moves nor pivots in its next activation (AMC-DMG-3)"),
        WhichUnit("aboard", "the vehicle that carries it (AMC-VUNIT-2)", fits=lambda unit: unit.vehicle),
        Destroyed("destroyed", "it is destroyed"),
    )
    seat_fields = (SeatField("edge", "its table edge: north, south, west or east", "edges", words=tuple(OPPOSITE)),)
    battle_fields = (
        PositionField("round", "the round, 1 if left out"),
        PositionField("mined", "the units that rolled for dangerous terrain in the last action (AMC-TERR-3)"),
        PositionField("thinned", "the units that lost models to Guards on their way in the last action (AMC-MELEE-1)"),
    )
    elsewhere = "aboard", "destroyed"
    bought_with = {
        "unit": "what it is: an id of the army list",
        "size": "how many models were bought, the fewest if left out",
        "upgrades": "the ids of its upgrades",
    }

    def prepare(self, battle: Battle, position: Position) -> None:
        battle.round, battle.phase, battle.edges = 1, "Activation", ("south", "north")
        if position.unit in battle.units:
            battle.units[position.unit].activated = True
            battle.active = position.unit

    def where(self, battle: Battle, unit: Unit) -> str:
        somewhere = unit.models or unit.aboard or unit.destroyed
        return "" if somewhere else "at, models, aboard or destroyed"

    def finish(self, battle: Battle, position: Position) -> None:
        battle.edges = both_edges(battle.edges, position.seats)

    def agenda(self, battle: Battle, position: Position) -> list[Step]:
        seat = position.seat
        if seat is not None:
            require(bool(battle.waiting(seat)), f"{battle.seat_names[seat]} has no unit left to activate", "go")
            return [EndRound(), NextActivation(), ChooseUnit(seat)]
        unit = battle.units[position.unit]
        require(unit.in_play and unit.activated, f"{unit.id} is in no activation", "go")
        return [EndRound(), NextActivation(), ChooseAction(unit.id)]

    def ending(self, battle: Battle) -> list[Step]:
        for unit in battle.units.values():
            unit.activated = True
        return [EndRound()]

    def beginning(self, battle: Battle) -> list[Step]:
        battle.round -= 1
        battle.phase = battle.phase if battle.round else "Set-up"
        return [BeginRound()]

    def rolling(self, battle: Battle) -> list[Step]:
        return [EndRound(), NextActivation()]

    def overwrite(self, battle: Battle) -> None:
        battle.active = ""

    def whose(self, game: Game[Battle]) -> int | str | None:
        if [type(step) for step in game.agenda[:-1]] != [EndRound, NextActivation]:
            return None
        top = game.agenda[-1]
        return top.seat if isinstance(top, ChooseUnit) else top.unit if isinstance(top, ChooseAction) else None

    def buy(self, name: str, entries: Sequence[Mapping[str, Any]], folders: Sequence[Path]) -> dict[str, Any]:
        sold, sheets, faults = BOOK.catalogue(folders), [], Faults()
        for number, entry in enumerate(entries):
            with faults.of(f"[{number}]"):
                choice = CONVERTER.structure({"unit": "", **entry}, Choice)
                check_known(choice, sold)
                sizes = [size for size, _ in sold.units[choice.unit].costs]
                choice = choice if "size" in entry else Choice(choice.unit, min(sizes), choice.upgrades)
                if (refusal := refuse_choice(choice, sold)) is not None:
                    raise broken(refusal)
                sheets.append(equip(choice, sold))
        faults.raise_any()
        army = Army(name, tuple(sheets), max(FEWEST_POINTS, sum(sheet.cost for sheet in sheets)))
        data: dict[str, Any] = plain().unstructure(army)
        return data

    def bought(self, force: Mapping[str, Any], folders: Sequence[Path]) -> list[dict[str, Any]]:
        sold = BOOK.catalogue(folders)
        return [entry_of(sheet, sold) for sheet in force["units"]]


def entry_of(sheet: Mapping[str, Any], sold: Catalogue) -> dict[str, Any]:
    """With what `buy` would give this sheet, if anything does. Two upgrades of one name are for different units."""
    name, words = sheet["name"], sheet.get("bought", [])
    for kind in sold.units.values():
        ids = {sold.upgrades[upgrade].name: upgrade for upgrade in kind.upgrades}
        body = [ids[name]] if name in ids else []
        if (body or name in (kind.name, kind.single)) and all(word in ids for word in words):
            upgrades = [*body, *(ids[word] for word in words)]
            return {"unit": kind.id, "size": sheet["size"], **({"upgrades": upgrades} if upgrades else {})}
    return {"unit": "", "size": sheet["size"]}


FORM = ArmyMenPosition()
