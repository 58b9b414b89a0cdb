"""A series of the toy: played, stopped, taken up again, counted, written down."""

from __future__ import annotations

import csv
import json
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from attrs import asdict, evolve

from tabletop_tui import cli
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.safe_text import is_clean
from tabletop_tui.lab import match_runner, match_workers
from tabletop_tui.lab.html_report import length_plot, page_of
from tabletop_tui.lab.match_record import GameRecord, SeatRecord
from tabletop_tui.lab.pairings import Match, matches_of
from tabletop_tui.lab.series_folder import Folder, csv_text
from tabletop_tui.lab.series_runner import play
from tabletop_tui.lab.series_summary import summaries, summary_of
from tabletop_tui.lab.summary_lines import summary_lines
from tabletop_tui.lab.win_rates import WinCount, wilson
from tabletop_tui.play.new_game import find_scenario
from tabletop_tui.play.session import Session
from tabletop_tui.process.standard_streams import NoStream
from tests.cli.conftest import bad


def matches(games: int = 4, **choices) -> list[Match]:
    found, scenario = find_scenario("duel")
    return matches_of(found, scenario, games=games, **({"players": ("random", "greedy")} | choices))


def kept(folder: Path, series: list[Match]) -> list[GameRecord]:
    """A series, played in a folder."""
    with Folder.opened(folder) as opened:
        return list(play(series, folder=opened))


