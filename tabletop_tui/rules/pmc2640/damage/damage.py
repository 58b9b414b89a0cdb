"""What hits do (PMC-FIRE-10 to PMC-FIRE-12, PMC-ASSLT-10, PMC-VEH-10 to PMC-VEH-14): from Suppression to wrecks."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from tabletop_tui.engine import odds
from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check, Checked
from tabletop_tui.engine.events import Event, Fell, Harmed, Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import counted, listed, so_many
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit, Wreck
from tabletop_tui.rules.pmc2640.state.coherency import coherent_without, removal_order
from tabletop_tui.rules.pmc2640.state.distances import distance
from tabletop_tui.rules.pmc2640.state.profiles import UnitType

KILL_POINTS = 2
"""Suppression points for a hit that removes a model; other hits that count give 1."""
SHOT_KILLS = 6
CROSSFIRE_KILLS = 5
ASSAULT_KILLS = 4
IGNORED = 1
KNOCKED_OUT = (*["abandoned"] * 3, *["on fire"] * 2, "a catastrophic explosion")
"""What becomes of a vehicle, by the face of a D6 (PMC-VEH-13)."""


SHOT, BEATEN, CRUSHED = "shot", "beaten in an assault", "crushed"
"""What becomes of units and their models."""


@frozen
class HitTable:
    """How one D6 a hit is read: at `kills` or more a model is lost (a vehicle takes D3), at 1 nothing happens."""

    kills: int
    bonus: int = 0
    """Added to every die: +1 against a Broken unit that is shot at (PMC-FIRE-12)."""
    rules: tuple[str, ...] = ("PMC-FIRE-10",)

    def outcome(self, face: int) -> int:
        """0 nothing, 1 a point, 2 a model lost or D3 damage."""
        if face + self.bonus >= self.kills:
            return 2
        return int(face + self.bonus > IGNORED)

    @property
    def tally(self) -> Tally:
        """The number that a die needs for the worst result."""
        rest = f"{IGNORED} nothing, {IGNORED + 1}-{self.kills - 1} a point"
        return Tally(self.worst, self.kills, rest, self.rules[0]).plus(-self.bonus, "Broken target", "PMC-FIRE-12")

    @property
    def worst(self) -> str:
        """What the highest faces do, in the rulebook's words."""
        return "Critical hit" if self.rules[0].startswith("PMC-VEH") else "Man down"

    def chances(self) -> tuple[float, float, float]:
        """The probabilities of nothing, a point, and a model lost or D3 damage."""
        outcomes = [self.outcome(face) for face in range(1, 7)]
        return outcomes.count(0) / 6, outcomes.count(1) / 6, outcomes.count(2) / 6


def shooting_table(target: Unit, crossfire: bool) -> HitTable:
    """The table for hits by shooting (PMC-FIRE-10, PMC-XFIRE-2, PMC-VEH-11)."""
    if target.vehicle:
        return HitTable(SHOT_KILLS, 0, ("PMC-VEH-11",))
    rules = ("PMC-FIRE-10", "PMC-XFIRE-2") if crossfire else ("PMC-FIRE-10",)
    return HitTable(CROSSFIRE_KILLS if crossfire else SHOT_KILLS, int(target.broken), rules)


def assault_table(kind: UnitType) -> HitTable:
    """The table for hits on such a unit in an assault (PMC-ASSLT-10, PMC-VEH-14)."""
    return HitTable(ASSAULT_KILLS, 0, ("PMC-VEH-14",) if kind.vehicle else ("PMC-ASSLT-10",))


def roll_attack(game: Game[Battle], seat: int, why: str, plus: Tally, against: Tally, rules: tuple[str, ...]) -> int:
    """The D10 of an attack, read 0 to 9 (PMC-GEN-6), in an assault too, logged with both tallies; the hits."""
    zero, nine = ("PMC-ASSLT-8",) * 2 if "PMC-ASSLT-8" in rules else ("PMC-FIRE-8", "PMC-FIRE-9")
    need = attack_need(plus, against, zero, nine).number
    check = Check(seat, why, need, sides=10, lowest=0, rules=rules, adds=plus, against=against)

    def hits(rolled: Checked) -> int:
        return hits_of(rolled.face, plus.total, against.total)

    return hits(game.check(check, lambda rolled: so_many(hits(rolled), "hit")))


def attack_need(plus: Tally, against: Tally, zero: str = "PMC-FIRE-8", nine: str = "PMC-FIRE-9") -> Need:
    """What the D10 of an attack has to show, read 0 to 9; `zero` and `nine` are the rules of these faces."""
    need = Tally("Needs", against.total + 1, f"above {against}", against.rule).plus(-plus.total, str(plus), plus.rule)
    return Need(need.at_least(1, "0 always fails", zero).at_most(9, "9 always hits", nine))


