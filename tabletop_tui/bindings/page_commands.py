"""The commands of the title and of the pages that it leads to."""

from __future__ import annotations

from tabletop_tui.bindings.battle_commands import BATTLE
from tabletop_tui.bindings.command import Command, CommandSet

TITLE = CommandSet(
    (
        Command("title.continue", "c", "go on", "Go on with the last game"),
        Command("title.new", "n", "new", "New game"),
        Command("title.quick", "g", "quick", "Quick start: a small game against the computer"),
        Command("title.two", "2", "for two", "Quick start for two at one keyboard"),
        Command("title.learn", "f", "learn", "A first game that explains itself"),
        Command("title.lessons", "L", "lessons", "Lessons and puzzles, chapter by chapter"),
        Command("title.load", "l", "load", "Load a game"),
        Command("title.games", "m", "my games", "My games: the record, a rating, blunders that come back"),
        Command("title.build", "b", "build", "Build a force"),
        Command("title.table", "t", "my table", "A game on my own table, with real miniatures"),
        Command("title.edit", "e", "make", "Make maps, scenarios, positions, puzzles"),
        Command("title.rules", "r", "rules", "The rulebooks, rule by rule"),
        Command("title.settings", "s", "settings", "Settings"),
        Command("title.keys", "question_mark", "keys", "Keys"),
        Command("title.welcome", "w", "welcome", "The welcome once more"),
        Command("title.quit", "q,Q", "quit", "Quit"),
        Command("title.take", "enter,space", "take", "Take the marked line"),
        Command("title.down", "down,j,tab", "next", "Next line", arguments=(1,), method="move"),
        Command("title.up", "up,k,shift+tab", "previous", "Previous line", arguments=(-1,), method="move"),
        Command("title.right", "right", "right", "Next entry of the same row", arguments=(1,), method="across"),
        Command("title.left", "left", "left", "Previous entry of the same row", arguments=(-1,), method="across"),
    )
)
ODDS = CommandSet(
    (
        Command("odds.take", "enter,space", "take", "Choose from a list, type a number, or say yes or no"),
        Command("odds.down", "down,j,tab", "next", "Next line", arguments=(1,), method="move"),
        Command("odds.up", "up,k,shift+tab", "previous", "Previous line", arguments=(-1,), method="move"),
        Command("odds.right", "right,plus", "change", "The next choice, or one more", arguments=(1,), method="change"),
        Command("odds.left", "left,minus", "back", "The choice before, or one less", arguments=(-1,), method="change"),
        Command("odds.type", "t", "type", "Type the number"),
        Command("odds.usual", "x", "usual", "As usual again"),
        Command("odds.clear", "c", "clear all", "All of it as usual"),
        Command("odds.rule", "r,R", "rule", "The rule behind the line, in the whole rulebook"),
        Command("odds.keys", "question_mark", "keys", "This list of keys"),
        Command("odds.back", "escape,q,Q", "out", "Back"),
    )
)
OWN_GAMES = CommandSet(
    (
        Command("own.blunder", "enter,space", "blunder", "The blunder that is due: what would you answer now?"),
        Command("own.learn", "l", "learn", "Take the chapter that teaches what most of your blunders were about"),
        Command("own.down", "down,j", "scroll", "Scroll down", arguments=(1,), method="scroll"),
        Command("own.up", "up,k", "scroll", "Scroll up", arguments=(-1,), method="scroll"),
        Command("own.page-down", "pagedown", "scroll", "A page down", arguments=(15,), method="scroll"),
        Command("own.page-up", "pageup", "scroll", "A page up", arguments=(-15,), method="scroll"),
        Command("own.keys", "question_mark", "keys", "This list of keys"),
        Command("own.back", "escape,q,Q", "back", "Back to the title"),
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
FORCE_TASK = CommandSet(
    (
        *(command for command in BUILDER.commands if command.name not in NOT_IN_BATTLE),
        Command("builder.done", "s", "hand in", "Hand this force in: it is judged", "The lesson"),
        Command("builder.undo", "z", "undo", "Take back what was done last", "The lesson"),
        Command("builder.again", "circumflex_accent", "again", "The same task once more", "The lesson"),
        Command("builder.hint", "f2,asterisk", "hint", "A hint; each time a plainer one", "The lesson"),
        Command("builder.rules", "r", "rules", "The rules behind the limits", "The lesson"),
        Command("builder.out", "escape,q,Q", "leave", "Leave the lesson", "The lesson", (), "back"),
    )
)
"""Commands of a lesson's task in which a force is built."""
RULES = CommandSet(
    (
        Command("rules.down", "down", "next", "Next topic", "Reading", (1,), "move"),
        Command("rules.up", "up", "previous", "Previous topic", "Reading", (-1,), "move"),
        Command("rules.page-down", "pagedown", "page", "Ten topics on", "Reading", (10,), "move"),
        Command("rules.page-up", "pageup", "page", "Ten topics back", "Reading", (-10,), "move"),
        Command("rules.first", "home", "first", "The first topic", "Reading", (-1,), "end"),
        Command("rules.last", "end", "last", "The last topic", "Reading", (1,), "end"),
        Command("rules.next-section", "right", "section", "Next section", "Reading", (1,), "section"),
        Command("rules.section-before", "left", "section", "Section before", "Reading", (-1,), "section"),
        Command(
            "rules.scroll-down", "right_square_bracket,space", "scroll", "Scroll the text", "Reading", (3,), "scroll"
        ),
        Command("rules.scroll-up", "left_square_bracket", "scroll", "Scroll it back", "Reading", (-3,), "scroll"),
        Command("rules.next-link", "tab", "link", "Next link in the text", "Following", (1,), "link"),
        Command("rules.link-before", "shift+tab", "link", "Link before", "Following", (-1,), "link"),
        Command("rules.follow", "enter", "follow", "Go where the marked link leads", "Following"),
        Command("rules.example", "E", "example", "A worked example, from a game that the computer plays", "Following"),
        Command(
            "rules.search",
            "slash",
            "search",
            "Search (letters do so at once) in titles, ids, texts and rulings",
            "Following",
        ),
        Command(
            "rules.print",
            "P",
            "print",
            "Write a quick-reference sheet, to print and have beside the table",
            "Following",
        ),
        Command("rules.open", "O", "not built", "Only the rules that are not built yet", "Following"),
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
