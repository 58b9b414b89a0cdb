"""What the tests of sessions share: people who answer at random, and the kinds of record in a journal."""

from pathlib import Path
from random import Random

from tabletop_tui.play.journal import read
from tabletop_tui.play.session import Session

PEOPLE = ("keyboard", "keyboard")


def play(session: Session, answers: int | None = None, chance: int = 1) -> list[str]:
    """Answer at random, so many times or to the end; the digests on the way."""
    chooser = Random(chance)
    digests = [session.digest()]
    while (question := session.question) is not None and answers != 0:
        session.answer(question.sample(chooser))
        digests.append(session.digest())
        answers = None if answers is None else answers - 1
    return digests


def records(path: Path) -> list[str]:
    """The kinds of record in a journal."""
    return [next(iter(record)) for _, record in read(path).records]
