"""The first start: the welcome once, a first game of each rulebook that explains itself and then lets go."""

import pytest

from tabletop_tui import app as app_module
from tabletop_tui import paths
from tabletop_tui.app import TabletopApp
from tabletop_tui.bindings import BATTLE
from tabletop_tui.engine.events import Began
from tabletop_tui.engine.question import Option, Pick, Place
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.first_game_hints import Guide, GuideHint, guide_of
from tabletop_tui.rulebook.registry import system
from tabletop_tui.screens.base.app_protocol import Options
from tabletop_tui.screens.battle.answer_draft import END
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.learning.first_game_guide import (
    AFTER,
    BEFORE,
    DURING,
    ROWS,
    SeatGuide,
    Words,
    keys_for,
    lesson_of,
)
from tabletop_tui.screens.learning.prompt_guidance import BattleMoment, battle_keys
from tabletop_tui.screens.start.briefing import BriefingScreen
from tabletop_tui.screens.start.new_game import NewGameScreen
from tabletop_tui.screens.start.title import TitleScreen
from tabletop_tui.screens.start.welcome import WelcomeScreen
from tabletop_tui.settings import Settings, is_first_run, settings_path, write_settings
from tabletop_tui.widgets.glyphs import UNICODE
from tabletop_tui.widgets.styled_text import text_of
from tests.screens.conftest import Player, at, toy
from tests.toy import TOY

BOOKS = ("armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander")


# ---------------------------------------------------------------- the welcome
def test_only_new_folders_make_a_first_run(home, tmp_path, monkeypatch):
    assert not is_first_run(), "there is a folder of the player's own"
    monkeypatch.setenv(paths.HOME, str(tmp_path / "nowhere"))
    assert is_first_run()
    write_settings(Settings())
    assert not is_first_run()


@pytest.mark.parametrize("first", [True, False])
def test_the_program_knows_its_first_run(first, monkeypatch, tmp_path):
    if first:
        monkeypatch.setenv(paths.HOME, str(tmp_path / "nowhere"))
    seen = []
    monkeypatch.setattr(TabletopApp, "run", lambda self, **_: seen.append(self.first_run))
    app_module.run()
    app_module.run(toy())
    assert seen == [first, False], "whoever begins with a game is not held up"


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_the_welcome_comes_once_and_when_asked_for(size, snapshot):
    app = TabletopApp(None, Options(palette="256"), first_run=True)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        player = Player(app, pilot)
        assert isinstance(app.screen, WelcomeScreen)
        assert settings_path().exists(), "so that it does not come by itself again"
        assert player.picture == snapshot
        await player.press("question_mark escape s escape escape")
        assert isinstance(app.screen, TitleScreen)
        await player.press("w")
        assert isinstance(app.screen, WelcomeScreen)
        await player.press("down down enter")
        assert isinstance(app.screen, NewGameScreen)
        await player.press("escape")
        assert isinstance(app.screen, TitleScreen)


