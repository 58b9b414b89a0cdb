"""The pages of a checkout, gathered for the site with the same links between them.

make site       build/site, to be opened from the disk or put on any web server
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "build" / "pages"
WITH = ("*.md", "docs/*.md", "docs/pictures/*", "scenarios/*/README.md", "rosters/*/README.md")


def sources() -> Iterator[Path]:
    """All files that the site is made of."""
    for pattern in WITH:
        yield from sorted(ROOT.glob(pattern))


def gather(to: Path = PAGES) -> int:
    """Copy them to where they are built from; how many there are."""
    shutil.rmtree(to, ignore_errors=True)
    count = 0
    for path in sources():
        copy = to / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
        count += 1
    return count


if __name__ == "__main__":
    print(f"{PAGES.relative_to(ROOT)}: {gather()} files")
