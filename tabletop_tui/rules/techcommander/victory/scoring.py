"""What an elimination brings (TC-PTS-1, TC-PTS-3): the one door for all points of kills."""

from __future__ import annotations

from tabletop_tui.engine.events import Scored
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.victory.deathmatch_end import out_of_chips
from tabletop_tui.rules.techcommander.victory.deathmatch_points import after_kill


def killed(game: Game[Battle], unit: Unit, seat: int | None, by: str) -> None:
    """A unit has just been eliminated, by a unit or something else of this seat, None for nobody's (TC-PTS-2)."""
    battle = game.state
    deathmatch = battle.scenario.game == "deathmatch"
    if deathmatch and out_of_chips(battle):
        return  # TC-DMEND-1: the game is over, whatever else falls now
    owner = battle.players[unit.seat]
    battle.alter(unit.seat, deaths=owner.deaths + 1)
    unit.killer = None
    if seat is not None and battle.allied(seat, unit.seat):
        seat = None  # TC-PTS-1: nobody earns anything by his own losses
    if seat is not None:
        unit.killer = seat
        player = battle.players[seat]
        battle.alter(seat, kills=player.kills + 1, score=player.score + unit.ac)  # TC-DM-11
        text = f"{unit.name} is eliminated: {unit.ac} AC for {battle.seat_names[seat]}"
        game.emit(Scored(text, ("TC-PTS-3",), seat, unit.ac))
    if deathmatch:
        after_kill(game, unit, seat, by)
