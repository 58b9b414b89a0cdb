"""The commands of the app: one object gives the key binding, the entry of the palette, the help line and the hint.

A screen answers `why_not(command)` with a sentence where a command is of no use just now ('' where it is) and has a
method `do_<name>` for each. Keys are written as Textual names them, several separated by commas; a user's keymap may
give other keys to every id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from attrs import evolve, frozen

KEY_NAMES = {
    "question_mark": "?",
    "exclamation_mark": "!",
    "circumflex_accent": "^",
    "right_parenthesis": ")",
    "f2": "F2",
    "f3": "F3",
    "asterisk": "*",
    "colon": ":",
    "apostrophe": "'",
    "full_stop": ".",
    "comma": ",",
    "dollar_sign": "$",
    "slash": "/",
    "backslash": "\\",
    "vertical_line": "|",
    "plus": "+",
    "equals_sign": "=",
    "minus": "-",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "enter": "Enter",
    "space": "Space",
    "escape": "Esc",
    "backspace": "Backspace",
    "delete": "Del",
    "tab": "Tab",
    "shift+tab": "shift+Tab",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "greater_than_sign": ">",
    "less_than_sign": "<",
}


@frozen
class Command:
    """Something a person can do: `id` ends in the name of the screen's method, as battle.undo is do_undo."""

    id: str
    keys: str
    label: str
    """One or two words for the hint bar."""
    help: str
    """A sentence for the help screen and the palette."""
    group: str = "Game"
    arguments: tuple[object, ...] = ()
    method: str = ""
    listed: bool = True
    """Whether help and palette show it."""

    @property
    def name(self) -> str:
        return self.method or self.id.rpartition(".")[2].replace("-", "_")


@frozen
class CommandSet:
    """The commands of one screen, in the order in which help lists them."""

    commands: tuple[Command, ...]

    @cached_property
    def by_id(self) -> dict[str, Command]:
        return {command.id: command for command in self.commands}

    def __getitem__(self, command_id: str) -> Command:
        return self.by_id[command_id]

    def spoken(self, called: str) -> CommandSet:
        """The same commands in the words of a rulebook that calls a round so."""
        if called == "round":
            return self
        words = re.compile(r"\bround\b")
        return CommandSet(
            tuple(
                evolve(command, label=words.sub(called, command.label), help=words.sub(called, command.help))
                for command in self.commands
            )
        )

    def keys(self, command_id: str, keymap: Mapping[str, str]) -> list[str]:
        """The keys of a command as printed, after the user's own keymap."""
        return [*all_printed(keymap.get(command_id, self.by_id[command_id].keys))]

    def pressed(self, key: str, character: str | None, keymap: Mapping[str, str]) -> Command | None:
        """The command that a key press stands for, None for any other key; for screens without bindings."""
        for command in self.commands:
            keys = keymap.get(command.id, command.keys).split(",")
            if key in keys or character in keys:
                return command
        return None

    def letters(self, keymap: Mapping[str, str], labels: bool = False, vi_keys: bool = False) -> set[str]:
        """Every one-character key that no option may have or, with `labels`, none of several labels.

        With `vi_keys` the letters that move the cursor keep doing so where options are listed.
        """
        yielding = TO_LABELS if labels else TO_OPTIONS
        groups = (PLACING,) if vi_keys or labels else (PLACING, "Cursor")
        commands = (one for one in self.commands if one.group not in groups and one.id not in yielding)
        taken = (key for command in commands for key in self.keys(command.id, keymap))
        return {key for key in taken if len(key) == 1}


def printed(key: str) -> str:
    """A key as it is printed for a reader."""
    key = key.strip()
    if key.startswith("shift+") and key not in KEY_NAMES:
        return "shift+" + printed(key.removeprefix("shift+"))
    return KEY_NAMES.get(key, key)


@lru_cache(maxsize=1 << 9)
def all_printed(keys: str) -> tuple[str, ...]:
    """Keys with commas between them, each as it is printed."""
    return tuple(printed(key) for key in keys.split(","))


DIRECTIONS = (
    # name, plain keys, keys for five steps
    ("n", "up,k", "shift+up,K"),
    ("s", "down,j", "shift+down,J"),
    ("w", "left", "shift+left"),
    ("e", "right", "shift+right"),
    ("nw", "y,home", "Y,shift+home"),
    ("ne", "u,pageup", "U,shift+pageup"),
    ("sw", "b,end", "B,shift+end"),
    ("se", "n,pagedown", "N,shift+pagedown"),
)
WORDS = {
    "n": "up",
    "s": "down",
    "w": "left",
    "e": "right",
    "nw": "up and left",
    "ne": "up and right",
    "sw": "down and left",
    "se": "down and right",
}
LARGE_STEP = 5


