"""How a MECHCOM battle shows itself: battlefield, roster, unit cards, overlays. Reads the state, changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import evolve

from tabletop_tui.engine.badges import Badge, Left, left_of
from tabletop_tui.engine.cards import Card, Columns, Line, RosterLine, roster_line_of
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.game_standing import Nearness, Standing
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.scenes import Ground, HexScene, Look, Token, Zone, token_of
from tabletop_tui.engine.sight_grades import CLEAR, HALF, UNSEEN, scale
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.mechcom.aiming.attack_limits import attackers
from tabletop_tui.rules.mechcom.shown.objective_holders import holders
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.conditions import RULES
from tabletop_tui.rules.mechcom.state.deployment_zones import OBJECTIVE, objective_hex, zone_hexes, zone_of
from tabletop_tui.rules.mechcom.state.movement_cost import is_difficult
from tabletop_tui.rules.mechcom.state.profiles import STATS, Ability, Weapon
from tabletop_tui.rules.mechcom.state.terrain import TERRAINS, Terrain
from tabletop_tui.rules.mechcom.state.victory import CONTROL_ROUNDS, rounds_of
from tabletop_tui.rules.mechcom.turn.turn import move_field
from tabletop_tui.table.hexes import Hex

STAGES = ("Setup", "Start", "Activation", "End")
OVERLAYS = ("reach", "threat", "sensors", "sight")
GRADES = scale(CLEAR, HALF, UNSEEN)
"""In the order of `sight.CLEAR`, `sight.HALF` and `sight.TOTAL`."""
BADGES = {
    badge.word: badge
    for badge in (
        Badge("Malfunctioning", "MAL", letter="M"),
        Badge("Immobilized", "IMM", letter="I"),
        Badge("Stunned", "STU", letter="S"),
        Badge("Burned", "BRN", letter="B"),
        Badge("Hacked", "HCK", letter="H"),
        Badge("Corroded", "COR", letter="C"),
        Badge("Blinded", "BLI", letter="b"),
        Badge("Shocked", "SHO", letter="s"),
        Badge("Tethered", "TET", letter="T"),
        Badge("Invisible", "INV", "good", "i"),
        Badge("Submerged", "SUB", "", "u"),
    )
}
"""The conditions, the most pressing first."""
DOOMED, BURNING = Look("about to explode", "fire", "✱", "X"), Look("burning wreckage", "fire", "¶", "W")
FLAG = Badge("Carries a Flag", "FLG", "", "F")
SPOTTED, HEATED = Badge("Spot #", "SP#"), Badge("Heat #", "HT#")
STATUSES = (*BADGES.values(), FLAG, SPOTTED, HEATED)
WEAPON = ("weapon", "range", "dice", "damage", "does")
WEAPON_SHORT = ("weapon", "far", "n", "dmg", "does")
"""The headings above weapons, and where room is narrow."""
SHORT = {"movement": "Mov", "sensors": "Sens", "stability": "Stab", "strength": "Str", "armour": "Arm"}
"""Stats where room is narrow."""


def standing(game: Game[Battle]) -> Standing:
    battle = game.state
    scenario = battle.scenario
    goals = {
        "deathmatch": "have the last mech standing",
        "capture-the-flag": "bring enemy Flags home, 5 VP each",
        "control-zone": f"hold the zone, 2 VP a round for {scenario.rounds or CONTROL_ROUNDS} rounds",
    }
    goal = goals[scenario.type]
    near, last = nearness(battle), rounds_of(scenario)
    points = "" if scenario.type == "deathmatch" else "VP"
    return Standing(battle.round, battle.phase, battle.active, battle.scores, goal, points, nearness=near, last=last)


def nearness(battle: Battle) -> Nearness:
    """How many mechs each player has left: the last side with any wins at once (MC-VIC-2)."""
    mechs = [mech for mech in battle.models.values() if mech.is_mech]
    bought = Counter(mech.seat for mech in mechs)
    left = Counter(mech.seat for mech in mechs if mech.integrity > 0)
    seats = range(len(battle.teams))
    told = (f"{left[seat]} of {bought[seat]} mechs left; the last side with mechs wins at once" for seat in seats)
    return Nearness("mechs", tuple(left[seat] for seat in seats), tuple(told), ("MC-VIC-2",))


# ---------------------------------------------------------------- the battlefield
def scene(game: Game[Battle]) -> HexScene:
    battle = game.state
    ground = {spot: ground_at(battle, spot) for spot in battle.map.grid.hexes}
    tokens = [model_token(battle, model) for model in battle.on_table() if model.kind != "ice"]
    tokens += [
        Token(piece.id, piece.id if piece.kind == "flag" else "O", piece.name, piece.seat, piece.hex, "piece")
        for piece in battle.pieces.values()
        if piece.hex
    ]
    return HexScene(battle.map.grid, ground, tokens, zones(battle), [*holders(battle)])


def ground_at(battle: Battle, spot: Hex) -> Ground:
    return Ground(TERRAINS[battle.terrain_at(spot)].look, battle.map.level[spot], over_at(battle, spot))


def over_at(battle: Battle, spot: Hex) -> Look | None:
    """What lies over the ground of a hex: a mech about to explode, fire, wreckage."""
    if battle.wrecks and any(wreck.hex == spot for wreck in battle.wrecks):
        return DOOMED
    if spot in battle.wreckage:
        return BURNING if spot in battle.fires else TERRAINS["wreckage"].look
    return TERRAINS["fire"].look if spot in battle.fires else None


def model_token(battle: Battle, model: Model) -> Token:
    kind = {"mech": "unit", "building": "scenery"}.get(model.kind, "small")
    health = max(0, model.integrity) / model.sheet.stats.integrity
    tag = "" if kind == "scenery" else model.id
    name, done, badges, left = model.sheet.name, model.activated, badges_of(battle, model), integrity_left(model)
    return token_of(model.id, tag, name, model.seat, model.hex, kind, health, None, done, badges, left)


def badges_of(battle: Battle, model: Model) -> tuple[Badge, ...]:
    """What is the matter with a model, the most pressing first."""
    found = [badge for condition, badge in BADGES.items() if condition in model.conditions]
    found += [FLAG] if any(piece.carrier == model.id for piece in battle.pieces.values()) else []
    found += [SPOTTED.of(model.spot)] if model.spot else []
    return (*found, HEATED.of(model.heat)) if model.heat else tuple(found)


def integrity_left(model: Model) -> Left:
    return left_of(max(0, model.integrity), model.sheet.stats.integrity, "Integrity")


def zones(battle: Battle) -> list[Zone]:
    found = []
    if battle.phase == "Setup" or battle.scenario.type == "capture-the-flag":
        for seat in range(len(battle.squads)):
            if battle.edges and battle.edges[seat]:
                found.append(Zone(f"{battle.seat_name(seat)}'s zone", zone_of(battle, seat), seat))
    if battle.scenario.type == "control-zone":
        found.append(Zone("Control Zone", zone_hexes(battle.map.grid, OBJECTIVE, objective_hex(battle))))
    return found


def spot(game: Game[Battle], where: Hex) -> list[Line]:
    """What lies at a hex: ground, level, what it does, who owns its wreckage."""
    battle = game.state
    if where not in battle.map.grid:
        return []
    terrain = TERRAINS[battle.terrain_at(where)]
    lines = [Line(where, f"{terrain.look.name}, level {battle.map.level[where]}", rules=(terrain.rule,), mood="head")]
    lines += terrain_lines(evolve(terrain, difficult=is_difficult(battle, where)))
    if where in battle.fires:
        lines.append(Line("on fire", "entering it gives Burned", rules=("MC-TERR-13",), mood="bad"))
    if where in battle.wreckage:
        lines.append(Line("wreckage", battle.seat_name(battle.wreckage[where]), rules=("MC-TERR-14", "MC-TERR-15")))
    for wreck in battle.wrecks:
        if wreck.hex == where:
            after = "this activation" if wreck.due <= battle.turn else "the next activation"
            text = f"{wreck.name} explodes at the end of {after}"
            lines.append(Line("explosion", text, rules=("MC-BOOM-1",), mood="bad"))
    if (piece := battle.piece_at(where)) is not None:
        lines.append(Line("piece", piece.name, rules=("MC-TERM-3",)))
    return lines


def terrain_lines(terrain: Terrain) -> list[Line]:
    """What a kind of ground does to movement, sight and fire."""
    effects = (
        (terrain.difficult, Line("difficult", "+1 Movement to enter", rules=("MC-TERR-3",))),
        (terrain.soft_cover, Line("soft cover", "-1 Spot die, +2 Stability", rules=("MC-TERR-4",))),
    )
    return [line for has, line in effects if has]


# ---------------------------------------------------------------- roster and cards
def roster(game: Game[Battle]) -> list[RosterLine]:
    battle = game.state
    return [
        roster_line_of(
            model.id,
            model.id,
            model.sheet.name,
            model.seat,
            model.hex,
            state_of(battle, model),
            max(0, model.integrity) / model.sheet.stats.integrity,
            "",
            model.is_mech,
            badges_of(battle, model),
            integrity_left(model),
        )
        for model in sorted(battle.models.values(), key=lambda m: (m.seat is None, m.seat, m.id.lower()))
        if model.seat is not None
    ]


def state_of(battle: Battle, model: Model) -> str:
    if not model.hex:
        return "reserve" if battle.phase == "Setup" and model.integrity > 0 else "lost"
    if model.id == battle.active:
        return "active"
    return "done" if model.activated else ""


def card(game: Game[Battle], unit: str) -> Card | None:
    """Everything on a model's card, the most pressing first; None for a piece or an unknown id."""
    battle = game.state
    model = battle.models.get(unit)
    if model is None:
        return None
    sheet = model.sheet
    lines = [Line("Integrity", integrity_left(model).brief, sheet.tallies["integrity"], short="Int")]
    if model.is_mech:
        energy = f"{model.energy}/{sheet.stats.energy}"
        lines.append(Line("Energy", energy, sheet.tallies["energy"], ("MC-STAT-1", "MC-STAT-2"), short="En"))
    lines += status_lines(battle, model)
    if not model.neutral:
        lines += [stat_line(model.tally(stat)) for stat in STATS if stat not in ("integrity", "energy")]
    else:
        lines.append(stat_line(model.tally("armour")))
    lines += [weapon_line(model, weapon) for weapon in sheet.weapons]
    for ability in sheet.abilities:
        lines.append(Line(ability.name, ability_words(ability, model.uses_left(ability)), rules=("MC-SHEET-7",)))
    if sheet.pilot:
        lines.append(Line("Pilot", sheet.pilot, rules=("MC-PILOT-1",)))
    if model.parent:
        lines.append(Line("Parent", battle.models[model.parent].name, rules=("MC-DEPLOY-2",)))
    return Card(model.name, model.seat, tuple(lines))


