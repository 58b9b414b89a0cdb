"""What must hold in a TechCommander battle whenever a question waits, whatever has happened."""

from __future__ import annotations

from tabletop_tui.engine.game import Game
from tabletop_tui.rules.techcommander.forms import state_validation
from tabletop_tui.rules.techcommander.shooting.attack_choices import AimAt, ChooseWeapon
from tabletop_tui.rules.techcommander.sight import sight
from tabletop_tui.rules.techcommander.state import rallied_groups
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.profiles import FULL_LIFE
from tabletop_tui.rules.techcommander.ways.places_aboard import free_hatches, free_seats
from tabletop_tui.table.hidden_share import GROUND


def hold(game: Game[Battle]) -> None:
    """All invariants of the state: the audit, life and rounds, purses, who rides where, whole groups, seen targets."""
    battle = game.state
    if game.question is not None:
        state_validation.audit(game)
    for unit in battle.units.values():
        _unit(battle, unit)
    for seat, player in enumerate(battle.players):
        assert battle.purse(seat) >= 0
        assert 0 <= player.spent <= player.kills
    if game.question is None:
        return
    if battle.doing is None and battle.phase == "Action":
        _between_actions(battle)
    ask = game.agenda[-1]
    if isinstance(ask, ChooseWeapon):
        _targets_are_seen(game, ask)


def _unit(battle: Battle, unit: Unit) -> None:
    assert unit.life <= FULL_LIFE
    once = [copy for copy in unit.fired if not unit.sheet.arms[copy].again]
    assert len(once) == len(set(once)), f"{unit.id} has fired a weapon twice in a turn: {unit.fired}"
    for copy in {*unit.sheet.arms, *unit.sheet.kit}:
        left = unit.left(copy)
        assert left is None or left >= 0, f"{unit.id} has used {copy} once too often"


def _between_actions(battle: Battle) -> None:
    """While nobody acts every group keeps together, and nobody stands on what is gone."""
    for unit in battle.on_table():
        assert free_seats(battle, unit) >= 0, f"{unit.id} carries too many"
        assert free_hatches(battle, unit) >= 0, f"too many stand in the hatch of {unit.id}"
        assert unit.on == GROUND or unit.on not in battle.ruins, f"{unit.id} stands on the ruin of {unit.on}"
        assert unit.moved == 0
        if unit.group:
            group = battle.group(unit)
            assert len(group) > 1
            assert rallied_groups.holds(battle, group), f"{unit.group} is no group any more"


def _targets_are_seen(game: Game[Battle], ask: ChooseWeapon) -> None:
    """What can be shot at directly shows some part."""
    battle, shooter = game.state, game.state.units[ask.unit]
    for action in ask.actions_now(game):
        if isinstance(action, AimAt) and action.refuse() is None:
            aim = action.aim
            direct = not aim.nlos and not aim.weapon.melee and not aim.weapon.repairs and not shooter.tempest
            if direct and isinstance(aim.target, Unit):
                hidden = sight.hidden(battle, shooter, aim.target, aim.salvo.raised)
                assert hidden < 1 or aim.target.aboard, f"{shooter.id} could shoot at {action.key} and sees nothing"
