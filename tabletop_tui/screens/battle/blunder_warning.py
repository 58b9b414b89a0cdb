"""The tutor beside the battle screen: before a clear blunder it asks whether one is sure, and says why.

Nobody is asked about what the program itself has put before him. What a hint or the tutor has marked is sent as it is.
What was marked at first sight is looked at longer: where something else is clearly better, that is marked instead.
An answer is held back for no longer than it says, and Enter sends it at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic

from textual import events

from tabletop_tui.coach.answer_comparison import Plan
from tabletop_tui.coach.blunder_check import PAUSE, Doubt, doubts, is_sound, is_wanted, plans_of
from tabletop_tui.coach.hints import Advice
from tabletop_tui.coach.snapshot import Snapshot
from tabletop_tui.engine.question import Answer, DiceQuestion, Question
from tabletop_tui.engine.wording import listed, percent, with_error
from tabletop_tui.process.worker_process import Beside, Failed
from tabletop_tui.screens.base.base_screen import Dialog
from tabletop_tui.screens.battle.pages.digest_page import Signs
from tabletop_tui.screens.battle.pages.hint_page import effect_lines
from tabletop_tui.screens.battle.screen_protocols import Play
from tabletop_tui.widgets.styled_text import TextLine, wrap

LOOK = 0.05
"""Seconds between two looks at what the tutor has found."""
HOLDS = f"The tutor looks, {PAUSE:g} second at most: Enter sends it, Esc takes it back"
CORRECTED = "On a longer look"
"""What is said where the program marks something else than it did at first sight."""
HINTS, BETTER, MARKED = "hints", "better", "marked"


class Tutor:
    """Looks at answers before they are sent, where that is wanted."""

    def __init__(
        self, view: Play, beside: Beside, open_hints: Callable[[], None], take: Callable[[Plan], None]
    ) -> None:
        """`take` puts the first answer of a plan into the one that is being made, and keeps the rest in mind."""
        self.view, self.model, self.beside, self.open_hints, self.take = view, view.model, beside, open_hints, take
        self._held: tuple[Question, Callable[[], object], Callable[[], object]] | None = None
        """The question whose answer is held back, what sends that, and what sends it when it was doubted."""
        self._until = 0.0
        self._doubt: Doubt | None = None
        self._offered = False
        """Whether the answer that is held back is the one that the program has marked at first sight."""

    @property
    def wanted(self) -> bool:
        """Whether the tutor speaks in this game about the question that waits."""
        question = self.model.question
        if question is None or isinstance(question, DiceQuestion) or not self.model.standing.round:
            return False
        when, session = self.view.tabletop.options.tutor, self.model.session
        return is_wanted("always" if session.guided and when != "never" else when, session.setup)

    @property
    def holds(self) -> bool:
        return self._held is not None

    def look_at(
        self,
        answer: Answer,
        advice: Advice | None,
        send: Callable[[], object],
        sure: Callable[[], object],
        *,
        offered: bool = False,
    ) -> None:
        """Send an answer: at once where it is sound, else after a look at it; by `sure` if its player holds to it.

        `offered` says that the program itself has marked it, at first sight.
        """
        question = self.model.question
        assert question is not None
        if question.refuse(answer) is not None or is_sound(advice, answer):
            send()
        else:
            self._held, self._until, self._doubt = (question, send, sure), monotonic() + PAUSE, None
            self._offered = offered
            self.beside.start(doubts, Snapshot.of(self.model.game), *plans_of(advice, answer))
            self.view.note(HOLDS)
            self.view.later(LOOK, self._listen)

    def _listen(self) -> None:
        """Hear what was found; when that is all, or the time is over, ask or send."""
        if self._held is None:
            return
        try:
            for found in self.beside.heard():
                self._doubt = found or self._doubt
        except Failed:
            self._doubt = None  # a tutor that cannot say anything says nothing
            self.beside.stop()
        if self.beside.busy and monotonic() < self._until:
            self.view.later(LOOK, self._listen)
            return
        question, send, sure = self._held
        if self.model.question is not question:
            self.drop()
        elif self._doubt is not None and self._doubt.grave:
            (self._correct if self._offered else partial(self._ask, send=sure))(self._doubt)
        else:
            self.let_go(send)

    def let_go(self, send: Callable[[], object]) -> None:
        """Send an answer without a further look."""
        self.drop()
        send()

    def drop(self) -> bool:
        """Nothing is held back any more; whether something was."""
        held, self._held = self._held, None
        if held is not None:
            self.beside.stop()
            if self.model.notice == HOLDS:
                self.view.note("")
        return held is not None

    def _correct(self, doubt: Doubt) -> None:
        """Mark the better answer in the place of the one that the program had marked itself."""
        self.drop()
        self.take(doubt.plan)
        by = with_error(doubt.lost.by, doubt.lost.error)
        self.view.note(f"{CORRECTED}: {doubt.better} ({by} better). Enter gives it, F2 says why")

    def _ask(self, doubt: Doubt, send: Callable[[], object]) -> None:
        signs = Signs(self.model.roster, self.view.tabletop.colours, self.view.tabletop.glyphs)
        self.drop()

        def chosen(choice: str | None) -> None:
            if choice == "send":
                send()
            elif choice == HINTS:
                self.open_hints()
            elif choice in (BETTER, MARKED):
                self.take(doubt.plan)
                if choice == BETTER:
                    self.view.give(doubt.plan[0])
                else:
                    self.view.note("The better one is marked: Enter gives it")

        self.view.tabletop.push_screen(DoubtPage(doubt, signs), chosen)


class DoubtPage(Dialog[str]):
    """Asks whether one is sure.

    It often comes when somebody is about to press Enter once more, so Enter gives nothing: it leads back to the
    question with the better answer marked, which the next Enter gives.
    """

    DEFAULT_CSS = """
    DoubtPage > Vertical { width: 66; max-width: 96%; }
    DoubtPage #inside { height: 1fr; }
    """

    def __init__(self, doubt: Doubt, signs: Signs) -> None:
        super().__init__()
        self.doubt, self.signs = doubt, signs

    def on_mount(self) -> None:
        super().on_mount()
        width = min(66, self.app.size.width * 96 // 100) - 4
        lines = [[(" ", "text"), *line] for line in self.lines(width)]
        self.fit(len(lines))
        self.show_title([(" Sure?", "status")])
        self.panel.show(lines)
        keys = (("Enter", "mark it"), ("b", "give it"), ("y", "give mine"), ("Esc", "back"), ("F2", "hints"))
        self.show_hint([piece for key, said in keys for piece in ((f" {key}", "hint-key"), (f" {said} ", "hint"))])

    def lines(self, width: int) -> list[TextLine]:
        """The answer, the better one, and what the difference is."""
        doubt, lost = self.doubt, self.doubt.lost
        lines = self._answer("Your answer: ", doubt.said, doubt.leads, width)
        lines += self._answer("Better: ", doubt.better, doubt.would_lead, width)
        by = with_error(lost.by, lost.error)
        told = f"Its chance is {percent(doubt.share)}, {by} better (draws count half), after {lost.playouts} playouts."
        why = [[], *wrap([("Why: ", "head"), (f"{listed(doubt.why)}.", "text")], width, "  ")] if doubt.why else []
        return [*lines, *wrap([(told, "dim")], width), *why]

    def _answer(self, begin: str, words: str, leads: tuple[str, ...], width: int) -> list[TextLine]:
        lines = wrap([(begin, "head"), (words[:1].upper() + words[1:], "strong")], width, "  ")
        return [*lines, *effect_lines(leads, self.signs, width, "  "), []]

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.character in ("y", "Y"):
            self.close("send")
        elif event.character in ("b", "B"):
            self.close(BETTER)
        elif event.key == "f2":
            self.close(HINTS)
        elif event.key == "enter":
            self.close(MARKED)
        elif event.key == "escape" or event.character in ("n", "q"):
            self.close("back")
