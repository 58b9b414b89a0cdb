"""What lies on a table for a while (smoke, fire) is saved as it is; whom a template takes is told by unit and model."""

from __future__ import annotations

import json

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.codec import Names, Saved
from tabletop_tui.skirmish.template_fields import Caught, caught_by, caught_lines
from tabletop_tui.table.driving_paths import Pose
from tabletop_tui.table.templates import Blast, Strip

SAVED = Names(
    "nobody",
    Saved(Blast, "blast", "spots reach ring touching"),
    Saved(Strip, "strip", "spots reach ring touching flat"),
    Saved(Pose, "pose", "x y heading"),
)


def test_templates_and_poses_come_back_from_json():
    for thing in (Blast(((3.0, 4.5),), 1.5, 1.0), Strip(((0.0, 0.0), (8.0, 1.25)), 0.75, flat=True), Pose(1, 2, 90)):
        again = SAVED.read(json.loads(json.dumps(SAVED.write(thing))), type(thing))
        assert again == thing


def test_of_a_unit_of_several_models_it_is_said_how_many():
    bases = {"A1": [(0.0, 0.0, 0.5), (3.0, 0.0, 0.5), (6.0, 0.0, 0.5)], "B1": [(1.0, 1.0, 0.5)]}
    caught = caught_by(Blast(((0.0, 0.0),), 1.5, 1.0), bases)
    assert caught == Caught({"A1": (0,), "B1": (0,)}, {"A1": (1,)})
    assert caught.counts == (2, 1)
    assert caught_lines(caught, bases) == (
        Line("Under it", "A1 (1 of 3), B1"),
        Line("In the ring", "A1 (1 of 3)"),
    )
    assert caught_lines(Caught({}, {}), bases) == (Line("Under it", "nobody", mood="dim"),)
