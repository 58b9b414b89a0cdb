"""What scouts do: as long as they keep together they move as one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist
from typing import Any

from attrs import define, field, frozen

from tabletop_tui.engine.events import Moved
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.question import Place
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.skirmish.group_moves import GroupField
from tabletop_tui.skirmish.unit_place_fields import Judgement
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.coherency import stray
from tabletop_tui.table.length_units import CENTIMETRES
from tabletop_tui.table.points import Spot, spot_text
from tabletop_tui.table.templates import Disc
from tests.yard.state import HEIGHT, RADII, WALL, WIDTH, Yard

FAR, LINK, ACROSS, SPACING = 10.0, 3.0, 12.0, 1.5


@define(slots=False)
class ScoutField(GroupField):
    """Scouts go up to 10 cm, not through the wall, and end on nobody."""

    length_unit, move_rule, group_rule = CENTIMETRES, "YARD-RALLY-1", "YARD-RALLY-2"
    others: dict[str, Disc] = field(kw_only=True)

    def judge_member(self, unit: str, track: Sequence[Spot], radius: float) -> Judgement:
        refusal, length = super().judge_member(unit, track, radius)
        return refusal or self.refuse_end(track[-1], radius) or self.refuse_wall(track, radius), length

    def refuse_end(self, end: Spot, radius: float) -> Refusal | None:
        x, y = end
        if not (radius <= x <= WIDTH - radius and radius <= y <= HEIGHT - radius):
            return Refusal("off the table", "YARD-RALLY-1")
        for unit, (u, v, other) in self.others.items():
            if dist(end, (u, v)) < radius + other - TINY:
                return Refusal(f"{unit} stands there", "YARD-RALLY-1")
        return None

    def refuse_wall(self, track: Sequence[Spot], radius: float) -> Refusal | None:
        through = any(WALL.comes_near(a, b, radius - TINY) for a, b in pairwise(track))
        return Refusal("the wall is in the way", "YARD-RALLY-1") if through else None


def scout_field(state: Yard, seat: int) -> ScoutField:
    """Where the scouts of a seat can move together."""
    ids = tuple(state.scouts(seat))
    radii, models = tuple(RADII[unit[1]] for unit in ids), tuple(state.at[unit] for unit in ids)
    others = {unit: base for unit, [base] in state.bases(ids).items()}
    more = {"ids": ids, "radii": radii, "link": LINK, "across": ACROSS, "may_stay": True, "others": others}
    return ScoutField(models, max(radii), 0.0, FAR, SPACING, **more)


def scattered(state: Yard, seat: int) -> Refusal | None:
    """Why the scouts of a seat cannot move as one."""
    units = state.scouts(seat)
    if len(units) < 2:
        return Refusal("fewer than two scouts are left", "YARD-RALLY-1")
    bases = [(*state.at[unit], RADII[unit[1]]) for unit in units]
    found = stray(bases, LINK, ACROSS)
    return Refusal(f"{units[found.number]} is too far from the others", "YARD-RALLY-2") if found is not None else None


@frozen
class Rally(Ask):
    title = "Rally"
    says = "The scouts of a seat move as one."
    seat: int
    rules = ("YARD-RALLY-1", "YARD-RALLY-2")

    def question(self, game: Game) -> Place:
        field = scout_field(game.state, self.seat)
        who = ", ".join(field.ids)
        return Place(self.seat, f"{who}: where to?", about=field.ids[0], rules=self.rules, field=field, many=True)

    def take(self, game: Game, answer: Any) -> None:
        field = game.asked_field(self, ScoutField)
        for unit, end in zip(field.ids, field.places(answer)[0], strict=True):
            path = spot_text(game.state.at[unit]), spot_text(end)
            game.state.at[unit] = end
            game.emit(Moved(f"{unit} goes to {path[1]}", self.rules, self.seat, unit, path))
