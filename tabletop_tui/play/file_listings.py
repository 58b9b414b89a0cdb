"""What can be played: plain lines for the commands."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui import paths
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.rulebook.registry import described, systems


def listed(what: str, wrong: list[BadFile]) -> Iterator[str]:
    """Every system, scenario or roster, one a line; files and rulebooks at fault are put down in `wrong`."""
    if what == "systems":
        for name, about in described(wrong):
            players = " to ".join(map(str, sorted(set(about.seats))))
            yield f"{name:<16}{about.name}, {players} players, in {about.units}"
    elif what == "scenarios":
        from tabletop_tui.play.new_game import all_scenarios

        for found, scenario in all_scenarios(wrong):
            name = f"{found.id}/{scenario.id}"
            yield f"{name:<36}{scenario.name} ({scenario.seats} players, {scenario.size}): {_line(scenario.summary)}"
    else:
        for found in systems(wrong):
            for force in found.forces(paths.roster_folders(), wrong):
                name = f"{found.id}/{force.id}"
                yield f"{name:<36}{force.name}, {force.worth}: {_line(force.summary)}"


def _line(text: str) -> str:
    """A text of several lines on one, so that no entry of a list looks like two."""
    return " ".join(text.split())
