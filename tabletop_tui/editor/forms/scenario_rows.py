"""A scenario file as rows of a form, by what its rulebook declares (`rulebook/scenario_form.py`), and changes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tabletop_tui import paths
from tabletop_tui.editor.form_rows import FormOption, Row, as_toml
from tabletop_tui.engine.setup import SEAT_NAMES
from tabletop_tui.files.loading import Library
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.force_builder import muster_of
from tabletop_tui.rulebook.scenario_form import HasScenarioForm, Key, ScenarioForm
from tabletop_tui.rulebook.system import System

PARTS = {
    "what": "What it is",
    "table": "The table",
    "sides": "Who plays",
    "aims": "What is fought for, and how long",
}
"""The headings, in their order."""
ADD = "+"
"""At the end of a row's key: it adds one more to a list."""


@frozen
class Known:
    """What a scenario may name: maps and ready forces, each by id with its name."""

    maps: tuple[FormOption, ...] = ()
    forces: tuple[FormOption, ...] = ()
    pieces: tuple[FormOption, ...] = ()


def form_of(system: System) -> ScenarioForm | None:
    """What scenarios of a rulebook may say; None for one that does not tell."""
    return system.scenario_form if isinstance(system, HasScenarioForm) else None


def library_of(system: System) -> Library | None:
    """How a rulebook reads its files; None for one that does not tell."""
    muster = muster_of(system, paths.roster_folders())
    return muster.source if muster is not None else None


def maps_of(system: System) -> list[Path]:
    """The map files of a rulebook, the player's own last."""
    library = library_of(system)
    return [] if library is None else library.files(paths.scenario_folders(), "map", [])


def known_of(system: System, data: Mapping[str, Any] | None) -> Known:
    """What can be chosen; `data` is the scenario as a set-up holds it, None where it is not sound."""
    library, form = library_of(system), form_of(system)
    maps = [] if library is None else [(path, library.read(path)) for path in maps_of(system)]
    infos = system.forces(paths.roster_folders(), [])
    pieces = [] if form is None or data is None else form.pieces(data)
    return Known(
        tuple(FormOption(path.stem, path.stem, file.name) for path, file in maps),
        tuple(FormOption(info.id, info.id, f"{info.name}, {info.worth}") for info in infos),
        tuple(FormOption(one.value, str(one.value), one.says) for one in pieces),
    )


# ---------------------------------------------------------------- rows
def rows(form: ScenarioForm, table: Mapping[str, Any], known: Known) -> list[Row]:
    """The rows of a form, those that belong to such a scenario."""
    keys = sorted(form.belonging(table), key=lambda key: [*PARTS].index(key.part))
    return [row for key in keys for row in _rows_of(form, key, table, known)]


def _rows_of(form: ScenarioForm, key: Key, table: Mapping[str, Any], known: Known) -> Iterator[Row]:
    value, group = table.get(key.key), PARTS[key.part]
    usual = "" if key.default in (None, "", [], ()) else as_toml(key.default)
    seats = range(form.seats_of(table))

    def row(kind: Any, **more: Any) -> Row:
        given: dict[str, Any] = {
            "key": key.key,
            "label": key.label,
            "value": value,
            "usual": usual,
            "says": key.says,
            "rules": key.rules,
            "least": key.least,
            "most": key.most,
            "group": group,
            "may_go": key.default is not None,
        }
        return Row(kind=kind, **{**given, **more})

    def of_seats(kind: Any, says: str, count: int, **more: Any) -> Iterator[Row]:
        for number in range(count):
            own = value[number] if isinstance(value, list) and number < len(value) else None
            label = f"{SEAT_NAMES[number % len(SEAT_NAMES)]}'s {says}"
            yield row(kind, key=f"{key.key}.{number}", label=label, value=own, **more)

    match key.kind:
        case "text":
            yield row("text")
        case "truth":
            yield row("truth", usual="yes" if key.default else "no")
        case "choice":
            options = tuple(FormOption(one.value, one.value or "none", one.says) for one in key.choices)
            named = next((one.words for one in options if one.value == key.default), usual)
            yield row("choice", options=options, usual=named)
        case "choices":
            held = value if isinstance(value, list) else list(key.default or ())
            for one in key.choices:
                yield row(
                    *("truth",),
                    key=f"{key.key}.{one.value}",
                    label=str(one.value).capitalize(),
                    value=one.value in held,
                    usual="no",
                    says=one.says,
                    rules=(one.rule,) if one.rule else key.rules,
                    may_go=False,
                )
        case "map":
            yield row("choice", options=known.maps)
        case "piece":
            yield row("choice", options=known.pieces)
        case "forces":
            yield from of_seats("choice", "force", len(seats), options=known.forces, usual="chosen by the players")
        case "seat":
            seated = [FormOption(number + 1, SEAT_NAMES[number]) for number in seats]
            yield row("choice", options=(FormOption(0, "nobody"), *seated), usual="nobody")
        case "teams":
            options = tuple(FormOption(number + 1, f"team {number + 1}") for number in seats)
            yield from of_seats("choice", "team", len(seats), options=options, usual="a team of its own")
        case "each seat":
            yield from of_seats("whole", key.label.split()[0].lower(), len(seats), usual="as for all")
        case "place":
            yield row("place")
        case "named places":
            yield from _places(row, value if isinstance(value, list) else [])
        case "numbers of teams":
            teams = {one for one in table.get("teams", []) if isinstance(one, int)} if "teams" in table else set()
            for number, team in enumerate(sorted(teams)):
                own = value[number] if isinstance(value, list) and number < len(value) else None
                yield row("value", key=f"{key.key}.{number}", label=f"Starts, team {team}", value=own, usual="all")
        case _:
            yield row(key.kind)


