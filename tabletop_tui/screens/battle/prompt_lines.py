"""What the lines around the map say: whose go it is, what Enter would do, why it would not, which keys are of use."""

from __future__ import annotations

from typing import NamedTuple

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.events import Began, Closed, Rolled
from tabletop_tui.engine.question import DiceQuestion, Number, Pick, Place, Split
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.sight_grades import graded
from tabletop_tui.engine.standing_orders import offer_kinds, orders_words
from tabletop_tui.play.earlier_setup import asked_to_set_up
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.midgame_muster import Recruit
from tabletop_tui.screens.battle.answer_draft import END, Draft
from tabletop_tui.screens.battle.answer_words import words_of
from tabletop_tui.screens.battle.assign_draft import ALIKE, SINGLY
from tabletop_tui.screens.battle.battle_model import BattleModel
from tabletop_tui.screens.battle.typed_dice import ON, missing_words
from tabletop_tui.widgets import view_text as wording
from tabletop_tui.widgets.dice_tray import waiting_words
from tabletop_tui.widgets.map.shared.marks import SIGHT
from tabletop_tui.widgets.styled_text import TextLine

COMPUTER_PLAYS = "A computer is playing; its answers come by themselves"
NO_CHOICE = "Nobody at the keyboard has a choice just now"
NOT_ASKED = "Nobody at the keyboard is asked just now"
PASSING = (COMPUTER_PLAYS, NO_CHOICE, NOT_ASKED)
"""Notices that are true no longer once the game has gone on."""
ALWAYS = ("undo", "look", "rules", "overlay", "palette", "legend", "happened", "explain", "card", "log")
"""The commands that the hint bar names whatever is asked, as far as there is room."""
MANY = 10
"""From so many of one's own units on to choose from, the top bar counts them."""

HELP_NOTES = (
    "1-9 and the letters before the options answer the question. Up, Down and Tab mark another option, Enter takes it.",
    "Elsewhere the cursor keys go over the map; with shift five steps, beside a list of options too.",
    "Where dice are to be divided: Up and Down choose the target, + - or a digit its share.",
    "Where each of several gets a label: Up and Down choose who, Left and Right or a letter what; a, m as shown.",
    "Where a number or real dice are asked for: type the digits, then Enter; =3 counts dice, / takes what is proposed.",
    "The mouse: a click lays the cursor, a second click on the same spot or option commits.",
)


# ---------------------------------------------------------------------- the status line
def doing_words(model: BattleModel, seat: int | None) -> str:
    """What the seat whose go it is does, as the status line goes on after its name."""
    question = model.question
    if model.session.held is not None or isinstance(question, DiceQuestion):
        return " rolls"
    if question is None:
        return "the battle is over" if model.game.result else "between two steps"
    if not model.person_asked:
        return " (computer)"
    about, active = question.about, model.standing.active
    owners = {line.unit: line.seat for line in model.roster}
    if active and owners.get(active, seat) == seat and about in ("", active):
        return f": {active} acts"
    theirs = owners.get(about, seat) != seat
    words = (f" is asked about {about}" if theirs else f": {about}") if about and about != active else ""
    if active:
        return f"{words}, while {active} acts"
    options = question.options if isinstance(question, Pick) else ()
    own = [option for option in options if owners.get(option.target) == seat and option.refusal is None]
    return words or (f" chooses among {len(own)}" if len(own) >= MANY else " to choose")


def spot_words(model: BattleModel) -> str:
    """The spot under the cursor in a few words; measuring, how far it is."""
    cursor, painter = model.field.cursor, model.field.painter
    if model.tape and painter is not None:
        return f"{model.tape} to {cursor}: {painter.measure(model.tape, cursor)}"
    lines = model.spot_lines()
    words = f"{lines[0].label} {lines[0].value}" if lines else cursor
    return f"{words}{sight_words(model)}"