async def test_a_welcome_that_cannot_be_remembered_says_so():
    settings_path().mkdir()  # a folder where a file is wanted
    app = TabletopApp(None, Options(palette="256"), first_run=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.pause()
        assert "This page will come again:" in " ".join(Player(app, pilot).picture.split())


async def test_a_quick_start_is_against_the_computer_and_not_explained():
    async with at(None) as player:
        await player.press("w 2 m e c h enter")
        assert isinstance(player.app.screen, BriefingScreen)
        assert player.app.session is None, "nothing has begun yet"
        await player.press("enter")
        await player.pilot.pause()
        assert isinstance(player.app.screen, BattleScreen)
        assert [seat.player for seat in player.session.setup.seats] == ["keyboard", "greedy"]
        assert player.session.pace == "run"
        assert not player.battle.panels.lesson.display or not player.battle.has_class("lesson")
        assert not any(isinstance(screen, WelcomeScreen) for screen in player.app.screen_stack)


async def test_a_quick_start_for_two_is_one_key_and_a_rulebook_away():
    async with at(None) as player:
        await player.press("2 m e c h enter enter")
        await player.pilot.pause()
        assert [seat.player for seat in player.session.setup.seats] == ["keyboard", "keyboard"]


async def test_a_game_that_explains_itself_is_briefed_too_and_keeps_its_sides():
    async with at(None) as player:
        await player.press("f m e c h enter")
        page = player.app.screen
        assert isinstance(page, BriefingScreen)
        assert page.why_not(page.commands["briefing.sides"]) == "A game that explains itself is played from this side"
        await player.press("escape")
        assert isinstance(player.app.screen, TitleScreen)
        assert not paths.saved_games()


async def test_a_rulebook_without_a_first_game_cannot_be_chosen():
    async with at(None) as player:
        await player.press("f t o y enter")
        assert "It has no first game; begin a new game" in player.picture
        assert not paths.saved_games()


def test_a_rulebook_without_a_guide_has_no_first_game():
    assert guide_of(TOY) is None
    with pytest.raises(new_game.BadChoice, match="has no first game"):
        new_game.first_game(TOY, guided=True)


# ---------------------------------------------------------------- the guides
@pytest.mark.parametrize("name", BOOKS)
def test_every_hint_stands_behind_a_rule_of_its_book_and_fits_the_smallest_screen(name):
    book = system(name)
    known = {rule.id for rule in book.reference()}
    guide = guide_of(book)
    assert guide.scenario in {info.id for info in book.scenarios(paths.scenario_folders())}
    assert {hint.rule for hint in guide.hints} <= known
    assert len({hint.rule for hint in guide.hints}) == len(guide.hints)
    keys = keys_for(Place(0, "", field=None), lambda command: BATTLE.keys(f"battle.{command}", {})[0])
    names = battle_keys({})
    for hint in guide.hints:
        words = Words(DURING, hint.now.format_map(names), hint.why.format_map(names), keys, hint.rule)
        lines = words.lines(78, 99)
        assert len(lines) <= ROWS, hint


def test_numbers_give_way_first_then_keys_and_reasons_never():
    words = Words(DURING, "now " * 10, "why " * 30, "keys", "MC-1", "numbers " * 9)
    said = " ".join(text_of(line) for line in words.lines(60, 9))
    assert "numbers" in said
    said = " ".join(text_of(line) for line in words.lines(60, 5))
    assert "numbers" not in said
    assert said.count("why") == 30
    for most in (4, 3, 0):
        lines = [text_of(line) for line in words.lines(60, most)]
        assert "now" in lines[0]
        assert " ".join(lines).count("why") == 30, "a reason is never half told"
        assert "keys" not in lines


@pytest.mark.parametrize("name", BOOKS)
def test_a_reason_is_told_whole_beside_what_happened(name):
    """At 80 columns: where both sides have just done much, that gives way, down to nothing."""
    session = new_game.first_game(system(name), guided=True)
    lesson, looked = lesson_of(session), 0
    names, events = battle_keys({}), ["; ".join(["Blue's third unit does something long to say"] * 3)] * 2
    lesson.facts = lambda *_: [[(said, "text")] for said in events]
    for hint in guide_of(system(name)).hints:
        words = Words(DURING, hint.now.format_map(names), hint.why.format_map(names), "keys", hint.rule)
        lesson.words = lambda *_, words=words: words
        moment = BattleMoment(session, None, None, ())
        rows = [text_of(line) for line in lesson.told(moment, {}, UNICODE, 78)]
        said = " ".join(" ".join(rows).split())
        assert " ".join(words.why.split()) in said, hint
        assert len(rows) <= ROWS, hint
        looked += 1
    session.close()
    assert looked >= 7


def test_the_stage_follows_what_has_happened():
    lesson = SeatGuide(Guide("", 0, ()), 0)
    theirs, mine = Began("", seat=1, level="activation"), Began("", seat=0, level="activation")
    phase = Began("", level="phase")
    assert lesson.stage([phase, theirs, phase]) == BEFORE
    assert lesson.stage([theirs, mine]) == DURING
    assert lesson.stage([theirs, mine, theirs]) == lesson.stage([mine, phase]) == AFTER


def play_until(session, over):
    """Play a guided game until this holds, each activation of the learner as short as it can be."""
    session.run_steps()
    while not over():
        if session.waits_for_person:
            question = session.question
            ends = isinstance(question, Pick) and question.option(END) is not None
            session.answer(END if ends else next(iter(question.legal())))
        else:
            session.computer_answers()
        session.run_steps()


def test_the_last_words_stay_until_the_learner_answers_again():
    session = new_game.first_game(system("mechcom"), guided=True)
    lesson = lesson_of(session)
    play_until(session, lambda: lesson.stage(session.log()) == AFTER)
    assert not lesson.is_over(session)
    session.run()
    assert not lesson.is_alone(session), "the computer's answers do not end it"
    session.answer(next(iter(session.question.legal())))
    assert lesson.is_alone(session)
    session.undo()
    assert not lesson.is_alone(session), "taken back, it goes on"
    session.close()


@pytest.mark.parametrize("name", BOOKS)
def test_a_first_game_that_is_loaded_is_explained_from_where_it_was(name):
    session = new_game.first_game(system(name), guided=True)
    path, lesson = session.journal.path, lesson_of(session)
    for stage in (BEFORE, DURING, AFTER):
        play_until(session, lambda: session.waits_for_person and lesson.stage(session.log()) == stage)  # noqa: B023
        question = session.question
        session.close()
        session = Session.load(path)
        lesson = lesson_of(session)
        assert (lesson.stage(session.log()), lesson.is_alone(session)) == (stage, False)
        assert lesson.words(session.game, session.question, None, None, stage, {}).now
        assert session.question.prompt == question.prompt
    session.answer(next(iter(session.question.legal())))
    session.close()
    session = Session.load(path)
    assert lesson_of(session).is_alone(session)
    session.close()


def test_only_a_first_game_is_explained():
    quick = new_game.first_game(system("mechcom"), guided=False)
    path = quick.journal.path
    assert lesson_of(quick) is None
    quick.close()
    loaded = Session.load(path)
    assert lesson_of(loaded) is None
    loaded.close()


def test_a_question_without_a_hint_is_explained_by_its_rule():
    """Also in a system of one's own: nothing but the question and the reference is needed."""
    game, rule = toy().game, TOY.reference()[0]
    question = Pick(0, "Do what?", rules=("unknown", rule.id))
    words = SeatGuide(Guide("", 0, ()), 0).words(game, question, None, None, BEFORE, {})
    assert (words.now, words.why, words.rule) == ("Do what?", rule.text, rule.id)
    given = Guide("", 0, (GuideHint("no such rule", "", ""), GuideHint(rule.id, "do this", "{undo} because")))
    words = SeatGuide(given, 0).words(game, question, None, None, BEFORE, {"battle.undo": "w"})
    assert (words.now, words.why) == ("do this", "w because")
    words = SeatGuide(given, 1).words(game, question, None, None, BEFORE, {})
    assert words.now.startswith("the computer answers"), "another seat is asked"


# ---------------------------------------------------------------- the lesson, played
@pytest.mark.parametrize("name", BOOKS)
def test_a_hint_of_its_own_for_every_question_of_a_first_activation(name):
    """Whatever a learner picks first: what the guide does not say, the reference does; mostly the guide does."""
    session = new_game.first_game(system(name), guided=True)
    lesson = SeatGuide(guide_of(system(name)), 0)
    session.pace = "run"
    session.run_steps()
    own = 0
    while lesson.stage(session.log()) != AFTER:
        if not session.waits_for_person:
            session.computer_answers()
            continue
        question = session.question
        words = lesson.words(session.game, question, None, None, lesson.stage(session.log()), {})
        assert words.now
        assert words.why, question.prompt
        own += lesson.guide.hint((*question.rules, *session.game.agenda[-1].rules)) is not None
        answer = next(iter(question.legal()))
        if isinstance(question, Pick) and question.prompt.endswith("which action?"):
            answer = next(option.key for option in question.options if option.refusal is None)
        session.answer(answer)
    assert own >= 5
    session.close()


@pytest.mark.parametrize("name", BOOKS)
def test_the_guide_tells_what_both_sides_did_for_three_rounds(name):
    """One text a question, what came of it in facts, and a reason said once is not said again."""
    session = new_game.first_game(system(name), guided=True)
    lesson, seen = lesson_of(session), []
    other = session.setup.seats[1].name
    for _ in range(400):
        session.run()
        standing = session.system.standing(session.game)
        if session.over is not None or standing.round > 3 or len(seen) > 40:
            break
        moment = BattleMoment(session, None, None, [*session.log()])
        assert not lesson.is_over(session), "the guide speaks at every question"
        rows = [text_of(line) for line in lesson.told(moment, {}, UNICODE, 78)]
        assert rows == [text_of(line) for line in lesson.told(moment, {}, UNICODE, 78)]
        assert len(rows) <= lesson.rows
        assert any(row.strip() for row in rows)
        seen.append("\n".join(rows))
        session.answer(next(iter(session.question.legal())))
    assert len(seen) >= 8
    assert any(row.startswith("You: ") for row in "\n".join(seen).splitlines())
    assert any(row.startswith(f"{other}: ") for row in "\n".join(seen).splitlines())
    assert "`" not in "".join(seen)
    session.close()


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_a_first_game_explains_each_question_and_one_answer_is_one_page(size, snapshot):
    async with at(None, size=size) as player:
        await player.press("f m e c h enter enter")
        battle = player.battle
        assert player.session.pace == "run"
        assert battle.has_class("lesson")

        async def on(stage):
            """Enter, until this stage of the lesson asks the learner; how many that took."""
            for pressed in range(40):
                for _ in range(50):
                    if player.session.waits_for_person:
                        break
                    await player.pilot.pause(0.05)
                if battle.model.lesson.stage(battle.model.events) == stage:
                    return pressed
                await player.press("enter")
            raise AssertionError(player.picture)

        assert await on(BEFORE) == 0
        assert await on(DURING) <= 8, "few keys before the first action"
        before = player.picture
        assert before == snapshot
        if size == (80, 24):
            await player.press("shift+tab")
            assert player.picture != before, "another answer is highlighted"
            await player.press("tab")
            assert player.picture == before
        await player.pilot.resize_terminal(70, 20)
        await player.pilot.pause()
        assert " ".join(player.picture.split()).startswith("This terminal is too small")
        await player.pilot.resize_terminal(*size)
        await player.pilot.pause()
        assert player.picture == before
        await player.press("e")
        for _ in range(50):
            if player.session.waits_for_person:
                break
            await player.pilot.pause(0.05)
        assert battle.has_class("lesson")
        assert f"{player.session.setup.seats[1].name}: " in player.picture, "what the other side did"


async def test_a_first_game_that_is_left_goes_on_with_its_hints():
    async with at(None) as player:
        await player.press("f m e c h enter enter")
        play_until(player.session, lambda: player.session.waits_for_person)
        player.battle.take_back(lambda: None)  # drawn anew
        await player.pilot.pause()
        before = player.picture
        assert "First game: " in before
        await player.press("Q")
        await player.pilot.pause()
        await player.press("c")
        await player.pilot.pause()
        assert player.picture == before


def test_where_an_answer_is_refused_the_key_of_the_list_is_named():
    refused = Option("dig", "Dig in", refusal=Refusal("no ground"))
    told = keys_for(
        Pick(0, "", options=[Option("fire", "Fire"), refused]), lambda name: BATTLE.keys(f"battle.{name}", {})[0]
    )
    assert "; a says why" in told
    assert len(told) <= 78, "a row of a small screen"