def records_in(folder: Path) -> dict[str, GameRecord]:
    with Folder.opened(folder) as opened:
        return opened.records


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seeds of the games that are played."""
    seeds: list[int] = []

    def play_and_count(match: Match) -> GameRecord:
        seeds.append(match.setup.seed)
        return match_runner.played(match)

    monkeypatch.setattr(match_workers, "played", play_and_count)
    return seeds


# ---------------------------------------------------------------- playing
def test_a_record_tells_what_the_session_would(folder: Path):
    match = matches(1)[0]
    record = match_runner.played(match)
    session = Session.new(match.setup)
    session.run()
    assert record.answers == len(session.history)
    assert record.ended == session.over.text
    assert [seat.won == 1 for seat in record.seats] == [seat in session.over.winners for seat in (0, 1)]
    assert [seat.score for seat in record.seats] == list(session.system.standing(session.game).scores)
    assert {unit.unit for unit in record.units} == {line.unit for line in session.system.roster(session.game)}


def test_a_fault_is_told_with_its_game_and_the_others_are_played(run, folder: Path, monkeypatch: pytest.MonkeyPatch):
    real = match_runner._measured

    def broken(record: GameRecord, setup, rerolls: int) -> GameRecord:
        if setup.seed == 2:
            raise ZeroDivisionError("no dice at all")
        return real(record, setup, rerolls)

    monkeypatch.setattr(match_runner, "_measured", broken)
    code, out, err = run("lab", "duel", "--games", 3, "--seat", "random", "--out", folder)
    assert code == 1
    assert "toy/duel, seed 2: ZeroDivisionError: no dice at all" in err
    assert "tabletop-tui play toy/duel --force pair --force pair --seat random --seat random --seed 2" in err
    assert "1 of 3 games ended by a fault and is not counted" in err
    assert "Duel (toy/duel): 2 games" in out
    assert len(records_in(folder)) == 2, "it is played again when it has been mended"


def test_a_game_without_an_end_is_a_fault(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(match_runner, "MOST_ANSWERS", 3)
    assert match_runner.played(matches(1)[0]).fault.startswith("NoEnd: the game has no end after 3 answers")


# ---------------------------------------------------------------- stopped and taken up again
def test_nothing_is_played_twice(folder: Path, counted: list[int]):
    first = kept(folder, matches(3))
    again = kept(folder, matches(5))
    assert counted == [1, 2, 3, 4, 5]
    assert again[:3] == first


def test_another_force_is_another_game(folder: Path, counted: list[int]):
    kept(folder, matches(1))
    kept(folder, matches(1, forces=("single", "single")))
    assert counted == [1, 1]


def test_a_line_that_was_cut_off_is_played_again(folder: Path, counted: list[int]):
    kept(folder, matches(2))
    games = folder / "games.jsonl"
    games.write_bytes(games.read_bytes()[:-20])
    assert len(kept(folder, matches(3))) == 3
    assert counted == [1, 2, 2, 3]
    assert len(records_in(folder)) == 3


FIGURES = ["1e999", "-1e999", "NaN", "1e308", "-1", "1" * 400, "1" * 5000, '"5"', "null", "[1]", "{}", "true", "1.5"]
TEXTS = ["null", "5", "[]", '""', '"=1+1"', '"\\u001b[2J"', '"\\ud800"', f'"{"x" * 6000}"']
GAME = ("seed", "rounds", "answers", "seconds")
SEAT = ("team", "cost", "won", "score")
UNIT = ("seat", "cost", "lost", "left", "harm", "earned", "points")
SPOILT = [
    *((name, value) for name in GAME for value in FIGURES),
    *((f"seats.0.{name}", value) for name in SEAT for value in FIGURES),
    *((f"units.0.{name}", value) for name in UNIT for value in (*FIGURES, "99", "-99")),
    *((name, value) for name in ("key", "system", "name", "called", "ended", "command", "trace") for value in TEXTS),
    *((f"seats.0.{name}", value) for name in ("name", "player", "force") for value in TEXTS),
    *((f"units.0.{name}", value) for name in ("unit", "name") for value in TEXTS),
    *((name, value) for name in ("seats", "units", "seats.0", "units.0") for value in ("[]", "{}", "5", "null")),
    ("rounds", "100000000"),
    ("as_shipped", "3"),
    ("more", "1"),
]
"""What somebody has written in a place of a line of a game."""


def test_whatever_stands_in_a_line_is_a_game_or_a_sentence(run, folder: Path):
    code, _, _ = run("lab", "duel", "--games", 2, "--seat", "random", "--out", folder)
    first, second = (folder / "games.jsonl").read_text().splitlines()
    refused = 0
    for place, value in SPOILT:
        record = json.loads(first)
        inner, *names = record, *place.split(".")
        for name in names[:-1]:
            inner = inner[int(name) if name.isdecimal() else name]
        inner[int(names[-1]) if names[-1].isdecimal() else names[-1]] = "HERE"
        spoilt = json.dumps(record).replace('"HERE"', value)
        (folder / "games.jsonl").write_text(f"{spoilt}\n{second}\n")
        code, out, err = run("lab", "--out", folder)
        assert code in (0, 2), (place, value, err)
        assert len(out + err) < 20_000
        assert is_clean(out + err, "\n")
        if code:
            assert f"{folder / 'games.jsonl'}: line 1" in bad((code, out, err)), (place, value)
            refused += 1
    assert len(SPOILT) > 300
    assert refused > 250


SERIES = [
    *(("games", value) for value in ("1000000000", "100001", "0", "-1", "1e3", '"5"', "null", "1" * 5000)),
    *(("seed", value) for value in ("-1", str(2**32), "1" * 400, "null")),
    *(("scenarios", value) for value in ("5", '"duel"', "[5]", "[[]]", '["\\u001b"]', '["nothing"]')),
    *(("players", value) for value in ('["nobody"]', "{}", '["random"' + ', "random"' * 10_000 + "]")),
    ("more", "1"),
]


def test_whatever_a_folder_says_was_asked_for_is_a_series_or_a_sentence(run, folder: Path):
    run("lab", "duel", "--games", 2, "--seat", "random", "--out", folder)
    asked = json.loads((folder / "series.json").read_text())
    for key, value in SERIES:
        (folder / "series.json").write_text(json.dumps({**asked, key: "HERE"}).replace('"HERE"', value))
        bad(run("lab", "--out", folder))
    for text in ("", "[]", "[" * 10_000, "null", "\0"):
        (folder / "series.json").write_text(text)
        assert "is no series of the lab" in bad(run("lab", "--out", folder))


def test_a_series_has_a_most_of_games(run, folder: Path):
    said = bad(run("lab", "--shipped", "--games", 50_000))
    assert re.search(r"a series has at most 100000 games, and \d+ scenarios with 50000 games each are more", said)


def test_a_plot_of_lengths_has_a_most_of_bars():
    far = [record(1, 0, rounds=rounds) for rounds in (3, 10**8, *range(1000, 2000))]
    assert length_plot(summary_of(far)).count("<rect") < 500


@pytest.mark.parametrize("sound", [0, 1])
def test_a_line_without_an_end_is_named_and_not_read_whole(folder: Path, sound: int):
    kept(folder, matches(1))
    games = folder / "games.jsonl"
    if not sound:
        games.write_bytes(b"")
    with games.open("r+b") as file:
        file.truncate(2_000_000_000)
    with pytest.raises(BadFile, match=rf"games.jsonl: line {sound + 1}: no game is longer than 1000000 bytes"):
        records_in(folder)
    assert games.stat().st_size == 2_000_000_000, "nothing was taken away"


def test_a_folder_belongs_to_one_lab_at_a_time(run, folder: Path):
    with Folder.opened(folder) as mine:
        list(play(matches(1), folder=mine))
        said = bad(run("lab", "duel", "--games", 2, "--out", folder))
        assert said.endswith(f"{folder}: another lab plays there; wait for its end, or name another folder")
        assert not (folder / "series.json").exists()
        list(play(matches(2), folder=mine))
    assert len(records_in(folder)) == 2


def test_a_folder_that_vanishes_is_told(folder: Path):
    with Folder.opened(folder) as opened:
        playing = play(matches(3), folder=opened)
        next(playing)
        (folder / "games.jsonl").rename(folder / "moved.jsonl")
        with pytest.raises(BadFile, match="cannot be written: No such file"):
            next(playing)


def test_a_series_goes_on_from_its_folder_alone(run, folder: Path, monkeypatch: pytest.MonkeyPatch):
    real, seeds = match_runner.played, []

    def interrupted(match: Match) -> GameRecord:
        seeds.append(match.setup.seed)
        if len(seeds) == 3:
            raise KeyboardInterrupt
        return real(match)

    monkeypatch.setattr(match_workers, "played", interrupted)
    code, out, err = run("lab", "duel", "--games", 5, "--seat", "random", "--seat", "greedy", "--out", folder)
    assert code == 130
    assert f"stopped; 2 of 5 games were played; go on with: tabletop-tui lab --out {folder}" in err
    assert "2 games" in out
    code, out, err = run("lab", "--out", folder)
    assert (code, err) == (0, "")
    assert "5 games" in out
    assert seeds == [1, 2, 3, 3, 4, 5]


def test_what_is_given_goes_before_what_the_folder_asked_for(run, folder: Path, counted: list[int]):
    run("lab", "duel", "--games", 2, "--seed", 5, "--seat", "random", "--force", "single", "--out", folder)
    code = run("lab", "--out", folder, "--games", 3)[0]
    assert (code, counted) == (0, [5, 6, 7])
    asked = json.loads((folder / "series.json").read_text())
    assert (asked["forces"], asked["players"]) == (["single"], ["random"])
    run("lab", "--out", folder, "--seed", 7, "--seat", "greedy")
    assert counted[3:] == [7, 8, 9]
    run("lab", "--out", folder, "--games", 1, "--force", "pair")
    assert counted[6:] == [7]
    assert json.loads((folder / "series.json").read_text()) == {
        "scenarios": ["toy/duel"],
        "forces": ["pair"],
        "players": ["greedy"],
        "games": 1,
        "seed": 7,
    }


@pytest.fixture
def own_file(home: Path, tmp_path: Path, folder: Path) -> Path:
    """A scenario in a file of somebody's own, with the name of another."""
    path = tmp_path / "mine" / "own.toml"
    path.parent.mkdir()
    path.write_text((home / "scenarios/toy/duel.toml").read_text())
    return path


