"""A position as a person writes it: these units stand here, in this state, this seat is to act, these dice come.

A rulebook says once which keys a unit, a seat and the battle may carry (`PositionField`), and how the agenda of "this
seat is to act" is built (`PositionForm`, in its module `position`). What is not written is as it is when a round has
just begun. Whether all of it can be is then asked of `state_validation`, as of any state that comes from a file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol, get_args, get_origin, runtime_checkable

from attrs import define, evolve, field, fields, frozen, resolve_types

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.files.loading import Strict
from tabletop_tui.files.toml_writing import with_dashes, without_dashes
from tabletop_tui.files.validation import Faults, Wrong, one_of, shown, text, truth, whole
from tabletop_tui.rulebook.state_validation import difference, require

SEAT_LETTERS = "ABCDEFGHIJKL"
ID, UNITS, SEATS = "id", "unit", "seat"
END = "end"
"""Who is to act where everybody has: what ends the round comes next, then the new one with all that it begins with."""
SETUP = "setup"
"""Who is to act before anybody stands anywhere: the set-up comes first, with its edges and places."""
AT, MODELS = "at", "models"
"""The keys that say where a unit stands: its middle, with a formation, or each of its models."""
HEAD = {
    "scenario": "the id of a scenario, or a table of what is set up",
    "map": "the id of a map, or a table of it, in place of a scenario",
    "go": 'who is to act: "A" for a seat, "A1" for a unit whose activation has begun; "end": all have acted; '
    '"setup": nobody stands anywhere yet',
    SEATS: "the seats, in order, each a [[seat]]",
    UNITS: "the units, each a [[unit]]",
    "answers": "what is answered before the position begins, as a journal holds it",
    "dice": "the faces of the dice that come first",
    "story": "which moments of the scenario's story have come, and what was counted for others",
    "seed": "what the dice after them come from; whoever plays the file gets new ones",
}
"""The keys of a position that are the same in every rulebook."""
SEAT_HEAD = {
    "name": "its name",
    "team": "its team, counted from 1; each seat has its own if left out",
    "force": "the id of a force, or a table of it; the units are bought one by one if left out",
}


# ---------------------------------------------------------------- as it is written
@define
class Position:
    """What a person writes down of a battle, as plain data."""

    scenario: str | dict[str, Any]
    go: int | str = "A"
    seats: list[dict[str, Any]] = field(factory=list)
    units: list[dict[str, Any]] = field(factory=list)
    battle: dict[str, Any] = field(factory=dict)
    """The rulebook's own keys: the round, what burns, ..."""
    answers: list[Any] = field(factory=list)
    dice: list[int] = field(factory=list)
    seed: int = 0
    map: str | dict[str, Any] = ""
    """The id of a map, or a table with the keys of a map's file, in place of a scenario."""
    story: dict[str, Any] = field(factory=dict)
    """What of the scenario's story has been told, as `engine/story.py` writes it."""

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Position:
        """The position in a table, as a file or a lesson holds it, with a dash for nothing. Wrong if it is none."""
        table = without_dashes(table)
        if "scenario" not in table and "map" not in table:
            raise Wrong("the key is missing; it names a scenario, or map names a map", "scenario")
        require("scenario" not in table or "map" not in table, "give a scenario or a map, not both", "map")
        require(isinstance(table.get("scenario", ""), str | Mapping), HEAD["scenario"], "scenario")
        require(isinstance(table.get("map", ""), str | Mapping), HEAD["map"], "map")
        scenario, ground = table.get("scenario", ""), table.get("map", "")
        require(type(table.get("go", "")) in (int, str), HEAD["go"], "go")
        for key in (SEATS, UNITS, "answers", "dice"):
            require(isinstance(table.get(key, []), list | tuple), "give a list", key)
        for key in (SEATS, UNITS):
            for number, item in enumerate(table.get(key, [])):
                require(isinstance(item, Mapping), f"give a table, not {shown(item)}", f"{key}[{number}]")
        require(isinstance(table.get("story", {}), Mapping), HEAD["story"], "story")
        _at("seed", lambda: whole(table.get("seed", 0)))
        return cls(
            scenario if isinstance(scenario, str) else dict(scenario),
            table.get("go", "A"),
            [dict(seat) for seat in table.get(SEATS, [])],
            [dict(unit) for unit in table.get(UNITS, [])],
            {key: value for key, value in table.items() if key not in HEAD},
            list(table.get("answers", [])),
            list(table.get("dice", [])),
            table.get("seed", 0),
            ground if isinstance(ground, str) else dict(ground),
            dict(table.get("story", {})),
        )

    def table(self) -> dict[str, Any]:
        """The inverse of `of`; what is empty is left out."""
        more = {
            "story": self.story,
            "answers": self.answers,
            "dice": self.dice,
            "seed": self.seed,
            SEATS: self.seats,
            UNITS: self.units,
        }
        kept = {key: value for key, value in more.items() if value}
        where = {"map": self.map} if self.map else {"scenario": self.scenario}
        told: dict[str, Any] = with_dashes({**where, "go": self.go, **self.battle, **kept})
        return told

    @property
    def unit(self) -> str:
        """The unit whose activation has begun, '' if none has."""
        return "" if self.seat is not None or self.go in (END, SETUP) else str(self.go)

    def number(self, key: str, usual: int) -> int:
        """A whole number among the rulebook's own keys. Wrong, with its place, for what is none."""
        found: int = _at(key, lambda: whole(self.battle.get(key, usual)))
        return found

    @property
    def seat(self) -> int | None:
        """The seat that is to act; None if it is a unit, whose activation has begun, or all have acted."""
        if isinstance(self.go, int):
            return self.go
        return SEAT_LETTERS.find(self.go) if len(self.go) == 1 and self.go in SEAT_LETTERS else None