def sight_words(model: BattleModel) -> str:
    """While an overlay of sight is shown, how well its unit sees the spot under the cursor."""
    if model.overlay_name != SIGHT:
        return ""
    grade = graded(model.game.system.grades, model.view_of(model.overlay_unit, model.field.cursor))
    return f" ({model.overlay_unit}: {grade.word})" if grade is not None else ""


# ---------------------------------------------------------------------- the prompt line
class Prompt(NamedTuple):
    """The prompt line: what Enter would do, or why it would not, how that looks, and the number that matters most."""

    said: str
    role: str
    number: str = ""


def prompt_words(model: BattleModel) -> Prompt:
    """What Enter would do and its one number; with it, what the seat need not be asked about."""
    prompt = _prompt(model)
    question = model.question
    unasked = orders_words(model.game, question.seat) if question is not None and model.person_asked else ""
    return prompt._replace(said=f"{prompt.said}  ({unasked})") if unasked and not model.notice else prompt


def _prompt(model: BattleModel) -> Prompt:
    session, draft = model.session, model.draft
    if model.notice:
        return Prompt(model.notice, "prompt-wait")
    if session.over is not None:
        if model.film:  # who has won is told by the film first
            return Prompt("The last answer is carried out; any key ends what is shown", "prompt-wait")
        return Prompt(session.over.text, "prompt")
    if session.held is not None:
        return Prompt(f"Enter throws {waiting_words(session.held)}", "prompt-wait")
    if session.pending:
        return Prompt("Step by step: [.] or Enter runs the next step, [,] goes back", "prompt-wait")
    if model.tape:
        return Prompt(f"Measuring: {spot_words(model)}. Esc ends", "prompt-wait")
    if model.mode == "look":
        return Prompt(
            f"Looking: {'; '.join(f'{line.label} {line.value}'.strip() for line in model.spot_lines())}", "prompt-wait"
        )
    if draft is None:
        does = "thinks" if session.player_plans else "plays"
        return Prompt(f"The computer {does}: {model.question.prompt if model.question else ''}", "prompt-wait")
    if draft.leads(model.field.cursor):
        return Prompt(f"{draft.question.prompt}  Enter: to a good place", "prompt")
    refusal = draft.refusal(model.field.cursor)
    if isinstance(draft.question, Number | DiceQuestion):
        return _typed(draft, words_of(draft, model.field.cursor), refusal)
    if refusal is not None:
        return _refused(model, draft, refusal)
    preview = model.preview()
    chances = wording.chances_of(preview) if preview is not None else []
    number = " ".join(chances[0]) if chances else ""
    more = f"  {draft.question.prompt}" if not number else ""
    return Prompt(f"Enter: {words_of(draft, model.field.cursor)}{more}", "prompt", number)


def _typed(draft: Draft, said: str, refusal: Refusal | None) -> Prompt:
    """Where digits are typed; of dice, what is asked behind them, for it may stand in the same line."""
    question = draft.question
    if not draft.typed:
        wanted = draft.wanted().capitalize()
        if isinstance(question, DiceQuestion):
            return Prompt(f"{wanted}. {waiting_words(question.roll)}", "prompt")
        return Prompt(f"{wanted}: {question.prompt}", "prompt")
    if refusal is not None:
        missing = [missing_words(*one) for one in draft.row()[-1:]]
        return Prompt(f"{said}: {''.join(missing) or refusal}", "prompt-bad")
    if not isinstance(question, DiceQuestion):
        return Prompt(f"Enter: {said}  {question.prompt}", "prompt")
    after = draft.following()
    if isinstance(after, DiceQuestion):
        return Prompt(f"Enter: {said}. Or go on: {waiting_words(after.roll)}", "prompt")
    if after is not None:
        return Prompt(f"Enter: {said}. {after.prompt} {ON} has {after.said(after.default)}, and goes on", "prompt")
    rolled = draft.rolled or question
    return Prompt(f"Enter: {said}. {waiting_words(rolled.roll)}", "prompt")


