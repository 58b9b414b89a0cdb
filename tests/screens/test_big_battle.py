"""Forty units a side are set up with a few keys: who comes first is one question, and all come side by side."""

from __future__ import annotations

from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.play.session import Session
from tests.screens.conftest import Player, at

MOST_KEYS, MOST_ANSWERS = 16, 8
"""For both sides together, up to the first unit that is activated. It took 213 keys and 119 answers."""


def salt_flat() -> Session:
    found, info = find_scenario("pmc2640/salt-flat-find-6")
    return Session.new(set_table(found, info, seed=5, players=("keyboard", "keyboard")))


async def set_up(player: Player) -> int:
    """Choose the halves as they are offered, and bring all on side by side; how many keys that took."""
    keys = 0
    while not player.session.question.prompt.startswith("Activate"):
        question = player.session.question
        line = any(option.key == "line" for option in getattr(question, "options", ()))
        place = hasattr(question, "field")
        pressed = ["b"] if line else ["tab", "enter"] if place else ["enter"]
        await player.press(" ".join(pressed))
        keys += len(pressed)
        assert keys < 100, player.picture
    return keys


async def test_forty_a_side_are_on_the_table_after_a_few_keys():
    async with at(salt_flat(), size=(160, 50)) as player:
        assert "20 of 40 units" in player.picture
        assert await set_up(player) <= MOST_KEYS
        assert len(player.session.history) <= MOST_ANSWERS
        units = player.session.game.state.units.values()
        came, wait = [one for one in units if one.models], [one for one in units if one.reserve == "first"]
        assert len(came) + len(wait) == 41
        told = "\n".join(event.text for event in player.session.events)
        assert all(one.name in told for one in wait), "who has found no room is named"


async def test_a_whole_kind_changes_halves_at_a_key():
    async with at(salt_flat()) as player:
        before = dict(player.battle.model.draft.assigning.given)
        rows = player.battle.model.draft.assigning.rows
        assert len(rows) < 20, "kinds, not single units"
        row = next(place for place, items in enumerate(rows) if len(items) > 1 and before[items[0].key] == "second")
        await player.press(" ".join(["down"] * row + ["f"]))
        after = player.battle.model.draft.assigning.given
        assert all(after[item.key] == "first" for item in rows[row])
        assert list(after.values()).count("first") == 20
        assert "Enter: 20 First, 20 Second" in player.prompt


async def test_units_beyond_the_ninth_have_letters():
    async with at(salt_flat(), size=(160, 50)) as player:
        await player.press("enter enter")
        assert player.session.question.prompt.startswith("Which unit arrives?")
        draft = player.battle.model.draft
        units = [option for option in draft.options[9:] if option.target or option.key.startswith("B")]
        lettered = [option for option in units if draft.letter_of(option)]
        assert len(lettered) >= 8, "as many as there are letters that no command has"
        await player.press(draft.letter_of(lettered[-1]))
        assert f"Where does {lettered[-1].label} arrive?" in player.prompt
