"""The chances of a shot: blocked hits, and a vehicle's halved and doubled ones (AMC-SHOOT-3, AMC-WPN-2, AMC-WPN-3)."""

from __future__ import annotations

from functools import lru_cache

from tabletop_tui.engine import odds


def losses(hits: odds.Chances, bonus: int, block: float, per_hit: bool = True) -> odds.Chances:
    """The distribution of unblocked hits."""
    found: dict[int, float] = {}
    for number, p in enumerate(hits):
        if not p:
            continue
        dice = (number if per_hit else 0) + bonus
        for blocks, q in enumerate(odds.repeat((1 - block, block), dice)):
            lost = max(0, number - blocks)
            found[lost] = found.get(lost, 0.0) + p * q
    return tuple(found.get(number, 0.0) for number in range(max(found) + 1))


@lru_cache(maxsize=512)
def vehicle_hits(plain: odds.Chances, starred: odds.Chances) -> odds.Chances:
    """The distribution of hits on a vehicle, halved and doubled."""
    halved = [0.0] * (len(plain) // 2 + 1)
    for number, p in enumerate(plain):
        halved[number // 2] += p
    return odds.add(tuple(halved), odds.scaled(starred, 2))
