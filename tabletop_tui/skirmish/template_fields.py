"""Templates as answers: where a blast bursts, along which spots a flame jumps, which way a strip points.

A rulebook says how its template lies by the spots of an answer (`lay`) and what it forbids (`refuse_template`); which
bases it touches, what is drawn, what computers try and who is named before Enter is the same for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, combinations, islice, pairwise
from math import dist, hypot
from typing import ClassVar

from attrs import define

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.overlays import Patch
from tabletop_tui.engine.place_fields import Chooser
from tabletop_tui.engine.question import evenly
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.skirmish.incremental_search import Searching
from tabletop_tui.skirmish.unit_place_fields import by_chance
from tabletop_tui.table.bases import HUNDREDTH, TINY
from tabletop_tui.table.length_units import LengthUnit
from tabletop_tui.table.points import Spot, Spots, parse_spot, place_words, spot_text
from tabletop_tui.table.templates import RING, UNDER, Blast, Chain, Disc, Strip, Template

Bases = Mapping[str, Sequence[Disc]]
"""The bases of each unit that stands on the table."""


# ---------------------------------------------------------------- who is caught
@frozen
class Caught:
    """Whom a template takes: for each unit which of its models, counted from 0, are under it and in its ring."""

    under: Mapping[str, tuple[int, ...]]
    ring: Mapping[str, tuple[int, ...]]

    @property
    def counts(self) -> tuple[int, int]:
        """How many models are under it, and how many in its ring."""
        under, ring = (sum(map(len, part.values())) for part in (self.under, self.ring))
        return under, ring


def caught_by(template: Template, bases: Bases) -> Caught:
    """Whom a template takes, exactly; friends as well as foes."""
    found: dict[str, dict[str, list[int]]] = {UNDER: {}, RING: {}}
    for unit, discs in bases.items():
        for number, disc in enumerate(discs):
            if part := template.part(disc):
                found[part].setdefault(unit, []).append(number)
    under, ring = ({unit: tuple(numbers) for unit, numbers in part.items()} for part in found.values())
    return Caught(under, ring)


def caught_lines(caught: Caught, bases: Bases, rules: tuple[str, ...] = ()) -> tuple[Line, ...]:
    """Who is under a template and who in its ring, by name, as lines of a preview."""
    named = {
        label: [_share(unit, len(models), len(bases[unit])) for unit, models in part.items()]
        for label, part in (("Under it", caught.under), ("In the ring", caught.ring))
    }
    lines = tuple(Line(label, ", ".join(units), rules=rules) for label, units in named.items() if units)
    return lines or (Line("Under it", "nobody", rules=rules, mood="dim"),)


def _share(unit: str, count: int, of: int) -> str:
    return unit if of == 1 else f"{unit} ({count} of {of})"


# ---------------------------------------------------------------- one spot
@define(slots=False)
class TemplateField(Searching):
    """Where a template may be laid by one spot; of a chain or a strip see below."""

    length_unit: ClassVar[LengthUnit]
    """The rulebook's unit of length."""
    range_rule: ClassVar[str] = ""
    """The rule that says how far it may be laid."""
    width: float
    height: float
    """Of the table."""
    bases: Bases
    origin: Spot
    """From where it is thrown, shot or sprayed."""
    far: float
    """No spot may be further from there."""
    reach: float
    """How far it reaches from its spots."""
    ring: float
    """How much further its second rim is; 0 for none."""

    def lay(self, spots: Spots) -> Template:
        """The template as it lies by these spots."""
        raise NotImplementedError

    def refuse_template(self, template: Template) -> Refusal | None:
        """What the rulebook has against a template that lies there; nothing unless it says so."""
        return None

    def refuse_spots(self, spots: Spots) -> Refusal | None:
        """Why a template may not be laid by these spots, besides their places on the table."""
        return None

    # ------------------------------------------------------------------ answers
    def read(self, words: Sequence[str]) -> Spots | Refusal:
        """The spots that an answer names, to the hundredth."""
        spots = []
        for word in words:
            if (spot := parse_spot(word)) is None:
                return Refusal(f"{word!r} is no place; places are written x,y")
            spots.append((round(spot[0], 2), round(spot[1], 2)))
        return tuple(spots) if spots else Refusal("give a place")

    def template(self, words: Sequence[str]) -> Template:
        """What an answer lays, which must have been allowed."""
        spots = self.read(words)
        assert not isinstance(spots, Refusal), spots
        return self.lay(spots)

    def refuse(self, words: Sequence[str]) -> Refusal | None:
        spots = self.read(words)
        return spots if isinstance(spots, Refusal) else self.judge(spots)

    def judge(self, spots: Spots) -> Refusal | None:
        """Why a template may not be laid by these spots, or None."""
        for spot in spots:
            if (refusal := self.refuse_spot(spot)) is not None:
                return refusal
        return self.refuse_spots(spots) or self.refuse_template(self.lay(spots))

    def refuse_spot(self, spot: Spot) -> Refusal | None:
        """Why it may not be laid by this spot: off the table, out of range."""
        x, y = spot
        if not (0 <= x <= self.width and 0 <= y <= self.height):
            return Refusal(f"{place_words(spot, 2)} is off the table", self.range_rule)
        if (away := dist(self.origin, spot)) > self.far + TINY:
            said = self.length_unit.over(away, self.far, "away")
            return Refusal(f"{place_words(spot, 2)} is {said}", self.range_rule)
        return None

    def caught(self, words: Sequence[str]) -> Caught:
        """Whom an answer takes, which must have been allowed."""
        return caught_by(self.template(words), self.bases)

    # ------------------------------------------------------------------ what is shown
    def patches(self, words: Sequence[str]) -> Sequence[Patch]:
        spots = self.read(words)
        if isinstance(spots, Refusal):
            return []
        template = self.lay(spots)
        parts = [RING, UNDER] if template.ring else [UNDER]
        return [Patch(points, part) for part in parts for points in template.outlines(part)]

    def path(self, words: Sequence[str]) -> Sequence[str]:
        return [] if self.refuse(words) is not None else [spot_text(self.origin), *words]

    def cost(self, words: Sequence[str]) -> str:
        under, ring = self.caught(words).counts
        return f"{under} under it, {ring} in the ring" if self.ring else f"{under} under it"

    # ------------------------------------------------------------------ spots to choose from
    how: ClassVar[str] = "a spot, as 12,7.5; among others"

    @cached_property
    def targets(self) -> list[Spot]:
        """The middles of all bases: where a template is laid most often."""
        middles = ((round(x, 2), round(y, 2)) for discs in self.bases.values() for x, y, _ in discs)
        return list(dict.fromkeys(middles))

    def rims(self, spot: Spot, far: float) -> Iterator[Spot]:
        """Of each base whose middle is further than that from a spot, the nearest place just within its rim."""
        x, y = spot
        for u, v, radius in (disc for discs in self.bases.values() for disc in discs):
            if (away := hypot(u - x, v - y)) > far:
                share = max(0.0, radius - HUNDREDTH) / away
                yield round(u - (u - x) * share, 2), round(v - (v - y) * share, 2)

    def candidates(self) -> list[Spot]:
        """Spots that might do, each once."""
        return list(dict.fromkeys(self.possible()))

    def possible(self) -> Iterator[Spot]:
        """The same as they are found: the targets, then the raster."""
        yield from self.targets
        yield from self.rims(self.origin, self.far)
        (x, y), far = self.origin, min(self.far, self.width + self.height)
        columns = range(max(0, int(x - far)), min(int(self.width), int(x + far)) + 1)
        rows = range(max(0, int(y - far)), min(int(self.height), int(y + far)) + 1)
        yield from ((float(column), float(row)) for column in columns for row in rows)

    def telling(self) -> Iterator[Spot]:
        """Spots that take as many as may be: the targets, and half way between two that are both within reach then."""
        yield from self.targets
        most = 2 * (self.reach + self.ring)
        for (x, y), (u, v) in combinations(self.targets, 2):
            if hypot(u - x, v - y) <= most:
                yield round((x + u) / 2, 2), round((y + v) / 2, 2)

    def answers(self) -> Iterator[list[str]]:
        """Those of them that are allowed; where none is, any spots."""
        yield from self.telling_answers() or ([spot] for spot in self.cells())

    def telling_answers(self) -> list[list[str]]:
        """Those of the telling spots that are allowed."""
        return [[spot_text(spot)] for spot in dict.fromkeys(self.telling()) if self.judge((spot,)) is None]

    def survey(self) -> Iterator[tuple[str, str] | None]:
        for spot in self.candidates():
            yield (spot_text(spot), "") if self.judge((spot,)) is None else None

    def can_lay(self) -> bool:
        """Whether any of the spots to choose from will do; looked for only until one does."""
        return any(self.judge((spot,)) is None for spot in self.possible())

    def sample_answer(self, chooser: Chooser) -> list[str]:
        """One of those that take most as often as any other spot."""
        first = by_chance(list(self.telling()), chooser) if chooser.randint(0, 1) else iter(())
        free = (spot for spot in chain(first, by_chance(self.candidates(), chooser)) if self.judge((spot,)) is None)
        return [spot_text(spot) for spot in islice(free, 1)]


