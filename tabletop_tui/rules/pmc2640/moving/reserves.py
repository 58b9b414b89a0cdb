"""Units in reserve (PMC-RES): arriving within 4 in of the own edge and 12 in from the enemy."""

from __future__ import annotations

from functools import partial
from itertools import islice
from math import dist

from tabletop_tui.engine.events import Began, Event, Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.reinforcements import arrivals, place_for
from tabletop_tui.engine.standing_orders import OfferKind, ask_or_obey, tell_passed_over
from tabletop_tui.engine.wording import listed, verb_of
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.shooting.attack_odds import preview_attack
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Attack
from tabletop_tui.rules.pmc2640.shooting.shooting import choose_weapon
from tabletop_tui.rules.pmc2640.shooting.shooting_limits import refuse_both, weapons_for
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.unit_refusals import further, in_reserve, suppressed
from tabletop_tui.rules.pmc2640.ways.nearby_lookup import clear_box
from tabletop_tui.rules.pmc2640.ways.placing_without_move import EdgeField
from tabletop_tui.skirmish.battle import always, not_of
from tabletop_tui.table.bases import TINY, centre
from tabletop_tui.table.points import Spot, spot_text
from tabletop_tui.table.polygons import Box, box_of

FROM_ENEMIES = 12
EDGE_DEPTH = 4


