"""Positions that a person writes: from Python and from a file, checked like any file, and written back."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tabletop_tui import paths
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.own import own_files
from tabletop_tui.engine.game import Game
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import toml_of
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play import file_check, new_game, position_files
from tabletop_tui.play.journal import digest
from tabletop_tui.play.position_files import game_of, setup_in
from tabletop_tui.play.position_setup import written
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook import registry
from tabletop_tui.rulebook.registry import system
from tests.forging import CHANGES
from tests.session.hand_positions import (
    AMC,
    BOSS,
    DUSK,
    FACING,
    GUN,
    GUNS,
    LINE,
    MAGPIE,
    MECHCOM,
    OTHERS,
    PMC,
    POSITIONS,
    RAIDERS,
    RIFLES,
    ROW,
    SENTINEL,
    SQUAD,
    TRUCK,
    YARD,
    Table,
    amc,
    dusk,
    mechcom,
    pmc,
)
from tests.spoiling import said_of
from tests.toy.position import PLACED_TOY, ToyPosition

WHOLE_GAMES = (
    *("armymen/quick-start", "armymen/backyard", "mechcom/quick-start", "mechcom/port-flags", "mechcom/fort-siege"),
    *("mechcom/three-for-the-crater", "pmc2640/quick-start", "pmc2640/wasteland-find", "pmc2640/relay-nine-destroy"),
    *("crimsondusk/quick-start", "crimsondusk/convoy", "crimsondusk/crossroads", "techcommander/quick-start"),
)
ASKED = ("ChooseUnit", "ChooseAction", "ChooseMech", "ChooseReserve", "ChooseDeployableAction", "ChooseVehicleAction")


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, PLACED_TOY.id, PLACED_TOY)


def state(game: Game) -> str:
    return digest(game.system.dump(game))


def fact(game: Game, way: str) -> Any:
    """Something of a battle by the way to it: an attribute of it, or of a unit, a piece, a location, a step."""
    battle, (first, _, rest) = game.state, way.partition(".")
    things = getattr(battle, "models", None) or battle.units
    known = {**things, **getattr(battle, "pieces", {}), **getattr(battle, "locations", {}), "agenda": game.agenda}
    found = known[first] if first in known else getattr(battle, first)
    for key in filter(None, rest.split(".")):
        if isinstance(found, dict):
            found = found[key]
        elif isinstance(found, list | tuple):
            found = found[int(key)]
        else:
            found = getattr(found, key)
    return found


# ---------------------------------------------------------------- reading
@pytest.mark.parametrize("name", POSITIONS)
def test_it_is_as_it_was_written(name: str):
    table, facts = POSITIONS[name]
    game = game_of(table)
    assert game.question is not None
    assert {way: fact(game, way) for way in facts} == facts


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.sampled(2)
def test_it_is_played_on_undone_and_replayed(name: str, tmp_path: Path):
    """The journal holds what it needs, and the file is played as the table is."""
    table, _ = POSITIONS[name]
    session = Session.new(setup_in(table), tmp_path / "game.jsonl")
    chooser, at_first = Random(3), state(session.game)
    assert at_first == state(game_of(table))
    while session.question is not None and len(session.history) < 6:
        session.answer(session.question.sample(chooser))
    now, number = state(session.game), len(session.history)
    session.undo(number)
    assert state(session.game) == at_first
    session.redo(number)
    assert state(session.game) == now
    session.close()
    assert state(Session.replay(tmp_path / "game.jsonl").game) == now


def test_each_rulebook_has_its_ten():
    assert min(map(len, (MECHCOM, PMC, AMC, DUSK))) >= 10


# ---------------------------------------------------------------- writing
@pytest.mark.parametrize("scenario", WHOLE_GAMES)
def test_what_is_written_of_a_game_gives_it_back(scenario: str):
    session = Session.new(new_game.set_table(*new_game.find_scenario(scenario), seed=4))
    chooser, compared = Random(4), 0
    while session.question is not None and compared < 12:
        asked = type(session.game.agenda[-1]).__name__ in ASKED and chooser.random() < 0.2
        if asked and (again := written_and_read(session.game)) is not None:
            assert state(again) == state(session.game)
            compared += 1
        session.answer(session.question.sample(chooser))
    assert compared > 3


def written_and_read(game: Game) -> Game | None:
    """The game of what is written of a game, as it comes from a file; None where that has no word for it."""
    try:
        position = written(game)
    except Wrong as wrong:
        if wrong.fix.startswith("in the middle of"):
            return None
        raise
    head = {"system": game.system.id, "kind": "position", "name": "As it stands"}
    return game_of(toml_of(Document.begun(Path("a.toml"), {**head, **position.table()}).text))


def test_what_has_no_word_in_toml_is_written_with_a_dash(home: Path):
    """Wreckage of nobody, a weapon without a third range: in the editor, in a saved position, in a puzzle."""
    table = mechcom(SENTINEL, MAGPIE) | {"wreckage": {"0605": "-", "0606": 1}}
    game = game_of(table)
    assert game.state.wreckage == {"0605": None, "0606": 1}
    document = own_files.position_of(game, "Ruins")
    assert document.data["wreckage"] == {"0605": "-", "0606": 1}
    document.save()
    assert not document.faults()
    again = position_files.read(game.system, document.path)
    assert position_files.opened(game.system, again.setup).state.wreckage == game.state.wreckage
    saved = position_files.save(game, "Saved", paths.positions())
    opened = own_files.opened(saved)
    assert opened.data["wreckage"] == {"0605": "-", "0606": 1}
    assert not opened.faults()
    puzzle = own_files.new_lesson("puzzle", opened.data, "mechcom", "Mine")
    assert puzzle.data["position"]["wreckage"] == {"0605": "-", "0606": 1}


def test_the_toy_too():
    table = {
        "system": "toy",
        "scenario": {"name": "Toy", "rounds": 4, "seats": 2},
        "seat": [{"force": {"name": "Pair", "tokens": 2}, "score": 2}, {"force": {"name": "One", "tokens": 1}}],
        "unit": [{"id": "A1", "at": "0202"}, {"id": "B1", "health": 1}],
        "done": ["A2"],
        "goes": [1],
        "round": 2,
    }
    game = game_of(table)
    assert game.question is not None
    assert (game.question.seat, game.state.spots["A1"], game.state.health["B1"]) == (0, "0202", 1)
    assert written(game).units == [{"id": "A1", "at": "0202"}, {"id": "B1", "health": 1}]
    session, chooser = Session.new(setup_in(table)), Random(1)
    compared = 0
    while session.question is not None:
        again = written_and_read(session.game) if type(session.game.agenda[-1]).__name__[:10] in "ChooseToken" else None
        compared += again is not None and state(again) == state(session.game)
        session.answer(session.question.sample(chooser))
    assert compared > 3


@pytest.mark.parametrize(
    ("table", "bought"),
    [
        (pmc(RIFLES, GUN), {"unit": "rookies"}),
        (
            amc(SQUAD | {"size": 10, "upgrades": ["bazooka"]}, TRUCK, OTHERS),
            {"unit": "riflemen", "size": 10, "upgrades": ["bazooka"]},
        ),
        (dusk(LINE, RAIDERS), {"name": "Guns", "armour": "flak", "model": LINE["model"]}),
        (mechcom(SENTINEL | {"name": "Old Faithful"}, MAGPIE), {"mech": "sentinel", "pilot": "trooper"}),
    ],
)
def test_what_was_bought_is_written_as_it_was_bought(table: Table, bought: Table):
    position = written(game_of(table))
    assert position.units[0] == position.units[0] | bought
    assert all("force" not in seat for seat in position.seats)
    assert state(game_of({"system": table["system"], **position.table()})) == state(game_of(table))


def test_a_position_that_cannot_say_all_of_a_battle_is_refused(monkeypatch: pytest.MonkeyPatch):
    table = {
        "system": "toy",
        "scenario": {"name": "Toy", "rounds": 4, "seats": 2},
        "seat": [{"force": {"name": "Pair", "tokens": 2}}, {"force": {"name": "One", "tokens": 1}}],
        "unit": [{"id": "A1", "at": "0202"}, {"id": "B1", "health": 1}],
    }
    game = game_of(table)
    assert len(written(game).units) == 2
    monkeypatch.setattr(ToyPosition, "unit_fields", ToyPosition.unit_fields[:1])  # it has no word for health
    with pytest.raises(Wrong, match=r"cannot say what .*health.* holds just now"):
        written(game)


def test_in_the_middle_of_an_attack_it_is_refused_with_a_sentence():
    game = game_of(PMC["an assault is under way"][0])
    with pytest.raises(Wrong, match="in the middle of an activation"):
        written(game)


# ---------------------------------------------------------------- dice
def test_the_dice_that_are_written_come_first():
    table = pmc(RIFLES, GUN, go="A1", dice=[6, 10, 1], seed=5)
    session = Session.new(setup_in(table))
    session.answer("fire")
    while session.question is not None and not session.history[-1].dice:
        session.answer(next(iter(session.question.legal())))
    drawn = [face for entry in session.history for face in entry.dice or ()]
    assert drawn[0] in (6, 10)
    again = Session.new(setup_in(table | {"dice": [1, 1, 1]}))
    for entry in session.history:
        again.answer(entry.answer)
    assert next(face for entry in again.history for face in entry.dice or ()) == 1


def test_answers_before_it_begins_take_their_dice():
    setup = setup_in(AMC["a melee is under way"][0] | {"dice": [6, 6, 6, 1, 1] * 12})
    assert 0 < len(setup.faces or []) < 60
    assert position_files.loaded(setup).dice.first == tuple(setup.faces or ())


# ---------------------------------------------------------------- files
FILE = """
system = "armymen"
kind = "position"
name = "Two men and a truck"
scenario = "quick-start"
go = "A"
round = 2
dice = [6, 6]
unit = [
    { id = "A1", unit = "riflemen", at = "24,40", left = 2 },
    { id = "A2", unit = "jeep", upgrades = ["truck"], at = ["34,40", "turn=90"] },
    { id = "A3", unit = "gunners", aboard = "A2" },
    { id = "B1", unit = "veterans", at = ["24,30", "form=line"], pinned = true },
]
"""


def test_a_file_is_offered_among_the_scenarios_checked_and_played(home: Path):
    path = home / "positions" / "armymen" / "two-men.toml"
    path.parent.mkdir(parents=True)
    path.write_text(FILE, encoding="utf-8")
    assert list(file_check.checked([path])) == [(True, f"{path}: a position, Two men and a truck")]
    found, info = new_game.find_scenario("armymen/two-men")
    assert info.name == "Two men and a truck"
    session = Session.new(new_game.set_table(found, info, (), ["random", "random"], seed=1))
    assert session.setup.faces == [6, 6]
    session.run()
    assert session.over is not None


def examples() -> list[Any]:
    """Every position in a page of docs."""
    root = Path(paths.__file__).parents[1]
    pages = [*sorted((root / "scenarios").rglob("README.md")), root / "docs" / "adding-a-system.md"]
    blocks = [(page, block.partition("```")[0]) for page in pages for block in page.read_text("utf-8").split("```toml")]
    return [pytest.param(text, id=page.parent.name) for page, text in blocks if 'kind = "position"' in text]


@pytest.mark.parametrize("text", examples())
def test_the_examples_of_the_docs_are_sound(text: str, tmp_path: Path):
    path = tmp_path / "example.toml"
    path.write_text(text, encoding="utf-8")
    found, info = new_game.find_scenario(str(path))
    assert Session.new(new_game.set_table(found, info)).question is not None


@pytest.mark.parametrize("name", ["armymen", "crimsondusk", "mechcom", "pmc2640"])
def test_every_key_stands_in_the_docs(name: str):
    page = (Path(paths.__file__).parents[1] / "scenarios" / name / "README.md").read_text("utf-8")
    rows = [f"| `{key}` | {says} |" for keys in system(name).position.keys().values() for key, says in keys.items()]
    assert [row for row in rows if row not in page] == []


def test_there_is_an_example_for_each_rulebook():
    assert len(examples()) >= 4


# ---------------------------------------------------------------- faults
A = {"id": "A1"}
FAULTS: list[tuple[str, Table, str]] = [
    ("a key", pmc(RIFLES, GUN, weather="bad"), "weather: unknown key 'weather'"),
    (
        "a key of a unit",
        pmc(RIFLES | {"supression": 3}, GUN),
        "unit[0].supression: unknown key 'supression'; did you mean 'suppression'?",
    ),
    (
        "a key of a seat",
        pmc(RIFLES, GUN, seat=[{"egde": "north"}]),
        "seat[0].egde: unknown key 'egde'; did you mean 'edge'?",
    ),
    ("no scenario", {"system": "pmc2640", "unit": []}, "scenario: the key is missing"),
    ("a scenario", pmc(RIFLES, GUN, scenario="nowhere"), "scenario: there is no scenario 'nowhere'; known: "),
    ("a force", pmc(seat=[{"force": "nobody"}]), "seat[0].force: there is no force 'nobody'; known: "),
    (
        "a unit that is not sold",
        pmc(RIFLES | {"unit": "rookie"}, GUN),
        "unit[0].unit: unknown unit 'rookie'; did you mean 'rookies'?",
    ),
    ("nobody of a seat", pmc(RIFLES), "seat[1].force: name one, or give Blue units"),
    ("a number left out", pmc(RIFLES | {"id": "A2"}, GUN), "unit[0].id: there is no A1; number them from 1 on"),
    ("a unit twice", pmc(RIFLES, RIFLES, GUN), "unit[1].id: A1 is there twice"),
    (
        "nowhere",
        pmc({"id": "A1", "unit": "rookies"}, GUN),
        "unit[0]: A1 is nowhere; say of it at, models, building, reserve or fate",
    ),
    (
        "nobody anywhere",
        pmc({"id": "A1", "unit": "rookies"}, {"id": "B1", "unit": "rookies"}),
        "unit[1]: B1 is nowhere; say of it at, models, building, reserve or fate",
    ),
    ("too much", pmc(RIFLES | {"suppression": 13}, GUN), "unit[0].suppression: give 0 to 12 points"),
    ("a text", pmc(RIFLES | {"suppression": "much"}, GUN), "unit[0].suppression: give a whole number, not 'much'"),
    ("off the table", pmc(RIFLES | {"at": "90,90"}, GUN), "unit[0].at: 90,90 puts a model where it cannot be"),
    ("on each other", pmc(RIFLES, RIFLES | {"id": "B1"}), "A1 and B1 stand on each other"),
    (
        "in the pond",
        pmc(RIFLES | {"at": "4,10"}, GUN | {"at": "12,14"}, scenario=YARD),
        "unit[0].at: 4,10 puts a model where it cannot be: it stands where nobody can",
    ),
    ("in two places", pmc(RIFLES | {"reserve": "first"}, GUN), "unit[0]: it is in 2 places"),
    ("no place", pmc(RIFLES | {"at": "here"}, GUN), "unit[0].at: 'here' is no place; places are written x,y"),
    ("a seat", pmc(RIFLES, GUN, go="C"), "go: there are 2 seats, A to B, not 'C'"),
    ("a unit to act", pmc(RIFLES, GUN, go="A7"), "go: unknown unit or seat 'A7'"),
    ("one that cannot act", pmc(RIFLES | {"suppression": 12}, GUN, go="A1"), "go: A1 cannot be activated"),
    ("edges", pmc(RIFLES, GUN, seat=[{"edge": "west"}, {"edge": "east"}]), "seat.edge: give two opposite edges"),
    ("a unit not bought", pmc(RIFLES, GUN, {"id": "A2", "at": "30,40"}), "unit[2].id: its force has no 'A2'"),
    ("a number of seats", pmc(RIFLES, GUN, seat=[{}, {}, {}]), "seat: give at most 2"),
    ("a team", mechcom(SENTINEL, MAGPIE, seat=[{"team": 2}, {"team": 2}]), "seat: give at least two teams"),
    ("dice", pmc(RIFLES, GUN, dice=["six"]), "dice[0]: give the face of a die, not 'six'"),
    ("an answer", pmc(RIFLES, GUN, answers=["dance"]), "answers[0]: 'dance' is refused: "),
    ("nobody is left", amc(SQUAD | {"activated": True}, OTHERS), "go: Red has no unit left to activate"),
    (
        "two states",
        amc(SQUAD | {"guarding": True, "hunkered": True}, OTHERS, go="B"),
        "unit[0]: a unit cannot be all that at once",
    ),
    (
        "aboard nothing",
        amc({"id": "A1", "unit": "riflemen", "aboard": "A9"}, OTHERS),
        "unit[0].aboard: it cannot be aboard that",
    ),
    ("a size", amc(SQUAD | {"size": 6}, OTHERS), "unit[0]: Riflemen come as"),
    ("a hex", mechcom(SENTINEL | {"at": "9999"}, MAGPIE), "unit[0].at: there is no hex '9999' on this map"),
    ("a filled hex", mechcom(SENTINEL, MAGPIE | {"at": "0505"}), "unit[1].at: A1 stands in 0505 already"),
    (
        "a condition",
        mechcom(SENTINEL | {"conditions": ["Burnt"]}, MAGPIE),
        "unit[0].conditions: unknown condition 'Burnt'; did you mean 'Burned'?",
    ),
    ("too whole", mechcom(SENTINEL | {"integrity": 99}, MAGPIE), "unit[0].integrity: it has not so much"),
    ("a mech", mechcom(SENTINEL | {"mech": "sentry"}, MAGPIE), "unit[0].mech: unknown mech 'sentry'"),
    ("a pilot", mechcom(SENTINEL | {"pilot": "nobody"}, MAGPIE), "unit[0].pilot: unknown pilot 'nobody'"),
    ("a Flag in a deathmatch", mechcom(SENTINEL, MAGPIE, seat=[{"flag": "0101"}]), "this scenario has no such piece"),
    (
        "a model that he has not",
        dusk(LINE | {"marks": {"A1-9": {"stunned": 1}}}, RAIDERS),
        "unit[0].marks: unknown model 'A1-9'; did you mean 'A1-5'?",
    ),
    (
        "a mark that there is not",
        dusk(LINE | {"marks": {"A1-2": {"stuned": 1}}}, RAIDERS),
        "unit[0].marks.A1-2.stuned: unknown key 'stuned'; did you mean 'stunned'?",
    ),
    (
        "a weapon that nobody sells",
        dusk(LINE | {"model": [{"count": 5, "weapons": ["assault-rifles"]}]}, RAIDERS),
        "unit[0].model[0].weapons[0]: unknown weapon 'assault-rifles'; did you mean 'assault-rifle'?",
    ),
    ("too few", dusk(LINE | {"model": [{"weapons": ["rifle"]}]}, RAIDERS), "unit[0]: a section of Rg has at least 4"),
    ("a hull", dusk(LINE | {"hull": {"speed": 9}}, RAIDERS), "unit[0].hull: only a vehicle has a hull"),
    ("nowhere at all", dusk(GUNS, RAIDERS), "unit[0]: A1 is nowhere; say of it at, models, aboard or gone"),
    (
        "in melee and on overwatch",
        dusk(LINE | {"at": ROW, "foes": ["B1"]}, RAIDERS | {"overwatch": True, "at": FACING}, BOSS | {"at": "40,44"}),
        "in melee nobody lies or watches",
    ),
    (
        "in melee with nobody",
        dusk(LINE | {"foes": ["B4"]}, RAIDERS, BOSS | {"at": "40,44"}),
        "unit[0].foes: B4 is not in melee with it",
    ),
    ("a man in two units", dusk(LINE, BOSS | {"men": ["A1-1"], "at": "40,44"}, RAIDERS), "A1-1 is in 2 units"),
    ("one who has acted", dusk(LINE | {"spent": 3}, RAIDERS, go="A1"), "go: A1 is asked nothing there"),
    ("a ruin", dusk(LINE, RAIDERS, ruins=["tower"]), "ruins: unknown building or section of a wall 'tower'"),
    ("a turn", dusk(LINE, RAIDERS, turn=77), "turn: there is no such turn"),
    ("a system", {"system": "chess"}, "system: name the system that it belongs to"),
]


@pytest.mark.parametrize(("table", "said"), [case[1:] for case in FAULTS], ids=[case[0] for case in FAULTS])
def test_what_is_wrong_is_told_with_its_place(table: Table, said: str):
    with pytest.raises(BadFile) as error:
        game_of(table)
    assert said in "\n".join(map(str, error.value.all))
    assert str(error.value).isprintable()


# ---------------------------------------------------------------- by chance
@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("name", POSITIONS)
def test_whatever_is_changed_it_plays_or_is_refused(name: str, number: int):
    chooser = Random(f"{name}-{number}")
    table = json.loads(json.dumps(POSITIONS[name][0]))
    forged(table, chooser)
    opened: list[Session] = []
    said = said_of(lambda: opened.append(Session.new(setup_in(table))))
    assert said.isprintable()
    assert bool(said) != bool(opened)
    for session in opened:
        play_on(session, chooser)


def play_on(session: Session, chooser: Random) -> None:
    while session.question is not None and len(session.history) < 6:
        session.answer(session.question.sample(chooser))


def forged(table: Table, chooser: Random) -> None:
    for _ in range(chooser.choice((1, 1, 2, 3))):
        chooser.choice(CHANGES)(table, chooser)
