"""The commands of the app, by screen: `command` says what one is, the others which there are."""

from __future__ import annotations

from tabletop_tui.bindings.battle_commands import ANALYSIS, BATTLE, BRIEFING, CHAPTERS, REPLAY, RESULTS
from tabletop_tui.bindings.command import Command, CommandSet, printed
from tabletop_tui.bindings.editor_commands import (
    FORM_EDITOR,
    HEX_EDITOR,
    LESSON_EDITOR,
    PLACE_PICKER,
    POSITION_EDITOR,
    SCENARIO_EDITOR,
    TABLE_EDITOR,
)
from tabletop_tui.bindings.page_commands import (
    BUILDER,
    FORCE_TASK,
    KEYMAP,
    NEW_GAME,
    ODDS,
    OWN_GAMES,
    POOL,
    RULES,
    SCENARIO,
    SETTINGS,
    TITLE,
    WELCOME,
)

__all__ = [
    "ALL",
    "ANALYSIS",
    "BATTLE",
    "BRIEFING",
    "BUILDER",
    "CHAPTERS",
    "FORCE_TASK",
    "FORM_EDITOR",
    "HEX_EDITOR",
    "KEYMAP",
    "LESSON_EDITOR",
    "NEW_GAME",
    "ODDS",
    "OWN_GAMES",
    "PLACE_PICKER",
    "POOL",
    "POSITION_EDITOR",
    "REPLAY",
    "RESULTS",
    "RULES",
    "SCENARIO",
    "SCENARIO_EDITOR",
    "SCREENS",
    "SETTINGS",
    "TABLE_EDITOR",
    "TITLE",
    "WELCOME",
    "Command",
    "CommandSet",
    "printed",
]

SCREENS = {
    "Battle": BATTLE,
    "Replay": REPLAY,
    "Title": TITLE,
    "Welcome": WELCOME,
    "Lessons": CHAPTERS,
    "New game": NEW_GAME,
    "Look at the table": SCENARIO,
    "End of a battle": RESULTS,
    "Analysis": ANALYSIS,
    "Force builder": BUILDER,
    "Force in a battle": POOL,
    "Force in a lesson": FORCE_TASK,
    "Rulebook": RULES,
    "Map of hexes": HEX_EDITOR,
    "Map of an open table": TABLE_EDITOR,
    "Scenario": SCENARIO_EDITOR,
    "Position": POSITION_EDITOR,
    "Lesson or puzzle": LESSON_EDITOR,
    "Form": FORM_EDITOR,
    "A place on the map": PLACE_PICKER,
    "What a shot needs": ODDS,
    "My games": OWN_GAMES,
    "Settings": SETTINGS,
    "Keys": KEYMAP,
}
"""All commands, by what their screen is called."""
ALL = {command.id: command for commands in SCREENS.values() for command in commands.commands}
"""All commands by id; what several screens share stands here once."""
