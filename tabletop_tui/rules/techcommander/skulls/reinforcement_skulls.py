"""Skulls that bring units (TC-SKA-1, TC-SKA-2, TC-SKA-5, TC-SKA-19): Conquest, Thunder, War and Rebel."""

from __future__ import annotations

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.question import Answer, Pick, Question
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.midgame_muster import Recruit
from tabletop_tui.rules.techcommander.anytime.kill_perks import drawn
from tabletop_tui.rules.techcommander.deployment.spawning import point_options, points, spawn
from tabletop_tui.rules.techcommander.files.spawn_pool import SpawnMuster, key_of, stock
from tabletop_tui.rules.techcommander.skulls.skull_step_base import SkullStep, random_point, troops
from tabletop_tui.rules.techcommander.state.battle import Battle
from tabletop_tui.rules.techcommander.state.profiles import Sheet
from tabletop_tui.table.points import Spot

CONQUERORS, REBELS = 6, 4
PIRATE = "pirate"
"""The id of the card of those who come with the skull of the rebel."""


@frozen
class Conquest(SkullStep):
    title = "Conquest"
    says = "Six troopers of the player's choice spawn at a random point, outside the cap."
    rules = ("TC-SKA-1",)

    def run(self, game: Game[Battle]) -> None:
        seat = self.holder(game).seat
        if troops(game.state, seat):
            game.push(ChooseConquerors(seat, random_point(game, seat)))


@frozen
class ChooseConquerors(Ask):
    title = "Choose six troopers"
    says = "The player chooses six troopers, who spawn at once."
    seat: int
    start: Spot
    rules = ("TC-SKA-1",)

    def question(self, game: Game[Battle]) -> Recruit:
        muster = SpawnMuster(troops(game.state, self.seat), CONQUERORS, whole=True, rule="TC-SKA-1")
        prompt = f"Conquest: which {CONQUERORS} troopers?"
        return Recruit(self.seat, prompt, rules=self.rules, muster=muster, force=muster.blank())

    def take(self, game: Game[Battle], answer: Answer) -> None:
        sheets = self.question(game).composed(answer)
        game.push(*(spawn(game.state, self.seat, sheet, self.start, off_cap=True) for sheet in sheets))


@frozen
class Thunder(SkullStep):
    title = "Thunder"
    says = "A random AC6 unit spawns at a random point, outside the cap."
    rules = ("TC-SKA-2",)

    def run(self, game: Game[Battle]) -> None:
        reinforce(game, self.holder(game).seat, 6, "TC-SKA-2")


@frozen
class War(SkullStep):
    title = "War"
    says = "A random unit spawns at a random point, outside the cap: on 1-2 AC4, on 3-4 AC5, on 5-6 AC6."
    rules = ("TC-SKA-5",)

    def run(self, game: Game[Battle]) -> None:
        seat = self.holder(game).seat
        face = game.check(Check(seat, "War: which AC", rules=self.rules)).face
        reinforce(game, seat, 4 + (face - 1) // 2, "TC-SKA-5")


def reinforce(game: Game[Battle], seat: int, ac: int, rule: str) -> None:
    """A random unit of so much AC comes for a player."""
    sheets = [sheet for sheet in stock(game.state, seat).values() if sheet.ac == ac]
    if not sheets:
        game.emit(Event(f"The pool has no AC{ac} unit: nobody comes", (rule,), seat))
        return
    sheet = drawn(game, seat, sheets, rule)
    game.push(spawn(game.state, seat, sheet, random_point(game, seat), off_cap=True))


@frozen
class Rebel(SkullStep):
    title = "Rebel"
    says = "Four pirates spawn at a point of the player's choice, above the cap."
    rules = ("TC-SKA-19",)

    def run(self, game: Game[Battle]) -> None:
        seat = self.holder(game).seat
        if pirates(game.state, seat):
            game.push(ChooseRebelSpawn(seat))
        else:
            game.emit(Event("The pool has no pirates: nobody comes", self.rules, seat))


def pirates(battle: Battle, seat: int) -> list[Sheet]:
    return [sheet for sheet in troops(battle, seat).values() if key_of(sheet) == PIRATE]


@frozen
class ChooseRebelSpawn(Ask):
    title = "Choose where pirates spawn"
    says = "The player names the spawn point of the four pirates."
    seat: int
    rules = ("TC-SKA-19",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        options = point_options(battle, range(len(battle.table.starts)))
        return Pick(self.seat, "Where do the pirates spawn?", options, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        sheets = pirates(battle, self.seat)[:1] * REBELS
        start = points(battle)[int(answer) - 1]
        game.push(*(spawn(battle, self.seat, sheet, start, off_cap=True) for sheet in sheets))
