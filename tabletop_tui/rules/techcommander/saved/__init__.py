"""Under which ids the steps of a game are saved."""
