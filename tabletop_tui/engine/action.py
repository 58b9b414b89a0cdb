"""An action, said once: what it is called, what it does, why not now, what it costs, what follows.

A rulebook derives a class for each kind of action; its fields are what the action is about. The question lists them,
`take` goes on with the one that was chosen, and the greedy player values them (`rulebook/answer_values.py`). So no key
is taken apart again: who needs the action that a key names asks `chosen`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from attrs import fields

from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Option
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen


@frozen
class Action:
    """One thing that may be done now, by whom and to whom."""

    rule: ClassVar[str] = ""
    """The rule that offers it."""
    says: ClassVar[str] = ""
    """What it does, in a sentence for the player."""
    called: ClassVar[str] = ""
    """What it is called wherever its label names somebody, and the rules tell of the action as such."""

    @property
    def key(self) -> str:
        """What an answer and a journal call it."""
        raise NotImplementedError

    @property
    def label(self) -> str:
        """What a player calls it."""
        raise NotImplementedError

    @property
    def hotkey(self) -> str:
        """Its letter, the same in all lessons and games of the rulebook; '' for one that goes by a number."""
        return ""

    @property
    def cost(self) -> str:
        """What it costs, in the rulebook's words."""
        return ""

    @property
    def target(self) -> str:
        """The id of the unit, or the spot, that it is about."""
        return ""

    @property
    def group(self) -> str:
        """What it is one of many of, where these are listed as one entry; '' if it stands alone."""
        return ""

    @property
    def deliberate(self) -> bool:
        """Whether it is only taken on purpose, and never by a mere Enter."""
        return False

    @property
    def idle(self) -> str:
        """Why it would change nothing though it may be taken; '' if it would."""
        return ""

    @property
    def warning(self) -> str:
        """What is asked once before it is taken, in a sentence; '' where nothing needs to be asked."""
        return ""

    @property
    def seldom(self) -> bool:
        """Whether it is listed behind what is used more often."""
        return False

    @property
    def attacks(self) -> bool:
        """Whether it attacks enemies from where its unit stands now."""
        return False

    def refuse(self) -> Refusal | None:
        """Why it cannot be done now, or None."""
        return None

    def steps(self) -> Sequence[Step]:
        """What it consists of, in this order."""
        raise NotImplementedError

    def preview(self) -> Preview | None:
        """What it would need and do; None where there is nothing to say."""
        return None

    def option(self) -> Option:
        """As a question lists it."""
        return Offered(self)


@frozen
class NoAction(Action):
    """To do nothing of what the question is about."""

    hotkey = "n"

    def steps(self) -> Sequence[Step]:
        return []


@frozen
class UnitChoice(Action):
    """To do it with, or to, one of the units that are listed, each under its own id and name."""

    whom: ClassVar[str]
    """The field that is this unit."""

    @property
    def key(self) -> str:
        return str(getattr(self, self.whom).id)

    @property
    def label(self) -> str:
        return str(getattr(self, self.whom).name)

    @property
    def target(self) -> str:
        return self.key


class Offered(Option):
    """The option that an action is; its words, and whether it can be chosen, are found when somebody looks at them.

    They are those of the game as it stands while the question waits.
    """

    __slots__ = ("_action",)

    def __init__(self, action: Action) -> None:
        self._action = action
        self.key = action.key

    def __getattr__(self, name: str) -> Any:
        """What nobody has looked at yet."""
        if name not in FOUND:
            raise AttributeError(name)
        found = self._action.refuse() if name == "refusal" else getattr(self._action, name)
        setattr(self, name, found)
        return found


FOUND = frozenset(field.name for field in fields(Option)) - {"key"}


@frozen
class AskAction(Ask):
    """A question of which the options are actions."""

    def actions(self, game: Game[Any]) -> Sequence[Action]:
        """What may be chosen, or is refused with a reason, in the order in which it is listed."""
        raise NotImplementedError

    def options(self, game: Game[Any]) -> list[Option]:
        return [action.option() for action in self.actions_now(game)]

    def actions_now(self, game: Game[Any]) -> Sequence[Action]:
        """The actions, worked out once as long as the question waits."""
        return game.while_asked(self, lambda: self.actions(game))

    def chosen(self, game: Game[Any], answer: Answer) -> Action:
        """The action of a key that the question has not refused."""
        return next(action for action in self.actions_now(game) if action.key == answer)

    def take(self, game: Game[Any], answer: Answer) -> None:
        game.push(*self.chosen(game, answer).steps())

    def preview(self, game: Game[Any], answer: Answer) -> Preview | None:
        return self.chosen(game, answer).preview()
