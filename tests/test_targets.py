"""Whom a unit could shoot at after a move: what its preview says against the question that then comes, in all books."""

from random import Random
from typing import Any

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.previews import NO_TARGET, Preview
from tabletop_tui.engine.question import Pick, Place
from tabletop_tui.engine.refusal import NEAREST, Refusal, nobody
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rules.techcommander.shooting.attack_choices import ShotPick

BOOKS = {
    "armymen/quick-start": ("advance", ""),
    "crimsondusk/quick-start": ("move", "shoot"),
    "mechcom/quick-start": ("move", "shoot:"),
    "pmc2640/quick-start": ("advance", ""),
    "techcommander/quick-start": ("attack", ""),
}
"""The action that moves, and the one that may shoot afterwards, where it is another one."""
ANSWERS = 300


def told(preview: Preview | None) -> tuple[set[str], list[str]] | None:
    """The enemies that a preview names as targets, and what it says where there is none; None if it is silent."""
    lines = list(preview.lines) if preview is not None else []
    able = {tag for line in lines if line.label == "could shoot at" for tag in line.value.split(", ")}
    heads = [place for place, line in enumerate(lines) if line.label == "chance of a hit"]
    able |= {line.label.split()[0] for place in heads for line in lines[place + 1 :] if line.value.endswith("%")}
    if able:
        return able, []
    place = next((place for place, line in enumerate(lines) if line.label == NO_TARGET), None)
    return None if place is None else (set(), [line.label for line in lines[place + 1 :]])


def test_of_the_nearest_it_is_said_who_is_meant_once() -> None:
    far, hidden = Refusal("22 in away", "R-1"), Refusal("B2 is behind a wall", "R-2")
    near = [("B1", far), ("B9", None), ("B2", hidden), ("B3", far), ("B4", far)]
    whole = nobody(NO_TARGET, "R-0", lambda: near)
    assert [one.why for one in whole.also] == ["B1: 22 in away", "B2 is behind a wall", "B3: 22 in away"]
    assert len(whole.also) == NEAREST
    assert str(whole).startswith(f"{NO_TARGET} [R-0]; B1: 22 in away [R-1]")


def chosen(game: Game[Any], moves: str, random: Random) -> Any:
    """An answer: the action that moves; a place that is suggested, of two the one with targets; else anything."""
    question = game.question
    if isinstance(question, Pick):
        legal = [one for one in question.options if one.refusal is None]
        careful = [one.key for one in legal if not one.warning] or [one.key for one in legal]
        return next((key for key in careful if key.partition(":")[0] == moves), None) or random.choice(careful)
    if isinstance(question, Place):
        answers = random.choices(question.suggest(6), k=2)
        return max(answers, key=lambda answer: len((told(game.preview(answer)) or [()])[0]))
    assert question is not None
    return question.sample(random)


def compared(game: Game[Any], said: tuple[set[str], list[str]], shoots: str, ids: set[str]) -> bool:
    """Whether the question after a move is one about shooting, which has the targets that were told."""
    able, why = said
    question = game.question
    assert able or all(ids & {*reason.replace(":", " ").split()} for reason in why[: min(NEAREST, len(ids))]), why
    if isinstance(question, Pick) and shoots:
        offered = [one for one in question.options if one.key.startswith(shoots)]
        if offered:
            refused = all(one.refusal is not None for one in offered)  # what may be shot at besides is scenery
            assert not (able and refused), (able, question)
        return bool(offered)
    enemies = [one for one in question.options if one.key in ids] if isinstance(question, Pick) else []
    legal = {one.key for one in enemies if one.refusal is None}
    if enemies and not isinstance(question, ShotPick):  # there one weapon is in hand, and others may do
        assert able <= legal, (question, why)
    assert {one.key for one in enemies if one.key in legal and not one.idle} <= able, (question, why)
    return bool(enemies) or not able


@pytest.mark.parametrize("book", BOOKS)
def test_whom_a_unit_could_shoot_at_from_a_place_is_told_before_it_goes_there(book: str) -> None:
    moves, shoots = BOOKS[book]
    system, scenario = new_game.find_scenario(book)
    random, seen = Random(5), {True: 0, False: 0}
    session = None
    for _ in range(ANSWERS):
        if session is None or session.over is not None:
            table = new_game.set_table(system, scenario, seed=random.randrange(99), players=["keyboard"] * 2)
            session = Session.new(table)
        question = session.question
        assert question is not None
        answer = chosen(session.game, moves, random)
        said = told(session.game.preview(answer)) if isinstance(question, Place) else None
        seat, dice = question.seat, len(session.history)
        session.answer(answer)
        rolled = any(entry.dice for entry in session.history[dice:])
        if said is not None and not rolled and session.question is not None and session.question.seat == seat:
            roster = session.system.roster(session.game)
            ids = {line.unit for line in roster if line.seat != seat and line.state != "lost" and line.spot}
            seen[bool(said[0])] += compared(session.game, said, shoots, ids)
    assert min(seen.values()) >= 1, f"places with somebody to shoot at and without: {seen}"
    assert sum(seen.values()) >= 8, f"places with somebody to shoot at and without: {seen}"
