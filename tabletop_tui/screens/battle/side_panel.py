"""The side panel of the battle screen: the question and its options, what an answer would need, the card of a unit.

What stands in it is composed in `widgets/question_list.py` and `widgets/card.py`; here the game is asked for it.
"""

from __future__ import annotations

from tabletop_tui.engine.question import DiceQuestion, Option, Pick, Place, Split
from tabletop_tui.engine.views import Card, Preview
from tabletop_tui.rulebook.recruit import Recruit
from tabletop_tui.screens.battle.answer import DIGITS, Draft
from tabletop_tui.screens.battle.assigning import Assigning
from tabletop_tui.screens.battle.layout import BREATH, PICTURE, BattleView
from tabletop_tui.screens.battle.manoeuvre import said
from tabletop_tui.widgets import question_list
from tabletop_tui.widgets.card import About, about_lines
from tabletop_tui.widgets.dice_tray import waiting_lines
from tabletop_tui.widgets.question_list import Entry, Labelled, Listing, StepTold, chance_of
from tabletop_tui.widgets.styled_text import TextLine
from tabletop_tui.widgets.view_text import WIDE

READABLE = 56
"""Cards, previews and lists are no wider than this, so that what belongs together stands together."""


class SideView(BattleView):
    """The battle screen's view with its side panel."""

    def draw_side(self) -> None:
        """The question first, then the preview of its highlighted answer and the card."""
        panel = self.panel("side")
        width, height = min(panel.size.width - 1, READABLE), panel.size.height
        if width < 1 or not height:
            return
        card, needed = self.card_part(width)
        steps = self.step_lines(width) if self.session.pace == "step" else []
        if steps:
            needed = min(needed, height // 3)
        asked = self.question_part(width, max(height // 3, height - len(steps) - needed - 2))
        lines = [line for part in (steps, asked, card) if part for line in ([], *part)][1:]
        before = len(steps) + 1 if steps else 0
        self.option_at = {before + row: place for row, place in self.option_at.items()}
        preview = self.preview()
        if len(lines) - len(card) + needed > height and preview is not None and preview.chances:
            # What the answer would do does not all fit in: a key tells the whole of it.
            key = self.commands.keys("battle.compare", self.tabletop.keymap)[0]
            lines[height - 1 :] = [[(f"{self.tabletop.glyphs.down} more: {key}", "dim")]]
        panel.show([[(" ", "text"), *line] for line in lines[:height]])

    # ------------------------------------------------------------------ the card
    def card_part(self, width: int) -> tuple[list[TextLine], int]:
        """The preview of the highlighted answer and the card of the unit it or the cursor is about.

        With it, how many of the lines should be seen whatever else gives way.
        """
        preview = self.preview()
        option = self.draft.option if self.draft else None
        unit = self.unit_here or self.unit_in_hand
        if option is not None and (option.target in self.where if preview else not (self.pointed and self.unit_here)):
            # A unit that is not on the table yet has no spot to be a target at: it goes by the option's key.
            unit = next((line.unit for line in self.roster if line.unit in (option.target, option.key)), unit)
        looking = self.mode == "look"
        card = self.card_of(self.unit_here) if looking else self.card_of(unit) or self.card_of(self.unit_in_hand)
        refusal = option.refusal if option is not None else None
        about = About(card, preview, refusal, self.spot_lines(), looking, choosing=option is not None)
        told = about_lines(about, width, self.tabletop.colours)
        return told.lines, told.needed

    def card_of(self, unit: str) -> Card | None:
        return self.once("card", unit, make=lambda: self.game.system.card(self.game, unit)) if unit else None

    # ------------------------------------------------------------------ the question
    def question_part(self, width: int, height: int) -> list[TextLine]:
        """The question and its options; `option_at` says on which lines these stand."""
        self.option_at = {}
        question, held, draft = self.question, self.session.held, self.draft
        roll = question.roll if isinstance(question, DiceQuestion) else held
        if roll is not None:
            return waiting_lines(roll, self.names[roll.seat], width)
        if question is None:
            return []
        most = 8 if draft is None or not draft.options else 2 if width >= WIDE else 4
        head = question_list.heading(question.prompt, width, most, self.tabletop.glyphs.ellipsis)
        if draft is None or not draft.options:
            return [*head, *self.place_lines(width)]
        if draft.assigning is not None:
            head += question_list.label_lines(labels_of(draft.assigning), width)
        listing = self.listing(draft, width, max(1, height - len(head))).below(head)
        self.top_option = listing.top
        self.option_at = {row: place for row, place in enumerate(listing.places) if place is not None}
        return listing.lines

    def listing(self, draft: Draft, width: int, height: int) -> Listing:
        entries = [self.entry(draft, place, option, width) for place, option in enumerate(draft.options)]
        return question_list.listed(entries, draft.index, self.top_option, width, height, self.tabletop.glyphs)

    def entry(self, draft: Draft, place: int, option: Option, width: int) -> Entry:
        """An option as the list shows it; its chance as soon as that is found."""
        share = f"{draft.shares.get(option.key, 0)}x " if isinstance(draft.question, Split | Recruit) else ""
        digit = DIGITS[place + 1] if place < 9 and draft.assigning is None else ""
        chance = chance_of(self.known_preview(option), width >= WIDE)
        refused = option.refusal.why if option.refusal is not None else ""
        key = draft.letter_of(option) or digit
        return Entry(f"{share}{option.label}", key, chance, option.cost, option.says, refused)

    def known_preview(self, option: Option) -> Preview | None:
        """What an option would come to, if that is found by now; else it is looked for once the picture is painted."""
        if option.refusal is not None or not isinstance(self.question, Pick) or self.draft is None:
            return None
        key = ("preview", repr(option.key))
        if key not in self._known and not self._foreseeing:
            self._foreseeing = True
            self.set_timer(PICTURE, self._foresee)
        known = self._known.get(key)
        return known if isinstance(known, Preview) else None

    def _foresee(self) -> None:
        """Find the preview of one more option, so that keys are heard in between; at the end the list shows them."""
        draft = self.draft
        options = draft.options if draft is not None and isinstance(draft.question, Pick) else []
        left = [o for o in options if o.refusal is None and ("preview", repr(o.key)) not in self._known]
        if left:
            key = left[0].key
            self.once("preview", repr(key), make=lambda: self.game.preview(key))
        self._foreseeing = len(left) > 1
        if self._foreseeing:
            self.set_timer(BREATH, self._foresee)
        elif left:
            self.draw_side()

    def step_lines(self, width: int) -> list[TextLine]:
        """At step pace: the step that ran last, the rule it stands for, and the step to come."""
        ran = self.last_step
        told = StepTold(ran.describe(self.game), ran.says, tuple(ran.rules)) if ran is not None else None
        coming = next(iter(self.agenda()), "") if self.session.pending else ""
        brief = self.draft is not None and width < WIDE
        return question_list.step_lines(told, coming, width, brief, self.tabletop.glyphs.ellipsis)

    def place_lines(self, _width: int) -> list[TextLine]:
        """What helps with a question that has no options."""
        question, draft = self.question, self.draft
        if not isinstance(question, Place) or not self.person_asked:
            return []
        if draft is not None and draft.piece is not None:
            return question_list.driving_lines([said([word]) for word in draft.way()])
        shaped = draft.shaped if draft is not None else None
        form = shaped.forms[draft.form] if draft is not None and shaped is not None and shaped.forms else ""
        return question_list.place_lines(question.many, form)


def labels_of(assigning: Assigning) -> list[Labelled]:
    """The labels of a question that gives them, each with its letter."""
    question = assigning.question
    return [
        Labelled(assigning.letter_of(label), label.label, question.most.get(label.key), label.refusal is not None)
        for label in question.labels
    ]
