"""A condition is asked for: a sentence from a list, then what stands in its blanks; or typed as TOML."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tabletop_tui.editor.forms import goal_templates
from tabletop_tui.editor.forms.goal_templates import TEMPLATES, Blank, GoalTemplate
from tabletop_tui.engine.game import Game
from tabletop_tui.files.validation import Wrong
from tabletop_tui.screens.base.dialogs import AskText, ListItem
from tabletop_tui.screens.editor.form import FormScreen
from tabletop_tui.screens.editor.place_picker import PickPlace

TOML = "typed"
"""The key of a condition that no sentence says."""


class AskCondition:
    """Asks on a screen, in the battle that `game` gives (None where there is none, which has been said then)."""

    def __init__(
        self,
        screen: FormScreen,
        game: Callable[[], Game[Any] | None],
        title: str,
        take: Callable[[dict[str, Any]], object],
    ) -> None:
        self.screen, self.game, self.title, self.take = screen, game, title, take

    def ask(self) -> None:
        items = [ListItem(one.key, [(one.says, "text")]) for one in TEMPLATES]
        items.append(ListItem(TOML, [("something else, typed as TOML", "dim")]))

        def chosen(key: str) -> None:
            if key == TOML:
                self._type_all()
            else:
                self._fill(goal_templates.BY_KEY[key], [])

        self.screen.choose(self.title, items, chosen)

    def _type_all(self) -> None:
        def take(typed: str | None) -> None:
            if typed is not None:
                self.take(goal_templates.from_toml(typed))

        example = '{ event = "Harmed", unit = "B1" }'
        asked = AskText("A condition", _fault(goal_templates.from_toml), example)
        self.screen.tabletop.push_screen(asked, take)

    def _fill(self, template: GoalTemplate, values: Sequence[Any]) -> None:
        """Ask for the next blank of a sentence; when all are filled the condition is there."""
        if len(values) == len(template.blanks):
            self.take(template.condition(values))
            return
        game, blank = self.game(), template.blanks[len(values)]
        if game is None:
            return

        def go_on(value: Any) -> None:
            self._fill(template, [*values, value])

        options = goal_templates.choices(game, blank)
        if options:
            items = [ListItem(str(place), [(words, "text")]) for place, (_, words) in enumerate(options)]
            title = f"{_so_far(template, values)}: {blank.asks}"
            self.screen.choose(title, items, lambda place: go_on(options[int(place)][0]))
        elif blank.kind == "place":
            scene = game.system.scene(game)
            self.screen.tabletop.push_screen(PickPlace(blank.asks, scene), lambda spot: go_on(spot) if spot else None)
        else:
            self._type_blank(blank, _so_far(template, values), go_on)

    def _type_blank(self, blank: Blank, title: str, go_on: Callable[[Any], None]) -> None:
        def take(typed: str | None) -> None:
            if typed is not None:
                go_on(goal_templates.typed(blank, typed))

        check = _fault(lambda typed: goal_templates.typed(blank, typed))
        self.screen.tabletop.push_screen(AskText(f"{title}: {blank.asks}", check, blank.usual), take)


def _fault(read: Callable[[str], object]) -> Callable[[str], str]:
    """What is wrong with a typed word, '' if it can be read."""

    def check(typed: str) -> str:
        try:
            read(typed)
        except Wrong as wrong:
            return wrong.fix
        return ""

    return check


def _so_far(template: GoalTemplate, values: Sequence[Any]) -> str:
    words = template.says
    for value in values:
        words = words.replace("…", str(value), 1)
    return words
