"""The analysis on the screen: it goes on beside it, can be stopped, and leads into the replay."""

import pytest

from tabletop_tui.coach import analysis as coach
from tabletop_tui.play.session import Session
from tabletop_tui.process.worker_process import Failed
from tabletop_tui.screens.after.analysis import AnalysisScreen
from tabletop_tui.screens.after.replay import ReplayScreen
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.widgets.colour_arithmetic import contrast
from tabletop_tui.widgets.glyphs import ASCII, UNICODE
from tabletop_tui.widgets.styled_text import text_of
from tabletop_tui.widgets.terminal_palettes import NAMES, palette
from tabletop_tui.widgets.win_chance_curve import curve_lines, halves_of
from tests.coach.inline import Inline
from tests.coach.stand_in import Written
from tests.screens.conftest import at
from tests.toy import toy_setup


@pytest.fixture(autouse=True)
def _coach(monkeypatch: pytest.MonkeyPatch) -> None:
    """A coach that thinks here, in one process, and does not like shooting."""
    monkeypatch.setattr(coach, "Beside", Inline)
    monkeypatch.setattr(coach, "MOST", 1)
    monkeypatch.setattr(Inline, "held", False)
    monkeypatch.setattr(coach, "appraise", Written({"shoot": 0.3}))


def game(tmp_path, answers=None, **more):
    setup = toy_setup(*(more.pop("players", ("greedy", "greedy"))), seed=3, rounds=2)
    session = Session.new(setup, tmp_path / "game.jsonl")
    session.run(answers)
    return session


async def listen(player):
    player.app.screen.listen()
    await player.pilot.pause()


async def opened(player):
    """The analysis over the page of results."""
    await player.pilot.pause()
    await player.press("enter c" if isinstance(player.app.screen, BattleScreen) else "c")
    assert isinstance(player.app.screen, AnalysisScreen)
    return player.app.screen


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_all_is_told_at_both_sizes(tmp_path, size):
    session = game(tmp_path)
    async with at(session, size) as player:
        page = await opened(player)
        await listen(player)
        count = len(session.history)
        assert f"all {count} answers looked at" in player.picture
        assert "Blunders" in player.picture
        assert "100%" in player.picture
        assert page.found.blunders
        assert "blunder" in player.picture.split("Turning points")[0]


async def test_enter_opens_the_replay_at_the_place_that_is_marked(tmp_path):
    session = game(tmp_path)
    async with at(session) as player:
        page = await opened(player)
        await listen(player)
        while page.marked.kind != "blunder":
            await player.press("down")
        place = page.marked.answer
        assert session.history[place].answer == "shoot"
        await player.press("enter")
        assert isinstance(player.app.screen, ReplayScreen)
        assert player.app.screen.place == place
        assert "answer: Shoot" in player.picture
        await player.press("Q")
        assert player.app.screen is page
        assert player.app.session is session, "the game below is still the one that is kept safe"


async def test_it_can_be_stopped_and_goes_on_where_it_was(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Inline, "held", True)
    monkeypatch.setattr("tabletop_tui.screens.after.analysis.LISTEN", 1e6)
    async with at(game(tmp_path)) as player:
        page = await opened(player)
        for _ in range(4):  # how the game stood, then one answer after another
            await listen(player)
        assert page.found.done == 3
        await player.press("space")
        await listen(player)
        assert page.found.done == 3
        assert "stopped" in player.picture
        await player.press("escape c")
        page = player.app.screen
        assert page.found.done == 3, "what was found is kept"
        await listen(player)
        await listen(player)
        assert page.found.done == 4


async def test_every_answer_is_listed_at_a_key_and_the_place_stays(tmp_path):
    async with at(game(tmp_path), (120, 40)) as player:
        page = await opened(player)
        await listen(player)
        while page.marked.kind != "blunder":
            await player.press("down")
        place = page.marked.answer
        await player.press("a")
        assert page.marked.answer == place
        answers = [one for one in page.listed if one.kind == "answer"]
        assert len(answers) == len(page.found.judgements)
        assert "the best other" in player.picture


async def test_among_all_answers_every_roll_is_listed_with_its_luck(tmp_path):
    async with at(game(tmp_path), (160, 50)) as player:
        page = await opened(player)
        await listen(player)
        await player.press("a")
        rolls = [place for place, one in enumerate(page.listed) if one.kind == "roll"]
        assert len(rolls) == len(page.found.throws)
        while page.index != rolls[-1]:
            await player.press("down" if page.index < rolls[-1] else "up")
        throw = page.found.throws[-1]
        assert f"{throw.good} good, {throw.expected:.2f} expected" in " ".join(player.picture.split())
        assert f"luck {throw.luck:+.2f}" in player.picture


async def test_an_analysis_that_is_opened_over_another_stops_it_and_both_lose_nothing(
    tmp_path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Inline, "held", True)
    monkeypatch.setattr("tabletop_tui.screens.after.analysis.LISTEN", 1e6)
    async with at(game(tmp_path), (160, 50)) as player:
        first = await opened(player)
        for _ in range(4):
            await listen(player)
        await player.press("down enter")
        assert isinstance(player.app.screen, ReplayScreen)
        assert first.team.busy, "it goes on beside the replay"
        await player.press("f3")
        second = player.app.screen
        assert isinstance(second, AnalysisScreen)
        assert not first.team.busy
        assert second.found.done == first.found.done >= 3, "what was just found is not lost"
        while second.team.busy:
            await listen(player)
        assert not second.wrong
        await player.press("escape Q")
        assert player.app.screen is first
        assert first.found.done == first.found.total
        assert not first.wrong
        assert "all " in player.picture


