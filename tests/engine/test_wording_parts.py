"""Parts of a whole in whole per cent add up to it, wherever they are shown."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tabletop_tui.coach.analysis_findings import SeatFindings
from tabletop_tui.coach.chance_ledger import Account
from tabletop_tui.engine.outcome_chances import side_percents
from tabletop_tui.engine.wording import hundredths, percents
from tabletop_tui.reports.analysis_lines import account_words


def test_what_is_left_over_goes_to_those_that_were_cut_down_most():
    assert hundredths([0.565, 0.01, 0.425]) == [57, 1, 42]
    assert hundredths([1 / 3] * 3) == [34, 33, 33]
    assert percents([0.002, 0.998]) == ["<1%", ">99%"]
    assert side_percents([0.505, 0.505, 0.495, 0.495], [0, 0, 1, 1]) == ["51%", "51%", "49%", "49%"]


@given(st.lists(st.floats(0, 1), min_size=2, max_size=8).filter(any))
def test_parts_of_a_game_add_up_and_none_is_off_by_a_hundredth(parts):
    whole = [one / sum(parts) for one in parts]
    told = hundredths(whole)
    assert sum(told) == 100
    assert all(abs(one - 100 * part) < 1 for one, part in zip(told, whole, strict=True))


@given(*[st.floats(0, 1)] * 2, *[st.floats(-0.5, 0.5)] * 2, st.sampled_from([0.0, -0.377]))
def test_an_account_adds_up_as_it_is_shown(start, end, errors, gifts, left):
    side = SeatFindings("Red")
    side.account = Account(start, errors, gifts, end - start + errors - gifts - left, end, left)
    figures = [int(word.strip("%,:")) for word in account_words(side).split() if word[-2:].rstrip(",:").endswith("%")]
    first, *parts, last = figures
    assert len(parts) == (4 if left else 3)
    assert first + sum(parts) == last
