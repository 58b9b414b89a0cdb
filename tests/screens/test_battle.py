"""A battle by keys: questions of every kind, refusals, undo, looking about, computers, the pace, the end."""

import asyncio
import os
import threading
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from tabletop_tui.engine.events import Rolled, TakenBack
from tabletop_tui.engine.question import Answer, DiceQuestion, Number, Pick, Place, Split
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.screens.after.results import ResultsScreen
from tabletop_tui.screens.base.dialogs import Sheet
from tabletop_tui.screens.battle.answer_draft import Draft
from tabletop_tui.screens.battle.answer_prefill import prefill
from tabletop_tui.screens.battle.look_commands import rules_in_view
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.battle.view import BattleView
from tabletop_tui.screens.rulebook.help_page import HelpPage
from tabletop_tui.widgets.styled_text import text_of
from tests.screens import stillness
from tests.screens.conftest import at, toy
from tests.toy import toy_setup


async def test_a_round_by_keys():
    """Choose a token, walk it with the cursor, divide dice, decline to dodge: each by its own keys."""
    async with at(toy()) as player:
        assert isinstance(player.session.question, Pick)
        assert "Choose a token" in player.picture
        await player.press("1")
        assert "What does it do?" in player.picture
        await player.press("1")
        question = player.session.question
        assert isinstance(question, Place)
        assert player.battle.field.cursor == player.battle.model.where[question.about]
        start = player.battle.field.cursor
        await player.press("down" if start == "0101" or start == "0501" else "up")
        assert player.prompt.strip().startswith(("● Red  Enter: 0", "■ Blue  Enter: 0"))
        await player.press("enter")
        assert len(player.session.history) == 3
        assert player.session.history[-1].answer == [player.battle.model.where[question.about]]
        await player.press("1 2")
        assert isinstance(player.session.question, Split)
        await player.press("1 tab + + enter")
        assert sum(player.session.history[-1].answer.values()) == 3
        assert len(player.session.history[-1].answer) == 2
        await player.press("2 2")
        assert isinstance(player.session.question, Pick)
        assert "needs 4 or more" in player.picture


async def test_a_refused_option_says_why_and_changes_nothing():
    async with at(toy()) as player:
        await player.press("1")
        before, first = len(player.session.history), player.battle.model.draft.option.key
        await player.press("3")
        assert "it is in full health [TOY-REST-1]" in player.prompt
        assert len(player.session.history) == before
        assert "- Rest" in player.picture.replace("  ", " ")
        assert rules_in_view(player.battle.model)[0] == ("Why not: it is in full health", ["TOY-REST-1"])
        await player.press("enter")
        assert player.session.history[before].answer == first, "the mark is back where it was, and Enter takes that"


async def test_a_refused_place_is_named_once():
    session = Session.new(new_game.set_table(*new_game.find_scenario("mechcom/quick-start"), seed=3))
    chooser = Random(3)
    while not (isinstance(session.question, Place) and "where to?" in session.question.prompt):
        session.answer(session.question.sample(chooser))
    async with at(session) as player:
        taken = next(spot for unit, spot in player.battle.model.where.items() if unit != session.question.about)
        for spot in (taken, "0110", "0901"):
            if session.question.refuse([spot]) is not None:
                player.battle.field.go_to(spot)
                player.battle.cursor_moved()
                assert f"{spot}: no, " in player.prompt
                assert player.prompt.count(spot) == 1


async def test_a_held_enter_never_commits_twice():
    """lazygit's #3471: the second of two quick Enters is not taken for the next question."""
    async with at(toy(), guard=5.0) as player:
        await player.press("enter enter enter")
        assert len(player.session.history) == 1
        assert "as from a held key" in player.prompt
        await player.press("1 1")
        assert len(player.session.history) == 2


async def test_escape_backs_out_one_choice_but_not_over_dice():
    async with at(toy()) as player:
        await player.press("1 2")
        assert isinstance(player.session.question, Split)
        await player.press("escape")
        assert len(player.session.history) == 1
        await player.press("2 enter")
        assert len(player.session.history) == 3  # another seat is asked whether to dodge
        await player.press("escape")
        assert len(player.session.history) == 3
        assert "z takes it back" in player.prompt
        await player.press("z")
        assert len(player.session.history) == 3, "it was not the answer of who is asked"
        await player.press("Y")
        assert len(player.session.history) == 2


