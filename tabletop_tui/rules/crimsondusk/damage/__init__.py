"""What a hit does, and who falls."""
