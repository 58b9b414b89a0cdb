"""Fire from overwatch (CD-OW-4 to CD-OW-6): where on a way an enemy comes into sight and range, and the shots there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from attrs import frozen

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.reactions import Offered, OfferKind, Window
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.views import Preview
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter, Shooters
from tabletop_tui.rules.crimsondusk.shooting.fire import fire_at, kinds_of
from tabletop_tui.rules.crimsondusk.shooting.overwatch import carriers, common_weapon, covers
from tabletop_tui.rules.crimsondusk.shooting.pinning import CeaseFire, OpenFire
from tabletop_tui.rules.crimsondusk.shooting.shooting import preview_volley
from tabletop_tui.rules.crimsondusk.sight.exposure import exposed
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import reaches, refuse_fire
from tabletop_tui.rules.crimsondusk.sight.sight import blinds_between
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.units import RETURNING, Man, Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import gunners
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.motion import Path
from tabletop_tui.table.polygons import bounds, overlap
from tabletop_tui.table.spans import Spans, united

FIRE = OfferKind(
    "overwatch",
    "fire from overwatch",
    "Asked when an enemy on the move comes into sight and range of a section on overwatch.",
    "CD-OW-4",
)


def watchers(battle: Battle, seat: int) -> list[Unit]:
    """The enemies of a seat that are on overwatch (CD-OW-7)."""
    return [one for one in battle.enemies(seat) if one.overwatch and not one.fighting and not battle.is_confused(one)]


def covered_parts(battle: Battle, watcher: Unit, unit: Unit, paths: Sequence[Path]) -> Spans:
    """On which parts of their ways any of these models is in sight and range of the weapon that counts (CD-OW-4)."""
    weapon = common_weapon(watcher)
    if weapon is None:
        return ()
    reach = weapon.range + watcher.radius + unit.radius + TINY
    spots = list(chain.from_iterable(path.points for path in paths))
    if not overlap(watcher.box, bounds(spots), reach):
        return ()
    blinds = blinds_between(battle, watcher, unit, (*watcher.models, *spots))
    eyes = [watcher.spot_of(man.id) for man in carriers(watcher, weapon)]
    return united(chain.from_iterable(exposed(path, eye, reach, blinds) for path in paths for eye in eyes))


def stays_covered(battle: Battle, watcher: Unit, unit: Unit, going: Sequence[str]) -> bool:
    """Whether a watcher covers those of a section who do not go: then it does not come into sight by the move."""
    rest = unit.clone()
    rest.drop(going)
    return bool(rest.men) and covers(battle, watcher, rest)


# ---------------------------------------------------------------- the shots
def armed(battle: Battle, watcher: Unit, target: Unit) -> Shooters:
    """Who fires with the single AP: each man whose own weapon reaches and takes no more than it (CD-OW-4)."""

    def shooter(man: Man) -> Shooter | None:
        if man.part == RETURNING:
            return None
        ready = (one for one in man.soldier.at_hand if not one.thrown and one.aps == 1)
        able = (one for one in ready if refuse_fire(battle, watcher, man, one) is None)
        weapon = next((one for one in able if reaches(battle, watcher, man, one, target)), None)
        return Shooter(man.id, weapon.id, man.moved) if weapon is not None else None

    if watcher.hull is not None:
        guns = [(man, gun) for man, gun in gunners(watcher) if gun.aps == 1 and not battle.is_stunned(man)]
        return tuple(Shooter(man.id, gun.id) for man, gun in guns if reaches(battle, watcher, man, gun, target))
    return tuple(filter(None, map(shooter, watcher.men)))


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
        watching = target.living and watcher in watchers(battle, target.seat)
        return [FireNow(battle, watcher, target, armed(battle, watcher, target))] if watching else []

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
        plain, _, _ = kinds_of(self.watcher, self.shooters)
        return preview_volley(self.battle, self.watcher, self.target_unit, plain, tested=False)


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
        shots = fire_at(game.state, watcher, target, self.shooters)
        game.push(OpenFire(watcher.id), *shots, CeaseFire(watcher.id))
