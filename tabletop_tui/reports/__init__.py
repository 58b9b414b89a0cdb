"""What came of a battle and of a force, as text, pages and pictures."""
