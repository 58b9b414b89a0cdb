"""Positions of MECHCOM written by hand: the keys of a model, a seat and the battle, and what is asked then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.files.validation import Wrong, one_of, text, truth, whole
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.position import ID, SEAT_LETTERS, UNITS, Position, seat_of
from tabletop_tui.rulebook.position_choice_fields import SomeSides
from tabletop_tui.rulebook.position_form import CONVERTER, Flag, PositionField, PositionForm, SeatField
from tabletop_tui.rulebook.stalemate import Stillness
from tabletop_tui.rulebook.state_validation import require
from tabletop_tui.rules.mechcom.files.loader import BOOK, plain
from tabletop_tui.rules.mechcom.files.squad_building import Choice, SquadFile, build
from tabletop_tui.rules.mechcom.state.battle import UNTIL_CLEARED, Battle, Model, Piece
from tabletop_tui.rules.mechcom.state.deployment_zones import OBJECTIVE, edges_to_choose, objective_hex
from tabletop_tui.rules.mechcom.state.profiles import CONDITIONS
from tabletop_tui.rules.mechcom.state.stalemate import progress
from tabletop_tui.rules.mechcom.turn.turn import (
    ChooseAction,
    ChooseDeployableAction,
    ChooseMech,
    EndActivation,
    EndDeployable,
    EndPhase,
    NextAction,
    StartPhase,
    waiting,
)

SUBMERGED = "Submerged"


# ---------------------------------------------------------------- models
@frozen
class At(PositionField):
    """The hex of a model. In water it is Submerged without anybody's saying so."""

    def get(self, battle: Battle, thing: Model) -> Any:
        return thing.hex or None

    def put(self, battle: Battle, thing: Model, value: Any) -> None:
        spot = text(value)
        require(thing.seat is not None, "it stays where the map has it; leave this key out")
        require(spot in battle.map.grid, f"there is no hex {spot!r:.20} on this map")
        require(battle.at.get(spot, thing.id) == thing.id, f"{battle.at.get(spot)} stands in {spot} already")
        battle.put(thing, spot)


@frozen
class Destroyed(Flag):
    def get(self, battle: Battle, thing: Model) -> Any:
        return True if not thing.hex and thing.integrity <= 0 else None

    def happen(self, battle: Battle, thing: Model) -> None:
        battle.take_off(thing)
        thing.integrity = 0


@frozen
class Conditions(PositionField):
    """A list of conditions that last until they are cleared, or a table of when each ends."""

    def get(self, battle: Battle, thing: Model) -> Any:
        held = {name: ends for name, ends in thing.conditions.items() if name != SUBMERGED}
        return held if any(held.values()) else sorted(held)

    def put(self, battle: Battle, thing: Model, value: Any) -> None:
        table = value if isinstance(value, Mapping) else dict.fromkeys(CONVERTER.structure(value, tuple[str, ...]), 0)
        for name, ends in table.items():
            if name not in CONDITIONS:
                raise one_of(name, [known for known in CONDITIONS if known != SUBMERGED], "condition")
            require(name != SUBMERGED, f"{SUBMERGED} is whoever stands in water; leave it out")
            thing.conditions = {**thing.conditions, name: whole(ends)}


# ---------------------------------------------------------------- seats and the battle
@frozen
class FlagAt(PositionField):
    """Where the Flag of a seat is: in a hex, or with the model that carries it."""

    def get(self, battle: Battle, thing: int) -> Any:
        flag = battle.pieces.get(f"F{SEAT_LETTERS[thing]}")
        return None if flag is None else flag.hex or flag.carrier

    def put(self, battle: Battle, thing: int, value: Any) -> None:
        place = text(value)
        there = place in battle.map.grid
        require(there or place in battle.models, f"{place!r:.20} is neither a hex nor a unit")
        require(not there or battle.free(place), f"{battle.at.get(place)} stands in {place} already")
        name = f"F{SEAT_LETTERS[thing]}"
        battle.set_piece(Piece(name, "flag", thing, place if there else "", "" if there else place))


@frozen
class FlagScored(PositionField):
    def get(self, battle: Battle, thing: int) -> Any:
        flag = battle.pieces.get(f"F{SEAT_LETTERS[thing]}")
        return flag is not None and flag.scored

    def put(self, battle: Battle, thing: int, value: Any) -> None:
        flag = battle.pieces.get(f"F{SEAT_LETTERS[thing]}")
        if flag is None:
            raise Wrong("this seat has no Flag")
        battle.pieces[flag.id] = evolve(flag, scored=truth(value))


