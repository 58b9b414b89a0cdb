"""What unblocked hits do (AMC-SHOOT-4, AMC-MORALE, AMC-DMG, AMC-VUNIT-5): casualties, Pinned, damage, wrecks."""

from __future__ import annotations

from collections import Counter
from math import dist

from attrs import evolve

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Fell, Harmed, Moved, Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question
from tabletop_tui.engine.roll_wording import blocked_words
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.armymen.damage.bail_out_places import wreck_field
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.quality_tests import quality_tests
from tabletop_tui.rules.armymen.ways.places_around_vehicle import AroundField
from tabletop_tui.table.bases import centre, middle_text
from tabletop_tui.table.points import Spot, spot_text

DESTROYED = 5
STUCK = 3
CAUSES = {
    "AMC-SHOOT-4": "by shooting",
    "AMC-MELEE-6": "in melee",
    "AMC-MELEE-7": "in melee, having caused fewer wounds",
    "AMC-MORALE-6": "after a failed Pinned test",
    "AMC-DMG-4": "by damage",
    "AMC-TERR-3": "by dangerous terrain",
    "AMC-VUNIT-5": "with its vehicle",
    "AMC-PREP-9": "because there is no room for it",
}
"""What destroys a unit, by the rule that says so ..."""
FATES = {
    "AMC-SHOOT-4": "shot",
    "AMC-MELEE-6": "beaten in melee",
    "AMC-MELEE-7": "beaten in melee",
    "AMC-MORALE-6": "broken",
    "AMC-DMG-4": "wrecked",
    "AMC-TERR-3": "lost in dangerous terrain",
    "AMC-VUNIT-5": "lost with its vehicle",
    "AMC-PREP-9": "without room",
}
"""... and what becomes of it, or of some of its models, in a word or two."""
RATTLED, STOPPED = "must roll 4+ to activate", "may not move or pivot when next activated"


# ---------------------------------------------------------------- casualties
@frozen
class Casualties(Step):
    says = "As many models as there are unblocked hits are removed; surplus hits are lost."
    unit: str
    lost: int
    by: str = ""
    cause: str = "AMC-SHOOT-4"
    """The rule by which it would be destroyed."""
    rules = ("AMC-SHOOT-4",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} loses {counted(self.lost, 'model')}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if self.lost >= unit.left:
            wipe_out(game, unit, self.cause, self.by)
        else:
            game.push(ChooseCasualty(unit.id, self.lost, self.by, self.cause))


