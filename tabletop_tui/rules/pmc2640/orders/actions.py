"""The actions of an activation (PMC-ACT, PMC-SPEC) but Coordinate: what each is called, why not now, what follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tabletop_tui.engine import odds
from tabletop_tui.engine.action import Action
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.game import Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.assault.assault import ChooseAssaulted, refuse_assault
from tabletop_tui.rules.pmc2640.moving.move_choice import ChooseMove, MayShoot
from tabletop_tui.rules.pmc2640.orders.special_actions import (
    DEMOLISHED,
    CheckArea,
    Demolish,
    Designate,
    EnterBuilding,
    LeaveBuilding,
    true_location,
)
from tabletop_tui.rules.pmc2640.shooting.attack_odds import prospects
from tabletop_tui.rules.pmc2640.shooting.markerlight_targets import gunners, markable, refuse_designate
from tabletop_tui.rules.pmc2640.shooting.shooting_limits import can_shoot, no_target, only_terrain
from tabletop_tui.rules.pmc2640.shooting.target_choice import ChooseTarget
from tabletop_tui.rules.pmc2640.state import distances, terrain_state
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.distances import BUILDING_REACH
from tabletop_tui.rules.pmc2640.state.victory import ATTACKER
from tabletop_tui.rules.pmc2640.ways.room_to_move import can_leave, can_move
from tabletop_tui.table.points import spot_text

MOVE_EXTRA = 2
CHECK_REACH = 4
DEMOLISH_REACH = 1
INSIDE = Refusal("inside a building it may only leave or Fire", "PMC-BLDG-3")


@frozen
class UnitAction(Action):
    """One action of one unit."""

    battle: Battle
    unit: Unit
    kind: ClassVar[str]
    called: ClassVar[str] = ""

    @property
    def key(self) -> str:
        return self.kind

    @property
    def label(self) -> str:
        return self.called

    def absent(self) -> Refusal | None:
        """Why it is none of the actions that the unit might ever take where it is, or None."""
        return None


# ---------------------------------------------------------------- moving, shooting, fighting
@frozen
class ToMove(UnitAction):
    kind, hotkey, rule = "move", "m", "PMC-MOVE-1"
    says = "Go up to 2 in further than its Move; it does not shoot."

    @property
    def allowance(self) -> int:
        """In inches."""
        return self.unit.type.move + MOVE_EXTRA

    @property
    def label(self) -> str:
        return f"Move {self.allowance} in"

    def refuse(self) -> Refusal | None:
        if self.unit.building:
            return INSIDE
        return None if can_move(self.battle, self.unit, self.allowance) else Refusal("nowhere to go", "PMC-GEN-11")

    def steps(self) -> Sequence[Step]:
        return [ChooseMove(self.unit.id, self.allowance)]


@frozen
class ToFire(UnitAction):
    kind, called, hotkey, rule, attacks = "fire", "Fire!", "f", "PMC-FIRE-1", True
    says = "Stay where it is and shoot."

    def refuse(self) -> Refusal | None:
        if can_shoot(self.battle, self.unit, "fire"):
            return None
        return no_target(self.battle, self.unit, "fire")

    @property
    def warning(self) -> str:
        return only_terrain(self.battle, self.unit, "fire")

    def steps(self) -> Sequence[Step]:
        return [ChooseTarget(self.unit.id, "fire")]

    def preview(self) -> Preview | None:
        return Preview(tuple(prospects(self.battle, self.unit, "fire")))


@frozen
class ToAdvance(UnitAction):
    """A move and a shot, each as its own rules have it (PMC-ADV-1, PMC-ADV-2)."""

    kind, hotkey, rule = "advance", "d", "PMC-ADV-1"
    says = "Go up to its Move, and then shoot if you like."

    @property
    def label(self) -> str:
        far = self.unit.type.move
        return f"Advance {far} in, then shoot" if far else "Stay, then shoot"

    def refuse(self) -> Refusal | None:
        if self.unit.building:
            return INSIDE
        if self.unit.type.cumbersome:
            return Refusal("Cumbersome weapon", "PMC-SR-4")
        if can_move(self.battle, self.unit, self.unit.type.move) or can_shoot(self.battle, self.unit, "advance"):
            return None
        return Refusal("nowhere to go", "PMC-GEN-11")

    def steps(self) -> Sequence[Step]:
        unit, may_stay = self.unit, can_shoot(self.battle, self.unit, "advance")
        return [ChooseMove(unit.id, unit.type.move, may_stay, True), MayShoot(unit.id, unit.models, unit.facing)]


@frozen
class ToAssault(UnitAction):
    kind, called, hotkey, rule = "assault", "Assault", "s", "PMC-ASSLT-1"
    says = "Charge an enemy within reach of a Move and fight it hand to hand; it may shoot first."

    def refuse(self) -> Refusal | None:
        if self.unit.building:
            return INSIDE
        if self.unit.vehicle:
            return Refusal("vehicles cannot assault", "PMC-VEH-14")
        if self.unit.type.cumbersome:
            return Refusal("Cumbersome weapon", "PMC-SR-4")
        reach = self.unit.type.move + MOVE_EXTRA
        near = distances.all_within(self.battle, self.unit, self.battle.enemies(self.unit.seat), reach)
        if any(refuse_assault(self.battle, self.unit, enemy) is None for enemy in near):
            return None
        return Refusal(f"no enemy within {reach} in", "PMC-ASSLT-1")

    def steps(self) -> Sequence[Step]:
        return [ChooseAssaulted(self.unit.id)]

    def preview(self) -> Preview | None:
        enemies = self.battle.enemies(self.unit.seat)
        near = [enemy for enemy in enemies if refuse_assault(self.battle, self.unit, enemy) is None]
        return Preview(tuple(Line("in reach", enemy.name, rules=("PMC-ASSLT-1",)) for enemy in near))


# ---------------------------------------------------------------- special actions
@frozen
class ToDesignate(UnitAction):
    kind, called, hotkey, rule = "designate", "Designate", "g", "PMC-SR-11"
    says = "Go up to its Move, then mark an enemy in sight for an Indirect fire unit, which shoots at once."

    def absent(self) -> Refusal | None:
        return None if self.unit.type.markerlights else Refusal(f"{self.unit.does('has')} no Markerlights", "PMC-SR-11")

    def refuse(self) -> Refusal | None:
        return INSIDE if self.unit.building else refuse_designate(self.battle, self.unit)

    def steps(self) -> Sequence[Step]:
        may_stay = bool(markable(self.battle, self.unit))
        return [ChooseMove(self.unit.id, self.unit.type.move, may_stay), Designate(self.unit.id)]

    def preview(self) -> Preview | None:
        guns = [Line("could shoot", gun.name, rules=("PMC-SR-12",)) for gun in gunners(self.battle, self.unit)]
        found = {enemy.id: enemy.name for enemy, _ in markable(self.battle, self.unit)}
        return Preview((*guns, *(Line("in sight now", name, rules=("PMC-SR-11",)) for name in found.values())))


@frozen
class ToLeave(UnitAction):
    kind, called, hotkey, rule = "leave", "Leave the building", "b", "PMC-BLDG-1"
    says = "Come out and stand within 4 in of the building."

    def absent(self) -> Refusal | None:
        return None if self.unit.building else Refusal(f"{self.unit.does('is')} in no building", "PMC-BLDG-1")

    def refuse(self) -> Refusal | None:
        return None if can_leave(self.battle, self.unit) else Refusal("no room around the building", "PMC-BLDG-1")

    def steps(self) -> Sequence[Step]:
        return [LeaveBuilding(self.unit.id)]


@frozen
class ToEnter(UnitAction):
    piece: str
    kind, rule = "enter", "PMC-BLDG-1"
    says = "Go into a free building within 4 in; that is the whole activation."

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.piece}"

    @property
    def label(self) -> str:
        return f"Enter {terrain_state.piece_name(self.battle, self.piece)}"

    @property
    def target(self) -> str:
        return terrain_state.piece_spot(self.battle, self.piece)

    def absent(self) -> Refusal | None:
        if self.unit.building:
            return INSIDE
        if terrain_state.piece_of(self.battle, self.piece).terrain.category != "building":
            return Refusal(f"{terrain_state.piece_name(self.battle, self.piece)} is no building", "PMC-BLDG-1")
        if self.unit.vehicle:
            return Refusal("vehicles cannot enter buildings", "PMC-VEH-6")
        if distances.within_piece(self.battle, self.unit, self.piece, BUILDING_REACH):
            return None
        far = f"{terrain_state.piece_name(self.battle, self.piece)} is further than {BUILDING_REACH} in away"
        return Refusal(far, "PMC-BLDG-1")

    def refuse(self) -> Refusal | None:
        other = self.battle.in_building(self.piece)
        return Refusal(f"{other.does('is')} inside", "PMC-BLDG-2") if other is not None else None

    def steps(self) -> Sequence[Step]:
        return [EnterBuilding(self.unit.id, self.piece)]


@frozen
class ToCheck(UnitAction):
    location: str
    kind, called, rule = "check", "Check the area!", "PMC-FIND-4"
    says = "Find out whether the objective is at this location."

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.location}"

    @property
    def target(self) -> str:
        return spot_text(self.battle.locations[self.location].spot)

    def absent(self) -> Refusal | None:
        if self.battle.locations[self.location].state:
            return Refusal("it is known already whether that is the true location", "PMC-FIND-4")
        if distances.within_piece(self.battle, self.unit, self.location, CHECK_REACH):
            return None
        return Refusal(f"the location is further than {CHECK_REACH} in away", "PMC-FIND-4")

    def refuse(self) -> Refusal | None:
        return INSIDE if self.unit.building else None

    def steps(self) -> Sequence[Step]:
        return [CheckArea(self.unit.id, self.location)]

    def preview(self) -> Preview | None:
        return needs(true_location(self.battle), "true location")


@frozen
class ToDemolish(UnitAction):
    kind, rule = "demolish", "PMC-OBJ-6"
    says = "Roll a die to blow up the target of the scenario."

    @property
    def label(self) -> str:
        return f"Demolish {terrain_state.piece_name(self.battle, self.battle.scenario.target)}"

    @property
    def target(self) -> str:
        return terrain_state.piece_spot(self.battle, self.battle.scenario.target)

    def absent(self) -> Refusal | None:
        piece = self.battle.scenario.target
        if not piece:
            return Refusal("nothing has to be demolished in this scenario", "PMC-OBJ-6")
        if self.unit.seat != ATTACKER:
            return Refusal("only the attacker demolishes", "PMC-OBJ-6")
        if piece in self.battle.rubble:
            return Refusal("it is destroyed already", "PMC-OBJ-6")
        if distances.within_piece(self.battle, self.unit, piece, DEMOLISH_REACH):
            return None
        return Refusal(f"further than {DEMOLISH_REACH} in away", "PMC-OBJ-6")

    def refuse(self) -> Refusal | None:
        return INSIDE if self.unit.building else None

    def steps(self) -> Sequence[Step]:
        return [Demolish(self.unit.id)]

    def preview(self) -> Preview | None:
        return needs(DEMOLISHED, "destroyed")


def needs(need: Tally, what: str) -> Preview:
    """What a die has to show, and the chance of it."""
    line = Line("needs", f"{need.total}+", need, need.rules)
    return Preview((line,), (Chance(what, odds.reaching(need.total)),))
