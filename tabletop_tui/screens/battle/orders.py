"""Dialogs of the battle screen: standing orders, and the builder for a force that is mustered in mid-game."""

from __future__ import annotations

from functools import partial
from typing import Any

from tabletop_tui.commands import Command
from tabletop_tui.engine.offers import ORDER_WORDS, ORDERS, OfferKind, offer_kinds, order_of, orders_words
from tabletop_tui.engine.question import Answer
from tabletop_tui.rulebook.recruit import Recruit
from tabletop_tui.screens.battle.place_keys import PlaceKeys
from tabletop_tui.screens.battle.pool import PoolScreen
from tabletop_tui.screens.dialogs import Choose, Item
from tabletop_tui.widgets.styled_text import TextLine


class BattleDialogs(PlaceKeys):
    """The battle screen with standing orders and the builder."""

    def answer(self, answer: Answer) -> None:
        raise NotImplementedError

    def why_not(self, command: Command) -> str:
        if command.id == "battle.pool" and (self.draft is None or not isinstance(self.question, Recruit)):
            return "No force is being mustered just now"
        if command.id == "battle.orders":
            if not offer_kinds(self.game.system):
                return "This rulebook has nothing that could be asked about beforehand"
            if self.session.over is not None:
                return "The battle is over"
            if None not in self.session.players:
                return "Nobody at the keyboard plays in this battle"
        return super().why_not(command)

    # ------------------------------------------------------------------ a force in mid-game
    def _take_option(self, key: str | None) -> None:
        if key is None:
            return
        if self.draft is not None and self.draft.highlight_key(key) and self.draft.buy_one():
            self.draw_cursor()
        else:
            self.answer(key)

    def do_pool(self) -> None:
        """Muster the force in the builder, beginning with what is chosen so far."""
        question, draft = self.question, self.draft
        assert isinstance(question, Recruit)
        assert draft is not None

        def mustered(rows: list[Any] | None) -> None:
            if rows is not None:
                self.answer(rows)

        self.tabletop.push_screen(PoolScreen(self.session.system, question, draft.rows()), mustered)

    # ------------------------------------------------------------------ standing orders
    def do_orders(self) -> None:
        """Which order is to be given, then how it is to be."""
        kinds = {kind.id: kind for kind in offer_kinds(self.game.system)}
        seats = [seat for seat, player in enumerate(self.session.players) if player is None]
        items = [self._order_item(seat, kind) for seat in seats for kind in kinds.values()]

        def taken(key: str | None) -> None:
            if key is not None:
                seat, _, kind = key.partition(":")
                self._choose_order(int(seat), kinds[kind])

        self.tabletop.push_screen(Choose("What do you want to be asked about?", items), taken)

    def _order_item(self, seat: int, kind: OfferKind) -> Item:
        name: TextLine = [(f" {self.names[seat]} ", self.tabletop.colours.token(seat))]
        said = ORDER_WORDS[order_of(self.game, seat, kind.id)]
        line: TextLine = [(f" {kind.label}: ", "text"), (said, "strong"), (f"  {kind.says}", "dim")]
        return Item(f"{seat}:{kind.id}", [*name, *line, (f"  {kind.rule}", "rule")])

    def _choose_order(self, seat: int, kind: OfferKind) -> None:
        now, tick = order_of(self.game, seat, kind.id), self.tabletop.glyphs.tick
        items = [
            Item(order, [(f"{tick if order == now else ' '} ", "good"), (ORDER_WORDS[order], "text")])
            for order in ORDERS
        ]

        def taken(order: str | None) -> None:
            if order is not None:
                self.attempt(partial(self.session.order, seat, kind.id, order))

        self.tabletop.push_screen(Choose(f"{kind.label}, {self.names[seat]}", items), taken)

    def prompt_words(self) -> tuple[str, str]:
        """With it, what the seat that is asked has said it need not be asked about."""
        said, role = super().prompt_words()
        question = self.question
        unasked = orders_words(self.game, question.seat) if question is not None and self.person_asked else ""
        return (f"{said}  ({unasked})" if unasked and not self.notice else said), role