@frozen
class RollHits(Step):
    says = "Roll a D6 for each hit of one attack together, then apply them all."
    target: str
    hits: int
    table: HitTable
    seat: int
    """Who rolls: the attacker."""
    by: str = ""
    cause: str = SHOT
    """What is done to the target, in a word or two."""
    rules = ("PMC-FIRE-10", "PMC-ASSLT-10", "PMC-VEH-11")

    def describe(self, game: Game[Battle]) -> str:
        return f"{counted(self.hits, 'hit')} on {self.target}"

    def told(self, vehicle: bool, faces: Sequence[int]) -> str:
        """What the dice came to, in words: 'no casualty, 2 points', '1 point and 1 casualty'."""
        outcomes = [self.table.outcome(face) for face in faces]
        points, kills = outcomes.count(1), outcomes.count(2)
        if not kills:
            none = "no critical hit" if vehicle else "no casualty"
            return f"{none}, {counted(points, 'point')}" if points else "no effect"
        worse = counted(kills, "critical hit") if vehicle else "1 casualty" if kills == 1 else f"{kills} casualties"
        return listed([counted(points, "point")] * bool(points) + [worse])

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        target = battle.units[self.target]
        if not target.on_table or not self.hits:
            return
        check = Check(
            self.seat,
            f"{counted(self.hits, 'hit')} on {target.name}",
            self.table.tally,
            dice=self.hits,
            rules=self.table.rules,
            bulk=True,
            apart=self.table.outcome,
        )
        faces = game.check(check, lambda rolled: self.told(target.vehicle, rolled.faces)).faces
        outcomes = [self.table.outcome(face) for face in faces]
        if target.vehicle:
            points = outcomes.count(1) + sum(
                d3(game, self.seat, f"a critical hit on {target.name}") for _ in range(outcomes.count(2))
            )
            damage_vehicle(game, target, points, self.by, self.cause)
        else:
            hurt(game, target, outcomes.count(1), outcomes.count(2), self.by, self.table.rules, self.cause)


def d3(game: Game[Battle], seat: int, why: str) -> int:
    """A D6 halved, rounded up."""
    check = Check(seat, f"D3 for {why}", rules=("PMC-VEH-11",))
    return half_up(game.check(check, lambda rolled: counted(half_up(rolled.face), "Damage point")).face)


def half_up(face: int) -> int:
    """A D3 by the face of a D6 (PMC-VEH-11)."""
    return (face + 1) // 2


def hurt(
    game: Game[Battle], unit: Unit, points: int, models: int, by: str, rules: tuple[str, ...], cause: str = SHOT
) -> None:
    """Suppression points, and models lost with 2 more points each; the owner chooses which models go (PMC-FIRE-11)."""
    models, before = min(models, unit.left), unit.status
    total = unit.suppress(points + KILL_POINTS * models)
    if total:
        text = f"{unit.does('gets')} {counted(total, 'Suppression point')}, {unit.suppression} now"
        game.emit(Status(text, (*rules, "PMC-SUPP-1"), unit.seat, unit.id, "Suppression", points=total, by=by))
    if models >= unit.left:
        wipe_out(game, unit, by, cause)
    elif models and unit.building:
        lose_models(game, unit, models, by, cause)  # inside a building models have no places to choose among
        tell_status(game, unit, before)
    elif models:
        game.push(ChooseCasualty(unit.id, models, by, before, cause))
    else:
        tell_status(game, unit, before)


def tell_status(game: Game[Battle], unit: Unit, before: str) -> None:
    """Say that a unit has become Suppressed or Broken."""
    if unit.status not in ("", before):
        rule = "PMC-SUPP-3" if unit.broken else "PMC-SUPP-2"
        text = f"{unit.does('is')} {unit.status}: {counted(unit.suppression, 'point')}, Morale {unit.morale}"
        game.emit(Status(text, (rule,), unit.seat, unit.id, unit.status))


def lose_models(game: Game[Battle], unit: Unit, models: int, by: str, cause: str) -> None:
    unit.left -= models
    text = f"{unit.does('loses')} {models}, {unit.left} left"
    game.emit(Harmed(text, ("PMC-FIRE-11", "PMC-STAT-3"), unit.seat, unit.id, models, unit.left, by, cause))


def wipe_out(game: Game[Battle], unit: Unit, by: str, cause: str) -> None:
    """A unit loses its last models and is destroyed."""
    lose_models(game, unit, unit.left, by, cause)
    game.state.remove(unit, "destroyed")
    game.emit(Fell(f"{unit.does('is')} destroyed", ("PMC-FIRE-10", "PMC-OBJ-2"), unit.seat, unit.id, "", by, cause))


