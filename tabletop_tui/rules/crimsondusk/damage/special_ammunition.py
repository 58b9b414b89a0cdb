"""What is loaded in place of the usual (CD-AMMO): smoke, gas, tanglefoot, incendiary, flash-bang; what each does."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.events import Event, Status
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.rules.crimsondusk.damage.casualties import kill
from tabletop_tui.rules.crimsondusk.damage.vehicle_damage import flash_vehicle
from tabletop_tui.rules.crimsondusk.state.battle import Battle, Cloud
from tabletop_tui.rules.crimsondusk.state.skill_tests import helped, passes, skill_tally
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.table.points import Spot

SMOKE, GAS, TANGLEFOOT, INCENDIARY, FLASH = "smoke", "gas", "tanglefoot", "incendiary", "flash-bang"
RULES = {
    SMOKE: "CD-AMMO-1",
    GAS: "CD-AMMO-3",
    TANGLEFOOT: "CD-AMMO-4",
    INCENDIARY: "CD-AMMO-5",
    FLASH: "CD-AMMO-7",
    "heat-seeking": "CD-AMMO-9",
}
SAYS = {
    SMOKE: "Nobody shoots through it or out of it until this unit acts again.",
    GAS: "Each model under it takes a skill test or dies, unless it has a gas mask.",
    TANGLEFOOT: "Models under it move as if in difficult terrain for all of the next turn.",
    INCENDIARY: "It burns until this unit acts again, and nobody may move through it.",
    FLASH: "Who is hit may not shoot or fight in the next turn, and moves with one AP only.",
}
LETTERS = {SMOKE: "s", GAS: "g", TANGLEFOOT: "t", INCENDIARY: "c", FLASH: "f"}
UNDER_ONLY = (SMOKE, GAS, TANGLEFOOT)
"""Only what is under these templates is caught, nobody in the ring (CD-AMMO-3, CD-AMMO-4)."""
LAID = {SMOKE: "smoke", INCENDIARY: "fire"}
"""What stays as a cloud (CD-AMMO-2, CD-AMMO-6)."""
HARMLESS = (SMOKE, GAS, TANGLEFOOT, FLASH)
"""No damage is rolled for these (CD-AMMO-1)."""


def lay_cloud(battle: Battle, unit: Unit, load: str, spot: Spot, radius: float) -> None:
    """Smoke or fire stays until the unit that fired acts again, or the end of the next turn (CD-AMMO-2)."""
    if load in LAID:
        battle.clouds = (*battle.clouds, Cloud(LAID[load], spot, radius, unit.id, battle.turn + 1))


def ring_tally(battle: Battle, unit: Unit, man: Man) -> Tally:
    """The test of one model, with the command bonus that its section has."""
    return helped(battle, unit, skill_tally(man.soldier.quality if unit.hull is None else unit.quality))


def take_effect(game: Game[Battle], unit: Unit, names: Sequence[str], load: str, by: str) -> None:
    """What a shell without P does to those whom it has caught."""
    turn = game.state.turn
    if unit.hull is not None:
        if load == FLASH:
            flash_vehicle(game, unit)
    elif load == GAS:
        choke(game, unit, names, by)
    elif load == TANGLEFOOT:
        unit.alter(names, tangled=turn + 1)
        told = f"{', '.join(names)}: slow through the next turn"
        game.emit(Status(told, ("CD-AMMO-4",), unit.seat, unit.id, "tangled"))
    elif load == FLASH:
        unit.alter(names, flashed=turn + 1, aimed="", loading="", paid=0)
        told = f"{', '.join(names)}: blinded through the next turn"
        game.emit(Status(told, ("CD-AMMO-7",), unit.seat, unit.id, "flashed"))


def choke(game: Game[Battle], unit: Unit, names: Sequence[str], by: str) -> None:
    """Each model under the gas takes a skill test or dies; a mask makes it safe (CD-AMMO-3, CD-EQ-GASMASK)."""
    dead = []
    for man in [unit.man(name) for name in names]:
        if man.soldier.has("gas-mask"):
            game.emit(Event(f"{man.id} wears a gas mask", ("CD-EQ-GASMASK",), unit.seat))
        elif not passes(game, unit.seat, f"{man.id} in the gas", ring_tally(game.state, unit, man), ("CD-AMMO-3",)):
            dead.append(man.id)
    kill(game, unit, dead, "CD-AMMO-3", by)
