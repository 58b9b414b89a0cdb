"""The first game that explains itself: what the lines above the prompt say, for as long as something new comes up.

What is to be done and why comes from the rulebook's guide, else from its reference; the numbers from the preview of the
highlighted answer. It knows no screen and no rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain

from tabletop_tui.bindings import BATTLE
from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.events import Began, Closed, Event
from tabletop_tui.engine.game import Game, State, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import DiceQuestion, Number, Pick, Place, Question, Split
from tabletop_tui.play.session import Session
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.first_game_hints import Guide, guide_of
from tabletop_tui.rulebook.midgame_muster import Recruit
from tabletop_tui.school.learner_progress import Learner
from tabletop_tui.school.lesson_files import LESSON, listed
from tabletop_tui.school.rules_newly_met import Notes
from tabletop_tui.screens.learning.prompt_guidance import BattleMoment, battle_keys
from tabletop_tui.screens.learning.step_pace_lines import fitted
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.styled_text import TextLine, wrap

BEFORE, DURING, AFTER = "First game", "First activation", "On your own"
"""The stages of a lesson."""
ROWS = 6
"""Two for what happened, the others for what is to be done."""
FACTS = 2
GUIDED_ROUNDS = 3
"""For so many rounds at least the guide speaks at every question."""
MOST_FACTS = 3
"""So many of the last things that a side did are told."""
NEW, ALONE, THEIRS, NOTHING = "New rule", "Your turn", "Their turn", "Nothing new"
"""What stands before a note, and where there is none."""
QUIET = 20
"""After so many questions without anything new the lines are given back."""


@frozen
class Words:
    """What a lesson says: where it stands, what to do now, why, which keys, and the rule behind it."""

    stage: str
    now: str
    why: str = ""
    keys: str = ""
    rule: str = ""
    numbers: str = ""

    def lines(self, width: int, most: int) -> list[TextLine]:
        """What to do first, the keys last, in so many lines if they will do without numbers and keys.

        For lack of room the numbers give way, then the keys, which the hint bar has too; a reason is told whole.
        """
        now = wrap([(f"{self.stage}: ", "head"), (self.now, "strong")], width)
        rule = f" {self.rule}" if self.rule else ""
        for numbers, with_keys in ((f" {self.numbers}", True), ("", True), ("", False)):
            why = wrap([(self.why, "text"), (rule, "rule"), (numbers, "text")], width) if self.why else []
            keys = wrap([(self.keys, "dim")], width) if self.keys and with_keys else []
            if len(now) + len(why) + len(keys) <= most:
                break
        return [*now, *why, *keys]


class SeatGuide:
    """The lesson of one seat."""

    rows = ROWS
    halted = False

    def __init__(self, guide: Guide, seat: int, taught: Collection[str] = ()) -> None:
        self.guide, self.seat = guide, seat
        self.notes = Notes(guide, seat, taught)
        self._said: dict[str, int] = {}
        """The rules whose reasons were told, each with how many answers had been given then ..."""
        self._number: int | None = None
        """... and how many have been by now; None where nobody has asked yet."""

    def stage(self, events: Iterable[Event]) -> str:
        """Where the lesson stands: it follows what has happened, so undo takes it back too."""
        stage = BEFORE
        for event in events:
            if isinstance(event, Began):
                if stage == DURING:
                    return AFTER
                if event.level == "activation" and event.seat == self.seat:
                    stage = DURING
        return stage

    def is_alone(self, session: Session) -> bool:
        """Whether the first activation is over; its last words stay until the next answer."""
        answered = [number for number, entry in enumerate(session.history) if entry.person]
        before = session.parts()[: answered[-1] + 1] if answered else []
        return self.stage(chain.from_iterable(before)) == AFTER

    def is_over(self, session: Session) -> bool:
        """Whether nothing more is said: nothing has been new for long, or a step is to tell its facts."""
        if session.over is not None:
            return True
        if not self.is_alone(session) or session.system.standing(session.game).round <= GUIDED_ROUNDS:
            return False
        return session.pending or self.notes.silence(session) >= QUIET

    def told(self, moment: BattleMoment, keymap: Mapping[str, str], glyphs: Glyphs, width: int) -> list[TextLine]:
        """What both sides did since the learner's last answer, then what is to be done now."""
        session, stage = moment.session, self.stage(moment.events)
        self._number = len(session.history)
        facts = [] if session.pending else self.facts(session, width, glyphs)
        if self.is_alone(session):
            words = self.news(moment, keymap)
        else:
            words = self.words(session.game, moment.question, moment.preview, moment.ran, stage, keymap)
        room = max(0, self.rows - len(words.lines(width, 0)))  # what was done is in the log, what to do is not
        facts = facts[max(0, len(facts) - room) :]
        rows = words.lines(width, self.rows - len(facts))
        self._said[words.rule] = min(self._number, self._said.get(words.rule, self._number))
        return [*facts, *rows][: self.rows]

    def facts(self, session: Session, width: int, glyphs: Glyphs) -> list[TextLine]:
        """What came of the learner's last answer, and what others did after it: a row each, or two for one of them."""
        history = session.history
        last = max((number for number, entry in enumerate(history) if entry.person), default=-1)
        if last < 0:
            return []
        parts = session.parts()[1:]
        names = [seat.name for seat in session.setup.seats]
        told: list[tuple[str, list[str]]] = [("You", sayings(parts[last]))]
        for entry, events in zip(history[last + 1 :], parts[last + 1 :], strict=False):
            if said := sayings(events):
                name = names[entry.seat] if 0 <= entry.seat < len(names) else "Then"
                if told[-1][0] == name:
                    told[-1][1].extend(said)
                else:
                    told.append((name, said))
        rows = [(who, said[-MOST_FACTS:]) for who, said in told if said][-FACTS:]
        most = FACTS // max(1, len(rows))
        return [
            line
            for who, said in rows
            for line in fitted([(f"{who}: ", "head"), ("; ".join(said), "text")], most, width, glyphs)
        ]

    def words(
        self,
        game: Game[State],
        question: Question | None,
        preview: Preview | None,
        ran: Step | None,
        stage: str,
        keymap: Mapping[str, str],
    ) -> Words:
        """What to say now. Without a question a step waits to be run; `ran` is the one that was run last."""

        def key(name: str) -> str:
            return BATTLE.keys(f"battle.{name}", keymap)[0]

        commit = key("commit")
        if question is None:
            coming = game.agenda[-1].describe(game) if game.agenda else "the end"
            now = f"{commit} lets the rules go on. Next: {coming}."
            if ran is None:
                return Words(stage, now, "They work in small steps, and you see each one.")
            return Words(stage, now, f"Done: {ran.describe(game)}. {ran.says}", rule=" ".join(ran.rules[:1]))
        if question.seat != self.seat:
            return Words(stage, "the computer answers; wait for it.", question.prompt)
        now, why, rule = self._hint(game, question, keymap)
        return Words(stage, now, why, keys_for(question, key), rule, numbers(preview))

    def news(self, moment: BattleMoment, keymap: Mapping[str, str]) -> Words:
        """What is new at this question, or what it is about where nothing is."""
        note, question = self.notes.note(moment.session), moment.question
        if note is not None:
            here = f"Here: {note.here}." if note.here else numbers(moment.preview)
            return Words(NEW, f"{note.title}.", note.text, rule=note.rule, numbers=here)
        if question is None:
            return Words(NOTHING, "")
        if question.seat != self.seat:
            return Words(THEIRS, "the computer answers; wait for it.", question.prompt)
        now, why, rule = self._hint(moment.session.game, question, keymap)
        return Words(ALONE, now, why, "", rule, numbers(moment.preview))

    def _hint(self, game: Game[State], question: Question, keymap: Mapping[str, str]) -> tuple[str, str, str]:
        """What to do, why where that was not said at a question before, and the rule."""
        rules: Sequence[str] = (*question.rules, *game.agenda[-1].rules)
        if (hint := self.guide.hint(rules)) is not None:
            keys = battle_keys(keymap)
            once = self._number is None or self._said.get(hint.rule, self._number) >= self._number
            return hint.now.format_map(keys), hint.why.format_map(keys) if once else "", hint.rule
        book = {rule.id: rule.text for rule in game.system.reference()}
        known = next((rule for rule in rules if rule in book), "")
        return question.prompt, book.get(known, ""), known