def _places(row: Any, held: Sequence[Any]) -> Iterator[Row]:
    for number, one in enumerate(held):
        told = one if isinstance(one, Mapping) else {}
        yield row("text", key=f"goal.{number}.name", label=f"Goal {number + 1}", value=told.get("name"), usual="")
        yield row("place", key=f"goal.{number}.spot", label="  its place", value=told.get("spot"), usual="")
    yield row("act", key=f"goal.{ADD}", label="One more goal", value=None, usual="", says="Then say where it lies.")


# ---------------------------------------------------------------- changes
def put(form: ScenarioForm, table: dict[str, Any], row: str, value: Any) -> None:
    """Let a row say this; None takes it away."""
    name, _, rest = row.partition(".")
    key = form[name]
    if key.kind == "named places":
        _put_place(table, name, rest, value)
    elif key.kind == "choices":
        _put_choice(table, key, rest, bool(value))
    elif rest:
        _put_of_seat(form, table, key, int(rest), value)
    elif value is None:
        table.pop(name, None)
    else:
        table[name] = value
    if name == "seats":
        _fit_seats(form, table)


def _put_of_seat(form: ScenarioForm, table: dict[str, Any], key: Key, number: int, value: Any) -> None:
    """One of a list with an entry for each seat; without any of them there is none of it."""
    seats = len(table.get(key.key, ())) if key.kind == "numbers of teams" else form.seats_of(table)
    held = list(table.get(key.key, ()))
    if value is None and key.kind != "numbers of teams":
        table.pop(key.key, None)
        return
    while len(held) < max(seats, number + 1):
        # A team of its own; else as the one before, or as what is said now.
        held.append(len(held) + 1 if key.kind == "teams" else held[-1] if held else value)
    held[number] = [] if value is None else value
    table[key.key] = held


def _put_choice(table: dict[str, Any], key: Key, word: str, chosen: bool) -> None:
    held = list(table.get(key.key, key.default or ()))
    if chosen and word not in held:
        held.append(word)
    elif not chosen and len(held) > 1:
        held = [one for one in held if one != word]
    if key.key in table or held != list(key.default or ()):
        table[key.key] = held


def _put_place(table: dict[str, Any], key: str, rest: str, value: Any) -> None:
    held = [dict(one) for one in table.get(key, ())]
    if rest == ADD:
        held.append({"name": f"{key.capitalize()} {len(held) + 1}", "spot": value})
    else:
        number, _, part = rest.partition(".")
        if value is None:
            del held[int(number)]
        else:
            held[int(number)][part] = value
    if held:
        table[key] = held
    else:
        table.pop(key, None)


def _fit_seats(form: ScenarioForm, table: dict[str, Any]) -> None:
    """Lists with an entry for each seat follow the number of seats."""
    seats = form.seats_of(table)
    for key in form.keys:
        held = table.get(key.key)
        if key.kind in ("forces", "teams", "each seat") and isinstance(held, list):
            table[key.key] = [
                held[n] if n < len(held) else (n + 1 if key.kind == "teams" else held[-1]) for n in range(seats)
            ]


# ---------------------------------------------------------------- new ones
def begun(system: System, name: str, map_id: str) -> dict[str, Any]:
    """A new scenario on a map: the first kind of battle that its reader takes, with the first forces that fit."""
    form = form_of(system)
    assert form is not None
    return form.blank(system.id, name, map_id)


def place_of(spot: str, hexes: bool) -> Any:
    """A place of the map as a file has it: a hex, or [x, y]."""
    if hexes:
        return spot
    return [round(float(at) * 4) / 4 for at in spot.split(",")]
