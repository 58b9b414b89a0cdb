"""The public door: what `tabletop_tui` itself offers, as docs/from-python.md tells it."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tabletop_tui
from tabletop_tui import BadChoice, BadFile, Session, load_game, new_game, rulebooks, scenarios
from tabletop_tui.rulebook import registry
from tabletop_tui.rulebook.registry import system_ids

PAGE = Path(__file__).parents[1] / "docs" / "from-python.md"
HEAVY = ("numpy", "shapely", "textual", "attrs", "cattrs", "tabletop_tui.play", "tabletop_tui.rules")


@pytest.fixture(autouse=True)
def _no_toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rulebooks that other tests register for themselves are not among those of the page."""
    monkeypatch.setattr(registry, "_registered", {})


def test_the_page_does_what_it_says_and_its_bot_beats_chance() -> None:
    text = re.sub(r"^```.*$", "", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    told: list[str] = []
    run = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(lines, out=told.append, clear_globs=False)
    assert not run.failed, "".join(told)
    assert run.attempted >= 20
    games, won = len(lines.globs["seeds"]), lines.globs["won"]
    assert games == 8
    assert won >= 7, f"the bot won {won} of {games} games against a random player"
    assert len(inspect.cleandoc(bot_of(text)).splitlines()) <= 10


def bot_of(text: str) -> str:
    """The lines of the bot on the page."""
    lines = text[text.index(">>> def bot") :].split("\n\n")[0]
    return "\n".join(line[4:] for line in lines.splitlines())


def test_to_import_the_package_imports_nothing_of_it() -> None:
    code = f"import sys, tabletop_tui; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_every_name_that_is_offered_is_there_and_typed_as_it_is_found() -> None:
    for name in tabletop_tui.__all__:
        assert getattr(tabletop_tui, name) is not None
    assert {*dir(tabletop_tui)} == {*tabletop_tui.__all__}
    tree = ast.parse(Path(tabletop_tui.__file__).read_text(encoding="utf-8"))
    typed = {
        (node.module, alias.name)
        for checked in tree.body
        if isinstance(checked, ast.If)
        for node in checked.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    found = {
        (f"tabletop_tui.{module}", name) for module, names in tabletop_tui._MODULES.items() for name in names.split()
    }
    assert typed == found
    assert {name for _, name in found} == {*tabletop_tui.__all__} - {"__version__"}
    with pytest.raises(AttributeError, match="no attribute 'load_games'"):
        tabletop_tui.load_games  # noqa: B018


def test_rulebooks_and_their_scenarios() -> None:
    found = rulebooks()
    assert [one.id for one in found] == [*system_ids()]
    assert len([info for one in found for info in scenarios(one.id)]) > 40
    with pytest.raises(KeyError):
        scenarios("no-such")


def test_a_game_is_kept_in_its_journal_and_played_on_from_there(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = new_game("mechcom/quick-start", players=["keyboard", "greedy"], seed=4, journal=str(path))
    for _ in range(5):
        game.run()
        assert game.question is not None
        game.answer(next(game.question.legal()))
    with pytest.raises(BadFile, match="open in another window"):
        load_game(path)
    game.close()
    again = load_game(path)
    assert isinstance(again, Session)
    assert (again.digest(), len(again.history)) == (game.digest(), len(game.history))
    assert game.digest() != new_game("mechcom/quick-start", players=["keyboard", "greedy"], seed=4).digest()
    with pytest.raises(BadFile, match=re.escape(str(path))):
        new_game("mechcom/quick-start", journal=path)


def test_players_and_forces_sit_where_they_are_named() -> None:
    named = new_game("armymen/quick-start", forces=["tan-squad"], players=["random", "greedy"], seed=1)
    assert [seat.player for seat in named.setup.seats] == ["random", "greedy"]
    assert named.setup.seats[0].force["name"] == "Tan Squad"
    assert new_game("armymen/quick-start", seed=1).players == [None, None]
    with pytest.raises(BadChoice, match="there is no scenario"):
        new_game("armymen/no-such")
