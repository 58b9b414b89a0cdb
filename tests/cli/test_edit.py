"""`tabletop-tui edit`: what cannot be edited is one sentence, before any screen opens."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_tui.cli import run


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name = "x\n', "is not sound TOML"),
        ('system = "armymen"\nkind = "army"\n', "'army'"),
        ('system = "nope"\nkind = "map"\n', "name the system that it belongs to"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_edited(
    text: str | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "some.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert run(["edit", str(path)]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "some.toml" in error
    assert error.count("\n") == 1


def test_a_rulebook_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["edit", "nosuch"]) == 2
    assert "there is no system 'nosuch'" in capsys.readouterr().err
