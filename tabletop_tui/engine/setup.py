"""What a game is set up from: its scenario, its seats with their forces, its dice."""

from __future__ import annotations

from typing import Any

from attrs import define, evolve, field

SEAT_NAMES = ("Red", "Blue", "Green", "Amber", "Violet", "Cyan")
SHOWN, HIDDEN = "shown", "hidden"
"""Whether a lesson shows what an answer needs, and its chances, before it is given."""
PERSON = "keyboard"
"""The player of a seat where a person sits; any other word names a computer."""


def player_words(player: str) -> str:
    """Who plays a seat, as a reader would say it."""
    return "a person" if player == PERSON else f"computer ({player.replace(':', ', ')})"


@define
class SeatSetup:
    """One seat: its name, its team (seats of one team win together), who plays it, and its force as plain data."""

    name: str
    team: int
    player: str = PERSON
    force: dict[str, Any] = field(factory=dict)


@define
class LessonSetup:
    """What makes a game a lesson, as plain data: its dice, what may be chosen, what the enemy answers."""

    name: str
    """The lesson or puzzle and the number of the task in it, as in 'lessons/05-eyes#1'."""
    dice: list[list[Any]] = field(factory=list)
    """Rule ids, each with the faces that come first when it is rolled for: [["MC-SPOT-1", [6, 2, 1]]]."""
    offer: list[str] = field(factory=list)
    """The actions that a person may choose, by the first word of their keys; all where it is empty."""
    enemy: list[list[Any]] = field(factory=list)
    """Rule ids, each with what computer players answer when it is first asked for: [["MC-ACT-1", "B1"]]."""
    odds: str = field(default=SHOWN, metadata={"added": True})  # `codec.ADDED`, which is made of this
    """SHOWN or HIDDEN."""


@define
class Setup:
    """All that a game starts from, as plain JSON data: a journal's header holds it whole."""

    system: str
    scenario: dict[str, Any]
    seats: list[SeatSetup]
    seed: int = 0
    dice: str = "seeded"
    stalemate: int | None = None
    """After so many rounds in which nothing happens a draw is offered, 0 for never
    (`rulebook/stalemate.py`); None where the scenario comes to an end by itself."""
    position: dict[str, Any] | None = None
    """State and agenda (as System.dump gives them) from which the game starts, if not from its beginning."""
    faces: list[int] | None = None
    """The dice that come first, before those of the seed; players who roll real dice roll these too."""
    lesson: LessonSetup | None = None
    """What makes it a lesson, None for every other game."""
    name: str = ""
    """What the players call this game; '' for a game without a name."""
    clock: int | None = None
    """The minutes that each person has for thinking; 0: they are counted without a limit; None: nobody counts."""

    @property
    def called(self) -> str:
        """The game by its own name, where it has one, and its scenario."""
        scenario = str(self.scenario.get("name") or self.system)
        return f"{self.name} ({scenario})" if self.name else scenario

    def without_dice(self) -> Setup:
        """The same without what tells which dice will come."""
        lesson = None if self.lesson is None else evolve(self.lesson, dice=[], enemy=[])
        return evolve(self, seed=0, faces=None, lesson=lesson)