@frozen
class ReservePhase(Step):
    title = "Reserve phase"
    says = "Units in reserve arrive, the players placing them in turn, the first player first."
    rules = ("PMC-RES-1", "PMC-RES-2", "PMC-FIND-2", "PMC-FIND-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.phase = "Reserve"
        game.emit(Began("Reserve phase", ("PMC-RES-1",), level="phase", number=battle.turn))
        battle.arriving = tuple(allowance(battle, seat) for seat in (0, 1))
        battle.in_line = ("", "")
        game.push(*arrivals(game), Arrive(battle.first))


def allowance(battle: Battle, seat: int) -> int:
    """How many units of a seat may arrive this turn: the whole first half at first, later a few (PMC-FIND-3)."""
    if battle.turn == 1:
        return sum(unit.reserve == "first" for unit in battle.units.values() if unit.seat == seat)
    waiting = sum(bool(unit.reserve) for unit in battle.units.values() if unit.seat == seat)
    return min(waiting, battle.scenario.may_arrive(battle.turn))


def waiting(battle: Battle, seat: int) -> list[Unit]:
    """The reserve units that may be placed now; in the first turn the first half has to come, and only that."""
    half = ("first",) if battle.turn == 1 else ("first", "second")
    return [unit for unit in battle.units.values() if unit.seat == seat and unit.reserve in half]


@frozen
class Arrive(Step):
    title = "Reserves arrive"
    says = "The next player with units to bring on places one; who has no room at the edge waits."
    seat: int
    rules = ("PMC-RES-2", "PMC-RES-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        for seat in (self.seat, 1 - self.seat):
            come = waiting(battle, seat) if battle.arriving[seat] else []
            able = list(islice((unit for unit in come if has_room(battle, unit)), 2))
            if able:
                if battle.in_line[seat]:
                    game.push(Follow(able[0].id), Arrive(1 - seat))
                elif battle.turn == 1 and len(able) == 1:  # the first half has to come: there is nothing to choose
                    game.push(PlaceReserve(able[0].id), Arrive(1 - seat))
                else:
                    game.push(ChooseReserve(seat))
                return
        for seat in (0, 1):
            if left := waiting(battle, seat) if battle.arriving[seat] else []:
                who = listed([unit.name for unit in left])
                verb = "finds" if len(left) == 1 else "find"
                text = f"{who} {verb} no room at the edge, and may come with the later reserves"
                game.emit(Event(text, ("PMC-RES-4",), seat))


def arrival(battle: Battle, unit: Unit) -> EdgeField:
    """Where a unit may arrive."""
    return EdgeField(battle, unit, depth=EDGE_DEPTH, clearance=FROM_ENEMIES)


def has_room(battle: Battle, unit: Unit) -> bool:
    """Whether there is a place for a unit at its edge; if not, it waits for a later turn."""
    return battle.find(("room", unit.seat, unit.vehicle, unit.left), partial(look_for_room, battle, unit), room=True)


def look_for_room(battle: Battle, unit: Unit) -> tuple[bool, Box]:
    """The same, worked out; and the box in which nothing may move for it to hold."""
    field = arrival(battle, unit)
    models = field.arriving()
    return models is not None, clear_box(unit, box_of(models) if models else field.whole)


NO_ROOM = Refusal("no room at the edge", "PMC-RES-4")
NO_MORE, IN_LINE = "none", "line"
FEWEST = 3
"""So many units to come can be placed at once; fewer are placed one by one."""


@frozen
class ChooseReserve(Ask):
    title = "Choose who arrives"
    says = "The player chooses which unit arrives; after the first turn none need come."
    seat: int
    rules = ("PMC-RES-2", "PMC-FIND-3")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        options = [
            Option(unit.id, unit.name, None if has_room(battle, unit) else NO_ROOM, rule="PMC-RES-2")
            for unit in waiting(battle, self.seat)
        ]
        if battle.turn > 1:
            options.append(Option(NO_MORE, "No more this turn", rule="PMC-FIND-3", hotkey="n", says="The others wait."))
        left = battle.arriving[self.seat]
        if left >= FEWEST and len(options) >= FEWEST:
            says = "You place the first of them; each of the others comes as near to it as there is room, in its turn."
            options.append(
                Option(IN_LINE, f"All {left} side by side", None, "", "", "b", "PMC-RES-2", says, deliberate=True)
            )
        why_not = named(
            battle.units,
            not_of(battle, self.seat, "PMC-RES-2"),
            lambda unit: None if unit.reserve else Refusal(f"{unit.does('is')} on the table already", "PMC-RES-2"),
            always("is not of the half that comes now", "PMC-FIND-2"),
        )
        prompt = f"Which unit arrives? ({left} to come)"
        return Pick(self.seat, prompt, options, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        if answer == NO_MORE:
            battle.arriving = tuple(0 if seat == self.seat else left for seat, left in enumerate(battle.arriving))
            game.push(Arrive(1 - self.seat))
        elif answer == IN_LINE:
            first = next(unit.id for unit in waiting(battle, self.seat) if has_room(battle, unit))
            battle.in_line = tuple(first if seat == self.seat else name for seat, name in enumerate(battle.in_line))
            game.push(PlaceReserve(first), Arrive(1 - self.seat))
        else:
            game.push(PlaceReserve(answer), Arrive(1 - self.seat))


@frozen
class PlaceReserve(Ask):
    title = "Place a reserve"
    says = "Within 4 in of its edge and at least 12 in from every enemy; nearer only where no such place is left."
    unit: str
    rules = ("PMC-RES-3", "PMC-RES-4", "PMC-RES-5")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = arrival(battle, unit)
        prompt = f"Where {verb_of(unit.name, 'does')} {unit.name} arrive?{field.hint}"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        field = game.asked_field(self, EdgeField)
        come_on(game, field, answer, self.rules)


@frozen
class Follow(Step):
    title = "Reserves come on side by side"
    says = "A unit of those that come on side by side arrives as near to the first as there is room."
    unit: str
    rules = ("PMC-RES-2", "PMC-RES-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        field = arrival(battle, unit)
        first = battle.units[battle.in_line[unit.seat]]
        come_on(game, field, beside(field, centre(first.models)), self.rules)


def beside(field: EdgeField, spot: Spot) -> Answer:
    """The answer that brings a unit on as near to a place as there is room for it."""
    near = sorted(field.candidates(), key=lambda other: dist(other, spot))
    free = next(filter(field.is_free, field.sifted(near)), None)
    if free is not None:
        return [spot_text(free)]
    return min(field.otherwise(), key=lambda words: dist(centre(field.places(words)[0]), spot))


def come_on(game: Game[Battle], field: EdgeField, answer: Answer, rules: tuple[str, ...]) -> None:
    """A unit stands where the answer says; the closest enemy may shoot, if it had to come too near (PMC-RES-5)."""
    battle, unit = game.state, field.unit
    unit.models, unit.facing = field.places(answer)
    unit.reserve = ""
    if place_for(game, unit.id) is None:  # whom the story brings comes beside those that may arrive
        battle.arriving = tuple(left - (seat == unit.seat) for seat, left in enumerate(battle.arriving))
    where = distances.place_text(battle, unit)
    words = distances.place_words(battle, unit)
    game.emit(Moved(f"{unit.does('arrives')} at {words}", rules, unit.seat, unit.id, (where,)))
    if field.too_near(unit.models) is not None:
        game.push(OfferClosestShot(unit.id))


ARRIVALS = OfferKind(
    "arrivals",
    "fire at arrivals",
    "Asked when a reserve has to arrive within 12 in of a unit that may shoot at it.",
    "PMC-RES-5",
)


@frozen
class OfferClosestShot(Step):
    title = "The closest enemy may shoot"
    says = "At a unit that had to arrive nearer the closest steady enemy in sight may shoot at once."
    unit: str
    rules = ("PMC-RES-5",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        able = [
            enemy
            for enemy in battle.enemies(unit.seat)
            if not enemy.suppressed
            and distances.distance(battle, enemy, unit) <= FROM_ENEMIES + TINY
            and weapons_for(battle, enemy, unit, "reserve")
        ]
        if able:
            nearest = min(distances.distance(battle, enemy, unit) for enemy in able)
            closest = tuple(e.id for e in able if distances.distance(battle, e, unit) <= nearest + TINY)
            seat = battle.units[closest[0]].seat
            if ask_or_obey(game, ChooseClosestShot(self.unit, closest), seat, ARRIVALS, closest[0]) == "pass":
                tell_passed_over(game, seat, ARRIVALS)


@frozen
class ChooseClosestShot(Ask):
    title = "Choose whether the closest shoots"
    says = "Its owner chooses whether it shoots; among equally close units, which."
    unit: str
    closest: tuple[str, ...]
    rules = ("PMC-RES-5",)
    declines = "hold"

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        options = [Option(name, f"{battle.units[name].does('shoots')}", target=name) for name in self.closest]
        options.append(Option("hold", "Do not shoot", rule="PMC-RES-5"))
        seat = battle.units[self.closest[0]].seat
        why_not = named(
            battle.units,
            not_of(battle, seat, "PMC-RES-5"),
            in_reserve,
            lambda other: suppressed(other, "PMC-RES-5"),
            further(battle, unit, FROM_ENEMIES, "PMC-RES-5"),
            lambda other: refuse_both(battle, other, unit, "reserve"),
            always("is not the closest that could shoot", "PMC-RES-5"),
        )
        prompt = f"{unit.does('has')} arrived nearby. Shoot?"
        return Pick(seat, prompt, options, about=unit.id, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        if answer == "hold":
            return
        battle = game.state
        game.emit(
            Event(f"{battle.units[answer].does('shoots')} at the arrivals", self.rules, battle.units[answer].seat)
        )
        game.push(*choose_weapon(battle, Attack(answer, self.unit, "main", "reserve")))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        battle = game.state
        if answer == "hold":
            return None
        weapons = weapons_for(battle, battle.units[answer], battle.units[self.unit], "reserve")
        return preview_attack(battle, Attack(answer, self.unit, weapons[0], "reserve"))
