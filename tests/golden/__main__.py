"""Write the golden set anew, of all systems or of those named: see this package's own words."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tabletop_tui.rulebook.registry import register, system, system_ids
from tests.golden import games
from tests.golden.schema import broken, parsed, path_of, schema_of
from tests.swarm import SWARM
from tests.toy import TOY

ANEW = "--anew"


def renew(name: str, anew: bool) -> str:
    """Write what belongs to a system; '' or, with nothing written, why that must not be."""
    found = system(name)
    schema, path = schema_of(found, games.setup_of(found)), path_of(found)
    if path.exists() and not anew and (why := broken(parsed(path.read_text(encoding="utf-8")), schema)):
        told = "".join(f"\n    {line}" for line in why)
        return f"{name}: saved games could no longer be read; raise the `version` of the System first:{told}"
    games.write(found)
    path.write_text(schema.text(), encoding="utf-8")
    return ""


def main(arguments: list[str]) -> int:
    register(TOY)
    register(SWARM)
    names = [one for one in arguments if one != ANEW] or list(system_ids())
    with TemporaryDirectory() as home:
        os.environ["TABLETOP_TUI_HOME"] = str(Path(home))
        said = [why for name in names if (why := renew(name, ANEW in arguments))]
    print("\n".join(said) or f"written: {', '.join(names)}")
    return bool(said)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
