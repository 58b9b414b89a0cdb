"""A referee's questions: from one place to another, and what a unit may do, are answered as the game would."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.question import Pick
from tabletop_tui.engine.scenes import HexScene
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play.measuring import Place, asked, between, example
from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.play.session import Session
from tabletop_tui.play.unit_options_now import may_do
from tabletop_tui.rulebook.battle_facts import fact
from tabletop_tui.rulebook.registry import system_ids
from tests.screens.conftest import at

BOOKS = sorted(system_ids())


def begun(name: str) -> Session:
    """A battle at a question which unit is to act, with units of both sides on the table."""
    session = Session.new(set_table(*find_scenario(f"{name}/quick-start"), seed=1, players=["greedy", "greedy"]))
    for _ in range(60):
        lines = session.system.roster(session.game)
        sides = {line.seat for line in lines if line.spot and line.counts}
        question = session.question
        if (
            len(sides) > 1
            and isinstance(question, Pick)
            and not question.about
            and session.system.standing(session.game).round
        ):
            return session
        session.run(1)
    raise AssertionError("no unit was ever to be chosen")


@pytest.mark.parametrize("name", BOOKS)
def test_it_is_what_the_game_says(name: str) -> None:
    game = begun(name).game
    before = game.system.dump(game)
    lines = [line for line in game.system.roster(game) if line.spot and line.counts]
    one, other = (next(line.unit for line in lines if line.seat == seat) for seat in (0, 1))
    found = between(game, *asked(game, f"{one} to {other}"))
    gap = fact(game, f"{one}~{other}.distance")
    hexes = isinstance(game.system.scene(game), HexScene)
    assert found.far.startswith(f"{gap:g} hex" if hexes else f"{gap:.2f} ")
    assert found.sight == f"{one} sees {other}: {fact(game, f'{one}>{other}.sight')}"
    spots = ("0405", "0709") if hexes else ("12,8", "20,16")
    bare = between(game, *asked(game, f"{spots[0]} to {spots[1]}"))
    assert bare.far == "5 hexes" or bare.far.startswith("11.31 ")
    assert bare.sight == ""
    there = between(game, *asked(game, f"{one} at {spots[0]} to {other}"))
    assert there.title == f"{one} at {spots[0]} to {other}"
    assert there.sight.startswith(f"{one} at {spots[0]} sees {other}: ")
    assert between(game, Place("", spots[0]), Place(other), one) == there
    assert game.system.dump(game) == before
    shown = example(game).split(", or ")
    assert len(shown) == 3


@pytest.mark.parametrize("name", BOOKS)
def test_what_a_unit_may_do_is_what_it_is_offered(name: str) -> None:
    session = begun(name)
    question = session.question
    assert isinstance(question, Pick)
    looked = 0
    for line in session.system.roster(session.game):
        if not (line.spot and line.counts):
            continue
        found = may_do(session.game, line.unit)
        option = next((one for one in question.options if line.unit in (one.key, one.target)), None)
        if option is None or option.refusal is not None:
            assert found.options == ()
            assert found.said
            continue
        course = session.game.clone()
        course.answer(option.key)
        offered = course.advance()
        assert isinstance(offered, Pick)
        assert [one.key for one in found.options] == [one.key for one in offered.options]
        looked += 1
    assert looked


def test_what_is_no_place_gets_a_sentence() -> None:
    game = begun("crimsondusk").game
    wrong = {
        "A1": "type two places",
        "A1 to nix": "no place and no unit",
        "A1 to 99,8": "off the table",
        "Z9 at 12,8 to A1": "unknown unit 'Z9'",
        "": "type two places",
    }
    for typed, said in wrong.items():
        with pytest.raises(Wrong, match=said):
            asked(game, typed)


async def test_both_have_a_key() -> None:
    async with at(Session.new(set_table(*find_scenario("mechcom/quick-start"), seed=1))) as player:
        await player.press("enter ampersand")
        for letter in "0405 to 0709":
            await player.press("space" if letter == " " else letter)
        await player.press("enter")
        assert "Distance: 5 hexes" in player.picture
        await player.press("escape quotation_mark")
        assert (
            "Put the cursor on a unit" in player.picture
            or "now:" in player.picture
            or "has to answer" in player.picture
        )
