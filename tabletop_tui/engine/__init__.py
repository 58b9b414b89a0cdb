"""How any game runs: steps on an agenda, questions, tallies, dice, events. No rulebook is known here by name."""