async def test_the_card_is_that_of_the_option_until_the_cursor_is_laid_on_another_unit():
    session = Session.new(new_game.set_table(*new_game.find_scenario("armymen/quick-start"), seed=3))
    while "Place which unit" not in session.question.prompt or not any(session.game.system.scene(session.game).tokens):
        session.answer(next(iter(session.question.legal())))
    placed = session.game.system.scene(session.game).tokens[0]
    async with at(session) as player:
        player.battle.lay_cursor(placed.spot)
        assert player.card(18)[0][0][0].strip() == f"{placed.tag} {placed.name}"
        await player.press("tab shift+tab")
        shown = player.card(18)
        assert shown[0][0][0].strip() == session.question.options[0].label
        assert player.battle.field.cursor == placed.spot, "what is not on the table has no spot to go to"


async def test_escape_goes_back_to_the_choice_of_the_unit_that_acts():
    session = Session.new(new_game.set_table(*new_game.find_scenario("armymen/quick-start"), seed=3))
    while "which action" not in (question := session.question).prompt:
        session.answer(next(iter(question.legal())))
    async with at(session) as player:
        given = len(session.history)
        await player.press("escape")
        assert len(session.history) == given - 1
        assert session.question.prompt == "Activate which unit?"
        await player.press("enter P")
        await player.press("h escape")
        assert "Steps of the rules are being run" in player.prompt
        assert len(session.history) == given + 1


async def test_undo_and_redo_give_the_same_game():
    async with at(toy()) as player:
        await player.press("1 2 enter 2")
        after, log = player.session.digest(), len(player.battle.model.events)
        await player.press("z Y z z")
        assert len(player.session.history) == 1, "a row of steps back is asked about once"
        assert len(player.battle.model.events) < log
        await player.press("Z Z Z")
        assert player.session.digest() == after
        assert len([one for one in player.battle.model.events if not isinstance(one, TakenBack)]) == log
        await player.press("z Y less_than_sign")
        assert len(player.session.history) < 3


async def test_a_command_that_is_of_no_use_says_why():
    async with at(toy()) as player:
        for key, why in (
            ("z", "nothing to take back"),
            ("Z", "nothing to do again"),
            ("full_stop", "runs on by itself"),
            ("F", "No computer"),
            ("e", "Finish or leave this choice"),
        ):
            await player.press(key)
            assert why in player.prompt, key


async def test_looking_about_answers_nothing():
    async with at(toy()) as player:
        await player.press("x left left enter")
        assert player.session.history == []
        await player.press("t right right")
        assert "2 hexes" in player.prompt
        await player.press("escape")
        assert player.battle.model.tape == ""
        await player.press("o")
        assert "No unit" in player.prompt
        await player.press("slash B 1 enter o")
        assert player.battle.model.overlay_name == "reach"
        await player.press("escape")
        assert player.battle.model.overlay_name == ""


async def test_zoom_keeps_the_cursor():
    async with at(toy()) as player:
        cursor = player.battle.field.cursor
        await player.press("plus plus plus")
        assert player.battle.field.zoom == 5
        assert "0101" in player.picture
        await player.press("plus plus")
        assert "as close as it gets" in player.prompt
        await player.press("minus minus minus minus minus minus")
        assert player.battle.field.zoom == 0
        assert player.battle.field.cursor == cursor


async def test_going_to_a_spot_and_to_a_unit():
    async with at(toy()) as player:
        await player.press("g 0 9 0 9 enter")
        assert "is no spot" in player.picture
        await player.press("backspace backspace backspace backspace 0 3 0 3 enter")
        assert player.battle.field.cursor == "0303"
        await player.press("slash B 2 enter")
        assert player.battle.field.cursor == player.battle.model.where["B2"]


async def test_the_pages_open_and_close():
    async with at(toy()) as player:
        await player.press("1 2")
        for key, words in (
            ("r", "Dice are divided among enemies"),
            ("v", "Health"),
            ("T", "What comes next"),
            ("question_mark", "Change my mind before it counts"),
        ):
            await player.press(key)
            assert isinstance(player.app.screen, Sheet | HelpPage), key
            assert words in player.picture, key
            await player.press("escape")
            assert isinstance(player.app.screen, BattleScreen), key


async def test_the_palette_runs_a_command_by_its_name():
    async with at(toy()) as player:
        await player.press("1 colon t a k e space b a c k enter")
        assert player.session.history == []


