"""Pinning (CD-PIN): shots received are counted, the test is taken, and what a failure does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from attrs import evolve

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.events import Event, Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.engine.wording import verb_of
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.sight import cover
from tabletop_tui.rules.crimsondusk.state.battle import Battle, Fire
from tabletop_tui.rules.crimsondusk.state.profiles import Quality, Soldier
from tabletop_tui.rules.crimsondusk.state.skill_tests import chance, command_bonus, helped, passes, skill_tally, words
from tabletop_tui.rules.crimsondusk.state.units import Unit, part_of

LOSSES = ((0.75, 4), (0.5, 3), (0.25, 2), (0.1, 1))
"""From which share of losses on the die is so much less; the worst line counts (CD-PIN-3)."""


def pinning_tally(battle: Battle, unit: Unit, penalty: int) -> Tally:
    """What a section's pinning test needs (CD-PIN-3, CD-PIN-4)."""
    return helped(battle, unit, shaken(unit.quality, (unit.start - unit.left) / unit.start, penalty))


def shaken(quality: Quality, share: float, penalty: int) -> Tally:
    """The same of a section that has lost this share of its models, whoever helps it."""
    worse = next((minus for limit, minus in LOSSES if share >= limit - 1e-9), 0)
    tally = skill_tally(quality).plus(worse, f"{share:.0%} lost", "CD-PIN-3")
    return tally.plus(penalty, "pinning weapon or blast", "CD-TRAIT-15")


@frozen
class Nerve:
    """What it hangs on whether a section that has to be tested is pinned."""

    quality: Quality
    start: int
    gone: int
    """How many of those who started are gone."""
    command: int
    """The command bonus of who is with it (CD-CHAR-8)."""
    sure: float | None
    """The chance where no die is rolled: brain-dead ones are never pinned, non-combatants always."""
    again: bool
    """Whether a failed test is rolled again: fanatics."""

    def fails(self, penalty: int, lost: int = 0) -> float:
        """The chance to be pinned, with so many lost besides."""
        if self.sure is not None:
            return self.sure
        tally = shaken(self.quality, (self.gone + lost) / self.start, penalty)
        fails = 1 - chance(tally.plus(-self.command, "command", "CD-CHAR-8"))
        return fails * fails if self.again else fails


def nerve_of(battle: Battle, unit: Unit) -> Nerve:
    """The nerve of a section as it stands."""
    sure = 0.0 if brain_dead(unit.soldiers) else 1.0 if is_non_com(unit) else None
    command, _ = command_bonus(battle, unit)
    again = any_has("fanatic", unit.soldiers)
    return Nerve(unit.quality, unit.start, unit.start - unit.left, command, sure, again)


def pin_chance(battle: Battle, unit: Unit, penalty: int, lost: int = 0) -> float:
    """The chance that a section that has to be tested is pinned, with so many lost."""
    return nerve_of(battle, unit).fails(penalty, lost)


def is_non_com(unit: Unit) -> bool:
    """Whether a section is pinned by a single shot (CD-SR-NONCOM-1)."""
    return any_has("non-com", unit.soldiers)


@lru_cache(maxsize=1 << 12)
def any_has(trait: str, soldiers: tuple[Soldier, ...]) -> bool:
    """Whether any of these has a trait."""
    return any(soldier.has(trait) for soldier in soldiers)


@lru_cache(maxsize=1 << 12)
def brain_dead(soldiers: tuple[Soldier, ...]) -> bool:
    """Whether all of these are, whom nothing pins (CD-SR-BRAINDEAD)."""
    return all(soldier.has("brain-dead") for soldier in soldiers)


@frozen
class UnderFire(Step):
    title = "Under fire"
    says = "Shots of one AP have been settled: they are counted, and the section may have to be tested."
    fire: Fire
    rules = ("CD-PIN-1", "CD-PIN-2")

    def run(self, game: Game[Battle]) -> None:
        battle, fire = game.state, self.fire
        if fire.by and battle.firing == fire.by:
            battle.fires = (*battle.fires, fire)
        else:
            reckon(game, fire)


@frozen
class OpenFire(Step):
    title = "Open fire"
    says = "All the shots of an AP are fired before those who were shot at are tested."
    unit: str
    rules = ("CD-PIN-2",)

    def run(self, game: Game[Battle]) -> None:
        game.state.firing, game.state.fires = self.unit, ()


