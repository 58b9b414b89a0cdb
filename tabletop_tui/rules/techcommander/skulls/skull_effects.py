"""What skulls do (TC-SKULL-6): a step for each, of the unit that has claimed it."""

from __future__ import annotations

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Status
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.anytime.air_strikes import ChooseStrike
from tabletop_tui.rules.techcommander.anytime.kill_perks import RaiseCap
from tabletop_tui.rules.techcommander.damage.damage import Blow, lose_life, remove, strike
from tabletop_tui.rules.techcommander.deployment.spawning import ninjas, spawn
from tabletop_tui.rules.techcommander.skulls.claimer_moves import (
    ChooseFireMove,
    ChooseNavigated,
    PlaceFellow,
    attack_nearest,
    together,
)
from tabletop_tui.rules.techcommander.skulls.skull_step_base import SkullStep, random_point, troops
from tabletop_tui.rules.techcommander.state import shot_targets
from tabletop_tui.rules.techcommander.state.battle import GIVEN, SEAT_LETTERS, SIDES, Battle, Unit
from tabletop_tui.rules.techcommander.state.infiltration import reveal
from tabletop_tui.rules.techcommander.state.profiles import FULL_LIFE
from tabletop_tui.rules.techcommander.state.rallied_groups import regroup
from tabletop_tui.rules.techcommander.state.teams import captain, opponents
from tabletop_tui.rules.techcommander.victory.deathmatch_points import score

SKULL = "skull"
NINJAS = 4
HERO, LAST_HERO, LAST_DESTINY, PITY = 50, 20, 5, 15
FAMINE = 10


def is_last(battle: Battle) -> bool:
    """Whether this is the last round of play."""
    return battle.turn >= battle.scenario.turns


# ---------------------------------------------------------------- harm and help
@frozen
class Patriot(SkullStep):
    title = "Patriot"
    says = "A UAV fires a pair of missiles at a target that the player names."
    rules = ("TC-SKB-1", "TC-SKB-12", "TC-SKA-12")

    def run(self, game: Game[Battle]) -> None:
        game.push(ChooseStrike(self.holder(game).seat))


@frozen
class Anger(SkullStep):
    title = "Anger"
    for_claimer = True
    says = "The claimer may go into contact with the nearest enemy and attack it once, free of cost."
    rules = ("TC-SKB-2", "TC-SKB-15", "TC-SKA-15")

    def run(self, game: Game[Battle]) -> None:
        attack_nearest(game, self.holder(game))


@frozen
class Tempest(SkullStep):
    title = "Tempest"
    for_claimer = True
    says = "Until it is killed the claimer sees every unit on the table."
    rules = ("TC-SKB-3", "TC-SKA-3")

    def run(self, game: Game[Battle]) -> None:
        unit = self.holder(game)
        unit.tempest = True
        game.emit(Status(f"{unit.name} sees everybody", self.rules, unit.seat, unit.id, "tempest"))


@frozen
class Death(SkullStep):
    title = "Death"
    for_claimer = True
    says = "The claimer takes 2D20 damage."
    rules = ("TC-SKB-4", "TC-SKA-4")

    def run(self, game: Game[Battle]) -> None:
        burn(game, self.holder(game), 2, "Death", self.rules)


def burn(game: Game[Battle], unit: Unit, dice: int, why: str, rules: tuple[str, ...]) -> None:
    """A skull harms whoever has claimed it; that is his own doing (TC-PTS-8)."""
    damage = game.check(Check(unit.seat, f"{why}: damage", dice=dice, sides=SIDES, rules=rules)).total
    strike(game, unit, Blow(damage, "", None, cause=SKULL))


@frozen
class Spring(SkullStep):
    title = "Spring"
    says = "All units of the player heal to full life; where none needs it, one more trooper or 1 more of the cap."
    rules = ("TC-SKB-5", "TC-SKB-8", "TC-SKB-20", "TC-SKA-20")

    def run(self, game: Game[Battle]) -> None:
        hurt = [unit for unit in game.state.controlled(self.holder(game).seat) if unit.life < FULL_LIFE]
        for unit in hurt:
            unit.life = FULL_LIFE
            game.emit(Status(f"{unit.name} is healed to full life", self.rules, unit.seat, unit.id, "healed"))
        if not hurt:
            game.push(ChooseSpring(self.unit))


CAP, NEITHER = "cap", "neither"


