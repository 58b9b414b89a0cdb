"""What can be played: plain lines for the commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_tui import paths
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.shipped_scenarios import Info, known
from tabletop_tui.rulebook import plugins
from tabletop_tui.rulebook.entry_points_alone import OURS
from tabletop_tui.rulebook.registry import described, module_of, system, system_ids, systems


def listed(what: str, wrong: list[BadFile]) -> Iterator[str]:
    """Every system, scenario or roster, one a line; files and rulebooks at fault are put down in `wrong`."""
    if what == "systems":
        for name, about in described(wrong):
            players = " to ".join(map(str, sorted(set(about.seats))))
            yield f"{name:<16}{about.name}, {players} players, in {about.units}"
    elif what == "scenarios":
        for book, scenario in scenarios(wrong):
            name = f"{book}/{scenario.id}"
            yield f"{name:<36}{scenario.name} ({scenario.seats} players, {scenario.size}): {_line(scenario.summary)}"
    else:
        for found in systems(wrong):
            for force in found.forces(paths.roster_folders(), wrong):
                name = f"{found.id}/{force.id}"
                yield f"{name:<36}{force.name}, {force.worth}: {_line(force.summary)}"


def scenarios(wrong: list[BadFile]) -> Iterator[tuple[str, Info]]:
    """Every scenario with the id of its rulebook, in the order in which they are offered.

    A rulebook is imported only where there is more of it than came with the program.
    """
    wrong += plugins.faults()
    for name in system_ids():
        found: Sequence[Info] | None = known(name) if module_of(name).startswith(OURS) else None
        if found is None:
            from tabletop_tui.play.new_game import scenarios_of

            try:
                found = scenarios_of(system(name), wrong)
            except BadFile as error:
                wrong.append(error)
                continue
        for scenario in found:
            yield name, scenario


def _line(text: str) -> str:
    """A text of several lines on one, so that no entry of a list looks like two."""
    return " ".join(text.split())
