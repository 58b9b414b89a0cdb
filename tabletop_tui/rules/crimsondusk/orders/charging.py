"""Charging: the short way for a section to go into contact with an enemy one (CD-MOVE-3, CD-ACT-5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist, pi

from tabletop_tui.engine import odds
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.game import Step
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.melee.melee_odds import charge_exchange
from tabletop_tui.rules.crimsondusk.moving.section_march import Ways, to_hundredths
from tabletop_tui.rules.crimsondusk.orders.spending_ap import Charge
from tabletop_tui.rules.crimsondusk.state.action_base import EnemyAction
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.coherency import distance
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.ways.move_field import MoveField, move_field
from tabletop_tui.rules.crimsondusk.ways.movement_limits import CLOSE, refuse_run, refuse_step
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.deterministic_math import cos, sin
from tabletop_tui.table.points import Spot, Spots

AROUND = 24
"""So many places around a base are tried."""
SHORT = (1.0, 0.75, 0.5, 0.25)
"""Whoever cannot touch the enemy goes this share of his way towards him."""
STRUCK = "as it stands after the charge, everybody striking the nearest"
"""What the chances of a charge take for granted."""


def ring(middle: Spot, reach: float, toward: Spot) -> list[Spot]:
    """Places in contact around a base, the one straight ahead first."""
    far = dist(middle, toward) or 1.0
    dx, dy = (toward[0] - middle[0]) / far, (toward[1] - middle[1]) / far
    found = []
    for number in range(AROUND):
        turn = (number + 1) // 2 * (-1) ** number * 2 * pi / AROUND
        c, s = cos(turn), sin(turn)
        found.append(to_hundredths((middle[0] + reach * (dx * c - dy * s), middle[1] + reach * (dx * s + dy * c))))
    return found


def ends_of_charge(field: MoveField, enemy: Unit) -> Spots:
    """Where each model ends: as many as can touch the enemy, one after another, the nearest first; () if none can."""
    reach, ends = field.radius + enemy.radius + CLOSE / 2, dict(enumerate(field.models))
    order = sorted(ends, key=lambda number: min(dist(field.models[number], spot) for spot in enemy.models))
    touched = False
    for number in order:
        start = field.models[number]
        near = sorted(enemy.models, key=lambda spot: dist(start, spot))
        places = [place for spot in near for place in ring(spot, reach, start)]
        others = [spot for other, spot in ends.items() if other != number]
        found = next((place for place in places if fits(field, number, place, others)), None)
        touched = touched or found is not None
        found = found or next(filter(None, (closer(field, number, near[0], share, others) for share in SHORT)), start)
        ends[number] = found
    return tuple(ends[number] for number in range(len(ends))) if touched else ()


def closer(field: MoveField, number: int, enemy: Spot, share: float, others: Sequence[Spot]) -> Spot | None:
    """A place on the straight way to an enemy, or None if it will not do."""
    start, step = field.models[number], field.paces[number] * share
    far = dist(start, enemy) or 1.0
    along = min(step, far) / far
    place = to_hundredths((start[0] + (enemy[0] - start[0]) * along, start[1] + (enemy[1] - start[1]) * along))
    return place if fits(field, number, place, others) else None


def fits(field: MoveField, number: int, place: Spot, others: Sequence[Spot]) -> bool:
    """Whether one man may go straight to a place, with his comrades at these places."""
    start = field.models[number]
    if dist(start, place) > field.paces[number] + TINY:
        return False
    if any(dist(place, other) < 2 * field.radius - TINY for other in (*others, *field.stayers)):
        return False
    alone = [[start, place]]
    single = field.alone(number)
    return (single.refuse_lengths(alone) or single.refuse_going(alone, (place,))) is None


def ways_of_charge(battle: Battle, unit: Unit, enemy: Unit, run: bool) -> Ways:
    """The ways of a section into contact; () if nobody gets there straight on or the chain would break."""
    field = charge_field(battle, unit, run)
    if field is None or distance(unit, enemy) > field.allowance + TINY:
        return ()
    ends = ends_of_charge(field, enemy)
    while ends and field.refuse_torn(ends) is not None:
        ends = held_back(field, ends, enemy)
    return (
        tuple((man.id, (start, end)) for man, start, end in zip(field.men, field.models, ends, strict=True))
        if ends
        else ()
    )


def held_back(field: MoveField, ends: Spots, enemy: Unit) -> Spots:
    """The same with the one who goes furthest staying where he is; () if nobody would touch the enemy then."""
    going = [number for number, end in enumerate(ends) if end != field.models[number]]
    if not going:
        return ()
    furthest = max(going, key=lambda number: dist(ends[number], field.models[number]))
    start = field.models[furthest]
    if any(dist(start, end) < 2 * field.radius - TINY for number, end in enumerate(ends) if number != furthest):
        return ()
    kept = tuple(start if number == furthest else end for number, end in enumerate(ends))
    touch = field.radius + enemy.radius + CLOSE
    return kept if any(dist(a, b) <= touch for a in kept for b in enemy.models) else ()


def charge_field(battle: Battle, unit: Unit, run: bool) -> MoveField | None:
    """Where those go who charge: all who can move, running if they may."""
    able = [man for man in battle.able(unit) if refuse_step(battle, unit, man) is None and not man.part]
    if not able or (run and all(refuse_run(unit, man) is not None for man in able)):
        return None
    return move_field(battle, unit, {man.id: run and refuse_run(unit, man) is None for man in able})


# ---------------------------------------------------------------- the action
def charges(battle: Battle, unit: Unit) -> Iterator[ToCharge]:
    """A charge at each enemy section that is near enough, walking if that will do."""
    for enemy in battle.enemies(unit.seat):
        for run in (False, True):
            if ways := ways_of_charge(battle, unit, enemy, run):
                yield ToCharge(battle, unit, enemy, run, ways)
                break


@frozen
class ToCharge(EnemyAction):
    run: bool
    ways: Ways
    rule = "CD-MOVE-3"
    says = "As many as can go straight into contact, the others come closer; the activation ends with a melee."

    @property
    def key(self) -> str:
        return f"charge:{self.enemy.id}"

    @property
    def label(self) -> str:
        return f"{'Run' if self.run else 'Walk'} into contact with {self.enemy.name}"

    @property
    def cost(self) -> str:
        return "1 AP"

    def refuse(self) -> Refusal | None:
        return None

    def steps(self) -> Sequence[Step]:
        return [Charge(self.unit.id, self.ways, self.run)]

    def preview(self) -> Preview | None:
        touch = self.unit.radius + self.enemy.radius + CLOSE
        count = sum(any(dist(way[-1], spot) <= touch for spot in self.enemy.models) for _, way in self.ways)
        came = charge_exchange(self.battle, self.unit, self.enemy, {name: way[-1] for name, way in self.ways})
        lines = (Line("in contact", str(count), rules=("CD-MEL-1",)), Line(STRUCK, rules=("CD-MEL-2",), mood="dim"))
        kills, losses = came.kills(0), came.kills(1)
        chances = [
            Chance("more killed than lost", came.won),
            Chance("more lost than killed", came.lost),
            Chance("one killed or more", odds.at_least(kills, 1)),
            Chance("one lost or more", odds.at_least(losses, 1)),
            Chance("wiped out", odds.at_least(kills, self.enemy.left)),
        ]
        return Preview(lines, tuple(chances), odds.mean(kills), "models killed")