@frozen
class ChooseSpring(Ask):
    title = "Choose what spring brings"
    says = "Nobody needs healing: the player takes a trooper who joins the claimer, or 1 more of the cap."
    unit: str
    rules = ("TC-SKB-5",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        seat, most = battle.units[self.unit].seat, battle.scenario.most_cap
        full = Refusal(f"the cap is {most} already", "TC-PERK-2") if battle.players[seat].cap >= most else None
        options = [Option(key, f"{sheet.name} joins") for key, sheet in troops(battle, seat).items()]
        options += [Option(CAP, "Cap 1 higher", full, hotkey="c"), Option(NEITHER, "Neither", hotkey="n")]
        return Pick(seat, "Spring: who joins, or more cap?", options, about=self.unit, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        seat = battle.units[self.unit].seat
        if answer == CAP:
            game.push(RaiseCap(seat))
        elif answer != NEITHER:
            fellow = battle.born(seat, troops(battle, seat)[answer])
            game.push(PlaceFellow(self.unit, fellow.id))


@frozen
class Fire(SkullStep):
    title = "Fire"
    for_claimer = True
    says = "The claimer takes 1D20 damage, and is then moved 2D20 in a direction of its player's choice."
    rules = ("TC-SKB-6", "TC-SKB-13", "TC-SKA-13")

    def run(self, game: Game[Battle]) -> None:
        unit = self.holder(game)
        burn(game, unit, 1, "Fire", self.rules)
        if not unit.on_table:  # it has boarded in the action in which it claimed the skull
            game.emit(Event(f"{unit.name} is aboard and stays there", self.rules, unit.seat))
            return
        far = game.check(Check(unit.seat, "Fire: how far it is moved", dice=2, sides=SIDES, rules=self.rules)).total
        game.push(ChooseFireMove(self.unit, float(far)))


@frozen
class Famine(SkullStep):
    title = "Famine"
    says = "Every unit in play loses 10 life; for those eliminated there are death chips, but no kills."
    rules = ("TC-SKB-7", "TC-SKA-7")

    def run(self, game: Game[Battle]) -> None:
        for unit in game.state.units.values():
            if unit.in_play:
                lose_life(game, unit, FAMINE, Blow(0, cause=SKULL), scores=False)


@frozen
class Archangel(SkullStep):
    title = "Archangel"
    says = "Every unit on the table is revealed."
    rules = ("TC-SKB-9", "TC-SKA-9")

    def run(self, game: Game[Battle]) -> None:
        reveal_all(game, "TC-SKB-9")


def reveal_all(game: Game[Battle], rule: str) -> None:
    for unit in shot_targets.exposed(game.state):
        reveal(game, unit, rule)


@frozen
class Scourge(SkullStep):
    title = "Scourge"
    says = "All smoke is gone, new smoke does nothing this turn, and every unit is revealed."
    rules = ("TC-SKB-11", "TC-SKA-11")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.clouds, battle.cleared = (), True
        game.emit(Event("All smoke is gone, and new smoke does nothing this turn", self.rules))
        reveal_all(game, "TC-SKB-11")


@frozen
class Hero(SkullStep):
    title = "Hero"
    for_claimer = True
    says = "50 points if the claimer survives the game; in the last round 20 at once."
    rules = ("TC-SKB-10", "TC-SKA-10")

    def run(self, game: Game[Battle]) -> None:
        unit = self.holder(game)
        if is_last(game.state):
            score(game, unit.seat, LAST_HERO, "A hero of the last round", "TC-SKB-10")
            return
        unit.hero += HERO
        text = f"{unit.name} is a hero: {unit.hero} points if it survives the game"
        game.emit(Status(text, self.rules, unit.seat, unit.id, "hero"))


@frozen
class Stupidity(SkullStep):
    title = "Stupidity"
    says = "Every opposing player, or team, gets 15 points."
    rules = ("TC-SKB-14", "TC-SKB-19", "TC-SKA-14")

    def run(self, game: Game[Battle]) -> None:
        for seat in opponents(game.state, self.holder(game).seat):
            if captain(game.state, seat) == seat:
                score(game, seat, PITY, "Stupid skull", "TC-SKB-14")


@frozen
class Overwatch(SkullStep):
    title = "Overwatch"
    says = "One more action a turn, to the end of the turn in which the next skull is claimed."
    rules = ("TC-SKB-18", "TC-SKA-18")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        seat = self.holder(game).seat
        battle.alter(seat, overwatch=True, overwatch_ends=False, command=battle.players[seat].command + 1)
        game.emit(Event(f"{battle.seat_names[seat]} has one more action a turn", self.rules, seat))


@frozen
class Navigator(SkullStep):
    title = "Navigator"
    for_claimer = True
    says = "The claimer and those rallied to it move to any spot of the table."
    rules = ("TC-SKB-16", "TC-SKA-16")

    def run(self, game: Game[Battle]) -> None:
        unit = self.holder(game)
        others = tuple(one.id for one in together(game.state, unit) if one is not unit)
        game.push(ChooseNavigated(unit.id, others, ()))


# ---------------------------------------------------------------- a unit is given away
@frozen
class Fate(SkullStep):
    title = "Fate"
    says = "The player gives one of his units to an opponent, who respawns it at full health at a random point."
    rules = ("TC-SKB-17", "TC-SKA-17")

    def run(self, game: Game[Battle]) -> None:
        seat = self.holder(game).seat
        if opponents(game.state, seat) and game.state.controlled(seat):
            game.push(ChooseGift(seat))


@frozen
class ChooseGift(Ask):
    title = "Choose whom to give away"
    says = "The player names the unit that he gives away."
    seat: int
    rules = ("TC-SKB-17",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        units = battle.controlled(self.seat)
        options = [Option(unit.id, unit.name, laden(battle, unit), target=unit.aboard or unit.id) for unit in units]
        return Pick(self.seat, "Fate: give which unit away?", options, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        seats = opponents(game.state, self.seat)
        game.push(GiveAway(answer, seats[0]) if len(seats) == 1 else ChooseReceiver(answer))


def laden(battle: Battle, unit: Unit) -> Refusal | None:
    """A carrier is not given away with those who are in it."""
    return Refusal("there are passengers in it", "TC-SKB-17") if battle.passengers(unit) else None


@frozen
class ChooseReceiver(Ask):
    title = "Choose who gets it"
    says = "The player names the opponent who gets his unit."
    unit: str
    rules = ("TC-SKB-17",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        seats = opponents(battle, unit.seat)
        options = [Option(SEAT_LETTERS[seat], battle.seat_names[seat]) for seat in seats]
        return Pick(unit.seat, f"Who gets {unit.name}?", options, about=unit.id, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(GiveAway(self.unit, SEAT_LETTERS.index(answer)))


@frozen
class GiveAway(SkullStep):
    says = "The unit changes sides: it spawns anew at a random point, outside the cap of its new player."
    seat: int
    rules = ("TC-SKB-17",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{game.state.seat_names[self.seat]} gets {self.unit}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = self.holder(game)
        remove(game, unit, GIVEN)
        regroup(game)  # those whom it held together may be apart now (TC-RALLY-16)
        start = random_point(game, self.seat)
        game.push(spawn(battle, self.seat, unit.sheet, start, off_cap=True))


# ---------------------------------------------------------------- Pestilence and Destiny
@frozen
class Pestilence(SkullStep):
    title = "Pestilence"
    says = "The opposing unit with the least life is marked: whoever eliminates it, the claimer gets its AC too."
    rules = ("TC-SKA-6",)

    def run(self, game: Game[Battle]) -> None:
        seat = self.holder(game).seat
        weakest = least(game.state, seat)
        if len(weakest) == 1:
            mark(game, weakest[0], seat)
        elif weakest:
            game.push(ChooseMarked(seat))


def least(battle: Battle, seat: int) -> list[Unit]:
    """The living opposing units on the battlefield with the least life, those aboard of others too."""
    playing = (unit for unit in battle.units.values() if unit.in_play and not unit.eliminated)
    living = [unit for unit in playing if not battle.allied(unit.seat, seat)]
    life = min((unit.life for unit in living), default=0)
    return [unit for unit in living if unit.life == life]


def mark(game: Game[Battle], unit: Unit, seat: int) -> None:
    battle = game.state
    battle.marked, battle.marker = unit.id, seat
    text = f"{unit.name} is marked: {counted(unit.ac, 'point')} for {battle.seat_names[seat]} when it is eliminated"
    game.emit(Status(text, ("TC-SKA-6",), unit.seat, unit.id, "marked"))


@frozen
class ChooseMarked(Ask):
    title = "Choose who is marked"
    says = "Of those with the least life the player names one."
    seat: int
    rules = ("TC-SKA-6",)

    def question(self, game: Game[Battle]) -> Question:
        options = [Option(unit.id, unit.name, target=unit.aboard or unit.id) for unit in least(game.state, self.seat)]
        return Pick(self.seat, "Pestilence: who is marked?", options, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        mark(game, game.state.units[answer], self.seat)


@frozen
class Destiny(SkullStep):
    title = "Destiny"
    says = "All units of the player die; he then chooses his spawn point first, and four ninjas come with him."
    rules = ("TC-SKA-8",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        seat = self.holder(game).seat
        for unit in battle.controlled(seat):
            if not unit.eliminated:
                lose_life(game, unit, unit.life, Blow(0, cause=SKULL), scores=False)
        if is_last(battle):
            score(game, seat, LAST_DESTINY, "Destiny in the last round", "TC-SKA-8")
        else:
            battle.alter(seat, chooses_spawn=True, ninjas=NINJAS if ninjas(battle, seat) else 0)
