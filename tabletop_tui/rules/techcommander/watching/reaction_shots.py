"""What a shot of a reaction could do: the best one that a unit has at a target, with the weapons that it may use."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.rules.techcommander.aiming.shots import Aim, Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally
from tabletop_tui.rules.techcommander.shooting.shooting import preview, ready_copies, refuse_target
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit


def best_shot(battle: Battle, unit: Unit, target: Unit, copies: Sequence[str], reaction: str) -> Aim | None:
    """The shot of one weapon that takes the most life, None where none could hit."""
    usable = [copy for copy in ready_copies(unit) if not copies or copy in copies]
    aims = [aim_at(battle, Salvo(unit.id, (copy,), reaction=reaction), target) for copy in usable]
    able = [aim for aim in aims if refuse_target(aim) is None and hit_tally(aim).total > 0]
    return max(
        able, key=lambda aim: (preview(aim, aim.weapon.shots).expected or 0.0, hit_tally(aim).total), default=None
    )
