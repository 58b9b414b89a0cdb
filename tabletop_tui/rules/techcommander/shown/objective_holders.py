"""Who holds what in a skirmish (TC-SCEN-6 to TC-SCEN-12), by the same functions that decide it at the end."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE, to_spot
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.rules.techcommander.victory.objectives import NEAR, beside, controls, left_to_destroy, survivors
from tabletop_tui.rules.techcommander.victory.victory import objectives, winners_of
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot, place_words, spot_text


def holders(battle: Battle) -> Iterator[Held]:
    """What counts at the end, and the tokens that score at the end of each turn; nothing in a deathmatch."""
    if battle.scenario.game != "skirmish" or ("invasion" in battle.scenario.missions and battle.attacker is None):
        return
    for number, spot in enumerate(battle.tokens, 1):
        yield at_place(battle, f"token {number}", spot, CLOSE, beside(battle, spot), "TC-SCEN-6")
    points = {f"the point {place_words(spot)}": spot for spot in battle.table.points}
    for one in objectives(battle):
        seats = () if one.team is None else winners_of(battle, one.team)
        if one.name in points:
            yield at_place(battle, one.name, points[one.name], NEAR, controls(battle, points[one.name]), one.rule)
        elif one.rule == "TC-SCEN-11":
            left = left_to_destroy(battle)
            why = f"{', '.join(piece.called for piece in left)} still to be destroyed" if left else "all is destroyed"
            yield Held("what is to be destroyed", middle(left[0]) if left else "", seats, why, (one.rule,))
        else:
            counts = [player.recon if "recon" in one.name else player.score for player in battle.players]
            what = "recon points" if "recon" in one.name else "for the AC of all enemies that each has eliminated"
            yield Held(one.name, "", seats, f"{' to '.join(map(str, counts))} {what}", (one.rule,))


def at_place(battle: Battle, name: str, spot: Spot, reach: float, team: int | None, rule: str) -> Held:
    seats = () if team is None else winners_of(battle, team)
    near = [unit for unit in survivors(battle) if to_spot(unit, spot) <= reach + TINY]
    near.sort(key=lambda unit: to_spot(unit, spot))
    return Held(name, spot_text(spot), seats, why(battle, near, spot, reach), (rule,))


def why(battle: Battle, near: list[Unit], spot: Spot, reach: float) -> str:
    """Which unit is nearest to a place, or which of several teams are there."""
    within = f"within {reach:g} cm"
    if not near:
        return f"nobody is {within}"
    other = next((unit for unit in near if not battle.allied(unit.seat, near[0].seat)), None)
    if other is not None:
        return f"{near[0].id} and {other.id} are both {within}"
    return f"{near[0].id} is {to_spot(near[0], spot):.1f} cm off, no enemy {within}"


def middle(piece: Feature) -> str:
    left, top, right, bottom = piece.figure.box
    return spot_text((round((left + right) / 2, 2), round((top + bottom) / 2, 2)))
