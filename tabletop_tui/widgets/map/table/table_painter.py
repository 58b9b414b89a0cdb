"""Paints an open table as rows of text: terrain and units as bodies of half cells, each model a dot, labels between.

How many columns a table unit takes at each zoom says the scene or its unit of length; rows are half as many, so that
circles look round. A glyph is only a view: places are never rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from math import ceil, log2
from typing import ClassVar

from attrs import define, field
from rich.style import Style
from textual.geometry import Region

from tabletop_tui.engine.scenes import Area, Base, TableScene, Token
from tabletop_tui.table.points import parse_spot
from tabletop_tui.table.raster import Cell, Raster
from tabletop_tui.widgets.map.shared.map_painter import HALO, Run
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.map.table.cursor_spots import Lattice, step_of
from tabletop_tui.widgets.map.table.inks import TableInks, is_band, tinted_as
from tabletop_tui.widgets.map.table.label_placement import Labels, Layer, is_seen
from tabletop_tui.widgets.map.table.rulers import RULERS, ruler_above, ruler_beside
from tabletop_tui.widgets.map.table.table_ground import GroundCell, TableGround
from tabletop_tui.widgets.map.table.table_marks import MarkLayers, charted, nose, write
from tabletop_tui.widgets.map.table.unit_bodies import UnitBodies, UnitBody, crowded
from tabletop_tui.widgets.map.table.unit_labels import TAG, ends_of, sign_of, words_of
from tabletop_tui.widgets.palette import LAMP
from tabletop_tui.widgets.sight_tints import states

WIDE = 1.5
"""A model whose radius is at least so many columns in the view for play is drawn as a shape, not as one sign."""
STEPS = 6
"""So many zooms lie between one and another that is twice as near."""
READABLE = 0.55
"""From this share of the usual zoom on names can be read."""
BLANK, BLOCKS = (" ", ""), " ▀▄"
"""A cell on which nothing is written, and the signs with which a body is filled."""
FIGURES = 6, 2
"""In a band of cover every so many columns and rows stand its figure."""


@define(eq=False)
class TablePainter(Lattice):
    """The common part of all zooms."""

    stride: ClassVar[int] = STEPS // 3
    rulers: ClassVar[tuple[int, int]] = RULERS
    named: ClassVar[bool] = True
    """Whether units and terrain are labelled with their names."""
    names: frozenset[str] | None = frozenset()
    """The units that are called by their names; None for all of them, or none where a side has very many."""
    ground: TableGround = field(init=False)
    bodies: UnitBodies = field(init=False)
    labels: Labels = field(init=False)
    """Names of units and of terrain."""
    inks: TableInks = field(init=False)
    models: Layer = field(init=False, factory=dict)
    """The bodies of units with the models on them."""
    shadows: Layer = field(init=False, factory=dict)
    """Around bodies: a sign or '' for the ground as it is, and the ink of the shadow."""
    layers: MarkLayers = field(init=False)
    """What the marks lay over ground and labels."""
    _plains: dict[int, list[Run]] = field(init=False, factory=dict)
    """The rows of ground on which nothing lies."""
    _untinted: list[str] = field(init=False, factory=list)
    _across: list[int] = field(init=False, factory=list)
    """The whole number of table units on the table that each column lies nearest to."""

    # ------------------------------------------------------------------ a scene
    def put(self, scene: TableScene) -> None:
        fresh, old = not self._untinted or scene.areas is not self.scene.areas, self.scene
        super().put(scene)
        if fresh:
            self._survey()
        moved = fresh or scene.bases != old.bases
        if moved or scene.tokens != old.tokens:
            self._stand_models()
        if moved or [*map(words_of, scene.tokens)] != [*map(words_of, old.tokens)]:
            self._write_labels()
        if fresh or scene.effects != old.effects:
            self._lay_marks()

    def _survey(self) -> None:
        """Take in a table with other terrain than before."""
        scene = self.scene
        self.raster = Raster(scene.width, scene.height, self.across, self.down)
        self._untinted = [""] * self.width
        self._across = [nearest(column / self.across, scene.width) for column in range(self.width)]
        halves = self.halved
        open_ground = self.palette.shade(scene.ground.colour, 0).ground
        alike = {a.look for a in scene.areas if self.palette.shade(a.look.colour, a.level).ground == open_ground}
        rimmed = frozenset(alike) if self.palette.bodies != "relief" or not halves else frozenset()
        self.ground = TableGround(scene, self.raster, self.glyphs, halves, rimmed)
        self.inks = TableInks(self.palette, scene)
        self.bodies = UnitBodies(self.raster, self.wide_base, filled=halves)
        self.labels = Labels(self.raster, self.named, self.glyphs.done)
        self.labels.name_ground(scene, self.ground)
        self.layers = MarkLayers(self.raster, self.glyphs, self.wide_base, not self.palette.colour)
        self._plains = {}

    def take(self, scene: TableScene) -> set[int] | None:
        """Draw another scene of the same table; marks stay as they were laid until `mark`."""
        scene = self.with_holders(scene)
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
        same = charted(marks) is charted(old) and marks.light is old.light
        return self._differing(before) if same else None

    def call(self, names: frozenset[str] | None) -> bool:
        self.names = names
        self._write_labels()
        self._lay_marks()
        return True

    def _lay_marks(self) -> None:
        self.layers.lay(self.marks, self.scene, self.labels, self.bodies, self.models)

    def _layers(self) -> tuple[Mapping[int, object], ...]:
        laid = self.layers
        return self.models, self.shadows, self.labels.signs, laid.over, laid.rims, laid.tinted, laid.veiled, laid.acting

    def _differing(self, before: tuple[Mapping[int, object], ...]) -> set[int]:
        """The rows on which any layer is not what it was."""
        pairs = [(old, new) for old, new in zip(before, self._layers(), strict=True) if old is not new]
        return {row for old, new in pairs for row in {*old, *new} if old.get(row) != new.get(row)}

    # ------------------------------------------------------------------ what there is room and colour for
    @property
    def halved(self) -> bool:
        """Whether terrain and units are drawn as bodies of half cells; else as signs, cell by cell."""
        return self.glyphs.halves and bool(self.palette.bodies)

    @property
    def wide_base(self) -> float:
        """From which radius on, in table units, a model is drawn as a shape with its tag at every zoom."""
        return WIDE / self.scene.columns[:2][-1]

    def dot(self, seat: int | None) -> str:
        """What stands for each model on the body of its unit, full or hollow; '' where it is the unit's number."""
        if not self.halved:
            return ""
        signs = self.glyphs.small_model if crowded(self.scene.tokens) else self.glyphs.model
        return signs[(seat or 0) % len(signs)]

    @property
    def terrain(self) -> dict[Cell, Area]:
        """The piece that lies uppermost on each cell."""
        return self.ground.terrain

    def look(self, view: Region) -> set[int]:
        """Tags of units at the rim of the view stand on its inner side."""
        window = view if view.width < self.width or view.height < self.height else None
        if window == self.labels.window:
            return set()
        before, self.labels.window = self._layers(), window
        self._stand_models()
        self._write_labels()
        self._lay_marks()
        return self._differing(before)

    def _write_labels(self) -> None:
        asked = self.names is None or bool(self.names)
        self.labels.write(self.scene, self.models, self.bodies, self._naming(), asked)

    def _naming(self) -> Callable[[str], bool]:
        if self.names is not None:
            return self.names.__contains__
        if not self.named:
            return lambda unit: False
        many = crowded(self.scene.tokens)
        return lambda unit: not many

    # ------------------------------------------------------------------ units
    def _stand_models(self) -> None:
        self.models = {}
        scene = self.scene
        self.bodies.put(scene)
        taken = set[Cell]()
        for token in scene.tokens:
            bases, body = scene.bases.get(token.unit, ()), self.bodies.of[token.unit]
            ink = self._body_ink(token)
            if body.wide:
                self._stand_wide(token, body, bases, ink)
            elif bases:
                self._stand(body, self.dot(token.seat) or sign_of(token), ink, taken)
            elif token.kind != "piece" and (spot := parse_spot(token.spot)) is not None:
                write(self.models, self.raster, token.tag, self._centred(spot, token.tag), ink)
        for token in (token for token in scene.tokens if token.kind == "piece"):
            self._lay_piece(token)
        self._cast()

    def _cast(self) -> None:
        """The shadow around each body that sets it off from the ground, and the dark foot below it."""
        self.shadows = {}
        if not self.halved:
            return
        for token in self.scene.tokens:
            body, seat = self.bodies.of[token.unit], "" if token.seat is None else token.seat
            whose = f"{seat}{'-' if token.done else ''}"
            for row, columns in body.columns:
                models, below = self.models.get(row, {}), self.models.get(row + 1, {})
                beside = self.shadows.setdefault(row, {})
                for column in columns:
                    for at in (column - 1, column + 1):
                        if at not in models and 0 <= at < self.width:
                            beside.setdefault(at, ("", f"shadow {whose}"))
                    if column not in below and row + 1 < self.height:
                        self.shadows.setdefault(row + 1, {})[column] = "▀", f"foot {whose}"

    def _body_ink(self, token: Token) -> str:
        if token.spot in self.marks.flash:
            return "flash"
        if token.seat is None:
            return "piece"
        return f"body {token.seat}{'-' if token.done else ''} {self.bodies.tones.get(token.unit, 0)}"

    def _stand(self, body: UnitBody, sign: str, ink: str, taken: set[Cell]) -> None:
        """A body with a sign for each model; what another unit's models stand on stays theirs."""
        ground, model, models = (" ", ink), (sign, ink), self.models
        for row, columns in body.columns:
            here = models.setdefault(row, {})
            for column in columns:
                here.setdefault(column, ground)
        for cell in body.models:
            if cell in taken:  # where models of two units fall into one cell, the second stands beside it
                column, row = cell
                beside = ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
                cell = next((at for at in beside if at not in taken and self.raster.inside(at)), cell)
            taken.add(cell)
            models.setdefault(cell[1], {})[cell[0]] = model

    def _stand_wide(self, token: Token, body: UnitBody, bases: Iterable[Base], ink: str) -> None:
        """A vehicle as a shape, with its tag and an arrow for its facing."""
        seats = self.glyphs.seats
        fill = " " if self.palette.colour or token.seat is None else seats[token.seat % len(seats)]
        for row, columns in body.columns:
            self.models.setdefault(row, {}).update(dict.fromkeys(columns, (fill, ink)))
        for (column, row), block in body.rim.items():
            self.models.setdefault(row, {}).setdefault(column, (block, f"rim {ink}"))
        for base in bases:
            ends = [(text, ink if what == TAG else what) for text, what in ends_of(token, self.glyphs.done)]
            column, row = self._centred((base.x, base.y), token.tag)
            if base.facing is not None:
                at, sign = nose(self.raster, self.glyphs, (base.x, base.y, base.radius), base.facing)
                if at[1] == row and column - 2 <= at[0] <= column + len(token.tag) + len(ends) + 1:
                    ends.insert(0, (sign, ink))  # the front would lie on the tag or touch it: the arrow follows the tag
                else:
                    write(self.models, self.raster, sign, at, ink)
            left, right = self.labels.rim(body)
            column = max(left, min(column, right - len(token.tag) - len(ends)))
            for number, (text, look) in enumerate([*((one, ink) for one in token.tag), *ends]):
                write(self.models, self.raster, text, (column + number, row), look)

    def _lay_piece(self, token: Token) -> None:
        """The tag of a piece, beside models that stand on it."""
        if token.unit in self.scene.bases or (spot := parse_spot(token.spot)) is None:
            return
        column, row = self._centred(spot, token.tag)
        size = len(token.tag)
        places = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (0, 2), (0, -2))
        beside = [(column + dc * size, row + dr) for dc, dr in places]
        free = (at for at in beside if all((at[0] + n) not in self.models.get(at[1], ()) for n in range(size)))
        holder = self.holders.get(token.unit)
        ink = "flash" if token.spot in self.marks.flash else "piece" if holder is None else f"tag {holder}"
        write(self.models, self.raster, token.tag, next(free, beside[0]), ink)

    def _centred(self, spot: tuple[float, float], text: str) -> Cell:
        """Where a text begins that stands on a spot; an id is never cut, also at the rim."""
        column, row = self.raster.cell(*spot)
        return max(0, min(column - (len(text) - 1) // 2, self.width - len(text))), row

    def taken(self) -> Callable[[int, int], bool]:
        return lambda x, y: bool(self.labels.taken[y] >> (x + 1) & 1) or x in self.models.get(y, ())

    # ------------------------------------------------------------------ a row
    def tints(self, row: int) -> list[str]:
        """The tint of each cell of a row: that of a chart of the whole table, and over it those of single spots."""
        chart, tints = charted(self.marks), self._untinted
        if chart is not None:
            y = nearest(row / self.down, self.scene.height)
            assert self.marks.overlay is not None
            named = {label: tinted_as(state) for label, state in states(self.marks.overlay.grades).items()}
            tints = [named[chart.columns[x][y]] for x in self._across]
        if veil := self.layers.veiled.get(row):
            tints = [tint or veil.get(column, "") for column, tint in enumerate(tints)]
        if here := self.layers.tinted.get(row):
            tints = [here.get(column, tint) for column, tint in enumerate(tints)]
        if (light := self.marks.light) is not None and light.columns and self.palette.lamps:
            y = nearest(row / self.down, self.scene.height)
            lit = [column[y] for column in light.columns]
            tints = [f"{tint}{LAMP}{lit[x]}" for tint, x in zip(tints, self._across, strict=True)]
        return tints

    def ink(self, name: str, cell: Cell) -> Style:
        """The style of a sign by the name of its ink, on one cell of the table."""
        return self.inks.ink(name, self.ground.row(cell[1])[cell[0]][2])

    def runs(self, y: int, cursor: str) -> Iterator[Run]:
        return self.runs_within(y, cursor, 0, self.width)

    def runs_within(self, y: int, cursor: str, left: int, right: int) -> Iterator[Run]:
        """The ground of these columns, and on it one layer after the other; a run for each column."""
        ground, tints, laid, models = self.ground.row(y), self.tints(y), self.layers, self.models.get(y, {})
        cells, ink, right = self._plain(y)[left:right], self.inks.ink, min(right, self.width)
        if tints is not self._untinted:
            whole = charted(self.marks) or self.marks.light is not None
            tinted = range(left, right) if whole else {*laid.tinted.get(y, ()), *laid.veiled.get(y, ())}
            self._lay_tints(cells, y, tints, tinted, left, right)
        over, tagged = laid.over.get(y, {}), self.labels.tag_columns(y)
        if over and tagged:  # neither a way nor a ghost hides who stands there
            over = {column: cell for column, cell in over.items() if column not in tagged}
        for column, (sign, name) in self.shadows.get(y, {}).items():
            if left <= column < right:
                cells[column - left] = self._shaded(cells[column - left], sign, name, ground[column], tints[column])
        for layer in (laid.rims.get(y), self.labels.signs.get(y), over, models, laid.acting.get(y)):
            for column, (sign, name) in layer.items() if layer else ():
                if left <= column < right:
                    cells[column - left] = sign, ink(name, ground[column][2], tints[column])
        for column, sign in self._cursor_cells(y, cursor).items():
            # What stands under a bracket stays to be seen.
            below = (models.get(column) or over.get(column)) if sign in "[]" else None
            if left <= column < right:
                shown = below[0] if below and below[0] != " " else sign
                cells[column - left] = shown, self.palette.role("chip" if sign in "[]" else "cursor")
        return iter(cells)

    def _shaded(self, cell: Run, sign: str, name: str, ground: GroundCell, tint: str) -> Run:
        """A cell of ground in the shadow of a body."""
        if sign:
            return sign, self.inks.ink(name, ground[2], tint)
        if ground[1] != ground[2] or cell[0] in "▀▄▌":
            return cell
        return cell[0], self.inks.ink(name, ground[2], tint)

    def _plain(self, y: int) -> list[Run]:
        """A row of ground on which nothing lies."""
        if (found := self._plains.get(y)) is None:
            run = self.inks.run
            found = self._plains[y] = [run(cell, "") for cell in self.ground.row(y)]
        return found

    def _lay_tints(
        self, cells: list[Run], y: int, tints: list[str], columns: Iterable[int], left: int, right: int
    ) -> None:
        """The ground of those of these columns that lie from one up to another, under these tints."""
        ground, run, signs = self.ground.row(y), self.inks.run, dict[str, str]()
        for column in columns:
            if left <= column < right and (tint := tints[column]):
                if (sign := signs.get(tint)) is None:
                    sign = signs[tint] = self._graded(tint)
                if sign and self.palette.tells(tint) and (column % FIGURES[0] or y % FIGURES[1]):
                    sign = ""
                cells[column - left] = run(ground[column], tint, sign)

    def _graded(self, tint: str) -> str:
        """The sign of a grade of sight on bare ground: in a band, and where no colour tells it from the others."""
        tint = tint.partition(LAMP)[0]
        return self.glyphs.grade(tint) if is_band(tint) or not self.palette.tells(tint) else ""

    def ruler_above(self, left: int, width: int) -> list[Run]:
        return list(ruler_above(self.scene, self.across, self.palette, left, width))

    def ruler_beside(self, y: int) -> Run:
        return ruler_beside(self.scene, self.down, self.palette, y)

    # ------------------------------------------------------------------ the cursor
    def _cursor_cells(self, y: int, cursor: str) -> dict[int, str]:
        """The brackets of the cursor on this row, and what is printed beside it."""
        if not cursor:
            return {}
        column, row = self.raster.cell(*self._place(cursor))
        cells = {self._beside(row, column, -1): "[", self._beside(row, column, 1): "]"} if row == y else {}
        if self.marks.note:
            text = f" {self.marks.note} "
            start, line = self._note_cell((column, row), len(text))
            cells |= {start + number: sign for number, sign in enumerate(text)} if line == y else {}
        return cells

    def _beside(self, row: int, column: int, step: int) -> int:
        """The column of a bracket of the cursor: the first at this side on which nothing is written of who is there."""
        models, signs = self.models.get(row, {}), self.labels.signs.get(row, {})
        free = (at for at in range(column + step, column + (HALO + 2) * step, step) if blank(models, signs, at))
        return next(free, column + step)

    def _note_cell(self, cursor: Cell, size: int) -> Cell:
        """Where the note begins: right or left of the cursor, below or above it, wherever it hides the least."""
        column, row = cursor
        middle = column - size // 2
        sides = [(column + 2, row), (column - 2 - size, row), (middle, row + 1), (middle, row - 1)]
        inside = [side for side in sides if all(map(self.raster.inside, (side, (side[0] + size - 1, side[1]))))]
        window = self.labels.window
        seen = [side for side in inside if window is None or is_seen(side, size, window)]
        return min(seen or inside, key=lambda side: self._hides(side, size), default=sides[0])

    def _hides(self, cell: Cell, size: int) -> int:
        """How bad it would be to write so much there: a model counts for more than all labels and marks."""
        columns = range(cell[0], cell[0] + size)
        models, light = (
            self.models.get(cell[1], {}),
            (self.labels.signs.get(cell[1], {}), self.layers.over.get(cell[1], {})),
        )
        return sum(size * (at in models) + any(at in layer.get(cell[1], ()) for layer in light) for at in columns)


def blank(models: Mapping[int, tuple[str, str]], signs: Mapping[int, tuple[str, str]], column: int) -> bool:
    """Whether neither a model nor a letter of a label stands on a cell of a row."""
    return models.get(column, BLANK)[0] in BLOCKS and signs.get(column, BLANK)[0] == " "


def nearest(place: float, last: float) -> int:
    """The whole number nearest to a place, of two the smaller; none beyond the last place."""
    return min(ceil(place - 0.5), int(last))


@lru_cache(maxsize=256)
def zoom_of(columns: float, named: bool = True) -> type[TablePainter]:
    """The painter of so many columns a table unit and half as many rows."""
    known = {
        "across": columns,
        "down": columns / 2,
        "step": step_of(columns),
        "wide": 2 if columns >= 2 else 1,
        "high": 1,
        "named": named,
    }
    return type("Zoom", (TablePainter,), known)


def zooms_of(scene: TableScene) -> tuple[type[TablePainter], ...]:
    """The painters of a table, from far to near; from far off no names can be read."""
    named = READABLE * scene.columns[:2][-1]
    return tuple(zoom_of(columns, named=columns >= named) for columns in ladder(scene.columns))


@lru_cache(maxsize=64)
def ladder(columns: tuple[float, ...]) -> tuple[float, ...]:
    """These numbers of columns a table unit, and between each two so many more that each step is an eighth."""
    found = list(columns[:1])
    for far, near in pairwise(columns):
        steps = max(1, round(STEPS * log2(near / far)))
        found += [*(far * (near / far) ** (step / steps) for step in range(1, steps)), near]
    return tuple(found)


def play_zoom(scene: TableScene) -> int:
    """The zoom for play, where the whole table fits at none that is near enough: a little farther than the usual."""
    usual = scene.columns[:2][-1]
    return min(enumerate(ladder(scene.columns)), key=lambda one: abs(one[1] - 0.8 * usual))[0]


def readable_zoom(scene: TableScene) -> int:
    """The farthest zoom at which names can be read."""
    return next(number for number, painter in enumerate(zooms_of(scene)) if painter.named)


ZOOMS = Overview, PlayView, CloseUp = zoom_of(1.0, named=False), zoom_of(2.0), zoom_of(4.0)
"""The zooms of a table in inches."""
