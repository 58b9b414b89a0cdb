"""The fixed moments of what may be done "at any time" (TC-REACT-2): windows that ask each source what it has.

A source is a function of the battle, the moment and a seat; whoever has something for such a moment adds it to SOURCES.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.reactions import Offered, Window
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.aiming import digging_in
from tabletop_tui.rules.techcommander.anytime import group_questions, infiltration_declarations, kill_perks
from tabletop_tui.rules.techcommander.damage import bubble_shield_drops
from tabletop_tui.rules.techcommander.state.battle import Battle
from tabletop_tui.rules.techcommander.state.teams import captain
from tabletop_tui.rules.techcommander.state.unit_refusals import OfUnits

When = Literal["before", "after", "named", "gear"]
"""Before and after an action, when units were named for one, and when defensive gear is asked for."""
Source = Callable[[Battle, When, int, tuple[str, ...]], Sequence[Offered]]
"""From the battle, the moment, the seat that is asked and the units that were named, what that seat has."""


def dig_in(battle: Battle, when: When, seat: int, units: tuple[str, ...]) -> Sequence[Offered]:
    """Crew and troops may be declared dug in, but not in the middle of an action (TC-DUG-2)."""
    return digging_in.declaring(battle, seat, units) if when in ("before", "named") else ()


def groups(battle: Battle, when: When, seat: int, units: tuple[str, ...]) -> Sequence[Offered]:
    """Groups and facings, also when an opposing action has ended (TC-REACT-2)."""
    return group_questions.anytime(battle, seat) if when in ("before", "after") else ()


def hide(battle: Battle, when: When, seat: int, units: tuple[str, ...]) -> Sequence[Offered]:
    """Who is infiltrated, and who is not (TC-INFIL-2)."""
    return infiltration_declarations.hiding(battle, seat) if when in ("before", "after") else ()


SOURCES: tuple[Source, ...] = (kill_perks.source, bubble_shield_drops.offers, dig_in, groups, hide)


def offered(battle: Battle, when: When, seat: int, units: tuple[str, ...] = ()) -> list[Offered]:
    return [offer for source in SOURCES for offer in source(battle, when, seat, units)]


def in_order(battle: Battle, seats: Sequence[int]) -> list[int]:
    """Those of the seats that still play, the lowest initiative first (TC-REACT-1)."""
    return [seat for seat in battle.order if seat in seats and not battle.players[seat].conceded]


@frozen
class BeforeAction(OfUnits, Window):
    title = "Choices before the action"
    says = "The player whose place it is may rally, turn units, dig in or drop a shield before he gives an action."
    seat: int
    rules = ("TC-REACT-2",)

    def seats(self, game: Game[Battle]) -> Sequence[int]:
        return tuple(dict.fromkeys((captain(game.state, self.seat), self.seat)))  # TC-DM-8: he cashes in for all

    def offers(self, game: Game[Battle], seat: int) -> Sequence[Offered]:
        battle = game.state
        own = offered(battle, "before", seat)
        return own if seat == self.seat else [offer for offer in own if isinstance(offer, kill_perks.Perk)]

    def prompt(self, game: Game[Battle], seat: int) -> str:
        return "Before your action: anything else?"


@frozen
class AfterAction(OfUnits, Window):
    title = "Turn and rally"
    says = "Now that the action has ended, every player may turn and rally his units."
    seat: int
    """Whose action it was."""
    rules = ("TC-REACT-2",)

    def seats(self, game: Game[Battle]) -> Sequence[int]:
        battle = game.state
        return in_order(battle, range(len(battle.players)))

    def offers(self, game: Game[Battle], seat: int) -> Sequence[Offered]:
        return offered(game.state, "after", seat)

    def prompt(self, game: Game[Battle], seat: int) -> str:
        return f"{game.state.seat_names[self.seat]} has acted: anything of yours?"


@frozen
class UnitsNamed(OfUnits, Window):
    title = "A unit was named"
    says = "A unit was named for an action: its enemies may be declared dug in or drop a shield before its target is."
    units: tuple[str, ...]
    rules = ("TC-REACT-2",)

    def seats(self, game: Game[Battle]) -> Sequence[int]:
        battle = game.state
        seat = battle.units[self.units[0]].seat
        return in_order(battle, [one for one in range(len(battle.players)) if not battle.allied(one, seat)])

    def offers(self, game: Game[Battle], seat: int) -> Sequence[Offered]:
        return offered(game.state, "named", seat, self.units)

    def prompt(self, game: Game[Battle], seat: int) -> str:
        return f"{game.state.units[self.units[0]].name} is about to act: anything of yours?"

    def about(self, game: Game[Battle]) -> str:
        return self.units[0]
