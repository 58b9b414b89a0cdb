"""A section for which no single vehicle has room gets into several that stand together (CD-PASS-5, CD-PASS-6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tabletop_tui.engine.assign_question import Assign, Item
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.damage.damage import one_each
from tabletop_tui.rules.crimsondusk.state.action_base import UnitAction
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import have_parted, moves, room_in
from tabletop_tui.rules.crimsondusk.vehicles.transports import GetOn, ToBoard, refuse_walk_up, vehicles_near
from tabletop_tui.table.points import spot_text

MOST = 3
"""Among so many vehicles a section is divided at most."""


def dividing(battle: Battle, unit: Unit) -> Iterator[ToDivide]:
    """Getting into several own vehicles that stand near, where none has room for all; inside, that nobody falls off."""
    near = [one for one in vehicles_near(battle, unit) if not moves(battle, one) and room_in(battle, one, False) > 0]
    if len(near) < 2 or any(ToBoard(battle, unit, one, False).refuse() is None for one in near):
        return
    for count in range(2, min(MOST, len(near)) + 1):
        found = [group for group in combinations(near, count) if fits(battle, unit, group)]
        yield from (ToDivide(battle, unit, group) for group in found)
        if found:
            return


def fits(battle: Battle, unit: Unit, vehicles: Sequence[Unit]) -> bool:
    """Whether there is room in vehicles near one another, and each model can walk up to one with room for it."""
    if unit.fighting or have_parted(battle, [one.id for one in vehicles]):
        return False
    return len(seated(battle, unit, vehicles)) == unit.left


def seated(battle: Battle, unit: Unit, vehicles: Sequence[Unit]) -> dict[str, str]:
    """One way in which they find room, each with his vehicle; as many as can."""
    seats = [one.id for one in vehicles for _ in range(room_in(battle, one, False))]
    able = {man.id: [one.id for one in vehicles if refuse_walk_up(battle, unit, man, one) is None] for man in unit.men}
    reach = {number: [name for name, rides in able.items() if ride in rides] for number, ride in enumerate(seats)}
    return {name: seats[number] for number, name in one_each(list(able), reach).items()}


@frozen
class ToDivide(UnitAction):
    vehicles: tuple[Unit, ...]
    rule = "CD-PASS-5"
    cost = "1 AP"
    says = (
        "No single vehicle has room: all go up to these, which stand within 5 of each other. Who rides where is asked."
    )

    @property
    def key(self) -> str:
        return f"board:{'+'.join(one.id for one in self.vehicles)}"

    @property
    def label(self) -> str:
        return f"Get into {' and '.join(one.name for one in self.vehicles)}, divided"

    @property
    def target(self) -> str:
        return self.vehicles[0].id

    def refuse(self) -> Refusal | None:
        return None

    def steps(self) -> Sequence[Step]:
        return [ChooseRides(self.unit.id, tuple(one.id for one in self.vehicles))]


@frozen
class ChooseRides(Ask):
    title = "Choose who rides where"
    says = "The owner says which model gets into which vehicle."
    unit: str
    vehicles: tuple[str, ...]
    rules = ("CD-PASS-5", "CD-PASS-1")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit, vehicles = battle.units[self.unit], [battle.units[name] for name in self.vehicles]
        rooms = {one.id: room_in(battle, one, False) for one in vehicles}

        def far(man: Man) -> dict[str, Refusal]:
            found = {one.id: refuse_walk_up(battle, unit, man, one) for one in vehicles}
            return {ride: refusal for ride, refusal in found.items() if refusal is not None}

        return Assign(
            unit.seat,
            f"{unit.name}: who gets into which vehicle?",
            about=unit.id,
            rules=self.rules,
            items=[
                Item(man.id, man.id, man.soldier.arms, far(man), spot_text(spot))
                for man, spot in zip(unit.men, unit.models, strict=True)
            ],
            labels=[
                Option(one.id, f"{one.name}, room for {rooms[one.id]}", target=one.id, rule="CD-PASS-1")
                for one in vehicles
            ],
            default=seated(battle, unit, vehicles),
            most=rooms,
        )

    def take(self, game: Game[Battle], answer: Answer) -> None:
        used = [name for name in self.vehicles if name in answer.values()]
        others = tuple((man, ride) for man, ride in answer.items() if ride != used[0])
        game.push(GetOn(self.unit, used[0], False, others=others))
