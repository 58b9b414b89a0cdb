"""`learn` and `check` without a screen: a lesson through a pipe, what is listed, what is refused."""

from __future__ import annotations

from io import StringIO

import pytest

from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.play.players.console_player import BadLine
from tabletop_tui.school import lessons_as_text

SHOTS = ("1", "B1", "1", "B2", "1", "B1")
"""The Carbine, and at whom: the answers of the three tasks of the lesson."""


def taken(name: str, *lines: str) -> str:
    told: list[str] = []
    lessons_as_text.take(lessons_as_text.found("mechcom", name), StringIO("\n".join([*lines, ""])), told.append)
    return "\n".join(told)


def test_a_lesson_is_taken_through_a_pipe() -> None:
    told = taken("first-shot", "hint", *SHOTS)
    assert "Hint 1: Only one of the Sentinel's two weapons" in told
    assert told.count("* Done **") == 3
    assert told.index("First shot, 1 of 3") < told.index("* Done **") < told.index("First shot, 2 of 3")
    assert "What you have learnt:" in told
    assert "more later" in told


def test_a_missed_lesson_is_taken_back_or_begun_anew() -> None:
    told = taken("first-shot", "end", "undo", *SHOTS)
    assert told.index("- Not yet") < told.index("* Done")
    assert "* Done" in taken("first-shot", "end", "again", *SHOTS)
    assert "* Done" not in taken("first-shot", "end", "quit")


def test_the_input_may_not_end_before_the_lesson() -> None:
    with pytest.raises(BadLine, match="input ended"):
        taken("first-shot", "1")


def test_all_are_listed_and_an_unknown_one_is_told_with_those_that_there_are() -> None:
    listed = list(lessons_as_text.contents("mechcom", []))
    assert any("First shot" in line for line in listed)
    assert any("puzzle:gun-or-fist" in line for line in listed)
    with pytest.raises(BadChoice, match="01-first-shot"):
        lessons_as_text.found("mechcom", "nothing")
    with pytest.raises(BadChoice, match="no system"):
        lessons_as_text.found("chess", "1")


def test_a_lesson_at_fault_is_told_beside_the_others_and_ends_the_list_with_2(run, home) -> None:
    assert run("learn", "mechcom", "--headless")[0] == 0
    broken = home / "lessons" / "mechcom" / "99-broken.toml"
    broken.parent.mkdir(parents=True)
    broken.write_text('kind = "lesson"\nsystem = "mechcom"\nname = 3\n', encoding="utf-8")
    code, told, fault = run("learn", "mechcom", "--headless")
    assert code == 2
    assert "First shot" in told
    assert "99-broken.toml" in fault
