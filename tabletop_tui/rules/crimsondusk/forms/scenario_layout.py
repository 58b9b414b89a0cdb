"""What a scenario of Crimson Dusk lays on the table: where sides begin, and what is fought for. All of it is ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_tui.rulebook.scenario_form import Laid
from tabletop_tui.rules.crimsondusk.state.scenario import STANDING
from tabletop_tui.rules.crimsondusk.state.setup_zones import HEART
from tabletop_tui.table.polygons import box_corners

STRIP = 8.0


def laid(data: Mapping[str, Any]) -> list[Laid]:
    """The strips in which both begin, in a last stand the heart of the table, and what is fought for."""
    table, deep = data["table"], data.get("strip", STRIP)
    width, height = table["width"], table["height"]
    says = f"A strip to begin in, {deep:g} deep; who has which is rolled for."
    found = [
        Laid("North strip", says, points=box_corners((0.0, 0.0, width, deep))),
        Laid("South strip", says, points=box_corners((0.0, height - deep, width, height))),
    ]
    if data.get("mission") == "last-stand":
        x, y = width / 2, height / 2
        heart = box_corners((x - HEART, y - HEART, x + HEART, y + HEART))
        found.append(Laid("Heart", "Where the last stand is made.", STANDING, points=heart))
    for goal in data.get("goals", ()):
        found.append(Laid(goal["name"], "A place that is fought for.", points=(tuple(goal["spot"]),)))
    for piece in table.get("pieces", ()):
        if data.get("house") and piece.get("name") == data["house"]:
            corners = tuple((x, y) for x, y in piece["points"])
            found.append(Laid("House", "The building that is fought for.", points=corners))
    return found