@frozen
class CeaseFire(Step):
    title = "Cease fire"
    says = "The shots of an AP have been settled: each section that was shot at is tested if it has to be."
    unit: str
    rules = ("CD-PIN-2",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        fires, battle.firing, battle.fires = battle.fires, "", ()
        game.push(*map(UnderFire, together(fires)))


def together(fires: Sequence[Fire]) -> list[Fire]:
    """What each section, or part of one, got in all: one test for it (CD-PIN-2, CD-TRAIT-15)."""
    found: dict[tuple[str, str], Fire] = {}
    for fire in fires:
        known = found.get((fire.unit, fire.part))
        found[fire.unit, fire.part] = fire if known is None else add(known, fire)
    return list(found.values())


def add(one: Fire, other: Fire) -> Fire:
    return evolve(
        one,
        shots=one.shots + other.shots,
        forced=one.forced or other.forced,
        penalty=max(one.penalty, other.penalty),
        blast=max(one.blast, other.blast),
    )


def reckon(game: Game[Battle], fire: Fire) -> None:
    """Count the shots that a section got, and test it if it has to be."""
    unit = game.state.units[fire.unit]
    if not unit.living or not fire.shots or unit.hull is not None:  # CD-VTGT-7
        return
    received = count(unit, fire)
    if all(soldier.has("brain-dead") for soldier in unit.soldiers):  # CD-SR-BRAINDEAD
        return
    if is_non_com(unit):
        pin(game, unit, fire.by, "CD-SR-NONCOM-1", fire.part)
    elif fire.forced or received >= fire.models:
        begin_anew(unit, fire.part)
        take_test(game, unit, fire.by, fire.penalty + fire.blast, fire.part)
    else:
        times = "once" if received == 1 else f"{received} times"
        text = f"{unit.does('was')} shot at {times}; a pinning test comes at {fire.models}"
        game.emit(Event(text, ("CD-PIN-1",), unit.seat))


def count(unit: Unit, fire: Fire) -> int:
    """Add the shots to those before; how many it are now."""
    if fire.part == "off":
        unit.shots_off += fire.shots
        return unit.shots_off
    unit.shots += fire.shots
    return unit.shots


def begin_anew(unit: Unit, part: str) -> None:
    if part == "off":
        unit.shots_off = 0
    else:
        unit.shots = 0


def take_test(game: Game[Battle], unit: Unit, by: str, penalty: int, part: str) -> None:
    """The pinning test of a section: passed, nothing happens (CD-PIN-5); the fanatic may roll once more."""
    tally = pinning_tally(game.state, unit, penalty)
    if passes(game, unit.seat, f"{unit.name}: pinning test", tally, ("CD-PIN-1",)):
        return
    if any(soldier.has("fanatic") for soldier in unit.soldiers):
        game.push(ChooseAgain(unit.id, by, penalty, part))
    else:
        pin(game, unit, by, "CD-PIN-8", part)


@frozen
class ChooseAgain(Ask):
    title = "Choose again"
    says = "Fanatics may roll a failed pinning test once more."
    unit: str
    by: str
    penalty: int
    part: str = ""
    rules = ("CD-SR-FANATIC",)

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        options = [
            Option("again", "Roll again", hotkey="g", rule="CD-SR-FANATIC"),
            Option("pinned", "Be pinned", hotkey="p", rule="CD-SR-FANATIC"),
        ]
        return Pick(
            unit.seat,
            f"{unit.does('fails')} the pinning test: take it again?",
            options,
            about=unit.id,
            rules=self.rules,
        )

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(PinnedOrNot(self.unit, self.by, self.penalty, answer == "again", self.part))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        tally = pinning_tally(game.state, game.state.units[self.unit], self.penalty)
        line = Line("needs", words(tally), tally, ("CD-SR-FANATIC",))
        return Preview((line,), (Chance("not pinned", chance(tally)),)) if answer == "again" else None


@frozen
class PinnedOrNot(Step):
    title = "Pinned or not"
    says = "The second roll of fanatics, if they want it, stands."
    unit: str
    by: str
    penalty: int
    again: bool
    part: str = ""
    rules = ("CD-SR-FANATIC",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        tally = pinning_tally(battle, unit, self.penalty)
        if not self.again or not passes(game, unit.seat, f"{unit.does('tries')} again", tally, self.rules):
            pin(game, unit, self.by, "CD-PIN-8", self.part)


def pin(game: Game[Battle], unit: Unit, by: str, rule: str, part: str = "") -> None:
    """A section is pinned for the whole next turn; in the open it drops at once (CD-PIN-6, CD-PIN-7, CD-PIN-8).

    Of a split section only the part that was shot at is, and does so (CD-REORG-7).
    """
    if unit.hull is not None:  # CD-VTGT-7
        return
    battle = game.state
    known = battle.is_pinned(unit)
    unit.pinned_part = part if not known or unit.pinned_part == part else ""
    if not battle.serves_pin(unit):
        unit.pinned_from = battle.turn + 1
    unit.pinned_to = battle.turn + 1
    shooters = battle.units[by].models if by else ()
    numbers = [number for number, man in enumerate(unit.men) if unit.pinned_part in ("", part_of(man))]
    covered = cover.in_cover(battle, unit, shooters or unit.models, numbers)
    upright = any(not unit.lies(unit.men[number]) for number in numbers)
    drops = upright and not (covered or unit.bulky or unit.fighting)
    if drops:
        unit.ground, unit.ground_part = True, "" if unit.ground else unit.pinned_part
    told = f" and {verb_of(unit.name, 'goes')} to ground" if drops else ""
    rules = (rule, "CD-PIN-6") if drops else (rule, "CD-PIN-7") if covered else (rule,)
    game.emit(Status(f"{unit.does('is')} pinned{told}", rules, unit.seat, unit.id, "pinned"))
