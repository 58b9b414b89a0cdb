"""A line of sight of MECHCOM from the side: the levels along it, and the cover that comes of them (MC-ELEV)."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.sight_cross_section import SideView, Upright
from tabletop_tui.rules.mechcom.shown.views import GRADES
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.terrain import TERRAINS
from tabletop_tui.table.hexes import Hex

MODEL, HEX = 1.0, 0.5
"""A model is drawn a level high, and a hex begins and ends so far from its middle; the rules compare levels alone."""
HIDDEN = (0.0, 0.5, 1.0)
"""Which share of a model each grade of cover hides, as it is drawn."""


def side_view(game: Game[Battle], unit: str, spot: Hex) -> SideView | None:
    """The line from a model to a hex, to whoever stands there or to a model like itself; None to its own hex."""
    battle = game.state
    viewer = battle.models.get(unit)
    if viewer is None or not viewer.hex or spot == viewer.hex or spot not in battle.map.grid:
        return None
    target = battle.model_at(spot) or like(viewer, spot)
    cover = sight.cover(battle, viewer, target)
    far, foot = battle.map.grid.distance(viewer.hex, spot), float(sight.level(battle, target))
    name = target.id if battle.model_at(spot) else spot
    eye = float(sight.level(battle, viewer)) + MODEL
    share = HIDDEN[cover.grade]
    grade = GRADES[cover.grade]
    return SideView(
        f"{viewer.id} to {name}, {'1 hex' if far == 1 else f'{far} hexes'}",
        eye,
        Upright("", -0.25, 0.25, eye - MODEL, eye),
        Upright(name, far - 0.25, far + 0.25, foot, foot + MODEL),
        tuple(uprights(battle, viewer, spot)),
        ((foot, foot + share * MODEL),) if share else (),
        f"{grade.word}: {cover.reason}" if cover.reason else grade.word,
        grade.mood,
        (cover.rule,) if cover.rule else (),
    )


def like(viewer: Model, spot: Hex) -> Model:
    """A model like another that stands on a hex, with nothing the matter."""
    ghost = viewer.clone()
    ghost.id, ghost.conditions, ghost.hex = "ghost", {}, spot
    return ghost


def uprights(battle: Battle, viewer: Model, spot: Hex) -> Iterator[Upright]:
    """The ground along the line, with what stands on it; of two hexes at whose edge it runs, the lower one."""
    grid = battle.map.grid
    groups = [(viewer.hex,), *grid.crossed(viewer.hex, spot), (spot,)]
    for number, group in enumerate(groups):
        here = min(group, key=lambda one: top_of(battle, one))
        between = 0 < number < len(groups) - 1
        top = top_of(battle, here) if between else float(battle.map.level[here])
        if top > 0:
            far = grid.distance(viewer.hex, here)
            yield Upright(here, far - HEX, far + HEX, 0.0, top)


def top_of(battle: Battle, spot: Hex) -> float:
    """How high a hex is between two others, with its building or the model on it."""
    model, ground = battle.model_at(spot), float(battle.map.level[spot])
    if model is None:
        return ground
    return ground + (TERRAINS[battle.terrain_at(spot)].height if model.kind == "building" else MODEL)
