"""A battle that is saved: in the short form of a person at every point after set-up, and it is the same battle."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tabletop_tui.editor.own import own_files
from tabletop_tui.editor.positions.position_sketch import sketched
from tabletop_tui.engine.dice import TypedDice
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import COUNTED, DiceQuestion
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.fault_places import place_words
from tabletop_tui.files.read_file import toml_of
from tabletop_tui.files.toml_writing import toml_text
from tabletop_tui.play import file_check, new_game, position_files, position_saving
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system

SCENARIOS = (
    *("armymen/quick-start", "crimsondusk/quick-start", "mechcom/quick-start", "mechcom/port-flags"),
    *("pmc2640/quick-start", "techcommander/quick-start"),
)


def dumped(game: Game[Any]) -> Any:
    return json.loads(json.dumps(game.system.dump(game)))


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.sampled(2)
def test_it_is_saved_as_a_person_writes_it_wherever_it_stands(scenario: str, tmp_path: Path) -> None:
    """Units, their places and states; amid an activation also what was answered since."""
    session = Session.new(new_game.set_table(*new_game.find_scenario(scenario), seed=4))
    chooser, begun, amid, looked = Random(4), False, 0, 0
    while session.question is not None and looked < 14:
        form = session.system.position  # type: ignore[attr-defined]
        begun = begun or form.whose(session.game) is not None
        if begun and chooser.random() < 0.25:
            short = position_saving.save(session, "Here", tmp_path)
            table = toml_of(short.read_text("utf-8"))
            assert "setup" not in table, session.game.agenda[-1]
            amid += bool(table.get("answers"))
            info = position_files.read(session.system, short)
            assert info.setup is not None
            again = position_files.opened(session.system, info.setup)
            assert dumped(again) == dumped(session.game)
            assert again.question is not None
            assert again.question.prompt == session.question.prompt
            assert [good for good, _ in file_check.checked([short])] == [True]
            assert own_files.opened(short).data["name"] == "Here"
            whole = position_files.save(session.game, "Whole", tmp_path)
            assert len(short.read_text()) < len(whole.read_text()) / 4
            looked += 1
        session.answer(session.question.sample(chooser))
    assert looked > 10
    assert amid or scenario.startswith("pmc2640"), "some of them stand amid an activation"


@pytest.mark.parametrize("book", sorted({name.partition("/")[0] for name in SCENARIOS}))
def test_where_real_dice_for_who_goes_are_waited_for_it_is_saved_short(book: str, tmp_path: Path) -> None:
    """That is where a club puts a game away: all have acted, and nobody has rolled yet."""
    setup = new_game.set_table(*new_game.find_scenario(f"{book}/quick-start"), seed=4)
    session, chooser, looked = Session.new(evolve(setup, dice="typed")), Random(4), 0
    while session.question is not None and looked < 2:
        session.answer(session.question.sample(chooser))
        asked = session.question
        waits = isinstance(asked, DiceQuestion) and asked.roll.why.startswith(("who ", "initiative"))
        if not waits or session.game.dice.unread or not any(line.spot for line in session.system.roster(session.game)):
            continue
        table = toml_of(position_saving.save(session, "Here", tmp_path).read_text("utf-8"))
        assert table["go"] in ("begin", "roll")
        again = position_files.game_of(table)
        again.dice = TypedDice()
        again.advance()
        assert again.question is not None
        assert again.question.prompt == session.question.prompt
        assert [type(step) for step in again.agenda] == [type(step) for step in session.game.agenda]
        looked += 1
    assert looked == 2


def test_dice_that_were_counted_are_saved_as_faces_that_count_alike(tmp_path: Path) -> None:
    """An activation of which some rolls were told as so many hits, at the next question that is no roll."""
    setup = new_game.set_table(*new_game.find_scenario("crimsondusk/quick-start"), seed=4)
    session, chooser, counted, looked = Session.new(evolve(setup, dice="typed")), Random(4), 0, 0
    while session.question is not None and looked < 3 and len(session.history) < 400:
        asked = session.question
        if isinstance(asked, DiceQuestion) and len(asked.roll.kinds) == 2 and asked.refuse({COUNTED: [1]}) is None:
            session.answer({COUNTED: [1]})
            counted = len(session.history)
            continue
        session.answer(asked.sample(chooser))
        since = len(session.history) - counted
        if counted and since < 6 and not isinstance(session.question, DiceQuestion | None):
            table = toml_of(position_saving.save(session, "Here", tmp_path).read_text("utf-8"))
            assert "setup" not in table
            assert dumped(position_files.game_of(table)) == dumped(session.game)
            looked += 1
            counted = 0
    assert looked == 3


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_while_forces_are_set_up_it_is_saved_whole(scenario: str, tmp_path: Path) -> None:
    session = Session.new(new_game.set_table(*new_game.find_scenario(scenario), seed=4))
    path = position_saving.save(session, "Begun", tmp_path)
    assert "setup" in toml_of(path.read_text("utf-8"))
    info = position_files.read(session.system, path)
    assert info.setup is not None
    assert dumped(position_files.opened(session.system, info.setup)) == dumped(session.game)


def test_what_cannot_be_edited_is_told_by_its_reason(tmp_path: Path) -> None:
    session = Session.new(new_game.set_table(*new_game.find_scenario("mechcom/quick-start"), seed=4))
    path = position_saving.save(session, "Begun", tmp_path)
    with pytest.raises(BadFile, match="in the middle of an activation"):
        own_files.opened(path)


MISTAKES: dict[str, tuple[Callable[[dict[str, Any]], object], str, str]] = {
    "a word for a number": (lambda one: unit(one, "B2").update(spent="two"), "B2: spent", "whole number"),
    "far too many AP": (lambda one: unit(one, "B2").update(spent=-3), "B2: spent", "give 0"),
    "a typo of a key": (lambda one: unit(one, "A1").update(activted=True), "A1: activted", "did you mean"),
    "off the table": (lambda one: unit(one, "A1").update(models=[[60.0, 60.0]]), "A1: models", "not on the table of"),
    "the same id twice": (lambda one: unit(one, "A2").update(id="A1"), "A1: id", "there twice"),
    "nobody of that id acts": (lambda one: one.update(go="B9"), "go", "unknown unit or seat"),
    "another scenario": (lambda one: one.update(scenario="quick-stort"), "scenario", "there is no scenario"),
    "another force": (lambda one: one["seat"][0].update(force="border-pist"), "Red", "there is no force"),
    "no such turn": (lambda one: one.update(turn=99), "turn", "there is no such turn"),
    "an answer that cannot be": (lambda one: one.update(answers=["nonsense"]), "answers 1", "is refused"),
    "a face that no die has": (lambda one: one.update(dice=["six"]), "dice", "give"),
}
"""What somebody changes in a file that a battle wrote: what it is, the place that he is told, and some of the fix."""


def unit(table: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in table["unit"] if one["id"] == name)
    return found


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> str:
    setup = new_game.set_table(*new_game.find_scenario("crimsondusk/quick-start"), seed=4)
    session, chooser = Session.new(setup), Random(4)
    while len(session.history) < 70:
        assert session.question is not None
        session.answer(session.question.sample(chooser))
    return position_saving.save(session, "Here", tmp_path_factory.mktemp("saved")).read_text("utf-8")


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_it_is_told_with_its_place_in_the_words_of_the_screen(
    mistake: str, saved: str, tmp_path: Path
) -> None:
    """By `check`, by the list of new games and by the editor alike."""
    change, place, fix = MISTAKES[mistake]
    table = toml_of(saved)
    change(table)
    path = tmp_path / "crimsondusk" / "changed.toml"
    path.parent.mkdir()
    path.write_text(toml_text(table), encoding="utf-8")
    ((good, line),) = file_check.checked([path])
    assert not good
    assert place in line
    assert fix in line
    wrong: list[BadFile] = []
    assert position_files.listed(system("crimsondusk"), [tmp_path], wrong) == []
    assert any(fix in str(fault) for fault in wrong)
    with pytest.raises(BadFile, match=re.escape(fix)):
        position_files.read(system("crimsondusk"), path)
    document = own_files.opened(path)
    faults = sketched("crimsondusk", document.data).faults
    assert place in [place_words(fault.place, document.data) for fault in faults] or place in line
    assert any(fix in fault.fix for fault in faults)


def test_all_that_is_wrong_is_told_at_once(saved: str, tmp_path: Path) -> None:
    table = toml_of(saved)
    for name in ("A1", "B1", "B2"):
        unit(table, name)["models"] = [[60.0, 60.0]]
        unit(table, name).pop("men", None)
    path = tmp_path / "changed.toml"
    path.write_text(toml_text(table), encoding="utf-8")
    lines = [line for good, line in file_check.checked([path]) if not good]
    assert len(lines) >= 2
    assert [name for name in ("A1", "B1", "B2") if any(f"{name}: " in line for line in lines)][:2] == ["A1", "B1"]
