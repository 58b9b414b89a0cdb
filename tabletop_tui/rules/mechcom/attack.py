"""Attacks of every kind: declaring target, extra dice and Spot tokens; reactions; what follows the dice.

Shooting (shoot.py) and melee (melee.py) differ in how they roll; all else is here. An attack is declared piece by piece
and paid for when it is whole; only then does anything on the table change.
"""

from __future__ import annotations

from attrs import evolve, frozen

from tabletop_tui.engine.dice import Roll
from tabletop_tui.engine.events import Event, Rolled, Shot
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Number, Option, Pick, Question, Split
from tabletop_tui.engine.tally import Refusal
from tabletop_tui.engine.view import Preview
from tabletop_tui.rules.mechcom import conditions, sight
from tabletop_tui.rules.mechcom.battle import Battle, Model
from tabletop_tui.rules.mechcom.destroy import harm
from tabletop_tui.rules.mechcom.profiles import UNARMED, HotReactor, Weapon

ATTACK_COST = 3
UNDECLARED = -1


@frozen
class Share:
    """One target of an attack, with the dice meant for it and the Spot tokens to consume."""

    target: str
    dice: int
    tokens: int = UNDECLARED


@frozen
class Attack:
    """An attack as far as it is declared."""

    attacker: str
    weapon: Weapon
    cost: int = ATTACK_COST
    """Energy; 0 for a deployable (MC-DEPLOY-3) and for the AI table (MC-COND-9)."""
    shares: tuple[Share, ...] = ()
    extra: int = UNDECLARED
    """Dice bought by Barrage."""
    heat: int = 0
    """Heat for the attacker afterwards, beyond Superheated (MC-SHEET-5)."""

    @property
    def dice(self) -> int:
        return self.weapon.attacks + max(0, self.extra)


# ---------------------------------------------------------------- who can be attacked
def refuse_target(battle: Battle, attacker: Model, weapon: Weapon, target: Model) -> Refusal | None:
    """Why this weapon cannot be used on this target, or None (MC-SHOOT-1, MC-MELEE-1)."""
    if battle.allied(attacker.seat, target.seat):
        return Refusal(f"{target.name} is a friend", "MC-MELEE-1" if weapon.melee else "MC-SHOOT-1")
    if weapon.melee:
        return refuse_foe(battle, attacker, target)
    distance = battle.map.grid.distance(attacker.hex, target.hex)
    if distance > (weapon.range or 0):
        return Refusal(f"{target.name} is {distance} hexes away, the range is {weapon.range}", "MC-WEAP-1")
    if weapon.perks.artillery:
        return None if target.spot else Refusal(f"Artillery needs a Spot token on {target.name}", "MC-PERK-2")
    return sight.no_sight(battle, attacker, target)


def refuse_foe(battle: Battle, attacker: Model, target: Model) -> Refusal | None:
    if target.hex not in battle.map.grid.neighbours[attacker.hex]:
        return Refusal(f"{target.name} is not adjacent", "MC-MELEE-1")
    apart = abs(sight.level(battle, attacker) - sight.level(battle, target))
    return Refusal(f"{target.name} is {apart} levels apart", "MC-ELEV-10") if apart > 1 else None


def targets(battle: Battle, attacker: Model, weapon: Weapon) -> list[tuple[Model, Refusal | None]]:
    """Every model that is not a friend, with why it cannot be attacked; the legal ones first, then the near ones."""
    found = [
        (model, refuse_target(battle, attacker, weapon, model))
        for model in battle.models.values()
        if model.hex and not battle.allied(attacker.seat, model.seat)
    ]
    distance = battle.map.grid.distance
    # Scenery is offered only where it can be hit: a list of every far building would bury the enemy.
    shown = [(model, refusal) for model, refusal in found if refusal is None or not model.neutral]
    shown.sort(key=lambda pair: (pair[1] is not None, pair[0].neutral, distance(attacker.hex, pair[0].hex)))
    return shown


