"""Positions written by hand, such as the tests of the rules set up: for each rulebook the states that matter there."""

from __future__ import annotations

from typing import Any

Table = dict[str, Any]


def mechcom(*units: Table, **more: Any) -> Table:
    return {"system": "mechcom", "scenario": "quick-start", "unit": list(units), **more}


def pmc(*units: Table, **more: Any) -> Table:
    return {"system": "pmc2640", "scenario": "quick-start", "unit": list(units), **more}


def amc(*units: Table, **more: Any) -> Table:
    return {"system": "armymen", "scenario": "quick-start", "unit": list(units), **more}


# ---------------------------------------------------------------- MECHCOM
SENTINEL = {"id": "A1", "mech": "sentinel", "pilot": "trooper", "at": "0505"}
MAGPIE = {"id": "B1", "mech": "magpie", "at": "0609"}
POOL = {
    "name": "Pool",
    "type": "deathmatch",
    "map_name": "Pool",
    "map": "\n".join(["0. 0. 0. 0. 0. 0. 0. 0. 0.", "0. 0. 0~ 0~ 0. 0i 0. 0b 0."] + ["0. " * 9] * 3),
}
MECHCOM: dict[str, tuple[Table, Table]] = {
    "a round begins": (mechcom(SENTINEL, MAGPIE), {"A1.hex": "0505", "round": 1, "go": 1, "scores": (0, 0)}),
    "half of its Energy is spent": (
        mechcom({**SENTINEL, "energy": 3, "moved": True}, MAGPIE, go="A1"),
        {"A1.energy": 3, "active": "A1", "turn": 1},
    ),
    "Spot tokens and Heat": (
        mechcom({**SENTINEL, "heat": 2}, {**MAGPIE, "spot": 2}),
        {"A1.heat": 2, "B1.spot": 2},
    ),
    "Burned and Stunned, one of them for a while": (
        mechcom(SENTINEL, {**MAGPIE, "conditions": {"Burned": 0, "Stunned": 1}}, go="B"),
        {"B1.conditions": {"Burned": 0, "Stunned": 1}, "go": 2},
    ),
    "fires and wreckage of both sides": (
        mechcom(SENTINEL, MAGPIE, fires=["0303"], wreckage={"0404": 0, "0406": None}),
        {"fires": frozenset({"0303"}), "as_printed": False, "wreckage.0404": 0},
    ),
    "a wreck that explodes next": (
        mechcom(
            SENTINEL,
            MAGPIE,
            {"id": "B2", "mech": "rustjaw", "destroyed": True, "activated": True},
            wrecks=[{"name": "B2 Rustjaw", "seat": 1, "hex": "0506", "level": 0, "due": 2}],
            activations=1,
        ),
        {"B2.integrity": 0, "B2.hex": "", "turn": 1},
    ),
    "a Flag is carried": (
        mechcom(
            {**SENTINEL, "at": "0104"},
            {**MAGPIE, "at": "0102"},
            scenario="port-flags",
            seat=[{"flag": "0819"}, {"flag": "A1"}],
        ),
        {"FA.hex": "0819", "FB.carrier": "A1", "FB.hex": ""},
    ),
    "a Flag was brought home": (
        mechcom(
            {**SENTINEL, "at": "0104"},
            {**MAGPIE, "at": "0102"},
            scenario="port-flags",
            seat=[{"flag": "0819", "score": 5}, {"flag": "A1", "flag-scored": True}],
            **{"last-round": True},
        ),
        {"FB.scored": True, "scores": (5, 0), "last_round": True},
    ),
    "in the water": (
        mechcom({**MAGPIE, "id": "A1", "at": "0302"}, {**MAGPIE, "at": "0905"}, scenario=POOL),
        {"A1.conditions": {"Submerged": 0}},
    ),
    "a building is gone and somebody stands there": (
        mechcom({**SENTINEL, "at": "0802"}, MAGPIE | {"at": "0905"}, {"id": "n0802", "destroyed": True}, scenario=POOL),
        {"n0802.hex": "", "A1.hex": "0802"},
    ),
    "the last hexes before a damaged enemy": (
        mechcom({**SENTINEL, "shots": {}}, {**MAGPIE, "integrity": 2, "activated": True}, round=4, order=[1, 0]),
        {"B1.integrity": 2, "order": (1, 0), "go": 2, "round": 4},
    ),
    "tethered to each other": (
        mechcom(
            {**SENTINEL, "conditions": ["Tethered"]},
            {**MAGPIE, "at": "0606", "conditions": ["Tethered"]},
            tethers=[{"one": "A1", "other": "B1", "limit": 3}],
        ),
        {"A1.conditions": {"Tethered": 0}},
    ),
    "an attack is being declared": (
        mechcom(SENTINEL, {**MAGPIE, "at": "0506"}, go="A1", answers=["move", ["0604"]], dice=[6]),
        {"A1.hex": "0604", "A1.moved": True},
    ),
}

