"""What a shot sets off besides its damage: what it uses up, whom it stops, and return attacks of the dug in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.offers import Offered, OfferKind
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.techcommander.activation import JuryRig
from tabletop_tui.rules.techcommander.battle import Battle, Unit
from tabletop_tui.rules.techcommander.profiles import FULL_LIFE
from tabletop_tui.rules.techcommander.shots import Salvo

DUG_IN, READIED, SENTRY, AMBUSH = "dug in", "readied", "sentry", "ambush"
"""Reactions, and an ambush that is not reacted to, as in `Salvo`."""
RETURN = OfferKind(
    "return",
    "return fire of the dug in",
    "Asked when a dug-in unit has been shot at and has a weapon that could hit the shooter.",
    "TC-DUG-4",
)


def spend(battle: Battle, salvo: Salvo) -> None:
    """What a shot uses up: its weapons for this turn, but not those of a return or of a sentry (TC-DUG-5)."""
    unit = battle.units[salvo.unit]
    if salvo.reaction == DUG_IN:
        unit.returned = True
    elif salvo.reaction == SENTRY:
        assert battle.doing is not None
        battle.doing = evolve(battle.doing, watched=(*battle.doing.watched, unit.id))  # TC-SENTRY-2
    else:
        unit.fired = (*unit.fired, *salvo.copies)
    if salvo.reaction == READIED:
        unit.readied, unit.ready_moved = 0, False  # TC-READY-4


def hits_tell(game: Game[Battle], salvo: Salvo, target: Unit, damage: int) -> None:
    """What the hits of a shot do besides their damage, which is told here without armour."""
    if salvo.reaction == SENTRY and damage >= FULL_LIFE * target.ac:
        target.stopped = True
        text = f"{target.name} has to stop: {damage} damage"
        game.emit(Status(text, ("TC-SENTRY-5",), target.seat, target.id, "stopped"))
    elif salvo.reaction == AMBUSH:
        target.posted, target.done = None, True
        text = f"{target.name} is surprised: it is no longer posted up, and has acted"
        game.emit(Status(text, ("TC-AMBUSH-3",), target.seat, target.id, "posted up", False))


# ---------------------------------------------------------------- return attacks
def returning(battle: Battle, salvo: Salvo) -> Iterator[Unit]:
    """Those at whom a shot was aimed and who may make a return attack, once a turn (TC-DUG-4, TC-DUG-5)."""
    for name, _ in salvo.shares:
        unit = battle.units.get(name)
        if unit is not None and unit.dug_in and not unit.returned and unit.on_table:
            yield unit


@frozen
class ToReturn(Offered):
    unit: Unit
    enemy: Unit
    shot: Step
    """The question with what it shoots back."""
    able: bool
    """Whether it has a shot that could hit."""
    kind = RETURN
    key, hotkey, rule = "return", "r", "TC-DUG-4"
    says = "One attack at whoever shot at it; the weapon does not count as used."

    @property
    def label(self) -> str:
        return f"Shoot back at {self.enemy.name}"

    @property
    def target(self) -> str:
        return self.enemy.id

    @property
    def matters(self) -> bool:
        return self.able

    def refuse(self) -> Refusal | None:
        return None if self.enemy.on_table else Refusal(f"{self.enemy.name} is not on the table", "TC-DUG-4")

    def steps(self) -> Sequence[Step]:
        check = [JuryRig(self.unit.id)] if self.unit.in_the_red else []
        return [*check, self.shot]