async def test_all_options_stand_with_their_reasons():
    async with at(toy()) as player:
        await player.press("1 a")
        assert "no: it is in full health" in player.picture
        await player.press("down down enter")
        assert len(player.session.history) == 1
        await player.press("up enter")
        assert player.session.history[-1].answer == "shoot"


async def test_giving_up_is_asked_with_a_capital_y():
    async with at(toy()) as player:
        await player.press("colon c o n c e d e enter y")
        assert player.session.over is None
        await player.press("colon c o n c e d e enter Y")
        assert player.session.over is not None
        assert isinstance(player.app.screen, ResultsScreen)
        assert "One side is left" in player.picture
        await player.press("x")
        hints = player.picture.splitlines()[-1]
        assert "Enter result" in hints
        assert "commit" not in hints
        await player.press("enter")
        assert isinstance(player.app.screen, ResultsScreen)
        await player.press("z")
        assert "The log will tell it" in player.picture, "another person's answer is not taken back unasked"
        await player.press("Y")
        assert player.session.over is None


async def test_the_computer_plays_while_the_screen_lives():
    async with at(toy("keyboard", "random", rounds=3)) as player:
        for _ in range(10_000):
            if player.session.over:
                break
            await asyncio.sleep(0.02)
            if player.session.waits_for_person:
                await player.press("enter")
        seats = {entry.seat for entry in player.session.history if not entry.person}
        assert seats == {1}


async def test_what_is_obvious_after_a_computers_answer_is_not_asked_either(monkeypatch: pytest.MonkeyPatch):
    def only(session: Session) -> tuple[int, Answer] | None:
        question, last = session.question, session.history[-1:]
        after = question is not None and question.seat == 0 and last and last[0].seat == 1
        return (0, next(question.legal())) if after else None

    monkeypatch.setattr(Session, "_only_answer", only)
    async with at(toy("keyboard", "random", rounds=3)) as player:
        for _ in range(10_000):
            if player.session.over or any(entry.seat == 0 and not entry.person for entry in player.session.history):
                break
            await asyncio.sleep(0.02)
            if player.session.waits_for_person:
                assert player.session.history[-1:] == [] or player.session.history[-1].seat == 0, "that was not asked"
                await player.press("enter")
        given = [entry.person for entry in player.session.history if entry.seat == 0]
        assert False in given


async def test_two_computers_play_to_the_end():
    async with at(toy("random", "greedy", rounds=2)) as player:
        for _ in range(10_000):
            if player.session.over:
                break
            await asyncio.sleep(0.03)
        await player.pilot.pause()
        assert isinstance(player.app.screen, ResultsScreen)
        assert "The goal was: the most points" in player.picture
        assert " expected" in player.picture


async def test_undo_during_a_computers_thought_drops_the_thought():
    async with at(toy("random", "keyboard"), delay=30.0) as player:
        while player.session.waits_for_person:
            await player.press("enter")
        given = len(player.session.history)
        assert "(computer)" in player.picture
        await player.press("enter")
        assert "A computer is playing" in player.prompt
        await player.press("z")
        assert "A computer is playing" not in player.prompt, "it is said no longer than it is true"
        await asyncio.sleep(0.05)
        assert len(player.session.history) == given - 1
        assert player.session.waits_for_person


async def test_step_by_step_each_step_is_named_and_explained():
    async with at(toy(pace="step"), size=(100, 30)) as player:
        assert player.session.pending
        assert "Next: Start round" in player.picture
        await player.press("full_stop")
        assert "Each side rolls a die;" in player.picture
        assert "TOY-ROUND-1" in player.picture
        assert "Initiative: " in player.picture
        assert player.session.question is not None
        await player.press("P")
        assert player.session.pace == "dice"
        await player.press("P")
        assert player.session.pace == "run"


async def test_die_by_die_each_roll_says_what_it_needs_and_waits_for_enter():
    async with at(toy(pace="dice"), size=(160, 50)) as player:
        assert "Enter throws 1D6: initiative" in player.prompt
        assert "to be thrown" in player.picture
        await player.press("enter full_stop")
        await player.press("1 2 1 tab + + enter 2")
        assert "Enter throws 1D6, needs 4 or more: " in player.prompt
        assert "needs 4 or more: token" in player.picture
        before = sum(isinstance(event, Rolled) for event in player.battle.model.events)
        await player.press("enter")
        assert "needs 4 or more: token" in player.picture
        assert sum(isinstance(event, Rolled) for event in player.battle.model.events) == before + 1