def _refused(model: BattleModel, draft: Draft, refusal: Refusal) -> Prompt:
    """Where Enter would not be taken."""
    question, cursor = draft.question, model.field.cursor
    untouched = not draft.waypoints and not draft.shape()
    standing = isinstance(question, Place) and model.where.get(question.about) == cursor
    if standing and untouched and draft.piece is None:
        return Prompt(question.prompt, "prompt")  # the cursor still lies where the unit stands
    what = cursor if isinstance(question, Place) and draft.piece is None else words_of(draft, cursor)
    if draft.can_go_on:
        why = str(refusal)
        return Prompt(f"Enter adds it: {what}. {why[:1].upper()}{why[1:]}", "prompt")
    why = str(refusal).removeprefix(f"{what}: ").removeprefix(f"{what} is ")
    return Prompt(f"{what}: no, {why}", "prompt-bad")


# ---------------------------------------------------------------------- the hint bar
def hinted(model: BattleModel) -> tuple[TextLine, list[str]]:
    """What the hint bar begins with, and the names of the commands that come after it: context first."""
    session, draft = model.session, model.draft
    if session.pending:
        return [], ["step", "pace", "run-ahead", *ALWAYS]
    if session.over is not None:
        return [], [*ALWAYS]
    if draft is None:
        return [], ["faster", "run-ahead", *ALWAYS]
    question = draft.question
    if isinstance(question, Place):
        field = draft.shaped
        # A vehicle or a piece of terrain only turns.
        shape = [] if field is None else ["formation", "turn-right", "model"] if field.forms else ["turn-right"]
        shape = ["model"] if draft.loose else ["turn-right"] if draft.spins else shape
        places = ["next", "farthest"] if draft.piece is None else ["next"]
        stays = ["end-activation"] * bool(model.staying)
        return [], ["commit", *["waypoint"] * question.many, *places, *stays, *shape, "back", *ALWAYS]
    if isinstance(question, Split | Recruit):
        recruits = isinstance(question, Recruit)
        how_many = " how many " if recruits else " share "
        line: TextLine = [(" Up Down", "hint-key"), (" mark ", "hint"), (" + -", "hint-key"), (how_many, "hint")]
        return line, ["commit", *["pool"] * recruits, "back", *ALWAYS]
    if isinstance(question, Assign):
        # The prompt says already what Enter does.
        return assigning_hint(len(question.items) > 1), ["back", "commit", *ALWAYS]
    if draft.options:
        can_end = isinstance(question, Pick) and question.option(END) is not None
        chooses: TextLine = [(" Up Down", "hint-key"), (" mark ", "hint")] if len(draft.options) > 1 else []
        return chooses, [*["end-activation"] * can_end, "commit", "back", "options", *ALWAYS]
    return [], [*ALWAYS]


def assigning_hint(several: bool) -> TextLine:
    """The keys of a question that gives labels."""
    keys = [("Left Right", "what"), *([("Up Down", "who"), (ALIKE, "alike"), (SINGLY, "singly")] * several)]
    return [piece for key, said in keys for piece in ((f" {key}", "hint-key"), (f" {said} ", "hint"))]


