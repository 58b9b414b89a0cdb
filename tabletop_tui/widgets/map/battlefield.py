"""The battlefield on the screen: a scrolling view of rows that a painter draws, a cursor, and the marks laid over it.

A screen knows only this small interface: `show`, `mark`, `cursor`, `move_cursor`, `go_to`, `centre_on`, `zoom_by`.
A table of another kind brings painters of its own (`painters_of`) and needs no other widget.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rich.segment import Segment
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tabletop_tui.engine.scenes import Scene, TableScene
from tabletop_tui.widgets.glyphs import UNICODE, Glyphs
from tabletop_tui.widgets.map.hex import zooms as hex_zooms
from tabletop_tui.widgets.map.shared.map_painter import HALO, Painter
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.map.shared.off_screen_arrows import Arrows, beyond
from tabletop_tui.widgets.map.table import table_painter
from tabletop_tui.widgets.map.table.unit_bodies import platoons
from tabletop_tui.widgets.palette import Palette
from tabletop_tui.widgets.row_widgets import Rows
from tabletop_tui.widgets.terminal_palettes import palette

MARGIN = 2
"""So many rows of the table are kept in view around the cursor."""


def painters_of(
    scene: Scene, colours: Palette | None = None, glyphs: Glyphs = UNICODE
) -> tuple[type[Painter[Any]], ...]:
    """The painters of a scene, from far to near."""
    if isinstance(scene, TableScene):
        return table_painter.zooms_of(scene)
    return hex_zooms.zooms_of(colours or palette("truecolour"), glyphs)


def map_sizes(scene: Scene, colours: Palette | None = None, glyphs: Glyphs = UNICODE) -> tuple[Size, ...]:
    """How large the whole map with its rulers is at each zoom, from far to near, in cells of text.

    Nothing is painted for it.
    """
    painters = painters_of(scene, colours, glyphs)
    return tuple(Size(*painter.size_of(scene, glyphs)) + Size(*painter.rulers) for painter in painters)


def play_zoom(scene: Scene, colours: Palette | None = None, glyphs: Glyphs = UNICODE) -> int:
    """The zoom for play, where the whole map fits at none that is near enough."""
    if isinstance(scene, TableScene):
        return table_painter.play_zoom(scene)
    return hex_zooms.play_zoom(hex_zooms.zooms_of(colours or palette("truecolour"), glyphs))


def readable_zoom(scene: Scene) -> int:
    """The farthest zoom at which tags and what is the matter with units can be read."""
    return table_painter.readable_zoom(scene) if isinstance(scene, TableScene) else 1


class Battlefield(Rows, ScrollView):
    """A battlefield with a cursor. Rows are painted when first seen and kept until something on them changes."""

    DEFAULT_CSS = """
    Battlefield { overflow: hidden hidden; scrollbar-size: 0 0; }
    """
    can_focus = False

    class Clicked(Message):
        """A spot was clicked; `again` if the cursor lay there already."""

        def __init__(self, spot: str, again: bool) -> None:
            super().__init__()
            self.spot, self.again = spot, again

    class Dragged(Message):
        """The mouse went on to another spot, or was let go (`ended`), while its button was down."""

        def __init__(self, begun: str, spot: str, ended: bool) -> None:
            super().__init__()
            self.begun, self.spot, self.ended = begun, spot, ended

    def __init__(self, colours: Palette | None = None, glyphs: Glyphs = UNICODE, zoom: int | None = None) -> None:
        """`zoom` counts from the farthest; None for the one for play."""
        super().__init__()
        self.colours = colours or palette("truecolour")
        self.glyphs = glyphs
        self.zoom = zoom or 0
        self._unzoomed = zoom is None
        self.marks = Marks()
        self.painter: Painter[Any] | None = None
        self._spoken_of = False
        self._names: frozenset[str] = frozenset()
        """The units that are called by their names."""
        self._cursor = ""
        self._strips: dict[int, Strip] = {}
        """As much of the rows of the table as is seen, but for those of the cursor."""
        self._view = 0, 0
        """In how wide a view that was, and from which column on."""
        self._looked: tuple[Region, Scene | None] = Region(), None
        """Which view of which scene the arrows on the rim and the tags beside it are for."""
        self._arrows: Arrows = {}
        self.draggable = False
        """Whether a drag of the mouse is told."""
        self._drag: tuple[str, str] | None = None
        """Where the button of the mouse went down, and where it was dragged to."""
        self._was_drag = False
        """Whether the click that is told next only ends a drag."""
        self._unmarked = False
        """Whether the marks still lie as they did on the scene before."""

    # ------------------------------------------------------------------ what is shown
    def show(self, scene: Scene) -> None:
        """Draw this scene; where it is the same table, the cursor stays and only what changed is painted anew."""
        painter = self.painter
        if painter is not None and type(painter.scene) is type(scene) and painter.same_table(scene):
            self._spoil(painter.take(scene))
            self._unmarked = True
            arrows = beyond(painter, self.view)
            if arrows != self._arrows:
                self._refresh_lines({*arrows, *self._arrows})
            return
        self._paint_with(scene)
        assert self.painter is not None
        if not self.painter.has(self._cursor):
            self._cursor = self.painter.middle()
        self._resize()

    def _paint_with(self, scene: Scene) -> None:
        painters = painters_of(scene, self.colours, self.glyphs)
        if self._unzoomed:
            self.zoom, self._unzoomed = play_zoom(scene, self.colours, self.glyphs), False
        self.zoom = min(self.zoom, len(painters) - 1)
        self.painter = painters[self.zoom](scene, self.colours, self.glyphs, self.marks)
        if self._names:
            self.painter.call(self._names)

    def restyle(self, colours: Palette, glyphs: Glyphs) -> None:
        """The same table in other colours and signs."""
        self.colours, self.glyphs = colours, glyphs
        if self.painter is not None:
            self._paint_with(self.painter.scene)
            self._repaint()

    def mark(self, marks: Marks) -> None:
        """Lay these marks over the table; only rows on which they differ are painted anew."""
        noted, self.marks, self._unmarked = self._note_lines, marks, False
        if self.painter is not None:
            self._spoil(self.painter.mark(marks))
            # What is printed beside the cursor hangs on both: it may stand on rows that are else as they were.
            self._refresh_lines(noted | self._note_lines)

    def zoom_by(self, steps: int) -> bool:
        """Closer or further; False where there is no further zoom that way."""
        if self.painter is None:
            return False
        before, self._unzoomed = self.zoom, False
        self.zoom = max(0, self.zoom + steps)
        self._paint_with(self.painter.scene)
        if self.zoom == before:
            return False
        self._resize()
        return True

    def next_names(self, unit: str) -> str:
        """Call all units by their names, then those of one unit's platoon, then none; what is shown.

        '' for a map on which no names stand.
        """
        if self.painter is None or not self.painter.call(self._names):
            return ""
        tokens = self.painter.scene.tokens
        everybody = frozenset(token.unit for token in tokens)
        platoon = next((frozenset(units) for units in platoons(tokens) if unit in units), everybody)
        turns = {"none": frozenset[str](), "all": everybody, "one platoon": platoon}
        shown = [*turns.values()]
        at = shown.index(self._names) if self._names in shown else shown.index(platoon)
        # A table with no more than one platoon has no turn of its own for it, and one without units only one turn.
        at = next((n % len(shown) for n in range(at + 1, at + 4) if shown[n % len(shown)] != self._names), 0)
        self._names = shown[at]
        self.painter.call(self._names)
        self._repaint()
        return [*turns][at]

    def step_zoom(self, steps: int) -> bool:
        """Closer or further by as much as a player sees; False where there is no further zoom that way."""
        return self.painter is not None and self.zoom_by(steps * self.painter.stride)

    def _resize(self) -> None:
        if self.painter is not None:
            self.virtual_size = Size(self.painter.width, self.painter.height) + Size(*self.rulers)
            self._repaint()
            self.centre_on(self._cursor)

    def _repaint(self) -> None:
        self._strips.clear()
        self.refresh()

    def _spoil(self, lines: set[int] | None) -> None:
        """These rows look different now (None: any may)."""
        if lines is None:
            self._repaint()
            return
        for line in lines:
            self._strips.pop(line, None)
        self._refresh_lines(lines)

    @property
    def _note_lines(self) -> set[int]:
        """The rows on which something may be printed beside the cursor; none where there is nothing to print."""
        if self.painter is None or not self._cursor or not self.marks.note:
            return set()
        return set(self.painter.lines_of(self._cursor))

    def _refresh_lines(self, lines: set[int]) -> None:
        top = self.scroll_offset.y
        # A row that has been scrolled under the ruler is not in view.
        self.refresh_rows(line - top + self.rulers[1] for line in lines if line >= top)

    # ------------------------------------------------------------------ the cursor
    @property
    def pad(self) -> int:
        """A table narrower than the view lies in its middle: so many cells from the left of the view."""
        return max(0, (self.view.width - self.painter.width) // 2) if self.painter is not None else 0

    @property
    def rulers(self) -> tuple[int, int]:
        """The columns and rows of the rulers on the rim; 0 where they would hide a part of what fits, or too much."""
        painter = self.painter
        if painter is None:
            return 0, 0
        needed, enough = (painter.width, painter.height), painter.rulers_from
        rules = zip(painter.rulers, needed, self.size, enough, strict=True)
        beside, above = (
            cells if size + cells <= room or size > room >= least or self._spoken_of else 0
            for cells, size, room, least in rules
        )
        return beside, above

    def speak_of_spots(self, spoken_of: bool) -> None:
        """Whether spots are being spoken of by their names: then the rulers stand, whatever they hide."""
        if spoken_of is not self._spoken_of and self.painter is not None:
            self._spoken_of = spoken_of
            self.virtual_size = Size(self.painter.width, self.painter.height) + Size(*self.rulers)
            self._repaint()
            self.see_cursor()

    @property
    def view(self) -> Region:
        """What of the map is in view, in its cells: the widget without the rulers."""
        width, height = (max(0, size - ruler) for size, ruler in zip(self.size, self.rulers, strict=True))
        return Region(*self.scroll_offset, width, height)

    @property
    def cursor(self) -> str:
        """The spot the cursor lies on, '' before the first scene."""
        return self._cursor

    def go_to(self, spot: str) -> bool:
        """Lay the cursor on a spot and bring it into view; False if it lies there already or there is no such spot."""
        if self.painter is None or spot == self._cursor or not self.painter.has(spot):
            return False
        noted, old, self._cursor = self._note_lines, self._cursor, spot
        region = self._region(old).union(self._region(spot))
        self._follow()
        # One refresh over both places if they are near, else one each.
        if region.height <= 3 * self.painter.high:
            self.refresh(region)
        else:
            self.refresh(self._region(old), self._region(spot))
        self._refresh_lines(noted)
        return True

    def hide_cursor(self) -> None:
        """Draw no cursor until it is laid somewhere: for a map that is only looked at."""
        self._cursor = ""
        self._repaint()

    def nearest(self, spots: Iterable[str]) -> str:
        """The one of these spots that is drawn nearest to the cursor; '' if there are none."""
        if self.painter is None:
            return ""
        corner = self.painter.corner
        x, y = corner(self._cursor)
        # A row of text is about as high as two columns are wide.
        gaps = {spot: abs(corner(spot)[0] - x) + 2 * abs(corner(spot)[1] - y) for spot in spots}
        return min(gaps, key=gaps.__getitem__, default="")

    def move_cursor(self, direction: str, steps: int = 1) -> bool:
        """Move the cursor n, ne, e, se, s, sw, w or nw; it stops at the edge. False if it cannot move at all."""
        if self.painter is None:
            return False
        spot = self._cursor
        for _ in range(steps):
            spot = self.painter.beside(spot, direction) or spot
        return self.go_to(spot)

    def _region(self, spot: str) -> Region:
        """The part of this widget where a spot is drawn, its brackets too."""
        assert self.painter is not None
        x, y = self.painter.corner(spot)
        left, top = self.rulers
        wide = self.painter.wide + 2 + 2 * HALO
        region = Region(x - HALO + self.pad, y, wide, self.painter.high).translate(-self.scroll_offset)
        return region.translate((left, top)).intersection(Region(left, top, *self.view.size))

    def _follow(self) -> None:
        """Scroll by as little as keeps the cursor in view with a margin."""
        assert self.painter is not None
        x, y = self.painter.corner(self._cursor)
        wide, high = self.painter.wide, self.painter.high
        left, top = self.scroll_offset
        width, height = self.view.size
        across, down = min(MARGIN * wide, (width - wide) // 2), min(MARGIN * high, (height - high) // 2)
        new_left = min(max(left, x + wide + 1 + across - width), x - across)
        new_top = min(max(top, y + high + down - height), y - down)
        self._scroll(new_left, new_top)

    def _scroll(self, left: int, top: int) -> None:
        # What is scrolled is larger by the rulers than the map, as the widget is than the view of it.
        left = max(0, min(left, self.virtual_size.width - self.size.width))
        top = max(0, min(top, self.virtual_size.height - self.size.height))
        if (left, top) != tuple(self.scroll_offset):
            self.scroll_to(left, top, animate=False, force=True, immediate=True)

    def centre_on(self, spot: str) -> None:
        """Scroll so that a spot lies in the middle."""
        if self.painter is None or not self.painter.has(spot):
            return
        x, y = self.painter.corner(spot)
        width, height = self.view.size
        self._scroll(x + (self.painter.wide - width) // 2, y + (self.painter.high - height) // 2)

    def shows(self, spot: str) -> bool:
        """Whether a spot lies in view."""
        if self.painter is None or not self.painter.has(spot):
            return False
        x, y = self.painter.corner(spot)
        return self.view.contains(x + 1, y)

    def place_of(self, spot: str) -> Offset | None:
        """Where on the screen a spot is drawn, its left end; None where it is out of view."""
        if self.painter is None or not self.shows(spot):
            return None
        x, y = self.painter.corner(spot)
        return self.region.offset + Offset(x + 1 + self.pad, y) + self.rulers - self.scroll_offset

    def see_cursor(self) -> None:
        """Scroll by as little as brings the cursor into view."""
        if self.painter is not None and self._cursor:
            self._follow()

    # ------------------------------------------------------------------ drawing
    def rows(self, lines: range) -> Iterator[Strip]:
        if self._unmarked:
            self.mark(self.marks)
        painter, view, above = self.painter, self.view, self.rulers[1]
        if painter is not None and (view, painter.scene) != self._looked:
            self._looked = view, painter.scene
            for line in painter.look(view):
                self._strips.pop(line, None)
            self._arrows = beyond(painter, view)
        if (view.width, view.x) != self._view:
            self._strips.clear()
            self._view = view.width, view.x
        blank = Strip.blank(self.size.width, self.colours.role("outside"))
        height = painter.height if painter is not None else 0
        under = painter.lines_of(self._cursor) if painter is not None and self._cursor else ()
        for line in range(view.y + lines.start - above, view.y + lines.stop - above):
            if line >= height:
                yield blank
            elif line < view.y:
                yield self._ruler()
            elif line in under or line in self._arrows:
                yield self._paint(line, self._cursor if line in under else "")
            else:
                if (found := self._strips.get(line)) is None:
                    found = self._strips[line] = self._paint(line)
                yield found

    def _paint(self, line: int, cursor: str = "") -> Strip:
        """As much of a row of the table as is seen, behind its ruler; in a view that is wider, in its middle."""
        assert self.painter is not None
        width, left = self._view
        row = self.painter.row(line, cursor, left, left + width)
        for at, text, look in self._arrows.get(line, ()):
            seen = Strip(row)
            row = [*seen.crop(0, at), Segment(text, look), *seen.crop(at + len(text))]
        return self._framed(row, [Segment(*self.painter.ruler_beside(line))] if self.rulers[0] else [])

    def _ruler(self) -> Strip:
        """The ruler above as much of the table as is seen."""
        assert self.painter is not None
        width, left = self._view
        seen = min(width, self.painter.width - left)
        row = [Segment(*run) for run in self.painter.ruler_above(left, seen)]
        return self._framed(row, [Segment(" " * self.rulers[0], self.colours.role("outside"))])

    def _framed(self, row: list[Segment], ruler: list[Segment]) -> Strip:
        """A row with what stands left of it, and blank cells around both where the view is wider."""
        assert self.painter is not None
        (width, left), pad, outside = self._view, self.pad, self.colours.role("outside")
        beyond = width - pad - min(width, self.painter.width - left)
        before, after = ([Segment(" " * cells, outside)] if cells > 0 else [] for cells in (pad, beyond))
        return Strip([*before, *ruler, *row, *after], self.size.width)

    def on_resize(self, _event: events.Resize) -> None:
        # What can be scrolled is known only once the new size has been taken in.
        self.call_after_refresh(self._resize)

    # ------------------------------------------------------------------ the mouse
    def spot_under(self, event: events.MouseEvent) -> str | None:
        """The spot under the mouse."""
        if self.painter is None:
            return None
        x, y = event.x - self.pad - self.rulers[0], event.y - self.rulers[1]
        inside = x >= 0 and y >= 0
        return self.painter.spot_at(x + self.scroll_offset.x, y + self.scroll_offset.y) if inside else None

    def on_click(self, event: events.Click) -> None:
        spot, ends_drag = self.spot_under(event), self._was_drag
        self._was_drag = False
        if spot is not None and not ends_drag:
            again = spot == self._cursor
            self.go_to(spot)
            self.post_message(self.Clicked(spot, again))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if self.draggable and event.button == 1 and (spot := self.spot_under(event)) is not None:
            self._drag = spot, spot
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        spot = self.spot_under(event)
        if self._drag is not None and spot is not None and spot != self._drag[1]:
            self._drag = self._drag[0], spot
            self.post_message(self.Dragged(*self._drag, ended=False))

    def on_mouse_up(self, _event: events.MouseUp) -> None:
        if self._drag is None:
            return
        begun, last = self._drag
        self._drag, self._was_drag = None, begun != last
        self.release_mouse()
        if self._was_drag:
            self.post_message(self.Dragged(begun, last, ended=True))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._scroll(self.scroll_offset.x, self.scroll_offset.y - MARGIN)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._scroll(self.scroll_offset.x, self.scroll_offset.y + MARGIN)
