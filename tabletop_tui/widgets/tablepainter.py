"""Paints an open table as rows of text: terrain as tinted shapes, a cell or more for each model, labels between them.

Three zooms: an overview of one column and half a row a table unit, the playing view of two columns and a row (so that
circles look round), and a close-up of four columns and two rows. A glyph is only a view: places are never rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import ceil, cos, radians, sin
from typing import Any, ClassVar

from attrs import define, field
from rich.style import Style

from tabletop_tui.engine.view import Area, Base, TableScene, Token, Trace
from tabletop_tui.table.chart import Chart
from tabletop_tui.table.raster import Cell, Raster, outline
from tabletop_tui.table.spots import parse_spot
from tabletop_tui.widgets.inks import Ink, Shade, style
from tabletop_tui.widgets.lattice import Lattice
from tabletop_tui.widgets.marks import VIEWS, Marks
from tabletop_tui.widgets.painter import Run
from tabletop_tui.widgets.tabletext import label_texts, sign_of, words_of

WIDE_BASE = 0.75
"""A model of at least this radius is drawn as a shape with its tag, not as one sign."""
Wanted = list[tuple[str, list[Cell]]]
"""Texts, the best first, each with the cells where it might begin, the best first."""
Layer = dict[int, dict[int, tuple[str, str]]]
"""For each row and column: a sign, and the name of its ink."""


@define(eq=False)
class TablePainter(Lattice):
    """The common part of all zooms."""

    named: ClassVar[bool] = True
    """Whether units and terrain are labelled with their names."""
    terrain: dict[Cell, Area] = field(init=False, factory=dict)
    """The piece that lies uppermost on each cell."""
    edges: frozenset[Cell] = field(init=False, default=frozenset())
    """The outermost cells of each piece."""
    models: Layer = field(init=False, factory=dict)
    labels: Layer = field(init=False, factory=dict)
    """Names of units and of terrain, placed where they hide neither a model nor each other."""
    label_of: dict[str, list[Cell]] = field(init=False, factory=dict)
    _wanted: dict[str, tuple[Any, Wanted]] = field(init=False, factory=dict)
    """For each unit what its label might be and where, and what that hangs on."""
    _named: list[tuple[str, list[Cell]]] = field(init=False, factory=list)
    """The names of the terrain, and the cells where each might begin."""
    over: Layer = field(init=False, factory=dict)
    """What the marks lay over ground and labels."""
    rims: Layer = field(init=False, factory=dict)
    """Lines of the marks that give way to labels."""
    tinted: dict[int, dict[int, str]] = field(init=False, factory=dict)
    _grounds: dict[int, list[tuple[str, Area | None]]] = field(init=False, factory=dict)
    _shades: dict[tuple[int, str], tuple[Shade, Style]] = field(init=False, factory=dict)
    _plains: dict[int, list[Run]] = field(init=False, factory=dict)
    """The rows of ground on which nothing lies."""
    _untinted: list[str] = field(init=False, factory=list)
    _across: list[int] = field(init=False, factory=list)
    """The whole number of table units on the table that each column lies nearest to."""

    # ------------------------------------------------------------------ a scene
    def put(self, scene: TableScene) -> None:
        fresh, old = not self.terrain or scene.areas is not self.scene.areas, self.scene
        super().put(scene)
        self.raster = Raster(scene.width, scene.height, self.across, self.down)
        if fresh:
            self._untinted = [""] * self.width
            self._across = [nearest(column / self.across, scene.width) for column in range(self.width)]
            self._lay_terrain()
        moved = fresh or scene.bases != old.bases
        if moved or scene.tokens != old.tokens:
            self._stand_models()
        if moved or [*map(words_of, scene.tokens)] != [*map(words_of, old.tokens)]:
            self._write_labels()
        self._lay_marks()

    def take(self, scene: TableScene) -> set[int] | None:
        same = scene.areas is self.scene.areas
        before = self._layers()
        self.put(scene)
        return self._differing(before) if same else None

    def mark(self, marks: Marks) -> set[int] | None:
        before, old = self._layers(), self.marks
        self.marks = marks
        if marks.flash != old.flash:
            self._stand_models()
        self._lay_marks()
        return self._differing(before) if charted(marks) is charted(old) else None

    def _layers(self) -> tuple[dict[int, Any], ...]:
        return self.models, self.labels, self.over, self.rims, self.tinted

    def _differing(self, before: tuple[dict[int, Any], ...]) -> set[int]:
        """The rows on which any layer is not what it was."""
        pairs = [(old, new) for old, new in zip(before, self._layers(), strict=True) if old is not new]
        return {row for old, new in pairs for row in {*old, *new} if old.get(row) != new.get(row)}

    def _lay_terrain(self) -> None:
        self.terrain, self._grounds, self._plains, self._shades = {}, {}, {}, {}
        edges: set[Cell] = set()
        for area in self.scene.areas:
            cells = frozenset(self._cells_of(area))
            self.terrain |= dict.fromkeys(cells, area)
            edges |= outline(cells)
        self.edges = frozenset(edges)
        named = (area for area in self.scene.areas if self.named and area.name)
        self._named = [(area.name, list(self._places_for(area))) for area in named]

    def _cells_of(self, area: Area) -> Iterable[Cell]:
        return self.raster.polygon(area.points) if area.closed else self.raster.line(area.points)

    def _stand_models(self) -> None:
        self.models = {}
        for token in self.scene.tokens:
            ink = f"seat{token.seat}{'-' if token.done else ''}" if token.seat is not None else "piece"
            ink = "flash" if token.spot in self.marks.flash else ink
            bases, sign = self.scene.bases.get(token.unit, ()), sign_of(token)
            for base in bases:
                if base.radius >= WIDE_BASE:
                    self._wide_base(token, base, ink)
                else:
                    self._small_base(sign, base, ink)
            if not bases and token.kind != "piece" and (spot := parse_spot(token.spot)) is not None:
                self._write(self.models, token.tag, self._centred(spot, token.tag), ink)
        for token in (token for token in self.scene.tokens if token.kind == "piece"):
            self._lay_piece(token)

    def _lay_piece(self, token: Token) -> None:
        """The tag of a piece, beside models that stand on it."""
        if token.unit in self.scene.bases or (spot := parse_spot(token.spot)) is None:
            return
        column, row = self._centred(spot, token.tag)
        size = len(token.tag)
        beside = [
            (column + dc * size, row + dr) for dc, dr in ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (0, 2), (0, -2))
        ]
        free = (cell for cell in beside if all(self._free((cell[0] + n, cell[1]), self.models) for n in range(size)))
        self._write(
            self.models, token.tag, next(free, beside[0]), "flash" if token.spot in self.marks.flash else "piece"
        )

    def _centred(self, spot: tuple[float, float], text: str) -> Cell:
        column, row = self.raster.cell(*spot)
        return column - (len(text) - 1) // 2, row

    def _small_base(self, sign: str, base: Base, ink: str) -> None:
        column, row = self.raster.cell(base.x, base.y)
        here = self.models.get(row)
        if here is not None and column not in here and 0 <= column < self.raster.columns:
            here[column] = sign, ink
            return
        # Two models may fall into one cell: the second is drawn beside it, so that all can be counted.
        beside = ((column, row), (column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
        free = (cell for cell in beside if self._free(cell, self.models))
        self._set(self.models, next(free, (column, row)), sign, ink)

    def _wide_base(self, token: Token, base: Base, ink: str) -> None:
        seats = self.glyphs.seats
        body = " " if self.palette.colour or token.seat is None else seats[token.seat % len(seats)]
        for cell in self.raster.disc(base.x, base.y, base.radius):
            self._set(self.models, cell, body, ink)
        self._write(self.models, token.tag, self._centred((base.x, base.y), token.tag), ink)
        if base.facing is not None:
            self._set(self.models, *self._nose(base.x, base.y, base.radius, base.facing), ink)

    def _nose(self, x: float, y: float, radius: float, facing: float) -> tuple[Cell, str]:
        """The cell at the front of a wide base, and the sign for the way it faces."""
        angle = radians(facing)
        sign = self.glyphs.compass[round(facing / 45) % 8]
        return self.raster.cell(x + radius * sin(angle), y - radius * cos(angle)), sign

    # ------------------------------------------------------------------ labels
    def _write_labels(self) -> None:
        """Every unit's label beside it, long if there is room, else short; then the names of the terrain."""
        self.labels, self.label_of = {}, {}
        for token in self.scene.tokens:
            for text, cells in self._wanted_by(token):
                if (cell := next((cell for cell in cells if self._room(text, cell)), None)) is not None:
                    self._write(self.labels, text, cell, "unit-label")
                    self.label_of[token.unit] = [(cell[0] + n, cell[1]) for n in range(len(text))]
                    break
        for name, cells in self._named:
            if (cell := next((cell for cell in cells if self._room(name, cell)), None)) is not None:
                self._write(self.labels, name, cell, "ground-label")

    def _wanted_by(self, token: Token) -> Wanted:
        """What a unit's label might be; found once while the unit stands where it stands and says what it says."""
        bases, words = self.scene.bases.get(token.unit, ()), words_of(token)
        kept, found = self._wanted.get(token.unit, (None, []))
        if kept != (bases, words):
            texts = label_texts(token, named=self.named, tagged=not bases)
            found = [(text, list(self._beside(token, len(text)))) for text in texts]
            self._wanted[token.unit] = (bases, words), found
        return found

    def _places_for(self, area: Area) -> Iterator[Cell]:
        """Where the name of a piece of terrain fits on the piece."""
        column, row = self.raster.cell(*middle_of(area.points))
        for dr in (0, 1, -1, 2, -2):
            left = column - len(area.name) // 2
            if all(self.terrain.get((left + number, row + dr)) is area for number in range(len(area.name))):
                yield left, row + dr

    def _beside(self, token: Token, size: int) -> Iterator[Cell]:
        """Where a label of this size may stand: below, above, right, left of the unit."""
        bases = self.scene.bases.get(token.unit, ())
        spots = [(base.x, base.y) for base in bases] or [parse_spot(token.spot) or (0.0, 0.0)]
        reach = max((base.radius for base in bases if base.radius >= WIDE_BASE), default=0.0)
        left, top = self.raster.cell(min(x for x, _ in spots) - reach, min(y for _, y in spots) - reach)
        right, bottom = self.raster.cell(max(x for x, _ in spots) + reach, max(y for _, y in spots) + reach)
        middle = (left + right - size + 1) // 2
        height = (top + bottom) // 2
        for column in (middle, left, right - size + 1):
            yield column, bottom + 1
            yield column, top - 1
        for row in (height, top, bottom):
            yield right + 2, row
            yield left - size - 1, row

    def _room(self, text: str, cell: Cell, *besides: Layer) -> bool:
        """Whether a text fits there, with a free cell on either side of it."""
        column, row = cell
        after = column + len(text)
        if not text or column < 0 or after > self.width or not 0 <= row < self.height:
            return False
        around = range(column - 1, after + 1)
        layers = (self.models, self.labels, *besides)
        return all(here.isdisjoint(around) for layer in layers if (here := layer.get(row, {}).keys()))

    # ------------------------------------------------------------------ marks
    def _lay_marks(self) -> None:
        """What the marks show, the more urgent over the less."""
        marks, raster = self.marks, self.raster
        self.over, self.rims, self.tinted = {}, {}, {}
        overlay = marks.overlay
        if overlay is not None:
            if charted(marks) is None:
                self._tint(overlay.labels, overlay.kind)
            for trace in overlay.traces:
                for number, cell in enumerate(raster.line(trace.points)):
                    if number % 2 == 0:
                        self._set(self.rims, cell, self.glyphs.trace, trace.kind)
            self._name_traces(overlay.traces)
        self._tint(marks.labels, "reach")
        state = next(iter(marks.sight.values()), "")
        lines = [(cell, self.glyphs.sight[state], state) for cell in raster.line(places_of(marks.sight))[1:-1]]
        lines += [(cell, self.glyphs.path, "path") for cell in raster.line(places_of(marks.path))]
        for cell, sign, ink in lines:
            if self._free(cell, self.labels):  # a name with a hole in it is no name
                self._set(self.over, cell, sign, ink)
        for waypoint in places_of(marks.waypoints):
            self._set(self.over, raster.cell(*waypoint), self.glyphs.waypoint, "path")
        for number, (x, y, radius) in enumerate(marks.ghosts, 1):
            ink = "in-hand" if number == marks.in_hand else "barred" if marks.barred else "ghost"
            cells = raster.disc(x, y, radius) if radius >= WIDE_BASE else [raster.cell(x, y)]
            for cell in cells:
                self._set(self.over, cell, self.glyphs.ghost, ink)
            if marks.facing is not None and radius >= WIDE_BASE:
                self._set(self.over, *self._nose(x, y, radius, marks.facing), ink)
        for token in self.scene.tokens:
            chosen = "active" if token.spot == marks.active else "target" if token.spot in marks.targets else ""
            for column, row in self.label_of.get(token.unit, ()) if chosen else ():
                self._set(self.over, (column, row), self.labels[row][column][0], f"on-{chosen}")

    def _name_traces(self, traces: Iterable[Trace]) -> None:
        """What each line means, written where it runs free of models and labels; left out if it nowhere does."""
        names: Layer = {}
        for trace in traces:
            cells = (self.raster.cell(*point) for point in trace.points) if trace.label else ()
            free = (cell for cell in cells if self._room(trace.label, cell, names))
            if (cell := next(free, None)) is not None:
                self._write(names, trace.label, cell, trace.kind)
        for row, signs in names.items():
            self.rims.setdefault(row, {}).update(signs)

    def _tint(self, labels: Mapping[str, str], kind: str) -> None:
        """Tint what belongs to these spots; the rim of the tinted area is dotted, so that it shows without colour."""
        if not labels:
            return
        tinted: set[Cell] = set()
        wide, high = max(1, round(self.across * self.spacing)), max(1, round(self.down * self.spacing))
        around = [
            (column, row)
            for column in range(-((wide - 1) // 2), wide // 2 + 1)
            for row in range(-((high - 1) // 2), high // 2 + 1)
        ]
        for text, label in labels.items():
            if (spot := parse_spot(text)) is None:
                continue
            column, row = self.raster.cell(*spot)
            tinted.update([(column + right, row + down) for right, down in around])
            if kind == "threat" and label:
                self._set(self.rims, (column, row), label[:1], "threat")
        tinted = {cell for cell in tinted if self.raster.inside(cell)}
        for column, row in tinted:
            self.tinted.setdefault(row, {})[column] = kind
        for cell in outline(frozenset(tinted)):
            self._set(self.rims, cell, self.glyphs.zone, kind)

    def _tints(self, row: int) -> list[str]:
        """The tint of each cell of a row: that of a chart of the whole table, and over it those of single spots."""
        chart, tints = charted(self.marks), self._untinted
        if chart is not None:
            y = nearest(row / self.down, self.scene.height)
            tints = [VIEWS[chart.columns[x][y]] for x in self._across]
        if here := self.tinted.get(row):
            tints = [here.get(column, tint) for column, tint in enumerate(tints)]
        return tints

    @property
    def spacing(self) -> float:
        """How far apart the spots are that a question offers, in table units."""
        return 1.0

    # ------------------------------------------------------------------ layers
    def _set(self, layer: Layer, cell: Cell, sign: str, ink: str) -> None:
        if self.raster.inside(cell):
            layer.setdefault(cell[1], {})[cell[0]] = sign, ink

    def _write(self, layer: Layer, text: str, cell: Cell, ink: str) -> None:
        column, row = cell
        if 0 <= row < self.height:
            inside = ((at, sign) for at, sign in enumerate(text, column) if 0 <= at < self.width)
            layer.setdefault(row, {}).update({at: (sign, ink) for at, sign in inside})

    def _free(self, cell: Cell, *layers: Layer) -> bool:
        column, row = cell
        return all(column not in layer.get(row, ()) for layer in layers)

    # ------------------------------------------------------------------ inks
    def ink(self, name: str, ground: Ink) -> Style:
        """The style of a sign by the name of its ink, over this ground."""
        palette = self.palette
        if name.startswith("seat"):
            return palette.token(int(name[4:].rstrip("-")), name.endswith("-"))
        if name == "piece":
            return palette.token(None)
        if name == "flash":
            return palette.role("cursor" if palette.colour else "prompt-bad")
        if name == "on-active":
            return palette.role("cursor")
        if name == "on-target":
            return style(palette.tints.get("path"), ground, True, under=True)
        if name in ("ghost", "in-hand", "barred"):
            return palette.role({"ghost": "chosen", "in-hand": "cursor", "barred": "prompt-bad"}[name])
        tint = palette.tints.get(name)
        return style(tint, ground, True)

    # ------------------------------------------------------------------ a row
    def runs(self, y: int, cursor: str) -> Iterator[Run]:
        """The ground, and on it one layer after the other."""
        ground, tints, models = self._ground(y), self._tints(y), self.models.get(y, {})
        cells = self._plain(y).copy() if tints is self._untinted else self._tinted(ground, tints)

        def shade(column: int) -> Shade:
            return self._shade(ground[column][1], tints[column])[0]

        for column, (sign, name) in self.rims.get(y, {}).items():
            cells[column] = sign, self.ink(name, shade(column).ground)
        for column, (sign, name) in self.labels.get(y, {}).items():
            here = shade(column)
            cells[column] = sign, style(here.glyph if name == "ground-label" else here.digit, here.ground, True)
        over = self.over.get(y, {})
        for column, (sign, name) in over.items():
            cells[column] = sign, self.ink(name, shade(column).ground)
        for column, (sign, name) in models.items():
            cells[column] = sign, self.ink(name, None)
        for column, sign in self._cursor_cells(y, cursor).items():
            # What stands under a bracket stays to be seen.
            below = (models.get(column) or over.get(column)) if sign in "[]" else None
            if 0 <= column < len(cells):
                cells[column] = below[0] if below else sign, self.palette.role("cursor")
        return iter(cells)

    def _plain(self, y: int) -> list[Run]:
        """A row of ground on which nothing lies."""
        if (found := self._plains.get(y)) is None:
            found = self._plains[y] = self._tinted(self._ground(y), self._untinted)
        return found

    def _tinted(self, ground: list[tuple[str, Area | None]], tints: list[str]) -> list[Run]:
        """A row of ground under these tints."""
        cells: list[Run] = []
        last_area, last_tint, plain = None, "", self._shade(None, "")[1]
        crossed = "" if self.palette.colour else self.glyphs.sight["blocked"]
        for (sign, area), tint in zip(ground, tints, strict=True):
            if area is not last_area or tint != last_tint:
                last_area, last_tint, plain = area, tint, self._shade(area, tint)[1]
            cells.append((crossed if crossed and sign == " " and tint == "blocked" else sign, plain))
        return cells

    def _shade(self, area: Area | None, tint: str) -> tuple[Shade, Style]:
        """The inks of a cell of a piece of terrain, or of the open table, and the style of its own sign."""
        key = id(area), tint
        if (found := self._shades.get(key)) is None:
            look, level = (area.look, area.level) if area is not None else (self.scene.ground, 0)
            shade = self.palette.shade(look.colour, level, tint)
            found = self._shades[key] = shade, shade.plain
        return found

    def _ground(self, row: int) -> list[tuple[str, Area | None]]:
        """The sign of each cell of a row, and the piece of terrain that lies uppermost there."""
        if (found := self._grounds.get(row)) is None:
            areas = [self.terrain.get((column, row)) for column in range(self.width)]
            found = [(self._ground_sign(column, row, area), area) for column, area in enumerate(areas)]
            self._grounds[row] = found
        return found

    def _cursor_cells(self, y: int, cursor: str) -> dict[int, str]:
        """The brackets of the cursor on this row, and what is printed beside it."""
        if not cursor:
            return {}
        column, row = self.raster.cell(*self._place(cursor))
        cells = {column - 1: "[", column + 1: "]"} if row == y else {}
        if self.marks.note:
            text = f" {self.marks.note} "
            start, line = self._note_cell((column, row), len(text))
            cells |= {start + number: sign for number, sign in enumerate(text)} if line == y else {}
        return cells

    def _note_cell(self, cursor: Cell, size: int) -> Cell:
        """Where the note begins: right or left of the cursor, below or above it, wherever it hides the least."""
        column, row = cursor
        middle = column - size // 2
        sides = [(column + 2, row), (column - 2 - size, row), (middle, row + 1), (middle, row - 1)]
        inside = [side for side in sides if all(map(self.raster.inside, (side, (side[0] + size - 1, side[1]))))]
        return min(inside, key=lambda side: self._hides(side, size), default=sides[0])

    def _hides(self, cell: Cell, size: int) -> int:
        """How bad it would be to write so much there: a model counts for more than all labels and marks."""
        cells = [(cell[0] + number, cell[1]) for number in range(size)]
        return sum(
            size * (not self._free(one, self.models)) + (not self._free(one, self.labels, self.over)) for one in cells
        )

    def _ground_sign(self, column: int, row: int, area: Area | None) -> str:
        """The scattered sign of terrain; every cell of its rim where colour does not show the extent."""
        if area is not None:
            sign = self.glyphs.ground(area.look)
            if not area.closed or (column + 2 * row) % 5 == 0:
                return sign
            return sign if not self.palette.colour and (column, row) in self.edges else " "
        x, y = self.raster.place(column, row)
        grid = self.scene.grid
        return self.glyphs.grid if x % grid == 0 and y % grid == 0 else " "


def charted(marks: Marks) -> Chart | None:
    """The chart of the whole table that the marks lay over it."""
    labels = marks.overlay.labels if marks.overlay is not None else None
    return labels if isinstance(labels, Chart) else None


def places_of(spots: Iterable[str]) -> list[tuple[float, float]]:
    """The places that these texts name."""
    return [place for place in map(parse_spot, spots) if place is not None]


def nearest(place: float, last: float) -> int:
    """The whole number nearest to a place, of two the smaller; none beyond the last place."""
    return min(ceil(place - 0.5), int(last))


def middle_of(points: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    """The middle of the box around a shape."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


class Overview(TablePainter):
    """One column and half a row a table unit: a table of 48 x 48 fits on 49 x 25 cells."""

    across, down, step, named = 1.0, 0.5, (1.0, 2.0), False
    wide, high = 1, 1


class PlayView(TablePainter):
    """Two columns and a row a table unit."""

    across, down, step = 2.0, 1.0, (1.0, 1.0)
    wide, high = 2, 1


class CloseUp(TablePainter):
    """Four columns and two rows a table unit; the cursor goes by half units."""

    across, down, step = 4.0, 2.0, (0.5, 0.5)
    wide, high = 2, 1


ZOOMS: tuple[type[TablePainter], ...] = (Overview, PlayView, CloseUp)
