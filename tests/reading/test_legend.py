"""The legend: whatever is painted is in it, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import pytest
from attrs import evolve

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.events import Harmed, Moved, Shot
from tabletop_tui.engine.game_standing import Nearness, Standing
from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.scenes import HexScene, Scene
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.school.lesson_files import LESSON, listed
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.screens.battle.pages.legend_page import legend_lines, top_signs, word_signs
from tabletop_tui.widgets.glyphs import ASCII, UNICODE, Glyphs
from tabletop_tui.widgets.map.battlefield import painters_of
from tabletop_tui.widgets.map.legend import BADGES, GROUND, MARKS, UNITS, Viewport, legend
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.map.shared.traces import traces_of
from tabletop_tui.widgets.styled_text import width_of
from tabletop_tui.widgets.terminal_palettes import palette
from tests.reading.test_pages import SIZES, battle, named, plain_terminal
from tests.screens.conftest import at
from tests.screens.fixtures import REACH, scene

__all__ = ["plain_terminal"]
BOOKS = ["mechcom", "armymen", "pmc2640", "crimsondusk"]
LATTICE = set(" /\\_[]")


def played(name: str, answers: int = 40) -> Session:
    found, scenario = new_game.find_scenario(f"{name}/quick-start")
    session = Session.new(new_game.set_table(found, scenario, players=["greedy", "greedy"], seed=3))
    session.run(answers)
    return session


def marked(session: Session) -> Marks:
    """Marks as a battle has them: an overlay of sight, traces of all that happened, a sight line, a unit that acts."""
    game, table = session.game, session.system.scene(session.game)
    line = next(line for line in session.system.roster(game) if line.spot and line.state != "lost")
    overlay = session.system.overlay(game, "sight", line.unit)
    return Marks(active=line.spot, overlay=overlay, traces=traces_of(list(session.log()), table))


@lru_cache
def shown(name: str) -> tuple[Scene, Marks]:
    """The scene of a game and its marks; who paints them only reads them."""
    session = played(name)
    return session.system.scene(session.game), marked(session)


def signs_of(groups, *names: str) -> str:
    return " ".join(text for name in names or groups for sign in groups.get(name, ()) for text, _ in sign.sample)


def words_of(groups, name: str) -> list[str]:
    return [sign.words for sign in groups.get(name, ())]


@pytest.mark.parametrize(("colours", "glyphs"), [("truecolour", UNICODE), ("256", UNICODE), ("mono", ASCII)])
@pytest.mark.parametrize("zoom", [0, 1, 2, 3])
@pytest.mark.parametrize("name", [*BOOKS, "made by hand"])
@pytest.mark.sampled(2)
def test_every_sign_that_is_painted_is_in_it(name: str, zoom: int, colours: str, glyphs: Glyphs):
    table, marks, inks = *(shown(name) if name in BOOKS else (scene(), Marks(labels=REACH))), palette(colours)
    painters = painters_of(table, inks, glyphs)
    if zoom >= len(painters):
        pytest.skip("want a hex map: an open table has three zooms")
    painter = painters[zoom](table, inks, glyphs)
    painter.mark(marks)
    window = Viewport(0, 0, painter.width, painter.height)
    groups = legend(painter, window, ["Red", "Blue"], lambda spot: [], "sight of it")
    painted = {sign for y in window.rows for segment in painter.row(y) for sign in segment.text}
    lattice = LATTICE | set("▀▄▁─" if glyphs.halves else "")
    painted = {sign for sign in painted if not sign.isalnum() and sign not in lattice}
    names = {letter for area in getattr(table, "areas", ()) for letter in area.name}
    labels = {letter for token in table.tokens for letter in f"{token.name}/" + "".join(b.brief for b in token.badges)}
    assert painted - names - labels <= set(signs_of(groups)), painted - set(signs_of(groups))


@pytest.mark.parametrize("zoom", [0, 1, 2, 3])
def test_every_sign_of_a_lattice_in_16_colours_is_in_it(zoom: int):
    table, inks = scene(), palette("16")
    painter = painters_of(table, inks)[zoom](table, inks, UNICODE, Marks(labels=REACH, active="0404"))
    groups = legend(painter, Viewport(0, 0, painter.width, painter.height), ["Red", "Blue"], lambda spot: [])
    painted = {sign for y in range(painter.height) for segment in painter.row(y) for sign in segment.text}
    painted = {sign for sign in painted if not sign.isalnum()} - LATTICE - set("▀▄▁")
    assert painted <= set(signs_of(groups)), painted - set(signs_of(groups))


def test_what_is_out_of_view_is_not_in_it():
    painter = painters_of(scene())[2](scene(), palette("truecolour"), UNICODE)
    whole = legend(painter, Viewport(0, 0, painter.width, painter.height), ["Red", "Blue"], lambda spot: [])
    corner = legend(painter, Viewport(0, 0, 12, 4), ["Red", "Blue"], lambda spot: [])
    assert {"forest", "water", "snow", "on fire"} <= set(words_of(whole, GROUND))
    assert set(words_of(corner, GROUND)) == {"normal", "Red's zone"}
    assert UNITS not in corner
    assert words_of(whole, BADGES) == ["Alert", "Stunned"]


def test_units_are_told_by_side_and_by_whether_they_have_acted_and_bars_by_what_is_left():
    painter = painters_of(scene())[1](scene(), palette("truecolour"), UNICODE)
    said = words_of(legend(painter, Viewport(0, 0, 99, 99), ["Red", "Blue"], lambda spot: []), UNITS)
    assert said[:4] == ["Red, has not acted yet", "Red, has acted", "Blue, has not acted yet", "Blue's Sentry"]
    assert "Flag" in said
    assert [words for words in said if "left" in words] == [
        "of it left: whole, or nearly",
        "of it left: two thirds or less",
        "of it left: one third or less",
        "of it left, in eighths; nothing below a whole unit",
    ]


def test_marks_are_told_as_they_lie_on_the_map():
    happened = [
        Moved("", (), 0, "a1", ("0401", "0402")),
        Shot("", (), 1, "b1", "a2", ("0812", "0807")),
        Harmed("", (), 0, "a1", 2, 5),
    ]
    marks = Marks(labels=REACH, path=("0405",), waypoints=("0405",), active="0404", traces=traces_of(happened, scene()))
    painter = painters_of(scene())[1](scene(), palette("truecolour"), UNICODE)
    painter.mark(marks)
    said = words_of(legend(painter, Viewport(0, 0, 99, 99), ["Red", "Blue"], lambda spot: []), MARKS)
    for words in (
        "a waypoint",
        "what it costs to get there",
        "where a shot went since then",
        "from where",
        "lost there since your last answer",
        "acts now, or the question is about it",
        "can be reached, or is offered",
    ):
        assert words in said, words
    bare = painters_of(scene())[1](scene(), palette("truecolour"), UNICODE)
    assert words_of(legend(bare, Viewport(0, 0, 99, 99), ["Red", "Blue"], lambda spot: []), MARKS) == ["the cursor"]


def test_an_overlay_is_told_by_its_name_and_grades_of_sight_by_their_words():
    painter = painters_of(scene())[1](scene(), palette("truecolour"), UNICODE)
    painter.mark(Marks(overlay=Overlay("sight", {"0404": ".", "0405": "h", "0406": "x"}, "sight")))
    said = words_of(legend(painter, Viewport(0, 0, 99, 99), ["Red", "Blue"], lambda spot: [], "sight of A1"), MARKS)
    assert {"sight of A1: clear", "sight of A1: half cover", "sight of A1: no sight"} <= set(said)


def test_what_the_rules_say_of_a_ground_is_what_all_its_places_share():
    def facts(spot: str) -> list[str]:
        return ["costs 1 more", f"is {spot}"]

    painter = painters_of(scene())[1](scene(), palette("truecolour"), UNICODE)
    found = legend(painter, Viewport(0, 0, 99, 99), ["Red", "Blue"], facts)
    assert next(sign.more for sign in found[GROUND] if sign.words == "forest") == "costs 1 more"


# ---------------------------------------------------------------- the top bar, the page
def test_the_top_bar_says_whose_losses_it_counts():
    near = Nearness("to rout", (1, 3), ("told of Red", "told of Blue"), ())
    standing = Standing(2, "Action", scores=(4, 0), points="VP", called="turn", nearness=near)
    said = {
        "".join(text for text, _ in sign.sample): sign.words
        for sign in top_signs(standing, ["Red", "Blue"], palette("mono"), UNICODE)
    }
    assert said == {
        "T2": "turn 2",
        "Action": "the phase of the turn",
        "●": "Red",
        "■": "Blue",
        "VP ●4 ■0": "VP: Red 4, Blue 0",
        "to rout ●1": "Red loses after 1 more loss",
        "to rout ■3": "Blue loses after 3 more losses",
    }


def test_what_is_held_and_losses_that_do_not_count_alike_are_said_in_words():
    near = Nearness("to rout", (1, 1), ("told", "told"), (), "routs", ("1 more destroyed or 2 gone", "1 gone"))
    held = [Held("the AC of kills", why="0 to 0"), Held("L1", seats=(1,), why="B2 is on it")]
    found = top_signs(Standing(2, "", nearness=near), ["Red", "Blue"], palette("mono"), UNICODE, held)
    said = {"".join(text for text, _ in sign.sample): (sign.words, sign.more) for sign in found}
    assert said["to rout ●1"] == ("Red routs after 1 more destroyed or 2 gone", "told")
    assert said["to rout ■1"][0] == "Blue routs after 1 gone"
    assert said["AC of kills -"] == ("held by nobody", "0 to 0")
    assert said["L1 ■"] == ("held by Blue", "B2 is on it")


def test_no_line_is_wider_than_the_page():
    table, marks = shown("pmc2640")
    painter = painters_of(table)[1](table, palette("truecolour"), UNICODE)
    painter.mark(marks)
    groups = legend(painter, Viewport(0, 0, 200, 60), ["Red", "Blue"], lambda spot: ["a long fact about it " * 4])
    assert all(width_of(line) <= 56 for line in legend_lines(groups, 56))


@pytest.mark.parametrize("size", SIZES, ids=named)
@pytest.mark.parametrize("name", ["mechcom", "armymen"])
async def test_how_it_looks(name: str, size: tuple[int, int], snapshot):
    async with at(battle(name, 36), size=size) as player:
        await player.press("l")
        assert player.picture == snapshot
        await player.press("l")
        assert player.app.screen is player.battle


async def test_it_changes_nothing_on_the_map():
    async with at(battle("mechcom", 36), size=(120, 40)) as player:
        before = player.battle.field.marks
        await player.press("l")
        assert player.battle.field.marks is before
        await player.press("escape")
        assert player.battle.field.marks is before


async def test_a_replay_has_all_three_pages(tmp_path):
    session = played("mechcom", 30)
    path = tmp_path / "a.jsonl"
    again = Session.new(evolve(session.setup), path)
    again.run(30)
    again.close()
    async with at(Session.replay(path, 20), watching=True, size=(120, 40)) as player:
        for key, words in (
            ("w", "s losses"),
            ("D", "Explain that roll"),
            ("l", "Legend of this screen"),
            ("L", "The log"),
        ):
            await player.press(key)
            assert words in player.picture, key
            await player.press("escape")
        assert isinstance(player.app.screen.model.scene, HexScene)


def texts_of(line: Line) -> Iterator[str]:
    """What stands on a line of a card, and in its row of a table with the headings of that."""
    yield line.words
    if line.columns is not None:
        yield from (*line.columns.heads, *line.columns.short, *line.columns.cells)


def stands(word: str, text: str) -> bool:
    """Whether a text holds a word as it is, not as a part of another."""
    before = r"(?<![A-Za-z])" if word.isalpha() else ""
    return re.search(rf"{before}{re.escape(word)}(?![A-Za-z])", text) is not None


@pytest.mark.parametrize("name", system_ids())
def test_the_short_words_of_a_book_stand_on_its_cards(name: str) -> None:
    """A lesson puts each of them before a beginner, on the card of a unit or in the table of its weapons."""
    words = {sign.sample[0][0]: sign.words for sign in word_signs(system(name))}
    assert len(words) >= 7
    assert all(len(said) <= 120 for said in words.values())
    open_ = set(words)
    for task in (
        LessonRun(one, n) for one in listed(name, LESSON, []) for n, of in enumerate(one.tasks) if of.force is None
    ):
        game = task.session.game
        roster = game.system.roster(game)
        cards = [card for line in roster if (card := game.system.card(game, line.unit)) is not None]
        seen = [text for card in cards for line in card.lines for text in texts_of(line)]
        seen += [badge.short.replace("#", "") for line in roster for badge in line.badges]
        open_ -= {word for word in open_ if any(stands(word, text) for text in seen)}
        if not open_:
            return
    assert not open_, f"{len(open_)} of {len(words)} words stand on no card: {sorted(open_)}"
