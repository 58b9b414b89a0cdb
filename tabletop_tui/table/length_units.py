"""Units of length: a rulebook for open tables names one of them, and all that is measured for it is said in that."""

from __future__ import annotations

from math import ceil, floor

from tabletop_tui.records import frozen

TINY = 1e-6
"""So much may a hundredth differ by as a float."""


@frozen
class LengthUnit:
    """A unit of length, by its name and as it is printed behind a number."""

    name: str
    short: str
    zooms: tuple[float, ...]
    """How many columns of text a unit takes at each zoom of a map, from far to near; a row is worth two columns."""
    centimetres: float = 0.0
    """How long it is; 0 where the players say."""

    def said(self, length: float, *limits: float) -> str:
        """A length to the tenth; to the hundredth where a tenth would hide on which side of a limit it lies."""
        tenth = round(length, 1)
        hides = any(
            abs(length - limit) >= 0.005 and (tenth > limit, tenth < limit) != (length > limit, length < limit)
            for limit in limits
        )
        return f"{length:.2f} {self.short}" if hides else f"{length:.1f} {self.short}"

    def over(self, length: float, limit: float, how: str = "") -> str:
        """What is longer than it may be, in figures that say so: '6.01 in, 6 allowed'; `how` stands behind the first.

        What a tenth would hide is said to the hundredth, the length rounded up and the limit down.
        """
        most = floor(limit * 100 + TINY) / 100
        far = f"{length:.1f}" if round(length, 1) > most else f"{ceil(length * 100 - TINY) / 100:.2f}"
        return f"{far} {self.short}{how and ' '}{how}, {most:g} allowed"


INCHES = LengthUnit("inches", "in", (1.0, 2.0, 4.0), 2.54)
CENTIMETRES = LengthUnit("centimetres", "cm", (0.5, 1.0, 2.0), 1.0)
UNITS = LengthUnit("units", "u", (1.0, 2.0, 4.0))
"""Of a rulebook that leaves the scale to the players."""
LENGTHS = {unit.name: unit for unit in (INCHES, CENTIMETRES, UNITS)}
