"""Fingerprints: whether two games stand alike in every respect but the dice to come, told without comparing them.

A rulebook has nothing to do for it. Values count by what they are; what is frozen and compares by identity, such as a
table or a profile, by which it is; what a class leaves out of its equality and works out by itself does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from enum import Enum
from operator import attrgetter, is_
from typing import Any

from attrs import fields, has

from tabletop_tui.engine.game import Game

PLAIN = frozenset((int, float, bool, str, type(None)))
"""Types of which a value is its own print."""


class Fingerprints:
    """Prints of games that are compared with each other. Kept no longer than those who ask: all they have seen stays.

    What is of a kind that nobody foresaw counts by which it is. A state that copies such things when it is cloned is
    like no other then; one that shares them never alters them.
    """

    def __init__(self) -> None:
        self._prints: dict[Hashable, object] = {}
        """For what things are made of their print, an object without meaning."""
        self._known: dict[int, object] = {}
        """Of things that never change the print, by their identity ..."""
        self._held: list[object] = []
        """... which is theirs as long as they are held."""
        self._alike: dict[tuple[int, ...], object] = {}
        """The prints of things that were made of the very same parts, none of which changes."""
        self._values: dict[type, Callable[[Any], tuple[Any, ...]]] = {}
        self._ways: dict[type, Callable[[Any], Hashable]] = {}
        """How the print of a thing is found, by its type."""
        self._sharing: dict[type, bool] = {}
        self._alterable = 0
        """How many things have been looked at that may be another the next time."""

    def of(self, game: Game[Any]) -> Hashable:
        """The print of a game: its state, what is on its agenda, standing orders, and how it ended."""
        told = (game.story.key,) if game.story is not None else ()
        return (*[self._print(part) for part in (game.state, game.agenda, game.orders, game.result)], *told)

    def _print(self, thing: Any) -> Hashable:
        if type(thing) in PLAIN:
            return thing  # type: ignore[no-any-return]
        return self._known.get(id(thing)) or self._look(type(thing), thing)

    def _look(self, kind: type, thing: Any) -> Hashable:
        way = self._ways.get(kind)
        if way is None:
            way = self._ways[kind] = self._way(kind)
        return way(thing)

    def _way(self, kind: type) -> Callable[[Any], Hashable]:
        """How the print of things of a type is found."""
        if kind is tuple:
            return self._tuple
        if kind is frozenset:
            return lambda thing: self._prints.setdefault((kind, frozenset(map(self._print, thing))), object())
        if has(kind):
            hashed: object = kind.__hash__
            if hashed is object.__hash__:
                return lambda thing: self._keep(thing, object())
            return self._alterable_one if hashed is None else self._frozen
        if issubclass(kind, Enum):
            return lambda thing: thing
        if kind is dict:
            return self._dict
        if kind is list:
            return self._list
        return lambda thing: self._keep(thing, object())

    def _dict(self, thing: dict[Any, Any]) -> object:
        self._alterable += 1
        return self._joined(dict, [part for pair in thing.items() for part in pair])

    def _list(self, thing: list[Any]) -> object:
        self._alterable += 1
        return self._joined(list, thing)

    def _frozen(self, thing: Any) -> object:
        """The print of an object that can be hashed: it never changes, whatever it is made of."""
        before = self._alterable
        found = self._joined(type(thing), self._parts(type(thing), thing))
        self._alterable = before
        return self._keep(thing, found)

    def _alterable_one(self, thing: Any) -> object:
        """The same of one that may be altered; most are made of the same parts as ever."""
        kind, before = type(thing), self._alterable
        parts = self._parts(kind, thing)
        same = (id(kind), *map(id, parts))
        found = self._alike.get(same)
        if found is None:
            found = self._joined(kind, parts)
            if self._alterable == before or self._shares(kind, thing, parts):
                self._alike[same] = found
                self._held.append(parts)
        self._alterable = before + 1
        return found

    def _shares(self, kind: type, thing: Any, parts: tuple[Any, ...]) -> bool:
        """Whether its copies are made of the very same parts, which it then never alters but replaces."""
        if kind not in self._sharing:
            clone = getattr(thing, "clone", None)
            again = self._parts(kind, clone()) if clone is not None else ()
            self._sharing[kind] = len(again) == len(parts) and all(map(is_, again, parts))
        return self._sharing[kind]

    def _parts(self, kind: type, thing: Any) -> tuple[Any, ...]:
        """What an object is made of."""
        if kind not in self._values:
            self._values[kind] = _values(kind)
        return self._values[kind](thing)

    def _tuple(self, thing: tuple[Any, ...]) -> object:
        """The print of a tuple, which stays the same where all of it does."""
        before = self._alterable
        found = self._joined(tuple, thing)
        return self._keep(thing, found) if self._alterable == before else found

    def _joined(self, kind: type, things: Iterable[Any]) -> object:
        """The print of something that is made of these in this order."""
        known, look = self._known, self._look
        parts = [
            thing if type(thing) in PLAIN else known.get(id(thing)) or look(type(thing), thing) for thing in things
        ]
        return self._prints.setdefault((kind, *parts), object())

    def _keep(self, thing: object, found: object) -> object:
        self._held.append(thing)
        self._known[id(thing)] = found
        return found


def _values(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    """What finds what an object of a class is made of."""
    names = [field.name for field in fields(kind) if field.init or field.eq]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda thing: tuple([getattr(thing, name) for name in names])
