"""A game as it stands is written as a position, which is read again to see that it says all."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.engine.reinforcements import as_far_as, later_of
from tabletop_tui.files.validation import Wrong
from tabletop_tui.rulebook.position import BEGIN, ID, ROLL, SEAT_LETTERS, Position
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
    """A game as it stands as a position, as `told` has it; Wrong where that cannot say it."""
    position = told(form, game, scenario, seats, more, first)
    if not position.go and isinstance(game.question, DiceQuestion):
        raise Wrong("in the middle of a roll no position can be written")
    if not position.go:
        raise Wrong(
            "in the middle of an activation a position cannot be written by hand; write it when a unit is chosen"
        )
    again, game = build(form, first(), position), game.clone()
    if position.go in (BEGIN, ROLL):
        game.agenda = game.agenda[:-1]
        for one in (game, again):
            form.overwrite(one.state)
    now, then = (json.loads(json.dumps(one.system.dump(one))) for one in (game, again))
    if (place := difference(now, then)) is not None:
        raise Wrong(f"a position written by hand cannot say what {place} holds just now")
    return position


def told(
    form: PositionForm,
    game: Game[Any],
    scenario: str | dict[str, Any],
    seats: Sequence[Mapping[str, Any]],
    more: Mapping[str, Mapping[str, Any]],
    first: Callable[[], Game[Any]],
) -> Position:
    """What a position can say of a game as it stands; its `go` is '' in the middle of anything that it cannot say.

    `seats` says who has which force, `more` with what a unit is bought where that has to be said, and `first` gives the
    same game at its very beginning.
    """
    position = Position(scenario, _whose(form, game), [dict(seat) for seat in seats])
    blank, game = first(), game.clone()
    if position.go in (BEGIN, ROLL):
        form.overwrite(game.state)
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
    position.battle |= form.more(game) if position.go else {}
    for number, seat in enumerate(position.seats):
        seat |= _differing(form.seat_fields, (game.state, number), (blank.state, number))
    return position


def _whose(form: PositionForm, game: Game[Any]) -> str:
    """What a position says under `go`, '' where nothing that it can say fits."""
    if not game.agenda:
        return ""
    if isinstance(game.question, DiceQuestion):  # the step that rolls lies below the one that asks for its faces
        state, kinds = game.state.clone(), [*map(type, game.agenda[:-1])]
        ways = ((BEGIN, form.beginning), (ROLL, form.rolling))
        return next((go for go, steps in ways if not game.dice.unread and kinds == [*map(type, steps(state))]), "")
    go = form.whose(game)
    return "" if go is None else SEAT_LETTERS[go] if isinstance(go, int) else go


def _differing(listed: Sequence[PositionField], one: tuple[Any, Any], other: tuple[Any, Any]) -> dict[str, Any]:
    """The keys by which one thing of a battle differs from another, as the first has them."""
    found = {field.key: (field.get(*one), field.get(*other)) for field in listed}
    return {key: value for key, (value, usual) in found.items() if value is not None and value != usual}
