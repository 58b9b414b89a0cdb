"""Pictures of a game: exact colours, one moment, and the battle in 20 seconds."""

import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from rich.segment import Segment

from tabletop_tui import cli
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.play.session import Session
from tabletop_tui.reports.sharing import cell_drawing
from tabletop_tui.reports.sharing.cell_rows import BLOCKS, Ink, Inks, Sheet, boxes, cells, words
from tabletop_tui.reports.sharing.highlight_clip import SECONDS, clip
from tabletop_tui.reports.sharing.replay_moments import moments
from tabletop_tui.widgets.terminal_palettes import NAMES, palette
from tests.reports.test_replay_page import quick
from tests.toy import toy_setup

RED, BLUE = Ink("#ff0000", "#000010"), Ink("#0000ff", "#100000", bold=True)


def test_blocks_fill_their_share_of_a_cell_and_letters_stand_in_theirs():
    row = (("a▀b", RED), ("▟", BLUE))
    drawn = [box for box in boxes(row) if box[4] in (RED.letters, BLUE.letters)]
    assert drawn[0] == (1, 0, 1, 0.5, RED.letters)
    assert sum(width * height for _, _, width, height, _ in drawn[1:]) == 0.75
    assert [(at, word) for at, word, _ in words(row)] == [(0, "a"), (2, "b")]
    assert len(BLOCKS) == 29
    assert cells("a日b") == "a日\u3000b"


def test_a_png_has_the_colours_of_the_cells_exactly():
    sheet = Sheet(((("▀▀", RED), ("▄ ", BLUE)), (("abc ", RED),)), 4)
    drawn = Image.open(BytesIO(cell_drawing.png(sheet, 10, "made of this")))
    assert drawn.size == (40, 40)
    assert drawn.info["Comment"] == "made of this"
    pixels = drawn.convert("RGB")
    assert pixels.getpixel((5, 4)) == (255, 0, 0)
    assert pixels.getpixel((5, 15)) == (0, 0, 16)
    assert pixels.getpixel((25, 4)) == (16, 0, 0)
    assert pixels.getpixel((25, 15)) == (0, 0, 255)
    letters = pixels.crop((0, 20, 30, 40)).getcolors()
    assert letters is not None
    assert 2 < len(letters) <= cell_drawing.SHADES + 1


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_in_any_palette_has_colours_that_can_be_drawn(name):
    """A palette that leaves the paper to the terminal is drawn on a dark one."""
    colours = palette(name)
    inks = Inks(colours)
    row = inks.row([Segment("plain"), *(Segment("x", style) for style in colours.ui.values())])
    assert all(re.fullmatch("#[0-9a-f]{6}", part) for _, ink in row for part in (ink.letters, ink.ground))
    assert row[0][1].letters != row[0][1].ground
    sheet = Sheet((row,), sum(len(text) for text, _ in row))
    assert Image.open(BytesIO(cell_drawing.png(sheet))).size == (sheet.width * 10, 20)
    ElementTree.fromstring(cell_drawing.svg(sheet))


def test_a_picture_of_a_moment_is_that_moment(tmp_path: Path):
    journal = tmp_path / "game.jsonl"
    session = Session.new(toy_setup("random", "greedy", rounds=3), journal)
    session.run()
    session.close()
    for form in ("svg", "png"):
        written = []
        for at in ("0", "12", "12"):
            to = tmp_path / f"{len(written)}.{form}"
            assert cli.run(["export", str(journal), "--to", str(to), "--at", at]) == 0
            written.append(to.read_bytes())
        assert written[0] != written[1] == written[2]


@pytest.mark.parametrize("book", ["armymen", "pmc2640"])
def test_the_battle_in_twenty_seconds(book: str):
    session = quick(book, 40)
    film = clip(session)
    assert sum(seconds for _, seconds in film) <= SECONDS + 0.01
    assert len({(sheet.width, sheet.height) for sheet, _ in film}) == 1
    assert 10 < len(film) <= len(session.history) + 1
    drawn = Image.open(BytesIO(cell_drawing.gif(film)))
    assert drawn.n_frames >= len(film) / 2  # Pillow joins frames that are alike
    assert drawn.info["loop"] == 0
    last = "".join(text for row in film[-1][0].rows[-1:] for text, _ in row)
    assert last.strip() == "The battle is not over."


def test_a_moving_svg_shows_at_each_time_the_rows_of_that_picture():
    film = clip(quick("mechcom", 40))
    whole = sum(seconds for _, seconds in film)
    tree = ElementTree.fromstring(cell_drawing.moving_svg(film, "a <battle>"))
    groups = [one for one in tree.iter() if one.tag.endswith("}g")][1:]
    middle, checked = 0.0, 0
    for sheet, seconds in film:
        middle += seconds
        share = (middle - seconds / 2) / whole
        seen: dict[int, str] = {}
        for group in [*groups, tree[1]]:
            times = group.find("{*}animate")
            if times is not None:
                at = [float(time) for time in times.attrib["keyTimes"].split(";")]
                if times.attrib["values"].split(";")[sum(time <= share for time in at) - 1] == "0":
                    continue
            for text in group.findall("{*}text"):
                y = int(float(text.attrib["y"]) // cell_drawing.HIGH)
                seen[y] = seen.get(y, "") + (text.text or "")
        for y, row in enumerate(sheet.rows):
            assert seen.get(y, "") == "".join(word for _, word, _ in words(row)), (share, y)
            checked += 1
    assert checked > 300


def test_without_pillow_a_picture_of_pixels_is_refused_in_a_sentence(monkeypatch):
    monkeypatch.setattr(cell_drawing, "has_pillow", lambda: False)
    sheet = next(moments(quick("mechcom", 1))).sheet
    with pytest.raises(BadChoice, match=re.escape("'pictures'")):
        cell_drawing.png(sheet)
    assert cell_drawing.svg(sheet).startswith("<svg")
