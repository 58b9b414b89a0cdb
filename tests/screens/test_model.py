"""What the battle screen shows and what is being answered, without an app."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.question import Option, Pick, Place
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.screens.battle.answer_draft import Draft
from tabletop_tui.screens.battle.answer_letters import spare_letters
from tabletop_tui.screens.battle.battle_model import KEPT, BattleModel
from tabletop_tui.screens.battle.film_state import Film
from tabletop_tui.screens.battle.map_marks import battle_marks
from tabletop_tui.screens.battle.prompt_lines import COMPUTER_PLAYS, PASSING, doing_words, hinted, prompt_words, why_not
from tabletop_tui.screens.battle.side_panel import TextRoom, card_part, here_of, question_part
from tabletop_tui.screens.battle.since_last_answer import Since
from tabletop_tui.widgets.animation import Frame
from tabletop_tui.widgets.glyphs import UNICODE
from tabletop_tui.widgets.map.battlefield import painters_of
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.styled_text import text_of
from tabletop_tui.widgets.terminal_palettes import palette
from tabletop_tui.widgets.under_cursor import here_lines
from tests.screens.conftest import toy

ROOM = TextRoom(40, 20, palette("truecolour"), UNICODE)


class Map:
    """A map on which a cursor lies."""

    zoom = 1

    def __init__(self, model: BattleModel, cursor: str) -> None:
        self.painter = painters_of(model.scene)[1](model.scene, ROOM.colours, UNICODE)
        self.cursor = cursor


def model_of(*players: str, **more) -> BattleModel:
    """The model of a toy battle whose question waits, the cursor on its unit."""
    model = BattleModel(toy(*players, **more))
    model.look_at_game()
    if model.question is not None and model.person_asked:
        model.draft = Draft(model.question)
    model.field = Map(model, next(iter(model.where.values())))
    return model


def choosing() -> BattleModel:
    """The same where a unit has been chosen and its actions are asked for."""
    model = model_of()
    model.session.answer(next(iter(model.question.legal())))
    model.look_at_game()
    model.draft = Draft(model.question)
    return model


def test_the_prompt_says_what_enter_would_do_and_a_notice_goes_before_it():
    model = choosing()
    assert isinstance(model.question, Pick)
    assert prompt_words(model)[0].startswith(f"Enter: {model.draft.option.label}")
    model.say("Not now")
    assert prompt_words(model)[:2] == ("Not now", "prompt-wait")
    model.notice = ""
    refused = next(place for place, option in enumerate(model.question.options) if option.refusal is not None)
    model.draft.highlight(refused)
    said, role, _ = prompt_words(model)
    assert role == "prompt-bad"
    assert model.question.options[refused].refusal.why in said


def test_what_was_said_is_kept_once_and_not_for_ever():
    model = model_of()
    for _ in range(2):
        model.say("The same")
    assert len(model.said) == 1
    for number in range(KEPT + 7):
        model.say(str(number))
    assert len(model.said) == KEPT
    assert model.said[-1][1] == str(KEPT + 6)


def test_that_nobody_has_a_choice_is_said_no_longer_once_somebody_has():
    model = model_of("greedy", "greedy")
    for name in ("hint", "end-activation", "commit"):
        assert why_not(model, name) in PASSING


def test_while_a_computer_is_asked_nothing_is_answered():
    model = model_of("greedy", "greedy")
    assert why_not(model, "commit") == COMPUTER_PLAYS
    assert doing_words(model, model.question.seat) == " (computer)"
    assert prompt_words(model)[0].startswith("The computer plays")
    assert hinted(model)[1][0] == "faster"
    spectator = BattleModel(model.session, spectating=True)
    assert spectator.person_asked, "a recorded game speaks of no computer"


def test_a_unit_of_the_enemy_that_a_question_is_about_is_not_taken_for_ones_own():
    roster = [RosterLine(f"{side}1", f"{side}1", "Nomads", seat, "3,4", "", 1.0) for seat, side in enumerate("AB")]

    def said(about: str, active: str = "", units: int = 1) -> str:
        options = [Option("pass", "Pass"), *(Option(f"A{number}", "A1", target="A1") for number in range(units))]
        question = Pick(0, "Anything of yours?", options, about=about)
        asked = SimpleNamespace(
            question=question,
            session=SimpleNamespace(held=None),
            person_asked=True,
            standing=Standing(1, "", active),
            roster=roster,
        )
        return doing_words(asked, 0)

    assert (said("A1"), said("A1", "A1"), said("")) == (": A1", ": A1 acts", " to choose")
    assert (said("B1"), said("A1", "B1")) == (" is asked about B1", ": A1, while B1 acts")
    assert (said("", units=9), said("", units=31)) == (" to choose", " chooses among 31")


def test_the_side_panel_knows_which_option_stands_on_which_line():
    model = choosing()
    listing = question_part(model, ROOM)
    for row, place in enumerate(listing.places):
        if place is not None:
            assert model.draft.options[place].label in text_of(listing.lines[row]) or (
                row and (listing.places[row - 1] == place)
            ), "a line of its own, or its sentence"
    assert {*listing.places} - {None} == {*range(len(model.draft.options))}
    unit = model.unit_told
    assert unit in text_of(card_part(model, ROOM).lines[0])


def test_what_options_come_to_is_found_one_by_one():
    model = choosing()
    question_part(model, ROOM)
    open_to = [option for option in model.draft.options if option.refusal is None]
    assert model.foreseeing
    assert [model.foresee() for _ in open_to][-1]
    model.foreseeing = False
    question_part(model, ROOM)
    assert not model.foreseeing, "nothing is left to be found"


def test_what_was_asked_is_forgotten_when_the_game_changes():
    model, asked = model_of(), []
    for _ in range(2):
        model.once("a", make=lambda: asked.append(1))
    assert asked == [1]
    model.look_at_game()
    model.once("a", make=lambda: asked.append(2))
    assert asked == [1, 2]


def test_the_marks_are_those_of_the_answer_of_the_film_and_of_what_is_measured():
    model = model_of()
    here = model.field.cursor
    while not isinstance(model.question, Place):
        model.session.answer(next(iter(model.question.legal())))
    model.look_at_game()
    model.draft = Draft(model.question)
    assert {*battle_marks(model).labels} == {*model.question.field.cells()}
    there = next(spot for spot in model.where.values() if spot != here)
    model.tape, model.field.cursor = here, there
    marks = battle_marks(model)
    assert marks.path[0] == here
    assert marks.path[-1] == there
    assert marks.note == model.field.painter.measure(here, there)
    frame = Frame(model.scene, Marks(active=there), 1.0, told=0, rolled=0)
    model.film = Film([frame], [])
    model.film.begin(0.0)
    assert model.film.go_on(0.0)
    assert battle_marks(model) is frame.marks


@pytest.mark.parametrize(("now", "shown"), [(0.0, 0), (0.5, 0), (1.5, 1), (2.5, 2)])
def test_a_film_passes_over_frames_whose_time_is_over(now, shown):
    model = model_of()
    frames = [Frame(model.scene, Marks(), 1.0, told=number, rolled=0) for number in range(3)]
    film = Film(frames, model.events or list(model.session.log())[:2])
    film.begin(0.0)
    assert film.go_on(now)
    assert film.frame is frames[shown]
    assert film.rest(now) == pytest.approx(shown + 1 - now)
    assert not film.go_on(9.0)


def test_traces_and_the_mark_in_the_log_are_set_by_ones_last_answer():
    model = model_of()
    since = Since(model, lambda: False)
    since.take_in()
    assert model.log_mark is None
    assert not since.is_due("always"), "nobody has answered yet"
    before = len(list(model.session.log()))
    model.session.answer(next(iter(model.question.legal())))
    model.look_at_game()
    since.take_in()
    assert model.log_mark == before
    assert since.happened()[1]


def test_what_is_under_the_cursor_is_told_as_the_unit_in_hand_looks_at_it():
    model = choosing()
    mine = model.unit_in_hand
    enemy = next(line for line in model.roster if line.seat != model.question.seat)
    model.field.cursor = enemy.spot
    said = " ".join(text_of(line) for line in here_lines(here_of(model), 60))
    assert f"{enemy.tag} {enemy.name}" in said
    assert model.field.painter.measure(model.where[mine], enemy.spot) in said
    model.field.cursor = model.where[mine]
    assert here_of(model).eye is None


def test_an_action_that_no_digit_takes_has_any_free_letter():
    options = [Option(f"k{number}", "Pass") for number in range(3)]
    options.append(Option("no", "Never", Refusal("it is refused")))
    assert spare_letters(options, {"a": "k0"}, {"b", "d"}) == {"c": "k1", "e": "k2"}