def _at(place: str, work: Callable[[], Any]) -> Any:
    """What `work` gives; what is Wrong is Wrong at this place."""
    try:
        return work()
    except Wrong as wrong:
        raise wrong.inside(place) from None


def seat_of(unit_id: str) -> int:
    """The seat to which a unit of this id belongs; -1 for none."""
    return SEAT_LETTERS.find(unit_id[:1].upper()) if unit_id else -1


# ---------------------------------------------------------------- what may be written
def _is_set(kind: Any) -> bool:
    return kind is frozenset or get_origin(kind) is frozenset


def _read_set(value: Any, kind: Any) -> frozenset[Any]:
    listed: Any = tuple[get_args(kind)[0], ...]  # type: ignore[misc]
    return frozenset(CONVERTER.structure(value, listed))


CONVERTER = Strict({})
CONVERTER.register_structure_hook_func(_is_set, _read_set)
CONVERTER.register_unstructure_hook_func(_is_set, sorted)
_kinds: dict[type, dict[str, Any]] = {}


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

    @property
    def name(self) -> str:
        return self.attribute or self.key.replace("-", "_")

    def get(self, battle: Any, thing: Any) -> Any:
        """What it now says, as plain data; None where there is nothing to say."""
        return plain(getattr(thing, self.name))

    def put(self, battle: Any, thing: Any, value: Any) -> None:
        """Let it be so. Wrong for a value that it cannot have."""
        setattr(thing, self.name, CONVERTER.structure(value, kind_of(type(thing), self.name)))


@frozen
class SeatField(PositionField):
    """A key that a seat may carry: its entry of an attribute of the battle that has one for each seat."""

    def get(self, battle: Any, thing: int) -> Any:
        return plain(getattr(battle, self.name)[thing])

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


# ---------------------------------------------------------------- reading
def check_keys(form: PositionForm, position: Position) -> None:
    """Wrong for each key that there is not, and for a unit without an id or there twice."""
    known, faults = form.keys(), Faults()
    for key in position.battle:
        with faults.of():
            require(key in known[""], one_of(key, known[""], "key").fix, shown_key(key))
    parts = [(SEATS, number, table) for number, table in enumerate(position.seats)]
    parts += [(UNITS, number, table) for number, table in enumerate(position.units)]
    for part, number, table in parts:
        with faults.of(f"{part}[{number}]"):
            odd = next((key for key in table if key not in known[part]), None)
            require(odd is None, one_of(odd, known[part], "key").fix, shown_key(odd))
    seen: set[str] = set()
    for number, table in enumerate(position.units):
        with faults.of(f"{UNITS}[{number}].{ID}"):
            name = text(table.get(ID, ""))
            require(name != "", 'each unit has an id, as in id = "A1"')
            require(name not in seen, f"{name} is there twice; take one out, or number it anew")
            seen.add(name)
    faults.raise_any()


def shown_key(key: object) -> str:
    return str(key) if str(key).isidentifier() else shown(key)


