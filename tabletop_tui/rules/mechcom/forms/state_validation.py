"""Which states of a battle there can be: what holds for models, pieces and steps, whoever wrote them into a file."""

from __future__ import annotations

from tabletop_tui.engine.game import Game
from tabletop_tui.files.validation import Faults
from tabletop_tui.rulebook.state_validation import all_steps, check_agenda, each, number_from, require
from tabletop_tui.rules.mechcom.attacking.abilities import UseAbility
from tabletop_tui.rules.mechcom.attacking.resolve_attack import OfferReaction
from tabletop_tui.rules.mechcom.moving.walking_and_tethers import Walk
from tabletop_tui.rules.mechcom.sight.sight import SUBMERGED_DEPTH
from tabletop_tui.rules.mechcom.state.battle import BUILDING, ICE, SEAT_LETTERS, Battle, Model, Piece
from tabletop_tui.rules.mechcom.state.deployment_zones import OBJECTIVE, edges_to_choose
from tabletop_tui.rules.mechcom.state.flags import PlaceDroppedFlag
from tabletop_tui.rules.mechcom.state.mech_placement import PlaceMech
from tabletop_tui.rules.mechcom.state.profiles import CONDITIONS
from tabletop_tui.rules.mechcom.state.terrain import HIGHEST, TERRAINS
from tabletop_tui.rules.mechcom.turn.setup import ChooseEdge, PlaceNext, TakeEdge, unplaced

PHASES = ("Setup", "Start", "Activation", "End")
BOTTOM = (
    *("SetUp", "Pregame", "StartPhase", "ActivationPhase", "NextGo", "ChooseMech"),
    *("EndActivation", "CloseActivation", "EndPhase", "EndRound"),
)
MOST_TOKENS = 99


def audit(game: Game[Battle], first: Battle) -> None:
    """Wrong unless the state and the agenda of a game go together; `first` is the battle before its first step."""
    battle = game.state
    _models_of(battle, first)
    faults = Faults()
    for number, model in enumerate(battle.models.values()):
        with faults.of():
            _model(battle, model, f"models[{number}]")
    faults.raise_any()
    _pieces(battle)
    _filled(battle)
    _ground(battle, first)
    _battle(battle)
    _bonds(battle)
    _agenda(game)


# ---------------------------------------------------------------- models and pieces
def _models_of(battle: Battle, first: Battle) -> None:
    """Those of the set-up are there, and besides them only what they deployed."""
    for name, model in first.models.items():
        now = battle.models.get(name)
        same = now is not None and (now.seat, now.sheet.name, now.parent) == (model.seat, model.sheet.name, "")
        require(same, f"{name} is missing, or another than in the set-up", "models")
    for name, model in battle.models.items():
        if name in first.models:
            continue
        parent = battle.models.get(model.parent)
        child = parent is not None and parent.is_mech and parent.seat == model.seat and not model.is_mech
        letter = SEAT_LETTERS[model.seat].lower() if model.seat is not None else ""
        require(child and name[:1] == letter and name[1:].isdecimal(), f"nobody has deployed {name}", "models")


def _model(battle: Battle, model: Model, place: str) -> None:
    sheet, grid = model.sheet, battle.map.grid
    require(model.hex == "" or model.hex in grid, "there is no such hex", f"{place}.hex")
    require(model.integrity <= sheet.stats.integrity, "it has not so much", f"{place}.integrity")
    require(not model.hex or model.integrity > 0, "what has none left is not on the table", f"{place}.integrity")
    for key in ("energy", "spot", "heat"):
        require(0 <= getattr(model, key) <= MOST_TOKENS, f"give 0 to {MOST_TOKENS}", f"{place}.{key}")
    require(set(model.conditions) <= set(CONDITIONS), "there is no such condition", f"{place}.conditions")
    lasting = all(0 <= ends <= MOST_TOKENS for ends in model.conditions.values())
    require(lasting, f"give 0 to {MOST_TOKENS}", f"{place}.conditions")
    for name, shots in model.shots.items():
        weapon = model.weapon(name)
        fired = weapon is not None and 0 <= shots <= (weapon.perks.ammo or MOST_TOKENS)
        require(fired, f"it has not fired {name} so often", f"{place}.shots")
    for name, uses in model.uses.items():
        ability = model.ability(name)
        used = ability is not None and 0 <= uses <= (ability.limit or MOST_TOKENS)
        require(used, f"it has not used {name} so often", f"{place}.uses")
    if model.hex and model.is_mech:
        under = battle.is_water(model.hex) and not model.flies
        require(model.has("Submerged") == under, "Submerged is who is in water, and nobody else", f"{place}.conditions")
    if model.sheet in (BUILDING, ICE):
        require(model.hex in ("", model.id[1:]), "it does not move", f"{place}.hex")


