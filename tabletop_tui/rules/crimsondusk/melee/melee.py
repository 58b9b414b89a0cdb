"""The melees at the end of a turn (CD-ACT-7, CD-MEL): in which order, who strikes whom, and the blows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from attrs import evolve

from tabletop_tui.engine.assign_question import Assign, Item
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Began, Shot
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import so_many
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.damage.casualties import kill
from tabletop_tui.rules.crimsondusk.damage.damage import Allotted, roll_damage
from tabletop_tui.rules.crimsondusk.melee.melee_results import BreakingOff
from tabletop_tui.rules.crimsondusk.melee.strikes import (
    Attack,
    Melee,
    attacks,
    blow_tally,
    hit_of,
    stages,
    strikers,
    victims,
    ways_to_strike,
)
from tabletop_tui.rules.crimsondusk.melee.vehicle_melee import AttackVehicles
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES, need_of
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.table.points import spot_text


# ---------------------------------------------------------------- which one is fought next
def melees(battle: Battle) -> tuple[Melee, ...]:
    """Every melee that is under way: sections that touch each other, directly or by others."""
    found, seen = [], set[str]()
    for unit in battle.units.values():
        if unit.id in seen or not unit.fighting or unit.met > battle.turn:
            continue
        group, todo = set[str](), [unit.id]
        while todo:
            name = todo.pop()
            if name not in group and battle.units[name].met <= battle.turn:
                group.add(name)
                todo += battle.units[name].foes
        seen |= group
        found.append(Melee(tuple(sorted(group))))
    return tuple(found)


@frozen
class MeleePhase(Step):
    title = "Melee phase"
    says = "After the last activation all melees are fought, in an order of the initiative holder's."
    rules = ("CD-ACT-7", "CD-TURN-1")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.active = ""
        left = melees(battle)
        if left:
            battle.phase = "Melee"
            game.emit(Began("Melee", self.rules, level="phase"))
        game.push(AttackVehicles(), *([NextMelee(left)] if left else []))


@frozen
class NextMelee(Step):
    title = "Next melee"
    says = "One melee after another, each completed before the next."
    left: tuple[Melee, ...]
    rules = ("CD-ACT-7",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        left = tuple(melee for melee in self.left if not melee.over(battle))
        if len(left) > 1:
            game.push(ChooseMelee(left))
        elif left:
            game.push(Strikes(left[0], stages(battle, left[0])))


@frozen
class ChooseMelee(Ask):
    title = "Choose a melee"
    says = "Who has the initiative says which melee is fought next."
    left: tuple[Melee, ...]
    rules = ("CD-ACT-7",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        options = [
            Option(melee.sections[0], " and ".join(melee.sections), target=melee.sections[0], rule="CD-ACT-7")
            for melee in self.left
        ]
        return Pick(battle.initiative, "Which melee is fought next?", options, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        melee = next(melee for melee in self.left if melee.sections[0] == answer)
        rest = tuple(other for other in self.left if other is not melee)
        game.push(Strikes(melee, stages(game.state, melee)), NextMelee(rest))


# ---------------------------------------------------------------- stage by stage
@frozen
class Blow:
    """Who strikes whom."""

    unit: str
    man: str
    enemy: str
    victim: str
    way: str = ""
    """How he uses his dice, where he has a choice (CD-SR-FURIOUS)."""


Blows = tuple[Blow, ...]


@frozen
class Strikes(Step):
    says = "The next stage of a melee: all who strike in it choose their victims before any die is rolled."
    melee: Melee
    stages: tuple[str, ...]
    rules = ("CD-MEL-2", "CD-MEL-3", "CD-MEL-4")

    def describe(self, game: Game[Battle]) -> str:
        return f"Melee of {', '.join(self.melee.sections)}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if not self.stages or self.melee.over(battle):
            game.push(BreakingOff(self.melee))
            return
        stage, rest = self.stages[0], self.stages[1:]
        found = [(unit.id, strikers(battle, self.melee, unit, stage)) for unit in self.melee.units(battle)]
        todo = tuple((name, man) for name, men in found for man in men)
        game.push(Aim(self.melee, todo, (), rest) if todo else Strikes(self.melee, rest))


Todo = tuple[tuple[str, str], ...]
"""Those who have still to choose: section and man."""


@frozen
class Aim(Step):
    title = "Aim"
    says = "Whoever reaches a single enemy strikes him; the others are asked for."
    melee: Melee
    todo: Todo
    blows: Blows
    stages: tuple[str, ...]
    rules = ("CD-MEL-14",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        sure, unsure = list(self.blows), []
        for name, man in self.todo:
            near = sorted(victims(battle, self.melee, battle.units[name], man))
            if len(near) == 1:
                sure.append(Blow(name, man, *near[0][1:]))
            else:
                unsure.append((name, man))
        if unsure:
            game.push(ChooseVictims(self.melee, tuple(unsure), tuple(sure), self.stages))
        else:
            game.push(armed(battle, self.melee, tuple(sure), self.stages))


@frozen
class ChooseVictims(Ask):
    title = "Choose victims"
    says = "The owner of the strikers says whom each of them strikes."
    melee: Melee
    todo: Todo
    blows: Blows
    stages: tuple[str, ...]
    rules = ("CD-MEL-14",)

    def strikers(self, battle: Battle) -> Todo:
        """Those of the first seat that has still to choose."""
        seat = battle.units[self.todo[0][0]].seat
        return tuple(one for one in self.todo if battle.units[one[0]].seat == seat)

    def reached(self, battle: Battle) -> dict[str, list[tuple[str, str]]]:
        """Section and name of whom each of them reaches, the nearest first."""
        return {
            man: [(enemy, victim) for _, enemy, victim in sorted(victims(battle, self.melee, battle.units[name], man))]
            for name, man in self.strikers(battle)
        }

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        reached = self.reached(battle)
        known = {victim: enemy for near in reached.values() for enemy, victim in near}
        sections = list(dict.fromkeys(name for name, _ in self.strikers(battle)))
        labels = [
            Option(victim, f"{victim}: {battle.units[enemy].man(victim).soldier.arms}", target=enemy)
            for victim, enemy in sorted(known.items())
        ]
        return Assign(
            battle.units[sections[0]].seat,
            f"{', '.join(battle.units[name].name for name in sections)}: whom does each strike?",
            about=sections[0],
            rules=self.rules,
            items=[self.item(battle, name, man, reached[man], known) for name, man in self.strikers(battle)],
            labels=labels,
            default={man: near[0][1] for man, near in reached.items()},
        )

    def item(self, battle: Battle, name: str, man: str, near: list[tuple[str, str]], known: Mapping[str, str]) -> Item:
        """A striker, with what he needs against the nearest."""
        unit, here = battle.units[name], {victim for _, victim in near}
        far = {victim: Refusal(f"{victim} is out of reach", "CD-MEL-14") for victim in known if victim not in here}
        needs = told(battle, man, unit, *near[0])
        return Item(man, f"{man}, {needs}", f"{name} {unit.man(man).soldier.arms}", far, name)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        here, reached = self.strikers(battle), self.reached(battle)
        found = []
        for name, man in here:
            enemy = next(enemy for enemy, victim in reached[man] if victim == answer[man])
            found.append(Blow(name, man, enemy, answer[man]))
        rest = tuple(one for one in self.todo if one not in here)
        blows = (*self.blows, *found)
        game.push(evolve(self, todo=rest, blows=blows) if rest else armed(battle, self.melee, blows, self.stages))


def told(battle: Battle, man: str, unit: Unit, enemy: str, victim: str) -> str:
    """What a man needs against a victim, with each of his dice."""
    foe = battle.units[enemy]
    dice = attacks(unit.man(man).soldier, unit.met == battle.turn)
    eye = unit.spot_of(man)
    needs = [blow_tally(battle, unit.man(man), attack, foe, foe.man(victim), eye).total for attack in dice]
    return " and ".join(f"{need}+" for need in needs)


# ---------------------------------------------------------------- with which dice
def armed(battle: Battle, melee: Melee, blows: Blows, stages: tuple[str, ...]) -> Step:
    """The blows, or the question how to strike them where somebody has a choice."""
    open_ = any(len(ways_of(battle, blow)) > 1 and not blow.way for blow in blows)
    return ChooseArms(melee, blows, stages) if open_ else StrikeBlows(melee, blows, stages)


def ways_of(battle: Battle, blow: Blow) -> dict[str, tuple[Attack, ...]]:
    """How a striker may use his dice."""
    unit = battle.units[blow.unit]
    return ways_to_strike(unit.man(blow.man).soldier, unit.met == battle.turn)


@frozen
class ChooseArms(Ask):
    title = "Choose arms"
    says = "The owner of those with several weapons says which die is which before any is rolled."
    melee: Melee
    blows: Blows
    stages: tuple[str, ...]
    rules = ("CD-MEL-11", "CD-SR-FURIOUS")

    def asked(self, battle: Battle) -> list[Blow]:
        """The blows of the first seat that has still to choose."""
        open_ = [blow for blow in self.blows if len(ways_of(battle, blow)) > 1 and not blow.way]
        seat = battle.units[open_[0].unit].seat
        return [blow for blow in open_ if battle.units[blow.unit].seat == seat]

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        asked = self.asked(battle)
        ways = {blow.man: ways_of(battle, blow) for blow in asked}
        names = list(dict.fromkeys(name for known in ways.values() for name in known))
        none = Refusal("it has no weapons for that", "CD-MEL-11")
        return Assign(
            battle.units[asked[0].unit].seat,
            "With what does each of these strike?",
            about=asked[0].unit,
            rules=self.rules,
            items=[
                Item(
                    blow.man,
                    f"{blow.man} at {blow.victim}",
                    battle.units[blow.unit].man(blow.man).soldier.arms,
                    {name: none for name in names if name not in ways[blow.man]},
                    blow.unit,
                )
                for blow in asked
            ],
            labels=[Option(name, name, rule="CD-MEL-11") for name in names],
            default={man: next(iter(known)) for man, known in ways.items()},
        )

    def take(self, game: Game[Battle], answer: Answer) -> None:
        blows = tuple(evolve(blow, way=answer.get(blow.man, blow.way)) for blow in self.blows)
        game.push(armed(game.state, self.melee, blows, self.stages))


@frozen
class StrikeBlows(Step):
    title = "Strike blows"
    says = "All blows of a stage are rolled, then those who were killed go."
    melee: Melee
    blows: Blows
    stages: tuple[str, ...]
    rules = ("CD-MEL-4", "CD-MWPN-6")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        dead: dict[str, list[str]] = {}
        by: dict[str, str] = {}
        for (striker, enemy), hits in roll_blows(game, self.blows).items():
            foe = battle.units[enemy]
            found = roll_damage(game, foe, hits, striker, melee=True)
            dead.setdefault(enemy, [])
            dead[enemy] += [name for name in found if name not in dead[enemy]]
            by[enemy] = striker
        kills = list(self.melee.kills)
        for enemy, names in dead.items():
            kills[1 - battle.units[enemy].seat] += len(names)
            kill(game, battle.units[enemy], names, "CD-MEL-4", by[enemy])
        game.push(Strikes(evolve(self.melee, kills=tuple(kills)), self.stages))


def roll_blows(game: Game[Battle], blows: Blows) -> dict[tuple[str, str], Allotted]:
    """Roll to hit, equal dice of a section together: the hits by striking and struck section."""
    battle = game.state
    hits: dict[tuple[str, str], Allotted] = {}
    for (name, enemy, attack, tally), dice in dice_of(battle, blows).items():
        unit = battle.units[name]
        why = f"{unit.does('strikes')} {battle.units[enemy].name} with {attack.name}"
        spots = spot_text(unit.models[0]), spot_text(battle.units[enemy].models[0])
        game.emit(Shot(why, ("CD-MEL-1",), unit.seat, name, enemy, spots))
        by_face = partial(hit_of, unit.man(dice[0].man).soldier, attack)
        alike = len({(blow.victim, unit.man(blow.man).soldier.has("critical-strike")) for blow in dice}) == 1
        check = Check(unit.seat, why, need_of(tally), dice=len(dice), sides=SIDES, bulk=alike, apart=by_face)
        rolled = game.check(check, lambda came: so_many(came.count, "hit"))
        for blow, face, good in zip(dice, rolled.faces, rolled.counting, strict=True):
            if good:
                hit = hit_of(unit.man(blow.man).soldier, attack, face)
                hits[name, enemy] = (*hits.get((name, enemy), ()), (blow.victim, hit))
    return hits


def dice_of(battle: Battle, blows: Sequence[Blow]) -> dict[tuple[str, str, Attack, Tally], list[Blow]]:
    """Every die that is rolled, those together that need the same."""
    found: dict[tuple[str, str, Attack, Tally], list[Blow]] = {}
    for blow in blows:
        unit, enemy = battle.units[blow.unit], battle.units[blow.enemy]
        man, victim = unit.man(blow.man), enemy.man(blow.victim)
        for attack in attacks(man.soldier, unit.met == battle.turn, blow.way):
            tally = blow_tally(battle, man, attack, enemy, victim, unit.spot_of(man.id))
            key = blow.unit, blow.enemy, attack, tally
            found.setdefault(key, []).append(blow)
    return found
