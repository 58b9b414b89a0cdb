"""Rulebooks of other distributions that are broken: each is named in a sentence and left out, and all else works."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import PathFinder
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from tabletop_tui import paths
from tabletop_tui.play.saved_game_summaries import glance
from tabletop_tui.rulebook import metadata, plugins
from tabletop_tui.rulebook.entry_points_alone import ours_alone
from tabletop_tui.rulebook.metadata import About
from tests.cli.conftest import bad
from tests.screens.conftest import at

RACE = (Path(__file__).parents[1] / "example/race.py").read_text(encoding="utf-8")
Install = Callable[..., None]


def forget() -> None:
    """Look at what is installed anew."""
    for found in (plugins.offered, plugins._by_id, plugins._points, plugins.opened, metadata.read_about):
        found.cache_clear()
    for name in ("race", "other", "around", "around.race"):
        sys.modules.pop(name, None)


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Put a distribution beside the program: its name, its entry points, its files."""

    def put(files: dict[str, str], name: str = "race", points: str | bytes = SOUND) -> None:
        metadata = {"METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "entry_points.txt": points}
        for file, text in {
            **{f"{name}-1.0.dist-info/{file}": text for file, text in metadata.items()},
            **files,
        }.items():
            (tmp_path / file).parent.mkdir(exist_ok=True)
            (tmp_path / file).write_bytes(text if isinstance(text, bytes) else text.encode())
        monkeypatch.syspath_prepend(str(tmp_path))
        forget()

    yield put
    forget()


def points(**named: str) -> str:
    return "\n".join(["[tabletop_tui.systems]", *(f"{name} = {value}" for name, value in named.items())])


SOUND = points(race="race:SYSTEM")


def other(old: str, new: str) -> dict[str, str]:
    """The race with a part of its module put in place of another."""
    assert old in RACE
    return {"race.py": RACE.replace(old, new)}


LACKS = "race:SYSTEM: it is no rulebook, for it lacks"
IMPORTED = "race:SYSTEM: it cannot be imported:"
BROKEN: dict[str, tuple[dict[str, str], str, str]] = {
    # its files, its entry points, what is said of it
    "raises": ({"race.py": "1 / 0"}, SOUND, f"{IMPORTED} ZeroDivisionError: division by zero"),
    "leaves": ({"race.py": "import sys; sys.exit()"}, SOUND, f"{IMPORTED} SystemExit"),
    "no such module": ({}, SOUND, f"{IMPORTED} ModuleNotFoundError: No module named 'race'"),
    "no object": ({"race.py": ""}, SOUND, f"{IMPORTED} AttributeError"),
    "no Python": ({"race.py": "def ("}, SOUND, f"{IMPORTED} SyntaxError"),
    "no System": ({"race.py": "SYSTEM = 7"}, SOUND, f"{LACKS} id, name, units"),
    "no method": (other("def dump", "def dumb"), SOUND, f"{LACKS} dump;"),
    "a wrong type": (other('"hexes", 1', '"hexes", "1"'), SOUND, "its version is not of the type int"),
    "another id": (other('= "race", "Race"', '= "chess", "Race"'), SOUND, "it calls itself 'chess'"),
    "no value": ({}, points(race="race race !!"), "it cannot be imported: "),
    "a package that leaves": (
        {"around/__init__.py": "raise SystemExit(3)"},
        points(race="around.race:SYSTEM"),
        "around.race: cannot be found: SystemExit: 3",
    ),
    "no TOML": ({"race.py": RACE, "about.toml": "name = = 2"}, SOUND, "about.toml: cannot be read as TOML"),
    "no name": ({"race.py": RACE, "about.toml": "name = 7"}, SOUND, "about.toml: name: write a name and a short one"),
    "a strange line": (
        {"race.py": RACE, "about.toml": 'name = "Race"\nshort = "Race"\ntune = "la"'},
        SOUND,
        "about.toml: tune: write a name",
    ),
    "no number of players": (
        {"race.py": RACE, "about.toml": 'name = "Race"\nshort = "Race"\nseats = 2'},
        SOUND,
        "about.toml: seats: write the fewest and the most players",
    ),
    "other players": (
        {"race.py": RACE, "about.toml": 'name = "Race"\nshort = "Race"\nseats = [3, 9]'},
        SOUND,
        "not (3, 9), as its about.toml says",
    ),
    "no about.toml": (
        other("    id, name, ", '    package = "race"\n    id, called, '),
        SOUND,
        "race: has no about.toml",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_rulebook_is_named_and_hides_no_other(run, install: Install, home: Path, fault: str):
    before = {what: run("list", what)[1] for what in ("systems", "scenarios", "rosters")}
    files, offer, why = BROKEN[fault]
    install(files, points=offer)
    for what, listed in before.items():
        code, out, err = run("list", what)
        assert (code, out) == (2, listed)
        assert err.startswith("tabletop-tui: rulebook race: ")
        assert err.endswith("; it is left out until the package race is mended or uninstalled\n")
        assert why in err
        assert err.count("\n") == 1
    seats = ["--seat", "random", "--seat", "random"]
    assert run("play", "mechcom/quick-start", "--headless", *seats)[0] == 0
    assert run("play", "--headless", *seats)[0] == 0, "the first scenario that can be played"
    (path, _) = paths.saved_games()
    assert run("check", path)[0] == 0
    assert run("print", "alpha")[0] == 0
    mine = home / "mine.toml"
    mine.write_text('system = "race"\n')
    for words in (
        ["play", "race/sprint"],
        ["print", "race/runner"],
        ["rules", "race"],
        ["check", mine],
        ["play", mine],
    ):
        assert "rulebook race: " in bad(run(*words))


def test_its_games_are_kept_and_listed_and_others_go_on(run, install: Install, tmp_path: Path):
    install({"race.py": RACE})
    assert run("play", "race/sprint", "--headless", typed="rest\nquit\n")[0] == 0
    (path,) = paths.saved_games()
    kept = path.read_bytes()
    (tmp_path / "race.py").write_text("1 / 0")
    forget()
    said = bad(run("resume", path, "--headless"))
    assert str(path) in said
    assert "ZeroDivisionError" in said
    assert path.read_bytes() == kept
    assert glance(path).system == About("race", "race")
    assert not glance(path).damaged


def test_two_distributions_with_one_id_are_both_left_out(run, install: Install):
    install({"race.py": RACE})
    assert "Race" in run("list", "systems")[1]
    install({"other.py": RACE}, "other", points(race="other:SYSTEM"))
    code, out, err = run("list", "systems")
    assert code == 2
    assert "Race" not in out
    assert "the package race" in err
    assert "the package other" in err
    assert err.count("\n") == 1


def test_nobody_takes_the_id_of_a_rulebook_of_ours(run, install: Install):
    before = run("list", "systems")[1]
    install({"other.py": "1 / 0"}, "other", points(mechcom="other:SYSTEM"))
    code, out, err = run("list", "systems")
    assert (code, out) == (2, before)
    assert "rulebook mechcom: its id belongs to a rulebook of this program" in err
    assert run("play", "mechcom/quick-start", "--headless", typed="concede\n")[0] == 0


@pytest.mark.parametrize("text", [b"[tabletop_tui.systems]\nno sign of equality\n", b"\xff\xfe\x00"])
def test_a_distribution_that_nobody_can_read_offers_nothing(run, install: Install, text: bytes):
    before = run("list", "systems")[1]
    install({}, points=text)
    code, out, err = run("list", "systems")
    assert (code, out) == (2, before)
    assert err.startswith("tabletop-tui: the package race: entry points: cannot be read")


async def test_the_screens_offer_the_others_and_name_it(install: Install, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    install({"race.py": "1 / 0"})
    async with at(None, (120, 40)) as player:
        await player.press("f")
        assert "MECHCOM" in player.picture
        assert "rulebook race: race:SYSTEM: it cannot be imported: ZeroDivisionError" in player.picture
        await player.press("escape n")
        assert "Begin the battle" in player.picture
        assert "Left out: rulebook race" in player.picture
        await player.press("enter enter")
        assert "Briefing   Army Men" in player.picture
        await player.press("enter")
        assert player.session.system.id == "armymen"
        player.session.close()


def test_ours_alone_are_found_without_reading_how_distributions_are_described(
    install: Install, monkeypatch: pytest.MonkeyPatch
):
    forget()
    with monkeypatch.context() as own:
        own.setattr(sys, "meta_path", finders_of_python())
        alone = ours_alone()
    assert alone is not None, "another distribution here offers rulebooks, or lies where nobody looks"
    found = {(one.name, one.value, one.module) for one in alone}
    assert found == {(one.name, one.value, one.module) for one in entry_points(group=plugins.GROUP)}
    assert len(found) == 5
    assert all(one.load().id == one.name for one in alone)
    install({"race.py": RACE})
    with monkeypatch.context() as own:
        own.setattr(sys, "meta_path", finders_of_python())
        assert ours_alone() is None
    assert plugins.offered().keys() == {*(one.name for one in alone), "race"}


def finders_of_python() -> list[object]:
    """Without the finder of distributions that Dask brings, once some other test of this process has loaded it."""
    return [one for one in sys.meta_path if one is PathFinder or not hasattr(one, "find_distributions")]


@pytest.mark.parametrize("place", ["a.zip", "a.egg"])
def test_where_a_distribution_may_lie_hidden_all_are_looked_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
):
    (tmp_path / place).write_bytes(b"") if place.endswith("zip") else (tmp_path / place).mkdir()
    monkeypatch.syspath_prepend(str(tmp_path / place))
    assert ours_alone() is None


def test_a_start_reads_no_mail_headers():
    code = (
        "import sys; from tabletop_tui.rulebook.registry import system_ids; print(*system_ids()); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ids, loaded = done.stdout.splitlines()
    assert "mechcom" in ids.split()
    assert {"importlib.metadata", "email"}.isdisjoint(loaded.split())
