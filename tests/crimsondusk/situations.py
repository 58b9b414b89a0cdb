"""Situations of the book: a position by hand, the answers and the dice, played in every way that must come to the same.

Distances are edge to edge: bases are 1 unit across, so a gap of g between two models means g + 1 between their middles.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from tabletop_tui.engine.events import Event, Rolled
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, DiceQuestion
from tabletop_tui.engine.setup import Setup
from tabletop_tui.play import position_files
from tabletop_tui.play.position_files import game_of, setup_in
from tabletop_tui.play.session import Session
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tests.crimsondusk.build import labelled

Table = dict[str, Any]
Script = Sequence[Any]
"""Answers one after another; a tuple stands for an answer to an Assign, by its labels."""


# ---------------------------------------------------------------- positions
def section(name: str, *models: tuple[float, float], arms: Sequence[str] = ("assault-rifle",), **more: Any) -> Table:
    """A section of models alike at these places, of flak armour unless something else is said."""
    kinds = [{"count": len(models), "weapons": list(arms)}]
    table = {"id": name, "name": f"Section {name}", "armour": "flak", "model": kinds, "models": list(map(list, models))}
    return table | {key.replace("_", "-"): value for key, value in more.items()}


def one(name: str, x: float, y: float, *arms: str, **more: Any) -> Table:
    """A personality alone."""
    return section(name, (x, y), arms=arms or ("assault-rifle",), personality=True, **more)


def row(x: float, y: float, count: int, step: float = 1.5) -> list[tuple[float, float]]:
    """Places side by side to the east."""
    return [(x + step * number, y) for number in range(count)]


def vehicle(name: str, x: float, y: float, kind: str, *guns: str, heading: float = 90, **more: Any) -> Table:
    """One of the list, heading east unless something else is said."""
    hull = {"heading": float(heading), **more.pop("hull", {})}
    table = {"id": name, "name": f"The {kind}", "type": kind, "weapons": list(guns), "models": [[x, y]], "hull": hull}
    return table | {key.replace("_", "-"): value for key, value in more.items()}


def area(kind: str, left: float, top: float, right: float, bottom: float) -> Table:
    corners = [[left, top], [right, top], [right, bottom], [left, bottom]]
    return {"id": f"{kind}-{round(left)}-{round(top)}", "kind": kind, "points": corners}


def field(*units: Table, pieces: Sequence[Table] = (), **more: Any) -> Table:
    """A position on a table of 72 x 48 with these pieces of terrain."""
    table = {"name": "Test", "width": 72.0, "height": 48.0, "pieces": list(pieces)}
    written = {key.replace("_", "-"): value for key, value in more.items()}
    return {"system": "crimsondusk", "scenario": {"name": "Test", "table": table}, "unit": list(units), **written}


# ---------------------------------------------------------------- played in every way
@frozen
class Played:
    """A situation as it has come out."""

    game: Game[Battle]
    events: tuple[Event, ...]

    @property
    def battle(self) -> Battle:
        return self.game.state

    def unit(self, name: str) -> Unit:
        return self.battle.units[name]

    def man(self, name: str) -> Man:
        return self.unit(name.partition("-")[0]).man(name)

    @property
    def rolls(self) -> list[Rolled]:
        return [event for event in self.events if isinstance(event, Rolled)]

    @property
    def needs(self) -> list[int]:
        """What each roll with a number needed, one after another, also above 10."""
        return [roll.need.number.total for roll in self.rolls if roll.need is not None]

    @property
    def rules(self) -> set[str]:
        return {rule for event in self.events for rule in event.rules}

    @property
    def text(self) -> str:
        return "\n".join(event.text for event in self.events)


def asked(table: Table, *answers: Answer, dice: Sequence[int] = ()) -> Game[Battle]:
    """The game at the question that follows upon these answers."""
    game = game_of({**table, "dice": list(dice)})
    for answer in answers:
        game.answer(given(game, answer))
        game.advance()
    return game


def given(game: Game[Battle], answer: Any) -> Answer:
    """An answer, or what a tuple of labels comes to."""
    return labelled(game, *answer) if isinstance(answer, tuple) else answer


def played(folder: Path, table: Table, answers: Script, dice: Sequence[int] = (), middle: int = -1) -> Played:
    """The situation with typed dice, at dice pace, saved and loaded after `middle` answers, undone and redone.

    All must end in the same state with all dice rolled, and the journals say the same.
    """
    folder.mkdir(exist_ok=True)
    setup, number = setup_in(table), middle % len(answers)
    typed = with_typed_dice(folder, setup, answers, dice, number)
    faces = evolve(setup, faces=list(dice) or None)
    paced = answered(Session.new(faces, pace="dice"), answers)
    plain = answered(Session.new(faces, folder / "plain.jsonl"), answers)
    digest = plain.digest()
    assert typed.digest() == digest
    assert paced.digest() == digest
    assert loaded_in_between(folder, faces, answers, dice, number).digest() == digest
    rolled = [face for entry in plain.history for face in entry.dice or ()]
    assert rolled == list(dice), "other dice were rolled than are given"
    for session in (typed, plain):
        undone_and_redone(session)
    return Played(plain.game, tuple(plain.log()))


def answered(session: Session, answers: Script) -> Session:
    """Give the answers; dice that wait are thrown."""
    for answer in answers:
        session.answer(given(session.game, answer))
        session.run_steps()
    return session


def with_typed_dice(folder: Path, setup: Setup, answers: Script, dice: Sequence[int], middle: int) -> Session:
    """Each roll is typed in; after `middle` answers the journal is closed and loaded again."""
    session, left = Session.new(evolve(setup, dice="typed"), folder / "typed.jsonl"), list(dice)
    for number, answer in enumerate(answers):
        if number == middle:
            session.close()
            session = Session.load(folder / "typed.jsonl")
        session.answer(given(session.game, answer))
        while isinstance(question := session.question, DiceQuestion):
            session.answer([left.pop(0) for _ in range(question.count)])
    assert not left, "not all dice were rolled"
    return session


def loaded_in_between(folder: Path, setup: Setup, answers: Script, dice: Sequence[int], middle: int) -> Session:
    """After `middle` answers the game is saved as a position and played on from its file."""
    session = answered(Session.new(setup), answers[:middle])
    used = sum(len(entry.dice or ()) for entry in session.history)
    path = position_files.save(session.game, "In between", folder)
    info = position_files.read(session.system, path)
    assert info.setup is not None
    return answered(Session.new(evolve(info.setup, faces=list(dice[used:]) or None)), answers[middle:])


def undone_and_redone(session: Session) -> None:
    """Back to the beginning and forth again: the same history, the same state, and a journal that says so."""
    before, digest = said_of(session), session.digest()
    number = len(session.history)
    session.undo(number)
    assert not session.history
    session.redo(number)
    assert (said_of(session), session.digest()) == (before, digest)
    assert session.journal is not None
    path = session.journal.path
    session.close()
    again = Session.replay(path)
    assert (said_of(again), again.digest()) == (before, digest)


def said_of(session: Session) -> list[tuple[Answer, tuple[int, ...] | None, list[str]]]:
    """Each answer of a game with its dice and what came of it."""
    return [(entry.answer, entry.dice, [event.text for event in entry.events]) for entry in session.history]
