"""Offers: who is asked in which order, what standing orders spare or use, and what is told of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from attrs import define, field, frozen

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.history import Entry, Timeline
from tabletop_tui.engine.question import Pick
from tabletop_tui.engine.reactions import PASS, AskOffer, Offered, Window, give_orders
from tabletop_tui.engine.standing_orders import OfferKind, orders_words, refuse_orders
from tests.playing import by_hand, options, play, run
from tests.swarm import SWARM, MeetSting, RollSting, swarm_setup


def stung(health: int = 2, **of_a2: object) -> Game:
    """B2 (two dice) stings A2, which stands beside its queen."""
    game = SWARM.start(swarm_setup())
    game.agenda.clear()
    game.dice.unread = (1, 1, 1, 1)
    bugs = game.state.units
    bugs["A2"].health, bugs["B2"].hex = health, "0302"
    for name, value in of_a2.items():
        setattr(bugs["A2"], name, value)
    return game


def meet(game: Game) -> Game:
    return run(game, MeetSting("B2", "A2"), RollSting("B2", "A2"))


def asked(game: Game) -> int | None:
    question = game.question
    return question.seat if question is not None else None


def told(game: Game) -> list[str]:
    return [event.text for event in game.events]


# ---------------------------------------------------------------- the window
def test_a_seat_is_asked_with_all_that_it_has_and_passes_with_one_key():
    game = meet(stung())
    assert asked(game) == 0
    assert options(game) == {"dodge": "", "shield:A1": "", PASS: ""}
    assert isinstance(game.question, Pick)
    assert next(option.hotkey for option in game.question.options if option.key == PASS) == "p"
    assert (game.question.about, game.question.rules) == ("A2", ("SWARM-MEET-1",))
    play(game, PASS)
    assert asked(game) is None
    assert told(game)[0] == "B2 drone stings A2 drone"


def test_several_things_are_used_one_after_the_other_each_carried_out_first():
    game = meet(stung())
    play(game, "shield:A1")
    assert game.state.units["A1"].health == 3
    assert [one.name for one in game.state.units["A2"].lasting] == ["shielded"]
    assert options(game) == {"dodge": "", PASS: ""}, "what was used is not offered again"
    play(game, "dodge")
    assert asked(game) is None, "nothing is left to be asked about"
    roll = next(event for event in game.events if getattr(event, "need", None))
    assert roll.need.number.total == 6


def test_seats_are_asked_in_the_order_of_the_rulebook_and_none_twice():
    game = stung(health=3)
    give_orders(game, 0, {"dodge": "always"})
    meet(game)
    assert (asked(game), list(options(game))) == (0, ["dodge", "shield:A1", PASS])
    play(game, PASS)
    assert (asked(game), list(options(game))) == (1, ["frenzy", PASS])
    play(game, "frenzy")
    assert asked(game) is None
    assert game.state.units["B2"].health == 2


def test_what_is_refused_is_listed_with_its_rule_but_is_no_reason_to_ask():
    game = stung()
    game.state.units["A1"].health = 1
    assert options(meet(game))["shield:A1"] == "SWARM-SHIELD-1"
    game = stung(health=3)
    game.state.units["B2"].health = 1
    assert asked(meet(game)) is None, "a frenzy would matter, but cannot be"


def test_nobody_is_asked_where_it_could_not_matter():
    game = stung(health=3)
    game.state.units["B2"].health = 1
    assert asked(meet(game)) is None
    assert not any("Not asked" in text for text in told(game))


# ---------------------------------------------------------------- more than two seats, and windows within windows
PARRY = OfferKind("parry", "Parry", "when something comes")


@frozen
class Note(Step):
    """Writes down that something was done."""

    what: str

    def run(self, game: Game) -> None:
        game.state.done.append(self.what)


@frozen
class ToParry(Offered):
    seat: int
    name: str
    then: tuple[Step, ...] = ()
    kind = PARRY

    @property
    def key(self) -> str:
        return f"{self.seat}{self.name}"

    label = key

    def steps(self) -> Sequence[Step]:
        return [Note(self.key), *self.then]


@frozen
class Blow(Window):
    """Three seats, the last one first; the second may parry with something that another seat may meet."""

    def seats(self, game: Game) -> Sequence[int]:
        return (2, 1, 0)

    def offers(self, game: Game, seat: int) -> Sequence[Offered]:
        met = (Meet(),) if seat == 1 else ()
        return [ToParry(seat, "a", met), ToParry(seat, "b")] if seat else []

    def prompt(self, game: Game, seat: int) -> str:
        return "A blow"


@frozen
class Meet(Window):
    def seats(self, game: Game) -> Sequence[int]:
        return (0,)

    def offers(self, game: Game, seat: int) -> Sequence[Offered]:
        return [ToParry(seat, "met")]

    def prompt(self, game: Game, seat: int) -> str:
        return "Meet it?"


@define
class Done:
    done: list[str] = field(factory=list)

    def clone(self) -> Done:
        return Done(self.done.copy())


def test_each_seat_in_its_turn_with_its_things_in_the_order_it_likes_and_what_meets_them_first():
    game = run(by_hand("none", Done(), names=("Red", "Blue", "Green")), Blow(), Note("over"))
    assert (asked(game), list(options(game))) == (2, ["2a", "2b", PASS])
    play(game, "2b")
    assert (asked(game), list(options(game))) == (2, ["2a", PASS])
    play(game, PASS)
    assert asked(game) == 1
    play(game, "1a")
    assert (asked(game), list(options(game)), game.state.done) == (0, ["0met", PASS], ["2b", "1a"])
    play(game, "0met")
    assert (asked(game), list(options(game))) == (1, ["1b", PASS])
    play(game, "1b")
    assert game.state.done == ["2b", "1a", "0met", "1b", "over"]


# ---------------------------------------------------------------- standing orders
def test_never_is_not_asked_and_the_log_says_so_once():
    game = stung()
    give_orders(game, 0, {"dodge": "never", "shield": "never"})
    meet(game)
    assert asked(game) is None
    unasked = [text for text in told(game) if text.startswith("Not asked")]
    assert unasked == ["Not asked, by standing order: Dodge", "Not asked, by standing order: Shield"]


def test_what_is_never_asked_is_not_listed_beside_the_rest():
    game = stung()
    give_orders(game, 0, {"dodge": "never"})
    assert list(options(meet(game))) == ["shield:A1", PASS]


def test_always_asks_even_where_it_cannot_matter():
    game = stung(health=3)
    give_orders(game, 0, {"dodge": "always"})
    assert list(options(meet(game))) == ["dodge", "shield:A1", PASS]


def test_what_is_always_used_is_used_unasked_where_it_could_matter():
    game = stung()
    give_orders(game, 0, {"dodge": "use", "shield": "never"})
    meet(game)
    assert asked(game) is None
    assert "A2 drone is dodging" in told(game)
    game = stung(health=3)
    give_orders(game, 0, {"dodge": "use"})
    give_orders(game, 1, {"frenzy": "never"})
    assert "A2 drone is dodging" not in told(meet(game))


def test_an_order_that_is_given_while_its_window_waits_counts_at_once():
    game = meet(stung())
    assert isinstance(game.agenda[-1], AskOffer)
    give_orders(game, 0, {"dodge": "never"})
    game.advance()
    assert list(options(game)) == ["shield:A1", PASS]
    give_orders(game, 0, {"shield": "use"})
    game.advance()
    assert asked(game) is None
    assert game.state.units["A1"].health == 3


def test_orders_are_copied_with_the_game_and_not_shared():
    game = stung()
    clone = game.clone()
    give_orders(clone, 0, {"dodge": "never"})
    assert (orders_words(game, 0), orders_words(clone, 0)) == ("", "not asked: Dodge")
    give_orders(clone, 0, {"shield": "use"})
    assert orders_words(clone, 0) == "not asked: Dodge; used unasked: Shield"


@pytest.mark.parametrize(
    ("seat", "orders", "why"),
    [
        (2, {"dodge": "never"}, "there is no seat 2"),
        (0, {"duck": "never"}, "there is nothing called 'duck' to be asked about; known: dodge, shield, frenzy"),
        (0, {"dodge": "maybe"}, "'maybe' is no standing order; known: matters, always, never, use"),
        (0, {"dodge": ["never"]}, "\"['never']\" is no standing order; known: matters, always, never, use"),
        (0, {}, "give an order for one of dodge, shield, frenzy"),
        (0, None, "give an order for one of dodge, shield, frenzy"),
    ],
)
def test_orders_that_there_are_not_are_refused_with_those_that_there_are(seat: int, orders: object, why: str):
    assert str(refuse_orders(stung(), seat, orders)) == why


# ---------------------------------------------------------------- on the way back
def test_going_back_takes_an_order_back_too_and_going_forth_gives_it_again():
    course = Timeline(SWARM.start(swarm_setup()))
    course.begin(None)
    course.answer(Entry(0, {"dodge": "never"}, kind="order"))
    course.answer(Entry(0, "A2"))
    assert orders_words(course.game, 0) == "not asked: Dodge"
    course.go_to(0)
    assert orders_words(course.game, 0) == ""
    course.answer(course.undone.pop())
    assert orders_words(course.game, 0) == "not asked: Dodge"


def test_all_that_is_always_used_is_used():
    game = stung()
    give_orders(game, 0, {"dodge": "use", "shield": "use"})
    meet(game)
    assert asked(game) is None
    assert "A2 drone is dodging" in told(game)
    assert game.state.units["A1"].health == 3
