"""One file to share: a game as a page that is stepped through offline, in a real browser at desk and phone size."""

import json
import re
from html import unescape
from pathlib import Path

import pytest

from tabletop_tui import cli
from tabletop_tui.coach.analysis import Analysis, played
from tabletop_tui.coach.analysis_findings import findings_of
from tabletop_tui.coach.playout_values import appraise
from tabletop_tui.engine.events import Rolled
from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.play.session import Session
from tabletop_tui.reports.sharing.replay_moments import moments
from tabletop_tui.reports.sharing.replay_page import lesson_page, replay_page
from tabletop_tui.rulebook import registry
from tabletop_tui.school.lessons_as_text import found
from tabletop_tui.widgets.map.table.unit_labels import shortened
from tests.browser import in_a_browser
from tests.reports.pages import DESK, PHONE, contrasts, opened
from tests.toy import TOY, toy_setup

BOOKS = ["mechcom", "armymen", "pmc2640", "crimsondusk", "techcommander"]
READABLE = 4.5
EVIL = "</script><script>document.title='broken'</script><b>&"


def quick(book: str, answers: int | None = None) -> Session:
    rulebook, info = find_scenario(f"{book}/quick-start")
    session = Session.new(set_table(rulebook, info, players=["greedy", "random"], seed=5))
    session.run(answers)
    return session


def data_of(page: str) -> dict:
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    return json.loads(text)


@pytest.mark.parametrize("book", BOOKS)
def test_a_quick_start_is_whole_and_less_than_two_megabytes(book: str):
    session = quick(book, 120)
    answers = len(session.history)
    page = replay_page(session)
    data = data_of(page)
    assert len(page.encode()) < 2_000_000
    assert len(data["moments"]) == answers + 1
    told = sum(len(moment["e"]) for moment in data["moments"])
    assert told == sum(map(len, session.parts()))
    dice = [event for event in session.log() if isinstance(event, Rolled) and event.faces]
    shown = [
        part for moment in data["moments"] for event in moment["e"] if isinstance(event[2], list) for part in event[2]
    ]
    assert dice
    assert sum(kind == "hit" for _, kind in shown) == sum(sum(event.good) for event in dice)
    assert sum(kind in ("hit", "face") for _, kind in shown) == sum(len(event.faces) for event in dice)
    rules = {rule.id for rule in session.system.reference()}
    reasons = [why for moment in data["moments"] for event in moment["e"] if len(event) > 3 for why in event[3]]
    assert reasons or book == "armymen", "whose rolls need the same whatever happens"
    assert all({*why.rpartition("(")[2].rstrip(")").split(", ")} <= rules for why in reasons), "each names its rules"
    asked = [moment for moment in data["moments"][1:] if moment["q"] and moment["a"] and moment["s"] is not None]
    assert len(asked) == answers, "who was asked what, and what was answered"


def test_it_says_who_holds_what_is_fought_for():
    session = quick("pmc2640", 120)
    told = [moment.get("h", []) for moment in data_of(replay_page(session))["moments"]]
    names = [seat.name for seat in session.setup.seats]
    assert told[-1] == [one.said(names) for one in session.system.holders(session.game)]
    assert sum(map(bool, told)) > 50


def test_the_map_of_each_moment_is_that_of_the_game_then():
    session = quick("mechcom", 60)
    data = data_of(replay_page(session))
    rows: dict[int, int] = {}
    seen = 0
    for moment, told in zip(moments(session), data["moments"], strict=True):
        rows |= dict(zip(told["r"][::2], told["r"][1::2], strict=True))
        shown = [data["rows"][rows[y]][0] for y in range(data["high"])]
        assert shown == ["".join(text for text, _ in row) for row in moment.sheet.rows]
        seen += 1
    assert seen == len(session.history) + 1
    assert len({tuple(moment.sheet.rows) for moment in moments(session)}) > 10


@pytest.mark.parametrize("book", ["armymen", "pmc2640", "crimsondusk"])
def test_units_are_called_by_their_names_on_an_open_table(book: str):
    session = quick(book, 60)
    last = list(moments(session))[-1]
    shown = "\n".join("".join(text for text, _ in row) for row in last.sheet.rows)
    names = {shortened(token.name) for token in session.system.scene(session.game).tokens if token.kind == "unit"}
    assert len(names) >= 3, names
    called = {name for name in names if name in shown}
    assert len(called) >= 0.7 * len(names), names - called


def test_what_comes_from_a_file_is_text_and_nothing_else():
    setup = toy_setup("random", "random")
    setup.scenario["name"], setup.seats[0].name = EVIL, EVIL[:17]
    session = Session.new(setup)
    session.run()
    page = replay_page(session)
    assert page.count("<script") == page.count("</script>") == 2
    assert "<b>&" not in page
    assert data_of(page)["seats"][0]["name"].startswith("</script>")
    assert EVIL[:30] in unescape(page)


def test_a_page_asks_nothing_of_anybody():
    page = replay_page(quick("armymen", 20))
    assert "default-src 'none'" in page
    assert [
        link for link in re.findall(r"""(?:src|href)=["']?([^"'\s>]+)""", page) if not link.startswith(("data:", "#"))
    ] == []
    assert re.findall(r"url\(", page) == []


def test_a_puzzle_and_a_lesson_of_several_tasks_with_their_solutions():
    for name in ("puzzle:gauss-or-plasma", "1"):
        lesson = found("mechcom", name)
        data = data_of(lesson_page(lesson))
        notes = [note for moment in data["moments"] for note in moment.get("n", ())]
        assert len(data["moments"]) > sum(len(task.solution) for task in lesson.tasks)
        assert len(notes) == 2 * len(lesson.tasks), "a briefing and a verdict each"


