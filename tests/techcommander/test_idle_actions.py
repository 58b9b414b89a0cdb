"""Actions that can do nothing just now say so, and stand last: shots without a target, scans without anybody hidden."""

from __future__ import annotations

from tabletop_tui.engine.option_order import arranged
from tabletop_tui.engine.question import Pick
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session


def choosing() -> tuple[Session, Pick]:
    """A quick start at the first choice of an action."""
    session = Session.new(new_game.set_table(*new_game.find_scenario("techcommander/quick-start"), seed=7))
    while not (isinstance(session.question, Pick) and session.question.option("scan") is not None):
        session.answer(session.question.suggest(1)[0])
    return session, session.question


def again(session: Session) -> dict[str, str]:
    """Why each action is idle, in the order in which they are listed, with the battle as it stands now."""
    question = session.game.agenda[-1].question(session.game)
    return {option.key: option.idle for option in arranged(question.options) if option.refusal is None}


def test_where_all_enemies_are_infiltrated_attacks_are_idle_and_scan_is_named():
    session, question = choosing()
    battle = session.game.state
    enemies = battle.enemies(question.seat)
    assert len(enemies) > 1
    for enemy in enemies:
        enemy.infiltrated = True
    found = again(session)
    assert found["attack"] == found["attack-and-cover"] == "all enemies are infiltrated: Scan reveals them"
    assert not found["scan"]
    order = list(found)
    assert order.index("scan") < 6, "in view in the list of a small screen"
    assert order.index("scan") < order.index("attack")


def test_where_nobody_is_infiltrated_a_scan_is_idle_and_stands_behind_what_does_something():
    session, question = choosing()
    for enemy in session.game.state.enemies(question.seat):
        enemy.infiltrated = False
    found = again(session)
    assert found["scan"] == "no enemy is infiltrated"
    assert not found["attack"]
    order = list(found)
    assert order.index("attack") < order.index("scan")