async def test_running_ahead_ends_all_waiting_until_a_person_is_asked():
    async with at(toy("random", "keyboard", pace="dice"), delay=60.0) as player:
        assert player.session.held is not None
        await player.press("greater_than_sign")
        for _ in range(10_000):
            await asyncio.sleep(0.02)
            if player.session.waits_for_person:
                break
        assert player.session.waits_for_person
        await player.press("greater_than_sign")
        assert "A person is asked" in player.prompt


async def test_real_dice_are_typed():
    async with at(toy(dice="typed")) as player:
        assert isinstance(player.session.question, DiceQuestion)
        assert "Type a face from 1 to 6. 1D6: initiative" in player.prompt
        await player.press("enter")
        assert player.session.history == []
        await player.press("9")
        assert "no 9" in player.prompt
        await player.press("5 enter 2 enter")
        assert isinstance(player.session.question, Pick)


async def test_a_number_is_typed():
    async with at(toy(seed=4)) as player:
        session = player.session
        while not isinstance(session.question, Number):
            question = session.question
            wanted = "rest" if isinstance(question, Pick) and question.option("rest") else None
            if wanted and question.refuse(wanted) is None:
                player.battle.answer(wanted)
            elif wanted:
                player.battle.answer("shoot")
            else:
                player.battle.answer(next(answer for answer in question.legal() if answer != "yes"))
        await player.pilot.pause()
        await player.press("7")
        assert "7 is not between" in player.prompt
        assert "Backspace takes a digit back" in player.prompt
        await player.press("1 enter")
        assert session.history[-1].answer == 1


def test_a_digit_takes_the_place_of_the_number_that_enter_put_there():
    draft = Draft(Number(0, "How high?", low=1, high=18))
    prefill(draft, 1)
    assert [draft.press(digit) for digit in "123"] == ["typed"] * 3
    assert (draft.answer(""), draft.barred) == (12, "123 is not between 1 and 18: Backspace takes a digit back")
    prefill(draft, 15)
    assert draft.back()
    assert draft.press("8")
    assert draft.answer("") == 18, "what is rubbed out in part is typed on"


async def test_it_is_plain_whose_turn_it_is_without_colour():
    async with at(toy(), palette="mono", ascii=True) as player:
        seat = player.session.question.seat
        name, sign = ("Red", "@") if seat == 0 else ("Blue", "$")
        assert f"{sign} {name}" in player.picture.splitlines()[0]
        assert f"{sign} {name}" in player.prompt
        assert player.picture.isascii()


async def test_a_terminal_that_is_too_small_is_told_so():
    async with at(toy(), size=(79, 24)) as player:
        assert "too small: at least 80 columns and 24 rows" in " ".join(player.picture.split())
        await player.press("1")
        assert player.session.history == []
        await player.pilot.resize_terminal(80, 24)
        await player.pilot.pause()
        assert "Choose a token" in player.picture


async def test_the_mouse_lays_the_cursor_and_answers():
    async with at(toy()) as player:
        side = player.battle.panels.side
        await player.pilot.click(side, offset=(4, 2))
        assert player.battle.model.draft.index == 1
        await player.pilot.click(side, offset=(4, 2))
        assert len(player.session.history) == 1
        field = player.battle.field
        x, y = field.painter.corner("0303")
        beside, above = field.rulers
        await player.pilot.click(field, offset=(x + field.pad + beside + 2, y + above))
        await player.pilot.pause()
        assert field.cursor == "0303"


async def test_a_users_own_keys():
    from tabletop_tui.app import TabletopApp
    from tabletop_tui.screens.base.app_protocol import Options
    from tests.screens.conftest import Player

    app = TabletopApp(toy(), Options(palette="mono", guard=0.0), {"battle.undo": "backspace"})
    async with app.run_test(size=(120, 24)) as pilot:
        player = Player(app, pilot)
        await player.press("1 z")
        assert len(player.session.history) == 1
        assert "Backspace undo" in player.picture
        await player.press("backspace")
        assert player.session.history == []


async def test_only_the_cursors_lines_are_painted_when_it_moves():
    async with at(toy()) as player:
        field = player.battle.field
        kept = dict(field._strips)
        await player.press("x")
        await player.press("right")
        assert all(field._strips.get(line) is strip for line, strip in kept.items())


