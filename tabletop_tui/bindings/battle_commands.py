"""The commands of a battle, of its replay, and of the pages that belong to a battle."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop_tui.bindings.command import PLACING, Command, CommandSet

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


BATTLE = CommandSet(
    (
        Command("battle.commit", "enter", "commit", "Do what the prompt line says", "Answering"),
        Command("battle.waypoint", "space", "waypoint", "The same; where a unit moves, set a waypoint", "Answering"),
        Command("battle.back", "escape", "back", "Back out one step", "Answering"),
        Command("battle.next", "tab", "next", "Next target, option or unit", "Answering"),
        Command("battle.previous", "shift+tab", "previous", "Previous target, option or unit", "Answering"),
        Command("battle.farthest", "right_curly_bracket", "farthest", "As far that way as is allowed", PLACING),
        Command("battle.options", "a", "options", "All options, with the reason for each refused one", "Answering"),
        Command("battle.pool", "H", "builder", "Muster a force in the builder, where one is called", "Answering"),
        Command("battle.as-before", "left_parenthesis", "as before", "Set up as in an earlier game", "Answering"),
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
        Command("battle.light", "at", "light", "The table lit by what the unit in hand sees, or not", "Looking"),
        Command("battle.side-view", "vertical_line", "side view", "The line of sight here, from the side", "Looking"),
        Command("battle.tape", "t", "tape", "Measure from the spot under the cursor", "Looking"),
        Command(
            "battle.between",
            "ampersand",
            "from to",
            "Distance and sight between two typed places",
            "Looking",
        ),
        Command("battle.may", "quotation_mark", "may do", "What this unit may do now, and why not the rest", "Looking"),
        Command("battle.rules", "r", "rule", "The rules behind what is on the screen", "Looking"),
        Command("battle.rulebook", "R", "rulebook", "The whole rulebook, rule by rule", "Looking"),
        Command(
            "battle.odds", "percent_sign", "odds", "What any shot needs, told in words, and its chances", "Looking"
        ),
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
        Command("battle.print-position", "", "print position", "Write a page to set the battle up by again", "Looking"),
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
        Command("battle.real-dice", "", "real dice", "Roll real dice and type them, or let the program roll", "Game"),
        Command("battle.orders", "O", "orders", "Standing orders: what you want to be asked about", "Game"),
        Command("battle.analysis", "f3", "analysis", "What each answer so far cost, found by the coach", "Game"),
        Command("battle.settings", "", "settings", "Colours, speed, turn card and the like", "Game"),
        Command("battle.palette", "colon", "cmds", "All commands by name", "Game"),
        Command("battle.hint", "f2,asterisk", "hint", "The coach: the best answers; in a lesson a hint", "Answering"),
        Command("battle.again", "circumflex_accent", "again", "In a lesson: the same once more", "Game"),
        Command("battle.keys", "question_mark", "keys", "This list of keys", "Game"),
        Command(
            "battle.quit",
            "Q",
            "quit",
            "Back to the title, or to the list of lessons: leave; the game is saved",
            "Game",
        ),
    )
)
CHAPTERS = CommandSet(
    (
        Command("chapters.take", "enter,space", "take", "Take the marked lesson or puzzle"),
        Command("chapters.down", "down,j,tab", "next", "Next line", arguments=(1,), method="move"),
        Command("chapters.up", "up,k,shift+tab", "previous", "Previous line", arguments=(-1,), method="move"),
        Command("chapters.page-down", "pagedown", "page", "Ten lines down", arguments=(10,), method="move"),
        Command("chapters.page-up", "pageup", "page", "Ten lines up", arguments=(-10,), method="move"),
        Command("chapters.task", "t", "a task", "Choose one task of the marked lesson, to be done alone"),
        Command("chapters.review", "v", "review", "Take what covers the rules that are due, one after the other"),
        Command("chapters.game", "f", "first game", "A first game that explains itself as it goes"),
        Command("chapters.first", "b", "first page", "The first page: what the game is about, the parts of the screen"),
        Command("chapters.short", "s", "in short", "The marked chapter in ten lines"),
        Command("chapters.certificate", "c", "certificate", "What you can play by now, and what is still open"),
        Command("chapters.reset", "R", "forget", "Forget what was done here, or all (asks first)"),
        Command("chapters.keys", "question_mark", "keys", "This list of keys"),
        Command("chapters.back", "escape,q,Q", "leave", "Back to the title"),
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
        Command("replay.continue", "C", "play on", "Play on from here as a new game (asks who plays)", "Replay"),
        *(command for command in BATTLE.commands if command.group in SHARED_WITH_REPLAY),
        BATTLE["battle.palette"],
        BATTLE["battle.keys"],
        Command("replay.out", "escape", "out", "Out of measuring or looking; then out of the replay", "Game"),
        Command("replay.quit", "Q", "quit", "Leave the replay", "Game"),
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
        Command("results.again", "g", "again", "The same battle again, from the same side, with new dice"),
        Command("results.next", "n", "next scenario", "The next scenario of the book, from the same side"),
        Command("results.rematch", "m", "rematch", "A rematch with the sides swapped, with the same forces"),
        Command("results.replay", "a", "replay", "The battle answer by answer, from its beginning"),
        Command("results.analysis", "c,f3", "analysis", "Analysis: what each answer cost, and what the dice did"),
        *(
            Command(f"results.watch{number}", str(number), "watch", f"Watch moment {number} of those that decided it")
            for number in range(1, 6)
        ),
        Command("results.report", "t", "page", "Write the battle as one page to step through, for a browser"),
        Command("results.picture", "p", "film", "Write the battle as a film of 20 seconds"),
        Command("results.look", "x,v", "look", "Look at the battlefield"),
        Command("results.undo", "z", "undo", "Take back the last answer and play on"),
        Command("results.log", "L", "log", "The whole log"),
        Command("results.keys", "question_mark", "keys", "This list of keys"),
    )
)
ANALYSIS = CommandSet(
    (
        Command("analysis.watch", "enter", "watch", "The replay at the marked place, to look about or to play on"),
        Command("analysis.learn", "l", "learn", "Take the chapter that teaches what the marked blunder was about"),
        Command("analysis.down", "down,j,tab", "next", "Next line", arguments=(1,), method="move"),
        Command("analysis.up", "up,k,shift+tab", "previous", "Previous line", arguments=(-1,), method="move"),
        Command("analysis.page-down", "pagedown", "page", "Ten lines down", arguments=(10,), method="move"),
        Command("analysis.page-up", "pageup", "page", "Ten lines up", arguments=(-10,), method="move"),
        Command("analysis.all", "a", "all", "Every answer judged, every roll; once more, only what is worth a look"),
        Command("analysis.pause", "space", "stop", "Stop the analysis; once more, go on"),
        Command("analysis.write", "t", "write", "Write the analysis as a page"),
        Command("analysis.keys", "question_mark", "keys", "This list of keys"),
        Command("analysis.back", "escape,q,Q", "back", "Back; what was found is kept"),
    )
)
