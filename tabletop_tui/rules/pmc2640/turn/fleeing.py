"""The close of the Action phase (PMC-FLEE): Broken units flee, Suppressed units may go to cover."""

from __future__ import annotations

from functools import partial

from tabletop_tui.engine.events import Began, Event, Fell, Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.unit_refusals import among, in_reserve
from tabletop_tui.rules.pmc2640.ways import forced_moves
from tabletop_tui.rules.pmc2640.ways.fall_back_to_cover import CoverField, is_covered
from tabletop_tui.rules.pmc2640.ways.fleeing_paths import flight as flight_from
from tabletop_tui.skirmish.battle import not_of
from tabletop_tui.table.polygons import Box

EXTRA_FLIGHT = 2


@frozen
class FleePhase(Step):
    title = "Broken and Suppressed units move"
    says = "After all activations the first player moves all his shaken units, then the other."
    rules = ("PMC-FLEE-1",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if any(unit.suppressed for unit in battle.on_table()):
            game.emit(Began("Broken and Suppressed units move", self.rules, level="phase", number=battle.turn))
        game.push(*(MoveShaken(seat, ()) for seat in battle.order()))


def shaken(battle: Battle, seat: int, done: tuple[str, ...]) -> list[Unit]:
    """The units of a seat that still have to flee, or may go to cover."""
    return [
        unit
        for unit in battle.side(seat)
        if unit.id not in done and (unit.broken or (unit.suppressed and may_take_cover(battle, unit)))
    ]


def may_take_cover(battle: Battle, unit: Unit) -> bool:
    """A Suppressed unit in the open with qualifying terrain in reach (PMC-FLEE-6, PMC-FLEE-7)."""
    if unit.building:
        return False
    inside = tuple(other.building for other in battle.units.values())
    return battle.find(("cover", unit.id), partial(look_for_cover, battle, unit), own=(unit.left, inside))


def look_for_cover(battle: Battle, unit: Unit) -> tuple[bool, Box]:
    """The same, worked out; whoever moves anywhere may see it, or hide it."""
    needs_it = not is_covered(battle, unit)
    return needs_it and CoverField(battle, unit).can_go_anywhere(), (0.0, 0.0, battle.table.width, battle.table.height)


def why_no_cover(battle: Battle, unit: Unit) -> Refusal:
    """What is said of a Suppressed unit that may not go to cover."""
    if unit.building or is_covered(battle, unit):
        return Refusal(f"{unit.does('is')} in cover already", "PMC-FLEE-7")
    return Refusal(f"{unit.does('has')} no cover within one Move", "PMC-FLEE-6")


@frozen
class MoveShaken(Step):
    title = "Move who is shaken"
    says = "One player's Broken and Suppressed units, in the order of the owner's choice."
    idle = "Nobody else is shaken."
    seat: int
    done: tuple[str, ...]
    rules = ("PMC-FLEE-1",)

    def run(self, game: Game[Battle]) -> None:
        waiting = shaken(game.state, self.seat, self.done)
        if len(waiting) == 1:
            (unit,) = waiting
            game.push(flight_of(unit), MoveShaken(self.seat, (*self.done, unit.id)))
        elif waiting:
            game.push(ChooseShaken(self.seat, self.done))


def flight_of(unit: Unit) -> Step:
    return Flee(unit.id) if unit.broken else TakeCover(unit.id)


@frozen
class ChooseShaken(Ask):
    title = "Choose who moves next"
    says = "The owner chooses which of his units moves next."
    seat: int
    done: tuple[str, ...]
    rules = ("PMC-FLEE-1",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        options = [
            Option(unit.id, f"{unit.name}, {unit.status}", target=unit.id, rule="PMC-FLEE-1")
            for unit in shaken(battle, self.seat, self.done)
        ]
        why_not = named(
            battle.units,
            not_of(battle, self.seat, "PMC-FLEE-1"),
            in_reserve,
            among(self.done, "has moved already", "PMC-FLEE-1"),
            lambda unit: None if unit.suppressed else Refusal(f"{unit.does('is')} not shaken", "PMC-FLEE-1"),
            lambda unit: why_no_cover(battle, unit),
        )
        return Pick(self.seat, "Which unit moves next?", options, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        unit = game.state.units[answer]
        game.push(flight_of(unit), MoveShaken(self.seat, (*self.done, answer)))


@frozen
class Flee(Step):
    title = "Flee"
    says = "Move + 2 in straight away from the closest enemy; off the table it has fled for good."
    unit: str
    rules = ("PMC-FLEE-2", "PMC-FLEE-3", "PMC-FLEE-4", "PMC-FLEE-5")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        before = distances.place_text(battle, unit)
        if unit.building:
            forced_moves.put_outside(battle, unit, battle.enemies(unit.seat))
        out = (before,) if unit.models and before != distances.place_text(battle, unit) else ()
        flight = flight_from(battle, unit, unit.type.move + EXTRA_FLIGHT) if unit.models else None
        if flight is not None and flight.off:
            battle.remove(unit, "fled")
            text = f"{unit.does('flees')} from the table"
            game.emit(Fell(text, ("PMC-FLEE-4",), unit.seat, unit.id, before, cause=unit.gone))
            return
        if flight is not None:
            unit.models = flight.models
        elif not out:
            game.emit(Event(f"{unit.name} cannot flee and must stay", ("PMC-FLEE-3",), unit.seat))
            return
        after = distances.place_text(battle, unit)
        path = (*out, *flight.path) if flight is not None else (before, after)
        game.emit(
            Moved(
                f"{unit.does('flees')} to {distances.place_words(battle, unit)}", self.rules, unit.seat, unit.id, path
            )
        )


@frozen
class TakeCover(Ask):
    title = "Take cover"
    says = "A Suppressed unit may move up to Move to terrain that covers or hides it."
    unit: str
    rules = ("PMC-FLEE-6",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = CoverField(battle, unit)
        prompt = f"{unit.does('is')} Suppressed: into cover{field.hint}, or stay here?"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        field = game.asked_field(self, CoverField)
        path, before = field.path(answer), unit.models
        unit.models, unit.facing = field.places(answer)
        if unit.models != before:
            game.emit(Moved(f"{unit.does('goes')} to cover", self.rules, unit.seat, unit.id, tuple(path)))