# ---------------------------------------------------------------------- which commands are of use
def why_not(model: BattleModel, name: str) -> str:
    """Why a command of the battle is of no use just now, in a sentence; '' if it is."""
    session, draft = model.session, model.draft
    if name in ("commit", "waypoint") and not (model.person_asked or session.pending or session.over):
        return COMPUTER_PLAYS
    if name == "options" and (draft is None or draft.assigning or not draft.options):
        return "There are no options to choose from just now"
    if name == "end-activation" and not model.person_asked:
        return NOT_ASKED
    if name == "pool" and (draft is None or not isinstance(model.question, Recruit)):
        return "No force is being mustered just now"
    if name == "farthest":
        return "" if draft is not None and isinstance(draft.question, Place) else "No unit is being placed just now"
    if name in ("formation", "turn-right", "turn-left", "model", "surface"):
        return _why_not_placing(draft, name)
    if name in ("concede", "draw") and (model.question is None or not model.person_asked):
        return "Only a player who is asked can leave the battle"
    if name == "as-before" and (not model.person_asked or asked_to_set_up(model.game) is None):
        return "Nobody at the keyboard is setting up just now"
    if name == "watchers" and SIGHT not in model.game.system.overlays:
        return "This rulebook does not say who sees what"
    if name in ("card", "overlay") and not (model.unit_here or model.unit_in_hand):
        return "No unit stands under the cursor"
    if name == "analysis":
        return _why_not_analysis(session)
    if name == "again" and session.setup.lesson is None:
        return "Only a lesson is taken again"
    if name == "hint" and session.setup.lesson is None and (draft is None or isinstance(model.question, DiceQuestion)):
        return NO_CHOICE
    if name in ("log-up", "log-down") and not model.events:
        return "The log is still empty"
    return _why_not_session(session, name, model.person_asked)


def _why_not_analysis(session: Session) -> str:
    """The same for the analysis of what was played so far."""
    if session.setup.lesson is not None:
        return "A lesson judges by its own goal; there is no analysis of it"
    if session.journal is None:
        return "This battle is not saved, so there is nothing to go back to"
    return "" if session.history else "Nothing has been answered yet"


def _why_not_placing(draft: Draft | None, name: str) -> str:
    """The same for the commands that place a unit."""
    if name == "surface":
        return "No surfaces lie above each other here" if draft is None or not draft.stacked else ""
    if draft is not None:
        shaped = draft.shaped is not None or (name == "model" and draft.loose)
        if shaped or (name in ("turn-right", "turn-left") and draft.spins):
            return ""
    return "No unit is being placed just now"


def goes_back(model: BattleModel) -> bool:
    """Whether Esc backs out of anything just now."""
    looking = bool(model.mode or model.tape or model.overlay_name)
    return looking or (model.draft is not None and model.draft.begun) or not no_way_back(model, "")


def no_way_back(model: BattleModel, undo: str) -> str:
    """Why Esc does not take the last answer back, '' if it does: only a choice that is still wholly open.

    Which unit is to act is such a choice until it has done something. `undo` is the key that takes it back anyway.
    """
    if not model.session.history:
        return "Nothing to back out of"
    last = model.session.history[-1]
    if model.session.pending:
        return f"Steps of the rules are being run: {undo} takes the last answer back"
    if not last.person or model.question is None or model.question.seat != last.seat:
        return f"The last answer was not yours: {undo} takes it back all the same"
    if last.dice or any(isinstance(event, Rolled) for event in last.events):
        return f"Dice were rolled: {undo} takes the last answer back"
    turns = [event for event in last.events if isinstance(event, Began | Closed) and event.level != "phase"]
    if any(isinstance(event, Closed) or event.unit != last.answer for event in turns):
        return f"That unit has begun to act: {undo} takes the last answer back"
    return ""


def _why_not_session(session: Session, name: str, asked: bool) -> str:
    """The same for the commands about how the game goes on."""
    if name == "undo" and not session.history:
        return "There is nothing to take back"
    if name == "redo" and not session.undone:
        return "There is nothing to do again"
    if name == "step" and not session.pending:
        if session.pace == "run":
            return "The game runs on by itself; the pace is changed first"
        return "A question waits: no step can run before it is answered"
    if name == "run-ahead" and not session.pending and (asked or session.over):
        return "A person is asked: nothing runs before the answer"
    if name == "faster" and session.over is not None:
        return "The battle is over"
    if name == "faster" and not any(session.players):
        return "No computer sits at this table"
    if name == "real-dice" and (refusal := session.refuse_other_dice()) is not None:
        return str(refusal).capitalize()
    if name == "orders":
        if not offer_kinds(session.system):
            return "This rulebook has nothing that could be asked about beforehand"
        if session.over is not None:
            return "The battle is over"
        if None not in session.players:
            return "Nobody at the keyboard plays in this battle"
    return ""
