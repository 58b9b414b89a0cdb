"""The letters that answer a question: initials as far as they are free."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from string import ascii_lowercase

from tabletop_tui.engine.question import Option


def letters_for(options: Iterable[Option], reserved: Iterable[str], spare: str = "") -> dict[str, str]:
    """A letter for every option that has one, and for every action beside such: its own, else one of its label's.

    Of a label the initials of its words come first, then its other letters, then `spare`.
    """
    taken: set[str] = set(reserved)
    letters: dict[str, str] = {}
    rest: list[Option] = []
    options = list(options)
    among_letters = any(option.hotkey for option in options)
    for option in options:
        if option.hotkey and option.hotkey not in taken:
            letters[option.hotkey] = option.key
            taken.add(option.hotkey)
        elif option.hotkey or (among_letters and _is_action(option)):
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


def spare_letters(options: Sequence[Option], letters: Mapping[str, str], reserved: Iterable[str]) -> dict[str, str]:
    """Any free letter for each of these, which no digit takes, that may be taken and has none: actions before units."""
    has = {*letters.values()}
    able = [one for one in options if one.refusal is None and one.key not in has and not one.group]
    keys = [one.key for one in sorted(able, key=lambda one: not _is_action(one))]
    return dict(zip(sorted({*ascii_lowercase} - {*letters, *reserved}), keys, strict=False))


def _is_action(option: Option) -> bool:
    """Whether it is something to do, and not somebody to do it with or to: those go by numbers and by the map."""
    return not option.target and not option.group and not option.label.startswith(option.key)