# ---------------------------------------------------------------- PMC 2640
RIFLES = {"id": "A1", "unit": "rookies", "at": "20,40"}
GUN = {"id": "B1", "unit": "light-mg", "at": ["20,30", "form=line"]}
YARD = {
    "name": "Yard",
    "type": "find-and-secure",
    "table": {
        "name": "Yard",
        "width": 30.0,
        "height": 18.0,
        "pieces": [
            {"id": "wall", "kind": "low-wall", "points": [[10.0, 6.0], [15.0, 6.0]]},
            {"id": "house", "kind": "building", "points": [[20.0, 8.0], [24.0, 8.0], [24.0, 12.0], [20.0, 12.0]]},
            {"id": "pond", "kind": "water", "points": [[2.0, 8.0], [6.0, 8.0], [6.0, 12.0], [2.0, 12.0]]},
        ],
        "locations": [[12.0, 12.0]],
    },
}
PMC: dict[str, tuple[Table, Table]] = {
    "a turn begins": (pmc(RIFLES, GUN), {"turn": 1, "phase": "Action", "A1.reserve": ""}),
    "suppressed in cover": (
        pmc(RIFLES | {"at": ["12.5,5.5", "form=line"], "suppression": 5}, GUN | {"at": "12,14"}, scenario=YARD, go="B"),
        {"A1.suppression": 5, "A1.suppressed": True},
    ),
    "broken, and about to flee": (pmc(RIFLES | {"suppression": 12}, GUN, go="B"), {"A1.broken": True}),
    "three men left": (
        pmc(RIFLES | {"left": 3}, GUN | {"models": [[20, 30], [21, 30]]}),
        {"A1.left": 3, "B1.left": 2},
    ),
    "in reserve": (
        pmc(RIFLES, {**GUN}, {"id": "A2", "unit": "recruits", "reserve": "second"}, turn=2),
        {"A2.reserve": "second", "A2.models": ()},
    ),
    "reserves arrive": (
        pmc(RIFLES, GUN, {"id": "A2", "unit": "recruits", "reserve": "second"}, turn=3, phase="Reserve"),
        {"arriving": (1, 0), "phase": "Reserve"},
    ),
    "inside a building": (
        pmc({"id": "A1", "unit": "rookies", "building": "house"}, GUN | {"at": "12,14"}, scenario=YARD),
        {"A1.building": "house", "A1.on_table": True},
    ),
    "a house is rubble and a wall is gone": (
        pmc(RIFLES | {"at": "12,3"}, GUN | {"at": "22,10"}, scenario=YARD, rubble=["house"], destroyed=["wall"]),
        {"rubble": frozenset({"house"}), "destroyed": frozenset({"wall"})},
    ),
    "a wreck stands in the way": (
        pmc(RIFLES, GUN, wrecks=[{"name": "Buggy", "spot": [30, 30], "radius": 1}]),
        {"wrecks.0.spot": (30.0, 30.0)},
    ),
    "one has fled and one is destroyed": (
        pmc(
            RIFLES,
            GUN,
            {"id": "A2", "unit": "recruits", "fate": "fled"},
            {"id": "B2", "unit": "recruits", "fate": "destroyed"},
        ),
        {"A2.gone": "fled", "B2.left": 0},
    ),
    "shot at this phase, the other side has quit": (
        pmc(RIFLES, GUN | {"shot-by": ["A1"], "activated": True}, seat=[{}, {"done": True}]),
        {"B1.shot_by": ("A1",), "done": (False, True)},
    ),
    "outnumbered": (
        pmc(
            RIFLES,
            GUN,
            {"id": "A2", "unit": "recruits", "at": "30,40"},
            made=1,
        ),
        {"in_a_row": (2, 1), "agenda.2.made": 1},
    ),
    "a location was checked": (
        pmc(RIFLES | {"at": "12,3"}, GUN | {"at": "12,14"}, scenario=YARD, locations={"L1": "true"}),
        {"L1.state": "true"},
    ),
    "an assault is under way": (
        pmc(RIFLES | {"at": "20,36"}, GUN | {"at": "20,33"}, go="A1", answers=["assault", "B1"]),
        {"agenda.-1.attacker": "A1"},
    ),
}

