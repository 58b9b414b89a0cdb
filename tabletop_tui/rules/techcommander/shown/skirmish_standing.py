"""Where a skirmish stands: what each player has left to give, whose go it is, who holds what, what is on the table."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.scenes import Token
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.techcommander.state.battle import Battle
from tabletop_tui.rules.techcommander.victory.objectives import NEAR, beside, controls, left_to_destroy
from tabletop_tui.table.points import Spot, place_words, spot_text


def player_words(battle: Battle, seat: int) -> str:
    """What a player has: '3 base actions and 1 command action, 8 AC of kills, 2 recon points'."""
    return ", ".join(_held(battle, seat))


def _held(battle: Battle, seat: int) -> Iterator[str]:
    player = battle.players[seat]
    if player.conceded:
        yield "has given up"
        return
    actions = (
        f"{counted(player.base, 'base action')} and {counted(player.command, 'command action')}"
        if player.command
        else counted(player.base, "action")
    )
    yield "has passed" if player.passed else actions
    yield f"{player.score} AC of kills"
    if battle.tokens:
        yield counted(player.recon, "recon point")
    if battle.attacker is not None:
        yield "attacks" if battle.allied(battle.attacker, seat) else "defends"


def common_words(battle: Battle) -> str:
    """The round of actions, the order of the seats, and who holds what."""
    return "; ".join(_common(battle))


def _common(battle: Battle) -> Iterator[str]:
    if battle.phase == "Action":
        base = battle.base_actions
        yield f"base round {battle.round} of {base}" if battle.round <= base else "a command round"
    if battle.order:
        yield f"order: {', '.join(battle.seat_names[seat] for seat in battle.order)}"
    if "control" in battle.scenario.missions:
        for spot in battle.table.points:
            yield f"the point {place_words(spot)}: {team_words(battle, controls(battle, spot))}"
    if left := left_to_destroy(battle):
        yield f"to be destroyed: {', '.join(piece.called for piece in left)}"


def team_words(battle: Battle, team: int | None) -> str:
    """Who a team is, by the names of its seats."""
    if team is None:
        return "nobody"
    return " and ".join(name for name, one in zip(battle.seat_names, battle.teams, strict=True) if one == team)


# ---------------------------------------------------------------- on the table
def pieces(battle: Battle) -> Iterator[Token]:
    """Tokens, points and objectives, as pieces on the map."""
    if battle.scenario.game != "skirmish":
        return
    for number, spot in enumerate(battle.tokens, 1):
        yield Token(f"recon-{number}", "RT", f"recon token {number}", None, spot_text(spot), "piece")
    if "control" in battle.scenario.missions:
        for number, spot in enumerate(battle.table.points, 1):
            yield Token(f"point-{number}", "KP", f"key point {number}", None, spot_text(spot), "piece")
    for number, spot in enumerate(battle.drops, 1):
        yield Token(f"drop-{number}", "DP", f"drop point {number}", battle.attacker, spot_text(spot), "piece")
    for piece in left_to_destroy(battle):
        left, top, right, bottom = piece.figure.box
        middle = spot_text((round((left + right) / 2, 2), round((top + bottom) / 2, 2)))
        yield Token(f"objective-{piece.id}", "OB", f"objective: {piece.called}", None, middle, "piece")


def signs(battle: Battle, place: Spot) -> Iterator[tuple[str, str]]:
    """What is fought for at a place, in a few words, each with its rule."""
    if battle.scenario.game != "skirmish":
        return
    for spot in battle.tokens:
        if _near(spot, place):
            yield f"recon token: {team_words(battle, beside(battle, spot))} beside it alone", "TC-SCEN-6"
    for spot in battle.table.points if "control" in battle.scenario.missions else ():
        if _near(spot, place):
            yield f"key point, held within {NEAR:g} cm by {team_words(battle, controls(battle, spot))}", "TC-SCEN-8"


def _near(spot: Spot, place: Spot) -> bool:
    return max(abs(spot[0] - place[0]), abs(spot[1] - place[1])) <= 1
