"""The page of all modules (docs/modules.md): the tree, with the first sentences of each module's docstring.

make tree    write it anew
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "tabletop_tui"
PAGE = ROOT / "docs" / "modules.md"
HEAD = """\
# Every module

`make tree` writes this page from the docstrings of the modules; change those, not this page. A floor may import those
that stand below it here; [ARCHITECTURE.md](../ARCHITECTURE.md) says what they are for.
"""


def page() -> str:
    """The text of the page, as the modules are now."""
    return "\n".join([HEAD, *_lines(PACKAGE)])


def _lines(package: Path) -> Iterator[str]:
    """A heading, the modules that stand in this package, then the packages in it."""
    inside = package.relative_to(PACKAGE)
    if inside.parts:
        yield f"{'#' * min(len(inside.parts) + 1, 4)} {inside.as_posix()}"
    if said := summary(package / "__init__.py"):
        yield f"{said}\n"
    modules = sorted(path for path in package.glob("*.py") if path.stem != "__init__")
    yield from (f"- `{path.stem}` {summary(path)}" for path in modules)
    if modules:
        yield ""
    for below in sorted((path.parent for path in package.glob("*/__init__.py")), key=_floor):
        yield from _lines(below)


def _floor(package: Path) -> tuple[int, str]:
    """Where a package stands among its siblings: those of the house by their floors, all others by name."""
    return (FLOORS.index(package.name) if package.parent == PACKAGE else 0), package.name


def _floors() -> list[str]:
    """The packages and modules of the house from the top floor down, as `lint-imports` knows them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = next(contract["layers"] for contract in settings["contracts"] if contract["type"] == "layers")
    return [name.strip() for layer in layers for name in layer.split("|")]


FLOORS = _floors()


def summary(module: Path) -> str:
    """The first paragraph of a module's docstring, on one line; "" without one."""
    docstring = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.split("\n\n")[0].split())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {sum(line.startswith('- `') for line in page().splitlines())} modules")
