"""What saved games call the steps of shooting and of damage."""

from __future__ import annotations

from tabletop_tui.engine.codec import Saved
from tabletop_tui.rules.techcommander.activation import launching
from tabletop_tui.rules.techcommander.aiming import shots
from tabletop_tui.rules.techcommander.anytime import bombardment
from tabletop_tui.rules.techcommander.damage import bubbles
from tabletop_tui.rules.techcommander.shooting import defences, firing, omega, shooting
from tabletop_tui.rules.techcommander.unit_actions import fire_for_effect, stabilised

SAVED: tuple[Saved, ...] = (
    Saved(shots.Salvo, "salvo", "unit copies shares mode nlos raised reaction gear hits"),
    Saved(bombardment.Bombard, "bombard", "seat spots dice"),
    Saved(bubbles.ChooseDrop, "choose drop", "unit copy"),
    Saved(defences.DefensiveGear, "defensive gear", "salvo asked pooled passed used"),
    Saved(defences.FireOrChange, "fire or change", "salvo asked pooled"),
    Saved(fire_for_effect.ChoosePlace, "choose place", "salvo"),
    Saved(fire_for_effect.ChooseShell, "choose shell", "unit"),
    Saved(firing.Answered, "answered", "salvos"),
    Saved(firing.Bursts, "bursts", "salvos bursts"),
    Saved(firing.ChooseImpact, "choose impact", "hits"),
    Saved(firing.Fire, "fire", "salvo pooled"),
    Saved(firing.DealDamage, "deal damage", "salvos bursts"),
    Saved(launching.Launch, "launch", "unit copy"),
    Saved(launching.Smokes, "smokes", "units ends passed used"),
    Saved(omega.ChooseOmega, "choose omega", "unit"),
    Saved(omega.Override, "override", "unit"),
    Saved(shooting.ChooseWeapon, "choose weapon", "unit target copies reaction raised held mode nlos repairs"),
    Saved(shooting.SplitShots, "split shots", "salvo asked"),
    Saved(stabilised.Leg, "leg", "unit share gone slowed"),
    Saved(stabilised.Onward, "onward", "unit gone drove fired slowed"),
    Saved(stabilised.Shoot, "shoot", "unit gone drove slowed"),
)
