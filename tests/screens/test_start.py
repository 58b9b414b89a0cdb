"""From the title to a battle and back: new game, saved games, and what is imported before the first picture."""

import subprocess
import sys
from pathlib import Path

import pytest

from tabletop_tui import paths
from tabletop_tui.engine.scenes import TableScene
from tabletop_tui.engine.setup import PERSON
from tabletop_tui.play import new_game
from tabletop_tui.play.briefing import briefing
from tabletop_tui.play.saved_game_summaries import glance, last_unfinished
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.metadata import LEVELS
from tabletop_tui.rulebook.registry import about
from tabletop_tui.screens.base import battle_thumbnail
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.options.settings import SettingsScreen
from tabletop_tui.screens.start.briefing import BriefingScreen, briefing_lines
from tabletop_tui.screens.start.game_form import Form
from tabletop_tui.screens.start.new_game import NewGameScreen
from tabletop_tui.screens.start.scenario_preview import ScenarioScreen
from tabletop_tui.screens.start.title import TitleScreen, title_of
from tabletop_tui.settings import Settings, write_settings
from tabletop_tui.widgets.glyphs import UNICODE
from tabletop_tui.widgets.map.battlefield import Battlefield
from tabletop_tui.widgets.terminal_palettes import palette
from tests.screens.conftest import at
from tests.toy import toy_setup

HEAVY = ("tabletop_tui.rules", "tabletop_tui.play.session", "cattrs", "importlib.metadata", "tomllib")


@pytest.fixture
def toy_files(home):
    """A scenario and a force of the small system in the player's own folder."""
    for kind, name, text in (
        ("scenarios", "skirmish", 'system = "toy"\nname = "Skirmish"\nrounds = 3\nseats = 2\n'),
        ("rosters", "pair", 'system = "toy"\nname = "Pair"\ntokens = 2\n'),
        ("rosters", "horde", 'system = "toy"\nname = "Horde"\ntokens = 3\n'),
    ):
        folder = home / kind / "toy"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.toml").write_text(text)
    return home


def choose_toy(form: Form) -> None:
    line = form["system"]
    form.choose(line, line.choices.index("toy"))


async def test_enter_four_times_starts_a_game_after_its_briefing():
    async with at(None) as player:
        assert isinstance(player.app.screen, TitleScreen)
        await player.press("enter enter enter")
        assert isinstance(player.app.screen, BriefingScreen)
        assert not paths.saved_games(), "nothing is begun before it has been read"
        await player.press("enter")
        assert isinstance(player.app.screen, BattleScreen)
        assert player.session.waits_for_person
        assert player.session.journal is not None
        assert len(paths.saved_games()) == 1


async def test_back_to_the_title_and_on_with_the_last_game(toy_files):
    async with at(None) as player:
        await player.press("n")
        screen = player.app.screen
        assert isinstance(screen, NewGameScreen)
        choose_toy(screen.form)
        await player.press("enter enter enter 1")
        given = len(player.session.history)
        await player.press("Q")
        assert isinstance(player.app.screen, TitleScreen)
        assert "Go on" in player.picture
        assert "Toy, Skirmish" in player.picture
        assert "Toy, Skirmish, round 1" in player.picture, "what the picture of the last table shows"
        assert "A1" in player.picture
        await player.press("enter")
        assert isinstance(player.app.screen, BattleScreen)
        assert len(player.session.history) == given
        await player.press("Q l")
        assert "Skirmish" in player.picture
        assert "round 1" in player.picture
        await player.press("enter")
        assert isinstance(player.app.screen, BattleScreen)


