"""Standing orders: what a seat says beforehand of a kind of offer, so that it need not be asked each time."""

from __future__ import annotations

from typing import Any, Literal, get_args

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen

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


def tell_passed_over(game: Game[Any], seat: int, kind: OfferKind) -> None:
    """Say in the log that by its standing order a seat was not asked where it could have mattered."""
    if order_of(game, seat, kind.id) == "never":
        game.emit(Event(f"Not asked, by standing order: {kind.label}", (kind.rule,) if kind.rule else (), seat))
