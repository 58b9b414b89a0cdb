"""What a scenario of TechCommander lays on the table: where sides begin, and what is fought for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_tui.rulebook.scenario_form import Laid


def laid(data: Mapping[str, Any]) -> list[Laid]:
    """Where each seat begins, the spare starts, and the key points."""
    table, teams = data["table"], data.get("spawns", ())
    found = []
    for number, spot in enumerate(table.get("starts", ())):
        team = next((team for team, numbers in enumerate(teams) if number in numbers), None)
        whose = f", of team {team + 1}" if team is not None else ""
        found.append(Laid(f"Start {number + 1}", f"Units begin near it{whose} (TC-DM-2).", points=(tuple(spot),)))
    for number, spot in enumerate(table.get("alternates", ()), 1):
        found.append(Laid(f"Alternate {number}", "A spare start (TC-DM-2).", points=(tuple(spot),)))
    for number, spot in enumerate(table.get("points", ()), 1):
        if "control" in data.get("missions", ()):
            found.append(
                Laid(f"Key point {number}", "Who is alone near it holds it (TC-SCEN-8).", points=(tuple(spot),))
            )
    return found
