"""Deployment (TC-SKIR-5): units are put down and adjusted until everybody is content; hot drops come last."""

from __future__ import annotations

from attrs import define

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Moved, Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question, named
from tabletop_tui.engine.wording import verb_of
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.deployment.deploy_fields import NEAR, DeployField, deploy_field, start_words
from tabletop_tui.rules.techcommander.deployment.hot_drops import DropField, drop, drop_field
from tabletop_tui.rules.techcommander.state import rallied_groups
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Unit
from tabletop_tui.rules.techcommander.state.infiltration import can_infiltrate, presume
from tabletop_tui.rules.techcommander.state.teams import fighting
from tabletop_tui.rules.techcommander.state.terrain import DROP_DISTANCE
from tabletop_tui.rules.techcommander.ways.places_aboard import attach, free_seats, is_carried
from tabletop_tui.skirmish.battle import always, not_of
from tabletop_tui.table.bases import middle_text
from tabletop_tui.table.points import Spot, place_words
from tabletop_tui.table.polygons import Box

Rolled = tuple[tuple[str, int], ...]
"""How far each unit drops from its start, in centimetres."""


# ---------------------------------------------------------------- who, and in which order
def deployed_now(battle: Battle, seat: int, rolled: Rolled) -> list[Unit]:
    """The units of a seat that are put down in this part of the deployment: the hot drops, or all others."""
    drops, hot = dict(rolled), battle.players[seat].hot
    units = (unit for unit in battle.units.values() if unit.seat == seat and not unit.gone)
    return [unit for unit in units if (unit.id in drops if rolled else unit.id not in hot)]


def to_place(battle: Battle, seat: int, rolled: Rolled) -> list[Unit]:
    """Those of them that are not on the table yet."""
    return [unit for unit in deployed_now(battle, seat, rolled) if not unit.in_play]


def changed(battle: Battle, seat: int) -> None:
    """A player has changed something: all have to say again that they are content (TC-SKIR-5)."""
    for other in range(len(battle.players)):
        battle.alter(other, content=False)


@frozen
class Deploying(Step):
    title = "Deployment"
    says = "Everybody puts his units down, then adjusts them until all are content with no change since."
    rolled: Rolled = ()
    """Of hot drops, which come last; () while the others are put down."""
    rules = ("TC-SKIR-3", "TC-SKIR-5", "TC-HOT-1", "TC-HOT-2")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if (ask := self.next(battle)) is not None:
            game.push(ask, self)
            return
        for seat in range(len(battle.players)):
            battle.alter(seat, content=False)

    def next(self, battle: Battle) -> Step | None:
        """What is asked next, None if everybody is content."""
        seats = [seat for seat in fighting(battle) if deployed_now(battle, seat, self.rolled)]
        for seat in seats:
            if waiting := to_place(battle, seat, self.rolled):
                return which(waiting, self.rolled)
        return next((Content(seat, self.rolled) for seat in seats if not battle.players[seat].content), None)


def which(units: list[Unit], rolled: Rolled, again: bool = False) -> Step:
    """Which of these units is put down is asked only where there are several."""
    if len(units) > 1:
        return ChooseDeployed(units[0].seat, rolled, again)
    return PlaceUnit(units[0].id, dict(rolled).get(units[0].id, 0))


@frozen
class RollDrops(Step):
    title = "Hot drops are rolled for"
    says = "A D20 for each unit that drops, two on a very large table: it lands at 12 and the roll from its start."
    rules = ("TC-HOT-1", "TC-HOT-4", "TC-HOT-5")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        dice = 2 if battle.scenario.large else 1
        rolled: list[tuple[str, int]] = []
        for seat in fighting(battle):
            for name in battle.players[seat].hot:
                check = Check(seat, f"{battle.units[name].name}: hot drop", dice=dice, sides=SIDES, rules=("TC-HOT-4",))
                rolled.append((name, DROP_DISTANCE + game.check(check).total))
        if rolled:
            game.push(Deploying(tuple(rolled)))


