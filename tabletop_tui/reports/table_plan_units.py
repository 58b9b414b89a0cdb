"""Whoever stands on a table, as a page tells it: where each model is, what is left of a unit, what is the matter."""

from __future__ import annotations

from attrs import frozen

from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.views import HexScene
from tabletop_tui.reports.table_plan_measures import spot_said


@frozen
class PlanUnit:
    """A unit in the list of a page."""

    tag: str
    name: str
    seat: str
    place: str
    left: str
    state: str


def units_of(game: Game[State]) -> list[PlanUnit]:
    """All units of a battle as it stands, those that are gone too: they have lost a side something."""
    scene = game.system.scene(game)
    bases = {} if isinstance(scene, HexScene) else scene.bases
    found = []
    for line in game.system.roster(game):
        models = bases.get(line.unit, ())
        places = ", ".join(spot_said((base.x, base.y)) for base in models) or line.spot.replace(",", "/")
        turned = {round(base.facing) for base in models if base.facing is not None}
        facing = f", facing {turned.pop()}\u00b0" if len(turned) == 1 else ""
        left = f"{line.left.brief} {line.left.what}" if line.left is not None else ""
        state = ", ".join(filter(None, (line.state, line.told)))
        seat = game.setup.seats[line.seat].name
        found.append(
            PlanUnit(line.tag, line.name, seat, f"{places}{facing}" if places else "not on the table", left, state)
        )
    return found
