"""The state of a MECHCOM battle: models, pieces, and what has become of the ground.

A battle is cloned for look-ahead and undo, so everything inside a Model is replaced when it changes, never altered in
place (conditions, ammunition and uses are small dicts that are written anew).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from attrs import define, field

from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.stalemate import Stillness
from tabletop_tui.rules.mechcom.state.battlefield import Map
from tabletop_tui.rules.mechcom.state.movement_cost import edges_for, edges_from
from tabletop_tui.rules.mechcom.state.profiles import Ability, Kind, Sheet, Squad, Stats, Weapon
from tabletop_tui.rules.mechcom.state.scenario import Scenario
from tabletop_tui.table.hexes import Edges, Hex

SEAT_LETTERS = "ABCDEF"
AT_FIRST = Stillness()
UNTIL_CLEARED = 0
"""A condition that no activation ends."""

BUILDING = Sheet("Building", "building", Stats(armour=2, integrity=4))
ICE = Sheet("Frozen over", "ice", Stats(integrity=1))


@define(slots=False)
class Model:
    """One model: a mech, a deployable, a Wing, or a neutral building or sheet of ice (MC-TERM-3)."""

    id: str
    seat: int | None
    sheet: Sheet
    hex: Hex = ""
    """Where it stands; '' if it is not on the table."""
    integrity: int = 0
    energy: int = 0
    activated: bool = False
    moved: bool = False
    """Whether it has moved this turn (Heavy, MC-PERK-9)."""
    spot: int = 0
    """Spot tokens on it."""
    heat: int = 0
    shots: dict[str, int] = field(factory=dict)
    """Times a weapon has been fired, for Ammo."""
    uses: dict[str, int] = field(factory=dict)
    """Times an ability has been used, for Limit."""
    conditions: dict[str, int] = field(factory=dict)
    """Condition -> ends of own activations until it goes, UNTIL_CLEARED if no activation ends it."""
    parent: str = ""
    """The mech that deployed it."""

    @property
    def kind(self) -> Kind:
        return self.sheet.kind

    @property
    def name(self) -> str:
        return f"{self.sheet.name} {self.id[1:]}" if self.seat is None else f"{self.id} {self.sheet.name}"

    @property
    def alive(self) -> bool:
        return self.hex != ""

    @property
    def is_mech(self) -> bool:
        return self.sheet.kind == "mech"

    @property
    def neutral(self) -> bool:
        return self.seat is None

    @property
    def flies(self) -> bool:
        return self.sheet.kind == "wing" or "fly" in self.sheet.effects

    @property
    def swims(self) -> bool:
        return "swim" in self.sheet.effects

    def clone(self) -> Model:
        new = object.__new__(Model)
        new.__dict__.update(self.__dict__)
        return new

    def has(self, condition: str) -> bool:
        return condition in self.conditions

    def weapon(self, name: str) -> Weapon | None:
        return next((weapon for weapon in self.sheet.weapons if weapon.name == name), None)

    def ability(self, name: str) -> Ability | None:
        return next((ability for ability in self.sheet.abilities if ability.name == name), None)

    def ammo_left(self, weapon: Weapon) -> int | None:
        """Shots left (MC-PERK-1); None if the weapon needs no ammunition."""
        return weapon.perks.ammo - self.shots.get(weapon.name, 0) if weapon.perks.ammo else None

    def uses_left(self, ability: Ability) -> int | None:
        """Uses left (MC-TAG-1); None if there is no limit."""
        return ability.limit - self.uses.get(ability.name, 0) if ability.limit else None

    def tally(self, stat: str) -> Tally:
        """A stat with the conditions that change it on this model, whoever it faces (MC-STAT-11)."""
        tally = self.sheet.tallies[stat]
        conditions = self.conditions
        if not conditions:
            return tally
        if stat == "stability":
            if "Blinded" in conditions:
                tally = tally.plus(2, "Blinded", "MC-COND-2")
            if "Shocked" in conditions:
                tally = tally.plus(1, "Shocked", "MC-COND-10")
        elif stat == "strength" and "Shocked" in conditions:
            tally = tally.plus(-1, "Shocked", "MC-COND-10")
        elif stat == "armour" and "Corroded" in conditions:
            tally = tally.plus(-1, "Corroded", "MC-COND-4")
        elif stat == "sensors" and "Hacked" in conditions:
            tally = tally.plus(-5, "Hacked", "MC-COND-5").at_least(0, "not below 0", "MC-STAT-11")
        return tally


@frozen
class Piece:
    """A Flag or the Objective: it fills a hex and blocks movement, but nobody can attack it (MC-TERM-3)."""

    id: str
    kind: Literal["flag", "objective"]
    seat: int | None = None
    hex: Hex = ""
    carrier: str = ""
    """The model on whose card a Flag lies."""
    scored: bool = False

    @property
    def name(self) -> str:
        return "the Objective" if self.kind == "objective" else f"Flag {SEAT_LETTERS[self.seat or 0]}"


@frozen
class Tether:
    """Two models bound to each other, at most `limit` hexes apart (MC-COND-13)."""

    one: str
    other: str
    limit: int

    def partner(self, model: str) -> str:
        return self.other if model == self.one else self.one


@frozen
class Wreck:
    """A destroyed mech that has yet to explode at the end of activation number `due` (MC-BOOM-1)."""

    name: str
    seat: int | None
    hex: Hex
    level: int
    due: int


@define(slots=False)
class Battle:
    """Everything that can change in a battle, and the map, squads and scenario that do not."""

    map: Map
    scenario: Scenario
    squads: tuple[Squad, ...]
    teams: tuple[int, ...]
    seat_names: tuple[str, ...]

    models: dict[str, Model] = field(factory=dict)
    later: Mapping[str, Model] = field(factory=dict, init=False, eq=False)
    """The mechs that a scenario's story is still to bring (`engine/reinforcements.py`); not saved, and replaced."""
    pieces: dict[str, Piece] = field(factory=dict)
    at: dict[Hex, str] = field(factory=dict)
    """Who fills a hex: the id of a model or piece."""
    round: int = 0
    phase: str = "Setup"
    edges: tuple[str, ...] = ()
    """For each seat the name of its deployment zone, '' before it is chosen."""
    order: tuple[int, ...] = ()
    """The seats in the order rolled for this round."""
    go: int = 0
    """Whose go it is, as a place in `order`."""
    turn: int = 0
    """The number of activations begun in the game, for the delay of explosions."""
    active: str = ""
    fires: frozenset[Hex] = frozenset()
    wreckage: dict[Hex, int | None] = field(factory=dict)
    """Wreckage and the seat it is allied to (MC-TERR-15)."""
    became: dict[Hex, str] = field(factory=dict)
    """Ground that is no longer as the map printed it (ice turned to water)."""
    wrecks: tuple[Wreck, ...] = ()
    tethers: tuple[Tether, ...] = ()
    scores: tuple[int, ...] = ()
    conceded: frozenset[int] = frozenset()
    """The seats that gave up."""
    as_printed: bool = True
    """Whether the ground is still as the map has it, so that all battles on this map can share its steps."""
    stillness: Stillness = AT_FIRST
    """For how many rounds nothing has happened (MC-OURS-1)."""
    last_round: bool = False
    """Whether the game ends after the next End phase (MC-CTF-4)."""
    _edges: dict[tuple[bool, bool], Edges] = field(factory=dict, eq=False, repr=False, init=False)

    def clone(self) -> Battle:
        new = object.__new__(Battle)
        new.__dict__.update(self.__dict__)
        new.models = {name: model.clone() for name, model in self.models.items()}
        new.pieces = self.pieces.copy()
        new.at = self.at.copy()
        new.wreckage = self.wreckage.copy()
        new.became = self.became.copy()
        return new

    # ------------------------------------------------------------------ sides
    def allied(self, one: int | None, other: int | None) -> bool:
        """Whether two seats are of one team; neutral is allied to nobody."""
        return one is not None and other is not None and self.teams[one] == self.teams[other]

    def hostile(self, one: int | None, other: int | None) -> bool:
        """Whether two seats are enemies; neutral is nobody's enemy."""
        return one is not None and other is not None and self.teams[one] != self.teams[other]

    def on_table(self) -> Iterator[Model]:
        return (model for model in self.models.values() if model.hex)

    def mechs(self, seat: int) -> list[Model]:
        """The undestroyed mechs of a seat that are on the table."""
        return [m for m in self.models.values() if m.seat == seat and m.hex and m.sheet.kind == "mech"]

    def enemies(self, model: Model) -> list[Model]:
        """The enemy models on the table, deployables too."""
        team = self.teams[model.seat or 0]
        teams = self.teams
        return [m for m in self.models.values() if m.hex and m.seat is not None and teams[m.seat] != team]

    def deployables(self, parent: Model) -> list[Model]:
        return [model for model in self.models.values() if model.parent == parent.id and model.hex]

    def seat_name(self, seat: int | None) -> str:
        return "Neutral" if seat is None else self.seat_names[seat]

    # ------------------------------------------------------------------ ground
    def terrain_at(self, spot: Hex) -> str:
        return self.became.get(spot) or self.map.terrain[spot]

    def is_water(self, spot: Hex) -> bool:
        return self.terrain_at(spot) == "water"

    def steps(self, model: Model) -> Edges:
        """From each hex the neighbours that `model` could step to by ground alone, with the cost (MC-MOVE, MC-ELEV)."""
        kind = model.flies, model.swims
        edges = self._edges.get(kind)
        if edges is None:
            if self.as_printed:
                edges = self.map.edges.get(kind)
            if edges is None:
                edges = edges_for(self, *kind)
            if self.as_printed:
                self.map.edges[kind] = edges
            self._edges = {**self._edges, kind: edges}
        return edges

    def ground_changed(self, spot: Hex) -> None:
        """The ground of a hex is no longer what it was: the steps into and out of it cost anew."""
        self.as_printed = False
        for kind, edges in self._edges.items():
            near = {here: edges_from(self, here, *kind) for here in (spot, *self.map.grid.neighbours[spot])}
            # New dicts, so that clones made before keep those that fit their ground.
            self._edges = {**self._edges, kind: {**edges, **near}}

    def set_fire(self, spot: Hex) -> bool:
        """Put an On Fire overlay on a hex; water cannot burn (MC-TERR-13)."""
        if spot in self.fires or self.is_water(spot):
            return False
        self.fires |= {spot}
        self.ground_changed(spot)
        return True

    # ------------------------------------------------------------------ placing
    def put(self, model: Model, spot: Hex) -> None:
        """Stand a model on a free hex, which it fills alone, and take it from where it stood (MC-GRID-1)."""
        if model.hex:
            del self.at[model.hex]
        model.hex = spot
        self.at[spot] = model.id

    def stand(self, unit: str, spot: Hex) -> None:
        """Put a model on another hex, to look from there; only of a copy."""
        if self.free(spot):
            self.put(self.models[unit], spot)

    def take_off(self, model: Model) -> None:
        if self.at.get(model.hex) == model.id:  # ice lies in its hex without filling it
            del self.at[model.hex]
        model.hex = ""

    def set_piece(self, piece: Piece) -> None:
        """Put a piece where it says it is: on its hex, or on a model's card."""
        before = self.pieces.get(piece.id)
        if before is not None and before.hex:
            del self.at[before.hex]
        self.pieces[piece.id] = piece
        if piece.hex:
            self.at[piece.hex] = piece.id

    def flags(self) -> list[Piece]:
        """The Flags in the order of their seats, whoever was first to place one."""
        return sorted((p for p in self.pieces.values() if p.kind == "flag"), key=lambda flag: flag.id)

    def flags_of(self, carrier: Model) -> list[Piece]:
        return [flag for flag in self.flags() if flag.carrier == carrier.id]

    def free(self, spot: Hex) -> bool:
        return spot not in self.at

    def score(self, seat: int, points: int) -> None:
        self.scores = tuple(vp + points if number == seat else vp for number, vp in enumerate(self.scores))

    def piece_at(self, spot: Hex) -> Piece | None:
        return self.pieces.get(self.at.get(spot, ""))

    def model_at(self, spot: Hex) -> Model | None:
        return self.models.get(self.at.get(spot, ""))
