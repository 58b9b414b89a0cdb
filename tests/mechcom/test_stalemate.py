"""A rule of ours: a draw is offered where nothing has happened for long, never sooner, and never against one's will."""

from __future__ import annotations

import json

import pytest
from attrs import evolve

from tabletop_tui.engine.setup import Setup
from tabletop_tui.engine.wording import counted
from tabletop_tui.play import new_game, position_files
from tabletop_tui.play.journal import JournalError
from tabletop_tui.play.players import COMPUTERS
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rules.mechcom.state.stalemate import progress
from tabletop_tui.rules.mechcom.turn.concede import concede
from tabletop_tui.rules.mechcom.turn.turn import EndRound
from tests.mechcom.build import mech, model, skirmish, texts
from tests.mechcom.games import begin, loaded_like, rich_setup
from tests.mechcom.invariants import check
from tests.playing import options, play

rule = pytest.mark.rule
ASKED = {"draw": "", "on": ""}


def quiet(after: int | None, still: int, *sides, **rest):
    """A battle in which so many rounds have gone by without anything happening, as far as its next question."""
    game = skirmish(*(sides or (mech() @ "0505", mech() @ "1420")), dice=[1, 2] * 99, **rest)
    game.setup = evolve(game.setup, stalemate=after)
    game.state.stillness = game.state.stillness.after(progress(game.state))
    for _ in range(still):
        close_round(game)
    return game


def close_round(game):
    """The round ends with all mechs where they are."""
    if game.question is not None and game.question.rules == ("MC-OURS-1",):
        return
    game.agenda.clear()
    game.push(EndRound())
    game.advance()


def offered(game) -> bool:
    return game.question is not None and game.question.rules == ("MC-OURS-1",)


# ---------------------------------------------------------------- when
@rule("MC-OURS-1")
@pytest.mark.parametrize(("after", "rounds"), [(1, 1), (3, 3), (10, 10)])
def test_it_is_offered_after_so_many_rounds_and_no_sooner(after, rounds):
    game = quiet(after, rounds - 1)
    assert not offered(game)
    close_round(game)
    assert offered(game)
    assert game.question.prompt.startswith(f"For {counted(rounds, 'round')} ")


@rule("MC-OURS-1")
@pytest.mark.parametrize("after", [None, 0])
def test_where_it_is_switched_off_it_is_never_offered(after):
    assert not offered(quiet(after, 30))


@rule("MC-OURS-1")
@pytest.mark.parametrize("what", ["score", "harm", "restored", "destroyed"])
def test_whatever_happens_begins_the_count_anew(what):
    game = quiet(5, 4, [mech() @ "0505", mech() @ "0707"], mech() @ "1420")
    if what == "score":
        game.state.score(0, 2)
    elif what == "destroyed":
        game.state.take_off(model(game, "A2"))
        model(game, "A2").integrity = 0
    else:
        model(game, "A1").integrity += 1 if what == "restored" else -1
    for _ in range(5):
        close_round(game)
        assert not offered(game)
    close_round(game)
    assert offered(game)


@rule("MC-OURS-1")
def test_nobody_is_asked_again_before_as_many_rounds_more():
    game = quiet(3, 3)
    play(game, "on")
    for _ in range(2):
        close_round(game)
        assert not offered(game)
    close_round(game)
    assert offered(game)
    assert "6 rounds" in game.question.prompt


@rule("MC-OURS-1")
def test_a_first_round_in_which_nothing_happens_counts():
    """From the set-up on: everybody ends every activation at once."""
    game = begin(rich_setup(seed=3))
    while game.question is not None and not offered(game):
        keys = options(game) if hasattr(game.question, "options") else {}
        game.answer("end" if "end" in keys else next(game.question.legal()))
        game.advance()
    assert offered(game)
    assert game.state.round == 2


@rule("MC-OURS-1", "MC-CZ-3")
def test_a_scenario_that_has_come_to_its_end_offers_nothing_any_more():
    game = quiet(3, 2, type="control-zone", rounds=4)
    game.state.round = 4
    close_round(game)
    assert game.result is not None
    assert "Round 4 is over" in game.result.text


# ---------------------------------------------------------------- who, and what comes of it
@rule("MC-OURS-1")
def test_all_players_have_to_accept_in_the_order_of_the_round():
    game = quiet(3, 2)
    game.state.order = (1, 0)
    close_round(game)
    assert (game.question.seat, options(game)) == (1, ASKED)
    play(game, "draw")
    assert (game.question.seat, options(game)) == (0, ASKED)
    check(game)
    play(game, "draw")
    assert game.result.winners == ()
    assert game.result.rules == ("MC-OURS-1",)
    assert texts(game)[-3:] == [
        "Blue accepts a draw",
        "Red accepts a draw",
        "For 3 rounds neither a score nor a mech's Integrity has changed: a draw by agreement",
    ]


