"""Fire for Effect (TC-FFE-1): a weapon with splash at any place of the table, whoever stands there or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, evolve, field

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.codec import added
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Pick, Place, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.aiming import shot_odds
from tabletop_tui.rules.techcommander.aiming.ready_weapons import link_limit, ready_copies, refuse_copy
from tabletop_tui.rules.techcommander.aiming.shooting_limits import refuse_target
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Aim, Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.splash import impact_at, taken
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.shooting.attack_choices import HoldFire
from tabletop_tui.rules.techcommander.shooting.firing import Fire
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.profiles import Weapon
from tabletop_tui.rules.techcommander.state.shot_targets import Point
from tabletop_tui.rules.techcommander.state.terrain import UNIT
from tabletop_tui.skirmish.template_fields import BlastField
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot, Spots


def bursting(weapon: Weapon) -> bool:
    """Whether it has splash in any of its modes (TC-FFE-1)."""
    return bool(weapon.splash or any(mode.splash for mode in weapon.modes))


def loads(weapon: Weapon) -> list[str]:
    """The types of round with splash; '' where there are no types."""
    if not weapon.modes:
        return [""]
    return [mode.id for mode in weapon.modes if mode.splash or weapon.splash]


@frozen
class ToFireForEffect(UnitAction):
    family, name, rule, hotkey = "both", "Fire for effect", "TC-FFE-1", "E"
    says = "It moves, or not, and fires a weapon with splash at any place: -4, or -8 where it does not see the place."

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        return len(units) == 1 and units[0].on_table and any(map(bursting, units[0].sheet.weapons))

    def refuse(self) -> Refusal | None:
        if not any(bursting(self.unit.sheet.arms[copy]) for copy in ready_copies(self.unit)):
            return Refusal("no weapon with splash that can be fired", "TC-FFE-1")
        return None

    def work(self) -> Sequence[Step]:
        return [ChooseMove(self.unit.id), ChooseShell(self.unit.id)]


@frozen
class ChooseShell(AskAction):
    title = "Choose weapon with splash"
    says = "The player picks the copies and the round that are fired at a place, or holds his fire."
    unit: str
    mates: tuple[str, ...] = added(())
    """Those of its group who say so after it ..."""
    salvos: tuple[Salvo, ...] = added(())
    """... and the shots of those who have said so before it."""
    rules = ("TC-FFE-1", "TC-RALLY-8")
    attacks = True

    @property
    def units(self) -> tuple[str, ...]:
        return self.unit, *self.mates

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        unit = game.state.units[self.unit]
        arms = [(copy, one) for copy, one in unit.weapons().items() if bursting(one)]
        single = [Shell(unit, (copy,), mode, self) for copy, one in arms for mode in loads(one)]
        return [*single, *self.linked(unit, arms), NoShell(self)]

    def then(self, *salvos: Salvo) -> list[Step]:
        """What comes after one of them has said what he fires: the next of them, then the place of all."""
        all_of_them = (*self.salvos, *salvos)
        if self.mates:
            return [ChooseShell(self.mates[0], self.mates[1:], all_of_them)]
        return [ChoosePlace(all_of_them[0], all_of_them[1:])] if all_of_them else []

    def linked(self, unit: Unit, arms: Sequence[tuple[str, Weapon]]) -> Iterator[Action]:
        for weapon in dict.fromkeys(one for _, one in arms):
            alike = [copy for copy, one in arms if one == weapon and refuse_copy(unit, copy, one) is None]
            for count in range(2, min(link_limit(unit, weapon), len(alike)) + 1):
                yield from (Shell(unit, tuple(alike[:count]), mode, self) for mode in loads(weapon))

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        return Pick(unit.seat, f"{unit.name}: fire what?", self.options(game), about=unit.id, rules=self.rules)


@frozen
class Shell(Action):
    called = "Fire at a place"
    unit: Unit
    copies: tuple[str, ...]
    mode: str
    asked: ChooseShell
    rule = "TC-FFE-1"
    says = "It is fired; the place comes next."

    @property
    def weapon(self) -> Weapon:
        return self.unit.sheet.arms[self.copies[0]]

    @property
    def key(self) -> str:
        return "+".join(self.copies) + (f":{self.mode}" if self.mode else "")

    @property
    def label(self) -> str:
        loaded = self.weapon.mode(self.mode)
        numbers = " and ".join(copy.rpartition("-")[2] for copy in self.copies)
        return f"{self.weapon.name} {numbers}" + (f", {loaded.name}" if loaded is not None else "")

    def refuse(self) -> Refusal | None:
        refusals = (refuse_copy(self.unit, copy, self.weapon) for copy in self.copies)
        return next((refusal for refusal in refusals if refusal is not None), None)

    def steps(self) -> Sequence[Step]:
        return self.asked.then(Salvo(self.unit.id, self.copies, mode=self.mode))


@frozen
class NoShell(HoldFire):
    asked: ChooseShell

    def steps(self) -> Sequence[Step]:
        return self.asked.then()


@define(slots=False)
class PlaceField(BlastField):
    """Any place of the table."""

    length_unit = UNIT
    range_rule = "TC-FFE-1"
    battle: Battle = field(kw_only=True)
    salvo: Salvo = field(kw_only=True)
    pooled: tuple[Salvo, ...] = field(default=(), kw_only=True)
    """The shots of the rest of its group at the same place."""

    def aim(self, spot: Spot, salvo: Salvo | None = None) -> Aim:
        """The shot at a place; under the minimum range it is lobbed, by a weapon that can be (TC-NLOS-2)."""
        salvo = salvo or self.salvo
        aim = aim_at(self.battle, salvo, Point(spot))
        lobs = aim.weapon.nlos and aim.range < aim.weapon.min - TINY
        return aim_at(self.battle, evolve(salvo, nlos=True), aim.target) if lobs else aim

    def aims(self, spot: Spot) -> list[Aim]:
        """The shots of all of them."""
        return [self.aim(spot, salvo) for salvo in (self.salvo, *self.pooled)]

    def refuse_spots(self, spots: Spots) -> Refusal | None:
        refusals = [refuse_target(aim) for aim in self.aims(spots[-1])]
        return None if None in refusals else refusals[0]  # who cannot fire there is left out (TC-RALLY-8)

    def cost(self, words: Sequence[str]) -> str:
        spots = self.read(words)
        if isinstance(spots, Refusal) or self.refuse(words) is not None:
            return ""
        aim = self.aim(spots[-1])
        impact = impact_at(self.battle, aim.target, spots[-1])
        names = [unit.id for unit in taken(self.battle, impact, aim.radius, aim.target)]
        return f"{hit_tally(aim).total} or less, takes {', '.join(names) or 'nobody'}"

    def spot(self, words: Sequence[str]) -> Spot:
        spots = self.read(words)
        assert not isinstance(spots, Refusal)
        return spots[-1]


@frozen
class ChoosePlace(Ask):
    title = "Choose the place"
    says = "The player says on which place it fires; hits burst there."
    salvo: Salvo
    pooled: tuple[Salvo, ...] = added(())
    """The shots of the rest of its group at the same place."""
    rules = ("TC-FFE-1", "TC-FFE-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit, table = battle.units[self.salvo.unit], battle.table
        bases = {one.id: ((*one.at, one.radius),) for one in battle.on_table()}
        aim = aim_at(battle, self.salvo, Point(unit.at))
        base = (table.width, table.height, bases, unit.at, table.width + table.height, aim.radius, 0.0)
        place = PlaceField(*base, battle=battle, salvo=self.salvo, pooled=self.pooled)
        return Place(unit.seat, f"{unit.name}: fire on which place?", about=unit.id, rules=self.rules, field=place)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        spot = game.asked_field(self, PlaceField).spot(answer)
        aims, key = game.asked_field(self, PlaceField).aims(spot), Point(spot).id
        aims = [aim for aim in aims if refuse_target(aim) is None]
        first, *rest = (evolve(aim.salvo, shares=((key, aim.weapon.shots * len(aim.salvo.copies)),)) for aim in aims)
        game.push(Fire(first, tuple(rest)))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        spot = game.asked_field(self, PlaceField).spot(answer)
        aim = game.asked_field(self, PlaceField).aim(spot)
        return shot_odds.preview_place(aim, aim.weapon.shots * len(self.salvo.copies))
