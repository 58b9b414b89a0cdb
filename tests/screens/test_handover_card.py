"""Between two people at one keyboard: the turn card."""

import pytest
from attrs import evolve

from tabletop_tui.engine.events import ChangedHands
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.screens.battle.pages.handover_card import TurnCard
from tabletop_tui.screens.battle.screen import BattleScreen
from tests.screens.conftest import Player, at, heard, toy
from tests.toy import Toy


async def until_other(player: Player, shoots: bool = True) -> None:
    """Answer until another person is asked."""
    first = player.session.question.seat
    for _ in range(60):
        question = player.session.question
        if question is None or question.seat != first:
            return
        shot = shoots and hasattr(question, "options") and question.refuse("shoot") is None
        player.battle.answer("shoot" if shot else next(iter(question.legal())))
        await player.pilot.pause()


async def test_the_card_says_who_plays_and_how_things_stand():
    async with at(toy(), turn_card="always") as player:
        assert isinstance(player.app.screen, BattleScreen), "nothing has happened yet"
        await until_other(player)
        assert isinstance(player.app.screen, TurnCard)
        seat = player.session.question.seat
        assert f"{player.battle.model.names[seat]}, it is your turn" in player.picture
        for heading in ("Score", "Since you played", "Who is left to act"):
            assert heading in player.picture
        role = player.app.colours.token(seat)
        assert player.app.screen.query_one("#title").lines[0][0][1] == role, "the head has the colour of the seat"
        given = len(player.session.history)
        await player.press("enter")
        assert player.app.screen is player.battle
        assert len(player.session.history) == given
        await player.press("w")
        brief = player.picture
        await player.press("d")
        assert player.picture != brief, "with all dice"
        await player.press("d")
        assert player.picture == brief
        await player.press("escape")
        assert player.app.screen is player.battle, "it comes once"


async def test_where_nobody_acts_yet_nobody_is_called_left(monkeypatch: pytest.MonkeyPatch):
    async with at(toy(), turn_card="always") as player:
        reserve = [evolve(line, spot="", state="reserve") for line in player.session.system.roster(player.session.game)]
        monkeypatch.setattr(Toy, "roster", lambda self, game: reserve)
        await until_other(player)
        assert isinstance(player.app.screen, TurnCard)
        assert "Score" in player.picture
        assert "is left" not in player.picture


async def test_who_is_not_on_the_table_yet_is_counted(monkeypatch: pytest.MonkeyPatch):
    async with at(toy(), turn_card="always") as player:
        first, *others = player.session.system.roster(player.session.game)
        roster = [evolve(first, spot="", state="reserve"), *others]
        monkeypatch.setattr(Toy, "roster", lambda self, game: roster)
        await until_other(player)
        assert player.picture.count("1 not on the table") == 1


async def test_it_comes_at_each_change_of_person_and_never_to_the_same():
    async with at(toy(), turn_card="always") as player:
        cards = changes = 0
        before = None
        for _ in range(40):
            question = player.session.question
            if question is None:
                break
            came = isinstance(player.app.screen, TurnCard)
            cards += came
            changes += before is not None and question.seat != before
            assert came == (before is not None and question.seat != before)
            before = question.seat
            if came:
                await player.press("enter")
            player.battle.answer(next(iter(question.legal())))
            await player.pilot.pause()
        assert cards == changes > 3


async def test_a_key_that_is_the_battles_is_not_lost_on_the_card():
    async with at(toy(), turn_card="always") as player:
        await until_other(player)
        assert isinstance(player.app.screen, TurnCard)
        await player.press("T")
        assert "Where the battle stands" in player.picture
        await player.press("escape")
        assert player.app.screen is player.battle


async def arrive(player: Player, *keys: tuple[str, float]) -> None:
    """Keys that arrived at these times, in seconds after the card was seen."""
    seen = player.app.screen.seen_at
    for name, after in keys:
        key = heard(name)
        key.time = seen + after
        player.app.post_message(key)
    await player.pilot.pause()


# With a guard of 60 s, so that no test waits for the moment after which a key is known not to be held.
@pytest.mark.parametrize("delay", [70.0, 200.0])
async def test_a_held_enter_never_puts_it_away(delay: float):
    async with at(toy(), turn_card="always", guard=60.0) as player:
        await until_other(player)
        card = player.app.screen
        assert isinstance(card, TurnCard)
        await arrive(player, *[("enter", delay + 30 * number) for number in range(12)])
        assert player.app.screen is card
        assert player.session.question.seat == card.turn.seat


