"""Charts that pygal draws, as pieces of a page."""

from __future__ import annotations

from typing import Any

from pygal.etree import etree  # type: ignore[import-untyped]


def svg_of(chart: Any) -> str:
    """A chart of pygal's as SVG, without the script that it brings; what draws it has escaped its labels."""
    tree = chart.render_tree()
    for parent in list(tree.iter()):
        for child in list(parent):
            if str(child.tag).endswith("script"):
                parent.remove(child)
    return str(etree.tostring(tree, encoding="unicode"))
