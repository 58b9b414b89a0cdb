"""At whom or what a unit shoots: each shot that it may choose (PMC-FIRE-1, PMC-ADV-1, PMC-SR-5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from itertools import chain

from attrs import evolve

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.option_order import TERRAIN
from tabletop_tui.engine.previews import FUTILE, Preview
from tabletop_tui.engine.question import Answer, Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.shooting.attack_odds import preview_attack
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Attack
from tabletop_tui.rules.pmc2640.shooting.shooting import choose_weapon, piece_attacks
from tabletop_tui.rules.pmc2640.shooting.shooting_limits import (
    Order,
    pieces_in_reach,
    refuse_both,
    refuse_piece,
    weapons_for,
)
from tabletop_tui.rules.pmc2640.state import distances, terrain_state
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.profiles import AUXILIARY_RANGE, half_of
from tabletop_tui.rules.pmc2640.state.terrain import UNIT
from tabletop_tui.rules.pmc2640.state.unit_refusals import in_reserve
from tabletop_tui.skirmish.battle import not_of


@frozen
class ShootAt(Action):
    """One shot at an enemy unit."""

    battle: Battle
    attack: Attack
    says = "Shoot at this unit."

    @property
    def shooter(self) -> Unit:
        return self.battle.units[self.attack.shooter]

    @property
    def aim(self) -> Unit:
        return self.battle.units[self.attack.target]

    @property
    def key(self) -> str:
        return self.attack.target

    @property
    def label(self) -> str:
        limits = [reach for whole in (self.shooter.type.range, AUXILIARY_RANGE) for reach in (whole, half_of(whole))]
        return f"{self.aim.name}, {UNIT.said(self.distance, *limits)}"

    @property
    def target(self) -> str:
        return self.attack.target

    @cached_property
    def distance(self) -> float:
        """In inches."""
        return distances.distance(self.battle, self.shooter, self.aim)

    @cached_property
    def refusal(self) -> Refusal | None:
        return refuse_both(self.battle, self.shooter, self.aim, self.attack.order)

    def refuse(self) -> Refusal | None:
        return self.refusal

    def shots(self) -> list[Attack]:
        """The shot with each of the weapons that could be used."""
        weapons = weapons_for(self.battle, self.shooter, self.aim, self.attack.order)
        return [evolve(self.attack, weapon=weapon) for weapon in weapons]

    def steps(self) -> Sequence[Step]:
        return choose_weapon(self.battle, self.attack)

    @property
    def idle(self) -> str:
        return FUTILE if all(preview_attack(self.battle, shot).futile for shot in self.shots()) else ""

    def preview(self) -> Preview | None:
        return preview_attack(self.battle, self.shots()[0])


@frozen
class DestroyPiece(Action):
    """One shot of a Destructive weapon at a piece of terrain."""

    battle: Battle
    attack: Attack
    says = "Shoot at this piece of terrain, and at the enemies hidden behind or within it."
    group = TERRAIN

    @property
    def key(self) -> str:
        return f"piece:{self.attack.piece}"

    @property
    def label(self) -> str:
        return f"destroy {terrain_state.piece_name(self.battle, self.attack.piece)}"

    @property
    def target(self) -> str:
        return terrain_state.piece_spot(self.battle, self.attack.piece)

    def absent(self) -> Refusal | None:
        """Why it is not listed, or None."""
        return refuse_piece(self.battle, self.battle.units[self.attack.shooter], self.attack.piece)

    def steps(self) -> Sequence[Step]:
        return piece_attacks(self.battle, self.attack)

    def preview(self) -> Preview | None:
        return preview_attack(self.battle, self.attack)


@frozen
class HoldFire(Action):
    """No shot after an Advance."""

    stayed: bool
    key, label, hotkey, rule = "hold", "Do not shoot", "n", "PMC-ADV-1"
    says = "End the Advance without a shot."

    def refuse(self) -> Refusal | None:
        return Refusal("it has not moved either", "PMC-GEN-11") if self.stayed else None

    def steps(self) -> Sequence[Step]:
        return []


@frozen
class ChooseTarget(AskAction):
    title = "Choose a target"
    says = (
        "The owner chooses a target: an enemy unit, or a piece for a Destructive weapon; after an Advance none at all."
    )
    unit: str
    order: Order
    stayed: bool = False
    """Whether an Advance has not moved, so that the shot is all of it."""
    rules = ("PMC-FIRE-1", "PMC-ADV-1", "PMC-SR-5")

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        """Enemies that can be shot at first, the nearest before others."""
        shots = sorted(self.shots(game.state), key=lambda shot: (shot.refusal is not None, shot.distance))
        return [*shots, *self.others(game.state)]

    def shots(self, battle: Battle) -> Iterator[ShootAt]:
        enemies = battle.enemies(battle.units[self.unit].seat)
        return (ShootAt(battle, Attack(self.unit, enemy.id, "main", self.order)) for enemy in enemies)

    def others(self, battle: Battle) -> Iterator[Action]:
        yield from (self.at_piece(battle, piece) for piece in pieces_in_reach(battle, battle.units[self.unit]))
        if self.order == "advance":
            yield HoldFire(self.stayed)

    def at_piece(self, battle: Battle, piece: str) -> DestroyPiece:
        return DestroyPiece(battle, Attack(self.unit, "", "main", self.order, piece))

    def chosen(self, game: Game[Battle], answer: Answer) -> Action:
        """Looked for as they come: to sort them takes every line of sight."""
        found = chain(self.shots(game.state), self.others(game.state))
        return next(action for action in found if action.key == answer)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        shooter = battle.units[self.unit]
        prompt, why_not = f"{shooter.does('shoots')} at whom?", partial(self.why_not, battle)
        return Pick(shooter.seat, prompt, self.options(game), about=shooter.id, rules=self.rules, why_not=why_not)

    def why_not(self, battle: Battle, key: str) -> Refusal | None:
        """Why a piece of terrain, or a unit that is no enemy on the table, cannot be shot at."""
        pieces = (self.at_piece(battle, piece) for piece in battle.table.by_id)
        if (shot := next((shot for shot in pieces if shot.key == key), None)) is not None:
            return shot.absent()
        seat = battle.units[self.unit].seat
        return named(battle.units, not_of(battle, 1 - seat, "PMC-FIRE-1"), in_reserve)(key)
