"""A briefing: who am I, against whom, what wins, how long, my units in a line each, and what decides it.

Every figure is the scenario's or the rulebook's own; what a rulebook says of itself stands in its about.toml.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui import paths
from tabletop_tui.engine.cards import Columns, RosterLine
from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.scenes import HexScene, TableScene
from tabletop_tui.engine.setup import PERSON, Setup, player_words
from tabletop_tui.engine.wording import counted
from tabletop_tui.play.players import PLAYER_WORDS
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.metadata import About
from tabletop_tui.rulebook.registry import about
from tabletop_tui.rulebook.scenario_script_files import arriving_words, opening
from tabletop_tui.rulebook.system import ScenarioInfo, System

ARMS = "weapon"
"""The heading under which a card lists what a unit fights with by name."""


@frozen
class UnitBrief:
    """A unit in a line: what is left of it, and what it fights with."""

    line: RosterLine
    arms: tuple[str, ...]


@frozen
class SideBrief:
    """One seat: who plays it, with which force."""

    seat: int
    name: str
    team: int
    player: str
    force: str
    units: tuple[UnitBrief, ...]

    @property
    def size(self) -> str:
        """As in '7 units'."""
        return counted(sum(unit.line.counts for unit in self.units), "unit")


@frozen
class Objective:
    """Something that is fought for: what it is, where, and whose."""

    name: str
    spot: str
    seat: int | None
    note: str = ""


@frozen
class Briefing:
    """All of it."""

    about: About
    scenario: str
    summary: str
    table: str
    length: str
    dice: str
    reader: int
    """The seat for which it is written."""
    sides: tuple[SideBrief, ...]
    standing: Standing
    objectives: tuple[Objective, ...]
    opening: tuple[str, ...] = ()
    """What the author of the scenario says at the very beginning."""
    coming: tuple[str, ...] = ()
    """Who is still to come, when and where, as the author has it."""

    @property
    def own(self) -> SideBrief:
        return self.sides[self.reader]

    @property
    def friends(self) -> list[SideBrief]:
        return [side for side in self.sides if side.team == self.own.team and side.seat != self.reader]

    @property
    def enemies(self) -> list[SideBrief]:
        return [side for side in self.sides if side.team != self.own.team]


def briefing(
    system: System, game: Game[State], reader: int | None = None, info: ScenarioInfo | None = None
) -> Briefing:
    """The briefing of a game as it stands, for a seat: the one named, or else the first that a person plays."""
    setup = game.setup
    info = info or scenario_of(system, setup)
    scene = system.scene(game)
    wide = (
        f"{scene.width:g} x {scene.height:g} {scene.unit}"
        if isinstance(scene, TableScene)
        else f"{len(scene.grid.hexes)} hexes"
    )
    return Briefing(
        about(setup.system),
        str(setup.scenario.get("name", setup.system)),
        info.summary if info is not None else str(setup.scenario.get("summary", "")),
        wide,
        length_words(info, system.standing(game)),
        f"seed {setup.seed}, {setup.dice} dice",
        first_person(setup) if reader is None else reader,
        tuple(side_brief(system, game, seat) for seat in range(len(setup.seats))),
        system.standing(game),
        objectives(scene),
        tuple(opening(game)),
        tuple(arriving_words(game)),
    )


def first_person(setup: Setup) -> int:
    """The first seat that a person plays; the first of all where nobody does."""
    return next((number for number, seat in enumerate(setup.seats) if seat.player == PERSON), 0)


def scenario_of(system: System, setup: Setup) -> ScenarioInfo | None:
    """What the list of scenarios says of the one that is played; None where it is not there as it was."""
    known = system.scenarios(paths.scenario_folders(), [])  # what is wrong with other files is no matter here
    return next((info for info in known if info.data == setup.scenario), None)


def length_words(info: ScenarioInfo | None, standing: Standing) -> str:
    """How long a battle lasts, as its scenario says it, else by the last round; '' where no number ends it."""
    if (info is not None and info.length) or not standing.last:
        return info.length if info is not None else ""
    return counted(standing.last, standing.called) + ", then a die may end it" * standing.open_end


def side_brief(system: System, game: Game[State], seat: int) -> SideBrief:
    """One seat with its units, scenery and what units have put on the table left out."""
    setup = game.setup.seats[seat]
    lines = [line for line in system.roster(game) if line.seat == seat and line.counts]
    units = tuple(UnitBrief(line, arms(system, game, line.unit)) for line in lines)
    usual = player_words(setup.player)
    who = usual if setup.player == PERSON else PLAYER_WORDS.get(setup.player, usual)
    return SideBrief(seat, setup.name, setup.team, who, str(setup.force.get("name", "")), units)


def arms(system: System, game: Game[State], unit: str) -> tuple[str, ...]:
    """What a unit fights with, by the names on its card."""
    card = system.card(game, unit)
    rows: Sequence[Columns] = [line.columns for line in card.lines if line.columns] if card is not None else []
    return tuple(dict.fromkeys(row.cells[0] for row in rows if row.heads[0] == ARMS))


def objectives(scene: HexScene | TableScene) -> tuple[Objective, ...]:
    """What is fought for on the table, and where it lies."""
    pieces = [token for token in scene.tokens if token.kind == "piece"]
    found = [
        Objective(f"{token.tag} {token.name}", token.spot, token.seat, ", ".join(badge.said for badge in token.badges))
        for token in pieces
    ]
    zones = scene.zones if isinstance(scene, HexScene) else ()
    found += [
        Objective(zone.name, f"{len(zone.spots)} {'hex' if len(zone.spots) == 1 else 'hexes'}", zone.seat)
        for zone in zones
    ]
    return tuple(found)


def text_lines(told: Briefing) -> list[str]:
    """A briefing in a few plain lines, for a game without a screen."""
    sides = "; ".join(f"{side.name}: {side.size}, {side.player}" for side in told.sides)
    lines = [f"{told.about.name}, {told.scenario}. {' '.join(told.summary.split())}".strip(), f"{sides}."]
    length = f"It lasts {told.length}. " if told.length else ""
    lines.append(f"{length}The goal: {told.standing.goal}.")
    lines += [f"{one}." for one in told.coming]
    near = told.standing.nearness
    lines += [f"{told.own.name}: {near.told[told.reader]}."] if near is not None else []
    for one in told.objectives:
        lines.append(f"Objective: {one.name}, {one.spot}{f', {one.note}' if one.note else ''}")
    return lines
