"""Passengers in hatches and open seats (TC-UNBUT-2): one free attack while their carrier acts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from tabletop_tui.engine.codec import added
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.reactions import Offered, Window
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.standing_orders import OfferKind
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_start_and_end import before_attack
from tabletop_tui.rules.techcommander.activation.smoke_launching import LaunchSmoke, launchers
from tabletop_tui.rules.techcommander.aiming.ready_weapons import ready_copies
from tabletop_tui.rules.techcommander.damage import bubble_shield_drops
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.carried_items import Take, refuse_carrying, things
from tabletop_tui.rules.techcommander.state.distances import adjacent, distance
from tabletop_tui.rules.techcommander.state.infiltration import hidden_from
from tabletop_tui.rules.techcommander.state.profiles import Carried
from tabletop_tui.rules.techcommander.state.shot_targets import foes, stand
from tabletop_tui.rules.techcommander.state.unit_refusals import OfUnits
from tabletop_tui.skirmish.interruptible_march import Due, March
from tabletop_tui.table.bases import TINY

HATCH = "hatch"
"""How `Salvo.reaction` calls such a shot: within the optimum range, -4 if the carrier has moved (TC-UNBUT-3)."""
KIND = OfferKind(
    "hatch", "fire from the hatch", "Whoever stands in a hatch may fire as his carrier acts.", "TC-UNBUT-2"
)


HAND_DOWN = OfferKind(
    "hand-down", "gear handed down", "Asked as a carrier moves, if you always want to be.", "TC-UNBUT-5"
)


def gunners(battle: Battle, host: Unit) -> list[Unit]:
    """Those in its hatches who can still fire in this action; its own crew cannot (TC-UNBUT-4)."""
    aboard = [unit for unit in battle.passengers(host) if unit.hatch and not unit.crewing and not unit.hatch_fired]
    return [unit for unit in aboard if ready_copies(unit)]


def reach(unit: Unit) -> float:
    """The longest optimum range of the weapons that it could fire, in centimetres."""
    return max((unit.sheet.arms[copy].opt for copy in ready_copies(unit)), default=0.0)


def in_range(battle: Battle, host: Unit, gunner: Unit) -> bool:
    """Whether any enemy is within the optimum range of a gunner."""
    far = reach(gunner) + TINY
    enemies = (enemy for enemy in foes(battle, gunner.seat) if not hidden_from(battle, gunner, enemy))
    return any(distance(battle, host, enemy) <= far for enemy in enemies)


class HatchFire:
    """Gunners are asked where an enemy comes within their range on the way of the carrier, and at its end."""

    prefix = "hatch:"

    def dues(self, game: Game[Battle], march: March) -> Iterable[Due]:
        battle, whole = game.state, cast(Any, march)
        doing = battle.doing
        for name, path in zip(whole.units, march.paths, strict=True):
            host = battle.units[name]
            if doing is None or name not in doing.units or not (firing := gunners(battle, host)):
                continue
            yield Due(march.length, f"{self.prefix}{name}")
            for gunner in firing:
                for enemy in (stand(battle, one) for one in foes(battle, gunner.seat)):
                    parts = path.near(enemy.at, reach(gunner) + host.radius + enemy.radius)
                    for at in march.entries(parts, lambda _: True):
                        yield Due(at, f"{self.prefix}{name}")

    def steps(self, game: Game[Battle], march: March, due: Due) -> Sequence[Step]:
        return [FireFromHatch(due.key.removeprefix(self.prefix))]


@frozen
class FireFromHatch(OfUnits, Window):
    title = "Fire from the hatch"
    says = "Whoever stands in a hatch of the carrier that acts may attack one target within his optimum range, free."
    host: str
    drops: bool = added(True)
    """Whether it is under way, so that its passengers may drop things as well (TC-UNBUT-5)."""
    rules = ("TC-UNBUT-2", "TC-UNBUT-3")

    def seats(self, game: Game[Battle]) -> Sequence[int]:
        battle = game.state
        host = battle.units[self.host]
        return tuple(dict.fromkeys([host.seat, *(one.seat for one in battle.passengers(host))]))

    def offers(self, game: Game[Battle], seat: int) -> Sequence[Offered]:
        battle = game.state
        host = battle.units[self.host]
        drops = dropping(battle, host, seat) if self.drops else []
        mine = (gunner for gunner in gunners(battle, host) if gunner.seat == seat)
        return [*(ToFireFromHatch(battle, host, gunner) for gunner in mine), *drops]

    def prompt(self, game: Game[Battle], seat: int) -> str:
        does = "is under way" if self.drops else "acts"
        return f"{game.state.units[self.host].name} {does}: fire from the hatch?"

    def about(self, game: Game[Battle]) -> str:
        return self.host


# ---------------------------------------------------------------- what passengers drop
def dropping(battle: Battle, host: Unit, seat: int) -> list[Offered]:
    """What the passengers in hatches may drop as their carrier moves: shields, smoke, gear for others (TC-UNBUT-5)."""
    open_ = [unit for unit in battle.passengers(host) if unit.hatch and not unit.crewing and unit.seat == seat]
    shields = [
        one for one in bubble_shield_drops.offers(battle, HATCH, seat, ()) if getattr(one, "unit", None) in open_
    ]
    smoke = [LaunchSmoke(battle, unit, copy, True) for unit in open_ for copy, _ in launchers(unit)]
    near = [one for one in battle.on_table() if is_helped(battle, one, host)]
    gear = [HandDown(unit, one, copy, thing) for unit in open_ for one in near for copy, thing in things(unit).items()]
    return [*shields, *smoke, *gear]


def is_helped(battle: Battle, unit: Unit, host: Unit) -> bool:
    """Whether gear can be handed down to somebody: a friend on foot against the carrier."""
    return unit.sheet.on_foot and battle.allied(unit.seat, host.seat) and adjacent(unit, host)


@frozen
class HandDown(Offered):
    """To hand a thing down to somebody beside the carrier."""

    kind = HAND_DOWN
    rule = "TC-UNBUT-5"
    says = "It is his from now on, as it is; it is no action of either."
    unit: Unit
    friend: Unit
    copy: str
    thing: Carried

    @property
    def key(self) -> str:
        return f"hand:{self.unit.id}:{self.copy}:{self.friend.id}"

    @property
    def label(self) -> str:
        return f"{self.unit.name} hands {self.thing.name.lower()} down to {self.friend.name}"

    @property
    def target(self) -> str:
        return self.friend.id

    @property
    def matters(self) -> bool:
        return False  # never pressing

    def refuse(self) -> Refusal | None:
        return refuse_carrying(self.friend, self.thing)

    def steps(self) -> Sequence[Step]:
        return [Take(self.friend.id, self.unit.id, self.copy)]


# ---------------------------------------------------------------- what they fire
@frozen
class ToFireFromHatch(Offered):
    kind = KIND
    says = "He attacks one target within his optimum range, at -4 if the carrier has moved."
    battle: Battle
    host: Unit
    gunner: Unit

    @property
    def key(self) -> str:
        return self.gunner.id

    @property
    def label(self) -> str:
        return f"{self.gunner.name} fires"

    @property
    def matters(self) -> bool:
        return in_range(self.battle, self.host, self.gunner)

    def steps(self) -> Sequence[Step]:
        return [HatchFired(self.gunner.id), *before_attack(self.gunner), ChooseWeapon(self.gunner.id, reaction=HATCH)]


@frozen
class HatchFired(Step):
    says = "Once in an action of the carrier."
    unit: str
    rules = ("TC-UNBUT-2",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} fires from the hatch"

    def run(self, game: Game[Battle]) -> None:
        game.state.units[self.unit].hatch_fired = True
