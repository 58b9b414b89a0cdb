"""How many keys an activation takes, so that no question is added unnoticed."""

from __future__ import annotations

import pytest

from tests.presses import count


@pytest.mark.parametrize(
    ("name", "keys", "setting_up"), [("pmc2640/quick-start", 6.5, 8), ("techcommander/quick-start", 8.5, 13)]
)
def test_an_activation_takes_few_keys(name: str, keys: float, setting_up: int) -> None:
    found = count(name)
    assert found.activations > 10
    assert found.keys / found.activations <= keys, found.told()
    assert found.setup_keys <= setting_up, found.told()
