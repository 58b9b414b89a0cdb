"""The yard: what stands where. Two seats, each with a gunner (1), three scouts (2 to 4) and a car (5)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, evolve, field

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.events import Fell
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.reference_rule import Rule
from tabletop_tui.table.points import Spot, spot_text
from tabletop_tui.table.polygons import Figure
from tabletop_tui.table.templates import Disc

WIDTH, HEIGHT = 48.0, 36.0
NAMES = {"1": "Gunner", "2": "Scout", "3": "Scout", "4": "Scout", "5": "Car"}
RADII = {"1": 0.5, "2": 0.5, "3": 0.5, "4": 0.6, "5": 1.25}
STARTS = {
    "A1": (6.0, 8.0),
    "A2": (8.0, 14.0),
    "A3": (8.0, 16.0),
    "A4": (8.0, 18.0),
    "A5": (5.0, 24.0),
    "B1": (42.0, 28.0),
    "B2": (40.0, 18.0),
    "B3": (40.0, 20.0),
    "B4": (40.0, 22.0),
    "B5": (43.0, 12.0),
}
FACING = {"A5": 90.0, "B5": 270.0}
WALL = Figure(((22.0, 12.0), (26.0, 12.0), (26.0, 24.0), (22.0, 24.0)))
POND = Figure(((12.0, 28.0), (18.0, 27.0), (20.0, 31.0), (14.0, 33.0)))
RULES = [
    Rule("YARD-TURN-1", "Turns", "core", "The seats act in turn, twice a round, for four rounds; most points win."),
    Rule("YARD-BLAST-1", "Blast", "core", "Up to 24 cm away. On a D6 of 4 or more on the spot, else it scatters D6."),
    Rule("YARD-BLAST-2", "Blast", "core", "Who is under the circle is out, who is in the ring on a D6 of 4 or more."),
    Rule("YARD-FLAME-1", "Flame", "core", "Up to 3 spots, each on a model, at most 4 cm from the last and 12 cm away."),
    Rule("YARD-FLAME-2", "Flame", "core", "A model is out on a D6 of 4 or more for each spot that is on it."),
    Rule("YARD-DRIVE-1", "Driving", "core", "A car takes up a speed, at most 6 above its last and at most 18."),
    Rule("YARD-DRIVE-2", "Driving", "core", "It drives just so far, at 3 cm for each full 6 of it at the tightest."),
    Rule("YARD-DRIVE-3", "Driving", "core", "In the pond it stops at once. It may brake and stay. Both leave it at 0."),
    Rule("YARD-RALLY-1", "Scouts", "core", "At least two scouts that keep together move up to 10 cm as one."),
    Rule("YARD-RALLY-2", "Scouts", "core", "They end 3 cm or less from one another as a chain, no two over 12 apart."),
    Rule("YARD-JET-1", "Jet", "core", "A strip of 10 cm, 1.5 cm wide. Whoever is under it is out."),
]


@define
class Yard:
    """The state."""

    round: int = 0
    at: dict[str, tuple[float, float]] = field(factory=STARTS.copy)
    facing: dict[str, float] = field(factory=FACING.copy)
    speed: dict[str, int] = field(factory=lambda: dict.fromkeys(FACING, 0))
    lost: frozenset[str] = frozenset()
    scores: tuple[int, ...] = (0, 0)

    def clone(self) -> Yard:
        return evolve(self, at=self.at.copy(), facing=self.facing.copy(), speed=self.speed.copy())

    def of(self, seat: int) -> list[str]:
        """The units of a seat that are still in."""
        return [unit for unit in self.at if seat_of(unit) == seat and unit not in self.lost]

    def scouts(self, seat: int) -> list[str]:
        return [unit for unit in self.of(seat) if NAMES[unit[1]] == "Scout"]

    def bases(self, but: Sequence[str] = ()) -> dict[str, list[Disc]]:
        """Where everybody stands who is still in, but for these."""
        here = (unit for seat in (0, 1) for unit in self.of(seat) if unit not in but)
        return {unit: [(*self.at[unit], RADII[unit[1]])] for unit in here}

    def ground(self, spot: Spot) -> str:
        return "wall" if WALL.holds(spot) else "pond" if POND.holds(spot) else "grass"

    def card(self, unit: str) -> tuple[Line, ...]:
        place = Line("stands at", spot_text(self.at[unit]), rules=("YARD-TURN-1",))
        if unit not in self.facing:
            return (place,)
        return place, Line("faces", f"{self.facing[unit]:g}"), Line("speed", str(self.speed[unit]))


def seat_of(unit: str) -> int:
    return ord(unit[0]) - ord("A")


def take_out(game: Game, unit: str, seat: int, rule: str) -> None:
    """A unit is out; an enemy of the seat that did it is a point, a friend costs one."""
    state: Yard = game.state
    if unit in state.lost:
        return
    state.lost |= {unit}
    points = 1 if seat_of(unit) != seat else -1
    state.scores = tuple(score + points * (number == seat) for number, score in enumerate(state.scores))
    game.emit(Fell(f"{unit} is out", (rule,), seat_of(unit), unit, spot_text(state.at[unit])))