def test_a_folder_goes_on_wherever_one_stands(run, own_file: Path, folder: Path, counted: list[int], monkeypatch):
    monkeypatch.chdir(own_file.parent)
    force = own_file.with_name("one.toml")
    force.write_text('name = "One"\ntokens = 1\nsystem = "toy"\n')
    words = ("--seat", "random", "--force", "one.toml", "--out", folder)
    assert run("lab", "own.toml", "--games", 1, *words)[0] == 0
    monkeypatch.chdir(folder)
    code, out, err = run("lab", "--out", ".", "--games", 2)
    assert (code, err, counted) == (0, "", [1, 2])
    assert out.startswith("Duel (own.toml): 2 games"), "what was played under another path is the same scenario"


def test_a_file_that_was_renamed_is_the_same_scenario(run, own_file: Path, folder: Path, counted: list[int]):
    run("lab", own_file, "--games", 1, "--seat", "random", "--out", folder)
    other = own_file.rename(own_file.with_name("other.toml"))
    code, out, _ = run("lab", other, "--games", 2, "--seat", "random", "--out", folder)
    assert (code, counted) == (0, [1, 2])
    assert out.startswith("Duel (other.toml): 2 games")


def test_forces_of_one_name_are_counted_apart(run, own_file: Path, folder: Path):
    force = own_file.with_name("mine.toml")
    force.write_text('name = "Pair"\ntokens = 1\nsystem = "toy"\n')
    _, out, _ = run("lab", "duel", "--games", 4, "--seat", "random", "--force", "pair", "--force", force)
    table = out[out.index("By force") :].splitlines()[1:3]
    assert [line[: line.index(")") + 1] for line in table] == ["Pair (pair)", "Pair (mine.toml)"]
    assert "\nPair (mine.toml)  cost  fielded" in out


