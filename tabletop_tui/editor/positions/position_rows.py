"""What a position may say of a unit, of the seats and of the battle, as rows of a form (`form_rows.py`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tabletop_tui.editor.form_rows import FormOption, Row, RowKind, as_toml
from tabletop_tui.editor.positions import position_edits as edits
from tabletop_tui.editor.positions.position_editing import PositionBench
from tabletop_tui.play.position_setup import length_of
from tabletop_tui.rulebook.position import HEAD, SEAT_HEAD, SEAT_LETTERS, SEATS, UNITS, seat_of
from tabletop_tui.rulebook.position_choice_fields import WhichUnit
from tabletop_tui.rulebook.position_form import Flag, PositionField, ShorthandField, kind_of

RULE = re.compile(r"\b[A-Z]{2,3}(?:-[A-Z]+)+-\d+\b")
RULES = re.compile(rf" \((?:{RULE.pattern}(?:, )?)+\)")
"""The rules behind a key, as they stand at its end."""


STATE = "Its state"
SEVERAL = " Several with commas between them."
"""What is said of a key that holds a list."""


def unit_rows(bench: PositionBench, unit: str) -> list[Row]:
    """All that can be said of a unit: its state, then with what it is bought."""
    entry = edits.entry_of(bench.table, unit)
    number = edits.ids_of(bench.table).index(unit) if entry is not None else len(edits.ids_of(bench.table))
    game = bench.sketch.game
    thing = None if game is None else bench.form.units(game.state).get(unit)
    place, held = f"{UNITS}.{number}", entry or {}
    rows = [_row(bench, one, held, thing, place, STATE) for one in bench.form.unit_fields]
    if not bench.whole(seat_of(unit)):
        rows += [_of_purchase(key, says, held, place) for key, says in bench.form.bought_with.items()]
    return rows


FOLD = "more"
"""The key of the row behind which the keys lie that are seldom used."""


def state_rows(bench: PositionBench, unit: str, whole: bool = False) -> list[Row]:
    """The same with what players speak of first; what is seldom used and not said lies folded, unless all is wanted."""
    rows, often = unit_rows(bench, unit), bench.form.often
    if not often:
        return rows
    state = {row.key.rpartition(".")[2]: row for row in rows if row.group == STATE}
    first = [state[key] for key in often if key in state]
    rest = [row for row in state.values() if row not in first]
    said = [row for row in rest if row.value is not None]
    folded = [row for row in rest if row not in said]
    bought = [row for row in rows if row.group != STATE]
    return [*first, *said, *_folded(folded, "a unit", STATE, whole), *bought]


def _folded(rows: Sequence[Row], what: str, group: str, whole: bool) -> list[Row]:
    """The row behind which these lie, and they themselves if all are wanted."""
    says = f"All that the rulebook knows of {what}. Enter shows it, or folds it again."
    more = Row(FOLD, "Less" if whole else f"{len(rows)} more", "act", None, says=says, group=group)
    return [more, *(rows if whole else [])]


def _of_purchase(key: str, says: str, entry: Mapping[str, Any], place: str) -> Row:
    kind: RowKind = "text" if isinstance(entry.get(key, ""), str) else "value"
    return Row(f"{place}.{key}", key, kind, entry.get(key), "", _sentence(says), group="With what it is bought")


def seat_rows(bench: PositionBench) -> list[Row]:
    """What can be said of each seat."""
    rows, listed = [], edits.seats_of(bench.table)
    for seat, name in enumerate(bench.seats):
        entry = listed[seat] if seat < len(listed) else {}
        group, place = f"{SEAT_LETTERS[seat]}  {name}", f"{SEATS}.{seat}"
        for key, says in SEAT_HEAD.items():
            kind: RowKind = "whole" if key == "team" else "text"
            rows.append(Row(f"{place}.{key}", key, kind, entry.get(key), "", _sentence(says), group=group))
        rows += [_row(bench, one, entry, seat, place, group) for one in bench.form.seat_fields]
    return rows


def battle_rows(bench: PositionBench, whole: bool = False) -> list[Row]:
    """What can be said of the battle, and which dice come first; what is not said and holds nothing lies folded."""
    game = bench.sketch.game
    battle, group = None if game is None else game.state, "The battle"
    known = [_row(bench, one, bench.table, battle, "", group) for one in bench.form.battle_fields]
    rows = [_length_row(bench, group), *(row for row in known if row.value is not None or row.usual)]
    if blank := [row for row in known if row not in rows]:
        rows += _folded(blank, "the battle", group, whole)
    if game is not None and game.story is not None:
        says, story = _sentence(HEAD["story"]), bench.table.get("story")
        rows.append(Row("story", "story", "value", story, as_toml(game.story.written()), says, group=group))
    dice, answers = "The faces that come first, as 6, 2, 1.", "What is answered before it begins."
    faces = bench.table.get("dice")
    rows.append(Row("dice", "dice", "value", faces, "of chance", dice, group="Chance", several=True))
    rows.append(Row("answers", "answers", "value", bench.table.get("answers"), "none", answers, group="Chance"))
    return rows


def _length_row(bench: PositionBench, group: str) -> Row:
    game, said = bench.sketch.game, bench.table.get("length")
    usual = None if game is None else length_of(bench.system, game.setup.scenario)
    return Row("length", "length", "whole", said, str(usual or ""), _sentence(HEAD["length"]), group=group)


def _row(bench: PositionBench, one: PositionField, entry: Mapping[str, Any], thing: Any, place: str, group: str) -> Row:
    """A key as a row: what is said, else what holds."""
    options, held = _options(bench, one), _held(bench, one, thing)
    several = isinstance(held, list) and not options
    return Row(
        f"{place}.{one.key}".strip("."),
        one.key.replace("-", " "),
        "choice" if options else _kind(one, thing),
        one.said(entry.get(one.key)),
        _usual(held, options),
        f"{_sentence(one.says)}{SEVERAL * several}",
        tuple(RULE.findall(one.says)),
        options,
        least=-9999,  # damage may come to less than nothing; what cannot be, the rulebook says
        group=group,
        several=several,
    )


def _options(bench: PositionBench, one: PositionField) -> tuple[FormOption, ...]:
    """What may be chosen for a key, sides and units by their names; () where it is typed."""
    game = bench.sketch.game
    if game is None:
        return ()
    found = one.choices(game.state, bench.seats)
    if isinstance(one, WhichUnit):
        names = bench.names
        found = [(unit, f"{unit}  {names[unit]}") for unit, _ in found if unit in names]
    return tuple(FormOption(value, words) for value, words in found)


def _sentence(says: str) -> str:
    """What a key says, without the rules behind it, as a sentence of its own."""
    said = RULES.sub("", says)
    return f"{said[:1].upper()}{said[1:]}."


def _held(bench: PositionBench, one: PositionField, thing: Any) -> Any:
    """What holds as things stand, as plain data; None where nobody knows."""
    game = bench.sketch.game
    if game is None or thing is None:
        return None
    try:
        return one.get(game.state, thing)
    except (LookupError, TypeError, ValueError, AttributeError):  # of a battle that is not whole yet
        return None


def _usual(value: Any, options: Sequence[FormOption]) -> str:
    """The same in words."""
    if value in (None, "", [], {}):
        return ""
    words = next((option.words for option in options if option.value == value), as_toml(value))
    return ("yes" if value else "no") if isinstance(value, bool) else words


def _kind(one: PositionField, thing: Any) -> RowKind:
    """How what a key says is asked for."""
    held = _type(one, thing)
    if isinstance(one, Flag) or held is bool:
        return "truth"
    return "whole" if held is int and type(one) is PositionField and not isinstance(one, ShorthandField) else "value"


def _type(one: PositionField, thing: Any) -> Any:
    """The type of the attribute that a key is; None where it is none."""
    if thing is None or isinstance(thing, int):
        return None
    try:
        return kind_of(type(thing), one.name)
    except KeyError:
        return None


def put(bench: PositionBench, key: str, value: Any) -> None:
    """Let a row say this; None takes it away."""
    first, _, rest = key.partition(".")
    number, _, name = rest.partition(".")
    unit = bench.unit

    def edit(table: dict[str, Any]) -> None:
        if first == UNITS:
            edits.set_of_unit(table, unit, name, value)
        elif first == SEATS:
            edits.set_of_seat(table, int(number), name, value)
        else:
            edits.set_of_battle(table, key, value)

    whose = f"{unit} " if first == UNITS else f"{SEAT_LETTERS[int(number)]} " if first == SEATS else ""
    said = "as usual" if value is None else as_toml(value)[:20]
    bench.change(f"{whose}{name or key} {said}", edit)
