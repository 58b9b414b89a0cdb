"""Conditions as authors write them: `{ event = "Harmed", unit = "B1", least = 3 }`, `{ fact = "B1.spot", is = 1 }`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_tui.engine.goals import Condition, Happened, IsSo, Joined, event_fields, event_kinds
from tabletop_tui.files.validation import Faults, Wrong, number, one_of, shown, text
from tabletop_tui.rulebook.battle_facts import check_name
from tabletop_tui.rulebook.force_facts import holds_of
from tabletop_tui.rulebook.position import SEAT_LETTERS

OF_EVENTS = ("event", "rule", "says", "least", "at_most", "when", "after", "before")
OF_FACTS = ("fact", "is", "least", "at_most", "above")
JOINTS = ("all", "any", "none")


def condition_of(table: Any) -> Condition:
    """The condition of a table. Wrong, with its place in the table, if it is none."""
    if not isinstance(table, Mapping):
        raise Wrong(f"give a table, as {{ event = ... }} or {{ fact = ... }}, not {shown(table)}")
    if "fact" in table:
        return _fact(table)
    if "units" in table or "weapons" in table:
        return holds_of(table)
    if set(table) & set(JOINTS):
        for key in table:
            if key not in JOINTS:
                raise one_of(key, JOINTS, "key")
        return joined(table)
    if not set(table) & {"event", "rule", "says"}:
        raise Wrong("give one of these keys: event, rule, says, fact, units, weapons, all, any, none")
    return _event(table)


def joined(table: Mapping[str, Any]) -> Joined:
    """The condition of `all`, `any` and `none` in a table; other keys are left to whoever calls."""
    lists = {key: conditions(table.get(key, []), key) for key in JOINTS}
    return Joined(lists["all"], lists["any"], lists["none"])


def conditions(value: Any, place: str) -> tuple[Condition, ...]:
    """A list of conditions."""
    if not isinstance(value, list | tuple):
        raise Wrong("give a list of conditions: [{ ... }]", place)
    faults, found = Faults(), []
    for index, item in enumerate(value):
        with faults.of(f"{place}[{index}]"):
            found.append(condition_of(item))
    faults.raise_any()
    return tuple(found)


def _number(table: Mapping[str, Any], key: str) -> float | None:
    try:
        return number(table[key]) if key in table else None
    except Wrong as wrong:
        raise wrong.inside(key) from None


def _fact(table: Mapping[str, Any]) -> IsSo:
    for key in table:
        if key not in OF_FACTS:
            raise one_of(key, OF_FACTS, "key")
    name, above = text(table["fact"]), text(table.get("above", ""))
    check_name(name)
    least, most = _number(table, "least"), _number(table, "at_most")
    is_ = table.get("is")
    if "is" in table and not isinstance(is_, str | int | float | bool):
        raise Wrong(f"give a number, a text, true or false, not {shown(is_)}", "is")
    if is_ is None and least is None and most is None and not above:
        raise Wrong("say what it should be: is, least, at_most or above")
    return IsSo(name, is_, least, most, above)


def _event(table: Mapping[str, Any]) -> Happened:
    kind = text(table.get("event", ""))
    if kind and kind not in event_kinds():
        raise one_of(kind, event_kinds(), "event").inside("event")
    known = [name for name in event_fields(kind) if name not in ("text", "rules", "need", "adds", "against", "pool")]
    where = []
    for key, value in table.items():
        if key in OF_EVENTS:
            continue
        if key not in known:
            raise one_of(key, [*OF_EVENTS, *known], f"field of {kind or 'an event'}")
        where.append((key, _value(key, value)))
    inner = {key: _inner(table, key) for key in ("when", "after", "before")}
    least, most = _number(table, "least"), _number(table, "at_most")
    if least is None:
        least = 1 if most is None else 0
    rule, says = text(table.get("rule", "")), text(table.get("says", ""))
    return Happened(kind, tuple(where), rule, says, least, most, inner["when"], inner["after"], inner["before"])


def _inner(table: Mapping[str, Any], key: str) -> Condition | None:
    if key not in table:
        return None
    try:
        return condition_of(table[key])
    except Wrong as wrong:
        raise wrong.inside(key) from None


def _value(key: str, value: Any) -> Any:
    """What a field should hold; a seat goes by its letter, too."""
    if isinstance(value, list):
        return tuple(_value(key, one) for one in value)
    if key == "seat" and isinstance(value, str) and len(value) == 1 and value in SEAT_LETTERS:
        return SEAT_LETTERS.index(value)
    if not isinstance(value, str | int | float | bool):
        raise Wrong(f"give a number, a text, true or false, not {shown(value)}", key)
    return value


def goal_places(wanted: Joined) -> list[str]:
    """The places that a goal speaks of, as a map has them."""
    found: list[str] = []
    for one in (*wanted.all, *wanted.any):
        if isinstance(one, Joined):
            found += goal_places(one)
        elif isinstance(one, IsSo) and one.fact.endswith(".at"):
            found.append(str(one.is_))
        elif isinstance(one, Happened):
            for key, value in one.where:
                found += [str(spot) for spot in (value if isinstance(value, tuple) else (value,)) if key == "path"]
        if isinstance(one, IsSo) and "@" in one.fact:
            found.append(one.fact.partition("@")[2].removesuffix(".distance"))
    return list(dict.fromkeys(found))
