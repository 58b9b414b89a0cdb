"""What the package says of itself: its README, with links to the address of the project where it has one."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(\]\()(?!https?://|#)([^)\s]+\))")


def readme_of(text: str, home: str) -> str:
    """The README with every relative link absolute; as it is without an address."""
    return LINK.sub(rf"\1{home.rstrip('/')}/\2", text) if home else text


def urls_of(home: str) -> dict[str, str]:
    return {"Homepage": home, "Changelog": f"{home.rstrip('/')}/CHANGELOG.md"} if home else {}


class CustomMetadataHook(MetadataHookInterface):
    """Fills in what pyproject.toml leaves open."""

    def update(self, metadata: dict[str, Any]) -> None:
        root = Path(self.root)
        home = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["tabletop-tui"]["home"]
        text = readme_of((root / "README.md").read_text("utf-8"), home)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = urls_of(home)
