"""Sines and cosines are the nearest floats on every machine; whoever keeps places takes them from nowhere else."""

from __future__ import annotations

import ast
import math
from decimal import Decimal, localcontext
from random import Random

from tabletop_tui.table.deterministic_math import cos, sin
from tests.test_imports import modules


def series(angle: float, quarters: int) -> float:
    """The sine of an angle of a few radians, and so many quarters of a turn, by sixty decimals of its series."""
    with localcontext() as context:
        context.prec = 60
        pi = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
        turned = Decimal(angle) + quarters * pi / 2
        term = total = turned
        for number in range(3, 121, 2):
            term = -term * turned * turned / (number * (number - 1))
            total += term
        return float(total)


def test_sines_and_cosines_are_the_nearest_floats():
    chooser = Random(1)
    angles = [math.radians(turn) for turn in range(-360, 361)]
    angles += [chooser.uniform(-7.0, 7.0) for _ in range(300)]
    angles += [0.0, -0.0, 1e-30, 1e-20, -1e-9, math.nextafter(math.pi, 4.0)]
    assert [angle for angle in angles if (sin(angle), cos(angle)) != (series(angle, 0), series(angle, 1))] == []
    assert len(angles) == 1027


def test_whoever_keeps_places_takes_sines_from_nowhere_else():
    floors = ("engine", "files", "rulebook", "rules", "skirmish", "table")
    below = [(name, tree) for name, tree in modules() if name.split("/")[0] in floors]
    odd = [
        (name, node.lineno)
        for name, tree in below
        for node in ast.walk(tree)
        if (
            isinstance(node, ast.ImportFrom)
            and node.module == "math"
            and {"sin", "cos"} & {one.name for one in node.names}
        )
        or (isinstance(node, ast.Import) and "math" in {one.name for one in node.names})
    ]
    assert odd == []
    assert len(below) > 400
