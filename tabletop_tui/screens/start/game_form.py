"""What is chosen for a new game, line by line: scenario, forces, who sits where, dice, clock. It knows no screen."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from tabletop_tui import paths
from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.setup import SEAT_NAMES, Setup
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.lab.scenario_fairness import shipped_fairness
from tabletop_tui.play import last_new_game, new_game
from tabletop_tui.play.last_new_game import LastChoice
from tabletop_tui.play.players import PLAYER_WORDS, PLAYERS
from tabletop_tui.play.position_files import opened
from tabletop_tui.play.rating_ladder import ladder
from tabletop_tui.play.seat_clock import OFF, clock_said, minutes_of
from tabletop_tui.play.session import PACES
from tabletop_tui.play.setup_checks import seat_name_fault
from tabletop_tui.rulebook import stalemate
from tabletop_tui.rulebook.registry import about, system, systems
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo, System
from tabletop_tui.settings import CLOCKS

DICE = ("seeded", "typed")
SAID = {
    **PLAYER_WORDS,
    "seeded": "rolled by the program",
    "typed": "real dice, typed in",
    "run": "on to the next question",
    "step": "step by step, to learn the rules",
    "dice": "die by die: what is needed before each roll",
}


@define
class FormLine:
    """One line of the form."""

    name: str
    label: str
    choices: list[str]
    """What is stored."""
    index: int = 0
    words: list[str] = field(factory=list)
    """How each choice is shown."""
    help: str = ""

    @property
    def value(self) -> str:
        return self.choices[self.index] if self.choices else ""

    @property
    def shown(self) -> str:
        return (self.words or self.choices)[self.index] if self.choices else "none"


def stalemate_line(own: int) -> FormLine:
    """After how many rounds without progress a draw is offered, beginning with what the scenario says."""
    numbers = stalemate.choices(own)
    help_ = "A rule of ours, not of the book: whoever plays on ends the offer; it comes again after as many rounds."
    words = [stalemate.words(number) for number in numbers]
    return FormLine("stalemate", "Draw offered", [str(number) for number in numbers], numbers.index(own), words, help_)


class Form:
    """What has been chosen for a new game. It knows no screen."""

    def __init__(
        self, pace: str = "run", given: ScenarioInfo | None = None, system_id: str = "", clock: str = OFF
    ) -> None:
        """Of all rulebooks and scenarios; or of what is `given`, of this rulebook."""
        self.pace, self.given, self.clock = pace, given, clock
        self.seed = new_game.new_seed()
        self.system: System
        self.scenarios: list[ScenarioInfo] = []
        self.forces: list[ForceInfo] = []
        self.names = last_new_game.names()
        """What the players are called: at first as in the last game."""
        self.called = ""
        """What this game is called."""
        self.wrong = ""
        """Why nothing can be played, '' if something can."""
        self.left_out: list[BadFile] = []
        """The files and rulebooks that cannot be used, and why; the others are offered."""
        self._sitting: list[str] = []
        """Who sat where in the rulebook that was chosen before."""
        self._seen: tuple[list[str], Game[State] | None] = [], None
        self._broken: list[BadFile] = []
        found = (
            sorted(systems(self._broken), key=lambda one: about(one.id).rank) if given is None else [system(system_id)]
        )
        ids, names = [one.id for one in found], [one.name for one in found]
        self.lines = [FormLine("system", "System", ids, words=names, help="Which rulebook.")]
        before = last_new_game.latest()
        self.lines[0].index = ids.index(before) if before in ids else 0
        self._take_system()

    def __getitem__(self, name: str) -> FormLine:
        return next(line for line in self.lines if line.name == name)

    @property
    def scenario(self) -> ScenarioInfo | None:
        return self.scenarios[self["scenario"].index] if self.scenarios else None

    def force(self, seat: int) -> ForceInfo:
        return self.forces[self[f"force{seat}"].index]

    def change(self, line: FormLine, step: int) -> None:
        """Take the next or previous choice of a line; what hangs on it follows."""
        if line.choices:
            self.choose(line, (line.index + step) % len(line.choices))

    def choose(self, line: FormLine, index: int) -> None:
        line.index = index
        self.clock = line.value if line.name == "clock" else self.clock
        if line.name == "system":
            self._take_system()
        elif line.name == "scenario":
            self._take_scenario()

    def _take_system(self) -> None:
        if not self["system"].choices:
            self.wrong = "no rulebook is installed"
            return
        self.system = system(self["system"].value)
        self.wrong = ""
        self.left_out = [*self._broken]
        try:
            self.scenarios = [self.given] if self.given else new_game.scenarios_of(self.system, self.left_out)
            self.forces = self.system.forces(paths.roster_folders(), self.left_out)
        except BadFile as error:
            self.scenarios, self.forces, self.wrong = [], [], str(error)
        ids = [info.id for info in self.scenarios]
        names = [info.name for info in self.scenarios]
        self._sitting = [line.value for line in self.lines if line.name.startswith("player")] or self._sitting
        self.lines = [self.lines[0], FormLine("scenario", "Scenario", ids, words=names)]
        last = last_new_game.last_choice(self.system.id)
        if last is not None and last.scenario in ids:
            self["scenario"].index = ids.index(last.scenario)
        self._take_scenario()
        if last is not None and last.scenario in ids:
            self._seat(last.forces, last.players)
        self._seat((), self._sitting)

    def _seat(self, forces: Sequence[str], players: Sequence[str]) -> None:
        """Give the seats what they had before, in the last game or in another rulebook, as far as it is offered."""
        known = {line.name: line for line in self.lines}
        for word, choices in (("force", forces), ("player", players)):
            for seat, choice in enumerate(choices):
                line = known.get(f"{word}{seat}")
                if line is not None and choice in line.choices:
                    line.index = line.choices.index(choice)

    @property
    def is_last(self) -> bool:
        """Whether all of it is as in the last game, which can be begun again."""
        return not self.refusal() and self.chosen() == last_new_game.last_choice(self.system.id)

    def chosen(self) -> LastChoice:
        """What to remember of it."""
        words = [[line.value for line in self.lines if line.name.startswith(name)] for name in ("force", "player")]
        return LastChoice(self["scenario"].value, *map(tuple, words))

    def _take_scenario(self) -> None:
        """The seats' lines follow the scenario; what was chosen for a seat before stays where it can."""
        old = {line.name: line.index for line in self.lines}
        self.lines = self.lines[:2]
        scenario = self.scenario
        if scenario is None:
            self.wrong = self.wrong or "no scenario is installed"
            return
        ids = [info.id for info in self.forces]
        names = [f"{info.name} ({info.worth})" for info in self.forces]
        for seat in range(scenario.seats):
            who = SEAT_NAMES[seat] if scenario.setup is None else scenario.setup.seats[seat].name
            first = scenario.forces[seat] if seat < len(scenario.forces) else ""
            index = ids.index(first) if first in ids else min(seat, len(ids) - 1)
            if scenario.setup is None:
                self.lines.append(FormLine(f"force{seat}", f"{who}'s force", ids, index, names))
            players = [SAID.get(player, player) for player in PLAYERS]
            before = old.get(f"player{seat}", 0)
            self.lines.append(FormLine(f"player{seat}", f"{who} is", list(PLAYERS), before, players))
        self.lines.append(self._names_line([*map(self._seat_name, range(scenario.seats))]))
        if scenario.stalemate is not None:
            self.lines.append(stalemate_line(scenario.stalemate))
        dice = [SAID[kind] for kind in DICE]
        # Whoever has real dice beside a table of his own has them there the next time.
        real = self.given is not None and last_new_game.dice() == "typed"
        pace = [SAID[kind] for kind in PACES]
        self.lines += [
            FormLine(
                "dice",
                "Dice",
                list(DICE),
                old.get("dice", int(real)),
                dice,
                "Real dice are asked for when any are rolled.",
            ),
            FormLine(
                "seed", "Seed", [str(self.seed)], help="The same seed and answers: the same game. / types one in."
            ),
            FormLine("pace", "Pace", list(PACES), old.get("pace", PACES.index(self.pace)), pace),
            self._clock_line(),
            self._called_line(),
        ]

    def _seat_name(self, seat: int) -> str:
        """What a seat is called as long as its player gives it no name."""
        scenario = self.scenario
        return SEAT_NAMES[seat] if scenario is None or scenario.setup is None else scenario.setup.seats[seat].name

    def _names_line(self, own: list[str]) -> FormLine:
        """The names of the seats: their own ones, and what the players were called last."""
        choices = [", ".join(own)]
        if given := self.names[: len(own)]:
            choices.append(", ".join([*given, *own[len(given) :]]))
        help_ = "What the players are called, in the order of the seats. / types the names in."
        return FormLine("names", "Players", choices, len(choices) - 1, help=help_)

    def _clock_line(self) -> FormLine:
        words = [*map(clock_said, CLOCKS)]
        help_ = "How long each person thinks; taking back gives no time back, and a flag that falls ends no game."
        return FormLine("clock", "Clock", list(CLOCKS), CLOCKS.index(self.clock), words, help_)

    def _called_line(self) -> FormLine:
        choices = ["", *filter(None, [self.called])]
        words = ["no name, only its date", *choices[1:]]
        help_ = "By its name a game is found in the list of games. / types one in."
        return FormLine("called", "Game's name", choices, len(choices) - 1, words, help_)

    def name_players(self, typed: str) -> None:
        """Take names as they were typed, with commas between them; seats without one keep their own."""
        self.names = tuple(name.strip() for name in typed.split(",") if name.strip())
        scenario = self.scenario
        if scenario is not None:
            place = self.lines.index(self["names"])
            self.lines[place] = self._names_line([*map(self._seat_name, range(scenario.seats))])

    def names_fault(self, typed: str) -> str:
        """What is wrong with names as they were typed, '' if nothing is."""
        names = [name.strip() for name in typed.split(",") if name.strip()]
        most = self.scenario.seats if self.scenario is not None else 0
        if len(names) > most:
            return f"there are {most} seats; give at most so many names, with commas between them"
        return next(filter(None, map(seat_name_fault, names)), "")

    def call(self, name: str) -> None:
        """Give the game a name; '' for none."""
        self.called = name.strip()
        self.lines[self.lines.index(self["called"])] = self._called_line()

    def forces_anew(self, line: str, chosen: str) -> None:
        """Read the forces again; all seats keep theirs, but the seat of `line` takes the one chosen, if it can."""
        taken = {one.name: one.value for one in self.lines if one.name.startswith(("force", "stalemate"))}
        if chosen and line.startswith("force"):
            taken[line] = chosen
        scenario = self["scenario"].index if self.scenarios else 0
        self._take_system()
        if self.scenarios:
            self.choose(self["scenario"], scenario)
        for name, force in taken.items():
            if name in {one.name for one in self.lines} and force in self[name].choices:
                self[name].index = self[name].choices.index(force)

    def set_seed(self, seed: int) -> None:
        self.seed = seed
        self["seed"].choices = [str(seed)]

    def new_seed(self) -> None:
        self.set_seed(new_game.new_seed())

    def setup(self) -> Setup:
        """The set-up as chosen. BadChoice with a sentence if it cannot be played."""
        scenario = self.scenario
        if scenario is None:
            raise new_game.BadChoice(self.wrong)
        seats = range(scenario.seats)
        if not self.forces and scenario.setup is None:
            raise new_game.BadChoice("no force is installed")
        return new_game.set_table(
            self.system,
            scenario,
            [self.force(seat) for seat in seats] if scenario.setup is None else (),
            [self[f"player{seat}"].value for seat in seats],
            seed=self.seed,
            dice=self["dice"].value,
            stalemate=None if scenario.stalemate is None else int(self["stalemate"].value),
            names=self.seat_names,
            name=self["called"].value,
            clock=minutes_of(self["clock"].value),
        )

    @property
    def seat_names(self) -> list[str]:
        """The names that the players chose; none where the seats keep their own."""
        return self["names"].value.split(", ") if self["names"].index else []

    def refusal(self) -> str:
        """Why the game cannot begin, '' if it can."""
        try:
            self.setup()
        except new_game.BadChoice as bad:
            return str(bad)
        return ""

    def table(self) -> Game[State] | None:
        """The game before the first move; None where it cannot begin."""
        chosen = [self.system.id, *(line.value for line in self.lines if line.name[:5] in ("scena", "force"))]
        if chosen != self._seen[0]:
            try:
                self._seen = chosen, opened(self.system, self.setup())
            except (new_game.BadChoice, BadFile):
                self._seen = chosen, None
        return self._seen[1]

    def about(self, line: FormLine) -> list[tuple[str, str]]:
        """What is to be said about a line's choice: (text, role)."""
        scenario = self.scenario
        if line.name == "scenario" and scenario is not None:
            return [
                (scenario.name, "head"),
                (scenario.summary, "text"),
                (", ".join(filter(None, (f"{scenario.seats} players", scenario.size, scenario.length))), "dim"),
                *([(fair, "dim")] if (fair := shipped_fairness(about(self.system.id).name, scenario.name)) else []),
            ]
        if line.name.startswith("force") and self.forces:
            force = self.force(int(line.name[5:]))
            return [(force.name, "head"), (force.summary, "text"), (force.worth, "dim")]
        if line.name.startswith("player") and (measured := ladder(self.system.id).words(line.value)):
            return [(measured, "text"), ("How that was measured: docs/levels.md.", "dim")]
        return [(line.help, "text")] if line.help else []
