"""A force set up as in an earlier game: what a seat answered there before the battle, given again question by question.

Answers are found by what they were answers to: the step of the rules that asked, and the unit it was about. So it does
not matter in which order the seats are asked, nor what has been set up by hand already.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import define

from tabletop_tui.engine.codec import write_setup
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.question import Answer, DiceQuestion, Question
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.engine.setup import Setup
from tabletop_tui.engine.wording import counted
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.journal import encode
from tabletop_tui.play.session import Session
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.system import SetsUpLate


@frozen
class Asked:
    """What makes a question of the set-up the same in two games: the step that asks, and the unit it is about."""

    step: type[Step]
    about: str


@define
class EarlierSetup:
    """What a seat answered before the battle in an earlier game; each answer is given once."""

    seat: int
    answers: list[tuple[Asked, Answer]]


@frozen
class TakenOver:
    """What came of setting up as before: the events, how many answers were given, and why it stopped there.

    `why` is '' where another seat is asked, dice have to come first, or the battle begins.
    """

    events: list[Event]
    answers: int
    why: str = ""


def asked_to_set_up(game: Game[Any]) -> Question | None:
    """The question that waits, if it is one of setting up and no roll."""
    question, system = game.question, game.system
    if question is None or isinstance(question, DiceQuestion):
        return None
    sets_up = system.standing(game).round == 0 or (isinstance(system, SetsUpLate) and system.still_sets_up(game))
    return question if sets_up else None


def _asked(game: Game[Any], question: Question) -> Asked:
    return Asked(type(game.agenda[-1]), question.about)


# ---------------------------------------------------------------- the earlier game
def games_alike(games: list[Path], setup: Setup, seat: int) -> list[Path]:
    """Those of these journals whose games have the same rulebook and scenario, and the same force in this seat.

    A journal that cannot be read is none of them.
    """
    wanted = _table(read_file.json_of(encode(write_setup(setup)).encode()), seat)
    return [path for path in games if wanted is not None and _table(_header(path), seat) == wanted]


def _header(path: Path) -> Any:
    """The set-up in the first line of a journal as plain data, None where there is none."""
    try:
        return read_file.json_of(read_file.content(path, read_file.LARGEST_JOURNAL).partition(b"\n")[0])["setup"]
    except (BadFile, ValueError, LookupError, TypeError, RecursionError):
        return None


def _table(setup: Any, seat: int) -> tuple[Any, ...] | None:
    """What has to be the same; None for a game that does not begin with setting up."""
    try:
        if setup.get("position") is not None or setup.get("lesson") is not None:
            return None
        return setup["system"], setup["scenario"], len(setup["seats"]), setup["seats"][seat]["force"]
    except (LookupError, TypeError, AttributeError):
        return None


def earlier_setup(path: Path, seat: int) -> EarlierSetup:
    """What a seat answered in the set-up of a saved game, as it stood when the battle began.

    BadFile for a journal that cannot be replayed as far as that.
    """
    asked: dict[int, Asked] = {}

    def goes_on(session: Session) -> bool:
        if session.pending or isinstance(session.question, DiceQuestion):
            return True
        if (question := asked_to_set_up(session.game)) is not None:
            asked[len(session.history)] = _asked(session.game, question)
        return question is not None

    played = Session.replay(path, goes_on=goes_on)
    given = [
        (asked[number], entry.answer)
        for number, entry in enumerate(played.history)
        if entry.kind == "answer" and entry.seat == seat and number in asked
    ]
    return EarlierSetup(seat, given)


# ---------------------------------------------------------------- the present one
def take_over(session: Session, earlier: EarlierSetup) -> TakenOver:
    """Give the answers of the earlier game, one by one, as long as its seat is asked to set up and has one that fits.

    Each is an answer like any other, and is taken back as such.
    """
    happened, given = list[Event](), 0
    while (question := asked_to_set_up(session.game)) is not None and question.seat == earlier.seat:
        asked = _asked(session.game, question)
        here = [place for place, (other, _) in enumerate(earlier.answers) if other == asked]
        refusals = {place: question.refuse(earlier.answers[place][1]) for place in here}
        fits = next((place for place in here if refusals[place] is None), None)
        if fits is None:
            return TakenOver(happened, given, _stopped(question, refusals[here[0]] if here else None))
        try:
            happened += session.answer(earlier.answers[fits][1])
        except (Refused, BadFile) as error:
            why = error.refusal if isinstance(error, Refused) else error.brief
            return TakenOver(happened, given, f"Stopped: {why}")
        del earlier.answers[fits]
        given += 1
    return TakenOver(happened, given)


def _stopped(question: Question, refusal: Refusal | None) -> str:
    about = f"{question.about}: " if question.about else ""
    if refusal is None:
        return f"{about}that game has no answer to this; give it yourself"
    return f"{about}not as in that game, {refusal}; choose anew"


def said(name: str, taken: TakenOver) -> str:
    """What came of it, for the seat of this name, in a sentence."""
    so_far = f"{name}: {counted(taken.answers, 'answer')} as in that game"
    return f"{so_far}. {taken.why[:1].upper()}{taken.why[1:]}" if taken.why else so_far
