"""Coherency of PMC 2640 (PMC-COH): whether models stand together, and who is taken off so that the rest does."""

from __future__ import annotations

from collections.abc import Collection
from math import dist

from tabletop_tui.rules.pmc2640.state.profiles import INFANTRY_RADIUS
from tabletop_tui.table import bases
from tabletop_tui.table.bases import Spot, Spots
from tabletop_tui.table.coherency import coherent as table_coherent

LINK, ACROSS = 1.0, 6.0
"""The gaps of the chain, and the widest spread, in inches (PMC-COH-1, PMC-COH-3)."""


def coherent(models: Collection[Spot]) -> bool:
    return table_coherent(list(models), INFANTRY_RADIUS, LINK, ACROSS)


def coherent_without(models: Spots, removed: set[int]) -> bool:
    """Whether the models that are left keep their coherency (PMC-FIRE-11)."""
    return coherent([spot for number, spot in enumerate(models) if number not in removed])


def removal_order(models: Spots, count: int) -> list[int]:
    """Which models to take off so that the rest stays together: the outermost first."""
    gone: set[int] = set()
    middle = bases.centre(models)
    for _ in range(min(count, len(models))):
        left = sorted((n for n in range(len(models)) if n not in gone), key=lambda n: -dist(models[n], middle))
        pick = next((n for n in left if coherent_without(models, gone | {n})), left[0])
        gone.add(pick)
    return sorted(gone)
