"""Which rulebook, before something is done for it; and the first game of one."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_tui.engine.setup import PERSON, Setup
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play import last_new_game, new_game
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.play.position_files import opened
from tabletop_tui.play.seat_clock import minutes_of
from tabletop_tui.rulebook.first_game_hints import guide_of
from tabletop_tui.rulebook.registry import about, system, systems
from tabletop_tui.rulebook.system import System
from tabletop_tui.screens.base.app_protocol import Host, Note
from tabletop_tui.screens.base.base_screen import Closing
from tabletop_tui.screens.base.dialogs import Choose, ListItem
from tabletop_tui.screens.start.title import book_line


def for_system(
    app: Host,
    heading: str,
    go: Callable[[System], object],
    note: Note,
    why_not: Callable[[System], str] = lambda _: "",
) -> None:
    """Do something for a rulebook: the only one there is, or the one that is chosen."""

    def take(name: str | None) -> None:
        if name is None:
            return
        try:
            go(system(name))
        except (BadFile, BadChoice) as error:
            note(str(error))

    wrong: list[BadFile] = []
    found = systems(wrong)
    if len(found) == 1 and not wrong:
        take(found[0].id)
        return
    found.sort(key=lambda one: about(one.id).rank)
    said = [about(one.id) for one in found]
    lines = [book_line(one, said) for one in said]
    items = [ListItem(one.id, line, why_not(one)) for one, line in zip(found, lines, strict=True)]
    items += [ListItem("", [(str(error), "dim")], "Left out") for error in wrong]
    below = app.screen
    over = below.rulebooks_region if isinstance(below, Closing) else lambda: None
    app.push_screen(Choose(heading, items, "no rulebook is installed", over), take)


def first_game(
    app: Host,
    heading: str,
    guided: bool,
    note: Note,
    done: Callable[[], None],
    people: bool = False,
    of: System | None = None,
) -> None:
    """Open a small game of a rulebook that has one, against the computer or among people: its briefing, the battle.

    Of which is asked, unless it is given.
    """

    def go(found: System) -> None:
        opponent = PERSON if people else app.options.opponent
        table = (last_new_game.names(), minutes_of(app.options.clock)) if people else ()
        scenario, setup = new_game.first_setup(found, guided, opponent, *table)

        def begin(setup: Setup) -> None:
            try:
                session = new_game.begin_first(setup, scenario, guided)
            except BadFile as error:
                note(str(error))
                return
            done()
            app.play(session)

        app.open_screen("briefing", found, opened(found, setup), scenario, begin, None, guided)

    if of is not None:
        go(of)
        return
    for_system(
        app, heading, go, note, lambda found: "" if guide_of(found) else "It has no first game; begin a new game"
    )
