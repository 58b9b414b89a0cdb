"""A sign for every place of an open table at whole numbers: what an overlay of the whole table is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tabletop_tui.records import frozen
from tabletop_tui.table.points import Spot, parse_spot, spot_text


@frozen
class Chart(Mapping[str, str]):
    """Spots as 'x,y' with their signs, like any labels of spots; `columns[x][y]` is the sign of the place (x, y)."""

    columns: tuple[str, ...]

    def __getitem__(self, text: str) -> str:
        spot = parse_spot(text)
        if spot is None or not all(value.is_integer() for value in spot) or not self.covers(spot):
            raise KeyError(text)
        return self.columns[int(spot[0])][int(spot[1])]

    def __iter__(self) -> Iterator[str]:
        return (spot_text((x, y)) for x, column in enumerate(self.columns) for y in range(len(column)))

    def __len__(self) -> int:
        return sum(map(len, self.columns))

    def covers(self, spot: Spot) -> bool:
        return 0 <= spot[0] < len(self.columns) and 0 <= spot[1] < len(self.columns[0])
