"""From the title to a battle."""
