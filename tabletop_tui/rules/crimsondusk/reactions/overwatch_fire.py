"""Fire from overwatch (CD-OW-4 to CD-OW-6): where on a way an enemy comes into sight and range, and the shots there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.reactions import Offered, Window
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.standing_orders import OfferKind
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter, Shooters
from tabletop_tui.rules.crimsondusk.reactions.overwatch import carriers, common_weapon, covers
from tabletop_tui.rules.crimsondusk.shooting.pinning import CeaseFire, OpenFire
from tabletop_tui.rules.crimsondusk.shooting.shooting import preview_volley
from tabletop_tui.rules.crimsondusk.shooting.shots_by_weapon import fire_at, kinds_of
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import reaches, refuse_fire
from tabletop_tui.rules.crimsondusk.sight.sight import blinds_between
from tabletop_tui.rules.crimsondusk.sight.sight_along_way import exposed
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import Weapon
from tabletop_tui.rules.crimsondusk.state.units import RETURNING, Man, Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import able_gunners, parts_firing
from tabletop_tui.rules.crimsondusk.state.weapons import crew_needed, crewed, crews_of, missing_of
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.intervals import Spans, united
from tabletop_tui.table.motion_intervals import Path
from tabletop_tui.table.polygons import bounds, overlap

FIRE = OfferKind(
    "overwatch",
    "fire from overwatch",
    "Asked when an enemy on the move comes into sight and range of a section on overwatch.",
    "CD-OW-4",
)


def watchers(battle: Battle, seat: int) -> list[Unit]:
    """The enemies of a seat that are on overwatch, as they fire: who rides does so from his vehicle (CD-OW-7)."""
    found = (one for one in battle.units.values() if one.overwatch and one.seat != seat and one.living)
    ready = (one for one in found if (one.models or one.aboard) and not (one.fighting or battle.is_confused(one)))
    return [part for one in ready for part in parts_firing(battle, one)]


def watches(battle: Battle, unit: Unit, man: Man) -> bool:
    """Whether a man is on overwatch with his section: not if he had spent his AP in another one (CD-OW-1, CD-AP-3)."""
    since = battle.turn if unit.activated else battle.turn - 1
    return man.part != RETURNING and not 0 < man.done == since


def covered_parts(battle: Battle, watcher: Unit, unit: Unit, paths: Sequence[Path]) -> Spans:
    """On which parts of their ways any of these models is in sight and range of the weapon that counts (CD-OW-4)."""
    weapon = common_weapon(watcher)
    eyes = [] if weapon is None else [(man, weapon.range) for man in carriers(watcher, weapon)]
    return united(chain.from_iterable(seen_parts(battle, watcher, eyes, unit, paths).values()))


def seen_parts(
    battle: Battle, watcher: Unit, eyes: Sequence[tuple[Man, int]], unit: Unit, paths: Sequence[Path]
) -> dict[str, Spans]:
    """On which parts of their ways any of these models is in sight and range of each of these men of a watcher."""
    widest = watcher.radius + unit.radius + TINY
    furthest = max((reach for _, reach in eyes), default=0)
    spots = list(chain.from_iterable(path.points for path in paths))
    if not eyes or not overlap(watcher.box, bounds(spots), furthest + widest):
        return {}
    blinds = blinds_between(battle, watcher, unit, (*watcher.models, *spots))
    places = [(man.id, watcher.spot_of(man.id), reach + widest) for man, reach in eyes]
    return {
        name: united(chain.from_iterable(exposed(path, eye, reach, blinds) for path in paths))
        for name, eye, reach in places
    }


def firers(battle: Battle, watcher: Unit) -> list[tuple[Man, int]]:
    """Who of a watcher could fire with 1 AP, and how far."""
    if watcher.hull is not None:
        return [(man, gun.range) for man, gun in able_gunners(battle, watcher) if gun.aps == 1]
    able = [(man, ready_weapons(battle, watcher, man)) for man in watcher.men if watches(battle, watcher, man)]
    return [(man, max(weapon.range for weapon in weapons)) for man, weapons in able if weapons]


def ready_weapons(battle: Battle, watcher: Unit, man: Man) -> list[Weapon]:
    """With which weapons a man could fire now for 1 AP."""
    fast = (one for one in man.soldier.at_hand if not one.thrown and one.aps == 1)
    return [one for one in fast if refuse_fire(battle, watcher, man, one) is None]


def stays_covered(battle: Battle, watcher: Unit, unit: Unit, going: Sequence[str]) -> bool:
    """Whether a watcher covers those of a section who do not go: then it does not come into sight by the move."""
    rest = unit.clone()
    rest.drop(going)
    return bool(rest.men) and covers(battle, watcher, rest)


# ---------------------------------------------------------------- the shots
def armed(battle: Battle, watcher: Unit, target: Unit) -> Shooters:
    """Who fires with the single AP: each man whose own weapon reaches and takes no more than it (CD-OW-4).

    Heavy weapons are fired by the crew that they have, who do not fire themselves (CD-TRAIT-8, CD-TRAIT-10).
    """
    if watcher.hull is not None:
        guns = [(man, gun) for man, gun in able_gunners(battle, watcher) if gun.aps == 1]
        return tuple(Shooter(man.id, gun.id) for man, gun in guns if reaches(battle, watcher, man, gun, target))
    here = [man for man in watcher.men if watches(battle, watcher, man)]
    idle = [man.id for man in watcher.men if man not in here or battle.is_stunned(man)]
    arms = {man.id: weapon for man in here if (weapon := usual(battle, watcher, man, target)) is not None}
    while True:
        guns = [(man, arms[man.id]) for man in here if crew_needed(man.soldier, arms.get(man.id)) > 1]
        crews = crews_of(watcher, guns, idle)
        missing = {man.id: missing_of(crews, man, weapon) for man, weapon in guns}
        slow = [man.id for man, weapon in guns if crewed(weapon, missing[man.id]).aps > 1]
        if not slow:
            break
        del arms[max(slow, key=lambda name: missing[name])]
    mates = set(chain.from_iterable(crews.values()))
    return tuple(
        Shooter(man.id, arms[man.id].id, man.moved, missing=missing.get(man.id, 0))
        for man in here
        if man.id in arms and man.id not in mates
    )


def usual(battle: Battle, watcher: Unit, man: Man, target: Unit) -> Weapon | None:
    """The first weapon of a man that reaches a target with 1 AP."""
    weapons = ready_weapons(battle, watcher, man)
    return next((one for one in weapons if reaches(battle, watcher, man, one, target)), None)


def armed_parts(battle: Battle, watcher: str, target: Unit) -> dict[str, tuple[Unit, Shooters]]:
    """The same of each part of a section, by the vehicle in which it rides; by '' of one on foot."""
    parts = parts_firing(battle, battle.units[watcher])
    found = ((part, armed(battle, part, target)) for part in parts)
    return {part.aboard: (part, shooters) for part, shooters in found if shooters}


@frozen
class Intrude(Window):
    title = "Come into the field of fire"
    says = "A section on overwatch may fire at an enemy that has come into its sight and range, or wait for another."
    watcher: str
    target: str
    rules = ("CD-OW-4", "CD-OW-5")

    def seats(self, game: Game[Battle]) -> Sequence[int]:
        return (game.state.units[self.watcher].seat,)

    def offers(self, game: Game[Battle], seat: int) -> Sequence[Offered]:
        battle = game.state
        watcher, target = battle.units[self.watcher], battle.units[self.target]
        watching = target.living and any(one.id == watcher.id for one in watchers(battle, target.seat))
        if not watching:
            return []
        parts = armed_parts(battle, watcher.id, target).values()
        return [FireNow(battle, watcher, target, tuple(chain.from_iterable(shooters for _, shooters in parts)))]

    def prompt(self, game: Game[Battle], seat: int) -> str:
        watcher, target = game.state.units[self.watcher], game.state.units[self.target]
        return f"{target.does('comes')} into the sight of {watcher.name} on overwatch: fire, or wait?"

    def about(self, game: Game[Battle]) -> str:
        return self.watcher


@frozen
class FireNow(Offered):
    battle: Battle
    watcher: Unit
    target_unit: Unit
    shooters: Shooters
    kind = FIRE
    key, hotkey, rule = "fire", "f", "CD-OW-4"
    says = "1 AP of fire where it stands; the overwatch is over, and the enemy goes on with who is left."

    @property
    def label(self) -> str:
        return f"Fire at {self.target_unit.name}"

    @property
    def target(self) -> str:
        return self.target_unit.id

    def refuse(self) -> Refusal | None:
        return None if self.shooters else Refusal("nobody can fire with 1 AP and reaches it", "CD-OW-4")

    def steps(self) -> Sequence[Step]:
        return [OverwatchFire(self.watcher.id, self.target_unit.id, self.shooters)]

    def preview(self) -> Preview | None:
        for part, shooters in armed_parts(self.battle, self.watcher.id, self.target_unit).values():
            plain, _, _ = kinds_of(part, shooters)
            return preview_volley(self.battle, part, self.target_unit, plain, tested=False)
        return None


@frozen
class OverwatchFire(Step):
    title = "Overwatch fire"
    says = "The activation of the enemy is interrupted and the shots are worked out; the overwatch is over."
    watcher: str
    target: str
    shooters: Shooters
    rules = ("CD-OW-4", "CD-OW-5", "CD-OW-6")

    def run(self, game: Game[Battle]) -> None:
        watcher, target = game.state.units[self.watcher], game.state.units[self.target]
        watcher.overwatch = False
        game.emit(Event(f"{watcher.does('fires')} from overwatch at {target.name}", self.rules[:2], watcher.seat))
        shots = list[Step]()
        for part in parts_firing(game.state, watcher):
            here = tuple(one for one in self.shooters if part.number(one.man) is not None)
            shots += fire_at(game.state, part, target, here)
        game.push(OpenFire(watcher.id), *shots, CeaseFire(watcher.id))


# ---------------------------------------------------------------- who comes into sight without a way
@frozen
class Appear(Step):
    title = "Appear"
    says = "Whoever gets off or stands up in view of an enemy on overwatch has come into its sight."
    unit: str
    seen: tuple[str, ...] = ()
    """Those on overwatch who covered it before."""
    rules = ("CD-OW-4",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if unit.models and battle.active and battle.units[battle.active].seat == unit.seat:
            game.push(*(Intrude(name, unit.id) for name in watched_by(battle, unit) if name not in self.seen))


def watched_by(battle: Battle, unit: Unit) -> list[str]:
    """The enemies on overwatch that cover a unit where it stands."""
    return list(dict.fromkeys(one.id for one in watchers(battle, unit.seat) if covers(battle, one, unit)))