def test_no_table_names_a_folder_of_the_machine(run, own_file: Path, folder: Path):
    other = own_file.parent / "other" / "own.toml"
    other.parent.mkdir()
    other.write_text(own_file.read_text().replace("rounds = 3", "rounds = 2"))
    page = folder.with_name("page.md")
    words = ("--games", 1, "--seat", "random", "--out", folder, "--page", page)
    code, out, _ = run("lab", own_file, other, "duel", *words)
    told = out.partition("Written: ")[0]
    assert code == 0
    assert [line.split(": ")[0] for line in told.splitlines() if ": 1 game" in line] == [
        "Duel (own.toml)",
        "Duel (own.toml 2)",
        "Duel (toy/duel)",
    ]
    for text in (told, *((folder / name).read_text() for name in ("games.csv", "units.csv", "series.html"))):
        assert str(own_file.parent) not in text
    rows = [line.split(" | ")[0] for line in page.read_text().splitlines() if line.startswith("| Duel")]
    assert rows == ["| Duel", "| Duel (own.toml 2)", "| Duel (own.toml)"]


def test_the_way_on_can_be_copied(run, folder: Path, monkeypatch: pytest.MonkeyPatch):
    def interrupted(match: Match) -> GameRecord:
        raise KeyboardInterrupt

    monkeypatch.setattr(match_workers, "played", interrupted)
    _, _, err = run("lab", "duel", "--out", folder.with_name("my series; all"))
    assert f"go on with: tabletop-tui lab --out '{folder.parent}/my series; all'\n" in err


def test_a_signal_waits_until_a_game_is_put_down_and_told(run, folder: Path, monkeypatch: pytest.MonkeyPatch):
    """It comes while the second game is written: that game counts, for the sentence, the bar and the folder."""
    real = Folder.add

    def add(self: Folder, record: GameRecord) -> None:
        if len(self.records) == 1:
            signal.raise_signal(signal.SIGTERM)
        real(self, record)

    monkeypatch.setattr(Folder, "add", add)
    code, out, err = run("lab", "duel", "--games", 5, "--seat", "random", "--out", folder)
    assert code == 128 + signal.SIGTERM
    assert "stopped by SIGTERM; 2 of 5 games were played" in err
    assert "Duel (toy/duel): 2 games" in out
    assert len(records_in(folder)) == 2
    assert len((folder / "games.csv").read_text().splitlines()) == 3
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL, "as it was"


@pytest.mark.usefixtures("folder")
def test_those_who_play_are_stopped_at_once(monkeypatch: pytest.MonkeyPatch):
    """And not when the error that stopped them is forgotten."""
    ended = []

    def in_turn(some: list[Match]) -> Iterator[GameRecord]:
        try:
            yield from map(match_runner.played, some)
        finally:
            ended.append(True)

    @contextmanager
    def whole() -> Iterator[None]:
        yield
        raise KeyboardInterrupt

    monkeypatch.setattr(match_workers, "in_turn", in_turn)
    records = play(matches(3), whole=whole)
    next(records)
    with pytest.raises(KeyboardInterrupt) as stop:
        next(records)
    assert stop.tb is not None, "it is still at hand, and with it all that was going on"
    assert ended == [True]


