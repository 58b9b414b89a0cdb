"""What buildings and walls withstand (CD-BLDG): their damage, the table of it, and what is left when they fall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist

from shapely import LineString
from shapely.ops import substring

from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.wording import sentence
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.damage.casualties import kill
from tabletop_tui.rules.crimsondusk.damage.damage import Hit, roll_damage
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.battlefield import Battlefield
from tabletop_tui.rules.crimsondusk.state.relocation import has_moved
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES
from tabletop_tui.rules.crimsondusk.state.terrain import KINDS, called
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.rules.crimsondusk.ways.nearest_free_place import beside
from tabletop_tui.table.terrain_pieces import Piece

SECTION = 3.0
"""How long a section of a wall is, in units (CD-BLDG-4)."""
RUBBLE = "rubble"
"""What is left of a building (CD-BLDG-1)."""
TEN = 10


# ---------------------------------------------------------------- what stands there
def sections_of(piece: Piece) -> list[Piece]:
    """A wall cut into sections of 3 units; a building is one whole, and so is a section that stands alone."""
    if not piece.line or "#" in piece.id:
        return [piece]
    length = LineString(piece.points).length
    cuts = range(max(1, round(length / SECTION)))
    step = length / len(cuts)
    return [section_of(piece, number, number * step, (number + 1) * step) for number in cuts]


def section_of(piece: Piece, number: int, start: float, end: float) -> Piece:
    points = tuple((x, y) for x, y in substring(LineString(piece.points), start, end).coords)
    return Piece(f"{piece.id}#{number}", piece.kind, points, piece.name, line=True)


def ruined(table: Battlefield, ruins: Sequence[str]) -> Battlefield:
    """The table with these buildings and sections of walls destroyed."""
    if not ruins:
        return table
    found: list[Piece] = []
    for piece in table.pieces:
        parts = sections_of(piece)
        if piece.id in ruins:
            found.append(Piece(piece.id, RUBBLE, piece.points, piece.name))
        elif any(part.id in ruins for part in parts):
            found += [part for part in parts if part.id not in ruins]
        else:
            found.append(piece)
    return Battlefield(table.name, table.width, table.height, tuple(found))


def breakable(table: Battlefield) -> Iterator[Piece]:
    """All that can be shot to pieces: buildings, and walls by their sections."""
    return (part for piece in table.pieces if KINDS[piece.kind].dam for part in sections_of(piece))


def inside(battle: Battle, piece: Piece) -> list[tuple[Unit, Man]]:
    """The models in a building."""
    if piece.line:
        return []
    return [
        (unit, man)
        for unit in battle.on_table()
        for man, spot in zip(unit.men, unit.models, strict=False)
        if piece.holds(spot)
    ]


def piece_of(battle: Battle, name: str) -> Piece | None:
    """The building, or section of a wall, of this name; None once it is destroyed."""
    return next((piece for piece in breakable(battle.table) if piece.id == name), None)


# ---------------------------------------------------------------- what it does
def harm_of(hit: Hit) -> int:
    """What a hit that goes through adds: P, or twice AT (CD-BLDG-1)."""
    return 2 * hit.at or hit.p


def harm_need(hit: Hit, av: int) -> Need:
    return Need(Tally("Goes through", av - (hit.at or hit.p) + 1, f"over AV {av}", "CD-BLDG-1"))


def tens(damage: int) -> int:
    """How many multiples of ten a damage is over (CD-VTGT-6)."""
    return max(0, damage - 1) // TEN


@frozen
class Crack(Step):
    title = "Crack"
    says = "D10 + P, or AT, against the AV of a building: if it is higher, its damage grows and the table is rolled on."
    unit: str
    piece: str
    hit: Hit
    rules = ("CD-BLDG-1", "CD-BLDG-2")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, piece = battle.units[self.unit], piece_of(battle, self.piece)
        if piece is None:
            return
        av, power = KINDS[piece.kind].av, self.hit.at or self.hit.p
        adds = Tally("AT" if self.hit.at else "P", power, self.hit.what, "CD-BLDG-1")
        check = Check(
            unit.seat,
            f"damage to {called(piece)}",
            harm_need(self.hit, av),
            sides=SIDES,
            adds=adds,
            rules=self.rules[:1],
        )
        if game.check(check, lambda came: "goes through" if came.passed else "no effect").passed:
            crumble(game, unit, piece, self.hit, harm_of(self.hit))


def crumble(game: Game[Battle], by: Unit, piece: Piece, hit: Hit, harm: int) -> None:
    """The damage of a building grows: over its Dam it falls, else each ten that is passed is a roll (CD-BLDG-2)."""
    battle, dam = game.state, KINDS[piece.kind].dam
    before = battle.damage.get(piece.id, 0)
    now = before + harm
    battle.damage = {**battle.damage, piece.id: now}
    game.emit(Event(f"{sentence(called(piece))} has taken {now} of {dam} damage", ("CD-BLDG-1",), by.seat))
    if now > dam:
        collapse(game, by, piece)
        return
    for _ in range(tens(now) - tens(before)):
        if piece_of(battle, piece.id) is None:
            return
        roll_table(game, by, piece, hit)


def roll_table(game: Game[Battle], by: Unit, piece: Piece, hit: Hit) -> None:
    """One roll on the table of buildings (CD-BLDG-2)."""
    face = game.check(Check(by.seat, f"what happens to {called(piece)}", sides=SIDES, rules=("CD-BLDG-2",))).face
    if face == TEN:
        more = game.check(Check(by.seat, "more damage", sides=SIDES, rules=("CD-BLDG-2",))).face
        crumble(game, by, piece, hit, more)
    elif face > 5 and (found := anybody(game, by, piece)) is not None:
        unit, man = found
        if face > 7:
            kill(game, unit, roll_damage(game, unit, ((man.id, hit),), by.id), "CD-BLDG-2", by.id)
        else:
            unit.alter([man.id], stunned=game.state.turn + 1, aimed="", loading="", paid=0)
            text = f"{man.id} in {called(piece)} is stunned next turn"
            game.emit(Status(text, ("CD-BLDG-2",), unit.seat, unit.id, "stunned"))
    else:
        game.emit(Event("A nice piece of furniture has a hole in it", ("CD-BLDG-2",), by.seat))


def anybody(game: Game[Battle], by: Unit, piece: Piece) -> tuple[Unit, Man] | None:
    """One of those in a building by chance, all as likely; None if it is empty."""
    found = inside(game.state, piece)
    if len(found) < 2:
        return found[0] if found else None
    why = f"which of {len(found)} in {called(piece)}"
    return found[game.check(Check(by.seat, why, sides=len(found), rules=("CD-BLDG-2",))).face - 1]


def collapse(game: Game[Battle], by: Unit, piece: Piece) -> None:
    """A building is destroyed: who was in it stands beside it unharmed, and its place is difficult (CD-BLDG-1)."""
    battle = game.state
    game.emit(Event(f"{sentence(called(piece))} is destroyed", ("CD-BLDG-1",), by.seat))
    stood = {(unit.id, man.id): unit.spot_of(man.id) for unit, man in inside(battle, piece)}
    for (name, man), _ in stood.items():
        unit = battle.units[name]
        unit.put({man: beside(battle, unit, unit.man(man), piece)})
    for name in dict.fromkeys(name for name, _ in stood):
        unit = battle.units[name]
        has_moved(unit, {man: dist(spot, unit.spot_of(man)) for (one, man), spot in stood.items() if one == name})
    battle.ruins = (*battle.ruins, piece.id)
    battle.table = ruined(battle.scenario.table, battle.ruins)
