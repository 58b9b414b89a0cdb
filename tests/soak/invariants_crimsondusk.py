"""What must hold in a Crimson Dusk battle whenever a question waits, whatever has happened."""

from __future__ import annotations

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Pick
from tabletop_tui.rules.crimsondusk.forms import state_validation
from tabletop_tui.rules.crimsondusk.moving.entering_melee import pairs_in_contact
from tabletop_tui.rules.crimsondusk.shooting.shooting import ChooseTarget
from tabletop_tui.rules.crimsondusk.sight import sight
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.coherency import is_torn
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import firing_as
from tabletop_tui.rules.crimsondusk.turn.victory import points
from tabletop_tui.rules.crimsondusk.ways.move_field import MoveField


def hold(game: Game[Battle]) -> None:
    """All invariants of the state: the audit, AP, melees, sight of whoever can be shot at, whole chains."""
    battle = game.state
    if game.question is not None:
        state_validation.audit(game)
    for unit in battle.units.values():
        points_hold(unit)
        if battle.phase == "Activation" and not game.agenda:
            assert unit.fighting == any(pairs_in_contact(unit, battle.units[foe]) for foe in unit.foes)
    assert min(points(battle)) >= 0
    if game.question is None:
        return
    ask = game.agenda[-1]
    if isinstance(ask, ChooseTarget) and isinstance(game.question, Pick):
        targets_are_seen(battle, firing_as(battle, ask.unit), game.question)
    field = getattr(game.question, "field", None)
    if isinstance(field, MoveField):
        ends_keep_together(field)


def points_hold(unit: Unit) -> None:
    """Nobody spends more AP than the best of its models ever had."""
    most = max(man.ap for man in unit.sheet.men)
    bought = max((man.soldier.ap for man in unit.men), default=most)
    assert 0 <= unit.spent <= max(most, bought), f"{unit.id} has spent {unit.spent} AP of {most}"
    assert unit.shots >= 0


def targets_are_seen(battle: Battle, unit: Unit, question: Pick) -> None:
    """Whoever can be shot at is seen by somebody, and in no melee."""
    for option in question.options:
        target = battle.units.get(option.key)
        if target is not None and option.refusal is None and not any(w.indirect for w in arms(unit)):
            assert sight.sees(battle, unit, target), f"{unit.id} could shoot at {target.id}, which it does not see"
            assert not target.fighting


def arms(unit: Unit) -> list:
    return [weapon for soldier in unit.soldiers for weapon in soldier.weapons]


def ends_keep_together(field: MoveField) -> None:
    """Some of the places that are offered: a whole section is whole there."""
    if field.torn or any(man.part for man in field.unit.men):
        return
    probe = field.unit.clone()
    for spot in list(field.cells())[:3]:
        ends = field.places([spot])[0]
        probe.models = field.all_at(ends)
        assert not is_torn(probe), f"{probe.id} is torn at {spot}"
