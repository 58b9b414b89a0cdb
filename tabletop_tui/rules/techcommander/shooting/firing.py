"""The dice of an attack and what they do (TC-ATK-1): rolls, impacts of splash, and all damage at the end."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, evolve

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Reached, Shot, Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.engine.wording import listed, so_many
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.aiming import return_fire, shot_aftermath, shot_odds, splash
from tabletop_tui.rules.techcommander.aiming.defensive_gear import stops
from tabletop_tui.rules.techcommander.aiming.shooting_limits import through
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Aim, Salvo, aim_at, aims_of
from tabletop_tui.rules.techcommander.aiming.splash import Impact, ImpactField, impact_field
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally, need_of
from tabletop_tui.rules.techcommander.damage.bubble_shields import hit_bubble, stopping
from tabletop_tui.rules.techcommander.damage.damage import Blow, strike
from tabletop_tui.rules.techcommander.state import shot_targets
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Bubble, Unit
from tabletop_tui.rules.techcommander.state.profiles import FULL_LIFE
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.rules.techcommander.ways.collapse import hit_piece
from tabletop_tui.table.bases import middle_text
from tabletop_tui.table.points import spot_text

Burst = tuple[float, float, float]
"""An impact as steps carry it: x, y, height."""


@frozen
class Fire(Step):
    says = "A D20 for each shot; what hits is added up, less armour, divided by the AC of the target."
    salvo: Salvo
    pooled: tuple[Salvo, ...] = ()
    """More salvos of the same attack, of which the hits are added to those of the first (TC-RALATK-1, TC-OMEGA-1)."""
    rules = ("TC-ATK-1", "TC-HIT-2", "TC-HIT-11")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.salvo.unit} fires"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        fired, tried = [], set[str]()
        for key in self.salvo.gear:
            name, _, copy = key.partition(":")
            battle.units[name].use(copy)
        for salvo in (self.salvo, *self.pooled):
            hits = tuple((key, shoot(game, aim, key, dice, tried)) for key, dice, aim in aims_of(battle, salvo))
            spend(battle, salvo)
            fired.append(evolve(salvo, hits=hits))
        game.push(Bursts(tuple(fired)))


def spend(battle: Battle, salvo: Salvo) -> None:
    """A use of each copy is spent; nothing was until now (TC-GEAR-10, TC-HIT-10, TC-GEN-6)."""
    unit = battle.units[salvo.unit]
    for copy in salvo.copies:
        unit.use(copy)
    shot_aftermath.spend(battle, salvo)


def shoot(game: Game[Battle], named: Aim, key: str, dice: int, tried: set[str]) -> int:
    """The shots at one target: how many hit it; at the shield that is in between, where there is one (TC-BUBBLE-6).

    `tried` are the pieces of gear that have tried to stop a hit of this attack; what does so now is added.
    """
    aim = shot_odds.struck(named)
    battle, unit, tally = aim.battle, aim.unit, hit_tally(aim)
    spots = middle_text(shot_targets.stand(battle, unit).models), spot_text(shot_targets.spot_of(battle, aim.target))
    what = shot_targets.called(aim.target)
    if (unit_behind := shot_targets.behind(battle, key)) is not None:
        what += f", behind which {unit_behind.name} is"
    found = aim.target.id
    count, arms = len(aim.salvo.copies), aim.weapon.name
    arms = f"{count} linked {arms}s" if count > 1 else arms
    said = f"{unit.name} shoots at {what}"
    game.emit(Shot(f"{said} with {arms}", ("TC-ATK-1",), unit.seat, unit.id, found, spots))
    check = Check(unit.seat, said, need_of(tally), dice=dice, sides=SIDES, bulk=True)
    hits = game.check(check, lambda rolled: so_many(rolled.count, "hit")).count
    for name, gear in aim.applied("anti-missile").items() if aim.weapon.missile else ():
        assert isinstance(aim.target, Unit)
        if hits and name not in tried:
            tried.add(name)
            hits -= stops(game, aim.target, gear)
    return hits


# ---------------------------------------------------------------- impacts
def bursts(battle: Battle, salvos: Sequence[Salvo]) -> list[Aim]:
    """The hits that burst, one after another, with what each has hit."""
    found = []
    for salvo in salvos:
        for key, count in salvo.hits:
            if shot_targets.there(battle, key):
                aim = shot_odds.struck(aim_at(battle, salvo, shot_targets.mark(battle, key)))
                found += [aim] * (count if aim.splash else 0)
    return found


@frozen
class Bursts(Step):
    title = "Hits burst"
    says = "For each hit of a weapon with splash it is settled where it bursts; then all damage is done."
    salvos: tuple[Salvo, ...]
    bursts: tuple[Burst, ...] = ()
    rules = ("TC-SPLASH-1", "TC-SPLASH-2")

    def run(self, game: Game[Battle]) -> None:
        there, found = bursts(game.state, self.salvos), list(self.bursts)
        for aim in there[len(found) :]:
            if splash.could_take(aim):
                game.push(ChooseImpact(evolve(self, bursts=tuple(found))))
                return
            impact = splash.usual(aim)
            found.append((*impact.spot, impact.height))
        game.push(DealDamage(self.salvos, tuple(found)))


@frozen
class ChooseImpact(Ask):
    title = "Choose what is hit"
    says = "The attacker says on which side of its target a hit bursts."
    hits: Bursts
    rules = ("TC-SPLASH-1", "TC-SPLASH-2", "TC-SPLASH-3")

    def aim(self, game: Game[Battle]) -> Aim:
        return bursts(game.state, self.hits.salvos)[len(self.hits.bursts)]

    def question(self, game: Game[Battle]) -> Question:
        aim, number = self.aim(game), len(self.hits.bursts) + 1
        prompt = f"Hit {number} on {shot_targets.called(aim.target)}: on which side does it burst?"
        field = impact_field(aim)
        return Place(
            *(aim.unit.seat, prompt),
            about=aim.unit.id,
            rules=self.rules,
            field=field,
            warn=lambda answer: splash.takes_friends(aim, field.impact(field.spots_of(answer))),
        )

    def take(self, game: Game[Battle], answer: Answer) -> None:
        field = game.asked_field(self, ImpactField)
        impact = field.impact(field.spots_of(answer))
        hits = self.hits
        game.push(evolve(hits, bursts=(*hits.bursts, (*impact.spot, impact.height))))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        field = game.asked_field(self, ImpactField)
        return Preview((Line("Splash", field.cost(answer), rules=("TC-SPLASH-1",)),))


# ---------------------------------------------------------------- damage
@define
class Harm:
    """What one attack does to one unit, summed up (TC-HIT-11)."""

    direct: int = 0
    splash: int = 0
    ignores: int = 0
    repair: int = 0

    @property
    def damage(self) -> int:
        return self.direct + self.splash


@frozen
class DealDamage(Step):
    title = "Damage"
    says = "All hits of the attack are added up for each target; armour is taken off once, and the AC divides the rest."
    salvos: tuple[Salvo, ...]
    bursts: tuple[Burst, ...] = ()
    rules = ("TC-HIT-11",)

    def run(self, game: Game[Battle]) -> None:
        battle, unit = game.state, self.doer(game.state)
        game.push(Answered(self.salvos))
        hits, harms = self.hits(battle), dict[str, Harm]()
        for aim, (x, y, height) in zip(bursts(battle, self.salvos), self.bursts, strict=False):
            taken = splash.taken(battle, Impact((x, y), height), aim.radius, aim.target)
            if taken:
                who, spot = tuple(one.id for one in taken), spot_text((x, y))
                game.emit(Reached(f"The burst reaches {listed(who)}", ("TC-SPLASH-1",), unit.seat, who, spot))
            for found in taken:
                harms.setdefault(found.id, Harm()).splash += aim.splash
        for key, count, aim in hits:
            self.hit(game, aim, key, count, harms)
        for piece, damage in sums_of_pieces(hits).items():
            hit_piece(game, piece, Blow(damage, unit.id, unit.seat))
        for name, harm in harms.items():
            if harm.repair:
                repair(game, battle.units[name], harm.repair)
            else:
                blow = Blow(harm.damage, unit.id, unit.seat, harm.ignores, splash=harm.splash)
                strike(game, battle.units[name], blow)

    def doer(self, battle: Battle) -> Unit:
        """Whose doing it is: of a group, which acts as one, of those who hit sooner one who carries a wager."""
        hit = [salvo.unit for salvo in self.salvos if any(count for _, count in salvo.hits)]
        units = [battle.units[name] for name in hit or [self.salvos[0].unit]]
        return next((unit for unit in units if unit.wager), units[0])

    def hits(self, battle: Battle) -> list[tuple[str, int, Aim]]:
        """What was hit how often; all that a shield stops is lost, also if the first hit ends it (TC-BUBBLE-11)."""
        named = [(salvo, key, count) for salvo in self.salvos for key, count in salvo.hits]
        return [
            (key, count, shot_odds.struck(aim_at(battle, salvo, shot_targets.mark(battle, key))))
            for salvo, key, count in named
            if count and shot_targets.there(battle, key)
        ]

    def hit(self, game: Game[Battle], aim: Aim, key: str, count: int, harms: dict[str, Harm]) -> None:
        """The hits on one target."""
        target, damage = aim.target, count * aim.damage  # TC-LINK-3
        blow = Blow(damage, aim.unit.id, aim.unit.seat)
        if isinstance(target, Unit) and aim.weapon.repairs:
            harms.setdefault(target.id, Harm()).repair += damage
        elif isinstance(target, Unit):
            add(harms, target, damage, aim.ignores)
            shot_aftermath.hits_tell(game, aim.salvo, target, damage)
        elif isinstance(target, Bubble):
            hit_bubble(game, target, blow)
        elif isinstance(target, Feature) and (found := shot_targets.behind(aim.battle, key)) is not None:
            rest = through(damage, target, aim)
            if (shield := stopping(aim.battle, aim.unit, found)) is None:
                add(harms, found, rest, aim.ignores)
            else:
                hit_bubble(game, shield, evolve(blow, damage=rest))


def sums_of_pieces(hits: Sequence[tuple[str, int, Aim]]) -> dict[Feature, int]:
    """The damage that each piece of terrain takes from all hits of the attack."""
    found: dict[Feature, int] = {}
    for _, count, aim in hits:
        if isinstance(aim.target, Feature):
            found[aim.target] = found.get(aim.target, 0) + count * aim.damage
    return found


@frozen
class Answered(Step):
    title = "After the shot"
    says = "Whoever may answer the shot does so now."
    salvos: tuple[Salvo, ...]
    rules = ("TC-REACT-1",)

    def run(self, game: Game[Battle]) -> None:
        game.push(*dict.fromkeys(step for salvo in self.salvos for step in return_fire.after_fire(game, salvo)))


def add(harms: dict[str, Harm], unit: Unit, damage: int, ignores: int) -> None:
    harm = harms.setdefault(unit.id, Harm())
    harm.direct, harm.ignores = harm.direct + damage, max(harm.ignores, ignores)


def repair(game: Game[Battle], unit: Unit, damage: int) -> None:
    """Life is given instead of taken, up to full life (TC-REPAIR-1)."""
    life = min(FULL_LIFE - unit.life, damage // unit.ac)
    unit.life += life
    text = f"{unit.name} is repaired by {life}: {unit.life} life"
    game.emit(Status(text, ("TC-REPAIR-1",), unit.seat, unit.id, "repaired"))
