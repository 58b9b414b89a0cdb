"""Those who fell: the tough get up again (CD-SR-TOUGH), and a medic may bring a comrade back (CD-EQ-MEDI)."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from attrs import evolve

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import RISEN, Event, Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.question import Pick, Question
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.moving.entering_melee import Engage
from tabletop_tui.rules.crimsondusk.state.action_base import UnitAction
from tabletop_tui.rules.crimsondusk.state.battle import Battle, Fallen
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES, chance, helped, passes, skill_tally, words
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit, crew_of
from tabletop_tui.rules.crimsondusk.state.vehicles import ride_of, rides_of
from tabletop_tui.rules.crimsondusk.ways.nearest_free_place import nearest_free
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot, place_words, spot_text


def get_up(game: Game[Battle], fallen: Fallen, rule: str) -> None:
    """A man is back where he fell, or as near to it as there is room, as if nothing had happened."""
    battle = game.state
    unit = unit_of(battle, fallen)
    if unit.hull is not None:
        unit.crew = (*unit.crew, fallen.man)
        where = f"in {unit.name}"
    else:
        where = rejoin(battle, unit, fallen)
    battle.fallen = tuple(one for one in battle.fallen if one.man.id != fallen.man.id)
    text = f"{fallen.man.id} is on its feet again {where}"
    game.emit(Status(text, (rule,), unit.seat, unit.id, RISEN))


def rejoin(battle: Battle, unit: Unit, fallen: Fallen) -> str:
    """A man is one of his section again: on the ground, or aboard if it still is, or if it has nobody else; where."""
    if not unit.living:
        unit.gone, unit.aboard = "", fallen.aboard
    beside = fallen.aboard if unit.aboard and fallen.aboard != unit.aboard else ""
    unit.men = (*unit.men, evolve(as_he_returns(battle, unit, fallen), rides=beside))
    unit.start = max(unit.start, unit.left)
    if unit.aboard:
        return f"aboard {battle.units[beside or unit.aboard].name}"
    spot = nearest_free(battle, unit, lies_at(battle, fallen))
    unit.models = (*unit.models, spot)
    return f"at {place_words(spot)}"


def as_he_returns(battle: Battle, unit: Unit, fallen: Fallen) -> Man:
    """A man who is back: nothing aimed or loaded, split off only if some of his section still are (CD-REORG-8)."""
    man = evolve(fallen.man, aimed="", loading="", paid=0)
    if not any(one.part for one in unit.men):
        man = evolve(man, part=0)
    return evolve(man, moved=0.0, moved_before=man.moved) if fallen.turn < battle.turn else man


def unit_of(battle: Battle, fallen: Fallen) -> Unit:
    """The unit to which a fallen man belongs: of the crew of a vehicle out of action, those who are on foot now."""
    unit = battle.units[fallen.unit]
    return battle.units[crew_of(unit.id)] if unit.hull is not None and unit.gone else unit


def lies_at(battle: Battle, fallen: Fallen) -> Spot:
    """Where a fallen man lies: where he fell, or wherever the vehicle is now in which he did."""
    return battle.units[fallen.aboard].models[0] if fallen.aboard else fallen.spot


def can_return(battle: Battle, fallen: Fallen) -> bool:
    """Whether a fallen man could be with his unit again: not while it rides elsewhere, or his vehicle has left."""
    if fallen.aboard and not battle.units[fallen.aboard].models:
        return False
    rides = rides_of(unit_of(battle, fallen))
    return not rides or fallen.aboard in rides


def since_last_turn(battle: Battle) -> tuple[Fallen, ...]:
    """Those who fell since the start of the turn before (CD-EQ-MEDI)."""
    return tuple(one for one in battle.fallen if one.turn >= battle.turn - 1)


# ---------------------------------------------------------------- the tough
def down(battle: Battle, seat: int) -> list[Fallen]:
    """The tough of a seat who have still to roll whether they get up, those on the ground before those aboard."""
    able = sorted((one for one in battle.fallen if can_return(battle, one)), key=lambda one: one.aboard)
    tough = (one for one in able if one.man.soldier.has("tough") and not one.rolled)
    return [one for one in tough if battle.units[one.unit].seat == seat and one.turn >= battle.turn - 1]


@frozen
class Rise(Step):
    title = "Rise"
    says = "Somebody tough who fell in the turn before gets up on a D10, or stays down."
    man: str
    rules = ("CD-SR-TOUGH",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        fallen = next((one for one in battle.fallen if one.man.id == self.man), None)
        if fallen is None or not can_return(battle, fallen):
            return
        unit, number = unit_of(battle, fallen), fallen.man.soldier.traits["tough"]
        battle.fallen = tuple(evolve(one, rolled=True) if one is fallen else one for one in battle.fallen)
        need = Need(Tally("Tough", number, "", "CD-SR-TOUGH"))
        check = Check(unit.seat, f"{self.man} gets up", need, sides=SIDES, rules=self.rules)
        if game.check(check, lambda came: "gets up" if came.passed else "stays down").passed:
            get_up(game, fallen, "CD-SR-TOUGH")
            game.push(Engage(unit.id))


def rising(battle: Battle) -> list[Step]:
    """The rolls of the tough at the start of a turn."""
    return [Rise(one.man.id) for seat in (0, 1) for one in down(battle, seat) if one.turn < battle.turn]


# ---------------------------------------------------------------- the medic
def patients(battle: Battle, unit: Unit, medic: Man) -> list[Fallen]:
    """Comrades who fell since the turn before within the section's spacing of the medic, or aboard the same vehicle."""
    within = unit.id if unit.hull is not None else ride_of(unit, medic)
    comrades = (one for one in since_last_turn(battle) if battle.units[one.unit].seat == unit.seat)
    there = [one for one in comrades if one.aboard == within and can_return(battle, one)]
    if within:
        return there
    here, near = unit.spot_of(medic.id), unit.spacing + 2 * unit.radius + TINY
    return [one for one in there if dist(here, one.spot) <= near]


