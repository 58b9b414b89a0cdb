"""Damage (TC-DMG-2, TC-HIT-11): the sum of an attack less the armour of the target, divided by its AC.

A unit at no life stays until the turn ends and is then removed (TC-PHASE-6).
"""

from __future__ import annotations

from tabletop_tui.engine.events import Event, Fell, Harmed, Status
from tabletop_tui.engine.game import Game
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import ELIMINATED, UNSHIELDED, Battle, Unit
from tabletop_tui.rules.techcommander.victory import deathmatch_points
from tabletop_tui.rules.techcommander.victory.deathmatch_points import hurt
from tabletop_tui.table.bases import middle_text


@frozen
class Blow:
    """What comes at a unit at one time, from one attack or event."""

    damage: int
    by: str = ""
    """The unit whose doing it is, '' for none ..."""
    seat: int | None = None
    """... and the player, None for nobody."""
    ignores: int = 0
    """The armour reduction that it ignores."""
    cause: str = "shot"
    splash: int = 0
    """How much of the damage is splash, which never ignores armour (TC-SPLASH-4)."""


def armour(unit: Unit) -> int:
    """By how much its gear reduces damage (TC-HIT-11)."""
    if unit.has(UNSHIELDED):
        return 0
    return sum(
        gear.value for copy, gear in unit.sheet.kit.items() if gear.does == "plating" and copy not in unit.lost_kit
    )


def life_lost(unit: Unit, damage: int, ignores: int = 0, splash: int = 0) -> int:
    """The life that a unit loses by so much damage (TC-DMG-2, TC-DMG-3, TC-DMG-4, TC-HIT-11)."""
    return max(0, damage - max(0, armour(unit) - min(ignores, damage - splash))) // unit.ac


def strike(game: Game[Battle], unit: Unit, blow: Blow) -> None:
    """Damage comes at a unit: the one door for all that costs life by its AC."""
    lose_life(game, unit, life_lost(unit, blow.damage, blow.ignores, blow.splash), blow)


def lose_life(game: Game[Battle], unit: Unit, life: int, blow: Blow, scores: bool = True) -> None:
    """A unit loses so much life, whatever its AC; at 0 it is eliminated (TC-DMG-5, TC-PTS-2)."""
    before, unit.life = unit.life, unit.life - life
    really = max(0, min(life, before))
    lost = f"{f'{really} life' if really else 'no life'} lost, {max(0, unit.life)} left"
    text = f"{unit.name} takes {blow.damage} damage: {lost}" if blow.damage else f"{unit.name}: {lost}"
    about = text, ("TC-DMG-2",), unit.seat
    game.emit(Harmed(*about, unit.id, really, max(0, unit.life), blow.by, blow.cause) if really else Event(*about))
    if before > 0 >= unit.life:
        text = f"{unit.name} is eliminated and stays on the table until the turn ends"
        game.emit(Status(text, ("TC-PHASE-5",), unit.seat, unit.id, "eliminated"))
        deathmatch_points.killed(game, unit, blow.seat if scores else None, blow.by)
    elif life > 0:
        hurt(game.state, unit, blow.by)


def remove(game: Game[Battle], unit: Unit, why: str = ELIMINATED) -> None:
    """Take a unit out of the game (TC-PHASE-6)."""
    where = middle_text(unit.models)
    game.state.detach(unit)
    unit.models, unit.group, unit.gone = (), "", why
    game.emit(Fell(f"{unit.name} is {why} and removed", ("TC-PHASE-6",), unit.seat, unit.id, where, cause=why))
