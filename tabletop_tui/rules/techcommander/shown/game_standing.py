"""Where a game stands: what it is played for and, in a deathmatch, what every player holds."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.scenes import Token
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.techcommander.anytime.kill_perks import in_hand
from tabletop_tui.rules.techcommander.deployment.spawning import points
from tabletop_tui.rules.techcommander.files.spawn_pool import room
from tabletop_tui.rules.techcommander.shown import skirmish_standing
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.teams import captain, in_teams
from tabletop_tui.rules.techcommander.victory.deathmatch_end import chips_left, stock_of_chips
from tabletop_tui.rules.techcommander.victory.objectives import goal_words
from tabletop_tui.table.points import Spot, place_words, spot_text

SKULL = "skull"
"""The id of the token of the skull."""


def standing(battle: Battle) -> Standing:
    scores = tuple(player.score for player in battle.players)
    acting = battle.doing.units[0] if battle.doing is not None else ""
    deathmatch = battle.scenario.game == "deathmatch"
    words = player_words if deathmatch else skirmish_standing.player_words
    return Standing(
        battle.turn,
        battle.phase,
        acting,
        scores,
        goal(battle),
        called="turn",
        last=battle.scenario.turns,
        board=tuple(words(battle, seat) for seat in range(len(battle.players))),
        common=common_words(battle) if deathmatch else skirmish_standing.common_words(battle),
    )


def goal(battle: Battle) -> str:
    """How the game is won, in a few words."""
    turns = battle.scenario.turns
    if battle.scenario.game == "deathmatch":
        whose = "of a team " if in_teams(battle) else ""
        return f"the most points {whose}after {counted(turns, 'turn')} or when the chips run out; then the most kills"
    return goal_words(battle)


def player_words(battle: Battle, seat: int) -> str:
    """What a player of a deathmatch has, in a line."""
    return ", ".join(held(battle, seat))


def held(battle: Battle, seat: int) -> Iterator[str]:
    player = battle.players[seat]
    captained = in_teams(battle) and captain(battle, seat) == seat
    yield counted(player.score, "point") + (" (captain)" if captained else "")
    spent = f" ({player.spent} spent)" if player.spent else ""
    yield f"{counted(in_hand(battle, seat), 'kill chip')}{spent}"
    yield counted(player.deaths, "death chip")
    yield f"cap {player.cap} with {room(battle, seat)} free"
    if player.boost:
        yield f"initiative {player.boost:+d}"
    if player.overwatch:
        yield "one more action a turn"
    if player.ninjas:
        yield f"{counted(player.ninjas, 'ninja')} to come"
    if player.spawn >= 0:
        yield f"spawns at point {player.spawn + 1}"


def common_words(battle: Battle) -> str:
    """What is there for all: the chips that are left, and the skull."""
    kills, deaths = chips_left(battle)
    chips = f"{kills} kill and {deaths} death chips of {stock_of_chips(battle)} are left"
    skull = f"a skull lies at {place_words(battle.skull)}" if battle.skull is not None else "no skull on the table"
    marked = f"; {battle.marked} is marked by Pestilence" if battle.marked else ""
    return f"{chips}; {skull}{marked}"


# ---------------------------------------------------------------- on the table
def pieces(battle: Battle) -> list[Token]:
    """What lies on the table besides units."""
    if battle.skull is None:
        return [*skirmish_standing.pieces(battle)]
    return [Token(SKULL, "SK", "the skull", None, spot_text(battle.skull), "piece")]


def signs(battle: Battle, place: Spot) -> Iterator[tuple[str, str]]:
    """What is fought for at a place, in a few words, each with its rule."""
    yield from skirmish_standing.signs(battle, place)
    if battle.scenario.game != "deathmatch":
        return
    for number, spot in enumerate(points(battle), 1):
        if abs(spot[0] - place[0]) <= 1 and abs(spot[1] - place[1]) <= 1:
            alternate = number > len(battle.table.starts)
            yield f"{'alternate ' if alternate else ''}spawn point {number}", "TC-DM-2"
    if battle.skull is not None and max(abs(battle.skull[0] - place[0]), abs(battle.skull[1] - place[1])) <= 1:
        yield "the skull: 10 points to crew or a troop that touches it", "TC-PTS-6"


def unit_words(battle: Battle, unit: Unit) -> Iterator[tuple[str, str]]:
    """What a deathmatch has to say of a unit, for its card."""
    if battle.scenario.game != "deathmatch":
        return
    if unit.off_cap:
        yield "outside the cap of its player", "TC-PERK-8"
    if unit.hero:
        yield f"{unit.hero} points if it survives the game", "TC-SKB-10"
    if battle.marked == unit.id and battle.marker is not None:
        yield f"{unit.ac} points to {battle.seat_names[battle.marker]} when it is eliminated", "TC-SKA-6"
