"""Paints an open table as rows of text: terrain as tinted shapes, a cell or more for each model, labels between them.

How many columns a table unit takes at each zoom says the scene or its unit of length; rows are half as many, so that
circles look round. A glyph is only a view: places are never rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from math import ceil, cos, radians, sin
from typing import ClassVar

from attrs import define, field
from rich.style import Style

from tabletop_tui.engine.views import Area, Base, Overlay, Patch, TableScene, Token, Trace
from tabletop_tui.table.overlay_grid import Chart
from tabletop_tui.table.points import parse_spot
from tabletop_tui.table.raster import Bits, Cell, Raster, bits_of, columns_of, outline
from tabletop_tui.widgets.grades import BEST, states
from tabletop_tui.widgets.map.marks import SIGHT, Marks
from tabletop_tui.widgets.map.painter import FLAGS, Run
from tabletop_tui.widgets.map.table_cursor import Lattice
from tabletop_tui.widgets.map.table_labels import Labels, Layer, settle
from tabletop_tui.widgets.map.table_traces import Laid, flag_cells, line_cells
from tabletop_tui.widgets.map.traces import NOTHING, SHOT, WAY, Traces
from tabletop_tui.widgets.map.unit_labels import sign_of, words_of
from tabletop_tui.widgets.styles import Shade, style

WIDE = 1.5
"""A model whose radius is at least so many columns in the view for play is drawn as a shape, not as one sign."""
BLANK: Run = " ", Style.null()
PATCHES = {"under": "threat", "ring": "target"}
"""How the parts of a template are tinted."""


@define(eq=False)
class TablePainter(Lattice):
    """The common part of all zooms."""

    named: ClassVar[bool] = True
    """Whether units and terrain are labelled with their names."""
    terrain: dict[Cell, Area] = field(init=False, factory=dict)
    """The piece that lies uppermost on each cell."""
    edges: Bits = field(init=False, factory=dict)
    """The outermost cells of each piece."""
    models: Layer = field(init=False, factory=dict)
    labels: Labels = field(init=False)
    """Names of units and of terrain."""
    _stood: dict[str, tuple[tuple[Base, ...], list[Cell]]] = field(init=False, factory=dict)
    """The bases of each unit as they were last, and the cell of each."""
    over: Layer = field(init=False, factory=dict)
    """What the marks lay over ground and labels."""
    rims: Layer = field(init=False, factory=dict)
    """Lines of the marks that give way to labels."""
    tinted: dict[int, dict[int, str]] = field(init=False, factory=dict)
    _grounds: dict[int, list[tuple[str, Area | None]]] = field(init=False, factory=dict)
    _shades: dict[tuple[int, str], tuple[Shade, Style]] = field(init=False, factory=dict)
    _inks: dict[tuple[str, int, str], Style] = field(init=False, factory=dict)
    _plains: dict[int, list[Run]] = field(init=False, factory=dict)
    """The rows of ground on which nothing lies."""
    _traced: tuple[Traces, list[Laid]] = field(init=False, factory=lambda: (NOTHING, []))
    """The traces that were laid last, and their cells."""
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
            self.labels.write(scene, self.models)
        if fresh:
            self._lay_marks()

    def take(self, scene: TableScene) -> set[int] | None:
        """Draw another scene of the same table; marks stay as they were laid until `mark`."""
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

    def _layers(self) -> tuple[Mapping[int, object], ...]:
        return self.models, self.labels.signs, self.over, self.rims, self.tinted

    def _differing(self, before: tuple[Mapping[int, object], ...]) -> set[int]:
        """The rows on which any layer is not what it was."""
        pairs = [(old, new) for old, new in zip(before, self._layers(), strict=True) if old is not new]
        return {row for old, new in pairs for row in {*old, *new} if old.get(row) != new.get(row)}

    def _lay_terrain(self) -> None:
        self.terrain, self.edges = {}, {}
        self._grounds, self._plains, self._shades, self._inks = {}, {}, {}, {}
        for area in self.scene.areas:
            cells = list(self._cells_of(area))
            self.terrain |= dict.fromkeys(cells, area)
            for row, columns in outline(bits_of(cells)).items():
                self.edges[row] = self.edges.get(row, 0) | columns
        self.labels = Labels(self.raster, self.named, self.wide_base)
        self.labels.name_ground(self.scene.areas, self.terrain)

    def _cells_of(self, area: Area) -> Iterable[Cell]:
        return self.raster.polygon(area.points) if area.closed else self.raster.line(area.points)

    def _stand_models(self) -> None:
        self.models = {}
        for token in self.scene.tokens:
            ink = f"seat{token.seat}{'-' if token.done else ''}" if token.seat is not None else "piece"
            ink = "flash" if token.spot in self.marks.flash else ink
            bases, sign = self.scene.bases.get(token.unit, ()), (sign_of(token), ink)
            for base, cell in zip(bases, self._cells_under(token.unit, bases), strict=True):
                if base.radius >= self.wide_base:
                    self._wide_base(token, base, ink)
                elif cell[0] not in (here := self.models.setdefault(cell[1], {})):
                    here[cell[0]] = sign
                else:
                    self._crowded_base(cell, sign)
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

    def _cells_under(self, unit: str, bases: tuple[Base, ...]) -> list[Cell]:
        """The cell of each model of a unit; found once while it stands as it stands."""
        stood, cells = self._stood.get(unit, ((), []))
        if stood is not bases:
            cells = [self.raster.cell(base.x, base.y) for base in bases]
            self._stood[unit] = bases, cells
        return cells

    def _crowded_base(self, cell: Cell, sign: tuple[str, str]) -> None:
        """Two models may fall into one cell: the second is drawn beside it, so that all can be counted."""
        column, row = cell
        beside = ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
        free = (cell for cell in beside if self._free(cell, self.models))
        self._set(self.models, next(free, cell), *sign)

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

    # ------------------------------------------------------------------ marks
    def _lay_marks(self) -> None:
        """What the marks show, the more urgent over the less."""
        marks, raster = self.marks, self.raster
        self.over, self.rims, self.tinted = {}, {}, {}
        overlay = marks.overlay
        if overlay is not None:
            if charted(marks) is None:
                self._tint_overlay(overlay)
            for trace in overlay.traces:
                for number, cell in enumerate(raster.line(trace.points)):
                    if number % 2 == 0:
                        self._set(self.rims, cell, self.glyphs.trace, trace.kind)
            self._name_traces(overlay.traces)
        self._lay_traces(marks.traces)
        self._tint(marks.labels, "reach")
        self._lay_patches(marks.patches)
        state = next(iter(marks.sight.values()), "")
        lines = [(cell, self.glyphs.grade(state), state) for cell in raster.line(places_of(marks.sight))[1:-1]]
        lines += [(cell, self.glyphs.path, "path") for cell in raster.line(places_of(marks.path))]
        for cell, sign, ink in lines:
            if self._free(cell, self.labels.signs):  # a name with a hole in it is no name
                self._set(self.over, cell, sign, ink)
        for waypoint in places_of(marks.waypoints):
            self._set(self.over, raster.cell(*waypoint), self.glyphs.waypoint, "path")
        for number, (x, y, radius) in enumerate(marks.ghosts, 1):
            ink = "in-hand" if number == marks.in_hand else "barred" if marks.barred else "ghost"
            cells = raster.disc(x, y, radius) if radius >= self.wide_base else [raster.cell(x, y)]
            for cell in cells:
                self._set(self.over, cell, self.glyphs.ghost, ink)
            if marks.ghost_names:
                name = marks.ghost_names[number - 1]
                self._write(self.over, name, self._centred((x, y), name), ink)
            if marks.facing is not None and radius >= self.wide_base:
                self._set(self.over, *self._nose(x, y, radius, marks.facing), ink)
        for token in self.scene.tokens:
            chosen = "active" if token.spot == marks.active else "target" if token.spot in marks.targets else ""
            for column, row in self.labels.of.get(token.unit, ()) if chosen else ():
                self._set(self.over, (column, row), self.labels.signs[row][column][0], f"on-{chosen}")

    def _lay_traces(self, traces: Traces) -> None:
        """Ways, shots and losses, below all that the question in hand shows."""
        if traces is not self._traced[0]:
            self._traced = traces, [*line_cells(traces, self.raster, self.glyphs)]
        for cell, sign, ink in self._traced[1]:
            self._set(self.rims, cell, sign, ink)
        for cell, word, ink in flag_cells(traces, self.raster, self.labels):
            self._write(self.over, word, cell, ink)

    def _lay_patches(self, patches: Iterable[Patch]) -> None:
        """Areas that the answer in hand lays over the table, tinted and scattered with their signs."""
        for patch in patches:
            cells = [*(self.raster.polygon if len(patch.points) > 2 else self.raster.line)(patch.points)]
            for column, row in filter(self.raster.inside, cells):
                if patch.kind == "ghost":
                    self._set(self.over, (column, row), self.glyphs.ghost, "barred" if self.marks.barred else "ghost")
                    continue
                self.tinted.setdefault(row, {})[column] = PATCHES[patch.kind]
                if (column + row) % 2 == 0 or len(cells) < 3:
                    self._set(self.rims, (column, row), getattr(self.glyphs, patch.kind), PATCHES[patch.kind])
                else:
                    self.rims.get(row, {}).pop(column, None)

    def _name_traces(self, traces: Iterable[Trace]) -> None:
        """What each line means, written where it runs free of models and labels; left out if it nowhere does."""
        names: Layer = {}
        taken = self.labels.taken.copy()
        for trace in traces:
            places = self.labels.places(trace.label, (self.raster.cell(*point) for point in trace.points))
            if (cell := settle(places, taken)) is not None:
                self._write(names, trace.label, cell, trace.kind)
        for row, signs in names.items():
            self.rims.setdefault(row, {}).update(signs)

    def _tint_overlay(self, overlay: Overlay) -> None:
        """Tint its spots by its kind, or each by its grade of sight."""
        if overlay.kind != SIGHT:
            self._tint(overlay.labels, overlay.kind)
            return
        for label, state in states(overlay.grades).items():
            self._tint({spot: said for spot, said in overlay.labels.items() if said == label}, state)

    def _tint(self, labels: Mapping[str, str], kind: str) -> None:
        """Tint what belongs to these spots; the rim of the tinted area is dotted, so that it shows without colour."""
        if not labels:
            return
        wide, high = max(1, round(self.across * self.spacing)), max(1, round(self.down * self.spacing))
        middles: set[Cell] = set()
        for text, label in labels.items():
            if (spot := parse_spot(text)) is None or not self.raster.inside(cell := self.raster.cell(*spot)):
                continue
            middles.add(cell)
            if kind == "threat" and label:
                self._set(self.rims, cell, label[:1], "threat")
        tinted = self.raster.spread(bits_of(middles), wide, high)
        for row, columns in tinted.items():
            self.tinted.setdefault(row, {}).update(dict.fromkeys(columns_of(columns), kind))
        for row, columns in outline(tinted).items():
            if columns:
                self.rims.setdefault(row, {}).update(dict.fromkeys(columns_of(columns), (self.glyphs.zone, kind)))

    def tints(self, row: int) -> list[str]:
        """The tint of each cell of a row: that of a chart of the whole table, and over it those of single spots."""
        chart, tints = charted(self.marks), self._untinted
        if chart is not None:
            y = nearest(row / self.down, self.scene.height)
            assert self.marks.overlay is not None
            named = states(self.marks.overlay.grades)
            tints = [named[chart.columns[x][y]] for x in self._across]
        if here := self.tinted.get(row):
            tints = [here.get(column, tint) for column, tint in enumerate(tints)]
        return tints

    @property
    def wide_base(self) -> float:
        """From which radius on, in table units, a model is drawn as a shape with its tag at every zoom."""
        return WIDE / self.scene.columns[:2][-1]

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
    def _ink(self, name: str, area: Area | None, tint: str = "") -> Style:
        """The style of a sign by the name of its ink, on a piece of terrain (None: on the open table) and its tint."""
        key = name, id(area), tint
        if (found := self._inks.get(key)) is None:
            found = self._inks[key] = self._style(name, self._shade(area, tint)[0])
        return found

    def ink(self, name: str, cell: Cell) -> Style:
        """The style of a sign by the name of its ink, on one cell of the table."""
        return self._ink(name, self.terrain.get(cell))

    def _style(self, name: str, shade: Shade) -> Style:
        palette = self.palette
        if name.startswith("seat"):
            return palette.token(int(name[4:].rstrip("-")), name.endswith("-"))
        if name == "piece":
            return palette.token(None)
        if name.startswith((WAY, SHOT)):
            kind, seat = name.split(" ")
            return self.trace_style(kind, int(seat) if seat else None, shade)
        if name.startswith("flag-"):
            return palette.role(FLAGS[name.removeprefix("flag-")])
        if name == "flash":
            return palette.role("cursor" if palette.colour else "prompt-bad")
        if name == "on-active":
            return palette.role("cursor")
        if name == "on-target":
            return style(palette.tint("path"), shade.ground, True, under=True)
        if name.endswith("-label"):
            return style(shade.glyph if name == "ground-label" else shade.digit, shade.ground, True)
        if name in ("ghost", "in-hand", "barred"):
            return palette.role({"ghost": "chosen", "in-hand": "cursor", "barred": "prompt-bad"}[name])
        return style(palette.tint(name), shade.ground, True)

    # ------------------------------------------------------------------ a row
    def runs(self, y: int, cursor: str) -> Iterator[Run]:
        """The ground, and on it one layer after the other."""
        ground, tints, models, over = self._ground(y), self.tints(y), self.models.get(y, {}), self.over.get(y, {})
        cells = self._plain(y).copy()
        if tints is not self._untinted:
            self._lay_ground(cells, y, tints, range(self.width) if charted(self.marks) else self.tinted[y])
        for layer in (self.rims.get(y, {}), self.labels.signs.get(y, {}), over, models):
            for column, (sign, name) in layer.items():
                cells[column] = sign, self._ink(name, ground[column][1], tints[column])
        for column, sign in self._cursor_cells(y, cursor).items():
            # What stands under a bracket stays to be seen.
            below = (models.get(column) or over.get(column)) if sign in "[]" else None
            if 0 <= column < len(cells):
                cells[column] = below[0] if below else sign, self.palette.role("cursor")
        return iter(cells)

    def runs_within(self, y: int, cursor: str, left: int, right: int) -> Iterator[Run]:
        return islice(self.runs(y, cursor), left, right)  # a run for each column

    def _plain(self, y: int) -> list[Run]:
        """A row of ground on which nothing lies."""
        if (found := self._plains.get(y)) is None:
            found = self._plains[y] = [BLANK] * self.width
            self._lay_ground(found, y, self._untinted, range(self.width))
        return found

    def _lay_ground(self, cells: list[Run], y: int, tints: list[str], columns: Iterable[int]) -> None:
        """The ground of these columns of a row under these tints."""
        ground = self._ground(y)
        last_area, last_tint, plain = None, "", self._shade(None, "")[1]
        for column in columns:
            (sign, area), tint = ground[column], tints[column]
            if area is not last_area or tint != last_tint:
                last_area, last_tint, plain = area, tint, self._shade(area, tint)[1]
            cells[column] = (self._graded(tint) or sign) if sign == " " else sign, plain

    def _graded(self, tint: str) -> str:
        """The sign of a grade of sight on bare ground where no colour tells it from the others; '' elsewhere."""
        return "" if tint in ("", BEST) or self.palette.tells(tint) else self.glyphs.grade(tint)

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
        cells, light = [(cell[0] + number, cell[1]) for number in range(size)], (self.labels.signs, self.over)
        return sum(size * (not self._free(one, self.models)) + (not self._free(one, *light)) for one in cells)

    def _ground_sign(self, column: int, row: int, area: Area | None) -> str:
        """The scattered sign of terrain; every cell of its rim where colour does not show the extent."""
        if area is not None:
            sign = self.glyphs.ground(area.look)
            if not area.closed or (column + 2 * row) % 5 == 0:
                return sign
            return sign if not self.palette.colour and self.edges.get(row, 0) >> column & 1 else " "
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


@lru_cache
def zoom_of(columns: float, named: bool = True) -> type[TablePainter]:
    """The painter of so many columns a table unit and half as many rows.

    A step of the cursor is one row down, and as far to the right: one column, or two where a unit has as many.
    """
    wide = 2 if columns >= 2 else 1
    step = (wide / columns, 2 / columns)
    known = {"across": columns, "down": columns / 2, "step": step, "wide": wide, "high": 1, "named": named}
    return type("Zoom", (TablePainter,), known)


def zooms_of(scene: TableScene) -> tuple[type[TablePainter], ...]:
    """The painters of a table, from far to near; from the farthest no names can be read."""
    return tuple(zoom_of(columns, named=place > 0) for place, columns in enumerate(scene.columns))


ZOOMS = Overview, PlayView, CloseUp = zoom_of(1.0, named=False), zoom_of(2.0), zoom_of(4.0)
"""The zooms of a table in inches."""
