"""What may be used at any time."""
