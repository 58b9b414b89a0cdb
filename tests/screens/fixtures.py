"""A battlefield made by hand, for the widgets."""

from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.scenes import Ground, HexScene, Look, Token, Zone
from tabletop_tui.table.hexes import HexGrid, name_of

LOOKS = {
    ".": Look("normal", "grass"),
    ",": Look("sand", "sand"),
    "=": Look("concrete", "concrete", "=", "="),
    "~": Look("water", "water", "~", "~"),
    "f": Look("forest", "forest", "♣", "&"),
    "s": Look("snow", "snow", "*", "*"),
    "b": Look("building", "building", "▒", "#"),
    "i": Look("ice", "ice", "-", "-"),
    "w": Look("wreckage", "wreck", "%", "%"),
}
FIRE = Look("on fire", "fire", "^", "^")
MAP = """
0. 0. 0. 0. 0, 0, 0. 0. 0= 0. 0. 0f 0f 0.
0. 0. 0. 0. 0, 0, 0. 0. 0= 0. 0. 0f 1f 0.
0. 0f 0f 0. 0. 0. 0. 0. 0= 0. 0. 1. 1. 0.
0. 0f 1f 1. 0. 0. 0. 0. 0= 0. 0. 1. 2. 1.
0. 0. 1. 2. 1. 0. 0. 0. 0= 0. 0. 0. 1. 0.
0~ 0. 1. 2. 2. 1. 0. 0. 0= 0. 0. 0. 0. 0.
0~ 0~ 0. 1. 3. 2. 1. 0. 0= 0. 0b 0b 0. 0.
0. 0~ 0~ 0. 1. 1. 0. 0. 0= 0. 0b 0b 0. 0.
0. 0. 0~ 0~ 0. 0. 0. 0. 0= 0= 0= 0= 0= 0=
0. 0. 0. 0~ 0~ 0~ 0. 0. 0= 0. 0. 0. 0. 0.
0= 0= 0= 0= 0i 0i 0= 0= 0= 0. 0. 0w 0. 0.
0. 0. 0. 0. 0= 0~ 0~ 0. 0. 0. 0. 0. 0. 0.
0. 0b 0b 0. 0= 0. 0~ 0~ 0. 1. 1. 0. 0. 0.
0. 0b 0b 0. 0= 0. 0. 0~ 0~ 1. 2. 1. 0. 0.
0. 0. 0. 0. 0= 0. 0. 0. 0~ 0~ 1. 2. 1. 0.
0. 1. 0. 0. 0= 0. 0. 0. 0. 0~ 0. 1. 1. 0.
1. 2. 1. 0. 0= 0. s 0. 0. 0. 0~ 0. 0. 0.
0. 1. 1f 0f 0= 0. 0s 1s 2s 0. 0~ 0~ 0. 0.
0. 0f 0f 0. 0= 0. 0s 1s 1s 0. 0. 0~ 0~ 0.
0. 0. 0. 0. 0= 0. 0. 0s 0. 0. 0. 0. 0~ 0.
"""


def token(tag: str, name: str, seat: int | None, spot: str, **more: object) -> Token:
    return Token(tag.lower(), tag, name, seat, spot, **more)


def scene(columns: int = 14, rows: int = 20) -> HexScene:
    """Red (A) in the north, Blue (B) in the south; a river, a road, hills and a flag."""
    grid = HexGrid(columns, rows)
    cells = [line.split() for line in MAP.strip().splitlines()]
    ground = {}
    for column in range(columns):
        for row in range(rows):
            cell = cells[row % 20][column % 14].rjust(2, "0")
            spot = name_of(column + 1, row + 1)
            ground[spot] = Ground(LOOKS[cell[1]], int(cell[0]), FIRE if spot == "0608" else None)
    tokens = [
        token("A1", "Typhon", 0, "0404", health=1.0),
        token("A2", "Kerberos Hunter", 0, "0607", health=0.6, done=True),
        token("A3", "Pythia", 0, "0905", health=0.3, badges=(Badge("Alert", "!", letter="!"),)),
        token("B1", "Sentinel", 1, "0812", health=0.9),
        token("B2", "Warden", 1, "0615", health=0.15, badges=(Badge("Stunned", "STU", letter="S"),), done=True),
        token("B3", "Bastion", 1, "1013", health=1.0, done=True),
        token("b4", "Sentry", 1, "0911", health=1.0, kind="small"),
        token("F1", "Flag", None, "0702", kind="piece"),
        token("F2", "Flag", None, "0712", kind="piece"),
    ]
    zones = [
        Zone("Red's zone", frozenset(spot for spot in grid.hexes if int(spot[2:]) <= 3), 0),
        Zone("Blue's zone", frozenset(spot for spot in grid.hexes if int(spot[2:]) >= 18), 1),
        Zone("Control zone", frozenset(grid.within("0710", 2)), None),
    ]
    return HexScene(grid, ground, tokens, zones)


REACH = {"0405": "1", "0305": "1", "0504": "1", "0304": "2", "0506": "3", "0505": "2", "0306": "2", "0604": "10"}
