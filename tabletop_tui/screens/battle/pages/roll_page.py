"""The page that explains a roll, and its lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events

from tabletop_tui.reports.roll_explanation import Reason, RollReading, Why
from tabletop_tui.screens.base.dialogs import AskText, Sheet
from tabletop_tui.screens.base.map_pages import MapPage
from tabletop_tui.screens.battle.pages.digest_page import Signs
from tabletop_tui.widgets.dice_tray import dice_rows, die
from tabletop_tui.widgets.map.shared.page_marks import Look, Sighting
from tabletop_tui.widgets.map.shared.traces import PIN, Traces
from tabletop_tui.widgets.styled_text import TextLine, clip, width_of, wrap
from tabletop_tui.widgets.view_text import seat_sign

WORDS_FROM = 26
"""From this width beside the dice on, the words stand there; else below."""
VALUE = 6
"""The columns of the numbers of a sum."""


def roll_lines(reading: RollReading, width: int, signs: Signs) -> list[TextLine]:
    """A roll explained, for a page of this width."""
    roll = reading.roll
    who = [] if roll.seat is None else [seat_sign(roll.seat, signs.colours, signs.glyphs), (" ", "text")]
    lines = wrap([*who, *signs.tagged([(roll.why, "strong")])], width)
    if reading.shot is not None:
        lines += wrap([*signs.tagged([(reading.shot.text, "dim")])], width)
    lines += [[], *_dice_lines(reading, width, signs)]
    for why in reading.whys:
        lines += [[], [(why.question, "head")], *_why_lines(why, reading.spots, width, signs)]
    if reading.ifs:
        lines += [[], [("And if?", "head")]]
    for said in reading.ifs:
        lines += wrap([("  ", "text"), *signs.tagged([(said, "")])], width, "    ")
    if reading.after:
        lines += [[], [("What came of it", "head")]]
    for said in reading.after:
        lines += wrap([("  ", "text"), *signs.tagged([(said, "")])], width, "    ")
    return lines


def _dice_lines(reading: RollReading, width: int, signs: Signs) -> list[TextLine]:
    """The dice, and beside them what was needed, what came and what was to be expected."""
    roll = reading.roll
    good = any(roll.good) or not roll.good
    words: list[TextLine] = [[(reading.needed, "text")]]
    words += [[(reading.came, "good" if good else "bad")]] if reading.came else []
    words += [[(reading.expected, "dim")]] if reading.expected else []
    rows = dice_rows([die(roll, place) for place in range(roll.dice)], width, signs.glyphs)
    room = max(map(width_of, rows), default=0) + 2
    if width - room < max([WORDS_FROM, *map(width_of, words)]):
        return [*rows, *(piece for line in words for piece in wrap(line, width))]
    high = max(len(rows), len(words))
    rows, words = [*rows, *[[]] * (high - len(rows))], [*words, *[[]] * (high - len(words))]
    pairs = zip(rows, words, strict=True)
    return [[*row, (" " * (room - width_of(row)), "text"), *line] for row, line in pairs]


def _why_lines(why: Why, spots: Sequence[str], width: int, signs: Signs) -> list[TextLine]:
    """The rows of a sum, each with the number of its spot and its rule at the right; below them what they come to."""
    lines = [_reason_line(reason, spots, width, signs) for reason in why.reasons]
    rule = signs.glyphs.rule
    if len(lines) > 1:
        lines.append([(f"{rule * 4:>{VALUE}}", "dim")])
        lines.append([(f"{'=':>{VALUE}} ", "dim"), (why.total, "strong")])
    return lines


def _reason_line(reason: Reason, spots: Sequence[str], width: int, signs: Signs) -> TextLine:
    mark: TextLine = [(f" {spots.index(reason.spot) + 1} ", "cursor"), (" ", "text")] if reason.spot else []
    rule: TextLine = [*mark, (reason.rule, "dim")] if reason.rule else mark
    room = max(8, width - VALUE - 2 - width_of(rule))
    said = clip([*signs.tagged([(reason.why, "")])], room, signs.glyphs.ellipsis)
    gap = " " * (room - width_of(said) + 1)
    return [(f"{reason.value:>{VALUE}} ", "strong"), *said, (gap, "text"), *rule]


class RollPage(MapPage):
    """A roll explained: D goes on to the one before, d to the one after it."""

    close_keys = ("escape", "enter", "q", "Q")

    def __init__(
        self,
        read: Callable[[int], RollReading | None],
        signs: Signs,
        look: Look,
        trace: Callable[[RollReading], Traces],
        rules: Callable[[Sequence[str]], list[TextLine]],
        rethrow: Callable[[int, tuple[int, ...], int], list[str]],
    ) -> None:
        """`rethrow` says what would come of a roll, by its number, with other faces, or with those of a seed."""
        super().__init__(look)
        self.read, self.signs, self.trace, self.rules, self.rethrow = read, signs, trace, rules, rethrow
        self.back = self.throws = 0
        self.otherwise: list[str] = []
        """What would have come of it."""

    @property
    def reading(self) -> RollReading:
        """The roll that is shown."""
        found = self.read(self.back)
        assert found is not None
        return found

    def title_words(self) -> str:
        found = self.reading
        last = "the last" if not self.back else f"roll {found.place}"
        return f"Explain that roll: {last} of {found.count}"

    def lines(self, width: int) -> list[TextLine]:
        lines: list[TextLine] = []
        if self.otherwise:
            lines += [[("What if? ", "head"), ("Nothing of it counts.", "dim")]]
        for said in self.otherwise:
            lines += wrap([("  ", "text"), *self.signs.tagged([(said, "")])], width, "    ")
        return [*lines, *[[]] * bool(lines), *roll_lines(self.reading, width, self.signs)]

    def foot(self) -> tuple[tuple[str, str], ...]:
        found = self.reading
        before = (("D", "before"),) if found.place > 1 else ()
        forth = (("d", "after"),) if self.back else ()
        spots = len(found.spots[:9])
        show = (("1" if spots == 1 else f"1-{spots}", "show it"),) if spots else ()
        what_if = (("t", "again"), ("f", "faces"))
        return (*before, *forth, *show, *what_if, ("r", "rules"), ("Esc", "close"))

    def behind(self) -> Sighting | None:
        """Whom it was about, and where its reasons are."""
        found = self.reading
        flags = {spot: (str(number), PIN) for number, spot in enumerate(found.spots[:9], 1)}
        drawn = self.trace(found)
        return Sighting((), Traces(drawn.lines, flags, drawn.cells), flash=False)

    def numbered(self) -> list[Sighting]:
        drawn = self.behind()
        assert drawn is not None
        said = {reason.spot: reason.why for why in self.reading.whys for reason in why.reasons}
        return [Sighting((spot,), drawn.traces, said[spot]) for spot in self.reading.spots[:9]]

    def own_key(self, event: events.Key) -> bool:
        step = {"D": 1, "d": -1}.get(event.character or "", 0)
        if event.character == "r":
            self.tabletop.push_screen(Sheet("The rules behind this roll", self.rules(self.reading.rules), "r"))
        elif event.character == "t":
            self.throws += 1
            self._what_if(())
        elif event.character == "f":
            self._ask_faces()
        elif step and self.read(self.back + step) is not None:
            self.back += step
            self.otherwise = []
            self.draw()
        return bool(step) or event.character in ("r", "t", "f")

    def _what_if(self, faces: tuple[int, ...]) -> None:
        """Tell what would come of other dice."""
        told = self.rethrow(self.reading.place, faces, self.throws)
        self.otherwise = told or ["These dice cannot be thrown again."]
        self.draw()

    def _ask_faces(self) -> None:
        """Other faces for the roll that is shown."""
        roll = self.reading.roll
        count, last = roll.dice, roll.lowest + roll.sides - 1

        def faces_in(typed: str) -> tuple[int, ...]:
            words = list(typed) if roll.sides <= 9 and typed.isdecimal() and len(typed) == count else typed.split()
            return tuple(int(word) if word.isdecimal() and len(word) < 4 else -1 for word in words)

        def check(typed: str) -> str:
            faces = faces_in(typed)
            fit = len(faces) == count and all(roll.lowest <= face <= last for face in faces)
            return "" if fit else f"{count} faces from {roll.lowest} to {last}, with blanks between"

        def take(typed: str | None) -> None:
            if typed is not None:
                self._what_if(faces_in(typed))

        self.tabletop.push_screen(AskText("What if the dice had shown ...", check), take)