def test_the_command_writes_it_and_says_what_does_not_go_together(tmp_path: Path, capsys):
    journal, to = tmp_path / "game.jsonl", tmp_path / "game.html"
    session = Session.new(toy_setup("random", "greedy", rounds=2), journal)
    session.run()
    session.close()
    assert cli.run(["export", str(journal), "--to", str(to), "--replay"]) == 0
    assert 'id="place"' in to.read_text("utf-8")
    wrong = {"a.md": ["--replay"], "b.html": ["--film"], "c.gif": ["--at", "1"], "d.svg": ["--at", "999"]}
    for name, options in wrong.items():
        assert cli.run(["export", str(journal), "--to", str(tmp_path / name), *options]) == 2
        assert not (tmp_path / name).exists()
    assert capsys.readouterr().err.count("\n") == len(wrong)
    assert cli.run(["export", "mechcom", "puzzle:gauss-or-plasma", "--to", str(tmp_path / "puzzle.html")]) == 0


# ---------------------------------------------------------------- in a browser
def analysed(session: Session):
    analysis = Analysis(played(session), playouts=4)
    for _ in analysis.go_on(appraise):
        pass
    return findings_of(session, analysis)


@pytest.fixture(scope="module")
def page_file(tmp_path_factory) -> Path:
    """The page of a whole analysed toy game."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._registered, TOY.id, TOY)
        session = Session.new(toy_setup("random", "greedy", rounds=4))
        session.run()
        page = replay_page(session, analysed(session))
    path = tmp_path_factory.mktemp("page") / "game.html"
    path.write_text(page, "utf-8")
    return path


@in_a_browser
def test_keys_buttons_links_and_the_curve_step_through_it(page_file: Path):
    with opened(page_file, at="#a3") as (page, wrong):
        last = int(page.get_attribute("#place", "max"))
        assert last > 10

        def at() -> str:
            return page.inner_text("#where").split(" · ")[0]

        assert at() == f"Answer 3 of {last}"
        first = page.inner_html("#map")
        for key, place in [("ArrowRight", 4), ("ArrowLeft", 3), (".", 4), ("End", last), (",", last - 1)]:
            page.keyboard.press(key)
            assert at() == f"Answer {place} of {last}"
            assert page.evaluate("location.hash") == f"#a{place}"
        assert page.inner_html("#map") != first
        page.keyboard.press("Home")
        assert at() == "The beginning"
        page.keyboard.press("]")
        assert at() != "The beginning"
        page.click("#last")
        assert page.is_disabled("#forth")
        page.keyboard.press(" ")  # plays from the beginning
        page.locator("#where", has_text=f"Answer 1 of {last}").wait_for()
        page.keyboard.press(" ")
        page.click("#whole summary")
        page.click("#every a[href='#a5']")
        assert at() == f"Answer 5 of {last}"
        moved = page.get_attribute("#curve .now", "transform")
        page.locator("#curve svg").click(position={"x": 900, "y": 120})
        assert page.get_attribute("#curve .now", "transform") != moved
        assert wrong == []


@in_a_browser
@pytest.mark.parametrize("size", [DESK, PHONE, (844, 390)])
def test_every_text_can_be_read_and_nothing_runs_out_of_the_screen(page_file: Path, size: tuple[int, int]):
    with opened(page_file, size, at="#a8") as (page, wrong):
        page.click("#whole summary")
        seen = contrasts(page)
        assert len(seen) > 60
        assert [text for text in seen if text[1] < READABLE] == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        shown = "[...document.querySelectorAll('nav button')].filter((one) => one.offsetWidth)"
        buttons = page.evaluate(f"{shown}.map((one) => one.getBoundingClientRect().toJSON())")
        assert len(buttons) >= 6
        assert all(one["left"] >= 0 and one["right"] <= size[0] and one["height"] >= 44 for one in buttons)
        assert wrong == []


@in_a_browser
def test_on_a_phone_a_swipe_steps(page_file: Path):
    swipe = """(by) => { const card = document.getElementById('card');
      const at = (x) => new Touch({ identifier: 1, target: card, clientX: x, clientY: 500 });
      card.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: [at(200)] }));
      card.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: [at(200 + by)] })); }"""
    with opened(page_file, PHONE, touch=True, at="#a3") as (page, wrong):
        page.evaluate(swipe, -120)
        assert page.inner_text("#where").startswith("Answer 4 ")
        page.evaluate(swipe, 120)
        page.evaluate(swipe, 10)
        assert page.inner_text("#where").startswith("Answer 3 ")
        page.tap("#forth")
        assert page.inner_text("#where").startswith("Answer 4 ")
        assert wrong == []


@in_a_browser
def test_on_paper_there_is_a_map_and_the_log_for_each_round(page_file: Path):
    with opened(page_file) as (page, wrong):
        assert len(page.pdf(format="A4", prefer_css_page_size=True)) > 10_000
        assert page.locator("#paper svg").count() >= 3
        assert page.locator("#paper li").count() > 20
        page.emulate_media(media="print")
        assert page.is_visible("#paper")
        assert not page.is_visible("nav")
        assert wrong == []


@in_a_browser
def test_a_name_that_would_be_a_script_runs_nothing(tmp_path: Path):
    setup = toy_setup("random", "random")
    setup.scenario["name"], setup.seats[0].name = EVIL, EVIL[:17]
    session = Session.new(setup)
    session.run()
    path = tmp_path / "evil.html"
    path.write_text(replay_page(session), "utf-8")
    with opened(path, at="#a2") as (page, wrong):
        assert page.title().startswith("</script>")
        assert wrong == []
