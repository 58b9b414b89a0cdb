"""What two people at one table meet around a game: names at `g`, the bell, true lists and pages."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from threading import Timer
from time import monotonic

import pytest
from attrs import evolve

from tabletop_tui.app import TabletopApp
from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.events import Event, Harmed, Rolled
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.roll_wording import roll_text
from tabletop_tui.files.locks import wait_until_free
from tabletop_tui.play import new_game
from tabletop_tui.play.saved_game_summaries import SavedGame, glance
from tabletop_tui.play.session import Session
from tabletop_tui.reports.battle_course import RoundEnd, Story
from tabletop_tui.reports.battle_figures import report
from tabletop_tui.reports.export import FIGURES, figures_of, markdown, whose
from tabletop_tui.screens.after.result_lines import chart, fate_line
from tabletop_tui.screens.battle.pace import LONG
from tabletop_tui.widgets.glyphs import UNICODE
from tabletop_tui.widgets.styled_text import text_of
from tabletop_tui.widgets.terminal_palettes import palette
from tests.screens.conftest import at, toy
from tests.screens.test_tools import under_way


async def test_g_goes_to_a_unit_by_its_tag_or_its_name():
    async with at(under_way("armymen/backyard", 60), size=(160, 50)) as player:
        battle = player.battle
        await player.press("escape")  # the first key ends what is still told
        there = [line for line in battle.model.roster if line.unit in battle.model.where]
        names = [line.name.lower() for line in battle.model.roster]
        single = [line for line in there if sum(name.startswith(line.name.lower()) for name in names) == 1]
        for line, typed in ((there[-1], there[-1].tag.lower()), *[(one, one.name) for one in single[:1]]):
            await player.press("g")
            await player.pilot.press(*typed.replace(" ", "~").replace("~", " "))
            await player.press("enter")
            assert battle.field.cursor == battle.model.where[line.unit], typed


@pytest.mark.parametrize(("bell", "seconds", "rings"), [(True, LONG, 1), (True, LONG - 1, 0), (False, LONG, 0)])
async def test_the_bell_rings_once_when_a_person_is_asked_after_long_thought(bell, seconds, rings, monkeypatch):
    times, rung = iter([1.0]), []
    monkeypatch.setattr("tabletop_tui.screens.battle.pace.monotonic", lambda: next(times, 1 + seconds))
    monkeypatch.setattr(TabletopApp, "bell", lambda _: rung.append(1))
    async with at(toy("keyboard", "greedy"), bell=bell) as player:
        while not any(not entry.person for entry in player.session.history):
            await player.press("enter")
            await player.pilot.pause()
        assert player.battle.model.person_asked
        assert len(rung) == rings


@pytest.mark.parametrize(("face", "how"), [(3, "under"), (4, "equal to"), (5, "over")])
def test_a_sum_says_on_which_side_of_the_number_it_fell(face, how):
    rolled = Rolled("", (), 0, why="shot", faces=(face,), adds=Tally("", 3), against=Tally("Defence", 7))
    assert f"= {face + 3}, {how} Defence 7" in roll_text(rolled)


def test_who_never_came_did_not_hold():
    line = RosterLine("B1", "B1", "Recruits", 1, "", "", 1.0)
    story = Story.__new__(Story)
    object.__setattr__(story, "fates", {})
    colours = palette("truecolour")
    assert "never came" in text_of(fate_line(line, story, "turn", 9, 60, colours, UNICODE))


def test_a_report_without_scores_has_no_such_column_and_says_no_name_twice():
    session = under_way("pmc2640/quick-start", 30)
    found = report(session.game, session.log(), len(session.history))
    assert all(side.score is None for side in found.sides)
    assert figures_of(found) == [head for head in FIGURES if head != "Score"]
    text = markdown(session)
    assert "| Score |" not in text
    names = [seat.name for seat in session.setup.seats]
    assert not any(f"{name}: {name} " in text for name in names)
    assert whose(Event(f"{names[0]} waits", (), 0), session.setup) == ""
    assert whose(Event("A1 waits", (), 0), session.setup) == names[0]


def test_rounds_that_ended_alike_have_one_bar_a_side():
    session = under_way("pmc2640/quick-start", 30)
    found, told = report(session.game, session.log(), len(session.history)), Story.__new__(Story)
    ends = [RoundEnd(number, (4, 4)) for number in range(1, 11)] + [RoundEnd(11, (4, 3))]
    object.__setattr__(told, "rounds", ends)
    lines = [text_of(line).strip() for line in chart(found, told, 76, palette("truecolour"), UNICODE)]
    assert len(lines) == 4
    assert lines[0].startswith(f"{found.called} 1-10 ")
    assert lines[2].startswith(f"{found.called} 11 ")
    assert [line.split()[-1] for line in lines] == ["4", "4", "4", "3"]


@pytest.mark.parametrize("book", ["mechcom", "techcommander", "pmc2640", "armymen", "crimsondusk"])
def test_nobody_loses_more_than_he_had(book):
    found, info = new_game.find_scenario(f"{book}/quick-start")
    session = Session.new(new_game.set_table(found, info, players=["greedy"] * info.seats, seed=1))
    hurt, before = 0, lefts(session)
    while session.question is not None and len(session.history) < 250:
        happened = [event for event in session.computer_answers() if isinstance(event, Harmed)]
        for unit in {event.unit for event in happened}:
            lost = sum(event.amount for event in happened if event.unit == unit)
            assert before.get(unit) is None or lost <= before[unit], (unit, [event.text for event in happened])
            hurt += lost > 0
        before = lefts(session)
    assert hurt >= 3


def lefts(session: Session) -> dict[str, int | None]:
    roster = session.system.roster(session.game)
    return {line.unit: line.left.left if line.left is not None else None for line in roster}


def glanced(session: Session, path: Path) -> SavedGame:
    """What the list of saved games says of this game, begun from where it stands."""
    position = json.loads(json.dumps(session.system.dump(session.game)))
    Session.new(evolve(session.setup, position=position), path).close()
    return glance(path)


@pytest.mark.parametrize("name", ["armymen/backyard", "crimsondusk/quick-start", "pmc2640/quick-start", "toy"])
def test_a_game_that_is_played_on_is_listed_in_the_round_that_it_is_in(name, tmp_path):
    session = toy("keyboard", "keyboard", rounds=4) if name == "toy" else under_way(name, 30)
    rounds = session.game.system.standing(session.game).round
    while rounds < 2:
        session.answer(session.question.sample(Random(1)))
        rounds = session.game.system.standing(session.game).round
    assert glanced(session, tmp_path / "a.jsonl").round == rounds


def test_the_list_of_games_says_who_won_and_who_played(tmp_path):
    game = glanced(toy("keyboard", "greedy"), tmp_path / "a.jsonl")
    first, second = game.names
    assert game.sides == f"{first} v. {second} (computer)"
    assert evolve(game, winners=(1,), scores=(3, 5)).sides == f"{second} won: {first} 3 v. {second} (computer) 5"
    assert evolve(game, winners=()).sides == f"a draw: {first} v. {second} (computer)"


def test_a_game_that_another_window_lets_go_of_is_waited_for(tmp_path):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy("keyboard", "keyboard").setup, path)
    begun = monotonic()
    wait_until_free(path, 0.1)
    assert monotonic() - begun >= 0.1, "it is held"
    Timer(0.2, session.close).start()
    wait_until_free(path, 60)
    assert monotonic() - begun < 30
    Session.load(path).close()
