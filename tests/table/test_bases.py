"""The middle of a unit as a reader sees it."""

import pytest

from tabletop_tui.table.bases import centre, middle_text
from tabletop_tui.table.formations import formation, shifted


@pytest.mark.parametrize("name", ["line", "column", "wedge", "block"])
@pytest.mark.parametrize("count", range(1, 13))
@pytest.mark.parametrize("spot", [(24.0, 7.0), (20.5, 39.2)])
def test_a_unit_stands_where_it_was_put(name: str, count: int, spot: tuple[float, float]) -> None:
    """Its models are rounded to the hundredth; that is not seen in the name of its place."""
    assert middle_text(shifted(formation(name, count, 1.0), spot)) == f"{spot[0]:g},{spot[1]:g}"


def test_a_place_between_is_told_to_the_hundredth() -> None:
    assert middle_text(((10.0, 16.51),)) == "10,16.51"
    assert middle_text(((10.0, 16.51), (10.0, 16.52))) in ("10,16.51", "10,16.52")
    assert middle_text(()) == ""


def test_a_middle_is_added_one_after_the_other_as_it_was_when_games_of_today_were_saved() -> None:
    """`sum` adds floats more exactly from Python 3.12 on; a middle half a hundredth away would part saved games."""
    spots = [(0.1 * number, 1e16 if number == 1 else 1.0) for number in range(1, 9)]
    across = down = 0.0
    for x, y in spots:
        across, down = across + x, down + y
    assert centre(spots) == (across / 8, down / 8)
    assert down != 1e16 + 7.0  # what an exact sum would be
