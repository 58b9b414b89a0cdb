"""Initiative (CD-INIT): each side rolls with its best quality and its best command bonus; who is higher goes first."""

from __future__ import annotations

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.roll_off import roll_off
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.coherency import leader_of
from tabletop_tui.rules.crimsondusk.state.profiles import QUALITIES, QUALITY_WORDS, Quality
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.turn.activation_order import NextGo

RATING: dict[Quality, int] = {"Ir": 0, "Rg": 0, "Vt": 1, "El": 2}


def initiative_tally(battle: Battle, seat: int) -> Tally:
    """What a side adds to its die: its best quality and its best eligible command bonus (CD-INIT-2, CD-INIT-3)."""
    soldiers = [man.soldier for unit in battle.side(seat) for man in unit.hands]
    best: Quality = max((soldier.quality for soldier in soldiers), key=QUALITIES.index, default="Ir")
    tally = Tally("Initiative", 0, "", "CD-INIT-1").plus(RATING[best], f"{QUALITY_WORDS[best]} troops", "CD-INIT-2")
    bonus, name = max((leads(battle, unit) for unit in battle.side(seat)), default=(0, ""))
    return tally.plus(bonus, f"command of {name}", "CD-INIT-3")


def leads(battle: Battle, unit: Unit) -> tuple[int, str]:
    """The command bonus of a unit for initiative: on the table, not pinned, not in melee, not confused."""
    number = leader_of(unit)
    barred = battle.is_pinned(unit) or unit.fighting or battle.is_confused(unit) or not unit.models
    return (0, "") if number is None or barred else (unit.men[number].soldier.cb, unit.id)


@frozen
class RollInitiative(Step):
    title = "Roll for initiative"
    says = "Each side rolls D10 with its modifiers; the higher has the initiative, ties are rolled again."
    rules = ("CD-INIT-1", "CD-INIT-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state

        def roll_of(seat: int) -> Check:
            adds = initiative_tally(battle, seat)
            return Check(seat, "initiative", adds=adds, sides=SIDES, rules=self.rules)

        seat = roll_off(game, roll_of, ("CD-INIT-4",))
        battle.initiative, battle.phase = seat, "Activation"
        counts = [len(battle.waiting(one)) for one in (0, 1)]
        battle.may_hold = -1 if counts[0] == counts[1] else int(counts[1] < counts[0])
        game.emit(Event(f"{battle.seat_names[seat]} has the initiative", ("CD-INIT-1",), seat))
        game.push(NextGo(seat, first=True))
