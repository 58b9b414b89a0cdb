"""A game becomes the position that is written; what is wrong is told at its place there.

Whether all of it can be is then asked of `state_validation`, as of any state that comes from a file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.reinforcements import later_of, match
from tabletop_tui.files.validation import Faults, Wrong, one_of, shown, text
from tabletop_tui.rulebook.position import (
    AT,
    BEGIN,
    END,
    ID,
    MODELS,
    ROLL,
    SEAT_HEAD,
    SEAT_LETTERS,
    SEATS,
    SETUP,
    UNITS,
    Position,
)
from tabletop_tui.rulebook.position_form import PositionField, PositionForm
from tabletop_tui.rulebook.state_validation import require


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
    _put_story(game, position)
    battle = game.state
    form.prepare(battle, position)
    _check_go(form, battle, position)
    faults = Faults()
    for number, entry in sorted(enumerate(position.units), key=lambda one: not form.makes_room(one[1])):
        with faults.of(f"{UNITS}[{number}]"):
            put_unit(form, battle, entry)
    if not faults.found:
        for unit in form.units(battle).values():
            with faults.of(_place_of(position, unit.id)):
                require(not (keys := form.where(battle, unit)), f"{unit.id} is nowhere; say of it {keys}")
    if not faults.found:
        form.derive(battle, position)
    with faults.of():
        _put(form.battle_fields, battle, battle, position.battle)
    for number, seat in enumerate(position.seats):
        with faults.of(f"{SEATS}[{number}]"):
            _put(form.seat_fields, battle, number, seat)
    faults.raise_any()
    form.finish(battle, position)
    if position.go in (BEGIN, END, ROLL):
        steps = {BEGIN: form.beginning, END: form.ending, ROLL: form.rolling}[str(position.go)]
        game.agenda = steps(battle)
        require(bool(game.agenda), f'a round begins with its dice here; give "{BEGIN}"', "go")
    else:
        game.agenda = form.agenda(battle, position)
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
    match(game)


def sketch(form: PositionForm, game: Game[Any], position: Position) -> list[Wrong]:
    """The game at its very beginning as far as it becomes this position; what cannot be is left out, and handed back.

    It has no agenda: it is there to be looked at.
    """
    battle, faults = game.state, Faults()
    with faults.of():
        _put_story(game, position)
    with faults.of():
        _check_go(form, battle, position)
    if faults.found:
        position = evolve(position, go=SEAT_LETTERS[0])
    with faults.of():
        form.prepare(battle, position)
    for number, entry in sorted(enumerate(position.units), key=lambda one: not form.makes_room(one[1])):
        with faults.of(f"{UNITS}[{number}]"):
            put_unit(form, battle, entry)
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
    if position.go in (BEGIN, END, ROLL, SETUP):
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


def put_unit(form: PositionForm, battle: Any, entry: Mapping[str, Any]) -> None:
    units = form.units(battle)
    if entry[ID] in later_of(battle):
        told = next((key for key in entry if key not in (ID, *form.bought_with)), "")
        require(not told, "it is still to come; leave this out, or list its moment in told of story", told)
        return
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
