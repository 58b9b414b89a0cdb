"""Which states of a battle there can be: what holds for units, men and steps, whoever wrote them into a file."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from tabletop_tui.engine.game import Game
from tabletop_tui.files.validation import Faults
from tabletop_tui.rulebook.state_validation import all_steps, check_agenda, each, number_from, require
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.collisions.vehicle_collisions import DriveOn
from tabletop_tui.rules.crimsondusk.melee.melee import Blow
from tabletop_tui.rules.crimsondusk.melee.strikes import Melee
from tabletop_tui.rules.crimsondusk.moving.model_orders import Order
from tabletop_tui.rules.crimsondusk.moving.section_march import Walk
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.setup_zones import OPPOSITE
from tabletop_tui.rules.crimsondusk.state.units import ABANDONED, IN_VEHICLE, OFF, WRECKED, Man, Unit
from tabletop_tui.rules.crimsondusk.turn.setup import PlaceUnit
from tabletop_tui.rules.crimsondusk.turn.victory import THROUGH_WORD
from tabletop_tui.skirmish.interruptible_march import March
from tabletop_tui.skirmish.standing_checks import check_stand, stand_on_each_other
from tabletop_tui.table.points import Spot

GRACE = 0.06
"""Places are kept to the hundredth, and bases that touch may seem a little apart or in each other."""
BOTTOM = ("SetUp", "ChooseEdge", "BeginTurn", "EndTurn")
PHASES = ("Set-up", "Initiative", "Activation", "Melee")
GONE = ("", "killed", "joined", "fled", IN_VEHICLE, WRECKED, ABANDONED, THROUGH_WORD, *OFF.values())
MOST = 999
SCATTER = 10.0
"""How far a shot scatters at most, in units."""


def audit(game: Game[Battle]) -> None:
    """Wrong unless the state and the agenda of a game go together."""
    battle = game.state
    moving = {step.unit for step in all_steps(game.agenda) if isinstance(step, Walk | March | DriveOn)}
    coming = {step.unit for step in game.agenda if isinstance(step, PlaceUnit)}
    _battle(battle)
    _men(battle)
    faults = Faults()
    for number, (name, unit) in enumerate(battle.units.items()):
        place = f"units[{number}]"
        with faults.of():
            require(
                unit.id == name and unit.seat == "AB".index(name[0]), "it is another unit than in the set-up", place
            )
            _unit(battle, unit, place)
            _place(battle, unit, name in coming, name in moving, place)
    standing = [unit for unit in battle.on_table() if unit.id not in moving and unit.hull is None]
    for one, other in combinations(standing, 2):
        on_it = stand_on_each_other(one.models, one.radius, other.models, other.radius, GRACE)
        with faults.of():
            require(not on_it, f"{one.id} and {other.id} stand on each other", "units")
    faults.raise_any()
    _agenda(game)


def _battle(battle: Battle) -> None:
    require(0 <= battle.turn <= battle.scenario.turns, "there is no such turn", "turn")
    require(battle.phase in PHASES and bool(battle.turn) == (battle.phase != "Set-up"), "not in this turn", "phase")
    edges = battle.edges in [(), *OPPOSITE.items()] and (bool(battle.edges) or not battle.turn)
    require(edges, "give two opposite edges", "edges")
    require(battle.active in ("", *battle.units), "there is no such unit", "active")
    require(battle.held in ("", *battle.units), "there is no such unit", "held")
    require(battle.initiative in (0, 1), "there is no such seat", "initiative")
    require(battle.may_hold in (-1, 0, 1), "give a seat or -1", "may-hold")
    require(len(battle.scores) == 2 and all(0 <= one <= MOST for one in battle.scores), "two scores", "scores")
    for number, cloud in enumerate(battle.clouds):
        place = f"clouds[{number}]"
        require(cloud.owner in ("", *battle.units), "there is no such unit", f"{place}.owner")
        require(0 < cloud.radius <= 9, "give a radius up to 9", f"{place}.radius")
        require(_near_table(battle, cloud.spot), "it is not on the table", f"{place}.spot")
    for number, one in enumerate(battle.fallen):
        place = f"fallen[{number}]"
        require(one.unit in battle.units, "there is no such unit", f"{place}.unit")
        ride = battle.units.get(one.aboard)
        inside = one.aboard == "" or (ride is not None and ride.sheet.vehicle is not None)
        require(inside, "it cannot lie in that", f"{place}.aboard")


def _near_table(battle: Battle, spot: Spot) -> bool:
    """Whether a shot that missed can have scattered there (CD-TRAIT-3)."""
    (x, y), table = spot, battle.table
    return -SCATTER <= x <= table.width + SCATTER and -SCATTER <= y <= table.height + SCATTER


def _on_table(battle: Battle, spot: Spot) -> bool:
    return 0 <= spot[0] <= battle.table.width and 0 <= spot[1] <= battle.table.height


def _men(battle: Battle) -> None:
    """No man is in two places, none is anybody's whom his side did not bring."""
    places = Counter(man.id for unit in battle.units.values() for man in (*unit.men, *unit.crew))
    for name, count in places.items():
        require(count == 1, f"{name} is in {count} units", "units")
    for number, unit in enumerate(battle.units.values()):
        own = all(man.id[0] == unit.id[0] for man in (*unit.men, *unit.crew))
        require(own, "it has a man of the other side", f"units[{number}].men")


