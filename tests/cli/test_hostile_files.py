"""Files that would stop, fill or fool the program: a sentence and exit code 2, whichever command reads them."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import click
import pytest

from tabletop_tui import cli
from tabletop_tui.editor.maps.map_scene import form_of, scene_of
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.safe_text import is_clean
from tabletop_tui.play import new_game, position_files
from tabletop_tui.play.session import Session
from tabletop_tui.play.text_view import battlefield
from tabletop_tui.rulebook.registry import register
from tests.cli.shapes import READS, UNREADABLE, UNWRITABLE, WRITES
from tests.session.test_recording import doctored
from tests.toy import TOY, toy_setup

ROOT = Path(__file__).parents[2]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]):
    register(TOY)

    def run(*arguments: object) -> tuple[int, str, str]:
        code = cli.run([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


# ---------------------------------------------------------------- each shape under each command
def test_the_tables_have_every_command_and_option_that_takes_a_file():
    said = {word for _, words in (*READS.values(), *WRITES.values()) for word in words}
    told = {(words[0], word) for _, words in (*READS.values(), *WRITES.values()) for word in words}
    takes = [
        (name, option)
        for name, found in cli.commands.commands.items()
        for option in found.params
        if isinstance(option.type, click.Path) or option.metavar in ("ROSTER", "[SCENARIO]", "[SCENARIO]...")
    ]
    assert len(takes) > 15
    for name, option in takes:
        if isinstance(option, click.Argument):
            assert name in said, name
        else:
            assert any((name, word) in told for word in option.opts), (name, option.opts)


@pytest.mark.parametrize("shape", UNREADABLE)
@pytest.mark.parametrize("kind", READS)
def test_what_cannot_be_read_is_refused(kind: str, shape: str, command, toy_files, tmp_path: Path, monkeypatch):
    """With one sentence that names it, and exit code 2, by whichever command."""
    monkeypatch.chdir(tmp_path)
    ending, words = READS[kind]
    path = UNREADABLE[shape](tmp_path / f"a{ending}")
    code, out, err = command(*(word.replace("{}", str(path)) for word in words))
    assert code == 2
    assert str(path) in err if len(str(path)) < 200 else "x" * 20 in err
    assert is_clean(out + err, "\n")
    assert len(err) < 2000
    assert err.count("tabletop-tui: ") == 1 or kind.startswith("check")


@pytest.mark.parametrize("shape", UNWRITABLE)
@pytest.mark.parametrize("kind", WRITES)
def test_what_cannot_be_written_is_refused(kind: str, shape: str, command, toy_files, tmp_path: Path, monkeypatch):
    """It stays as it was; and what takes long is refused before it is done."""
    monkeypatch.chdir(tmp_path)
    ending, words = WRITES[kind]
    (tmp_path / "there").mkdir()
    path = UNWRITABLE[shape](tmp_path / "there" / f"a{ending}")
    if kind == "lab, a folder" and shape == "folder":
        return
    before = sorted((one, one.lstat().st_mode) for one in (tmp_path / "there").iterdir())
    sound = {"GAME": game, "PICTURE": picture, "POSITION": position}
    given = {name: str(make(tmp_path)) for name, make in sound.items() if name in words}
    code, out, err = command(*(given.get(word, word.replace("{}", str(path))) for word in words))
    assert code == 2
    assert "Written" not in out
    assert sorted((one, one.lstat().st_mode) for one in (tmp_path / "there").iterdir()) == before
    assert "cannot" in err or "exists already" in err or "is a folder" in err or "there is no folder" in err
    assert is_clean(out + err, "\n")
    assert err.count("tabletop-tui: ") == 1


def game(folder: Path) -> Path:
    path = folder / "game.jsonl"
    session = Session.new(
        new_game.set_table(*new_game.find_scenario("toy/duel"), players=("random", "random"), seed=1), path
    )
    session.run()
    session.close()
    return path


def picture(folder: Path) -> Path:
    path = folder / "picture.txt"
    form = form_of("mechcom")
    assert form is not None
    drawn = battlefield(scene_of(toml_table(ROOT / "scenarios/mechcom/maps/old-fort.toml"), form))
    path.write_text("\n".join(drawn))
    return path


def position(folder: Path) -> Path:
    session = Session.new(new_game.set_table(*new_game.find_scenario("mechcom/quick-start"), seed=3))
    return position_files.save(session.game, "Sound", folder)


IN_FOLDERS = {name: UNREADABLE[name] for name in ("pipe", "device", "loop", "huge", "dotted", "folder")}


@pytest.mark.parametrize("make", IN_FOLDERS.values(), ids=IN_FOLDERS)
@pytest.mark.parametrize("place", ["scenarios/mechcom", "rosters/mechcom", "positions/mechcom", "games"])
def test_one_in_a_folder_hides_nothing_else(make, place: str, command, home: Path):
    (home / place).mkdir(parents=True)
    make(home / place / ("2026-01-01_00-00-00_a.jsonl" if place == "games" else "a.toml"))
    code, out, _ = command("list", "rosters" if "rosters" in place else "scenarios")
    assert "mechcom/" in out
    assert code in (0, 2)
    if place == "games":
        from tabletop_tui.play.saved_game_summaries import last_unfinished
        from tabletop_tui.screens.start.saved_games import saved_items

        assert last_unfinished() is None or last_unfinished().damaged
        assert "cannot be read" in "".join(text for text, _ in saved_items()[0].line)
        assert command("resume", "--headless")[0] == 2


@pytest.mark.parametrize("make", IN_FOLDERS.values(), ids=IN_FOLDERS)
def test_settings_and_keys(make, tmp_path: Path):
    from tabletop_tui.files.bad_file import BadFile
    from tabletop_tui.keymap import read_keymap
    from tabletop_tui.settings import read_settings

    path = make(tmp_path / "a.toml")
    for read in (read_keymap, read_settings):
        if path.exists():  # a link to itself is as if nothing were there
            with pytest.raises(BadFile):
                read(path)


def test_an_input_without_end_is_not_read_to_its_end(command, monkeypatch: pytest.MonkeyPatch):
    class Endless(io.StringIO):
        def readline(self, size: int = -1) -> str:
            assert size > 0, "a line may be without end"
            return "\0" * size

    monkeypatch.setattr(sys, "stdin", Endless())
    code, _, err = command("play", "mechcom/quick-start", "--headless", "--seed", 1)
    assert code == 2
    assert "of the input is longer than" in err


# ---------------------------------------------------------------- texts that fool a terminal
NASTY = "Red\x1b]0;x\x07\u202e"


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup("random", "random", seed=4), path)
    session.run(5)
    session.note("why?")
    session.close()
    return path


def set_name(record) -> None:
    record["setup"]["seats"][0]["name"] = NASTY


CHANGES = {
    "seat name": (0, set_name),
    "long seat name": (0, lambda record: record["setup"]["seats"][0].update(name="x" * 300)),
    "empty seat name": (0, lambda record: record["setup"]["seats"][0].update(name=" ")),
    "the same seat name": (0, lambda record: record["setup"]["seats"][0].update(name="BLUE")),
    "app": (0, lambda record: record.update(app=NASTY)),
    "long app": (0, lambda record: record.update(app="1" * 300)),
    "force": (0, lambda record: record["setup"]["seats"][0]["force"].update(name=NASTY)),
    "key": (0, lambda record: record["setup"]["scenario"].update({NASTY: 1})),
    "team": (0, lambda record: record["setup"]["seats"][0].update(team=10**30)),
    "seed": (0, lambda record: record["setup"].update(seed=10**300)),
    "note": (7, lambda record: record.update(note=NASTY)),
    "long note": (7, lambda record: record.update(note="x" * 1000)),
    "answer": (4, lambda record: record.update(answer=NASTY)),
    "huge answer": (4, lambda record: record.update(answer="x" * 900_000)),
    "huge list": (4, lambda record: record.update(answer=["x"] * 200_000)),
    "huge number": (4, lambda record: record.update(answer=10**4000)),
    "far seat": (4, lambda record: record.update(seat=10**30)),
    "huge dice": (4, lambda record: record.update(dice=[10**1000] * 100)),
}


@pytest.mark.parametrize(("line", "change"), CHANGES.values(), ids=CHANGES)
def test_a_journal_with_such_texts_or_numbers_is_refused(line: int, change, journal: Path, command):
    doctored(journal, line, change)
    for words in (("replay", "--verify"), ("replay", "--headless"), ("resume", "--headless"), ("check",)):
        code, out, err = command(*words, journal)
        assert code == 2
        assert f"line {line + 1}: " in err
        assert is_clean(out + err, "\n")
        assert len(err) < 2000


def test_names_that_are_code_in_other_languages_stay_names(command, tmp_path: Path):
    names = ["[bold]<b>a|`b", "<script>&amp;"]
    path = tmp_path / "a.jsonl"
    setup = toy_setup("random", "random", seed=4)
    for seat, name in zip(setup.seats, names, strict=True):
        seat.name = name
    session = Session.new(setup, path)
    session.run()
    session.close()
    assert names[0] in command("replay", "--headless", path)[1]


def test_the_names_of_files_are_shown_escaped(command, tmp_path: Path):
    path = tmp_path / f"{NASTY}.toml"
    path.write_text("x = ")
    for words in (("check", path), ("check", tmp_path), ("print", path), ("play", path)):
        code, out, err = command(*words)
        assert code == 2
        assert "\\x1b]0;x\\x07\\u202e.toml" in err
        assert is_clean(out + err, "\n")


@pytest.mark.parametrize("words", [("play", NASTY), ("print", NASTY), ("rules", "toy", NASTY), ("rules", NASTY)])
def test_the_words_of_options_are_shown_escaped(words, command):
    code, out, err = command(*words)
    assert code == 2
    assert is_clean(out + err, "\n")


def test_a_position_with_such_names_is_refused(command, tmp_path: Path):
    session = Session.new(new_game.set_table(*new_game.find_scenario("mechcom/quick-start"), seed=3))
    path = position_files.save(session.game, "Sound", tmp_path)
    text = path.read_text(encoding="utf-8")
    for old in ('name = "Sound"', 'name = "Red"', 'phase = "Setup"', 'summary = "'):
        assert old in text
        path.write_text(text.replace(old, f"{old.rstrip(chr(34))}\\u001b[2J{old[len(old.rstrip(chr(34))) :]}", 1))
        code, out, err = command("check", path)
        assert code == 2
        assert is_clean(out + err, "\n")


def test_a_summary_of_several_lines_is_one_entry_of_a_list(command, home: Path):
    text = (ROOT / "rosters" / "armymen" / "armies" / "green-line.toml").read_text(encoding="utf-8")
    (home / "rosters" / "armymen").mkdir(parents=True)
    two_lines = text.replace('summary = "', 'summary = "A\\nmechcom/x ', 1)
    (home / "rosters" / "armymen" / "green-line.toml").write_text(two_lines, encoding="utf-8")
    code, out, err = command("list", "rosters")
    assert "\nmechcom/x" not in out
    assert ("A mechcom/x" in out) if code == 0 else ("summary" in err)
