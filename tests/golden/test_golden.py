"""The golden set loads, verifies and is played on, for ever; what saved games hold is what was written down of it."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from pathlib import Path
from random import Random
from shutil import copy

import pytest

from tabletop_tui import paths
from tabletop_tui.engine.codec import Names, Saved
from tabletop_tui.engine.game import Step
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play import new_game, position_files
from tabletop_tui.play.journal import JournalError, is_digest
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook import registry
from tabletop_tui.rulebook.registry import register, system
from tabletop_tui.rulebook.system import System
from tests.conformance import dumped, renamed
from tests.golden import schema
from tests.golden.games import DIGESTS, HERE, folder, play, setup_of
from tests.golden.schema import Schema, broken, names_of, parsed, path_of, schema_of
from tests.session.test_recording import doctored
from tests.swarm import SWARM
from tests.toy import TOY

SYSTEMS = ("armymen", "crimsondusk", "mechcom", "pmc2640", "swarm", "techcommander", "toy")
TOYS = ("swarm", "toy")
JOURNALS = sorted(HERE.glob("*/*.jsonl"))
RENEW = "python -m tests.golden"


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    register(TOY)
    monkeypatch.setitem(registry._registered, SWARM.id, SWARM)


def system_of(path: Path) -> System:
    return system(path.parent.name)


def named(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


# ---------------------------------------------------------------- journals
def test_there_is_something_of_every_system():
    kinds = {(path.parent.name, path.stem) for path in JOURNALS}
    assert kinds == {(name, kind) for name in SYSTEMS for kind in ("finished", "left", "unfinished", "typed")}


@pytest.mark.parametrize("path", JOURNALS, ids=named)
def test_a_golden_journal_loads_verifies_and_is_played_on(path: Path, tmp_path: Path):
    digests = dict(line.split() for line in (path.parent / DIGESTS).read_text(encoding="utf-8").splitlines())
    session = Session.replay(path)
    assert session.notice == ""
    assert is_digest(digests[path.stem], session.system.dump(session.game))
    assert (session.over is not None) == (path.stem in ("finished", "left"))
    copied = Path(copy(path, tmp_path / "a.jsonl"))
    session = Session.load(copied)
    if session.over is not None:
        session.undo()
    play(session, 25, Random(1))
    session.close()
    assert Session.replay(copied).digest() == session.digest()


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_was_saved_under_newer_rules_is_refused_with_a_sentence_that_says_so(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    found = system(name)
    monkeypatch.setattr(type(found), "version", found.version - 1)
    said = rf"under version {found.version + 1} of the rules of .* plays version {found.version}"
    with pytest.raises(JournalError, match=said):
        Session.replay(folder(found) / "finished.jsonl")
    with pytest.raises(BadFile, match=said) as error:
        position_files.read(found, folder(found) / "position.toml")
    assert error.value.place == "rules"


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_was_saved_under_older_rules_is_played_on_where_it_comes_to_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    found, path = system(name), folder(system(name)) / "finished.jsonl"
    now = Session.replay(path).digest()
    monkeypatch.setattr(type(found), "version", found.version + 1)
    assert Session.replay(path).digest() == now
    assert position_files.read(found, folder(found) / "position.toml").seats
    spoilt = Path(copy(path, tmp_path / "spoilt.jsonl"))
    doctored(spoilt, 1, lambda start: start.update(start=[*start["start"], 1]))
    older = rf"under version {found.version - 1} of the rules of .* plays version {found.version}"
    with pytest.raises(JournalError, match=older):
        Session.replay(spoilt)


# ---------------------------------------------------------------- positions and rosters
@pytest.mark.parametrize("name", SYSTEMS)
def test_a_golden_position_is_played_on_from_just_there(name: str, tmp_path: Path):
    found, path = system(name), folder(system(name)) / "position.toml"
    table = position_files.table_of(path.read_text(encoding="utf-8"))
    info = position_files.read(found, path)
    session = Session.new(new_game.set_table(found, info, (), ["keyboard"] * info.seats, seed=1), tmp_path / "a.jsonl")
    again = position_files.save(session.game, "position", tmp_path)
    assert position_files.table_of(again.read_text(encoding="utf-8"))["position"] == table["position"]
    play(session, 60, Random(1))
    session.close()
    assert dumped(Session.replay(tmp_path / "a.jsonl").game) == dumped(session.game)


@pytest.mark.parametrize("name", [name for name in SYSTEMS if name not in TOYS])
def test_a_golden_roster_can_be_fielded(name: str):
    found = system(name)
    force = found.force(folder(found) / "roster.toml", paths.roster_folders())
    setup = setup_of(found)
    assert setup.seats[0].force["name"] == force.name
    setup.seats[0].force = force.data
    assert Session.new(setup).question is not None


# ---------------------------------------------------------------- what saved games hold
@pytest.mark.parametrize("name", SYSTEMS)
def test_saved_games_hold_what_is_written_down_of_them(name: str):
    found = system(name)
    now, then = schema_of(found, setup_of(found)).text(), path_of(found).read_text(encoding="utf-8")
    assert now == then, (
        f"what saved games of {name} hold has changed; write it down anew with: {RENEW} {name}. Where an id is gone or "
        "renamed, or a field came to something that was saved before, raise `version` of the System: old games are lost"
    )


@pytest.mark.parametrize("name", [name for name in SYSTEMS if name not in TOYS])
def test_no_step_of_any_module_is_forgotten(name: str):
    found = system(name)
    before = names_of(found).ids
    package = import_module(f"tabletop_tui.rules.{name}")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    names_of(found).take_in()
    assert len(before) > 40
    assert names_of(found).ids == before


@pytest.mark.parametrize("name", [name for name in SYSTEMS if name not in TOYS])
def test_a_rename_that_nobody_announced_is_noticed_and_one_that_was_is_none(name: str, monkeypatch: pytest.MonkeyPatch):
    found, names = system(name), names_of(system(name))
    old = parsed(path_of(found).read_text(encoding="utf-8"))
    steps = [one for one in names.listed if one.kind.__module__.startswith(f"{names.package}.")]
    with renamed(*(one.kind for one in steps)):
        monkeypatch.setattr(schema, "names_of", lambda _: Names(names.package, *(listed(one) for one in steps)))
        gone = {line.split(":")[0] for line in broken(old, schema_of(found, setup_of(found)))}
        monkeypatch.setattr(schema, "names_of", lambda _: Names(names.package, *steps))
        assert schema_of(found, setup_of(found)).text() == old.text()
    assert {f"step {one.id}" for one in steps if issubclass(one.kind, Step)} <= gone


def listed(one: Saved) -> Saved:
    """What an entry of a renamed class says, if nobody has given it the old id."""
    return Saved(one.kind, fields=one.fields, unsaved=one.unsaved)


def test_a_schema_comes_back_from_its_text():
    for name in SYSTEMS:
        text = path_of(system(name)).read_text(encoding="utf-8")
        assert parsed(text).text() == text


OLD = {"step go": {"unit": "text", "how": "'run' or 'walk'"}, "set-up force": {"name": "text"}}


@pytest.mark.parametrize(
    ("new", "said"),
    [
        (OLD, []),
        (OLD | {"step wait": {"unit": "text"}}, []),
        (OLD | {"step go": {"unit": "text", "how": "'crawl' or 'run' or 'walk'"}}, []),
        (OLD | {"set-up force": {"name": "text", "colour": "left out or text"}}, []),
        (
            OLD | {"set-up force": {"name": "text", "colour": "text"}},
            ["set-up force: colour is new, and no saved game has it"],
        ),
        ({"set-up force": {"name": "text"}}, ["step go: step go is gone"]),
        (OLD | {"step go": {"how": "'run' or 'walk'"}}, ["step go: unit is gone"]),
        (OLD | {"step go": {"unit": "text", "how": "'run'"}}, ["step go: how was 'run' or 'walk' and is 'run'"]),
        (OLD | {"step go": {**OLD["step go"], "far": "integer"}}, ["step go: far is new, and no saved game has it"]),
    ],
)
def test_what_makes_saved_games_unreadable_wants_the_version_raised(new: dict[str, dict[str, str]], said: list[str]):
    assert broken(Schema(1, OLD), Schema(1, new)) == said
    assert broken(Schema(1, OLD), Schema(2, new)) == []


def test_the_golden_set_is_not_written_anew_where_an_id_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from tests.golden import __main__ as command

    text = path_of(TOY).read_text(encoding="utf-8")
    path = tmp_path / "toy.schema.txt"
    path.write_text(text.replace("    token: text\n", "    token: text\n    colour: text\n", 1), encoding="utf-8")
    written: list[str] = []
    monkeypatch.setattr(command, "path_of", lambda _: path)
    monkeypatch.setattr(command.games, "write", lambda found: written.append(found.id))
    assert "colour is gone" in command.renew("toy", anew=False)
    assert written == []
    assert command.renew("toy", anew=True) == ""
    assert written == ["toy"]
    assert path.read_text(encoding="utf-8") == text
