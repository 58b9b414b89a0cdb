"""Spawning (TC-SPAWN-1): points are drawn, then units are chosen within the cap, then they are put down within 12."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question
from tabletop_tui.engine.wording import verb_of
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.midgame_muster import Recruit
from tabletop_tui.rules.techcommander.damage.bubble_shields import reveal_inside
from tabletop_tui.rules.techcommander.deployment.deploy_fields import (
    NEAR,
    DeployField,
    field_around,
    start_of,
    start_words,
)
from tabletop_tui.rules.techcommander.files.spawn_pool import SpawnMuster, room, stock
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.infiltration import presume
from tabletop_tui.rules.techcommander.state.profiles import Sheet
from tabletop_tui.rules.techcommander.victory.wagers import ClaimWager
from tabletop_tui.table.bases import middle_text
from tabletop_tui.table.points import Spot, place_words, spot_text


def points(battle: Battle) -> tuple[Spot, ...]:
    """The spawn points, and after them the alternates (TC-DM-2)."""
    return (*battle.table.starts, *battle.table.alternates)


def own_points(battle: Battle, seat: int) -> list[int]:
    """The numbers of the spawn points that a player may draw: all, or those of his team (TC-SPAWN-4)."""
    spawns = battle.scenario.spawns
    if not spawns:
        return list(range(len(battle.table.starts)))
    return list(spawns[sorted(set(battle.teams)).index(battle.teams[seat])])


def roll_point(game: Game[Battle], seat: int, among: Sequence[int], why: str = "spawn point") -> int:
    """One of these spawn points by a die with as many sides (TC-DM-3)."""
    check = Check(seat, why, sides=len(among), rules=("TC-DM-3",))
    return among[game.check(check).face - 1]


def waiting(battle: Battle, seat: int) -> list[Unit]:
    """The units of a seat that were chosen and are not on the table yet."""
    return [unit for unit in battle.units.values() if unit.seat == seat and not unit.in_play and not unit.gone]


def enters(battle: Battle, seat: int) -> bool:
    """Whether a player deploys anything at the start of this turn (TC-RESPAWN-1, TC-RESPAWN-2, TC-DMCREW-4)."""
    player = battle.players[seat]
    if player.conceded or (player.rescues and battle.controlled(seat)):
        return False
    return bool(player.ninjas or waiting(battle, seat) or room(battle, seat))


# ---------------------------------------------------------------- where
@frozen
class DrawSpawns(Step):
    title = "Spawn points are drawn"
    says = "Whoever deploys draws a spawn point; who has chosen before others draw keeps his."
    rules = ("TC-SPAWN-1", "TC-RESPAWN-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        for seat in range(len(battle.players)):
            battle.alter(seat, spawn=-1)
        entering = [seat for seat in battle.order if enters(battle, seat)]
        for seat in range(len(battle.players)):
            battle.alter(seat, rescues=False)
        first = [seat for seat in entering if battle.players[seat].chooses_spawn]
        others = tuple(seat for seat in entering if seat not in first)
        game.push(*(ChooseSpawn(seat) for seat in first), *([RollSpawns(others)] if others else []))


@frozen
class ChooseSpawn(Ask):
    title = "Choose a spawn point"
    says = "A player chooses his spawn point before the others draw theirs."
    seat: int
    rules = ("TC-SKA-8",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        taken = {player.spawn for player in battle.players}
        free = [number for number in own_points(battle, self.seat) if number not in taken]
        return Pick(self.seat, "Which spawn point?", point_options(battle, free), rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        battle.alter(self.seat, spawn=int(answer) - 1, chooses_spawn=False)
        tell_point(game, self.seat, self.rules)


def point_options(battle: Battle, numbers: Sequence[int]) -> list[Option]:
    """Spawn points to choose from, counted from 1."""
    texts = [(number, spot_text(points(battle)[number])) for number in numbers]
    return [Option(str(number + 1), f"Spawn {number + 1} at {text}", target=text) for number, text in texts]


def tell_point(game: Game[Battle], seat: int, rules: tuple[str, ...]) -> None:
    battle = game.state
    number, where = battle.players[seat].spawn + 1, start_words(battle, seat)
    game.emit(Event(f"{battle.seat_names[seat]} spawns at point {number}, {place_words(where)}", rules, seat))


@frozen
class RollSpawns(Step):
    says = "Each player rolls for a spawn point; those who tie roll again until all differ."
    seats: tuple[int, ...]
    rules = ("TC-DM-3", "TC-SPAWN-1")

    def describe(self, game: Game[Battle]) -> str:
        return f"{', '.join(game.state.seat_names[seat] for seat in self.seats)}: roll for a spawn point"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        taken = {player.spawn for player in battle.players} - {-1}
        left = list(self.seats)
        while left:
            drawn = {seat: roll_point(game, seat, own_points(battle, seat)) for seat in left}
            for seat, number in drawn.items():
                if number not in taken and list(drawn.values()).count(number) == 1:
                    battle.alter(seat, spawn=number)
                    tell_point(game, seat, self.rules)
            taken = {player.spawn for player in battle.players} - {-1}
            left = [seat for seat in left if battle.players[seat].spawn < 0]


# ---------------------------------------------------------------- who
@frozen
class CallUnits(Step):
    title = "Units are chosen"
    says = "Now that the spawn points are known, players choose units within their caps, and put them down."
    rules = ("TC-SPAWN-2", "TC-RESPAWN-1")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        players = battle.players
        seats = [seat for seat in battle.order if players[seat].spawn >= 0 and not players[seat].conceded]
        choose = [ChooseSpawned(seat) for seat in seats if room(battle, seat)]
        game.push(*choose, *(step for seat in seats for step in (EnterUnits(seat), ClaimWager(seat))))


@frozen
class ChooseSpawned(Ask):
    title = "Choose units"
    says = "The player chooses what he spawns from the pool and his own force; what he has left counts against the cap."
    seat: int
    rules = ("TC-DM-5", "TC-RESPAWN-2")

    def question(self, game: Game[Battle]) -> Recruit:
        battle = game.state
        allowed = room(battle, self.seat)
        muster = SpawnMuster(stock(battle, self.seat), allowed)
        player = battle.players[self.seat]
        left = f", {allowed} of it free" if allowed < player.cap else ""
        prompt = f"Spawn what at {start_words(battle, self.seat)}? (cap {player.cap}{left})"
        optional = bool(battle.controlled(self.seat) or player.ninjas or waiting(battle, self.seat))
        return Recruit(self.seat, prompt, rules=self.rules, muster=muster, force=muster.blank(), optional=optional)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        for sheet in self.question(game).composed(answer):
            battle.born(self.seat, sheet).entered = 0  # it is there from the start of the turn (TC-PTS-7)


@frozen
class EnterUnits(Step):
    says = "What a player has chosen is put down, one unit after another."
    seat: int
    rules = ("TC-SPAWN-3",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{game.state.seat_names[self.seat]} puts his units down"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        player = battle.players[self.seat]
        for sheet in ninjas(battle, self.seat)[:1] * player.ninjas:  # TC-SKA-8
            unit = battle.born(self.seat, sheet)
            unit.entered, unit.off_cap = 0, True
        battle.alter(self.seat, ninjas=0)
        start = start_of(battle, self.seat)
        game.push(*(Enter(unit.id, start) for unit in waiting(battle, self.seat)))


def ninjas(battle: Battle, seat: int) -> list[Sheet]:
    """The Syndicate troops that a player may have."""
    return [sheet for sheet in stock(battle, seat).values() if sheet.kind == "troop" and sheet.card.syndicate]


# ---------------------------------------------------------------- on to the table
def spawn(battle: Battle, seat: int, sheet: Sheet, start: Spot, off_cap: bool = False) -> Enter:
    """A unit that comes into play in the middle of a turn, and the step that puts it down near a place."""
    unit = battle.born(seat, sheet)
    unit.off_cap = off_cap
    return Enter(unit.id, start)


@frozen
class Enter(Step):
    says = "The unit is put down within 12 of the spawn point; without room it comes with the next deployment."
    unit: str
    start: Spot
    rules = ("TC-SPAWN-3",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} enters at {place_words(self.start)}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if field_around(battle, unit, self.start).has_room():
            game.push(PlaceSpawned(self.unit, self.start))
        else:
            game.emit(Event(f"{unit.name} finds no room and waits for the next deployment", self.rules, unit.seat))


@frozen
class PlaceSpawned(Ask):
    title = "Put a spawned unit down"
    says = "Within 12 of the spawn point, measured to its base; nobody drops hot in a deathmatch."
    unit: str
    start: Spot
    rules = ("TC-SPAWN-3", "TC-BASE-11")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = field_around(battle, unit, self.start)
        where = f"Where {verb_of(unit.name, 'does')} {unit.name}"
        prompt = f"{where} spawn, within {NEAR:g} cm of {place_words(self.start)}?{field.hint}"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        unit = game.state.units[self.unit]
        field = game.asked_field(self, DeployField)
        on = field.surface_of(answer)
        (unit.models, facing), unit.on = field.places(answer), on
        unit.facing = round(facing, 2) % 360
        presume(unit)  # TC-INFIL-2
        reveal_inside(game, unit)
        where = middle_text(unit.models)
        game.emit(Moved(f"{unit.name} spawns at {place_words(where)}", self.rules, unit.seat, unit.id, (where,)))
