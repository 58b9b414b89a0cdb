"""A coach for any rulebook: hints, a tutor, the analysis of a game. It thinks, and knows no screen."""