def _moves() -> Iterable[Command]:
    for name, keys, _ in DIRECTIONS:
        yield Command(
            f"cursor.{name}", keys, "cursor", f"Cursor {WORDS[name]}", "Cursor", (name, 1), "move", listed=True
        )
    for name, _, keys in DIRECTIONS:
        yield Command(
            f"cursor.{name}-far",
            keys,
            "cursor",
            f"Cursor {WORDS[name]}, {LARGE_STEP} steps",
            "Cursor",
            (name, LARGE_STEP),
            "move",
            listed=False,
        )


PLACING = "Placing a unit"
"""The group of commands for questions without options: their letters may be options' letters in others."""
TO_OPTIONS = ("battle.options", "battle.rules", "battle.go-to", "battle.tape", "battle.panels")
"""Commands whose letters may be those of options; the list of commands still has them."""
TO_LABELS = ("battle.happened", "battle.legend", "battle.panels")
"""Commands whose letters may be those of labels, where each of several gets one by its letter."""
BATTLE = CommandSet(
    (
        Command("battle.commit", "enter", "commit", "Do what the prompt line says", "Answering"),
        Command("battle.waypoint", "space", "waypoint", "The same; where a unit moves, set a waypoint", "Answering"),
        Command("battle.back", "escape", "back", "Back out one step", "Answering"),
        Command("battle.next", "tab", "next", "Next target, option or unit", "Answering"),
        Command("battle.previous", "shift+tab", "previous", "Previous target, option or unit", "Answering"),
        Command("battle.options", "a", "options", "All options, with the reason for each refused one", "Answering"),
        Command("battle.pool", "H", "builder", "Muster a force in the builder, where one is called", "Answering"),
        Command("battle.compare", "V", "compare", "All answers with chances, side by side", "Answering"),
        Command("battle.end-activation", "e", "end", "End the activation", "Answering"),
        Command("battle.formation", "f", "form", "Another formation around the spot", PLACING),
        Command("battle.surface", "E", "surface", "On another surface there: under or on a bridge", PLACING),
        Command("battle.turn-right", "d", "turn", "Turn the unit clockwise", PLACING, (30,), "turn"),
        Command("battle.turn-left", "s", "turn back", "Turn the unit the other way", PLACING, (-30,), "turn"),
        Command("battle.model", "m", "one model", "Move a single model; once more, the next one", PLACING),
        *_moves(),
        Command("battle.look", "x", "look", "Look about: the cursor tells, nothing is answered", "Looking"),
        Command("battle.card", "v", "card", "The whole card of the unit under the cursor", "Looking"),
        Command("battle.roster", "i", "roster", "All units of all sides, sorted as you like", "Looking"),
        Command("battle.next-unit", "A", "to act", "To the next unit that has not acted yet", "Looking"),
        Command("battle.platoon", "right_parenthesis", "platoon", "To the next platoon, of eight units", "Looking"),
        Command("battle.overlay", "o", "overlay", "Next overlay for the unit under the cursor", "Looking"),
        Command("battle.watchers", "W", "who sees", "Who sees the spot under the cursor", "Looking"),
        Command("battle.side-view", "vertical_line", "side view", "The line of sight here, from the side", "Looking"),
        Command("battle.tape", "t", "tape", "Measure from the spot under the cursor", "Looking"),
        Command("battle.rules", "r", "rule", "The rules behind what is on the screen", "Looking"),
        Command("battle.rulebook", "R", "rulebook", "The whole rulebook, rule by rule", "Looking"),
        Command("battle.briefing", "I", "briefing", "Who fights whom, what wins, how long; the objectives", "Looking"),
        Command("battle.agenda", "T", "next steps", "Where the round stands and what comes next", "Looking"),
        Command("battle.go-to", "g", "go to", "Go to a spot by its name", "Looking"),
        Command("battle.jump", "apostrophe", "jump", "Jump to a unit, spot or panel by its letter", "Looking"),
        Command("battle.find", "slash", "find", "Find a unit", "Looking"),
        Command("battle.names", "X", "names", "Names on an open table: all, one platoon, none", "Looking"),
        Command("battle.closer", "plus,equals_sign", "closer", "Zoom in", "Looking"),
        Command("battle.further", "minus", "further", "Zoom out", "Looking"),
        Command("battle.panels", "p,backslash", "panels", "Make a panel large, or hide it", "Looking"),
        Command("battle.log-up", "left_square_bracket", "log", "Scroll the log back", "Looking"),
        Command("battle.log-down", "right_square_bracket", "log", "Scroll the log forth", "Looking"),
        Command("battle.log", "L", "whole log", "The whole log: searched, by unit or by gravity", "Looking"),
        Command("battle.legend", "l", "legend", "Every sign, badge, figure and colour of this screen", "Looking"),
        Command("battle.explain", "D", "explain roll", "The last roll explained; once more, the one before", "Looking"),
        Command("battle.happened", "w", "what happened", "What happened since your last answer", "Looking"),
        Command("battle.save-position", "S", "save position", "Save the position, to be played from", "Looking"),
        Command(
            "battle.edit-position",
            "",
            "edit position",
            "The position in the editor: change it, or make a puzzle",
            "Looking",
        ),
        Command("battle.messages", "M", "messages", "What was said in the prompt line so far", "Looking"),
        Command("battle.undo", "z", "undo", "Take back the last answer", "Game"),
        Command("battle.redo", "Z", "redo", "Give the answer again that was taken back", "Game"),
        Command("battle.undo-activation", "less_than_sign", "activation", "Back to this activation's start", "Game"),
        Command("battle.undo-round", "", "round", "Back to this round's start", "Game"),
        Command("battle.question", "exclamation_mark", "question", "Note a question about the rules in the log"),
        Command("battle.step", "full_stop", "step", "Run one step of the rules, or throw the dice", "Game"),
        Command("battle.step-back", "comma", "step back", "Back by one step of the rules, at step pace", "Game"),
        Command("battle.pace", "P", "pace", "On to the next question, step by step, or die by die", "Game"),
        Command("battle.faster", "F", "faster", "The computer plays faster; once more, at once", "Game"),
        Command("battle.run-ahead", "greater_than_sign", "run ahead", "No pauses until a person is asked", "Game"),
        Command("battle.concede", "", "concede", "Give the battle up (asks first)", "Game"),
        Command("battle.draw", "", "draw", "Agree on a draw (asks first)", "Game"),
        Command("battle.orders", "O", "orders", "Standing orders: what you want to be asked about", "Game"),
        Command("battle.analysis", "f3", "analysis", "What each answer so far cost, found by the coach", "Game"),
        Command("battle.settings", "", "settings", "Colours, speed, hand-over and the like", "Game"),
        Command("battle.palette", "colon", "cmds", "All commands by name", "Game"),
        Command("battle.hint", "f2,asterisk", "hint", "The coach: the best answers; in a lesson a hint", "Answering"),
        Command("battle.again", "circumflex_accent", "again", "In a lesson: the same once more", "Game"),
        Command("battle.keys", "question_mark", "keys", "This list of keys", "Game"),
        Command("battle.quit", "Q", "quit", "Back to the title; the game is saved", "Game"),
    )
)

