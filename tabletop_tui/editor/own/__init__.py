"""Files of one's own: where they lie, how they begin, a trial game."""
