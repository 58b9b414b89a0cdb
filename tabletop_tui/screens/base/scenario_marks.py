"""What a scenario lays on the table (zones to begin in, edges to arrive at, what is fought for) as marks on its map."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.overlays import Overlay, Trace
from tabletop_tui.engine.scenes import Scene, TableScene
from tabletop_tui.rulebook.scenario_form import HasScenarioForm, Laid
from tabletop_tui.table.points import spot_text
from tabletop_tui.widgets.map.shared.marks import Marks


def laid_by(game: Game[State]) -> list[Laid]:
    """What the scenario of a game lays on its table; nothing for a rulebook that does not say so."""
    found = game.system
    return found.scenario_form.laid(game.setup.scenario) if isinstance(found, HasScenarioForm) else []


def before_battle(game: Game[State]) -> Marks:
    """The marks of a table before a battle; none where all units stand on it already."""
    laid = laid_by(game) if any(not line.spot for line in game.system.roster(game)) else []
    return Marks(overlay=shown(game.system.scene(game), laid)) if laid else Marks()


def laid_words(game: Game[State]) -> list[tuple[str, str]]:
    """The same in words: what is called so, and what it is; what is alike is told once."""
    laid = laid_by(game) if any(not line.spot for line in game.system.roster(game)) else []
    alike: dict[str, list[str]] = {}
    for one in laid:
        alike.setdefault(one.says, []).append(one.name)
    return [(", ".join(names), says) for says, names in alike.items() if says]


def shown(scene: Scene, laid: Sequence[Laid]) -> Overlay:
    """What a scenario lays on the map, as an overlay: zones of hexes tinted, areas with their rim."""
    if isinstance(scene, TableScene):
        traces = [Trace((*one.points, one.points[0]), label=one.name) for one in laid if len(one.points) > 2]
        labels = {spot_text(one.points[0]): tag(one.name) for one in laid if len(one.points) == 1}
        return Overlay("laid", labels, "reach", tuple(traces))
    hexes = {spot: "" for one in laid if len(one.hexes) > 1 for spot in one.hexes}
    names = {spot: tag(one.name) for one in laid if len(one.hexes) == 1 for spot in one.hexes}
    return Overlay("laid", {**hexes, **names}, "reach")


def tag(name: str) -> str:
    """A name in two letters: "Start 2" is S2."""
    return f"{name[0]}{name[-1]}" if name[-1:].isdigit() else name[:2]