async def test_the_picture_of_the_last_table_is_shown_in_its_own_looks_and_only_if_it_can_be_read(home):
    colours = palette("truecolour")
    shown = [[("A1", colours.token(0)), (" \x1b[2J", colours.role("text"))]] * 30
    battle_thumbnail.keep(battle_thumbnail.Thumbnail(tuple(shown), "Toy, round 2"), colours, UNICODE)
    found = battle_thumbnail.kept(colours, UNICODE)
    assert (len(found.rows), found.told) == (battle_thumbnail.HIGH, "Toy, round 2")
    assert found.rows[0] == [("A1", colours.token(0)), (" \\x1b[2J", colours.role("text"))]
    assert battle_thumbnail.kept(palette("16"), UNICODE) is None
    for spoilt in (
        "",
        "[1]",
        '{"looks": "truecolour unicode", "eye": [0, 0], "rows": [[["a", "no colour"]]], "told": ""}',
    ):
        battle_thumbnail.path().write_text(spoilt)
        async with at(None) as player:
            assert battle_thumbnail.kept(colours, UNICODE) is None
            assert "♣" in player.picture.splitlines()[0], "a piece of a made-up table"


async def test_every_entry_of_the_title_can_be_marked_by_arrows_and_taken_by_a_click(home):
    async with at(None) as player:
        title = player.app.screen
        seen = set()
        for _ in range(title.rows):
            seen.add(title.index)
            await player.press("down")
        assert seen == set(range(title.rows))
        assert title.index == 0
        await player.press("right right right")
        assert title.menu[title.index] == "title.learn", "the row ends there"
        await player.press("left left left")
        assert title.index == 0
        place = title.places[title.menu.index("title.settings")]
        assert "Settings" in player.picture.splitlines()[place.y][place.x :]
        await player.pilot.click(offset=(place.x + 5, place.y))
        assert isinstance(player.app.screen, SettingsScreen)


async def test_a_rulebook_is_chosen_from_the_list_that_stands_there(home):
    async with at(None) as player:
        before = player.picture.splitlines()
        await player.press("L")
        after = player.picture.splitlines()
        at_row = next(row for row, line in enumerate(before) if "Which rulebook?" in line)
        assert "Lessons of which rulebook?" in after[at_row]
        assert before[:at_row] == after[:at_row]
        for old, new in zip(before[at_row + 1 : at_row + 7], after[at_row + 1 : at_row + 7], strict=True):
            assert old.split()[-4:] == new.split()[-4:], "the same books at the same places"


async def test_a_damaged_game_is_refused_with_a_sentence(toy_files):
    path = paths.games() / "2026-01-01_00-00-00_toy_broken.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("no journal at all\n")
    async with at(None) as player:
        await player.press("l")
        assert "cannot be read" in player.picture
        await player.press("enter")
        assert isinstance(player.app.screen, TitleScreen)
        assert "not the first line of a game's journal" in " ".join(player.picture.split())


async def test_a_file_at_fault_is_named_and_the_others_are_offered(toy_files):
    (toy_files / "rosters" / "toy" / "broken.toml").write_text("name = = 3\n")
    async with at(None, size=(160, 40)) as player:
        await player.press("n")
        screen = player.app.screen
        choose_toy(screen.form)
        screen.draw()
        await player.pilot.pause()
        assert "Left out: " in player.picture
        assert "broken.toml" in player.picture
        await player.press("enter enter enter")
        assert isinstance(player.app.screen, BattleScreen)


async def test_what_cannot_be_played_cannot_begin(toy_files):
    async with at(None, size=(110, 30)) as player:
        await player.press("n")
        form = player.app.screen.form
        choose_toy(form)
        line = form["force0"]
        form.choose(line, line.choices.index("horde"))
        await player.press("enter")
        assert "Cannot begin" in player.picture
        assert "Horde has 3 tokens, 1 or 2 may play" in player.picture
        await player.press("enter")
        assert isinstance(player.app.screen, NewGameScreen)


async def test_a_seed_is_typed(toy_files):
    async with at(None) as player:
        await player.press("n")
        screen = player.app.screen
        choose_toy(screen.form)
        screen.index = screen.form.lines.index(screen.form["seed"])
        await player.press("slash 1 x enter")
        assert "whole number" in player.picture
        await player.press("backspace 7 enter")
        assert screen.form.seed == 17