WHEN = {
    "passive": "always at work",
    "reactive": "as a reaction",
    "pregame": "before the game",
    "start": "at the start of a round",
}
"""When an ability that is no action is used."""


def ability_words(ability: Ability, left: int | None) -> str:
    """An ability as a sentence, with when it is used, its price and how often it can still be."""
    price = f"{ability.cost} Energy" if ability.cost else ""
    often = "" if left is None else f"{left} of {ability.limit} left"
    terms = ", ".join(filter(None, (WHEN.get(ability.timing, ""), price, often)))
    return f"{ability.text} ({terms})" if terms and ability.text else ability.text or terms


def stat_line(tally: Tally) -> Line:
    better = tally.total - tally.base
    if tally.name == "Stability":  # the lower, the better
        better = -better
    mood = "good" if better > 0 else "bad" if better else ""
    return Line(tally.name, str(tally.total), tally, tally.rules, mood, short=SHORT.get(tally.name.lower(), ""))


def status_lines(battle: Battle, model: Model) -> list[Line]:
    lines = []
    if model.spot:
        lines.append(Line("Spot", counted(model.spot, "token"), rules=("MC-SPOT-3", "MC-STAT-7"), mood="bad"))
    if model.heat:
        lines.append(Line("Heat", counted(model.heat, "token"), rules=("MC-SHEET-3",), mood="bad"))
    for condition in model.conditions:
        text = condition
        if condition == "Tethered":
            bonds = [bond for bond in battle.tethers if model.id in (bond.one, bond.other)]
            text = ", ".join(f"Tethered {bond.limit} to {bond.partner(model.id)}" for bond in bonds)
        lines.append(Line("is", text, rules=(RULES[condition],), mood="bad"))
    for flag in battle.flags_of(model):
        lines.append(Line("carries", flag.name, rules=("MC-CTF-2",), mood="good"))
    return lines


