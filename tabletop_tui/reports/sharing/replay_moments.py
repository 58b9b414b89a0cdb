"""A recorded game as moments: the map as it looked after each answer, who answered what, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tabletop_tui.coach.answer_words import entry_words
from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.events import Event, Fell, Harmed, Moved, Shot, starts_round
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.history import Entry
from tabletop_tui.engine.question import Question
from tabletop_tui.engine.scenes import Scene
from tabletop_tui.play.session import Session
from tabletop_tui.records import frozen
from tabletop_tui.reports.sharing.cell_rows import Inks, Row, Sheet
from tabletop_tui.widgets.glyphs import UNICODE
from tabletop_tui.widgets.map.battlefield import map_sizes, painters_of, play_zoom
from tabletop_tui.widgets.map.shared.map_painter import Painter
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.map.shared.traces import traces_of
from tabletop_tui.widgets.terminal_palettes import palette

PALETTE = "truecolour"
ROOM = 120, 60
"""So many columns and rows of cells a page has for a map."""


@frozen
class Given:
    """An answer that was given."""

    seat: int | None = None
    """By whom; None for nobody, and for what all agreed on."""
    asked: str = ""
    """What that seat was asked, '' where it was not ..."""
    said: str = ""
    """... and its answer in words, as things stood then."""

    @classmethod
    def of(cls, question: Question | None, entry: Entry) -> Given:
        if question is None:
            return cls()
        asked = question.prompt if entry.kind == "answer" else ""
        return cls(entry.seat if entry.seat >= 0 else None, asked, entry_words(question, entry))


@frozen(eq=False)
class Moment:
    """A game after so many answers."""

    answer: int
    """How many had been given."""
    sheet: Sheet
    """The map, with the traces of the last answer."""
    focus: tuple[int, int]
    """The cell where it happened, column and row."""
    given: Given
    """The answer that led here."""
    events: tuple[Event, ...]
    """What came of it."""
    standing: Standing
    held: tuple[str, ...]
    """Who holds what is fought for, and why."""
    roster: tuple[RosterLine, ...]
    begins: int | None
    """The number of the round that began here, None for none."""


def moments(session: Session) -> Iterator[Moment]:
    """Every moment of a session's game, from before the first answer on; at the end the session stands at its end."""
    artist = _Artist()
    parts = session.parts()
    session.go_to(0)
    given = Given()
    for place, happened in enumerate(parts):
        if place:
            given = Given.of(session.question, session.undone[-1])
            session.go_to(place)
        yield _moment(session, artist, given, happened)


def moment(session: Session) -> Moment:
    """The moment at which a session stands; what was asked there last is not said."""
    happened = session.parts()[len(session.history)]
    return _moment(session, _Artist(), Given(), happened)


def _moment(session: Session, artist: _Artist, given: Given, happened: Sequence[Event]) -> Moment:
    game = session.game
    scene = session.system.scene(game)
    where = {token.unit: token.spot for token in scene.tokens}
    about = session.question.about if session.question is not None else ""
    spot = scene_of_action(happened, where) or where.get(about, "")
    marks = Marks(active=where.get(about, ""), traces=traces_of(happened, scene), zones=not len(session.history))
    sheet = artist.sheet(scene, marks)
    return Moment(
        len(session.history),
        sheet,
        artist.cell(spot),
        given,
        tuple(happened),
        session.system.standing(game),
        tuple(one.said([seat.name for seat in session.setup.seats]) for one in session.system.holders(game)),
        tuple(session.system.roster(game)),
        next((event.number for event in reversed(happened) if starts_round(event)), None),
    )


def scene_of_action(events: Sequence[Event], where: dict[str, str]) -> str:
    """The spot of what is worth a look among events, '' for none."""
    for kind in (Moved, Shot, Harmed, Fell):
        for event in events:
            if isinstance(event, kind):
                return where.get(event.unit, getattr(event, "spot", ""))
    return ""


class _Artist:
    """Paints one table moment after moment; only the rows that differ are painted anew."""

    def __init__(self) -> None:
        self.colours = palette(PALETTE)
        self.inks = Inks(self.colours)
        self.painter: Painter[Any] | None = None
        self.rows: list[Row] = []

    def sheet(self, scene: Scene, marks: Marks) -> Sheet:
        painter = self.painter
        if painter is None or type(painter.scene) is not type(scene) or not painter.same_table(scene):
            painter = self.painter = self.zoom(scene)(scene, self.colours, UNICODE)
            self.rows, stale = [()] * painter.height, None
            painter.call(None)  # whoever looks at a page has no list of units beside the map
            painter.mark(marks)
        else:
            taken, marked = painter.take(scene), painter.mark(marks)
            stale = None if taken is None or marked is None else taken | marked
        for y in range(painter.height) if stale is None else stale:
            if 0 <= y < painter.height:
                self.rows[y] = self.inks.row(painter.row(y))
        return Sheet(tuple(self.rows), painter.width)

    def zoom(self, scene: Scene) -> type[Painter[Any]]:
        """The nearest at which all of a table has room, and no farther one than that for play."""
        sizes = map_sizes(scene, self.colours, UNICODE)
        near = [number for number, size in enumerate(sizes) if size.width <= ROOM[0] and size.height <= ROOM[1]]
        return painters_of(scene, self.colours, UNICODE)[max([play_zoom(scene, self.colours), *near])]

    def cell(self, spot: str) -> tuple[int, int]:
        """The cell of a spot, that of the middle for ''."""
        painter = self.painter
        assert painter is not None
        if not spot or not painter.has(spot):
            return painter.width // 2, painter.height // 2
        left, top = painter.corner(spot)
        return max(0, min(painter.width - 1, left + painter.wide // 2)), max(0, min(painter.height - 1, top))
