"""A line of sight from the side, as plain data: the eye, what is between, and what is looked at, in part hidden."""

from __future__ import annotations

from tabletop_tui.records import frozen


@frozen
class Upright:
    """Something that stands along a line of sight, as seen from the side; all in table units."""

    name: str
    begin: float
    """How far from the eye it begins along the line ..."""
    end: float
    """... and ends."""
    bottom: float
    top: float


@frozen
class SideView:
    """A line of sight from the side: the eye, what is between, and what is looked at with its hidden parts."""

    title: str
    """As in 'A1 to C2, 34.9 cm'."""
    eye: float
    """How high the eye is."""
    viewer: Upright
    target: Upright
    between: tuple[Upright, ...] = ()
    hidden: tuple[tuple[float, float], ...] = ()
    """Between which heights the target is hidden, along its middle."""
    said: str = ""
    """What comes of it: '42% hidden: half cover'."""
    mood: str = ""
    rules: tuple[str, ...] = ()

    @property
    def lowest(self) -> Upright | None:
        """What the lowest line to a part of the target that is seen passes; None where nothing is hidden."""
        tops = [top for _, top in self.hidden if top < self.target.top]
        if not tops or not self.between:
            return None
        middle = (self.target.begin + self.target.end) / 2

        def gap(one: Upright) -> float:
            """How far its top is from that line, at its nearer or its farther end."""
            ends = (self.eye + (min(tops) - self.eye) * along / middle for along in (one.begin, one.end))
            return min(abs(one.top - height) for height in ends)

        return min(self.between, key=gap)