def build(form: PositionForm, game: Game[Any], position: Position) -> Game[Any]:
    """The game at its very beginning becomes this position. Wrong, with the place in the position, if it cannot."""
    battle = game.state
    form.prepare(battle, position)
    _check_go(form, battle, position)
    faults = Faults()
    for number, entry in sorted(enumerate(position.units), key=lambda one: not form.makes_room(one[1])):
        with faults.of(f"{UNITS}[{number}]"):
            _put_unit(form, battle, entry)
    faults.raise_any()
    for unit in form.units(battle).values():
        if keys := form.where(battle, unit):
            raise Wrong(f"{unit.id} is nowhere; say of it {keys}", _place_of(position, unit.id))
    form.derive(battle, position)
    with faults.of():
        _put(form.battle_fields, battle, battle, position.battle)
    for number, seat in enumerate(position.seats):
        with faults.of(f"{SEATS}[{number}]"):
            _put(form.seat_fields, battle, number, seat)
    faults.raise_any()
    form.finish(battle, position)
    game.agenda = form.ending(battle) if position.go == END else form.agenda(battle, position)
    _put_story(game, position)
    return game


def check_bare(form: PositionForm, position: Position) -> None:
    """Wrong for what a position before its set-up says of it: units are bought, and nothing else is so yet."""
    told = [("", key) for key in (*position.battle, *(["answers"] if position.answers else []))]
    told += [
        (f"{SEATS}[{number}]", key)
        for number, seat in enumerate(position.seats)
        for key in seat
        if key not in SEAT_HEAD
    ]
    bought = (ID, *form.bought_with)
    told += [
        (f"{UNITS}[{number}]", key) for number, unit in enumerate(position.units) for key in unit if key not in bought
    ]
    for place, key in told[:1]:
        raise Wrong(f"nobody stands anywhere before the set-up; leave {shown_key(key)} out", place)


def _put_story(game: Game[Any], position: Position) -> None:
    if game.story is None:
        require(not position.story, "its scenario tells no story; leave this out", "story")
        return
    try:
        game.story.read(position.story)
    except ValueError as error:
        raise Wrong(str(error), "story") from None


def sketch(form: PositionForm, game: Game[Any], position: Position) -> list[Wrong]:
    """The game at its very beginning as far as it becomes this position; what cannot be is left out, and handed back.

    It has no agenda: it is there to be looked at.
    """
    battle, faults = game.state, Faults()
    with faults.of():
        _check_go(form, battle, position)
    if faults.found:
        position = evolve(position, go=SEAT_LETTERS[0])
    with faults.of():
        form.prepare(battle, position)
    for number, entry in sorted(enumerate(position.units), key=lambda one: not form.makes_room(one[1])):
        with faults.of(f"{UNITS}[{number}]"):
            _put_unit(form, battle, entry)
    for unit in form.units(battle).values():
        with faults.of(_place_of(position, unit.id)):
            require(not (keys := form.where(battle, unit)), f"{unit.id} is nowhere; say of it {keys}")
    with faults.of():
        form.derive(battle, position)
    with faults.of():
        _put(form.battle_fields, battle, battle, position.battle)
    for number, seat in enumerate(position.seats):
        with faults.of(f"{SEATS}[{number}]"):
            _put(form.seat_fields, battle, number, seat)
    with faults.of():
        form.finish(battle, position)
    game.agenda = []
    return faults.found


def _check_go(form: PositionForm, battle: Any, position: Position) -> None:
    seat = position.seat
    if position.go in (END, SETUP):
        return
    if seat is None:
        units = form.units(battle)
        listed = [str(unit.get(ID)) for unit in position.units]
        if position.go not in units and position.go not in listed:
            raise one_of(position.go, units, "unit or seat").inside("go")
    else:
        seats = form.seats(battle)
        letters = f"{SEAT_LETTERS[0]} to {SEAT_LETTERS[seats - 1]}"
        require(0 <= seat < seats, f"there are {seats} seats, {letters}, not {shown(position.go)}", "go")


def _put_unit(form: PositionForm, battle: Any, entry: Mapping[str, Any]) -> None:
    units = form.units(battle)
    unit = units[entry[ID]] if entry[ID] in units else form.create(battle, entry)
    _put(form.unit_fields, battle, unit, entry)


def _put(listed: Sequence[PositionField], battle: Any, thing: Any, table: Mapping[str, Any]) -> None:
    faults = Faults()
    for one in listed:
        if one.key in table:
            with faults.of(one.key):
                one.put(battle, thing, table[one.key])
    faults.raise_any()


