"""Where names stand on an open table: beside units and on terrain, hiding neither a model nor each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import define, field

from tabletop_tui.engine.views import Area, Base, TableScene, Token
from tabletop_tui.table.points import parse_spot
from tabletop_tui.table.raster import Cell, Raster
from tabletop_tui.widgets.map.unit_labels import label_texts, words_of

Layer = dict[int, dict[int, tuple[str, str]]]
"""For each row and column: a sign, and the name of its ink."""
Place = tuple[Cell, int]
"""The cell where a text begins, and the columns of its row that have to be free, as bits."""
Wanted = list[tuple[str, list[Place]]]
"""Texts, the best first, each with the places where it might stand, the best first."""


@define(eq=False)
class Labels:
    """The labels of a table at one zoom. Columns as bits are one higher than columns, so that each has a left side."""

    raster: Raster
    named: bool
    """Whether units and terrain are called by their names."""
    wide_base: float
    """From which radius on a model is drawn as a shape."""
    signs: Layer = field(init=False, factory=dict)
    of: dict[str, list[Cell]] = field(init=False, factory=dict)
    """The cells of each unit's label."""
    taken: list[int] = field(init=False, factory=list)
    """For each row the columns on which a model or a label stands, as bits."""
    _units: dict[str, tuple[Token | None, Sequence[Base] | None, Wanted]] = field(init=False, factory=dict)
    """For each unit what its label might be and where, and what that hangs on."""
    _grounds: Wanted = field(init=False, factory=list)

    def name_ground(self, areas: Iterable[Area], terrain: Mapping[Cell, Area]) -> None:
        """Take in the names of these pieces of terrain, each of which lies uppermost on its cells."""
        named = (area for area in areas if self.named and area.name)
        self._grounds = [(area.name, self.places(area.name, self._on(area, terrain))) for area in named]

    def write(self, scene: TableScene, models: Layer) -> None:
        """Every unit's label beside it, long if there is room, else short; then the names of the terrain."""
        self.signs, self.of = {}, {}
        self.taken = [0] * self.raster.rows
        for row, here in models.items():
            self.taken[row] = sum([2 << column for column in here])
        for token in scene.tokens:
            for text, places in self._wanted(token, scene.bases.get(token.unit, ())):
                if (cell := settle(places, self.taken)) is not None:
                    self.of[token.unit] = self._letter(text, cell, "unit-label")
                    break
        for name, places in self._grounds:
            if (cell := settle(places, self.taken)) is not None:
                self._letter(name, cell, "ground-label")

    def _letter(self, text: str, cell: Cell, ink: str) -> list[Cell]:
        cells, signs = lettered(text, cell, ink)
        self.signs.setdefault(cell[1], {}).update(signs)
        return cells

    def places(self, text: str, cells: Iterable[Cell]) -> list[Place]:
        """Those of these cells at which a text may begin without leaving the table."""
        size, free = len(text), (1 << len(text) + 2) - 1
        last = self.raster.columns - size
        inside = ((column, row) for column, row in cells if 0 <= column <= last and 0 <= row < self.raster.rows)
        return [(cell, free << cell[0]) for cell in inside] if text else []

    def _wanted(self, token: Token, bases: Sequence[Base]) -> Wanted:
        """What a unit's label might be; found once while the unit stands where it stands and says what it says."""
        said, stood, found = self._units.get(token.unit, (None, None, []))
        if stood is not bases or said is None or (said is not token and words_of(said) != words_of(token)):
            texts = label_texts(token, named=self.named, tagged=not bases)
            found = [(text, self.places(text, self._beside(token, bases, len(text)))) for text in texts]
        self._units[token.unit] = token, bases, found
        return found

    def _on(self, area: Area, terrain: Mapping[Cell, Area]) -> Iterator[Cell]:
        """Where the name of a piece of terrain fits on the piece."""
        column, row = self.raster.cell(*middle_of(area.points))
        for dr in (0, 1, -1, 2, -2):
            left = column - len(area.name) // 2
            if all(terrain.get((left + number, row + dr)) is area for number in range(len(area.name))):
                yield left, row + dr

    def _beside(self, token: Token, bases: Sequence[Base], size: int) -> Iterator[Cell]:
        """Where a label of this size may stand: below, above, right, left of the unit."""
        spots = [(base.x, base.y) for base in bases] or [parse_spot(token.spot) or (0.0, 0.0)]
        reach = max((base.radius for base in bases if base.radius >= self.wide_base), default=0.0)
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


@lru_cache(maxsize=1 << 12)
def lettered(text: str, cell: Cell, ink: str) -> tuple[list[Cell], dict[int, tuple[str, str]]]:
    """The cells of a text, and for each column its sign and the name of its ink."""
    column, row = cell
    cells = [(column + number, row) for number in range(len(text))]
    return cells, {at: (sign, ink) for at, sign in enumerate(text, column)}


def settle(places: Iterable[Place], taken: list[int]) -> Cell | None:
    """The first of these places that is free with a cell on either side; it is taken from now on."""
    for cell, columns in places:
        if not taken[cell[1]] & columns:
            taken[cell[1]] |= columns & columns << 1 & columns >> 1
            return cell
    return None


def middle_of(points: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    """The middle of the box around a shape."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
