"""Forces on the screen: the builder, loadouts, the roster."""
