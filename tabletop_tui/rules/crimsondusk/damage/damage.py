"""Hits of a volley: the target's owner allots them (CD-HIT-15), then each is a damage roll (CD-WND)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, partial
from itertools import cycle

from attrs import field

from tabletop_tui.engine.assign_question import Assign, Item
from tabletop_tui.engine.codec import ADDED
from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.question import Answer, Option, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.damage.casualties import kill
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import Soldier
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES
from tabletop_tui.rules.crimsondusk.state.units import VEHICLE, Man, Unit
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
Reach = tuple[tuple[str, ...], ...]
"""For each hit the models that may take it; () where all may take all of them."""


@frozen
class AllotHits(Step):
    title = "Allot the hits"
    says = "The hits of a volley go to models in sight and reach; the owner is asked where there is a choice."
    target: str
    hits: tuple[Hit, ...]
    among: tuple[str, ...]
    by: str = ""
    reach: Reach = field(default=(), metadata={ADDED: True})
    rules = ("CD-HIT-15",)

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.target]
        able = tuple(name for name in self.among if unit.number(name) is not None)
        if not able:
            return
        alike = len(set(self.hits)) == 1 and len(self.hits) == len(able)
        everybody = not self.reach or len(one_each(able, dict(enumerate(self.reach)))) == len(able)
        if (alike and everybody) or forced(unit, self.hits, able, self.reach):
            game.push(RollDamage(unit.id, spread(unit, self.hits, able, self.reach), self.by))
        else:
            game.push(ChooseHits(unit.id, self.hits, able, self.by, self.reach))


def spread(unit: Unit, hits: Sequence[Hit], among: Sequence[str], reach: Reach = ()) -> Allotted:
    """The hits to those whom their section misses least, one after another, each to one who may take it."""
    order = missed_least(unit, among)
    if not reach:
        return tuple(zip(cycle(order), hits, strict=False))
    taken = dict[int, str]()
    while left := [number for number in range(len(hits)) if number not in taken]:
        taken |= one_each(order, {number: reach[number] for number in left})
    return tuple((taken[number], hit) for number, hit in enumerate(hits))


def forced(unit: Unit, hits: Sequence[Hit], among: Sequence[str], reach: Reach) -> bool:
    """Whether there is but one way to allot the hits: none can go to another, and as many be hit (CD-HIT-15)."""
    if not reach:  # whoever there is may take any
        return len(among) < 2 or not hits
    each = dict(enumerate(reach))
    most = len(one_each(among, each))
    return not any(
        name != given and len(one_each(among, {**each, number: (name,)})) == most
        for number, (given, _) in enumerate(spread(unit, hits, among, reach))
        for name in each[number]
    )


def one_each(order: Sequence[str], reach: Mapping[int, Sequence[str]]) -> dict[int, str]:
    """Of these hits, each with those who may take it, one to as many models as can be, the first in order first."""
    found = dict[int, str]()

    def give(name: str, tried: set[int]) -> bool:
        for number, names in reach.items():
            if name in names and number not in tried:
                tried.add(number)
                if number not in found or give(found[number], tried):
                    found[number] = name
                    return True
        return False

    for name in order:
        give(name, set())
    return found


def refuse_allotment(among: Sequence[str], reach: Reach, answer: Mapping[str, str]) -> Refusal | None:
    """Why hits may not be allotted so: nobody has a second one before everybody has one who can (CD-HIT-15)."""
    each = reach or (tuple(among),) * len(answer)
    counts = Counter(answer.values())
    if len(counts) >= len(one_each(among, dict(enumerate(each)))):
        return None
    spared = next(name for name in among if not counts[name] and any(name in names for names in each))
    twice = next(name for name, count in counts.items() if count > 1)
    return Refusal(f"{twice} is hit twice before {spared} is hit", "CD-HIT-15")


def missed_least(unit: Unit, names: Sequence[str]) -> list[str]:
    """Plain men first: those with the commonest arms, leaders last."""
    counts = Counter(soldier.arms for soldier in unit.soldiers)

    def worth(name: str) -> tuple[int, int, str]:
        soldier = unit.man(name).soldier
        return soldier.cb, -counts[soldier.arms], name

    return sorted(names, key=worth)


@frozen
class ChooseHits(Ask):
    title = "Choose who is hit"
    says = "The owner of the target says who takes which hit."
    unit: str
    hits: tuple[Hit, ...]
    among: tuple[str, ...]
    by: str = ""
    reach: Reach = field(default=(), metadata={ADDED: True})
    rules = ("CD-HIT-15",)

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        keys = self.keys()
        order = missed_least(unit, self.among)
        given = spread(unit, self.hits, self.among, self.reach)
        return Assign(
            unit.seat,
            f"{unit.name}: who takes the {counted(len(self.hits), 'hit') if len(self.hits) > 1 else 'hit'}?",
            about=unit.id,
            rules=self.rules,
            items=[Item(key, f"Hit {key}", hit.words, self.barred(int(key) - 1)) for key, hit in keys.items()],
            labels=[Option(name, self.label(game.state, unit, name), target=spot_of(unit, name)) for name in order],
            default={key: name for key, (name, _) in zip(keys, given, strict=True)},
            whole=partial(refuse_allotment, self.among, self.reach),
        )

    def barred(self, number: int) -> dict[str, Refusal]:
        """Who cannot take a hit, for who fired it does not see him within the range of his weapon."""
        names = self.reach[number] if self.reach else self.among
        no = Refusal("out of sight or range of who has hit", "CD-HIT-15")
        return {name: no for name in self.among if name not in names}

    def keys(self) -> dict[str, Hit]:
        return {str(number): hit for number, hit in enumerate(self.hits, 1)}

    def label(self, battle: Battle, unit: Unit, name: str) -> str:
        """Who it is, and what makes him another than his fellows."""
        man = unit.man(name)
        harmed = (f", {man.harm} damage" if man.harm else "") + (", stunned" if battle.is_stunned(man) else "")
        return f"{name}: {man.soldier.arms}, AV {man.soldier.av}{harmed}"

    def take(self, game: Game[Battle], answer: Answer) -> None:
        given = tuple((answer[key], hit) for key, hit in self.keys().items())
        game.push(RollDamage(self.unit, given, self.by))


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

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        cause = "beaten in melee" if self.melee else "shot"
        kill(game, unit, roll_damage(game, unit, self.hits, self.by, self.melee), "CD-WND-1", self.by, cause)


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
        elif came == "stunned" and name not in dead:
            unit.alter([name], stunned=battle.turn + 1, aimed="", loading="", paid=0)
            game.emit(Status(f"{name} is stunned next turn", ("CD-WND-2",), unit.seat, unit.id, "stunned"))
    return dead


def damage_roll(game: Game[Battle], seat: int, unit: Unit, man: Man, hit: Hit, melee: bool) -> str:
    """One die against one man: 'killed', 'stunned' or ''; no face is a kill or a miss by itself (CD-WND-4)."""
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

    rolled = game.check(check, lambda came: outcome(came.total) or "no effect")
    return outcome(rolled.total)


def monster_lives(game: Game[Battle], unit: Unit, man: Man, hit: Hit) -> bool:
    """Whether a wounded monster takes it: its damage grows by P, or by twice AT (CD-EQ-MONSTER-2)."""
    limit = man.soldier.traits.get("monster")
    if limit is None:
        return False
    harm = unit.man(man.id).harm + wound(man.soldier, hit)
    unit.alter([man.id], harm=harm)
    game.emit(
        Status(f"{man.id} has taken {harm} of {limit} damage", ("CD-EQ-MONSTER-2",), unit.seat, unit.id, "wounded")
    )
    return harm <= limit


def kill_chance(soldier: Soldier, hit: Hit, melee: bool = False) -> float:
    """The chance of one hit to kill a model, or to wound a monster."""
    power, _ = hit.power(soldier)
    return chance_to_show((soldier.melee_av if melee else soldier.av) - power + 1)


@cache
def chance_to_show(number: int) -> float:
    """The chance of a damage die to show so much or more."""
    return Need(Tally("Kills", number)).chance(SIDES)


def wound(soldier: Soldier, hit: Hit) -> int:
    """By how much a wound adds to the damage of a monster: P, or twice AT (CD-EQ-MONSTER-2)."""
    power, rule = hit.power(soldier)
    return power if rule == "CD-WND-1" else 2 * power


Blow = Sequence[tuple[Hit, float]]
"""What may hit a man at once: each hit with its chance, all of them together at most 1."""


def harm_after(man: Man, harm: int, blows: Sequence[Blow], melee: bool = False) -> dict[int, float]:
    """The chances of a man who has taken so much to be alive after these, by what he has taken then."""
    limit, alive = man.soldier.traits.get("monster", 0), {harm: 1.0}
    for blow in blows:
        after = dict.fromkeys(alive, 0.0)
        for taken, likely in alive.items():
            for hit, share in blow:
                hurt = likely * share * kill_chance(man.soldier, hit, melee)
                after[taken] -= hurt
                if (more := taken + wound(man.soldier, hit)) <= limit:
                    after[more] = after.get(more, 0.0) + hurt
            after[taken] += likely
        alive = after
    return alive


def death_chance(man: Man, blows: Sequence[Blow], melee: bool = False) -> float:
    """The chance of these, one after another, to kill a man."""
    return max(0.0, 1 - sum(harm_after(man, man.harm, blows, melee).values()))
