"""Names where a reader wants names, and a rulebook's own word for a round."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from tabletop_tui import paths
from tabletop_tui.bindings import BATTLE, REPLAY
from tabletop_tui.play import new_game
from tabletop_tui.play.saved_game_summaries import glance, who_sits
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import about, system, system_ids
from tabletop_tui.screens.start.saved_games import item_line
from tabletop_tui.screens.start.title import title_of
from tests.screens.conftest import at

BOOKS = {
    "armymen": ("Army Men", "round"),
    "crimsondusk": ("Crimson Dusk", "turn"),
    "mechcom": ("MECHCOM", "round"),
    "pmc2640": ("PMC 2640", "turn"),
    "techcommander": ("TechCommander", "turn"),
}


def begun(name: str) -> Session:
    found = system(name)
    scenario = new_game.scenarios_of(found)[0]
    setup = new_game.set_table(found, scenario, players=["keyboard", "greedy"], seed=1)
    return new_game.begin(setup, scenario.id)


@pytest.mark.parametrize("name", BOOKS)
def test_what_lists_say_of_a_rulebook_is_what_it_says_itself(name: str) -> None:
    found, known = system(name), about(name)
    session = begun(name)
    assert known.name == found.name
    assert (known.short, known.round) == BOOKS[name]
    assert found.standing(session.game).called == known.round
    assert "rules" not in known.short


def test_a_rulebook_that_says_nothing_of_itself_is_asked_and_a_missing_one_is_its_id() -> None:
    assert "toy" in system_ids()
    assert (about("toy").name, about("toy").short, about("toy").round) == ("Toy", "Toy", "round")
    assert about("no-such-rules").name == "no-such-rules"


@pytest.mark.parametrize("name", BOOKS)
def test_saved_games_are_listed_by_name_and_in_the_words_of_their_rulebook(name: str) -> None:
    session = begun(name)
    session.close()
    (path,) = paths.saved_games()
    short, called = BOOKS[name]
    line = "".join(text for text, _ in item_line(glance(path)))
    assert f" {short.ljust(8)} " in line
    assert f" {called} 1 " in line
    assert f"  Red v. Blue (computer)  {session.setup.scenario['name']}" in line
    assert "Blue (computer)" in line[:72], "there is room for that in 80 columns"
    assert name not in line.replace("MECHCOM", "")
    assert title_of(glance(path), 80).startswith(f"{short}, {session.setup.scenario['name']} (20")


def test_who_plays_a_saved_game_is_said_in_a_word_first() -> None:
    seats = [{"name": name, "player": player} for name, player in (("Red", "keyboard"), ("Blue", "random"))]
    assert who_sits(seats) == ("with computer", "Red: a person, Blue: computer (random)")
    assert who_sits(seats[:1] * 2)[0] == "hot seat"
    assert who_sits(seats[1:] * 2)[0] == "computers"


def test_saved_games_are_listed_without_importing_a_rulebook(tmp_path: Path) -> None:
    for name in BOOKS:
        begun(name).close()
    code = (
        "import sys; from tabletop_tui.screens.start.saved_games import saved_items; "
        "from tabletop_tui.play.saved_game_summaries import last_unfinished; "
        "from tabletop_tui.screens.start.title import title_of; title_of(last_unfinished(), 80);"
        "print(len(saved_items()), [m for m in ('shapely', 'numpy', 'tabletop_tui.play.session') if m in sys.modules],"
        "[m for m in sys.modules if m.startswith('tabletop_tui.rules.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[0] == "5 [] []"


@pytest.mark.parametrize("commands", [BATTLE, REPLAY])
def test_commands_speak_of_turns_where_the_rulebook_does(commands) -> None:
    said = " ".join(f"{command.label} {command.help}" for command in commands.spoken("turn").commands)
    assert "round" not in said.split()
    assert "this turn's start" in said or "next turn" in said
    assert [command.id for command in commands.spoken("turn").commands] == [one.id for one in commands.commands]
    assert commands.spoken("round") is commands


async def test_a_replay_speaks_of_turns_where_the_rulebook_does() -> None:
    session = begun("pmc2640")
    session.close()
    (path,) = paths.saved_games()
    async with at(Session.replay(path, 0), watching=True, size=(120, 30)) as player:
        await player.press("greater_than_sign")
        assert "No further turn is recorded" in player.picture
        await player.press("question_mark n e x t space t u r n")
        assert "To the start of the next turn" in player.picture
        assert "round" not in player.picture.split()


@pytest.mark.parametrize("name", sorted(set(BOOKS) - {"mechcom"}))
async def test_a_table_without_units_has_no_names_to_turn_on(name: str) -> None:
    async with at(begun(name)) as player:
        field = player.battle.field
        field.show(evolve(field.painter.scene, tokens=()))
        assert [field.next_names("") for _ in range(3)] == ["none"] * 3
