"""The letters and digits that answer a question: letters are the rulebook's own, units go by their own numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from string import ascii_lowercase

from tabletop_tui.engine.question import Option

DIGITS = "123456789"
NUMBERED = re.compile(r"[A-Z](\d+)|[A-Z]\d+-(\d+)")
"""A unit or one of its models: B2 is 2, A1-4 is 4."""


def letters_for(options: Iterable[Option], reserved: Iterable[str], spare: str = "") -> dict[str, str]:
    """The letter of every option that has one.

    Where a player has made that the key of a command, it is another of its label's: first the initials of its words,
    then its other letters, then `spare`.
    """
    taken: set[str] = set(reserved)
    letters: dict[str, str] = {}
    rest: list[Option] = []
    for option in options:
        if option.hotkey and option.hotkey not in taken:
            letters[option.hotkey] = option.key
            taken.add(option.hotkey)
        elif option.hotkey:
            rest.append(option)
    for option in rest:
        label = option.label.lower()
        initials = (word[0] for word in reversed(label.split()))
        letters_of = (*filter(str.isalpha, (*initials, *label)), *spare)
        free = next((letter for letter in letters_of if letter not in taken), "")
        if free:
            letters[free] = option.key
            taken.add(free)
    return letters


def digits_for(options: Sequence[Option], lettered: Collection[str]) -> dict[str, str]:
    """The digit of each option without a letter: of a unit its own number, so that 2 is B2 whoever shoots.

    Where two units have the same number, and for all that is no unit, it is the place in the list.
    """
    rest = [(place, one) for place, one in enumerate(options, 1) if one.key not in lettered]
    found = {option.key: _number(option) for _, option in rest}
    own = [number for number in found.values() if number]
    if len({*own}) < len(own):
        return {option.key: str(place) for place, option in rest if place <= len(DIGITS)}
    free = [digit for digit in DIGITS if digit not in own]
    others = [option.key for _, option in rest if not found[option.key]]
    digits = {key: number for key, number in found.items() if number and number in tuple(DIGITS)}
    return digits | dict(zip(others, free, strict=False))


def _number(option: Option) -> str:
    """The number of the unit or model that an option is about; '' where it is about none."""
    match = NUMBERED.fullmatch(option.target)
    return (match[1] or match[2]) if match is not None else ""


def spare_letters(options: Sequence[Option], letters: Mapping[str, str], reserved: Iterable[str]) -> dict[str, str]:
    """Any free letter for each of these that may be taken and has neither letter nor digit: actions before units."""
    has = {*letters.values()}
    able = [one for one in options if one.refusal is None and one.key not in has and not one.group]
    keys = [one.key for one in sorted(able, key=lambda one: bool(one.target))]
    return dict(zip(sorted({*ascii_lowercase} - {*letters, *reserved}), keys, strict=False))