# ---------------------------------------------------------------- Army Men
SQUAD = {"id": "A1", "unit": "riflemen", "at": "24,40"}
OTHERS = {"id": "B1", "unit": "veterans", "at": "24,30"}
TRUCK = {"id": "A2", "unit": "jeep", "upgrades": ["truck"], "at": ["34,40", "turn=90"]}
LAWN = {
    "name": "Lawn",
    "table": {
        "name": "Lawn",
        "width": 30.0,
        "height": 30.0,
        "pieces": [
            {"id": "wood", "kind": "woods", "points": [[10.0, 10.0], [16.0, 10.0], [16.0, 16.0], [10.0, 16.0]]},
        ],
    },
}
AMC: dict[str, tuple[Table, Table]] = {
    "a round begins": (amc(SQUAD, OTHERS), {"round": 1, "phase": "Activation", "edges": ("south", "north")}),
    "an activation has begun": (amc(SQUAD, OTHERS, go="A1"), {"A1.activated": True, "active": "A1"}),
    "Pinned in a wood": (
        amc(SQUAD | {"at": "13,13", "pinned": True}, OTHERS | {"at": "20,20"}, scenario=LAWN),
        {"A1.pinned": True},
    ),
    "Hunkered": (amc(SQUAD | {"hunkered": True, "activated": True}, OTHERS, go="B"), {"A1.hunkered": True}),
    "on Guard": (amc(SQUAD, OTHERS | {"guarding": True, "activated": True}), {"B1.guarding": True}),
    "aboard a truck": (
        amc({"id": "A1", "unit": "riflemen", "aboard": "A2"}, TRUCK, OTHERS),
        {"A1.aboard": "A2", "A1.models": (), "A2.facing": 90.0, "A2.models": ((34.0, 40.0),)},
    ),
    "a damaged vehicle": (
        amc(SQUAD, TRUCK | {"rattled": True, "stuck": True}, OTHERS),
        {"A2.rattled": True, "A2.stuck": True},
    ),
    "destroyed": (
        amc(SQUAD, OTHERS, {"id": "B2", "unit": "gunners", "destroyed": True}),
        {"B2.destroyed": True, "B2.arms": ()},
    ),
    "two men left, the one with the bazooka among them": (
        amc(SQUAD | {"upgrades": ["bazooka"], "left": 2}, OTHERS),
        {"A1.left": 2, "A1.arms": (("bazooka",), ("rifle",))},
    ),
    "two men left, without the bazooka": (
        amc(SQUAD | {"upgrades": ["bazooka"], "arms": [["rifle"], ["rifle"]]}, OTHERS),
        {"A1.arms": (("rifle",), ("rifle",))},
    ),
    "the last round, from west and east": (
        amc(SQUAD, OTHERS, round=3, seat=[{"name": "Ada", "edge": "west"}, {"name": "Bo"}]),
        {"round": 3, "edges": ("west", "east"), "seat_names": ("Ada", "Bo")},
    ),
    "a charge is being declared": (
        amc(SQUAD | {"at": "24,35"}, OTHERS, go="A1", answers=["charge"]),
        {"agenda.-1.unit": "A1"},
    ),
    "a melee is under way": (
        amc(SQUAD, OTHERS | {"at": "24,36"}, go="B1", answers=["charge", "A1", ["23,38"]], dice=[6, 6, 6, 1, 1]),
        {"B1.activated": True, "agenda.-1.unit": "A1", "agenda.-1.lost": 2},
    ),
}

# ---------------------------------------------------------------- Crimson Dusk
GUNS = {"id": "A1", "name": "Guns", "model": [{"count": 4, "weapons": ["assault-rifle"]}, {"weapons": ["lmg"]}]}
LINE = GUNS | {"at": "24,40", "armour": "flak"}
RAIDERS = {"id": "B1", "name": "Raiders", "quality": "Ir", "model": [{"count": 6, "weapons": ["rifle"]}], "at": "24,24"}
ROW, FACING = ["24,40", "form=line"], ["24,37.7", "form=line"]
BOSS = {"id": "A2", "name": "Boss", "personality": True, "cb": 2, "quality": "Vt", "model": [{"weapons": ["pistol"]}]}
CARRIER = {"id": "A2", "name": "Carrier", "type": "apc", "weapons": ["hmg"], "at": ["34,40", "turn=90"]}
FARM = {
    "name": "Farm",
    "table": {
        "name": "Farm",
        "width": 48.0,
        "height": 48.0,
        "pieces": [
            {"id": "barn", "kind": "house", "points": [[20.0, 18.0], [26.0, 18.0], [26.0, 22.0], [20.0, 22.0]]},
            {"id": "hedge", "kind": "wall", "points": [[10.0, 30.0], [20.0, 30.0]], "line": True},
        ],
    },
}


def dusk(*units: Table, **more: Any) -> Table:
    return {"system": "crimsondusk", "scenario": "crossroads", "unit": list(units), **more}


