"""What every painter of a table has in common: where spots lie, tokens, bars, signs. A painter knows no widget."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, Generic, TypeVar

from attrs import define, field
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region

from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.scenes import HexScene, TableScene, Token
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.shared.holder_signs import with_holders
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.map.shared.traces import LOSS, PIN, SHOT, START, WAY
from tabletop_tui.widgets.palette import Palette, Shade, style

S = TypeVar("S", HexScene, TableScene)
Run = tuple[str, Style]
FLAGS = {LOSS: "loss", PIN: "cursor"}
"""The roles of flags."""
HALO = 3
"""So many columns a bracket of the cursor may stand farther out than beside its spot, so that it hides no tag."""
RANK = {"unit": 0, "small": 1, "piece": 2, "scenery": 3}


@define(eq=False)
class Painter(Generic[S]):
    """Draws one table at one zoom as rows of text. A spot is a string; cells of text are counted from 0."""

    wide: ClassVar[int]
    """Columns of text that a step to the right is worth."""
    high: ClassVar[int]
    """Rows of text that a step down is worth."""
    stride: ClassVar[int] = 1
    """So many zooms farther or nearer is a step that a player sees."""
    rulers: ClassVar[tuple[int, int]] = 0, 0
    """The columns of the ruler at the left of the map and the rows of that above it, which do not scroll."""
    rulers_from: ClassVar[tuple[int, int]] = 0, 0
    """From so many columns and rows of a view on they are worth it where the map is scrolled in any case."""
    scene: S
    palette: Palette
    glyphs: Glyphs
    marks: Marks = field(factory=Marks)
    tokens: dict[str, list[Token]] = field(init=False, factory=dict)
    """The models on each spot, the one to draw first."""
    holders: Mapping[str, int] = field(init=False, factory=dict)
    """For each piece that is held the seat that holds it."""

    def __attrs_post_init__(self) -> None:
        self.put(self.with_holders(self.scene))

    def with_holders(self, scene: S) -> S:
        """The scene as it is drawn: what is held says by whom."""
        scene, self.holders = with_holders(scene, self.glyphs)
        return scene

    def put(self, scene: S) -> None:
        """Draw this scene from now on."""
        self.scene = scene
        self.tokens = {}
        for token in scene.tokens:
            self.tokens.setdefault(token.spot, []).append(token)
        for here in self.tokens.values():
            here.sort(key=lambda token: RANK.get(token.kind, 0))

    def take(self, scene: S) -> set[int] | None:
        """Draw another scene of the same table; the rows of text that differ, None for 'any may'."""
        scene = self.with_holders(scene)
        spots = self.changed(scene)
        self.put(scene)
        self.forget(spots)
        return self._rows_of(spots)

    def mark(self, marks: Marks) -> set[int] | None:
        """Lay other marks over the table; the rows of text that differ, None for 'any may'."""
        old, self.marks = self.marks, marks
        spots = old.changed(marks)
        self.forget(spots)
        return self._rows_of(spots)

    def forget(self, spots: frozenset[str] | None) -> None:
        """Whatever is kept of the looks of these spots, or of all, no longer holds."""

    def _rows_of(self, spots: frozenset[str] | None) -> set[int] | None:
        if spots is None:
            return None
        return {line for spot in spots if self.has(spot) for line in self.lines_of(spot)}

    def at(self, spot: str) -> list[Token]:
        """The models at a spot, the one to draw first."""
        return self.tokens.get(spot, [])

    def taken(self) -> Callable[[int, int], bool]:
        """Whether a unit or its tag stands in a cell (column, row)."""
        cells = set[tuple[int, int]]()
        for spot in self.tokens:
            if self.has(spot):
                x, y = self.corner(spot)
                cells |= {(x + across, y + down) for across in range(self.wide + 1) for down in range(self.high)}
        return lambda x, y: (x, y) in cells

    # ------------------------------------------------------------------ what each kind of table answers
    @classmethod
    def size_of(cls, scene: S, glyphs: Glyphs) -> tuple[int, int]:
        """Width and height of a whole table at this zoom, in cells of text. Nothing is painted for it."""
        raise NotImplementedError

    @property
    def width(self) -> int:
        raise NotImplementedError

    @property
    def height(self) -> int:
        raise NotImplementedError

    def has(self, spot: str) -> bool:
        """Whether this spot lies on the table."""
        raise NotImplementedError

    def middle(self) -> str:
        """The spot where a cursor starts."""
        raise NotImplementedError

    def corner(self, spot: str) -> tuple[int, int]:
        """The top left cell of a spot."""
        raise NotImplementedError

    def tag_row(self, spot: str) -> int:
        """The row of text on which the tag of who stands on a spot is written."""
        return self.corner(spot)[1]

    def lines_of(self, spot: str) -> range:
        """The rows of text on which a spot is drawn, its edges too."""
        raise NotImplementedError

    def spot_at(self, x: int, y: int) -> str | None:
        """The spot under a cell of text."""
        raise NotImplementedError

    def beside(self, spot: str, direction: str) -> str | None:
        """The spot one step n, ne, e, se, s, sw, w or nw of this one; None at the edge."""
        raise NotImplementedError

    def line(self, start: str, end: str) -> list[str]:
        """The spots of the straight line from one to the other, both included."""
        raise NotImplementedError

    def far(self, start: str, end: str) -> float:
        """How far it is, in the table's units."""
        raise NotImplementedError

    def measure(self, start: str, end: str) -> str:
        """How far it is, as a player would say it."""
        raise NotImplementedError

    def same_table(self, scene: S) -> bool:
        """Whether another scene has the same spots at the same places."""
        raise NotImplementedError

    def changed(self, scene: S) -> frozenset[str] | None:
        """The spots that another scene of the same table shows differently; None for 'any of them may'."""
        raise NotImplementedError

    def runs(self, y: int, cursor: str) -> Iterator[Run]:
        """One whole row of text, in pieces of one style."""
        raise NotImplementedError

    def call(self, names: frozenset[str] | None) -> bool:
        """Call these units by their names, None for as many as there is room for; False where names never stand."""
        return False

    def look(self, view: Region) -> set[int]:
        """What is in view from now on, in cells of text; the rows that look different for it."""
        return set()

    def ruler_above(self, left: int, width: int) -> list[Run]:
        """So many cells of the ruler above the map, from one of its columns on."""
        raise NotImplementedError

    def ruler_beside(self, y: int) -> Run:
        """The ruler at the left, on one row of the map."""
        raise NotImplementedError

    # ------------------------------------------------------------------ what they share
    def runs_within(self, y: int, cursor: str, left: int, right: int) -> Iterator[Run]:
        """A row from one column up to another."""
        at = 0
        for piece, look in self.runs(y, cursor):
            if at < right and at + len(piece) > left:
                yield piece[max(0, left - at) : right - at], look
            at += len(piece)

    def row(self, y: int, cursor: str = "", left: int = 0, right: int | None = None) -> list[Segment]:
        """A row of text from one column up to another, or a whole one; equal styles merged."""
        segments: list[Segment] = []
        text, last = "", None
        for piece, look in self.runs(y, cursor) if right is None else self.runs_within(y, cursor, left, right):
            if look is last:
                text += piece
            else:
                if text:
                    segments.append(Segment(text, last))
                text, last = piece, look
        if text:
            segments.append(Segment(text, last))
        return segments

    def model(self, spot: str) -> Token | None:
        """The model to draw on a spot; scenery shows itself as ground."""
        here = self.tokens.get(spot)
        return here[0] if here and here[0].kind != "scenery" else None

    def sign(self, spot: str) -> str:
        """The one-cell sign for path, sight and the like; '' for none."""
        kind = self.marks.sign(spot)
        if not kind:
            return ""
        if kind == "waypoint":
            return self.glyphs.waypoint
        if kind == "path":
            return self.glyphs.path
        if kind in (WAY, START, SHOT):
            return str(getattr(self.glyphs, kind))
        if graded := self.glyphs.grade(kind):
            return graded
        # A tint needs no sign where there is colour to show it.
        return "" if self.palette.colour else self.glyphs.marks.get(kind, "")

    def trace_style(self, kind: str, seat: int | None, shade: Shade) -> Style:
        """The ink of what is left to be seen of a way or a shot; a way is in its side's colour."""
        if not self.palette.colour:
            return shade.written
        ink = self.palette.role("shot") if kind == SHOT else self.palette.seat_name(seat)
        return style(ink.color, shade.ground, True)

    def sign_style(self, spot: str, shade: Shade) -> Style:
        """The style of the sign at a spot."""
        trace = self.marks.traces.cells.get(spot)
        if trace is None or self.marks.sign(spot) != trace[0]:
            return shade.written
        return self.trace_style(*trace, shade)

    def flag(self, spot: str) -> Run | None:
        """A flag on a spot, and its style."""
        found = self.marks.traces.flags.get(spot)
        return None if found is None else (found[0], self.palette.role(FLAGS[found[1]]))

    def label(self, spot: str) -> str:
        return self.marks.label(spot)[:2]

    def bar(self, token: Token, cells: int) -> str:
        """A health bar of half cells; a model that still stands shows at least one half."""
        full, half, empty = self.glyphs.bar
        if self.glyphs.own_bars and token.seat is not None:
            full = self.glyphs.seats[token.seat % len(self.glyphs.seats)]
        halves = max(round(token.health * cells * 2), 1 if token.health > 0 else 0)
        return (full * (halves // 2) + half * (halves % 2)).ljust(cells, empty)[:cells]

    def tag_style(self, token: Token) -> Style:
        """The style of a model's tag, which may be lit up for a moment."""
        if token.spot in self.marks.flash:
            return self.palette.role("cursor" if self.palette.colour else "acting")
        return self.palette.token(token.seat, token.done)

    def bar_style(self, token: Token, tag: Style) -> Style:
        mood = "bar" if token.health > 2 / 3 else "bar-mid" if token.health > 1 / 3 else "bar-low"
        ink = self.palette.role(mood)
        return style(ink.color, tag.bgcolor, bool(ink.bold), bool(tag.reverse), bool(tag.underline))

    def facing(self, token: Token) -> str:
        return "" if token.facing is None else self.glyphs.facing[token.facing % 6]

    def tag_text(self, token: Token) -> str:
        """How a token is called on the map."""
        return token.tag

    def badge(self, badge: Badge) -> Style:
        """How a status is written on the map."""
        return self.palette.role(badge.mood or "strong")

    def side(self, token: Token) -> str:
        """The sign of a token's side, where colours alone would have to tell it; '' else."""
        if self.palette.bodies or token.seat is None or token.kind == "piece":
            return ""
        return self.glyphs.seats[token.seat % len(self.glyphs.seats)]
