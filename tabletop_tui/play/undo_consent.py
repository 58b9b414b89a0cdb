"""Taking back among people: what of it the others at the table should know, and whether it is asked about first.

Who sits alone against computers, and who takes a lesson, takes back freely: nobody else is at the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.history import Entry
from tabletop_tui.engine.roll_wording import came_words, counted_dice
from tabletop_tui.engine.wording import counted
from tabletop_tui.play.session_view import SessionView

MOST_ROLLS = 3
"""So many rolls are told one by one."""
LONGEST_TOLD = 500


def among_people(session: SessionView) -> bool:
    """Whether more than one person plays, and it is no lesson."""
    return session.players.count(None) > 1 and session.setup.lesson is None


def across_dice(entries: Sequence[Entry]) -> bool:
    """Whether dice were seen behind any of these answers, whoever rolled them."""
    return any(entry.dice or any(isinstance(event, Rolled) for event in entry.events) for entry in entries)


def others_answers(session: SessionView, entries: Sequence[Entry]) -> list[int]:
    """The seats, each once, of those people among `entries` who are not asked now."""
    asked = session.seat_to_answer
    if asked is None and session.over is None:
        asked = entries[-1].seat  # the steps that this answer caused are still to be run
    return [*dict.fromkeys(one.seat for one in entries if one.person and 0 <= one.seat != asked)]


def taken_back(session: SessionView, number: int) -> str:
    """What the table should know if the game goes back to `number` answers, in a sentence; '' if nothing counts."""
    entries = session.history[number:]
    others = others_answers(session, entries)
    if not among_people(session) or not (across_dice(entries) or others):
        return ""
    rolls = [event for entry in entries for event in entry.events if isinstance(event, Rolled)]
    told = [_roll_words(roll) for roll in rolls[:MOST_ROLLS]]
    if len(rolls) > MOST_ROLLS:
        told.append(f"{counted(len(rolls) - MOST_ROLLS, 'roll')} more")
    names = [session.setup.seats[seat].name for seat in others]
    answers = [f"{counted(len(entries), 'answer')}{f', some of {_listed(names)}' if others else ''}"]
    if others and all(entry.seat in others for entry in entries if entry.person):
        answers = [f"{counted(len(entries), 'answer')} of {_listed(names)}"]
    text = f"Taken back: {'; '.join([*told, *answers])}"
    return text if len(text) <= LONGEST_TOLD else f"{text[: LONGEST_TOLD - 1]}…"


def refused(session: SessionView, number: int, custom: str) -> str:
    """Why this table, of this custom (settings.TAKING_BACK), does not go back so far, '' if it does."""
    if custom == "die" and among_people(session) and across_dice(session.history[number:]):
        return "Dice were rolled: at this table an answer is taken back only to the last die (see the settings)"
    return ""


def asked_first(session: SessionView, number: int, custom: str) -> str:
    """What the table is asked before it goes back, '' where it goes back at once."""
    return "" if custom == "free" else taken_back(session, number)


def _roll_words(roll: Rolled) -> str:
    if not roll.faces and roll.good:
        return f"{roll.why}, {counted_dice(roll.dice)} counted: {came_words(roll)}"
    faces = " ".join(map(str, roll.faces))
    return f"{roll.why}, {'die' if len(roll.faces) == 1 else 'dice'} {faces}"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
