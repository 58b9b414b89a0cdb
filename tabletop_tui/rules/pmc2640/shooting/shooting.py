"""Shooting (PMC-FIRE, PMC-AUX): with which weapon, one D10 a unit, and terrain that is shot at."""

from __future__ import annotations

from tabletop_tui.engine.events import Event, Fell, Shot
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.engine.wording import sentence
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.damage.damage import CRUSHED, SHOT, RollHits, roll_attack, shooting_table
from tabletop_tui.rules.pmc2640.shooting.attack_odds import preview_attack
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import (
    COLLAPSE_FIREPOWER,
    Attack,
    crossfire,
    defence,
    firepower,
)
from tabletop_tui.rules.pmc2640.shooting.shooting_limits import Weapon, sheltering, weapons_for
from tabletop_tui.rules.pmc2640.state import distances, terrain_state
from tabletop_tui.rules.pmc2640.state.battle import Battle
from tabletop_tui.rules.pmc2640.state.profiles import AUXILIARY_FIREPOWER
from tabletop_tui.rules.pmc2640.ways import forced_moves


def choose_weapon(battle: Battle, attack: Attack) -> list[Step]:
    """Ask for the weapon where both could be used (PMC-AUX-1) and it makes a difference; else shoot at once."""
    weapons = weapons_for(battle, battle.units[attack.shooter], battle.units[attack.target], attack.order)
    shots = [Attack(attack.shooter, attack.target, weapon, attack.order) for weapon in weapons]
    if len({firepower(battle, shot).total for shot in shots}) > 1:
        return [ChooseWeapon(attack)]
    return [Shoot(shots[0])]


@frozen
class ChooseWeapon(Ask):
    title = "Choose a weapon"
    says = "Main or auxiliary weapon, for each shot anew."
    attack: Attack
    rules = ("PMC-AUX-1",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        shooter = battle.units[self.attack.shooter]
        main, auxiliary = (firepower(battle, self.with_weapon(weapon)).total for weapon in ("main", "auxiliary"))
        options = [
            Option(
                "main",
                f"Main weapon, Firepower {shooter.type.firepower}",
                rule="PMC-FIRE-3",
                deliberate=main < auxiliary,
            ),
            Option(
                "auxiliary",
                f"Auxiliary weapons, Firepower {AUXILIARY_FIREPOWER}",
                rule="PMC-AUX-1",
                deliberate=auxiliary < main,
            ),
        ]
        return Pick(shooter.seat, f"{shooter.name}: which weapon?", options, about=shooter.id, rules=self.rules)

    def with_weapon(self, weapon: Weapon) -> Attack:
        return Attack(self.attack.shooter, self.attack.target, weapon, self.attack.order)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(Shoot(self.with_weapon(answer)))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        return preview_attack(game.state, self.with_weapon(answer))


@frozen
class Shoot(Step):
    says = "Roll one D10 for the unit; each point above the target's Defence is a hit."
    attack: Attack
    rules = ("PMC-FIRE-2", "PMC-FIRE-8", "PMC-FIRE-9")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.attack.shooter} shoots at {self.attack.target or self.attack.piece}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        attack = self.attack
        shooter, target = battle.units[attack.shooter], battle.units[attack.target]
        if not shooter.on_table or not target.on_table:
            return
        spots = (distances.place_text(battle, shooter), distances.place_text(battle, target))
        game.emit(
            Shot(f"{shooter.does('shoots')} at {target.name}", self.rules, shooter.seat, shooter.id, target.id, spots)
        )
        crossed = crossfire(battle, shooter, target)
        hits = roll_shot(game, attack)
        table = shooting_table(target, crossed)
        if shooter.id not in target.shot_by:
            target.shot_by = (*target.shot_by, shooter.id)
        game.push(RollHits(target.id, hits, table, shooter.seat, shooter.id))


def roll_shot(game: Game[Battle], attack: Attack) -> int:
    """The D10 of a shot; the number of hits."""
    battle = game.state
    plus, against = firepower(battle, attack), defence(battle, attack)
    shooter = battle.units[attack.shooter]
    rules = ("PMC-FIRE-2", *plus.rules, *against.rules)
    return roll_attack(game, shooter.seat, f"{shooter.does('shoots')}", plus, against, rules)


def piece_attacks(battle: Battle, attack: Attack) -> list[Step]:
    """Enemies hidden behind or within the piece are attacked first, each with a roll of its own (PMC-SR-6)."""
    hidden = sheltering(battle, battle.units[attack.shooter], attack.piece)
    shots: list[Step] = [Shoot(Attack(attack.shooter, enemy.id, "main", attack.order)) for enemy in hidden]
    return [*shots, ShootPiece(attack)]


@frozen
class ShootPiece(Step):
    title = "Shoot at terrain"
    says = "A successful hit destroys the wall or building."
    attack: Attack
    rules = ("PMC-SR-5", "PMC-BLDG-7")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        piece = self.attack.piece
        if roll_shot(game, self.attack):
            name = terrain_state.piece_name(battle, piece)
            text, spot = f"{sentence(name)} is destroyed", terrain_state.piece_spot(battle, piece)
            game.emit(Fell(text, self.rules, None, "", spot, self.attack.shooter, SHOT))
            occupant = battle.in_building(piece)
            terrain_state.destroy_piece(battle, piece)
            if occupant is not None:
                game.push(Collapse(occupant.id, self.attack.shooter))


@frozen
class Collapse(Step):
    title = "Collapse"
    says = "The unit in a destroyed building suffers an attack with Firepower 10 and then stands in the rubble."
    unit: str
    by: str
    rules = ("PMC-SR-7", "PMC-BLDG-8")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        seat = battle.units[self.by].seat
        forced_moves.stand_in_rubble(battle, unit)
        plus = Tally("Firepower", COLLAPSE_FIREPOWER, "collapse", "PMC-SR-7")
        against = Tally("Defence", unit.type.defence, unit.type.name, "PMC-SR-7")
        hits = roll_attack(game, seat, f"the building falls on {unit.name}", plus, against, self.rules)
        game.emit(Event(f"{unit.does('stands')} in the rubble", ("PMC-BLDG-8",), unit.seat))
        game.push(RollHits(unit.id, hits, shooting_table(unit, False), seat, self.by, CRUSHED))