def test_the_form_keeps_what_was_chosen_for_a_seat(toy_files):
    form = Form()
    choose_toy(form)
    before = form["player1"].value
    form.change(form["player1"], 1)
    chosen = form["player1"].value
    form.change(form["scenario"], 1)
    assert form["player1"].value == chosen != before
    assert form["player0"].value == "keyboard"
    assert [seat.player for seat in form.setup().seats] == ["keyboard", chosen]


def test_who_sits_where_stays_in_another_rulebook(home):
    form = Form()
    form.choose(form["player1"], form["player1"].choices.index("easy"))
    books = form["system"].choices
    played = 0
    for name in [*books, books[0]]:
        form.choose(form["system"], books.index(name))
        if form.scenario is not None:
            assert (form["player0"].value, form["player1"].value) == (PERSON, "easy"), name
            played += 1
    assert played >= 6


def test_typed_dice_need_a_person(toy_files):
    form = Form()
    choose_toy(form)
    form.change(form["player0"], 1)
    form.change(form["player1"], 1)
    form.change(form["dice"], 1)
    assert "real" in form["dice"].shown
    assert "person" in form.refusal()


def test_a_saved_game_at_a_glance(home):
    path = paths.games() / "called by its player.jsonl"
    session = Session.new(toy_setup("keyboard", "random", rounds=2), path, begun="2026-01-02 03:04")
    assert last_unfinished() == glance(path)
    while session.over is None:
        if session.waits_for_person:
            session.answer(next(iter(session.question.legal())))
        else:
            session.computer_answers()
    assert glance(path).finished
    assert last_unfinished() is None
    session.undo()
    assert not glance(path).finished
    session.close()
    found = glance(path)
    assert (found.path, found.date, found.scenario) == (path, "2026-01-02 03:04", "Toy battle")
    whole = "Toy, Toy battle (2026-01-02 03:04)"
    said = [title_of(found, columns) for columns in (40, 20, 16, 12)]
    assert said == [whole, whole, "Toy, Toy battle (2026-01-02)", "Toy, Toy battle"], "a date is whole or not there"


def test_how_far_a_saved_game_came_is_read_off_its_records(home):
    """And not off what a player has written in them."""
    path = paths.games() / "a.jsonl"
    session = Session.new(toy_setup("keyboard", "keyboard", rounds=5), path)
    for number in range(9):
        session.answer("none")
        session.note(f'"end": {number}, "digest", "seat"')
    assert (glance(path).round, glance(path).finished, glance(path).date) == (3, False, "")
    session.go_back(3)
    assert glance(path).round == 1
    path.write_bytes(path.read_bytes() + b'{"seat": 1, "ans\n[1, 2]\n')
    assert glance(path).round == 1, "what is damaged is left out"
    session.close()
    path.write_bytes(b"[1]\n")
    assert glance(path).damaged


def test_nothing_heavy_is_imported_before_the_first_picture(tmp_path: Path):
    """Nor where a player's settings are read, but for what reads them."""
    path = write_settings(Settings(signs="ascii"), tmp_path / "settings.toml")
    heavy = f"print([m for m in {HEAVY!r} if m in sys.modules])"
    read = f"assert tabletop_tui.settings.read_settings(pathlib.Path({str(path)!r})).signs == 'ascii'"
    code = f"import sys, pathlib, tabletop_tui.app, tabletop_tui.screens.start.title; {heavy}; {read}; {heavy}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["[]", "['tomllib']"]


def test_a_scenario_says_how_long_it_lasts():
    form = Form()
    said = {}
    for name in ("armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander"):
        form.choose(form["system"], form["system"].choices.index(name))
        said[name] = {info.id: info.length for info in form.scenarios}
        assert all(said[name].values())
        assert form.scenario.length in " ".join(text for text, _ in form.about(form["scenario"]))
    assert said["mechcom"]["canyon-zone"] == "6 rounds at most"
    assert said["mechcom"]["canyon-deathmatch"] == "until it is won"
    assert said["armymen"]["backyard"] == "4 rounds"
    assert said["crimsondusk"]["quick-start"] == "4 turns"
    assert said["pmc2640"]["glass-valley-find"] == "12 turns, then a die may end it"


