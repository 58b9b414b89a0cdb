"""Files of one's own, made and changed: maps, scenarios, positions, lessons. No screen."""