# ---------------------------------------------------------------- putting down
@frozen
class ChooseDeployed(Ask):
    title = "Choose whom to put down"
    says = "The player chooses which of his units comes next, or is moved once more."
    seat: int
    rolled: Rolled = ()
    again: bool = False
    """Whether one that stands already is moved."""
    rules = ("TC-SKIR-3", "TC-SKIR-5", "TC-HOT-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        known = deployed_now if self.again else to_place
        options = [Option(unit.id, unit.name, target=unit.id) for unit in known(battle, self.seat, self.rolled)]
        why_not = named(battle.units, not_of(battle, self.seat, "TC-SKIR-3"), always("is put down already", "TC-HOT-2"))
        prompt = "Move which unit?" if self.again else "Put down which unit?"
        return Pick(self.seat, prompt, options, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(PlaceUnit(answer, dict(self.rolled).get(answer, 0)))


@frozen
class PlaceUnit(Ask):
    title = "Put a unit down"
    says = "Within 12 of the starting position, measured to its base; a hot drop as far away as it has rolled."
    unit: str
    far: int = 0
    """How far a hot drop lands from where it comes from, in centimetres; 0 for any other unit."""
    rules = ("TC-SKIR-3", "TC-BASE-11", "TC-HOT-4")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = place_field(battle, unit, self.far)
        prompt = f"{place_question(battle, unit, field)}{field.hint}"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        first, field = not unit.models and not unit.aboard, game.asked_field(self, DeployField)
        on = field.surface_of(answer)
        battle.detach(unit)
        (unit.models, facing), unit.on = field.places(answer), on
        unit.facing = round(facing, 2) % 360
        if self.far:
            drop(game, unit)
        elif first:
            presume(unit)
        rallied_groups.regroup(game)
        changed(battle, unit.seat)
        where = middle_text(unit.models)
        text = f"{unit.name} {'drops' if self.far else 'starts'} at {place_words(where)}"
        game.emit(Moved(text, self.rules, unit.seat, unit.id, (where,)))


@define
class WideField(DeployField):
    """The defender of a raid sets up wherever he likes (TC-SCEN-3)."""

    @property
    def reach(self) -> float:
        return self.battle.table.width + self.battle.table.height

    @property
    def zone(self) -> Box:
        return (0.0, 0.0, self.battle.table.width, self.battle.table.height)

    def candidates(self) -> list[Spot]:
        width, height = self.battle.table.width, self.battle.table.height
        return [(float(x), float(y)) for x in range(round(width) + 1) for y in range(round(height) + 1)]


def place_field(battle: Battle, unit: Unit, far: int = 0) -> DeployField:
    """Where a unit can be put down now."""
    if far:
        return drop_field(battle, unit, far)
    usual = deploy_field(battle, unit)
    if "raid" not in battle.scenario.missions:
        return usual
    return WideField(1, unit.radius, 2 * unit.radius, usual.facing, battle=battle, unit=unit, start=usual.start)


def place_question(battle: Battle, unit: Unit, field: DeployField) -> str:
    where = f"Where {verb_of(unit.name, 'does')} {unit.name}"
    if isinstance(field, DropField):
        most = f"{field.rings[0][1]:g} cm"
        return f"{where} drop, up to {most} from where it comes from, at least {DROP_DISTANCE} cm from enemies?"
    if isinstance(field, WideField):
        return f"{where} start? Anywhere."
    return f"{where} start, within {NEAR:g} cm of {start_words(battle, unit.seat)}?"


# ---------------------------------------------------------------- content or not
CONTENT, MOVE, HIDE, RALLY, ABOARD = "content", "move", "hide", "rally", "aboard"


@frozen
class Content(Ask):
    title = "Content with the deployment?"
    says = "The player confirms his deployment, or changes it; whoever has confirmed before is asked again after that."
    seat: int
    rolled: Rolled = ()
    rules = ("TC-SKIR-5", "TC-SKIR-4", "TC-HOT-2", "TC-ATTACHED-1")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        options = [
            Option(CONTENT, "Content", hotkey="c", says="All stands as it should."),
            Option(MOVE, "Move a unit", hotkey="m", says="It is put down anew."),
        ]
        if not self.rolled and hiders(battle, self.seat):
            options.append(Option(HIDE, "Hide or show a unit", hotkey="h", says="It starts infiltrated, or not."))
        if not self.rolled and parties(battle, self.seat):
            options.append(Option(RALLY, "Rally units", hotkey="g", says="Who stand together start as groups."))
        if not self.rolled and rides(battle, self.seat):
            says = "It starts as a passenger; who is moved later gets off again."
            options.append(Option(ABOARD, "Start a unit aboard", hotkey="b", says=says))
        return Pick(self.seat, "Are you content with your deployment?", options, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        if answer == CONTENT:
            battle.alter(self.seat, content=True)
            text = f"{battle.seat_names[self.seat]} is content with the deployment"
            game.emit(Event(text, ("TC-SKIR-5",), self.seat))
        elif answer == RALLY:
            changed(battle, self.seat)
            for party in parties(battle, self.seat):
                rallied_groups.rally(game, party)
        elif answer == ABOARD:
            game.push(ChooseRide(self.seat))
        elif answer == MOVE:
            game.push(which(deployed_now(battle, self.seat, self.rolled), self.rolled, again=True))
        else:
            game.push(ChooseHidden(self.seat))


def hiders(battle: Battle, seat: int) -> list[Unit]:
    """The units that may start infiltrated or not, as their player likes (TC-SKIR-4, TC-INFIL-2)."""
    return [unit for unit in deployed_now(battle, seat, ()) if unit.on_table and can_infiltrate(unit)]


def rides(battle: Battle, seat: int) -> list[tuple[Unit, Unit]]:
    """Who could start aboard of which carrier of his player's, hot drops apart (TC-ATTACHED-1)."""
    here = deployed_now(battle, seat, ())
    hosts = [unit for unit in here if unit.on_table and free_seats(battle, unit) > 0]
    return [(unit, host) for unit in here if is_carried(unit) for host in hosts]


def parties(battle: Battle, seat: int) -> list[list[Unit]]:
    """Those who stand near enough to start rallied and are not (TC-SKIR-4)."""
    able = [unit for unit in deployed_now(battle, seat, ()) if rallied_groups.can_rally(unit)]
    chains = [
        chain for chain in rallied_groups.chains(battle, able) if len(chain) > 1 and rallied_groups.holds(battle, chain)
    ]
    return [chain for chain in chains if len({unit.group for unit in chain}) > 1 or not chain[0].group]


@frozen
class ChooseHidden(Ask):
    title = "Hide or show a unit"
    says = "Whoever can infiltrate is presumed to be; its player may declare that it is not, and the other way round."
    seat: int
    rules = ("TC-SKIR-4", "TC-INFIL-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        units = hiders(battle, self.seat)
        options = [
            Option(one.id, f"{one.name}: {'show' if one.infiltrated else 'hide'} it", target=one.id) for one in units
        ]
        reasons = not_of(battle, self.seat, "TC-SKIR-4"), always("cannot infiltrate", "TC-SKIR-4")
        return Pick(self.seat, "Which unit?", options, rules=self.rules, why_not=named(battle.units, *reasons))

    def take(self, game: Game[Battle], answer: Answer) -> None:
        unit = game.state.units[answer]
        unit.infiltrated = not unit.infiltrated
        changed(game.state, self.seat)
        what = "infiltrated" if unit.infiltrated else "in the open"
        game.emit(Status(f"{unit.name} starts {what}", self.rules, self.seat, unit.id, what))


@frozen
class ChooseRide(Ask):
    title = "Choose who starts aboard"
    says = "The player names a unit and the carrier in which it starts, if that has a place left."
    seat: int
    rules = ("TC-ATTACHED-1", "TC-VEH-3")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        options = [
            Option(f"{unit.id}:{host.id}", f"{unit.name} in {host.name}", target=unit.id)
            for unit, host in rides(battle, self.seat)
        ]
        none = always("has no carrier with a place for it", "TC-ATTACHED-1")
        why_not = named(battle.units, not_of(battle, self.seat, "TC-ATTACHED-1"), none)
        return Pick(self.seat, "Who starts aboard, and where?", options, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit, host = (battle.units[name] for name in answer.split(":"))
        attach(game, unit, host)
        rallied_groups.regroup(game)
        changed(battle, self.seat)