async def test_an_analysis_that_gave_way_goes_on_when_it_is_seen_again(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Inline, "held", True)
    monkeypatch.setattr("tabletop_tui.screens.after.analysis.LISTEN", 1e6)
    async with at(game(tmp_path), (160, 50)) as player:
        first = await opened(player)
        await listen(player)
        await player.press("down enter f3")
        second = player.app.screen
        for _ in range(3):
            await listen(player)
        found = second.found.done
        assert 0 < found < second.found.total
        await player.press("escape Q")
        assert first.found.done == found
        while first.team.busy:
            await listen(player)
        assert first.found.done == first.found.total


async def test_from_a_replay_the_place_that_is_chosen_is_gone_to(tmp_path):
    game(tmp_path).close()
    session = Session.replay(tmp_path / "game.jsonl", 0)
    async with at(session, watching=True) as player:
        await player.press("f3")
        page = player.app.screen
        await listen(player)
        place = page.marked.answer
        await player.press("enter")
        assert isinstance(player.app.screen, ReplayScreen)
        assert player.app.screen.place == place


async def test_in_a_battle_the_answers_so_far_are_analysed(tmp_path):
    session = game(tmp_path, players=("keyboard", "keyboard"))
    while len(session.history) < 5:
        session.answer(next(session.question.legal()))
    async with at(session) as player:
        await player.press("f3")
        await listen(player)
        assert player.app.screen.found.total == 5
        await player.press("escape")
        assert player.app.screen is player.battle


async def test_a_battle_that_is_not_saved_has_no_analysis(tmp_path):
    session = Session.new(toy_setup("keyboard", "keyboard"))
    session.answer(next(session.question.legal()))
    async with at(session) as player:
        await player.press("f3")
        assert player.app.screen is player.battle
        assert "not saved" in player.prompt


async def test_a_saved_game_is_analysed_from_the_list(tmp_path, home):
    session = Session.new(toy_setup("greedy", "greedy", seed=3, rounds=2), home / "games" / "one.jsonl")
    session.run()
    session.close()
    async with at(None) as player:
        await player.press("l f3")
        assert isinstance(player.app.screen, AnalysisScreen)
        await listen(player)
        assert player.app.screen.found.total == len(session.history)


async def test_a_spoilt_file_is_told_of_in_a_sentence(tmp_path, home):
    session = game(tmp_path)
    kept = coach.Analysis(coach.played(session)).file.path
    kept.parent.mkdir(parents=True)
    kept.write_text("nonsense\n")
    async with at(session, (160, 50)) as player:
        await opened(player)
        assert "line 1" in player.picture
        assert "delete the file" in player.picture


async def test_a_fault_is_no_longer_told_once_it_goes_on(tmp_path, monkeypatch: pytest.MonkeyPatch):
    def failed(team: coach.Team) -> int:
        raise Failed("out of thought")

    async with at(game(tmp_path), (160, 50)) as player:
        await opened(player)
        page = player.app.screen
        with monkeypatch.context() as poor:
            poor.setattr(coach.Team, "listen", failed)
            poor.setattr(coach.Team, "busy", True)
            page.listen()
        assert "cannot go on: out of thought" in page.wrong
        page.do_pause()
        assert not page.wrong


async def test_the_page_is_written_beside_the_reports(tmp_path, home):
    async with at(game(tmp_path), (160, 50)) as player:
        await opened(player)
        await listen(player)
        await player.press("t")
        assert (home / "reports" / "game-analysis.html").exists()
        assert "Written: " in player.picture


# ---------------------------------------------------------------- the curve
def rows(shares, glyphs=UNICODE, height=4, **more):
    lines = curve_lines(shares, (0, 10), [(0, 1), (5, 2)], 15, height, ("good", "dim"), glyphs, **more)
    return [text_of(line) for line in lines]


def test_a_curve_is_as_high_as_the_share():
    *area, foot = rows([(0, 1.0), (3, 0.5), (5, 0.25), (8, 0.0)])
    assert [row[5:] for row in area] == ["███       ", "███       ", "█████·····"[:9] + " ", "████████  "]
    assert foot == "     1    2    "


@pytest.mark.parametrize("name", [name for name in NAMES if palette(name).colour])
def test_both_sides_of_a_curve_have_their_colours_and_it_has_a_middle(name):
    roles = halves_of(palette(name), 2, UNICODE)
    area = curve_lines([(0, 1.0), (3, 0.5), (5, 0.25)], (0, 10), [(0, 1)], 15, 4, roles, UNICODE)[:-1]
    inks = {role for line in area for _, role in line[1:] if role != "dim"}
    assert inks == {*roles}
    assert contrast(roles[0].color, roles[0].bgcolor) >= 1.3, "told apart without hue"
    assert all(contrast(role.color, role.bgcolor) >= 3 for role in roles[1:])
    middle = area[2]
    assert [text for text, role in middle if role == roles[2]] == [UNICODE.grid * 5]


def test_of_more_than_two_sides_the_rest_of_a_curve_is_nobodys():
    colours = palette("truecolour")
    assert halves_of(colours, 3, UNICODE) == halves_of(colours, 2, ASCII) == (colours.seat_name(0), "dim")


def test_without_half_cells_a_curve_is_made_of_plain_signs():
    text = "".join(rows([(0, 1.0), (3, 0.5), (5, 0.25)], ASCII))
    assert text.isascii()
    assert "#" in text


def test_the_marked_answer_is_pointed_at():
    *_, foot = rows([(0, 1.0)], mark=7)
    assert foot.index(UNICODE.up) == 5 + 7
