"""The story of a scenario as rows of forms: a row for each moment, and a form of one moment; and changes of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tabletop_tui.editor.form_rows import FormOption, Row, RowKind
from tabletop_tui.editor.forms import goal_templates
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.reinforcements import Reinforced, later_of
from tabletop_tui.engine.wording import sentence
from tabletop_tui.rulebook.position import SEAT_LETTERS
from tabletop_tui.rulebook.scenario_script_files import DRAW, KEYS, MOMENTS

GROUP = "The story"
ADD = f"{MOMENTS}.+"
LABELS = {
    "turn": "Turn",
    "falls": "A unit falls",
    "taken": "A thing is taken",
    "by": "  by",
    "end": "At the end",
    "when": "Whenever",
    "says": "Words",
    "wins": "Then wins",
    "aim": "Aim, told before",
    "comes": "Who comes then",
    "at": "  where",
}
WHEN = "when it comes (nothing: the start)"
GROUPS = {
    "says": "what it says",
    **dict.fromkeys(("wins", "aim"), "who wins by it"),
    **dict.fromkeys(("comes", "at"), "who comes with it"),
}
"""The heading under which each row of a moment stands, WHEN for all others."""


def rows(table: Mapping[str, Any]) -> list[Row]:
    """A row for each moment, and one that adds another."""
    return [*_moments(table)]


def _moments(table: Mapping[str, Any]) -> Iterator[Row]:
    for number, moment in enumerate(listed(table)):
        says = f"{sentence(when_words(moment))}: {moment.get('says', '')}" + (
            f" Then wins: {moment['wins']}." if "wins" in moment else ""
        )
        if coming := brought(moment):
            says += f" Then come: {', '.join(coming)}."
        yield Row(
            f"{MOMENTS}.{number}",
            f"Moment {number + 1}",
            "act",
            says,
            says="Enter opens it, x takes it out.",
            group=GROUP,
        )
    says = "Words at a moment, or a victory of your own: at the start, in a turn, when a unit falls, at the end."
    yield Row(ADD, "One more moment", "act", None, says=says, group=GROUP)


def listed(table: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The moments of a scenario file; what is none is an empty one."""
    held = table.get(MOMENTS)
    return [one if isinstance(one, Mapping) else {} for one in held] if isinstance(held, list) else []


def brought(moment: Mapping[str, Any]) -> list[str]:
    """The ids of the units that a moment brings, as far as its file names any."""
    names = moment.get("comes")
    return [str(name) for name in names] if isinstance(names, list) else []


def units_of(game: Game[Any]) -> list[FormOption]:
    """The units of both sides, those too that come later."""
    lines = [(one.unit, one.name) for one in game.system.roster(game)]
    lines += [(one.id, one.name.removeprefix(f"{one.id} ")) for one in later_of(game.state).values()]
    return [FormOption(name, f"{name}  {called}") for name, called in sorted(lines)]


def toggled(moment: Mapping[str, Any], unit: str) -> list[str] | None:
    """Who comes with a moment once a unit is put among them, or taken out; None for nobody."""
    names = brought(moment)
    left = [name for name in names if name != unit]
    return (left or None) if unit in names else [*names, unit]


def when_words(moment: Mapping[str, Any]) -> str:
    """When a moment comes, in a few words."""
    parts = []
    if "turn" in moment:
        parts.append(f"turn {moment['turn']}")
    if "falls" in moment:
        parts.append(f"{moment['falls']} falls")
    if "taken" in moment:
        parts.append(f"{moment['taken']} is taken" + (f" by {moment['by']}" if "by" in moment else ""))
    if isinstance(moment.get("when"), Mapping):
        parts.append(goal_templates.told(moment["when"]))
    if moment.get("end"):
        parts.append("at the end")
    return ", ".join(parts) or "the start"


def form_rows(table: Mapping[str, Any], number: int, game: Game[Any] | None) -> list[Row]:
    """The rows of one moment. The battle before its first step says which units and places there are."""
    moments = listed(table)
    moment = moments[number] if number < len(moments) else {}
    return [_row(key, moment, number, game) for key in ("says", *(key for key in KEYS if key != "says"))]


def _row(key: str, moment: Mapping[str, Any], number: int, game: Game[Any] | None) -> Row:
    value = moment.get(key)
    name, label, says = f"{MOMENTS}.{number}.{key}", LABELS[key], f"{sentence(KEYS[key])}."
    group = GROUPS.get(key, WHEN)
    seats = [] if game is None else [one.name for one in game.setup.seats]
    letters = tuple(FormOption(SEAT_LETTERS[at], one) for at, one in enumerate(seats))
    match key:
        case "turn":
            return Row(name, label, "whole", value, says=says, least=1, most=99, group=group)
        case "end":
            return Row(name, label, "truth", value, "no", says, group=group)
        case "falls" if game is not None:
            return Row(name, label, "choice", value, says=says, options=tuple(units_of(game)), group=group)
        case "taken" if game is not None and (things := game.system.holders(game)):
            held = tuple(FormOption(one.name, one.name) for one in things)
            return Row(name, label, "choice", value, says=says, options=held, group=group)
        case "by":
            return Row(name, label, "choice", value, "anybody", says, options=letters, group=group)
        case "wins":
            wins = (*letters, *_teams(game), FormOption(DRAW, "nobody: a draw"))
            return Row(name, label, "choice", value, "nobody, it goes on", says, options=wins, group=group)
        case "comes":
            return Row(name, label, "act", ", ".join(brought(moment)) or None, "nobody", says, group=group)
        case "at" if game is not None and isinstance(game.system, Reinforced):
            places = tuple(FormOption(one, one) for one in game.system.arrival_places(game))
            kind: RowKind = "choice" if places else "text"
            usual = "where their side begins"
            return Row(name, label, kind, value, usual, says, options=places, group=group, may_type=True)
        case "when":
            told = goal_templates.told(value) if isinstance(value, Mapping) else None
            return Row(name, label, "act", told, says=says, group=group)
    return Row(name, label, "text", value, says=says, group=group)


def _teams(game: Game[Any] | None) -> list[FormOption]:
    """Each team of several seats."""
    if game is None:
        return []
    teams: dict[int, list[int]] = {}
    for at, seat in enumerate(game.setup.seats):
        teams.setdefault(seat.team, []).append(at)
    together = [seats for seats in teams.values() if len(seats) > 1]
    return [
        FormOption("".join(SEAT_LETTERS[at] for at in seats), " and ".join(game.setup.seats[at].name for at in seats))
        for seats in together
    ]


# ---------------------------------------------------------------- changes
def put(table: dict[str, Any], row: str, value: Any) -> None:
    """Let a row say this; None takes it away, from the row of a moment the whole moment."""
    _, _, rest = row.partition(".")
    number, _, key = rest.partition(".")
    moments = [dict(one) for one in listed(table)]
    if rest == "+":
        moments.append(value)
    elif not key:
        del moments[int(number)]
    elif value is None or (key == "end" and value is False):
        moments[int(number)].pop(key, None)
    else:
        moments[int(number)][key] = value
    if moments:
        table[MOMENTS] = moments
    else:
        table.pop(MOMENTS, None)
