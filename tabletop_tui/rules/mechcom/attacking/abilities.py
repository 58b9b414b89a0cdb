"""Abilities (MC-ABIL): using one as an action, before the game, or at the start of a round; what each effect does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.events import Event, Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.spawned_units import next_label
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.aiming.attack_base import Attack, Share
from tabletop_tui.rules.mechcom.attacking.declare_attack import Declare, preview_share
from tabletop_tui.rules.mechcom.attacking.resolve_attack import spend
from tabletop_tui.rules.mechcom.shooting.attack_odds import LOST
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.battle import SEAT_LETTERS, Battle, Model
from tabletop_tui.rules.mechcom.state.conditions import get_wet
from tabletop_tui.rules.mechcom.state.mech_placement import PlaceMech
from tabletop_tui.rules.mechcom.state.profiles import (
    Ability,
    AttackAllWithin,
    ClearCondition,
    Deploy,
    Effect,
    InflictAround,
    MarkEnemy,
    Redeploy,
    Restore,
    TakeCondition,
    VentHeat,
    Weapon,
)
from tabletop_tui.rules.mechcom.state.spot_list_field import SpotsField
from tabletop_tui.rules.mechcom.state.unit_refusals import always, gone, no_enemy, no_friend, not_of
from tabletop_tui.table.hexes import Hex


# ---------------------------------------------------------------- may it be used
def refuse_ability(battle: Battle, model: Model, ability: Ability, free: bool = False) -> Refusal | None:
    """Why a model cannot use an ability now, by its price and its tags (MC-ABIL-2, MC-ABIL-3), or None.

    `free` for a deployable, whose activation is the whole price.
    """
    if not free and model.energy < ability.cost:
        return Refusal(f"{ability.cost} Energy needed, {model.energy} left", "MC-ABIL-2")
    if model.uses_left(ability) == 0:
        return Refusal(f"{ability.name} is depleted", "MC-TAG-1")
    return refuse_effect(ability.effect, battle, model)


@singledispatch
def refuse_effect(effect: Effect, battle: Battle, model: Model) -> Refusal | None:
    """Why this effect would have nothing to work on, or None."""
    return None


@refuse_effect.register
def _(effect: VentHeat, battle: Battle, model: Model) -> Refusal | None:
    return None if model.heat else Refusal("no Heat to clear", "MC-SHEET-6")


@refuse_effect.register
def _(effect: Deploy, battle: Battle, model: Model) -> Refusal | None:
    return None if deploy_spots(battle, model, effect) else Refusal("no free hex next to it", "MC-MOVE-2")


@refuse_effect.register
def _(effect: TakeCondition, battle: Battle, model: Model) -> Refusal | None:
    return Refusal(f"already {effect.condition}", "MC-COND-1") if model.has(effect.condition) else None


@refuse_effect.register
def _(effect: ClearCondition, battle: Battle, model: Model) -> Refusal | None:
    return None if clearable(battle, model, effect) else Refusal("no friend with such a condition", "MC-ABIL-1")


@refuse_effect.register
def _(effect: Restore, battle: Battle, model: Model) -> Refusal | None:
    return None if restorable(battle, model, effect) else Refusal("no damaged friend there", "MC-ABIL-1")


@refuse_effect.register
def _(effect: InflictAround, battle: Battle, model: Model) -> Refusal | None:
    return None if victims(battle, model, effect) else Refusal("no enemy near", "MC-ABIL-1")


def deploy_spots(battle: Battle, model: Model, effect: Deploy) -> list[Hex]:
    """The free hexes next to a mech where its deployable can stand."""
    sheet = battle.squads[model.seat or 0].deployables[effect.what]
    wet = sheet.kind == "wing" or "fly" in sheet.effects or "swim" in sheet.effects
    around = battle.map.grid.neighbours[model.hex]
    return [spot for spot in around if battle.free(spot) and (wet or not battle.is_water(spot))]


def friends_within(battle: Battle, model: Model, reach: int | None) -> list[Model]:
    """The models of the same side within `reach` hexes (None: within Sensors), the model itself too."""
    friends = [friend for friend in battle.on_table() if battle.allied(model.seat, friend.seat)]
    if reach is None:
        return [friend for friend in friends if sight.senses(battle, model, friend.hex)]
    return [friend for friend in friends if battle.map.grid.distance(model.hex, friend.hex) <= reach]


def clearable(battle: Battle, model: Model, effect: ClearCondition) -> list[Relief]:
    """Each condition of each friend. Submerged is not among them: it is where the model is, not what was done to it."""
    return [
        Relief(friend, condition)
        for friend in friends_within(battle, model, effect.range)
        for condition in sorted(friend.conditions)
        if condition != "Submerged" and effect.only in ("", condition)
    ]


def restorable(battle: Battle, model: Model, effect: Restore) -> list[Model]:
    return [
        friend
        for friend in friends_within(battle, model, effect.range)
        if friend.integrity < friend.sheet.stats.integrity and friend is not model
    ]


def victims(battle: Battle, model: Model, effect: InflictAround) -> list[Model]:
    distance = battle.map.grid.distance
    return [enemy for enemy in battle.enemies(model) if distance(model.hex, enemy.hex) <= effect.range]


# ---------------------------------------------------------------- using it
@frozen
class UseAbility(Step):
    says = "An ability is paid for and does what it says; where it leaves a choice, its owner is asked first."
    unit: str
    ability: str
    free: bool = False
    rules = ("MC-ABIL-1", "MC-ABIL-2", "MC-ACT-6")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} uses {self.ability}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        model = battle.models[self.unit]
        ability = model.ability(self.ability)
        assert ability is not None
        if not model.hex:
            return
        # At the start of a round several abilities wait, and one may leave the next with nothing to do.
        if (refusal := refuse_ability(battle, model, ability, self.free)) is not None:
            game.emit(Event(f"{model.name} cannot use {ability.name}: {refusal.why}", (refusal.rule,), model.seat))
            return
        perform(ability.effect, game, model, self)

    def pay(self, game: Game[Battle]) -> Model:
        """Spend the cost and count the use; only now is the ability used."""
        model = game.state.models[self.unit]
        ability = model.ability(self.ability)
        assert ability is not None
        spend(model, ability)
        if self.free:
            model.energy += ability.cost
        game.emit(Event(f"{model.name} uses {ability.name}", self.rules, model.seat))
        return model


@singledispatch
def perform(effect: Effect, game: Game[Battle], model: Model, use: UseAbility) -> None:
    """Do what an effect says, or push the question that it needs."""
    raise TypeError(f"{type(effect).__name__} is passive or reactive and cannot be used as an action")


@perform.register
def _(effect: AttackAllWithin, game: Game[Battle], model: Model, use: UseAbility) -> None:
    use.pay(game)
    attack = attack_all(game.state, model, effect, use.ability)
    if attack.shares:
        game.push(Declare(attack))
    else:
        conditions.heat(game, model, effect.heat, "MC-SHEET-5")


def attack_all(battle: Battle, model: Model, effect: AttackAllWithin, name: str) -> Attack:
    """One separate attack roll for each enemy model within range and in sight (MC-SHEET-5)."""
    weapon = Weapon(name, effect.range, effect.damage, effect.attacks)
    distance = battle.map.grid.distance
    shares = tuple(
        Share(enemy.id, effect.attacks)
        for enemy in battle.enemies(model)
        if distance(model.hex, enemy.hex) <= effect.range and sight.sees(battle, model, enemy)
    )
    return Attack(model.id, weapon, 0, shares, 0, effect.heat)


@perform.register
def _(effect: VentHeat, game: Game[Battle], model: Model, use: UseAbility) -> None:
    conditions.vent(game, use.pay(game), "MC-SHEET-6")


@perform.register
def _(effect: Deploy, game: Game[Battle], model: Model, use: UseAbility) -> None:
    game.push(ChooseDeploySpot(use, effect))


@perform.register
def _(effect: TakeCondition, game: Game[Battle], model: Model, use: UseAbility) -> None:
    use.pay(game)
    activations = 0
    if effect.until_next_activation:
        activations = 2 if conditions.is_active(game.state, model) else 1
    conditions.gain(game, model, effect.condition, "MC-ABIL-1", activations)


@perform.register
def _(effect: ClearCondition, game: Game[Battle], model: Model, use: UseAbility) -> None:
    game.push(ChooseCondition(use, effect))


@perform.register
def _(effect: Restore, game: Game[Battle], model: Model, use: UseAbility) -> None:
    game.push(ChooseRestored(use, effect))


@perform.register
def _(effect: InflictAround, game: Game[Battle], model: Model, use: UseAbility) -> None:
    use.pay(game)
    for enemy in victims(game.state, model, effect):
        conditions.inflict(game, enemy, effect.condition, model, "MC-ABIL-1")


@perform.register
def _(effect: Redeploy, game: Game[Battle], model: Model, use: UseAbility) -> None:
    game.push(ChooseRedeployed(use))


@perform.register
def _(effect: MarkEnemy, game: Game[Battle], model: Model, use: UseAbility) -> None:
    game.push(ChooseMarked(use, effect.tokens))


def preview_ability(battle: Battle, model: Model, ability: Ability) -> Preview:
    """What an ability would do, for the card beside the question."""
    lines = [Line(ability.name, ability.text, rules=("MC-ABIL-1",), mood="head")]
    if not isinstance(ability.effect, AttackAllWithin):
        return Preview(tuple(lines))
    attack = attack_all(battle, model, ability.effect, ability.name)
    parts = [preview_share(battle, attack, share) for share in attack.shares]
    lines += [line for part in parts for line in part.lines]
    return Preview(tuple(lines), (), sum(part.expected or 0 for part in parts), LOST)


# ---------------------------------------------------------------- the choices that abilities leave
@frozen
class ChooseDeploySpot(Ask):
    title = "Choose a place to deploy"
    says = "A deployable is put on a free hex next to its parent mech."
    use: UseAbility
    effect: Deploy
    rules = ("MC-DEPLOY-2", "MC-ABIL-1")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        model = battle.models[self.use.unit]
        field = SpotsField(deploy_spots(battle, model, self.effect), Refusal("not a free adjacent hex", "MC-MOVE-2"))
        name = battle.squads[model.seat or 0].deployables[self.effect.what].name
        return Place(model.seat or 0, f"Where to put the {name}?", about=model.id, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(PutDeployable(self.use, self.effect, answer[-1]))


@frozen
class PutDeployable(Step):
    title = "A deployable is put down"
    says = "The deployable is paid for and put on the table; it may be activated in this very activation."
    use: UseAbility
    effect: Deploy
    spot: Hex
    rules = ("MC-DEPLOY-1", "MC-DEPLOY-2")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        parent = self.use.pay(game)
        seat = parent.seat or 0
        sheet = battle.squads[seat].deployables[self.effect.what]
        label = next_label(SEAT_LETTERS[seat].lower(), battle.models)
        model = Model(label, seat, sheet, integrity=sheet.stats.integrity, parent=parent.id)
        battle.models[model.id] = model
        battle.put(model, self.spot)
        game.emit(Moved(f"{model.name} is put at {self.spot}", self.rules, seat, model.id, (self.spot,)))
        get_wet(game, model)


@frozen
class Relief(Action):
    """A friend is rid of a condition, at once: no step follows."""

    called = "Clear a condition"
    friend: Model
    condition: str
    rule = "MC-ABIL-1"
    says = "Clear this condition of this model."

    @property
    def key(self) -> str:
        return f"{self.friend.id}:{self.condition}"

    @property
    def label(self) -> str:
        return f"{self.friend.name}: {self.condition}"

    @property
    def target(self) -> str:
        return self.friend.id

    def steps(self) -> Sequence[Step]:
        return []


@frozen
class ChooseCondition(AskAction):
    title = "Choose a condition"
    says = "One condition of one friend is cleared; the owner chooses."
    use: UseAbility
    effect: ClearCondition
    rules = ("MC-ABIL-1",)

    def actions(self, game: Game[Battle]) -> Sequence[Relief]:
        return clearable(game.state, game.state.models[self.use.unit], self.effect)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        model = battle.models[self.use.unit]
        prompt = f"{self.use.ability}: clear what?"
        why_not = named(
            battle.models,
            no_friend(battle, model, "MC-ABIL-1"),
            gone("MC-ABIL-1"),
            always("has nothing to be cleared, or is out of reach", "MC-ABIL-1"),
        )
        return Pick(model.seat or 0, prompt, self.options(game), about=model.id, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        relief = self.chosen(game, answer)
        assert isinstance(relief, Relief)
        self.use.pay(game)
        conditions.lose(game, relief.friend, relief.condition, "MC-ABIL-1")


@frozen
class ChooseRestored(Ask):
    title = "Choose whom to restore"
    says = "A damaged friend gets Integrity back, at most up to its full value."
    use: UseAbility
    effect: Restore
    rules = ("MC-ABIL-1",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        model = battle.models[self.use.unit]
        options = [
            Option(friend.id, f"{friend.name}, {friend.integrity} left", target=friend.id, rule="MC-ABIL-1")
            for friend in restorable(battle, model, self.effect)
        ]
        prompt = f"{self.use.ability}: restore whom?"
        why_not = named(
            battle.models,
            no_friend(battle, model, "MC-ABIL-1"),
            gone("MC-ABIL-1"),
            lambda friend: Refusal("it restores others", "MC-ABIL-1") if friend is model else None,
            always("has lost nothing, or is out of reach", "MC-ABIL-1"),
        )
        return Pick(model.seat or 0, prompt, options, about=model.id, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        self.use.pay(game)
        friend = game.state.models[answer]
        friend.integrity = min(friend.sheet.stats.integrity, friend.integrity + self.effect.integrity)
        game.emit(Event(f"{friend.name} is at {friend.integrity} Integrity again", self.rules, friend.seat))


@frozen
class ChooseRedeployed(Ask):
    title = "Choose whom to redeploy"
    says = "Pregame: one own mech may be placed anew in its zone."
    use: UseAbility
    rules = ("MC-SETUP-5", "MC-TAG-3")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        model = battle.models[self.use.unit]
        own = battle.mechs(model.seat or 0)
        options = [Option(mech.id, mech.name, target=mech.id, deliberate=True) for mech in own]
        options.append(Option("none", "No mech"))
        prompt = f"{self.use.ability}: place which mech anew?"
        why_not = named(battle.models, not_of(battle, model.seat or 0, "MC-SETUP-5"), gone("MC-SETUP-5"))
        return Pick(model.seat or 0, prompt, options, about=model.id, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        if answer != "none":
            self.use.pay(game)
            game.push(PlaceMech(answer))


@frozen
class ChooseMarked(Ask):
    title = "Choose whom to mark"
    says = "Pregame: Spot tokens are put on an enemy model."
    use: UseAbility
    tokens: int
    rules = ("MC-SETUP-5", "MC-TAG-3")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        model = battle.models[self.use.unit]
        options = [Option(enemy.id, enemy.name, target=enemy.id) for enemy in battle.enemies(model)]
        why_not = named(battle.models, no_enemy(battle, model, "MC-SETUP-5"), gone("MC-SETUP-5"))
        prompt = f"{self.use.ability}: mark whom?"
        return Pick(model.seat or 0, prompt, options, about=model.id, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        self.use.pay(game)
        enemy = game.state.models[answer]
        enemy.spot += self.tokens
        game.emit(
            Event(f"{counted(self.tokens, 'Spot token')} on {enemy.name}", ("MC-SPOT-3",), self.question(game).seat)
        )
