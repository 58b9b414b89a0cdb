"""Level dice: in a handful of imagined games each die shows every share of its faces equally often.

Of four games the first die falls once into each quarter of its faces, in an order by chance, and so does every die
after it. No game knows of another, and each is as likely as any; only their mean is steadier than that of four games
with free dice.
"""

from __future__ import annotations

from random import Random

from tabletop_tui.engine.dice import SeededDice

BLOCK = 4
"""So many games are levelled together; of more games, each such block for itself."""
RAW = 1 << 32


class LevelTape:
    """The dice of one block of games side by side, each made when it is first wanted."""

    def __init__(self, seed: int, count: int = BLOCK) -> None:
        self._chance = Random(seed)
        self._count = count
        self._columns: list[list[int]] = []

    def column(self, number: int) -> list[int]:
        """Die `number` in each of the games, as a number below 2^32."""
        while len(self._columns) <= number:
            share = RAW // self._count
            places = list(range(self._count))
            self._chance.shuffle(places)
            self._columns.append([place * share + self._chance.randrange(share) for place in places])
        return self._columns[number]


class OneTape:
    """The dice of one game of a block, as `engine.dice.Tape` gives them."""

    def __init__(self, level: LevelTape, place: int) -> None:
        self._level, self._place = level, place

    def part(self, first: int, end: int) -> list[int]:
        return [self._level.column(number)[self._place] for number in range(first, end)]


class LevelDice(SeededDice):
    """The dice of one game of a block."""

    def __init__(self, level: LevelTape, place: int) -> None:
        super().__init__()
        self._tape = OneTape(level, place)  # type: ignore[assignment]


class Levelled:
    """The dice of as many imagined games as may be wanted, level in blocks. The same number gives the same dice."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._blocks: dict[int, LevelTape] = {}

    def dice(self, number: int) -> LevelDice:
        """The dice of game `number`, from their first face on."""
        block, place = divmod(number, BLOCK)
        tape = self._blocks.get(block)
        if tape is None:
            tape = self._blocks[block] = LevelTape(self._seed * 1_000_003 + block)
        return LevelDice(tape, place)
