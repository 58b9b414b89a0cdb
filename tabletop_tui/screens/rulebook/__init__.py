"""Rules and help to read."""