def weapon_line(model: Model, weapon: Weapon) -> Line:
    text = weapon_words(weapon)
    left = model.ammo_left(weapon)
    if left is not None:
        text += f" ({left} left)"
    reach = "M" if weapon.melee else str(weapon.range)
    perks = ", ".join([*perk_words(weapon), *([f"{left} left"] if left is not None else [])])
    columns = Columns(WEAPON, (weapon.name, reach, str(weapon.attacks), str(weapon.damage), perks), WEAPON_SHORT)
    return Line(weapon.name, text, rules=("MC-SHEET-8",), mood="dim" if left == 0 else "", columns=columns)


def weapon_words(weapon: Weapon) -> str:
    """A weapon as the sheet prints it: range, damage, attacks and perks."""
    reach = "M" if weapon.melee else str(weapon.range)
    return f"[{reach}-{weapon.damage}-{weapon.attacks}] {', '.join(perk_words(weapon))}".strip()


def perk_words(weapon: Weapon) -> list[str]:
    """The perks as the sheet names them."""
    perks = weapon.perks
    words = [
        f"{name.capitalize()} {getattr(perks, name)}"
        for name in ("ammo", "backfire", "rend", "volatile")
        if getattr(perks, name)
    ]
    plain = (
        "artillery",
        "barrage",
        "blast",
        "flurry",
        "heavy",
        "multi",
        "sniper",
        "superheated",
        "tracker",
        "ultralight",
    )
    words += [name.capitalize() for name in plain if getattr(perks, name)]
    words += [f"Condition: {condition}" for condition in perks.conditions]
    return words + [f"Critical condition: {condition}" for condition in perks.critical_conditions]


