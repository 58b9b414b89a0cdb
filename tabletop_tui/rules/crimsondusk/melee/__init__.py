"""Hand to hand."""
