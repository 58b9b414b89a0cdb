"""The line that installs an extra fits how the program was installed."""

import pytest

from tabletop_tui.process.install_hint import install_line


@pytest.mark.parametrize(
    ("prefix", "line"),
    [
        ("/home/ann/project/.venv", "pip install 'tabletop-tui[serve]'"),
        ("/usr", "pip install 'tabletop-tui[serve]'"),
        ("/home/ann/.local/share/pipx/venvs/tabletop-tui", "pipx install --force 'tabletop-tui[serve]'"),
        ("/home/ann/.local/share/uv/tools/tabletop-tui", "uv tool install 'tabletop-tui[serve]'"),
        ("/home/ann/.cache/uv/archive-v0/Xy12", "uvx --from 'tabletop-tui[serve]' tabletop-tui"),
    ],
)
def test_the_line_is_one_for_that_tool(prefix: str, line: str):
    assert install_line("serve", prefix) == line
