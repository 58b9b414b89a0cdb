"""The page of hints: the best answers, what they lead to, and whether they differ; Enter puts one into the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events

from tabletop_tui.coach.hints import Advice, Hint, Thinking
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.wording import counted
from tabletop_tui.reports.analysis_lines import with_error
from tabletop_tui.reports.deeds import Said
from tabletop_tui.screens.base.map_pages import MapPage
from tabletop_tui.screens.battle.pages.digest_page import Signs
from tabletop_tui.widgets.map.shared.sighting import Look, Sighting
from tabletop_tui.widgets.map.shared.traces import PIN, Traces
from tabletop_tui.widgets.styled_text import TextLine, wrap

POLL = 0.1
"""Seconds between two looks at how far the coach has come."""
SHARE = "A chance counts a win whole and a draw half; ± is its standard error."
STEPS = {"down": 1, "j": 1, "tab": 1, "up": -1, "k": -1, "shift+tab": -1}


class HintPage(MapPage):
    """The coach thinks while the page is open; Esc ends the thought, and then the page."""

    close_keys = ("escape", "q", "Q", "f2", "*")

    def __init__(
        self,
        think: Callable[[], Thinking],
        stop: Callable[[], None],
        signs: Signs,
        look: Look,
        sighting: Callable[[Answer], Sighting],
        take: Callable[[Answer], None],
        why: str = "",
    ) -> None:
        """`think` says how far the thought has come, `stop` ends it; `take` puts an answer into the one being made."""
        super().__init__(look)
        self.think, self.stop, self.signs, self.sighting, self.take_answer = think, stop, signs, sighting, take
        self.why = why
        """What the page has to say first."""
        self.index = 0
        self.found = think()

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(POLL, self.poll)

    def poll(self) -> None:
        """Show what the coach has found in the meantime."""
        if self.found.over:
            return
        before, self.found = self.found, self.think()
        if self.found != before:
            self.draw()

    @property
    def hints(self) -> Sequence[Hint]:
        return self.found.advice.hints if self.found.advice is not None else ()

    # ------------------------------------------------------------------ what it says
    def title_words(self) -> str:
        return "Hint" if self.found.over else f"Hint: thinking, {counted(self.found.done, 'playout')}"

    def lines(self, width: int) -> list[TextLine]:
        found = self.found
        lines: list[TextLine] = wrap([(self.why, "bad")], width) if self.why else []
        if found.wrong:
            return [*lines, *wrap([(found.wrong, "text")], width)]
        if found.advice is None:
            return [*lines, [("The coach starts thinking.", "dim")]]
        advice = found.advice
        if found.over:
            lines += wrap([(advice.verdict, "strong")], width)
        else:
            lines += wrap([("So far. Esc stops the thinking here.", "dim")], width)
        for place, hint in enumerate(advice.hints):
            lines += [[], *self._hint_lines(place, hint, advice, width)]
        lines += [[], *wrap([(f"{advice.considered} answers were compared. {SHARE}", "dim")], width)]
        return lines

    def _hint_lines(self, place: int, hint: Hint, advice: Advice, width: int) -> list[TextLine]:
        chosen = place == self.index
        pointer = self.signs.glyphs.pointer if chosen else " "
        said = hint.words[:1].upper() + hint.words[1:]
        lines = wrap([(f"{pointer}{place + 1}  ", "key"), (said, "chosen" if chosen else "strong")], width, "    ")
        lines += effect_lines(hint.told, self.signs, width, "    ")
        lines += wrap([("    ", "text"), (self._worth(place, hint, advice), "dim")], width, "    ")
        return lines

    def _worth(self, place: int, hint: Hint, advice: Advice) -> str:
        share = f"a chance of {with_error(hint.share, hint.error)}"
        if not advice.playouts:
            return "not played out"
        if not place:
            return share
        if hint.alike:
            return f"{share}: as good, as far as can be told"
        return f"{share}: {with_error(hint.behind.by, hint.behind.error, 1)} less than the first"

    def foot(self) -> tuple[tuple[str, str], ...]:
        end = "close" if self.found.over else "stop"
        if not self.hints:
            return (("Esc", end),)
        show = "1" if len(self.hints) == 1 else f"1-{len(self.hints)}"
        return (("Enter", "into the answer"), ("Tab", "next"), (show, "on the map"), ("Esc", end))

    # ------------------------------------------------------------------ on the map
    def behind(self) -> Sighting | None:
        """Where the hints are, each with its number; of the chosen one also the way."""
        if not self.hints:
            return None
        shown = self.numbered()
        flags: dict[str, tuple[str, str]] = {}
        for number, sighting in reversed([*enumerate(shown, 1)]):
            flags |= {spot: (str(number), PIN) for spot in sighting.spots[-1:]}
        drawn = shown[min(self.index, len(shown) - 1)].traces
        return Sighting((), Traces(drawn.lines, flags, drawn.cells), flash=False)

    def numbered(self) -> list[Sighting]:
        return [self.sighting(hint.answer) for hint in self.hints]

    # ------------------------------------------------------------------ keys
    def own_key(self, event: events.Key) -> bool:
        key = event.key if event.key in STEPS else event.character or ""
        if key in STEPS and self.hints:
            self.index = (self.index + STEPS[key]) % len(self.hints)
            self.draw()
            return True
        if event.key == "enter" and self.hints:
            answer = self.hints[min(self.index, len(self.hints) - 1)].answer
            self.close()
            self.take_answer(answer)
            return True
        return event.key == "enter"

    def close(self, result: None = None) -> bool:
        """The thought ends first; what it has found stays to be read."""
        if not self.found.over:
            self.stop()
            self.found = self.think()
            if self.found.over and self.hints:
                self.draw()
                return False
        return super().close(result)


def effect_lines(pieces: Sequence[str], signs: Signs, width: int, indent: str) -> list[TextLine]:
    """What an answer leads to, piece by piece; what speaks against it stands out."""
    lines: list[TextLine] = []
    for piece in pieces:
        said: Said = (piece, "bad" if piece.startswith("but ") else "")
        lines += wrap([(indent, "text"), *signs.tagged([said])], width, f"{indent}  ")
    return lines
