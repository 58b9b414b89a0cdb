"""Getting on and off, crews, loot and evacuation."""
