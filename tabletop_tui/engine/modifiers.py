"""Numbers that explain themselves: a base and named modifiers, each with the id of its rule."""

from __future__ import annotations

from attrs import field

from tabletop_tui.records import frozen


@frozen
class Modifier:
    """One named change to a number, with the id of the rule it comes from."""

    value: int
    reason: str
    rule: str
    spot: str = field(default="", eq=False)
    """Where on the table what gives it is, '' where that is nowhere or not known; for those who read, never saved."""


@frozen
class Tally:
    """A number with its reasons: a base and named modifiers, each with its rule id."""

    name: str
    base: int
    source: str = ""
    rule: str = ""
    modifiers: tuple[Modifier, ...] = ()

    @property
    def total(self) -> int:
        if not self.modifiers:
            return self.base
        return self.base + sum([modifier.value for modifier in self.modifiers])

    def plus(self, value: int, reason: str, rule: str, spot: str = "") -> Tally:
        """The same tally with one modifier more, from what is at a spot; a modifier of nothing is left out."""
        if not value:
            return self
        modifiers = *self.modifiers, Modifier(value, reason, rule, spot)
        return Tally(self.name, self.base, self.source, self.rule, modifiers)

    def without(self, place: int) -> Tally:
        """The same tally without one of its modifiers, counted from 0."""
        modifiers = self.modifiers[:place] + self.modifiers[place + 1 :]
        return Tally(self.name, self.base, self.source, self.rule, modifiers)

    def at_least(self, floor: int, reason: str, rule: str) -> Tally:
        """The same tally, raised to `floor` by a named modifier if it was below."""
        return self.plus(max(0, floor - self.total), reason, rule)

    def at_most(self, ceiling: int, reason: str, rule: str) -> Tally:
        """The same tally, lowered to `ceiling` by a named modifier if it was above."""
        return self.plus(min(0, ceiling - self.total), reason, rule)

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule id that had a part in this number, the base first, none twice."""
        named = (self.rule, *(modifier.rule for modifier in self.modifiers))
        return tuple(dict.fromkeys(rule for rule in named if rule))

    def __str__(self) -> str:
        """As in 'Stability 5 = 4 Sentinel, +2 half cover, -1 Spot token'."""
        if not self.modifiers:
            return f"{self.name} {self.total}" + (f" ({self.source})" if self.source else "")
        parts = [f"{self.base} {self.source}".strip()]
        parts += [f"{modifier.value:+d} {modifier.reason}" for modifier in self.modifiers]
        return f"{self.name} {self.total} = {', '.join(parts)}"