def has_target(battle: Battle, attacker: Model, weapon: Weapon) -> bool:
    """Whether this weapon could be used on anything now (the quick form of `targets`)."""
    grid = battle.map.grid
    if weapon.melee:
        return any(
            (model := battle.model_at(spot)) is not None and refuse_target(battle, attacker, weapon, model) is None
            for spot in grid.neighbours[attacker.hex]
        )
    reach, here, distance = weapon.range or 0, attacker.hex, grid.distance
    return any(
        model.hex and distance(here, model.hex) <= reach and refuse_target(battle, attacker, weapon, model) is None
        for model in battle.models.values()
    )


def refuse_weapon(battle: Battle, model: Model, weapon: Weapon, cost: int = ATTACK_COST) -> Refusal | None:
    """Why a model cannot attack with a weapon now, or None."""
    if model.energy < cost:
        return Refusal(f"{cost} Energy needed, {model.energy} left", "MC-ACT-5")
    if model.ammo_left(weapon) == 0:
        return Refusal("no ammunition left", "MC-PERK-1")
    if not has_target(battle, model, weapon):
        reach = "adjacent, at most one level apart" if weapon.melee else f"in sight within {weapon.range}"
        if weapon.perks.artillery:
            reach = f"with a Spot token within {weapon.range}"
        return Refusal(f"no target {reach}", "MC-MELEE-1" if weapon.melee else "MC-SHOOT-1")
    return None


# ---------------------------------------------------------------- declaring
@frozen
class Declare(Step):
    """Ask for what is still undeclared of an attack; when all is said, carry it out."""

    attack: Attack
    rules = ("MC-SHOOT-1", "MC-MELEE-1")

    def describe(self, game: Game) -> str:
        return f"Declare {self.attack.weapon.name}"

    def do(self, game: Game) -> None:
        game.push(next_declaration(game.state, self.attack))


def next_declaration(battle: Battle, attack: Attack) -> Step:
    """The next thing to settle before the dice: extra dice, targets, Spot tokens; or the attack itself."""
    attacker = battle.models[attack.attacker]
    perks = attack.weapon.perks
    spare = attacker.energy - attack.cost
    asks_extra = perks.barrage and attack.extra == UNDECLARED and attack.cost > 0 and spare > 0
    if asks_extra and (perks.multi or attack.shares):
        return ChooseExtraDice(attack, spare)
    if not attack.shares:
        legal = [model for model, refusal in targets(battle, attacker, attack.weapon) if refusal is None]
        if perks.multi and len(legal) > 1 and attack.dice > 1:
            return DivideDice(attack)
        return ChooseTarget(attack)
    for number, share in enumerate(attack.shares):
        if share.tokens == UNDECLARED:
            most = most_tokens(battle, attacker, attack.weapon, battle.models[share.target])
            if most:
                return ChooseTokens(attack, number, most)
    return Carry(attack)


def most_tokens(battle: Battle, attacker: Model, weapon: Weapon, target: Model) -> int:
    """How many of the target's Spot tokens may be consumed for a bonus (MC-STAT-7, MC-PERK-2, MC-PERK-12)."""
    if weapon.melee or weapon.perks.artillery or not battle.hostile(attacker.seat, target.seat):
        return 0
    return target.spot if weapon.perks.sniper else min(1, target.spot)


@frozen
class ChooseTarget(Ask):
    """The attacker chooses the model to attack."""

    attack: Attack
    rules = ("MC-SHOOT-1", "MC-MELEE-1", "MC-WEAP-1")

    def question(self, game: Game) -> Question:
        battle: Battle = game.state
        attacker = battle.models[self.attack.attacker]
        weapon = self.attack.weapon
        options = [
            Option(model.id, model.name, refusal, target=model.id, rule="MC-SHOOT-1")
            for model, refusal in targets(battle, attacker, weapon)
        ]
        prompt = f"{attacker.name}: {weapon.name} at which target?"
        return Pick(attacker.seat or 0, prompt, options, about=attacker.id, rules=self.rules)

    def take(self, game: Game, answer: Answer) -> None:
        game.push(Declare(evolve(self.attack, shares=(Share(answer, self.attack.dice),))))

    def preview(self, game: Game, answer: Answer) -> Preview | None:
        return preview_share(game.state, self.attack, Share(answer, self.attack.dice))


