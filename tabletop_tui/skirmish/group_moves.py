"""Several units of one model each that move as one: one answer, and each unit keeps its own place in it.

A rulebook says what it forbids a single member (`judge_member`); that they end together, beside each other and not on
each other, is judged here. Every refusal names the unit that it is about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise, starmap
from math import dist, inf
from typing import ClassVar

from attrs import define, field

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.skirmish.unit_place_fields import Judgement, MarchField, Plan
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.coherency import Stray, stray
from tabletop_tui.table.deterministic_math import added
from tabletop_tui.table.points import Spot, Spots, spot_text
from tabletop_tui.table.templates import Disc


@define(slots=False)
class GroupField(MarchField):
    """Where a group can move: all go the same way, and then to their places. The models stand in the order of `ids`.

    In an answer a single member may be named by its id as well: 'A3=0.5,-0.25'.
    """

    move_rule: ClassVar[str] = ""
    """The rule that says how far its members may move."""
    group_rule: ClassVar[str] = ""
    """The rule that says how they keep together."""
    ids: tuple[str, ...] = field(kw_only=True)
    radii: tuple[float, ...] = field(kw_only=True)
    """Of each member's base."""
    link: float = field(default=inf, kw_only=True)
    """How far each may be from the nearest of the chain ..."""
    across: float = field(default=inf, kw_only=True)
    """... and from any other, rim to rim."""
    staying: Mapping[str, Disc] = field(factory=dict, kw_only=True)
    """Members that do not move, by id; the others have to keep together with them."""

    # ------------------------------------------------------------------ what a rulebook says
    def judge_member(self, unit: str, track: Sequence[Spot], radius: float) -> Judgement:
        """Why a member may not go this way, its start first, and what it takes: unless more is said, its length."""
        length = added(starmap(dist, pairwise(track)))
        if length > self.allowance + TINY:
            return Refusal(self.length_unit.over(length, self.allowance), self.move_rule), length
        return None, length

    # ------------------------------------------------------------------ answers
    @property
    def names(self) -> Sequence[str]:
        return self.ids

    @property
    def here(self) -> str:
        return spot_text(self.middle)

    def _numbered(self, words: Sequence[str]) -> list[str]:
        """The words of an answer with members by their numbers."""
        numbers = {unit: f"model{number}" for number, unit in enumerate(self.ids, 1)}
        split = [word.partition("=") for word in words]
        return ["".join((numbers.get(key, key), *value)) for key, *value in split]

    def parsed(self, spots: Sequence[str]) -> Plan | Refusal:
        return super().parsed(self._numbered(spots))

    def stands(self, spots: Sequence[str]) -> Sequence[Disc]:
        circles = super().stands(spots)
        return [(x, y, radius) for (x, y, _), radius in zip(circles, self.radii, strict=bool(circles))]

    # ------------------------------------------------------------------ judging
    def judge_march(self, tracks: list[list[Spot]], ends: Spots, length: float, facing: float) -> Judgement:
        most = 0.0
        for unit, track, radius in zip(self.ids, tracks, self.radii, strict=True):
            refusal, taken = self.judge_member(unit, track, radius)
            if refusal is not None:
                return Refusal(f"{unit}: {refusal.why}", refusal.rule), taken
            most = max(most, taken)
        return self.refuse_together(ends), most

    def refuse_together(self, ends: Spots) -> Refusal | None:
        """Why they may not stand so beside each other."""
        moved = {unit: (x, y, radius) for unit, (x, y), radius in zip(self.ids, ends, self.radii, strict=True)}
        bases = {**moved, **self.staying}
        for (one, a), (other, b) in combinations(bases.items(), 2):
            if dist(a[:2], b[:2]) < a[2] + b[2] - TINY:
                return Refusal(f"{other} would stand on {one}", self.group_rule)
        found = stray([*bases.values()], self.link, self.across)
        return self.refuse_stray(found, [*bases]) if found is not None else None

    def refuse_stray(self, found: Stray, units: Sequence[str]) -> Refusal:
        """Who breaks up the group, in words."""
        most = self.across if found.linked else self.link
        far = self.length_unit.over(found.distance, most, f"from {units[found.other]}")
        return Refusal(f"{units[found.number]} would be {far}", self.group_rule)
