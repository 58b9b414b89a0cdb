"""The dice tray: faces, what was needed, what counted, re-rolls, dice that wait; in every size that it may have."""

from __future__ import annotations

import pytest
from attrs import evolve
from syrupy.assertion import SnapshotAssertion

from tabletop_tui.engine.dice import Need, Roll
from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.roll_wording import need_words
from tabletop_tui.play import text_view
from tabletop_tui.widgets import dice_tray
from tabletop_tui.widgets.glyphs import ASCII, UNICODE
from tabletop_tui.widgets.log_lines import roll_spans
from tabletop_tui.widgets.styled_text import TextLine, text_of
from tabletop_tui.widgets.terminal_palettes import palette

QUALITY = Tally("Hit", 5, "Recruits", "R-1").plus(-1, "point blank", "R-2")
HITS = Rolled("", (), 0, "A1 hits", 6, (6, 2, 4, 1), (True, False, True, False), Need(QUALITY))
AGAIN = Rolled("", (), 0, "A1 hits, re-roll", 6, (3, 5), (False, True), Need(QUALITY))
DEFENDS = Rolled("", (), 1, "B1 defends", 6, (3,), adds=Tally("Strength", 4, "Rustjaw"))
HARM = "loses 2 Integrity"
ARMOUR = Rolled("", (), 1, "B1 Armour", 6, (2, 5), (True, False), Need(Tally("Armour", 4, "Rustjaw"), harm=HARM))
TEN = Rolled("", (), 1, "B1 shoots", 10, (0,), (False,), Need(Tally("Needs", 7, "Defence 9")), outcome="no hits")
WAITS = Roll(1, "B1 at A1", 3, 6, Need(QUALITY))
LOOKS = (palette("truecolour"), UNICODE)
SIZES = {"wide": (46, 8), "low": (60, 3)}


def shown(lines: list[TextLine]) -> str:
    return "\n".join(text_of(line).rstrip() for line in lines)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_the_tray(size, signs, snapshot: SnapshotAssertion):
    looks = palette("truecolour"), signs
    pictures = [
        dice_tray.tray_lines([HITS, AGAIN], None, None, size, *looks),
        dice_tray.tray_lines([HITS], None, 2, size, *looks),
        dice_tray.tray_lines([HITS], WAITS, None, size, *looks),
        dice_tray.tray_lines([TEN], None, None, size, *looks),
    ]
    assert "\n\n".join(map(shown, pictures)) == snapshot


def test_what_was_needed_is_said_as_it_was_used():
    """Enough of a number, what enough of it does where that is bad, or a number that is added."""
    assert "needs 4 or more: 5 Recruits, -1 point blank" in shown(
        dice_tray.tray_lines([HITS], None, None, (60, 8), *LOOKS)
    )
    armour = shown(dice_tray.tray_lines([ARMOUR], None, None, (60, 8), *LOOKS))
    assert "4 or more loses 2 Integrity: Rustjaw" in armour
    assert "1 of 2 unharmed" in armour
    log = "".join(text for text, _ in roll_spans(ARMOUR))
    assert log == "B1 Armour: [2] 5, 4 or more loses 2 Integrity: 1 of 2 unharmed"


def test_a_sum_is_added_up_as_soon_as_its_die_lies_there():
    assert "3 + 4 = 7: Rustjaw" in shown(dice_tray.tray_lines([DEFENDS], None, None, (60, 8), *LOOKS))
    rolling = shown(dice_tray.tray_lines([DEFENDS], None, 0, (60, 8), *LOOKS))
    assert "Strength 4: Rustjaw" in rolling
    assert "7" not in rolling
    over = evolve(DEFENDS, against=Tally("Defence", 9))
    assert "3 + 4 = 7, under Defence 9: Rustjaw" in shown(dice_tray.tray_lines([over], None, None, (60, 8), *LOOKS))


def test_good_dice_are_told_apart_without_colour_and_with_it():
    rows = dice_tray.dice_rows([("6", True), ("2", False), (" ", None)], 40, UNICODE)
    assert [text_of(row) for row in rows] == ["┏━┓ ┌─┐ ┌─┐ ", "┃6┃ │2│ │ │ ", "┗━┛ └─┘ └─┘ "]
    assert [role for _, role in rows[1][::2]] == ["good", "dim", "strong"]


def test_too_many_dice_for_the_room_lie_in_one_row():
    many = Rolled("", (), 0, "A1 hits", 6, (6, 1) * 20, (True, False) * 20, Need(QUALITY))
    lines = dice_tray.tray_lines([many], None, 39, (46, 8), *LOOKS)
    assert any("[6] 1 [6]" in text_of(line) for line in lines)
    assert all(len(text_of(line)) <= 46 for line in lines)


def test_an_empty_tray_is_empty():
    assert dice_tray.tray_lines([], None, None, (46, 8), *LOOKS) == []


def test_dice_that_wait_say_whose_they_are_and_every_reason_with_its_rule():
    lines = [text_of(line) for line in dice_tray.waiting_lines(WAITS, "Blue", 40)]
    assert lines == ["Blue rolls 3D6", "B1 at A1", "needs 4 or more", " 5 Recruits", " -1 point blank R-2"]
    assert dice_tray.waiting_words(WAITS) == "3D6, needs 4 or more: B1 at A1 (5 Recruits, -1 point blank)"
    assert dice_tray.waiting_words(Roll(0, "initiative", 1)) == "1D6: initiative"


def test_where_any_face_will_do_no_number_is_needed():
    sure = Tally("Die", 4, "to beat 3").plus(-4, "Strength 4", "R-1")
    assert dice_tray.waiting_words(Roll(0, "A1 strikes", 3, 6, Need(sure))).startswith(
        "3D6, any face is enough: A1 strikes"
    )
    assert need_words(Need(sure)) == "any face is enough"
    assert need_words(Need(QUALITY)) == f"needs {QUALITY.total} or more"


def test_dice_that_wait_say_which_faces_are_bad():
    held = Roll(1, "B1 Armour", 2, 6, Need(Tally("Armour", 4, "Rustjaw"), harm=HARM))
    assert dice_tray.waiting_words(held) == "2D6, 4 or more loses 2 Integrity: B1 Armour (Rustjaw)"
    assert [text_of(line) for line in dice_tray.waiting_lines(held, "Blue", 40)] == [
        "Blue rolls 2D6",
        "B1 Armour",
        "4 or more loses 2 Integrity",
        " 4 Rustjaw",
    ]
    assert "4 or more loses 2 Integrity: Rustjaw" in shown(dice_tray.tray_lines([], held, None, (60, 8), *LOOKS))
    assert text_view.need_words(held) == "4 or more loses 2 Integrity: Armour 4 (Rustjaw)"
    assert text_view.need_words(WAITS) == "needs 4 or more: Hit 4 = 5 Recruits, -1 point blank"