def _pieces(battle: Battle) -> None:
    for name, piece in battle.pieces.items():
        place = f"pieces.{name}"
        require(piece.id == name and _fits(battle, piece), "this scenario has no such piece", place)
        require(piece.hex == "" or piece.hex in battle.map.grid, "there is no such hex", f"{place}.hex")
        carrier = piece.carrier == "" or battle.models.get(piece.carrier) is not None
        require(carrier and bool(piece.hex) != bool(piece.carrier), "it lies in a hex or on a card", place)


def _fits(battle: Battle, piece: Piece) -> bool:
    if piece.kind == "objective":
        return battle.scenario.type == "control-zone" and piece.id == OBJECTIVE and bool(piece.hex)
    seats = range(len(battle.squads))
    flag = piece.seat in seats and piece.id == f"F{SEAT_LETTERS[piece.seat or 0]}"
    return battle.scenario.type == "capture-the-flag" and flag


def _filled(battle: Battle) -> None:
    """A hex is filled by what stands in it, and by one thing only. Ice lies in its hex without filling it."""
    filling = [(model.hex, model.id) for model in battle.models.values() if model.hex and model.sheet is not ICE]
    filling += [(piece.hex, piece.id) for piece in battle.pieces.values() if piece.hex]
    filled = dict(filling)
    require(len(filled) == len(filling), "two things fill one hex", "models")
    require(battle.at == filled, "this is not who stands there", "at")


# ---------------------------------------------------------------- the ground and the battle
def _ground(battle: Battle, first: Battle) -> None:
    grid = battle.map.grid
    for key in ("fires", "wreckage", "became"):
        require(all(spot in grid for spot in getattr(battle, key)), "there is no such hex", key)
    require(set(battle.became.values()) <= TERRAINS.keys(), "there is no such terrain", "became")
    require(not any(map(battle.is_water, battle.fires)), "water does not burn", "fires")
    seats = (None, *range(len(battle.squads)))
    require(all(seat in seats for seat in battle.wreckage.values()), "there is no such seat", "wreckage")
    now, before = ((one.fires, one.wreckage, one.became) for one in (battle, first))
    require(not battle.as_printed or now == before, "the ground has changed since the set-up", "as-printed")
    for number, wreck in enumerate(battle.wrecks):
        deep = -SUBMERGED_DEPTH <= wreck.level <= HIGHEST
        there = wreck.hex in grid and wreck.seat in seats and deep
        require(there, "there can be no such wreck", f"wrecks[{number}]")


def _battle(battle: Battle) -> None:
    seats = range(len(battle.squads))
    require(0 <= battle.round <= 999, "there is no such round", "round")
    require(battle.phase in PHASES, f"give one of {', '.join(PHASES)}", "phase")
    before = battle.phase == PHASES[0]
    require(before == (battle.round == 0), f"{PHASES[0]} is round 0, every other phase a round from 1 on", "round")
    zones = ("", OBJECTIVE, *edges_to_choose(battle.map.grid, len(battle.squads)))
    chosen = [zone for zone in battle.edges if zone]
    fits = len(battle.edges) == len(seats) and all(zone in zones for zone in chosen)
    require(fits and len(set(chosen)) == len(chosen), "give a zone of its own for each seat", "edges")
    require(not battle.round or len(chosen) == len(seats), "give a zone for each seat", "edges")
    require(OBJECTIVE not in chosen or battle.scenario.type == "control-zone", "there is no such zone", "edges")
    order = battle.order
    fits = len(set(order)) == len(order) and all(seat in seats for seat in order)
    require(fits and (bool(order) or not battle.round), "give each seat once", "order")
    require(0 <= battle.go <= len(order), "there is no such place in the order", "go")
    require(0 <= battle.turn <= 9999, "there is no such activation", "turn")
    require(battle.active in ("", *battle.models), "there is no such model", "active")
    require(len(battle.scores) == len(seats) and min(battle.scores) >= 0, "give points for each seat", "scores")
    require(all(seat in seats for seat in battle.conceded), "there is no such seat", "conceded")
    teams = {battle.teams[seat] for seat in seats if seat not in battle.conceded}
    require(len(teams) > 1, "there are not two sides left", "conceded")
    if battle.round:
        standing = {battle.teams[seat] for seat in seats if battle.mechs(seat)}
        require(len(standing) > 1, "there are not two sides left", "models")