@rule("MC-OURS-1")
@pytest.mark.parametrize("answers", [("on",), ("draw", "on")])
def test_one_who_plays_on_is_enough_for_the_game_to_go_on(answers):
    game = quiet(3, 3)
    play(game, *answers)
    assert game.result is None
    assert not offered(game)
    assert game.state.phase == "Activation"
    assert texts(game).count("Red plays on") + texts(game).count("Blue plays on") == 1


@rule("MC-OURS-1")
def test_who_has_no_mech_left_is_not_asked():
    game = quiet(3, 2, mech() @ "0505", mech() @ "1420", mech() @ "1401")
    game.state.take_off(model(game, "B1"))
    model(game, "B1").integrity = 0
    game.state.stillness = evolve(game.state.stillness, progress=progress(game.state))
    game.state.order = (0, 1, 2)
    close_round(game)
    play(game, "draw")
    assert game.question.seat == 2
    play(game, "draw")
    assert game.result.winners == ()


@rule("MC-OURS-1", "MC-END-3")
def test_if_one_concedes_at_the_offer_the_others_play_on():
    game = quiet(3, 3, mech() @ "0505", mech() @ "1420", mech() @ "1401")
    concede(game, 0)
    game.ask_anew()
    game.advance()
    assert game.result is None
    assert not offered(game)
    assert game.state.phase == "Activation"


@rule("MC-OURS-1")
@pytest.mark.parametrize("player", sorted(COMPUTERS))
def test_computers_accept(player):
    game = quiet(3, 3)
    game.system = system("mechcom")
    assert [COMPUTERS[player](seed, game.question.seat).choose(game, number=seed) for seed in range(9)] == ["draw"] * 9


# ---------------------------------------------------------------- kept with the game
def still_setup(stalemate: int | None) -> Setup:
    found, info = new_game.find_scenario("mechcom/quick-start")
    return new_game.set_table(found, info, seed=5, stalemate=stalemate)


@rule("MC-OURS-1")
def test_it_is_kept_in_the_journal_and_replayed(tmp_path):
    """A game of two rounds in which nobody does anything, then a draw."""
    session = Session.new(still_setup(1), tmp_path / "a.jsonl")
    while session.over is None:
        question = session.question
        keys = options(session.game) if hasattr(question, "options") else {}
        wanted = [key for key in ("draw", "end") if key in keys]
        session.answer(wanted[0] if wanted else next(question.legal()))
    assert session.over.text.startswith("For 1 round ")
    assert session.setup.stalemate == 1
    session.close()
    again = Session.replay(tmp_path / "a.jsonl")
    assert again.setup.stalemate == 1
    assert again.digest() == session.digest()
    again.undo()
    assert offered(again.game)


@rule("MC-OURS-1")
@pytest.mark.parametrize("stalemate", [None, 0, 7])
def test_a_header_says_it_and_an_odd_one_is_refused(tmp_path, stalemate):
    path = tmp_path / "a.jsonl"
    Session.new(evolve(still_setup(5), stalemate=stalemate), path).close()
    assert Session.replay(path).setup.stalemate == stalemate
    header = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    assert header["setup"].get("stalemate") == stalemate


@rule("MC-OURS-1")
@pytest.mark.parametrize("odd", ["soon", 2.5, [3], True])
def test_a_header_with_another_kind_of_value_is_refused(tmp_path, odd):
    path = tmp_path / "a.jsonl"
    Session.new(evolve(still_setup(5), stalemate=odd), path).close()
    with pytest.raises(JournalError, match="stalemate"):
        Session.replay(path)


@rule("MC-OURS-1")
def test_a_position_keeps_it_and_can_be_played_with_another(tmp_path):
    session = Session.new(still_setup(7))
    path = position_files.save(session.game, "Still", tmp_path)
    info = position_files.read(session.system, path)
    assert info.stalemate == 7
    assert new_game.set_table(session.system, info).stalemate == 7
    assert new_game.set_table(session.system, info, stalemate=0).stalemate == 0


@rule("MC-OURS-1")
def test_the_count_is_saved_with_the_state():
    game = begin(rich_setup(seed=3))
    while not offered(game):
        keys = options(game) if hasattr(game.question, "options") else {}
        game.answer("end" if "end" in keys else next(game.question.legal()))
        game.advance()
    again = loaded_like(game)
    assert again.state.stillness == game.state.stillness
    assert again.agenda == game.agenda


# ---------------------------------------------------------------- scenarios and the choices of a new game
@rule("MC-OURS-1")
def test_only_a_scenario_without_a_last_round_offers_a_draw():
    found = system("mechcom")
    for name, wanted in (("quick-start", 10), ("canyon-flags", 10), ("canyon-zone", None), ("fort-siege", None)):
        info = new_game.find_scenario(f"mechcom/{name}")[1]
        assert info.stalemate == wanted
        assert new_game.set_table(found, info).stalemate == wanted


@rule("MC-OURS-1", "MC-CZ-3")
def test_where_a_last_round_is_nothing_can_be_chosen():
    found, info = new_game.find_scenario("canyon-zone")
    with pytest.raises(new_game.BadChoice, match="comes to an end by itself"):
        new_game.set_table(found, info, stalemate=5)