@frozen
class ChooseExtraDice(Ask):
    """Barrage: 1 more Energy any number of times, each for one more die."""

    attack: Attack
    spare: int
    rules = ("MC-PERK-4",)

    def question(self, game: Game) -> Question:
        battle: Battle = game.state
        attacker = battle.models[self.attack.attacker]
        prompt = f"Barrage: how many extra dice, at 1 Energy each? ({self.spare} Energy to spare)"
        return Number(attacker.seat or 0, prompt, about=attacker.id, rules=self.rules, low=0, high=self.spare)

    def take(self, game: Game, answer: Answer) -> None:
        shares = tuple(evolve(share, dice=self.attack.weapon.attacks + answer) for share in self.attack.shares)
        game.push(Declare(evolve(self.attack, extra=answer, shares=shares)))

    def preview(self, game: Game, answer: Answer) -> Preview | None:
        attack = evolve(self.attack, extra=answer)
        if not attack.shares:
            return None
        return preview_share(game.state, attack, evolve(attack.shares[0], dice=attack.dice))


@frozen
class DivideDice(Ask):
    """Multi: the dice may be divided among any number of valid targets, before they are rolled."""

    attack: Attack
    rules = ("MC-PERK-10",)

    def question(self, game: Game) -> Question:
        battle: Battle = game.state
        attacker = battle.models[self.attack.attacker]
        options = [
            Option(model.id, model.name, refusal, target=model.id, rule="MC-PERK-10")
            for model, refusal in targets(battle, attacker, self.attack.weapon)
        ]
        prompt = f"{attacker.name}: divide {self.attack.dice} dice of {self.attack.weapon.name} among the targets"
        return Split(
            attacker.seat or 0, prompt, about=attacker.id, rules=self.rules, total=self.attack.dice, options=options
        )

    def take(self, game: Game, answer: Answer) -> None:
        shares = tuple(Share(target, dice) for target, dice in answer.items())
        game.push(Declare(evolve(self.attack, shares=shares)))

    def preview(self, game: Game, answer: Answer) -> Preview | None:
        parts = [preview_share(game.state, self.attack, Share(target, dice)) for target, dice in answer.items()]
        known = [part for part in parts if part is not None]
        lines = tuple(line for part in known for line in part.lines)
        chances = tuple(chance for part in known for chance in part.chances)
        return Preview(lines, chances, sum(part.expected or 0 for part in known))


@frozen
class ChooseTokens(Ask):
    """Before rolling the attacker may consume a Spot token of the target (with Sniper any number) for the attack."""

    attack: Attack
    number: int
    most: int
    rules = ("MC-STAT-7", "MC-PERK-12")

    def question(self, game: Game) -> Question:
        battle: Battle = game.state
        attacker = battle.models[self.attack.attacker]
        target = battle.models[self.attack.shares[self.number].target]
        prompt = f"Consume how many Spot tokens of {target.name} (at most {self.most})? Each makes hitting 1 easier"
        return Number(attacker.seat or 0, prompt, about=attacker.id, rules=self.rules, low=0, high=self.most)

    def share(self, answer: int) -> Share:
        return evolve(self.attack.shares[self.number], tokens=answer)

    def take(self, game: Game, answer: Answer) -> None:
        shares = list(self.attack.shares)
        shares[self.number] = self.share(answer)
        game.push(Declare(evolve(self.attack, shares=tuple(shares))))

    def preview(self, game: Game, answer: Answer) -> Preview | None:
        return preview_share(game.state, self.attack, self.share(answer))


