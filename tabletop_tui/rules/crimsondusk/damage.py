"""Hits of a volley: the target's owner allots them (CD-HIT-15), then each is a damage roll (CD-WND)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import evolve, frozen

from tabletop_tui.engine.check import Check
from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.crimsondusk.battle import VEHICLE, Battle, Man, Unit
from tabletop_tui.rules.crimsondusk.casualties import kill
from tabletop_tui.rules.crimsondusk.profiles import Soldier
from tabletop_tui.rules.crimsondusk.skill_tests import SIDES
from tabletop_tui.table.points import spot_text

THICK = 12
"""Against an AV above this AT counts in place of P (CD-TRAIT-12)."""


@frozen
class Hit:
    """A hit that has still to do its damage."""

    p: int
    at: int
    what: str
    """What it was made with."""

    def power(self, soldier: Soldier) -> tuple[int, str]:
        """What is added to the die against a model, and by which rule (CD-WPN-4, CD-TRAIT-12, CD-EQ-MONSTER-1)."""
        if self.at and (soldier.av > THICK or soldier.has("monster") or soldier.has(VEHICLE)):
            return self.at, "CD-EQ-MONSTER-1" if soldier.has("monster") else "CD-TRAIT-12"
        return self.p, "CD-WND-1"

    @property
    def words(self) -> str:
        return f"{self.what}, P {self.p}" + (f" AT {self.at}" if self.at else "")


Allotted = tuple[tuple[str, Hit], ...]
"""Which man takes which hit."""


# ---------------------------------------------------------------- who takes them
@frozen
class AllotHits(Step):
    title = "Allot hits"
    says = "The hits of a volley go to models in sight and reach; the owner is asked where there is a choice."
    target: str
    hits: tuple[Hit, ...]
    among: tuple[str, ...]
    by: str = ""
    rules = ("CD-HIT-15",)

    def do(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.target]
        able = tuple(name for name in self.among if unit.number(name) is not None)
        if not able:
            return
        free = len(able) == 1 or (len(set(self.hits)) == 1 and len(self.hits) % len(able) == 0)
        if free:
            game.push(RollDamage(unit.id, spread(unit, self.hits, able, ()), self.by))
        else:
            game.push(ChooseHit(unit.id, self.hits, able, (), self.by))


def eligible(among: Sequence[str], given: Allotted) -> list[str]:
    """Who may take the next hit: nobody a second one before everybody has one (CD-HIT-15)."""
    counts = Counter(name for name, _ in given)
    fewest = min(counts[name] for name in among)
    return [name for name in among if counts[name] == fewest]


def spread(unit: Unit, hits: Sequence[Hit], among: Sequence[str], given: Allotted) -> Allotted:
    """The hits that are left to those whom their section misses least, one after another."""
    order = missed_least(unit, among)
    for hit in hits:
        able = eligible(among, given)
        given = (*given, (next(name for name in order if name in able), hit))
    return given


def missed_least(unit: Unit, names: Sequence[str]) -> list[str]:
    """Plain men first: those with the commonest arms, leaders last."""
    counts = Counter(soldier.arms for soldier in unit.soldiers)

    def worth(name: str) -> tuple[int, int, str]:
        soldier = unit.man(name).soldier
        return soldier.cb, -counts[soldier.arms], name

    return sorted(names, key=worth)


@frozen
class ChooseHit(Ask):
    title = "Choose hit"
    says = "The owner of the target says who takes the next hit, or leaves the rest to plain men first."
    unit: str
    hits: tuple[Hit, ...]
    among: tuple[str, ...]
    given: Allotted
    by: str = ""
    rules = ("CD-HIT-15",)

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        order = missed_least(unit, eligible(self.among, self.given))
        options = [Option("rest", "Plain men first", rule="CD-HIT-15", hotkey="p")]
        options += [
            Option(name, f"{name}: {unit.man(name).soldier.arms}", target=spot_of(unit, name), rule="CD-HIT-15")
            for name in order
        ]
        left = counted(len(self.hits), "hit")
        prompt = f"{unit.name}: who takes this hit ({self.hits[0].words})? {left} to allot"
        return Pick(unit.seat, prompt, options, about=unit.id, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        unit = game.state.units[self.unit]
        if answer == "rest":
            game.push(RollDamage(unit.id, spread(unit, self.hits, self.among, self.given), self.by))
            return
        given, rest = (*self.given, (answer, self.hits[0])), self.hits[1:]
        game.push(evolve(self, hits=rest, given=given) if rest else RollDamage(unit.id, given, self.by))


def spot_of(unit: Unit, name: str) -> str:
    return spot_text(unit.spot_of(name))


# ---------------------------------------------------------------- what they do
@frozen
class RollDamage(Step):
    says = "For each hit D10 + P against AV: higher kills, equal stuns, lower does nothing."
    unit: str
    hits: Allotted
    by: str = ""
    melee: bool = False
    rules = ("CD-WND-1", "CD-WND-2", "CD-WND-3")

    def describe(self, game: Game[Battle]) -> str:
        return f"{counted(len(self.hits), 'hit')} on {self.unit}"

    def do(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        kill(game, unit, roll_damage(game, unit, self.hits, self.by, self.melee), "CD-WND-1", self.by)


def roll_damage(game: Game[Battle], unit: Unit, hits: Allotted, by: str, melee: bool = False) -> list[str]:
    """Roll for each hit; those who are killed, still in their places. The others are stunned where they have to be."""
    battle = game.state
    dead: list[str] = []
    seat = battle.units[by].seat if by else 1 - unit.seat
    for name, hit in hits:
        if unit.number(name) is None:
            continue
        man = unit.man(name)
        came = damage_roll(game, seat, unit, man, hit, melee)
        if came == "killed" and monster_lives(game, unit, man, hit):
            continue
        if came == "killed" and name not in dead:
            dead.append(name)
        elif came == "stunned":
            unit.alter([name], stunned=battle.turn + 1, aimed="", loading="", paid=0)
            game.emit(Status(f"{name} is stunned next turn", ("CD-WND-2",), unit.seat, unit.id, "stunned"))
    return dead


def damage_roll(game: Game[Battle], seat: int, unit: Unit, man: Man, hit: Hit, melee: bool) -> str:
    """One die against one man: 'killed', 'stunned' or ''."""
    power, rule = hit.power(man.soldier)
    av = man.soldier.melee_av if melee else man.soldier.av
    armour = Tally("AV", av, man.id, "CD-CHAR-6")
    adds = Tally("P" if rule == "CD-WND-1" else "AT", power, hit.what, rule)
    need = Need(Tally("Kills", av - power + 1, f"over AV {av}", "CD-WND-1"))
    check = Check(
        seat,
        f"damage to {man.id}",
        need,
        sides=SIDES,
        rules=tuple(dict.fromkeys(("CD-WND-1", rule))),
        adds=adds,
        against=armour,
    )

    def outcome(total: int) -> str:
        return "killed" if total > av else "stunned" if total == av else ""

    rolled = game.check(check, lambda came: outcome(came.total) or "nothing")
    return outcome(rolled.total)


def monster_lives(game: Game[Battle], unit: Unit, man: Man, hit: Hit) -> bool:
    """Whether a wounded monster takes it: its damage grows by P, or by twice AT (CD-EQ-MONSTER-2)."""
    limit = man.soldier.traits.get("monster")
    if limit is None:
        return False
    power, rule = hit.power(man.soldier)
    harm = unit.man(man.id).harm + (power if rule == "CD-WND-1" else 2 * power)
    unit.alter([man.id], harm=harm)
    game.emit(Status(f"{man.id} has taken {harm} of {limit}", ("CD-EQ-MONSTER-2",), unit.seat, unit.id, "wounded"))
    return harm <= limit


def kill_chance(soldier: Soldier, hit: Hit, melee: bool = False) -> float:
    """The chance of one hit to kill a model."""
    power, _ = hit.power(soldier)
    need = Need(Tally("Kills", (soldier.melee_av if melee else soldier.av) - power + 1))
    return need.chance(SIDES)