CHAPTERS = CommandSet(
    (
        Command("chapters.take", "enter,space", "take", "Take the marked lesson or puzzle"),
        Command("chapters.down", "down,j,tab", "next", "Next line", arguments=(1,), method="move"),
        Command("chapters.up", "up,k,shift+tab", "previous", "Previous line", arguments=(-1,), method="move"),
        Command("chapters.page-down", "pagedown", "page", "Ten lines down", arguments=(10,), method="move"),
        Command("chapters.page-up", "pageup", "page", "Ten lines up", arguments=(-10,), method="move"),
        Command("chapters.review", "v", "review", "Take what covers the rules that are due, one after the other"),
        Command("chapters.reset", "R", "forget", "Forget what was done here, or all (asks first)"),
        Command("chapters.keys", "question_mark", "keys", "This list of keys"),
        Command("chapters.back", "escape,q,Q", "back", "Back to the title"),
    )
)

SHARED_WITH_REPLAY = ("Cursor", "Looking")
REPLAY = CommandSet(
    (
        Command("replay.play", "space,enter", "play", "Play, or pause", "Replay"),
        Command("replay.forth", "full_stop", "forth", "On by one answer", "Replay"),
        Command("replay.back", "comma,backspace", "back", "Back by one answer", "Replay"),
        Command("replay.next-round", "greater_than_sign", "next round", "To the start of the next round", "Replay"),
        Command("replay.last-round", "less_than_sign", "last round", "To the start of the round before", "Replay"),
        Command("replay.start", "0", "start", "To the beginning", "Replay"),
        Command("replay.end", "dollar_sign", "end", "To the end of what is recorded", "Replay"),
        Command("replay.events", "e", "events", "To an event, chosen from a list", "Replay"),
        Command("replay.faster", "F", "speed", "Play faster; after the fastest, slowly again", "Replay"),
        Command("replay.results", "a", "figures", "Losses, luck and key moments up to here", "Replay"),
        Command("replay.analysis", "f3", "analysis", "What each answer cost, found by the coach", "Replay"),
        Command("replay.continue", "C", "play on", "Play on from here as a new game (asks first)", "Replay"),
        *(command for command in BATTLE.commands if command.group in SHARED_WITH_REPLAY),
        BATTLE["battle.palette"],
        BATTLE["battle.keys"],
        Command("replay.out", "escape", "out", "Out of measuring or looking; then out of the replay", "Game"),
        Command("replay.quit", "Q", "quit", "Leave the replay", "Game"),
    )
)


