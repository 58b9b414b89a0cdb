"""What each rule is used by: actions, steps, statuses, what can be bought, kinds of terrain. All of it is looked up.

Nothing is written down twice: actions and steps carry the ids of their rules, and so do the lines of cards and spots.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from functools import cache
from typing import Any, cast

from shapely.geometry import LineString, Point, Polygon

from tabletop_tui import paths
from tabletop_tui.engine.action import Action
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.scenes import Area, HexScene
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.new_game import BadChoice, scenarios_of, set_table
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.force_builder import Muster, muster_of
from tabletop_tui.rulebook.rules_contents import contents_of
from tabletop_tui.rulebook.system import System
from tabletop_tui.table.points import spot_text

ACTION, STEP, STATUS, UNIT, TERRAIN = "action", "step", "status", "unit", "terrain"
KINDS = {ACTION: "Actions", STEP: "Steps of play", STATUS: "Statuses", UNIT: "Units", TERRAIN: "Terrain"}
"""The kinds of what uses rules, and their headings."""


@frozen
class Use:
    """Something that uses rules."""

    kind: str
    name: str
    said: tuple[str, ...]
    """What it is, in sentences or as the lines of a card."""
    rules: tuple[str, ...]


def uses_of(found: System) -> tuple[Use, ...]:
    """All that uses rules of a system, by kind; looked up once."""
    return _uses(cast(Hashable, found))


@cache
def _uses(asked: Hashable) -> tuple[Use, ...]:
    found = cast(System, asked)
    known = {rule.id for rule in found.reference()}
    every = [*actions(found), *steps(found), *statuses(found), *units(found), *terrain(found)]
    kept: dict[tuple[str, str], Use] = {}
    for use in every:
        rules = tuple(rule for rule in dict.fromkeys(use.rules) if rule in known)
        if rules:
            kept.setdefault((use.kind, use.name), Use(use.kind, use.name, use.said, rules))
    return tuple(kept.values())


# ---------------------------------------------------------------- what the rulebook's code declares
def _all_below(base: type[Any], package: str) -> list[type[Any]]:
    """The classes of a package that derive from this one, in the order of their modules and names."""
    below: dict[tuple[str, str], type[Any]] = {}
    waiting: list[type[Any]] = [base]
    while waiting:
        below_it: list[type[Any]] = waiting.pop().__subclasses__()
        for one in below_it:
            waiting.append(one)
            if one.__module__.startswith(f"{package}."):
                below[(one.__module__, one.__qualname__)] = one
    return [below[name] for name in sorted(below)]


def _package(found: System) -> str:
    return str(getattr(found, "package", "") or type(found).__module__.rpartition(".")[0])


def in_words(name: str) -> str:
    """The name of a class as words: 'Get in' of ToGetIn."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.removeprefix("To") or name)
    return words.capitalize()


def name_of(action: type[Action], title: str) -> str:
    """What a player calls an action as such: its name or its label where it has one for all, else that of its class."""
    names = (getattr(action, name, None) for name in ("called", "label", "name"))
    own = next((name for name in names if isinstance(name, str) and name), "")
    # A title that says the same as the class in more words is the better name: 'Going to ground' for 'Ground'.
    words = in_words(action.__name__)
    return own or (title if words.lower() in title.lower() else words)


def actions(found: System) -> Iterator[Use]:
    """What a player can choose to do."""
    titles = {rule.id: rule.called for rule in found.reference()}
    for one in _all_below(Action, _package(found)):
        rule, says = getattr(one, "rule", ""), getattr(one, "says", "")
        if isinstance(rule, str) and isinstance(says, str) and says and rule in titles:
            yield Use(ACTION, name_of(one, titles[rule]), (says,), (rule,))


def steps(found: System) -> Iterator[Use]:
    """The steps of the procedure that have words for a player."""
    for one in _all_below(Step, _package(found)):
        title, says, rules = (getattr(one, name, None) for name in ("title", "says", "rules"))
        if isinstance(title, str) and isinstance(says, str) and isinstance(rules, tuple) and title and says:
            yield Use(STEP, title, (says,), rules)


def statuses(found: System) -> Iterator[Use]:
    """The statuses, with the rules that the contents name."""
    rules = contents_of(found).statuses
    for badge in found.statuses:
        if badge.word in rules:
            yield Use(STATUS, badge.word.replace("#", "n").strip(), (), rules[badge.word])


# ---------------------------------------------------------------- what its files hold
def units(found: System) -> Iterator[Use]:
    """What can be bought, with the lines of its card."""
    muster: Muster | None = muster_of(found, paths.roster_folders())
    for offer in muster.sells(muster.blank()) if muster is not None else ():
        if offer.card is not None:
            lines = offer.card.lines
            yield Use(UNIT, offer.name, tuple(map(_words, lines)), tuple(rule for line in lines for rule in line.rules))


def _words(line: Line) -> str:
    return f"{line.label}: {line.value}" if line.value else line.label


def terrain(found: System) -> Iterator[Use]:
    """The kinds of ground and pieces on the maps of its scenarios, as the rulebook tells of a spot."""
    told: dict[str, tuple[bool, Use]] = {}
    for info in scenarios_of(found, []):
        try:
            game = found.start(set_table(found, info, players=["random"] * info.seats, seed=1))
        except (BadFile, BadChoice):
            continue  # a file of the player's own that cannot be played is told of where it is chosen
        for name, called, spot in _grounds(found, game):
            if told.get(name, (False,))[0]:
                continue
            lines = found.spot(game, spot)
            # Where something else lies on top, the lines tell of that: another piece is better.
            alone = bool(lines) and lines[0].value.startswith(called or name)
            rules = tuple(rule for line in lines for rule in line.rules)
            if alone or name not in told:
                told[name] = alone, Use(TERRAIN, name, tuple(_told_of(lines)), rules)
    yield from (use for _, use in told.values())


def _told_of(lines: Iterable[Line]) -> Iterator[str]:
    """What is said of a kind of ground: the lines but the first, which names the spot."""
    for place, line in enumerate(lines):
        if place:
            yield _words(line)


def _grounds(found: System, game: Game[Any]) -> Iterator[tuple[str, str, str]]:
    """Each kind of ground on a map, what it is called there, and a spot of it."""
    scene = found.scene(game)
    if isinstance(scene, HexScene):
        for spot, ground in scene.ground.items():
            yield (ground.over.name if ground.over else ground.look.name), ground.look.name, spot
        return
    for area in scene.areas:
        yield area.look.name, area.name, _inside(area)


def _inside(area: Area) -> str:
    """A spot in a piece of terrain."""
    if len(area.points) == 1:
        return spot_text(area.points[0])
    shape = Polygon(area.points) if area.closed else LineString(area.points)
    middle: Point = shape.representative_point()
    return spot_text((middle.x, middle.y))
