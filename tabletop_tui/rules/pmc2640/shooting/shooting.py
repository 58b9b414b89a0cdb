"""Shooting (PMC-FIRE, PMC-XFIRE, PMC-AUX, PMC-BASIC): one D10 a unit against the target's Defence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from tabletop_tui.engine import odds
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.events import Event, Fell, Shot
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import NO_TARGET, Chance, Preview, nobody_lines
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.engine.refusal import Refusal, nobody
from tabletop_tui.engine.sight_grades import CLEAR
from tabletop_tui.engine.wording import counted, sentence
from tabletop_tui.rules.pmc2640.damage.damage import CRUSHED, SHOT, RollHits, hit_counts, roll_attack, shooting_table
from tabletop_tui.rules.pmc2640.shooting.attack_odds import Fate, damage_of, fate_of
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.state import distances, terrain_state
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.profiles import AUXILIARY_FIREPOWER, AUXILIARY_RANGE, UnitType, half_of
from tabletop_tui.rules.pmc2640.state.terrain import KINDS, PIECE_DEFENCE, UNIT
from tabletop_tui.rules.pmc2640.ways import forced_moves
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import spot_text

Weapon = Literal["main", "auxiliary"]
Order = Literal["fire", "advance", "reaction", "reserve", "indirect"]
CROSSFIRE = 2
HALF_RANGE = 2
FIRE_ORDER = 1
FROM_SIDE, FROM_REAR = 1, 2
TERRAIN = 2
STEALTH_RANGE, HIDDEN_RANGE = 24, 12
COLLAPSE_FIREPOWER = 10


@frozen
class Attack:
    """One shot of one unit: at a unit, or with a Destructive weapon at a piece of terrain."""

    shooter: str
    target: str
    """A unit; '' where a piece is shot at."""
    weapon: Weapon = "main"
    order: Order = "fire"
    piece: str = ""
    """The piece of terrain aimed at; '' for an ordinary shot."""

    @property
    def basic(self) -> bool:
        """Whether the order itself allows Basic Firepower only."""
        return self.order in ("reaction", "reserve", "indirect")


def firepower_only(shooter: Unit, attack: Attack) -> bool:
    """Basic Firepower: by the order, or because the main weapon never has more (PMC-BASIC-1, PMC-SR-15).

    Nothing but Firepower and models is then added, Crossfire least of all (PMC-XFIRE-4); range and sight are asked as
    ever (PMC-BASIC-2).
    """
    return attack.basic or (shooter.type.basic_only and attack.weapon == "main")


def weapon_range(shooter: Unit, weapon: Weapon) -> int:
    return shooter.type.range if weapon == "main" else AUXILIARY_RANGE


# ---------------------------------------------------------------- may it shoot
def refuse_weapon(shooter: Unit, weapon: Weapon, distance: float) -> Refusal | None:
    """Why this weapon cannot be used at this distance (PMC-FIRE-1, PMC-SR-10, PMC-AUX-1)."""
    reach = weapon_range(shooter, weapon)
    if distance > reach + TINY:
        rule = "PMC-FIRE-1" if weapon == "main" else "PMC-AUX-1"
        return Refusal(f"{UNIT.said(distance, reach)} away, the range is {reach}", rule)
    least = shooter.type.minimum_range
    if weapon == "main" and distance < least - TINY:
        return Refusal(f"{UNIT.said(distance, least)} away, nearer than {least}", "PMC-SR-10")
    return None


def refuse_stealth(target: Unit, distance: float) -> Refusal | None:
    """Why a unit cannot be attacked from so far away, or None (PMC-SR-14)."""
    reach = STEALTH_RANGE if target.activated else HIDDEN_RANGE
    if not target.type.stealth or distance <= reach + TINY:
        return None
    return Refusal(f"Stealth: {UNIT.said(distance, reach)} away, not to be attacked beyond {reach}", "PMC-SR-14")


def refuse_target(battle: Battle, shooter: Unit, target: Unit, weapon: Weapon, order: Order) -> Refusal | None:
    """Why a unit cannot shoot at another with this weapon, or None."""
    distance = distances.distance(battle, shooter, target)
    return refuse_weapon(shooter, weapon, distance) or refuse_unseen(battle, shooter, target, distance, order)


def refuse_unseen(battle: Battle, shooter: Unit, target: Unit, distance: float, order: Order) -> Refusal | None:
    """The same, with whatever weapon reaches so far."""
    if (refusal := refuse_stealth(target, distance)) is not None:
        return refusal
    return None if order == "indirect" else sight.no_sight(battle, shooter, target)


def weapons_for(battle: Battle, shooter: Unit, target: Unit, order: Order) -> list[Weapon]:
    """The weapons that could be used on a target; for indirect fire only the main one (PMC-SR-8, PMC-AUX-2)."""
    distance = distances.distance(battle, shooter, target)
    weapons: tuple[Weapon, ...] = ("main",) if order == "indirect" else ("main", "auxiliary")
    reaching = [weapon for weapon in weapons if refuse_weapon(shooter, weapon, distance) is None]
    return reaching if reaching and refuse_unseen(battle, shooter, target, distance, order) is None else []


def shooters_at(battle: Battle, unit: Unit) -> list[Unit]:
    """The enemies that could fire at a unit where it stands."""
    reach = ((enemy, max(enemy.type.range, AUXILIARY_RANGE)) for enemy in battle.enemies(unit.seat))
    near = (enemy for enemy, far in reach if not enemy.suppressed and distances.within(battle, enemy, unit, far))
    return [enemy for enemy in near if refuse_both(battle, enemy, unit, "fire") is None]


def refuse_both(battle: Battle, shooter: Unit, target: Unit, order: Order) -> Refusal | None:
    """Why a unit can shoot at another with neither weapon: what is said to the main one."""
    refusal = refuse_target(battle, shooter, target, "main", order)
    if refusal is None or refuse_weapon(shooter, "main", distances.distance(battle, shooter, target)) is None:
        return refusal  # what does not hang on the weapon holds for the other one, too
    return refusal if refuse_target(battle, shooter, target, "auxiliary", order) is not None else None


def targets(battle: Battle, shooter: Unit, order: Order) -> list[tuple[Unit, Refusal | None]]:
    """Every enemy unit on the table with why it cannot be shot at, the nearest first."""
    found = [(enemy, refuse_both(battle, shooter, enemy, order)) for enemy in battle.enemies(shooter.seat)]
    found.sort(key=lambda pair: (pair[1] is not None, distances.distance(battle, shooter, pair[0])))
    return found


def pieces_in_reach(battle: Battle, shooter: Unit) -> Iterator[str]:
    """The destructible pieces that a Destructive weapon could shoot at now (PMC-SR-5)."""
    if shooter.type.destructive:
        yield from (
            piece for piece in terrain_state.destructible(battle) if refuse_piece(battle, shooter, piece) is None
        )


def refuse_piece(battle: Battle, shooter: Unit, piece: str) -> Refusal | None:
    """Why a unit cannot shoot at a piece of terrain, or None."""
    if not shooter.type.destructive:
        return Refusal(f"{shooter.does('has')} no Destructive weapon", "PMC-SR-5")
    if piece in battle.destroyed or not terrain_state.piece_of(battle, piece).terrain.destructible:
        gone = piece in battle.destroyed or piece in battle.rubble
        return Refusal("it is destroyed already" if gone else "it cannot be destroyed", "PMC-AREA-10")
    if piece == shooter.building:
        return Refusal(f"{shooter.does('is')} inside", "PMC-BLDG-3")
    far = refuse_weapon(shooter, "main", distances.distance_to_piece(battle, shooter, piece))
    if far is None and not sight.sees_piece(battle, shooter, piece):
        return Refusal("out of sight", "PMC-LOS-2")
    return far


def can_shoot(battle: Battle, shooter: Unit, order: Order) -> bool:
    """Whether there is anything to shoot at, be it terrain."""
    return can_shoot_enemy(battle, shooter, order) or any(pieces_in_reach(battle, shooter))


def can_shoot_enemy(battle: Battle, shooter: Unit, order: Order) -> bool:
    furthest = max(shooter.type.range, AUXILIARY_RANGE)
    near = distances.all_within(battle, shooter, battle.enemies(shooter.seat), furthest)
    return any(refuse_both(battle, shooter, enemy, order) is None for enemy in near)


def only_terrain(battle: Battle, shooter: Unit, order: Order) -> str:
    """What is asked before a shot of a unit that may shoot and has no enemy to shoot at; '' where it has one."""
    if not shooter.type.destructive or can_shoot_enemy(battle, shooter, order):
        return ""
    return f"{shooter.does('has')} only terrain to shoot at: is the activation spent on that?"


def no_target(battle: Battle, shooter: Unit, order: Order) -> Refusal:
    """That a unit has nobody to shoot at, and why not the nearest enemies (PMC-FIRE-1, PMC-LOS-1, PMC-SR-14)."""

    def near() -> Iterator[tuple[str, Refusal | None]]:
        for enemy in sorted(battle.enemies(shooter.seat), key=lambda one: distances.distance(battle, shooter, one)):
            yield enemy.id, refuse_both(battle, shooter, enemy, order)

    return nobody(NO_TARGET, "PMC-FIRE-1", near)


# ---------------------------------------------------------------- the two sides of the roll
def crossfire(battle: Battle, shooter: Unit, target: Unit) -> bool:
    """Whether the target stands between this shooter and one that shot at it earlier this phase (PMC-XFIRE-1).

    Never of one inside a building (PMC-BLDG-5).
    """
    if target.vehicle or target.building:
        return False
    earlier = (battle.units[name] for name in target.shot_by if name != shooter.id)
    return any(sight.between(battle, shooter, other, target) for other in earlier)


@frozen
class Aim:
    """What adds to Firepower, besides who shoots."""

    basic: bool = False
    """Nothing but Firepower and models counts (PMC-BASIC-1)."""
    crossfire: bool = False
    near: bool = False
    """Below half range."""
    fire: bool = False
    """By the order Fire!."""
    arc: str = ""
    """Of a vehicle that is shot at: front, side or rear."""
    above: str = ""
    """The rule by which it is shot at from above, '' where it is not."""


def firepower_sum(kind: UnitType, left: int, weapon: Weapon, aim: Aim) -> Tally:
    """What so many of a type add to the D10 (PMC-FIRE-3); a vehicle shoots as any other unit (PMC-VEH-16)."""
    if weapon == "auxiliary":
        tally = Tally("Firepower", AUXILIARY_FIREPOWER, "auxiliary weapons", "PMC-AUX-1")
    else:
        tally = Tally("Firepower", kind.firepower, kind.name, "PMC-FIRE-3")
    tally = tally.plus(kind.model_bonus(left), f"for {counted(left, 'model')}", "PMC-FIRE-4")
    if aim.basic:
        return tally
    return (
        tally.plus(CROSSFIRE * aim.crossfire, "Crossfire", "PMC-XFIRE-1")
        .plus(HALF_RANGE * aim.near, "below half range", "PMC-FIRE-5")
        .plus(FIRE_ORDER * aim.fire, "Fire!", "PMC-FIRE-6")
        .plus({"side": FROM_SIDE, "rear": FROM_REAR}.get(aim.arc, 0), f"vehicle's {aim.arc}", "PMC-VEH-2")
        .plus(TERRAIN * bool(aim.above), "from above", aim.above)
    )


def firepower(battle: Battle, attack: Attack) -> Tally:
    """What is added to the D10 of an attack."""
    shooter = battle.units[attack.shooter]
    return firepower_sum(shooter.type, shooter.left, attack.weapon, aim_of(battle, attack))


def aim_of(battle: Battle, attack: Attack) -> Aim:
    """What adds to the Firepower of an attack, as the units stand."""
    shooter, target = battle.units[attack.shooter], battle.units.get(attack.target)
    if firepower_only(shooter, attack):
        return Aim(basic=True)
    half, fire = half_of(weapon_range(shooter, attack.weapon)) - TINY, attack.order == "fire"
    if target is None:
        return Aim(near=distances.distance_to_piece(battle, shooter, attack.piece) < half, fire=fire)
    down = sight.shoots_down(battle, shooter, target)
    return Aim(
        crossfire=crossfire(battle, shooter, target),
        near=distances.distance(battle, shooter, target) < half,
        fire=fire,
        arc=sight.arc(battle, target, shooter) if target.vehicle else "",
        above=("PMC-BLDG-6" if shooter.building else "PMC-AREA-4") if down else "",
    )


def defence(battle: Battle, attack: Attack) -> Tally:
    """What the roll has to beat (PMC-FIRE-7): +2 once for terrain (PMC-TERR-8), for vehicles never (PMC-VEH-9)."""
    if attack.piece:
        return Tally("Defence", PIECE_DEFENCE, KINDS[terrain_state.kind_of(battle, attack.piece)].name, "PMC-SR-5")
    shooter, target = battle.units[attack.shooter], battle.units[attack.target]
    tally = Tally("Defence", target.type.defence, target.type.name, "PMC-FIRE-2")
    cover = None if target.vehicle else sight.cover(battle, shooter, target)
    return tally if cover is None else tally.plus(TERRAIN, cover.reason, cover.rule)


# ---------------------------------------------------------------- asking
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


def preview_attack(battle: Battle, attack: Attack) -> Preview:
    """Both sides of the roll with their reasons, and the exact chances of hits, losses and status."""
    plus, against = firepower(battle, attack), defence(battle, attack)
    hits = hit_counts(plus.total, against.total)
    lines = [
        Line("roll", f"D10 + {plus.total}", plus, plus.rules),
        Line("against", f"Defence {against.total}", against, against.rules),
    ]
    shooter = battle.units[attack.shooter]
    if attack.piece:
        head = Line("target", terrain_state.piece_name(battle, attack.piece), mood="head")
        first = [
            Line("first at", enemy.name, rules=("PMC-SR-6",)) for enemy in sheltering(battle, shooter, attack.piece)
        ]
        inside = battle.in_building(attack.piece)
        falls = f"{inside.name}, if destroyed: Firepower {COLLAPSE_FIREPOWER}" if inside else ""
        mood = "bad" if inside and inside.seat == shooter.seat else ""
        then = [Line("falls on", falls, rules=("PMC-SR-7",), mood=mood)] if inside else []
        return Preview((head, *lines, *first, *then), (Chance("destroyed", odds.at_least(hits, 1)),))
    target = battle.units[attack.target]
    table = shooting_table(target, crossfire(battle, shooter, target))
    if target.vehicle:
        damage = damage_of(hits, table)
        chances = [Chance("knocked out", odds.at_least(damage, target.type.morale - target.damage + 1))]
        expected, counts = odds.mean(damage), "Damage points"
    else:
        fate = fate_of(target, hits, table)
        lines.append(average(fate))
        chances = fate_chances(target, fate)
        expected, counts = fate.lost, "models lost"
    chances += [Chance(counted(number, "hit"), p, not number) for number, p in enumerate(hits) if p]
    lines.insert(0, Line("target", target.name, mood="head"))
    seen = () if attack.order == "indirect" else sight.sight_line(battle, shooter, target)
    return Preview(tuple(lines), tuple(chances), expected, counts, sight=tuple(map(spot_text, seen)), view=CLEAR.label)


def prospects(battle: Battle, shooter: Unit, order: Order) -> list[Line]:
    """Whom a unit could shoot at now, the nearest first, each with the chance of a hit or more."""
    found = []
    for enemy, refusal in targets(battle, shooter, order):
        if refusal is None:
            attack = Attack(shooter.id, enemy.id, weapons_for(battle, shooter, enemy, order)[0], order)
            hits = hit_counts(firepower(battle, attack).total, defence(battle, attack).total)
            found.append(Line(enemy.name, f"{odds.at_least(hits, 1):.0%}", rules=("PMC-FIRE-2",)))
    head = Line("chance of a hit", rules=("PMC-FIRE-2",), mood="head")
    return [head, *found] if found else nobody_lines(no_target(battle, shooter, order))


def average(fate: Fate) -> Line:
    """The Suppression and the losses that are to be expected."""
    return Line("on average", f"{fate.points:.1f} Suppression, {fate.lost:.1f} models", rules=("PMC-FIRE-10",))


def fate_chances(target: Unit, fate: Fate) -> list[Chance]:
    """What becomes of the target, but for what it is already."""
    chances = [] if target.suppressed else [Chance("Suppressed or worse", fate.suppressed + fate.destroyed)]
    chances += [] if target.broken else [Chance("Broken", fate.broken)]
    return [*chances, Chance("destroyed", fate.destroyed)]


# ---------------------------------------------------------------- the roll
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


# ---------------------------------------------------------------- Destructive weapons
def piece_attacks(battle: Battle, attack: Attack) -> list[Step]:
    """Enemies hidden behind or within the piece are attacked first, each with a roll of its own (PMC-SR-6)."""
    hidden = sheltering(battle, battle.units[attack.shooter], attack.piece)
    shots: list[Step] = [Shoot(Attack(attack.shooter, enemy.id, "main", attack.order)) for enemy in hidden]
    return [*shots, ShootPiece(attack)]


def sheltering(battle: Battle, shooter: Unit, piece: str) -> list[Unit]:
    """The enemies behind or within a piece that are shot at with it, though unseen: those that the weapon reaches."""
    found = []
    for enemy in battle.enemies(shooter.seat):
        if sight.sheltered_by(battle, shooter, enemy, piece):
            far = distances.distance(battle, shooter, enemy)
            if refuse_weapon(shooter, "main", far) is None and refuse_stealth(enemy, far) is None:
                found.append(enemy)
    return found


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