async def test_two_enters_with_the_gap_of_a_finger_put_it_away_and_answer_nothing():
    async with at(toy(), turn_card="always", guard=60.0) as player:
        await until_other(player)
        given = len(player.session.history)
        await arrive(player, ("enter", 1.0), ("enter", 62.0))
        assert player.app.screen is player.battle
        assert len(player.session.history) == given


async def test_an_enter_from_before_it_was_seen_does_not_put_it_away():
    async with at(toy(), turn_card="always", guard=0.0) as player:
        await until_other(player)
        card = player.app.screen
        await arrive(player, ("enter", -0.2), ("escape", -0.01))
        assert player.app.screen is card
        await arrive(player, ("enter", 0.3))
        assert player.app.screen is player.battle


async def test_a_command_is_done_however_early_and_an_answer_only_once_the_card_can_be_read():
    async with at(toy(), turn_card="always", guard=0.01) as player:
        await until_other(player)
        card, given = player.app.screen, len(player.session.history)
        await arrive(player, ("e", 0.1))
        assert player.app.screen is card, "the other person's answer, typed too late"
        await arrive(player, ("T", 0.1))
        assert "Where the battle stands" in player.picture
        assert len(player.session.history) == given


async def test_what_one_did_oneself_is_not_told():
    async with at(toy(), turn_card="always", size=(100, 40)) as player:
        seen = 0
        for _ in range(24):
            question = player.session.question
            if question is None:
                break
            if isinstance(player.app.screen, TurnCard):
                own = {line.unit for line in player.app.screen.turn.roster if line.seat == question.seat}
                deeds = player.app.screen.turn.digest.deeds
                assert not any(deed.unit in own for deed in deeds)
                seen += len(deeds)
                await player.press("enter")
            player.battle.answer(next(iter(question.legal())))
            await player.pilot.pause()
        assert seen > 3


@pytest.mark.parametrize("players", [("keyboard", "random"), ("keyboard", "keyboard")])
async def test_one_person_and_those_who_do_not_want_it_have_no_card(players):
    async with at(toy(*players), turn_card="always" if "random" in players else "never") as player:
        for _ in range(6):
            if player.session.question is None:
                break
            player.battle.answer(next(iter(player.session.question.legal())))
            await player.pilot.pause()
            assert not isinstance(player.app.screen, TurnCard)


async def test_after_an_answer_was_taken_back_nobody_is_told():
    async with at(toy(), turn_card="always") as player:
        await until_other(player)
        await player.press("enter")
        player.battle.take_back(player.session.undo)
        await player.pilot.pause()
        assert player.app.screen is player.battle


async def test_what_changed_hands_is_marked_on_the_card(monkeypatch: pytest.MonkeyPatch):
    def holders(self: Toy, game: Game) -> list[Held]:
        taken = bool(game.state.done)
        return [Held("hill", "0101", (1,) if taken else (), "A1 is on it"), Held("ford", why="nobody is near")]

    monkeypatch.setattr(Toy, "holders", holders)
    async with at(toy(), turn_card="always") as player:
        await until_other(player, shoots=False)
        assert isinstance(player.app.screen, TurnCard)
        hill, ford = (
            next(line for line in player.picture.splitlines() if f"{name}  " in line) for name in ("hill", "ford")
        )
        assert "NEW" in hill
        assert "A1 is on it" in hill
        assert "NEW" not in ford
        assert "nobody: nobody is near" in ford
        assert any(isinstance(event, ChangedHands) for event in player.session.log())
        assert "hill: " in " ".join(event.text for event in player.session.log())


async def test_who_only_reacts_in_anothers_activation_does_not_change_places():
    async with at(toy(), turn_card="always") as player:
        model, since, seat = player.battle.model, player.battle.reading.since, player.session.question.seat
        for line in model.roster:
            model.standing = evolve(model.standing, active=line.unit)
            assert since.whose_go == (seat if line.seat == seat else None)
        assert len(model.roster) == 4
        model.standing = evolve(model.standing, active="")
        assert since.whose_go == seat
