"""The coach beside the battle screen: it thinks in a process of its own, and hints at a key."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.geometry import Region

from tabletop_tui.coach.answer_comparison import Plan
from tabletop_tui.coach.hints import Thinking, think
from tabletop_tui.coach.snapshot import Snapshot
from tabletop_tui.engine.question import Answer, Pick, Place, Question
from tabletop_tui.process.worker_process import Beside, Failed
from tabletop_tui.screens.battle.answer_prefill import prefill
from tabletop_tui.screens.battle.battle_model import BattleModel
from tabletop_tui.screens.battle.blunder_warning import Tutor
from tabletop_tui.screens.battle.log_and_digest_commands import Reading
from tabletop_tui.screens.battle.pages.hint_page import HintPage
from tabletop_tui.screens.battle.place_keys import PlaceKeys
from tabletop_tui.screens.battle.prompt_lines import prompt_words
from tabletop_tui.screens.battle.screen_protocols import Play
from tabletop_tui.widgets.map.shared.page_marks import Sighting
from tabletop_tui.widgets.map.shared.traces import WAY, TraceLine, Traces, cells_of

PLANNED = "As the coach has it"
"""What is said of an answer that is offered because a hint, or the better answer of the tutor, planned it."""


class Coaching:
    """Hints. What was thought about a question is kept as long as that waits."""

    def __init__(self, view: Play, reading: Reading, places: PlaceKeys) -> None:
        self.view, self.model, self.reading, self.places = view, view.model, reading, places
        self.beside = Beside()
        self.thinking = Thinking(None)
        self._about: Question | None = None
        """The question that is thought about."""
        self._taken: Plan = ()
        """The answer that was taken from a hint, with what that planned after it; () once something else is done."""
        self._planned: Plan = ()
        """What it planned for the question that waits, and those after it."""
        self._marked: Answer = None
        """What the program has marked at first sight for the question that waits; None for nothing yet ..."""
        self._vouched: list[Answer] = []
        """... and what it has put there on thought, or its player holds to: the tutor has nothing to say of it."""
        self.tutor = Tutor(view, self.beside, self.do_hint, self.take)
        places.advised = self.advised

    def do_hint(self) -> None:
        """The page of hints for the question that waits."""
        question = self.model.question
        assert question is not None
        self.tutor.drop()  # whoever asks for hints has not made up his mind
        self.think_about(question)

        def sighting(plan: Plan) -> Sighting:
            return plan_sighting(self.model, question, plan)

        page = HintPage(self.look, self.stop, self.reading.signs, self.show, sighting, self.take, self.room)
        self.view.tabletop.push_screen(page)

    def show(self, sighting: Sighting | None) -> None:
        """Show hints on the map, with its figures by which they name places; with None, the map as it was."""
        self.view.field.speak_of_spots(sighting is not None)
        self.reading.sight(sighting)

    def room(self) -> Region:
        """Where there is room beside the map."""
        return self.view.panels.side.region

    def do_analysis(self) -> None:
        """What the answers so far cost."""
        session = self.model.session
        path = session.journal.path if session.journal is not None else None
        if path is not None:
            session.make_safe()
        self.view.tabletop.open_screen("analysis", session, path)

    def look_first(self, answer: Answer, send: Callable[[], object], sure: Callable[[], object]) -> None:
        """Send an answer, after the tutor has looked at it; `sure` sends one that he doubted."""
        if answer in self._vouched:
            send()
            return
        advice = self.look().advice if self.model.question is self._about else None
        offered = answer in (self._marked, self.places.led, *self.advised())
        if not self.thinking.over:
            self.stop()  # the tutor needs the process that thinks
            self._about = None
        if offered:
            self._vouched.append(answer)  # who comes back to it after the tutor's word means it
        self.tutor.look_at(answer, advice, send, sure, offered=offered)

    def think_ahead(self) -> None:
        """A new question: where the tutor is wanted, think about it while its player does."""
        question = self.model.question
        if question is not None and self.model.person_asked and self.tutor.wanted and not self.tutor.holds:
            self.think_about(question)  # who answers at once is looked at by the tutor, in the same process

    def advised(self) -> Sequence[Answer]:
        """The answers that seem best to the question that waits, as far as it has been thought about without a key."""
        question = self.model.question
        if question is None or question is not self._about or not self.tutor.wanted:
            return ()
        advice = self.look().advice
        return [hint.answer for hint in advice.hints if hint.alike] if advice is not None else ()

    def think_about(self, question: Question) -> None:
        """Begin to think about a question, unless that was done; go on where it was stopped."""
        known = self.thinking.advice if question is self._about else None
        if question is not self._about or (self.thinking.over and known is not None and not known.whole):
            self._about, self.thinking = question, Thinking(known)
            self.beside.start(think, Snapshot.of(self.model.game), self._planned)

    def look(self) -> Thinking:
        """How far the thought has come."""
        try:
            for found in self.beside.heard():
                self.thinking = found
        except Failed as failed:
            self.thinking = Thinking(None, over=True, wrong=f"The coach cannot say anything here: {failed}")
        return self.thinking

    def stop(self) -> None:
        """End the thought; what it has found stays."""
        self.look()
        self.beside.stop()
        self.thinking = self.thinking.ended

    def take(self, plan: Plan) -> None:
        """Put an answer into the one that is being made; it is not sent. What is planned after it is offered then."""
        self._taken = plan
        self._vouched.append(plan[0])
        self._put(plan[0])
        self.view.draw_cursor()

    def follow(self) -> None:
        """A new question of a person: where the answer before was a hint, what that planned for this one is offered."""
        draft = self.model.draft
        self._marked, self._vouched = draft.answer(self.view.field.cursor) if draft is not None else None, []
        taken, self._taken, self._planned = self._taken, (), ()
        history, question = self.model.session.history, self.model.question
        if len(taken) < 2 or question is None or not history or history[-1].answer != taken[0]:
            return
        if question.refuse(taken[1]) is None:
            self._planned = self._taken = taken[1:]
            self._vouched.append(taken[1])
            self._put(taken[1])
            self.model.say("")
            self.model.say(f"{PLANNED}.  {prompt_words(self.model).said}")

    def _put(self, answer: Answer) -> None:
        draft = self.model.draft
        if draft is None:
            return
        draft.start = ""  # Enter gives it, be it to stay, and leads to no other place
        spot = prefill(draft, answer) or self._target(answer)
        if draft.piece is not None:
            self.places.follow_way()
        elif spot:
            self.view.field.go_to(spot)

    def _target(self, answer: Answer) -> str:
        """The spot of what an option is about, '' for none."""
        question = self.model.question
        option = question.option(answer) if isinstance(question, Pick) else None
        return self.model.spot_of(option.target) if option is not None and option.target else ""

    def close(self) -> None:
        self.beside.close()


def plan_sighting(model: BattleModel, question: Question, plan: Plan) -> Sighting:
    """Where on the map a plan leads: its first answer or, where that names nothing there, the first one that does."""
    answer, *later = plan
    if isinstance(question, Pick) and not target_spot(model, question, answer):
        for one in later:
            if spot := place_named(model, one):
                return Sighting((spot,))
    return answer_sighting(model, question, answer)


def target_spot(model: BattleModel, question: Pick, answer: Answer) -> str:
    """Where that stands which an option is about, '' for nowhere."""
    option = question.option(answer)
    return model.spot_of(option.target or option.key) if option is not None else ""


def place_named(model: BattleModel, answer: Answer) -> str:
    """The place on the map that an answer to a later question names: where it leads, or where its unit stands."""
    if isinstance(answer, str):
        return model.spot_of(answer)
    spots = [word for word in answer if isinstance(word, str) and model.has(word)] if isinstance(answer, list) else []
    return spots[-1] if spots else ""


def answer_sighting(model: BattleModel, question: Question, answer: Answer) -> Sighting:
    """Where on the map an answer leads."""
    about = model.where.get(question.about, "")
    spots: tuple[str, ...] = ()
    if isinstance(question, Place):
        path = tuple(question.field.path(answer)) or tuple(word for word in answer if "=" not in word)
        spots = tuple(spot for spot in path if model.has(spot))
    elif isinstance(question, Pick):
        named = target_spot(model, question, answer)
        spots = (named or about,) if named or about else ()
    elif isinstance(answer, dict):
        spots = tuple(spot for key in answer if (spot := model.spot_of(key)))
    lines = (TraceLine(WAY, spots, question.seat),) if isinstance(question, Place) and len(spots) > 1 else ()
    return Sighting(spots[-1:], Traces(lines, {}, cells_of(lines, model.scene)))
