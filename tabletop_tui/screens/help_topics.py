"""What one may want to do in a battle, in a player's words, and the command that does it."""

from __future__ import annotations

WANTS: dict[str, tuple[tuple[str, str], ...]] = {
    "Answer": (
        ("Do what the prompt line says", "battle.commit"),
        ("Choose another target or unit", "battle.next"),
        ("See all I can do, and why not the rest", "battle.options"),
        ("Compare my answers with their chances", "battle.compare"),
        ("Be told what is best here: a hint from the coach", "battle.hint"),
        ("Change my mind before it counts", "battle.back"),
        ("End this unit's activation", "battle.end-activation"),
        ("Move around something: set a waypoint", "battle.waypoint"),
        ("Form up another way", "battle.formation"),
        ("Turn the unit", "battle.turn-right"),
        ("Move a single model", "battle.model"),
        ("Be asked less often, or more", "battle.orders"),
    ),
    "See": (
        ("See who can shoot me here", "battle.watchers"),
        ("See how far I can move, shoot or see", "battle.overlay"),
        ("Measure a distance", "battle.tape"),
        ("See whether a line of sight clears a wall", "battle.side-view"),
        ("Look about without answering", "battle.look"),
        ("Read a unit's card", "battle.card"),
        ("See all units, their losses and statuses", "battle.roster"),
        ("Find a unit", "battle.find"),
        ("Jump to a unit or spot on the screen", "battle.jump"),
        ("See who has not acted yet", "battle.next-unit"),
        ("Go to a hex or spot by its name", "battle.go-to"),
        ("See the map larger", "battle.closer"),
        ("See more of the map", "battle.further"),
        ("Know what a sign or colour means", "battle.legend"),
    ),
    "Understand": (
        ("Know what just happened", "battle.happened"),
        ("Know why that roll came out so", "battle.explain"),
        ("Read what happened before", "battle.log"),
        ("Read the rule behind this", "battle.rules"),
        ("Look something up in the rulebook", "battle.rulebook"),
        ("Know what comes next, and how the game is won", "battle.agenda"),
        ("Read a message again", "battle.messages"),
        ("Note a question about the rules", "battle.question"),
    ),
    "Go back and forth": (
        ("Take back", "battle.undo"),
        ("Take back the whole activation", "battle.undo-activation"),
        ("Take back the whole round", "battle.undo-round"),
        ("Give the answer again that I took back", "battle.redo"),
        ("Go step by step through the rules", "battle.pace"),
        ("Throw the dice, or run one step", "battle.step"),
        ("Let the computer play faster", "battle.faster"),
        ("Skip to my next question", "battle.run-ahead"),
    ),
    "Leave": (
        ("Save the position, to play from it again", "battle.save-position"),
        ("Stop for today; the game is saved", "battle.quit"),
        ("Give up", "battle.concede"),
        ("Agree on a draw", "battle.draw"),
        ("Change colours, speed or signs", "battle.settings"),
    ),
}
"""Under headings, in a player's words, with the id of the command."""