TITLE = CommandSet(
    (
        Command("title.continue", "c", "go on", "Go on with the last game"),
        Command("title.new", "n", "new", "New game"),
        Command("title.quick", "g", "quick", "Quick start: a small game against the computer"),
        Command("title.learn", "f", "learn", "A first game that explains itself"),
        Command("title.lessons", "L", "lessons", "Lessons and puzzles, chapter by chapter"),
        Command("title.load", "l", "load", "Load a game"),
        Command("title.build", "b", "build", "Build a force"),
        Command("title.edit", "e", "own table", "Your own table: maps, scenarios, positions, puzzles"),
        Command("title.rules", "r", "rules", "The rulebooks, rule by rule"),
        Command("title.settings", "s", "settings", "Settings"),
        Command("title.keys", "question_mark", "keys", "Keys"),
        Command("title.welcome", "w", "welcome", "The welcome once more"),
        Command("title.quit", "q,Q", "quit", "Quit"),
        Command("title.take", "enter,space", "take", "Take the marked line"),
        Command("title.down", "down,j,tab", "next", "Next line", arguments=(1,), method="move"),
        Command("title.up", "up,k,shift+tab", "previous", "Previous line", arguments=(-1,), method="move"),
    )
)
WELCOME = CommandSet(
    (
        Command("welcome.learn", "1,f", "learn", "Learn: a first game that explains itself, step by step"),
        Command("welcome.quick", "2,g", "quick", "Quick start: a small game against the computer, ten minutes"),
        Command("welcome.new", "3,n", "new", "New game: choose scenario, forces and who plays"),
        Command("welcome.take", "enter,space", "take", "Take the marked line"),
        Command("welcome.down", "down,j,tab", "next", "Next line", arguments=(1,), method="move"),
        Command("welcome.up", "up,k,shift+tab", "previous", "Previous line", arguments=(-1,), method="move"),
        Command("welcome.settings", "s", "settings", "Colours, signs and the like"),
        Command("welcome.keys", "question_mark", "keys", "This list of keys"),
        Command("welcome.back", "escape,q,Q", "title", "To the title"),
    )
)
NEW_GAME = CommandSet(
    (
        Command("new.take", "enter,space", "on", "On to the start; on the start, begin the battle"),
        Command("new.down", "down,j,tab", "next", "Next line", arguments=(1,), method="move"),
        Command("new.up", "up,k,shift+tab", "previous", "Previous line", arguments=(-1,), method="move"),
        Command("new.right", "right,l", "change", "Change the line", arguments=(1,), method="change"),
        Command("new.left", "left,h", "change back", "Change the line the other way", arguments=(-1,), method="change"),
        Command("new.list", "slash,o", "list", "All choices of the line in a list"),
        Command("new.look", "v", "look", "Look at the table: the map, the goal, both forces"),
        Command("new.build", "b", "build", "Build a force for this system"),
        Command("new.keys", "question_mark", "keys", "This list of keys"),
        Command("new.back", "escape,q,Q", "back", "Back to the title"),
    )
)
SCENARIO = CommandSet(
    (
        *(command for command in BATTLE.commands if command.group == "Cursor"),
        Command("scenario.closer", "plus,equals_sign", "closer", "Zoom in"),
        Command("scenario.further", "minus", "further", "Zoom out"),
        Command("scenario.forces", "v", "cards", "The card of every unit"),
        Command("scenario.keys", "question_mark", "keys", "This list of keys"),
        Command("scenario.back", "escape,enter,q,Q", "back", "Back to the new game"),
    )
)
BUILDER = CommandSet(
    (
        Command("builder.add", "a", "add", "Add what is marked at the left", "The force"),
        Command("builder.change", "g", "change", "Upgrades, profile, pilot or size of what is marked", "The force"),
        Command("builder.take", "enter,space", "take", "Add at the left, change at the right", "The force"),
        Command("builder.remove", "x,delete,backspace,minus", "remove", "Remove what is marked", "The force"),
        Command("builder.copy", "c,plus,equals_sign", "one more", "One more like what is marked", "The force"),
        Command("builder.rename", "n", "name", "Name the force, or the unit that is marked", "The force"),
        Command("builder.options", "o", "limits", "Faction, Budget, points or Priority of the force", "The force"),
        Command("builder.down", "down,j", "next", "Next line", "Moving", (1,), "move"),
        Command("builder.up", "up,k", "previous", "Previous line", "Moving", (-1,), "move"),
        Command("builder.page-down", "pagedown", "page", "Ten lines down", "Moving", (10,), "move"),
        Command("builder.page-up", "pageup", "page", "Ten lines up", "Moving", (-10,), "move"),
        Command("builder.side", "tab,shift+tab,left,right,h", "other side", "To the other list", "Moving"),
        Command("builder.card", "v", "card", "The whole card with its rules", "Looking"),
        Command("builder.save", "s", "save", "Save among your own rosters", "Files"),
        Command("builder.load", "l", "load", "Load a force; under another name it is saved as a copy", "Files"),
        Command("builder.new", "w", "new", "An empty force", "Files"),
        Command("builder.print", "p", "print", "Write a page of the force, to have beside the table", "Files"),
        Command("builder.keys", "question_mark", "keys", "This list of keys", "Files"),
        Command("builder.back", "escape,q,Q", "back", "Back", "Files"),
    )
)
NOT_IN_BATTLE = ("rename", "options", "save", "load", "new", "print", "back")
"""Commands of the builder that a force in mid-game has no use for, or another one."""
POOL = CommandSet(
    (
        *(command for command in BUILDER.commands if command.name not in NOT_IN_BATTLE),
        Command("builder.send", "s", "send", "Send this force into the battle", "Files"),
        Command("builder.leave", "escape,q,Q", "back", "Back to the battle; nothing is sent", "Files", (), "back"),
    )
)
BRIEFING = CommandSet(
    (
        Command("briefing.begin", "enter,space", "begin", "Begin the battle; in a battle, back to it"),
        Command("briefing.sides", "s", "change sides", "Change sides: every player one seat further on"),
        Command("briefing.cards", "c,v", "cards", "The card of every unit"),
        Command("briefing.rules", "r", "rules", "The rulebook, rule by rule"),
        Command("briefing.down", "down,j", "scroll", "Scroll down", arguments=(1,), method="scroll"),
        Command("briefing.up", "up,k", "scroll", "Scroll up", arguments=(-1,), method="scroll"),
        Command("briefing.page-down", "pagedown", "scroll", "A page down", arguments=(15,), method="scroll"),
        Command("briefing.page-up", "pageup", "scroll", "A page up", arguments=(-15,), method="scroll"),
        Command("briefing.keys", "question_mark", "keys", "This list of keys"),
        Command("briefing.back", "escape,q,Q,I", "back", "Back"),
    )
)
RESULTS = CommandSet(
    (
        Command("results.leave", "enter,escape,q,Q", "title", "Back to the title"),
        Command("results.rematch", "m", "rematch", "A rematch with the sides swapped, with the same forces"),
        Command("results.replay", "a", "replay", "The battle answer by answer, from its beginning"),
        Command("results.analysis", "c,f3", "analysis", "Analysis: what each answer cost, and what the dice did"),
        *(
            Command(f"results.watch{number}", str(number), "watch", f"Watch moment {number} of those that decided it")
            for number in range(1, 6)
        ),
        Command("results.report", "t", "report", "Write the report: a page with pictures and the whole log"),
        Command("results.picture", "p", "picture", "Write the table as it is now, as a picture"),
        Command("results.look", "x,v", "look", "Look at the battlefield"),
        Command("results.undo", "z", "undo", "Take back the last answer and play on"),
        Command("results.log", "L", "log", "The whole log"),
        Command("results.keys", "question_mark", "keys", "This list of keys"),
    )
)

