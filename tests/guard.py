"""A guard over a game: whoever writes to it where it may only be looked at is caught in the act.

with guarded(game):
    ...             # Written is raised by whatever changes the state, a unit, the agenda, the dice, the events

A write that is taken back at once is caught as well, which no comparison of before and after would show.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import attrs

from tabletop_tui.engine.game import Game

FINDINGS = {
    *("Game._asked", "Game._listed"),
    *("Battle.kept", "Battle._edges", "Battlefield._standing", "Map.edges", "Map._lines"),
    *("HexGrid._distances", "HexGrid._crossed"),
}
"""What was worked out about a game as it stands, or about its table, and kept with it; no part of it, and not saved."""
PLAIN = str | int | float | frozenset | None
"""What cannot change and holds nothing that can."""


class Written(AssertionError):
    """Something was written that is only lent."""


def _forbidden(thing: Any, *args: Any, **kwargs: Any) -> NoReturn:
    raise Written(f"a {type(thing).__mro__[1].__name__} of the game is written: {args}")


class LentDict(dict[Any, Any]):
    """A dict that is only read; a copy of it is any dict."""

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _forbidden


class LentList(list[Any]):
    """A list that is only read; a copy of it is any list."""

    __setitem__ = __delitem__ = __iadd__ = __imul__ = append = clear = extend = _forbidden
    insert = pop = remove = reverse = sort = _forbidden


LENT: dict[type, type] = {dict: LentDict, list: LentList}


def parts(*things: object) -> dict[int, object]:
    """All that can change in some things: themselves, and what they hold, at any depth; by their ids."""
    found, seen, left = dict[int, object](), set[int](), [*things]
    while left:
        thing = left.pop()
        if isinstance(thing, PLAIN) or id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, dict | list | tuple):
            left += thing.values() if isinstance(thing, dict) else thing
        elif attrs.has(type(thing)):
            found[id(thing)] = thing
            left += [getattr(thing, name) for name in names(thing)]
    return found


def names(thing: Any) -> list[str]:
    """The attributes of a thing that are part of the game."""
    known = [attribute.name for attribute in attrs.fields(type(thing))]
    return [name for name in known if not is_finding(thing, name) and hasattr(thing, name)]


def is_finding(thing: object, name: str) -> bool:
    return f"{type(thing).__name__}.{name}" in FINDINGS


@contextmanager
def guarded(game: Game) -> Iterator[None]:
    """While this lasts nothing of the game can be written, for however short a time."""
    lent = {id(game): game, **parts(game.state, game.dice)}
    with _swapped(lent), _sealed(lent):
        yield


@contextmanager
def _swapped(lent: dict[int, Any]) -> Iterator[None]:
    """The dicts and lists directly in these things are ones that are only read."""
    held = [
        (thing, name, value)
        for thing in lent.values()
        for name in (("agenda", "events") if isinstance(thing, Game) else names(thing))
        if type(value := getattr(thing, name)) in LENT
    ]
    try:
        for thing, name, value in held:
            object.__setattr__(thing, name, LENT[type(value)](value))
        yield
    finally:
        for thing, name, value in held:
            object.__setattr__(thing, name, value)


@contextmanager
def _sealed(lent: dict[int, Any]) -> Iterator[None]:
    """No attribute of these things can be set."""
    kinds = {type(thing) for thing in lent.values()}
    own = {kind: vars(kind).get("__setattr__") for kind in kinds}
    try:
        for kind in kinds:
            kind.__setattr__ = _setter(kind.__setattr__, lent)
        yield
    finally:
        for kind, setter in own.items():
            if setter is None:
                del kind.__setattr__
            else:
                kind.__setattr__ = setter


def _setter(set_: Any, lent: dict[int, Any]) -> Any:
    def checked(thing: Any, name: str, value: Any) -> None:
        if id(thing) in lent and not is_finding(thing, name):
            raise Written(f"{type(thing).__name__}.{name} is written, of {str(getattr(thing, 'id', thing))[:40]}")
        set_(thing, name, value)

    return checked
