"""A scenario being written: a form of what its rulebook has, faults at once, a look at the table, a game of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabletop_tui import paths
from tabletop_tui.bindings import SCENARIO_EDITOR
from tabletop_tui.editor import form_rows
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.form_rows import Row
from tabletop_tui.editor.forms import scenario_rows, script_moment_rows
from tabletop_tui.editor.forms.scenario_rows import ADD, Known
from tabletop_tui.editor.own import trial_games
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.scenes import HexScene
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.lab.pairings import matches_of
from tabletop_tui.play import new_game
from tabletop_tui.reports import table_plan
from tabletop_tui.rulebook.scenario_form import Laid, ScenarioForm
from tabletop_tui.rulebook.scenario_script_files import MOMENTS
from tabletop_tui.rulebook.system import ScenarioInfo
from tabletop_tui.screens.base.command_screen import bindings
from tabletop_tui.screens.base.dialogs import ListItem
from tabletop_tui.screens.base.scenario_marks import shown
from tabletop_tui.screens.editor import balance_dialog
from tabletop_tui.screens.editor.condition_dialog import AskCondition
from tabletop_tui.screens.editor.form import FormScreen, SubForm
from tabletop_tui.screens.editor.place_picker import PickPlace
from tabletop_tui.widgets.styled_text import TextLine, wrap


class ScenarioEditor(FormScreen):
    """A scenario file."""

    opened_as = "editor"
    commands = SCENARIO_EDITOR
    BINDINGS = bindings(SCENARIO_EDITOR)
    hinted = (
        *("form.take", "form.next", "form.usual", "scenario-editor.map", "scenario-editor.play"),
        *("scenario-editor.balance", "editor.save", "editor.undo", "scenario-editor.print"),
    )

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        form = scenario_rows.form_of(self.system)
        assert form is not None
        self.form: ScenarioForm = form
        self._found: tuple[int, ScenarioInfo | None, Known] | None = None

    # ------------------------------------------------------------------ how it stands
    def _look_up(self) -> tuple[int, ScenarioInfo | None, Known]:
        """The scenario as it would be played (None while it cannot be), and what it may name."""
        if self._found is None or self._found[0] != self.document.version:
            try:
                info: ScenarioInfo | None = trial_games.info_of(self.document)
            except BadFile:
                info = None
            table = info or trial_games.table_of(self.document)
            known = scenario_rows.known_of(self.system, None if table is None else table.data)
            self._found = self.document.version, info, known
        return self._found

    @property
    def info(self) -> ScenarioInfo | None:
        return self._look_up()[1]

    def laid(self) -> list[Laid]:
        return [] if self.info is None else self.form.laid(self.info.data)

    def make_rows(self) -> list[Row]:
        form = scenario_rows.rows(self.form, self.document.data, self._look_up()[2])
        return [*form, *script_moment_rows.rows(self.document.data)]

    def put(self, row: Row, value: Any) -> None:
        self._put(row.key, row.label, value)
        self.draw()

    def _put(self, key: str, label: str, value: Any) -> None:
        said = "as usual" if value is None else form_rows.as_toml(value)[:24]
        if key.startswith(f"{MOMENTS}."):
            self.document.change(f"{label}: {said}", lambda data: script_moment_rows.put(data, key, value))
        else:
            self.document.change(f"{label}: {said}", lambda data: scenario_rows.put(self.form, data, key, value))

    def act(self, row: Row) -> None:
        if row.key == script_moment_rows.ADD:
            self._put(row.key, "a moment", {"says": ""})
            self._open_moment(len(script_moment_rows.listed(self.document.data)) - 1)
        elif row.key.startswith(f"{MOMENTS}."):
            self._open_moment(int(row.key.partition(".")[2]))
        elif row.key.endswith(ADD):
            self.pick_place(row)

    def _open_moment(self, number: int) -> None:
        """The form of one moment of the story."""
        game = self._game()

        def make_rows() -> list[Row]:
            return script_moment_rows.form_rows(self.document.data, number, game)

        def put(key: str, value: Any) -> None:
            self._put(key, script_moment_rows.LABELS[key.rpartition(".")[2]].strip(), value)

        form = MomentForm(self.document, f"Moment {number + 1}", make_rows, put, self.find_faults, game)
        self.tabletop.push_screen(form, lambda _: self.draw())

    @property
    def here(self) -> str:
        info = self.info
        return "" if info is None else f"{info.seats} players, {info.size}"

    def side_lines(self, width: int) -> list[TextLine]:
        """What the row means, then what the scenario lays on the table."""
        lines = super().side_lines(width)
        if laid := self.laid():
            lines += [[], [("On the table", "head")]]
            lines += [
                line for one in laid for line in wrap([(one.name, "strong"), (f"  {one.says}", "dim")], width, "  ")
            ]
        return lines

    # ------------------------------------------------------------------ the table
    def _game(self) -> Game[Any] | None:
        """The battle before its first step; None, said why, where there cannot be one."""
        info = self.info or trial_games.table_of(self.document)
        if info is None:
            self.note(self.faults[0].fix if self.faults else "It is not sound yet")
            return None
        try:
            names = trial_games.forces_for(self.document, info)
            forces = [new_game.find_force(self.system, name) for name in names]
            return self.system.start(new_game.set_table(self.system, info, forces, seed=1))
        except (BadFile, new_game.BadChoice) as error:
            self.note(str(error))
            return None

    def pick_place(self, row: Row) -> None:
        game = self._game()
        if game is None:
            return
        scene = self.system.scene(game)

        def take(spot: str | None) -> None:
            if spot:
                self.put(row, scenario_rows.place_of(spot, isinstance(scene, HexScene)))
            self.draw()

        self.tabletop.push_screen(PickPlace(row.label, scene, _spot(row.value), shown(scene, self.laid())), take)

    def do_map(self) -> None:
        """The table with what the scenario lays on it."""
        game = self._game()
        if game is not None:
            scene = self.system.scene(game)
            name = str(self.document.data.get("name", ""))
            self.tabletop.push_screen(PickPlace(name, scene, "", shown(scene, self.laid())))

    # ------------------------------------------------------------------ what comes of it
    def do_play(self) -> None:
        try:
            info = trial_games.of_scenario(self.document)
        except (BadFile, new_game.BadChoice) as error:
            self.note(error.fix if isinstance(error, BadFile) else str(error))
            return
        self.begin(info)

    def do_balance(self) -> None:
        """A small series of games, each force on each side in turn."""
        info = self.info
        if info is None:
            self.note(self.faults[0].fix if self.faults else "It is not sound yet")
            return
        try:
            forces = trial_games.forces_for(self.document, info)
            matches = matches_of(self.system, info, forces=forces, games=balance_dialog.GAMES)
        except (BadFile, new_game.BadChoice) as error:
            self.note(str(error))
            return
        self.tabletop.push_screen(balance_dialog.Balance(f"Whom {info.name} favours", matches))

    def do_print(self) -> None:
        """A page to build the table by, among the player's own reports, and a picture beside it."""
        game = self._game()
        if game is None:
            return
        goal, info = self.system.standing(game).goal, self.info
        if info is None:
            self.note(self.faults[0].fix if self.faults else "It is not sound yet")
            return
        try:
            path = table_plan.write_beside_reports(
                paths.reports(), info.name, info.summary, self.system.scene(game), self.laid(), goal
            )
        except BadFile as error:
            self.note(error.brief)
        else:
            self.note(f"Written: {path}, and a picture beside it")


