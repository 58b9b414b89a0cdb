"""Who sits at the table: names that fit on a screen and can be told apart, in a set-up whose texts may be printed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from unicodedata import normalize

from tabletop_tui.engine.setup import Setup
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.safe_text import is_clean, unclean_place
from tabletop_tui.files.validation import shown

LONGEST_SEAT_NAME = 24
LONGEST_GAME_NAME = 40
MOST_MINUTES = 600
MOST_SEATS = 12
LARGEST_SEED = 2**64
MOST_FACES = 500
"""Dice that are written down to come first."""
HIGHEST_FACE = 100


def seat_name_fault(name: str) -> str:
    """What is wrong with the name of a seat, '' if nothing is."""
    if not name.strip() or name != name.strip() or len(name) > LONGEST_SEAT_NAME or not is_clean(name):
        return f"give a name of 1 to {LONGEST_SEAT_NAME} letters on one line, not {shown(name)}"
    return ""


def game_name_fault(name: str) -> str:
    """What is wrong with the name of a game, '' if nothing is."""
    if not name.strip() or name != name.strip() or len(name) > LONGEST_GAME_NAME or not is_clean(name):
        return f"give a name of 1 to {LONGEST_GAME_NAME} letters on one line, not {shown(name)}"
    return ""


def told_apart(names: Iterable[str], longest: int = LONGEST_SEAT_NAME) -> list[str]:
    """Names of seats, or of others; of those that read alike all but the first with a number, and not made longer."""
    found: list[str] = []
    for name in names:
        number, other = 1, name
        while _alike(other) in map(_alike, found):
            number += 1
            other = f"{name[: longest - 3].rstrip()} {number}"
        found.append(other)
    return found


def _alike(name: str) -> str:
    """The same for names that a reader cannot tell apart."""
    return " ".join(normalize("NFKC", name).casefold().split())


def check_setup(setup: Setup) -> None:
    """BadFile unless the seats, the seed and all texts of a set-up are fit for a game of any rulebook."""
    for place, fault in _faults(setup):
        if fault:
            raise BadFile("set-up", place, fault)


def _faults(setup: Setup) -> Iterable[tuple[str, str]]:
    if len(setup.seats) > MOST_SEATS:
        yield "seats", f"give at most {MOST_SEATS} seats, not {len(setup.seats)}"
    for number, seat in enumerate(setup.seats):
        yield f"seats[{number}].name", seat_name_fault(seat.name)
        if not 0 <= seat.team < MOST_SEATS:
            yield (
                f"seats[{number}].team",
                f"give a whole number from 0 to {MOST_SEATS - 1}, not {shown(seat.team)}",
            )
    if setup.name:
        yield "name", game_name_fault(setup.name)
    if setup.clock is not None and not 0 <= setup.clock <= MOST_MINUTES:
        yield "clock", f"give a number of minutes up to {MOST_MINUTES}, not {shown(setup.clock)}"
    names = [seat.name for seat in setup.seats]
    yield "seats", _same_names(names)
    if abs(setup.seed) > LARGEST_SEED:
        yield "seed", f"give a number of at most {LARGEST_SEED}, not {shown(setup.seed)}"
    if (fault := faces_fault(setup.faces or [])) is not None:
        yield fault
    parts = {"scenario": setup.scenario, "position": setup.position, "player": [seat.player for seat in setup.seats]}
    parts |= {f"seats[{number}].force": seat.force for number, seat in enumerate(setup.seats)}
    for part, data in parts.items():
        if (place := unclean_place(data, part)) is not None:
            yield place, "give a text without control characters"


def faces_fault(faces: Sequence[object]) -> tuple[str, str] | None:
    """The place of what is no face of a die, and what is wanted there; None if all are."""
    if len(faces) > MOST_FACES:
        return "faces", f"give at most {MOST_FACES} dice, not {len(faces)}"
    for number, face in enumerate(faces):
        if type(face) is not int or not 0 <= face <= HIGHEST_FACE:
            return f"faces[{number}]", f"give the face of a die, not {shown(face)}"
    return None


def _same_names(names: Sequence[str]) -> str:
    alike = list(map(_alike, names))
    twice = next((name for name, same in zip(names, alike, strict=True) if alike.count(same) > 1), None)
    return "" if twice is None else f"two seats have the name {shown(twice)}; each needs one of its own"
