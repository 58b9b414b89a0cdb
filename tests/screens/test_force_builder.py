"""The force builder by keystrokes: add, refuse, change, name, save, load, print, leave."""

import pytest

from tabletop_tui import paths
from tabletop_tui.rulebook.registry import system
from tabletop_tui.screens.base.dialogs import Choose, Confirm
from tabletop_tui.screens.forces.force_builder import FORCE, SHOP, BuilderScreen, ForceEditor, open_builder
from tabletop_tui.screens.start.new_game import NewGameScreen
from tabletop_tui.screens.start.title import TitleScreen
from tests.screens.conftest import Player, at


async def build(player: Player, name: str) -> BuilderScreen:
    """The builder of a system, from the title."""
    player.app.push_screen(open_builder(system(name)))
    await player.pilot.pause()
    screen = player.app.screen
    assert isinstance(screen, BuilderScreen)
    return screen


async def test_a_squad_is_built_named_and_saved(home):
    async with at(None) as player:
        screen = await build(player, "mechcom")
        assert "at least one mech" in player.picture
        await player.press("enter enter")
        assert "380/1000 points" in player.picture
        await player.press("tab down enter M a r k s enter")
        assert "Sentinel Marksman" in player.picture
        assert "410/1000 points" in player.picture
        await player.press("n T o m enter")
        assert "Tom (Sentinel Marksman)" in player.picture
        await player.press("up n W a l l enter s")
        assert (home / "rosters" / "mechcom" / "wall.toml").is_file()
        assert screen.bench.saved
        found = {info.id: info for info in system("mechcom").forces(paths.roster_folders())}
        assert (found["wall"].name, found["wall"].cost) == ("Wall", 410)
        await player.press("escape")
        assert isinstance(player.app.screen, TitleScreen)


async def test_what_is_not_allowed_says_which_rule_forbids_it():
    async with at(None, size=(110, 30)) as player:
        screen = await build(player, "mechcom")
        await player.press("enter")
        place = next(n for n, offer in enumerate(screen.bench.offers) if offer.id == "wasp")
        screen.bench.index[SHOP] = 0
        await player.press("down " * place)
        assert "Wasp is a mech of Corpro, not of I.C.S.E." in player.picture
        assert "MC-SHEET-12" in player.picture
        await player.press("enter")
        assert len(screen.bench.bought) == 1
        assert "This cannot be added" in player.picture


@pytest.mark.parametrize("book", ["armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander"])
async def test_an_empty_force_becomes_one_that_may_buy_what_is_taken_first(book):
    """Each entry that another faction sells is bought by Enter, and said beside it is whose it is."""
    async with at(None, size=(110, 30)) as player:
        screen = await build(player, book)
        bench, tried = screen.bench, 0
        for offer_id, (_, choice) in list(bench.elsewhere.items()):
            bench.take(bench.muster.blank())
            bench.side, bench.index[SHOP] = SHOP, next(n for n, one in enumerate(bench.offers) if one.id == offer_id)
            screen.draw()
            await player.pilot.pause()
            assert choice.name in next(
                line for line in player.picture.splitlines() if screen.tabletop.glyphs.pointer in line
            )
            await player.press("enter")
            assert len(bench.bought) == 1
            assert bench.offer is not None
            assert bench.offer.id == offer_id
            assert choice.name in player.picture
            tried += 1
        assert tried == {"mechcom": 12}.get(book, 0), tried


async def test_what_is_refused_is_told_apart_without_colours():
    async with at(None, palette="mono") as player:
        await build(player, "mechcom")
        await player.press("enter")
        lines = player.picture.splitlines()
        assert "MC-SHEET-12" in next(line for line in lines if "Wasp" in line)
        assert "MC-" not in next(line for line in lines if "Warden" in line).split("220")[0]