def test_nothing_played_leaves_older_tables(run, folder: Path, monkeypatch: pytest.MonkeyPatch):
    run("lab", "duel", "--games", 2, "--seat", "random", "--out", folder)
    before = (folder / "games.csv").read_text()

    def interrupted(match: Match) -> GameRecord:
        raise KeyboardInterrupt

    monkeypatch.setattr(match_workers, "played", interrupted)
    assert run("lab", "duel", "--games", 2, "--seat", "greedy", "--out", folder)[0] == 130
    assert (folder / "games.csv").read_text() == before


# ---------------------------------------------------------------- written before it is told
def test_what_cannot_be_printed_is_written_all_the_same(run, folder: Path, monkeypatch: pytest.MonkeyPatch):
    page = folder.with_name("page.md")

    def shut(text: str) -> None:
        raise NoStream("the output is closed, so nothing can be shown")

    monkeypatch.setattr(cli.lab_command, "tell", shut)
    assert "the output is closed" in bad(run("lab", "duel", "--games", 1, "--out", folder, "--page", page))
    assert {path.name for path in folder.iterdir()} >= {"games.csv", "units.csv", "series.html"}
    assert "| Duel | greedy | 1 |" in page.read_text()


def test_what_cannot_be_written_is_printed_all_the_same(run, folder: Path):
    folder.mkdir()
    (folder / "games.csv").mkdir()
    code, out, err = run("lab", "duel", "--games", 1, "--seat", "random", "--out", folder)
    assert code == 2
    assert "games.csv: cannot be written" in err
    assert "Duel (toy/duel): 1 game" in out


def test_what_is_no_page_is_refused_before_a_game_is_played(run, tmp_path: Path, folder: Path, counted: list[int]):
    letter = tmp_path / "letter.md"
    letter.write_text("# A letter\n")
    assert "letter.md: line 1: is not as the lab writes it" in bad(run("lab", "duel", "--page", letter))
    assert "ends in .md" in bad(run("lab", "duel", "--page", tmp_path / "page.toml"))
    assert (counted, letter.read_text()) == ([], "# A letter\n")


# ---------------------------------------------------------------- what it tells
def record(*won: float, as_shipped: bool = True, rounds: int = 3, forces: str = "XY") -> GameRecord:
    seats = tuple(
        SeatRecord(f"Seat {number}", number, "greedy", f"Force {force}", 10, share, 0)
        for number, (share, force) in enumerate(zip(won, forces, strict=False))
    )
    return GameRecord("", "toy", "toy/duel", "Duel", 1, as_shipped, "", rounds=rounds, seats=seats)


def test_the_interval_is_wilsons():
    assert [round(end, 3) for end in wilson(0.5, 20)] == [0.299, 0.701]
    assert [round(end, 3) for end in wilson(1, 20)] == [0.839, 1.0]
    assert wilson(0.5, 0) == (0, 1)


def test_a_draw_counts_as_an_equal_share():
    tally = WinCount.of(1) + WinCount.of(0.5) + WinCount.of(0.5) + WinCount.of(0)
    assert (tally.won, tally.drawn, tally.lost, tally.rate) == (1, 2, 1, 0.5)
    assert sum([WinCount.of(1 / 3)] * 3, WinCount()).rate == pytest.approx(1 / 3)


def test_forces_that_changed_seats_are_counted_as_themselves():
    found = summary_of([record(1, 0), record(0, 1, as_shipped=False, forces="YX"), record(1, 0)])
    assert found.forces["Force X"].rate == 1
    assert found.seats["Seat 0"].rate == pytest.approx(2 / 3)
    assert found.shipped["Seat 0"] == WinCount(2, 0, 0, 2.0)


def test_lengths_and_draws_are_counted():
    found = summary_of([record(1, 0, rounds=2), record(0.5, 0.5, rounds=4), record(0, 0, rounds=4)])
    assert found.drawn == 2
    assert found.lengths == {2: 1, 4: 2}
    assert (found.rounds.least, found.rounds.middle, found.rounds.most) == (2, 4, 4)


