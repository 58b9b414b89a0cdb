"""A game to show to others: a page that is stepped through, a picture of a moment, the battle in seconds."""
