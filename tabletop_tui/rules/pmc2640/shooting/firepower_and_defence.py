"""The two sides of the roll of a shot (PMC-FIRE-3, PMC-FIRE-7): what is added to the D10, and what it has to beat."""

from __future__ import annotations

from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.shooting.shooting_limits import Order, Weapon, weapon_range
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.state import distances, terrain_state
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.profiles import AUXILIARY_FIREPOWER, UnitType, half_of
from tabletop_tui.rules.pmc2640.state.terrain import KINDS, PIECE_DEFENCE
from tabletop_tui.table.bases import TINY

CROSSFIRE = 2
HALF_RANGE = 2
FIRE_ORDER = 1
FROM_SIDE, FROM_REAR = 1, 2
TERRAIN = 2
COLLAPSE_FIREPOWER = 10


@frozen
class Attack:
    """One shot of one unit: at a unit, or with a Destructive weapon at a piece of terrain."""

    shooter: str
    target: str
    """A unit; '' where a piece is shot at."""
    weapon: Weapon = "main"
    order: Order = "fire"
    piece: str = ""
    """The piece of terrain aimed at; '' for an ordinary shot."""

    @property
    def basic(self) -> bool:
        """Whether the order itself allows Basic Firepower only."""
        return self.order in ("reaction", "reserve", "indirect")


def firepower_only(shooter: Unit, attack: Attack) -> bool:
    """Basic Firepower: by the order, or because the main weapon never has more (PMC-BASIC-1, PMC-SR-15).

    Nothing but Firepower and models is then added, Crossfire least of all (PMC-XFIRE-4); range and sight are asked as
    ever (PMC-BASIC-2).
    """
    return attack.basic or (shooter.type.basic_only and attack.weapon == "main")


def crossfire(battle: Battle, shooter: Unit, target: Unit) -> bool:
    """Whether the target stands between this shooter and one that shot at it earlier this phase (PMC-XFIRE-1).

    Never of one inside a building (PMC-BLDG-5).
    """
    if target.vehicle or target.building:
        return False
    earlier = (battle.units[name] for name in target.shot_by if name != shooter.id)
    return any(sight.between(battle, shooter, other, target) for other in earlier)


@frozen
class Aim:
    """What adds to Firepower, besides who shoots."""

    basic: bool = False
    """Nothing but Firepower and models counts (PMC-BASIC-1)."""
    crossfire: bool = False
    near: bool = False
    """Below half range."""
    fire: bool = False
    """By the order Fire!."""
    arc: str = ""
    """Of a vehicle that is shot at: front, side or rear."""
    above: str = ""
    """The rule by which it is shot at from above, '' where it is not."""


def firepower_sum(kind: UnitType, left: int, weapon: Weapon, aim: Aim) -> Tally:
    """What so many of a type add to the D10 (PMC-FIRE-3); a vehicle shoots as any other unit (PMC-VEH-16)."""
    if weapon == "auxiliary":
        tally = Tally("Firepower", AUXILIARY_FIREPOWER, "auxiliary weapons", "PMC-AUX-1")
    else:
        tally = Tally("Firepower", kind.firepower, kind.name, "PMC-FIRE-3")
    tally = tally.plus(kind.model_bonus(left), f"for {counted(left, 'model')}", "PMC-FIRE-4")
    if aim.basic:
        return tally
    return (
        tally.plus(CROSSFIRE * aim.crossfire, "Crossfire", "PMC-XFIRE-1")
        .plus(HALF_RANGE * aim.near, "below half range", "PMC-FIRE-5")
        .plus(FIRE_ORDER * aim.fire, "Fire!", "PMC-FIRE-6")
        .plus({"side": FROM_SIDE, "rear": FROM_REAR}.get(aim.arc, 0), f"vehicle's {aim.arc}", "PMC-VEH-2")
        .plus(TERRAIN * bool(aim.above), "from above", aim.above)
    )


def firepower(battle: Battle, attack: Attack) -> Tally:
    """What is added to the D10 of an attack."""
    shooter = battle.units[attack.shooter]
    return firepower_sum(shooter.type, shooter.left, attack.weapon, aim_of(battle, attack))


def aim_of(battle: Battle, attack: Attack) -> Aim:
    """What adds to the Firepower of an attack, as the units stand."""
    shooter, target = battle.units[attack.shooter], battle.units.get(attack.target)
    if firepower_only(shooter, attack):
        return Aim(basic=True)
    half, fire = half_of(weapon_range(shooter, attack.weapon)) - TINY, attack.order == "fire"
    if target is None:
        return Aim(near=distances.distance_to_piece(battle, shooter, attack.piece) < half, fire=fire)
    down = sight.shoots_down(battle, shooter, target)
    return Aim(
        crossfire=crossfire(battle, shooter, target),
        near=distances.distance(battle, shooter, target) < half,
        fire=fire,
        arc=sight.arc(battle, target, shooter) if target.vehicle else "",
        above=("PMC-BLDG-6" if shooter.building else "PMC-AREA-4") if down else "",
    )


def defence(battle: Battle, attack: Attack) -> Tally:
    """What the roll has to beat (PMC-FIRE-7): +2 once for terrain (PMC-TERR-8), for vehicles never (PMC-VEH-9)."""
    if attack.piece:
        return Tally("Defence", PIECE_DEFENCE, KINDS[terrain_state.kind_of(battle, attack.piece)].name, "PMC-SR-5")
    shooter, target = battle.units[attack.shooter], battle.units[attack.target]
    tally = Tally("Defence", target.type.defence, target.type.name, "PMC-FIRE-2")
    cover = None if target.vehicle else sight.cover(battle, shooter, target)
    return tally if cover is None else tally.plus(TERRAIN, cover.reason, cover.rule)
