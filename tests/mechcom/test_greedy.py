"""The greedy player sees what is worth most at once."""

from __future__ import annotations

from attrs import evolve

from tabletop_tui.rules.mechcom.battle import Piece
from tabletop_tui.rules.mechcom.greedy import appraise, goals
from tests.mechcom.build import activate, ground, gun, mech, model, skirmish
from tests.playing import options, play


def best(game):
    """The legal answer of the highest worth."""
    return max(game.question.legal(), key=lambda answer: appraise(game, answer))


def test_it_shoots_the_target_that_it_can_destroy():
    game = skirmish(mech() @ "0505", [mech() @ "0508", mech(integrity=1) @ "0805"])
    activate(game, "A1")
    assert best(game) == "shoot:Gun"
    play(game, "shoot:Gun")
    assert best(game) == "B2"


def test_it_goes_around_a_wall_to_come_nearer():
    lake = ground(**{f"h{column:02d}10": "0~" for column in range(1, 14)})
    game = skirmish(mech(movement=4, weapons=[gun(range=2)]) @ "0709", mech() @ "0712", map=lake)
    activate(game, "A1")
    assert options(game)["shoot:Gun"] != ""
    play(game, "move")
    column = int(best(game)[-1][:2])
    assert column > 7, "the only gap is at the east end"


def test_a_carrier_heads_for_another_hex_of_its_zone():
    game = skirmish(mech() @ "0502", mech() @ "0518", type="capture-the-flag")
    flag = Piece("FB", "flag", 1, "", "A1")
    game.state.set_piece(flag)
    assert "0502" not in goals(game.state, model(game, "A1"))
    assert "0503" in goals(game.state, model(game, "A1"))
    game.state.set_piece(evolve(flag, scored=True))
    assert goals(game.state, model(game, "A1")) == ["0518"]
