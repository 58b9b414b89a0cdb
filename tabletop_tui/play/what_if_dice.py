"""What would have come of a roll with other faces: the answer is gone through once more on a copy of the game."""

from __future__ import annotations

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.events import Event, Rolled
from tabletop_tui.play.session import Session

LAST_SEED = 2**32


def rethrown(session: Session, place: int, faces: tuple[int, ...] = (), seed: int = 0) -> list[Event]:
    """What happens from the roll of this number (counted from 1) on if it shows these faces, or is thrown again.

    The dice after it are thrown anew, too. Nothing of it is kept; [] where the dice were typed in, or no answer led to
    them.
    """
    found = _entry_of(session, place)
    if found is None:
        return []
    number, before = found
    entry = session.history[number - 1]
    rolls = [event for event in session.parts()[number] if isinstance(event, Rolled) and event.dice]
    drawn = entry.dice or ()
    first = sum(roll.dice for roll in rolls[:before])
    if entry.kind != "answer" or first + rolls[before].dice > len(drawn):
        return []
    game = session.copy_at(number - 1)
    game.dice = SeededDice(seed=(seed + 1) % LAST_SEED, unread=(*drawn[:first], *faces))
    game.answer(entry.answer)
    game.run()
    seen = 0
    for at, event in enumerate(game.events):
        if isinstance(event, Rolled) and event.dice:
            if seen == before:
                return game.events[at:]
            seen += 1
    return []


def _entry_of(session: Session, place: int) -> tuple[int, int] | None:
    """Which answer, counted from 1, led to the roll of this number, and how many rolls of that came before it."""
    left = place
    for number, events in enumerate(session.parts()[: len(session.history) + 1]):
        rolls = sum(isinstance(event, Rolled) and event.dice > 0 for event in events)
        if left <= rolls:
            return (number, left - 1) if number else None
        left -= rolls
    return None
