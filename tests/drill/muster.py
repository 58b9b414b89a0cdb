"""Squads of the drill as files and in the builder: each team carries so many of each weapon, by weight and power."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

from attrs import Factory, frozen

from tabletop_tui.engine.cards import Card, Line
from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.files.loading import Library, Strict
from tabletop_tui.files.validation import Faults, Wrong, a_name, broken, one_of
from tabletop_tui.rulebook.force_builder import Bought, Budget, Force, Muster, Offer, Slot


@frozen
class Weapon:
    cost: int
    weight: int
    power: int


WEAPONS = {"Rifles": Weapon(5, 3, 0), "Guns": Weapon(12, 8, 2)}
POINTS, WEIGHT, POWER = 60, 20, 3
"""The most points of a squad, and the most weight and power of a team."""


@frozen
class Team:
    """A row of a roster: how many of each weapon it carries."""

    weapons: dict[str, int] = Factory(dict)
    name: str = ""


@frozen
class SquadFile:
    """A squad: each of its teams a [[team]]."""

    system: str
    kind: str
    name: str
    team: tuple[Team, ...]


def check_team(team: Team) -> None:
    for weapon, count in team.weapons.items():
        if weapon not in WEAPONS:
            raise one_of(weapon, WEAPONS, "weapon").inside("weapons")
        if count < 1:
            raise Wrong(f"give a number of at least 1, not {count}", f"weapons.{weapon}")


LIBRARY = Library("drill", {"squad": SquadFile}, lambda: Strict({Team: check_team}))


def used(weapons: Mapping[str, int], what: str) -> int:
    return sum(count * getattr(WEAPONS[weapon], what) for weapon, count in weapons.items())


def refuse_team(team: Team) -> Refusal | None:
    over = (("weight", WEIGHT, "DRILL-LOAD-2"), ("power", POWER, "DRILL-LOAD-3"))
    if not team.weapons:
        return Refusal("a team carries at least one weapon", "DRILL-LOAD-4")
    return together(
        Refusal(f"the {what} is {spent}, at most {most} is allowed", rule)
        for what, most, rule in over
        if (spent := used(team.weapons, what)) > most
    )


def compose(file: SquadFile) -> Counter[str]:
    """The weapons of a whole squad; Wrong where it breaks a limit."""
    faults = Faults()
    with faults.of("name"):
        a_name(file.name)
    for number, team in enumerate(file.team):
        if (refusal := refuse_team(team)) is not None:
            with faults.of():
                raise broken(refusal, f"team[{number}]")
    with faults.of():
        points = sum(used(team.weapons, "cost") for team in file.team)
        if points > POINTS:
            raise broken(Refusal(f"{points} points are spent, at most {POINTS} may be", "DRILL-POINTS-1"))
        if not file.team:
            raise broken(Refusal("give at least one team", "DRILL-POINTS-2"))
    faults.raise_any()
    return sum((Counter(team.weapons) for team in file.team), Counter())


class SquadMuster(Muster):
    """Squads of the drill."""

    kind: ClassVar[str] = "squad"
    rows: ClassVar[str] = "team"
    counted_in: ClassVar[str] = "points"
    source = LIBRARY

    def blank(self) -> Force:
        return {"system": "drill", "kind": "squad", "name": "New squad", "team": []}

    def new_row(self, entry: str) -> Force:
        return {"weapons": {entry: 1}}

    def sells(self, force: Force) -> list[Offer]:
        return [Offer(name, f"A team with {name}", weapon.cost) for name, weapon in WEAPONS.items()]

    def bought(self, force: Force) -> list[Bought]:
        found = []
        for row in force["team"]:
            weapons = row.get("weapons", {})
            lines = tuple(Line(weapon, str(count)) for weapon, count in weapons.items())
            note = ", ".join(f"{count} x {weapon}" for weapon, count in weapons.items())
            found.append(Bought("Team", used(weapons, "cost"), Card("Team", None, lines), note=note))
        return found

    def slots(self, force: Force, row: int | None) -> list[Slot]:
        if row is None:
            return []
        counts = force["team"][row].get("weapons", {})
        offers = (Offer(name, name, weapon.cost, count=counts.get(name, 0)) for name, weapon in WEAPONS.items())
        return [Slot("weapons", "Weapons", tuple(offers), counts=True)]

    def put(self, force: Force, row: int | None, slot: str, offer: str) -> Force:
        raise NotImplementedError

    def put_count(self, force: Force, row: int | None, slot: str, offer: str, count: int) -> Force:
        assert row is not None
        counts = {**force["team"][row].get(slot, {}), offer: count}
        return self.with_row(force, row, **{slot: {name: number for name, number in counts.items() if number}})

    def budgets(self, force: Force, row: int | None) -> list[Budget]:
        if row is None:
            return []
        weapons = force["team"][row].get("weapons", {})
        return [
            Budget("Weight", used(weapons, "weight"), WEIGHT, "kg", "DRILL-LOAD-2"),
            Budget("Power", used(weapons, "power"), POWER, rule="DRILL-LOAD-3"),
        ]

    def limits(self, force: Force) -> list[Line]:
        spent = self.cost(force)
        mood = "bad" if spent > POINTS else ""
        return [Line("Points", f"{spent}/{POINTS}", rules=("DRILL-POINTS-1",), mood=mood)]

    def compose(self, file: Any) -> Counter[str]:
        assert isinstance(file, SquadFile)
        return compose(file)

    def refuse(self, force: Force) -> Refusal | None:
        return self.wrong(force) if force["team"] else None