ANALYSIS = CommandSet(
    (
        Command("analysis.watch", "enter", "watch", "The replay at the marked place, to look about or to play on"),
        Command("analysis.down", "down,j,tab", "next", "Next line", arguments=(1,), method="move"),
        Command("analysis.up", "up,k,shift+tab", "previous", "Previous line", arguments=(-1,), method="move"),
        Command("analysis.page-down", "pagedown", "page", "Ten lines down", arguments=(10,), method="move"),
        Command("analysis.page-up", "pageup", "page", "Ten lines up", arguments=(-10,), method="move"),
        Command("analysis.all", "a", "all", "Every answer that was judged; once more, only what is worth a look"),
        Command("analysis.pause", "space", "stop", "Stop the analysis; once more, go on"),
        Command("analysis.write", "t", "write", "Write the analysis as a page"),
        Command("analysis.keys", "question_mark", "keys", "This list of keys"),
        Command("analysis.back", "escape,q,Q", "back", "Back; what was found is kept"),
    )
)

RULES = CommandSet(
    (
        Command("rules.down", "down,j", "next", "Next topic", "Reading", (1,), "move"),
        Command("rules.up", "up,k", "previous", "Previous topic", "Reading", (-1,), "move"),
        Command("rules.page-down", "pagedown", "page", "Ten topics on", "Reading", (10,), "move"),
        Command("rules.page-up", "pageup", "page", "Ten topics back", "Reading", (-10,), "move"),
        Command("rules.first", "home", "first", "The first topic", "Reading", (-1,), "end"),
        Command("rules.last", "end", "last", "The last topic", "Reading", (1,), "end"),
        Command("rules.next-section", "right,l", "section", "Next section", "Reading", (1,), "section"),
        Command("rules.section-before", "left,h", "section", "Section before", "Reading", (-1,), "section"),
        Command(
            "rules.scroll-down", "right_square_bracket,space", "scroll", "Scroll the text", "Reading", (3,), "scroll"
        ),
        Command("rules.scroll-up", "left_square_bracket", "scroll", "Scroll it back", "Reading", (-3,), "scroll"),
        Command("rules.next-link", "tab", "link", "Next link in the text", "Following", (1,), "link"),
        Command("rules.link-before", "shift+tab", "link", "Link before", "Following", (-1,), "link"),
        Command("rules.follow", "enter", "follow", "Go where the marked link leads", "Following"),
        Command("rules.example", "e", "example", "A worked example, from a game that the computer plays", "Following"),
        Command("rules.search", "slash", "search", "Search in titles, ids, texts and rulings", "Following"),
        Command(
            "rules.print",
            "p",
            "print",
            "Write a quick-reference sheet, to print and have beside the table",
            "Following",
        ),
        Command("rules.open", "o", "not built", "Only the rules that are not built yet", "Following"),
        Command("rules.keys", "question_mark", "keys", "This list of keys"),
        Command("rules.back", "escape,backspace", "back", "Back to where the link was, to all rules, then out"),
        Command("rules.leave", "q,Q,R", "leave", "Close the rulebook"),
    )
)
SETTINGS = CommandSet(
    (
        Command("settings.down", "down,j,tab", "next", "Next line", arguments=(1,), method="move"),
        Command("settings.up", "up,k,shift+tab", "previous", "Previous line", arguments=(-1,), method="move"),
        Command("settings.right", "right,l,enter,space", "change", "Change the line", "Game", (1,), "change"),
        Command("settings.left", "left,h", "change back", "Change it the other way", "Game", (-1,), "change"),
        Command("settings.default", "d", "as at first", "All settings as they were at first"),
        Command("settings.keymap", "m", "own keys", "Give commands other keys"),
        Command("settings.keys", "question_mark", "keys", "This list of keys"),
        Command("settings.back", "escape,q,Q", "back", "Back"),
    )
)
KEYMAP = CommandSet(
    (
        Command("keymap.down", "down,j,tab", "next", "Next command", arguments=(1,), method="move"),
        Command("keymap.up", "up,k,shift+tab", "previous", "Previous command", arguments=(-1,), method="move"),
        Command("keymap.page-down", "pagedown", "page", "Ten commands down", arguments=(10,), method="move"),
        Command("keymap.page-up", "pageup", "page", "Ten commands up", arguments=(-10,), method="move"),
        Command("keymap.take", "enter,space", "new key", "Press a key that this command has from now on"),
        Command("keymap.add", "a,plus", "one more", "Press a further key for this command"),
        Command("keymap.default", "d", "as at first", "The keys that this command had at first"),
        Command("keymap.find", "slash", "find", "Find a command"),
        Command("keymap.keys", "question_mark", "keys", "This list of keys"),
        Command("keymap.back", "escape,q,Q", "back", "Back to the settings"),
    )
)
EDITING = (
    Command("editor.undo", "z", "undo", "Take back the last change", "File"),
    Command("editor.redo", "Z", "redo", "Do the change again that was taken back", "File"),
    Command("editor.save", "s", "save", "Save", "File"),
    Command("editor.save-as", "S", "save as", "Save to another file", "File"),
    Command("editor.details", "d", "details", "Its name, its summary, its size", "File"),
    Command("editor.faults", "F", "faults", "All that the rulebook says against it, and what it recommends", "Looking"),
    Command("editor.rules", "r", "rule", "The rules behind what is in hand and under the cursor", "Looking"),
    Command("editor.rulebook", "R", "rulebook", "The whole rulebook, rule by rule", "Looking"),
    Command("editor.palette", "colon", "cmds", "All commands by name", "File"),
    Command("editor.keys", "question_mark", "keys", "This list of keys", "File"),
    Command("editor.back", "escape", "out", "Let go of what is half done; then leave", "File"),
    Command("editor.quit", "q,Q", "leave", "Leave the editor", "File"),
)
"""What can be done with every file that is edited."""
MAP_EDITING = (
    *(command for command in BATTLE.commands if command.group == "Cursor"),
    Command("editor.kinds", "t", "terrain", "Choose what is put down, from a list with its rules", "Terrain"),
    Command("editor.next-kind", "greater_than_sign", "next", "The next kind of terrain", "Terrain", (1,), "kind"),
    Command("editor.kind-before", "less_than_sign", "before", "The kind before", "Terrain", (-1,), "kind"),
    Command("editor.symmetry", "M", "symmetry", "Do everything with its images from now on", "The whole map"),
    Command("editor.alike", "C", "make alike", "Make the map symmetrical", "The whole map"),
    Command("editor.whole", "T", "turn it", "Mirror or turn the whole map", "The whole map"),
    Command(
        "editor.generate", "a", "generator", "Terrain from the rulebook's generator, where it has one", "The whole map"
    ),
    Command("editor.print", "P", "print", "Write a page to build the table by, and a picture", "The whole map"),
    Command("editor.try", "p", "play it", "Try the map in a small battle, and come back", "The whole map"),
    Command("editor.go-to", "g", "go to", "Go to a spot that you type", "Looking"),
    Command("editor.jump", "apostrophe", "jump", "Jump to something by its letter", "Looking"),
    Command("editor.closer", "plus,equals_sign", "closer", "Zoom in", "Looking"),
    Command("editor.further", "minus", "further", "Zoom out", "Looking"),
)
HEX_EDITOR = CommandSet(
    (
        Command("editor.paint", "space", "paint", "Paint what the brush covers, or what is drawn", "Painting"),
        Command("editor.pen", "enter", "pen", "Put the pen down, so that the cursor paints; lift it", "Painting"),
        Command("editor.tab-kind", "tab", "next", "The next kind of terrain", "Painting", (1,), "kind"),
        Command("editor.tab-before", "shift+tab", "before", "The kind before", "Painting", (-1,), "kind"),
        *(
            Command(f"editor.level{n}", str(n), "level", f"Paint level {n}", "Painting", (n,), "level", n == 1)
            for n in range(10)
        ),
        Command("editor.type-level", "h", "height", "Paint a level that you type", "Painting"),
        Command("editor.keep-level", "e", "no level", "Paint no level but only terrain; again: both", "Painting"),
        Command("editor.keep-terrain", "w", "no terrain", "Paint no terrain but only levels; again: both", "Painting"),
        Command("editor.raise", "full_stop", "raise", "Raise what the brush covers", "Painting", (1,), "lower"),
        Command("editor.lower", "comma", "lower", "Lower what the brush covers", "Painting", (-1,)),
        Command("editor.larger", "right_square_bracket", "brush", "A larger brush", "Painting", (1,), "grow"),
        Command("editor.smaller", "left_square_bracket", "brush", "A smaller brush", "Painting", (-1,), "grow"),
        Command("editor.pick-up", "i", "pick up", "Paint what lies under the cursor", "Painting"),
        Command("editor.line", "l", "line", "A line from here", "Painting", ("line",), "tool"),
        Command("editor.rectangle", "o", "box", "A rectangle from here", "Painting", ("rectangle",), "tool"),
        Command("editor.fill", "f", "fill", "Paint all that hangs together with this hex and is like it", "Painting"),
        *MAP_EDITING,
        *EDITING,
    )
)
TABLE_EDITOR = CommandSet(
    (
        Command("editor.put", "space", "put down", "Put down a corner, a place, or what is held", "Pieces"),
        Command("editor.hold", "enter", "hold", "Take hold of what lies here; finish what is drawn", "Pieces"),
        Command("editor.shape", "f", "shape", "Another shape: box, circle, corners one by one", "Pieces"),
        Command("editor.measures", "e", "measures", "Type its measures, or those of a new piece", "Pieces"),
        Command("editor.choose", "v", "choose", "Choose what lies here; again: what lies under it", "Pieces"),
        Command("editor.next-thing", "tab", "next", "Choose the next thing on the table", "Pieces", (1,), "thing"),
        Command("editor.thing-before", "shift+tab", "before", "The thing before", "Pieces", (-1,), "thing"),
        Command("editor.copy", "c", "copy", "One more of it, which goes with the cursor", "Pieces"),
        Command("editor.mirror", "m", "mirror", "Put down its images", "Pieces"),
        Command("editor.remove", "x,delete,backspace", "remove", "Take it off the table; the last corner", "Pieces"),
        Command("editor.turn", "full_stop", "turn", "Turn it clockwise by 15 degrees", "Pieces", (15,)),
        Command("editor.turn-back", "comma", "turn back", "Turn it the other way", "Pieces", (-15,), "turn"),
        Command("editor.larger", "right_square_bracket", "larger", "Larger by a tenth", "Pieces", (1.1,), "scale"),
        Command(
            "editor.smaller", "left_square_bracket", "smaller", "Smaller by a tenth", "Pieces", (1 / 1.1,), "scale"
        ),
        Command("editor.words", "w", "says", "Its name, its height and what else it says", "Pieces"),
        Command("editor.step", "G", "step", "How far a step of the cursor goes", "Looking"),
        *MAP_EDITING,
        *EDITING,
    )
)

