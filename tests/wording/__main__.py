"""Write every distinct text of a few games to a file for each rulebook: python -m tests.wording FOLDER [SYSTEM]."""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path

from tabletop_tui.rulebook.registry import system
from tests.wording.collect import SCENARIOS, distinct, texts

folder = Path(sys.argv[1])
folder.mkdir(exist_ok=True)
for name in sys.argv[2:] or SCENARIOS:
    games = (texts(system(name), scenario, seed, 400) for seed in (1, 2) for scenario in SCENARIOS[name])
    found = sorted((kind, text) for (kind, _), text in distinct(chain.from_iterable(games)).items())
    (folder / f"{name}.txt").write_text("".join(f"{kind:14} {text}\n" for kind, text in found), encoding="utf-8")
    print(f"{name}: {len(found)} texts")
