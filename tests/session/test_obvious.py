"""What the rulebook calls obvious is not put to a person who has one legal answer; it goes back with the last one."""

from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tests.test_targets import chosen


def test_which_unit_acts_is_not_asked_where_only_one_is_left(tmp_path: Path) -> None:
    system, scenario = new_game.find_scenario("techcommander/quick-start")
    path = tmp_path / "game.jsonl"
    session = Session.new(new_game.set_table(system, scenario, seed=7, players=["keyboard"] * 2), path)
    random, skipped = Random(7), 0
    while skipped < 3 and session.question is not None:
        question = session.question
        assert not question.obvious or len([*islice(question.legal(), 2)]) > 1, question
        answer = chosen(session.game, "attack", random)
        before = len(session.history)
        session.and_obvious(partial(session.answer, answer))
        if len(session.history) > before + 1:
            skipped += 1
            assert [entry.person for entry in session.history[before:]] == [True, False]
            waits = repr(session.question)
            session.undo()
            assert (len(session.history), repr(session.question)) == (before, repr(question)), "not asked now either"
            session.redo()
            assert repr(session.question) == waits
    assert skipped == 3
    prompt = repr(session.question)
    session.close()
    assert repr(Session.replay(path).question) == prompt