def lesson_of(session: Session) -> SeatGuide | None:
    """The lesson of a game that was begun as a first game, None for every other."""
    guide = guide_of(session.system) if session.guided else None
    return SeatGuide(guide, 0, _taught(session.system.id)) if guide is not None else None


def _taught(system_id: str) -> Collection[str]:
    """The rules that the player knows from lessons."""
    return Learner.of(system_id).taught(listed(system_id, LESSON, []))


def sayings(events: Iterable[Event]) -> list[str]:
    """What events say, without where rounds, phases and activations begin and end."""
    return [event.text for event in events if event.text and not isinstance(event, Began | Closed)]


def numbers(preview: Preview | None) -> str:
    """The first number of a preview that has reasons, with them; '' if none has."""
    tallies = (line.tally for line in preview.lines if line.tally is not None) if preview is not None else ()
    return next((f"For the marked answer: {tally}." for tally in tallies if tally.modifiers), "")


def keys_for(question: Question, key: Callable[[str], str]) -> str:
    """How a question of this kind is answered; `key` gives the key of a command of the battle."""
    commit, following = key("commit"), key("next")
    if isinstance(question, Place):
        return f"Arrows move the cursor, {following} finds good places, {commit} takes one."
    if isinstance(question, Split):
        return f"Up and Down choose the target, + and - its share, {commit} rolls."
    if isinstance(question, Recruit):
        return f"Up and Down choose, + and - say how many, {commit} takes them all."
    if isinstance(question, Assign):
        return f"Up and Down choose who, Left and Right or a letter what they do, {commit} takes it for all."
    if isinstance(question, DiceQuestion | Number):
        return f"Type the digits, then {commit}."
    if isinstance(question, Pick):
        refused = any(option.refusal is not None for option in question.options)
        why_not = f"; {key('options')} says why some are refused" if refused else ""
        return f"Up and Down choose, {commit} or a letter takes one{why_not}."
    return ""
