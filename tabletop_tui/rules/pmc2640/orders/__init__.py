"""The orders that a unit can be given."""
