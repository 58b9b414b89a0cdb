"""The coach on real rulebooks, with real playouts, where nobody can doubt which answer is best."""

import pytest

from tabletop_tui.coach.analysis import Analysis, played
from tabletop_tui.coach.blunder_check import doubts
from tabletop_tui.coach.hints import think
from tabletop_tui.coach.playout_values import appraise
from tabletop_tui.coach.snapshot import Snapshot
from tabletop_tui.play.position_files import game_of, setup_in
from tabletop_tui.play.session import Session

FLAT = "\n".join(" ".join(["0."] * 9) for _ in range(9))
DUEL = {
    "system": "mechcom",
    "scenario": {"type": "deathmatch", "name": "Duel", "map": FLAT, "map_name": "Flat", "seats": 2, "rounds": 6},
    "round": 6,
    "go": "A1",
    "stillness": {"progress": []},
    "seat": [{"edge": "south"}, {"edge": "north"}],
    "unit": [
        {"id": "A1", "mech": "sentinel", "pilot": "trooper", "at": "0505", "energy": 3, "integrity": 1, "moved": True},
        {"id": "B1", "mech": "sentinel", "pilot": "trooper", "at": "0506", "integrity": 1},
    ],
}
"""Whoever damages the other one wins: A1 can shoot once, then it is B1's turn."""
LAST_MAN = {
    "system": "armymen",
    "scenario": {"name": "Last man", "table": {"name": "Lawn", "width": 30, "height": 24, "pieces": []}},
    "round": 4,
    "go": "A1",
    "unit": [
        {"id": "A1", "unit": "riflemen", "size": 10, "at": "12,15"},
        {"id": "B1", "unit": "recruits", "size": 5, "left": 1, "at": "14,6"},
    ],
}
"""Ten rifles and one man before them, in the last round: who does not shoot has a draw at best."""
POSITIONS = {
    "duel, run away": (DUEL, {"shoot:Sidearm", "shoot:Carbine"}, "move"),
    "duel, end": (DUEL, {"shoot:Sidearm", "shoot:Carbine"}, "end"),
    "last man, run away": (LAST_MAN, {"hold", "advance", "charge"}, "rush"),
    "last man, hunker": (LAST_MAN, {"hold", "advance", "charge"}, "hunker"),
}
BEST = {"shoot:Sidearm", "hold", "charge"}
"""Of the good ones those that are no worse than another."""
every = pytest.mark.parametrize(("position", "good", "bad"), POSITIONS.values(), ids=POSITIONS)


def cost_without(position, shot):
    """What it costs to leave out this shot: as often as it destroys B1, the game is so much better afterwards."""
    if position is LAST_MAN:
        return 0.495  # a win for a draw; ten rifles miss once in a hundred times
    game = game_of(position)
    game.answer(shot)
    game.run()
    return next(one.probability for one in game.preview("B1").chances if one.what == "any damage")


@every
def test_the_hint_puts_the_good_answer_first(position, good, bad):
    *_, last = think(Snapshot.of(game_of(position)), (), 1e9)
    first, *others = last.advice.hints
    assert first.answer in good
    for other in others:
        assert other.answer in good or other.behind.clear
    assert bad not in [hint.answer for hint in last.advice.hints]


@every
def test_the_analysis_calls_the_bad_answer_a_blunder_and_knows_its_cost(position, good, bad, tmp_path):
    session = Session.new(setup_in(position))
    session.answer(bad)
    analysis = Analysis(played(session), tmp_path / "a.jsonl")
    list(analysis.go_on(appraise))
    judged = analysis.judgements[0]
    assert judged.blunder
    assert judged.best_answer in good
    assert judged.cost == pytest.approx(cost_without(position, judged.best_answer), abs=0.1)
    assert judged.error < 0.08


@every
def test_the_analysis_calls_the_good_answer_no_blunder(position, good, bad, tmp_path):
    for answer in sorted(good & BEST):
        session = Session.new(setup_in(position))
        session.answer(answer)
        analysis = Analysis(played(session), tmp_path / f"{answer}.jsonl")
        list(analysis.go_on(appraise))
        assert not analysis.judgements[0].blunder


@every
def test_the_tutor_asks_before_the_bad_answer_and_not_before_the_good_one(position, good, bad):
    *_, doubt = doubts(Snapshot.of(game_of(position)), (bad,), (), 1e9)
    assert doubt.grave
    for answer in sorted(good & BEST):
        *_, doubt = doubts(Snapshot.of(game_of(position)), (answer,), (bad,), 1e9)
        assert not doubt.grave