# ---------------------------------------------------------------- overlays
def overlay(game: Game[Battle], name: str, unit: str) -> Overlay:
    """One of OVERLAYS for a model, as the game now stands; empty where the model is not on the table."""
    battle = game.state
    model = battle.models.get(unit)
    if model is None or not model.hex or model.seat is None:
        return Overlay(name, {}, name)
    if name == "reach":
        return Overlay(name, move_field(battle, model).cells(), name)
    if name == "sensors":
        distance = battle.map.grid.distance
        posts = sight.sensor_posts(battle, model)
        inside = [spot for spot in battle.map.grid.hexes if any(distance(at, spot) <= reach for at, reach in posts)]
        return Overlay(name, dict.fromkeys(inside, "s"), name)
    probe = battle.clone()
    if name == "threat":
        return Overlay(name, threats(probe, probe.models[unit]), name)
    return Overlay(name, views(probe, probe.models[unit]), name)


def threats(battle: Battle, model: Model) -> dict[Hex, str]:
    """For each hex how many enemy models could attack this model if it stood there, without moving first."""
    found = {}
    for spot in standing_spots(battle, model):
        battle.put(model, spot)
        if near := attackers(battle, model):
            found[spot] = str(len(near))
    return found


def views(battle: Battle, model: Model) -> dict[Hex, str]:
    """For each hex how well this model would see a model there."""
    return views_of(battle, model, battle.map.grid.hexes)


def view(game: Game[Battle], unit: str, spot: str) -> str:
    """What a model sees of whoever stands at a spot, or would see of one there; '' for one that is not on the table."""
    battle = game.state
    model = battle.models.get(unit)
    if model is None or not model.hex or model.seat is None:
        return ""
    probe = battle.clone()
    return views_of(probe, probe.models[unit], [spot]).get(spot, CLEAR.label)


def views_of(battle: Battle, model: Model, spots: Iterable[Hex]) -> dict[Hex, str]:
    ghost = model.clone()
    ghost.id, ghost.conditions = "ghost", {}
    found = {}
    for spot in spots:
        if spot != model.hex:
            ghost.hex = spot
            found[spot] = GRADES[sight.cover(battle, model, battle.model_at(spot) or ghost).grade].label
    return found


def standing_spots(battle: Battle, model: Model) -> list[Hex]:
    wet = model.flies or model.swims
    return [
        spot
        for spot in battle.map.grid.hexes
        if spot == model.hex or (battle.free(spot) and (wet or not battle.is_water(spot)))
    ]
