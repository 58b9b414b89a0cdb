"""The commands of the editor: maps, scenarios, positions, lessons."""

from __future__ import annotations

from tabletop_tui.bindings.battle_commands import BATTLE
from tabletop_tui.bindings.command import Command, CommandSet

EDITING = (
    Command("editor.undo", "z", "undo", "Take back the last change", "File"),
    Command("editor.redo", "Z", "redo", "Do the change again that was taken back", "File"),
    Command("editor.save", "s", "save", "Save", "File"),
    Command("editor.save-as", "S", "save as", "Save to another file", "File"),
    Command("editor.details", "d", "details", "Its name, its summary, its size", "File"),
    Command("editor.faults", "F", "faults", "Everything the rulebook objects to, and what it recommends", "Looking"),
    Command("editor.rules", "r", "rule", "The rules behind what is in hand or under the cursor", "Looking"),
    Command("editor.rulebook", "R", "rulebook", "The whole rulebook, rule by rule", "Looking"),
    Command("editor.palette", "colon", "cmds", "All commands by name", "File"),
    Command("editor.keys", "question_mark", "keys", "This list of keys", "File"),
    Command("editor.back", "escape", "out", "Drop what is half done; then leave", "File"),
    Command("editor.quit", "q,Q", "leave", "Leave the editor", "File"),
)
"""What can be done with every file that is edited."""
MAP_EDITING = (
    *(command for command in BATTLE.commands if command.group == "Cursor"),
    Command("editor.kinds", "t", "terrain", "Choose what is put down, from a list that says what each does", "Terrain"),
    Command("editor.next-kind", "greater_than_sign", "next", "The next kind of terrain", "Terrain", (1,), "kind"),
    Command("editor.kind-before", "less_than_sign", "before", "The previous kind of terrain", "Terrain", (-1,), "kind"),
    Command(
        "editor.symmetry", "M", "symmetry", "Mirror every change from now on; again: the next symmetry", "The whole map"
    ),
    Command("editor.no-symmetry", "O", "no mirror", "Mirror nothing from now on", "The whole map"),
    Command("editor.alike", "C", "make alike", "Make the map symmetrical", "The whole map"),
    Command("editor.whole", "T", "turn it", "Mirror or turn the whole map", "The whole map"),
    Command(
        "editor.generate", "a", "generator", "Terrain from the rulebook's generator, where it has one", "The whole map"
    ),
    Command("editor.print", "P", "print", "Write a page to build the table by, and a picture", "The whole map"),
    Command("editor.try", "p", "play it", "Play a small battle on the map; the game is kept", "The whole map"),
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
        Command("editor.tab-before", "shift+tab", "before", "The previous kind of terrain", "Painting", (-1,), "kind"),
        *(
            Command(f"editor.level{n}", str(n), "level", f"Paint level {n}", "Painting", (n,), "level", n == 1)
            for n in range(10)
        ),
        Command("editor.type-level", "h", "height", "Paint a level that you type", "Painting"),
        Command("editor.keep-level", "e", "no level", "Paint only terrain, no level; again: both", "Painting"),
        Command("editor.keep-terrain", "w", "no terrain", "Paint only levels, no terrain; again: both", "Painting"),
        Command("editor.raise", "full_stop", "raise", "Raise what the brush covers", "Painting", (1,), "lower"),
        Command("editor.lower", "comma", "lower", "Lower what the brush covers", "Painting", (-1,)),
        Command("editor.larger-brush", "right_square_bracket", "brush", "A larger brush", "Painting", (1,), "grow"),
        Command("editor.smaller-brush", "left_square_bracket", "brush", "A smaller brush", "Painting", (-1,), "grow"),
        Command("editor.pick-up", "i", "pick up", "Paint what lies under the cursor", "Painting"),
        Command("editor.line", "l", "line", "A line from here", "Painting", ("line",), "tool"),
        Command("editor.rectangle", "o", "box", "A rectangle from here", "Painting", ("rectangle",), "tool"),
        Command("editor.fill", "f", "fill", "Fill all connected hexes like this one", "Painting"),
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
        Command("editor.thing-before", "shift+tab", "before", "Choose the previous thing", "Pieces", (-1,), "thing"),
        Command("editor.copy", "c", "copy", "Copy it; the copy goes with the cursor", "Pieces"),
        Command("editor.mirror", "m", "mirror", "Put down its mirror images", "Pieces"),
        Command("editor.remove", "x,delete,backspace", "remove", "Take it off the table; the last corner", "Pieces"),
        Command("editor.turn", "full_stop", "turn", "Turn it clockwise by 15 degrees", "Pieces", (15,)),
        Command("editor.turn-back", "comma", "turn back", "Turn it the other way", "Pieces", (-15,), "turn"),
        Command("editor.larger", "right_square_bracket", "larger", "Larger by a tenth", "Pieces", (1.1,), "scale"),
        Command(
            "editor.smaller", "left_square_bracket", "smaller", "Smaller by a tenth", "Pieces", (1 / 1.1,), "scale"
        ),
        Command("editor.words", "w", "says", "Its name, its height and whatever else it can have", "Pieces"),
        Command("editor.step", "G", "step", "How far a step of the cursor goes", "Looking"),
        *MAP_EDITING,
        *EDITING,
    )
)
FORM_EDITING = (
    Command("form.take", "enter,space", "change", "Choose or type what the marked row says", "The form"),
    Command("form.next", "right,l", "next", "The next choice, or one more", "The form", (1,), "change"),
    Command("form.before", "left,h", "before", "The previous choice, or one less", "The form", (-1,), "change"),
    Command("form.type", "t", "type", "Type it as the file has it", "The form"),
    Command("form.usual", "x,delete,backspace", "clear", "Clear it: the default holds", "The form"),
    Command("form.down", "down,j,tab", "next row", "Next row", "Moving", (1,), "move"),
    Command("form.up", "up,k,shift+tab", "row before", "Previous row", "Moving", (-1,), "move"),
    Command("form.page-down", "pagedown", "page", "Ten rows down", "Moving", (10,), "move"),
    Command("form.page-up", "pageup", "page", "Ten rows up", "Moving", (-10,), "move"),
)
"""What can be done with every form."""
FORM_EDITOR = CommandSet((*FORM_EDITING, *EDITING))
SCENARIO_EDITOR = CommandSet(
    (
        *FORM_EDITING,
        Command("scenario-editor.map", "m", "look", "The table with all that the scenario lays on it", "The battle"),
        Command("scenario-editor.play", "p", "play it", "Play it now; the game is kept", "The battle"),
        Command(
            "scenario-editor.balance", "b", "balance", "Which side it favours, by a short series of games", "The battle"
        ),
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
        Command("lesson-editor.odds", "o", "odds", "Find the best chance and a line of play that has it", "The lesson"),
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
        Command("position.previous", "shift+tab", "before", "The previous unit", "Units", (-1,), "step"),
        Command("position.take-here", "v", "take", "Take up the unit under the cursor", "Units"),
        Command("position.add", "a", "add", "One more unit, from a list", "Units"),
        Command("position.force", "A", "force", "A whole ready force for this side", "Units"),
        Command("position.side", "w", "side", "Add units of the next side from now on", "Units"),
        Command("position.copy", "c", "copy", "One more like the unit in hand", "Units"),
        Command("position.equip", "E", "equip", "What the unit in hand carries: profile, weapons, upgrades", "Units"),
        Command("position.remove", "x,delete,backspace", "remove", "Remove the unit in hand", "Units"),
        Command("position.lift", "l", "lift", "Take it off the table for now", "Units"),
        Command("position.state", "e", "state", "Its state: wounds, tokens, what it has done", "Units"),
        Command("position.form", "f", "form", "Another formation", "Units"),
        Command("position.turn", "full_stop", "turn", "Turn it clockwise", "Units", (30,)),
        Command("position.turn-back", "comma", "turn back", "Turn it the other way", "Units", (-30,), "turn"),
        Command("position.go", "t", "whose turn", "Who is to act, and with whom", "The battle"),
        Command("position.battle", "o", "battle", "The round, what burns, the first dice", "The battle"),
        Command("position.seats", "i", "seats", "Names, points and edges of the seats", "The battle"),
        Command("position.scenario", "m", "scenario", "Another table: a map or a scenario", "The battle"),
        Command("position.table", "M", "map", "Edit the map that it stands on", "The battle"),
        Command("position.play", "p", "play it", "Play on from here; the game is kept", "The battle"),
        Command("position.print", "P", "print", "Write a page to set it up by on a real table", "The battle"),
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
        Command("pick.back", "escape,q,Q", "back", "Go back without a place"),
    )
)
