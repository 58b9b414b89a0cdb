"""Set-up, turns and phases."""
