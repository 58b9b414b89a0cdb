"""Models that are taken off (CD-WND-1), and what that does to their section (CD-COH-4)."""

from __future__ import annotations

from collections.abc import Collection

from attrs import evolve

from tabletop_tui.engine.events import Fell, Harmed, Status
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.crimsondusk.state.battle import Battle, Fallen
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import ride_of
from tabletop_tui.table.points import spot_text

CAUSES = {
    "CD-WND-1": "shot",
    "CD-MEL-4": "beaten in melee",
    "CD-MWIN-6": "caught in flight",
    "CD-MWIN-7": "fled",
    "CD-BLDG-2": "buried",
    "CD-AMMO-3": "blown up",
    "CD-PASS-4": "thrown out",
    "CD-PASS-7": "thrown out",
}
"""What was done to those whom a rule takes off the table; 'killed' by all other rules."""


def kill(game: Game[Battle], unit: Unit, names: Collection[str], rule: str, by: str = "", cause: str = "") -> None:
    """Take men off the table; a section that falls below its minimum is confused next turn, an empty one is gone.

    `cause` is what was done to them, where the rule alone does not tell.
    """
    battle = game.state
    if not names:
        return
    cause = cause or CAUSES.get(rule, "killed")
    if unit.hull is not None:
        lose_crew(game, unit, names, rule, by)
        return
    fell = laid_down(battle, unit, names)
    battle.fallen, spot = (*battle.fallen, *fell), spot_text(fell[0].spot)
    before = unit.left
    least = unit.fewest
    if len(names) == before:
        battle.remove(unit, "killed")
        text = f"{unit.does('loses')} the last {counted(before, 'model') if before > 1 else 'model'}"
        game.emit(Harmed(text, (rule,), unit.seat, unit.id, before, 0, by, cause))
        game.emit(Fell(f"{unit.does('is')} gone", (rule,), unit.seat, unit.id, spot, by, cause))
        return
    unit.drop(names)
    text = f"{unit.does('loses')} {', '.join(sorted(names))}, {unit.left} left"
    game.emit(Harmed(text, (rule,), unit.seat, unit.id, len(names), unit.left, by, cause))
    if unit.left < least <= before:
        confuse(
            game, unit, "CD-COH-4", f"{unit.does('is')} below the minimum of {least} and will be confused next turn"
        )


def laid_down(battle: Battle, unit: Unit, names: Collection[str]) -> list[Fallen]:
    """Those of a unit who are killed: they lie where they stood, or in the vehicle that they were in or on."""
    within = {name: unit.id if unit.hull is not None else ride_of(unit, unit.man(name)) for name in names}
    spots = {name: battle.units[ride].models[0] if ride else unit.spot_of(name) for name, ride in within.items()}
    fell = ((name, evolve(unit.man(name), rides="")) for name in names)
    return [Fallen(man, unit.id, spots[name], battle.turn, aboard=within[name]) for name, man in fell]


def lose_crew(game: Game[Battle], unit: Unit, names: Collection[str], rule: str, by: str) -> None:
    """Take members of the crew out of a vehicle."""
    game.state.fallen = (*game.state.fallen, *laid_down(game.state, unit, names))
    unit.crew = tuple(man for man in unit.crew if man.id not in names)
    text = f"{unit.does('loses')} {', '.join(sorted(names))} of the crew, {len(unit.crew)} left"
    game.emit(Harmed(text, (rule,), unit.seat, unit.id, len(names), len(unit.crew), by))


def confuse(game: Game[Battle], unit: Unit, rule: str, text: str) -> None:
    """A section is confused for the whole of the next turn, and then until it recovers (CD-COH-5)."""
    battle = game.state
    if unit.confused_from == battle.turn + 1:
        return
    if battle.is_confused(unit):
        unit.muddled = battle.turn
    unit.confused_from = battle.turn + 1
    game.emit(Status(text, (rule,), unit.seat, unit.id, "confused"))
