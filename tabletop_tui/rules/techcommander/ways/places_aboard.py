"""Who is aboard (TC-ATTACHED-1): places, posts, getting in and getting out.

Units aboard have no place of their own. So they can be given no action but to get off (TC-ATTACHED-2), claim no skulls
(TC-ATTACHED-3), and nobody can shoot at them unless they stand in a hatch (TC-ATTACHED-5: `shot_targets.exposed`).
"""

from __future__ import annotations

from tabletop_tui.engine.events import Moved, Status
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.damage.bubble_shields import reveal_inside
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.ways.base_contact_moves import BesideField, beside_field
from tabletop_tui.rules.techcommander.ways.relocation import settle
from tabletop_tui.table.bases import middle_text
from tabletop_tui.table.hidden_share import GROUND
from tabletop_tui.table.points import Spot, place_words


def free_seats(battle: Battle, host: Unit) -> int:
    """The places for passengers that are left; its crew needs none of them (TC-VEH-2, TC-VEH-3, TC-MSV-4)."""
    return host.sheet.card.seats - sum(not unit.crewing for unit in battle.passengers(host))


def free_posts(host: Unit) -> int:
    """The posts of its crew that nobody holds (TC-BOARD-2)."""
    return max(0, host.sheet.card.crew - host.crew)


def free_hatches(battle: Battle, host: Unit) -> int:
    """The places in hatches and open seats that are left; those of its crew do not count (TC-UNBUT-4)."""
    return host.sheet.card.hatch - sum(unit.hatch for unit in battle.passengers(host))


def is_carried(unit: Unit) -> bool:
    """Whether such a unit can be aboard of anything (TC-ATTACHED-1)."""
    return unit.sheet.on_foot and unit.on_table


def attach(game: Game[Battle], unit: Unit, host: Unit, crewing: bool = False) -> None:
    """A unit gets in: in the hatch where there is room (TC-ATTACHED-4), else inside, or at a post of the crew."""
    battle = game.state
    unit.hatch = not crewing and free_hatches(battle, host) > 0
    unit.aboard, unit.crewing, unit.models, unit.on = host.id, crewing, (), GROUND
    unit.group, unit.dug_in, unit.posted, unit.readied = "", False, None, 0
    if crewing:
        host.crew += 1
    where = "crews" if crewing else "is aboard"
    text = f"{unit.name} {where} {host.name}"
    game.emit(Status(text, ("TC-ATTACHED-1",), unit.seat, unit.id, "aboard"))
    if host.on_table:
        reveal_inside(game, unit)


def refuse_room(battle: Battle, unit: Unit, host: Unit) -> bool:
    """Whether there is no place beside a carrier for a unit."""
    return not beside_field(battle, unit, host.at, host.radius, host.on, "TC-OFFLOAD-1").has_room()


@frozen
class PlaceBeside(Ask):
    title = "Choose where to get off"
    says = "The player puts the unit down in base contact with its carrier, or where that stood."
    unit: str
    spot: Spot
    keep: float
    """The radius of the base of the carrier, in centimetres."""
    on: str = GROUND
    inside: bool = False
    """Whether it may stand where the carrier stood: that is gone (TC-PHASE-7)."""
    rules = ("TC-OFFLOAD-1", "TC-DISEMBARK-1", "TC-PHASE-7")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = beside_field(battle, unit, self.spot, self.keep, self.on, self.rules[0], self.inside)
        prompt = f"{unit.name} gets off: where?{field.hint}"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        (spot,), facing = game.asked_field(self, BesideField).places(answer)
        battle.detach(unit)
        settle(game, unit, spot, facing, self.on)
        where = middle_text(unit.models)
        game.emit(Moved(f"{unit.name} gets off at {place_words(where)}", self.rules, unit.seat, unit.id, (where,)))


def getting_off(host: Unit, unit: str) -> PlaceBeside:
    """The question where a unit gets off its carrier."""
    return PlaceBeside(unit, host.at, host.radius, host.on)
