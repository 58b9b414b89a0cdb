"""The measurements work for every case, and nothing calls far more functions than the page of results says."""

from functools import partial
from pathlib import Path

import pytest
from attrs import evolve

from benchmarks import counts
from benchmarks.calls import counted
from benchmarks.games import CASES, GROWTH, size, wanted
from benchmarks.page import RESULTS, Page, Row, rows_of
from benchmarks.strength import TITLE
from benchmarks.worst import games, is_sound

MORE = 1.5
"""A case fails that calls so many times as many functions as when it was measured last: `make bench QUICK=1`."""
QUICK_WORST = (
    "MECHCOM",
    "PMC 2640, Priority 1",
    "Army Men, 600 points",
    "Crimson Dusk, 140 points",
    "TechCommander, 12 AC",
)
ROTTEN = "the rules have changed: find the worst questions anew with `python -m benchmarks.worst`"
KNOWN = rows_of(RESULTS.read_text(encoding="utf-8"))


def test_every_case_has_a_size():
    sizes = [size(case) for case in CASES]
    assert len(sizes) == 11
    assert sum(units > 0 for units, _ in sizes) == 10  # the forces of the deathmatch are bought in play
    assert all(any(letter.isdigit() for letter in table) for _, table in sizes)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_a_decision_calls_no_more_than_it_did(case):
    found = counts.decisions(case, case.answers // 2)
    known = KNOWN[f"{case.label}: a random player's decision, counted"]
    assert found.answers >= counts.DECISIONS
    assert 100 < found.each < MORE * known.cost, f"{found.words}; on the page {known.shown_cost}"
    assert found.asked <= 1.1 * found.answers


@pytest.mark.parametrize("label", QUICK_WORST)
def test_the_worst_questions_call_no_more_than_they_did(label):
    counts.worst(label)  # lines of sight and the like are worked out once for all tests of a process
    found, lost = counts.worst(label)
    assert lost == 0, ROTTEN
    assert len(found) == sum(len(game.worst) for game in games(label)) == 5
    known = KNOWN[f"{label}: the worst questions, counted"]
    mean = sum(number for _, number in found) / len(found)
    assert mean < MORE * known.cost, f"{mean:,.0f} calls each; on the page {known.shown_cost}"


@pytest.mark.parametrize("label", ["PMC 2640, Priority 2", "Army Men, 300 points", "TechCommander, 12 AC"])
def test_the_dearest_steps_call_no_more_than_they_did(label):
    """What is worked out between an answer and the dice, where a player waits without having asked for anything."""
    (case,) = wanted(label, "")
    dearest = counts.steps(case, counts.STEP_SEEDS[1:])
    assert len(dearest) == counts.STEPS
    known = KNOWN[f"{label}: the dearest steps, counted"]
    assert sum(calls for calls, _ in dearest) / len(dearest) < MORE * known.cost, f"{dearest}; {known.shown_cost}"


@pytest.mark.parametrize("label", [case.label for case in CASES if case.label not in QUICK_WORST])
def test_the_games_of_the_worst_questions_fit_the_rules(label):
    """Those of the other cases have just been played by the test above."""
    assert sum(len(game.worst) for game in games(label)) == 5
    assert all(map(is_sound, games(label))), ROTTEN


def test_a_game_that_the_rules_no_longer_take_is_noticed():
    game = games("MECHCOM")[0]
    assert is_sound(evolve(game, answers=game.answers[:10]))
    assert not is_sound(evolve(game, answers=[*game.answers[:9], "no such answer"]))


def test_where_reserves_find_room_takes_no_long_search():
    """It took 1,100,000 to 1,300,000 calls a unit while places were tried in pockets too small for one."""
    calls = []
    for game in games("PMC 2640, Priority 6"):
        session = game.begun()
        for number, answer in enumerate(game.answers):
            asked = session.question
            if number in game.worst and asked is not None and "arrive" in asked.prompt:
                before = len(list(session.game.state.on_table()))
                cost = counted(partial(session.answer, answer)).calls
                calls.append(cost / max(1, len(list(session.game.state.on_table())) - before))  # some bring more units
            else:
                session.answer(answer)
    assert len(calls) >= 2
    assert max(calls) < 600_000, calls


def test_growth_is_told_for_every_rulebook():
    assert {case.scenario.partition("/")[0] for case in wanted("", "counts")} == GROWTH.keys()
    assert all(f"{rulebook}: growth, calls a decision" in KNOWN for rulebook in GROWTH)


# ---------------------------------------------------------------- the page
def page_of(path: Path, *rows: Row) -> Page:
    page = Page(path)
    for row in rows:
        page.put(row, "abc")
    return page


def test_a_row_is_on_the_page_as_soon_as_it_is_known(tmp_path):
    path = tmp_path / "page.md"
    path.write_text(f"# Old\n\n{TITLE}\n\nkept\n", encoding="utf-8")
    page = Page(path)
    for number, name in enumerate(("one", "two", "three"), 1):
        page.put(Row(name, "9 ms", 1234.5 * number, "moves"), "abc")
        assert list(rows_of(path.read_text(encoding="utf-8"))) == ["one", "two", "three"][:number]
    assert path.read_text(encoding="utf-8").count(f"{TITLE}\n\nkept") == 1
    assert rows_of(path.read_text(encoding="utf-8"))["two"].cost == 2469


def test_a_row_takes_its_old_place_and_a_new_one_stands_after_the_one_before(tmp_path):
    path = tmp_path / "page.md"
    page_of(path, Row("one", "1"), Row("two", "2"), Row("gone", "3"), Row("three", "4"))
    again = page_of(path, Row("one", "1"), Row("new", "5"), Row("two", "6"), Row("three", "7"))
    found = rows_of(path.read_text(encoding="utf-8"))
    assert list(found) == ["one", "new", "two", "gone", "three"]
    assert "| two | 6 |" in found["two"].line
    assert "| abc |" in found["two"].line
    again.finish()
    assert list(rows_of(path.read_text(encoding="utf-8"))) == ["one", "new", "two", "three"]


@pytest.mark.parametrize(
    ("cost", "unit", "slower"),
    [(1.05, "moves", False), (1.2, "moves", True), (0.5, "moves", False), (1.2, "calls", False), (None, "", False)],
)
def test_what_costs_over_a_tenth_more_is_told(tmp_path, cost, unit, slower):
    path = tmp_path / "page.md"
    page_of(path, Row("one", "1", 1.0, "moves"))
    said = Page(path).put(Row("one", "1", cost, unit), "def")
    assert bool(said) == slower
    assert not slower or "it was 1 moves (1.20 times)" in said
