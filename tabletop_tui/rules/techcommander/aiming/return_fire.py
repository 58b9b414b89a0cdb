"""Return attacks of the dug in (TC-DUG-4, TC-DUG-5): who may shoot back at whoever has attacked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.reactions import Offered, Window
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.standing_orders import OfferKind
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_start_and_end import before_attack
from tabletop_tui.rules.techcommander.aiming.ready_weapons import ready_copies
from tabletop_tui.rules.techcommander.aiming.shooting_limits import refuse_target
from tabletop_tui.rules.techcommander.aiming.shot_aftermath import DUG_IN
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.shot_targets import is_exposed
from tabletop_tui.rules.techcommander.state.unit_refusals import OfUnits

RETURN = OfferKind(
    "return",
    "return fire of the dug in",
    "Asked when a dug-in unit has been attacked and has a weapon that could hit the attacker.",
    "TC-DUG-4",
)


class Question(Protocol):
    """The question for a shot of a unit at one target, as a reaction."""

    def __call__(self, unit: str, target: str, copies: tuple[str, ...], reaction: str) -> Step: ...


QUESTIONS: dict[str, Question] = {}
"""Its name is 'shot'; `shooting`, which is built on this module, puts it here."""


def after_fire(game: Game[Battle], salvo: Salvo) -> Sequence[Step]:
    """What those do at whom a shot was aimed, once it is resolved (TC-DUG-4)."""
    return returns(game.state, salvo.unit, *(name for name, _ in salvo.shares))


def returns(battle: Battle, attacker: str, *targets: str) -> list[Step]:
    """The offers to those of the targets of an attack who may make a return attack (TC-DUG-4)."""
    found = (battle.units.get(name) for name in targets)
    return [ReturnFire(one.id, attacker) for one in found if one is not None and may_return(battle, one, attacker)]


def may_return(battle: Battle, unit: Unit, attacker: str) -> bool:
    """Whether a unit that was attacked may make a return attack, once a turn (TC-DUG-4, TC-DUG-5)."""
    hostile = not battle.allied(unit.seat, battle.units[attacker].seat)
    return hostile and unit.dug_in and not unit.returned and unit.on_table


def could_hit(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether a unit has a weapon left with which it could hit a target."""
    aims = (aim_at(battle, Salvo(unit.id, (copy,), reaction=DUG_IN), target) for copy in ready_copies(unit))
    return any(refuse_target(aim) is None and hit_tally(aim).total > 0 for aim in aims)


@frozen
class ReturnFire(OfUnits, Window):
    title = "Return fire"
    says = "A dug-in unit that was attacked may shoot back once a turn; in the red it makes a gut check first."
    unit: str
    target: str
    rules = ("TC-DUG-4", "TC-DUG-5", "TC-REACT-1")

    def seats(self, game: Game[Battle]) -> Sequence[int]:
        return (game.state.units[self.unit].seat,)

    def offers(self, game: Game[Battle], seat: int) -> Sequence[Offered]:
        battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        return [ToReturn(battle, unit, target)] if unit.dug_in and not unit.returned and unit.on_table else []

    def prompt(self, game: Game[Battle], seat: int) -> str:
        unit, target = (game.state.units[name].name for name in (self.unit, self.target))
        return f"{unit} is dug in and was attacked by {target}: shoot back?"

    def about(self, game: Game[Battle]) -> str:
        return self.unit


@frozen
class ToReturn(Offered):
    called = "Attack in return"
    battle: Battle
    unit: Unit
    enemy: Unit
    kind = RETURN
    key, hotkey, rule = "return", "t", "TC-DUG-4"
    says = "One attack at whoever shot at it; the weapon does not count as used."

    @property
    def label(self) -> str:
        return f"Shoot back at {self.enemy.name}"

    @property
    def target(self) -> str:
        return self.enemy.id

    @property
    def deliberate(self) -> bool:
        """It costs nothing, but a check may come before it that makes the unit limp (TC-RED-3)."""
        return bool(before_attack(self.unit))

    @property
    def attacks(self) -> bool:
        return True

    @property
    def matters(self) -> bool:
        return self.refuse() is None and could_hit(self.battle, self.unit, self.enemy)

    def refuse(self) -> Refusal | None:
        if not is_exposed(self.enemy):
            return Refusal(f"{self.enemy.name} is out of reach", "TC-DUG-4")
        return None if ready_copies(self.unit) else Refusal("no weapon that can be fired", "TC-DUG-4")

    def steps(self) -> Sequence[Step]:
        return [*before_attack(self.unit), QUESTIONS["shot"](self.unit.id, self.enemy.id, (), DUG_IN)]