@frozen
class ChooseCasualty(Ask):
    title = "Choose casualties"
    says = "The owner of a unit that was hit chooses which model goes; the rest must stay in coherency if it can."
    unit: str
    models: int
    """How many are still to go."""
    by: str = ""
    before: str = ""
    """The unit's status before the attack."""
    cause: str = SHOT
    rules = ("PMC-FIRE-11", "PMC-COH-1")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        keeps = [coherent_without(unit.models, {number}) for number in range(len(unit.models))]
        torn = Refusal("the rest would be out of coherency", "PMC-FIRE-11")
        told = told_apart(battle, unit)
        options = [
            Option(str(number), told[number], None if kept or not any(keeps) else torn, target=spot_text(spot))
            for number, (spot, kept) in enumerate(zip(unit.models, keeps, strict=True), 1)
            for number in (number - 1,)
        ]
        if self.models > 1:
            options.insert(0, Option("rest", f"all {self.models} from the outside in", rule="PMC-FIRE-11"))
        prompt = f"{unit.name}: which model is lost? ({self.models} to remove)"
        return Pick(unit.seat, prompt, options, about=unit.id, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        gone = removal_order(unit.models, self.models) if answer == "rest" else [int(answer)]
        unit.models = tuple(spot for number, spot in enumerate(unit.models) if number not in gone)
        lose_models(game, unit, len(gone), self.by, self.cause)
        if self.models > len(gone):
            game.push(evolve(self, models=self.models - len(gone)))
        else:
            tell_status(game, unit, self.before)


def told_apart(battle: Battle, unit: Unit) -> list[str]:
    """The models of a unit by their numbers, and how far each is from the nearest enemy where that differs."""
    enemies, found = battle.enemies(unit.seat), list[tuple[float, str]]()
    for spot in unit.models if enemies else ():
        alone = unit.clone()
        alone.models = (spot,)
        found.append(min((round(distance(battle, alone, enemy), 1), enemy.id) for enemy in enemies))
    words = [f": {far:g} in from {enemy}" for far, enemy in found] if len(set(found)) > 1 else [""] * len(unit.models)
    return [f"model {number}{said}" for number, said in enumerate(words, 1)]


def spot_text(spot: tuple[float, float]) -> str:
    """A place as a spot of the table: 'x,y' with two decimals at most."""
    return ",".join(f"{value:.2f}".rstrip("0").rstrip(".") for value in spot)


# ---------------------------------------------------------------- vehicles
def damage_vehicle(game: Game[Battle], vehicle: Unit, points: int, by: str, cause: str) -> None:
    """Damage points; more than its Structure knocks the vehicle out at once (PMC-VEH-12)."""
    if not points:
        return
    vehicle.damage += points
    left = max(0, vehicle.type.morale - vehicle.damage)
    gained = counted(points, "Damage point")
    text = f"{vehicle.does('gets')} {gained}, {vehicle.damage} now, Structure {vehicle.type.morale}"
    game.emit(Harmed(text, ("PMC-VEH-10", "PMC-VEH-11"), vehicle.seat, vehicle.id, points, left, by, cause))
    if vehicle.damage > vehicle.type.morale:
        game.push(KnockOut(vehicle.id, by, cause))


@frozen
class KnockOut(Step):
    title = "Knock out"
    says = "A knocked-out vehicle is abandoned, on fire or explodes; a wreck stays that blocks sight."
    unit: str
    by: str
    cause: str = SHOT
    rules = ("PMC-VEH-12", "PMC-VEH-13")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        vehicle = battle.units[self.unit]
        check = Check(vehicle.seat, f"{vehicle.name}: knocked out", rules=("PMC-VEH-13",))
        game.check(check, lambda rolled: KNOCKED_OUT[rolled.face - 1])
        battle.wrecks = (*battle.wrecks, Wreck(vehicle.name, vehicle.models[0], vehicle.type.radius))
        spot = spot_text(vehicle.models[0])
        battle.remove(vehicle, "destroyed")
        text, rules = f"{vehicle.name} is a wreck", ("PMC-VEH-13",)
        game.emit(Fell(text, rules, vehicle.seat, vehicle.id, spot, self.by, self.cause))


# ---------------------------------------------------------------- odds
def hit_counts(bonus: int, defence: int) -> odds.Chances:
    """The distribution of hits of one D10 (0 to 9): each point above the Defence is a hit, 0 fails, 9 always hits."""
    counts: dict[int, float] = {}
    for face in range(10):
        hits = hits_of(face, bonus, defence)
        counts[hits] = counts.get(hits, 0.0) + 0.1
    return tuple(counts.get(number, 0.0) for number in range(max(counts) + 1))


def hits_of(face: int, bonus: int, defence: int) -> int:
    """The hits of one roll (PMC-FIRE-2, PMC-FIRE-8, PMC-FIRE-9)."""
    if face == 0:
        return 0
    return max(int(face == 9), face + bonus - defence)


def said(game: Game[Battle], text: str, seat: int | None, *rules: str) -> None:
    game.emit(Event(text, rules, seat))
