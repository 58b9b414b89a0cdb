"""Whose go it is (TC-PHASE-3, TC-PHASE-4, TC-PASS-3), and which unit he gives an action to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.assign_question import Assign, Item
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.anytime import anytime_windows
from tabletop_tui.rules.techcommander.anytime.group_questions import Part, ToRally, could_rally
from tabletop_tui.rules.techcommander.skulls.skulls import TurnSkull
from tabletop_tui.rules.techcommander.state.battle import SEAT_LETTERS, Battle, Unit
from tabletop_tui.rules.techcommander.state.teams import captain, sides
from tabletop_tui.rules.techcommander.turn.actions import ChooseAction
from tabletop_tui.skirmish.battle import always, not_of


def refuse_order(unit: Unit) -> Refusal | None:
    """Why a unit can be given no order at all, not even to pass, or None."""
    if unit.abandoned:
        return Refusal("nobody crews it", "TC-DISEMBARK-3")
    if unit.done:
        return Refusal("it has acted this turn", "TC-PASS-1")
    if unit.acted >= unit.most_actions:
        if unit.most_actions > 1:
            return Refusal("it has acted twice this turn", "TC-MSV-1")
        short = unit.sheet.kind == "msv"
        return Refusal(f"it has acted{', and its crew is short' if short else ''}", "TC-ACT-6" if short else "TC-ACT-1")
    return None


def can_order(battle: Battle, seat: int) -> bool:
    """Whether a player has any unit that can be given an order (TC-PASS-2)."""
    return any(refuse_order(unit) is None for unit in battle.side(seat))


def acting(battle: Battle) -> tuple[list[int], str]:
    """The seats that act in this kind of round: those with base actions, after that those with command actions."""
    left = [seat for seat in battle.order if not battle.players[seat].passed and not battle.players[seat].conceded]
    base = [seat for seat in left if battle.players[seat].base]
    return (base, "base") if base else ([seat for seat in left if battle.players[seat].command], "command")


@frozen
class NextGo(Step):
    title = "Next go"
    says = "The next player by initiative gives one action; base rounds first, then command rounds, until nobody can."
    rules = ("TC-PHASE-3", "TC-PHASE-4", "TC-PASS-3", "TC-CMD-2", "TC-DM-9")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.doing = None
        for seat in battle.order:
            pass_player(game, seat)
        seats, _ = acting(battle)
        if not seats:
            return
        able = [[seat for seat in side if seat in seats] for side in sides(battle)]
        ahead = [go for go, side in enumerate(able) if go >= battle.go and side]
        if not ahead:
            battle.round, battle.go = battle.round + 1, 0
            ahead = [go for go, side in enumerate(able) if side]
        side, battle.go = able[ahead[0]], ahead[0] + 1
        game.push(*go_of(battle, side[0]) if len(side) == 1 else [ChooseMember(tuple(side))], NextGo())


def go_of(battle: Battle, seat: int) -> list[Step]:
    """One action of a player, and all around it."""
    claims: list[Step] = [TurnSkull()] if battle.skull is not None else []
    return [anytime_windows.BeforeAction(seat), ChooseUnit(seat), *claims, anytime_windows.AfterAction(seat)]


@frozen
class ChooseMember(Ask):
    title = "Choose who acts"
    says = "The captain of a team says which of its players gives the next action."
    seats: tuple[int, ...]
    rules = ("TC-DM-8",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        options = [
            Option(SEAT_LETTERS[seat], f"{battle.seat_names[seat]}, {counted(battle.purse(seat), 'action')} left")
            for seat in self.seats
            if not battle.players[seat].conceded
        ]
        return Pick(captain(battle, self.seats[0]), "Who of your team acts?", options, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(*go_of(game.state, SEAT_LETTERS.index(answer)))


def pass_player(game: Game[Battle], seat: int) -> None:
    """A player passes who has actions left and nobody to give them to (TC-PASS-2)."""
    battle = game.state
    player = battle.players[seat]
    if battle.purse(seat) and not player.passed and not can_order(battle, seat):
        battle.alter(seat, passed=True)
        game.emit(Event(f"{battle.seat_names[seat]} passes: no unit can be given an order", ("TC-PASS-2",), seat))


@frozen
class ChooseUnit(AskAction):
    title = "Choose a unit"
    says = "The player names the unit to which he gives an action, or that passes."
    seat: int
    rules = ("TC-ACT-1", "TC-PHASE-3", "TC-PASS-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        player = battle.players[self.seat]
        left = f"{player.base}+{player.command}" if player.command else str(player.base)
        prompt = f"Which unit acts? ({left} {'action' if left == '1' else 'actions'} left)"
        why_not = named(battle.units, not_of(battle, self.seat, "TC-ACT-1"), always("cannot be named", "TC-ACT-1"))
        return Pick(self.seat, prompt, self.options(game), rules=self.rules, why_not=why_not, obvious=True)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        side = battle.side(self.seat)
        names = dict.fromkeys(unit.group for unit in side if unit.group)
        groups = [tuple(unit for unit in side if unit.group == name) for name in names]
        rallies = [RallyFirst(self.seat)] if could_rally(battle, self.seat) else []
        return [*(ToName(battle, units) for units in groups), *(ToName(battle, (unit,)) for unit in side), *rallies]


@frozen
class RallyFirst(ToRally):
    """To rally or split units, and then to name one."""

    hotkey = "g"

    def steps(self) -> Sequence[Step]:
        return [*super().steps(), ChooseUnit(self.seat)]


@frozen
class ToName(Action):
    """To name a unit, or a rallied group."""

    called = "Give a unit an action"
    battle: Battle
    units: tuple[Unit, ...]
    rule = "TC-ACT-1"
    says = "It is given one action of its player, or passes."

    @property
    def key(self) -> str:
        return "+".join(unit.id for unit in self.units)

    @property
    def label(self) -> str:
        return self.units[0].name if len(self.units) == 1 else f"Group {', '.join(unit.id for unit in self.units)}"

    @property
    def cost(self) -> str:
        unit = self.units[0]
        return counted(unit.most_actions - unit.acted, "action") if unit.most_actions > 1 and not unit.done else ""

    @property
    def target(self) -> str:
        return self.units[0].id

    @property
    def deliberate(self) -> bool:
        """Who was posted up or readied this turn would give that up by another action."""
        return all(unit.waits for unit in self.units)

    def refuse(self) -> Refusal | None:
        refusals = [refuse_order(unit) for unit in self.units]
        return next(iter(refusals)) if all(refusal is not None for refusal in refusals) else None

    def steps(self) -> Sequence[Step]:
        names = tuple(unit.id for unit in self.units)
        then: Step = ChooseAction(names) if len(names) == 1 else ChooseParts(names)
        return [anytime_windows.UnitsNamed(names), then]


@frozen
class ChooseParts(Ask):
    title = "Who takes part"
    says = "The player says who of the group acts, who runs a supporting scan, who only moves with it, and who stays."
    units: tuple[str, ...]
    rules = ("TC-RALLY-9", "TC-RALLY-10", "TC-RALLY-11", "TC-RALLY-12", "TC-UNIT-6")

    def question(self, game: Game[Battle]) -> Question:
        units = [game.state.units[name] for name in self.units]
        labels = [Option(key, label, rule=rule) for key, label, rule in PARTS]
        items, default = [], {}
        for unit in units:
            refusal = refuse_order(unit)
            barred = {} if refusal is None else dict.fromkeys((ACTS, SCANS, COMES), refusal)
            items.append(Item(unit.id, unit.name, refusals=barred, target=unit.id))
            default[unit.id] = STAYS if barred else ACTS
        prompt = "Who of the group takes part?"
        return Assign(
            units[0].seat,
            prompt,
            about=units[0].id,
            rules=self.rules,
            items=items,
            labels=labels,
            default=default,
            whole=refuse_parts,
        )

    def take(self, game: Game[Battle], answer: Answer) -> None:
        acts, scans, comes = (
            tuple(name for name in self.units if answer[name] == label) for label in (ACTS, SCANS, COMES)
        )
        game.push(ChooseAction(acts, Part(acts, scans, comes) if len(self.units) > 1 else None))


ACTS, SCANS, COMES, STAYS = "acts", "scans", "comes", "stays"
PARTS = (
    (ACTS, "takes the action", "TC-RALLY-4"),
    (SCANS, "runs a supporting scan", "TC-RALLY-12"),
    (COMES, "only moves with it", "TC-RALLY-10"),
    (STAYS, "stays where it is", "TC-RALLY-11"),
)


def refuse_parts(answer: Mapping[str, str]) -> Refusal | None:
    """Somebody has to take the action."""
    return None if ACTS in answer.values() else Refusal("nobody would take the action", "TC-RALLY-9")
