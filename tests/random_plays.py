"""Random plays from random positions, of any rulebook: what must hold holds at every question.

python -m tests.random_plays BOOK COUNT [FIRST]
"""

from __future__ import annotations

import sys

from tabletop_tui.rulebook.registry import system_ids
from tests.soak import random_crimsondusk, random_positions
from tests.techcommander import random_plays

OWN = {"crimsondusk": random_crimsondusk.main, "techcommander": random_plays.main}
"""Of these the positions have more to them than the others' have, and modules of their own."""


def main(arguments: list[str]) -> int:
    if not 2 <= len(arguments) <= 3 or arguments[0] not in system_ids() or not all(map(str.isdigit, arguments[1:])):
        print(f"give a rulebook ({', '.join(sorted(system_ids()))}), how many plays, and the number of the first")
        return 2
    book, *numbers = arguments
    if book in OWN:
        return OWN[book](numbers)
    count, first = int(numbers[0]), int(numbers[1]) if len(numbers) > 1 else 0
    questions, offered, faults, kinds = 0, 0, 0, set[str]()
    for seed in range(first, first + count):
        try:
            played = random_positions.play(book, seed)
        except Exception as error:
            faults += 1
            print(f"{type(error).__name__}: {error} {'; '.join(getattr(error, '__notes__', ()))}"[:400], flush=True)
            continue
        questions, offered, kinds = questions + played.questions, offered + played.offered, kinds | played.kinds
    told = f"{questions} questions of {len(kinds)} kinds, {offered} offered answers tried, {faults} with a fault"
    print(f"{count} plays, {told}")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