def _unit(battle: Battle, unit: Unit, place: str) -> None:
    """What a unit can be at once, and the numbers on it."""
    sensible = unit.gone in GONE or unit.gone.startswith("off by the ")
    require(sensible, f"one of: {', '.join(filter(None, GONE))}; or nothing", f"{place}.gone")
    require(bool(unit.men) or bool(unit.gone), "a unit without models is gone", f"{place}.men")
    vehicle = unit.sheet.vehicle is not None
    require((unit.hull is not None) == vehicle, "a vehicle has a hull, and nothing else", f"{place}.hull")
    require(not unit.crew or vehicle, "only a vehicle has a crew", f"{place}.crew")
    require(not vehicle or len(unit.men) <= 1, "a vehicle is one model", f"{place}.men")
    require(0 <= unit.start <= MOST, "so many it cannot have had", f"{place}.start")
    require(unit.left <= max(unit.start, 1) or vehicle, "more are left than there were", f"{place}.start")
    for key in ("spent", "shots", "shots_off"):
        require(0 <= getattr(unit, key) <= MOST, f"give 0 to {MOST}", f"{place}.{key.replace('_', '-')}")
    last = battle.scenario.turns + 2
    for key in ("pinned_from", "pinned_to", "confused_from", "muddled", "charged", "joined", "met", "changed"):
        require(0 <= getattr(unit, key) <= last, "there is no such turn", f"{place}.{key.replace('_', '-')}")
    require(unit.pinned_from <= unit.pinned_to, "a pin ends before it begins", f"{place}.pinned-to")
    require(unit.pinned_part in ("", "main", "off"), "give 'main', 'off' or nothing", f"{place}.pinned-part")
    for foe in unit.foes:
        known = battle.units.get(foe)
        both = known is not None and known.seat != unit.seat and unit.id in known.foes
        require(both, f"{foe} is not in melee with it", f"{place}.foes")
    require(not (unit.fighting and (unit.ground or unit.overwatch)), "in melee nobody lies or watches", place)
    require(not (unit.ground and vehicle), "a vehicle does not go to ground", f"{place}.ground")
    for number, man in enumerate((*unit.men, *unit.crew)):
        _man(battle, man, f"{place}.men[{number}]")


def _man(battle: Battle, man: Man, place: str) -> None:
    require(man.part in (0, 1, 2), "give 0, 1 or 2", f"{place}.part")
    for name in ("stunned", "gunless"):
        turn = getattr(man, name)
        require(0 <= turn <= battle.scenario.turns + 2, "there is no such turn", f"{place}.{name}")
    for key in ("paid", "unready", "harm", "moved", "moved_before"):
        require(0 <= getattr(man, key) <= MOST, f"give 0 to {MOST}", f"{place}.{key.replace('_', '-')}")


