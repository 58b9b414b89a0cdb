"""What a kill brings (TC-PTS-2), in a deathmatch more (TC-PTS-4, TC-PTS-5, TC-WAGER-2, TC-SKA-6); what survivors do."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.events import Scored
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.victory.deathmatch_end import OutOfChips, out_of_chips
from tabletop_tui.rules.techcommander.victory.wagers import WAGER

SINGLE = 5
"""For whoever is brought from full life to none in a single action (TC-PTS-4, TC-PTS-5)."""
SURVIVING = 5
"""For a player whose units have survived a full turn, besides 1 for each (TC-PTS-7)."""
OFFLOAD = "offload"
"""The action in which several units may attack and yet are not one."""


@frozen
class Extra:
    """Points besides the AC of a kill."""

    seat: int
    points: int
    why: str
    rule: str


def score(game: Game[Battle], seat: int, points: int, why: str, rule: str) -> None:
    """A player gets points."""
    battle = game.state
    battle.alter(seat, score=battle.players[seat].score + points)
    game.emit(Scored(f"{why}: {counted(points, 'point')} for {battle.seat_names[seat]}", (rule,), seat, points))


def after_kill(game: Game[Battle], unit: Unit, seat: int | None, by: str) -> None:
    """All that a kill brings besides AC and chips, and the end if that was the last chip (TC-DMEND-1)."""
    battle = game.state
    if seat is not None:
        for extra in [*extras(battle, unit, seat, by)]:
            score(game, extra.seat, extra.points, extra.why, extra.rule)
        if battle.marked == unit.id:
            battle.marked, battle.marker = "", None
        if by:
            battle.units[by].wager = False  # its first kill settles it (TC-WAGER-3)
    unit.wager = False
    if out_of_chips(battle):
        game.push(OutOfChips())


def extras(battle: Battle, unit: Unit, seat: int, by: str) -> Iterator[Extra]:
    """The points of a kill besides the AC; `seat` is the killer's player, `by` the unit, '' for a perk (TC-PTS-8)."""
    killer = battle.units.get(by)
    if killer is not None:
        if (rule := single_action(battle, unit, killer)) is not None:
            yield Extra(seat, SINGLE, f"{unit.name} eliminated in a single action", rule)
        if killer.wager:
            yield Extra(seat, WAGER, f"{killer.name} wins its wager", "TC-WAGER-2")
    if unit.wager:
        yield Extra(seat, WAGER, f"{unit.name} loses its wager", "TC-WAGER-3")
    if battle.marked == unit.id and battle.marker is not None:
        yield Extra(battle.marker, unit.ac, f"{unit.name} was marked by Pestilence", "TC-SKA-6")


def single_action(battle: Battle, unit: Unit, killer: Unit) -> str | None:
    """The rule by which one unit has taken all of its life in a single action, or None."""
    if battle.doing is None or not unit.whole:
        return None
    if unit.sheet.kind in ("vehicle", "msv"):
        return "TC-PTS-4"
    return "TC-PTS-5" if killer.sheet.on_foot else None


def hurt(battle: Battle, unit: Unit, by: str) -> None:
    """A unit has lost life and lives: whoever kills it now has not done so alone, but those whose action it is.

    Those who are set down by a carrier act each for himself (TC-OFFLOAD-2).
    """
    doing = battle.doing
    if doing is not None and (by not in doing.units or by == unit.id or doing.kind == OFFLOAD):
        unit.whole = False


# ---------------------------------------------------------------- the end of a turn
@frozen
class CountSurvivors(Step):
    title = "Survivors are counted"
    says = "A player whose units have survived a full turn gets 5 points, and 1 for each of them."
    rules = ("TC-PTS-7",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        for seat, player in enumerate(battle.players):
            if player.conceded:
                continue
            units = battle.controlled(seat)
            if count := sum(survived(battle, unit) for unit in units):
                text = f"{battle.seat_names[seat]} has {counted(count, 'unit')} that survived the turn"
                score(game, seat, SURVIVING + count, text, "TC-PTS-7")
            if not units:
                wiped_out(battle, seat)
            if player.overwatch_ends:
                battle.alter(seat, overwatch=False, overwatch_ends=False)  # TC-SKB-18


def survived(battle: Battle, unit: Unit) -> bool:
    """Whether it was there for all of the turn (TC-PTS-7, TC-DMCREW-5)."""
    return not unit.eliminated and unit.entered != battle.turn


def wiped_out(battle: Battle, seat: int) -> None:
    """A player without units: his boosts end (TC-PERK-3, TC-PERK-4), and he may wager on his return (TC-WAGER-1)."""
    battle.alter(seat, boost=0, bids=(), wagers=battle.players[seat].deaths > 0)


def killed(game: Game[Battle], unit: Unit, seat: int | None, by: str) -> None:
    """A unit has just been eliminated, by a unit or something else of this seat, None for nobody's (TC-PTS-2)."""
    battle = game.state
    deathmatch = battle.scenario.game == "deathmatch"
    if deathmatch and out_of_chips(battle):
        return  # TC-DMEND-1: the game is over, whatever else falls now
    owner = battle.players[unit.seat]
    battle.alter(unit.seat, deaths=owner.deaths + 1)
    unit.killer = None
    if seat is not None and battle.allied(seat, unit.seat):
        seat = None  # TC-PTS-1: nobody earns anything by his own losses
    if seat is not None:
        unit.killer = seat
        player = battle.players[seat]
        battle.alter(seat, kills=player.kills + 1, score=player.score + unit.ac)  # TC-DM-11
        text = f"{battle.seat_names[seat]} gets {unit.ac} AC for {unit.name}"
        game.emit(Scored(text, ("TC-PTS-3",), seat, unit.ac))
    if deathmatch:
        after_kill(game, unit, seat, by)