def preview_share(battle: Battle, attack: Attack, share: Share) -> Preview:
    """What this part of the attack needs, and its exact chances."""
    if attack.weapon.melee:
        from tabletop_tui.rules.mechcom.melee import preview_strike

        return preview_strike(battle, attack, share)
    from tabletop_tui.rules.mechcom.shoot import preview_shot

    return preview_shot(battle, attack, share)


# ---------------------------------------------------------------- carrying it out
@frozen
class Carry(Step):
    """Pay for a declared attack, then make it against each target, then what the weapon does to its wielder."""

    attack: Attack
    rules = ("MC-ACT-3", "MC-PERK-10")

    def describe(self, game: Game) -> str:
        return f"Attack with {self.attack.weapon.name}"

    def do(self, game: Game) -> None:
        battle: Battle = game.state
        attack = self.attack
        attacker, weapon = battle.models[attack.attacker], attack.weapon
        attacker.energy -= attack.cost + max(0, attack.extra) * (attack.cost > 0)
        if weapon.perks.ammo:
            attacker.shots = {**attacker.shots, weapon.name: attacker.shots.get(weapon.name, 0) + 1}
        names = ", ".join(battle.models[share.target].name for share in attack.shares)
        spots = (attacker.hex, *(battle.models[share.target].hex for share in attack.shares))
        text = f"{attacker.name} attacks {names} with {weapon.name}"
        first = attack.shares[0].target if attack.shares else ""
        rules = ("MC-MELEE-1",) if weapon.melee else ("MC-SHOOT-1",)
        game.emit(Shot(text, rules, attacker.seat, attacker.id, first, spots))
        steps: list[Step] = []
        for share in attack.shares:
            steps += [OfferReactions(attack, share), RollAttack(attack, share)]
        game.push(*steps, AfterAttack(attack))


@frozen
class OfferReactions(Step):
    """Reactive abilities of the target whose trigger this attack is (MC-TAG-4)."""

    attack: Attack
    share: Share
    rules = ("MC-TAG-4",)
    title = "Reactions of the target"

    def do(self, game: Game) -> None:
        from tabletop_tui.rules.mechcom.reactions import reactions_to

        game.push(*reactions_to(game.state, self.attack, self.share))


@frozen
class RollAttack(Step):
    """Make the attack against one target, if it is still there to be attacked."""

    attack: Attack
    share: Share
    armour: int = 0
    """What a reaction has added to the target's Armour."""
    rules = ("MC-SHOOT-2", "MC-MELEE-2")

    def describe(self, game: Game) -> str:
        return f"Roll {self.attack.weapon.name} at {self.share.target}"

    def do(self, game: Game) -> None:
        battle: Battle = game.state
        attacker, target = battle.models[self.attack.attacker], battle.models[self.share.target]
        if not attacker.hex or not target.hex:
            return  # One of them was destroyed by an earlier part of the same attack.
        refusal = refuse_target(battle, attacker, self.attack.weapon, target)
        if refusal is not None:
            game.emit(Event(f"The attack fails: {refusal.why}", ("MC-TAG-4", refusal.rule), attacker.seat))
            return
        if self.attack.weapon.melee:
            from tabletop_tui.rules.mechcom.melee import Strike

            game.push(Strike(self.attack, self.share))
        else:
            from tabletop_tui.rules.mechcom.shoot import Fire

            game.push(Fire(self.attack, self.share, self.armour))


