"""What a player may spawn (TC-DM-1, TC-DM-5): whatever his force has, which is his pool, within a cap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from tabletop_tui.engine.cards import Card, Line
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.files.loading import Library, Strict
from tabletop_tui.files.validation import broken, one_of
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.force_builder import Bought, Force, Muster, Offer, Slot
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.profiles import KIND_WORDS, Sheet
from tabletop_tui.rules.techcommander.state.profiles import Force as Side
from tabletop_tui.table.identity_cache import by_identity


# ---------------------------------------------------------------- the stock
def key_of(sheet: Sheet) -> str:
    """What an answer calls it: the id of its card, or the name of a custom build in such letters."""
    if sheet.name == sheet.card.name:
        return sheet.card.id
    return "".join(letter if letter.isalnum() else "-" for letter in sheet.name.lower())


def stock(battle: Battle, seat: int) -> dict[str, Sheet]:
    """All that a player may spawn, each as often as he likes (TC-DM-1)."""
    return {key_of(sheet): sheet for sheet in battle.forces[seat].units}


def same_build(one: Sheet, other: Sheet) -> bool:
    return (one.card, one.weapons, one.gear) == (other.card, other.weapons, other.gear)


def refuse_pools(forces: Sequence[Side], cap: int) -> Refusal | None:
    """Why these cannot be the pools of a deathmatch, or None: a name has to tell which build is meant."""
    for force in forces:
        if min((sheet.ac for sheet in force.units), default=cap + 1) > cap:
            return Refusal(f"{force.name} has nothing for a cap of {cap} AC", "TC-DM-5")
    known: dict[str, Sheet] = {}
    for sheet in (sheet for force in forces for sheet in force.units):
        if not same_build(known.setdefault(key_of(sheet), sheet), sheet):
            fix = f"there are two builds called {sheet.name}; give the custom one a name of its own"
            return Refusal(fix, "TC-DM-1")
    return None


def counted(battle: Battle, unit: Unit) -> bool:
    """Whether a unit counts against the cap of its player (TC-PERK-8)."""
    return unit.in_play and not unit.off_cap and not unit.abandoned


def used(battle: Battle, seat: int) -> int:
    """How much of his cap the units of a player fill, those who got out of their machines too (TC-DMCREW-5)."""
    return sum(unit.ac for unit in battle.side(seat) if counted(battle, unit))


def room(battle: Battle, seat: int) -> int:
    """How much AC a player may still deploy; 0 as long as he is not below his cap (TC-RESPAWN-2, TC-DMCREW-6)."""
    return max(0, battle.players[seat].cap - used(battle, seat))


# ---------------------------------------------------------------- a choice from it
@frozen
class SpawnFile:
    """What is chosen, by key."""

    system: str
    kind: str
    name: str
    unit: tuple[str, ...]


class SpawnMuster(Muster):
    """A choice of units within an allowance of AC (TC-DM-6 has examples); of all of it if `whole`."""

    kind: ClassVar[str] = "spawn"
    rows: ClassVar[str] = "unit"
    counted_in: ClassVar[str] = "AC"
    source = Library("techcommander", {"spawn": SpawnFile}, lambda: Strict({}))

    def __init__(self, sold: dict[str, Sheet], allowed: int, whole: bool = False, rule: str = "TC-DM-5") -> None:
        self.sold, self.allowed, self.whole, self.rule = sold, allowed, whole, rule

    def blank(self) -> Force:
        return {"system": "techcommander", "kind": self.kind, "name": "Spawned units", "unit": []}

    def new_row(self, entry: str) -> Any:
        return entry

    def sells(self, force: Force) -> list[Offer]:
        return [
            Offer(key, f"{sheet.name}, AC{sheet.ac}", sheet.ac, KIND_WORDS[sheet.kind], card_of(sheet))
            for key, sheet in self.sold.items()
        ]

    def bought(self, force: Force) -> list[Bought]:
        sheets = [self.sold[key] for key in force["unit"]]
        return [Bought(sheet.name, sheet.ac, card_of(sheet)) for sheet in sheets]

    def cost(self, force: Force) -> int:
        return sum(self.sold[key].ac for key in force["unit"])

    def slots(self, force: Force, row: int | None) -> list[Slot]:
        return []

    def put(self, force: Force, row: int | None, slot: str, offer: str) -> Force:
        return force

    def limits(self, force: Force) -> list[Line]:
        return [Line("AC", f"{self.cost(force)}/{self.allowed}", rules=(self.rule,))]

    def compose(self, file: Any) -> tuple[Sheet, ...]:
        for place, key in enumerate(file.unit):
            if key not in self.sold:
                raise one_of(key, self.sold, "unit").inside(f"unit[{place}]")
        total = sum(self.sold[key].ac for key in file.unit)
        if total > self.allowed or (self.whole and total < self.allowed):
            wanted = f"{self.allowed} AC {'wanted' if self.whole else 'allowed'}"
            raise broken(Refusal(f"{total} AC, {wanted}", self.rule))
        return tuple(self.sold[key] for key in file.unit)

    def refuse(self, force: Force) -> Refusal | None:
        total = self.cost(force)
        return Refusal(f"{total} AC, {self.allowed} allowed", self.rule) if total > self.allowed else None


@by_identity(1 << 8)
def card_of(sheet: Sheet) -> Card:
    """What there is to know of a unit before it is chosen."""
    arms = [
        Line(weapon.name, f"{weapon.opt:g} cm, {weapon.shots}x{weapon.damage}, {weapon.fire_control:+d}")
        for weapon in sheet.weapons
    ]
    lines = (
        Line("Kind", f"{KIND_WORDS[sheet.kind]} AC{sheet.ac}", rules=("TC-UNIT-3",)),
        Line("Speed", f"{sheet.speed:g} cm{', jumps' if sheet.jumps else ''}", rules=("TC-STAT-5",)),
        *arms,
        *(Line(gear.name, gear=True) for gear in sheet.gear),
    )
    return Card(sheet.name, None, lines)
