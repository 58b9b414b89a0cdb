"""The commands that go through the answers to a question, back out of one, and to the end of an activation."""

from __future__ import annotations

from tabletop_tui.engine.question import Answer, Pick, Place
from tabletop_tui.screens.battle.answer_draft import END
from tabletop_tui.screens.battle.blunder_warning import Tutor
from tabletop_tui.screens.battle.place_keys import PlaceKeys
from tabletop_tui.screens.battle.prompt_lines import no_way_back
from tabletop_tui.screens.battle.screen_protocols import Play


class Navigation:
    """Back, next, previous, and the end of the activation."""

    def __init__(self, view: Play, places: PlaceKeys, tutor: Tutor) -> None:
        self.view, self.model, self.places, self.tutor = view, view.model, places, tutor

    def do_back(self) -> None:
        """Out of what is looked at or made, a step each time; then the last answer is taken back."""
        model, view = self.model, self.view
        if self.tutor.drop():
            view.note("The answer was taken back")
            return
        if model.mode or model.tape:
            model.mode = model.tape = ""
            if model.draft is not None:
                model.draft.in_hand = 0
        elif model.overlay_name:
            model.overlay_name = ""
        elif model.draft is not None and model.draft.back():
            self.places.lay_on_way()
        elif why := no_way_back(model, view.key_of("battle.undo")):
            view.note(why)
            return
        else:
            view.take_back(model.session.undo)
            return
        view.draw_cursor()

    def do_next(self, step: int = 1) -> None:
        """The next option, place or way; where none is asked for, the next unit."""
        model, view = self.model, self.view
        if model.draft is not None and not model.mode:
            if model.draft.options:
                model.draft.cycle(step)
                view.follow_option()
                view.draw_cursor()
                return
            if model.draft.piece is not None:
                self.places.next_way(step)
                return
            if isinstance(model.draft.question, Place):
                self.places.next_place(step)
                return
        view.cycle([line.spot for line in model.roster if line.unit in model.where], step)

    def mark_another(self, answer: Answer) -> None:
        """Mark something else than an answer that was asked about and not confirmed, if that is still marked."""
        model, draft = self.model, self.model.draft
        if draft is None or answer != draft.answer(model.field.cursor):
            return
        if isinstance(draft.question, Pick):
            draft.pass_on()
            self.view.follow_option()
        elif isinstance(draft.question, Place) and draft.piece is None:
            self.places.next_place(1)
        self.view.draw_cursor()

    def do_previous(self) -> None:
        self.do_next(-1)

    def do_end_activation(self) -> None:
        question = self.model.question
        if isinstance(question, Pick) and question.option(END) is not None:
            if not self.view.held(END):
                self.view.answer(END)
        elif self.model.staying:
            if not self.view.held(END):
                self.view.answer(self.model.staying)
        else:
            self.view.note("Finish or leave this choice first; then the activation can be ended")
