"""Teams of a deathmatch (TC-DM-8): a captain rolls for each, and says who of them acts when and what is cashed in."""

from __future__ import annotations

from tabletop_tui.rules.techcommander.state.battle import Battle


def fighting(battle: Battle) -> list[int]:
    """The seats that still play."""
    return [seat for seat, player in enumerate(battle.players) if not player.conceded]


def in_teams(battle: Battle) -> bool:
    """Whether players act in teams, not each for himself (TC-DM-7)."""
    return battle.scenario.game == "deathmatch" and len(set(battle.teams)) < len(battle.teams)


def members(battle: Battle, seat: int) -> list[int]:
    """Those who act together with a seat and have not given up: its team, else the seat alone."""
    if not in_teams(battle):
        return [seat]
    return [one for one in range(len(battle.players)) if battle.allied(one, seat) and not battle.players[one].conceded]


def captain(battle: Battle, seat: int) -> int:
    """The captain of a seat's team; every player is his own where there are no teams."""
    return min(members(battle, seat), default=seat)


def sides(battle: Battle) -> list[list[int]]:
    """Who acts together, in the order of initiative."""
    found: list[list[int]] = []
    for seat in battle.order:
        if not any(seat in side for side in found):
            found.append(members(battle, seat) or [seat])
    return found


def opponents(battle: Battle, seat: int) -> list[int]:
    """The players of other teams that still play."""
    return [
        other for other, player in enumerate(battle.players) if not player.conceded and not battle.allied(other, seat)
    ]
