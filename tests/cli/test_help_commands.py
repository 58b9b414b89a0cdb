"""The guide, the manual page and completion: what a shell gets at Tab."""

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from tabletop_tui import cli
from tabletop_tui.cli.help_commands import SHELLS, manual
from tabletop_tui.play.session import Session
from tests.toy import toy_setup


def at_tab(typed: str) -> list[str]:
    """What bash is offered behind these words; the last one is under way."""
    words = ["tabletop-tui", *typed.split(" ")]
    asked = {
        "_TABLETOP_TUI_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(words),
        "COMP_CWORD": str(len(words) - 1),
    }
    said = CliRunner(env=asked).invoke(cli.commands, [], prog_name="tabletop-tui")
    return [line.partition(",")[2] for line in said.stdout.splitlines() if line.startswith("plain,")]


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("exp", "export"),
        ("play mechcom/qu", "mechcom/quick-start"),
        ("play --force mechcom/iron", "mechcom/iron-charter"),
        ("play --seat ea", "easy"),
        ("lab armym", "armymen"),
        ("lab --seat gre", "greedy"),
        ("lab --force armymen/gr", "armymen/green-line"),
        ("help fa", "faq"),
        ("learn tech", "techcommander"),
        ("completion zs", "zsh"),
        ("rules pm", "pmc2640"),
    ],
)
def test_what_fits_behind_a_tab(typed: str, word: str):
    found = at_tab(typed)
    assert word in found
    assert all(one.startswith(typed.rpartition(" ")[2]) for one in found)


def test_saved_games_are_completed(home: Path):
    session = Session.new(toy_setup("random", "random"), home / "games" / "mine.jsonl")
    session.close()
    for command in ("resume", "replay", "export", "analyse"):
        assert at_tab(f"{command} {home}") == [str(home / "games" / "mine.jsonl")]


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_prints_a_script_of_the_shell(run, shell: str):
    code, out, err = run("completion", shell)
    assert (code, err) == (0, "")
    assert f"_TABLETOP_TUI_COMPLETE={shell}_complete" in out
    if shell == "bash":
        assert subprocess.run(["bash", "-n"], input=out, text=True, timeout=20).returncode == 0


def test_the_manual_page_has_every_command_and_option_and_no_stray_request():
    lines = list(manual())
    heads = [line for line in lines if line.startswith(".SS")]
    assert len(heads) == len(cli.commands.commands) >= 18
    text = "\n".join(lines).replace("\\-", "-")
    every = [one for command in cli.commands.commands.values() for one in command.params]
    options = {option for one in every for option in one.opts if option.startswith("-")}
    assert len(options) > 30
    assert [option for option in options if option not in text] == []
    known = (".TH", ".SH", ".SS", ".TP", ".B")
    assert [line for line in lines if line.startswith((".", "'")) and line.split()[0] not in known] == []


def test_help_tells_its_topics_a_page_and_what_is_spelt_like_it(run):
    code, out, _ = run("help")
    assert code == 0
    assert "rulebooks" in out
    assert run("help", "faq")[1].startswith("# Questions")
    code, _, err = run("help", "fak")
    assert code == 2
    assert "faq" in err
