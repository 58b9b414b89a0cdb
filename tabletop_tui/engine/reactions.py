"""Offers: what may be used "at any time", asked at fixed moments.

A rulebook lists the kinds of things that it offers (`offers` of its System) and opens a `Window` where one of them may
be used: seats in the order that the rulebook says, each with all that it has, one thing carried out wholly before the
next. A seat is asked only where its standing orders (`standing_orders`) say so. Orders are given through
`Session.order`, at any time; they are part of the game, stand in its journal, and are taken back like an answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from attrs import evolve, field

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Pick, Question, WhyNot
from tabletop_tui.engine.standing_orders import (
    ORDER_WORDS,
    Decision,
    OfferKind,
    Order,
    decided,
    offer_kinds,
    order_of,
    tell_passed_over,
)
from tabletop_tui.records import frozen

PASS = "pass"
"""The key of the answer that uses nothing."""


def give_orders(game: Game[Any], seat: int, orders: Mapping[str, Order]) -> None:
    """Orders that `refuse_orders` has nothing against. A window that waits for this seat looks at itself anew."""
    game.orders = {**game.orders, **{(seat, kind): order for kind, order in orders.items()}}
    labels = {kind.id: kind.label for kind in offer_kinds(game.system)}
    for kind, order in orders.items():
        game.emit(Event(f"Standing order, {labels[kind]}: {ORDER_WORDS[order]}", (), seat))
    if game.agenda and isinstance(ask := game.agenda[-1], AskOffer) and ask.seat == seat:
        game.agenda[-1] = ask.window


def declining(game: Game[Any]) -> str:
    """The answer that uses nothing of what is now offered; '' where the question is no mere offer."""
    ask = game.agenda[-1] if game.agenda else None
    return ask.declines if isinstance(ask, Ask) else ""


@frozen
class Offered(Action):
    """Something that a window offers to a seat."""

    kind: ClassVar[OfferKind]

    @property
    def deliberate(self) -> bool:
        return True

    @property
    def matters(self) -> bool:
        """Whether it could make a difference if it is used now."""
        return True


@frozen
class Pass(Action):
    """Nothing of it is used."""

    key, label, hotkey = PASS, "Pass", "p"
    says = "Use nothing now."

    def steps(self) -> Sequence[Step]:
        return []


@frozen
class Window(Step):
    """A moment at which seats in order may use something. A rulebook derives one for each such moment.

    Every seat uses as many of its things as it likes, one after the other, until it passes; then it is the next seat's
    turn. What has no point any more is offered no longer, for `offers` is asked anew each time.
    """

    title = "Window"
    says = "Whoever has something to use at this moment may use it, one seat after the other."
    passed: tuple[int, ...] = field(default=(), kw_only=True)
    """The seats that are through."""
    used: tuple[str, ...] = field(default=(), kw_only=True)
    """The keys of what was used; no two things of one moment have the same."""

    def seats(self, game: Game[Any]) -> Sequence[int]:
        """The seats in the order in which they are asked."""
        raise NotImplementedError

    def offers(self, game: Game[Any], seat: int) -> Sequence[Offered]:
        """What a seat has, or is refused with a reason, in the order in which it is listed."""
        raise NotImplementedError

    def prompt(self, game: Game[Any], seat: int) -> str:
        """The question, as one who did not see what led to it understands it."""
        raise NotImplementedError

    def about(self, game: Game[Any]) -> str:
        """The unit whose affair it is, '' if none."""
        return ""

    def why_not(self, game: Game[Any], seat: int) -> WhyNot | None:
        """Why what is named by its id has nothing to use now; None where there is nothing more to be said."""
        return None

    def unused(self, game: Game[Any], seat: int) -> list[Offered]:
        return [offer for offer in self.offers(game, seat) if offer.key not in self.used]

    def run(self, game: Game[Any]) -> None:
        window = self
        for seat in self.seats(game):
            if seat not in window.passed:
                if window.opens_for(game, seat):
                    return
                window = window.through(game, seat)

    def opens_for(self, game: Game[Any], seat: int) -> bool:
        """Do what the orders of a seat say, or put the question to it; whether there was either to do."""
        decisions = self.decisions(game, seat)
        for offer, decision in decisions:
            if decision == "use":
                self.use(game, offer)
                return True
        if any(decision == "ask" for _, decision in decisions):
            game.push(AskOffer(self, seat))
            return True
        return False

    def decisions(self, game: Game[Any], seat: int) -> list[tuple[Offered, Decision]]:
        """What becomes of each thing that a seat may use now."""
        can = [offer for offer in self.unused(game, seat) if offer.refuse() is None]
        return [(offer, decided(game, seat, offer.kind, offer.matters)) for offer in can]

    def use(self, game: Game[Any], offer: Action) -> None:
        """Carry it out wholly, then go on with this window."""
        game.push(*offer.steps(), evolve(self, used=(*self.used, offer.key)))

    def through(self, game: Game[Any], seat: int) -> Window:
        """This window with a seat that has used what it wanted; what it was not asked about is told.

        A rulebook that has to know what was declined extends it.
        """
        if game.orders:
            left = [offer for offer in self.unused(game, seat) if offer.matters and offer.refuse() is None]
            for kind in dict.fromkeys(offer.kind for offer in left):
                tell_passed_over(game, seat, kind)
        return evolve(self, passed=(*self.passed, seat))


@frozen
class AskOffer(AskAction):
    says = "A seat may use one of the things that a window offers, or pass."
    declines = PASS
    window: Window
    seat: int

    def describe(self, game: Game[Any]) -> str:
        return f"{self.window.describe(game)}?"

    def actions(self, game: Game[Any]) -> Sequence[Action]:
        listed = self.window.unused(game, self.seat)
        return [*(one for one in listed if order_of(game, self.seat, one.kind.id) != "never"), Pass()]

    def question(self, game: Game[Any]) -> Question:
        window, options = self.window, self.options(game)
        prompt, about = window.prompt(game, self.seat), window.about(game)
        why_not = window.why_not(game, self.seat)
        return Pick(self.seat, prompt, options, about=about, rules=window.rules, why_not=why_not)

    def take(self, game: Game[Any], answer: Answer) -> None:
        if answer == PASS:
            game.push(self.window.through(game, self.seat))
        else:
            self.window.use(game, self.chosen(game, answer))
