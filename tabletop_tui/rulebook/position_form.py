"""How a rulebook has its positions written: which keys a unit, a seat and the battle may carry, and what follows.

A rulebook has one `PositionForm`, in its module `position_form`, which also builds the agenda of "this seat is to act".
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol, get_args, get_origin, runtime_checkable

from attrs import field, fields, resolve_types

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.files.loading import Strict
from tabletop_tui.files.validation import Wrong, shown, truth
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.position import HEAD, ID, SEAT_HEAD, SEATS, UNITS, Position


def _is_set(kind: Any) -> bool:
    return kind is frozenset or get_origin(kind) is frozenset


def _read_set(value: Any, kind: Any) -> frozenset[Any]:
    listed: Any = tuple[get_args(kind)[0], ...]  # type: ignore[misc]
    return frozenset(CONVERTER.structure(value, listed))


CONVERTER = Strict({})
CONVERTER.register_structure_hook_func(_is_set, _read_set)
CONVERTER.register_unstructure_hook_func(_is_set, sorted)
_kinds: dict[type, dict[str, Any]] = {}
Choices = list[tuple[Any, str]]
"""The values that a key may have, and how a screen calls each."""


def kind_of(owner: type, attribute: str) -> Any:
    """The type of an attribute of a class of attrs."""
    if owner not in _kinds:
        _kinds[owner] = {one.name: one.type for one in fields(resolve_types(owner))}
    return _kinds[owner][attribute]


def plain(value: Any) -> Any:
    """A value as JSON data."""
    return json.loads(json.dumps(CONVERTER.unstructure(value)))


@frozen
class PositionField:
    """A key that a unit or the battle may carry, what it means, and the attribute that it is."""

    key: str
    says: str
    attribute: str = ""
    """As the key if left out, with _ for -."""
    words: tuple[str, ...] = field(default=(), kw_only=True)
    """What it may say, where that is one of a few words."""

    @property
    def name(self) -> str:
        return self.attribute or self.key.replace("-", "_")

    def get(self, battle: Any, thing: Any) -> Any:
        """What it now says, as plain data; None where there is nothing to say."""
        return plain(getattr(thing, self.name))

    def put(self, battle: Any, thing: Any, value: Any) -> None:
        """Let it be so. Wrong for a value that it cannot have."""
        setattr(thing, self.name, CONVERTER.structure(value, kind_of(type(thing), self.name)))

    def said(self, value: Any) -> Any:
        """What a file says, as files say it now."""
        return value

    def choices(self, battle: Any, sides: Sequence[str]) -> Choices:
        """All that it may say, where that can be chosen from a list; `sides` are the names of the seats."""
        return [(word, word) for word in self.words]


@frozen
class SeatField(PositionField):
    """A key that a seat may carry: its entry of an attribute of the battle that has one for each seat."""

    def get(self, battle: Any, thing: int) -> Any:
        entries = getattr(battle, self.name)  # none yet while forces are set up
        return plain(entries[thing]) if thing < len(entries) else None

    def put(self, battle: Any, thing: int, value: Any) -> None:
        read = CONVERTER.structure(value, get_args(kind_of(type(battle), self.name))[0])
        entries = enumerate(getattr(battle, self.name))
        setattr(battle, self.name, tuple(read if seat == thing else old for seat, old in entries))


@frozen
class ShorthandField(PositionField):
    """A key that says in other words what further keys say exactly, so that it is read and never written."""

    def get(self, battle: Any, thing: Any) -> Any:
        return None


@frozen
class Flag(PositionField):
    """A key that is true or left out, and does more than to set an attribute."""

    def put(self, battle: Any, thing: Any, value: Any) -> None:
        if truth(value):
            self.happen(battle, thing)

    def happen(self, battle: Any, thing: Any) -> None:
        raise NotImplementedError


class PositionForm:
    """How battles of a rulebook are written by hand. A rulebook derives from this, and its System has it as `position`.

    The names of the seats' units begin with the letter of the seat.
    """

    unit_fields: ClassVar[tuple[PositionField, ...]] = ()
    """In the order in which they are read."""
    seat_fields: ClassVar[tuple[PositionField, ...]] = ()
    battle_fields: ClassVar[tuple[PositionField, ...]] = ()
    bought_with: ClassVar[Mapping[str, str]] = {}
    """The keys with which a unit is bought, the first of which must be there, and what each says."""
    often: ClassVar[tuple[str, ...]] = ()
    """The keys of a unit that players speak of, in the order in which they do; all where it is empty."""
    elsewhere: ClassVar[tuple[str, ...]] = ()
    """The keys that say that a unit is not on the table; whoever puts it there takes them away."""
    saved_units: ClassVar[str] = "units"
    """What the saved form calls the list of units."""

    def units(self, battle: Any) -> dict[str, Any]:
        """All units of the battle, by id."""
        found: dict[str, Any] = battle.units
        return found

    def seats(self, battle: Any) -> int:
        """How many seats there are."""
        return len(battle.seat_names)

    def prepare(self, battle: Any, position: Position) -> None:
        """From the battle before its first step to one in which units may be put down."""

    def where(self, battle: Any, unit: Any) -> str:
        """Which keys would say where a unit is, '' if it is somewhere."""
        raise NotImplementedError

    def derive(self, battle: Any, position: Position) -> None:
        """What follows from where the units are and what they have done, unless the position says otherwise."""

    def finish(self, battle: Any, position: Position) -> None:
        """What follows from all that is written."""

    def agenda(self, battle: Any, position: Position) -> list[Step]:
        """The steps from here on, the question on top. Wrong if nobody can be asked."""
        raise NotImplementedError

    def ending(self, battle: Any) -> list[Step]:
        """The steps from where all have acted in a round, which is so from now on, the next one last."""
        raise Wrong("say which seat or unit is to act", "go")

    def beginning(self, battle: Any) -> list[Step]:
        """The steps from where the round that the position names begins."""
        raise Wrong("say which seat or unit is to act", "go")

    def rolling(self, battle: Any) -> list[Step]:
        """The steps from the dice for who goes in a round that has begun; [] where a round begins with them."""
        return []

    def overwrite(self, battle: Any) -> None:
        """What a round that begins, or the dice for who goes, set anew whatever it was, becomes alike in any battle."""

    def whose(self, game: Game[Any]) -> int | str | None:
        """The seat that is to act, or the unit whose activation is under way; None in the middle of anything else."""
        raise NotImplementedError

    def more(self, game: Game[Any]) -> dict[str, Any]:
        """What the agenda holds besides, as keys of the battle."""
        return {}

    def buy(self, name: str, entries: Sequence[Mapping[str, Any]], folders: Sequence[Path]) -> dict[str, Any]:
        """A force of these units, as a set-up holds it. Wrong for what is not sold, with its place in the list."""
        raise NotImplementedError

    def bought(self, force: Mapping[str, Any], folders: Sequence[Path]) -> list[dict[str, Any]]:
        """What `buy` might have got for such a force, unit by unit; [] where nobody can tell."""
        return []

    def makes_room(self, entry: Mapping[str, Any]) -> bool:
        """Whether this has to be read before the others, because they may stand where it was."""
        return False

    def create(self, battle: Any, entry: Mapping[str, Any]) -> Any:
        """A unit that came in play and is no part of a force. Wrong where there can be none of this id."""
        bought = next(iter(self.bought_with), "force")
        raise Wrong(f"its force has no {shown(entry[ID])}; to buy it, say of all units of its seat {bought} = ...", ID)

    def comes(self, battle: Any, seat: int) -> list[tuple[str, dict[str, Any]]]:
        """What of a force comes in play only in the battle: what it is called, and what `create` wants of it."""
        return []

    def creation(self, battle: Any, unit: Any) -> dict[str, Any]:
        """What `create` wants of such a unit, its id too."""
        return {ID: unit.id}

    # ------------------------------------------------------------------ words
    def keys(self) -> dict[str, dict[str, str]]:
        """For the position, a seat and a unit each key with what it says."""
        told: dict[str, list[Mapping[str, str]]] = {
            UNITS: [{ID: 'its seat and number, as in "A1"'}, self.bought_with, said(self.unit_fields)],
            SEATS: [SEAT_HEAD, said(self.seat_fields)],
            "": [HEAD, said(self.battle_fields)],
        }
        return {part: {key: says for table in tables for key, says in table.items()} for part, tables in told.items()}


def said(listed: Iterable[PositionField]) -> dict[str, str]:
    return {one.key: one.says for one in listed}


@runtime_checkable
class Positioned(Protocol):
    """A system whose positions can be written by hand."""

    position: PositionForm