class MomentForm(SubForm):
    """A moment of the story; its condition is chosen from sentences."""

    def __init__(
        self,
        document: Document,
        heading: str,
        rows: Callable[[], list[Row]],
        put: Callable[[str, Any], object],
        find_faults: Callable[[], list[BadFile]],
        game: Game[Any] | None,
    ) -> None:
        super().__init__(document, heading, rows, put, find_faults)
        self.game = game

    def act(self, row: Row) -> None:
        if row.key.endswith(".comes"):
            self.choose_who_comes(row)
        else:
            AskCondition(self, self._battle, "When does it come?", lambda condition: self.put(row, condition)).ask()

    def choose_who_comes(self, row: Row) -> None:
        """One more unit comes with this moment, or one less."""
        game = self._battle()
        if game is None:
            return
        moment = script_moment_rows.listed(self.document.data)[int(row.key.split(".")[1])]
        come = script_moment_rows.brought(moment)
        told = {True: "  comes; Enter takes it out", False: ""}
        items = [
            ListItem(str(one.value), [(one.words, "strong"), (told[one.value in come], "dim")])
            for one in script_moment_rows.units_of(game)
        ]
        self.choose(row.label, items, lambda unit: self.put(row, script_moment_rows.toggled(moment, unit)))

    def _battle(self) -> Game[Any] | None:
        if self.game is None:
            self.note("The scenario cannot be played yet, so there are no units to choose; type it as TOML")
        return self.game


def _spot(value: Any) -> str:
    """A place of a file as a spot of the map."""
    if isinstance(value, list) and len(value) == 2:
        return ",".join(f"{at:g}" for at in value if isinstance(at, int | float))
    return value if isinstance(value, str) else ""
