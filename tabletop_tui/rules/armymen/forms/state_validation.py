"""Which states of a battle there can be: what holds for units, places and steps, whoever wrote them into a file."""

from __future__ import annotations

from itertools import combinations

from tabletop_tui.engine.game import Game
from tabletop_tui.files.validation import Faults
from tabletop_tui.rulebook.state_validation import all_steps, check_agenda, each, number_from, require
from tabletop_tui.rules.armymen.damage.damage import BailOut, DamageRolls, PutOut
from tabletop_tui.rules.armymen.melee.charging import ChooseSide
from tabletop_tui.rules.armymen.melee.melee import Melee
from tabletop_tui.rules.armymen.reactions.guarded_march import GUARDS, UnitMarch
from tabletop_tui.rules.armymen.shooting.shooting import ChooseWeapon, Shoot
from tabletop_tui.rules.armymen.state.battle import SEAT_LETTERS, Battle, Unit
from tabletop_tui.rules.armymen.turn.setup import OPPOSITE, Deploy, PlaceUnit
from tabletop_tui.skirmish.standing_checks import check_stand, stand_on_each_other
from tabletop_tui.table.points import Spot, Spots

TOLERANCE = 0.06
"""Places are kept to the hundredth of an inch, and bases that touch may seem a little apart or in each other."""
BOTTOM = ("SetUp", "ChooseEdge", "BeginRound", "EndRound")


def audit(game: Game[Battle]) -> None:
    """Wrong unless the state and the agenda of a game go together."""
    battle = game.state
    bailing = {step.unit for step in game.agenda if isinstance(step, BailOut | PutOut)}
    moving = {step.unit for step in all_steps(game.agenda) if isinstance(step, UnitMarch)}
    nowhere = {step.unit for step in game.agenda if isinstance(step, PlaceUnit)} | bailing
    _battle(battle)
    faults = Faults()
    for number, (name, unit) in enumerate(battle.units.items()):
        place = f"units[{number}]"
        with faults.of():
            same = unit.id == name and unit.seat == SEAT_LETTERS.index(name[0])
            require(same, "it is another unit than in the set-up", place)
            _flags(unit, place)
            _arms(unit, place)
            _place(battle, unit, unit.id in nowhere, unit.id in moving, place)
            _load(battle, unit, unit.id in bailing, place)
    standing = [unit for unit in battle.units.values() if unit.models and unit.id not in moving]
    for one, other in combinations(standing, 2):
        on_it = stand_on_each_other(one.models, one.radius, other.models, other.radius, TOLERANCE)
        with faults.of():
            require(not on_it, f"{one.id} and {other.id} stand on each other", "units")
    faults.raise_any()
    _agenda(game)


def _battle(battle: Battle) -> None:
    require(0 <= battle.round <= battle.scenario.rounds, "there is no such round", "round")
    require(battle.phase == ("Activation" if battle.round else "Set-up"), "this is not the phase of its round", "phase")
    edges = [(), *OPPOSITE.items()]
    chosen = battle.edges in edges and (bool(battle.edges) or not battle.round)
    require(chosen, "give two opposite edges", "edges")
    require(battle.active in ("", *battle.units), "there is no such unit", "active")
    require(all(name in battle.units for name in battle.mined), "there is no such unit", "mined")
    require(battle.scores == (0, 0), "points are counted when the battle is over", "scores")


def _flags(unit: Unit, place: str) -> None:
    """What a unit can be at once."""
    calm = not (unit.guarding and unit.hunkered)
    soldier = unit.vehicle and (unit.pinned or unit.guarding or unit.hunkered)
    vehicle = not unit.vehicle and (unit.rattled or unit.stuck)
    gone = unit.destroyed and (unit.pinned or unit.guarding or unit.hunkered)
    require(calm and not soldier and not vehicle and not gone, "a unit cannot be all that at once", place)
    require(0 <= unit.facing <= 360, "give a direction from 0 to 360", f"{place}.facing")


def _arms(unit: Unit, place: str) -> None:
    """The weapons of its models are those that they were bought with."""
    require(len(unit.arms) <= unit.sheet.size, f"it has at most {unit.sheet.size} models", f"{place}.arms")
    require(bool(unit.arms) != unit.destroyed, "a unit without models is destroyed, and no other", f"{place}.arms")
    bought = list(unit.sheet.arms)
    for arms in unit.arms:
        require(arms in bought, "no model of it was bought with these weapons", f"{place}.arms")
        bought.remove(arms)


