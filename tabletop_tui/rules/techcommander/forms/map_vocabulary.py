"""What a map of TechCommander is made of: pieces with AC and heights, spawn points, places to fight for."""

from __future__ import annotations

from tabletop_tui.engine.scenes import Look
from tabletop_tui.rulebook.map_vocabulary import Data, PieceKey, PlaceForm, TableForm, TerrainForm
from tabletop_tui.rules.techcommander.files.file_formats import PieceTable
from tabletop_tui.rules.techcommander.files.loader import feature_of
from tabletop_tui.rules.techcommander.files.validation import LARGEST_SIDE, SMALLEST_SIDE, TERRAIN, plain
from tabletop_tui.rules.techcommander.shown.views import piece_words
from tabletop_tui.rules.techcommander.state.terrain import COLLAPSE, KINDS, UNIT, TerrainKind

CLIMBS = {"ramp": "TC-ELEV-2", "step": "TC-ELEV-3", "ladder": "TC-ELEV-5"}
SPAWN = Look("spawn point", "ice", "◇", "?")


def rules_of(kind: TerrainKind) -> tuple[str, ...]:
    """The rules behind what a kind of terrain does."""
    effects = (
        (kind.blocks, "TC-MOVE-4"),
        (kind.stands, "TC-OCC-1"),
        (bool(kind.climbs), CLIMBS.get(kind.climbs, "")),
        (bool(kind.hinders), "TC-HIND-3"),
        (kind.hovers, "TC-HIND-8"),
        (kind.explodes, "TC-COLL-3"),
        (kind.wall, "TC-WALL-4"),
        (bool(kind.ac), "TC-COLL-1"),
    )
    return tuple(rule for has, rule in effects if has)


def does_of(kind: TerrainKind) -> tuple[str, ...]:
    """What a kind of terrain does to sight and movement, in a few words, unless the map says otherwise."""
    effects = (
        (kind.top > kind.bottom, f"hides what is behind it, {kind.top:g} cm high"),
        (kind.wall, "one can shoot through it"),
        (kind.blocks, "has to be gone around"),
        (kind.stands, "one can stand on it"),
        (bool(kind.climbs), "leads up"),
        (bool(kind.hinders), f"takes {kind.hinders:g} of the speed"),
        (kind.explodes, "explosive"),
        (bool(kind.ac), f"AC {kind.ac}"),
    )
    return tuple(words for has, words in effects if has)


def called(table: Data) -> str:
    """What a piece is called, with its AC and its height; Wrong if there is no such piece."""
    return piece_words(feature_of(0, plain().structure(table, PieceTable)))


IN = 5.0
"""How far the first spawn points lie within the edge."""


def bare(width: float, height: float) -> Data:
    """Two spawn points, without which nobody plays, in the middle of the near and the far edge (TC-DM-2)."""
    return {"starts": [[round(width / 2, 2), round(height - IN, 2)], [round(width / 2, 2), IN]]}


FORM = TableForm(
    UNIT,
    KINDS["open"].look,
    tuple(
        TerrainForm(name, KINDS[name].look, rules_of(KINDS[name]), KINDS[name].line, does=does_of(KINDS[name]))
        for name in TERRAIN
    ),
    sides=(SMALLEST_SIDE, LARGEST_SIDE),
    usual=((90.0, 90.0), (120.0, 90.0), (60.0, 60.0)),
    grid=10.0,
    keys=(
        PieceKey("ac", "AC", int, lambda kind: KINDS[kind].ac, ("TC-TERR-1",)),
        PieceKey("top", "top, cm", float, lambda kind: KINDS[kind].top, ("TC-COVER-1",)),
        PieceKey("bottom", "bottom, cm", float, lambda kind: KINDS[kind].bottom),
        PieceKey("hinders", "takes of speed", float, lambda kind: KINDS[kind].hinders, ("TC-HIND-3",)),
        PieceKey("reach", "collapse reaches, cm", float, lambda _: COLLAPSE, ("TC-COLL-2",)),
        PieceKey("on", "leads onto", str, lambda _: "", ("TC-ELEV-2", "TC-ELEV-5"), names_piece=True),
        PieceKey("thick", "too thick to pierce", bool, lambda _: False, ("TC-WALL-4",)),
        PieceKey("rubble", "leaves rubble", bool, lambda _: False, ("TC-TERR-2",)),
    ),
    places=(
        PlaceForm("starts", "S", "spawn point", SPAWN, ("TC-DM-2", "TC-SPAWN-4")),
        PlaceForm("alternates", "C", "choice spawn point", SPAWN, ("TC-PERK-5",)),
        PlaceForm("points", "P", "place to fight for", SPAWN, ("TC-SCEN-8",)),
    ),
    begins={"starts": []},
    bare=bare,
    called=called,
)
