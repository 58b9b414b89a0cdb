"""Scenarios that tell a story: words at their moments, victories of their authors, once and wherever one plays on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from tabletop_tui.coach.playout_values import ending_of
from tabletop_tui.editor.forms import script_moment_rows
from tabletop_tui.engine.events import Ended, Event, Fell, Narrated
from tabletop_tui.engine.goals import Happened, IsSo, Joined
from tabletop_tui.engine.scenario_script import Moment, Story
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play import new_game
from tabletop_tui.play.briefing import briefing
from tabletop_tui.play.file_check import checked
from tabletop_tui.play.position_setup import form_of, setup_of, written
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.author_victories import nearness
from tabletop_tui.rulebook.position import Position
from tabletop_tui.rulebook.scenario_script_files import MOMENTS, moments_of

SHIPPED = ("mechcom/fort-relief", "crimsondusk/crossing-by-dark")


def played(name: str, pace: Any = "run", until: Callable[[Session], bool] | None = None) -> Session:
    """A game between computers, to its end or to where somebody wants to stop."""
    found, info = new_game.find_scenario(name)
    session = Session.new(new_game.set_table(found, info, players=["greedy"] * info.seats, seed=5), pace=pace)
    while session.over is None and not (until is not None and until(session)):
        while session.pending:
            session.step()
        if session.over is None:
            session.computer_answers()
    return session


def told(session: Session) -> list[str]:
    return [event.text for event in session.log() if isinstance(event, Narrated)]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_story_is_told_to_its_end_and_again(name: str, tmp_path: Path) -> None:
    session = played(name)
    words = [one["says"] for one in session.setup.scenario[MOMENTS]]
    said = told(session)
    assert session.over is not None
    assert len(said) > 2
    assert len(set(said)) == len(said)
    assert said[0] == words[0]
    assert session.over.text in words
    game, info = session.game, new_game.find_scenario(name)[1]
    first = briefing(session.system, session.system.start(session.setup), info=info)
    assert first.opening == (words[0],)
    assert all(one["aim"] in session.system.standing(game).goal for one in info.data[MOMENTS] if "aim" in one)


def test_step_by_step_the_same_is_told() -> None:
    fast, slow = played(SHIPPED[0]), played(SHIPPED[0], "step")
    assert told(slow) == told(fast)
    assert len(fast.history) == len(slow.history)


def test_what_is_taken_back_is_told_again_and_nothing_twice() -> None:
    session = played(SHIPPED[0], until=lambda session: len(told(session)) == 2)
    count = len(session.history)
    session.go_back(count - 1)
    assert len(told(session)) == 1
    session.go_to(count)
    assert len(told(session)) == 2


def test_a_position_knows_what_was_told() -> None:
    session = played(
        SHIPPED[1],
        until=lambda session: len(told(session)) > 1 and form_of(session.system).whose(session.game) is not None,
    )
    position = written(session.game)
    assert position.story["told"]
    again = Session.new(setup_of(session.system, Position.of(position.table())))
    assert again.game.story is not None
    assert session.game.story is not None
    assert again.game.story.key == session.game.story.key
    assert told(again) == []
    with pytest.raises(Wrong) as wrong:
        setup_of(session.system, evolve(position, story={"told": [99]}))
    assert wrong.value.place == "story"


def test_whoever_gives_up_is_not_saved_by_the_author() -> None:
    session = played(SHIPPED[1], until=lambda session: len(session.history) > 30)
    session.concede(0)
    assert session.over is not None
    assert session.over.winners == (1,)


FAULTS: list[tuple[dict[str, Any], str, str]] = [
    ({"turn": 2}, "moment[0].says", "give the words that are told"),
    ({"says": "x", "trun": 2}, "moment[0]", "did you mean 'turn'?"),
    ({"says": "x", "turn": 0}, "moment[0].turn", "from 1 on"),
    ({"says": "x", "wins": "A", "aim": "y"}, "moment[0]", "a victory needs a moment"),
    ({"says": "x", "turn": 2, "wins": "A"}, "moment[0].aim", "say what the players are told"),
    ({"says": "x", "turn": 2, "aim": "y"}, "moment[0].aim", "belongs to a moment with wins"),
    ({"says": "x", "turn": 2, "wins": "C", "aim": "y"}, "moment[0].wins", "A, B, or draw"),
    ({"says": "x", "by": "A"}, "moment[0].taken", "say what is taken"),
    ({"says": "x", "taken": "Crossing", "by": "D"}, "moment[0].taken", "one of A, B"),
    ({"says": "x", "when": {"event": "Fel"}}, "moment[0].when.event", "did you mean 'Fell'?"),
    ({"says": "x", "when": {"fact": "B1.lost"}}, "moment[0].when", "say what it should be"),
    ({"says": "x", "end": "yes"}, "moment[0].end", "true"),
]


@pytest.mark.parametrize(("moment", "place", "fix"), FAULTS)
def test_each_fault_has_its_place_and_fix(moment: dict[str, Any], place: str, fix: str) -> None:
    with pytest.raises(Wrong) as wrong:
        moments_of([moment], 2)
    found = wrong.value.all
    assert any(one.place == place and fix in one.fix for one in found), [(one.place, one.fix) for one in found]


def test_what_is_not_there_is_told_by_check_and_before_a_game(tmp_path: Path) -> None:
    text = Path("scenarios/crimsondusk/crossing-by-dark.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(
        f'{text}\n[[moment]]\nfalls = "B9"\nsays = "x"\n[[moment]]\ntaken = "Crosing"\nsays = "y"\n', encoding="utf-8"
    )
    lines = [line for sound, line in checked([path]) if not sound]
    assert len(lines) == 2
    assert "moment[7].falls" in lines[0]
    assert "unknown unit 'B9'" in lines[0]
    assert "did you mean 'Crossing'?" in lines[1]
    found, info = new_game.find_scenario(str(path))
    with pytest.raises(BadFile, match="B9"):
        new_game.set_table(found, info)


def test_how_near_a_victory_is() -> None:
    fallen = Happened("Fell", (("seat", 1),), least=4)
    parts = Joined(all=(fallen, IsSo("A.units", least=2)))
    facts = {"A.units": 1, "A1@1,1.distance": 12.0, "won": True}
    near = [
        nearness(IsSo("won", True), {}, facts.get),
        nearness(fallen, {fallen: 2}, facts.get),
        nearness(IsSo("A1@1,1.distance", most=6), {}, facts.get),
        nearness(parts, {fallen: 3}, facts.get),
        nearness(IsSo("won", False), {}, facts.get),
    ]
    assert near[0] == 1
    assert near[1] == pytest.approx(0.5)
    assert near[2] == pytest.approx(0.45)
    assert 0 < near[3] < 0.9
    assert near[4] == 0


def test_computers_and_the_coach_heed_a_victory_of_the_author() -> None:
    """The same battle is worth more to whoever is near an author's victory, and less to the other, imagined or not."""
    session = played(SHIPPED[1], until=lambda session: len(session.history) > 40)
    found, game = session.system, session.game.clone()
    assert game.story is not None
    here = {"fact": "A.units", "least": 1}
    moments = moments_of([{"turn": 30, "when": here, "aim": "x", "says": "x", "wins": "A"}], 2)
    game.story = Story((), game.story.ask)
    before = [found.evaluate(game, seat) for seat in (0, 1)]
    foreseen = [ending_of(game.imagine(1), seat).prospects.share for seat in (0, 1)]
    game.story = Story(moments, game.story.ask)
    after = [found.evaluate(game, seat) for seat in (0, 1)]
    assert after[0] > before[0]
    assert after[1] < before[1]
    coached = [ending_of(game.imagine(1), seat).prospects.share for seat in (0, 1)]
    assert coached[0] > foreseen[0]
    assert coached[1] < foreseen[1]


