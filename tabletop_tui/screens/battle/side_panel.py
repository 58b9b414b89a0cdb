"""The side panel of the battle screen: the question and its options, what an answer would need, the card of a unit."""

from __future__ import annotations

from tabletop_tui.engine.question import DiceQuestion, Place, Split
from tabletop_tui.rulebook.recruit import Recruit
from tabletop_tui.screens.battle.answer import Draft
from tabletop_tui.screens.battle.assigning import Assigning
from tabletop_tui.screens.battle.layout import BattleView
from tabletop_tui.screens.battle.manoeuvre import said
from tabletop_tui.widgets import view_text as wording
from tabletop_tui.widgets.dice_tray import waiting_lines
from tabletop_tui.widgets.styled_text import TextLine, clip, text_of, width_of, wrap

READABLE = 56
"""Cards and previews are no wider than this, so that what belongs together stands together."""
REASONS = 60
"""From this width on, the reason stands behind each refused option."""


class SideView(BattleView):
    """The battle screen's view with its side panel."""

    def draw_side(self) -> None:
        """The question first, then the preview of its highlighted answer and the card."""
        panel = self.panel("side")
        width, height = panel.size.width - 1, panel.size.height
        if width < 1 or not height:
            return
        card, needed = self.card_part(min(width, READABLE))
        parts = [self.step_lines(min(width, READABLE)) if self.session.pace == "step" else []]
        if parts[0]:
            needed = min(needed, height // 3)
        parts.append(self.question_part(width, max(height // 3, height - len(parts[0]) - needed - 2)))
        parts.append(card)
        lines = [line for part in parts if part for line in ([], *part)][1:]
        preview = self.preview()
        if len(lines) - len(card) + needed > height and preview is not None and preview.chances:
            # What the answer would do does not all fit in: a key tells the whole of it.
            key = self.commands.keys("battle.compare", self.tabletop.keymap)[0]
            lines[height - 1 :] = [[(f"{self.tabletop.glyphs.down} more: {key}", "dim")]]
        self.first_option += len(parts[0]) + 1 if parts[0] else 0
        panel.show([[(" ", "text"), *line] for line in lines[:height]])

    def card_part(self, width: int) -> tuple[list[TextLine], int]:
        """The preview of the highlighted answer and the card of the unit it or the cursor is about.

        With it, how many of the lines should be seen whatever else gives way.
        """
        preview = self.preview()
        option = self.draft.option if self.draft else None
        about = self.unit_here or self.unit_in_hand
        if option is not None and (option.target in self.where if preview else not (self.pointed and self.unit_here)):
            # A unit that is not on the table yet has no spot to be a target at: it goes by the option's key.
            about = next((line.unit for line in self.roster if line.unit in (option.target, option.key)), about)
        card = self.card_lines(about, width) or self.card_lines(self.unit_in_hand, width)
        if self.mode == "look":
            ground = [piece for line in self.spot_lines() for piece in wrap(wording.one_line(line), width)]
            here = self.card_lines(self.unit_here, width)
            return [*ground, [], *here], len(ground)
        if option is not None and option.refusal is not None:
            why = wrap([("no: ", "bad"), (option.refusal.why, "text"), (f" {option.refusal.rule}", "rule")], width)
            return [*why, [], *card], len(why)
        if preview is None:
            return card + self.ground_lines(width), min(len(card), 7 if option is None else 2)
        top = [*card[:1], *wording.preview_lines(preview, width, text_of(card[0]).strip() if card else "")]
        return [*top, [], *card[1:]], len(top)

    def card_lines(self, unit: str, width: int) -> list[TextLine]:
        if not unit:
            return []
        card = self.once("card", unit, make=lambda: self.game.system.card(self.game, unit))
        return wording.card_lines(card, width, self.tabletop.colours) if card is not None else []

    def ground_lines(self, width: int) -> list[TextLine]:
        """What else lies under the cursor, where there is room to say it."""
        lines = self.spot_lines()[1:] if width >= wording.WIDE else []
        return [[], *(piece for line in lines for piece in wrap(wording.one_line(line), width))] if lines else []

    def question_part(self, width: int, height: int) -> list[TextLine]:
        """The question and its options, those refused in dim with a sign; the highlighted one stands out."""
        self.first_option = 0
        question, held = self.question, self.session.held
        roll = question.roll if isinstance(question, DiceQuestion) else held
        if roll is not None:
            return waiting_lines(roll, self.names[roll.seat], width)
        if question is None:
            return []
        draft = self.draft
        most = 8 if draft is None or not draft.options else 2 if width >= wording.WIDE else 4
        head = lines_of(question.prompt, width, most, self.tabletop.glyphs.ellipsis)
        if draft is None or not draft.options:
            return [*head, *self.place_lines(width)]
        if draft.assigning is not None:
            head += label_lines(draft.assigning, width)
        count, room = len(draft.options), max(1, height - len(head))
        if room < count and room > 1:
            room -= 1  # for the line that says how many more there are
        self.top_option = max(0, min(self.top_option, draft.index, count - room), draft.index - room + 1)
        self.first_option = len(head)
        places = range(count)[self.top_option : self.top_option + room]
        return [*head, *(self.option_line(place, width) for place in places), *self.more_line(len(places))]

    def more_line(self, shown: int) -> list[TextLine]:
        """How many options are scrolled out of sight above and below; nothing where all are shown."""
        assert self.draft is not None
        glyphs, above = self.tabletop.glyphs, self.top_option
        below = len(self.draft.options) - above - shown
        signs = ((glyphs.up, above), (glyphs.down, below))
        said = " ".join(f"{sign} {count}" for sign, count in signs if count)
        return [[(f"  {said} more", "dim")]] if said else []

    def option_line(self, place: int, width: int) -> TextLine:
        """Number, letter, label and cost; in a wide panel also why it is refused."""
        assert self.draft is not None
        option, ellipsis = self.draft.options[place], self.tabletop.glyphs.ellipsis
        refused = option.refusal is not None
        label, cost = self.option_head(place), option.cost
        if width < REASONS:
            cost = option.cost.replace(" Energy", "E") if width < wording.WIDE else option.cost
            room = width - (len(cost) + 1 if cost else 0)
            label = text_of(clip([(label, "")], room, ellipsis)).ljust(room)
            tail = f" {cost}" if cost else ""
        else:
            column = max(len(self.option_head(other)) for other in range(len(self.draft.options)))
            label = label.ljust(min(column, width // 2))
            tail = f"  {cost.ljust(9)}" + (f"  no: {option.refusal.why}" if option.refusal else "")
        if place == self.draft.index:
            text = text_of(clip([(label + tail, "")], width, ellipsis))
            return [(text.ljust(width), "chosen-bad" if refused else "chosen")]
        role = "dim" if refused else "text"
        key = "dim" if refused else "key"
        return clip([(label[:2], key), (label[2:], role), (tail, "dim")], width, ellipsis)

    def option_head(self, place: int) -> str:
        """As in '2 s Spot', or '2 - Spot' for one that is refused."""
        assert self.draft is not None
        option = self.draft.options[place]
        if self.draft.assigning is not None:
            return f" {option.label}"
        number = str(place + 1) if place < 9 else " "
        mark = "-" if option.refusal is not None else self.draft.letter_of(option) or " "
        share = f"{self.draft.shares.get(option.key, 0)}x " if isinstance(self.draft.question, Split | Recruit) else ""
        return f"{number} {mark} {share}{option.label}" if self.draft.lettered else f"{number} {share}{option.label}"

    def step_lines(self, width: int) -> list[TextLine]:
        """At step pace: the step that ran last, the rule it stands for, and the step to come."""
        lines: list[TextLine] = []
        if (step := self.last_step) is not None:
            ran: TextLine = [("ran: ", "key"), (step.describe(self.game), "head")]
            lines += wrap(ran, width)
            if self.draft is not None and width < wording.WIDE:
                return [clip(ran, width, self.tabletop.glyphs.ellipsis)]  # the answers need the room
            lines += wrap([(step.says, "text")], width)
            lines += wrap([(" ".join(step.rules), "rule")], width)
        if self.session.pending:
            lines += wrap([("next: ", "key"), *((step, "strong") for step in self.agenda()[:1])], width)
        return lines

    def place_lines(self, width: int) -> list[TextLine]:
        """What helps with a question that has no options."""
        if isinstance(self.question, Place) and self.person_asked:
            if self.draft is not None and self.draft.piece is not None:
                return self.driving_lines(self.draft)
            lines: list[TextLine] = [[("cursor, then Enter", "dim")]]
            if self.question.many:
                lines.append([("Space: waypoint", "dim")])
            if self.draft is not None and (shaped := self.draft.shaped) is not None and shaped.forms:
                lines.append([("formation: ", "dim"), (shaped.forms[self.draft.form], "text")])
            return lines
        return []

    def driving_lines(self, draft: Draft) -> list[TextLine]:
        """The pieces of a way so far, and which keys make it."""
        keys = ("cursor keys steer", "Space: next piece", "Tab: a whole way")
        pieces: list[TextLine] = [[(said([word]), "text")] for word in draft.way()]
        told: list[TextLine] = [[(key, "dim")] for key in keys]
        return [*pieces, *told]


def label_lines(assigning: Assigning, width: int) -> list[TextLine]:
    """The labels that can be given, each behind its letter, and how many can have it; those refused in dim."""
    question, lines = assigning.question, list[TextLine]()
    for label in question.labels:
        most = f" (max {question.most[label.key]})" if label.key in question.most else ""
        role = "dim" if label.refusal is not None else "text"
        piece: TextLine = [(assigning.letter_of(label), "key"), (f" {label.label}{most}  ", role)]
        if lines and width_of(lines[-1]) + width_of(piece) - 2 <= width:
            lines[-1] += piece
        else:
            lines.append(piece)
    return lines


def lines_of(text: str, width: int, most: int, ellipsis: str) -> list[TextLine]:
    """A heading in so many lines at most, with an ellipsis where something was lost."""
    lines = wrap([(text, "head")], width)
    rest = " ".join(map(text_of, lines[most - 1 :]))
    return lines if len(lines) <= most else [*lines[: most - 1], clip([(rest, "head")], width, ellipsis)]
