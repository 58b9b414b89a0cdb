"""The pictures of the pages are those of the program: `make pictures` makes them anew where the look has changed."""

import json
from pathlib import Path

import pytest
from PIL import Image

from docs import moving_picture, pictures
from tabletop_tui.rulebook import registry
from tabletop_tui.widgets.terminal_palettes import palette

SHOWN = {shot.name: shot for shot in pictures.SHOTS}
LOOKED_AT = ["title", "mechcom", "pmc2640", "armymen", "crimsondusk", "techcommander"]
"""The title, and a battle of each rulebook."""
ANEW = "the look has changed since: run `make pictures` and commit what it writes"


@pytest.mark.long
@pytest.mark.parametrize("name", LOOKED_AT)
def test_a_picture_is_that_of_the_program_as_it_looks_now(name: str, monkeypatch: pytest.MonkeyPatch):
    for variable in ("TABLETOP_TUI_HOME", "XDG_CONFIG_HOME", "TERM", "LANG"):
        monkeypatch.setenv(variable, "")  # what the pictures set is taken back afterwards
    monkeypatch.setattr(registry, "_registered", {})  # rulebooks of other tests are on no picture
    kept = Image.open(pictures.FOLDER / f"{name}.png").info.get("Comment")
    assert pictures.digest(pictures.taken(SHOWN[name])) == kept, ANEW


def test_every_picture_was_made_by_the_command_and_has_the_colours_of_the_palette():
    colours = palette("truecolour")
    names = {path.stem for path in pictures.FOLDER.glob("*.png")} - {"browser"}
    assert names == set(SHOWN)
    for name in names:
        assert len(Image.open(pictures.FOLDER / f"{name}.png").info["Comment"]) == 16, name
    battle = Image.open(pictures.FOLDER / "mechcom.png").convert("RGB").getcolors(1 << 20)
    assert battle is not None
    drawn = {colour for _, colour in battle}
    for seat in (0, 1):
        ink = colours.seat_name(seat).color
        assert ink is not None
        assert tuple(ink.get_truecolor()) in drawn, "the sides have the colours that they have in the program"


def test_the_moving_picture_lasts_twenty_seconds_and_shows_what_it_says():
    moving = Image.open(pictures.FOLDER / "shot.gif")
    assert moving.n_frames == len(moving_picture.ACTS)
    lasts = 0
    for frame in range(moving.n_frames):
        moving.seek(frame)
        lasts += moving.info["duration"]
    assert 15_000 <= lasts <= 20_000
    head, *events = map(json.loads, (pictures.FOLDER / "shot.cast").read_text("utf-8").splitlines())
    assert (head["width"], head["height"]) == (moving_picture.SIZE[0], moving_picture.SIZE[1] + 1)
    assert len(events) == len(moving_picture.ACTS) + 1
    said = " ".join(text for _, _, text in events)
    for words in ("AMC-SHOOT-3", "Take it back", "answers looked at", "Cost"):
        assert words in said, words
    assert Path(pictures.FOLDER / "shot.gif").stat().st_size < 1_000_000
