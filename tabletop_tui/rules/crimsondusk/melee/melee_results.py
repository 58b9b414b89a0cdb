"""How a melee ends (CD-MWIN): breaking off, the loser's test, falling back, pursuit, consolidating, closing up."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from tabletop_tui.engine import odds
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Fell, Moved, Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.damage.casualties import confuse, kill
from tabletop_tui.rules.crimsondusk.damage.damage import Allotted, Blow, Hit, death_chance, roll_damage
from tabletop_tui.rules.crimsondusk.melee.strikes import Melee, attacks, can_fight, victims
from tabletop_tui.rules.crimsondusk.moving.entering_melee import Engage, pairs_in_contact
from tabletop_tui.rules.crimsondusk.moving.move_choice import ChooseMove
from tabletop_tui.rules.crimsondusk.shooting.volley_odds import among
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.relocation import has_moved
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES, chance, helped, passes, skill_tally, words
from tabletop_tui.rules.crimsondusk.state.terrain import UNIT
from tabletop_tui.rules.crimsondusk.state.units import Unit, part_of
from tabletop_tui.rules.crimsondusk.ways.movement_limits import refuse_step
from tabletop_tui.rules.crimsondusk.ways.straight_fall_back import STOPS, Retreat, away_from, straight
from tabletop_tui.table.bases import middle_text

CAUGHT, EVEN = 0.45, 0.1
"""The chances of the higher of two D10, and of two that are equal."""
GAP = 1.0
"""So far short of losers with an equal roll the victors stop (CD-MWIN-7)."""


# ---------------------------------------------------------------- breaking off
@frozen
class BreakingOff(Step):
    title = "Breaking off"
    says = "After the strikes each section may break off; whoever is confused or a non-combatant has to."
    melee: Melee
    asked: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()
    rules = ("CD-MWIN-10", "CD-MWIN-11", "CD-CONF-3", "CD-SR-NONCOM-2")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if self.melee.over(battle):
            game.push(CloseUps(self.melee))
            return
        seats = (battle.initiative, 1 - battle.initiative)
        todo = [unit for seat in seats for unit in self.melee.side(battle, seat) if unit.id not in self.asked]
        if not todo:
            game.push(ResultTests(self.melee, self.leaving))
        elif has_to_leave(battle, todo[0]):
            name = todo[0].id
            game.push(evolve(self, asked=(*self.asked, name), leaving=(*self.leaving, name)))
        else:
            game.push(ChooseBreak(self.melee, todo[0].id, self.asked, self.leaving))


def has_to_leave(battle: Battle, unit: Unit) -> bool:
    return battle.is_confused(unit) or any(soldier.has("non-com") for soldier in unit.soldiers)


@frozen
class ChooseBreak(Ask):
    title = "Choose whether to break off"
    says = "The owner of a section in melee lets it fight on or break off."
    melee: Melee
    unit: str
    asked: tuple[str, ...]
    leaving: tuple[str, ...]
    rules = ("CD-MWIN-10",)

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        options = [
            Option("stay", "Fight on", hotkey="f", rule="CD-MWIN-4"),
            Option("break", "Break off: fall back D10, confused next turn", hotkey="b", rule="CD-MWIN-10"),
        ]
        mine, theirs = self.melee.kills[unit.seat], self.melee.kills[1 - unit.seat]
        prompt = f"{unit.name}: fight on or break off? Kills {mine} to {theirs}"
        return Pick(unit.seat, prompt, options, about=unit.id, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        leaving = (*self.leaving, self.unit) if answer == "break" else self.leaving
        game.push(BreakingOff(self.melee, (*self.asked, self.unit), leaving))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        battle = game.state
        unit = battle.units[self.unit]
        if answer != "stay" or self.melee.kills[unit.seat] >= self.melee.kills[1 - unit.seat]:
            return None
        tally = result_tally(battle, self.melee, unit)
        return Preview((Line("has to pass", words(tally), tally, ("CD-MWIN-1",)),), (Chance("holds", chance(tally)),))


# ---------------------------------------------------------------- who lost
def result_tally(battle: Battle, melee: Melee, unit: Unit) -> Tally:
    """What a section of the side with fewer kills needs (CD-MWIN-1, CD-SR-FEARSOME-2, CD-SR-TERRIFY-2)."""
    foes = [soldier for enemy in melee.side(battle, 1 - unit.seat) for soldier in enemy.soldiers]
    tally = skill_tally(unit.quality)
    if any(soldier.has("terrifying") for soldier in foes):
        tally = tally.plus(2, "terrifying victors", "CD-SR-TERRIFY-2")
    elif any(soldier.has("fearsome") for soldier in foes):
        tally = tally.plus(1, "fearsome victors", "CD-SR-FEARSOME-2")
    return helped(battle, unit, tally)


@frozen
class ResultTests(Step):
    title = "Result tests"
    says = "Each section of the side with fewer kills is tested, unless one side has broken off; who fails falls back."
    melee: Melee
    leaving: tuple[str, ...]
    rules = ("CD-MWIN-1", "CD-MWIN-2", "CD-MWIN-3", "CD-MWIN-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        kills = self.melee.kills
        fleeing = list(self.leaving)
        sides = [self.melee.side(battle, seat) for seat in (0, 1)]
        if gone := [seat for seat in (0, 1) if all(unit.id in fleeing for unit in sides[seat])]:
            for seat in gone:  # whom all enemies leave has won, whatever the kills (CD-MWIN-10)
                self.tell_lost(game, seat)
        elif kills[0] != kills[1]:
            loser = int(kills[1] < kills[0])
            self.tell_lost(game, loser)
            for unit in sides[loser]:
                if unit.id not in fleeing and not self.holds(game, unit):
                    fleeing.append(unit.id)
        else:
            text = f"{counted(kills[0], 'kill')} each: nobody has lost" if kills[0] else "no kills: nobody has lost"
            game.emit(Event(text, ("CD-MWIN-2",)))
        game.push(Flight(self.melee, tuple(fleeing)) if fleeing else CloseUps(self.melee))

    def tell_lost(self, game: Game[Battle], loser: int) -> None:
        """A side that has lost is no longer behind its obstacles (CD-MEL-13)."""
        battle = game.state
        for unit in self.melee.side(battle, loser):
            unit.alter_all(behind=False)

    def holds(self, game: Game[Battle], unit: Unit) -> bool:
        tally = result_tally(game.state, self.melee, unit)
        return passes(game, unit.seat, f"{unit.does('has')} lost the melee", tally, ("CD-MWIN-1",))


# ---------------------------------------------------------------- falling back and pursuit
def is_kept_down(battle: Battle, unit: Unit) -> bool:
    """Whether a victor serves a pin: only a fall back is not stopped by that (CD-PIN-8)."""
    return all(battle.serves_pin(unit, man) for man in unit.men)


Pursuits = tuple[tuple[str, str], ...]
"""Which victors go after which losers."""


@frozen
class Flight(Step):
    title = "Flight"
    says = "Who falls back is confused next turn; the victors decide about pursuit before any distance is rolled."
    melee: Melee
    fleeing: tuple[str, ...]
    rules = ("CD-MWIN-3", "CD-MWIN-5", "CD-MWIN-10")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        seats = {battle.units[name].seat for name in self.fleeing}
        for name in self.fleeing:
            unit = battle.units[name]
            confuse(game, unit, "CD-MWIN-3", f"{unit.does('falls')} back, confused next turn")
        victors: list[str] = []
        if len(seats) == 1:
            (seat,) = seats
            victors = [unit.id for unit in self.melee.side(battle, 1 - seat) if not is_kept_down(battle, unit)]
        game.push(Pursuing(self.melee, self.fleeing, tuple(victors)))


@frozen
class Pursuing(Step):
    title = "Pursuing"
    says = "One victor after another decides; then the distances are rolled."
    melee: Melee
    fleeing: tuple[str, ...]
    victors: tuple[str, ...]
    """Those who have still to decide."""
    pursuits: Pursuits = ()
    consolidating: tuple[str, ...] = ()
    rules = ("CD-MWIN-5", "CD-MWIN-8")

    def run(self, game: Game[Battle]) -> None:
        if self.victors:
            game.push(ChoosePursuit(self))
        else:
            game.push(RollFlight(self.melee, self.fleeing, self.pursuits), *self.consolidations(game))

    def consolidations(self, game: Game[Battle]) -> list[Step]:
        return [Consolidate(name) for name in self.consolidating]

    def decided(self, target: str) -> Pursuing:
        """After the next victor goes after somebody."""
        return evolve(self, victors=self.victors[1:], pursuits=(*self.pursuits, (self.victors[0], target)))


@frozen
class ChoosePursuit(Ask):
    title = "Choose whether to pursue"
    says = "A victor pursues one of those who fall back, or tries to consolidate instead."
    pursuing: Pursuing
    rules = ("CD-MWIN-5", "CD-MWIN-8")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.pursuing.victors[0]]
        options = [
            Option(name, f"Pursue {battle.units[name].name}", target=name, rule="CD-MWIN-5")
            for name in self.pursuing.fleeing
        ]
        tally = helped(battle, unit, skill_tally(unit.quality))
        label = f"Consolidate: {words(tally)}, else pursue"
        options.append(Option("consolidate", label, hotkey="c", rule="CD-MWIN-8"))
        return Pick(unit.seat, f"{unit.does('has')} won: pursue?", options, about=unit.id, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(TryConsolidate(self.pursuing) if answer == "consolidate" else self.pursuing.decided(answer))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        battle = game.state
        unit = battle.units[self.pursuing.victors[0]]
        if answer == "consolidate":
            tally = helped(battle, unit, skill_tally(unit.quality))
            line = Line("needs", words(tally), tally, ("CD-MWIN-8",))
            return Preview((line,), (Chance("consolidates", chance(tally)),))
        kills = if_caught(battle, self.pursuing.melee, unit, answer)
        lines = (
            Line("catches them", "with the higher D10", rules=("CD-MWIN-6",)),
            Line("if caught", f"{odds.mean(kills):.1f} killed to be expected", rules=("CD-MWIN-6",)),
        )
        chances = (
            Chance("caught", CAUGHT),
            Chance("one killed or more", CAUGHT * odds.at_least(kills, 1)),
            Chance("same distance", EVEN),
        )
        return Preview(lines, chances, CAUGHT * odds.mean(kills), "models killed")


@frozen
class TryConsolidate(Step):
    title = "Try to consolidate"
    says = "A skill test not to pursue; failed, the victors have to."
    pursuing: Pursuing
    rules = ("CD-MWIN-8",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        now = self.pursuing
        unit = battle.units[now.victors[0]]
        tally = helped(battle, unit, skill_tally(unit.quality))
        if passes(game, unit.seat, f"{unit.does('consolidates')}", tally, self.rules):
            done = (*now.consolidating, unit.id)
            game.push(evolve(now, victors=now.victors[1:], consolidating=done))
        else:
            game.push(now.decided(nearest_of(battle, unit, now.fleeing)))


def nearest_of(battle: Battle, unit: Unit, names: Sequence[str]) -> str:
    """The section with the most contacts, which a victor who has to pursue goes after."""
    return max(names, key=lambda name: len(pairs_in_contact(unit, battle.units[name])))


@frozen
class RollFlight(Step):
    title = "Roll for the flight"
    says = "The losers roll first; who rolls higher catches them, else all go their ways."
    melee: Melee
    fleeing: tuple[str, ...]
    pursuits: Pursuits
    rules = ("CD-MWIN-3", "CD-MWIN-6", "CD-MWIN-7")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        rolls = {name: distance_roll(game, battle.units[name], "falls back") for name in self.fleeing}
        chase = {name: distance_roll(game, battle.units[name], "pursues") for name, _ in self.pursuits}
        parts = {unit.id: part_in_melee(battle, self.melee, unit) for unit in self.melee.units(battle)}
        foes = {name: [parts[foe.id] for foe in foes_of(battle, self.melee, name)] for name in self.fleeing}
        ways = {name: away_from(parts[name], foes[name]) for name in self.fleeing}
        for name in self.fleeing:
            pursuers = [victor for victor, target in self.pursuits if target == name]
            catching = [victor for victor in pursuers if chase[victor] > rolls[name]]
            if catching:
                caught(game, self.melee, name, catching)
                continue
            went = fall_back(game, parts[name], ways[name], rolls[name])
            if went is None:
                continue
            for victor in pursuers:
                length = chase[victor] - GAP if chase[victor] == rolls[name] else float(chase[victor])
                follow(game, parts[victor], ways[name], length, name if went < rolls[name] else "")
        game.push(Aftermath(self.melee), *(Engage(victor, next_turn=True) for victor, _ in self.pursuits))


def distance_roll(game: Game[Battle], unit: Unit, what: str) -> int:
    rules = ("CD-MWIN-3",) if what == "falls back" else ("CD-MWIN-5",)
    return game.check(Check(unit.seat, done_by(unit, what), sides=SIDES, rules=rules)).face


def done_by(unit: Unit, what: str) -> str:
    """What a section does, as 'B1 Raiders fall back'; `what` is said of a single one."""
    verb, _, more = what.partition(" ")
    return f"{unit.does(verb)} {more}".rstrip()


def foes_of(battle: Battle, melee: Melee, name: str) -> list[Unit]:
    """The enemies from which a section falls back: those in contact, else all that it fought."""
    unit = battle.units[name]
    enemies = melee.side(battle, 1 - unit.seat)
    return [enemy for enemy in enemies if pairs_in_contact(unit, enemy)] or enemies


def caught(game: Game[Battle], melee: Melee, name: str, victors: Sequence[str]) -> None:
    """Nobody moves; each model of the victors has an automatic hit on a loser in its reach (CD-MWIN-6)."""
    battle = game.state
    unit = battle.units[name]
    game.emit(Event(f"{unit.does('is')} caught", ("CD-MWIN-6",), unit.seat))
    for victor in victors:
        if not unit.living:
            return
        enemy = battle.units[victor]
        hits = sure_hits(battle, melee, enemy, name)
        kill(game, unit, roll_damage(game, unit, hits, victor, melee=True), "CD-MWIN-6", victor)


def sure_hits(battle: Battle, melee: Melee, victor: Unit, name: str) -> Allotted:
    """The automatic hits of a victor on the losers that he has caught (CD-MWIN-6)."""
    hits: Allotted = ()
    for man in victor.men:
        near = sorted(one for one in victims(battle, melee, victor, man.id) if one[1] == name)
        if near and can_fight(battle, man):
            best = max(attacks(man.soldier, first_turn=False), key=lambda attack: attack.p)
            hits = (*hits, (near[0][2], Hit(best.p, 0, best.name)))
    return hits


def if_caught(battle: Battle, melee: Melee, victor: Unit, name: str) -> odds.Chances:
    """How many a victor kills if he catches the losers."""
    loser, blows = battle.units[name], dict[str, list[Blow]]()
    for man, hit in sure_hits(battle, melee, victor, name):
        blows.setdefault(man, []).append(((hit, 1.0),))
    return among(tuple(death_chance(loser.man(man), taken, melee=True) for man, taken in blows.items()))


def part_in_melee(battle: Battle, melee: Melee, unit: Unit) -> Unit:
    """A section as it is driven back or goes after others: of a split one only the part that has touched an enemy.

    The other stays where it was put, though it is as confused (CD-REORG-5, CD-REORG-6).
    """
    enemies = melee.side(battle, 1 - unit.seat)
    touched = {part_of(unit.men[number]) for enemy in enemies for number, _ in pairs_in_contact(unit, enemy)}
    part = unit.clone()
    if touched:
        part.drop([man.id for man in unit.men if part_of(man) not in touched])
    return part


def fall_back(game: Game[Battle], part: Unit, way: tuple[float, float], far: int) -> float | None:
    """A section goes back, and whoever leaves the table is lost: how far it has gone, None if nobody is left."""
    retreat = straight(game.state, part, way, float(far), (), STOPS)
    return retreat.length if go(game, part, retreat, "falls back", "CD-MWIN-3") else None


def follow(game: Game[Battle], part: Unit, way: tuple[float, float], far: float, stopped: str) -> None:
    """The victors go directly after the losers; where something has `stopped` these, a unit short (CD-MWIN-7)."""
    retreat = straight(game.state, part, way, far, apart_from={stopped: GAP})
    go(game, part, retreat, "pursues", "CD-MWIN-7")
    game.state.units[part.id].alter_all(behind=False)


def go(game: Game[Battle], part: Unit, retreat: Retreat, verb: str, rule: str) -> bool:
    """Put a section, or a part of it, where it went; whether anybody of the part is left."""
    battle = game.state
    unit, start = battle.units[part.id], middle_text(part.models)
    if len(retreat.lost) == unit.left:
        battle.remove(unit, "fled")
        game.emit(Fell(f"{unit.does('leaves')} the table", (rule,), unit.seat, unit.id, start, cause="fled"))
        return False
    unit.put(dict(retreat.ends))
    has_moved(unit, {name: retreat.length for name, _ in retreat.ends if retreat.length > 0})
    kill(game, unit, retreat.lost, rule)
    if not retreat.ends:
        return False
    text = f"{done_by(unit, verb)} {UNIT.said(retreat.length)}"
    there = middle_text(tuple(spot for _, spot in retreat.ends))
    game.emit(Moved(text, (rule,), unit.seat, unit.id, (start, there)))
    return True


@frozen
class Consolidate(Step):
    title = "Consolidate"
    says = "Victors who do not pursue move up to what 1 AP allows, in any direction (CD-MWIN-8)."
    unit: str
    rules = ("CD-MWIN-8",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        going = tuple((man.id, False) for man in unit.men if refuse_step(battle, unit, man) is None)
        unit.alter_all(behind=False)
        if unit.living and not unit.fighting and going:
            game.push(ChooseMove(unit.id, going), Engage(unit.id, next_turn=True))


# ---------------------------------------------------------------- if nobody has gone
@frozen
class CloseUps(Step):
    title = "Units close up"
    says = "If neither side has broken off, all who are not in contact may move as with 1 AP, the victors first."
    melee: Melee
    rules = ("CD-MWIN-12",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        kills = self.melee.kills
        first = battle.initiative if kills[0] == kills[1] else int(kills[1] > kills[0])
        order = [unit for seat in (first, 1 - first) for unit in self.melee.side(battle, seat)]
        game.push(*(CloseUp(unit.id, self.melee) for unit in order), Aftermath(self.melee))


@frozen
class CloseUp(Step):
    title = "Close up"
    says = "The models of a section that are not in contact move, if they can."
    unit: str
    melee: Melee
    rules = ("CD-MWIN-12",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        enemies = battle.enemies(unit.seat)
        touching = {a for enemy in enemies for a, _ in pairs_in_contact(unit, enemy)}
        others = [man for number, man in enumerate(unit.men) if number not in touching]
        if free := [man for man in others if refuse_step(battle, unit, man) is None]:
            game.push(ChooseMove(unit.id, tuple((man.id, False) for man in free)), Engage(unit.id, next_turn=True))


@frozen
class Aftermath(Step):
    title = "Aftermath"
    says = "Sections that touch no enemy any more are out of the melee and act normally next turn."
    melee: Melee
    rules = ("CD-MWIN-13",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        for unit in self.melee.units(battle):
            held = [name for name in unit.foes if pairs_in_contact(unit, battle.units[name])]
            if tuple(held) != unit.foes:
                unit.foes = tuple(held)
            if not held:
                unit.alter_all(behind=False)
                text = f"{unit.does('is')} out of the melee"
                game.emit(Status(text, self.rules, unit.seat, unit.id, "in melee", False))
