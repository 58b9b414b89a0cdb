"""A force set up as in an earlier game by one key, each seat at its turns; what is taken back stays the player's."""

from tabletop_tui.engine.setup import Setup
from tabletop_tui.play import new_game
from tabletop_tui.play.earlier_setup import asked_to_set_up
from tabletop_tui.play.session import Session
from tabletop_tui.screens.base.dialogs import Choose
from tabletop_tui.screens.battle.repeat_setup import NONE_ALIKE
from tests.screens.conftest import at

KEY = "left_parenthesis"


def table(seed: int, player: str = "keyboard") -> Setup:
    scenario = new_game.find_scenario("mechcom/quick-start")
    return new_game.set_table(*scenario, players=[player] * 2, seed=seed)


def places(session: Session) -> dict[str, str]:
    return {line.unit: line.spot for line in session.system.roster(session.game)}


async def test_two_people_set_up_as_before_turn_by_turn():
    first = new_game.begin(table(1, "greedy"), "before")
    while asked_to_set_up(first.game) is not None:
        first.computer_answers()
    first.close()
    seed = next(seed for seed in range(2, 12) if Session.new(table(seed)).seat_to_answer == first.history[0].seat)
    async with at(Session.new(table(seed))) as player:
        await player.press(KEY)
        assert isinstance(player.app.screen, Choose)
        assert len(player.app.screen.items) == 1
        await player.press("enter")
        asked = player.session.seat_to_answer
        assert asked == 1 - first.history[0].seat, "it stops where the other is asked"
        await player.press(f"{KEY} enter")
        assert asked_to_set_up(player.session.game) is None, "from there on both go on by themselves"
        assert places(player.session) == places(first)
        await player.press("z Y")  # the dice for who begins have been seen
        assert asked_to_set_up(player.session.game) is not None, "what was taken back is not given again by itself"
        await player.press(f"{KEY} enter")
        assert places(player.session) == places(first)
        await player.press(KEY)
        assert player.prompt.endswith("Nobody at the keyboard is setting up just now")


async def test_without_an_earlier_game_it_says_so():
    async with at(Session.new(table(3))) as player:
        await player.press(KEY)
        assert NONE_ALIKE in player.prompt