@frozen
class ChooseCasualty(Ask):
    title = "Choose casualties"
    says = "The defender chooses which models are removed."
    unit: str
    lost: int
    by: str = ""
    cause: str = "AMC-SHOOT-4"
    """The rule by which models are lost."""
    rules = ("AMC-SHOOT-4",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        options = []
        if self.lost > 1:
            says = "All that are still to go, specialists last."
            options.append(Option("rest", "Plain soldiers, the outermost first", rule="AMC-SHOOT-4", says=says))
        plain = plain_arms(unit)
        for number, (spot, arms) in enumerate(zip(unit.models, unit.arms, strict=True)):
            what = ", ".join(unit.sheet.weapon(name).name for name in arms) or "unarmed"
            label, special = f"model {number + 1}: {what}", arms != plain
            options.append(Option(str(number), label, target=spot_text(spot), group=what, deliberate=special))
        prompt = f"{unit.name}: which model is lost? ({self.lost} to remove)"
        return Pick(unit.seat, prompt, options, about=unit.id, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        unit = game.state.units[self.unit]
        gone = outermost(unit, self.lost) if answer == "rest" else [int(answer)]
        remove(game, unit, gone, self.cause, self.by)
        if self.lost > len(gone):
            game.push(evolve(self, lost=self.lost - len(gone)))


def plain_arms(unit: Unit) -> tuple[str, ...]:
    """What most of its soldiers carry; the others are specialists."""
    return Counter(unit.sheet.arms).most_common(1)[0][0]


def outermost(unit: Unit, count: int) -> list[int]:
    """Plain soldiers before specialists, those furthest from the middle first."""
    middle = centre(unit.models) if unit.models else (0.0, 0.0)
    far = [dist(spot, middle) for spot in unit.models] or [0.0] * unit.left
    plain = plain_arms(unit)
    order = sorted(
        range(unit.left),
        key=lambda number: (unit.arms[number] != plain, -far[number], number),
    )
    return order[:count]


def remove(game: Game[Battle], unit: Unit, gone: list[int], cause: str, by: str = "") -> None:
    """Take these models off by the rule `cause`; `by` is the unit that felled them, if one did."""
    unit.models = tuple(spot for number, spot in enumerate(unit.models) if number not in gone)
    unit.arms = tuple(arms for number, arms in enumerate(unit.arms) if number not in gone)
    text = f"{unit.does('loses')} {len(gone)}, {unit.left} left"
    game.emit(Harmed(text, ("AMC-SHOOT-4",), unit.seat, unit.id, len(gone), unit.left, by, FATES[cause]))


def wipe_out(game: Game[Battle], unit: Unit, cause: str, by: str = "") -> None:
    """A unit is destroyed by the rule `cause`; whoever is inside a vehicle is put out (AMC-VUNIT-5)."""
    battle = game.state
    passengers, models = battle.passengers(unit), unit.models
    battle.destroy(unit)
    spot = spot_text(models[0]) if models else ""
    text = f"{unit.does('is')} destroyed {CAUSES[cause]}"
    game.emit(Fell(text, (cause,), unit.seat, unit.id, spot, by, FATES[cause]))
    game.push(*(PutOut(passenger.id, models[0], unit.radius) for passenger in passengers))


# ---------------------------------------------------------------- morale
@frozen
class Morale(Step):
    title = "Morale"
    says = "Shooting has removed models: a unit at half its original size or less takes a quality test or is Pinned."
    unit: str
    rules = ("AMC-MORALE-1", "AMC-MORALE-2")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if unit.destroyed or 2 * unit.left > unit.sheet.size or unit.pinned:
            return
        if not quality_tests(game, unit, 1, f"{unit.name}: morale test"):
            unit.pinned = True
            game.emit(Status(f"{unit.does('is')} Pinned", ("AMC-MORALE-2",), unit.seat, unit.id, "Pinned"))


def pinned_test(game: Game[Battle], unit: Unit, by: str = "") -> bool:
    """A Pinned unit is tested: passed, it is no longer Pinned; failed, it is destroyed (AMC-MORALE-5, AMC-MORALE-6).

    `by` is the unit that charges it.
    """
    if quality_tests(game, unit, 1, f"{unit.name}: Pinned test"):
        unit.pinned = False
        game.emit(Status(f"{unit.does('is')} no longer Pinned", ("AMC-MORALE-5",), unit.seat, unit.id, "Pinned", False))
        return True
    wipe_out(game, unit, "AMC-MORALE-6", by)
    return False


# ---------------------------------------------------------------- vehicles
def damage_dice(arc: str) -> tuple[int, str, str]:
    """How many dice a hit on this side rolls, which counts, and the rule."""
    return {
        "front": (2, "lower", "AMC-DMG-5"),
        "side": (1, "only", "AMC-DMG-6"),
        "rear": (2, "higher", "AMC-DMG-7"),
    }[arc]


def destroyed_chance(arc: str) -> float:
    """The chance that one unblocked hit on this side destroys a vehicle."""
    single = (7 - DESTROYED) / 6
    return {"front": single * single, "side": single, "rear": 1 - (1 - single) ** 2}[arc]


@frozen
class DamageRolls(Step):
    says = "One damage roll for each unblocked hit; results of different kinds add up, equal ones do not."
    vehicle: str
    hits: int
    arc: str
    by: str = ""
    rules = ("AMC-DMG-1",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{counted(self.hits, 'damage roll')} for {self.vehicle}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        vehicle = battle.units[self.vehicle]
        count, which, rule = damage_dice(self.arc)
        side = f"{self.arc}, the {which} die counts" if count > 1 else self.arc
        counts = max if which == "higher" else min
        results: list[int] = []
        for _ in range(self.hits):
            why = f"damage to {vehicle.name} ({side})"
            check = Check(1 - vehicle.seat, why, dice=count, rules=("AMC-DMG-1", rule))
            results.append(counts(game.check(check, lambda rolled: damage_words(counts(rolled.faces))).faces))
        if any(result >= DESTROYED for result in results):
            game.push(Wreck(vehicle.id, self.by))
            return
        vehicle.rattled |= any(result < STUCK for result in results)
        vehicle.stuck |= any(result >= STUCK for result in results)
        words = [word for word, on in ((RATTLED, vehicle.rattled), (STOPPED, vehicle.stuck)) if on]
        text = f"{vehicle.name} {' and '.join(words)}"
        rules = ("AMC-DMG-1", *dict.fromkeys(damage_rule(result) for result in results))
        game.emit(Harmed(text, rules, vehicle.seat, vehicle.id, self.hits, 1, self.by, "hit"))


def damage_words(result: int) -> str:
    return "destroyed" if result >= DESTROYED else "may not move" if result >= STUCK else "must roll 4+ to activate"


def damage_rule(result: int) -> str:
    return "AMC-DMG-4" if result >= DESTROYED else "AMC-DMG-3" if result >= STUCK else "AMC-DMG-2"


@frozen
class Wreck(Step):
    title = "Wreck"
    says = "A destroyed vehicle is removed; those inside are put out and take D6 hits."
    vehicle: str
    by: str = ""
    rules = ("AMC-DMG-4", "AMC-VUNIT-5")

    def run(self, game: Game[Battle]) -> None:
        wipe_out(game, game.state.units[self.vehicle], "AMC-DMG-4", self.by)


@frozen
class TakeHits(Step):
    title = "Take hits"
    says = "Hits from something that is no attack: blocked as usual, without cover, and without a morale test."
    unit: str
    hits: int
    why: str
    rule: str
    rules = ("AMC-SHOOT-3",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if unit.destroyed:
            return
        dice = self.hits + unit.sheet.armour + unit.hunkered
        blocks = quality_tests(game, unit, dice, f"{unit.does('blocks')} hits by {self.why}", counts="block")
        lost = max(0, self.hits - blocks)
        text = f"{counted(self.hits, 'hit')} on {unit.name} by {self.why}, {blocked_words(self.hits, blocks)}"
        game.emit(Event(text, (self.rule, "AMC-SHOOT-3"), unit.seat))
        if lost and unit.vehicle:
            game.push(DamageRolls(unit.id, lost, "side"))
        elif lost:
            game.push(Casualties(unit.id, lost, cause=self.rule))


# ---------------------------------------------------------------- those inside a wreck
@frozen
class PutOut(Step):
    title = "Passengers are put out"
    says = "Those inside a vehicle that is destroyed are put out, as many as there is room for."
    unit: str
    around: Spot
    edge: float
    rules = ("AMC-VUNIT-5",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if wreck_field(battle, unit, self.around, self.edge).has_room():
            game.push(BailOut(self.unit, self.around, self.edge))
        else:
            wipe_out(game, unit, "AMC-VUNIT-5")


@frozen
class BailOut(Ask):
    title = "Bail out"
    says = "The owner places those inside within 3 in of where the vehicle stood; then they take D6 hits."
    unit: str
    around: Spot
    edge: float
    rules = ("AMC-VUNIT-5",)

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        field = wreck_field(game.state, unit, self.around, self.edge)
        prompt = f"{unit.does('is')} put out of the wreck: where?{field.hint}"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        field = game.asked_field(self, AroundField)
        models = field.places(answer)[0]
        unit.aboard = ""
        if len(models) < unit.left:
            remove(game, unit, outermost(unit, unit.left - len(models)), "AMC-VUNIT-5")
        unit.models = models
        path = (spot_text(self.around), middle_text(models))
        game.emit(Moved(f"{unit.does('is')} put out of the wreck", self.rules, unit.seat, unit.id, path))
        game.push(WreckHits(unit.id))


@frozen
class WreckHits(Step):
    title = "Wreck hits"
    says = "D6 hits on a unit that was inside."
    unit: str
    rules = ("AMC-VUNIT-5",)

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        check = Check(1 - unit.seat, f"hits on {unit.name} from the wreck", rules=self.rules)
        face = game.check(check, lambda rolled: counted(rolled.face, "hit")).face
        game.push(TakeHits(unit.id, face, "the wreck", "AMC-VUNIT-5"))
