"""Units of length: a rulebook for open tables names one of them, and all that is measured for it is said in that."""

from __future__ import annotations

from attrs import frozen


@frozen
class LengthUnit:
    """A unit of length, by its name and as it is printed behind a number."""

    name: str
    short: str
    zooms: tuple[float, ...]
    """How many columns of text a unit takes at each zoom of a map, from far to near; a row is worth two columns."""

    def said(self, length: float, *limits: float) -> str:
        """A length to the tenth; to the hundredth where a tenth would hide on which side of a limit it lies."""
        tenth = round(length, 1)
        hides = any(
            abs(length - limit) >= 0.005 and (tenth > limit, tenth < limit) != (length > limit, length < limit)
            for limit in limits
        )
        return f"{length:.2f} {self.short}" if hides else f"{length:.1f} {self.short}"


INCHES = LengthUnit("inches", "in", (1.0, 2.0, 4.0))
CENTIMETRES = LengthUnit("centimetres", "cm", (0.5, 1.0, 2.0))
UNITS = LengthUnit("units", "u", (1.0, 2.0, 4.0))
"""Of a rulebook that leaves the scale to the players."""
LENGTHS = {unit.name: unit for unit in (INCHES, CENTIMETRES, UNITS)}
