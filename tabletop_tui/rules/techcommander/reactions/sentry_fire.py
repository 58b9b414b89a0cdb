"""Sentries (TC-SENTRY-1): where on its way an enemy can be fired at, once in each action, and who has to stop."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from math import ceil
from typing import Any

import numpy as np
from attrs import evolve

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_start_and_end import JURY_RIG, EndAction
from tabletop_tui.rules.techcommander.aiming.ready_weapons import ready_copies
from tabletop_tui.rules.techcommander.aiming.shot_aftermath import SENTRY
from tabletop_tui.rules.techcommander.reactions.covered_ground import Entry, come_with, parts_within
from tabletop_tui.rules.techcommander.sight import sight
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Unit
from tabletop_tui.rules.techcommander.ways.march_protocol import Marching, ways
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.hidden_share_batch import hidden_shares
from tabletop_tui.table.motion_intervals import Path

REACH = 24.0
"""How far a sentry senses movement, in centimetres (TC-SENTRY-2)."""


def sentry_copies(unit: Unit) -> tuple[str, ...]:
    """The sentry weapons with which it has made no ordinary attack this turn (TC-SENTRY-1)."""
    return tuple(copy for copy in ready_copies(unit) if unit.sheet.arms[copy].sentry)


def entries(battle: Battle, watcher: Unit, march: Marching) -> Iterator[Entry]:
    """Where an enemy comes that a sentry can fire at, before its movement ends (TC-SENTRY-2, TC-SENTRY-4).

    That is the first place within reach at which it is seen, or a later one for which the sentry waits. Stealth rolls
    have been made by then: who is still infiltrated cannot be hit (TC-SENTRY-3).
    """
    copies, doing = sentry_copies(watcher), battle.doing
    watched = doing.watched if doing is not None else ()
    if not copies or watcher.id in watched or march.length <= TINY:
        return
    parts = {way[0].id: parts_within(battle, watcher, march, way, REACH) for way in ways(battle, march)}
    for mover, path in ways(battle, march):
        wait = waiting(watcher, mover)
        places = [float(word.removeprefix(wait)) for word in watched if word.startswith(wait)]
        if not places:
            seen = seen_at(battle, watcher, mover, march, path)
            opened = asked_word(watcher, mover) not in watched  # what hid it at first may be gone by now
            places = [at for at in seen if at >= march.done or not opened][:1]
        for at in (min(at, march.length) for at in places):
            yield Entry(at, SENTRY, watcher.id, mover.id, copies, come_with(march, parts, mover.id, at, True))


def asked_word(watcher: Unit, mover: Unit) -> str:
    """The note that the player of a sentry was asked about somebody in this action."""
    return f"asked:{watcher.id}:{mover.id}"


def waiting(watcher: Unit, mover: Unit) -> str:
    """With which the note begins that a sentry lets somebody come on to a place."""
    return f"{watcher.id}:{mover.id}@"


def seen_at(battle: Battle, watcher: Unit, mover: Unit, march: Marching, path: Path) -> list[float]:
    """The hundredths of a way at which a sentry has somebody within reach and sees him, and the end of the way."""
    spans = [
        (begin * march.length, end * march.length)
        for begin, end in parts_within(battle, watcher, march, (mover, path), REACH)
    ]
    rounds = [(ceil(begin * 100 - TINY), int(end * 100 + TINY), end) for begin, end in spans]
    ats = [at for first, last, end in rounds for at in (*(n / 100 for n in range(first, last + 1)), end)]
    if not ats:
        return []
    going = [battle.units[name] for name in march.units]
    places = np.array([path.at(march.share(at)) for at in ats])
    feet, sheet = np.full(len(ats), battle.foot(mover)), mover.sheet
    past = sight.bodies(battle, watcher, *going)
    shares = hidden_shares(past, sight.eye_of(battle, watcher), places, feet, sheet.width, sheet.height)
    return [at for at, share in zip(ats, shares, strict=True) if share < 1 - TINY]


# ---------------------------------------------------------------- once in an action
def note(battle: Battle, word: str) -> None:
    """Keep for this action that a sentry has fired, or for which place it waits."""
    if battle.doing is not None:
        battle.doing = evolve(battle.doing, watched=(*battle.doing.watched, word))


@frozen
class LetCome(Step):
    title = "Let it come on"
    says = "The sentry waits for a later place on the way."
    watcher: str
    mover: str
    at: float
    rules = ("TC-SENTRY-2",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        watcher, mover = battle.units[self.watcher], battle.units[self.mover]
        note(battle, f"{waiting(watcher, mover)}{self.at:g}")


# ---------------------------------------------------------------- who has to stop
@frozen
class RigToFire(Step):
    says = "Who was stopped by a sentry fires in this action only after a jury rig roll of 10 or less."
    unit: str
    rules = ("TC-SENTRY-6",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} was stopped: can it still fire?"

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        check = Check(unit.seat, f"{unit.name}: extra jury rig", JURY_RIG, sides=SIDES, rules=self.rules)
        if game.check(check).passed:
            unit.rigged = True
            game.emit(Status(f"{unit.name} can fire", self.rules, unit.seat, unit.id, "stopped", False))


def after_stop(game: Game[Battle], unit: Unit) -> list[Step]:
    """What one who was stopped rolls, where an attack of his is still to come in this action (TC-SENTRY-6)."""
    waiting = takewhile(lambda step: not isinstance(step, EndAction), reversed(game.agenda))
    attacks = (step for step in waiting if getattr(step, "attacks", False))
    return [RigToFire(unit.id)] if any(unit.id in actors(step) for step in attacks) else []


def actors(step: Any) -> tuple[str, ...]:
    """Who does a step."""
    return getattr(step, "units", None) or (step.unit,)
