"""The page that tells what happened since one answered last, and its lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rich.style import Style
from textual import events

from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.records import frozen
from tabletop_tui.reports.digest import YOU, Digest, Loss
from tabletop_tui.reports.play_by_play import Deed, Said, in_brief
from tabletop_tui.screens.base.popup_page import Below, Unbidden
from tabletop_tui.settings import DIGESTS
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.shared.page_marks import Look, Sighting
from tabletop_tui.widgets.palette import Palette
from tabletop_tui.widgets.styled_text import TextLine, wrap
from tabletop_tui.widgets.view_text import seat_sign

MOODS = {"": "text", "strong": "strong", "good": "good", "bad": "bad", "dim": "dim"}
WHEN = {"losses": "at losses", "always": "always", "never": "never"}
"""When a digest comes by itself, in a few words."""


@frozen
class Signs:
    """How units are told apart in running text: by tags in the colours of their sides."""

    roster: Sequence[RosterLine]
    colours: Palette
    glyphs: Glyphs

    def style(self, unit: str) -> Style:
        line = next((line for line in self.roster if line.unit == unit), None)
        return self.colours.token(line.seat if line is not None else None)

    def tagged(self, said: Sequence[Said]) -> TextLine:
        """Pieces of sentences with the tags of units in the colours of their sides."""
        tags = {line.tag: line.unit for line in self.roster if line.tag}
        if not tags:
            return [(text, MOODS[mood]) for text, mood in said]
        found = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, sorted(tags, key=len, reverse=True)))})(?![\w-])")
        line: TextLine = []
        for text, mood in said:
            for part in found.split(text):
                if part:
                    line.append((part, self.style(tags[part]) if part in tags else MOODS[mood]))
        return line


@frozen
class Last:
    """What was done at the end of a battle, for its page of results."""

    deeds: Sequence[Deed]
    signs: Signs


def digest_lines(
    digest: Digest, numbers: Sequence[Deed], names: Sequence[str], width: int, signs: Signs, full: bool = False
) -> list[TextLine]:
    """The digest as a page; the deeds that are among `numbers` have the key that shows them on the map.

    Each deed is told in brief, or `full` with all dice.
    """
    reader = digest.reader
    whose = "Your" if reader == YOU else f"{reader}'s"
    lines = [*loss_lines(f"{whose} losses" if reader else "Losses", digest.yours, width, signs, "good")]
    lines += loss_lines("Their losses", digest.theirs, width, signs, "dim") if reader else []
    if digest.deeds:
        lines.append([])
    for deed in digest.deeds:
        lines += deed_lines(deed, next((n for n, one in enumerate(numbers, 1) if one is deed), 0), width, signs, full)
    if digest.changes:
        lines += [[], [(f"What changed for {reader}" if reader else "What changed", "head")]]
    for change in digest.changes:
        lines += wrap([(f"  {signs.glyphs.pointer} ", "dim"), *signs.tagged(change)], width, "    ")
    lines += [[]] if digest.points or digest.dice else []
    for seat, said in enumerate(digest.points):
        head = "Points" if not seat else ""
        lines.append([(f"{head:<14} ", "head"), (names[seat], signs.colours.seat_name(seat)), (f" {said}", "text")])
    if digest.dice:
        lines.append([(f"{f'{whose} dice' if reader else 'Dice':<14} ", "head"), (digest.dice, "text")])
    return lines


def loss_lines(heading: str, losses: Sequence[Loss], width: int, signs: Signs, none: str) -> list[TextLine]:
    """What was lost, or in the role `none` that nothing was."""
    if not losses:
        return [[(f"{heading:<14} ", "head"), ("none", none)]]
    lines: list[TextLine] = [[(heading, "head")]]
    for loss in losses:
        line = next(line for line in signs.roster if line.unit == loss.unit)
        gone = ("lost: ", "bad") if loss.gone else ("", "text")
        named: TextLine = [("  ", "text"), (line.tag, signs.style(loss.unit)), (f" {line.name} ", "text"), gone]
        lines += wrap([*named, *signs.tagged([(loss.said, "bad")])], width, "    ")
    return lines


def deed_lines(deed: Deed, number: int, width: int, signs: Signs, full: bool = False) -> list[TextLine]:
    """Number, side, who and what (with all dice, or in brief), the lines after the first set in."""
    key: TextLine = [(f"{number or ' '} ", "key")]
    if deed.heading:
        return wrap([*key, *signs.tagged(deed.said)], width, "  ")
    line = next((line for line in signs.roster if line.unit == deed.unit), None)
    who: TextLine = [seat_sign(deed.seat, signs.colours, signs.glyphs), (" ", "text")]
    if line is not None:
        who += [(line.tag, signs.style(deed.unit)), (f" {line.name} ", "text")]
    said = deed.said if full else in_brief(deed, signs.roster)
    return wrap([*key, *who, *signs.tagged(said)], width, "    ")


class DigestPage(Unbidden):
    """What happened since one answered last; a digit shows a deed on the map, Enter goes on."""

    def __init__(
        self,
        digest: Digest,
        shown: Sequence[tuple[Deed, Sighting]],
        heading: str,
        signs: Signs,
        names: Sequence[str],
        look: Look,
        choose: Callable[[str], None],
        below: Below,
        by_itself: bool,
    ) -> None:
        super().__init__(look, below)
        self.digest, self.shown, self.heading = digest, shown, heading
        self.signs, self.names, self.choose = signs, names, choose
        self.by_itself = by_itself

    close_keys = ("escape", "enter", "q", "w")
    own_keys = ("p", "d", "[", "]")
    full = False
    """Whether all dice are told."""

    def title_words(self) -> str:
        return self.heading

    def lines(self, width: int) -> list[TextLine]:
        shown = [deed for deed, _ in self.shown]
        return digest_lines(self.digest, shown, self.names, width, self.signs, self.full)

    def foot(self) -> tuple[tuple[str, str], ...]:
        count = min(len(self.shown), 9)
        show = (("1" if count == 1 else f"1-{count}", "show it"),) if count else ()
        when = (("p", f"stop: {WHEN[self.tabletop.settings.digest]}"),) if self.digest.reader in ("", YOU) else ()
        return (("Enter", "go on"), *show, ("d", "in brief" if self.full else "dice"), *when)

    def numbered(self) -> list[Sighting]:
        return [sighting for _, sighting in self.shown]

    def own_key(self, event: events.Key) -> bool:
        if event.character == "d":
            self.full = not self.full
            self.draw()
            return True
        if event.character != "p":
            return False
        now = DIGESTS.index(self.tabletop.settings.digest)
        self.choose(DIGESTS[(now + 1) % len(DIGESTS)])
        self.draw()
        return True
