"""Kinds of ground and what each does to movement and fire (MC-TERR): how it looks, what it hides, how high it is."""

from __future__ import annotations

from tabletop_tui.engine.scenes import Look
from tabletop_tui.records import frozen

HIGHEST = 99
"""The rulebook knows no highest level; a map has two digits for it."""


@frozen
class Terrain:
    """A kind of ground: how it looks and what it does to movement and fire."""

    id: str
    code: str
    """Its letter in a map file."""
    look: Look
    difficult: bool = False
    soft_cover: bool = False
    height: int = 0
    """Levels that stand on the ground here (a building); they count for sight lines."""
    rule: str = "MC-TERR-2"


TERRAINS = {
    terrain.id: terrain
    for terrain in (
        Terrain("grass", ".", Look("normal", "grass", " ", " ")),
        Terrain("sand", ",", Look("normal, sand", "sand", " ", " ")),
        Terrain("concrete", "=", Look("normal, concrete", "concrete", "=", "=")),
        Terrain("water", "~", Look("water", "water", "~", "~"), soft_cover=True, rule="MC-TERR-5"),
        Terrain("forest", "f", Look("forest", "forest", "♣", "&"), True, True, rule="MC-TERR-9"),
        Terrain("snow", "s", Look("dense snow", "snow", "*", "`"), True, True, rule="MC-TERR-10"),
        Terrain("building", "b", Look("building, height 1", "building", "▒", "#"), height=1, rule="MC-TERR-11"),
        Terrain("tower", "B", Look("building, height 2", "building", "▓", "|"), height=2, rule="MC-TERR-11"),
        Terrain("ice", "i", Look("frozen over", "ice", "-", "-"), True, rule="MC-TERR-12"),
        Terrain("fire", "x", Look("on fire", "fire", "^", "^"), rule="MC-TERR-13"),
        Terrain("wreckage", "w", Look("wreckage", "wreck", "%", "%"), rule="MC-TERR-14"),
    )
}
"""Every kind of ground that a map may name (MC-TERR-1).

Fire and wreckage lie over grass; in play they are overlays that any ground can have.
"""
CODES = {terrain.code: terrain for terrain in TERRAINS.values()}
