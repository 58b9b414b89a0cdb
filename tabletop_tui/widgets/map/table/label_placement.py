"""Where names stand on an open table: beside units and on terrain, hiding neither a model nor each other.

Every unit gets its tag first; only then labels grow by badges and names, as far as there is room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import define, field
from textual.geometry import Region

from tabletop_tui.engine.scenes import TableScene, Token
from tabletop_tui.table.points import parse_spot
from tabletop_tui.table.raster import Cell, Raster
from tabletop_tui.widgets.map.table.table_ground import TableGround
from tabletop_tui.widgets.map.table.unit_bodies import UnitBodies, UnitBody
from tabletop_tui.widgets.map.table.unit_labels import NAME, TAG, Pieces, label_texts, words_of

Layer = dict[int, dict[int, tuple[str, str]]]
"""For each row and column: a sign, and the name of its ink."""
Place = tuple[Cell, int]
"""The cell where a text begins, and the columns of its row that have to be free, as bits."""
Wanted = list[tuple[Pieces, list[Place]]]
"""Labels, the longest first, each with the places where it might stand, the best first."""
Naming = Callable[[str], bool]
"""Whether a unit is called by its name."""


@define(eq=False)
class Labels:
    """The labels of a table at one zoom. Columns as bits are one higher than columns, so that each has a left side."""

    raster: Raster
    named: bool
    """Whether terrain is called by its names, not only by its height."""
    done: str = ""
    """The sign behind the tag of a unit that has acted."""
    signs: Layer = field(init=False, factory=dict)
    of: dict[str, list[Cell]] = field(init=False, factory=dict)
    """The cells of each unit's label ..."""
    tags: dict[str, list[Cell]] = field(init=False, factory=dict)
    """... and those of the tag in it."""
    _tagged: dict[int, set[int]] = field(init=False, factory=dict)
    taken: list[int] = field(init=False, factory=list)
    """For each row the columns on which a model or a label stands, as bits."""
    window: Region | None = None
    """What of the table is in view; None for all of it."""
    _units: dict[str, tuple[Token | None, UnitBody | None, bool, Wanted]] = field(init=False, factory=dict)
    """For each unit what its label might be and where, and what that hangs on."""
    _ground: TableGround | None = field(init=False, default=None)
    _grounds: list[tuple[int, str, list[Place], bool]] = field(init=False, factory=list)
    """The names of the terrain, each with the number of its piece, and whether it wants to be asked for."""

    def name_ground(self, scene: TableScene, ground: TableGround) -> None:
        """Take in the names of the terrain: on the piece where there is room, else its height; beside it if asked."""
        self._grounds, self._ground = [], ground
        for number, area in enumerate(scene.areas):
            if not area.name or not self.named:
                continue
            high = area.high or (f"+{area.level}" if area.level else "")
            name = area.name if not high or high in area.name else f"{area.name} {high}"
            for text in dict.fromkeys(filter(None, (name, area.name, high))):
                cells = [cell for cell in self._about(area.points, len(text)) if _readable(cell, len(text), ground)]
                on = [cell for cell in cells if _lies_on(cell, len(text), ground, number)]
                self._grounds.append((number, text, self.places(text, on), False))
                if text != high:
                    self._grounds.append((number, text, self.places(text, cells), True))

    def write(self, scene: TableScene, models: Layer, bodies: UnitBodies, naming: Naming, asked: bool = True) -> None:
        """Every unit's label beside it, as long as there is room for; then the names of the terrain.

        Names that have no room on their piece stand beside it if they are `asked` for.
        """
        self.signs, self.of, self.tags, self._tagged = {}, {}, {}, {}
        self.taken = [0] * self.raster.rows
        for row, here in models.items():
            self.taken[row] = sum([2 << column for column in here])
        wanted = {
            token.unit: self._inward(body, self._wanted(token, body, naming))
            for token in scene.tokens
            for body in (bodies.of.get(token.unit),)
        }
        first = {unit: self._reserve(tries) for unit, tries in wanted.items() if tries}
        for token in scene.tokens:
            if token.unit in first:
                self._lengthen(token, wanted[token.unit], first[token.unit])
        named: set[int] = set()
        for number, text, places, beside in self._grounds:
            if number in named or (beside and not asked):
                continue
            if (cell := settle(self._in_view(number, text, places), self.taken)) is not None:
                named.add(number)
                self._letter(text, cell, f"ground-label {number}")
                self._clear(number, cell, len(text))

    def _in_view(self, number: int, text: str, places: list[Place]) -> list[Place]:
        """The same places for the name of a piece; where the rim of the view would cut one, it stands farther in."""
        window, size = self.window, len(text)
        if window is None or self._ground is None or size > window.width:
            return places
        found: list[Place] = []
        for (column, row), columns in places:
            inward = max(window.x, min(column, window.right - size))
            if abs(inward - column) >= size or row not in range(window.y, window.bottom) or inward == column:
                found.append(((column, row), columns))  # wholly in view, or wholly out of it
            elif _lies_on((inward, row), size, self._ground, number) and _readable((inward, row), size, self._ground):
                found += self.places(text, [(inward, row)])
        return found

    def _clear(self, number: int, cell: Cell, size: int) -> None:
        """No sign of the ground touches its name, where its rim is not made of them."""
        if self._ground is None or not self._ground.halves:
            return
        for at in ((cell[0] - 1, cell[1]), (cell[0] + size, cell[1])):
            if _lies_on(at, 1, self._ground, number) and _readable(at, 1, self._ground):
                self.signs[cell[1]].setdefault(at[0], (" ", f"ground-label {number}"))

    def rim(self, body: UnitBody) -> tuple[int, int]:
        """Between which columns what is written on a body, or beside it, can be seen; those of the table for most."""
        window = self.window
        if window is None:
            return 0, self.raster.columns
        shown, rows = (1 << window.width) - 1, range(window.y, window.bottom)
        seen = any(row in rows and columns >> window.x & shown for row, columns in body.cells.items())
        return (window.x, window.right) if seen else (0, self.raster.columns)

    def _inward(self, body: UnitBody | None, tries: Wanted) -> Wanted:
        """The same labels, those places first that are in view, if the body is."""
        window = self.window
        if window is None or body is None or self.rim(body) == (0, self.raster.columns):
            return tries
        found: Wanted = []
        for pieces, places in tries:
            size = sum(len(text) for text, _ in pieces)
            inside = [place for place in places if is_seen(place[0], size, window)]
            found.append((pieces, [*inside, *(place for place in places if place not in inside)]))
        return found

    def _reserve(self, tries: Wanted) -> Place | None:
        """Room for the tag of a unit that has it nowhere else, close by or a little farther."""
        for pieces, places in tries[-2:]:
            if [what for _, what in pieces] == [TAG]:
                for cell, columns in places:
                    if not self.taken[cell[1]] & columns:
                        self.taken[cell[1]] |= inner(columns)
                        return cell, columns
        return None

    def _lengthen(self, token: Token, tries: Wanted, reserved: Place | None) -> None:
        """The longest label for which there is room now that every other unit has its tag."""
        if reserved is not None:
            self.taken[reserved[0][1]] &= ~inner(reserved[1])
        for pieces, places in tries:
            if (cell := settle(places, self.taken)) is not None:
                self._set_label(token, pieces, cell)
                return

    def _set_label(self, token: Token, pieces: Pieces, cell: Cell) -> None:
        whose = "" if token.seat is None else f"{token.seat}{'-' if token.done else ''}"
        (column, row), cells = cell, list[Cell]()
        for text, what in pieces:
            here = self._letter(text, (column, row), f"{what} {whose}" if what in (TAG, NAME) else what)
            if what == TAG:
                self.tags[token.unit] = here
                self._tagged.setdefault(row, set()).update(at for at, _ in here)
            cells += here
            column += len(text)
        self.of[token.unit] = cells

    def tag_columns(self, row: int) -> set[int]:
        """The columns of a row on which a tag stands."""
        return self._tagged.get(row, set())

    def _letter(self, text: str, cell: Cell, ink: str) -> list[Cell]:
        column, row = cell
        self.signs.setdefault(row, {}).update({at: (sign, ink) for at, sign in enumerate(text, column)})
        return [(column + number, row) for number in range(len(text))]

    def places(self, text: str, cells: Iterable[Cell]) -> list[Place]:
        """Those of these cells at which a text may begin without leaving the table."""
        size, free = len(text), (1 << len(text) + 2) - 1
        last = self.raster.columns - size
        inside = ((column, row) for column, row in cells if 0 <= column <= last and 0 <= row < self.raster.rows)
        return [(cell, free << cell[0]) for cell in inside] if text else []

    def _wanted(self, token: Token, body: UnitBody | None, naming: Naming) -> Wanted:
        """What a unit's label might be; found once while the unit stands where it stands and says what it says."""
        named = naming(token.unit)
        said, stood, called, found = self._units.get(token.unit, (None, None, False, []))
        if stood is not body or called != named or said is None or words_of(said) != words_of(token):
            # A unit that is drawn by its tag alone, or by a shape that carries its tag, needs no other close by.
            tagged = body is None or not body.models or body.wide
            found = []
            for pieces in label_texts(token, named=named, tagged=tagged, done=self.done):
                found.append((pieces, self._places_beside(token, body, pieces, 1)))
                far = ((token.tag, TAG), *pieces) if body is not None and body.wide else pieces
                found.append((far, self._places_beside(token, body, far, 2)))
        self._units[token.unit] = token, body, named, found
        return found

    def _places_beside(self, token: Token, body: UnitBody | None, pieces: Pieces, gap: int) -> list[Place]:
        """A label beside a body may touch that body, and no other."""
        text = "".join(text for text, _ in pieces)
        own = body.cells if body is not None else {}
        found = self.places(text, self._beside(token, body, len(text), gap))
        return [((column, row), columns & ~(own.get(row, 0) << 1)) for (column, row), columns in found]

    def _about(self, points: Sequence[tuple[float, float]], size: int) -> Iterator[Cell]:
        """Where the name of a piece of terrain may begin: about its middle, then below and above it."""
        column, row = self.raster.cell(*middle_of(points))
        left = min(max(0, column - size // 2), max(0, self.raster.columns - size))
        rows = [self.raster.cell(x, y)[1] for x, y in points]
        for at in dict.fromkeys((row, row + 1, row - 1, row + 2, row - 2, max(rows) + 1, min(rows) - 1)):
            yield left, at

    def _beside(self, token: Token, body: UnitBody | None, size: int, gap: int) -> Iterator[Cell]:
        """Where a label of this size may stand, so far from the unit: above, below, right, left of it."""
        if body is None or not body.cells:
            column, row = self.raster.cell(*(parse_spot(token.spot) or (0.0, 0.0)))
            left, right, top, bottom = column - 1, column + len(token.tag) - 2, row, row
        else:
            rows = [row for row, columns in body.cells.items() if columns]
            columns = 0
            for row in rows:
                columns |= body.cells[row]
            top, bottom = min(rows), max(rows)
            left, right = (columns & -columns).bit_length() - 1, columns.bit_length() - 1
        middle = (left + right - size + 1) // 2
        for column in dict.fromkeys((left, middle, right - size + 1)):
            yield column, top - gap
            yield column, bottom + gap
        for row in dict.fromkeys((top, (top + bottom) // 2, bottom)):
            yield right + gap, row
            yield left - size - gap + 1, row


def _readable(cell: Cell, size: int, ground: TableGround) -> bool:
    """Whether a name can stand here: on cells that are not of two tones."""
    cells = [(cell[0] + number, cell[1]) for number in range(size)]
    return all(map(ground.raster.inside, cells)) and all(map(ground.solid, cells))


def _lies_on(cell: Cell, size: int, ground: TableGround, number: int) -> bool:
    """Whether a name would stand wholly on a piece of terrain."""
    area = ground.scene.areas[number]
    return all(ground.terrain.get((cell[0] + n, cell[1])) is area for n in range(size))


def is_seen(cell: Cell, size: int, window: Region) -> bool:
    return cell[1] in range(window.y, window.bottom) and window.x <= cell[0] and cell[0] + size <= window.right


def inner(columns: int) -> int:
    """The columns of a text without the one on either side of it."""
    return columns & columns << 1 & columns >> 1


def settle(places: Iterable[Place], taken: list[int]) -> Cell | None:
    """The first of these places that is free with a cell on either side; it is taken from now on."""
    for cell, columns in places:
        if not taken[cell[1]] & columns:
            taken[cell[1]] |= inner(columns)
            return cell
    return None


def middle_of(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The middle of the box around a shape."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
