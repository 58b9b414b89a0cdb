"""Passengers in hatches and open seats (TC-UNBUT-2): one free attack while their carrier acts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from attrs import frozen

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.reactions import Offered, OfferKind, Window
from tabletop_tui.rules.techcommander.activation.activation import before_attack
from tabletop_tui.rules.techcommander.damage import bubbles
from tabletop_tui.rules.techcommander.shooting.shooting import ChooseWeapon, ready_copies
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import distance
from tabletop_tui.rules.techcommander.state.refusals import OfUnits
from tabletop_tui.skirmish.march import Due, March
from tabletop_tui.table.bases import TINY

HATCH = "hatch"
"""How `Salvo.reaction` calls such a shot: within the optimum range, -4 if the carrier has moved (TC-UNBUT-3)."""
KIND = OfferKind(
    "hatch", "fire from the hatch", "Whoever stands in a hatch may fire as his carrier acts.", "TC-UNBUT-2"
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
    enemies = (enemy for enemy in battle.enemies(gunner.seat) if not enemy.hidden)
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
                for enemy in battle.enemies(gunner.seat):
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
    rules = ("TC-UNBUT-2", "TC-UNBUT-3")

    def seats(self, game: Game[Battle]) -> Sequence[int]:
        return (game.state.units[self.host].seat,)

    def offers(self, game: Game[Battle], seat: int) -> Sequence[Offered]:
        battle = game.state
        host = battle.units[self.host]
        shields = [one for one in bubbles.offers(battle, HATCH, seat, ()) if is_of(one, host)]
        return [*(ToFireFromHatch(battle, host, gunner) for gunner in gunners(battle, host)), *shields]

    def prompt(self, game: Game[Battle], seat: int) -> str:
        return f"{game.state.units[self.host].name} is under way: fire from the hatch?"

    def about(self, game: Game[Battle]) -> str:
        return self.host


def is_of(offer: Offered, host: Unit) -> bool:
    """Whether it is a passenger of a carrier who has this to use (TC-UNBUT-5)."""
    return isinstance(offer, bubbles.DropBubble) and offer.unit.aboard == host.id


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
