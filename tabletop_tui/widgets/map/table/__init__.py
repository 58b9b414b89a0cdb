"""Open tables."""
