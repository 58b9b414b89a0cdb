"""Buildings and walls under fire: how hard they are hit, what it does to them and those inside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Shot
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.option_order import TERRAIN
from tabletop_tui.engine.previews import FUTILE, Chance, Preview
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import so_many
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooters, hit_tally
from tabletop_tui.rules.crimsondusk.aiming.volley_preview import Salvo, weapon_of
from tabletop_tui.rules.crimsondusk.damage.building_damage import Crack, breakable, harm_need, harm_of, piece_of
from tabletop_tui.rules.crimsondusk.damage.damage import Hit
from tabletop_tui.rules.crimsondusk.shooting.target_choice_odds import picking_out
from tabletop_tui.rules.crimsondusk.sight import sight
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import pressing
from tabletop_tui.rules.crimsondusk.state.action_base import UnitAction
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import Sheet, Soldier
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES, chance, helped, need_of, passes, skill_tally, words
from tabletop_tui.rules.crimsondusk.state.terrain import KINDS, called
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import firing_as, from_platform, platform
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot, spot_text
from tabletop_tui.table.polygons import foot
from tabletop_tui.table.terrain_pieces import Piece

INHABITED = Unit("", 0, Sheet("a building", ()), (Man("", Soldier("Ir")),))
"""Buildings are shot at like irregulars, as vehicles are (CD-BLDG-1, CD-VTGT-1)."""


def nearest_place(piece: Piece, spot: Spot) -> Spot:
    """The place on the outside of a piece that is nearest to a spot."""
    feet = (foot(a, b, spot) for a, b in piece.figure.sides)
    return min(feet, key=lambda there: (there[0] - spot[0]) ** 2 + (there[1] - spot[1]) ** 2)


# ---------------------------------------------------------------- shooting at it
@frozen
class ShootBuilding(UnitAction):
    """All of these who reach it shoot at a building, or at the section of a wall that is nearest to them."""

    piece: Piece
    shooters: Shooters
    rule = "CD-BLDG-1"
    says = "All of these who reach it shoot at it."
    group = TERRAIN

    @property
    def key(self) -> str:
        return self.piece.id

    @property
    def label(self) -> str:
        kind = KINDS[self.piece.kind]
        done = self.battle.damage.get(self.piece.id, 0)
        return f"{called(self.piece)}, AV {kind.av}, {done} of {kind.dam}"

    @property
    def target(self) -> str:
        x, y = nearest_place(self.piece, self.unit.models[0])
        return spot_text((round(x, 2), round(y, 2)))

    @cached_property
    def tested(self) -> bool:
        """Whether a skill test is needed, for a section of the enemy is in sight (CD-SHOOT-5)."""
        return pressing(self.battle, self.unit) is not None

    @cached_property
    def shots(self) -> list[Salvo]:
        return battering(self.battle, self.unit, self.piece, self.shooters)

    @property
    def idle(self) -> str:
        return "" if any(map(self.through, self.shots)) else FUTILE

    def through(self, salvo: Salvo) -> float:
        """The chance that one die of a shot hits and does harm, once the target is picked out."""
        hit = Hit(salvo.weapon.p, salvo.weapon.at, salvo.weapon.name)
        need = harm_need(hit, KINDS[self.piece.kind].av)
        return 0.0 if salvo.beyond else chance(salvo.tally) * need.chance(SIDES)

    def steps(self) -> Sequence[Step]:
        return [Batter(self.unit.id, self.piece.id, self.shooters)]

    def preview(self) -> Preview | None:
        lines = [Line("target", self.label, mood="head", rules=("CD-BLDG-1",))]
        chances, expected, passed, none = [], 0.0, 1.0, 1.0
        if self.tested:
            test = picking_out(self.battle, self.unit)
            lines, passed = [*lines, *test.lines], test.passed
        for salvo in self.shots:
            harm, through = harm_of(Hit(salvo.weapon.p, salvo.weapon.at, salvo.weapon.name)), self.through(salvo)
            lines.append(Line(salvo.shooter.man, f"{salvo.weapon.name} {words(salvo.tally)}", salvo.tally))
            chances.append(Chance(f"{salvo.shooter.man} does {harm}", passed * through))
            none *= (1 - through) ** salvo.dice
            expected += salvo.dice * passed * through * harm
        return Preview(tuple(lines), (Chance("any damage", passed * (1 - none)), *chances), expected, "damage")


def battering(battle: Battle, unit: Unit, piece: Piece, shooters: Shooters) -> list[Salvo]:
    """The shots of all who reach a building and are not in it."""
    return list(shots_at(battle, unit, piece, shooters))


def shots_at(battle: Battle, unit: Unit, piece: Piece, shooters: Shooters) -> Iterator[Salvo]:
    """The same one by one, for whoever only wants to know whether there is one."""
    for one in shooters:
        if unit.number(one.man) is None:
            continue
        here, weapon = unit.spot_of(one.man), weapon_of(unit, one)
        gap = piece.figure.distance(here) - unit.radius
        reaches = not piece.holds(here) and gap <= weapon.furthest + TINY and not (weapon.blast or weapon.flame)
        if reaches and sees_piece(battle, unit, here, piece) is None:
            side = Tally("To hit", 0).plus(-1, "large", "CD-HIT-9")
            tally = hit_tally(unit.man(one.man), weapon, one, INHABITED, weapon.furthest + gap, side)
            if (vehicle := platform(battle, unit)) is not None:
                tally = from_platform(vehicle, weapon, unit.man(one.man), tally)
            yield Salvo(one, weapon, weapon.shots, tally, gap > weapon.range + TINY)


def sees_piece(battle: Battle, unit: Unit, here: Spot, piece: Piece) -> Refusal | None:
    """Why a building is not seen from a place, or None: the nearest place on its outside counts."""
    there = nearest_place(piece, here)
    others = [blind for blind in sight.blinds_between(battle, unit, None, (here, there)) if not about(blind, piece)]
    return sight.blocked(others, here, there)


def about(blind: sight.Blind, piece: Piece) -> bool:
    """Whether it is the piece itself, or the wall of which it is a section, that blocks."""
    args: tuple[Any, ...] = getattr(blind, "args", ())
    return bool(args) and getattr(args[0], "id", None) in (piece.id, piece.id.partition("#")[0])


def shootable(battle: Battle, unit: Unit, shooters: Shooters) -> list[Piece]:
    """The buildings in reach, and of each wall the section that is nearest."""
    best: dict[str, Piece] = {}
    here = unit.models[0]
    for piece in breakable(battle.table):
        wall = piece.id.partition("#")[0]
        if wall not in best or piece.figure.distance(here) < best[wall].figure.distance(here):
            best[wall] = piece
    return [piece for piece in best.values() if next(shots_at(battle, unit, piece, shooters), None) is not None]


@frozen
class Batter(Step):
    says = "A section shoots at a building: a die for each shot, then D10 + P against its AV for each hit."
    unit: str
    piece: str
    shooters: Shooters
    tested: bool = False
    """Whether its own test is still to come: in games that were saved before that was a step by itself."""
    rules = ("CD-BLDG-1", "CD-BLDG-3", "CD-BLDG-4", "CD-BLDG-5")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} shoots at {self.piece}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, piece = firing_as(battle, self.unit, self.shooters[0].man), piece_of(battle, self.piece)
        if not unit.living or piece is None:
            return
        tally = helped(battle, unit, skill_tally(unit.quality))
        text = f"{unit.does('shoots')} at {called(piece)}"
        if self.tested and not passes(game, unit.seat, text, tally, ("CD-SHOOT-5",)):
            return
        spots = spot_text(unit.models[0]), spot_text(nearest_place(piece, unit.models[0]))
        game.emit(Shot(text, ("CD-BLDG-1",), unit.seat, unit.id, "", spots))
        hits: list[Hit] = []
        for salvo in battering(battle, unit, piece, self.shooters):
            hits += hits_of(game, unit.seat, salvo)
        game.push(*(Crack(unit.id, self.piece, hit) for hit in hits))


def hits_of(game: Game[Battle], seat: int, salvo: Salvo) -> list[Hit]:
    """The hits of one model that do damage."""
    why = f"{salvo.shooter.man} shoots with the {salvo.weapon.name}"
    need, rules = need_of(salvo.tally), salvo.tally.rules
    check = Check(seat, why, need, dice=salvo.dice, sides=SIDES, rules=rules, bulk=True, apart=salvo.hit)
    rolled = game.check(check, lambda came: so_many(came.count, "hit"))
    good = [face for face, counts in zip(rolled.faces, rolled.counting, strict=True) if counts]
    return [] if salvo.beyond else [salvo.hit(face) for face in good]


# ---------------------------------------------------------------- blasts
def struck_by(battle: Battle, unit: Unit, spot: Spot, radius: float, hit: Hit) -> list[Step]:
    """A blast hits the buildings and sections of walls that its circle touches, too (CD-BLDG-1, CD-BLDG-4)."""
    touched = (piece for piece in breakable(battle.table) if piece.figure.distance(spot) <= radius + TINY)
    return [Crack(unit.id, piece.id, hit) for piece in touched]
