"""What a page says of a battle as it stands: on which table, whose turn it is, where each unit is and in which state.

All that a position would say of it stands there in the words of the editor's forms, so that whoever types it in again
has the battle back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tabletop_tui import paths
from tabletop_tui.editor.form_rows import as_toml
from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.scenes import Base, TableScene
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play.briefing import length_words, scenario_of
from tabletop_tui.play.position_setup import told_of, written
from tabletop_tui.play.scenario_from_map import map_paths
from tabletop_tui.records import frozen
from tabletop_tui.reports.table_plan_measures import spot_said
from tabletop_tui.rulebook.position import AT, ID, MODELS, Position, seat_of, whose_words
from tabletop_tui.rulebook.position_form import Positioned, PositionField, PositionForm
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rulebook.scenario_script_files import arriving_words

ELSEWHERE = (AT, MODELS)
"""Keys of which a page tells in a column of their own."""
BETWEEN = "; "
"""What stands between two keys."""


@frozen
class PlanUnit:
    """A unit in the list of a page."""

    tag: str
    name: str
    seat: str
    place: str
    left: str
    state: str
    exactly: str
    """The keys of its state form with what they say."""
    bought: str = ""
    """With what it is bought, where its side has no ready force."""


@frozen
class BattleSheet:
    """A battle on a page."""

    table: str
    """The rulebook, and on which table it is played."""
    turn: str
    """Where the battle stands, and who is to act."""
    lacking: str
    """What the page cannot say, '' for nothing."""
    sides: tuple[str, ...]
    """A line for each side: its force, and what a form says of it; then one of the battle, if there is anything."""
    units: tuple[PlanUnit, ...]
    """All of them, those that are gone too: they have lost a side something."""
    note: str
    """How the places of units are meant; '' where each unit has but one."""


def sheet_of(game: Game[State]) -> BattleSheet:
    """All that a page says of a battle as it stands."""
    try:
        position = told_of(game)
    except Wrong:  # of a rulebook without positions, or of a battle that is over
        position = None
    return BattleSheet(
        _table_words(game, position),
        _turn_words(game, position),
        _lacking(game, position),
        tuple(_sides_of(game, position)),
        tuple(_units_of(game, position)),
        _note_of(game),
    )


# ---------------------------------------------------------------- the battle
def _table_words(game: Game[State], position: Position | None) -> str:
    """The rulebook, and the scenario or the map, by the names under which the editor has them."""
    found, named = system(game.setup.system), ""
    if position is not None and position.map:
        where = next((path for path in map_paths(found) if path.stem == position.map), None)
        named = f"the map {toml_table(where)['name']} ({where.stem})" if where is not None else ""
    elif position is not None and isinstance(position.scenario, str):
        listed = found.scenarios(paths.scenario_folders(), [])
        named = next((f"the scenario {one.name} ({one.id})" for one in listed if one.id == position.scenario), "")
    return f"{found.name}, on {named or 'a table that is in no file'}."


def _turn_words(game: Game[State], position: Position | None) -> str:
    standing, question = game.system.standing(game), game.question
    seats = [seat.name for seat in game.setup.seats]
    told = f"{standing.called.capitalize()} {standing.round}, {standing.phase}."
    names = {line.unit: line.name for line in game.system.roster(game)}
    if position is not None and (whose := whose_words(str(position.go), seats, names, standing.called)):
        told += f" To act: {whose}."
    if question is not None:
        told += f" {ended(f'{seats[question.seat]}: {question.prompt}')}"
    scores = zip(seats, standing.shown_scores, strict=False)
    return told + "".join(f" {who}: {score} {standing.points}." for who, score in scores)


def ended(words: str) -> str:
    """Words as a sentence that has its end."""
    return words if words.endswith((".", "?", "!")) else f"{words}."


def _lacking(game: Game[State], position: Position | None) -> str:
    if position is None or game.result is not None:
        return ""
    try:
        written(game)
    except Wrong as wrong:
        why = wrong.fix if position.go else "how far what is under way has come, no page can say"
        return f"Not all of it is on this page: {why}. Play on until a unit is chosen, or save the game as a file."
    return ""


def _sides_of(game: Game[State], position: Position | None) -> list[str]:
    lines = []
    for number, seat in enumerate(game.setup.seats):
        told = {} if position is None else position.seats[number]
        team = [f"team {told['team']}"] if "team" in told else []
        keys = _said(game, _form(game).seat_fields, told) if position is not None else []
        lines.append((seat.name, [*_force_words(game, number, told), *team, *keys]))
    if position is not None:
        story = [f"story {as_toml(position.story)}"] if position.story else []
        own = [] if position.length is None else [f"length {position.length}"]
        lines.append(("The battle", [*own, *_said(game, _form(game).battle_fields, position.battle), *story]))
    info = scenario_of(system(game.setup.system), game.setup)
    length = length_words(info, game.system.standing(game))
    lasts = [f"It lasts: {length}"] if length else []
    return [*(f"{who}: {BETWEEN.join(said)}" for who, said in lines if said), *lasts, *arriving_words(game)]


def _force_words(game: Game[State], number: int, told: Mapping[str, Any]) -> list[str]:
    """Its force as a list of the editor offers it; where none does, its own name and how it can be had."""
    seat = game.setup.seats[number]
    if ready := ready_force(game, number):
        return [ready]
    own = str(seat.force.get("name", ""))
    if isinstance(told.get("force"), Mapping):
        return [f"{own}, a force that is kept in no file"]
    return [own] if own != seat.name else []


def ready_force(game: Game[State], number: int) -> str:
    """The name of the ready force whose units a seat has, '' for none."""
    mine = _units_in(game.setup.seats[number].force)
    listed = system(game.setup.system).forces(paths.roster_folders(), [])
    return next((one.name for one in listed if _units_in(one.data) == mine), "")


def _units_in(force: Mapping[str, Any]) -> dict[str, Any]:
    """What a force is made of, whatever it is called."""
    return {key: value for key, value in force.items() if isinstance(value, list)}


# ---------------------------------------------------------------- the units
def _units_of(game: Game[State], position: Position | None) -> list[PlanUnit]:
    scene = game.system.scene(game)
    bases = scene.bases if isinstance(scene, TableScene) else {}
    entries = {} if position is None else {str(one[ID]): one for one in position.units}
    seats, found = [seat.name for seat in game.setup.seats], []
    ready = [bool(ready_force(game, number)) for number in range(len(seats))]
    for line in game.system.roster(game):
        place = _formed(game, line.unit, bases.get(line.unit, ())) or line.spot.replace(",", "/")
        left = f"{line.left.brief} {line.left.what}" if line.left is not None else ""
        state = ", ".join(filter(None, (line.state, line.told)))
        keys, bought = _keys_of(game, entries.pop(line.unit, {}), ready[line.seat])
        found.append(
            PlanUnit(line.tag, line.name, seats[line.seat], place or "not on the table", left, state, keys, bought)
        )
    for name, entry in entries.items():  # what no roster has: pieces of its own, and whoever waits somewhere
        seat, both = seat_of(name), _keys_of(game, entry, False)
        whose, place = seats[seat] if 0 <= seat < len(seats) else "", _place_typed(entry)
        found.append(PlanUnit(name, "", whose, place or "not on the table", "", "", *both))
    return found


def _keys_of(game: Game[State], entry: Mapping[str, Any], ready: bool) -> tuple[str, str]:
    """What the state form of a unit says, and with what it is bought, unless it is one of a `ready` force."""
    if not entry:
        return "", ""
    form = _form(game)
    known = ready and next(iter(form.bought_with), "") in entry
    bought = [f"{key} {as_toml(entry[key])}" for key in form.bought_with if key in entry and not known]
    return BETWEEN.join(_said(game, form.unit_fields, entry)), BETWEEN.join(bought)


def _place_typed(entry: Mapping[str, Any]) -> str:
    """Where a unit stands, as its entry says it."""
    spots = entry.get(MODELS)
    return ", ".join(spot_said((x, y)) for x, y in spots) if spots else str(entry.get(AT, "")).replace(",", "/")


def _said(game: Game[State], fields: Iterable[PositionField], said: Mapping[str, Any]) -> list[str]:
    """Keys with what they say, sides by their names; a truth is its key alone."""
    sides, words = [seat.name for seat in game.setup.seats], []
    for one in fields:
        if one.key in ELSEWHERE or one.key not in said:
            continue
        value, name = said[one.key], one.key.replace("-", " ")
        called = next((word for choice, word in one.choices(game.state, sides) if choice == value), as_toml(value))
        words.append(name if value is True else f"not {name}" if value is False else f"{name} {called}")
    return words


def _form(game: Game[Any]) -> PositionForm:
    assert isinstance(game.system, Positioned)
    return game.system.position


def _formed(game: Game[State], unit: str, models: Sequence[Base]) -> str:
    """Where models stand: the middle of their formation where a position can say it so, else the place of each."""
    field = _placing(game)
    if len(models) > 1 and field is not None:
        formed = field.get(game.state, _form(game).units(game.state)[unit])
        if formed is not None:
            return str(formed).replace(",", "/")
    places = ", ".join(spot_said((base.x, base.y)) for base in models)
    turned = {round(base.facing) for base in models if base.facing is not None}
    return f"{places}, facing {turned.pop()}\u00b0" if len(turned) == 1 else places


def _placing(game: Game[Any]) -> PositionField | None:
    """The key by which a position says where a unit stands; None where there is none."""
    fields = game.system.position.unit_fields if isinstance(game.system, Positioned) else ()
    return next((field for field in fields if field.key == AT), None)


def _note_of(game: Game[State]) -> str:
    spacing, scene = getattr(_placing(game), "spacing", None), game.system.scene(game)
    if spacing is None or not isinstance(scene, TableScene):
        return ""
    return (
        "One place for several models is the middle of their formation, a block where no other is named; neighbours "
        f"stand {spacing:g} {scene.unit} apart, from middle to middle. The editor takes every place as it stands here."
    )
