"""What a screen is made of: the battlefield, panels of text, palettes. No rulebook is known here by name."""
