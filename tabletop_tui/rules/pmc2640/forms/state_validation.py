"""Which states of a battle there can be: what holds for units, places and steps, whoever wrote them into a file."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tabletop_tui.engine.game import Game
from tabletop_tui.files.validation import Faults
from tabletop_tui.rulebook.state_validation import all_steps, check_agenda, each, number_from, require
from tabletop_tui.rules.pmc2640.damage.damage import ChooseCasualty, KnockOut
from tabletop_tui.rules.pmc2640.moving.move_choice import MayShoot
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Attack
from tabletop_tui.rules.pmc2640.state.battle import MOST_SUPPRESSION, SEAT_LETTERS, Battle, Unit
from tabletop_tui.rules.pmc2640.turn.setup import DrawEdges
from tabletop_tui.rules.pmc2640.turn.terrain_generator import SIZES, Mix
from tabletop_tui.skirmish.standing_checks import check_stand, stand_on_each_other
from tabletop_tui.table.points import Spot

TOLERANCE = 0.05
"""Places are kept to the hundredth of an inch."""
MOST_TURNS = 99
PHASES = ("Set-up", "Beginning", "Reserve", "Action", "End")
BOTTOM = ("SetUp", "BeginningPhase", "ActionPhase", "EndPhase")
LARGEST_WRECK = 6


def audit(game: Game[Battle]) -> None:
    """Wrong unless the state and the agenda of a game go together."""
    battle = game.state
    _table(battle)
    _battle(battle)
    losing = {step.unit for step in game.agenda if isinstance(step, ChooseCasualty | KnockOut)}
    faults = Faults()
    for number, (name, unit) in enumerate(battle.units.items()):
        place = f"units[{number}]"
        with faults.of():
            same = unit.id == name and unit.seat == SEAT_LETTERS.index(name[0])
            require(same, "it is another unit than in the set-up", place)
            _points(unit, unit.id in losing, place)
            _place(battle, unit, place)
            known = all(shooter in battle.units for shooter in unit.shot_by)
            require(known, "there is no such unit", f"{place}.shot-by")
    for one, other in combinations([unit for unit in battle.units.values() if unit.models], 2):
        on_it = stand_on_each_other(one.models, one.type.radius, other.models, other.type.radius, TOLERANCE)
        with faults.of():
            require(not on_it, f"{one.id} and {other.id} stand on each other", "units")
    faults.raise_any()
    _agenda(game)


def _table(battle: Battle) -> None:
    """The table is that of the set-up, unless terrain was made for it."""
    table, first = battle.table, battle.scenario.table
    if table is not first:
        same = (table.width, table.height, table.locations) == (first.width, first.height, first.locations)
        require(bool(battle.scenario.generator) and same, "it is another table than in the set-up", "table")
    for key, gone in (("destroyed", battle.destroyed), ("rubble", battle.rubble)):
        require(gone <= table.by_id.keys(), "there is no such piece of terrain", key)
    for number, wreck in enumerate(battle.wrecks):
        inside = 0 <= wreck.spot[0] <= table.width and 0 <= wreck.spot[1] <= table.height
        require(inside and 0 < wreck.radius <= LARGEST_WRECK, "a wreck lies on the table", f"wrecks[{number}]")


def _battle(battle: Battle) -> None:
    require(0 <= battle.turn <= MOST_TURNS, "there is no such turn", "turn")
    require(battle.phase in PHASES, f"give one of {', '.join(PHASES)}", "phase")
    before = battle.phase == PHASES[0]
    require(before == (battle.turn == 0), f"{PHASES[0]} is turn 0, every other phase a turn from 1 on", "turn")
    edges = [("north", "south"), ("south", "north")]
    drawn = battle.edges in edges or (not battle.edges and not battle.turn)
    require(drawn, "give two opposite edges", "edges")
    require(battle.first in (0, 1), "give seat 0 or 1", "first")
    for key in ("in_a_row", "done", "arriving"):
        values = getattr(battle, key)
        fits = len(values) == 2 and all(0 <= value <= 99 for value in values)
        require(fits, "give one for each seat", key.replace("_", "-"))
    fits = len(battle.in_line) == 2 and all(name in ("", *battle.units) for name in battle.in_line)
    require(fits, "give a unit for each seat, or none", "in-line")
    require(min(battle.in_a_row) >= 1, "at least 1 unit is activated in a row", "in-a-row")
    require(battle.active in ("", *battle.units), "there is no such unit", "active")
    require(all(name in battle.units for name in battle.reacted), "there is no such unit", "reacted")
    require(battle.contested in ("", *battle.table.by_id), "there is no such building", "contested")
    _locations(battle)


def _locations(battle: Battle) -> None:
    found = {name: (place.id, place.spot) for name, place in battle.locations.items()}
    spots = enumerate(battle.scenario.table.locations, 1)
    wanted = {f"L{number}": (f"L{number}", spot) for number, spot in spots}
    require(found == wanted, "these are other locations than in the set-up", "locations")
    states = [place.state for place in battle.locations.values()]
    sound = states.count("true") <= 1 and not ("true" in states and "" in states)
    require(sound and (not states or set(states) != {"false"}), "one location is the true one", "locations")
    if battle.scenario.type == "capture":
        require(states == ["true"], "the objective of Capture is known", "locations")


def _points(unit: Unit, losing: bool, place: str) -> None:
    """Models, Suppression and Damage add up."""
    require(0 <= unit.left <= unit.type.size, f"it has 0 to {unit.type.size} models", f"{place}.left")
    most = 0 if unit.vehicle else MOST_SUPPRESSION
    require(0 <= unit.suppression <= most, f"give 0 to {most} points", f"{place}.suppression")
    most = unit.type.morale if unit.vehicle and unit.left and not losing else 99
    require(0 <= unit.damage <= most, f"give 0 to {most} points", f"{place}.damage")
    require(0 <= unit.facing <= 360, "give a direction from 0 to 360", f"{place}.facing")
    gone = unit.gone == "destroyed" or losing
    require(unit.left > 0 or gone, "a unit without models is destroyed", f"{place}.left")


def _place(battle: Battle, unit: Unit, place: str) -> None:
    """A unit is in one place: in reserve, in a building, on the table, or gone."""
    places = sum((bool(unit.reserve), bool(unit.building), bool(unit.models), bool(unit.gone)))
    require(places == 1, f"it is in {places} places", place)
    if unit.building:
        piece = battle.table.by_id.get(unit.building)
        stands = piece is not None and piece.terrain.category == "building"
        require(stands and unit.building not in battle.rubble, "there is no such building", f"{place}.building")
        require(battle.in_building(unit.building) is unit, "another unit is in there", f"{place}.building")
        require(not unit.vehicle, "a vehicle is in no building", f"{place}.building")
    if unit.models:
        require(len(unit.models) == unit.left, "it has another number of models", f"{place}.models")
        require(bool(battle.edges), "units come when the edges are known", f"{place}.models")
        table = battle.table
        check_stand(unit.models, unit.type.radius, table.width, table.height, TOLERANCE, f"{place}.models")
        require(not _on_closed(battle, unit), "it stands where nobody can", f"{place}.models")


def _on_closed(battle: Battle, unit: Unit) -> bool:
    """Whether a model stands on terrain that nobody can stand on."""
    gone = battle.destroyed | battle.rubble
    table = battle.table
    closed = [piece for piece in table.pieces if piece.terrain.impassable and piece.id not in gone]
    least = unit.type.radius - TOLERANCE
    return any(bool(piece.figure.near(spot, least)) for piece in closed for spot in unit.models)


# ---------------------------------------------------------------- steps
def _agenda(game: Game[Battle]) -> None:
    battle = game.state
    table = battle.table

    def known(name: str) -> bool:
        return name in battle.units

    def on_table(spot: Spot) -> bool:
        return bool(0 <= spot[0] <= table.width and 0 <= spot[1] <= table.height)

    def models(value: Any) -> bool:
        """How many are lost or, of one that may shoot, where they stood."""
        return all(map(on_table, value)) if isinstance(value, tuple) else 1 <= value <= 99

    areas = int(table.width * table.height // 100)
    fields = {
        **dict.fromkeys(("unit", "attacker", "shooter"), known),
        **dict.fromkeys(("target", "by"), lambda name: name == "" or known(name)),
        "seat": lambda seat: seat in (0, 1),
        **dict.fromkeys(("done", "closest"), each(known)),
        **dict.fromkeys(("hits", "number", "made", "left", "good", "failed", "dice", "allowance"), number_from(0, 99)),
        "area": number_from(0, areas),
        "face": number_from(1, 6),
        "room": number_from(0, 9),
        **dict.fromkeys(("size", "turn", "kills"), number_from(1, 6)),
        "bonus": number_from(0, 9),
        "models": models,
        "facing": number_from(0, 360),
        "piece": lambda name: name == "" or name in table.by_id,
        "location": lambda name: name in battle.locations,
        "kind": lambda kind: kind in SIZES,
        "pieces": each(lambda kind: kind in SIZES),
        "chosen": each(each(lambda kind: kind in SIZES)),
    }
    check_agenda(game.agenda, BOTTOM, fields)
    drawn = bool(battle.edges) or any(isinstance(step, DrawEdges) for step in game.agenda)
    require(drawn, "no step draws the edges", "agenda")
    for step in all_steps(game.agenda):
        _step(battle, step)


def _step(battle: Battle, step: object) -> None:
    """What one step, or a part of one, needs of the battle."""
    place = f"agenda, {type(step).__name__}"
    if isinstance(step, Attack):
        require(bool(step.target) != bool(step.piece), "a unit or a piece of terrain is shot at", place)
    shooter, target = getattr(step, "shooter", ""), getattr(step, "target", "")
    attacker = shooter or getattr(step, "attacker", "")
    if attacker and target:
        hostile = battle.units[attacker].seat != battle.units[target].seat
        require(hostile, f"{attacker} and {target} are of one side", place)
    if isinstance(step, MayShoot):
        require(bool(step.models), "it stood somewhere before", place)
    if isinstance(step, Mix | MayShoot) or not hasattr(step, "done"):
        return
    same = all(battle.units[name].seat == getattr(step, "seat", -1) for name in step.done)
    require(same, "these are units of the other side", place)