def _place(battle: Battle, unit: Unit, nowhere: bool, moves: bool, place: str) -> None:
    """A unit is in one place: to be placed, on the table, aboard, or destroyed."""
    places = sum((bool(unit.models), bool(unit.aboard), unit.destroyed))
    require(places == 1 or (places == 0 and (nowhere or not battle.round)), f"it is in {places} places", place)
    if unit.models:
        require(len(unit.models) == unit.left, "it has another number of models", f"{place}.models")
        require(bool(battle.edges), "units are placed when the edges are known", f"{place}.models")
        table = battle.table
        # Halted on its way, a unit may for a moment stand closer than it ever would at its end.
        body = 0.0 if moves else unit.radius
        check_stand(unit.models, body, table.width, table.height, TOLERANCE, f"{place}.models")


def _load(battle: Battle, unit: Unit, bails: bool, place: str) -> None:
    """A vehicle carries no more than it can, of its own side, and only while it stands."""
    if unit.aboard:
        carrier = battle.units.get(unit.aboard)
        fits = carrier is not None and carrier.vehicle and carrier.seat == unit.seat and not unit.vehicle
        require(fits and (bails or bool(carrier and carrier.models)), "it cannot be aboard that", f"{place}.aboard")
    aboard = sum(passenger.left for passenger in battle.passengers(unit))
    require(aboard <= max(unit.sheet.capacity, 0), "more are aboard than it can carry", place)


# ---------------------------------------------------------------- steps
def _agenda(game: Game[Battle]) -> None:
    battle = game.state
    table = battle.table

    def known(name: str) -> bool:
        return name in battle.units

    def on_table(spot: Spot) -> bool:
        return 0 <= spot[0] <= table.width and 0 <= spot[1] <= table.height

    def tracks(ways: tuple[Spots, ...]) -> bool:
        return 0 < len(ways) <= 20 and all(way and all(map(on_table, way)) for way in ways)

    fields = {
        **dict.fromkeys(("unit", "target", "vehicle", "enemy", "charger"), known),
        "by": lambda name: name == "" or known(name),
        "seat": lambda seat: seat in (0, 1),
        "unseen": each(known),
        **dict.fromkeys(("lost", "hits"), number_from(1, 999)),
        **dict.fromkeys(("wounds", "taken", "done", "high", "low"), number_from(0, 999)),
        "length": number_from(0, 999),
        "heard": each(lambda key: key == GUARDS),
        "edge": number_from(0, 48),
        "facing": number_from(0, 360),
        "around": on_table,
        "tracks": tracks,
        "arc": lambda arc: arc in ("front", "side", "rear"),
    }
    check_agenda(game.agenda, BOTTOM, fields)
    for step in all_steps(game.agenda):
        _step(battle, step)
    deploys = any(isinstance(step, Deploy) for step in game.agenda)
    require(bool(battle.edges) or not deploys, "units are placed when the edges are known", "edges")


def _step(battle: Battle, step: object) -> None:
    """What one step, or a part of one, needs of the battle."""
    name = type(step).__name__
    if isinstance(step, UnitMarch):
        unit = battle.units[step.unit]
        require(0 <= step.done <= step.length, "it is further than its whole way", f"agenda, {name}")
        require(unit.left <= len(step.tracks) or unit.destroyed, "give a way for each model", f"agenda, {name}")
        start = step.at(step.done)
        on_way = unit.left == len(start) or _among(unit.models, start)
        require(unit.destroyed or on_way, f"{unit.id} does not stand on its way", f"agenda, {name}")
        require(unit.destroyed or bool(unit.models), f"{unit.id} is not on the table", f"agenda, {name}")
    elif isinstance(step, Melee | Shoot | ChooseWeapon | ChooseSide):
        one, other = step.charger if isinstance(step, Melee) else step.unit, step.target
        hostile = battle.units[one].seat != battle.units[other].seat
        require(hostile, f"{one} and {other} are of one side", f"agenda, {name}")
    if isinstance(step, Shoot | ChooseWeapon):
        _fire(battle, step)
    if isinstance(step, DamageRolls):
        require(battle.units[step.vehicle].vehicle, f"{step.vehicle} is no vehicle", f"agenda, {name}")


def _among(models: Spots, spots: Spots) -> bool:
    """Whether all models stand on these spots, in their order."""
    rest = iter(spots)
    return all(any(spot == model for spot in rest) for model in models)


def _fire(battle: Battle, step: Shoot | ChooseWeapon) -> None:
    unit, place = battle.units[step.unit], f"agenda, {type(step).__name__}"
    armed = all(0 <= model < unit.left and weapon in unit.arms[model] for model, weapon in step.fire)
    require(armed, "no such model has such a weapon", place)
    require(bool(unit.models) and bool(battle.units[step.target].models), "both stand on the table", place)
    if isinstance(step, ChooseWeapon):
        require(bool(step.open) and all(0 <= model < unit.left for model in step.open), "no such model", place)
