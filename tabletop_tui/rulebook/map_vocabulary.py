"""What maps of a rulebook are made of, as far as an editor wants to know: its sizes, its kinds of terrain, its places.

A rulebook says here what its readers of files know already. Whether a map is sound, only those readers say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, runtime_checkable

from attrs import field

from tabletop_tui.engine.scenes import Look
from tabletop_tui.records import frozen
from tabletop_tui.table.length_units import LengthUnit

Data = Mapping[str, Any]
"""What a map file holds, or a [[piece]] of it."""


@frozen
class TerrainForm:
    """A kind of terrain that a map may name."""

    id: str
    look: Look
    rules: tuple[str, ...] = ()
    """The rules behind what it does."""
    line: bool = False
    """Whether it is a line rather than an area; of open tables."""
    level: int = 0
    """How much paler than the ground it is drawn; of open tables."""
    code: str = ""
    """Its letter in a map file; of hex maps."""
    does: tuple[str, ...] = ()
    """What it does to sight, movement and fire, each in a few words."""


@frozen
class PieceKey:
    """A further key that a piece of terrain may carry."""

    key: str
    label: str
    """What it says, in a word or two."""
    type: type
    """int, float, bool or str."""
    usual: Callable[[str], object]
    """What a piece of a kind has that does not say it."""
    rules: tuple[str, ...] = ()
    names_piece: bool = False
    """Whether it names another piece, by 't' and its number in the file, counted from 1."""


@frozen
class PlaceForm:
    """A key of a map file that lists single places."""

    key: str
    tag: str
    """One or two letters before its number on the map."""
    name: str
    look: Look
    rules: tuple[str, ...] = ()
    radius: float = 0.0
    """How large such a place is, in table units; 0 where it has no size."""


@frozen
class MapAdvice:
    """Something that the book recommends for a map, which this one is not."""

    text: str
    rule: str


def nothing(width: float, height: float) -> Data:
    return {}


def no_advice(_: Data) -> tuple[MapAdvice, ...]:
    return ()


@frozen
class TableForm:
    """Maps of open tables: pieces of terrain with their places."""

    unit: LengthUnit
    ground: Look
    kinds: tuple[TerrainForm, ...]
    sides: tuple[float, float]
    """The shortest and the longest that a side may be, in table units."""
    usual: tuple[tuple[float, float], ...]
    """Sizes to begin with, the commonest first."""
    grid: float = 6.0
    keys: tuple[PieceKey, ...] = ()
    places: tuple[PlaceForm, ...] = ()
    begins: Data = field(factory=dict)
    """What an empty map says besides its name and size."""
    bare: Callable[[float, float], Data] = nothing
    """What a map, so wide and high, has where it is played by itself and does not say so."""
    called: Callable[[Data], str] | None = None
    """What stands on the map beside a piece, where that is more than its name."""
    advice: Callable[[Data], tuple[MapAdvice, ...]] = no_advice
    generate: Callable[[Data, int], Data] | None = None
    """The map with terrain as the book's generator lays it out, from a seed; None where the book has none."""
    generates: tuple[str, ...] = ()
    """The rules of that generator."""

    def kind(self, name: object) -> TerrainForm | None:
        return next((kind for kind in self.kinds if kind.id == name), None)


@frozen
class HexForm:
    """Maps of hexes: rows of cells, each a level and the letter of a kind of terrain, in one text."""

    key: str
    """The key of that text."""
    kinds: tuple[TerrainForm, ...]
    """The first is that of an empty map."""
    sides: tuple[int, int]
    """The fewest and the most columns and rows."""
    highest: int
    usual: tuple[tuple[int, int], ...]
    begins: Data = field(factory=dict)
    """What an empty map says besides its name and size."""
    advice: Callable[[Data], tuple[MapAdvice, ...]] = no_advice
    generate: Callable[[Data, int], Data] | None = None
    generates: tuple[str, ...] = ()

    def kind(self, code: object) -> TerrainForm | None:
        return next((kind for kind in self.kinds if kind.code == code), None)


MapForm = HexForm | TableForm


@runtime_checkable
class HasMaps(Protocol):
    """A system whose maps can be edited."""

    @property
    def map_form(self) -> MapForm: ...
