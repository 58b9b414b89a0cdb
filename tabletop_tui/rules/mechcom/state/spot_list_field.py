"""The field of a question whose spots are simply a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.table.hexes import Hex


@define
class SpotsField:
    """A Place question's spots that are simply a list, without a way to them."""

    spots: Sequence[Hex]
    why: Refusal

    def cells(self) -> Mapping[str, str]:
        return dict.fromkeys(self.spots, "")

    def path(self, spots: Sequence[str]) -> Sequence[str]:
        return list(spots) if self.refuse(spots) is None else []

    def refuse(self, spots: Sequence[str]) -> Refusal | None:
        return None if spots[-1] in self.spots else Refusal(f"{spots[-1]}: {self.why.why}", self.why.rule)

    def cost(self, spots: Sequence[str]) -> str:
        return ""
