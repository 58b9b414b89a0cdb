"""An attack from its declaration to the last reaction."""