DUSK: dict[str, tuple[Table, Table]] = {
    "a turn begins": (
        dusk(LINE, RAIDERS, first=True),
        {"turn": 1, "phase": "Activation", "may_hold": -1, "agenda.-1.first": True, "agenda.-1.seat": 0},
    ),
    "an activation has begun": (
        dusk(LINE, RAIDERS, go="A1"),
        {"A1.activated": True, "active": "A1", "agenda.-1.unit": "A1"},
    ),
    "half of its AP are spent, one has aimed": (
        dusk(LINE | {"spent": 1, "marks": {"A1-2": {"aimed": "assault-rifle"}}}, RAIDERS, go="A1"),
        {"A1.spent": 1, "A1.men.1.aimed": "assault-rifle", "A1.men.0.aimed": ""},
    ),
    "one is stunned, all have run": (
        dusk(LINE, RAIDERS | {"marks": {"all": {"moved-before": 8.0}, "B1-6": {"stunned": 3}}, "ran-before": True}),
        {"B1.men.5.stunned": 3, "B1.men.5.moved_before": 8.0, "B1.ran_before": True},
    ),
    "pinned and gone to ground": (
        dusk(LINE, RAIDERS | {"pinned": True, "ground": True, "shots": 2}, turn=3, go="B1"),
        {"B1.pinned_from": 3, "B1.pinned_to": 3, "turn": 3, "B1.ground": True},
    ),
    "two are left, the gun among them": (
        dusk(LINE | {"men": ["A1-2", "A1-5"], "confused": True}, RAIDERS | {"left": 5}, turn=2),
        {"A1.men.1.id": "A1-5", "A1.start": 5, "A1.confused_from": 2, "B1.left": 5},
    ),
    "a section has taken in another": (
        dusk(LINE | {"men": ["A1-1", "A1-5", "A2-1"], "start": 3}, BOSS | {"gone": "joined"}, RAIDERS),
        {"A1.men.2.id": "A2-1", "A1.men.2.soldier.cb": 2, "A2.gone": "joined", "A1.start": 3},
    ),
    "on overwatch": (
        dusk(LINE, RAIDERS | {"overwatch": True, "activated": True}),
        {"B1.overwatch": True, "may_hold": 1},
    ),
    "in melee": (
        dusk(LINE | {"at": ROW, "foes": ["B1"]}, RAIDERS | {"at": FACING}, BOSS | {"at": "40,44"}, go="A2"),
        {"B1.foes": ("A1",), "A1.fighting": True, "A2.activated": True},
    ),
    "a carrier on the road with a section aboard": (
        dusk({**GUNS, "aboard": "A2"}, CARRIER | {"hull": {"speed": 14, "harm": 12}}, RAIDERS, go="A2"),
        {"A1.models": (), "A2.hull.heading": 90.0, "A2.hull.speed": 14, "A2.hull.harm": 12, "agenda.-1.unit": "A2"},
    ),
    "a carrier is wrecked and its crew stands beside it": (
        dusk(
            LINE,
            CARRIER | {"gone": "wrecked", "crew": [], "hull": {"harm": 40}},
            {"id": "A2c", "men": ["A2-1", "A2-2"], "start": 2, "models": [[34, 36], [36, 36]]},
            RAIDERS,
        ),
        {"A2.gone": "wrecked", "A2c.gone": "", "A2c.left": 2, "A2.models": ((34.0, 40.0),)},
    ),
    "a barn is a ruin, a wall has a gap": (
        dusk(
            LINE,
            RAIDERS | {"at": "23,20"},
            scenario=FARM,
            ruins=["barn", "hedge#1"],
            damage={"barn": 61, "hedge#1": 16},
        ),
        {"ruins": ("barn", "hedge#1"), "damage": {"barn": 61, "hedge#1": 16}, "table.pieces.0.kind": "rubble"},
    ),
    "smoke lies there, and one tough man may get up": (
        dusk(
            LINE | {"left": 4, "traits": {"tough": 5}},
            RAIDERS,
            clouds=[{"kind": "smoke", "spot": [24, 32], "radius": 1.5, "owner": "B1", "until": 9}],
            fallen=[{"man": "A1-5", "unit": "A1", "spot": [28, 40], "turn": 1, "marks": {"moved": 2.0}}],
            seat=[{"edge": "north", "score": 1}, {}],
        ),
        {"clouds.0.owner": "B1", "fallen.0.man.moved": 2.0, "edges": ("north", "south"), "scores": (1, 0)},
    ),
    "a way is being chosen": (
        dusk(LINE, RAIDERS, go="A1", answers=["run"]),
        {"agenda.-1.unit": "A1", "A1.spent": 1},
    ),
}
POSITIONS = {**{f"mechcom: {name}": case for name, case in MECHCOM.items()}}
POSITIONS |= {f"pmc2640: {name}": case for name, case in PMC.items()}
POSITIONS |= {f"armymen: {name}": case for name, case in AMC.items()}
POSITIONS |= {f"crimsondusk: {name}": case for name, case in DUSK.items()}
