"""What the author of a rulebook derives from: the System, its reference, its valuation, its forces, its lessons."""
