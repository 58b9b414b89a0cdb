"""Chances by imagined games, where there are too many courses to follow them all."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tabletop_tui import cli
from tabletop_tui.school import exact_chances, lesson_check, lesson_run, sampled_chances
from tabletop_tui.school.exact_chances import Outlook
from tabletop_tui.school.sampled_chances import Runs, Share
from tests.school.test_exact_chances import node_of, run_of

EXACT = run_of().best()


@pytest.fixture
def few_courses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lesson_run, "Outlook", partial(Outlook, most=3))


def test_they_come_near_the_exact_chances() -> None:
    run = run_of()
    exact = dict(run.chances())
    runs = Runs(run.task, {}, runs=100)
    for answer, share in runs.all(node_of(run)):
        assert share.chance == pytest.approx(exact[answer], abs=4 * share.error)


def test_a_difference_that_may_be_chance_gives_nothing_away() -> None:
    best, close, worse = Share((1, 1, 1, 0) * 25), Share((1, 1, 0, 1) * 25), Share((1, 0, 0, 0) * 25)
    assert close.behind(best) == best.behind(close) == 0
    assert worse.behind(best) == pytest.approx(0.5)
    assert Share((1,) * 100).error == 0.01, "nothing is certain by trying"


@pytest.mark.usefixtures("few_courses")
def test_a_task_with_too_many_courses_is_judged_about() -> None:
    run = run_of()
    assert run.best() == pytest.approx(EXACT, abs=0.12)
    assert run.by_runs
    verdict = run.answer("end")
    assert verdict is not None
    assert verdict.outcome == "missed"
    assert verdict.say.startswith("about ")
    assert "(± 1)" in verdict.say
    assert run.error == pytest.approx(1 / 200)


@pytest.mark.usefixtures("few_courses")
def test_the_best_answer_by_runs_loses_nothing() -> None:
    run = run_of()
    best, _ = max(run.chances(), key=lambda one: one[1])
    run.answer(best)
    assert run.chance == 0.5, "all that the file promises"
    assert run.error > 0


def half_speed_without_its_seats(folder: Path) -> Path:
    """A shipped puzzle whose author forgot the line that says where the seats may stand: far more can come of it."""
    text = (Path(__file__).parents[2] / "puzzles" / "techcommander" / "half-speed.toml").read_text(encoding="utf-8")
    path = folder / "half-speed.toml"
    path.write_text("".join(line for line in text.splitlines(True) if not line.startswith("seat = ")), "utf-8")
    return path


def test_a_task_without_an_end_in_sight_is_refused_by_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, looked, imagined = half_speed_without_its_seats(tmp_path), [], []
    monkeypatch.setattr(exact_chances, "MOST_ANSWERS", 100)
    monkeypatch.setattr(lesson_check, "PATIENCE", 150)
    come_of, follow = exact_chances.Outlook._come_of, sampled_chances.answered
    monkeypatch.setattr(exact_chances.Outlook, "_come_of", lambda *told: looked.append(1) or come_of(*told))
    monkeypatch.setattr(sampled_chances, "answered", lambda *told: imagined.append(1) or follow(*told))
    assert cli.run(["check", str(path)]) == 2
    said = capsys.readouterr().err
    assert f"{path}: goal: what may come of it is not found out with" in said
    assert (len(looked), len(imagined)) == (101, 150)
