"""Numbers that explain themselves, and refusals that say why."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen


@frozen
class Modifier:
    """One named change to a number, with the id of the rule it comes from."""

    value: int
    reason: str
    rule: str


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

    def plus(self, value: int, reason: str, rule: str) -> Tally:
        """The same tally with one modifier more; a modifier of nothing is left out."""
        if not value:
            return self
        return Tally(self.name, self.base, self.source, self.rule, (*self.modifiers, Modifier(value, reason, rule)))

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


@frozen
class Refusal:
    """Why something is not allowed, and the rule that forbids it ('' where no rule but plain sense does)."""

    why: str
    rule: str = ""
    also: tuple[Refusal, ...] = ()
    """What else is not allowed about the same thing."""

    @property
    def all(self) -> tuple[Refusal, ...]:
        """Each reason by itself, this one first."""
        return (evolve(self, also=()), *self.also)

    def __str__(self) -> str:
        return "; ".join(f"{one.why} [{one.rule}]" if one.rule else one.why for one in (self, *self.also))


def together(refusals: Iterable[Refusal | None]) -> Refusal | None:
    """All that is not allowed as one refusal, each reason once; None if nothing is refused."""
    found = tuple(dict.fromkeys(one for refusal in refusals if refusal is not None for one in refusal.all))
    return evolve(found[0], also=found[1:]) if found else None


def counted(number: int, what: str) -> str:
    """As in '1 hit' and '2 hits'."""
    return f"{number} {what}{'s' * (number != 1)}"


class Refused(Exception):
    """An answer that was not taken. The game is as it was before."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