def _place_of(position: Position, unit_id: str) -> str:
    """Where a position speaks of a unit."""
    listed = [unit.get(ID) for unit in position.units]
    return f"{UNITS}[{listed.index(unit_id)}]" if unit_id in listed else UNITS


def in_position(form: PositionForm, battle: Any, position: Position, wrong: Wrong) -> Wrong:
    """What is wrong with the state, all of it at its place in the position that it was made of."""
    first, *rest = (_in_position(form, battle, position, one) for one in wrong.all)
    return Wrong(first.fix, first.place, first.refusal, tuple(rest))


def _in_position(form: PositionForm, battle: Any, position: Position, wrong: Wrong) -> Wrong:
    part, bracket, rest = wrong.place.partition("[")
    if part != form.saved_units or not bracket:
        return Wrong(wrong.fix, _key_of(form, part) + bracket + rest)
    number, _, inside = rest.partition("]")
    names = list(form.units(battle))
    named = names[int(number)] if number.isdecimal() and int(number) < len(names) else ""
    place = _place_of(position, named) if named else UNITS
    key = inside.removeprefix(".")
    entry = next((one for one in position.units if one.get(ID) == named), {})
    if key.startswith(MODELS) and MODELS not in entry and AT in entry:
        typed = entry[AT] if isinstance(entry[AT], str) else " ".join(map(str, entry[AT]))
        return Wrong(f"{typed} puts a model where it cannot be: {wrong.fix}", f"{place}.{AT}")
    words = {one.attribute.replace("_", "-"): one.key for one in form.unit_fields if one.attribute}
    return Wrong(wrong.fix, f"{place}.{words.get(key, key)}" if key else place)


def _key_of(form: PositionForm, saved: str) -> str:
    """The key that says what the saved form calls this."""
    places = {one.name: f"{SEATS}.{one.key}" for one in form.seat_fields}
    places |= {one.name: one.key for one in form.battle_fields}
    return places.get(saved.replace("-", "_"), saved)


# ---------------------------------------------------------------- writing
def write(
    form: PositionForm,
    game: Game[Any],
    scenario: str | dict[str, Any],
    seats: Sequence[Mapping[str, Any]],
    more: Mapping[str, Mapping[str, Any]],
    first: Callable[[], Game[Any]],
) -> Position:
    """A game as it stands as a position; Wrong where that cannot say it.

    `seats` says who has which force, `more` with what a unit is bought where that has to be said, and `first` gives the
    same game at its very beginning.
    """
    go = form.whose(game)
    if go is None:
        raise Wrong(
            "in the middle of an activation a position cannot be written by hand; write it when a unit is chosen"
        )
    position = Position(scenario, SEAT_LETTERS[go] if isinstance(go, int) else go, [dict(seat) for seat in seats])
    blank = first()
    form.prepare(blank.state, position)
    units = form.units(blank.state)
    for unit in form.units(game.state).values():
        own = unit.id in units
        entry = {ID: unit.id} if own else form.creation(game.state, unit)
        fresh = units[unit.id] if own else form.create(blank.state, entry)
        entry |= _differing(form.unit_fields, (game.state, unit), (blank.state, fresh))
        if len(entry) > 1 or form.where(blank.state, fresh):
            position.units.append({**entry, **more.get(unit.id, {})})
    for entry in sorted(position.units, key=form.makes_room, reverse=True):
        _put_unit(form, blank.state, entry)
    form.derive(blank.state, position)
    position.battle = _differing(form.battle_fields, (game.state, game.state), (blank.state, blank.state))
    position.battle |= form.more(game)
    if game.story is not None:
        position.story = game.story.written()
    for number, seat in enumerate(position.seats):
        seat |= _differing(form.seat_fields, (game.state, number), (blank.state, number))
    _check_says_all(form, game, position, first)
    return position


def _differing(listed: Sequence[PositionField], one: tuple[Any, Any], other: tuple[Any, Any]) -> dict[str, Any]:
    """The keys by which one thing of a battle differs from another, as the first has them."""
    found = {field.key: (field.get(*one), field.get(*other)) for field in listed}
    return {key: value for key, (value, usual) in found.items() if value is not None and value != usual}


def _check_says_all(form: PositionForm, game: Game[Any], position: Position, first: Callable[[], Game[Any]]) -> None:
    again = build(form, first(), position)
    now, then = (json.loads(json.dumps(one.system.dump(one))) for one in (game, again))
    if (place := difference(now, then)) is not None:
        raise Wrong(f"a position written by hand cannot say what {place} holds just now")
