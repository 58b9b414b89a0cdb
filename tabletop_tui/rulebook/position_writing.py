"""A game as it stands is written as a position, which is read again to see that it says all."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import frozen

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.reinforcements import as_far_as, later_of
from tabletop_tui.files.validation import Wrong
from tabletop_tui.rulebook.position import ID, SEAT_LETTERS, Position
from tabletop_tui.rulebook.position_form import PositionField, PositionForm
from tabletop_tui.rulebook.position_reading import build, put_unit
from tabletop_tui.rulebook.state_validation import difference


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
    if game.story is not None:
        position.story = game.story.written()
        as_far_as(game, blank)
    form.prepare(blank.state, position)
    units = form.units(blank.state)
    for unit in form.units(game.state).values():
        own = unit.id in units
        entry = {ID: unit.id} if own else form.creation(game.state, unit)
        fresh = units[unit.id] if own else form.create(blank.state, entry)
        entry |= _differing(form.unit_fields, (game.state, unit), (blank.state, fresh))
        if len(entry) > 1 or form.where(blank.state, fresh):
            position.units.append({**entry, **more.get(unit.id, {})})
    position.units += [{ID: name, **more[name]} for name in later_of(game.state) if name in more]
    for entry in sorted(position.units, key=form.makes_room, reverse=True):
        put_unit(form, blank.state, entry)
    form.derive(blank.state, position)
    position.battle = _differing(form.battle_fields, (game.state, game.state), (blank.state, blank.state))
    position.battle |= form.more(game)
    for number, seat in enumerate(position.seats):
        seat |= _differing(form.seat_fields, (game.state, number), (blank.state, number))
    _check_says_all(form, game, position, first)
    return position


@frozen
class States:
    """What of a game is not as at the very beginning, as keys of a position with what they say."""

    form: PositionForm
    units: dict[str, dict[str, Any]]
    """By the ids of the units that forces brought."""
    seats: list[dict[str, Any]]
    battle: dict[str, Any]


def states(form: PositionForm, game: Game[Any], first: Game[Any]) -> States:
    """The states of a game, whoever is to act; `first` is the same game at its very beginning."""
    form.prepare(first.state, Position(""))
    known = form.units(first.state)
    return States(
        form,
        {
            unit.id: _differing(form.unit_fields, (game.state, unit), (first.state, known[unit.id]))
            for unit in form.units(game.state).values()
            if unit.id in known
        },
        [
            _differing(form.seat_fields, (game.state, seat), (first.state, seat))
            for seat in range(form.seats(game.state))
        ],
        _differing(form.battle_fields, (game.state, game.state), (first.state, first.state)),
    )


def _differing(listed: Sequence[PositionField], one: tuple[Any, Any], other: tuple[Any, Any]) -> dict[str, Any]:
    """The keys by which one thing of a battle differs from another, as the first has them."""
    found = {field.key: (field.get(*one), field.get(*other)) for field in listed}
    return {key: value for key, (value, usual) in found.items() if value is not None and value != usual}


def _check_says_all(form: PositionForm, game: Game[Any], position: Position, first: Callable[[], Game[Any]]) -> None:
    again = build(form, first(), position)
    now, then = (json.loads(json.dumps(one.system.dump(one))) for one in (game, again))
    if (place := difference(now, then)) is not None:
        raise Wrong(f"a position written by hand cannot say what {place} holds just now")
