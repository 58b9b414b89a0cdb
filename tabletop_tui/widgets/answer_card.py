"""What stands below the question: what the answer in hand would need and do, and the card of whom it is about.

Data in, rows of text out.
"""

from __future__ import annotations

from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.cards import Card
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.palette import Palette
from tabletop_tui.widgets.styled_text import TextLine, wrap
from tabletop_tui.widgets.under_cursor import Here, here_lines
from tabletop_tui.widgets.view_text import card_lines, preview_lines

HEAD, HEAD_BESIDE_OPTIONS = 7, 2
"""So many lines of a card should be seen whatever else gives way; fewer where options are listed above it."""


@frozen
class PanelSubject:
    """Whom and what the panel beside the map is about."""

    card: Card | None = None
    preview: Preview | None = None
    """What the answer in hand would need and do."""
    refusal: Refusal | None = None
    """Why the highlighted way to answer is refused."""
    here: Here | None = None
    """What is told of the spot under the cursor while a player looks about: it comes first."""
    badges: tuple[Badge, ...] = ()
    """The statuses of the unit on the card."""
    choosing: bool = False
    """Whether ways to answer are listed above."""


@frozen
class PanelLines:
    """The lines of a panel, and how many of them should be seen whatever else gives way."""

    lines: list[TextLine]
    needed: int


def about_lines(about: PanelSubject, width: int, colours: Palette, glyphs: Glyphs) -> PanelLines:
    """The panel's lines, what matters most first."""
    card = card_lines(about.card, width, colours, badges=about.badges) if about.card is not None else []
    if about.here is not None:
        told = here_lines(about.here, width)
        return PanelLines([*told, [], *card], len(told))
    if about.refusal is not None:
        lines: list[TextLine] = []
        for number, one in enumerate(about.refusal.all):
            lines += wrap([("" if number else "no: ", "bad"), (one.why, "text"), (f" {one.rule}", "rule")], width, "  ")
        return PanelLines([*lines, [], *card], len(lines))
    if about.preview is None:
        return PanelLines(card, min(len(card), HEAD_BESIDE_OPTIONS if about.choosing else HEAD))
    title = about.card.title.strip() if about.card is not None else ""
    top = [*card[:1], *preview_lines(about.preview, width, title, glyphs)]
    return PanelLines([*top, [], *card[1:]], len(top))
