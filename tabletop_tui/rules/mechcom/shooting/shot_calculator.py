"""What a shot needs, told in words: Stability and Armour of two mechs without a map (MC-SHOOT)."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_tui.engine import odds
from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.rulebook.shot_calculator import AskedShot, Effect, Fact, TableShot, Told, so_told
from tabletop_tui.rules.mechcom.aiming.attack_limits import refuse_target
from tabletop_tui.rules.mechcom.shooting.attack_odds import hits_of
from tabletop_tui.rules.mechcom.shooting.shooting import Lie, armour, damage_by, enemy_near, stability_sum
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.sight.sight import HALF, OPEN, Cover
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.profiles import MechEntry, Sheet, Weapon

FIRST = "first"
"""The first ranged weapon of a mech."""
CONDITIONS = {"blinded": "Blinded", "shocked": "Shocked"}
MOST_LEVELS = 9


def facts(mechs: Mapping[str, MechEntry]) -> tuple[Fact, ...]:
    """What matters to a shot at a mech."""
    names = tuple(mechs)
    weapons = dict.fromkeys(slug(weapon) for mech in mechs.values() for weapon in mech.weapons if not weapon.melee)
    return (
        Fact("shooter", "the mech that shoots", "MC-SHOOT-3", names[0], names),
        Fact("weapon", "its weapon", "MC-WEAP-1", FIRST, (FIRST, *weapons)),
        Fact("target", "the mech that is shot at", "MC-SHOOT-5", names[0], names),
        Fact("range", "how far it is, in hexes", "MC-WEAP-1", "1", most=50, whole=True),
        Fact("cover", "the target has half cover", "MC-SHOOT-3"),
        Fact("above", "levels that the shooter stands higher", "MC-ELEV-8", "0", most=MOST_LEVELS, whole=True),
        Fact("near", "an enemy is in melee range of the shooter", "MC-SHOOT-7"),
        Fact("invisible", "the target is Invisible", "MC-COND-7"),
        Fact("moved", "the shooter has moved (counts for Heavy weapons)", "MC-PERK-9"),
        Fact("tokens", "Spot tokens that are consumed", "MC-STAT-7", "0", most=9, whole=True),
        Fact("blinded", "the shooter is Blinded", "MC-COND-2"),
        Fact("shocked", "the shooter is Shocked", "MC-COND-10"),
        Fact("corroded", "the target is Corroded", "MC-COND-4"),
    )


def slug(weapon: Weapon) -> str:
    """The name of a weapon as a word."""
    return "-".join("".join(letter if letter.isalnum() else " " for letter in weapon.name.lower()).split())


def on_table(battle: Battle, shooter: str, target: str, weapon: str = "") -> TableShot:
    """A shot of one model at another as both stand. Refused where it has no ranged weapon."""
    attacker, enemy = battle.models[shooter], battle.models[target]
    arms = [one for one in attacker.sheet.weapons if not one.melee]
    if not arms:
        raise Refused(Refusal(f"{attacker.name} has no ranged weapon", "MC-WEAP-1"))
    refusals = {one.name: refuse_target(battle, attacker, one, enemy) for one in arms}
    usual = next((one for one in arms if refusals[one.name] is None), arms[0])
    fired = next((one for one in arms if slug(one) == weapon), usual)
    artillery = fired.perks.artillery
    cover = (sight.own_cover if artillery else sight.cover)(battle, attacker, enemy)
    told = so_told(
        weapon=slug(fired),
        range=str(battle.map.grid.distance(attacker.hex, enemy.hex)),
        cover=cover.grade == HALF,
        above=str(min(MOST_LEVELS, max(0, sight.level(battle, attacker) - sight.level(battle, enemy)))),
        near=bool(enemy_near(battle, attacker)),
        invisible="Invisible" in enemy.conditions and battle.hostile(attacker.seat, enemy.seat),
        moved=attacker.moved,
        tokens="1" if artillery and enemy.spot else "",
        corroded="Corroded" in enemy.conditions,
        **{word: name in attacker.conditions for word, name in CONDITIONS.items()},
    )
    return TableShot(attacker, enemy, told, tuple(map(slug, arms)), refusals[fired.name])


def asked(mechs: Mapping[str, MechEntry], told: Told, table: TableShot | None = None) -> AskedShot:
    """What each die of such a shot needs. Refused where the mech could not shoot so."""
    if table is None:
        attacker, target = _model("A1", 0, mechs[told["shooter"]]), _model("B1", 1, mechs[told["target"]])
    else:
        attacker, target = table.shooter.clone(), table.target.clone()
    weapon = _weapon(attacker, told["weapon"])
    far, tokens = int(told["range"]), int(told["tokens"])
    if far > (weapon.range or 0):
        raise Refused(Refusal(f"{weapon.name}: {far} hexes are too far, it reaches {weapon.range}", "MC-WEAP-1"))
    most = 9 if weapon.perks.sniper else 1
    if tokens > most:
        raise Refused(Refusal(f"{weapon.name} is no Sniper and consumes one Spot token at most", "MC-PERK-12"))
    if weapon.perks.artillery and not tokens:
        raise Refused(Refusal(f"{weapon.name} is Artillery and needs a Spot token: tell tokens=1", "MC-PERK-2"))
    attacker.conditions = _others(attacker) | {name: 1 for word, name in CONDITIONS.items() if word in told}
    target.conditions = _others(target) | ({"Corroded": 1} if "corroded" in told else {})
    attacker.moved = "moved" in told
    higher = 0 if weapon.perks.artillery else int(told["above"]) // 2
    cover = Cover(HALF, "half cover", "MC-SHOOT-3") if "cover" in told else OPEN
    lie = Lie(cover, higher, "near" in told and not weapon.perks.ultralight, "", "invisible" in told)
    need, pierce = stability_sum(attacker, weapon, lie, tokens), armour(target, weapon)
    damage = damage_by(weapon.attacks, need.total, pierce.total, weapon)
    notes = (f"A hit is blocked unless a die shows {pierce.total} or more; else it costs {weapon.damage} [MC-SHOOT-5]",)
    most = target.sheet.stats.integrity
    lost = Effect(f"lost of {most} Integrity", odds.capped(damage, most))
    hits = hits_of(weapon.attacks, need.total, weapon.perks.flurry)
    return AskedShot(weapon.attacks, 6, Need(need), notes, hits=hits, sums=(need, pierce), effect=lost)


def _others(model: Model) -> dict[str, int]:
    """The conditions of a model of which nothing can be told."""
    return {name: ends for name, ends in model.conditions.items() if name not in (*CONDITIONS.values(), "Corroded")}


def _weapon(attacker: Model, named: str) -> Weapon:
    ranged = [weapon for weapon in attacker.sheet.weapons if not weapon.melee]
    fitting = [weapon for weapon in ranged if named in (FIRST, slug(weapon))]
    if not fitting:
        arms = ", ".join(map(slug, ranged)) or "nothing"
        raise Refused(Refusal(f"{attacker.sheet.name} has no {named}; it shoots with {arms}", "MC-WEAP-1"))
    return fitting[0]


def _model(name: str, seat: int, mech: MechEntry) -> Model:
    """A fresh mech without profile and pilot."""
    return Model(name, seat, Sheet(mech.name, "mech", mech.stats, mech.weapons))
