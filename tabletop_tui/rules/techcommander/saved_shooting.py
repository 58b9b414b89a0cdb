"""What saved games call the steps of shooting and of damage."""

from __future__ import annotations

from tabletop_tui.engine.codec import Saved
from tabletop_tui.rules.techcommander import (
    bombardment,
    defences,
    firing,
    shooting,
    shots,
)

SAVED: tuple[Saved, ...] = (
    Saved(shots.Salvo, "salvo", "unit copies shares mode nlos raised reaction gear hits"),
    Saved(bombardment.Bombard, "bombard", "seat spots dice"),
    Saved(defences.DefensiveGear, "defensive gear", "salvo asked passed used"),
    Saved(defences.FireOrChange, "fire or change", "salvo asked"),
    Saved(firing.Answered, "answered", "salvos"),
    Saved(firing.Bursts, "bursts", "salvos bursts"),
    Saved(firing.ChooseImpact, "choose impact", "hits"),
    Saved(firing.Fire, "fire", "salvo pooled"),
    Saved(firing.Land, "land", "salvos bursts"),
    Saved(shooting.ChooseWeapon, "choose weapon", "unit target copies reaction raised held mode nlos repairs"),
    Saved(shooting.SplitShots, "split shots", "salvo asked"),
)
