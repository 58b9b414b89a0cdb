"""The move of a rallied group (TC-RALLY-4): all go the same way at the pace of the slowest, and stay rallied."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from attrs import define, evolve, field

from tabletop_tui.engine.codec import ADDED, added
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.engine.wording import tenths
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.moving.move_choice import hits_nobody
from tabletop_tui.rules.techcommander.moving.unit_march import march_of
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.rallied_groups import ACROSS, LINK
from tabletop_tui.rules.techcommander.state.terrain import UNIT
from tabletop_tui.rules.techcommander.unit_actions.ambush import ambush_field
from tabletop_tui.rules.techcommander.ways.move_field import MoveField, move_field
from tabletop_tui.skirmish.group_moves import GroupField
from tabletop_tui.skirmish.interruptible_march import Tracks
from tabletop_tui.skirmish.room_search import to_hundredths
from tabletop_tui.skirmish.unit_place_fields import Judgement, Plan
from tabletop_tui.table.points import Spot


@define
class RallyField(GroupField):
    """Where a rallied group can go; each member by itself has to find its way and its place."""

    length_unit = UNIT
    move_rule, group_rule = "TC-RALLY-6", "TC-RALLY-3"
    fields: dict[str, MoveField] = field(kw_only=True)
    """Where each member could go without the others who go."""

    def judge_member(self, unit: str, track: Sequence[Spot], radius: float) -> Judgement:
        refusal, length = super().judge_member(unit, track, radius)
        return (refusal, length) if refusal is not None else self.fields[unit].judge_plan(member_plan(track))


def member_plan(track: Sequence[Spot]) -> Plan:
    return Plan(tuple(map(to_hundredths, track[1:])))


def slowest(units: Sequence[Unit]) -> float:
    """The speed of the slowest (TC-RALLY-6)."""
    return min(unit.speed for unit in units)


def group_field(battle: Battle, units: Sequence[Unit], share: float, enemy: str = "") -> RallyField:
    """Where these can go together; members of the group who do not go stay where they are (TC-RALLY-11)."""
    allowance, names = share * slowest(units), tuple(unit.id for unit in units)
    around = battle.clone()
    for name in names:
        around.units[name].models = ()
    fields = {}
    for unit in units:
        alone = around.clone()
        alone.units[unit.id].models = unit.models
        one = alone.units[unit.id]
        plain = ambush_field(alone, one, alone.units[enemy]) if enemy else move_field(alone, one)
        fields[unit.id] = evolve(plain, allowance=allowance)
    staying = [one for one in battle.group(units[0]) if one.id not in names and one.on_table]
    return RallyField(
        tuple(unit.at for unit in units),
        max(unit.radius for unit in units),
        0.0,
        allowance,
        2 * max(unit.radius for unit in units),
        True,
        ids=names,
        radii=tuple(unit.radius for unit in units),
        link=LINK,
        across=ACROSS,
        staying={one.id: (*one.at, one.radius) for one in staying},
        fields=fields,
    )


@frozen
class ChooseGroupMove(Ask):
    title = "Choose the move of the group"
    says = "The player says where the group goes; who does not go has to stay near enough to it."
    units: tuple[str, ...]
    share: float = 1.0
    """Of the speed of the slowest."""
    enemy: str = added("")
    """Whom all of them ambush and end behind, '' for nobody (TC-AMBUSH-1)."""
    alone: bool = field(default=False, kw_only=True, metadata={ADDED: True})
    """Whether the action is nothing but this."""
    rules = ("TC-RALLY-4", "TC-RALLY-6", "TC-RALLY-10", "TC-RALLY-11")

    def question(self, game: Game[Battle]) -> Question:
        units = [game.state.units[name] for name in self.units]
        field = group_field(game.state, units, self.share, self.enemy)
        names = ", ".join(unit.id for unit in units)
        prompt = f"{names}: where to, up to {tenths(field.allowance)} {UNIT.short}?"
        about = units[0].id
        return Place(
            units[0].seat,
            prompt,
            about=about,
            rules=self.rules,
            field=field,
            many=True,
            warn=partial(self.warning, game),
        )

    def warning(self, game: Game[Battle], answer: Answer) -> str:
        """What is asked before all stay, where nothing can come after that."""
        plan = game.asked_field(self, RallyField).read(answer)
        if not isinstance(plan, Plan) or self.tracks(game, plan):
            return ""
        names, shot = ", ".join(self.units), game.agenda[-2] if len(game.agenda) > 1 else None
        if self.alone:
            return f"{names} stay where they are: is the action spent on that?"
        if not hits_nobody(game, shot):
            return ""
        return f"{names} can hit nobody from here: is the action spent on that?"

    def tracks(self, game: Game[Battle], plan: Plan) -> Tracks:
        """The way of each, its start first; () where all stay."""
        tracks = tuple(tuple(map(to_hundredths, track)) for track in game.asked_field(self, RallyField).tracks(plan))
        return tracks if any(len(set(track)) > 1 for track in tracks) else ()

    def take(self, game: Game[Battle], answer: Answer) -> None:
        field = game.asked_field(self, RallyField)
        plan = field.read(answer)
        assert isinstance(plan, Plan)
        if not (tracks := self.tracks(game, plan)):
            return
        on = tuple(
            field.fields[name].surface_of(member_plan(track)) for name, track in zip(self.units, tracks, strict=True)
        )
        facings = tuple(game.state.units[name].facing for name in self.units)
        game.push(march_of(self.units, tracks, facings, on))
