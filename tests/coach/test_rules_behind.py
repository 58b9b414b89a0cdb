"""What a mistake was about: the rules in which two answers differ, and the chapter that teaches them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from itertools import islice

import pytest
from attrs import evolve

from tabletop_tui.coach import blunder_schedule
from tabletop_tui.coach.analysis import Analysis, played
from tabletop_tui.coach.analysis_findings import findings_of
from tabletop_tui.coach.mistake_rules import rules_behind
from tabletop_tui.engine.question import Pick
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.reports.analysis_lines import told
from tabletop_tui.rulebook.registry import system
from tabletop_tui.school.chapter_of_rule import teaching
from tabletop_tui.school.lesson_files import LESSON, listed
from tabletop_tui.screens.after.own_games import OwnGamesScreen
from tabletop_tui.screens.battle.lesson_screen import LessonScreen
from tests.coach.stand_in import Written
from tests.screens.conftest import at

BOOKS = ["mechcom", "pmc2640", "armymen", "crimsondusk", "techcommander"]


def game(name: str, answers: int) -> Session:
    """The first game of a book, the learner giving the first answers that are allowed but for ending an activation."""
    session = new_game.first_game(system(name), guided=True)
    session.run()
    while session.over is None and len(session.history) < answers:
        session.answer(first(session.question.legal(), "end"))
        session.run()
    return session


def first(legal, but):
    two = list(islice(legal, 2))
    return two[1] if two[0] == but and len(two) > 1 else two[0]


@pytest.mark.parametrize("name", BOOKS)
def test_two_answers_to_a_question_of_play_lead_to_a_chapter(name):
    """And it is one that teaches that rule."""
    session, pairs, none = game(name, 60), 0, []
    lessons = {one.chapter: one for one in listed(name, LESSON, [])}
    for number, position in played(session).positions():
        question, given = position.question, session.history[number].answer
        if question is None or position.system.standing(position).round == 0:
            continue
        for other in islice((one for one in question.legal() if one != given), 2):
            rules = rules_behind(position, given, other)
            chapter = teaching(name).chapter(rules)
            pairs += 1
            if chapter is None:
                none.append((question.prompt, rules))
                continue
            assert chapter.rule in rules
            lesson = lessons[chapter.number]
            assert chapter.rule in (*lesson.teaches, *lesson.tells)
            assert lesson.name == chapter.name
    assert pairs >= 20
    assert len(none) <= pairs // 4, none


def test_a_shot_instead_of_an_end_is_about_shooting():
    session = game("mechcom", 200)
    looked = 0
    for _, position in played(session).positions():
        question = position.question
        options = {one.key: one for one in question.options} if isinstance(question, Pick) else {}
        shots = [key for key, one in options.items() if key.startswith("shoot:") and one.refusal is None]
        if "end" in options and shots:
            looked += 1
            rules = rules_behind(position, "end", shots[0])
            assert rules[0] == options[shots[0]].rule
            assert teaching("mechcom").chapter(rules).name == "First shot"
    assert looked >= 3


def test_judgements_that_were_kept_without_rules_are_read():
    session = game("mechcom", 8)
    analysis = Analysis(played(session), None, 8)
    for _ in analysis.go_on(Written({"move": 0.1})):
        pass
    whole, path = analysis.judgements, analysis.file.path
    assert any(one.rules for one in whole.values())
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    short = [{key: value for key, value in one.items() if key != "rules" or "analysis" in one} for one in lines]
    path.write_text("".join(f"{json.dumps(one)}\n" for one in short))
    assert Analysis(played(session), None, 8).judgements == {
        number: evolve(one, rules=()) for number, one in whole.items()
    }
    session.close()


async def test_an_own_blunder_names_its_chapter_in_the_analysis_and_in_my_games(tmp_path):
    session = game("mechcom", 12)
    analysis = Analysis(played(session), tmp_path / "analysis.jsonl", 8)
    for _ in analysis.go_on(Written({"move": 0.1})):
        pass
    found = findings_of(session, analysis)
    mine = [one for one in found.blunders if one.judgement.seat == 0]
    assert mine
    chapter = teaching("mechcom").chapter(mine[0].judgement.rules)
    assert chapter is not None
    line = next(one for one in told(found) if one.kind == "blunder" and one.answer == mine[0].answer)
    assert f"to learn: {chapter}" in line.more
    assert blunder_schedule.keep(session, found, datetime.now(UTC))
    session.close()
    async with at(None, (80, 24)) as player:
        await player.press("m")
        assert isinstance(player.app.screen, OwnGamesScreen)
        assert f"MECHCOM, {chapter.called}: " in player.picture
        await player.press("l")
        assert isinstance(player.app.screen, LessonScreen), "a key takes the chapter"
        assert player.app.screen.run.lesson.key == chapter.key
