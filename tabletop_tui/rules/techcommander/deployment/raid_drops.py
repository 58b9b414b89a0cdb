"""A raid (TC-SCEN-3): the defender stands wherever he likes, the attacker picks two points and drops in from them."""

from __future__ import annotations

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle
from tabletop_tui.rules.techcommander.state.terrain import DROP_DISTANCE, UNIT
from tabletop_tui.rules.techcommander.victory.objectives import attackers
from tabletop_tui.skirmish.template_fields import BlastField
from tabletop_tui.table.points import place_words

POINTS = 2


@frozen
class DropFromPoints(Step):
    title = "Where the raid comes from"
    says = "Once the defender stands, the attacker picks the two points from which all his units drop."
    rules = ("TC-SCEN-3",)

    def run(self, game: Game[Battle]) -> None:
        seats = attackers(game.state)
        if "raid" in game.state.scenario.missions and seats:
            game.push(*(ChoosePoint(seats[0]) for _ in range(POINTS)))


class PointField(BlastField):
    """A point of the raid: the rims are the nearest and the furthest that a unit can land."""

    length_unit = UNIT


@frozen
class ChoosePoint(Ask):
    title = "Choose a point of the raid"
    says = "Units of the raid land at 12 and a roll from one of the two points, whichever the player likes for each."
    seat: int
    rules = ("TC-SCEN-3",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        table = battle.table
        far = table.width + table.height
        field = PointField(table.width, table.height, {}, (0.0, 0.0), far, float(DROP_DISTANCE + 1), float(SIDES - 1))
        number = len(battle.drops) + 1
        return Place(self.seat, f"Point {number} of {POINTS} of the raid: where?", rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        field = game.asked_field(self, PointField)
        (spot,) = field.template(answer).spots
        battle.drops = (*battle.drops, spot)
        game.emit(Event(f"{battle.seat_names[self.seat]} raids from {place_words(spot)}", self.rules, self.seat))
