"""What `list scenarios` says of the shipped scenarios, into listed.json beside them: python -m docs.scenario_lists."""

from __future__ import annotations

from tabletop_tui import paths
from tabletop_tui.play import shipped_scenarios
from tabletop_tui.rulebook.registry import systems


def main() -> None:
    for book in systems([]):
        root = paths.shipped("scenarios")
        folder = root / book.id
        text = shipped_scenarios.written(folder, book.scenarios([root]))
        (folder / shipped_scenarios.FILE).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
