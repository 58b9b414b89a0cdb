"""The ledger of a game: start, errors and luck add up to the result, and only dice and errors move the chance."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_tui.coach.answer_comparison import SURE
from tabletop_tui.coach.answer_judging import Judgement
from tabletop_tui.coach.chance_ledger import Given, account, ledger

PLAYOUTS = 8
SHARE = st.floats(0, 1)


def judged(seat, share, cost=0.0, error=0.01, again=True):
    """A judgement; `again` says whether it looked like an error and was looked at once more."""
    playouts = 2 * PLAYOUTS if again else PLAYOUTS
    return Judgement(seat, "", "", (), "", (), None, cost, error, share, error, 3, playouts)


@st.composite
def games(draw, teams):
    """A game: how it stood, who answered, where dice were rolled, what was judged."""
    count = draw(st.integers(1, 12))
    answers = [Given(draw(st.sampled_from(range(len(teams)))), draw(st.booleans())) for _ in range(count)]
    standing = []
    for _ in range(count + 1):
        parts = {team: draw(st.floats(0.01, 1)) for team in teams}
        whole = sum(parts.values())
        standing.append(tuple(parts[team] / whole for team in teams))
    judgements = {
        number: judged(one.seat, draw(SHARE), draw(st.floats(-0.5, 1)), draw(st.floats(0, 0.1)), draw(st.booleans()))
        for number, one in enumerate(answers)
        if draw(st.booleans())
    }
    return standing, teams, answers, judgements


@pytest.mark.parametrize("teams", [(0, 1), (0, 1, 2), (0, 0, 1, 1)])
@given(data=st.data())
def test_start_errors_and_luck_add_up_to_the_result(teams, data):
    standing, teams, answers, judgements = data.draw(games(teams))
    found = ledger(standing, teams, answers, judgements, PLAYOUTS)
    assert len(found) == len(answers)
    for seat in range(len(teams)):
        one = account(found, seat)
        assert one.start - one.errors + one.gifts + one.luck == pytest.approx(one.end)
        assert one.end == standing[-1][seat]
        for stretch in (found[:3], found[-2:]):
            part = account(stretch, seat)
            assert part.start - part.errors + part.gifts + part.luck == pytest.approx(part.end)


@given(data=st.data())
def test_without_dice_only_an_error_moves_the_chance(data):
    standing, teams, answers, judgements = data.draw(games((0, 1)))
    found = ledger(standing, teams, answers, judgements, PLAYOUTS)
    for change, following in zip(found, [*found[1:], None], strict=True):
        assert following is None or change.then == following.before, "nothing lies between two answers"
        if not answers[change.answer].rolled:
            assert change.after == change.then
        looked_at = judgements.get(change.answer)
        if looked_at is None or looked_at.playouts <= PLAYOUTS:
            assert change.before == change.after
        assert all(-1e-9 <= share <= 1 + 1e-9 for shares in (change.before, change.after) for share in shares)
        assert sum(change.before) == pytest.approx(1)


def test_the_curve_falls_at_the_blunder_and_the_dice_are_luck():
    standing = [(0.5, 0.5)] * 3 + [(0.7, 0.3)]
    answers = [Given(0, False), Given(0, True), Given(1, True)]
    judgements = {0: judged(0, 0.4), 1: judged(0, 0.4, cost=0.2), 2: judged(1, 0.45, again=False)}
    first, second, third = ledger(standing, (0, 1), answers, judgements, PLAYOUTS)
    assert first.before == first.after == first.then == second.before == pytest.approx((0.6, 0.4))
    assert second.after == pytest.approx((0.4, 0.6)), "the blunder"
    assert second.cost == pytest.approx(0.2)
    assert second.then == third.before == pytest.approx((0.55, 0.45))
    assert second.luck(0) == pytest.approx(0.15)
    assert third.luck(1) == pytest.approx(-0.15)
    mine, its = account([first, second, third], 0), account([first, second, third], 1)
    assert (mine.errors, mine.gifts) == pytest.approx((0.2, 0.0))
    assert (its.errors, its.gifts) == pytest.approx((0.0, 0.2))


def test_a_mistake_counts_once():
    """Move was judged by the bad place to which it leads as a rule; at the place a better one was known."""
    answers = [Given(0, False), Given(0, True)]
    move, place = judged(0, 0.4, cost=0.2), judged(0, 0.4, cost=0.15)
    found = ledger([(0.5, 0.5)] * 2 + [(0.4, 0.6)], (0, 1), answers, {0: move, 1: place}, PLAYOUTS)
    assert found[1].cost == pytest.approx(0.15)
    assert found[0].cost == pytest.approx(0.05), "by so much nothing that followed makes good"
    vague = judged(0, 0.4, cost=0.2, error=0.15 / SURE)
    found = ledger([(0.5, 0.5)] * 2 + [(0.4, 0.6)], (0, 1), answers, {0: vague, 1: place}, PLAYOUTS)
    assert found[0].cost == pytest.approx(0.2), "what may be chance makes nothing good"


def test_who_gives_up_loses_by_that_and_not_by_the_dice_before():
    standing, answers = [(0.5, 0.5), (0.4, 0.6), (0.0, 1.0)], [Given(1, True), Given(0, False, ended=True)]
    found = ledger(standing, (0, 1), answers, {0: judged(1, 0.45, cost=0.14)}, PLAYOUTS)
    mine, its = account(found, 0), account(found, 1)
    assert (mine.left, its.left) == pytest.approx((-0.4, 0.4))
    assert mine.errors == found[1].cost == 0, "to give up is no error that an answer is judged by"
    assert its.errors == pytest.approx(0.14), "a blunder before it costs what it is told to"
    assert mine.luck == pytest.approx(0.4 - 0.55)


def test_what_was_not_judged_goes_by_the_standing():
    found = ledger([(0.5, 0.5), (0.8, 0.2), (1.0, 0.0)], (0, 1), [Given(0, True), Given(1, True)], {}, PLAYOUTS)
    assert [one.before for one in found] == [(0.5, 0.5), (0.8, 0.2)]
    assert [one.luck(0) for one in found] == pytest.approx([0.3, 0.2])
    assert ledger([(0.3, 0.7)], (0, 1), [], {}, PLAYOUTS) == []
