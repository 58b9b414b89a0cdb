"""What saved games call the steps of shooting and of damage."""

from __future__ import annotations

from tabletop_tui.engine.codec import Saved
from tabletop_tui.rules.techcommander import (
    shooting,
    shots,
)

SAVED: tuple[Saved, ...] = (
    Saved(shots.Salvo, "salvo", "unit copies shares mode nlos raised reaction"),
    Saved(shooting.ChooseTarget, "choose target", "salvo only"),
    Saved(shooting.ChooseWeapon, "choose weapon", "unit target copies reaction raised"),
    Saved(shooting.Fire, "fire", "salvo"),
)
