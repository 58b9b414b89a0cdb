"""Crowded tables by chance, and a search that tries place by place, to hold what the program finds against it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tabletop_tui.engine.game import Game
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece
from tabletop_tui.rules.pmc2640.ways.standing_checks import refuse_overlap, refuse_stand
from tabletop_tui.skirmish.unit_place_fields import Plan
from tabletop_tui.table import formations
from tests.pmc2640.build import Placed, battle_of, box, field, rifles, unit, wall

KINDS = ("woods", "ruins", "rubble", "rocks", "hill", "low-wall", "medium-wall", "building", "water")
TURNS = tuple(float(turn) for turn in range(0, 360, 15))
MIDDLE = 16.0, 28.0


def somewhere(chance: Random, low: float = MIDDLE[0], high: float = MIDDLE[1]) -> tuple[float, float]:
    return round(chance.uniform(low, high), 2), round(chance.uniform(low, high), 2)


def piece_of(name: str, kind: str, chance: Random) -> MapPiece:
    (x, y), w, h = somewhere(chance, 13, 30), chance.uniform(1, 5), chance.uniform(1, 5)
    if "wall" in kind:
        return wall(name, x, y, *chance.choice(((x + w, y), (x, y + h), (x + w, y + h))), kind)
    corners = (x, y), (x + w, y + h * 0.3), (x + w * 0.7, y + h), (x - w * 0.2, y + h * 0.8)
    return chance.choice((box(name, kind, x, y, x + w, y + h), MapPiece(name, kind, corners)))


def terrain(chance: Random, most: int = 7, kinds: tuple[str, ...] = KINDS) -> tuple[MapPiece, ...]:
    return tuple(piece_of(f"p{number}", chance.choice(kinds), chance) for number in range(chance.randint(2, most)))


def foes(chance: Random, most: int = 3) -> list[Placed]:
    ys = chance.uniform(3, 12), chance.uniform(33, 42)
    return [
        rifles(round(chance.uniform(4, 44), 2), round(chance.choice(ys), 2), size=chance.choice((1, 2, 4)))
        for _ in range(chance.randint(1, most))
    ]


def met(chance: Random, most: int = 7, kinds: tuple[str, ...] = KINDS) -> Game:
    """A1 stands among terrain, A2 somewhere near it, enemies further away."""
    while True:
        size = chance.choice((1, 2, 3, 4, 6, 8))
        game = field(
            [rifles(0, 0, size=size), rifles(*somewhere(chance), size=3)],
            foes(chance),
            pieces=terrain(chance, most, kinds),
        )
        one = unit(game, "A1")
        shape = formations.turned(
            formations.formation(chance.choice(formations.FORMATIONS[1:]), size, 1.0), chance.choice(TURNS)
        )
        one.models = formations.shifted(shape, somewhere(chance))
        if refuse_stand(battle_of(game), one, one.models) is None and refuse_overlap(one, one.models) is None:
            return game


def tries(
    chance: Random, left: float, top: float, right: float, bottom: float, count: int, often: int
) -> Iterator[Plan]:
    """Plans by chance within a box: in every formation, turned, now and then with models moved by themselves."""
    for number in range(often):
        spot = round(chance.uniform(left, right), 2), round(chance.uniform(top, bottom), 2)
        form, turn = (chance.choice(formations.FORMATIONS), chance.choice(TURNS)) if count > 1 else ("keep", 0.0)
        moved = range(count) if count > 1 and number % 3 == 0 else ()
        nudges = {one: (round(chance.uniform(-1, 1), 2), round(chance.uniform(-1, 1), 2)) for one in moved}
        yield Plan((spot,), form, turn, tuple(nudges.items()))
