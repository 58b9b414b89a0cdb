"""What gives more up than it says is asked once, and Enter leaves it."""

from random import Random

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Pick, Place
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.screens.battle.confirmations import Sure
from tests.screens.conftest import at


def reached(name: str, key: str) -> Session:
    """A game at the first question that offers this answer beside others."""
    session, chooser = Session.new(new_game.set_table(*new_game.find_scenario(name), seed=1)), Random(1)
    while True:
        question = session.question
        assert question is not None
        if isinstance(question, Pick) and key in question.legal() and len([*question.legal()]) > 1:
            return session
        session.answer(question.sample(chooser))


async def test_a_phase_is_quit_only_by_who_says_so():
    session = reached("pmc2640/quick-start", "quit")
    answers = len(session.history)
    async with at(session, sure="ask") as player:
        await player.press("q")
        assert isinstance(player.app.screen, Sure)
        assert "could still act: quit the phase?" in player.app.screen.consequence
        await player.press("enter")
        assert len(session.history) == answers
        await player.press("q y")
        assert session.history[answers].answer == "quit"


async def test_an_activation_that_comes_to_nothing_has_its_key_in_the_list_and_is_asked_about():
    session, chooser = (
        Session.new(new_game.set_table(*new_game.find_scenario("armymen/quick-start"), seed=1)),
        Random(1),
    )
    while not (isinstance(session.question, Pick) and "hold" in session.question.legal()):
        session.answer(session.question.sample(chooser))
    answers, hold = len(session.history), session.question.option("hold")
    assert hold is not None
    assert hold.idle, "nobody can be shot at from where the armies begin"
    async with at(session, sure="ask") as player:
        assert " h  Hold" in player.picture
        await player.press("h")
        assert isinstance(player.app.screen, Sure)
        assert len(session.history) == answers
        await player.press("y")
        assert session.history[answers].answer == "hold"


async def test_nobody_is_asked_who_does_not_want_it():
    session = reached("pmc2640/quick-start", "quit")
    answers = len(session.history)
    async with at(session, sure="never") as player:
        await player.press("q")
        assert session.history[answers].answer == "quit"


async def test_a_digit_that_is_not_listed_does_nothing():
    session = reached("pmc2640/quick-start", "quit")
    answers, question = len(session.history), session.question
    assert isinstance(question, Pick)
    place = next(number for number, option in enumerate(question.options, 1) if option.key == "quit")
    assert place < 10
    async with at(session) as player:
        await player.press(str(place))
        assert len(session.history) == answers


async def test_a_move_that_leads_nowhere_is_asked_about():
    session = reached("techcommander/quick-start", "attack")
    session.answer("move")
    while not isinstance(session.question, Place):
        assert isinstance(session.question, Pick)
        session.answer("pass")
    answers, question = len(session.history), session.question
    here = next(line.spot for line in roster(session.game) if line.unit == question.about)
    assert question.refuse([here]) is None
    async with at(session, sure="ask") as player:
        await player.press("e")
        assert isinstance(player.app.screen, Sure)
        await player.press("escape")
        assert len(session.history) == answers
        player.battle.lay_cursor(here)
        await player.press("enter")
        assert isinstance(player.app.screen, Sure), "who has looked elsewhere and comes back stays by Enter"
        await player.press("enter")
        assert len(session.history) == answers
        assert player.battle.field.cursor != here, "another place is marked then"


async def test_where_somebody_goes_the_first_enter_leads_to_a_good_place_and_the_next_goes_there():
    session = reached("techcommander/quick-start", "attack")
    session.answer("move")
    while not isinstance(session.question, Place):
        session.answer("pass")
    answers, question = len(session.history), session.question
    async with at(session, sure="ask") as player:
        here = player.battle.field.cursor
        assert "Enter: to a good place" in player.prompt
        await player.press("enter")
        assert len(session.history) == answers
        place = player.battle.field.cursor
        assert place != here
        assert question.refuse([place]) is None
        await player.press("enter")
        assert session.history[answers].answer[0] == place


async def test_what_is_not_confirmed_is_not_marked_any_more():
    session = reached("pmc2640/quick-start", "quit")
    answers = len(session.history)
    async with at(session, sure="ask") as player:
        player.battle.model.draft.highlight_key("quit")
        await player.press("enter enter")
        assert len(session.history) == answers
        assert player.battle.model.draft.option.key != "quit"
        await player.press("enter")
        assert session.history[answers].answer != "quit"


def roster(game: Game) -> list:
    return game.system.roster(game)
