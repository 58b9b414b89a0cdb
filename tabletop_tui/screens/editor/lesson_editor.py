"""A lesson or a puzzle being written: goal, hints, a solution that is played in, and whether all of it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tabletop_tui.bindings import LESSON_EDITOR
from tabletop_tui.editor import form_rows
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.form_rows import Row
from tabletop_tui.editor.forms import goal_templates, lesson_fixes, lesson_making, lesson_rows
from tabletop_tui.editor.forms.lesson_rows import ONE_MORE
from tabletop_tui.editor.own import own_files
from tabletop_tui.editor.positions.position_sketch import Sketch, sketched
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.setup import SEAT_NAMES
from tabletop_tui.engine.wording import counted
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import attempt
from tabletop_tui.process.worker_process import Beside, Failed, Job
from tabletop_tui.school.learner_progress import Learner
from tabletop_tui.school.lesson_files import lesson_of
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.school.rolls_of_played_task import loads, rolls_of
from tabletop_tui.screens.base.command_screen import bindings
from tabletop_tui.screens.base.dialogs import ListItem
from tabletop_tui.screens.battle.lesson_screen import LessonScreen
from tabletop_tui.screens.editor.condition_dialog import AskCondition
from tabletop_tui.screens.editor.form import FormScreen
from tabletop_tui.screens.editor.position_editor import PositionScreen
from tabletop_tui.screens.learning.lesson_course import task_screen
from tabletop_tui.widgets.styled_text import TextLine, wrap

LISTENS = 0.1
"""Seconds between two looks for what was worked out."""


TOML = "typed"
"""The key of what is typed instead of chosen."""
LONGEST_HEAD = 160


class Visitor(Learner):
    """Somebody who tries a lesson that is being written: nothing of it is kept."""

    home = "back to the editor"

    def keep(self, change: Callable[[Learner], object]) -> None:
        change(self)


class LessonEditor(FormScreen):
    """A lesson or puzzle file, one of its tasks at a time."""

    opened_as = "editor"
    commands = LESSON_EDITOR
    BINDINGS = bindings(LESSON_EDITOR)
    hinted = (
        *("form.take", "form.usual", "lesson-editor.position", "lesson-editor.play-in", "lesson-editor.check"),
        *("lesson-editor.play", "editor.save", "editor.undo", "lesson-editor.odds"),
    )

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.number = 0
        """Which of its tasks is written, counted from 0."""
        self._playing: LessonRun | None = None
        """The run in which a solution is being played in."""
        self._beside = Beside()
        self._asked = 0
        """The version of the document about which something is being worked out."""
        self._then: Callable[[Any], object] = self._found

    # ------------------------------------------------------------------ how it stands
    @property
    def written(self) -> Mapping[str, Any]:
        return lesson_making.tasks_of(self.document.data)[self.number]

    @property
    def sketch(self) -> Sketch:
        position = self.written.get("position", {})
        return sketched(self.document.system, position if isinstance(position, Mapping) else {})

    def _game(self) -> Game[Any] | None:
        game = self.sketch.game
        if game is None:
            self.note("Its position has no table yet")
        return game

    def find_faults(self) -> list[BadFile]:
        """As it is read; what it promises is proved when that is asked for."""
        return self._mine(lesson_making.faults(self.document.data, self.document.path))

    def make_rows(self) -> list[Row]:
        self.number = min(self.number, len(lesson_making.tasks_of(self.document.data)) - 1)
        game = self.sketch.game
        sides = [*SEAT_NAMES[:2]] if game is None else [seat.name for seat in game.setup.seats]
        return lesson_rows.rows(self.document.data, self.number, sides)

    def _mine(self, faults: Iterable[BadFile]) -> list[BadFile]:
        """The same faults, seen from the task that is written."""
        here = f"{lesson_making.TASK}[{self.number}]."
        return [BadFile(fault.path, fault.place.removeprefix(here), fault.fix) for fault in faults]

    @property
    def here(self) -> str:
        kind = self.document.kind
        solution = lesson_making.solution_of(self.written)
        return f"{kind}, {counted(len(solution), 'answer')}" if solution else f"{kind}, no solution yet"

    def put(self, row: Row, value: Any) -> None:
        if row.key == "task shown":
            self.number = int(value)
        else:
            said = "as usual" if value is None else form_rows.as_toml(value)[:24]
            number = self.number
            self.document.change(
                f"{row.label.strip()}: {said}", lambda data: lesson_rows.put(data, number, row.key, value)
            )
        self.draw()

    def side_lines(self, width: int) -> list[TextLine]:
        """What the row means; of the position who is there."""
        lines = super().side_lines(width)
        game = self.sketch.game
        if self.row is not None and self.row.key == "position" and game is not None:
            lines.append([])
            roster = [line for line in game.system.roster(game) if line.spot]
            lines += [line for one in roster for line in wrap([(f"{one.tag}  {one.name}  {one.spot}", "text")], width)]
        return lines

    # ------------------------------------------------------------------ the goal
    def act(self, row: Row) -> None:
        if row.key == "position":
            self.do_position()
            return
        if row.key in ("offer", "dice"):
            (self._choose_offer if row.key == "offer" else self._choose_dice)()
            return
        _, key, place = row.key.split(".")
        if place == ONE_MORE:
            self._add(key)
        else:
            self._replace(key, int(place))

    def _replace(self, key: str, number: int) -> None:
        items = [ListItem("out", [("Remove it", "text")]), ListItem("other", [("Replace it", "text")])]

        def take(chosen: str) -> None:
            self._change("take a condition out", lambda task: lesson_making.drop_wanted(task, key, number))
            if chosen == "other":
                self._add("all" if key == "want" else key)

        self.choose("What about this condition?", items, take)

    def _change(self, label: str, edit: Callable[[dict[str, Any]], object]) -> None:
        number = self.number
        self.document.change(label, lambda data: edit(lesson_making.tasks_of(data)[number]))
        self.draw()

    def _add(self, key: str) -> None:
        """One more condition, from the list of sentences."""
        AskCondition(self, self._game, lesson_rows.WANTED[key], lambda found: self._wanted(key, found)).ask()

    def _wanted(self, key: str, condition: Mapping[str, Any]) -> None:
        told = goal_templates.told(condition)
        self._change(told[:40], lambda task: lesson_making.add_wanted(task, key, condition))

    # ------------------------------------------------------------------ what is offered, which dice come
    def _choose_offer(self) -> None:
        """The actions on the way of the solution, each on the list or not."""
        try:
            found = lesson_fixes.actions(self.document.data, self.number, self.document.path)
        except BadFile as error:
            self.note(error.fix)
            return
        held = [str(one) for one in lesson_making.listed(self.written.get("offer"))]
        items = [
            ListItem(word, [("[x] " if word in held else "[ ] ", "key"), (label, "strong"), (f"  {word}", "dim")])
            for word, label in found
        ]
        items += [ListItem(word, [("[x] ", "key"), (word, "strong")]) for word in held if word not in dict(found)]

        def take(word: str) -> None:
            left = [one for one in held if one != word] if word in held else [*held, word]
            self._change("what is offered", lambda task: _put_list(task, "offer", left))
            self._choose_offer()

        self.choose("What is offered (all if nothing is marked)", items, take)

    def _choose_dice(self) -> None:
        """Load what the solution rolls, take a load out, or leave all to chance."""
        held = [one for one in lesson_making.listed(self.written.get("dice")) if isinstance(one, Mapping)]
        items = [ListItem("as rolled", [("Load the dice that the solution rolls", "strong")])] if self._solution else []
        titles = {rule.id: rule.title for rule in self.system.reference()}
        items += [
            ListItem(str(place), [(_faces(one), "strong"), (f"  {_rule(one)} {titles.get(_rule(one), '')}", "dim")])
            for place, one in enumerate(held)
        ]
        items += [ListItem("chance", [("All dice of chance", "strong")])] if held else []
        items.append(ListItem(TOML, [("typed as TOML", "dim")]))

        def take(key: str) -> None:
            if key == TOML:
                self.do_type()
            elif key == "as rolled":
                run = lesson_fixes.solved(self.document.data, self.number, self.document.path)
                self._change("the dice as rolled", lambda task: _put_list(task, "dice", loads(rolls_of(run))))
            elif key == "chance":
                self._change("dice of chance", lambda task: _put_list(task, "dice", []))
            else:
                self._choose_load(held, int(key))

        self.choose("Which dice come; Enter changes a load", items, take)

    def _choose_load(self, held: Sequence[Mapping[str, Any]], place: int) -> None:
        """Other faces for a load, or out with it."""
        items = [ListItem("faces", [("Other faces", "strong"), (f"  {_faces(held[place])}", "dim")])]
        items.append(ListItem("out", [("Take it out", "strong")]))
        row = Row("faces", "The faces, as 6 5 3", "value", lesson_making.listed(held[place].get("faces")), several=True)

        def put(faces: Any) -> None:
            changed = [{**one, "faces": faces} if at == place else dict(one) for at, one in enumerate(held)]
            self._change("the dice", lambda task: _put_list(task, "dice", changed))

        def take(key: str) -> None:
            if key == "faces":
                self.type_in(row, put)
            else:
                left = [one for at, one in enumerate(held) if at != place]
                self._change("the dice", lambda task: _put_list(task, "dice", left))

        self.choose(f"{_rule(held[place])}: {_faces(held[place])}", items, take)

    @property
    def _solution(self) -> list[Any]:
        return lesson_making.solution_of(self.written)

    # ------------------------------------------------------------------ its position
    def do_position(self) -> None:
        place = (*lesson_making.place_of(self.document.data, self.number), "position")
        self.tabletop.push_screen(PositionScreen(self.document, place), lambda _: self.draw())

    # ------------------------------------------------------------------ its solution
    def do_play_in(self) -> None:
        """Play the solution on the screen of lessons; what was answered is written down on the way back."""
        try:
            run = lesson_making.to_play_in(self.document.data, self.number, self.document.path)
        except BadFile as error:
            self.note(error.fix)
            return
        self._playing = run
        self.tabletop.push_screen(LessonScreen(run, Visitor(self.document.system)))

    def on_screen_resume(self) -> None:
        run, self._playing = self._playing, None
        if run is not None:
            self._write_down(run)
        self.draw_soon()

    def _write_down(self, run: LessonRun) -> None:
        answers = lesson_making.played_in(run)
        if not answers:
            self.notice = "Nothing was answered, so nothing was written down"
            return
        told = counted(len(answers), "answer")
        self._change(f"a solution of {told}", lambda task: task.update(solution=answers))
        self.notice = f"Written down: {told}; {self._key_of('lesson-editor.check')} checks the solution"
        self._offer_dice(loads(rolls_of(run)))

    def _offer_dice(self, rolled: list[dict[str, Any]]) -> None:
        """Ask whether the dice that were just rolled are to come for a learner, too."""
        if not rolled or lesson_making.goal_of(self.written).get("judge", "event") != "event":
            return
        if rolled == self.written.get("dice"):
            return
        said = "; ".join(f"{one['rule']} {' '.join(map(str, one['faces']))}" for one in rolled)
        items = [
            ListItem("load", [("Load them, so that every learner rolls the same", "strong"), (f"  {said}", "dim")]),
            ListItem("leave", [("Leave the dice as they are", "strong")]),
        ]

        def take(key: str) -> None:
            if key == "load":
                self._change("the dice as rolled", lambda task: _put_list(task, "dice", rolled))

        self.choose("Dice were rolled on the way", items, take)

    def _key_of(self, command: str) -> str:
        return self.commands.keys(command, self.tabletop.keymap)[0]

    def do_odds(self) -> None:
        """Let the best chance be found, and a line that has it."""
        if len(lesson_making.tasks_of(self.document.data)) > 1:
            self.note("Odds are found for a file of one task")
            return
        self._compute("Finding the best chance", lesson_making.best_line, self._found)

    def _found(self, found: str | tuple[dict[str, Any], str]) -> None:
        if isinstance(found, str):
            self.note(found)
            return
        table, first = found
        self.document.change("the best line", lambda data: data.update(table))
        self.note(f"The best chance is {table['goal']['best']:.3f}; begin with {first}")

    # ------------------------------------------------------------------ what takes long
    def _compute(self, doing: str, job: Job, then: Callable[[Any], object]) -> None:
        """Do a job with the lesson in a process of its own, and go on with what it finds; Esc ends it."""
        self._asked, self._then = self.document.version, then
        self._beside.start(job, dict(self.document.data), self.document.path)
        self.note(f"{doing}; Esc stops")

    def _listen(self) -> None:
        try:
            heard = self._beside.heard()
        except Failed as error:
            self.note(f"That cannot be worked out: {error}")
            return
        for found in heard:
            if self.document.version == self._asked:
                self._then(found)
            else:
                self.note("The file has changed meanwhile; ask again")

    def drop(self) -> bool:
        busy = self._beside.busy
        if busy:
            self._beside.close()
            self.notice = "Stopped"
        return busy

    def on_mount(self) -> None:
        self.set_interval(LISTENS, self._listen)

    def on_unmount(self) -> None:
        self._beside.close()

    # ------------------------------------------------------------------ does it hold
    def do_check(self) -> None:
        self.look_over()  # what is found now is not told over by what is found in the next pause
        self._compute("Checking", lesson_making.proved, self._checked)

    def _checked(self, faults: list[tuple[str, str]]) -> None:
        self.faults = self._mine(BadFile(self.document.path, place, fix) for place, fix in faults)
        if self.faults:
            self.note("".join(part for part, _ in self.said_of(self.faults[0])))
            self._offer_fixes()
        else:
            self.note("It keeps what it promises")

    def _offer_fixes(self) -> None:
        """What can be done about what was found, to be taken with Enter."""
        told = [(fault.place, fault.fix) for fault in self.faults]
        try:
            found = lesson_fixes.fixes(self.document.data, self.number, self.document.path, told)
        except BadFile:
            return
        if found:
            items = [ListItem(str(place), [(one.words, "strong")]) for place, one in enumerate(found)]
            items.append(ListItem("leave", [("Leave it as it is", "dim")]))

            def take(key: str) -> None:
                if key != "leave":
                    self._change(found[int(key)].words[:40], found[int(key)].edit)
                    self.do_check()

            self.choose("".join(part for part, _ in self.said_of(self.faults[0]))[:LONGEST_HEAD], items, take)

    def do_play(self) -> None:
        """Take it as a learner does; nothing of that is kept."""
        try:
            lesson = attempt(self.document.path, lambda: lesson_of(self.document.data, self.document.path))
            run = attempt(self.document.path, lambda: LessonRun(lesson, self.number))
        except BadFile as error:
            self.note(error.fix)
            return
        self.tabletop.push_screen(task_screen(self.tabletop, run, Visitor(self.document.system)))


def _rule(load: Mapping[str, Any]) -> str:
    return str(load.get("rule", ""))


def _faces(load: Mapping[str, Any]) -> str:
    """The faces of a load, one after the other."""
    return " ".join(map(str, lesson_making.listed(load.get("faces"))))


def _put_list(task: dict[str, Any], key: str, value: list[Any]) -> None:
    """A list of the task; none where it is empty."""
    if value:
        task[key] = value
    else:
        task.pop(key, None)


def begun(kind: str, position: Mapping[str, Any], of: Document) -> LessonEditor:
    """A new lesson or puzzle of a position."""
    return LessonEditor(own_files.new_lesson(kind, position, of.system, str(of.data.get("name", kind))))
