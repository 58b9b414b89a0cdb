"""Reinforcements by the story of a scenario: absent until their moment, then placed by the rules of their book."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from tabletop_tui.editor.forms import script_moment_rows
from tabletop_tui.engine.events import Began, Event, Moved, Narrated
from tabletop_tui.engine.reinforcements import later_of
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play import new_game
from tabletop_tui.play.briefing import briefing
from tabletop_tui.play.file_check import checked
from tabletop_tui.play.position_files import opened
from tabletop_tui.play.position_setup import form_of, setup_of, written
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.battle_facts import fact
from tabletop_tui.rulebook.position import Position
from tabletop_tui.rulebook.scenario_script_files import MOMENTS, moments_of
from tabletop_tui.table.points import parse_spot

BOOKS = {
    "armymen": ("kitchen-floor", ["A3", "B4"], "west"),
    "crimsondusk": ("crossroads", ["A2", "B3"], "east"),
    "mechcom": ("port-deathmatch", ["A2", "B3"], "west"),
    "pmc2640": ("quick-start", ["A2", "B3"], ""),
    "techcommander": ("elimination", ["A2", "B3"], "40,30"),
}
"""Of each rulebook a scenario, who comes in turn 2, and where."""


def begun(book: str, comes: list[str], at: str, turn: int = 2) -> Session:
    found, info = new_game.find_scenario(f"{book}/{BOOKS[book][0]}")
    moment = {"turn": turn, "says": "They are here.", "comes": comes} | ({"at": at} if at else {})
    info = evolve(info, data={**info.data, MOMENTS: [moment]})
    return Session.new(new_game.set_table(found, info, players=["greedy"] * info.seats, seed=5))


def on_to(session: Session, round_: int) -> None:
    """Up to the first question of a round at which somebody is chosen."""
    whose = form_of(session.system).whose
    while session.over is None and (int(fact(session.game, "round")) < round_ or whose(session.game) is None):
        session.computer_answers()


def check_saved(session: Session) -> None:
    """As it stands it is the same once it was loaded, and once it was written as a position and read."""
    game, found = session.game, session.system
    loaded = found.load(evolve(game.setup, position={}), found.dump(game))
    assert found.dump(loaded) == found.dump(game)
    assert set(later_of(loaded.state)) == set(later_of(game.state))
    again = Session.new(setup_of(found, Position.of(written(game).table())))
    assert found.dump(again.game) == found.dump(game)
    assert set(later_of(again.game.state)) == set(later_of(game.state))


def near(book: str, at: str, event: Moved, scene: Any) -> bool:
    """Whether somebody came on where the author says."""
    if book == "mechcom":
        return int(event.path[0][:2]) <= 3
    spot = parse_spot(event.path[0])
    assert spot is not None
    if book == "techcommander":
        return ((spot[0] - 40) ** 2 + (spot[1] - 30) ** 2) ** 0.5 < 18
    if book == "pmc2640":
        return min(spot[1], scene.height - spot[1]) <= 4
    return spot[0] <= 12 if at == "west" else spot[0] >= scene.width - 8


@pytest.mark.parametrize("book", BOOKS)
def test_who_comes_later_is_absent_until_then_and_comes_on_where_the_author_says(book: str) -> None:
    _, comes, at = BOOKS[book]
    session = begun(book, comes, at)
    first = briefing(session.system, session.game)
    assert len(first.coming) == 1
    assert all(name in first.coming[0] for name in comes)
    assert "turn 2" in first.coming[0]
    assert not {unit.line.unit for side in first.sides for unit in side.units} & set(comes)
    on_to(session, 1)
    assert not {line.unit for line in session.system.roster(session.game)} & set(comes)
    check_saved(session)
    on_to(session, 2)
    check_saved(session)
    log = [event for event in session.log() if isinstance(event, Event)]
    told = next(number for number, event in enumerate(log) if isinstance(event, Narrated))
    rounds = [event.number for event in log[:told] if isinstance(event, Began) and event.level == "round"]
    assert rounds[-1] == 2
    came = [event for event in log[told:] if isinstance(event, Moved) and event.unit in comes][:2]
    scene = session.system.scene(session.game)
    assert sorted(event.unit for event in came) == comes
    assert all(near(book, at, event, scene) for event in came)
    order = [line.unit for line in session.system.roster(session.game) if line.counts]
    assert order == sorted(order), order
    assert not later_of(session.game.state)
    assert briefing(session.system, session.game).coming == ()
    count, now = len(session.history), session.system.dump(session.game)
    session.go_back(0)
    assert set(later_of(session.game.state)) >= set(comes)
    session.go_to(count)
    assert session.system.dump(session.game) == now


@pytest.mark.parametrize("book", BOOKS)
def test_a_position_kept_while_one_who_comes_is_placed_can_be_opened(book: str) -> None:
    session = begun(book, *BOOKS[book][1:])
    units = session.system.units_of(session.game.state)  # type: ignore[attr-defined]
    while not set(BOOKS[book][1]) & set(units):
        session.computer_answers()
        units = session.system.units_of(session.game.state)  # type: ignore[attr-defined]
    asked = session.game.question
    assert asked is not None
    assert asked.about in BOOKS[book][1]
    kept = json.loads(json.dumps(session.system.dump(session.game)))
    again = opened(session.system, evolve(session.game.setup, position=kept))
    assert again.question is not None
    assert again.question.prompt == asked.prompt
    assert set(later_of(again.state)) == set(later_of(session.game.state))


def test_nobody_has_lost_whose_reinforcements_are_still_to_come() -> None:
    looked = 0
    for book in ("crimsondusk", "mechcom", "techcommander"):
        others = [line.unit for line in begun(book, ["A2"], "").system.roster(begun(book, ["A2"], "").game)]
        comes = [name for name in others if name[0] == "A" and name[1:].isdecimal()][1:]
        session = begun(book, comes, "", turn=4)
        on_to(session, 1)
        battle = session.game.state
        for unit in list(session.system.units_of(battle).values()):  # type: ignore[attr-defined]
            if unit.seat == 0:
                session.system.units_of(battle).pop(unit.id)  # type: ignore[attr-defined]
        if book == "crimsondusk":
            from tabletop_tui.rules.crimsondusk.turn.victory import is_over

            assert not is_over(battle)
            battle.later = {}
            assert is_over(battle)
        else:
            from tabletop_tui.rules.mechcom.state import victory as of_mechs
            from tabletop_tui.rules.techcommander.victory import victory as of_commanders

            teams = of_mechs.standing_teams if book == "mechcom" else of_commanders.standing_teams
            assert len(teams(battle)) == 2
            battle.later = {}
            assert len(teams(battle)) == 1
        looked += 1
    assert looked == 3


def test_without_room_a_unit_waits_for_the_next_turn() -> None:
    session = begun("mechcom", ["B3"], "west")
    on_to(session, 1)
    game = session.game
    grid = game.state.map.grid
    filled = [spot for spot in grid.hexes if grid.column_row(spot)[0] <= 3 and game.state.free(spot)]
    game.state.at = {**game.state.at, **dict.fromkeys(filled, "wall")}
    while int(fact(game, "round")) < 2:
        game.answer(next(iter(game.question.suggest(1) or game.question.legal())))  # type: ignore[union-attr]
        game.advance()
    assert game.story is not None
    assert game.story.waiting == ("B3",)
    assert set(later_of(game.state)) == {"B3"}
    assert any("no room and waits" in event.text for event in game.events)


FAULTS: list[tuple[dict[str, Any], str, str]] = [
    ({"says": "x", "comes": ["A2"]}, "moment[0].comes", "say when they come"),
    ({"says": "x", "turn": 1, "comes": ["A2"]}, "moment[0].comes", "from 2 on"),
    ({"says": "x", "turn": 2, "comes": "A2"}, "moment[0].comes", "give units by their ids"),
    ({"says": "x", "turn": 2, "comes": ["C2"]}, "moment[0].comes", "as A4, not 'C2'"),
    ({"says": "x", "turn": 2, "at": "north"}, "moment[0].at", "say who comes"),
    ({"says": "x", "turn": 2, "comes": ["A2"], "wins": "A", "aim": "y"}, "moment[0].comes", "no end and no victory"),
]


@pytest.mark.parametrize(("moment", "place", "fix"), FAULTS)
def test_each_fault_has_its_place_and_fix(moment: dict[str, Any], place: str, fix: str) -> None:
    with pytest.raises(Wrong) as wrong:
        moments_of([moment], 2)
    assert any(one.place == place and fix in one.fix for one in wrong.value.all), wrong.value.all


WRONG = {
    "armymen": ("nowhere", "north, south, west or east"),
    "crimsondusk": ("nowhere", "north, south, west or east"),
    "mechcom": ("nowhere", "give a zone, north"),
    "pmc2640": ("north", "edge of their own side"),
    "techcommander": ("north", "as 24,10"),
}


@pytest.mark.parametrize("book", BOOKS)
def test_a_book_says_in_a_sentence_where_nobody_can_come(book: str) -> None:
    at, fix = WRONG[book]
    with pytest.raises(BadFile) as wrong:
        begun(book, ["A2"], at)
    assert wrong.value.place == "moment[0].at"
    assert fix in wrong.value.fix
    with pytest.raises(BadFile, match="unknown unit 'A99'"):
        begun(book, ["A99"], "")


def test_a_deathmatch_and_an_empty_side_are_refused(tmp_path: Path) -> None:
    found, info = new_game.find_scenario("techcommander/deathmatch")
    info = evolve(info, data={**info.data, MOMENTS: [{"turn": 2, "says": "x", "comes": ["A1"]}]})
    with pytest.raises(BadFile, match="in a deathmatch units spawn"):
        new_game.set_table(found, info)
    with pytest.raises(BadFile, match="begin with nobody"):
        begun("armymen", [f"A{number}" for number in range(1, 6)], "")
    text = Path("scenarios/armymen/the-toy-box.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('comes = ["A4"]', 'comes = ["B1"]'), encoding="utf-8")
    lines = [line for sound, line in checked([path]) if not sound]
    assert len(lines) == 1
    assert "moment[2].comes" in lines[0]
    assert "earlier moment" in lines[0]


def test_a_position_says_who_is_still_to_come_by_its_story() -> None:
    session = begun("armymen", ["A3"], "west")
    on_to(session, 1)
    position = written(session.game)
    with pytest.raises(Wrong) as wrong:
        setup_of(session.system, evolve(position, units=[*position.units, {"id": "A3", "at": "3,20"}]))
    assert "still to come" in wrong.value.fix


@pytest.mark.parametrize("book", BOOKS)
def test_the_form_of_a_moment_chooses_who_comes_and_where(book: str) -> None:
    session = begun(book, *BOOKS[book][1:])
    table: dict[str, Any] = {MOMENTS: [{"says": "x", "turn": 3}]}
    rows = {row.key.rpartition(".")[2]: row for row in script_moment_rows.form_rows(table, 0, session.game)}
    units = [one.value for one in script_moment_rows.units_of(session.game)]
    assert set(BOOKS[book][1]) <= set(units)
    script_moment_rows.put(table, rows["comes"].key, script_moment_rows.toggled(table[MOMENTS][0], "A2"))
    script_moment_rows.put(table, rows["comes"].key, script_moment_rows.toggled(table[MOMENTS][0], "B3"))
    assert table[MOMENTS][0]["comes"] == ["A2", "B3"]
    for unit in ("A2", "B3"):
        script_moment_rows.put(table, rows["comes"].key, script_moment_rows.toggled(table[MOMENTS][0], unit))
    assert "comes" not in table[MOMENTS][0]
    offered = [one.value for one in rows["at"].options]
    assert all(not session.system.refuse_arrival(session.game, "A2", at) for at in offered)  # type: ignore[attr-defined]
    assert bool(offered) == (book != "pmc2640")