@frozen
class OfferFlurry(Ask):
    """Flurry: for each critical hit the attacker may roll one more die at once."""

    attack: Attack
    then: Step
    """The step that rolls the extra dice and goes on."""
    otherwise: Step
    """The step that goes on without."""
    extra: int
    rules = ("MC-PERK-8",)

    def question(self, game: Game) -> Question:
        battle: Battle = game.state
        attacker = battle.models[self.attack.attacker]
        options = [
            Option("roll", f"Roll {self.extra} more", rule="MC-PERK-8", hotkey="r"),
            Option("decline", "Decline", rule="MC-PERK-8", hotkey="d"),
        ]
        prompt = f"Flurry: {self.extra} critical {'hit' if self.extra == 1 else 'hits'}; roll as many extra dice?"
        return Pick(attacker.seat or 0, prompt, options, about=attacker.id, rules=self.rules)

    def take(self, game: Game, answer: Answer) -> None:
        game.push(self.then if answer == "roll" else self.otherwise)


def after_hits(game: Game, attack: Attack, share: Share, target_hex: str, hits: int, crits: int, dealt: int) -> None:
    """What a weapon does beyond damage: reactor heat, conditions, tracking, fire (MC-SHOOT-6, MC-MELEE-6)."""
    battle: Battle = game.state
    attacker, target = battle.models[attack.attacker], battle.models[share.target]
    perks = attack.weapon.perks
    if hits and battle.hostile(attacker.seat, target.seat):
        for condition in perks.conditions:
            conditions.inflict(game, target, condition, attacker, "MC-PERK-6")
        if crits:
            for condition in perks.critical_conditions:
                conditions.inflict(game, target, condition, attacker, "MC-PERK-7")
        if perks.tracker and dealt and target.hex:
            target.spot += dealt
            text = f"Tracker: {dealt} Spot tokens on {target.name}, {target.spot} now"
            game.emit(Event(text, ("MC-PERK-14",), attacker.seat))
    if perks.blast and not hits:
        game.push(Blast(attack.attacker, target_hex, attack.weapon.melee))


def reactor_heat(game: Game, target: Model, crits: int) -> None:
    """Red-Hot Reactor: 1 Heat for each critical hit in an attack roll against it (MC-SHEET-4)."""
    if crits and any(isinstance(ability.effect, HotReactor) for ability in target.sheet.abilities):
        conditions.heat(game, target, crits, "MC-SHEET-4")


@frozen
class Blast(Step):
    """A miss sets a hex on fire: in melee the target's, else the neighbour of it that a D6 names, clockwise."""

    attacker: str
    spot: str
    melee: bool
    rules = ("MC-PERK-5",)

    def do(self, game: Game) -> None:
        battle: Battle = game.state
        attacker = battle.models[self.attacker]
        burning: str | None = self.spot
        if not self.melee:
            (face,) = game.roll(Roll(attacker.seat or 0, "Blast", 1))
            burning = battle.map.grid.around[self.spot][face - 1]
            text = f"Blast: {face}, {burning or 'off the map'}"
            game.emit(Rolled(text, self.rules, attacker.seat, "Blast", 6, (face,)))
        if burning is not None and battle.set_fire(burning):
            game.emit(Event(f"{burning} is On Fire", ("MC-PERK-5", "MC-TERR-13"), attacker.seat))


@frozen
class AfterAttack(Step):
    """Backfire and Heat strike the wielder once an attack, hit or miss, however many targets it had."""

    attack: Attack
    rules = ("MC-PERK-3", "MC-PERK-13")

    def do(self, game: Game) -> None:
        battle: Battle = game.state
        attacker, perks = battle.models[self.attack.attacker], self.attack.weapon.perks
        if perks.backfire and attacker.hex:
            harm(game, attacker, perks.backfire, None, ("MC-PERK-3",))
        if perks.superheated and attacker.hex:
            conditions.heat(game, attacker, 1, "MC-PERK-13")
        if self.attack.heat and attacker.hex:
            conditions.heat(game, attacker, self.attack.heat, "MC-SHEET-5")


def weapons_of(model: Model) -> list[Weapon]:
    """The weapons that a model may attack with as an action; unarmed is open to every model."""
    return [*model.sheet.weapons, UNARMED]
