"""A game as a file: its report, its page with pictures, its last position; and what cannot be written."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tabletop_tui import cli
from tabletop_tui.engine.events import Began
from tabletop_tui.play.session import Session
from tabletop_tui.reports import export
from tabletop_tui.reports.sharing.cell_drawing import svg
from tabletop_tui.reports.sharing.replay_moments import moment
from tests.toy import toy_setup


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A whole game of two computers."""
    path = tmp_path / "game.jsonl"
    session = Session.new(toy_setup("random", "greedy", rounds=3), path)
    session.run()
    session.close()
    return path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    def command(*arguments: object) -> tuple[int, str, str]:
        code = cli.run([str(argument) for argument in ("export", *arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return command


def bad(result: tuple[int, str, str]) -> str:
    """The one sentence of an export that failed as it should."""
    code, out, err = result
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    return err


def began_rounds(session: Session) -> list[str]:
    return [one.text for one in session.log() if isinstance(one, Began) and one.level == "round"]


def test_a_markdown_report(run, journal: Path, tmp_path: Path):
    to = tmp_path / "report.md"
    assert run(journal, "--to", to) == (0, f"Written: {to}\n", "")
    text = to.read_text(encoding="utf-8")
    session = Session.replay(journal)
    headings = [line[3:] for line in text.splitlines() if line.startswith("## ")]
    assert headings[:4] == ["Set-up", "Result", "Luck", "Key moments"]
    assert headings[-len(began_rounds(session)) :] == began_rounds(session)
    assert "| Red | computer (random) |" in text
    assert f"after {session.game.state.round} rounds, {len(session.history)} answers" in text
    told = [event.text for event in session.log() if event.text and not isinstance(event, Began)]
    bare = re.sub(r"\\(.)", r"\1", text)
    assert [line for line in told if line not in bare] == []


def test_a_page_with_a_picture_for_each_round(run, journal: Path, tmp_path: Path):
    to = tmp_path / "report.HTML"
    code, _, _ = run(journal, "--to", to)
    assert code == 0
    text = to.read_text(encoding="utf-8")
    session = Session.replay(journal)
    shown = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(shown) == len(began_rounds(session))
    assert len(set(shown)) == len(shown), "each shows another position"
    outside = re.findall(r"""(?:src|href)=|url\((?!#)""", text)
    assert outside == [], "no other file is needed"
    last = svg(moment(session).sheet)
    assert words(shown[-1]) == words(last), "the last picture is the last position"


def words(svg: str) -> list[str]:
    """What is written in a picture."""
    return [one.text or "" for one in ElementTree.fromstring(svg).iter() if one.tag.endswith("text")]


def test_the_last_position(run, journal: Path, tmp_path: Path):
    to = tmp_path / "end.svg"
    assert run(journal, "--to", to)[0] == 0
    written = " ".join(words(to.read_text(encoding="utf-8")))
    session = Session.replay(journal)
    standing = [line for line in session.system.roster(session.game) if line.state != "lost"]
    assert standing
    assert all(line.tag in written for line in standing)


def test_a_game_that_is_not_over(run, tmp_path: Path):
    path, to = tmp_path / "half.jsonl", tmp_path / "half.md"
    session = Session.new(toy_setup("random", "random"), path)
    session.run(answers=5)
    session.close()
    assert run(path, "--to", to)[0] == 0
    assert "The battle is not over, in round 1, after 5 answers" in to.read_text(encoding="utf-8")


def test_names_are_shown_as_they_are(tmp_path: Path):
    setup = toy_setup("random", "random")
    setup.scenario["name"] = "<b>Cut & *run*"
    session = Session.new(setup)
    session.run()
    assert "&lt;b&gt;Cut &amp; *run*" in export.page(session)
    assert export.markdown(session).startswith("# \\<b\\>Cut & \\*run\\*\n")


def test_what_cannot_be_exported(run, journal: Path, tmp_path: Path):
    assert "ends in .md, .html, .svg, .png or .gif" in bad(run(journal, "--to", tmp_path / "game.pdf"))
    assert "cannot be" in bad(run(tmp_path / "nothing.jsonl", "--to", tmp_path / "a.md"))
    broken = tmp_path / "broken.jsonl"
    broken.write_text("no journal\n")
    assert "broken.jsonl" in bad(run(broken, "--to", tmp_path / "a.md"))
    (tmp_path / "file").touch()
    assert "cannot be written" in bad(run(journal, "--to", tmp_path / "file" / "a.md"))
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["broken.jsonl", "file", "game.jsonl"], "nothing half-written is left"


def test_a_file_is_replaced_only_on_request(run, journal: Path, tmp_path: Path):
    to = tmp_path / "a.md"
    to.write_text("mine")
    assert "exists already" in bad(run(journal, "--to", to))
    assert to.read_text() == "mine"
    assert run(journal, "--to", to, "--overwrite")[0] == 0
    assert to.read_text() != "mine"


def test_questions_about_the_rules_stand_in_both_reports(run, tmp_path: Path):
    path = tmp_path / "asked.jsonl"
    session = Session.new(toy_setup("keyboard", "keyboard"), path)
    session.note("may it <turn> first?")
    session.close()
    assert run(path, "--to", tmp_path / "a.md")[0] == run(path, "--to", tmp_path / "a.html")[0] == 0
    assert "  - **Question: may it \\<turn\\> first?**" in (tmp_path / "a.md").read_text()
    assert '<li class="note">Question: may it &lt;turn&gt; first?' in (tmp_path / "a.html").read_text()