class MechcomPosition(PositionForm):
    """How positions of MECHCOM are written."""

    often = ("integrity", "energy", "heat", "conditions", "spot", "activated", "moved", "shots", "destroyed")
    unit_fields = (
        At("at", "its hex", "hex"),
        Destroyed("destroyed", "it is destroyed, or gone from the table"),
        PositionField("integrity", "its Integrity left (MC-STAT-10)"),
        PositionField("energy", "its Energy left (MC-STAT-1)"),
        PositionField("activated", "it has been activated this round (MC-ACT-2)"),
        PositionField("moved", "it has moved in this turn (MC-PERK-9)"),
        PositionField("spot", "the Spot tokens on it (MC-SPOT-2)"),
        PositionField("heat", "its Heat (MC-SHEET-4)"),
        PositionField("shots", "how often each weapon has been fired, as { Missiles = 2 } (MC-PERK-1)"),
        PositionField("uses", "how often each ability has been used (MC-TAG-1)"),
        Conditions("conditions", "its conditions, as a list or with the ends of its activations until each goes"),
    )
    seat_fields = (
        SeatField("edge", "its deployment zone, as north", "edges"),
        SeatField("score", "its victory points", "scores"),
        FlagAt("flag", "where its Flag is: a hex, or the model that carries it (MC-CTF-2)"),
        FlagScored("flag-scored", "its Flag was brought home to score (MC-CTF-4)"),
    )
    battle_fields = (
        PositionField("round", "the round, 1 if left out"),
        SomeSides("order", 'the sides in the order rolled for this round, as ["B", "A"]'),
        PositionField("activations", "how many have begun in the game, for explosions (MC-BOOM-1)", "turn"),
        PositionField("fires", "the hexes that are on fire (MC-TERR-13)"),
        PositionField("wreckage", "each hex with wreckage and its seat, 0 for the first, - for neutral (MC-TERR-14)"),
        PositionField("became", "ground that is no longer as printed, as { 0507 = 'water' }"),
        PositionField(
            "wrecks", "fallen mechs that have yet to explode, each with name, seat, hex, level and due (MC-BOOM-1)"
        ),
        PositionField("tethers", "who is bound to whom, each with one, other and limit (MC-COND-13)"),
        SomeSides("conceded", 'the sides that gave up, as ["B"]'),
        PositionField("last-round", "the game ends after this round (MC-CTF-4)"),
        PositionField(
            "stillness", "what stood at the end of the last round, and for how many rounds it has (MC-OURS-1)"
        ),
    )
    elsewhere = ("destroyed",)
    bought_with = {
        "mech": "what it is: an id of a catalogue",
        "profile": "its profile",
        "pilot": "the id of its pilot",
        "name": "a name of its own",
        "deploys": "of a deployable, its id in a catalogue",
        "parent": "of a deployable, the mech that deployed it",
    }
    saved_units = "models"

    def units(self, battle: Battle) -> dict[str, Model]:
        return battle.models

    def where(self, battle: Battle, unit: Model) -> str:
        return "" if unit.hex or unit.integrity <= 0 or unit.seat in battle.conceded else "at or destroyed"

    def prepare(self, battle: Battle, position: Position) -> None:
        seats = len(battle.squads)
        battle.round, battle.phase, battle.order = 1, "Activation", tuple(range(seats))
        free = list(edges_to_choose(battle.map.grid, seats))
        defender = battle.scenario.defender
        battle.edges = tuple(OBJECTIVE if seat == defender else free.pop(0) for seat in range(seats))
        if battle.scenario.type == "control-zone":
            battle.set_piece(Piece(OBJECTIVE, "objective", hex=objective_hex(battle)))

    def derive(self, battle: Battle, position: Position) -> None:
        battle.active = position.unit
        acted = sum(model.activated for model in battle.models.values() if model.is_mech)
        battle.turn = acted + bool(battle.active)
        for model in battle.models.values():
            if model.hex and model.seat is not None and not model.flies and battle.is_water(model.hex):
                model.conditions = {**model.conditions, SUBMERGED: UNTIL_CLEARED}
        battle.stillness = Stillness(progress(battle))

    def finish(self, battle: Battle, position: Position) -> None:
        """Whose go it was, and whether the ground is as it was printed."""
        seat = battle.models[battle.active].seat if battle.active else position.seat or 0
        require(seat in battle.order, "who is to act is one of the order", "order")
        battle.go = battle.order.index(seat or 0) + 1
        battle.as_printed = not {"fires", "wreckage", "became"} & position.battle.keys()

    def agenda(self, battle: Battle, position: Position) -> list[Step]:
        seat = position.seat
        if seat is not None:
            require(bool(waiting(battle, seat)), f"{battle.seat_name(seat)} has no mech left to activate", "go")
            return [ChooseMech(seat)]
        model = battle.models[position.unit]
        require(bool(model.hex) and model.seat is not None, f"{model.id} is in no activation", "go")
        if model.is_mech:
            return [EndActivation(model.id), ChooseAction(model.id)]
        rest: list[Step] = [EndActivation(model.parent), NextAction(model.parent)]
        return [*rest, EndDeployable(model.id), ChooseDeployableAction(model.id)]

    def ending(self, battle: Battle) -> list[Step]:
        for model in battle.models.values():
            model.activated = True
        return [EndPhase()]

    def beginning(self, battle: Battle) -> list[Step]:
        battle.round -= 1
        battle.phase = battle.phase if battle.round else "Setup"
        return [StartPhase()]

    def overwrite(self, battle: Battle) -> None:
        battle.phase, battle.go, battle.order = "Start", 0, tuple(range(len(battle.squads)))

    def more(self, game: Game[Battle]) -> dict[str, Any]:
        return {"round": game.state.round + 1} if type(game.agenda[0]) is StartPhase else {}

    def whose(self, game: Game[Battle]) -> int | str | None:
        below, top = [type(step) for step in game.agenda[:-1]], game.agenda[-1]
        if not below and isinstance(top, ChooseMech):
            return top.seat
        if below == [EndActivation] and isinstance(top, ChooseAction):
            return top.unit
        in_it = below == [EndActivation, NextAction, EndDeployable]
        return top.unit if in_it and isinstance(top, ChooseDeployableAction) else None

    # ------------------------------------------------------------------ buying and deploying
    def buy(self, name: str, entries: Sequence[Mapping[str, Any]], folders: Sequence[Path]) -> dict[str, Any]:
        shop = BOOK.catalogue(folders)
        choices = []
        for number, entry in enumerate(entries):
            try:
                choices.append(CONVERTER.structure({"mech": "", **entry}, Choice))
                if choices[-1].mech not in shop.mechs:
                    raise one_of(choices[-1].mech, shop.mechs, "mech").inside("mech")
            except Wrong as wrong:
                raise wrong.inside(f"[{number}]") from None
        file = SquadFile("mechcom", "squad", name, shop.faction[choices[0].mech], tuple(choices))
        try:
            data: dict[str, Any] = plain().unstructure(build(file, shop))
        except Wrong as wrong:
            raise Wrong(wrong.fix, wrong.place.removeprefix("mech")) from None
        return data

    def bought(self, force: Mapping[str, Any], folders: Sequence[Path]) -> list[dict[str, Any]]:
        shop = BOOK.catalogue(folders)
        # A sheet is called by its mech and profile.
        mechs = {
            f"{mech.name} {kind}".strip(): name for name, mech in shop.mechs.items() for kind in ("", *mech.profiles)
        }
        pilots = {pilot.name: name for name, pilot in shop.pilots.items()}
        found = []
        for sheet in force["mechs"]:
            own, bracket, kind = sheet["name"].rpartition(" (")
            told = {"mech": mechs.get(kind.removesuffix(")") if bracket else sheet["name"], "")}
            told |= {"profile": sheet.get("profile", ""), "pilot": pilots.get(sheet.get("pilot", ""), ""), "name": own}
            found.append({key: value for key, value in told.items() if value})
        return found

    def makes_room(self, entry: Mapping[str, Any]) -> bool:
        """A building that fell is no more in the way of who stands there now."""
        return seat_of(entry[ID]) < 0

    def create(self, battle: Battle, entry: Mapping[str, Any]) -> Model:
        name, seat = entry[ID], seat_of(entry[ID])
        if "parent" not in entry:
            raise one_of(name, battle.models, UNITS).inside(ID)
        parent = battle.models.get(text(entry["parent"]))
        if parent is None or parent.seat != seat:
            raise Wrong(f"give a mech of the seat of {name}", "parent")
        sold = battle.squads[seat].deployables
        if (what := text(entry.get("deploys", ""))) not in sold:
            raise one_of(what, sold, "deployable").inside("deploys")
        sheet = sold[what]
        model = Model(name, seat, sheet, integrity=sheet.stats.integrity, parent=parent.id)
        battle.models[name] = model
        return model

    def creation(self, battle: Battle, unit: Model) -> dict[str, Any]:
        sold = battle.squads[unit.seat or 0].deployables
        what = next(name for name, sheet in sold.items() if sheet == unit.sheet)
        return {ID: unit.id, "deploys": what, "parent": unit.parent}


FORM = MechcomPosition()
