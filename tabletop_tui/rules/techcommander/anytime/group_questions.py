"""The questions about rallied groups: who is in which (TC-RALLY-2), and who takes which part in an action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletop_tui.engine.assign_question import Assign, Item
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.engine.reactions import Offered
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.standing_orders import OfferKind
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.rallied_groups import ACROSS, LINK, can_rally, holds, linked, rally
from tabletop_tui.rules.techcommander.state.terrain import UNIT
from tabletop_tui.rules.techcommander.ways.pivoting import ChooseFacing


@frozen
class Part:
    """The parts in the action of a group, by ids."""

    acts: tuple[str, ...]
    """Those who take the action ..."""
    scans: tuple[str, ...] = ()
    """... those who run supporting scans instead (TC-RALLY-12) ..."""
    comes: tuple[str, ...] = ()
    """... and those who only move with the group, which is no action of theirs (TC-RALLY-10)."""

    @property
    def acting(self) -> tuple[str, ...]:
        """Those who have acted with it."""
        return (*self.acts, *self.scans)

    @property
    def moving(self) -> tuple[str, ...]:
        return (*self.acts, *self.scans, *self.comes)


RALLY = OfferKind("rally", "rally and split", "Asked before and after actions, if you always want to be.", "TC-RALLY-2")
FACING = OfferKind("turn", "turn on the spot", "Asked before and after actions, if you always want to be.", "TC-MOVE-2")
MOST_GROUPS = 4
ALONE = "alone"


def could_rally(battle: Battle, seat: int) -> list[Unit]:
    """The units of a seat that are in a group, or near enough to another for one."""
    able = [unit for unit in battle.side(seat) if can_rally(unit)]
    return [one for one in able if one.group or any(linked(battle, one, two) for two in able if two.id != one.id)]


@frozen
class ChooseGroups(Ask):
    title = "Rally or split"
    says = "The player says who is rallied with whom: chains of 3 or less, no two of a group more than 12 apart."
    seat: int
    rules = ("TC-RALLY-1", "TC-RALLY-2", "TC-RALLY-3", "TC-RALLY-14", "TC-RALLY-15")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        units = could_rally(battle, self.seat)
        names = list(dict.fromkeys(unit.group for unit in units if unit.group))
        count = min(MOST_GROUPS, max(len(names), len(units) // 2))
        labels = [Option(ALONE, "alone"), *(Option(f"{n}", f"group {n}") for n in range(1, max(count, 1) + 1))]
        items = [Item(unit.id, unit.name, target=unit.id) for unit in units]
        default = {unit.id: f"{names.index(unit.group) + 1}" if unit.group else ALONE for unit in units}

        def whole(answer: Mapping[str, str]) -> Refusal | None:
            return self.refuse(battle, answer)

        prompt = "Who is rallied with whom?"
        return Assign(self.seat, prompt, rules=self.rules, items=items, labels=labels, default=default, whole=whole)

    def refuse(self, battle: Battle, answer: Mapping[str, str]) -> Refusal | None:
        for label, units in groups_of(battle, answer).items():
            if len(units) == 1:
                return Refusal(f"{units[0].name} would be the only one of group {label}", "TC-RALLY-1")
            if not holds(battle, units):
                links = f"group {label} needs links of {LINK:g} {UNIT.short} or less"
                return Refusal(f"{links}, and nobody further than {ACROSS:g} from another", "TC-RALLY-3")
        return None

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        before = {name: battle.units[name].group for name in answer}
        chosen = groups_of(battle, answer)
        after = {unit.id: units[0].id for units in chosen.values() for unit in units}
        for units in chosen.values():
            if any(before[unit.id] != units[0].id for unit in units):
                rally(game, units)
        for name in answer:
            if before[name] and name not in after:
                rally(game, [battle.units[name]])


def groups_of(battle: Battle, answer: Mapping[str, str]) -> dict[str, list[Unit]]:
    """The groups that an answer makes, in the order of their units."""
    found: dict[str, list[Unit]] = {}
    for name, label in sorted(answer.items(), key=lambda one: list(battle.units).index(one[0])):
        if label != ALONE:
            found.setdefault(label, []).append(battle.units[name])
    return found


@frozen
class ToRally(Offered):
    seat: int
    kind = RALLY
    key, label, rule = "rally", "Rally or split", "TC-RALLY-2"
    says = "Units near each other become a group, or leave theirs; it is no action."

    @property
    def matters(self) -> bool:
        return False  # never pressing: it can be done as well when a unit is named

    def steps(self) -> Sequence[Step]:
        return [ChooseGroups(self.seat)]


@frozen
class ToTurn(Offered):
    seat: int
    kind = FACING
    key, label, rule = "turn", "Turn a unit on the spot", "TC-MOVE-2"
    says = "It faces another way, for free."

    @property
    def matters(self) -> bool:
        return False  # a weapon fires all around

    def steps(self) -> Sequence[Step]:
        return [ChooseTurned(self.seat)]


@frozen
class ChooseTurned(Ask):
    title = "Choose whom to turn"
    says = "The player names the unit that turns on the spot."
    seat: int
    rules = ("TC-MOVE-2", "TC-MOVE-3")

    def question(self, game: Game[Battle]) -> Question:
        units = [unit for unit in game.state.controlled(self.seat) if unit.on_table]
        options = [Option(unit.id, unit.name, target=unit.id) for unit in units]
        return Pick(self.seat, "Turn which unit?", options, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(ChooseFacing(answer))


def anytime(battle: Battle, seat: int) -> list[Offered]:
    """What a player may do with his groups and facings whenever nobody acts (TC-REACT-2, TC-MOVE-2)."""
    rallies = [ToRally(seat)] if could_rally(battle, seat) else []
    turns = [ToTurn(seat)] if any(unit.on_table for unit in battle.controlled(seat)) else []
    return [*rallies, *turns]
