"""End phase and objectives (PMC-END, PMC-OBJ, PMC-FIND): rout, capture, destruction, length, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Ended, Event
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.game_standing import Nearness
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.wording import sentence
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.profiles import half_of

CAPTURE_REACH = 4
ATTACKER, DEFENDER = 0, 1
"""The seats of Destroy."""


def victory(game: Game[Battle], seat: int) -> tuple[str, ...]:
    """How a seat has won before the end of the battle, with the rule; () if it has not."""
    battle = game.state
    if battle.scenario.type == "destroy" and seat == ATTACKER and battle.scenario.target in battle.rubble:
        return "the target is destroyed", "PMC-OBJ-6"
    return ("the enemy is routed", "PMC-OBJ-2") if routs(game, seat) else ()


def at_the_end(battle: Battle) -> tuple[tuple[int, ...], str, str]:
    """Who has won when the battle ends with nobody routed, why, and by which rule."""
    if battle.scenario.type == "destroy":
        return (DEFENDER,), "the target still stands", "PMC-OBJ-6"
    rule = "PMC-FIND-7" if battle.scenario.type == "find-and-secure" else "PMC-OBJ-4"
    holder = capturer(battle)
    if holder is None:
        return (), "nobody holds the objective", rule
    return (holder,), "the objective is held", rule


def roll_for_end(game: Game[Battle]) -> bool:
    """A 6 ends the game after the last sure turn, with +1 for each turn since (PMC-FIND-8)."""
    battle = game.state
    last = battle.scenario.turns
    need = Tally("Game ends", 6, f"after turn {last}", "PMC-FIND-8").plus(
        last - battle.turn, "for each turn since", "PMC-FIND-8"
    )
    why = f"Does the battle end after turn {battle.turn}"
    check = Check(battle.first, why, need, impartial=True)
    return game.check(check, lambda checked: "yes" if checked.passed else "no, it goes on").passed


def finish(game: Game[Battle], winners: tuple[int, ...], why: str, rule: str) -> None:
    battle = game.state
    names = " and ".join(battle.seat_names[seat] for seat in winners)
    text = f"{sentence(why)}: {names} wins" if winners else f"{sentence(why)}: a draw"
    game.end(Ended(text, (rule, "PMC-OBJ-1"), None, winners))


# ---------------------------------------------------------------- rout
@frozen
class Losses:
    """What a seat has lost of its units: so many are gone, and so many of these destroyed; either may rout it."""

    units: int
    gone: int
    destroyed: int

    @property
    def half(self) -> int:
        """Half of the units, rounded up (PMC-OBJ-2)."""
        return half_of(self.units)

    @property
    def quarter(self) -> int:
        return half_of(half_of(self.units))

    @property
    def left(self) -> int:
        """So many units more are to be destroyed, or gone, until the limit is reached."""
        return max(0, min(self.half - self.gone, self.quarter - self.destroyed))

    @property
    def more(self) -> str:
        """The same in words; fleeing off the table counts as gone only, destruction as both."""
        gone, destroyed = self.half - self.gone, self.quarter - self.destroyed
        return f"{destroyed} more destroyed or {gone} gone" if destroyed < gone else f"{self.left} more gone"


def losses(battle: Battle, seat: int) -> Losses:
    """The losses of a seat; a unit in reserve counts as unharmed (PMC-OBJ-3)."""
    fates = [unit.gone for unit in (*battle.units.values(), *battle.later.values()) if unit.seat == seat]
    return Losses(len(fates), sum(fate != "" for fate in fates), fates.count("destroyed"))


def nearness(battle: Battle) -> Nearness:
    """How near each side is to a rout (PMC-OBJ-2), and what keeps it from one (PMC-FIND-7)."""
    finding = battle.scenario.type == "find-and-secure"
    rules = ("PMC-OBJ-2", "PMC-FIND-7") if finding else ("PMC-OBJ-2",)
    lost = [losses(battle, seat) for seat in range(len(battle.seat_names))]
    told = (
        f"{one.gone} of {one.units} units gone, {one.destroyed} of them destroyed; "
        f"routed at {one.half} gone or {one.quarter} destroyed" + ", but not while it holds the objective" * finding
        for one in lost
    )
    return Nearness(
        "to rout", tuple(one.left for one in lost), tuple(told), rules, "routs", tuple(one.more for one in lost)
    )


def routs(game: Game[Battle], seat: int) -> bool:
    """Whether a player has routed the other: half gone or a quarter destroyed, rounded up (PMC-OBJ-2)."""
    battle = game.state
    lost = losses(battle, 1 - seat)
    if lost.left:
        return False
    if battle.scenario.type == "find-and-secure" and capturer(battle) == 1 - seat:
        text = f"{battle.seat_names[1 - seat]} holds the objective and cannot be routed"
        game.emit(Event(text, ("PMC-FIND-7",), 1 - seat))
        return False
    who = battle.seat_names[1 - seat]
    text = f"{who} has lost {lost.gone} of {lost.units} units, {lost.destroyed} of them destroyed, and is routed"
    game.emit(Event(text, ("PMC-OBJ-2",), seat))
    return True


# ---------------------------------------------------------------- capture
@frozen
class Near:
    """The units that count at an objective, and whether they stand on it (PMC-OBJ-5)."""

    units: tuple[Unit, ...]
    on_it: bool


def near(battle: Battle, location: str) -> Near:
    """Who counts there: those that stand on it, else those within reach; never the Broken (PMC-OBJ-5)."""
    steady = [unit for unit in battle.on_table() if not unit.broken]
    if inside := [unit for unit in steady if distances.stands_on(battle, unit, location)]:
        return Near(tuple(inside), True)
    reached = (unit for unit in steady if distances.within_piece(battle, unit, location, CAPTURE_REACH))
    return Near(tuple(reached), False)


def capturer(battle: Battle) -> int | None:
    """The seat that holds the objective, or None (PMC-OBJ-4, PMC-OBJ-5)."""
    true = next((location for location in battle.locations.values() if location.state == "true"), None)
    return holder(near(battle, true.id).units) if true is not None else None


def holder(counted: Sequence[Unit]) -> int | None:
    """Who captures with these units near: one side alone, with at least one unit that is not Suppressed."""
    seats = {unit.seat for unit in counted}
    if len(seats) != 1 or all(unit.suppressed for unit in counted):
        return None
    return seats.pop()
