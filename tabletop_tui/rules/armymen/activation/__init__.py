"""What an activation allows, and what the actions of a unit have in common."""