async def test_the_map_is_shown_beside_the_form_where_there_is_room():
    async with at(None, size=(160, 50)) as player:
        await player.press("n")
        screen = player.app.screen
        field = screen.query_one(Battlefield)
        for name in ("armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander", "mechcom"):
            screen.form.choose(screen.form["system"], screen.form["system"].choices.index(name))
            for place in range(len(screen.form.scenarios)):
                screen.form.choose(screen.form["scenario"], place)
                screen.draw()
                await player.pilot.pause()
                assert field.display
                assert field.painter.same_table(screen.form.system.scene(screen.form.table()))
                roster, picture = screen.form.system.roster(screen.form.table()), player.picture
                assert all(f" {line.name}" in picture for line in roster) or len(roster) > 20
        assert not paths.saved_games(), "nothing was begun"


async def test_a_small_screen_shows_the_whole_table_in_a_few_cells():
    colours = palette("truecolour")
    async with at(None) as player:
        await player.press("n")
        screen = player.app.screen
        assert not screen.query_one(Battlefield).display
        for name in ("armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander"):
            screen.form.choose(screen.form["system"], screen.form["system"].choices.index(name))
            screen.draw()
            await player.pilot.pause()
            assert (
                f"< {screen.form['system'].shown} >" in player.picture or screen.form["system"].shown in player.picture
            )
            rows = screen.query_one("#new-small").lines[1:]
            scene = screen.form.system.scene(screen.form.table())
            looks = [scene.ground] if isinstance(scene, TableScene) else [one.look for one in scene.ground.values()]
            grounds = {str(colours.shade(look.colour, 0).ground) for look in looks}
            shown = [str(look.bgcolor) for row in rows for _, look in row]
            assert len(rows) > 8, name
            assert sum(ground in grounds for ground in shown) > len(shown) / 4, name


async def test_a_briefing_shows_where_both_begin():
    """On the map as a rim or a tint, in words with the rule, and only before the battle."""
    for name, words in (
        ("armymen", "deployment zone"),
        ("crimsondusk", "strip to begin in"),
        ("mechcom", "hexes deep"),
    ):
        async with at(None, size=(160, 50)) as player:
            await player.press("n")
            screen = player.app.screen
            screen.form.choose(screen.form["system"], screen.form["system"].choices.index(name))
            await player.press("enter enter")
            page = player.app.screen
            overlay = page.query_one(Battlefield).marks.overlay
            assert overlay is not None, name
            assert len(overlay.traces) >= 2 or len(overlay.labels) >= 20, name
            assert words in " ".join(player.picture.split()), name
            assert not page.query_one(Battlefield).cursor


async def test_no_map_is_shown_of_a_game_that_cannot_begin(toy_files):
    async with at(None, size=(140, 40)) as player:
        await player.press("n")
        screen = player.app.screen
        choose_toy(screen.form)
        screen.draw()
        assert screen.query_one(Battlefield).display
        line = screen.form["force0"]
        screen.form.choose(line, line.choices.index("horde"))
        screen.draw()
        assert not screen.query_one(Battlefield).display


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_a_look_at_the_table_before_the_battle(size, snapshot):
    async with at(None, size=size) as player:
        await player.press("n")
        form = player.app.screen.form
        form.choose(form["system"], form["system"].choices.index("pmc2640"))
        await player.press("v")
        assert isinstance(player.app.screen, ScenarioScreen)
        assert player.picture == snapshot
        cursor = player.app.screen.field.cursor
        await player.press("right")
        assert player.app.screen.field.cursor != cursor
        await player.press("v")
        assert "The forces" in player.picture
        await player.press("escape minus minus minus")
        assert "as far as it gets" in player.picture
        await player.press("escape")
        assert isinstance(player.app.screen, NewGameScreen)
        assert not paths.saved_games()


async def test_a_table_that_cannot_be_set_is_not_looked_at(toy_files):
    async with at(None, size=(140, 40)) as player:
        await player.press("n")
        screen = player.app.screen
        choose_toy(screen.form)
        line = screen.form["force0"]
        screen.form.choose(line, line.choices.index("horde"))
        await player.press("v")
        assert player.app.screen is screen
        assert "Horde has 3 tokens, 1 or 2 may play" in player.picture


