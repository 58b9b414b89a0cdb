"""Answers given in boxes of their own: all options, a force mustered in mid-game, standing orders."""

from __future__ import annotations

from functools import partial
from typing import Any

from tabletop_tui.engine.question import Option, Pick
from tabletop_tui.engine.standing_orders import ORDER_WORDS, ORDERS, OfferKind, offer_kinds, order_of
from tabletop_tui.engine.wording import percent
from tabletop_tui.rulebook.midgame_muster import Recruit
from tabletop_tui.screens.base.dialogs import Choose, ListItem
from tabletop_tui.screens.battle.screen_protocols import Play
from tabletop_tui.widgets.styled_text import TextLine


class Orders:
    """Asks for answers in boxes of their own."""

    def __init__(self, view: Play) -> None:
        self.view, self.model = view, view.model

    # ------------------------------------------------------------------ options
    def do_options(self) -> None:
        assert self.model.draft is not None
        items = []
        for option in self.model.draft.every_option:
            line: TextLine = [(option.label, "dim" if option.refusal else "strong")]
            line += [(f"  {chance}", "key")] if (chance := self.chance_words(option)) else []
            line += [(f"  {option.cost}", "dim")] if option.cost else []
            line += [(f"  {option.says}", "text")] if option.says and option.refusal is None else []
            if option.refusal is not None:
                line += [(f"  no: {option.refusal.why}", "bad"), (f"  {option.refusal.rule}", "rule")]
            else:
                line += [(f"  {option.rule}", "rule")]
            items.append(ListItem(option.key, line, str(option.refusal) if option.refusal else ""))
        question = self.model.draft.question
        later = question.later if isinstance(question, Pick) else ()
        items += [
            ListItem(
                one.key, [(one.label, "dim"), ("  comes in a later lesson", "dim")], "that comes in a later lesson"
            )
            for one in later
        ]
        self.view.tabletop.push_screen(Choose(question.prompt, items), self._take_option)

    def chance_words(self, option: Option) -> str:
        """The chance that matters most if this option is taken, as in '62% any damage'."""
        if option.refusal is not None or not isinstance(self.model.question, Pick):
            return ""
        preview = self.model.preview_of(option.key)
        if preview is None or not preview.chances:
            return ""
        return f"{percent(preview.chances[0].probability)} {preview.chances[0].what}"

    def _take_option(self, key: str | None) -> None:
        if key is None:
            return
        if self.model.draft is not None and self.model.draft.highlight_key(key) and self.model.draft.buy_one():
            self.view.draw_cursor()
        else:
            self.view.answer(key)

    # ------------------------------------------------------------------ a force in mid-game
    def do_pool(self) -> None:
        """Muster the force in the builder, beginning with what is chosen so far."""
        question, draft = self.model.question, self.model.draft
        assert isinstance(question, Recruit)
        assert draft is not None

        def mustered(rows: list[Any] | None) -> None:
            if rows is not None:
                self.view.answer(rows)

        self.view.tabletop.open_screen("pool", self.model.session.system, question, draft.rows(), then=mustered)

    # ------------------------------------------------------------------ standing orders
    def do_orders(self) -> None:
        """Which order is to be given, then how it is to be."""
        kinds = {kind.id: kind for kind in offer_kinds(self.model.game.system)}
        seats = [seat for seat, player in enumerate(self.model.session.players) if player is None]
        items = [self._order_item(seat, kind) for seat in seats for kind in kinds.values()]

        def taken(key: str | None) -> None:
            if key is not None:
                seat, _, kind = key.partition(":")
                self._choose_order(int(seat), kinds[kind])

        self.view.tabletop.push_screen(Choose("What do you want to be asked about?", items), taken)

    def _order_item(self, seat: int, kind: OfferKind) -> ListItem:
        name: TextLine = [(f" {self.model.names[seat]} ", self.view.tabletop.colours.token(seat))]
        said = ORDER_WORDS[order_of(self.model.game, seat, kind.id)]
        line: TextLine = [(f" {kind.label}: ", "text"), (said, "strong"), (f"  {kind.says}", "dim")]
        return ListItem(f"{seat}:{kind.id}", [*name, *line, (f"  {kind.rule}", "rule")])

    def _choose_order(self, seat: int, kind: OfferKind) -> None:
        now, tick = order_of(self.model.game, seat, kind.id), self.view.tabletop.glyphs.tick
        items = [
            ListItem(order, [(f"{tick if order == now else ' '} ", "good"), (ORDER_WORDS[order], "text")])
            for order in ORDERS
        ]

        def taken(order: str | None) -> None:
            if order is not None:
                self.view.attempt(partial(self.model.session.order, seat, kind.id, order))

        self.view.tabletop.push_screen(Choose(f"{kind.label}, {self.model.names[seat]}", items), taken)
