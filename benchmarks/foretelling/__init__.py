"""How games end, foretold: games to learn from, the learner, and how true its chances are in other games."""
