"""The commands that look things up: lists, files that are sound or not, rules."""

from pathlib import Path

import pytest

from tests.cli.conftest import bad

pytestmark = pytest.mark.usefixtures("toy_files")
ROOT = Path(__file__).parents[2]


def test_lists(run):
    assert "toy             Toy, 2 to 3 players, in hexes" in run("list", "systems")[1]
    assert "toy/duel" in run("list", "scenarios")[1]
    rosters = run("list", "rosters")[1]
    assert "toy/pair" in rosters
    assert "Pair, costs 2: tokens" in rosters, "it has no faction"
    assert "mechcom/" in rosters


@pytest.mark.parametrize("system", ["armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander"])
@pytest.mark.parametrize("what", ["rosters", "scenarios"])
def test_a_file_at_fault_is_named_and_hides_no_other(run, home: Path, system: str, what: str):
    before = run("list", what)[1]
    folder = home / what / system
    folder.mkdir(parents=True)
    (folder / "typo.toml").write_text("name = = 3\n")
    (folder / "nobody.toml").write_text(f'system = "{system}"\nkind = "nobody"\n')
    code, out, err = run("list", what)
    assert (code, out) == (2, before)
    assert [line.split(": ")[1] for line in err.splitlines()] == [
        str(folder / "nobody.toml"),
        str(folder / "typo.toml"),
    ]
    code, _, err = run(
        "play", "typo" if what == "scenarios" else f"{system}/quick-start", "--headless", "--force", "typo"
    )
    assert code == 2
    assert "typo.toml: is not sound TOML" in err
    seats = ["--seat", "random", "--seat", "random"]
    assert run("play", f"{system}/quick-start", "--headless", *seats)[0] == 0


def test_every_shipped_file_is_sound(run):
    code, out, err = run("check", ROOT / "scenarios", ROOT / "rosters")
    assert (code, err) == (0, "")
    files = [path for kind in ("scenarios", "rosters") for path in (ROOT / kind).rglob("*.toml")]
    assert len(out.splitlines()) == len(files)


def test_check_names_each_bad_file_and_goes_on(run, home: Path, tmp_path: Path):
    folder = home / "rosters/toy"
    (folder / "bad.toml").write_text('system = "toy"\nname = "Bad"\ntokens = "two"\n')
    (folder / "worse.toml").write_text("name = = 3\n")
    (folder / "whose.toml").write_text('system = "chess"\n')
    journal = folder / "game.jsonl"
    journal.write_text("{}\n")
    code, out, err = run("check", folder, home / "scenarios", tmp_path / "nowhere")
    assert code == 2
    assert f"{folder / 'pair.toml'}: a force, Pair" in out
    assert "duel.toml: a scenario, Duel" in out
    lines = err.splitlines()
    assert len(lines) == 5
    for line, (name, why) in zip(
        lines,
        [
            ("bad.toml", "tokens: write tokens = ... (int)"),
            ("game.jsonl", "line 1: this is not the first line of a game's journal"),
            (
                "whose.toml",
                "system: name the system that it belongs to: "
                "armymen, crimsondusk, mechcom, pmc2640, techcommander, toy, not 'chess'",
            ),
            ("worse.toml", "is not sound TOML"),
            ("nowhere", "cannot be read: No such file"),
        ],
        strict=True,
    ):
        assert name in line
        assert why in line


def test_check_takes_journals_and_an_empty_folder_is_told(run, tmp_path: Path):
    path = tmp_path / "a.jsonl"
    run("play", "duel", "--headless", "--journal", path, typed="none\n" * 12)
    assert "sound: 12 answers replayed, result: draw 0-0" in run("check", path)[1]
    (tmp_path / "empty").mkdir()
    assert "there are no rosters, scenarios or journals" in bad(run("check", tmp_path / "empty"))


def test_rules_by_id_by_word_and_open_ones(run):
    whole = run("rules", "toy", "TOY-SHOOT-1")[1].splitlines()
    assert whole[:2] == ["TOY-SHOOT-1", "Dice are divided among enemies."]
    assert whole[-3:] == ["Steps of play:", "  Divide", "In the book: Shooting"]
    assert "TOY-FLY-1" in run("rules", "toy", "toy-f")[1]
    assert "TOY-SHOOT-1" in run("rules", "toy", "divided")[1]
    assert len(run("rules", "toy")[1].splitlines()) == 3
    assert run("rules", "toy", "--open")[1].splitlines() == [
        "TOY-FLY-1 Flying: Tokens fly on Sundays.",
        "    Not built yet: no calendar yet",
    ]
    assert run("rules", "mechcom", "MC-SHOOT-1")[1].startswith("Choose weapon and target (MC-SHOOT-1)\n")
