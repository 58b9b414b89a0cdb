"""Fire at those who move (TC-POSTUP-2, TC-READY-2, TC-SENTRY-2): what becomes due where, and who is asked about it.

At one place of a way a seat is asked once, about all that it has there, and takes it in the order that it likes
(TC-REACT-1). Whoever is posted up covers the half circle before him (TC-POSTED-1), whoever is ready waits for an enemy
in the optimum range of one of his weapons (TC-READIED-1).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import cached_property
from typing import ClassVar

from attrs import evolve

from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.reactions import Offered, Window
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.standing_orders import OfferKind
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_start_and_end import before_attack
from tabletop_tui.rules.techcommander.aiming.ready_weapons import ready_copies
from tabletop_tui.rules.techcommander.aiming.shot_aftermath import READIED, SENTRY
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Aim
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally
from tabletop_tui.rules.techcommander.reactions import sentry_fire
from tabletop_tui.rules.techcommander.reactions.covered_ground import (
    Entry,
    best_shot,
    can_react,
    come_with,
    optimum_ranges,
    parts_within,
)
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon, preview
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.terrain import UNIT
from tabletop_tui.rules.techcommander.state.unit_refusals import OfUnits
from tabletop_tui.rules.techcommander.ways.march_protocol import Marching, ways
from tabletop_tui.skirmish.interruptible_march import Due
from tabletop_tui.table.bases import TINY, middle_text
from tabletop_tui.table.intervals import Spans, common
from tabletop_tui.table.points import Spot, place_words, way_words

POSTED_FIRE = OfferKind(
    "posted",
    "fire of the posted up",
    "Asked when an enemy comes into the optimum range and the half circle of a posted-up unit that could hit it.",
    "TC-POSTUP-2",
)
READIED_FIRE = OfferKind(
    "readied",
    "fire of the readied",
    "Asked when an enemy comes into the optimum range of a weapon of a readied unit that could hit it.",
    "TC-READY-2",
)
SENTRY_FIRE = OfferKind(
    "sentry",
    "fire of sentries",
    "Asked when an enemy moves where a sentry sees it within 24 and could hit it, once in each action.",
    "TC-SENTRY-2",
)


# ---------------------------------------------------------------- what becomes due
POSTED = "posted up"
ARC = 180.0
"""Of what it covers, in degrees."""


@frozen
class PostUp(Step):
    title = "Post up"
    says = "The unit covers the half circle in front of it until it is given another action."
    unit: str
    rules = ("TC-POSTUP-1", "TC-POSTED-1", "TC-POSTUP-5")

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        unit.posted = unit.facing
        text = f"{unit.name} is posted up, facing {way_words(unit.facing)}"
        game.emit(Status(text, self.rules, unit.seat, unit.id, "posted up"))


def posted_entries(battle: Battle, watcher: Unit, march: Marching) -> Iterator[Entry]:
    """Where somebody comes into the optimum range of a weapon in front of one that is posted up (TC-POSTUP-2).

    Whoever was inside at first does not come into it before he has left; it then attacks with any weapon that it has
    not used this turn (TC-POSTUP-3).
    """
    if watcher.posted is None:
        return
    copies = ready_copies(watcher)
    fronts = {mover.id: path.ahead(watcher.at, watcher.posted, ARC) for mover, path in ways(battle, march)}
    for reach in optimum_ranges(watcher, copies):
        near = ((way[0].id, parts_within(battle, watcher, march, way, reach)) for way in ways(battle, march))
        parts = {mover: common(fronts[mover], spans) for mover, spans in near}
        yield from coming(march, Entry(0.0, POSTED, watcher.id, "", copies), parts)


@frozen
class ReadyUp(Step):
    title = "Ready up"
    says = "The unit completes its action by an attack when an enemy comes into the optimum range of a weapon."
    unit: str
    rules = ("TC-READY-1", "TC-READIED-1", "TC-READY-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        unit.readied, unit.ready_moved = battle.turn, unit.moved > TINY
        game.emit(Status(f"{unit.name} is ready", self.rules, unit.seat, unit.id, "ready"))


def ready_entries(battle: Battle, watcher: Unit, march: Marching) -> Iterator[Entry]:
    """Where an enemy moves inside the optimum range of a weapon: it may be attacked with that one (TC-READY-2).

    Nobody else may be (TC-READY-3), and it not if it is still infiltrated after its stealth roll (TC-READY-5).
    """
    if not watcher.readied:
        return
    ready = ready_copies(watcher)
    for reach in optimum_ranges(watcher, ready):
        copies = tuple(copy for copy in ready if watcher.sheet.arms[copy].opt == reach)
        parts = {way[0].id: parts_within(battle, watcher, march, way, reach) for way in ways(battle, march)}
        yield from coming(march, Entry(0.0, READIED, watcher.id, "", copies), parts)


def coming(march: Marching, entry: Entry, parts: dict[str, Spans]) -> Iterator[Entry]:
    """An entry for each place at which one of those who march comes into his parts, with who has come by then."""
    for mover, spans in parts.items():
        for at in march.entries(spans, lambda at: True):
            yield evolve(entry, at=at, mover=mover, others=come_with(march, parts, mover, at))


def entries(battle: Battle, march: Marching, seat: int) -> Iterator[Entry]:
    """All places on the way at which somebody of a seat may fire."""
    for watcher in battle.on_table():
        if watcher.seat == seat and can_react(watcher):
            yield from posted_entries(battle, watcher, march)
            yield from ready_entries(battle, watcher, march)
            yield from sentry_fire.entries(battle, watcher, march)


class CoveringFire:
    """The fire of those who are posted up, readied or sentries, as a Watch."""

    prefix = "cover:"

    def dues(self, game: Game[Battle], march: Marching) -> Iterator[Due]:
        battle = game.state
        mover = battle.units[march.units[0]]
        for seat in battle.order:
            if not battle.allied(seat, mover.seat) and not battle.players[seat].conceded:
                for at in sorted({entry.at for entry in entries(battle, march, seat)}):
                    yield Due(at, f"{self.prefix}{seat}")

    def steps(self, game: Game[Battle], march: Marching, due: Due) -> Sequence[Step]:
        seat = int(due.key.removeprefix(self.prefix))
        here = tuple(entry for entry in entries(game.state, march, seat) if entry.at == due.at)
        for entry in here:
            if entry.kind == SENTRY:
                battle = game.state
                sentry_fire.note(battle, sentry_fire.asked_word(battle.units[entry.watcher], battle.units[entry.mover]))
        return [Cover(seat, here, tuple(later(game.state, march, here)), f"{march.told(due.at)} of {march.length:g}")]


def later(battle: Battle, march: Marching, here: Sequence[Entry]) -> Iterator[tuple[Entry, Spot]]:
    """The places further on, whole centimetres and the end, where a sentry would hit better than at any before."""
    for entry in here:
        if entry.kind != SENTRY or waits(battle, entry):
            continue
        mover, best = battle.units[entry.mover], total(battle, entry)
        path = dict(zip(march.units, march.paths, strict=True))[entry.mover]
        watcher = battle.units[entry.watcher]
        for at in sentry_fire.seen_at(battle, watcher, mover, march, path):
            if at > entry.at and (at == march.length or at == round(at)):
                spot = path.at(march.share(at))
                if (there := total(moved(battle, mover, spot), entry)) > best:
                    best = there
                    yield evolve(entry, at=at), spot


def waits(battle: Battle, entry: Entry) -> bool:
    """Whether a sentry has let somebody come on to this place."""
    word = sentry_fire.waiting(battle.units[entry.watcher], battle.units[entry.mover])
    return battle.doing is not None and any(one.startswith(word) for one in battle.doing.watched)


def moved(battle: Battle, mover: Unit, spot: Spot) -> Battle:
    """The battle with somebody at another place, to look at a shot there."""
    there = battle.clone()
    there.units[mover.id].models = (spot,)
    return there


def aim_of(battle: Battle, entry: Entry) -> Aim | None:
    """The best shot of a reaction as things stand; None where there is none that could hit."""
    watcher, mover = battle.units[entry.watcher], battle.units[entry.mover]
    return best_shot(battle, watcher, mover, entry.copies, entry.kind)


def total(battle: Battle, entry: Entry) -> int:
    """What a die must not pass; 0 where there is no shot that could hit."""
    aim = aim_of(battle, entry)
    return 0 if aim is None else hit_tally(aim).total


# ---------------------------------------------------------------- who is asked
@frozen
class Cover(OfUnits, Window):
    title = "Fire at those who move"
    says = "Whoever covers or watches this place with a weapon may fire at the enemy that has come there, or wait."
    seat: int
    entries: tuple[Entry, ...]
    later: tuple[tuple[Entry, Spot], ...]
    """Where on the way a sentry could fire instead."""
    gone: str
    """How far they have gone: '7.4 of 18'."""
    rules = ("TC-POSTUP-2", "TC-READY-2", "TC-SENTRY-2", "TC-REACT-1")

    def seats(self, game: Game[Battle]) -> Sequence[int]:
        return (self.seat,)

    def offers(self, game: Game[Battle], seat: int) -> Sequence[Offered]:
        battle = game.state
        put_off = {(entry.watcher, entry.mover) for entry, _ in self.later if waits(battle, entry)}
        here = [entry for entry in self.entries if self.is_open(battle, entry, put_off)]
        later = [(entry, spot) for entry, spot in self.later if self.is_open(battle, entry, put_off)]
        return [
            *(CLASSES[entry.kind](battle, entry) for entry in here),
            *(FireLater(battle, entry, spot) for entry, spot in later),
        ]

    def is_open(self, battle: Battle, entry: Entry, put_off: Container[tuple[str, str]]) -> bool:
        """Whether somebody may still fire here: not a sentry that waits for another place."""
        waiting = entry.kind == SENTRY and (entry.watcher, entry.mover) in put_off
        return not waiting and stands(battle, entry)

    def prompt(self, game: Game[Battle], seat: int) -> str:
        battle = game.state
        movers = [battle.units[name] for name in dict.fromkeys(entry.mover for entry in self.entries)]
        watchers = dict.fromkeys(battle.units[entry.watcher].name for entry in self.entries)
        where = middle_text(movers[0].models)
        who = " and ".join(mover.name for mover in movers)
        comes = "comes" if len(movers) == 1 else "come"
        return f"{who}, {self.gone} {UNIT.short} gone, {comes} before {' and '.join(watchers)} at {where}: fire?"

    def about(self, game: Game[Battle]) -> str:
        return self.entries[0].mover


def stands(battle: Battle, entry: Entry) -> bool:
    """Whether what gave the reaction still holds; else it lapses (TC-REACT-1)."""
    watcher, mover = battle.units[entry.watcher], battle.units[entry.mover]
    holds = watcher.posted is not None, bool(watcher.readied), not fired_as_sentry(battle, watcher)
    return can_react(watcher) and mover.on_table and holds[list(CLASSES).index(entry.kind)]


def fired_as_sentry(battle: Battle, watcher: Unit) -> bool:
    return battle.doing is not None and watcher.id in battle.doing.watched


@frozen
class FireAtMover(Offered):
    """To fire at somebody on the move."""

    battle: Battle
    entry: Entry
    word: ClassVar[str]

    @property
    def key(self) -> str:
        return f"{self.word}:{self.entry.watcher}:{self.entry.mover}"

    @property
    def watcher(self) -> Unit:
        return self.battle.units[self.entry.watcher]

    @property
    def mover(self) -> Unit:
        return self.battle.units[self.entry.mover]

    @property
    def label(self) -> str:
        return f"{self.watcher.name}, {self.entry.kind.replace('-', ' ')}, fires at {self.mover.name}"

    @property
    def target(self) -> str:
        return self.entry.mover

    @cached_property
    def aim(self) -> Aim | None:
        return aim_of(self.battle, self.entry)

    @property
    def cost(self) -> str:
        return "" if self.aim is None else f"{self.aim.weapon.name}, {hit_tally(self.aim).total} or less"

    @property
    def matters(self) -> bool:
        return self.aim is not None

    def refuse(self) -> Refusal | None:
        if not set(self.entry.copies) & set(ready_copies(self.watcher)):
            return Refusal("no weapon left that has not been used this turn", "TC-POSTUP-3")
        return None

    def steps(self) -> Sequence[Step]:
        entry = self.entry
        shot = ChooseWeapon(entry.watcher, entry.mover, entry.copies, entry.kind, others=entry.others)
        return [*before_attack(self.watcher), shot]

    def preview(self) -> Preview | None:
        return None if self.aim is None else preview(self.aim, self.aim.weapon.shots)


@frozen
class FirePosted(FireAtMover):
    kind, rule, word = POSTED_FIRE, "TC-POSTUP-2", "posted"
    says = "One attack with a weapon that it has not used this turn; it stays posted up."


@frozen
class FireReadied(FireAtMover):
    kind, rule, word = READIED_FIRE, "TC-READY-2", "readied"
    says = "It completes its action: one attack, at this unit, with a weapon whose optimum range was entered."


@frozen
class FireSentry(FireAtMover):
    kind, rule, word = SENTRY_FIRE, "TC-SENTRY-2", "sentry"
    says = "One attack with its sentry weapon, which does not count as used; once in this action."


CLASSES: dict[str, type[FireAtMover]] = {POSTED: FirePosted, READIED: FireReadied, SENTRY: FireSentry}


@frozen
class FireLater(FireAtMover):
    """To let somebody come on to a place where a sentry hits better."""

    spot: Spot
    kind, rule, word = SENTRY_FIRE, "TC-SENTRY-2", "later"
    says = "It is asked again there."

    @property
    def key(self) -> str:
        return f"{super().key}:{self.entry.at:g}"

    @property
    def label(self) -> str:
        return f"{self.watcher.name} waits until {self.mover.name} is at {place_words(self.spot)}"

    @cached_property
    def aim(self) -> Aim | None:
        return aim_of(moved(self.battle, self.mover, self.spot), self.entry)

    def steps(self) -> Sequence[Step]:
        return [sentry_fire.LetCome(self.entry.watcher, self.entry.mover, self.entry.at)]