# ---------------------------------------------------------------- a draw is offered
def mechcom_form(scenario: str) -> Form:
    form = Form()
    form.choose(form["system"], form["system"].choices.index("mechcom"))
    form.choose(form["scenario"], form["scenario"].choices.index(scenario))
    return form


def test_a_new_game_says_after_how_many_quiet_rounds_a_draw_is_offered(home):
    form = mechcom_form("canyon-flags")
    line = form["stalemate"]
    assert (line.choices, line.shown) == (["0", "5", "10", "20"], "after 10 rounds in which nothing happens")
    assert form.setup().stalemate == 10
    form.choose(line, 0)
    assert (line.shown, form.setup().stalemate) == ("never", 0)
    assert "ours, not of the book" in form.about(line)[0][0]


def test_the_choice_outlives_a_new_force(home):
    form = mechcom_form("canyon-flags")
    form.choose(form["stalemate"], 0)
    form.forces_anew("force0", "iron-charter")
    assert (form["stalemate"].shown, form["force0"].value) == ("never", "iron-charter")


def test_a_scenario_that_ends_by_itself_has_no_such_line(home):
    form = mechcom_form("canyon-zone")
    assert "stalemate" not in {line.name for line in form.lines}
    assert form.setup().stalemate is None


@pytest.mark.parametrize("scenario", ["canyon-flags", "two-against-two"])
async def test_the_form_fits_a_small_screen(home, scenario):
    async with at(None, size=(80, 24)) as player:
        await player.press("n")
        screen = player.app.screen
        assert isinstance(screen, NewGameScreen)
        screen.form = mechcom_form(scenario)
        screen.index = 1
        screen.draw()
        await player.pilot.pause()
        assert "Draw offered" in player.picture
        await player.press("enter")
        assert "Begin the battle" in player.picture


# ---------------------------------------------------------------- the briefing, and what is known of rulebooks
@pytest.mark.parametrize("name", ["armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander"])
def test_a_briefing_says_who_fights_whom_for_what_and_with_what(name):
    found, info = new_game.find_scenario(f"{name}/quick-start")
    session = Session.new(new_game.set_table(found, info, players=["greedy", "keyboard"], seed=1))
    told = briefing(found, session.game)
    assert told.reader == 1, "it is for the person"
    assert told.own.name == "Blue"
    assert [side.name for side in told.enemies] == ["Red"]
    assert told.length == info.length, "from the scenario, found again by its data"
    text = "\n".join("".join(word for word, _ in line) for line in briefing_lines(told, 76, palette("mono"), UNICODE))
    for line in found.roster(session.game):
        assert f" {line.tag} " in text
    assert " ".join(told.standing.goal.split()[:3]) in text
    assert told.about.know
    assert told.about.turn
    assert told.about.level
    assert all(len(line) <= 78 for line in text.splitlines())


async def test_sides_are_changed_before_the_battle_and_not_in_it(home):
    async with at(None) as player:
        await player.press("n")
        form = player.app.screen.form
        form.choose(form["player1"], form["player1"].choices.index("greedy"))
        await player.press("enter enter")
        screen = player.app.screen
        assert isinstance(screen, BriefingScreen)
        assert screen.briefing.reader == 0
        await player.press("s")
        assert screen.briefing.reader == 1
        await player.press("enter")
        assert [seat.player for seat in player.session.setup.seats] == ["greedy", "keyboard"]
        await player.press("I s")
        assert "The battle has begun" in player.picture
        await player.press("escape")
        assert isinstance(player.app.screen, BattleScreen)


def test_the_easiest_rulebook_comes_first():
    form = Form()
    levels = [about(name).level for name in form["system"].choices]
    known = [level for level in levels if level]
    assert known == sorted(known, key=LEVELS.index)
    assert levels[: len(known)] == known, "those of which nothing is said come last"
