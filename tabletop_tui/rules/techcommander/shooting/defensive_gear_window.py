"""Defensive gear against a shot (TC-HIT-9): who is asked before the dice, and what he can apply."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.reactions import Offered, Window
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.aiming import shot_odds
from tabletop_tui.rules.techcommander.aiming.defensive_gear import ANTI_MISSILE, ECM, OfferedGear, carried, refuse_gear
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Aim, Salvo, aims_of
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally
from tabletop_tui.rules.techcommander.anytime import anytime_windows
from tabletop_tui.rules.techcommander.damage import bubble_shield_drops
from tabletop_tui.rules.techcommander.shooting.fire_or_change import FireOrChange
from tabletop_tui.rules.techcommander.shooting.firing import Fire
from tabletop_tui.rules.techcommander.state import shot_targets
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.limited_use_gear import FromKit
from tabletop_tui.rules.techcommander.state.profiles import Gear
from tabletop_tui.rules.techcommander.state.unit_refusals import OfUnits


@frozen
class ApplyGear(OfferedGear):
    """To apply it to a shot."""

    aim: Aim

    @property
    def key(self) -> str:
        return f"{self.unit.id}:{self.copy}"

    def refuse(self) -> Refusal | None:
        return refuse_gear(self.aim.battle, self.unit, self.copy, self.gear)

    @property
    def matters(self) -> bool:
        return matters(self.aim, self.gear)


def matters(aim: Aim, gear: Gear) -> bool:
    """Whether gear would make a difference to a shot."""
    if aim.shield is not None:
        return False
    if gear.does == ANTI_MISSILE:
        return aim.weapon.missile
    told = (one.rule == "TC-HIT-4" and one.value > 0 for one in hit_tally(aim).modifiers)
    return gear.does == ECM and any(told)


def defences(aim: Aim) -> list[ApplyGear]:
    """The gear that a target could apply; none where it is off (TC-OMEGA-4), or where shots at it do good."""
    unit = aim.target
    if not isinstance(unit, Unit) or aim.weapon.repairs:
        return []
    return [ApplyGear(unit, copy, gear, aim) for copy, gear in carried(unit)]


def may_answer(aim: Aim) -> list[str]:
    """What there is to be used against a shot before the dice that would make a difference to it, by name."""
    unit = aim.target
    if not isinstance(unit, Unit) or aim.weapon.repairs:
        return []
    offers = [*defences(aim), *anytime_windows.offered(aim.battle, "gear", unit.seat, (unit.id,))]
    kit = (offer for offer in offers if isinstance(offer, FromKit))
    return [offer.thing for offer in kit if offer.matters and offer.refuse() is None]


@frozen
class DefensiveGear(OfUnits, Window):
    title = "Defensive gear"
    says = "Whoever is shot at says which defensive gear he applies; the attacker may then change the shot."
    salvo: Salvo
    asked: Step
    """The question of the attacker, to which he comes back if he changes his mind."""
    pooled: tuple[Salvo, ...] = ()
    """More salvos of the same attack, at the same target."""
    rules = ("TC-HIT-9", "TC-HIT-10")

    def applied(self, salvo: Salvo | None = None) -> Salvo:
        """The shot with what has been applied so far."""
        gear = tuple(key for key in self.used if not key.startswith(bubble_shield_drops.PREFIX))
        return evolve(salvo or self.salvo, gear=gear)

    def seats(self, game: Game[Battle]) -> Sequence[int]:
        battle, unit = game.state, game.state.units[self.salvo.unit]
        names = [name for key, _ in self.salvo.shares for name in (key.partition(shot_targets.BEHIND)[0],)]
        owners = {battle.units[name].seat for name in names if name in battle.units}
        return anytime_windows.in_order(battle, [seat for seat in owners if not battle.allied(seat, unit.seat)])

    def offers(self, game: Game[Battle], seat: int) -> Sequence[Offered]:
        battle = game.state
        salvos = (self.applied(), *map(self.applied, self.pooled))
        aims = [aim for salvo in salvos for _, _, aim in aims_of(battle, salvo)]
        mine = [aim for aim in aims if isinstance(aim.target, Unit) and aim.target.seat == seat]
        gear = dict[str, ApplyGear]()  # against whichever shot of the attack it makes a difference to
        for offer in (offer for aim in mine for offer in defences(aim)):
            if offer.key not in gear or not gear[offer.key].matters:
                gear[offer.key] = offer
        struck = tuple(dict.fromkeys(aim.target.id for aim in mine))
        return [*gear.values(), *anytime_windows.offered(battle, "gear", seat, struck)]

    def prompt(self, game: Game[Battle], seat: int) -> str:
        unit = game.state.units[self.salvo.unit]
        weapon = unit.sheet.arms[self.salvo.copies[0]]
        said = []
        for key, dice, aim in aims_of(game.state, self.applied()):
            said.append(f"{dice} at {key}, {hit_tally(shot_odds.struck(aim)).total} or less")
        more = f", and {counted(len(self.pooled), 'more weapon')} with it" if self.pooled else ""
        return f"{unit.name} aims its {weapon.name}: {'; '.join(said)}{more}. Defensive gear?"

    def about(self, game: Game[Battle]) -> str:
        return self.salvo.unit

    def run(self, game: Game[Battle]) -> None:
        before = len(game.agenda)
        super().run(game)
        if len(game.agenda) == before:
            pooled = tuple(self.applied(salvo) for salvo in self.pooled)
            go = FireOrChange(self.applied(), self.asked, pooled) if self.used else Fire(self.salvo, self.pooled)
            game.push(go)
