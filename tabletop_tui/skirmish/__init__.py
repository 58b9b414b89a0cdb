"""What miniatures games on an open table share: placing and moving units, room for them, ranges."""
