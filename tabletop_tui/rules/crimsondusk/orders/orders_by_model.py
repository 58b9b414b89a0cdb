"""One AP model by model (CD-AP-2, CD-AP-3): what each of a section does in it, all in one question."""

from __future__ import annotations

from tabletop_tui.engine.assign_question import Assign, Item, Labels
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.question import Answer, Option, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.moving.model_orders import (
    RULES,
    Deed,
    Order,
    firing,
    for_all,
    label,
    possible,
    refuse_order,
    walking,
)
from tabletop_tui.rules.crimsondusk.orders.spending_ap import SpendPoint
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.table.points import spot_text

HOTKEYS: dict[Deed, str] = {"walk": "m", "run": "u", "nothing": "n"}


def usual_orders(battle: Battle, unit: Unit) -> Labels:
    """Whoever can shoot does, and the others wait; where nobody can, all walk who can."""
    orders = for_all(battle, unit, firing(battle, unit)) or for_all(battle, unit, walking)
    given = {order.man: order.key for order in orders}
    return {man.id: given.get(man.id, "nothing") for man in unit.men}


def could_order(battle: Battle, unit: Unit) -> bool:
    """Whether any model of it can do anything with an AP."""
    deeds = ((man, order) for man in unit.men for order in possible(battle, unit, man) if order.deed != "nothing")
    return any(refuse_order(battle, unit, man, order) is None for man, order in deeds)


@frozen
class ChooseOrders(Ask):
    title = "Choose orders"
    says = "What each model of the section does in this AP."
    unit: str
    rules = ("CD-AP-2", "CD-AP-3")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        orders = {man.id: {order.key: order for order in possible(battle, unit, man)} for man in unit.men}
        kinds = {key: (man, order) for man in unit.men for key, order in orders[man.id].items()}
        nothing = kinds.pop("nothing")
        kinds["nothing"] = nothing  # the last of all
        prompt = f"{unit.name}, AP {unit.spent + 1} of {battle.points_of(unit)}: what does each model do?"
        return Assign(
            unit.seat,
            prompt,
            about=unit.id,
            rules=self.rules,
            items=[self.item(battle, unit, man, orders[man.id], list(kinds)) for man in unit.men],
            labels=[self.kind(man, order) for man, order in kinds.values()],
            default=usual_orders(battle, unit),
            idle="nothing",
            idling=f"{unit.does('does')} nothing: is the AP spent on that?",
        )

    def item(self, battle: Battle, unit: Unit, man: Man, orders: dict[str, Order], kinds: list[str]) -> Item:
        refusals = {key: self.refuse(battle, unit, man, orders.get(key)) for key in kinds}
        barred = {key: refusal for key, refusal in refusals.items() if refusal is not None}
        return Item(man.id, man.id, man.soldier.arms, barred, spot_text(unit.spot_of(man.id)))

    def refuse(self, battle: Battle, unit: Unit, man: Man, order: Order | None) -> Refusal | None:
        """Why a man cannot have this order, or None; he has none where his arms are not for it."""
        if order is None:
            return Refusal("it has no weapon for that", "CD-AP-2")
        return refuse_order(battle, unit, man, order)

    def kind(self, man: Man, order: Order) -> Option:
        """An order as a label: of a slow weapon it is not said how far each man has loaded."""
        slow = order.deed == "fire" and man.soldier.weapon(order.weapon).aps > 1
        words = f"Fires or loads: {man.soldier.weapon(order.weapon).name}" if slow else label(man, order)
        return Option(order.key, words, hotkey=HOTKEYS.get(order.deed, ""), rule=RULES[order.deed])

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        orders = {(man.id, order.key): order for man in unit.men for order in possible(battle, unit, man)}
        given = [orders[man.id, answer[man.id]] for man in unit.men]
        game.push(SpendPoint(self.unit, tuple(order for order in given if order.deed != "nothing")))
