"""What a battlefield looks like, as plain data: hexes or an open table, its ground, terrain and tokens.

A rules package makes a scene of its battle; a screen or a printout draws it and never looks into the state. Colours are
given by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from attrs import define

from tabletop_tui.engine.badges import Badge, Left
from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.records import frozen
from tabletop_tui.table.hexes import Hex, HexGrid
from tabletop_tui.table.identity_cache import by_identity
from tabletop_tui.table.length_units import INCHES, LENGTHS


@frozen
class Look:
    """How a kind of ground looks: a name, a palette colour, a glyph of one cell and its ASCII stand-in."""

    name: str
    colour: str
    """A ground colour of the palette: grass, sand, dust, concrete, forest, snow, water, ice, building, fire, wreck."""
    glyph: str = " "
    ascii: str = " "


@frozen
class Ground:
    """One hex: its look, its height level, and what else a reader must know ('on fire')."""

    look: Look
    level: int = 0
    over: Look | None = None
    """What lies over it: fire, wreckage."""


@frozen
class Token:
    """A model on the table. `tag` is two or three characters, as A2."""

    unit: str
    tag: str
    name: str
    seat: int | None
    spot: str
    kind: str = "unit"
    """unit, small (a deployable), piece (a flag, an objective) or scenery (a building)."""
    health: float = 1.0
    facing: int | None = None
    done: bool = False
    badges: tuple[Badge, ...] = ()
    """What is the matter with it, the most pressing first."""
    left: Left | None = None
    """What is left of it; None where that is not counted."""

    @property
    def sign(self) -> str:
        """One character for the most pressing status that has one, '' for none."""
        return next((badge.letter for badge in self.badges if badge.letter), "")


token_of = lru_cache(maxsize=1 << 12)(Token)
"""A Token; the same object as long as it says the same."""


@frozen
class Zone:
    """An area that the scenario or the set-up speaks of (a deployment zone, a control zone)."""

    name: str
    spots: frozenset[str]
    seat: int | None = None


@define
class HexScene:
    """A hex battlefield as it now stands."""

    grid: HexGrid
    ground: Mapping[Hex, Ground]
    tokens: Sequence[Token]
    zones: Sequence[Zone] = ()
    held: Sequence[Held] = ()
    """Who holds what is fought for."""

    def at(self, spot: Hex) -> list[Token]:
        return [token for token in self.tokens if token.spot == spot]


@frozen
class Area:
    """A piece of terrain on an open table: a polygon (closed) or a line through its points, in table units."""

    name: str
    look: Look
    points: tuple[tuple[float, float], ...]
    closed: bool = True
    level: int = 0
    high: str = ""
    """How high it is in few letters, as 'h6', for where its name has no room; that of its level where empty."""


@frozen
class Effect:
    """What lies over the ground of an open table for a while: smoke, fire, a shield, an arc that a unit covers."""

    name: str
    look: Look
    points: tuple[tuple[float, float], ...]
    """A polygon, or the single place of what has no extent."""
    filled: bool = True
    """Whether it covers all within; else its rim is drawn."""
    seat: int | None = None
    """Whose it is, for the colour of its rim."""


@frozen
class Base:
    """Where one model stands on an open table: its middle, its radius, and its facing in degrees from north."""

    x: float
    y: float
    radius: float
    facing: float | None = None


@by_identity(1 << 12)
def bases_of(models: tuple[tuple[float, float], ...], radius: float, facing: float | None) -> tuple[Base, ...]:
    """The bases of a unit's models; the same object as long as they stand the same."""
    return tuple(Base(x, y, radius, facing) for x, y in models)


@define
class TableScene:
    """An open table as it now stands. A spot is the text 'x,y' in table units, y downwards from the north edge."""

    width: float
    height: float
    unit: str
    """The table unit as it is printed behind a distance: `short` of the rulebook's unit of length."""
    ground: Look
    areas: Sequence[Area]
    """What lies on the ground, the larger below the smaller. The same object while nothing of it changes."""
    tokens: Sequence[Token]
    """One for each unit or piece; its spot is its middle."""
    bases: Mapping[str, tuple[Base, ...]]
    """Where the models of each unit stand; a unit without bases (inside a building) is drawn at its spot."""
    grid: float = 6.0
    """How far the marks of the faint grid are apart."""
    effects: Sequence[Effect] = ()
    """What lies over the ground and below the units, the uppermost last."""
    zooms: tuple[float, ...] = ()
    """The columns of text that a table unit takes at each zoom, from far to near; those of the unit where empty."""
    held: Sequence[Held] = ()
    """Who holds what is fought for."""

    @property
    def columns(self) -> tuple[float, ...]:
        """The columns that a table unit takes at each zoom; the second is that for play."""
        known = (unit.zooms for unit in LENGTHS.values() if unit.short == self.unit)
        return self.zooms or next(known, INCHES.zooms)


Scene = HexScene | TableScene