def test_a_table_has_a_row_for_each_game_and_each_unit(folder: Path):
    records = list(play(matches(3)))
    with Folder.opened(folder) as opened:
        opened.write_tables(records)
    games = list(csv.DictReader((folder / "games.csv").open()))
    units = list(csv.DictReader((folder / "units.csv").open()))
    assert [row["seed"] for row in games] == ["1", "2", "3"]
    assert [row["seat 1 player"] for row in games] == [one.seats[0].player for one in records]
    assert len(units) == sum(len(one.units) for one in records) == 12
    assert sum(int(row["harm"]) for row in units) == sum(unit.harm for one in records for unit in one.units)


def test_a_table_can_do_nothing_to_a_spreadsheet_or_a_terminal():
    assert csv_text([["=1+1", "a\x1b[2Jb", -1]]) == "'=1+1,a\\x1b[2Jb,-1\n"
    formulas = ["  =1+1", "\u3000\uff1d1", "\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20A1"]
    assert csv_text([[text] for text in formulas]) == "".join(f"'{text}\n" for text in formulas)
    assert csv_text([["", " ", "1=1", "a"]]) == ", ,1=1,a\n"


def test_the_page_needs_no_other_file_and_escapes_names(folder: Path):
    records = [evolve(one, name="<b>Duel</b>") for one in play(matches(2))]
    broken = evolve(records[0], fault="<i>fault</i>", seats=(), units=())
    page = page_of([*records, broken])
    assert "<b>Duel" not in page
    assert "<i>fault" not in page
    assert page.count("<svg") == 3
    assert page.count("<th>fielded</th>") == 1
    assert "<script" not in page
    assert "src=" not in page


def test_a_summary_names_each_side(folder: Path):
    lines = "\n".join(summary_lines(summaries(play(matches(4)))[0]))
    for name in ("random", "greedy", "Red", "Blue", "Rounds: "):
        assert name in lines


# ---------------------------------------------------------------- the command
def test_the_command_plays_and_writes(run, folder: Path, tmp_path: Path):
    page = tmp_path / "balance.md"
    code, out, err = run("lab", "duel", "--games", 2, "--seat", "random", "--out", folder, "--page", page)
    assert (code, err) == (0, "")
    assert "Duel (toy/duel): 2 games" in out
    assert {path.name for path in folder.iterdir()} == {
        "games.csv",
        "games.jsonl",
        "series.html",
        "series.json",
        "units.csv",
    }
    assert "| Duel | random | 2 |" in page.read_text()
    assert json.loads((folder / "series.json").read_text())["games"] == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "name the scenarios"),
        (("nowhere",), "there is no scenario 'nowhere'"),
        (
            ("quick-start",),
            "there are 5 scenarios 'quick-start'; say which: armymen/quick-start, crimsondusk/quick-start",
        ),
        (("Quick Start",), "there are 4 scenarios 'Quick Start'; say which: armymen/quick-start"),
        (("duel", "--seat", "nobody"), "'nobody' plays no seat"),
        (("duel", "--dask", "nonsense"), "--dask 'nonsense' is no address of a scheduler; name it as HOST:PORT"),
        (("duel", "--games", "0"), "'--games'"),
        (("duel", "--workers", "2", "--dask", "here:1"), "not both"),
        (("duel", "--force", "crowd", "--force", "crowd"), "Crowd has 9 tokens"),
        (("duel", "--force", "crowd", "--page", "mine.md"), "leave out --force or --page"),
        (("--out", "nowhere-yet"), "holds no series"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_bad_options_are_told_in_a_sentence(run, words: tuple[str, ...], told: str, tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert told in bad(run("lab", *words))


def test_records_are_plain_data(folder: Path):
    found = next(play(matches(1)))
    assert json.loads(json.dumps(asdict(found)))["seats"][0]["name"] == "Red"


def test_what_is_no_scheduler_is_refused_before_anything_is_made(run, folder: Path):
    assert "is no address" in bad(run("lab", "duel", "--dask", "nonsense", "--out", folder))
    assert not folder.exists()
