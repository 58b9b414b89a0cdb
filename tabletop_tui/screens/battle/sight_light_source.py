"""When the table of a battle is lit, by whom, and from where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.question import Pick, Place
from tabletop_tui.engine.scenes import HexScene
from tabletop_tui.rulebook.system import SeesFrom, ShootsFar
from tabletop_tui.screens.battle.battle_model import BattleModel
from tabletop_tui.screens.battle.screen_protocols import PAUSE, View
from tabletop_tui.screens.battle.sight_light import Lamp
from tabletop_tui.widgets.colour_arithmetic import SEEN_BY_FOES, STEPS
from tabletop_tui.widgets.map.shared.marks import SIGHT, Light, Marks
from tabletop_tui.widgets.palette import LAMP

FIRST_LOOKS = 4
"""So many units look around before anybody asks for it."""
CHOOSING, ALWAYS, NEVER = "choosing", "always", "never"
"""When the table is lit: while a place or a target is chosen, whenever somebody has a unit in hand, or not at all."""


def burns(model: BattleModel) -> bool:
    """Whether the table is lit just now; never over an overlay, nor while one measures."""
    painter, system = model.field.painter, model.game.system
    if painter is None or not painter.palette.lamps or SIGHT not in system.overlays or model.lighting == NEVER:
        return False
    if model.overlay_name or model.tape or model.unit_in_hand not in model.where:
        return False
    return model.lighting == ALWAYS or (model.person_asked and chooses(model))


def chooses(model: BattleModel) -> bool:
    """Whether a place or a target is asked for."""
    question = model.question
    if isinstance(question, Pick):
        return any(option.target in model.where and option.target != model.unit_in_hand for option in question.options)
    return isinstance(question, Place)


def place_of(model: BattleModel, marks: Marks) -> str:
    """Where the unit in hand would stand if the answer being made were given; '' for where it stands."""
    question = model.question
    moves = isinstance(question, Place) and question.about == model.unit_in_hand and (marks.ghosts or marks.path)
    return model.field.cursor if moves and not marks.barred and isinstance(model.game.system, SeesFrom) else ""


def lamp_of(model: BattleModel, place: str) -> Lamp:
    """The lamp of the unit in hand at a place."""
    unit = model.unit_in_hand
    teams = [seat.team for seat in model.game.setup.seats]
    seat = next(line.seat for line in model.roster if line.unit == unit)
    foes = [one.unit for one in model.roster if one.unit in model.where and teams[one.seat] != teams[seat]]
    return model.once(
        "lamp", unit, place, make=lambda: Lamp(model.scene, sight_in(model), unit, place, foes, reach_in(model))
    )


def sight_in(model: BattleModel) -> Callable[[str, str], Overlay]:
    """What a unit sees from where it stands ('') or from another place, each found once while the game stands so."""

    def work(unit: str, place: str) -> Overlay:
        model.sights_found += 1
        game = model.game
        if place and isinstance(game.system, SeesFrom):
            return game.system.sight_from(game, unit, place)
        found: Overlay = game.system.overlay(game, SIGHT, unit)
        return found

    return lambda unit, place: model.once("lit", unit, place, make=lambda: work(unit, place))


def look_ahead(view: View, units: Sequence[str] | None = None) -> None:
    """What first looks at sight find out about the terrain, a unit at a time: nobody has to wait for that later."""
    model = view.model
    if units is None and SIGHT in model.game.system.overlays:
        ready_inks(model)
        units = [line.unit for line in model.roster if line.unit in model.where][:FIRST_LOOKS]
    if not units:
        return
    if units[0] in model.where:
        model.game.system.overlay(model.game, SIGHT, units[0])
    view.later(PAUSE, partial(look_ahead, view, units[1:]))


def ready_inks(model: BattleModel) -> None:
    """Mix the inks of all that is on the table in every light, so that the first light has to mix none."""
    painter, scene = model.field.painter, model.scene
    if painter is None or not painter.palette.lamps:
        return
    if isinstance(scene, HexScene):
        grounds = {((ground.over or ground.look).colour, ground.level) for ground in scene.ground.values()}
    else:
        grounds = {(area.look.colour, area.level) for area in scene.areas} | {(scene.ground.colour, 0)}
    for (colour, level), step, red, tone in product(grounds, range(STEPS), ("", SEEN_BY_FOES), range(3)):
        painter.palette.shade(colour, level, f"{LAMP}{step}{red}", tone)


def reach_in(model: BattleModel) -> Callable[[str], float | None]:
    """How far a unit may attack; None where no distance limits that."""
    game = model.game
    system = game.system
    return lambda unit: system.shot_reach(game, unit) if isinstance(system, ShootsFar) else None


def lit(model: BattleModel, marks: Marks) -> Light | None:
    """The light to paint: that of the answer in hand as far as it is known, until then the one that was there.

    A film of what came of an answer runs in the light in which that was given.
    """
    if model.film:
        return model.lamp.light if model.lamp is not None else None
    if not burns(model):
        model.lamp = None
        return None
    before, lamp = model.lamp, lamp_of(model, place_of(model, marks))
    if lamp.light is None and before is not None and before.unit == lamp.unit:
        lamp.light = before.light
    model.lamp = lamp
    model.searching = model.searching or not lamp.done
    return lamp.light