@frozen
class ChoosePatient(AskAction):
    title = "Choose a patient"
    says = "The medic's owner picks whom he treats; a skill test of the medic brings that one back."
    unit: str
    medic: str
    rules = ("CD-EQ-MEDI",)

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        prompt = f"{self.medic} has worked for 3 AP: on whom?"
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        unit = battle.units[self.unit]
        medic = unit.man(self.medic)
        return [ToTreat(battle, unit, medic, one) for one in patients(battle, unit, medic)]


@frozen
class ToTreat(UnitAction):
    medic: Man
    patient: Fallen
    rule = "CD-EQ-MEDI"

    @property
    def key(self) -> str:
        return self.patient.man.id

    @property
    def label(self) -> str:
        return f"{self.patient.man.id}: {self.patient.man.soldier.arms}"

    @property
    def target(self) -> str:
        return spot_text(lies_at(self.battle, self.patient))

    @property
    def tally(self) -> Tally:
        return helped(self.battle, self.unit, skill_tally(self.medic.soldier.quality))

    def steps(self) -> Sequence[Step]:
        return [Treat(self.unit.id, self.medic.id, self.patient.man.id)]

    def preview(self) -> Preview | None:
        return Preview(
            (Line("needs", words(self.tally), self.tally, ("CD-EQ-MEDI",)),), (Chance("back", chance(self.tally)),)
        )


@frozen
class Heal(Step):
    title = "Heal"
    says = "A medic who has worked for 3 AP treats one comrade."
    unit: str
    medic: str
    rules = ("CD-EQ-MEDI",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if unit.number(self.medic) is None or unit.frozen == unit.spent:
            return
        if patients(battle, unit, unit.man(self.medic)):
            game.push(ChoosePatient(self.unit, self.medic))
        else:
            game.emit(Event(f"{self.medic} finds nobody to treat", self.rules, unit.seat))


@frozen
class Treat(Step):
    title = "Treat"
    says = "The skill test of a medic: passed, the comrade is back where he fell."
    unit: str
    medic: str
    patient: str
    rules = ("CD-EQ-MEDI",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        patient = next(one for one in battle.fallen if one.man.id == self.patient)
        tally = helped(battle, unit, skill_tally(unit.man(self.medic).soldier.quality))
        if passes(game, unit.seat, f"{self.medic} treats {self.patient}", tally, self.rules):
            get_up(game, patient, "CD-EQ-MEDI")
            game.push(Engage(unit_of(battle, patient).id))
