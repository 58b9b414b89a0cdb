"""Who holds the zone (MC-CZ-2, MC-CZ-5) and who carries a Flag (MC-CTF-2), by the same counts that score it."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.rules.mechcom.state.battle import Battle
from tabletop_tui.rules.mechcom.state.deployment_zones import objective_hex
from tabletop_tui.rules.mechcom.state.victory import models_in_zone, winning, zone_award


def holders(battle: Battle) -> Iterator[Held]:
    """The Control Zone with who would score for it now; each Flag with who carries it."""
    if battle.scenario.type == "control-zone":
        counts = models_in_zone(battle)
        award = zone_award(battle, counts)
        told = ", ".join(f"{battle.seat_name(seat)} {count}" for seat, count in counts.items())
        why = f"models in it: {told}" + (f"; {award.points} VP a round" if award is not None else "")
        seats = () if award is None else winning(battle, battle.teams[award.seat])
        yield Held("the zone", objective_hex(battle), seats, why, (award.rule if award is not None else "MC-CZ-2",))
    for flag in battle.flags():
        carrier = battle.models[flag.carrier] if flag.carrier else None
        if carrier is None:
            yield Held(flag.name, flag.hex, (), f"it stands at {flag.hex}", ("MC-CTF-2",))
        else:
            seats = () if carrier.seat is None else (carrier.seat,)
            home = " and has brought it home" if flag.scored else ""
            yield Held(flag.name, carrier.hex, seats, f"{carrier.id} carries it{home}", ("MC-CTF-2",))
