"""What a player prefers, kept in settings.toml: looks, speed, pace, what is told by itself."""

from __future__ import annotations

import os
from pathlib import Path

from attrs import asdict, fields_dict

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.locks import locked
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.toml_writing import carried_over, toml_text
from tabletop_tui.files.validation import one_of, shown
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.paths import home, kept_preferences, preferences
from tabletop_tui.records import frozen

FILE = "settings.toml"
AUTO = "auto"
PALETTES = (AUTO, "truecolour", "256", "16", "mono", "high-contrast", "colour-blind", "light")
"""As in widgets.palette, which is too heavy to import here; a test holds them together."""
SIGNS = (AUTO, "unicode", "ascii")
SPEEDS = ("normal", "faster", "at-once")
PACES = ("run", "step", "dice")
ANIMATIONS = ("full", "quick", "off")
DIGESTS = ("losses", "always", "never")
TURN_CARDS = ("always", "losses", "never")
TAKING_BACK = ("ask", "free", "die")
TUTORS = ("fair", "easy", "always", "never")
SURE = ("ask", "never")
LIGHTS = ("choosing", "always", "never")
CLOCKS = ("off", "count", "10", "15", "20", "30", "45", "60", "90", "120")
"""The clocks of a game: none, one without a limit, and so many minutes for each person."""
OPPONENTS = ("easy", "fair", "strong", "greedy", "random")
"""As in play.players, which is too heavy to import here; a test holds them together."""


@frozen
class Settings:
    """The preferences; each word is one of CHOICES."""

    palette: str = AUTO
    """The colours; auto: what the terminal can show."""
    signs: str = AUTO
    """The characters; auto: what the locale says."""
    speed: str = "normal"
    """How long a computer player pauses before it answers."""
    pace: str = "run"
    """run: on to the next question; step: one step of the rules at a time; dice: each roll waits for the word."""
    turn_card: str = "always"
    """Among people, when a card comes for the one who sits down; losses: at losses, round ends and changes of hands."""
    mouse: bool = True
    vi_keys: bool = False
    """Whether y, u, b, n, j and k move the cursor even where options are listed, so that none has their letters."""
    animation: str = "full"
    """Whether what an answer caused is shown on the map: ways, shots, dice, harm."""
    digest: str = "losses"
    """When a page tells by itself what happened since the player's last answer; losses: at losses and round ends."""
    opponent: str = "fair"
    """Who plays the other side of a small game that is begun from the title."""
    tutor: str = "fair"
    """When somebody is asked whether he is sure before a clear blunder: against a computer of this level or below."""
    sure: str = "ask"
    """Whether it is asked once before more is given up than an answer says, as when a phase is quit."""
    light: str = "choosing"
    """When the table is lit by what the unit in hand sees; choosing: while a place or a target is asked for."""
    taking_back: str = "ask"
    """Among people, across a die or another's answer: ask, free, or die: only to the last die."""
    clock: str = "off"
    """The clock of a new game: off, count (how long each person thinks), or minutes that each person has."""
    bell: bool = True
    """Whether the terminal's bell is rung when a person is asked again after a computer thought long."""
    panels: tuple[str, ...] = ()
    """Panels of the battle screen that are large or hidden, each for a width: 'wide log large'."""


WIDTHS = {"narrow": 100, "middle": 150, "wide": 200, "vast": 0}
"""What widths of a terminal are called: below so many columns; the last for all wider ones."""
PANELS = ("map", "question", "roster", "dice", "here", "log")
SMALL = "minimap"
"""A panel that can be hidden, but not be made large."""
PANEL_WISHES = frozenset(
    f"{width} {panel} {wish}" for width in WIDTHS for panel in (*PANELS, SMALL) for wish in ("large", "hidden")
) - {f"{width} {wish}" for width in WIDTHS for wish in ("map hidden", f"{SMALL} large")}
"""What `panels` may say."""


CHOICES: dict[str, tuple[str, ...] | tuple[bool, ...]] = {
    "palette": PALETTES,
    "signs": SIGNS,
    "speed": SPEEDS,
    "animation": ANIMATIONS,
    "digest": DIGESTS,
    "pace": PACES,
    "turn_card": TURN_CARDS,
    "taking_back": TAKING_BACK,
    "opponent": OPPONENTS,
    "tutor": TUTORS,
    "sure": SURE,
    "light": LIGHTS,
    "clock": CLOCKS,
    "bell": (True, False),
    "mouse": (True, False),
    "vi_keys": (False, True),
}


def width_name(columns: int) -> str:
    """What a width is called for which panels are arranged."""
    return next((name for name, below in WIDTHS.items() if columns < below), [*WIDTHS][-1])


def settings_path() -> Path:
    """Where the file lies."""
    return preferences(FILE)


def is_first_run() -> bool:
    """Whether this player has neither settings nor a folder of their own yet."""
    return not os.path.exists(kept_preferences(FILE)) and not os.path.exists(home())


def read_settings(path: Path | None = None) -> Settings:
    """The player's settings; those of nobody without a file. BadFile for what cannot be used."""
    path = path or kept_preferences(FILE)
    if not os.path.lexists(path):
        return Settings()
    table = toml_table(path)
    hidden = table.pop("hand_over", True)  # what versions before the turn card had in its place
    if not isinstance(hidden, bool):
        raise BadFile(path, "hand_over", f"give true or false, not {shown(hidden)}")
    if table.get("turn_card") == "hide":  # which no rulebook had a use for: none has secrets
        table["turn_card"] = Settings().turn_card
    panels = table.pop("panels", [])
    if not isinstance(panels, list) or any(not isinstance(wish, str) or wish not in PANEL_WISHES for wish in panels):
        raise BadFile(path, "panels", f"give a list of wishes as 'wide log large', not {shown(panels)}")
    for key, value in table.items():
        if key not in CHOICES:
            raise BadFile(path, "", one_of(key, [*CHOICES, "panels"], "setting").fix)
        if any(value is choice for choice in (True, False)) != (CHOICES[key][0] in (True, False)):
            wanted = "true or false" if CHOICES[key][0] in (True, False) else "a word in quotes"
            raise BadFile(path, key, f"give {wanted}, not {shown(value)}")
        if value not in CHOICES[key]:
            raise BadFile(path, key, one_of(value, map(str, CHOICES[key]), "word").fix)
    return Settings(**table, panels=tuple(panels))


def write_settings(settings: Settings, path: Path | None = None, before: Settings | None = None) -> Path:
    """Save the settings; BadFile if that cannot be done.

    `before` is what they were changed from: then only that change is saved, beside what other windows have saved.
    """
    written = path or settings_path()
    with locked(written):
        if before is not None:
            settings = _carried_over(read_settings(path), before, settings)
        write_beside(written, toml_text(asdict(settings)))
    return written


def _carried_over(now: Settings, before: Settings, after: Settings) -> Settings:
    panels = carried_over(*(dict.fromkeys(one.panels, True) for one in (now, before, after)))
    changed = carried_over(*(asdict(one) for one in (now, before, after)))
    return Settings(**{**changed, "panels": tuple(panels)})


assert CHOICES.keys() | {"panels"} == fields_dict(Settings).keys()