FORM_EDITING = (
    Command("form.take", "enter,space", "change", "Choose or type what the marked row says", "The form"),
    Command("form.next", "right,l", "next", "The next of what may be chosen, or one more", "The form", (1,), "change"),
    Command("form.before", "left,h", "before", "The one before, or one less", "The form", (-1,), "change"),
    Command("form.type", "t", "type", "Type it as the file has it", "The form"),
    Command("form.usual", "x,delete,backspace", "as usual", "Say nothing of it: as it usually is", "The form"),
    Command("form.down", "down,j,tab", "next row", "Next row", "Moving", (1,), "move"),
    Command("form.up", "up,k,shift+tab", "row before", "Row before", "Moving", (-1,), "move"),
    Command("form.page-down", "pagedown", "page", "Ten rows down", "Moving", (10,), "move"),
    Command("form.page-up", "pageup", "page", "Ten rows up", "Moving", (-10,), "move"),
)
"""What can be done with every form."""
FORM_EDITOR = CommandSet((*FORM_EDITING, *EDITING))
SCENARIO_EDITOR = CommandSet(
    (
        *FORM_EDITING,
        Command("scenario-editor.map", "m", "look", "The table with all that the scenario lays on it", "The battle"),
        Command("scenario-editor.play", "p", "play it", "Play it now, and come back", "The battle"),
        Command("scenario-editor.balance", "b", "balance", "Whom it favours, by a small series of games", "The battle"),
        Command(
            "scenario-editor.print", "P", "print", "Write a page to build the table by, and a picture", "The battle"
        ),
        *EDITING,
    )
)
LESSON_EDITOR = CommandSet(
    (
        *FORM_EDITING,
        Command("lesson-editor.position", "m", "position", "Units, places and states", "The lesson"),
        Command("lesson-editor.play-in", "i", "play in", "Play the solution; it is written down", "The lesson"),
        Command("lesson-editor.odds", "o", "odds", "Let the best chance and a line that has it be found", "The lesson"),
        Command("lesson-editor.check", "c", "check", "Whether it keeps what it promises", "The lesson"),
        Command("lesson-editor.play", "p", "take it", "Take it as a learner does, and come back", "The lesson"),
        *EDITING,
    )
)
POSITION_EDITOR = CommandSet(
    (
        Command("position.put", "space,enter", "put", "Put the unit in hand down here", "Units"),
        Command("position.type-place", "g", "type place", "Type where it stands", "Units"),
        Command("position.next", "tab", "next", "The next unit", "Units", (1,), "step"),
        Command("position.previous", "shift+tab", "before", "The unit before", "Units", (-1,), "step"),
        Command("position.take-here", "v", "take", "Take the unit under the cursor in hand", "Units"),
        Command("position.add", "a", "add", "One more unit, from a list", "Units"),
        Command("position.force", "A", "force", "A whole ready force for this side", "Units"),
        Command("position.side", "w", "side", "Add units of the next side from now on", "Units"),
        Command("position.copy", "c", "copy", "One more like the unit in hand", "Units"),
        Command("position.equip", "E", "equip", "What the unit in hand carries: profile, weapons, upgrades", "Units"),
        Command("position.remove", "x,delete,backspace", "remove", "Take the unit in hand out", "Units"),
        Command("position.lift", "l", "lift", "Take it off the table for now", "Units"),
        Command("position.state", "e", "state", "Its state: wounds, tokens, what it has done", "Units"),
        Command("position.form", "f", "form", "Another formation", "Units"),
        Command("position.turn", "full_stop", "turn", "Turn it clockwise", "Units", (30,)),
        Command("position.turn-back", "comma", "turn back", "Turn it the other way", "Units", (-30,), "turn"),
        Command("position.go", "t", "whose turn", "Who is to act, and with whom", "The battle"),
        Command("position.battle", "o", "battle", "The round, what burns, the first dice", "The battle"),
        Command("position.seats", "i", "seats", "Names, points and edges of the seats", "The battle"),
        Command("position.scenario", "m", "scenario", "Another scenario, and so another table", "The battle"),
        Command("position.play", "p", "play it", "Play on from here, and come back", "The battle"),
        Command("position.lesson", "L", "lesson", "Make a puzzle or a lesson of it", "The battle"),
        *(command for command in BATTLE.commands if command.group == "Cursor"),
        Command("position.card", "C", "card", "The whole card of the unit in hand", "Looking"),
        Command("position.closer", "plus,equals_sign", "closer", "Zoom in", "Looking"),
        Command("position.further", "minus", "further", "Zoom out", "Looking"),
        *EDITING,
    )
)
PLACE_PICKER = CommandSet(
    (
        Command("pick.take", "enter,space", "take", "Take this place"),
        *(command for command in BATTLE.commands if command.group == "Cursor"),
        Command("pick.closer", "plus,equals_sign", "closer", "Zoom in"),
        Command("pick.further", "minus", "further", "Zoom out"),
        Command("pick.keys", "question_mark", "keys", "This list of keys"),
        Command("pick.back", "escape,q,Q", "back", "Take none"),
    )
)

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
    "Rulebook": RULES,
    "Map of hexes": HEX_EDITOR,
    "Map of an open table": TABLE_EDITOR,
    "Scenario": SCENARIO_EDITOR,
    "Position": POSITION_EDITOR,
    "Lesson or puzzle": LESSON_EDITOR,
    "Form": FORM_EDITOR,
    "A place on the map": PLACE_PICKER,
    "Settings": SETTINGS,
    "Keys": KEYMAP,
}
"""All commands, by what their screen is called."""
ALL = {command.id: command for commands in SCREENS.values() for command in commands.commands}
"""All commands by id; what several screens share stands here once."""