async def test_looking_shows_the_ground_and_what_stands_there_whatever_is_asked():
    session = Session.new(new_game.set_table(*new_game.find_scenario("mechcom/quick-start"), seed=3))
    async with at(session) as player:
        await player.press("x")
        lines = [text_of(line) for line in player.card(18)]
        assert lines[0].startswith(player.battle.field.cursor)
        player.battle.lay_cursor(
            next(spot for spot in session.game.system.scene(session.game).grid.hexes if spot != lines[0][:4])
        )
        assert text_of(player.card(18)[0]).startswith(player.battle.field.cursor)


async def test_a_spot_that_is_refused_is_named_once():
    session = Session.new(new_game.set_table(*new_game.find_scenario("mechcom/quick-start"), seed=3))
    while not isinstance(session.question, Place):
        session.answer(next(iter(session.question.legal())))
    async with at(session) as player:
        taken = set(session.question.field.cells())
        spot = next(spot for spot in session.game.system.scene(session.game).grid.hexes if spot not in taken)
        player.battle.lay_cursor(spot)
        assert player.prompt.count(spot) == 1


async def test_who_types_dice_rolls():
    session = Session.new(new_game.set_table(*new_game.find_scenario("armymen/quick-start"), dice="typed", seed=3))
    assert isinstance(session.question, DiceQuestion)
    async with at(session) as player:
        assert "Red rolls" in player.picture.splitlines()[0]


async def test_who_is_asked_while_another_players_unit_acts_is_not_said_to_act():
    session = Session.new(new_game.set_table(*new_game.find_scenario("armymen/quick-start"), seed=3))
    async with at(session) as player:
        battle, asked = player.battle, session.question.seat
        for seat, said in ((asked, f": {'AB'[asked]}1 acts"), (1 - asked, f", while {'BA'[asked]}1 acts")):
            battle.model.standing = evolve(battle.model.standing, active=f"{'AB'[seat]}1")
            battle.draw_bars()
            assert f"{battle.model.names[asked]}{said}" in text_of(battle.panels.status.lines[0])


async def test_a_slow_disk_keeps_nobody_waiting_but_him_who_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    session = Session.new(toy_setup("keyboard", "keyboard"), tmp_path / "a.jsonl")
    ready, waiting = threading.Event(), threading.Event()
    async with at(session) as player:
        await player.pilot.pause(0.1)
        monkeypatch.setattr(os, "fsync", lambda _file: (waiting.set(), ready.wait(30)))
        with monkeypatch.context() as patch:
            patch.setattr(stillness, "threads_work", lambda _loop: False)  # what works there waits for this test
            await player.press("1")
            while not waiting.is_set():
                await player.pilot.pause(0.02)
            await player.press("1")
        assert len(session.history) == 2
        threading.Timer(0.3, ready.set).start()
        await player.press("Q")
        assert ready.is_set()
        assert session.is_safe
        assert session.journal is None


async def test_a_disk_that_fails_is_told_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    session = Session.new(toy_setup("keyboard", "keyboard"), tmp_path / "a.jsonl")
    async with at(session) as player:
        await player.pilot.pause(0.1)

        def broken(_file: int) -> None:
            raise OSError(5, "Input/output error")

        monkeypatch.setattr(os, "fsync", broken)
        await player.press("enter")
        await player.pilot.pause(0.1)
        assert "cannot be made safe from a power cut" in player.picture.replace("\n", " ")
        assert len(session.history) == 1
        await player.press("Q")
        assert session.journal is None, "told once, it is no reason to stay"


async def test_a_key_that_answers_draws_the_panels_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    for name in ("draw_log", "draw_left", "draw_cursor"):
        draw = getattr(BattleView, name)

        def noted(view, name=name, draw=draw):
            drawn.append(name)
            draw(view)

        monkeypatch.setattr(BattleView, name, noted)
    session = toy()
    async with at(session, size=(160, 50), animation="off") as player:
        counts = []
        for _ in range(4):
            answers = len(session.history)
            drawn.clear()
            await player.press("1")
            if len(session.history) > answers:
                counts.append({name: drawn.count(name) for name in sorted(set(drawn))})
        assert len(counts) > 1
        assert counts == [{"draw_cursor": 1, "draw_left": 1, "draw_log": 1}] * len(counts)
