"""The commands that play: what they print, and one sentence and exit code 2 for whatever cannot be done."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tabletop_tui import cli, paths
from tabletop_tui.play import new_game
from tabletop_tui.play.headless_play import EXPECTED, drive
from tabletop_tui.play.new_game import BadChoice, find_force, find_scenario
from tabletop_tui.play.players import PLAYERS
from tabletop_tui.play.session import Session
from tabletop_tui.process import standard_streams
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.screens.base.app_protocol import Options
from tests.cli.conftest import Typed, bad
from tests.toy import toy_setup

pytestmark = pytest.mark.usefixtures("toy_files")
ROOT = Path(__file__).parents[2]


# ---------------------------------------------------------------- play
def test_two_computers_play_and_the_last_line_is_the_result(run):
    code, out, err = run("play", "duel", "--headless", "--seat", "random", "--seat", "greedy", "--seed", 1)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("Saved as it is played: ")
    assert "==== Round 1 ====" in out
    assert "01 /" in out, "the last battlefield"
    assert lines[-1].startswith("result: ")
    assert lines[-1].split()[1] in ("Red", "Blue", "draw")
    again = run("play", "duel", "--headless", "--seat", "random", "--seat", "greedy", "--seed", 1)[1].splitlines()
    assert again[1:] == lines[1:], "the same seed, the same game"
    assert run("play", "duel", "--headless", "--seat", "random", "--seat", "greedy", "--seed", 2)[1] != out


def test_without_a_scenario_the_first_of_the_first_system_is_played(run):
    code, out, _ = run("play", "--headless", "--seat", "random", "--seat", "random", "--seed", 3)
    assert code == 0
    assert new_game.all_scenarios()[0][1].id in out.splitlines()[0]
    assert new_game.all_scenarios()[0][0].id == sorted(system_ids())[0]


def test_people_answer_by_numbers_through_a_pipe(run, tmp_path: Path):
    path = tmp_path / "a.jsonl"
    code, out, err = run("play", "duel", "--headless", "--seed", 1, "--journal", path, typed="none\n" * 12)
    assert (code, err) == (0, "")
    assert "   3 none       No token" in out
    assert out.splitlines()[-1] == "result: draw 0-0"
    assert len(Session.replay(path).history) == 12


def test_real_dice_can_be_typed(run):
    code, out, _ = run("play", "duel", "--headless", "--dice", "typed", typed="2\n5\n" + "none\n" * 4 + "quit\n")
    assert code == 0
    assert "1D6 for initiative" in out
    assert "Initiative: 5" in out


def test_undo_redo_and_quit_are_words(run, tmp_path: Path):
    path = tmp_path / "a.jsonl"
    typed = "none\nnone\nundo\nundo\nredo\nquit\n"
    code, out, _ = run("play", "duel", "--headless", "--seed", 1, "--journal", path, typed=typed)
    assert code == 0
    assert "Taken back to answer 0." in out
    assert out.splitlines()[-1] == f"The game can be resumed: {path}"
    assert len(Session.replay(path).history) == 1


def test_the_battlefield_is_printed_when_a_person_asks_for_it(run):
    out = run("play", "duel", "--headless", "--seed", 1, typed="map\nquit\n")[1]
    assert "01 /A1 " in out
    assert "Token B2" in out


def test_to_concede_ends_the_game(run):
    code, out, _ = run("play", "duel", "--headless", "--seed", 1, typed="concede\n")
    assert code == 0
    assert out.splitlines()[-1].startswith("result: ")


def test_a_terminal_is_asked_again_and_its_end_is_told(run):
    typed = "17\nnone\n"
    code, out, err = run("play", "duel", "--headless", "--seed", 1, typed=typed, terminal=True)
    assert "not taken: '17' is no answer" in out
    assert code == 2
    assert "the input ended" in err


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "the input ended where an answer was wanted: Choose a token"),
        ("none\n", "the input ended where an answer was wanted"),
        ("none\nfoo\n", "line 2 of the input is not taken: 'foo' is no answer"),
        ("undo\n", "line 1 of the input is not taken: there is nothing to take back"),
        ("redo\n", "line 1 of the input is not taken: there is nothing to do again"),
    ],
)
def test_a_bad_line_in_a_pipe_ends_the_program_and_keeps_the_game(run, tmp_path: Path, typed: str, why: str):
    path = tmp_path / "a.jsonl"
    sentence = bad(run("play", "duel", "--headless", "--seed", 1, "--journal", path, typed=typed))
    assert why in sentence
    assert sentence.endswith(f"the game is kept and can be resumed: {path}")
    assert len(Session.replay(path).history) == typed.count("none")
    assert run("resume", path, "--headless", typed="none\n" * 12)[0] == 0


def test_step_shows_each_step_and_its_rules(run):
    code, out, _ = run("play", "duel", "--headless", "--seed", 1, "--step", typed="none\n" * 12)
    assert code == 0
    assert "step: Start round [TOY-ROUND-1]: Each side rolls a die; the higher goes first." in out
    assert "step: End round [TOY-END-1]: The round ends" in out
    without = run("play", "duel", "--headless", "--seed", 1, typed="none\n" * 12)[1]
    stepless = [line for line in out.splitlines()[1:] if not line.startswith("   step: ")]
    assert stepless == without.splitlines()[1:]


def test_dice_pace_says_of_each_roll_what_it_is_for_before_it_is_thrown(run):
    code, out, _ = run("play", "duel", "--headless", "--seed", 1, "--pace", "dice", typed="none\n" * 12)
    assert code == 0
    lines = out.splitlines()
    for name in ("Red", "Blue"):
        thrown = lines.index(f"   roll: initiative: {name} rolls 1D6")
        assert "Initiative: " in lines[thrown + 1]
    without = run("play", "duel", "--headless", "--seed", 1, typed="none\n" * 12)[1]
    assert [line for line in lines[1:] if not line.startswith("   roll: ")] == without.splitlines()[1:]


@pytest.mark.parametrize("words", [("--step",), ("--pace", "step")])
def test_step_is_a_pace(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]):
    from tabletop_tui import app

    opened: list[Session] = []
    monkeypatch.setattr(app, "run", lambda session, *_, **__: opened.append(session) or 0)
    monkeypatch.setattr(standard_streams, "need_terminal", lambda: None)
    assert run("play", "duel", *words, "--journal", tmp_path / "a.jsonl")[0] == 0
    assert opened[0].pace == "step"
    opened[0].close()
    assert "is not one of 'run', 'step', 'dice'" in bad(run("play", "duel", "--pace", "slow"))


def test_forces_are_chosen_by_id_or_file(run, home: Path):
    single = home / "rosters/toy/single.toml"
    typed = "concede\n"
    out = run("play", "duel", "--headless", "--force", "single", "--force", single, "--seed", 1, typed=typed)[1]
    assert "Token A1" in out
    assert "A2" not in out


def test_a_scenario_is_chosen_by_id_name_or_file(run, home: Path):
    for word in ("duel", "Duel", "toy/duel", home / "scenarios/toy/duel.toml"):
        assert run("play", word, "--headless", typed="concede\n")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["play", "nowhere"], "there is no scenario 'nowhere'; known: "),
        (["play", "canyon-zome"], "there is no scenario 'canyon-zome'; did you mean canyon-zone"),
        (["play", "mechcom/Canyon-Flag"], "'mechcom/Canyon-Flag'; did you mean canyon-flags"),
        (["play", "mechcom/quick-start", "--force", "iron-chartr"], "'iron-chartr'; did you mean iron-charter?"),
        (["lits"], "No such command 'lits'. Did you mean 'list'?"),
        (["play", "nowhere.toml"], "nowhere.toml: cannot be read: No such file or directory"),
        (["play", "duel", "--force", "nobody"], "there is no force 'nobody'; known: crowd, pair, single"),
        (["play", "duel", "--force", "crowd"], "Duel cannot be played like this: Crowd has 9 tokens"),
        (["play", "duel", *["--force", "pair"] * 3], "Duel is for 2 players"),
        (["play", "duel", *["--seat", "random"] * 3], "Duel is for 2 players"),
        (["play", "duel", "--seat", "dog"], "'dog' is not one of"),
        (["play", "duel", "--seed", "many"], "'many' is not a valid integer"),
        (["play", "duel", "--seed", "-1"], "-1 is not in the range"),
        (["play", "duel", "--dice", "typed", *["--seat", "random"] * 2], "typed dice need a person at the table"),
        (["play", "duel", "--journal", "/proc/no/such.jsonl"], "such.jsonl: the journal cannot be written"),
        (["play", "duel", "extra"], "unexpected extra argument"),
        (["play", "--fast"], "No such option"),
        (["dance"], "No such command 'dance'"),
        (["resume"], "no unfinished game is saved"),
        (["resume", "nowhere.jsonl"], "nowhere.jsonl: the journal cannot be opened: No such file"),
        (["replay"], "Missing argument 'JOURNAL'"),
        (["replay", "/"], "is a folder; name a file"),
        (["list", "dragons"], "'dragons' is not one of"),
        (["check"], "Missing argument"),
        (
            ["rules", "chess"],
            "there is no system 'chess'; installed: armymen, crimsondusk, mechcom, pmc2640, techcommander, toy",
        ),
        (["rules", "toy", "dragon"], "no rule of Toy has the id 'dragon' or speaks of it"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(run, arguments: list[str], why: str):
    extra = ["--headless"] if arguments[0] in ("play", "resume") and len(arguments) > 1 else []
    assert why in bad(run(*arguments, *extra))


def test_no_file_is_written_over(run, tmp_path: Path):
    path = tmp_path / "a.jsonl"
    path.write_text("a diary")
    assert "exists already" in bad(run("play", "duel", "--headless", "--journal", path))
    assert path.read_text() == "a diary"


def test_a_fault_in_the_program_is_told_apart_and_hides_no_traceback_from_its_makers(run, monkeypatch):
    def fails(*_: object) -> None:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(new_game, "find_scenario", fails)
    code, _, err = run("play", "duel")
    assert code == 70
    start = "tabletop-tui: a fault in the program: ZeroDivisionError: a fault; a report for its makers is in "
    assert err.startswith(start)
    report = Path(err.removeprefix(start).strip()).read_text()
    assert "Traceback" in report
    assert "ZeroDivisionError: a fault" in report
    monkeypatch.setenv(cli.DEBUG, "1")
    with pytest.raises(ZeroDivisionError):
        run("play", "duel")


# ---------------------------------------------------------------- resume and replay
def test_resume_goes_on_with_the_last_unfinished_game(run):
    run("play", "duel", "--headless", "--seed", 1, typed="none\n" * 5 + "quit\n")
    run("play", "duel", "--headless", "--seed", 2, typed="none\n" * 12)
    code, out, _ = run("resume", "--headless", typed="none\n" * 7)
    assert code == 0
    assert out.count("==== Round") == 3, "the log is printed from the beginning"
    assert out.splitlines()[-1] == "result: draw 0-0"
    assert "no unfinished game" in bad(run("resume", "--headless"))


def test_resume_takes_the_game_that_was_played_last_and_says_which(run):
    """Not the one begun last, nor one that was only looked at, nor one that is over."""
    for _ in range(3):
        run("play", "duel", "--headless", "--seed", 1, typed="none\nquit\n")
    last, begun, first = paths.saved_games()
    for path, second in ((last, 3), (begun, 2), (first, 1)):
        os.utime(path, (second, second))
    assert run("resume", first, "--headless", typed="none\nquit\n")[0] == 0
    assert run("resume", last, "--headless", typed="quit\n")[0] == 0
    out = run("resume", "--headless", typed="none\n" * 12)[1]
    assert out.splitlines()[0] == f"The game played last: {first.name}."
    assert f"The game played last: {last.name}." in run("resume", "--headless", typed="quit\n")[1], "the other is over"
    later = run("resume", begun, "--headless", typed="none\nundo\nquit\n")
    assert later[0] == 0
    assert begun.name in run("resume", "--headless", typed="quit\n")[1].splitlines()[0]


def test_a_damaged_game_is_not_the_one_to_go_on_with_but_is_named_when_it_is_asked_for(run):
    run("play", "duel", "--headless", "--seed", 1, typed="none\nquit\n")
    (path,) = paths.saved_games()
    later = path.with_name("9999" + path.name[4:])
    later.write_bytes(path.read_bytes().replace(b"Blue", b"Grue"))
    assert run("resume", "--headless", typed="none\nquit\n")[0] == 0
    assert "line 1" in bad(run("resume", later, "--headless"))


def test_resume_tells_what_was_dropped(run, tmp_path: Path):
    path = tmp_path / "a.jsonl"
    run("play", "duel", "--headless", "--journal", path, typed="none\nnone\nquit\n")
    path.write_bytes(path.read_bytes()[:-5])
    _, out, _ = run("resume", path, "--headless", typed="quit\n")
    assert "the last line was damaged or not finished, and is dropped" in out.splitlines()[0]


def test_a_replay_prints_the_game_or_verifies_it_and_writes_nothing(run, tmp_path: Path):
    path = tmp_path / "a.jsonl"
    played = run("play", "duel", "--headless", "--seed", 7, "--seat", "random", "--seat", "random", "--journal", path)[
        1
    ]
    before = path.read_bytes()
    code, out, _ = run("replay", path, "--headless")
    assert code == 0
    told, begins = played.splitlines(), played.splitlines().index("")
    assert told[2:begins][0].startswith("Toy, Duel."), "the briefing, which a replay has no need of"
    assert out.splitlines() == told[begins:]
    code, out, _ = run("replay", path, "--verify")
    assert code == 0
    answers = len(Session.replay(path).history)
    assert f"sound: {answers} answers replayed, result: " in out
    code, out, _ = run("replay", path, "--headless", "--until", 5)
    assert out.splitlines()[-1].startswith("not finished: 5 answers, ")
    assert path.read_bytes() == before


def test_a_forged_journal_is_not_verified(run, tmp_path: Path):
    path = tmp_path / "a.jsonl"
    run("play", "duel", "--headless", "--journal", path, typed="none\n" * 12)
    path.write_bytes(path.read_bytes().replace(b'"answer":"none"', b'"answer":"A1"', 1))
    assert "line 3: the line is damaged" in bad(run("replay", path, "--verify"))


# ---------------------------------------------------------------- the app, and the program as a whole
def test_without_headless_the_app_opens_on_the_game(run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    from tabletop_tui import app

    opened: list[Session | None] = []
    wanted: list[dict[str, object]] = []

    watched: list[bool] = []

    def run_app(session: Session | None = None, watching: bool = False, **options: object) -> int:
        opened.append(session)
        watched.append(watching)
        wanted.append(options)
        return 0

    monkeypatch.setattr(app, "run", run_app)
    monkeypatch.setattr(standard_streams, "need_terminal", lambda: None)
    path = tmp_path / "a.jsonl"
    assert run()[0] == 0
    assert run("play", "duel", "--step", "--journal", path)[0] == 0
    assert [session and session.pace for session in opened] == [None, "step"]
    opened[1].close()
    assert run("resume", path)[0] == 0
    opened[2].close()
    assert run("replay", path)[0] == 0
    assert opened[3].journal is None
    assert watched == [False, False, False, True]
    assert [options["ascii"] for options in wanted] == [False] * 4
    assert [options["pace"] for options in wanted] == ["run", "step", "run", "run"]
    for arguments in (["--ascii"], ["play", "duel", "--ascii"], ["--ascii", "replay", path]):
        run(*arguments)
        assert wanted[-1]["ascii"] is True
    Options(**wanted[-1])


def test_the_words_for_players_are_those_of_the_seats():
    assert cli.PLAYERS == PLAYERS


def test_the_commands_start_without_anything_heavy():
    code = "import sys, tabletop_tui.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "tabletop_tui.cli" in loaded
    for heavy in ("textual", "rich", "cattrs", "tabletop_tui.play.session", "tabletop_tui.rules", "tomllib"):
        assert heavy not in loaded


def as_module(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tabletop_tui", *arguments], capture_output=True, text=True, timeout=300, **options
    )


def test_python_m_and_an_output_that_is_shut():
    first, second = as_module("--version").stdout.splitlines()
    assert first.startswith("tabletop-tui, version ")
    assert re.match(r"Python 3\.\S+, textual \d\S+, rich \d\S+, numpy \d\S+, shapely \d\S+, ", second)
    failed = as_module("play", "nowhere")
    assert (failed.returncode, failed.stdout) == (2, "")
    shut = subprocess.run(
        f"{sys.executable} -m tabletop_tui play --headless --seat random --seat random | head -n 2",
        shell=True,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert shut.stderr == ""
    assert len(shut.stdout.splitlines()) == 2


def test_help_names_every_command():
    text = as_module("--help").stdout
    for command in ("play", "resume", "replay", "list", "check", "rules"):
        assert command in text
        assert as_module(command, "--help").returncode == 0


def test_letters_beyond_ascii_do_not_stop_it():
    plain = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = as_module("rules", "mechcom", env=plain)
    assert (done.returncode, done.stderr) == (0, "")
    assert as_module("list", "rosters", env=plain).returncode == 0


LINE = st.sampled_from(["1", "2", "3", "none", "A1", "walk", "shoot", "A1=3", "B1=3", "B1=1 B2=2", "6", "1 2 3"]) | (
    st.sampled_from(["undo", "redo", "?", "? 1", "", "# remark", "concede", "quit", "0302", "yes", "no"]) | st.text()
)


@given(lines=st.lists(LINE, max_size=60), dice=st.sampled_from(["seeded", "typed"]), terminal=st.booleans())
@example(lines=["\ud800"], dice="seeded", terminal=True)
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_piped_in_it_is_played_or_refused_in_one_sentence(
    lines: list[str], dice: str, terminal: bool, tmp_path_factory: pytest.TempPathFactory
):
    path = tmp_path_factory.mktemp("piped") / "a.jsonl"
    session = Session.new(toy_setup("keyboard", "keyboard", seed=1, dice=dice), path)
    try:
        code = drive(session, Typed("\n".join(lines), terminal), lambda _: None)
    except EXPECTED as error:
        sentence = str(error)
        assert "\n" not in sentence
        assert str(path) in sentence
    else:
        assert code == 0
    replayed = Session.replay(path)
    assert replayed.digest() == session.digest()
    assert [entry.answer for entry in replayed.history] == [entry.answer for entry in session.history]


def test_input_that_is_no_text(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    code = "from tests.toy import TOY; from tabletop_tui.rulebook.registry import register; register(TOY)"
    code += "; import sys; from tabletop_tui.cli import run; sys.exit(run(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, "play", "duel", "--headless", "--journal", str(path)],
        input=b"none\n\xff\xfe\n",
        capture_output=True,
        timeout=300,
        cwd=ROOT,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"not text" in done.stderr or b"no answer" in done.stderr
    assert json.loads(path.read_text().splitlines()[0])["journal"] == 1


def test_a_force_is_found_by_its_name_and_doubles_are_told_apart():
    assert find_force(system("pmc2640"), "ALPHA").id == "alpha"
    with pytest.raises(BadChoice, match="pmc2640/quick-start") as refused:
        find_scenario("nowhere at all")
    assert ", quick-start," not in str(refused.value)