async def test_a_refused_choice_cannot_be_taken():
    async with at(None) as player:
        screen = await build(player, "armymen")
        bench = screen.bench
        bench.change(bench.muster.put(bench.muster.add(bench.force, "riflemen"), 0, "upgrades", "bazooka"))
        await player.press("tab down enter F l a m e")
        assert isinstance(player.app.screen, Choose)
        assert "AMC-UPG-4" in player.picture
        await player.press("enter escape")
        assert bench.force["unit"][0]["upgrades"] == ["bazooka"]
        await player.press("c c x")
        assert len(bench.bought) == 2


async def test_what_would_be_lost_is_asked_about(home):
    async with at(None) as player:
        await build(player, "pmc2640")
        await player.press("enter escape")
        assert isinstance(player.app.screen, Confirm)
        await player.press("n")
        assert isinstance(player.app.screen, BuilderScreen)
        await player.press("s")
        assert "Only a whole force is saved" in player.picture
        assert not (home / "rosters").exists()
        await player.press("escape Y")
        assert isinstance(player.app.screen, TitleScreen)


async def test_a_ready_force_is_loaded_and_replaced_only_when_asked(home):
    async with at(None) as player:
        screen = await build(player, "pmc2640")
        await player.press("l T h e t a enter")
        assert screen.bench.force["name"] == "Theta"
        assert "can be saved" in player.picture or screen.bench.fault is None
        await player.press("s")
        assert "in place of the ready force Theta" in player.picture
        await player.press("x")
        assert not (home / "rosters").exists()
        await player.press("s Y")
        assert (home / "rosters" / "pmc2640" / "theta.toml").is_file()
        await player.press("s p")
        assert (home / "pages" / "pmc2640" / "theta.html").is_file()


async def test_a_damaged_roster_is_one_sentence_in_the_builder_and_hides_no_other(home):
    path = home / "rosters" / "mechcom" / "bad.toml"
    path.parent.mkdir(parents=True)
    async with at(None, size=(120, 30)) as player:
        await build(player, "mechcom")
        path.write_text('system = "mechcom"\nkind = "squad"\n')
        await player.press("l")
        assert "Choir Patrol" in player.picture
        await player.press("escape")
        assert "bad.toml" in player.picture
        path.write_text('system = "mechcom"\nkind = "???"\n')
        await player.press("escape b")
        await player.press("M E C H C enter")
        assert isinstance(player.app.screen, BuilderScreen), "it is no catalogue that the builder would need"


async def test_a_new_game_takes_the_force_that_was_built(home):
    async with at(None) as player:
        await player.press("n")
        new = player.app.screen
        assert isinstance(new, NewGameScreen)
        new.form.choose(new.form["system"], new.form["system"].choices.index("mechcom"))
        new.index = new.form.lines.index(new.form["force1"])
        await player.press("b enter n " + "backspace " * 9 + "O n e enter s escape")
        assert player.app.screen is new
        assert new.form["force1"].value == "one"
        assert new.form["force0"].value != "one"


async def test_a_system_without_a_builder_says_so():
    async with at(None) as player:
        await player.press("b T o y enter")
        assert isinstance(player.app.screen, TitleScreen)
        assert "Toy has no force builder" in player.picture


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 50)])
@pytest.mark.parametrize("name", ["mechcom", "armymen", "pmc2640"])
async def test_nothing_is_wider_than_the_screen_and_the_marker_is_seen(name, size):
    async with at(None, size=size, ascii=True) as player:
        screen = await build(player, name)
        for _ in range(len(screen.bench.offers)):
            await player.press("down")
            assert " > " in player.picture
        assert screen.bench.index[SHOP] == 0


def test_the_marker_stays_on_the_force_when_rows_go():
    bench = ForceEditor(open_builder(system("mechcom")).bench.muster)
    bench.change(bench.muster.add(bench.force, "sentinel"))
    bench.side = FORCE
    bench.move(1)
    assert bench.row == 0
    bench.change(bench.muster.remove(bench.force, 0))
    assert bench.row is None
    bench.move(10)
    assert bench.index[FORCE] == 0
