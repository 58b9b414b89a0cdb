"""Getting on and off, crews and loot."""
