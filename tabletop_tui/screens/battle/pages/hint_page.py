"""The page of hints: the best answers, what they lead to, and whether they differ; Enter puts one into the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import attrs
from textual import events
from textual.containers import Vertical
from textual.geometry import Region

from tabletop_tui.coach.answer_comparison import Plan
from tabletop_tui.coach.answer_reasons import outcome_words
from tabletop_tui.coach.hints import Advice, Hint, Thinking
from tabletop_tui.engine.wording import counted, listed, percent, percents, with_error
from tabletop_tui.reports.play_by_play import Said
from tabletop_tui.screens.base.map_pages import DIGITS, MapPage
from tabletop_tui.screens.battle.pages.digest_page import Signs
from tabletop_tui.widgets.map.shared.page_marks import Look, Sighting
from tabletop_tui.widgets.map.shared.traces import PIN, Traces
from tabletop_tui.widgets.styled_text import TextLine, wrap
from tabletop_tui.widgets.view_text import chance_bar

POLL = 0.1
"""Seconds between two looks at how far the coach has come."""
SHARE = "A chance counts a win whole and a draw half; ± is its standard error."
SMALL = 0.0195
"""What is less than that is told to a tenth of a hundredth."""
DRAWS = 0.005
"""From so large a chance of a draw on, win, draw and loss are told apart."""
LEAST_ROOM = 30
"""So many columns are enough to read in."""
ROOMY = 40
"""From so many columns on there is an empty row between hints: a narrow page is low too."""
STEPS = {"down": 1, "j": 1, "tab": 1, "up": -1, "k": -1, "shift+tab": -1}


class HintPage(MapPage):
    """The coach thinks while the page is open; Esc ends the thought, and then the page.

    Each hint has its chance as a bar; what else its playouts came to stands below the marked one.
    """

    close_keys = ("escape", "q", "Q", "f2", "*")

    def __init__(
        self,
        think: Callable[[], Thinking],
        stop: Callable[[], None],
        signs: Signs,
        look: Look,
        sighting: Callable[[Plan], Sighting],
        take: Callable[[Plan], None],
        room: Callable[[], Region] = Region,
        why: str = "",
    ) -> None:
        """`think` says how far the thought has come, `stop` ends it; `take` puts a hint into the answer being made.

        `room` says where there is room beside the map.
        """
        super().__init__(look)
        self.think, self.stop, self.signs, self.sighting, self.take_plan = think, stop, signs, sighting, take
        self.room = room
        self.why = why
        """What the page has to say first."""
        self.index, self.pointed = 0, False
        """Which hint is marked, counted from 0; and whether somebody has marked it: then the map goes there."""
        self.found = think()

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(POLL, self.poll)
        self.stand_beside()

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self.stand_beside()

    def stand_beside(self) -> None:
        """Take all the room that there is beside the map, where that is enough to read in."""
        room, styles = self.room(), self.query_one(Vertical).styles
        if room.width >= LEAST_ROOM:
            styles.min_width, styles.max_width, styles.width = 0, None, self.app.size.width - room.x + 1

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
        if common := advice.common_words:
            lines += wrap([(common, "text")], width)
        for place, hint in enumerate(advice.hints):
            lines += [[]] if not place or width >= ROOMY else []
            lines += self._hint_lines(place, hint, advice, width)
        lines += self._why_lines(advice, width)
        lines += [[], *wrap([(f"{counted(advice.considered, 'answer')} compared. {SHARE}", "dim")], width)]
        return lines

    def _hint_lines(self, place: int, hint: Hint, advice: Advice, width: int) -> list[TextLine]:
        chosen = place == self.index
        glyphs = self.signs.glyphs
        pointer = glyphs.pointer if chosen else " "
        said = hint.words[:1].upper() + hint.words[1:]
        lines = wrap([(f"{pointer}{place + 1}  ", "key"), (said, "chosen" if chosen else "strong")], width, "    ")
        common = advice.in_common if hint.alike else ()
        lines += effect_lines([one for one in hint.told if one not in common], self.signs, width, "    ")
        if advice.playouts:
            said, share = self._worth(place, hint, advice), hint.share
            bar = chance_bar(said, percent(share), share, width - 4, glyphs, len("1.8% ± 0.2% less"))
            lines.append([("    ", "text"), *bar])
        else:
            lines.append([("    not played out yet" if not self.found.over else "    not played out", "dim")])
        for told in self._came(hint) if chosen else ():
            lines += wrap([("    ", "text"), (told, "dim")], width, "    ")
        return lines

    def _worth(self, place: int, hint: Hint, advice: Advice) -> str:
        """How sure the chance of a hint is, and how it compares with that of the first."""
        error = f"± {max(hint.error, 0.01):.0%}"
        if not place or not advice.whole:
            return f"chance {error}"
        if hint.alike:
            return "too close" if hint.open else f"as good {error}"
        behind = hint.behind
        return f"{with_error(behind.by, behind.error, decimals=1 if behind.by < SMALL else 0)} less"

    def _came(self, hint: Hint) -> Iterator[str]:
        """What the playouts of a hint came to."""
        if (came := hint.outcome) is None:
            return
        if came.prospects.draw >= DRAWS:
            parts = zip(("win", "draw", "loss"), percents(attrs.astuple(came.prospects)), strict=True)
            yield ", ".join(f"{name} {part}" for name, part in parts)
        if said := outcome_words(came):
            yield said

    def _why_lines(self, advice: Advice, width: int) -> list[TextLine]:
        """Why the first one is better than the next, and what was left out."""
        lines: list[TextLine] = []
        left = advice.left_out
        if advice.why:
            other = left.words if advice.against is None and left is not None else advice.against
            said = f"{listed(advice.why)}."
            other = f"'{other}'" if ":" in str(other) else other
            lines += [[], *wrap([(f"Why 1, not {other}: ", "head"), (said, "text")], width, "  ")]
        if left is not None:
            behind = f"{with_error(left.behind.by, left.behind.error)} worse"
            lines += [[], *wrap([("Left out: ", "head"), (f"{left.words}, {behind}.", "text")], width, "  ")]
        for words, number in advice.same:
            lines += [[], *wrap([(f"Comes to the same as {number}: ", "head"), (f"{words}.", "text")], width, "  ")]
        return lines

    def foot(self) -> tuple[tuple[str, str], ...]:
        end = "close" if self.found.over else "stop"
        if not self.hints:
            return (("Esc", end),)
        show = "1" if len(self.hints) == 1 else f"1-{len(self.hints)}"
        return (("Enter", "take"), (show, "show"), ("Esc", end), ("Tab", "next"))

    # ------------------------------------------------------------------ on the map
    def behind(self) -> Sighting | None:
        """Where the hints are, each with its number; of the chosen one also the way."""
        if not self.hints:
            return None
        shown = self.numbered()
        flags: dict[str, tuple[str, str]] = {}
        for number, sighting in reversed([*enumerate(shown, 1)]):
            flags |= {spot: (str(number), PIN) for spot in sighting.spots[-1:]}
        chosen = shown[min(self.index, len(shown) - 1)]
        spots = chosen.spots if self.pointed else ()
        return Sighting(spots, Traces(chosen.traces.lines, flags, chosen.traces.cells), flash=False)

    def numbered(self) -> list[Sighting]:
        return [self.sighting(hint.plan) for hint in self.hints]

    # ------------------------------------------------------------------ keys
    def on_key(self, event: events.Key) -> None:
        """A number marks its hint, and the map shows it; the page steps aside for that only if it lies over the map."""
        place = DIGITS.index(event.character) if event.character in DIGITS else len(self.hints)
        if place < len(self.hints):
            self.index, self.pointed = place, True
        if place < len(self.hints) and self.room().width >= LEAST_ROOM:
            event.stop()
            event.prevent_default()
            self.draw()
        else:
            super().on_key(event)

    def own_key(self, event: events.Key) -> bool:
        key = event.key if event.key in STEPS else event.character or ""
        if key in STEPS and self.hints:
            self.index, self.pointed = (self.index + STEPS[key]) % len(self.hints), True
            self.draw()
            return True
        if event.key == "enter" and self.hints:
            hint = self.hints[min(self.index, len(self.hints) - 1)]
            self.close()
            self.take_plan(hint.plan)
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
