"""A game under way saved as a position: as a person would write it, wherever that can be said.

In the middle of an activation it is the position at which that began, with the answers and the faces since then. Only
where no such position was passed yet, as while forces are set up, is the game written whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.toml_writing import file_stem, toml_text
from tabletop_tui.files.validation import Wrong
from tabletop_tui.files.write_file import write_free
from tabletop_tui.play import position_faults, position_files
from tabletop_tui.play.position_setup import MOST_ANSWERS, form_of, setup_of, written
from tabletop_tui.play.session_view import SessionView
from tabletop_tui.rulebook.position import Position

MOST_BACK = 60
"""So many answers back a position is looked for that can be written."""
HEAD = "# A position, saved in a battle; it can be edited and played.\n"


def save(session: SessionView, name: str, folder: Path) -> Path:
    """Save the game as it stands under a new file name in the folder. BadFile if it cannot be written."""
    game, system = session.game, session.system
    try:
        table = position_of(session).table()
    except Wrong:
        return position_files.save(game, name, folder)
    head = {"system": system.id, "kind": position_files.KIND, "name": name, "summary": position_files.summary_of(game)}
    return write_free(
        folder / system.id / f"{file_stem(name, position_files.KIND)}.toml", HEAD + toml_text({**head, **table})
    )


def position_of(session: SessionView) -> Position:
    """The game as it stands, as a person would write it, with what was answered since. Wrong where that cannot be."""
    try:
        return written(session.game)
    except Wrong as wrong:
        refused = wrong
    if session.pending or session.game.result is not None or isinstance(session.question, DiceQuestion):
        raise refused
    form, now = form_of(session.system), _plain(session.game)
    for number, earlier in _earlier(session):
        if earlier.question is None or form.whose(earlier) is None:
            continue
        try:
            position = written(earlier)
        except Wrong:
            continue
        position.answers, position.dice = _since(session, number)
        try:
            if setup_of(session.system, position).position == now:
                return position
        except (Wrong, BadFile, *position_faults.FAULTS):
            continue
    raise refused


def _earlier(session: SessionView) -> Iterator[tuple[int, Game[Any]]]:
    """The game before its last answer, before the one before that, and so on, each with the number of answers then."""
    count = len(session.history)
    for number in range(count - 1, max(-1, count - min(MOST_BACK, MOST_ANSWERS) - 1), -1):
        if session.history[number].kind != "answer":
            return
        yield number, session.copy_at(number)


def _since(session: SessionView, number: int) -> tuple[list[Any], list[int]]:
    """What was answered since so many answers, and the faces that came; typed dice are answers in a journal."""
    answers: list[Any] = []
    dice: list[int] = []
    for place, entry in enumerate(session.history[number:], number):
        asked = session.copy_at(place).question
        if isinstance(asked, DiceQuestion):
            dice += asked.faces(entry.answer)
        else:
            answers.append(entry.answer)
            dice += entry.dice or ()
    return answers, dice


def _plain(game: Game[Any]) -> Any:
    return json.loads(json.dumps(game.system.dump(game)))
