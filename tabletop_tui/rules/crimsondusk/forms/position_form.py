"""Positions of Crimson Dusk written by hand: sections composed model by model, what lies on each, and who acts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from attrs import evolve, field

from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.files.validation import Faults, Wrong, one_of, truth, whole
from tabletop_tui.files.validation import number as decimal
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.position import Position
from tabletop_tui.rulebook.position_choice_fields import WhichSide, WhichUnit
from tabletop_tui.rulebook.position_form import (
    CONVERTER,
    Flag,
    PositionField,
    PositionForm,
    SeatField,
    ShorthandField,
    kind_of,
)
from tabletop_tui.rulebook.state_validation import require
from tabletop_tui.rules.crimsondusk.damage.building_damage import breakable, ruined
from tabletop_tui.rules.crimsondusk.files.file_formats import LIBRARY, SYSTEM, ForceFile
from tabletop_tui.rules.crimsondusk.files.loader import BOOK, section_of, vehicle_of
from tabletop_tui.rules.crimsondusk.files.validation import plain
from tabletop_tui.rules.crimsondusk.forms.state_validation import GONE
from tabletop_tui.rules.crimsondusk.melee.melee import MeleePhase
from tabletop_tui.rules.crimsondusk.orders.actions import ChooseAction
from tabletop_tui.rules.crimsondusk.orders.vehicle_actions import ChooseAboard, ChooseVehicleAction, next_of_vehicle
from tabletop_tui.rules.crimsondusk.state.battle import Battle, Fallen, new_battle
from tabletop_tui.rules.crimsondusk.state.profiles import BASE, Catalogue, Force, Sheet, Soldier
from tabletop_tui.rules.crimsondusk.state.setup_zones import OPPOSITE
from tabletop_tui.rules.crimsondusk.state.units import ABANDONED, IN_VEHICLE, WRECKED, Hull, Man, Unit
from tabletop_tui.rules.crimsondusk.turn.activation import NextPoint
from tabletop_tui.rules.crimsondusk.turn.activation_order import ChooseUnit, NextGo, namable, ready
from tabletop_tui.rules.crimsondusk.turn.initiative import RollInitiative
from tabletop_tui.rules.crimsondusk.turn.turn import BeginTurn, EndTurn
from tabletop_tui.rules.crimsondusk.vehicles.driving import ChooseSpeed, TakeSpeed
from tabletop_tui.rules.crimsondusk.ways.driving_limits import speeds
from tabletop_tui.rules.crimsondusk.ways.move_field import SPACING
from tabletop_tui.skirmish.position_fields import At, Models, both_edges

MARKS = (
    *("part", "stunned", "aimed", "loading", "paid", "unready", "moved", "moved_before", "behind", "tangled"),
    *("flashed", "harm", "movers", "gunless", "done", "rides"),
)
"""What can lie on a single model."""
CLEAN = Man("")
ALL = "all"
ACTIVITIES = (ChooseAction, ChooseSpeed, ChooseVehicleAction, ChooseAboard)
"""The questions in the middle of an activation at which a position can be written."""


# ---------------------------------------------------------------- the models of a unit
def men_of(battle: Battle) -> dict[str, Man]:
    """All who were brought, by id, as they began: the models of vehicles and their crews too."""
    units = new_battle(battle.scenario, battle.forces, battle.seat_names).units.values()
    return {man.id: man for unit in units for man in (*unit.men, *unit.crew)}


def keep(unit: Unit, left: int) -> None:
    require(0 < left <= unit.left, f"give 1 to {unit.left} models, not {left}")
    unit.men = unit.men[:left]


@frozen
class Left(ShorthandField):
    def put(self, battle: Battle, thing: Unit, value: Any) -> None:
        keep(thing, whole(value))


@frozen
class Ids(PositionField):
    """Some men by their ids."""

    def get(self, battle: Battle, thing: Unit) -> Any:
        return [man.id for man in getattr(thing, self.name)]

    def put(self, battle: Battle, thing: Unit, value: Any) -> None:
        known, found = men_of(battle), []
        for number, name in enumerate(CONVERTER.structure(value, tuple[str, ...])):
            if name not in known:
                raise one_of(name, known, "model").inside(f"[{number}]")
            found.append(known[name])
        setattr(thing, self.name, tuple(found))
        if found and thing.gone == IN_VEHICLE:
            thing.gone = ""


@frozen
class Middle(At):
    def face(self, thing: Unit, turn: float) -> None:
        if thing.hull is not None:
            thing.alter_hull(heading=turn)


def marks_of(man: Man) -> dict[str, Any]:
    """What lies on a man, as plain data."""
    found = {key: getattr(man, key) for key in MARKS}
    return {key.replace("_", "-"): value for key, value in found.items() if value != getattr(CLEAN, key)}


def marked(man: Man, marks: Mapping[str, Any]) -> Man:
    """A man with this on him; Wrong, with its key, for what cannot be."""
    known = {name.replace("_", "-"): name for name in MARKS}
    changes, faults = {}, Faults()
    for key, value in marks.items():
        with faults.of(key):
            if key not in known:
                raise one_of(key, known, "key")
            changes[known[key]] = CONVERTER.structure(value, kind_of(Man, known[key]))
    faults.raise_any()
    return evolve(man, **changes)


@frozen
class Marks(PositionField):
    """What lies on each man, by his id, and what lies on all of them."""

    def get(self, battle: Battle, thing: Unit) -> Any:
        marks = {man.id: marks_of(man) for man in (*thing.men, *thing.crew)}
        first, *others = marks.values() or ({},)
        shared = {key: value for key, value in first.items() if others and all(one.get(key) == value for one in others)}
        own = {name: {key: listed[key] for key in listed if key not in shared} for name, listed in marks.items()}
        return {name: listed for name, listed in {ALL: shared, **own}.items() if listed}

    def put(self, battle: Battle, thing: Unit, value: Any) -> None:
        tables = CONVERTER.structure(value, dict[str, dict[str, Any]])
        known = [ALL, *(man.id for man in (*thing.men, *thing.crew))]
        odd = next((name for name in tables if name not in known), None)
        if odd is not None:
            raise one_of(odd, known, "model")
        thing.men = tuple(self._marked(man, tables) for man in thing.men)
        thing.crew = tuple(self._marked(man, tables) for man in thing.crew)

    def _marked(self, man: Man, tables: Mapping[str, Mapping[str, Any]]) -> Man:
        try:
            return marked(man, {**tables.get(ALL, {}), **tables.get(man.id, {})})
        except Wrong as wrong:
            raise wrong.inside(man.id if man.id in tables else ALL) from None


@frozen
class OfHull(PositionField):
    """What lies on a vehicle, as far as it is said."""

    def get(self, battle: Battle, thing: Unit) -> Any:
        return None if thing.hull is None else super().get(battle, thing)

    def put(self, battle: Battle, thing: Unit, value: Any) -> None:
        require(thing.hull is not None, "only a vehicle has a hull")
        hull = CONVERTER.structure(value, Hull)
        thing.alter_hull(**{key: getattr(hull, key) for key in value})


@frozen
class Gone(PositionField):
    def put(self, battle: Battle, thing: Unit, value: Any) -> None:
        super().put(battle, thing, value)
        if thing.gone not in ("", WRECKED, ABANDONED):
            battle.remove(thing, thing.gone)


# ---------------------------------------------------------------- states in a word
@frozen
class InAWord(Flag):
    """Further keys say it exactly."""

    def get(self, battle: Battle, thing: Unit) -> Any:
        return None


@frozen
class Pinned(InAWord):
    def happen(self, battle: Battle, thing: Unit) -> None:
        thing.pinned_from = thing.pinned_to = battle.turn


@frozen
class Confused(InAWord):
    def happen(self, battle: Battle, thing: Unit) -> None:
        thing.confused_from = battle.turn


@frozen
class First(ShorthandField):
    """It is on the agenda, and no part of the battle."""

    def put(self, battle: Battle, thing: Any, value: Any) -> None:
        truth(value)


@frozen
class Ruins(PositionField):
    def put(self, battle: Battle, thing: Any, value: Any) -> None:
        super().put(battle, thing, value)
        known = [piece.id for piece in breakable(battle.scenario.table)]
        for name in battle.ruins:
            if name not in known:
                raise one_of(name, known, "building or section of a wall")
        battle.table = ruined(battle.scenario.table, battle.ruins)


@frozen
class FallenTable:
    """One of the fallen, as a position has him."""

    man: str
    unit: str
    spot: tuple[float, float]
    turn: int
    rolled: bool = False
    aboard: str = ""
    marks: dict[str, Any] = field(factory=dict)


def fallen_table(one: Fallen) -> FallenTable:
    return FallenTable(one.man.id, one.unit, one.spot, one.turn, one.rolled, one.aboard, marks_of(one.man))


@frozen
class FallenMen(PositionField):
    def get(self, battle: Battle, thing: Any) -> Any:
        return CONVERTER.unstructure([fallen_table(one) for one in battle.fallen])

    def put(self, battle: Battle, thing: Any, value: Any) -> None:
        known, found = men_of(battle), []
        for number, one in enumerate(CONVERTER.structure(value, tuple[FallenTable, ...])):
            for key, names in (("man", known), ("unit", battle.units), ("aboard", ("", *battle.units))):
                if (name := getattr(one, key)) not in names:
                    raise one_of(name, names, key).inside(f"[{number}].{key}")
            man = marked(known[one.man], one.marks)
            found.append(Fallen(man, one.unit, one.spot, one.turn, one.rolled, one.aboard))
        battle.fallen = tuple(found)


# ---------------------------------------------------------------- the form
PARTS = ("main", "off")


class DuskPosition(PositionForm):
    """How positions of Crimson Dusk are written."""

    often = ("left", "models", "activated", "spent", "pinned", "ground", "overwatch", "confused", "aboard", "gone")
    unit_fields = (
        Left("left", "how many models are left: the first ones as they were bought"),
        Ids("men", 'the models that it has by their ids, where not simply the first ones are: ["A1-1", "A2-3"]'),
        Ids("crew", "the crew of a vehicle by their ids, the driver first"),
        Middle("at", "the middle of where it stands, in units, as an answer of the game writes it", spacing=SPACING),
        Models("models", "the place of each model: [[x, y], ...]", lose=keep, spacing=SPACING),
        Marks("marks", 'what lies on single models: { A1-2 = { aimed = "rifle" }, all = { stunned = 2 } }'),
        OfHull("hull", "what lies on a vehicle: { heading = 90, speed = 10, harm = 28 }"),
        PositionField("activated", "it has been activated this turn (CD-TURN-1)"),
        PositionField("spent", "the AP that it has spent in this activation (CD-AP-1)"),
        PositionField("ran", "some of it ran this turn (CD-RUN-1)"),
        PositionField("ran-before", "some of it ran in the turn before (CD-RUN-3)"),
        PositionField("ground", "it has gone to ground (CD-GTG-3)"),
        PositionField("ground-part", "which part of a split section did: main or off", words=PARTS),
        PositionField("overwatch", "it is on overwatch (CD-OW-1)"),
        PositionField("shots", "the shots at it since its last pinning test this turn (CD-PIN-1)"),
        PositionField("shots-off", "those at the part that was split off (CD-REORG-7)"),
        Pinned("pinned", "this is the turn that it loses to a pinning test (CD-PIN-8)"),
        PositionField("pinned-from", "the turn from which it is pinned"),
        PositionField("pinned-to", "the turn up to which it is pinned"),
        PositionField("pinned-part", "which part of a split section is pinned: main or off", words=PARTS),
        Confused("confused", "it is confused (CD-CONF-1)"),
        PositionField("confused-from", "the turn from which it is confused, until it recovers (CD-COH-5)"),
        PositionField("muddled", "the turn in which it is confused without a test afterwards (CD-REORG-3)"),
        PositionField("foes", "the enemy sections with which it is in melee (CD-ACT-5)"),
        PositionField("charged", "the turn in whose melee it strikes as one that made contact (CD-MEL-2)"),
        PositionField("met", "the turn in which its melee began (CD-SR-SAVAGE)"),
        PositionField("joined", "the turn in which a personality last tried to join sections (CD-REORG-1)"),
        PositionField("frozen", "the AP of this activation in which it froze (CD-SR-TERRIFY-1)"),
        PositionField("dreaded", "the turn in which it was tested for coming near somebody terrifying"),
        PositionField("start", "how many it began with, or had when it was joined (CD-PIN-3)"),
        WhichUnit("aboard", "the vehicle that it rides in (CD-PASS-1)", fits=lambda unit: unit.hull is not None),
        PositionField("on-top", "it rides on top of that (CD-PASS-7)"),
        PositionField("changed", "the turn in which it last got on or off something that moved (CD-PASS-3)"),
        Gone("gone", "why it is no more: killed, joined, fled, wrecked and so on", words=GONE[1:]),
    )
    seat_fields = (
        SeatField("edge", "its table edge: north or south", "edges", words=tuple(OPPOSITE)),
        SeatField("score", "its victory points so far", "scores"),
    )
    battle_fields = (
        PositionField("turn", "the turn, 1 if left out"),
        First("first", "it is the first go of the turn: an enemy unit may be named (CD-INIT-5)"),
        WhichSide("initiative", "the side that has the initiative this turn: A or B"),
        WhichSide("may-hold", "who may hold a unit this turn, or neither (CD-HOLD-1)", nobody=("neither", -1)),
        WhichUnit("held", "the unit that it holds"),
        PositionField("clouds", "each template on the table with its kind, spot, radius, owner and until (CD-AMMO-2)"),
        FallenMen("fallen", "who fell this turn or the one before: each with man, unit, spot and turn (CD-SR-TOUGH)"),
        PositionField("damage", "what buildings and sections of walls have taken, by their ids (CD-BLDG-1)"),
        Ruins("ruins", "those that are destroyed, by their ids"),
    )
    elsewhere = "aboard", "on-top", "gone"
    bought_with = {
        "name": "what it is called; a unit with a name is bought by itself, as a force has it",
        "model": "its models, each a table with count, weapons, blades, traits and ammunition",
        "type": "of a vehicle: an id of the catalogue, in place of models",
        "quality": "Ir, Rg, Vt or El",
        "ap": "its AP, 3 if left out",
        "sm": "its shooting modifier",
        "mm": "its melee modifier",
        "armour": "an id of the catalogue, none if left out",
        "cb": "the command bonus of a personality",
        "personality": "it is one",
        "size": "the diameter of each base, or of a vehicle's, in units",
        "av": "the AV of each model, or of a vehicle, in place of that of its armour or type",
        "dam": "the Dam of a vehicle, in place of that of its type",
        "traits": "what all of it have, each with its number, 1 where there is none: { quick = 1 }",
        "weapons": "those of a vehicle",
        "arms": "what the crew of a vehicle carry",
        "ammunition": "what is loaded in place of the usual, of a vehicle and its crew",
    }

    def prepare(self, battle: Battle, position: Position) -> None:
        battle.turn, battle.phase, battle.edges = position.number("turn", 1), "Activation", ("south", "north")
        if position.unit in battle.units:
            battle.units[position.unit].activated = True
            battle.active = position.unit

    def where(self, battle: Battle, unit: Unit) -> str:
        return "" if unit.models or unit.aboard or unit.gone else "at, models, aboard or gone"

    def derive(self, battle: Battle, position: Position) -> None:
        for unit in battle.units.values():
            for foe in unit.foes:
                if (other := battle.units.get(foe)) is not None and unit.id not in other.foes:
                    other.foes = (*other.foes, unit.id)
        counts = [len(battle.waiting(seat)) for seat in (0, 1)]
        battle.may_hold = -1 if counts[0] == counts[1] else int(counts[1] < counts[0])
        battle.initiative = position.seat or (battle.units[position.unit].seat if position.unit else 0)

    def finish(self, battle: Battle, position: Position) -> None:
        battle.edges = both_edges(battle.edges, position.seats)

    # ------------------------------------------------------------------ who is asked
    def agenda(self, battle: Battle, position: Position) -> list[Step]:
        seat, first = position.seat, bool(position.battle.get("first"))
        if seat is not None:
            some = ready(battle, seat) or (first and namable(battle, seat))
            require(bool(some), f"{battle.seat_names[seat]} has no unit left to activate", "go")
            return [EndTurn(), ChooseUnit(seat, first)]
        unit = battle.units[position.unit]
        asked = self.asked(battle, unit) if unit.activated else None
        if asked is None:
            raise Wrong(f"{unit.id} is asked nothing there; let its seat choose it", "go")
        return [EndTurn(), NextGo(1 - unit.seat), NextPoint(unit.id), asked]

    def ending(self, battle: Battle) -> list[Step]:
        for unit in battle.units.values():
            unit.activated = True
        battle.held = ""
        return [EndTurn(), MeleePhase()]

    def asked(self, battle: Battle, unit: Unit) -> Ask | None:
        """What the owner of a unit is asked in the middle of its activation; None where it does nothing, or rolls."""
        if not unit.living or unit.fighting or unit.overwatch:
            return None
        if unit.hull is None:
            kind = ChooseAboard if unit.aboard else ChooseAction
            return kind(unit.id) if battle.able(unit) else None
        step = next(iter(next_of_vehicle(battle, unit)), None)
        if isinstance(step, TakeSpeed):
            low, high, _ = speeds(battle, unit)
            return ChooseSpeed(unit.id) if low < high else None
        return step if isinstance(step, Ask) else None

    def beginning(self, battle: Battle) -> list[Step]:
        battle.turn -= 1
        battle.phase = battle.phase if battle.turn else "Set-up"
        return [BeginTurn()]

    def rolling(self, battle: Battle) -> list[Step]:
        battle.phase = "Initiative"
        return [EndTurn(), RollInitiative()]

    def whose(self, game: Game[Battle]) -> int | str | None:
        below, top, battle = game.agenda[:-1], game.agenda[-1], game.state
        if [type(step) for step in below] == [EndTurn] and isinstance(top, ChooseUnit):
            return top.seat
        if [type(step) for step in below] != [EndTurn, NextGo, NextPoint] or not isinstance(top, ACTIVITIES):
            return None
        unit = battle.units[top.unit]
        return unit.id if below[1] == NextGo(1 - unit.seat) and self.asked(battle, unit) == top else None

    def more(self, game: Game[Battle]) -> dict[str, Any]:
        top = game.agenda[-1]
        return {"first": True} if isinstance(top, ChooseUnit) and top.first else {}

    # ------------------------------------------------------------------ what is bought
    def buy(self, name: str, entries: Sequence[Mapping[str, Any]], folders: Sequence[Path]) -> dict[str, Any]:
        stock, sheets, faults = BOOK.catalogue(folders), [], Faults()
        for number, entry in enumerate(entries):
            with faults.of(f"[{number}]"):
                sheets.append(sheet_of(entry, stock))
        faults.raise_any()
        data: dict[str, Any] = plain().unstructure(Force(name, tuple(sheets)))
        return data

    def bought(self, force: Mapping[str, Any], folders: Sequence[Path]) -> list[dict[str, Any]]:
        stock = BOOK.catalogue(folders)
        return [entry_of(sheet, stock) for sheet in BOOK.force_of(force).sections]


def sheet_of(entry: Mapping[str, Any], stock: Catalogue) -> Sheet:
    """A unit as a position buys it: a row of a force file. Wrong if it may not be composed so."""
    row = "vehicle" if "type" in entry else "section"
    own = {key: entry[key] for key in OWN_STATS[row] if key in entry}
    listed = {key: value for key, value in entry.items() if key not in own}
    try:
        file: ForceFile = LIBRARY.structure({"system": SYSTEM, "kind": "force", "name": "Force", row: [listed]})
    except Wrong as wrong:
        raise Wrong(wrong.fix, wrong.place.removeprefix(f"{row}[0]").lstrip("."), wrong.refusal) from None
    sheet = vehicle_of(file.vehicle[0], stock) if file.vehicle else section_of(file.section[0], stock)
    return with_own(sheet, own) if own else sheet


OWN_STATS = {"section": ("av",), "vehicle": ("av", "dam", "size")}
"""What a force file takes from armour and types alone, and a position may say by itself."""
MOST_OF = {"av": 20, "dam": 200, "size": 12}


def with_own(sheet: Sheet, own: Mapping[str, Any]) -> Sheet:
    """A sheet with these stats in place of those of its armour or type. Wrong, with its key, for what cannot be."""
    stats: dict[str, Any] = {}
    for key, value in own.items():
        try:
            stats[key] = decimal(value) if key == "size" else whole(value)
            require(0 < stats[key] <= MOST_OF[key], f"give a number above 0, up to {MOST_OF[key]}")
        except Wrong as wrong:
            raise wrong.inside(key) from None
    if sheet.vehicle is None:
        return evolve(sheet, men=tuple(evolve(man, **stats) for man in sheet.men))
    return evolve(sheet, vehicle=evolve(sheet.vehicle, **stats), size=stats.get("size", sheet.size))


def entry_of(sheet: Sheet, stock: Catalogue) -> dict[str, Any]:
    """With what `sheet_of` would give this sheet, if anything does."""
    man = sheet.men[0]
    armour = next(
        (one for one in stock.armours.values() if one.av == man.av and (not one.trait or man.has(one.trait))), None
    )
    worn = armour.trait if armour is not None else ""
    entry: dict[str, Any] = {"name": sheet.name, "quality": man.quality, "armour": armour.id if armour else ""}
    usual = Soldier()
    entry |= {key: value for key in ("ap", "sm", "mm", "cb") if (value := getattr(man, key)) != getattr(usual, key)}
    if armour is None:
        entry |= {"armour": "none", "av": man.av}
    if sheet.vehicle is not None:
        entry.pop("av", None)
        usual_type = stock.vehicles.get(sheet.vehicle.id, sheet.vehicle)
        stats = ((key, getattr(sheet.vehicle, key)) for key in OWN_STATS["vehicle"])
        entry |= {key: value for key, value in stats if value != getattr(usual_type, key)}
        arms = carried(man, worn)
        entry |= {"type": sheet.vehicle.id, "weapons": [one.id for one in sheet.mounted]}
        return entry | {{"weapons": "arms"}.get(key, key): value for key, value in arms.items()}
    if sheet.personality:
        entry["personality"] = True
    if sheet.size != BASE:
        entry["size"] = sheet.size
    return {**entry, "model": list(model_tables(sheet.men, worn))}


def model_tables(men: Sequence[Soldier], worn: str) -> Iterator[dict[str, Any]]:
    """Models alike that stand next to each other, each kind a table."""
    for table, alike in groupby(men, lambda man: carried(man, worn)):
        count = len(list(alike))
        yield {"count": count, **table} if count > 1 else table


def carried(man: Soldier, worn: str) -> dict[str, Any]:
    """What one model carries and is trained for, what its armour gives it apart."""
    found = {
        "weapons": [one.id for one in man.weapons],
        "blades": [one.id for one in man.blades],
        "traits": {key: number for key, number in man.traits.items() if key != worn},
        "ammunition": [one.id for one in man.loads],
    }
    return {key: value for key, value in found.items() if value}


FORM = DuskPosition()
