"""The story of a scenario as its file writes it: `[[moment]]` tables, read, checked, and laid beside a battle.

[[moment]]                      the beginning
says = "The column is an hour away."
[[moment]]
turn = 3                        or falls = "B1", taken = "Bridge", by = "A", when = { fact = "A.units", at_most = 2 }
says = "Dust on the northern road."
[[moment]]
turn = 4                        a turn or round, falls, taken, when: the first one that begins so
says = "The column is here."
comes = ["A4", "A5"]            units of the force, who are no part of the battle before
at = "north"                    where, as the rulebook reads it; left out, where their side begins
[[moment]]
end = true                      only where the rulebook has the battle end
when = { fact = "A.lost", at_most = 1 }
aim = "Red keeps all units but one"
says = "The company marches home."
wins = "A"                      or "AB" for a team, or "draw"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.goals import Condition, Happened, IsSo, Joined
from tabletop_tui.engine.reinforcements import Reinforced, hold_back, later_of
from tabletop_tui.engine.scenario_script import Moment, Story
from tabletop_tui.engine.wording import listed
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import Faults, Wrong, one_of, shown, text, truth, whole
from tabletop_tui.rulebook import battle_facts
from tabletop_tui.rulebook.goal_files import condition_of
from tabletop_tui.rulebook.position import SEAT_LETTERS

MOMENTS = "moment"
"""The key of a scenario file, and of a scenario in a set-up, that has them."""
KEYS = {
    "turn": "the turn or round in which it comes, or the first after it",
    "falls": "the unit that is destroyed or leaves the table",
    "taken": "what is fought for, as the screen calls it, that somebody comes to hold",
    "by": "with taken: who comes to hold it, A or B",
    "end": "true where it comes only when the rulebook ends the battle",
    "when": 'whatever a goal can say of the battle, as { fact = "A.units", at_most = 2 } or { event = "Fell" }',
    "says": "the words that are told",
    "wins": "who wins then (A, or AB for a team), or draw; the battle ends with it",
    "aim": "with wins: what the players are told of it beforehand",
    "comes": "units that come only then, at the beginning of a turn, and are set up by nobody",
    "at": "with comes: where; what can be said is the rulebook's own, and nothing is where their side begins",
}
"""The keys of a moment, in the order of a form."""
DRAW = "draw"
LONGEST, MOST = 500, 60


def moments_of(tables: Any, seats: int) -> tuple[Moment, ...]:
    """The moments of a file, or of a set-up. Wrong, with the place of each fault, for what is none."""
    if not isinstance(tables, list | tuple):
        raise Wrong("give each moment a heading in two brackets: [[moment]]", MOMENTS)
    if len(tables) > MOST:
        raise Wrong(f"give at most {MOST} moments, not {len(tables)}", MOMENTS)
    faults, found = Faults(), []
    for number, table in enumerate(tables):
        with faults.of(f"{MOMENTS}[{number}]"):
            found.append(_moment(table, seats))
            earlier = {name for moment in found[:-1] for name in moment.brings}
            if twice := earlier & set(found[-1].brings):
                raise Wrong(f"{min(twice)} comes with an earlier moment already; leave it out of one", "comes")
    faults.raise_any()
    return tuple(found)


def _moment(table: Any, seats: int) -> Moment:
    if not isinstance(table, Mapping):
        raise Wrong(f"give a table, not {shown(table)}")
    for key in table:
        if key not in KEYS:
            raise one_of(key, KEYS, "key")
    faults = Faults()
    says = aim = ""
    wins: tuple[int, ...] | None = None
    at_end, parts = False, list[Condition]()
    with faults.of("says"):
        says = _words(table, "says")
    with faults.of("aim"):
        aim = _words(table, "aim") if "aim" in table or "wins" in table else ""
        if aim and "wins" not in table:
            raise Wrong("an aim belongs to a moment with wins; say who wins, or leave it out")
    with faults.of("wins"):
        wins = None if "wins" not in table else _winners(table["wins"], seats)
    with faults.of("end"):
        at_end = truth(table.get("end", False))
    with faults.of("turn"):
        if "turn" in table:
            if whole(table["turn"]) < 1:
                raise Wrong(f"give a turn from 1 on, not {shown(table['turn'])}")
            parts.append(IsSo("round", least=table["turn"]))
    with faults.of("falls"):
        if "falls" in table:
            parts.append(Happened("Fell", (("unit", text(table["falls"])),)))
    with faults.of("taken"):
        if "taken" in table:
            parts.append(_taken(text(table["taken"]), table.get("by"), seats))
        elif "by" in table:
            raise Wrong("by belongs to taken: say what is taken")
    with faults.of("when"):
        if "when" in table:
            parts.append(condition_of(table["when"]))
    if wins is not None and not parts and not at_end:
        faults.found.append(Wrong("a victory needs a moment: turn, falls, taken, when or end"))
    brings, at = tuple[str, ...](), ""
    with faults.of("comes"):
        brings = _brought(table["comes"], seats) if "comes" in table else ()
        if brings and (wins is not None or at_end or not parts):
            raise Wrong("say when they come: turn, falls, taken or when, and no end and no victory beside it")
        if brings and table.get("turn") == 1:
            raise Wrong("who comes in turn 1 is set up with the others; give a turn from 2 on")
    with faults.of("at"):
        at = " ".join(text(table["at"]).split()) if "at" in table else ""
        if at and not brings:
            raise Wrong("at belongs to comes: say who comes")
    faults.raise_any()
    if wins is not None and at_end:  # whoever gave up wins no more
        parts += [IsSo(f"{SEAT_LETTERS[seat]}.fights", True) for seat in wins or range(seats)]
    return Moment(Joined(tuple(parts)), says, wins, at_end, aim, brings, at)


def _brought(names: Any, seats: int) -> tuple[str, ...]:
    """The ids of units that come."""
    letters = SEAT_LETTERS[:seats]
    if not isinstance(names, list) or not names:
        raise Wrong('give units by their ids, as ["A4", "A5"]')
    for name in names:
        if not isinstance(name, str) or name[:1] not in letters or not name[1:].isdecimal():
            raise Wrong(f"give units by their ids, as {letters[0]}4, not {shown(name)}")
    return tuple(names)


def _words(table: Mapping[str, Any], key: str) -> str:
    words = " ".join(text(table.get(key, "")).split())
    if not words:
        raise Wrong(
            "give the words that are told" if key == "says" else "say what the players are told of it beforehand"
        )
    if len(words) > LONGEST:
        raise Wrong(f"give at most {LONGEST} letters, not {len(words)}")
    if not words.isprintable():
        raise Wrong(f"give plain words, not {shown(words)}")
    return words


def _winners(value: Any, seats: int) -> tuple[int, ...]:
    if value == DRAW:
        return ()
    letters = SEAT_LETTERS[:seats]
    if not isinstance(value, str) or not value or not set(value) <= set(letters) or len(set(value)) < len(value):
        raise Wrong(f"give sides by their letters, {', '.join(letters)}, or {DRAW}, not {shown(value)}")
    return tuple(sorted(letters.index(letter) for letter in value))


def _taken(what: str, by: Any, seats: int) -> Condition:
    letters = [*SEAT_LETTERS[:seats]]
    if by is not None and by not in letters:
        raise Wrong(f"by is one of {', '.join(letters)}, not {shown(by)}")
    return Joined(any=tuple(IsSo(f"{battle_facts.HELD}{what}.{one}", True) for one in letters if by in (None, one)))


def bare(data: Any) -> Any:
    """A scenario without its story, which no rulebook reads."""
    return {key: value for key, value in data.items() if key != MOMENTS} if isinstance(data, Mapping) else data


def with_story(game: Game[Any]) -> Game[Any]:
    """A game at its very beginning, with the story of its scenario, if that has one. BadFile for what is none."""
    tables = game.setup.scenario.get(MOMENTS)
    if tables:
        try:
            game.story = Story(moments_of(tables, len(game.setup.seats)), battle_facts.fact_or_false)
        except Wrong as wrong:
            raise BadFile("scenario", wrong.place, wrong.fix) from None
        hold_back(game)
    return game


def check_names(game: Game[Any]) -> None:
    """Wrong, with their places, for facts and units that this battle at its beginning does not have."""
    if game.story is None:
        return
    faults = Faults()
    units = [*(line.unit for line in game.system.roster(game)), *later_of(game.state)]
    for number, (moment, table) in enumerate(zip(game.story.moments, game.setup.scenario[MOMENTS], strict=True)):
        for part in moment.when.parts():
            for key, value in part.where:
                if key in ("unit", "target", "by") and value and not isinstance(value, tuple) and value not in units:
                    with faults.of(f"{MOMENTS}[{number}].{'falls' if table.get('falls') == value else 'when'}"):
                        raise one_of(value, units, "unit")
        for key in ("taken", "when"):
            with faults.of(f"{MOMENTS}[{number}].{key}"):
                for name in moment.when.facts():
                    if (key == "taken") == name.startswith(battle_facts.HELD):
                        _check_fact(game, name)
        for name in moment.brings:
            with faults.of(f"{MOMENTS}[{number}]"):
                _check_arrival(game, name, moment.at)
    faults.raise_any()


def _check_fact(game: Game[Any], name: str) -> None:
    if name.partition(".")[0] not in later_of(game.state):
        battle_facts.fact(game, name)


def _check_arrival(game: Game[Any], name: str, at: str) -> None:
    """Wrong, with its key in the moment, for a unit that cannot come later, or not there."""
    if not isinstance(game.system, Reinforced):
        raise Wrong(f"{game.system.name} brings nobody later; leave it out", "comes")
    if fix := game.system.refuse_arrival(game, name, at):
        raise Wrong(fix, "at" if at else "comes")
    later = later_of(game.state)
    units = game.system.units_of(game.state)
    if name in units:
        side = game.setup.seats[units[name].seat].name
        raise Wrong(f"{side} would begin with nobody; let one unit at least be there from the start", "comes")
    if name not in later:
        raise one_of(name, [*later, *units], "unit").inside("comes")


def arriving_words(game: Game[Any]) -> list[str]:
    """Who is still to come, when and where, a line for each moment."""
    story, later = game.story, later_of(game.state)
    if story is None or not later:
        return []
    lines = []
    for moment, table in zip(story.moments, game.setup.scenario[MOMENTS], strict=True):
        if names := [later[name].name for name in moment.brings if name in later]:
            comes = "come" if len(names) > 1 else "comes"
            where = f" near {moment.at}" if moment.at[:1].isdecimal() else f" at the {moment.at} edge" * bool(moment.at)
            when = f"in turn {table['turn']}" if set(table) <= {"turn", "says", "comes", "at"} else "later"
            lines.append(f"{listed(names)} {comes} {when}{where}")
    return lines


def opening(game: Game[Any]) -> list[str]:
    """What is told at the very beginning."""
    moments = game.story.moments if game.story is not None else ()
    return [one.says for one in moments if one.wins is None and not one.at_end and one.when == Joined()]


def summary(tables: Sequence[Mapping[str, Any]]) -> str:
    """A story in a few words: how many moments, and how many of them decide."""
    wins = sum("wins" in table for table in tables)
    told = f"{len(tables)} moment{'s' * (len(tables) != 1)}"
    return f"{told}, {wins} of them {'victories' if wins > 1 else 'a victory'}" if wins else told
