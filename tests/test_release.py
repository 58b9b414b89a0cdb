"""What is published: its changelog, its pages as a site."""

import re
from pathlib import Path

from docs import release, site
from tabletop_tui.cli import commands

ROOT = Path(__file__).parents[1]
LOG = """# Changelog

## Unreleased
### Added
- A thing.
- Another.

## 1.0.0 - 2026-11-27
### Added
- Everything.
"""


def test_what_is_not_released_yet_goes_under_the_version():
    log = release.released(LOG, "1.1.0", "2026-12-01")
    assert "## Unreleased\n\n## 1.1.0 - 2026-12-01\n### Added\n- A thing." in log
    assert release.entry(log, "1.1.0") == release.entry(LOG, "0.0.0.dev0") == "### Added\n- A thing.\n- Another."
    assert release.entry(log, "0.0.0.dev0") == ""
    assert release.entry(log, "1.0.0") == release.entry(LOG, "1.0.0") == "### Added\n- Everything."


def test_the_changelog_tells_of_this_version():
    log = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert release.entry(log, release.version()).count("\n- ") > 10


def test_a_release_tries_out_commands_that_there_are():

    words = {words[0] for words in release.COMMANDS if not words[0].startswith("-")}
    assert len(words) >= 5
    assert words <= set(commands.commands)


def test_the_site_has_every_page_of_the_guide_and_all_that_they_show(tmp_path: Path):
    assert site.gather(tmp_path) > 50
    nav = re.findall(r"^  - .*: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert len(nav) >= 12
    assert [page for page in nav if not (tmp_path / page).exists()] == []
    shown = 0
    for page in nav:
        for link in re.findall(r"!\[[^]]*\]\(([^)]+)\)", (tmp_path / page).read_text("utf-8")):
            assert ((tmp_path / page).parent / link).exists(), (page, link)
            shown += 1
    assert shown > 30