def _bonds(battle: Battle) -> None:
    for number, tether in enumerate(battle.tethers):
        place = f"tethers[{number}]"
        ends = [battle.models.get(name) for name in (tether.one, tether.other)]
        bound = all(end is not None and end.hex and end.has("Tethered") for end in ends)
        require(bound and tether.one != tether.other, "give two models that are Tethered", place)
        require(1 <= tether.limit <= 99, "give a number of hexes", f"{place}.limit")


# ---------------------------------------------------------------- steps
def _agenda(game: Game[Battle]) -> None:
    battle = game.state
    seats, grid = range(len(battle.squads)), battle.map.grid

    def known(name: str) -> bool:
        return name in battle.models

    names = ("unit", "attacker", "target", "enemy", "parent", "one", "other", "winner")
    fields = {
        **dict.fromkeys(names, known),
        **dict.fromkeys(("nearest",), each(known)),
        **dict.fromkeys(("spot", "hex"), lambda spot: spot in grid),
        "path": each(lambda spot: spot in grid),
        "seat": lambda seat: seat is None or seat in seats,
        "order": lambda order: len(order) > 0 and all(seat in seats for seat in order),
        "flag": lambda name: name in battle.pieces,
        "condition": lambda name: name in CONDITIONS,
        **dict.fromkeys(("dice", "defence", "allowance"), lambda value: value is None or 0 <= value <= 99),
        **dict.fromkeys(("hits", "crits", "wins", "cost", "heat", "go", "number", "most"), number_from(0, 99)),
        **dict.fromkeys(("armour", "extra", "tokens", "spare", "pulled"), number_from(-1, 99)),
        **dict.fromkeys(("damage", "attacks"), number_from(0, 99)),
        "range": lambda value: value is None or 0 <= value <= 99,
        "limit": number_from(0, 99),
    }
    check_agenda(game.agenda, BOTTOM, fields)
    if not battle.round:
        _set_up(game)
    for step in all_steps(game.agenda):
        _step(battle, step)


def _set_up(game: Game[Battle]) -> None:
    """Before the first round: whoever has no zone or place yet is still to get one."""
    battle = game.state
    choosing = {step.seat for step in game.agenda if isinstance(step, TakeEdge | ChooseEdge)}
    without = {seat for seat, zone in enumerate(battle.edges) if not zone} - battle.conceded
    require(without <= choosing, "give a zone for each seat, or a step that asks for it", "edges")
    if not any(isinstance(step, PlaceNext) for step in game.agenda):
        placing = {step.unit for step in game.agenda if isinstance(step, PlaceMech)}
        waiting = {model.id for seat in range(len(battle.squads)) for model in unplaced(battle, seat)}
        require(waiting <= placing, "no step places the mechs that are left", "agenda")


def _step(battle: Battle, step: object) -> None:
    """What one step, or a part of one, needs of the battle."""
    place = f"agenda, {type(step).__name__}"
    if isinstance(step, UseAbility):
        require(battle.models[step.unit].ability(step.ability) is not None, "it has no such ability", place)
    if isinstance(step, OfferReaction):
        reactor = battle.models[step.share.target]
        require(reactor.ability(step.ability) is not None, "it has no such ability", place)
    if isinstance(step, Walk):
        require(bool(step.path), "give a way of at least one hex", place)
    if isinstance(step, PlaceDroppedFlag):
        carrier = battle.pieces[step.flag].carrier
        require(bool(carrier) and not battle.models[carrier].hex, "nobody has dropped this Flag", place)
