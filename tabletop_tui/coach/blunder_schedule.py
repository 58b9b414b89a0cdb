"""A player's own blunders, kept in a file, and when each comes back as a puzzle.

They are those that the analysis of an own game has found. When one comes back the library fsrs says: once the better
answer is found, ever later; else soon. The time is passed in by whoever asks.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zlib import crc32

from fsrs import Card, Rating

from tabletop_tui import paths
from tabletop_tui.coach.analysis_findings import Findings
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.setup import PERSON
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.locks import locked
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.toml_writing import toml_text, with_dashes, without_dashes
from tabletop_tui.files.validation import Wrong
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.play.session import Session
from tabletop_tui.records import frozen
from tabletop_tui.school.learner_progress import SCHEDULER

MOST = 3
"""So many blunders of a game come back, the dearest."""
FIRST = timedelta(days=1)
"""After so long a blunder comes back for the first time."""


@frozen
class OwnBlunder:
    """An answer of the player that was clearly worse than another one."""

    key: str
    journal: str
    """The file of the game ..."""
    answer: int
    """... and how many answers had been given before it."""
    asked: str
    said: str
    better: str
    better_answer: Answer
    cost: float
    due: datetime
    system: str = ""
    rules: tuple[str, ...] = ()
    """What it was about: the rules in which the two answers differ first."""


def path() -> Path:
    return paths.home() / "own-blunders.toml"


def own_blunders() -> list[OwnBlunder]:
    """All of them, the longest due first. BadFile if the file cannot be read; what is none of them is left out."""
    found = [one for key, entry in _table().items() if (one := _blunder(key, entry)) is not None]
    return sorted(found, key=lambda one: one.due)


def due(now: datetime) -> list[OwnBlunder]:
    """Those that are to come back by now."""
    return [one for one in own_blunders() if one.due <= now]


def _table() -> dict[str, Any]:
    return toml_table(path()) if os.path.exists(path()) else {}


def _blunder(key: str, entry: Any) -> OwnBlunder | None:
    try:
        data = without_dashes(entry)
        texts = [data[name] or "" for name in ("journal", "asked", "said", "better")]
        if not all(isinstance(text, str) for text in texts) or type(data["answer"]) is not int:
            return None
        journal, asked, said, better = texts
        about = data.get("system") or "", tuple(map(str, data.get("rules") or ()))
        return OwnBlunder(
            *(key, journal, data["answer"], asked, said, better, data["better_answer"]),
            *(float(data["cost"]), _card(key, data["card"]).due, *about),
        )
    except (KeyError, TypeError, ValueError, Wrong):
        return None


def _card(key: str, saved: dict[str, Any]) -> Card:
    nothing = {"step": None, "stability": None, "difficulty": None, "last_review": None}
    whole: Any = {**nothing, **saved, "card_id": crc32(key.encode())}
    return Card.from_dict(whole)


def _written(card: Card) -> dict[str, Any]:
    return {key: value for key, value in card.to_dict().items() if value is not None}


def keep(session: Session, found: Findings, now: datetime) -> int:
    """Put down the dearest blunders of the one person of a game that was saved; how many are new. BadFile."""
    people = [seat for seat, one in enumerate(session.setup.seats) if one.player == PERSON]
    if session.journal is None or len(people) != 1 or session.setup.lesson is not None:
        return 0
    own = [one for one in found.blunders if one.judgement.seat == people[0]][:MOST]
    with locked(path()):
        table, new = _table(), 0
        for one in own:
            key, judged = f"{session.journal.path.stem}#{one.answer}", one.judgement
            if key in table:
                continue
            card = Card(card_id=crc32(key.encode()), due=now + FIRST)
            table[key] = with_dashes(
                {
                    "journal": str(session.journal.path),
                    "answer": one.answer,
                    "cost": round(judged.cost, 4),
                    "asked": judged.asked,
                    "said": judged.said,
                    "better": judged.best,
                    "better_answer": judged.best_answer,
                    "system": session.system.id,
                    "rules": list(judged.rules),
                    "card": _written(card),
                }
            )
            new += 1
        if new:
            write_beside(path(), toml_text(table))
    return new


def answered(blunder: OwnBlunder, well: bool, now: datetime) -> datetime:
    """The puzzle was answered; when it comes back. BadFile if that cannot be written."""
    with locked(path()):
        table = _table()
        entry = without_dashes(table.get(blunder.key, {}))
        try:
            card = _card(blunder.key, entry["card"])
        except (KeyError, TypeError, ValueError) as error:
            raise BadFile(path(), blunder.key, "this blunder is no longer there") from error
        card, _ = SCHEDULER.review_card(card, Rating.Good if well else Rating.Again, now)
        card.due = max(card.due, now + FIRST)
        table[blunder.key] = with_dashes({**entry, "card": _written(card)})
        write_beside(path(), toml_text(table))
    return card.due


def about(blunders: Sequence[OwnBlunder], now: datetime) -> str:
    """How many there are, and how many are due."""
    count = sum(one.due <= now for one in blunders)
    return f"{len(blunders)} of your blunders are kept, {count} of them due" if blunders else "no blunder is kept yet"


def journal_of(blunder: OwnBlunder) -> Path:
    """The file of its game. BadFile if that is gone."""
    found = Path(blunder.journal)
    if not os.path.exists(found):
        raise BadFile(found, "", "the game of this blunder is no longer there")
    return found
