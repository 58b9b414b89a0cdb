"""What stands above the prompt at step pace: what happened to whom, the rule in a sentence, what comes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletop_tui.engine.events import Event
from tabletop_tui.play.run_to_next_event import Stride
from tabletop_tui.play.session import Session
from tabletop_tui.screens.learning.prompt_guidance import BattleMoment, battle_keys
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.styled_text import TextLine, clip, text_of, wrap

FACTS = 2
"""The rows of what happened at most."""


class StepLines:
    """Three sentences a step."""

    rows = FACTS + 3
    halted = False

    def __init__(self) -> None:
        self.ran: Stride | None = None
        """What was run last; None before the first step and after a question was answered."""

    def is_over(self, session: Session) -> bool:
        return session.pace != "step" or (self.ran is None and not session.pending)

    def told(self, moment: BattleMoment, keymap: Mapping[str, str], glyphs: Glyphs, width: int) -> list[TextLine]:
        fact = fitted([("; ".join(self.ran.facts if self.ran is not None else ()), "strong")], FACTS, width, glyphs)
        rule = fitted(self._rule(), self.rows - 1 - len(fact), width, glyphs)
        return [*fact, *rule, self._next(moment, keymap, width, glyphs)]

    def take(self, happened: Sequence[Event]) -> None:
        """Something happened; where no step was run, an answer did it."""
        if happened and (self.ran is None or self.ran.events != tuple(happened)):
            self.ran = Stride(None, tuple(happened))

    def _rule(self) -> TextLine:
        step = self.ran.step if self.ran is not None and self.ran.facts else None
        return [(f"{step.says} ", "text"), (" ".join(step.rules), "rule")] if step is not None else []

    def _next(self, moment: BattleMoment, keymap: Mapping[str, str], width: int, glyphs: Glyphs) -> TextLine:
        key, game = battle_keys(keymap)["step"], moment.session.game
        if moment.question is not None or not game.agenda:
            return clip([("Next: ", "head"), (moment.question.prompt if moment.question else "the end", "dim")], width)
        coming = game.agenda[-1].describe(game)
        return clip([("Next: ", "head"), (coming, "text"), (f"  [{key}]", "key")], width, glyphs.ellipsis)


def fitted(line: TextLine, most: int, width: int, glyphs: Glyphs) -> list[TextLine]:
    """A line in at most so many rows; none where it is empty."""
    if not text_of(line).strip():
        return []
    rows = wrap(line, width)
    if len(rows) <= most:
        return rows
    return [*rows[: most - 1], clip([*rows[most - 1], (" " * width, "text")], width, glyphs.ellipsis)]
