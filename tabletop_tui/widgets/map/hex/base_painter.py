"""What all painters of a hex battlefield have in common: flat-top hexes, the even-numbered columns half a hex lower.

Where half blocks and enough colours can be shown, hexes are bodies of half cells (`hex_bodies`), else they are drawn
with lines (`hex_lattice`). Both know the same zooms, and an overview of 2 x 1 cells a hex (`hex_overview`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import define, field
from rich.style import Style

from tabletop_tui.engine.scenes import Ground, HexScene
from tabletop_tui.table.hexes import DIRECTION_NAMES, Hex, name_of
from tabletop_tui.widgets.colour_arithmetic import HOT, TRAIL
from tabletop_tui.widgets.map.shared.map_painter import Painter, Run
from tabletop_tui.widgets.map.shared.marks import Marks, differing
from tabletop_tui.widgets.palette import HIGHEST_TINT, LAMP, RIM, RIMMED, Shade, style

RULERS, RULERS_FROM = (3, 1), (60, 28)
STEPS = {"e": 1, "w": -1, "ne": 1, "se": 1, "nw": -1, "sw": -1}


@define(eq=False)
class HexPainter(Painter[HexScene]):
    """The common part of all zooms. Rows and columns of hexes are counted from 0 here."""

    zoom: ClassVar[str]
    """overview, tight, play, broad, roomy, close or huge."""
    zones: dict[Hex, tuple[bool, int | None]] = field(init=False, factory=dict)
    """For each hex of a zone: whether any seat owns the zone, and which."""
    highest: int = field(init=False, default=0)
    """The highest level of the map."""
    _shades: dict[Hex, Shade] = field(init=False, factory=dict)
    """The inks of the hexes that have been painted."""
    _insides: dict[Hex, dict[int, tuple[Run, ...]]] = field(init=False, factory=dict)
    """What has been painted inside of each hex, by its rows."""
    _spots: dict[int, list[tuple[Hex | None, int]]] = field(init=False, factory=dict)
    """For the rows of text that have been painted: the hex of each column, and which of its rows that is."""

    def put(self, scene: HexScene) -> None:
        super().put(scene)
        self.highest = highest_of(scene)
        self.zones = {spot: (zone.seat is not None, zone.seat) for zone in scene.zones for spot in zone.spots}

    @property
    def width(self) -> int:
        return self.size_of(self.scene, self.glyphs)[0]

    @property
    def height(self) -> int:
        return self.size_of(self.scene, self.glyphs)[1]

    @property
    def columns(self) -> int:
        return self.scene.grid.columns

    @property
    def rows(self) -> int:
        return self.scene.grid.rows

    # ------------------------------------------------------------------ rulers
    def ruler_above(self, left: int, width: int) -> list[Run]:
        cells = [" "] * (self.width + self.wide)
        for column in range(self.columns):
            at = column * self.wide + (self.wide + 1) // 2 - 1
            cells[at : at + 2] = f"{column + 1:02d}"
        return [("".join(cells[left : left + width]), self.palette.role("dim"))]

    def ruler_beside(self, y: int) -> Run:
        row, part = divmod(y, self.high)
        text = f"{row + 1:02d} " if part == 0 and row < self.rows else ""
        return text.ljust(self.rulers[0]), self.palette.role("dim")

    # ------------------------------------------------------------------ geometry
    def has(self, spot: Hex) -> bool:
        return spot in self.scene.grid

    def middle(self) -> Hex:
        return name_of((self.columns + 1) // 2, (self.rows + 1) // 2)

    def corner(self, spot: Hex) -> tuple[int, int]:
        column, row = self.scene.grid.column_row(spot)
        return (column - 1) * self.wide, (row - 1) * self.high + self.drop(column - 1)

    def drop(self, column: int) -> int:
        """How far this column of hexes lies lower."""
        return self.high // 2 if column % 2 else 0

    def lines_of(self, spot: Hex) -> range:
        top = self.corner(spot)[1]
        return range(max(0, top - 1), min(self.height, top + self.high + 1))

    def spot_at(self, x: int, y: int) -> Hex | None:
        column = x // self.wide
        row = (y - self.drop(column)) // self.high
        return name_of(column + 1, row + 1) if 0 <= column < self.columns and 0 <= row < self.rows else None

    def beside(self, spot: Hex, direction: str) -> Hex | None:
        """Straight across stays in the same row of names; where a slanting way is barred the cursor slides along."""
        grid = self.scene.grid
        if direction not in ("e", "w"):
            there = grid.around[spot][DIRECTION_NAMES.index(direction.upper())]
            if there is not None or direction in ("n", "s"):
                return there
        column, row = grid.column_row(spot)
        column += STEPS[direction]
        return name_of(column, row) if 1 <= column <= self.columns else None

    def line(self, start: Hex, end: Hex) -> list[Hex]:
        if start == end:
            return [start]
        return [start, *(group[0] for group in self.scene.grid.between(start, end)), end]

    def far(self, start: Hex, end: Hex) -> float:
        return self.scene.grid.distance(start, end)

    def measure(self, start: Hex, end: Hex) -> str:
        steps = self.scene.grid.distance(start, end)
        return "1 hex" if steps == 1 else f"{steps} hexes"

    def same_table(self, scene: HexScene) -> bool:
        one, other = self.scene.grid, scene.grid
        return one is other or (one.columns, one.rows) == (other.columns, other.rows)

    def changed(self, scene: HexScene) -> frozenset[Hex] | None:
        old = self.scene
        if list(scene.zones) != list(old.zones) or highest_of(scene) != self.highest:
            return None
        spots = {token.spot for token in set(old.tokens) ^ set(scene.tokens)}
        if old.ground is not scene.ground:
            spots |= {spot for spot in scene.grid.hexes if old.ground[spot] != scene.ground[spot]}
        return frozenset(spots)

    def spots_on(self, y: int) -> list[tuple[Hex | None, int]]:
        """The hex of each column, and one beyond, on this row of text, and which of its rows that is."""
        if (found := self._spots.get(y)) is None:
            found = self._spots[y] = [self._hex(column, y) for column in range(self.columns + 1)]
        return found

    def _hex(self, column: int, y: int) -> tuple[Hex | None, int]:
        row, part = divmod(y - self.drop(column), self.high)
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return name_of(column + 1, row + 1), part
        return None, part

    # ------------------------------------------------------------------ what is kept
    def forget(self, spots: frozenset[Hex] | None) -> None:
        if spots is None:
            self._shades.clear()
            self._insides.clear()
        for spot in spots or ():
            self._shades.pop(spot, None)
            self._insides.pop(spot, None)

    def inside(self, spot: Hex, part: int) -> tuple[Run, ...]:
        """What is painted between the edges of a hex on one of its rows."""
        if (found := self._insides.get(spot)) is None:
            found = self._insides[spot] = {}
        if part not in found:
            found[part] = tuple(run for run in self.fill(spot, part) if run[0])
        return found[part]

    def fill(self, spot: Hex, part: int) -> Iterator[Run]:
        """The same, painted now."""
        raise NotImplementedError

    # ------------------------------------------------------------------ inks
    def shade(self, spot: Hex) -> Shade:
        if (found := self._shades.get(spot)) is None:
            ground = self.scene.ground[spot]
            look, tint = ground.over or ground.look, self.tint(spot)
            found = self.palette.shade(look.colour, self.step(ground), tint, self.tone(spot))
            self._shades[spot] = found
        return found

    def tint(self, spot: Hex) -> str:
        """The tint over a hex; the rim of what is tinted shines, its inside hardly does."""
        tint, around = self.marks.tint(spot), self.scene.grid.around[spot]
        ends = tint in RIMMED and any(one is not None and not self._alike_tinted(one) for one in around)
        return (f"{tint}{RIM}" if ends else tint) + self.light(spot)

    def light(self, spot: Hex) -> str:
        """What stands behind a tint for how a hex is lit; a shot lights its way, and all around where it is."""
        marks, light = self.marks, None
        if marks.tracer:
            end = marks.tracer[-1]
            light = (
                HOT if spot == end else TRAIL if spot in marks.tracer or end in self.scene.grid.around[spot] else None
            )
        if light is None and marks.light is not None:
            light = marks.light.spots.get(spot)
        return f"{LAMP}{light}" if light else ""

    def _alike_tinted(self, spot: Hex) -> bool:
        """Whether a hex is among those that are offered, or that the overlay tells of."""
        marks = self.marks
        inside = marks.labels or (marks.overlay.labels if marks.overlay is not None else {})
        return spot in inside or spot == marks.active

    def label(self, spot: Hex) -> str:
        """What is printed on a hex; a figure of an overlay only where another is beside it, if colour says the rest."""
        label, marks = super().label(spot), self.marks
        if not label or spot in marks.labels or marks.overlay is None or not self.palette.colour:
            return label
        around = (marks.overlay.labels.get(one) for one in self.scene.grid.around[spot] if one is not None)
        return label if any(one is not None and one[:2] != label for one in around) else ""

    def mark(self, marks: Marks) -> set[int] | None:
        """Where a hex gets a label, or another, its neighbours may come to lie inside or on the rim of a tint."""
        old, self.marks = self.marks, marks
        spots = old.changed(marks)
        if spots is not None:
            labelled = differing(old.labels, marks.labels)
            if old.overlay is not None and marks.overlay is not None:
                labelled |= differing(old.overlay.labels, marks.overlay.labels)
            if old.tracer != marks.tracer:
                labelled |= {*old.tracer[-1:], *marks.tracer[-1:]}
            around = self.scene.grid.around
            spots |= {one for spot in labelled if spot in around for one in around[spot] if one is not None}
        self.forget(spots)
        return self._rows_of(spots)

    def tone(self, spot: Hex) -> int:
        """One of three tones; neighbours never have the same. All have one where tones cannot be told apart."""
        return tone_of(spot) if self.palette.bodies == "relief" else 0

    def step(self, ground: Ground) -> int:
        """The shade for a level; where a map has more levels than there are shades, they share them out."""
        if self.highest <= HIGHEST_TINT:
            return ground.level
        return -(-ground.level * HIGHEST_TINT // self.highest)

    def glyph(self, ground: Ground) -> str:
        return self.glyphs.ground(ground.over or ground.look)

    def level(self, ground: Ground, room: int) -> str:
        """How high a hex lies, with its sign if there is room for it; '' on the lowest level."""
        signed = f"{ground.level:+d}" if ground.level else ""
        return signed if len(signed) <= room else str(ground.level)

    def zone_style(self, spot: Hex, shade: Shade) -> Style | None:
        """The style of a zone's marks at a spot, or None outside all zones."""
        if not self.marks.zones or spot not in self.zones:
            return None
        owned, seat = self.zones[spot]
        if not self.palette.colour:
            return style(bold=not owned)
        if not owned:
            return style(self.palette.role("zone").color, shade.ground, True)
        return style(self.palette.seat_name(seat).color, shade.ground)

    # ------------------------------------------------------------------ samples of it, for the legend
    @property
    def texts(self) -> bool:
        """Whether there is room for more than a tag."""
        return self.zoom != "overview"

    def zone_sample(self, spot: Hex) -> Run:
        """How a zone shows itself."""
        return self.glyphs.zone, self.zone_style(spot, self.shade(spot)) or self.palette.role("text")

    def cursor_sample(self) -> Run:
        return "[]", self.palette.role("cursor")

    def active_sample(self, spot: Hex) -> Run | None:
        """How whoever acts is marked."""
        return (self.glyphs.pointer, self.shade(spot).written) if self.texts else None

    def label_sample(self, spot: Hex) -> Run:
        """What is written on a spot by a question or an overlay."""
        return self.label(spot), self.shade(spot).written

    def slope_samples(self, spots: Iterable[Hex]) -> Iterator[tuple[str, Style, str]]:
        """How it shows, on any of these spots, that the next hex to the south lies higher or lower; and words."""
        return iter(())

    def level_sample(self, spot: Hex) -> Run:
        return self.level(self.scene.ground[spot], 3), self.shade(spot).written


def tone_of(spot: Hex) -> int:
    """One of three tones for each hex; neighbours never have the same."""
    column, row = int(spot[:2]), int(spot[2:])
    return (column - row + (column - 1) // 2) % 3


def highest_of(scene: HexScene) -> int:
    return max((ground.level for ground in scene.ground.values()), default=0)
