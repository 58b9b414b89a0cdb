"""Once defensive gear was applied, the attacker fires all the same, changes the shot or holds his fire (TC-HIT-10).

Nothing is spent before the dice: gear that was applied to a shot that is then changed or withdrawn is as it was.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.action import Action, AskAction, NoAction
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Pick, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import listed
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.aiming import shot_odds
from tabletop_tui.rules.techcommander.aiming.shooting_limits import refuse_target
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Aim, Salvo, aims_of
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally
from tabletop_tui.rules.techcommander.shooting.firing import Fire
from tabletop_tui.rules.techcommander.state import shot_targets
from tabletop_tui.rules.techcommander.state.battle import Battle


@frozen
class FireOrChange(AskAction):
    title = "Fire or change"
    says = "Defensive gear was applied: the attacker fires all the same, makes the shot up anew, or holds his fire."
    salvo: Salvo
    asked: Step
    pooled: tuple[Salvo, ...] = ()
    rules = ("TC-HIT-10",)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        return [FireAllTheSame(game.state, self.salvo, self.pooled), Change(self.asked), Withdraw()]

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.salvo.unit]
        applied = listed([worn(game.state, key) for key in self.salvo.gear])
        prompt = (
            f"{unit.name}: the target {f'uses {applied}' if applied else 'has dropped a shield'}. Fire all the same?"
        )
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules)


def worn(battle: Battle, key: str) -> str:
    """A piece of gear that was applied, and whose: 'ECM of B1'."""
    unit, _, copy = key.partition(":")
    return f"{battle.units[unit].sheet.kit[copy].name} of {unit}"


@frozen
class FireAllTheSame(Action):
    key, label, hotkey, rule = "fire", "Fire", "f", "TC-HIT-10"
    says = "The dice are rolled."
    battle: Battle
    salvo: Salvo
    pooled: tuple[Salvo, ...] = ()

    @property
    def salvos(self) -> list[Salvo]:
        """Those of the attack that can still be fired: a shield that was dropped may be around some of a group."""
        return [salvo for salvo in (self.salvo, *self.pooled) if self.refuse_salvo(salvo) is None]

    @property
    def aims(self) -> list[tuple[str, int, Aim]]:
        """All their shots: at what, how many dice, how."""
        return [one for salvo in self.salvos for one in aims_of(self.battle, salvo)]

    def refuse_salvo(self, salvo: Salvo) -> Refusal | None:
        refusals = (refuse_target(aim) for _, _, aim in aims_of(self.battle, salvo))
        return next(filter(None, refusals), None)

    def refuse(self) -> Refusal | None:
        return None if self.salvos else self.refuse_salvo(self.salvo)

    @property
    def cost(self) -> str:
        return ", ".join(f"{hit_tally(shot_odds.struck(aim)).total} or less" for _, _, aim in self.aims)

    def steps(self) -> Sequence[Step]:
        first, *rest = self.salvos
        return [Fire(first, tuple(rest))]

    def preview(self) -> Preview | None:
        found = [(aim, dice, shot_targets.behind(self.battle, key)) for key, dice, aim in self.aims]
        if self.pooled:
            return shot_odds.preview_pooled([(aim, dice) for aim, dice, _ in found], found[0][2]) if found else None
        return shot_odds.preview_all(found) if found else None


@frozen
class Change(Action):
    key, label, hotkey, rule = "change", "Change the shot", "c", "TC-HIT-10"
    says = "The shot is made up anew; nothing has been spent."
    asked: Step

    def steps(self) -> Sequence[Step]:
        return [self.asked]


@frozen
class Withdraw(NoAction):
    key, label, rule = "hold", "Hold fire", "TC-HIT-10"
    says = "It does not attack after all; nothing has been spent."
