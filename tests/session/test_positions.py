"""Positions: saved at any question, played on from exactly there, refused with a sentence where they were spoilt."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_tui import paths
from tabletop_tui.engine.question import DiceQuestion, Question
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play import new_game, position_files
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import register, system
from tests.conformance import dumped
from tests.toy import TOY, toy_setup

SCENARIOS = (
    "armymen/quick-start",
    "armymen/backyard",
    "mechcom/quick-start",
    "mechcom/port-flags",
    "mechcom/three-for-the-crater",
    "pmc2640/quick-start",
    "pmc2640/wasteland-find",
    "pmc2640/relay-nine-destroy",
)


@pytest.fixture(autouse=True)
def _toy() -> None:
    register(TOY)


def words(question: Question) -> tuple[object, ...]:
    """What a question asks, as far as it can be told."""
    answers = [] if isinstance(question, DiceQuestion) else [question.sample(Random(number)) for number in range(5)]
    return type(question), question.seat, question.prompt, question.about, answers


def a_game(scenario: str, seed: int) -> Session:
    return Session.new(new_game.set_table(*new_game.find_scenario(scenario), seed=seed))


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.sampled(2)
def test_a_position_is_played_on_from_exactly_there(scenario: str, tmp_path: Path):
    session, chooser = a_game(scenario, 5), Random(5)
    saved = 0
    while session.question is not None and saved < 6:
        if len(session.history) % 25 == 20:
            path = position_files.save(session.game, "Here", tmp_path)
            found, info = new_game.find_scenario(str(path))
            again = Session.new(
                new_game.set_table(found, info, (), ["random"] * info.seats, seed=9), tmp_path / f"{saved}.jsonl"
            )
            assert dumped(again.game) == dumped(session.game)
            named = session.game.system.standing(session.game).name
            assert next(iter(again.log())).text == f"{named}, as the position has it"
            if again.question is not None and session.question is not None:
                assert words(again.question) == words(session.question)
            assert [seat.name for seat in again.setup.seats] == [seat.name for seat in session.setup.seats]
            again.run()
            assert again.over is not None
            ended = dumped(again.game)
            again.close()
            assert dumped(Session.replay(tmp_path / f"{saved}.jsonl").game) == ended
            saved += 1
        session.answer(session.question.sample(chooser))
    assert saved > 1


def test_the_same_seed_and_answers_give_the_same_game(tmp_path: Path):
    session = Session.new(toy_setup("keyboard", "keyboard"))
    session.answer(session.question.sample(Random(1)))
    path = position_files.save(session.game, "Toy", tmp_path)
    setups = [
        new_game.set_table(*new_game.find_scenario(str(path)), (), ["random", "random"], seed=4) for _ in range(2)
    ]
    games = [Session.new(setup) for setup in setups]
    for game in games:
        game.run()
    assert games[0].digest() == games[1].digest()
    events = list(games[0].log())
    assert events[0].text == "Round 1, as the position has it"
    games[0].go_back(0)
    assert dumped(games[0].game) == dumped(session.game)


def test_it_is_offered_by_its_name_and_never_in_the_place_of_another(run_cli, home: Path):
    (home / "rosters" / "toy").mkdir(parents=True)
    (home / "rosters" / "toy" / "pair.toml").write_text('system = "toy"\nname = "Pair"\ntokens = 2\n')
    session = Session.new(toy_setup("keyboard", "keyboard"))
    first = position_files.save(session.game, "Brücke, Zug 3", paths.positions())
    second = position_files.save(session.game, "Brücke, Zug 3", paths.positions())
    assert (first.name, second.name) == ("brucke-zug-3.toml", "brucke-zug-3-2.toml")
    code, out, _ = run_cli("list", "scenarios")
    assert code == 0
    assert "toy/brucke-zug-3-2" in out
    assert "Brücke, Zug 3 (2 players, position)" in out
    assert run_cli("check", first)[1] == f"{first}: a position, Brücke, Zug 3 (Toy battle, Round of round 1)\n"
    seats = ["--seat", "random", "--seat", "random"]
    assert run_cli("play", "brucke-zug-3", "--headless", *seats)[0] == 0
    assert run_cli("play", first, "--headless", *seats)[0] == 0
    code, _, err = run_cli("play", first, "--headless", "--force", "toy/pair")
    assert code == 2
    assert "its forces are as they stand there" in err
    code, _, err = run_cli("play", first, "--headless", "--seat", "random", *seats)
    assert code == 2
    assert "for 2 players" in err


@pytest.fixture
def run_cli(capsys: pytest.CaptureFixture[str]):
    from tabletop_tui.cli import run

    def command(*arguments: object) -> tuple[int, str, str]:
        code = run([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return command


def test_when_a_position_cannot_be_saved():
    session = Session.new(toy_setup())
    session.run()
    assert position_files.why_not(session.game) == "The battle is over; there is nothing left to play"
    typed = Session.new(toy_setup("keyboard", "keyboard", dice="typed"))
    assert isinstance(typed.question, DiceQuestion)
    assert "middle of a roll" in position_files.why_not(typed.game)


# ---------------------------------------------------------------- the file
PLAIN = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=30) | st.text("-", max_size=3) | st.text('\n\\"n', max_size=8)
DATA = st.recursive(
    PLAIN | TEXTS, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXTS, inner, max_size=5), max_leaves=40
)


@given(st.dictionaries(TEXTS, DATA, max_size=5))
def test_whatever_a_state_holds_comes_back_from_the_file_as_it_was(table):
    again = position_files.table_of(position_files.text_of(table))
    assert again == table
    assert json.dumps(again, sort_keys=True) == json.dumps(table, sort_keys=True), "1 is not 1.0"


@given(st.dictionaries(TEXTS, st.dictionaries(TEXTS, TEXTS, max_size=5)))
def test_what_is_kept_by_name_comes_back_in_its_order(kept):
    again = position_files.table_of(position_files.text_of({"position": {"kept": kept}}))["position"]["kept"]
    assert [(name, list(table)) for name, table in again.items()] == [
        (name, list(table)) for name, table in kept.items()
    ]


def test_the_file_is_made_of_plain_tables(tmp_path: Path):
    """A unit under its own heading, a value a line, short ones beside each other: nothing is text inside text."""
    session, chooser = a_game("mechcom/port-flags", 5), Random(5)
    while len(session.history) < 60:
        session.answer(session.question.sample(chooser))
    text = position_files.save(session.game, "Port", tmp_path).read_text(encoding="utf-8")
    found = tomllib.loads(text)
    first = found["position"]["models"][0]
    unit = next(model for model in session.system.dump(session.game)["models"] if model["id"] == first["id"])
    assert first["hex"] == unit["hex"]
    assert found["position"]["agenda"][-1]["step"]
    lines = text.splitlines()
    assert lines.count("[[position.models]]") == len(found["position"]["models"])
    assert f'hex = "{unit["hex"]}"' in lines
    assert 'seat = "-"' in lines, "a building is nobody's"
    assert max(map(len, lines)) < 160


# ---------------------------------------------------------------- spoilt files
def spoil(text: str, key: str, change) -> str:
    """The file with one of its tables changed."""
    table = position_files.table_of(text)
    change(table[key])
    return position_files.text_of(table)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    session, chooser = a_game("pmc2640/quick-start", 3), Random(3)
    while len(session.history) < 40:
        session.answer(session.question.sample(chooser))
    path = position_files.save(session.game, "Sound", tmp_path_factory.mktemp("positions"))
    return path, path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("place", "key", "change"),
    [
        ("position", "position", lambda data: data.pop("units")),
        ("position", "position", lambda data: data["units"][0].update(models="everywhere")),
        ("position", "position", lambda data: data["units"][0].update(id="Z9")),
        ("position", "position", lambda data: data["units"].pop()),
        ("position", "position", lambda data: data["agenda"].append({"step": "Dance"})),
        ("position", "position", lambda data: data["agenda"].clear()),
        ("position", "position", lambda data: data.update(round="soon")),
        ("setup", "setup", lambda data: data.pop("seats")),
        ("setup", "setup", lambda data: data.update(seed="x")),
        ("system", "setup", lambda data: data.update(system="mechcom")),
        ("", "setup", lambda data: data["scenario"].clear()),
        ("", "setup", lambda data: data["seats"][0].update(force={})),
    ],
)
def test_a_spoilt_position_is_refused_with_its_place(saved, place, key, change):
    path, text = saved
    path.write_text(spoil(text, key, change), encoding="utf-8")
    with pytest.raises(BadFile) as error:
        new_game.find_scenario(str(path))
    assert str(error.value).startswith(f"{path}: {place}")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "Sound"', "", "name: the key is missing"),
        ('name = "Sound"', "name = 3", "name: give a text here"),
        ('name = "Sound"', 'name = "Sound"\nmood = "bad"', "mood: there is no such key"),
        ('system = "pmc2640"\nkind', 'system = "armymen"\nkind', "system: "),
        ("[setup]", "[setup", "is not sound TOML"),
        ("[setup]", "[[setup]]", "setup: give a table here"),
        ("[position]", "[weather]\n\n[position]", "weather: there is no such key"),
        ('dice = "seeded"', "dice = 2026-11-21", "setup.dice is 2026-11-21, and only numbers, texts"),
        ("seed = 3", "seed = nan", "setup.seed is nan, and only numbers, texts"),
    ],
)
def test_a_spoilt_file_is_refused_with_its_place(saved, old, new, said):
    path, text = saved
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BadFile) as error:
        new_game.find_scenario(str(path))
    assert said in str(error.value)


def test_a_spoilt_position_hides_no_other(saved, home: Path):
    folder = home / "positions" / "pmc2640"
    folder.mkdir(parents=True)
    (folder / "good.toml").write_text(saved[1], encoding="utf-8")
    (folder / "bad.toml").write_text(saved[1].replace("[setup]", "[setup", 1), encoding="utf-8")
    wrong: list[BadFile] = []
    found = new_game.scenarios_of(system("pmc2640"), wrong)
    assert found[-1].name == "Sound"
    assert [Path(error.path).name for error in wrong] == ["bad.toml"]


@pytest.mark.parametrize("number", range(40))
def test_whatever_is_changed_it_plays_or_is_refused(saved, number: int):
    """Any one value of the state replaced by another kind of thing: a sentence, or a game that goes on."""
    path, text = saved
    chooser = Random(number)

    def change(data) -> None:
        here = data
        while True:
            keys = list(here) if isinstance(here, dict) else list(range(len(here)))
            key = chooser.choice(keys)
            if not isinstance(here[key], dict | list) or not here[key] or chooser.random() < 0.1:
                here[key] = chooser.choice([None, -3, "what", [], {}, [[1, 2]], 1e9, True])
                return
            here = here[key]

    path.write_text(spoil(text, "position", change), encoding="utf-8")
    try:
        found, info = new_game.find_scenario(str(path))
    except BadFile:
        return
    session = Session.new(new_game.set_table(found, info, (), ["random", "random"], seed=1))
    session.run(20)
