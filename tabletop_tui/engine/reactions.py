"""Offers: what may be used "at any time", asked at fixed moments, and the standing orders that spare the questions.

A rulebook lists the kinds of things that it offers (`offers` of its System) and opens a `Window` where one of them may
be used: seats in the order that the rulebook says, each with all that it has, one thing carried out wholly before the
next. A seat is asked only where its standing orders say so. Orders are given through `Session.order`, at any time; they
are part of the game, stand in its journal, and are taken back like an answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, get_args

from attrs import evolve, field, frozen

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Pick, Question, WhyNot
from tabletop_tui.engine.refusal import Refusal

Order = Literal["matters", "always", "never", "use"]
ORDERS: tuple[Order, ...] = get_args(Order)
"""What a seat may say beforehand of a kind of offer; the first holds until it has said something."""
ORDER_WORDS: dict[Order, str] = {
    "matters": "ask when it could matter",
    "always": "always ask",
    "never": "never ask",
    "use": "use it whenever it could matter, without asking",
}
Decision = Literal["ask", "use", "pass"]
PASS = "pass"
"""The key of the answer that uses nothing."""


@frozen
class OfferKind:
    """A kind of thing that is offered, as standing orders name it."""

    id: str
    label: str
    says: str
    """When it is asked, in a sentence for the player."""
    rule: str = ""


def offer_kinds(system: object) -> tuple[OfferKind, ...]:
    """The kinds of offers of a system, in its order; none where it does not say."""
    found: tuple[OfferKind, ...] = getattr(system, "offers", ())
    return found


# ---------------------------------------------------------------- standing orders
def order_of(game: Game[Any], seat: int, kind: str) -> Order:
    """What a seat has said of a kind of offer."""
    order: Order = game.orders.get((seat, kind), ORDERS[0])
    return order


def refuse_orders(game: Game[Any], seat: int, orders: Any) -> Refusal | None:
    """Why these orders ({kind: order}) cannot be given, or None."""
    if game.result is not None:
        return Refusal("the game is over")
    if not 0 <= seat < len(game.setup.seats):
        return Refusal(f"there is no seat {seat}")
    kinds = [kind.id for kind in offer_kinds(game.system)]
    if not kinds:
        return Refusal("this rulebook has nothing that could be asked about beforehand")
    if not isinstance(orders, dict) or not orders:
        return Refusal(f"give an order for one of {', '.join(kinds)}")
    for kind, order in orders.items():
        if kind not in kinds:
            return Refusal(f"there is nothing called {str(kind)[:40]!r} to be asked about; known: {', '.join(kinds)}")
        if order not in ORDERS:
            return Refusal(f"{str(order)[:40]!r} is no standing order; known: {', '.join(ORDERS)}")
    return None


def give_orders(game: Game[Any], seat: int, orders: Mapping[str, Order]) -> None:
    """Orders that `refuse_orders` has nothing against. A window that waits for this seat looks at itself anew."""
    game.orders = {**game.orders, **{(seat, kind): order for kind, order in orders.items()}}
    labels = {kind.id: kind.label for kind in offer_kinds(game.system)}
    for kind, order in orders.items():
        game.emit(Event(f"Standing order, {labels[kind]}: {ORDER_WORDS[order]}", (), seat))
    if game.agenda and isinstance(ask := game.agenda[-1], AskOffer) and ask.seat == seat:
        game.agenda[-1] = ask.window


def orders_words(game: Game[Any], seat: int) -> str:
    """What a seat is not asked about, for its prompt: 'not asked: dodge; used unasked: shield'; '' if nothing."""
    said = []
    for order, words in (("never", "not asked"), ("use", "used unasked")):
        named = [kind.label for kind in offer_kinds(game.system) if order_of(game, seat, kind.id) == order]
        said += [f"{words}: {', '.join(named)}"] if named else []
    return "; ".join(said)


def decided(game: Game[Any], seat: int, kind: OfferKind, matters: bool = True) -> Decision:
    """What becomes of something that a seat may use now; `matters` says whether it could make a difference."""
    order = order_of(game, seat, kind.id)
    if order == "always" or (order == "matters" and matters):
        return "ask"
    return "use" if order == "use" and matters else "pass"


def ask_or_obey(game: Game[Any], ask: Ask, seat: int, kind: OfferKind, use: Answer) -> Decision:
    """Put a question about something that a seat may use, or do what its orders say: it is answered with `use`."""
    decision = decided(game, seat, kind)
    if decision == "ask":
        game.push(ask)
    elif decision == "use":
        ask.take(game, use)
    return decision


def declining(game: Game[Any]) -> str:
    """The answer that uses nothing of what is now offered; '' where the question is no mere offer."""
    ask = game.agenda[-1] if game.agenda else None
    return ask.declines if isinstance(ask, Ask) else ""


def tell_passed_over(game: Game[Any], seat: int, kind: OfferKind) -> None:
    """Say in the log that by its standing order a seat was not asked where it could have mattered."""
    if order_of(game, seat, kind.id) == "never":
        game.emit(Event(f"Not asked, by standing order: {kind.label}", (kind.rule,) if kind.rule else (), seat))


# ---------------------------------------------------------------- a window
@frozen
class Offered(Action):
    """Something that a window offers to a seat."""

    kind: ClassVar[OfferKind]
    deliberate = True

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
