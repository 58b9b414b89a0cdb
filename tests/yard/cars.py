"""What a car does: it takes up a speed and drives just so far, the wider its bends the faster it is."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.events import Event, Moved
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Number, Place
from tabletop_tui.skirmish.driving_answers import DriveField
from tabletop_tui.table.driving_paths import Footprint, Pose, Sweep, round_base
from tabletop_tui.table.length_units import CENTIMETRES
from tabletop_tui.table.points import spot_text
from tests.yard.state import HEIGHT, POND, RADII, WALL, WIDTH, Yard, seat_of

GAIN, FASTEST, TIGHT = 6, 18, 3.0
POND_BODY = Footprint(POND.points)


class CarField(DriveField):
    """All of its speed, never into the wall or anybody."""

    length_unit, rule = CENTIMETRES, "YARD-DRIVE-2"


def car_field(state: Yard, car: str, speed: int) -> CarField:
    """Where a car can drive at a speed."""
    bases = state.bases([car]).items()
    others = {unit: Footprint(((x, y),), radius) for unit, [(x, y, radius)] in bases} | {
        "the wall": Footprint(WALL.points)
    }
    pose, base = Pose(*state.at[car], state.facing[car]), round_base(RADII[car[1]])
    tight, slow = TIGHT * max(1, speed // GAIN), speed <= GAIN
    more = {"may_stay": True, "spin": 90.0 if slow else 0.0, "before_spin": 1.0}
    return CarField(pose, base, float(speed), tight, WIDTH, HEIGHT, others, **more)


@frozen
class Speed(Ask):
    title = "Speed"
    says = "A car takes up a speed, up to 6 more than it had."
    car: str
    rules = ("YARD-DRIVE-1",)

    def question(self, game: Game) -> Number:
        high = min(FASTEST, game.state.speed[self.car] + GAIN)
        return Number(seat_of(self.car), f"How fast, up to {high}?", low=0, high=high, about=self.car, rules=self.rules)

    def take(self, game: Game, answer: Any) -> None:
        game.state.speed[self.car] = answer
        game.emit(Event(f"{self.car} goes at {answer}", self.rules, seat_of(self.car)))
        if answer:
            game.push(Drive(self.car))


@frozen
class Drive(Ask):
    title = "Drive"
    says = "A car drives all of its speed, or brakes and stays; in the pond it stops at once."
    car: str
    rules = ("YARD-DRIVE-2", "YARD-DRIVE-3")

    def question(self, game: Game) -> Place:
        field = car_field(game.state, self.car, game.state.speed[self.car])
        return Place(seat_of(self.car), "Drive where?", about=self.car, rules=self.rules, field=field, many=True)

    def preview(self, game: Game, answer: Any) -> Preview:
        field = game.asked_field(self, CarField)
        wet = Sweep(field.drive(answer).way, field.base).met(POND_BODY)
        line = Line("pond", f"stops after {wet:.1f} cm", rules=("YARD-DRIVE-3",)) if wet is not None else None
        return Preview((Line("will face", f"{field.end(answer).heading:g}"), *([line] if line else [])))

    def take(self, game: Game, answer: Any) -> None:
        state, field = game.state, game.asked_field(self, CarField)
        way, end = field.drive(answer).way, field.end(answer)
        wet = Sweep(way, field.base).met(POND_BODY)
        if wet is not None:
            end = field.stopped(answer, wet)
        if wet is not None or not way.length:
            state.speed[self.car] = 0
        state.at[self.car], state.facing[self.car] = end.spot, end.heading
        seat, path = seat_of(self.car), tuple(field.track(answer))
        where = f"{self.car} drives to {spot_text(end.spot)}, facing {end.heading:g}"
        game.emit(Moved(where, self.rules, seat, self.car, path))
