"""What happened, as a short film over the map: ways walked, lines of fire, dice, harm, units that are gone.

`film` is a pure function from events and the two scenes around them to frames. It looks into no game: a frame is the
scene before, changed by what the events say so far, with marks over it. The screen shows the frames one after another
and then the scene after, whatever the frames showed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil, hypot

from attrs import evolve

from tabletop_tui.engine.events import Event, Fell, Harmed, Moved, Rolled, Shot
from tabletop_tui.engine.scenes import Base, HexScene, Scene, TableScene, Token
from tabletop_tui.records import frozen
from tabletop_tui.table.points import parse_spot, spot_text
from tabletop_tui.widgets.map.shared.marks import Light, Marks

LONGEST_FILM = 1.5
"""Seconds that the film of one answer lasts at most ..."""
SHORTEST = 0.03
"""... and that each of its frames lasts at least."""
WALK, FLY, FLASH, REST = 0.36, 0.3, 0.08, 0.16
"""Seconds of a whole way, of a shot on its way, of one flash, and of dice that have come to lie."""
HEXES, STEPS, LEGS, DICE = 8, 6, 5, 3
"""A way is shown in at most so many hexes, or steps on an open table; a shot flies and dice come to lie in so many."""


@frozen(eq=False)
class Frame:
    """One picture of a film."""

    scene: Scene
    marks: Marks
    seconds: float
    told: int
    """How many of the events the log tells by now ..."""
    rolled: int
    """... and how many of the rolls among them lie in the tray, the last of which may still be rolling."""
    lying: int | None = None
    """How many dice of the last roll lie still; None where it is not about dice."""
    spot: str = ""
    """Where to look, '' for anywhere."""


def film(
    events: Sequence[Event],
    before: Scene,
    after: Scene,
    pace: float = 1.0,
    earlier: Sequence[Event] = (),
    light: Light | None = None,
) -> list[Frame]:
    """The frames of what happened between two scenes of one table; none where there is nothing to see.

    With `pace` below 1 it is shorter by that share, and so is the longest that it may last. A shot that is still being
    carried out is among what happened `earlier` on the same answer. All of it is seen in the `light` that there was.
    """
    camera = _Camera(before, after, light)
    camera.shot = shot_line(earlier, before)
    for number, event in enumerate(events, 1):
        camera.take(event)
        camera.told = number
    return bounded(camera.frames, LONGEST_FILM * pace, pace)


def shot_line(events: Sequence[Event], scene: Scene) -> dict[str, str]:
    """The line of the shot that these events began and have not ended, as marks of sight; {} for none."""
    last = next((event for event in reversed(events) if isinstance(event, Moved | Shot)), None)
    camera = _Camera(scene, scene)
    if isinstance(last, Shot):
        camera.take(last)
    return camera.shot


def unit_at(scene: Scene, spot: str) -> str:
    """The unit on a spot of a scene that is not painted yet, '' for none."""
    found = next((token.unit for token in scene.tokens if token.spot == spot), "")
    if found or isinstance(scene, HexScene) or not spot:
        return found
    x, y = _place(spot)
    near = (unit for unit, bases in scene.bases.items() for base in bases if _touches(base, x, y))
    return next(near, "")


def _touches(base: Base, x: float, y: float) -> bool:
    return hypot(base.x - x, base.y - y) <= max(base.radius, 0.5)


def bounded(frames: Sequence[Frame], longest: float, pace: float = 1.0) -> list[Frame]:
    """The same film in at most `longest` seconds: run faster, and with fewer frames where they would be too short."""
    whole = sum(frame.seconds for frame in frames) * pace
    share = pace * min(1.0, longest / whole) if whole else 1.0
    kept: list[Frame] = []
    waiting = 0.0
    for number, frame in enumerate(frames, 1):
        waiting += frame.seconds * share
        if waiting >= SHORTEST or number == len(frames):
            kept.append(evolve(frame, seconds=waiting))
            waiting = 0.0
    return kept


class _Camera:
    """Takes frame after frame of a scene that the events change."""

    def __init__(self, before: Scene, after: Scene, light: Light | None = None) -> None:
        self.scene, self.after, self.light = before, after, light
        self.told = self.rolled = 0
        self.shot: dict[str, str] = {}
        """The line of the shot that is being carried out."""
        self.frames: list[Frame] = []
        self._takes: dict[type[Event], Callable[..., None]] = {
            Moved: self._moved,
            Shot: self._shot,
            Rolled: self._rolled,
            Harmed: self._harmed,
            Fell: self._fell,
        }

    def take(self, event: Event) -> None:
        self.told += type(event) is not Rolled
        if (make := self._takes.get(type(event))) is not None:
            make(event)

    def _frame(
        self, seconds: float, spot: str = "", flash: str = "", lying: int | None = None, tracer: Sequence[str] = ()
    ) -> None:
        lit = frozenset([flash] if flash else [])
        marks = Marks(sight=self.shot, flash=lit, light=self.light, tracer=tuple(tracer))
        spot = spot or next(reversed(list(self.shot)), "")  # while dice roll for a shot, its target is in view
        self.frames.append(Frame(self.scene, marks, seconds, self.told, self.rolled, lying, spot))

    # ------------------------------------------------------------------ events
    def _moved(self, event: Moved) -> None:
        """Along its path; a unit that was not there before flashes where it appears."""
        self.shot = {}
        token, later = self._now(event.unit), self._later(event.unit)
        way = [spot for spot in event.path if self._has(spot)]
        if token is None or len(way) < 2:
            spot = way[-1] if way else later.spot if later is not None else ""
            if later is not None and spot:
                self._put(evolve(later, spot=spot), self._bases_at(later, spot))
                self._frame(FLASH, spot, spot)
            return
        stops = self._stops(way)
        start = self._bases(event.unit)
        for spot in stops:
            self._put(evolve(token, spot=spot), _moved_by(start, way[0], spot))
            self._frame(WALK / len(stops), spot)
        if later is not None and later.spot == way[-1]:
            self._put(later, self._bases_after(event.unit))

    def _stops(self, way: Sequence[str]) -> list[str]:
        """The spots at which a walk along this way is shown, its end the last."""
        spots = [spot for start, end in pairwise(way) for spot in self._between(start, end)[1:]]
        return spots[-1:] if not spots else [spots[place] for place in _evenly(len(spots), HEXES)]

    def _shot(self, event: Shot) -> None:
        """A tracer that flies from the shooter to the target and leaves its line behind."""
        shooter, target = self._now(event.unit), self._now(event.target)
        ends = [spot for spot in event.spots if self._has(spot)]
        ends = (
            [ends[0], ends[-1]] if len(ends) > 1 else [token.spot for token in (shooter, target) if token is not None]
        )
        if len(ends) < 2 or ends[0] == ends[1]:
            return
        line = self._between(*ends)
        legs = _evenly(len(line) - 1, LEGS)
        for place in legs:
            flown = line[: place + 2]
            self.shot = dict.fromkeys(flown, "clear")
            self._frame(FLY / len(legs), line[place + 1], tracer=flown)

    def _rolled(self, event: Rolled) -> None:
        """The dice come to lie, a third of them at a time."""
        count = event.dice
        self.rolled += count > 0
        for place in _evenly(count, DICE):
            self._frame(REST / DICE, lying=place)
        self.told += 1
        if count:
            self._frame(REST, lying=count)

    def _harmed(self, event: Harmed) -> None:
        token, later = self._now(event.unit), self._later(event.unit)
        if token is None or event.amount <= 0:
            return
        self._frame(FLASH, token.spot, token.spot)
        self._frame(FLASH / 2, token.spot)
        self._frame(FLASH, token.spot, token.spot)
        if later is not None and later.spot == token.spot:
            self._put(later, self._bases_after(event.unit))

    def _fell(self, event: Fell) -> None:
        """It goes out, comes back in a flash, and is gone."""
        token = self._now(event.unit)
        if token is None or self._later(event.unit) is not None:
            return
        bases = self._bases(event.unit)
        for _ in range(2):
            self._put(token, bases)
            self._frame(FLASH, token.spot, token.spot)
            self._take_off(event.unit)
            self._frame(FLASH, token.spot)

    # ------------------------------------------------------------------ the scene
    def _now(self, unit: str) -> Token | None:
        return next((token for token in self.scene.tokens if token.unit == unit and unit), None)

    def _later(self, unit: str) -> Token | None:
        return next((token for token in self.after.tokens if token.unit == unit and unit), None)

    def _has(self, spot: str) -> bool:
        return spot in self.scene.grid if isinstance(self.scene, HexScene) else parse_spot(spot) is not None

    def _between(self, start: str, end: str) -> list[str]:
        """The spots of a straight line, both ends included; on an open table so many steps."""
        if isinstance(self.scene, HexScene):
            return [start, *(group[0] for group in self.scene.grid.between(start, end)), end] if start != end else [end]
        (x, y), (u, v) = _place(start), _place(end)
        steps = max(1, min(STEPS, ceil(hypot(u - x, v - y))))
        return [
            start,
            *(spot_text((x + (u - x) * n / steps, y + (v - y) * n / steps)) for n in range(1, steps)),
            end,
        ]

    def _bases(self, unit: str) -> tuple[Base, ...]:
        return self.scene.bases.get(unit, ()) if isinstance(self.scene, TableScene) else ()

    def _bases_after(self, unit: str) -> tuple[Base, ...]:
        return self.after.bases.get(unit, ()) if isinstance(self.after, TableScene) else ()

    def _bases_at(self, token: Token, spot: str) -> tuple[Base, ...]:
        return _moved_by(self._bases_after(token.unit), token.spot, spot)

    def _put(self, token: Token, bases: tuple[Base, ...]) -> None:
        """The unit stands like this from now on."""
        tokens = [token if one.unit == token.unit else one for one in self.scene.tokens]
        if token not in tokens:
            tokens.append(token)
        self._stand(tokens, token.unit, bases)

    def _take_off(self, unit: str) -> None:
        self._stand([one for one in self.scene.tokens if one.unit != unit], unit, ())

    def _stand(self, tokens: list[Token], unit: str, bases: tuple[Base, ...]) -> None:
        if isinstance(self.scene, HexScene):
            self.scene = evolve(self.scene, tokens=tokens)
        else:
            self.scene = evolve(self.scene, tokens=tokens, bases={**self.scene.bases, unit: bases})


def _place(spot: str) -> tuple[float, float]:
    place = parse_spot(spot)
    assert place is not None, spot
    return place


def _moved_by(bases: tuple[Base, ...], start: str, end: str) -> tuple[Base, ...]:
    """The bases, moved as a whole by the way from one spot to the other."""
    if not bases:
        return ()
    (x, y), (u, v) = _place(start), _place(end)
    return tuple(evolve(base, x=base.x + u - x, y=base.y + v - y) for base in bases)


def _evenly(count: int, most: int) -> list[int]:
    """At most so many places out of `count`, evenly spread, the last one among them."""
    many = min(count, most)
    return [(number + 1) * count // many - 1 for number in range(many)]