@define(slots=False)
class BlastField(TemplateField):
    """Where a blast or a cloud may be laid: a disc around one spot, with a ring or without."""

    def lay(self, spots: Spots) -> Template:
        return Blast(spots[-1:], self.reach, self.ring)

    def some(self, few: int) -> list[list[str]]:
        """A few of its answers: where none is telling, the first spot that will do of each of so many parts of all."""
        if telling := self.telling_answers():
            return evenly(telling, few)
        spots = self.candidates()
        borders = [number * len(spots) // few for number in range(few + 1)]
        parts = (spots[first:end] for first, end in pairwise(borders))
        found = (next((spot for spot in part if self.judge((spot,)) is None), None) for part in parts)
        return [[spot_text(spot)] for spot in found if spot is not None]


# ---------------------------------------------------------------- several spots
@define(slots=False)
class ChainField(TemplateField):
    """A chain of spots, each at most so far from the last; asked with `many`."""

    link: float
    """No spot may be further from the one before ..."""
    most: int
    """... and there may be no more of them."""
    link_rule: ClassVar[str] = ""
    """The rule that says so."""
    how: ClassVar[str] = "spots, one after another"

    def lay(self, spots: Spots) -> Chain:
        return Chain(spots, self.reach, self.ring)

    def refuse_spots(self, spots: Spots) -> Refusal | None:
        if len(spots) > self.most:
            return Refusal(f"{len(spots)} spots, {self.most} allowed", self.link_rule)
        for number, link in enumerate(self.lay(spots).links, 2):
            if link > self.link + TINY:
                said = self.length_unit.over(link, self.link, "from the one before")
                return Refusal(f"spot {number} is {said}", self.link_rule)
        return None

    def path(self, words: Sequence[str]) -> Sequence[str]:
        return [] if self.refuse(words) is not None else words

    def next_spots(self, spots: Spots) -> Iterator[Spot]:
        """Spots to choose from with which a chain may go on."""
        further = dict.fromkeys(chain(self.candidates(), self.rims(spots[-1], self.link)))
        near = (spot for spot in further if dist(spot, spots[-1]) <= self.link + TINY)
        return (spot for spot in near if self.judge((*spots, spot)) is None)

    def cells_after(self, words: Sequence[str]) -> Mapping[str, str]:
        spots = self.read(words)
        return {} if isinstance(spots, Refusal) else {spot_text(spot): "" for spot in self.next_spots(spots)}

    def answers(self) -> Iterator[list[str]]:
        """Each single spot; chains that stay on a target, or go on to the nearest that was not in it yet."""
        yield from super().answers()
        for target in self.targets:
            if self.judge((target,) * self.most) is None:
                yield [spot_text(target)] * self.most
            spots: Spots = (target,)
            while self.judge(spots) is None and len(spots) <= self.most:
                if len(spots) > 1:
                    yield [*map(spot_text, spots)]
                left = [spot for spot in self.targets if spot not in spots]
                if not left:
                    break
                spots = (*spots, min(left, key=lambda spot: dist(spot, spots[-1])))

    def sample_answer(self, chooser: Chooser) -> list[str]:
        """A spot, and as many more as chance will have."""
        first = self.read(super().sample_answer(chooser))
        spots: Spots = () if isinstance(first, Refusal) else first
        while spots and len(spots) < self.most and chooser.randint(0, 1):
            further = list(self.next_spots(spots))
            if not further:
                break
            spots = (*spots, chooser.choice(further))
        return [*map(spot_text, spots)]


# ---------------------------------------------------------------- a direction
@define(slots=False)
class StripField(TemplateField):
    """A strip of a fixed length from its origin towards a spot, which only gives the direction."""

    length: float
    flat: bool = True
    """Whether it ends square, not round."""
    direction_rule: ClassVar[str] = ""
    """The rule behind a strip that has no direction."""

    def judge(self, spots: Spots) -> Refusal | None:
        if dist(self.origin, spots[-1]) < TINY:
            return Refusal("a strip goes to some other place", self.direction_rule)
        return super().judge(spots)

    def lay(self, spots: Spots) -> Template:
        (x, y), (u, v) = self.origin, spots[-1]
        away = dist(self.origin, spots[-1])
        if away < TINY:
            return Blast((self.origin,), self.reach, self.ring)
        share = self.length / away
        end = x + (u - x) * share, y + (v - y) * share
        return Strip((self.origin, end), self.reach, self.ring, flat=self.flat)