class Told:
    """A game of which a story wants no more than this."""

    def __init__(self) -> None:
        self.result: Ended | None = None
        self.said: list[Event] = []

    def emit(self, event: Event) -> None:
        self.said.append(event)


def test_a_moment_comes_once_and_the_end_is_the_authors_unless_it_is_settled() -> None:
    falls = Moment(Happened("Fell", (("unit", "B1"),)), "B1 is gone")
    end = Moment(Joined(), "All is quiet", (1,), at_end=True, aim="x")
    story, game = Story((falls, end), lambda _game, _name: False), Told()
    assert story.tell(game) is None
    assert game.said == []
    story.unheard = [Fell("B1 falls", unit="B1"), Fell("B1 falls", unit="B1")]
    story.tell(game)
    story.tell(game)
    assert [event.text for event in game.said] == ["B1 is gone"]
    given_up = Ended("Red wins", (), None, (0,))
    assert story.clone().close(game, given_up, settled=True) is given_up
    assert story.clone().close(game, given_up, settled=False).winners == (1,)
    copy = Story((falls, end), story.ask)
    copy.read(story.written())
    assert copy.key == story.key


def test_the_form_of_the_editor_says_and_changes_all_of_it() -> None:
    found, info = new_game.find_scenario(SHIPPED[1])
    game = found.start(new_game.set_table(found, info))
    table = {MOMENTS: [dict(one) for one in info.data[MOMENTS]]}
    before = [dict(one) for one in table[MOMENTS]]
    looked = 0
    for number in range(len(before)):
        for row in script_moment_rows.form_rows(table, number, game):
            key = row.key.rpartition(".")[2]
            if row.value is not None and row.kind != "act":
                script_moment_rows.put(table, row.key, row.value)
                looked += 1
            assert (row.value is not None) == (key in before[number])
    assert looked > 15
    assert table[MOMENTS] == before
    script_moment_rows.put(table, script_moment_rows.ADD, {"says": "More"})
    script_moment_rows.put(table, "moment.7.wins", "draw")
    assert table[MOMENTS][7] == {"says": "More", "wins": "draw"}
    for _ in range(8):
        script_moment_rows.put(table, "moment.0", None)
    assert MOMENTS not in table