def _place(battle: Battle, unit: Unit, comes: bool, moves: bool, place: str) -> None:
    """A unit is in one place: to be placed, on the table, aboard, or gone."""
    wreck = unit.gone in (WRECKED, ABANDONED)
    places = sum((bool(unit.models), bool(unit.aboard), bool(unit.gone) and not wreck))
    require(places == 1 or (places == 0 and (comes or not battle.turn)), f"it is in {places} places", place)
    if unit.aboard:
        ride = battle.units.get(unit.aboard)
        require(ride is not None and ride.sheet.vehicle is not None, "it cannot be aboard that", f"{place}.aboard")
    for number, man in enumerate(unit.men):
        ride = battle.units.get(man.rides)
        seated = not man.rides or (bool(unit.aboard) and ride is not None and ride.sheet.vehicle is not None)
        require(seated, "it cannot ride in that", f"{place}.men[{number}].rides")
    if unit.models:
        one_each = len(unit.models) == (unit.left if not wreck else max(1, unit.left))
        require(one_each, "it has another number of models", f"{place}.models")
        require(bool(battle.edges), "units are placed when the edges are known", f"{place}.models")
        body = 0.0 if moves else unit.radius
        check_stand(unit.models, body, battle.table.width, battle.table.height, GRACE, f"{place}.models")


# ---------------------------------------------------------------- steps
def _agenda(game: Game[Battle]) -> None:
    battle = game.state

    def known(name: str) -> bool:
        return name in battle.units

    def known_or_none(name: str) -> bool:
        return name == "" or known(name)

    fields = {
        **dict.fromkeys(("unit", "target", "enemy", "vehicle", "leader", "section", "watcher"), known),
        "by": known_or_none,
        "seat": lambda seat: seat in (0, 1),
        **dict.fromkeys(
            ("asked", "leaving", "fleeing", "victors", "consolidating", "sections", "vehicles", "seen"), each(known)
        ),
        **dict.fromkeys(("shots", "penalty"), number_from(0, MOST)),
        "models": lambda models: (
            0 <= models <= MOST if isinstance(models, int) else all(known(one) for one, _ in models)
        ),
        "part": lambda part: part in ("", "main", "off", 0, 1, 2),
    }
    check_agenda(game.agenda, BOTTOM, fields)
    placing = any(type(step).__name__ in ("Deploy", "PlaceUnit", "ChooseDeployed") for step in game.agenda)
    require(bool(battle.edges) or not placing, "units are placed when the edges are known", "edges")
    for step in all_steps(game.agenda):
        _step(battle, step, f"agenda, {type(step).__name__}")


def _step(battle: Battle, step: object, place: str) -> None:
    """What one step, or a part of one, needs of the battle."""
    if isinstance(step, Walk):
        on_it = all(way and all(_on_table(battle, spot) for spot in way) for _, way in step.ways)
        require(on_it, "give a way on the table", place)
    elif isinstance(step, Melee):
        require(len(step.kills) == 2 and min(step.kills) >= 0, "give the kills of two seats", place)
        seats = {battle.units[one].seat for one in step.sections}
        require(len(seats) == 2, "a melee is between two sides", place)
    elif isinstance(step, Order | Shooter) and step.weapon:
        carried = arms_of(battle, step.man)
        require(carried is None or step.weapon in carried, f"{step.man} has no such weapon", place)
    elif isinstance(step, Blow):
        hostile = battle.units[step.unit].seat != battle.units[step.enemy].seat
        require(hostile, "both are of one side", place)


def arms_of(battle: Battle, name: str) -> set[str] | None:
    """The weapons of a man and of his vehicle; None for one who is not there any more."""
    for unit in battle.units.values():
        for man in (*unit.men, *unit.crew):
            if man.id == name:
                return {weapon.id for weapon in (*unit.sheet.mounted, *man.soldier.weapons)}
    return None
