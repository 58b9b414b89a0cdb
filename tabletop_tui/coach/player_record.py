"""The record of a player: games against computers with their results, and what the coach has found about them.

A line of JSON for each game, and another one once an analysis knows more; of a game the last line counts, but the
result is that of the first: what was taken back after the end changes nothing. The record begins with the first game.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from attrs import asdict, evolve, fields

from tabletop_tui import paths
from tabletop_tui.coach.analysis_findings import Findings
from tabletop_tui.coach.judgement_file import file_name
from tabletop_tui.engine.setup import PERSON
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.locks import appended, wait_for
from tabletop_tui.files.safe_text import clean
from tabletop_tui.files.validation import shown_error
from tabletop_tui.play.rating_ladder import Rating, ladder, rating_of
from tabletop_tui.play.session import Session
from tabletop_tui.records import frozen

ANEW = "delete the line, or the whole file; the record then begins anew"


@frozen
class OwnGame:
    """A game of one person against computers."""

    game: str
    """Which game: the name of the file of its analysis."""
    system: str
    scenario: str
    date: str
    opponent: str
    """The computer, by its level; the strongest of several."""
    result: float
    """1 for a win, a half for a draw."""
    answers: int = 0
    """So many answers of the player were judged; 0 where nobody has looked ..."""
    cost: float = 0.0
    """... and they cost so much of the chance, all together."""
    luck: float = 0.0
    """What the dice brought the player."""

    @property
    def average(self) -> float | None:
        """What an answer cost on average; None where nobody has looked."""
        return self.cost / self.answers if self.answers else None


def path() -> Path:
    return paths.home() / "own-games.jsonl"


def of_session(session: Session, date: str) -> OwnGame | None:
    """The game of a session that is over; None for a lesson, a game from a position, or one of several people."""
    setup, over = session.setup, session.over
    people = [seat for seat, one in enumerate(setup.seats) if one.player == PERSON]
    if over is None or setup.lesson is not None or setup.position is not None or session.guided or len(people) != 1:
        return None
    mine = people[0]
    enemies = [one.player for one in setup.seats if one.team != setup.seats[mine].team]
    known = ladder(setup.system).ratings
    opponent = max(enemies, key=lambda word: known[word].points if word in known else 0.0)
    result = 0.5 if not over.winners else float(mine in over.winners)
    name = str(setup.scenario.get("name", ""))
    return OwnGame(file_name(setup, session.opening_dice), setup.system, name, date, opponent, result)


def with_findings(game: OwnGame, session: Session, found: Findings) -> OwnGame:
    """The same with what a whole analysis has found."""
    mine = next(seat for seat, one in enumerate(session.setup.seats) if one.player == PERSON)
    side = found.sides[mine]
    luck = side.account.luck if side.account is not None else 0.0
    return evolve(game, answers=side.answers, cost=round(side.cost, 4), luck=round(luck, 4))


# ---------------------------------------------------------------- the file
def own_games() -> list[OwnGame]:
    """All games on record, in the order in which they were played. BadFile for a line that is none of these."""
    found: dict[str, OwnGame] = {}
    if os.path.exists(path()):
        for number, line in enumerate(read_file.content(path(), read_file.LARGEST_JOURNAL).splitlines(), 1):
            one = _game(number, line)
            before = found.get(one.game)
            found[one.game] = one if before is None else evolve(one, result=before.result, date=before.date)
    return list(found.values())


def _game(number: int, line: bytes) -> OwnGame:
    try:
        data: Any = read_file.json_of(line)
        if isinstance(data, dict) and _is_game(data):
            texts = {key: clean(value) for key, value in data.items() if isinstance(value, str)}
            return OwnGame(**{**data, **texts})
    except (ValueError, RecursionError):
        pass
    raise BadFile(path(), f"line {number}", f"this is no game on record; {ANEW}")


def _is_game(data: dict[str, Any]) -> bool:
    """Whether these are the fields of a game, each of its kind."""
    texts = ("game", "system", "scenario", "date", "opponent")
    return (
        data.keys() == {one.name for one in fields(OwnGame)}
        and all(isinstance(data[name], str) for name in texts)
        and all(type(data[name]) in (int, float) and isfinite(data[name]) for name in ("result", "cost", "luck"))
        and 0 <= data["result"] <= 1
        and type(data["answers"]) is int
        and data["answers"] >= 0
    )


def keep(game: OwnGame) -> None:
    """Put a game down, unless all of it is on record; BadFile if that cannot be done."""
    known = {one.game: one for one in own_games()}
    before = known.get(game.game)
    if before is not None and before == evolve(game, result=before.result, date=before.date):
        return
    if before is not None and not game.answers and before.answers:
        return  # it is known better
    try:
        path().parent.mkdir(parents=True, exist_ok=True)
        with appended(path()) as file:
            wait_for(file)
            file.write((json.dumps(asdict(game), sort_keys=True) + "\n").encode())
    except (OSError, ValueError) as error:
        raise BadFile(path(), "", f"cannot be written: {shown_error(error)}") from None


# ---------------------------------------------------------------- what it comes to
def own_rating(games: Iterable[OwnGame], system_id: str) -> Rating:
    """The rating of the player in a rulebook, on the scale of its levels, from the games against those."""
    known = ladder(system_id).ratings
    met = [one for one in games if one.system == system_id and one.opponent in known]
    return rating_of([(known[one.opponent].points, one.result) for one in met])


def average_cost(games: Sequence[OwnGame]) -> float | None:
    """What an answer cost on average in all games that were analysed; None where there is none."""
    answers = sum(one.answers for one in games)
    return sum(one.cost for one in games) / answers if answers else None
