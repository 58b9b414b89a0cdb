"""Answers in words: what was given, and what waits to be given."""

from __future__ import annotations

import pytest

from tabletop_tui.coach import answer_words as words_of_answers
from tabletop_tui.coach.answer_words import Ahead, called, entry_words, line_of_play, line_words, stands_at
from tabletop_tui.engine.assign_question import Assign, Item, briefly
from tabletop_tui.engine.history import Entry
from tabletop_tui.engine.question import Option, Place
from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.play.session import Session
from tabletop_tui.rules.techcommander.ways.pivoting import ChooseFacing
from tabletop_tui.table.points import way_words
from tests.toy import TOY, ChooseDeed, ChooseSpot, toy_setup


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (Entry(0, "walk"), "Walk"),
        (Entry(0, "fly"), "fly"),
        (Entry(0, {"dodge": "never"}, kind="order"), "standing order, dodge: never"),
        (Entry(-1, kind="draw"), "a draw is agreed"),
        (Entry(0, kind="concede"), "gives up"),
    ],
)
def test_what_a_seat_did_is_said_as_a_reader_sees_it(entry: Entry, words: str) -> None:
    game = TOY.start(toy_setup())
    game.advance()
    game.agenda = [ChooseDeed("A1")]
    game.ask_anew()
    assert game.question is not None
    assert entry_words(game.question, entry) == words


def test_a_way_is_said_by_its_end_and_what_it_leads_over() -> None:
    game = TOY.start(toy_setup())
    game.advance()
    game.agenda = [ChooseSpot("A1")]
    game.ask_anew()
    assert isinstance(game.question, Place)
    assert called(game, ["0102"]) == f"to 0102, {game.question.field.cost(['0102'])}"
    assert called(game, ["0202", "0103"]) == "to 0103 by 0202"
    assert called(game, ["0202", "0203", "0103", "turn=30"]) == "to 0103 by 0202, 0203, turn 30"
    assert called(game, ["turn=30", "form=line"]) == "turn 30, form line"


def test_what_an_answer_leads_to_stands_in_the_brackets_of_its_place() -> None:
    line = (Ahead("move", ()), Ahead("to 0407 (woods)", ("exposed to nobody",)), Ahead("shoot", ("73% any damage",)))
    assert line_words(line) == ("then to 0407 (woods; exposed to nobody); shoot (73% any damage)",)


def test_who_gets_what_is_said_by_name_so_that_no_two_answers_read_alike() -> None:
    men = [Item("a", "Ann", "Rifles"), Item("b", "Bob", "Rifles"), Item("c", "Cid"), Item("d", "Dan")]
    labels = [Option("shoot", "Shoot"), Option("load", "Load")]
    question = Assign(0, "What does each do?", items=men, labels=labels, default=dict.fromkeys("abcd", "shoot"))
    assert question.told(dict.fromkeys("abcd", "load")) == "Load: all"
    assert (
        question.told({"a": "shoot", "b": "shoot", "c": "load", "d": "shoot"}) == "Shoot: 2 Rifles and Dan; Load: Cid"
    )
    told = [question.told(answer) for answer in question.legal()]
    assert len(told) == len(set(told)) == 16


def test_units_that_get_something_go_by_their_tags() -> None:
    """'2 Rifle teams' would not say which of three, and their names fill a narrow page."""
    teams = [Item(tag, f"{tag} Rifle team (II)", "Rifle teams", target=tag) for tag in ("A1", "A2", "A3")]
    labels = [Option("first", "First"), Option("second", "Second")]
    question = Assign(
        0, "Who comes when?", items=teams, labels=labels, default=dict.fromkeys(("A1", "A2", "A3"), "first")
    )
    assert question.told({"A1": "first", "A2": "second", "A3": "first"}) == "First: A1 and A3; Second: A2"


def test_who_turns_on_the_spot_is_told_to_stay_and_which_way_to_face() -> None:
    system, scenario = find_scenario("techcommander/quick-start")
    session = Session.new(set_table(system, scenario, players=["greedy"] * 2, seed=2))
    while session.system.standing(session.game).round < 1:
        session.run(1)
    game = session.game.imagine(1)
    unit = next(one for one in game.state.units.values() if one.models)
    game.agenda = [ChooseFacing(unit.id)]
    game.ask_anew()
    here = stands_at(game, unit.id)
    now, left = (way_words(unit.facing + turn) for turn in (0, -90))
    assert called(game, [here]) == f"stay there, facing {now}"
    assert called(game, [here, "turn=-90"]) == f"stay there, facing {left}"


def test_what_the_answer_before_says_already_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To divide the fire asks who shoots first; the chances are those of the shot that was chosen before."""
    game = TOY.start(toy_setup())
    game.advance()
    game.agenda = [ChooseDeed("A1")]
    game.ask_anew()
    said = iter([["30% any loss"], ["30% any loss"], ["30% any loss"], ["10% any loss"]])
    monkeypatch.setattr(words_of_answers, "effects", lambda _: next(said))
    first, second, *_ = line_of_play(game, ("shoot",))
    assert (first.effects, second.effects) == (("30% any loss",), ())


def test_what_all_labels_end_with_is_not_told_of_each() -> None:
    men = [Option(f"m{n}", f"A3-{n}: {gun}, AV 8") for n, gun in enumerate(("Rifle", "Rifle", "LMG"), 1)]
    hits = [Item("h1", "Hit 1"), Item("h2", "Hit 2")]
    question = Assign(0, "Who takes the hits?", items=hits, labels=men, default={"h1": "m1", "h2": "m2"})
    assert question.told({"h1": "m1", "h2": "m3"}) == "A3-1 Rifle: Hit 1; A3-3 LMG: Hit 2"
    assert briefly(["Rifle, AV 8", "Rifle, AV 6"]) == ["Rifle, AV 8", "Rifle, AV 6"]
    assert briefly(["Shoot", "Load"]) == ["Shoot", "Load"]
