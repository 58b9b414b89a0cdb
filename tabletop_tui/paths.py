"""Where things lie: the shipped scenarios and rosters, the player's own, and the saved games."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from platformdirs import user_config_path, user_data_path

from tabletop_tui.files.bad_file import BadFile

HOME = "TABLETOP_TUI_HOME"
"""The environment variable that names another folder for the player's own things."""


def home() -> Path:
    """The player's own folder: games, scenarios, rosters. It need not be there; BadFile where it never could be."""
    named = os.environ.get(HOME)
    folder = Path(named) if named else _of_account(partial(user_data_path, "tabletop-tui", appauthor=False))
    try:
        folder = folder.expanduser()
        folder.stat()
    except (FileNotFoundError, NotADirectoryError):
        pass
    except (OSError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or "there is no such user"
        raise BadFile(
            folder, "", f"this folder for your own things cannot be used: {why}; {HOME} names another"
        ) from None
    return folder


def _of_account(find: Callable[[], Path]) -> Path:
    """A folder among those of the user's account; BadFile where that has no home, as in some containers."""
    try:
        return find()
    except RuntimeError:
        why = f"this account has no home folder, and HOME is not set; {HOME} names a folder for your own things"
        raise BadFile(Path("~"), "", why) from None


def _configuration() -> Path:
    return _of_account(partial(user_config_path, "tabletop-tui"))


def preferences(name: str) -> Path:
    """Where settings or keys are kept: with the player's own things where these have a folder of their own choice."""
    return (home() if os.environ.get(HOME) else _configuration()) / name


def kept_preferences(name: str) -> Path:
    """Where they are read: of old they lay in the configuration folder, whatever was chosen."""
    path = preferences(name)
    if os.path.lexists(path):
        return path
    try:
        return _configuration() / name
    except BadFile:
        return path


def games() -> Path:
    """Where games are saved as they are played."""
    return home() / "games"


def positions() -> Path:
    """Where positions are saved, to be played from like scenarios."""
    return home() / "positions"


def drafts() -> Path:
    """Where what is being edited is kept until it is saved."""
    return home() / "drafts"


def reports() -> Path:
    """Where reports and pictures of battles are written from the page of results."""
    return home() / "reports"


def analyses() -> Path:
    """Where is kept what the coach has found about games."""
    return home() / "analyses"


def shipped(kind: str) -> Path:
    """Where the files of a kind lie that came with the program."""
    return _shipped() / kind


def _shipped() -> Path:
    """Where the files that came with the program lie: inside the package or, in a source tree, beside it."""
    package = Path(__file__).parent
    inside = package / "data"
    return inside if os.path.isdir(inside) else package.parent


def scenario_folders() -> list[Path]:
    """Where scenarios are looked for, the player's own first."""
    return _existing("scenarios")


def roster_folders() -> list[Path]:
    """Where rosters are looked for, the player's own first."""
    return _existing("rosters")


def folders(kind: str) -> list[Path]:
    """Where files of a kind are looked for (lessons, puzzles), the player's own first."""
    return _existing(kind)


def _existing(kind: str) -> list[Path]:
    return [folder / kind for folder in (home(), _shipped()) if os.path.isdir(folder / kind)]


def saved_games() -> list[Path]:
    """The journals of all saved games, the one begun last first."""
    return sorted(games().glob("*.jsonl"), reverse=True)


def played_last() -> list[Path]:
    """The same, the one in which something was last done first: to open a game is to do nothing."""
    return sorted(saved_games(), key=_written, reverse=True)


def _written(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
