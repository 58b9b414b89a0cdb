"""What may stand in the lines above the prompt of a battle: a lesson's words, or those of a first game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from tabletop_tui.bindings import BATTLE
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Question
from tabletop_tui.play.session import Session
from tabletop_tui.records import frozen
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.styled_text import TextLine


@frozen
class BattleMoment:
    """Where a battle stands, for those who speak of it."""

    session: Session
    preview: Preview | None
    """What the highlighted answer would need and do."""
    ran: Step | None
    """At step pace the step that was run last."""
    events: Sequence[Event]
    """All that has happened."""

    @property
    def question(self) -> Question | None:
        """The question that waits; None where a step waits to be run."""
        return None if self.session.pending else self.session.question


class Guidance(Protocol):
    """Whoever speaks there."""

    @property
    def rows(self) -> int:
        """How many lines it has."""
        ...

    @property
    def halted(self) -> bool:
        """Whether no computer answers just now, for what happened is to be looked at first."""
        ...

    def is_over(self, session: Session) -> bool:
        """Whether nothing more is said, so that the lines are given back."""
        ...

    def told(self, moment: BattleMoment, keymap: Mapping[str, str], glyphs: Glyphs, width: int) -> list[TextLine]:
        """What to say now."""
        ...


def battle_keys(keymap: Mapping[str, str]) -> dict[str, str]:
    """The first key of each command of the battle by its name, as sentences write it in braces."""
    return {name.removeprefix("battle."): BATTLE.keys(name, keymap)[0] for name in BATTLE.by_id}
